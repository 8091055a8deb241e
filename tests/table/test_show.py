"""Only changes are shown, and an answer comes first."""

import asyncio
import subprocess
import sys
from dataclasses import replace

import pytest

from firmware_host.app.content.languages import load_texts
from firmware_host.board.faces import Buzz, Face, Lamp, Mark, TableFace, ZoneFace
from firmware_host.board.messages import say
from firmware_host.languages import CODES
from firmware_host.picture.qr import draw_qr
from firmware_host.table.parts import PartGuard, Parts
from firmware_host.table.show import Show
from tests.controller.bench import until
from tests.picture.camera import read

TEXTS = {code: load_texts(code) for code in CODES}
FACE = Face(TableFace(say("secret-board")), (ZoneFace(),) * 6)


class Seen:
    """Lamps, screens and a buzzer that record their calls."""

    def __init__(self):
        self.lamps, self.pictures, self.sounds = [], [], []
        self.changed = asyncio.Event()

    def show(self, what, *args, cross=False, tick=False, urgent=False):
        """Record a pair of lamps or a screen."""
        if args:
            self.pictures.append((what, urgent))
        else:
            self.lamps.append((what, cross, tick))
        self.changed.set()

    def on(self, _hertz):
        """Record a tone."""
        self.sounds.append("on")

    def off(self):
        """Record silence."""
        self.sounds.append("off")
        self.changed.set()

    async def until(self, come):
        """Wait until *come* is true for the recorded calls."""
        async with asyncio.timeout(5):
            while not come():
                await self.changed.wait()
                self.changed.clear()


@pytest.fixture
async def seen():
    return Seen()


@pytest.fixture
async def show(seen):
    now = iter(range(0, 10**9, 5))
    parts = Parts(
        journal=None,
        wire=None,
        lamps=seen,
        screens=seen,
        buzzer=seen,
        texts=TEXTS,
        pieces={},
        clock_ms=lambda: next(now),
        entropy=lambda: bytes(32),
    )
    made = Show(parts, PartGuard(lambda _news: None))
    yield made
    made.close()


def answered(at, lamp, code):
    zones = list(FACE.zones)
    zones[at] = replace(zones[at], lamp=lamp, word=say(code))
    return replace(FACE, zones=tuple(zones))


async def test_only_the_zone_that_answers_is_drawn_and_first(show, seen):
    """Only the zone that answers is drawn again, and it is urgent."""
    show.present(FACE, "en")
    seen.pictures.clear()
    show.present(answered(2, Lamp.YES, "yes"), "en")

    assert seen.pictures == [("3", True)]


async def test_lamps_are_lit_before_anything_is_drawn(show, seen):
    """Lamps can be lit before anything is drawn."""
    show.present(FACE, "en")
    seen.lamps.clear()
    show.light(answered(2, Lamp.YES, "yes").zones)

    assert (3, False, True) in seen.lamps
    assert [one for one in seen.pictures if one == ("3", True)] == []


async def test_zones_that_answer_together_light_together_and_in_order(show, seen):
    """Lamps that change together are set in order, before any screen is drawn."""
    show.present(FACE, "en")
    told = []
    seen.show = lambda what, *args, **lit: told.append(
        ("screen" if args else what, lit)
    )
    zones = list(FACE.zones)
    for at, lamp in ((4, Lamp.NO), (0, Lamp.NO), (2, Lamp.YES)):
        zones[at] = replace(zones[at], lamp=lamp, word=say("yes"))
    show.present(replace(FACE, zones=tuple(zones)), "en")

    assert [what for what, _ in told[:3]] == [1, 3, 5]
    first = [what for what, _ in told].index("screen")
    assert "screen" not in [what for what, _ in told[:first]]
    assert all(what == "screen" for what, _ in told[first:])
    assert show._since_ms[0] == show._since_ms[4]


async def test_a_qr_code_comes_as_soon_as_a_thread_has_made_it(show, seen):
    """A QR code is drawn when a thread has made it, and is forgotten afterwards."""
    drawn = []
    seen.show = lambda what, *image, **_: what == "table" and drawn.append(*image)
    text = "HTTP://10.42.0.1/C/0123456789ABCDEF"
    code = TableFace(say("teacher-code", digits="123 456"), scan=text)
    show.present(replace(FACE, local=code), "en")
    assert [read(image) for image in drawn[-1:]] == [[]]
    await until(lambda: read(drawn[-1]) == [text])
    show.present(FACE, "en")
    assert read(drawn[-1]) == []
    assert text not in repr(vars(show))


async def test_a_qr_code_that_nobody_wants_any_more_is_not_shown(show, seen):
    """The button was let go before it was made."""
    drawn, text = [], "HTTP://10.42.0.1/C/0123456789ABCDEF"
    seen.show = lambda what, *image, **_: what == "table" and drawn.append(*image)
    code = TableFace(say("teacher-code", digits="123 456"), scan=text)
    show.present(replace(FACE, local=code), "en")
    show.present(FACE, "en")
    await asyncio.get_running_loop().run_in_executor(None, draw_qr, text)
    await asyncio.sleep(0)
    assert all(read(image) == [] for image in drawn)


async def test_a_qr_code_that_cannot_be_made_leaves_the_digits(show, seen):
    """A QR code that cannot be made is a fault, and the digits are shown."""
    code = TableFace(say("teacher-code", digits="123 456"), scan="A" * 99)
    show.present(replace(FACE, local=code), "en")
    await until(lambda: show._guard.broken)
    assert seen.pictures


async def test_marks_go_before_the_rest_as_answers_do(show, seen):
    """A letter's worth is an answer in the band."""
    show.present(FACE, "en")
    seen.pictures.clear()
    zones = list(FACE.zones)
    for at in (1, 2, 3):
        zones[at] = ZoneFace(Lamp.ELSEWHERE, spelled="E", mark=Mark.ELSEWHERE)
    show.present(replace(FACE, zones=tuple(zones)), "en")

    assert seen.pictures == [("2", True), ("3", True), ("4", True)]
    assert {(2, True, True), (3, True, True), (4, True, True)} <= set(seen.lamps)


async def test_a_no_blinks_by_itself_and_stays(show, seen):
    """The blinking of a No goes on without further calls."""
    show.present(answered(0, Lamp.NO, "no"), "en")
    await seen.until(lambda: len({one for one in seen.lamps if one[0] == 1}) > 1)

    assert {one for one in seen.lamps if one[0] == 1} == {
        (1, True, False),
        (1, False, False),
    }


async def test_another_language_draws_everything_anew(show, seen):
    """Another language draws every screen again."""
    show.present(FACE, "en")
    seen.pictures.clear()
    show.present(FACE, "de")

    names = [name for name, _ in seen.pictures]
    assert names == ["1", "2", "3", "4", "5", "6", "table", "maker"]


async def test_the_hourglass_is_on_the_table_screen_alone(show, seen):
    """The hourglass changes the table screen only."""
    show.present(answered(2, Lamp.YES, "yes"), "en")
    seen.pictures.clear()
    show.busy()

    assert [name for name, _ in seen.pictures] == ["table"]
    assert show.face.table.busy


async def test_a_sound_ends_and_another_one_cuts_it_short(show, seen):
    """A new sound stops the current one, and ends in silence."""
    show.buzz(Buzz.NO)
    show.buzz(Buzz.REFUSED)
    await seen.until(lambda: seen.sounds.count("on") > 1)
    await seen.until(lambda: seen.sounds[-1] == "off")

    assert seen.sounds.count("on") == 2


async def test_a_board_without_lamps_screens_and_buzzer_is_no_error(show):
    """A show without lamps, screens and buzzer works."""
    parts = replace(show._parts, lamps=None, screens=None, buzzer=None)
    bare = Show(parts, show._guard)
    bare.present(answered(0, Lamp.YES, "yes"), "en")
    bare.busy()
    bare.buzz(Buzz.YES)
    bare.close()

    assert bare.face is not None
    assert not show._guard.broken


def test_without_screens_nothing_is_loaded_that_draws():
    """A board in a page has no Pillow."""
    program = "import firmware_host.table.api, sys; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    ).stdout.split()
    assert {"PIL", "firmware_host.table.drawn"}.isdisjoint(loaded)
