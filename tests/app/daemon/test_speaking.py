"""The loudspeaker plays tunes and sentences of the table, and never a name."""

import threading
from contextlib import asynccontextmanager
from dataclasses import replace

from firmware_host.app.daemon.daemon import CLIPS, Hardware
from firmware_host.app.daemon.speaking import Speaking
from firmware_host.board.events import Button, Failed, Healed, Pressed
from firmware_host.board.messages import say
from firmware_host.board.pieces import Kind, Piece, Seat, Zone
from firmware_host.devices.fake import FakePins
from firmware_host.devices.speaker import Speaker
from firmware_host.games.codecards.game import codecards
from firmware_host.games.decipher.rules import Guess, TapPiece
from firmware_host.games.game import End, Undo
from firmware_host.languages import CODES
from firmware_host.session.modes.menu import Menu
from tests.controller.bench import until
from tests.devices.chips import ChipScreens
from tests.opened import open_table
from tests.simulate.evening import (
    ANN,
    BOB,
    CODES_HIDDEN,
    at_the_board,
    begin,
    begin_cards,
    soon,
)
from tests.table.evening import NO, PROFILE, YES, evening
from tools.build_clips import spoken

RED, YELLOW, BLUE, GREEN = Kind

#: Zone, kind and number of every piece of HOBBY but those of the Y.
BUT_THREE = (
    *((1, RED, 1), (1, RED, 2), (1, YELLOW, 1), (2, BLUE, 1), (2, BLUE, 2)),
    *((3, RED, 3), (3, GREEN, 1), (3, GREEN, 2)),
    *((4, RED, 4), (4, GREEN, 3), (4, GREEN, 4)),
)


class Ears:
    """A fake loudspeaker that records its clips and knows those in the package."""

    def __init__(self):
        self.heard = []
        self.has = Speaker("none", CLIPS, tell=print).has

    def play(self, *clips):
        """Record *clips*."""
        self.heard.append(clips)

    @property
    def last(self):
        """Return the clips played last, as words."""
        return " ".join(clip.partition("/")[2] for clip in self.heard[-1])


@asynccontextmanager
async def listening(folder, **settings):
    """A round of HOBBY with a loudspeaker; yields the evening and the ears."""
    async with evening(folder) as now:
        ears = Ears()
        now.table.listen(Speaking(now.table, ears, **settings))
        yield now, ears


async def test_a_yes_names_its_zone(tmp_path):
    """A Yes plays its tune, its zone and "yes", and nothing about the turn."""
    async with listening(tmp_path) as (now, ears):
        await now.tap(*YES)

        assert ears.heard == [("tones/yes", "en/zone-1", "en/yes")]


async def test_a_no_tells_which_zones_are_left(tmp_path):
    """A No names the zones that are left, in shorter words each time."""
    async with listening(tmp_path) as (now, ears):
        blue = Piece(BLUE, 1)
        await now.tap(*NO)
        assert ears.last == ("no zone-1 no zones number-2 number-3 number-4 and-5 left")
        await now.tap(Zone(3), blue)
        assert ears.last == "no zone-3 no zones number-2 number-4 and-5 left"
        await now.tap(Zone(5), blue)
        assert ears.last == "no zone-5 no zones number-2 and-4 left"
        await now.tap(Zone(4), blue)
        assert ears.last == "no zone-4 no only-2"


async def test_a_refusal_says_where_and_why(tmp_path):
    """The sentence that the table screen shows."""
    async with listening(tmp_path) as (now, ears):
        await now.tap(*NO)
        await now.tap(*NO)
        assert ears.last == "refused zone-1 refused-zone-covered"

        await now.table.submit(Guess(Seat(1), "HORSES"))
        assert ears.last == "refused refused-guess-length"


async def test_bonus_mode_is_announced_once(tmp_path):
    """Bonus mode has its tune and is announced once."""
    async with listening(tmp_path) as (now, ears):
        for zone, kind, number in BUT_THREE:
            await now.tap(Zone(zone), Piece(kind, number))
        assert ears.last == "bonus zone-4 yes bonus turn-bonus"
        assert [one[0] for one in ears.heard].count("tones/bonus") == 1


async def test_undoing_is_no_answer(tmp_path):
    """The Yes before is lit again, and not said again."""
    async with listening(tmp_path) as (now, ears):
        await now.tap(*YES)
        await now.tap(Zone(1), Piece(RED, 2))
        await now.table.submit(Undo())

        assert ears.last == "told-undo"


async def test_the_end_is_heard_without_names_and_words(tmp_path):
    """The end of a round and of a game is spoken without names and words."""
    async with listening(tmp_path) as (now, ears):
        await now.table.submit(Guess(Seat(1), "HOBBY"))
        assert ears.last == "end told-right round-guessed secret-waits"
        await now.table.submit(End())

        assert ears.heard[-1][:2] == ("tones/end", "en/game-won")


async def test_a_fault_is_told_with_its_zone(tmp_path):
    """A fault is spoken with its zone; a repair is not spoken."""
    async with listening(tmp_path) as (now, ears):
        now.table.happen(Failed("screen-3"))
        await until(lambda: ears.heard)
        assert ears.last == "zone-3 fault-screen"
        now.table.happen(Healed("screen-3"))
        await until(lambda: now.fault() is None)

        assert len(ears.heard) == 1


async def test_the_menu_is_spoken(tmp_path):
    """Opening the menu speaks its name and the marked choice."""
    async with listening(tmp_path) as (now, ears):
        for button in (Button.TICK, Button.CROSS):
            now.table.happen(Pressed(button))
        now.clock.ahead_ms += 5_000
        await until(lambda: Menu.at(now.table.session) is not None)
        await until(lambda: ears.heard and "menu" in ears.last)
        assert ears.last == "menu menu-go-on"


async def test_tunes_alone_where_the_profile_says_so(tmp_path):
    async with listening(tmp_path, words=False) as (now, ears):
        await now.tap(*YES)
        await now.tap(*NO)

        assert ears.heard == [("tones/yes",), ("tones/no",)]


async def test_it_is_silent_while_the_sound_is_off(tmp_path):
    """Nothing is spoken while the sound is off, nor is it caught up later."""
    async with listening(tmp_path) as (now, ears):
        loud = now.table.session
        now.table.session = replace(loud, setup=replace(loud.setup, sound=False))
        await now.tap(*YES)
        assert ears.heard == []

        quiet = now.table.session
        now.table.session = replace(quiet, setup=replace(quiet.setup, sound=True))
        await now.tap(*NO)
        assert ears.last.startswith("no zone-1 no")


async def test_several_zones_answer_one_after_the_other(tmp_path):
    """Answers of several zones are spoken in turn: a tune, then each hit or none."""
    async with at_the_board(tmp_path) as demo:
        demo.table.session = replace(demo.table.session, scripted=True)
        await begin_cards(demo, *CODES_HIDDEN)
        ears = Ears()
        demo.table.listen(Speaking(demo.table, ears))
        for column, card in ((1, "3S"), (2, "4H"), (3, "5D")):
            play = {"do": "play", "column": column, "card": card}
            await demo.table.submit(codecards.action(play))

        assert ears.last == "yes zone-4 no-hit zone-5 no-hit zone-6 hit turn-next"
        assert demo.table.session.setup.language == "en"


async def test_a_number_without_a_clip_is_left_out(tmp_path):
    """If a clip with its number is missing, the one without is used."""
    async with listening(tmp_path) as (now, ears):
        speaking = Speaking(now.table, ears)
        assert speaking._clip("en/keyword-line-more-4") == "en/keyword-line-more"
        assert speaking._clip("en/zone-3") == "en/zone-3"
        assert speaking._clip("en/never-spoken-3") == ""


async def test_what_the_board_does_at_once_cuts_no_answer_short(tmp_path):
    """The next piece is announced after the answer in the same sequence."""
    async with at_the_board(tmp_path) as demo:
        await begin(demo, ANN, BOB, word="HOBBY", board_makes=True)
        await soon(lambda: demo.table.face.table.kind)
        ears = Ears()
        demo.table.listen(Speaking(demo.table, ears))
        kind = Kind(demo.table.face.table.kind)
        zone = {RED: 1, YELLOW: 1, BLUE: 2, GREEN: 3}[kind]
        await demo.table.submit(TapPiece(Zone(zone), kind))
        await soon(lambda: ears.heard)

    (said,) = ears.heard
    assert said[:4] == ("tones/yes", f"en/zone-{zone}", "en/yes", "en/turn-next")
    assert said[4].startswith("en/turn-place-")


def test_no_clip_of_a_game_has_a_gap_for_a_name():
    """No clip has a placeholder, so none can contain a name."""
    for language in CODES:
        clips = {clip.name: clip.words for clip in spoken(language)}
        assert not any("{" in words for words in clips.values())
        assert {"hit", "no-hit", "cards-turn", "mark-elsewhere"} <= set(clips)


@asynccontextmanager
async def lonely(folder, speaker):
    """A table without controller, and with a loudspeaker that cannot play."""
    pins, screens = FakePins(lamps=PROFILE.lamps), ChipScreens(PROFILE.screens)
    hardware = Hardware(
        factory=pins.factory,
        bus=screens.open,
        port=str(folder / "none"),
        player=str(folder / "no-such-player"),
    )
    profile = replace(PROFILE, speaker=speaker, buzzer=None)
    async with open_table(profile, folder, hardware=hardware) as table:
        yield table


async def test_a_board_with_a_dead_speaker_starts_and_names_it(tmp_path):
    """A broken loudspeaker is reported as a fault, and the board starts."""
    async with lonely(tmp_path, "default") as table:
        await until(lambda: "speaker" in table.session.faults)
        assert table.face.table.fault == say("fault-speaker")


async def test_a_board_without_a_speaker_looks_for_none(tmp_path):
    """Without a loudspeaker in the profile there is no thread for one."""
    assert PROFILE.speaker == ""
    async with lonely(tmp_path, PROFILE.speaker):
        assert "speaker" not in {one.name for one in threading.enumerate()}
