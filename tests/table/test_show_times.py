"""The board's outputs over time, on a simulated clock."""

import asyncio
from dataclasses import replace

import pytest

from firmware_host.board.faces import Buzz, Lamp, Mark, TableFace, WordFace, ZoneFace
from firmware_host.board.messages import say
from firmware_host.board.pieces import Zone
from firmware_host.picture.beats import Beat
from firmware_host.picture.maker import draw_maker
from firmware_host.picture.table import draw_table
from firmware_host.picture.zone import draw_zone
from firmware_host.table.parts import PartGuard, Parts
from firmware_host.table.show import Show
from tests.table.outside import QuickLoop
from tests.table.test_show import FACE, TEXTS, answered

WORD = WordFace(Zone(1), letters=("A",))


class Filmed:
    """A show at a clock that jumps, and everything that it did, each with its ms."""

    def __init__(self):
        self.loop = asyncio.get_running_loop()
        self.lamps, self.sounds, self.pictures = {}, [], []
        self.raising = set()
        parts = Parts(
            *(None, None, self, self, self, TEXTS, {}),
            clock_ms=lambda: int(self.loop.time() * 1000 + 1e-6),
            entropy=lambda: bytes(32),
        )
        self.guard = PartGuard(lambda _news: None)
        self.show_it = Show(parts, self.guard)

    @property
    def ms(self):
        """How late it is."""
        return round(self.loop.time() * 1000, 2)

    def show(self, what, *image, cross=False, tick=False, urgent=False):
        """Note a picture, or how a pair of lamps changes."""
        if what in self.raising:
            raise OSError
        if image:
            self.pictures.append((self.ms, what, image[0].tobytes(), urgent))
            return
        film = self.lamps.setdefault(what, [(0, "..")])
        now = f"{'x' if cross else '.'}{'v' if tick else '.'}"
        if film[-1][1] != now:
            film.append((self.ms, now))

    def on(self, hertz):
        """Note how high it sounds."""
        self.sounds.append((self.ms, hertz))

    def off(self):
        """Note that it is silent."""
        self.sounds.append((self.ms, "off"))

    def drawn(self):
        """Return the names of the drawn screens, and forget them."""
        names = [name for _, name, _, _ in self.pictures]
        self.pictures.clear()
        return names


def filmed(play):
    """Run *play* with a show on a simulated clock; return its recording."""

    async def whole():
        film = Filmed()
        await asyncio.sleep(1)  # nothing begins with the clock itself
        await play(film)
        film.show_it.close()
        return film

    with asyncio.Runner(loop_factory=QuickLoop) as runner:
        return runner.run(whole())


#: The lamps of a pair from each ms on: a cross, a tick, both or neither.
PATTERNS = {
    Lamp.YES: [(1000, ".v")],
    Lamp.NO: [(1000 + 150 * n, "x." if n % 2 == 0 else "..") for n in range(5)],
    Lamp.ELSEWHERE: [(1000, "xv")],
    Lamp.REFUSED: [
        *((1000 + 150 * n, "x." if n % 2 == 0 else ".v") for n in range(6)),
        (1900, ".."),
    ],
    Lamp.FROM: [(1000 + 150 * n, "x." if n % 2 == 0 else "..") for n in range(21)],
    Lamp.TO: [(1000 + 150 * n, ".v" if n % 2 == 0 else "..") for n in range(21)],
    Lamp.DARK: [],
}


@pytest.mark.parametrize("lamp", PATTERNS)
@pytest.mark.parametrize("at", [0, 5])
def test_each_pattern_moves_on_by_the_millisecond(lamp, at):
    """
    Each lamp pattern has its exact times from its own start.

    Other lamps stay dark.
    """

    async def play(film):
        film.show_it.present(answered(at, lamp, "yes"), "en")
        await asyncio.sleep(3.1)

    film = filmed(play)
    assert film.lamps.pop(at + 1) == [(0, ".."), *PATTERNS[lamp]]
    assert all(other == [(0, "..")] for other in film.lamps.values())
    assert not film.guard.broken


def test_two_zones_that_began_apart_blink_apart():
    """Two zones that began at different times blink independently."""

    async def play(film):
        film.show_it.present(answered(0, Lamp.NO, "no"), "en")
        await asyncio.sleep(0.1)
        both = list(answered(0, Lamp.NO, "no").zones)
        both[3] = replace(both[3], lamp=Lamp.FROM)
        film.show_it.present(replace(FACE, zones=tuple(both)), "en")
        await asyncio.sleep(0.65)
        film.show_it.present(FACE, "en")
        await asyncio.sleep(1)

    film = filmed(play)
    assert [ms for ms, _ in film.lamps[1]] == [0, 1000, 1150, 1300, 1450, 1600, 1750]
    assert [ms for ms, _ in film.lamps[4]] == [0, 1100, 1250, 1400, 1550, 1700, 1750]


#: The buzzer's tones in Hz and pauses, by ms.
SOUNDS = {
    Buzz.YES: [(0, 784), (80, 1175), (240, "off")],
    Buzz.NO: [(0, 262), (180, 196), (500, "off")],
    Buzz.REFUSED: [(0, 440), (60, "off"), (140, 440), (200, "off")],
}


@pytest.mark.parametrize("buzz", SOUNDS)
def test_each_sound_lasts_as_long_as_it_is_written(buzz):
    """Each sound has its notes for their times and ends by itself."""

    async def play(film):
        film.show_it.buzz(buzz)
        await asyncio.sleep(1)

    told = [(1000, "off"), *((1000 + ms, what) for ms, what in SOUNDS[buzz])]
    assert filmed(play).sounds == [*told, (2000, "off")]  # leaving makes it silent


def test_a_sound_that_is_cut_short_is_not_heard_of_again():
    """A sound that is replaced by another one is not continued."""

    async def play(film):
        film.show_it.buzz(Buzz.REFUSED)
        await asyncio.sleep(0.1)
        film.show_it.buzz(Buzz.NO)
        await asyncio.sleep(0.9)

    assert filmed(play).sounds == [
        *((1000, "off"), (1000, 440), (1060, "off")),
        *((1100, "off"), (1100, 262), (1280, 196), (1600, "off")),
        (2000, "off"),
    ]


def test_the_dot_breathes_once_a_second():
    """The dot on the table screen blinks once a second until the show is closed."""

    async def play(film):
        film.show_it.present(FACE, "en")
        film.pictures.clear()
        await asyncio.sleep(3.5)
        film.show_it.close()
        await asyncio.sleep(3)

    say_it = said("en")
    dots = [draw_table(FACE.table, say_it, alive=on).tobytes() for on in (True, False)]
    assert dots[0] != dots[1]
    assert filmed(play).pictures == [
        (1000 * second, "table", dots[second % 2], False) for second in (2, 3, 4)
    ]


def said(language):
    """Return the words as a screen has them."""
    return lambda message: TEXTS[language].say(message, "screen")


@pytest.mark.parametrize(
    ("changed", "names"),
    [
        ({}, []),
        ({"maker": WORD}, ["maker"]),
        ({"table": TableFace(say("paused"))}, ["table"]),
        ({"local": TableFace(say("paused"))}, ["table"]),
        ({"zones": (*FACE.zones[:5], ZoneFace(in_word=False))}, ["6"]),
        ({"zones": (ZoneFace(spelled="A"), *FACE.zones[1:])}, ["1"]),
    ],
)
def test_what_has_changed_is_drawn_and_nothing_else(changed, names):
    """Only changes are drawn; after a failure everything is drawn again."""
    every = [*"123456", "table", "maker"]

    async def play(film):
        film.show_it.present(FACE, "en")
        assert film.drawn() == [*every, "table"]  # the dot begins to breathe
        face = replace(FACE, **changed)
        film.show_it.present(face, "en")
        assert film.drawn() == names
        film.raising.add("3")
        film.show_it.present(face, "de")
        film.drawn()
        assert film.guard.broken
        film.show_it.present(face, "de")
        assert film.drawn() == [name for name in every if name != "3"]
        film.raising.clear()
        film.show_it.present(face, "de")
        assert film.drawn() == every
        assert not film.guard.broken
        film.show_it.present(face, "de")
        assert film.drawn() == []

    filmed(play)


def test_each_screen_has_its_own_picture():
    """An answer is urgent, and all else can wait; each zone's number is its own."""
    zones = (
        *(ZoneFace(), ZoneFace(word=say("no")), ZoneFace(spelled="E", mark=Mark.HERE)),
        *(ZoneFace(Lamp.YES, say("yes")), ZoneFace(in_word=False), ZoneFace()),
    )
    face = replace(FACE, zones=zones, local=TableFace(say("paused")), maker=WORD)

    async def play(film):
        film.show_it.present(face, "de")

    pictures = filmed(play).pictures
    say_it = said("de")
    expected = [
        (str(n), draw_zone(zone, Zone(n), say_it).tobytes(), n in (2, 3, 4))
        for n, zone in enumerate(zones, 1)
    ]
    table = draw_table(face.local, say_it, alive=True)
    maker = draw_maker(WORD, say_it)
    expected.sort(key=lambda one: not one[2])
    expected += [("table", table.tobytes(), False), ("maker", maker.tobytes(), False)]
    assert [one[1:] for one in pictures[:8]] == expected


def test_a_part_that_raises_is_named_with_its_zone(caplog):
    """The log says which lamp and which screen it was."""

    async def play(film):
        film.raising = {2, "2", "table", "maker"}
        film.show_it.present(FACE, "en")

    filmed(play)
    assert [message.split(" cannot")[0] for message in caplog.messages] == [
        *("lamp-2", "screen-2", "screen-table", "screen-maker"),
    ]


#: Two beats and the end of a script, as `beats` makes one.
LIT = tuple(
    replace(FACE.zones[0], lamp=Lamp.YES) if n == 2 else ZoneFace() for n in range(6)
)
DRAWN = (ZoneFace(letter="I", build=(1, 0, 0, 0)), *FACE.zones[1:])
NOTE = (60, 0, 880)
SCRIPT = (
    *(Beat(0, FACE.zones), Beat(300, LIT, (NOTE,)), Beat(450, FACE.zones)),
    Beat(600, DRAWN, (NOTE, NOTE)),
)
LAST = replace(FACE, zones=DRAWN)


def test_beats_lead_to_what_is_to_be_seen():
    """Each at its time; at the end lamps and screens show the face."""

    async def play(film):
        film.show_it.present(FACE, "en")
        film.pictures.clear()
        film.show_it.light_up(LAST, "en", SCRIPT, sound=True)
        await asyncio.sleep(0.9)

    film = filmed(play)
    assert film.lamps[3] == [(0, ".."), (1300, ".v"), (1450, "..")]
    drawn = [(ms, name) for ms, name, *_ in film.pictures if name != "table"]
    assert drawn == [(1300, "3"), (1450, "3"), (1600, "1")]
    on = [ms for ms, what in film.sounds if what != "off"]
    assert on == [1300, 1600, 1660]
    assert film.show_it._zones == DRAWN


def test_beats_are_silent_where_the_sound_is_off():
    async def play(film):
        film.show_it.light_up(LAST, "en", SCRIPT)
        await asyncio.sleep(0.9)

    assert {what for _, what in filmed(play).sounds} == {"off"}


def test_an_answer_ends_all_beats_at_once():
    """Lamp and screen answer at the same millisecond as without them."""

    async def play(film):
        film.show_it.light_up(LAST, "en", SCRIPT, sound=True)
        film.show_it.finish()
        await asyncio.sleep(0.35)
        film.pictures.clear()
        film.show_it.present(answered(0, Lamp.NO, "no"), "en")
        await asyncio.sleep(2)

    film = filmed(play)
    assert film.lamps[1][1] == (1350, "x.")
    assert film.lamps[3] == [(0, ".."), (1300, ".v"), (1350, "..")]
    drawn = [(ms, name) for ms, name, *_ in film.pictures if name != "table"]
    assert drawn == [(1350, "1"), (1350, "3")]
    assert film.show_it._beats == []


def test_beats_go_on_while_the_zones_have_to_show_the_same():
    """A sequence of zones goes on while the face's zones stay the same."""

    async def play(film):
        film.show_it.light_up(LAST, "en", SCRIPT)
        await asyncio.sleep(0.35)
        other = replace(LAST, table=TableFace(say("paused")))
        film.show_it.light(other.zones)  # as the journal's thread does
        film.show_it.present(other, "en")
        await asyncio.sleep(0.5)

    film = filmed(play)
    assert film.lamps[3] == [
        (0, ".."),
        (1300, ".v"),
        (1350, ".."),
        (1350, ".v"),
        (1450, ".."),
    ]
    assert film.show_it._zones == DRAWN


def test_another_script_takes_the_place_of_one_that_still_plays():
    async def play(film):
        film.show_it.light_up(LAST, "en", SCRIPT)
        await asyncio.sleep(0.1)
        film.show_it.light_up(LAST, "en", (Beat(0, LIT), Beat(500, DRAWN)))
        await asyncio.sleep(1)

    assert filmed(play).lamps[3] == [(0, ".."), (1100, ".v"), (1600, "..")]


def test_whoever_leaves_hears_of_no_more_beats():
    async def play(film):
        film.show_it.light_up(LAST, "en", SCRIPT)
        film.show_it.close()
        await asyncio.sleep(2)

    assert filmed(play).lamps[3] == [(0, "..")]
