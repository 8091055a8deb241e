"""
Each build plays the box's two rounds at the board itself: no phone, no browser.

Pieces are entered as the build does it: by a pad in each zone, by the rack and a zone's
button, or by a symbol's button. All events come over the real serial protocol, from the
controller's own files. All builds get the same points.
"""

import asyncio
from contextlib import ExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from json import loads
from pathlib import Path

import pytest

from firmware_host.app.daemon.daemon import Hardware, open_board
from firmware_host.app.system.hardware import profile_path
from firmware_host.board.events import (
    PLAYER_BUTTONS,
    ZONE_BUTTONS,
    Button,
    Pressed,
    Released,
)
from firmware_host.board.faces import Lamp
from firmware_host.board.messages import Refused, say
from firmware_host.board.pieces import RACK, ZONES, Kind, Piece, Seat, Tile, Zone
from firmware_host.devices.fake import FakePins
from firmware_host.games.contract import first_zone
from firmware_host.games.decipher.rules import Answered
from firmware_host.link.messages import BUTTONS, ButtonChange
from firmware_host.session import held_buttons
from firmware_host.session.play import Playing
from firmware_host.session.setups import Setup
from firmware_host.settings.profile import Profile, load_profile
from firmware_host.simulate import hands
from firmware_host.simulate.controller import SimulatedController
from firmware_host.simulate.hands import Hands
from firmware_host.simulate.pieces import tags, uid_of
from firmware_host.table.table import Table
from tests.devices.chips import ChipScreens
from tests.devices.pn532_port import Pn532Port

#: It costs much and finds little that cheaper tests do not find.
pytestmark = pytest.mark.costly

BOX = Path(__file__).parents[2] / "docs" / "examples" / "box.jsonl"
TICK, CROSS = Button.TICK, Button.CROSS

#: A word of so many letters starts in zone 2. Source: rules, part 1, "Board".
SHORT = 4

#: Simulated readers need hardly any dwell.
HASTE_MS = 10


@pytest.fixture(autouse=True)
def short_chord(monkeypatch):
    """The menu opens after a moment."""
    monkeypatch.setattr(held_buttons, "HOLD_MS", 200)
    monkeypatch.setattr(hands, "CHORD_S", 0.4)


class Metal:
    """
    The board's physical side: pads, tags and buttons as its profile has them.

    Args:
        profile: The board.
        pins: The Pi's.
        reader: What reads tags: a controller, or a chip on a port of the Pi.
    """

    def __init__(
        self, profile: Profile, pins: FakePins, reader: SimulatedController | Pn532Port
    ) -> None:
        self._on_pi = profile.buttons
        self._pins = pins
        self._reader = reader

    def put(self, zone, uid):
        """Hold a tag to a pad."""
        if isinstance(self._reader, Pn532Port):
            self._reader.chip.lay([uid])
        else:
            self._reader.put(zone, uid)

    def lift(self, zone):
        """Take it away."""
        if isinstance(self._reader, Pn532Port):
            self._reader.chip.lay([])
        else:
            self._reader.lift(zone)

    def press(self, button):
        """Push a button down."""
        (self._pins if button in self._on_pi else self._reader).press(button)

    def release(self, button):
        """Let it go."""
        (self._pins if button in self._on_pi else self._reader).release(button)


@dataclass
class Evening:
    """Players at a board, with everything that they see."""

    profile: Profile
    table: Table
    metal: Metal
    hands: Hands
    pins: FakePins
    reader: SimulatedController | Pn532Port

    def __post_init__(self):
        self.heard = asyncio.Queue()
        self.table.listen(
            lambda event, outcome: self.heard.put_nowait((event, outcome))
        )

    async def press(self, button):
        """
        Press and release a button; return the outcome once it is stored and shown.

        A button with a held function acts on its release.
        """
        while not self.heard.empty():
            self.heard.get_nowait()
        self.metal.press(button)
        by_pressing = await self._outcome(button, down=True)
        self.metal.release(button)
        by_releasing = await self._outcome(button, down=False)
        await self.until(lambda: button not in dict(self.table.session.held))
        return by_pressing or by_releasing

    async def _outcome(self, button, *, down):
        """Return the outcome of the next change of a button."""
        changes = [
            ButtonChange(BUTTONS.index(button), down=down),  # by the controller
            Pressed(button) if down else Released(button),  # by a pin of the Pi
        ]
        async with asyncio.timeout(10):
            while True:
                event, outcome = await self.heard.get()
                if getattr(event, "body", event) in changes:
                    return outcome

    async def tap(self, zone, kind):
        """Try a piece in a zone, the way that this board has."""
        if self.profile.input == "pads":
            return await self.hands.tap(zone, Piece(kind))
        if self.profile.input == "buttons":
            return await self.press(Button(f"{kind}-{zone}"))
        if self.table.session.racked is None:
            await self.hands.hold(self.hands.tag_on(Piece(kind)), RACK)
            assert self.line == "turn-press"
        return await self.press(ZONE_BUTTONS[zone - 1])

    async def by_buttons(self, word):
        """Spell a word with the zone buttons; check that no public view changes."""
        before, zones = self.table.changes, self.table.face.zones
        first = 0 if len(word) > SHORT else 1
        for at, letter in enumerate(word, first):
            for _ in range(ord(letter) - ord("A") + 1):
                await self.press(ZONE_BUTTONS[at])
        assert "".join(self.table.face.maker.letters) == word
        assert (self.table.changes, self.table.face.zones) == (before, zones)

    async def by_tiles(self, word):
        """Hold the letters to the rack, unseen."""
        for letter in word:
            await self.hands.hold(self.hands.tag_on(Tile(letter)), RACK)

    @property
    def line(self):
        """Return the code of the table screen's line."""
        return self.table.face.table.line.code

    @property
    def game(self):
        """How far the game has come."""
        assert isinstance(self.table.session.playing, Playing)
        return self.table.session.playing.game

    async def take(self, code, **values):
        """Step with the cross to an answer on the table screen, and take it."""
        wanted = say(code, **values)
        assert wanted in self.table.face.table.choices
        while self.table.face.table.choices[self.table.face.table.marked] != wanted:
            await self.press(CROSS)
        await self.press(TICK)

    async def speak(self, language):
        """Choose a language, and skip the first minute."""
        await self.take(f"language-{language}")
        await self.until(lambda: self.line == "tutorial-first")
        await self.press(TICK)

    async def menu(self, item):
        """Hold tick and cross, and take an item; confirm one that ends something."""
        await self.hands.chord(TICK, CROSS)
        await self.until(lambda: self.line == "menu" and not self.table.session.held)
        await self.take(f"menu-{item}")
        if self.line == f"menu-sure-{item}":
            await self.press(TICK)

    async def until(self, condition):
        """Wait until *condition* is true."""
        async with asyncio.timeout(10):
            while not condition():  # noqa: ASYNC110 - anything may be waited for
                await asyncio.sleep(0.005)


@asynccontextmanager
async def evening_at(profile: Profile, folder: Path):
    """Open a board whose metal is simulated, and nothing else."""
    pins = FakePins(lamps=profile.lamps, buzzer=profile.buzzer, buttons=profile.buttons)
    zones = ZONES[: profile.zones] if profile.input == "pads" else ()
    with ExitStack() as stack:
        port = ""
        if profile.reader_port:
            reader = stack.enter_context(Pn532Port(folder))
            profile = replace(profile, reader_port=str(reader.port))
        else:
            reader = stack.enter_context(
                SimulatedController(
                    folder, zones=zones, dwell_ms=HASTE_MS, gone_ms=HASTE_MS
                )
            )
            port = reader.path
        hardware = Hardware(
            factory=pins.factory,
            bus=ChipScreens(profile.screens).open,
            port=port,
            pieces=tags(),
        )
        opened = open_board(profile, folder, hardware=hardware, setup=Setup())
        async with opened as running:
            metal = Metal(profile, pins, reader)
            if profile.reader_port:
                pads = running.wire._taps
                pads.dwell_ms = pads.gone_ms = HASTE_MS
            people = Hands(metal, running.table, away_ms=HASTE_MS)
            yield Evening(profile, running.table, metal, people, pins, reader)


async def begin(evening, *, length):
    """English, at home, three people who make words for each other."""
    await evening.speak("en")
    await evening.take("place-home")
    if evening.line == "choose-game":  # a small board knows one alone
        await evening.take("game-decipher")
    if evening.line == "choose-length":
        await evening.take("length", n=length)
    for button in PLAYER_BUTTONS[:3]:
        await evening.press(button)
    await evening.press(TICK)
    await evening.take("maker-person")
    await evening.take("rules-usual")


async def spell(evening, word):
    """Give a word by tiles where the board reads them, else by the zones' buttons."""
    first = first_zone(evening.game.header)
    for at, letter in enumerate(word):
        if evening.profile.input == "buttons":
            for _ in range(ord(letter) - ord("A") + 1):
                await evening.press(ZONE_BUTTONS[first - 1 + at])
        else:
            await evening.hands.hold(evening.hands.tag_on(Tile(letter)), RACK)


async def secret(evening, seat, word):
    """Make a word behind the lid, with nothing but the board."""
    assert evening.game.makers[0] == seat
    await spell(evening, word)
    assert "".join(evening.table.face.maker.letters) == word
    assert not isinstance(await evening.press(TICK), Refused)


async def guess(evening, seat, word):
    """Guess with nothing but the board, for everybody to see."""
    await evening.press(PLAYER_BUTTONS[seat])
    await spell(evening, word)
    assert evening.line == "guess-spell"
    assert not isinstance(await evening.press(TICK), Refused)


async def play(evening, line):
    """Do a line of the box's transcript with one's hands."""
    players = ("Tina", "Lee", "Ben")
    match line:
        case {"do": "secret", "by": name, "word": word}:
            await secret(evening, Seat(players.index(name)), word)
        case {"do": "guess", "by": name, "word": word}:
            await guess(evening, Seat(players.index(name)), word)
        case {"do": "tap", "zone": zone, "kind": kind}:
            await tap(evening, Zone(zone), Kind(kind))
        case {"do": "ask"}:
            assert not isinstance(await evening.press(TICK), Refused)
        case {"do": "pass"}:
            assert not isinstance(await evening.press(CROSS), Refused)
        case {"do": "end"}:
            await evening.menu("end")
        case {"do": "hand"}:
            pass  # among people a tap hands its piece over by itself


async def tap(evening, zone, kind):
    """Tap a piece; check that lamp and screen show the answer."""
    (fact,) = await evening.tap(zone, kind)
    assert isinstance(fact, Answered)
    shown = evening.table.face.zones[zone - 1]
    assert shown.lamp is (Lamp.YES if fact.yes else Lamp.NO)
    await evening.until(lambda: evening.pins.pair(zone) == (not fact.yes, fact.yes))


#: Two ways in by hand in each run: pads for every zone, and buttons alone.
BUILDS = [
    "full",
    "buttons",
    *(pytest.param(name, marks=pytest.mark.long) for name in ("station", "direct")),
]


@pytest.mark.parametrize("build", BUILDS)
async def test_a_build_plays_the_rounds_of_the_box_by_its_own_input(build, tmp_path):
    """The points are those of the rule book."""
    lines = [loads(line) for line in BOX.read_text(encoding="utf-8").splitlines()]
    async with evening_at(load_profile(profile_path(build)), tmp_path) as evening:
        await begin(evening, length=5)
        for line in lines[1:]:
            await play(evening, line)
        results = evening.game.results
        assert [one.word for one in results] == ["HOBBY", "PANDA"]
        assert [one.points for one in results] == [(9, 3, 10), (10, 8, 2)]
        assert evening.line == "game-won"


async def test_three_zones_play_a_word_of_three_letters(tmp_path):
    """The starter asks for no length: there is one."""
    async with evening_at(load_profile(profile_path("starter")), tmp_path) as evening:
        await begin(evening, length=3)
        await secret(evening, Seat(0), "CAT")
        for zone, kinds in enumerate(("blue", "red red yellow", "red"), start=1):
            for kind in kinds.split():
                if evening.line == "turn-bonus":
                    await evening.press(TICK)
                await tap(evening, Zone(zone), Kind(kind))
        await guess(evening, Seat(2), "CAT")
        assert evening.game.results[0].guessed_by == 2


async def test_a_dead_pad_is_played_over_the_rack_and_its_zones_button(tmp_path):
    """If a zone's pad is dead, a piece on the rack and the zone's button replace it."""
    async with evening_at(load_profile(profile_path("full")), tmp_path) as evening:
        await begin(evening, length=5)
        await secret(evening, Seat(0), "HOBBY")
        evening.reader.fail(Zone(3), 1)
        await evening.until(lambda: evening.table.face.table.fault is not None)

        await evening.hands.hold(evening.hands.tag_on(Piece(Kind.TIGHT_CURVE)), RACK)
        (fact,) = await evening.press(Button.ZONE_3)
        assert (fact.zone, fact.yes, fact.number) == (3, True, 1)


async def test_after_a_power_cut_the_board_is_checked_where_its_pieces_lie(tmp_path):
    """Two pieces changed places meanwhile, and the record follows."""
    profile = load_profile(profile_path("full"))
    async with evening_at(profile, tmp_path) as evening:
        await begin(evening, length=5)
        await secret(evening, Seat(0), "HOBBY")
        for zone in (1, 3):
            await tap(evening, Zone(zone), Kind.LONG_STICK)
    async with evening_at(profile, tmp_path) as evening:
        await evening.press(CROSS)
        assert evening.line == "check-tap"
        for zone, number in ((1, 2), (3, 1)):
            uid = uid_of(Piece(Kind.LONG_STICK, number))
            await evening.hands.hold(uid, Zone(zone))
        assert evening.line == "check-move"
        assert evening.table.face.zones[0].lamp is Lamp.FROM
        await evening.press(CROSS)
        assert evening.line == "turn-take"
    async with evening_at(profile, tmp_path) as evening:
        laid = {(number, zone) for _, number, zone in evening.game.round.laid}
        assert laid == {(2, 1), (1, 3)}
