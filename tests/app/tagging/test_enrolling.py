"""Enrolling: one pass through the set, at the real wire, and nothing is ever lost."""

import asyncio

import pytest

from firmware_host.app.content.languages import load_texts
from firmware_host.app.tagging import tagging as enrolling
from firmware_host.board.catalogue import pieces
from firmware_host.board.entries import Tag
from firmware_host.board.events import Button
from firmware_host.board.faces import Lamp
from firmware_host.board.messages import Refused, say
from firmware_host.board.pieces import RACK, Card, Kind, Piece, Tile, Zone
from firmware_host.errors import AskedError
from firmware_host.games.decipher.rules import Guess
from firmware_host.languages import CODES
from firmware_host.picture.table import SENTENCE_PX
from firmware_host.picture.type import PLAIN, fits
from tests.app.enrolment import uid, workbench
from tests.controller.bench import until

RED = tuple(Piece(Kind.LONG_STICK, number) for number in range(1, 17))
A = Tile("A", 1)


@pytest.fixture
async def service_mode(tmp_path):
    async with workbench(tmp_path) as opened:
        yield opened


def line(service_mode):
    """Return the text on the table screen."""
    return load_texts("en").say(service_mode.running.table.face.table.line, "screen")


# --- the whole set ------------------------------------------------------------


async def test_48_emulated_tags_take_one_pass(service_mode):
    """Each tapped once, on any pad; then the table knows them, without a restart."""
    async with service_mode.enrolling() as now:
        for number in range(48):
            assert now.wish == pieces()[number]
            said = await service_mode.tap(uid(number), Zone(1 + number % 6))
            assert said[:2] == ("enrol-is", True)
        await service_mode.over()
        assert now.progress.over
    assert dict(service_mode.tags) == {
        uid(at): item for at, item in enumerate(pieces())
    }
    assert service_mode.running.table._parts.pieces[uid(47)] == pieces()[47]
    assert service_mode.running.table.unknown == ()


async def test_six_pieces_at_once_are_six_pieces(service_mode):
    """Six pieces on six pads are enrolled at once, and each pad confirms its own."""
    async with service_mode.enrolling():
        for number in range(6):
            service_mode.pads.put(Zone(1 + number), uid(number))
        await until(lambda: len(service_mode.tags) == 6)
        await until(lambda: service_mode.lamps() == "123456")
        for number in range(6):
            service_mode.pads.lift(Zone(1 + number))
        await service_mode.tap(uid(6), Zone(3))
        assert service_mode.lamps() == "3"
    assert {service_mode.tags[uid(number)] for number in range(6)} == set(RED[:6])


async def test_the_screen_says_what_comes_next_and_how_far_it_is(service_mode):
    """The screen shows the next piece, its shape, and the count."""
    async with service_mode.enrolling():
        assert line(service_mode) == "Tap red 1"
        await service_mode.tap(uid(1))
        table = service_mode.running.table.face.table
        assert (line(service_mode), table.kind) == ("Tap red 2", Kind.LONG_STICK)
        assert table.status == say("enrol-count", n=2, of=48)


async def test_a_rack_has_no_lamps_so_the_zones_tick_for_it(service_mode):
    """Odd and even in turn, so that two pieces are two ticks."""
    async with service_mode.enrolling():
        await service_mode.tap(uid(1), RACK)
        assert service_mode.lamps() == "135"
        await service_mode.tap(uid(2), RACK)
        assert service_mode.lamps() == "246"


# --- errors -------------------------------------------------------------------


async def test_the_same_tag_again_is_noticed(service_mode):
    """
    A tag that was enrolled already is refused with its piece.

    The wanted piece stays the same.
    """
    async with service_mode.enrolling() as now:
        await service_mode.tap(uid(1))
        code, good, what = await service_mode.tap(uid(1), Zone(2))
        assert (code, good, what) == ("refused-tag-known", False, say("item-red", n=1))
        assert now.wish == RED[1]
        assert service_mode.running.table.face.zones[1].lamp is Lamp.REFUSED
    assert dict(service_mode.tags) == {uid(1): RED[0]}


async def test_two_at_once_are_unclear(service_mode):
    """The second one on a pad does not count beside the first."""
    async with service_mode.enrolling():
        service_mode.pads.put(Zone(4), uid(1))
        await until(lambda: service_mode.said is not None)  # later than it is stored
        said = await service_mode.tap(uid(2), Zone(4))
        assert said == ("refused-unclear", False, None)
        assert service_mode.running.table.face.zones[3].lamp is Lamp.REFUSED
    assert len(service_mode.tags) == 1


async def test_a_phone_is_refused_and_told_why(service_mode):
    """A phone is refused: its UID changes each time."""
    async with service_mode.enrolling() as now:
        assert (await service_mode.tap(b"\x08abc"))[:2] == ("refused-tag-random", False)
        assert now.wish == RED[0]
    assert service_mode.tags.all() == ()


async def test_the_cross_takes_the_last_ones_back(service_mode):
    """Each cross takes back one enrolment; a former spare is a spare again."""
    async with service_mode.enrolling() as now:
        await asyncio.wrap_future(service_mode.tags.enrol(Tag(uid(2), None)))
        await service_mode.tap(uid(1))
        await service_mode.tap(uid(2))
        assert await service_mode.press(Button.CROSS) == ("enrol-back", True, None)
        assert now.wish == RED[1]
        assert service_mode.tags.find(uid(2)) == Tag(uid(2), None)
        await service_mode.press(Button.CROSS)
        assert now.wish == RED[0]
        assert dict(service_mode.tags) == {}
        assert (await service_mode.press(Button.CROSS))[0] == "refused-nothing-to-undo"


async def test_the_tick_leaves_one_out_and_it_is_asked_for_next_time(service_mode):
    """A tick skips a piece, which the next enrolment asks for."""
    async with service_mode.enrolling(RED[:3]) as now:
        await service_mode.press(Button.TICK)
        assert now.wish == RED[1]
        await service_mode.tap(uid(2))
        await service_mode.tap(uid(3))
        await service_mode.over()
    async with service_mode.enrolling(RED[:3]) as now:
        assert now.wish == RED[0]
        await service_mode.tap(uid(1))
        await service_mode.over()
    assert [service_mode.tags[uid(n)] for n in (1, 2, 3)] == list(RED[:3])


async def test_holding_the_cross_stops_and_the_next_time_goes_on_there(
    service_mode, monkeypatch
):
    """A held cross stops the enrolment; the next one continues there."""
    monkeypatch.setattr(enrolling, "HOLD_S", 0.05)
    async with service_mode.enrolling() as now:
        await service_mode.tap(uid(1))
        service_mode.pads.press(Button.CROSS)
        await service_mode.over()
        assert now.progress.over
    async with service_mode.enrolling() as now:
        assert now.wish == RED[1]
        assert now.progress.number == 2


async def test_no_tick_before_it_is_on_the_card(service_mode):
    """No lamp is lit before the tag is stored; a slow card shows the hourglass."""
    async with service_mode.enrolling():
        service_mode.card.stall()
        service_mode.pads.put(Zone(2), uid(1))
        await until(lambda: service_mode.running.table.face.table.busy)
        assert service_mode.lamps() == ""
        assert dict(service_mode.tags) == {}
        service_mode.card.go_on()
        await until(lambda: service_mode.lamps() == "2")
        assert dict(service_mode.tags) == {uid(1): RED[0]}


async def test_a_full_card_is_told_and_the_piece_asked_for_again(service_mode):
    """A full card refuses the tag, and the same piece is asked for again."""
    async with service_mode.enrolling() as now:
        service_mode.card.full = True
        assert (await service_mode.tap(uid(1)))[:2] == ("refused-journal-failed", False)
        assert now.wish == RED[0]
        service_mode.card.full = False
        assert (await service_mode.tap(uid(1)))[:2] == ("enrol-is", True)


async def test_a_dead_pad_is_named_and_the_others_do(service_mode):
    """A dead pad is named, and the other pads work."""
    async with service_mode.enrolling():
        service_mode.pads.fail(Zone(3), 1)
        await until(lambda: service_mode.running.table.face.table.fault)
        assert service_mode.running.table.face.table.fault == say("fault-reader", n=3)
        assert (await service_mode.tap(uid(1), Zone(4)))[0] == "enrol-is"


# --- one thing, spares, other sets --------------------------------------------


async def test_a_piece_gets_a_new_tag_and_the_old_one_is_forgotten(service_mode):
    """A new tag for a piece or a start card replaces the old tag."""
    start = Card("start-decipher")
    for item, old, new in ((RED[2], uid(1), uid(2)), (start, uid(3), uid(4))):
        await asyncio.wrap_future(service_mode.tags.enrol(Tag(old, item)))
        async with service_mode.enrolling((item,), moving=True):
            await service_mode.tap(new)
            await service_mode.over()
        assert service_mode.tags.on(item) == (Tag(new, item),)
        assert service_mode.tags.find(old) is None


async def test_a_tag_that_moves_is_told(service_mode):
    """A moved tag is reported with its old piece, and can be taken back."""
    await asyncio.wrap_future(service_mode.tags.enrol(Tag(uid(1), RED[0])))
    async with service_mode.enrolling((A, Tile("A", 2)), moving=True):
        await service_mode.tap(uid(1))
        assert service_mode.now.progress.said == say(
            "enrol-moved",
            what=say("item-tile", letter="A", n=1),
            was=say("item-red", n=1),
        )
        await service_mode.press(Button.CROSS)
        assert service_mode.tags.all() == (Tag(uid(1), RED[0]),)


async def test_spares_come_without_end_until_the_tick(service_mode):
    """Spares are enrolled until a tick, and can become a piece later."""
    async with service_mode.enrolling(()) as now:
        for number in (1, 2, 3):
            assert (await service_mode.tap(uid(number)))[0] == "enrol-is"
        assert (await service_mode.tap(uid(2)))[0] == "refused-tag-known"
        service_mode.pads.press(Button.TICK)
        await service_mode.over()
        assert now.progress.over
    assert len(service_mode.tags.on(None)) == 3
    assert dict(service_mode.tags) == {}
    async with service_mode.enrolling((A,)):
        await service_mode.tap(uid(2))
        await service_mode.over()
    assert dict(service_mode.tags) == {uid(2): A}


async def test_a_piece_of_another_set_is_not_mistaken_for_a_new_one(service_mode):
    """A tag of another set is refused with the name of that set."""
    await asyncio.wrap_future(service_mode.tags.enrol(Tag(uid(1), RED[4], box="4b")))
    async with service_mode.enrolling() as now:
        assert (await service_mode.tap(uid(1)))[0] == "refused-tag-elsewhere"
        assert dict(now.progress.said.values)["box"] == "4b"
    async with service_mode.enrolling(box="4b") as now:
        await service_mode.tap(uid(2))
        assert service_mode.tags.find(uid(2)) == Tag(uid(2), RED[0], "4b")


# --- beside a game ------------------------------------------------------------


async def test_the_game_waits_and_nobody_else_gets_the_service_mode(service_mode):
    """
    During an enrolment a guess and a second service mode are refused.

    Then the screen is as before.
    """
    table = service_mode.running.table
    before = table.face.table
    async with service_mode.enrolling():
        assert await table.submit(Guess(0, "HOBBY")) == Refused("in-service")
        with pytest.raises(AskedError):
            async with table.service_mode():
                pass
        assert table.face.table.choices == ()
    assert table.face.table.line == before.line
    assert table.face.table.choices == before.choices


@pytest.mark.parametrize("language", CODES)
def test_what_is_refused_fits_the_screen(language):
    """Every refusal fits the screen, with the name of the set."""
    texts = load_texts(language)
    values = {"what": say("item-yellow", n=16), "box": "School 12"}
    for code in ("tag-known", "tag-elsewhere", "tag-random", "nothing-to-undo"):
        text = texts.say(say(f"refused-{code}", **values), "screen")
        assert fits(text, 128, SENTENCE_PX, PLAIN), text
