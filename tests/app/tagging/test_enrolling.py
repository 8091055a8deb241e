"""Enrolling: one pass through the set, at the real wire, and nothing is ever lost."""

import asyncio

import pytest

from firmware_host.app.content.languages import load_texts
from firmware_host.app.tagging import enrolling
from firmware_host.board.catalogue import pieces
from firmware_host.board.faces import Lamp
from firmware_host.board.happenings import Button
from firmware_host.board.messages import Refused, say
from firmware_host.board.pieces import RACK, Card, Kind, Piece, Tile, Zone
from firmware_host.errors import AskedError
from firmware_host.games.decipher.actions import Guess
from firmware_host.journal.entries import Tag
from firmware_host.languages import CODES
from firmware_host.picture.table import SENTENCE_PX
from firmware_host.picture.type import PLAIN, fits
from tests.app.enrolment import uid, workbench
from tests.controller.bench import until

RED = tuple(Piece(Kind.LONG_STICK, number) for number in range(1, 17))
A = Tile("A", 1)


@pytest.fixture
async def bench(tmp_path):
    async with workbench(tmp_path) as opened:
        yield opened


def line(bench):
    """Return what the table screen asks for, in words."""
    return load_texts("en").say(bench.running.table.face.table.line, "screen")


# --- the whole set ------------------------------------------------------------


async def test_48_emulated_tags_take_one_pass(bench):
    """Each tapped once, on any pad; then the table knows them, without a restart."""
    async with bench.enrolling() as now:
        for number in range(48):
            assert now.progress.wish == pieces()[number]
            said = await bench.tap(uid(number), Zone(1 + number % 6))
            assert said[:2] == ("enrol-is", True)
        await bench.over()
        assert now.progress.over
    assert dict(bench.tags) == {uid(at): item for at, item in enumerate(pieces())}
    assert bench.running.table._parts.pieces[uid(47)] == pieces()[47]
    assert bench.running.table.unknown == ()


async def test_six_pieces_at_once_are_six_pieces(bench):
    """One on each pad: each pad ticks as it was read, until it ticks again."""
    async with bench.enrolling():
        for number in range(6):
            bench.pads.put(Zone(1 + number), uid(number))
        await until(lambda: len(bench.tags) == 6)
        await until(lambda: bench.lamps() == "123456")
        for number in range(6):
            bench.pads.lift(Zone(1 + number))
        await bench.tap(uid(6), Zone(3))
        assert bench.lamps() == "3"
    assert {bench.tags[uid(number)] for number in range(6)} == set(RED[:6])


async def test_the_screen_says_what_comes_next_and_how_far_it_is(bench):
    """With the shape of the piece beside it."""
    async with bench.enrolling():
        assert line(bench) == "Tap red 1"
        await bench.tap(uid(1))
        table = bench.running.table.face.table
        assert (line(bench), table.kind) == ("Tap red 2", Kind.LONG_STICK)
        assert table.status == say("enrol-count", n=2, of=48)


async def test_a_rack_has_no_lamps_so_the_zones_tick_for_it(bench):
    """Odd and even in turn, so that two pieces are two ticks."""
    async with bench.enrolling():
        await bench.tap(uid(1), RACK)
        assert bench.lamps() == "135"
        await bench.tap(uid(2), RACK)
        assert bench.lamps() == "246"


# --- what can go wrong --------------------------------------------------------


async def test_the_same_tag_again_is_noticed(bench):
    """It is said what it is; nothing moves, and the same thing is still asked for."""
    async with bench.enrolling() as now:
        await bench.tap(uid(1))
        code, good, what = await bench.tap(uid(1), Zone(2))
        assert (code, good, what) == ("refused-tag-known", False, say("item-red", n=1))
        assert now.progress.wish == RED[1]
        assert bench.running.table.face.zones[1].lamp is Lamp.REFUSED
    assert dict(bench.tags) == {uid(1): RED[0]}


async def test_two_at_once_are_unclear(bench):
    """The second one on a pad does not count beside the first."""
    async with bench.enrolling():
        bench.pads.put(Zone(4), uid(1))
        await until(lambda: len(bench.tags) == 1)
        said = await bench.tap(uid(2), Zone(4))
        assert said == ("refused-unclear", False, None)
        assert bench.running.table.face.zones[3].lamp is Lamp.REFUSED
    assert len(bench.tags) == 1


async def test_a_phone_is_refused_and_told_why(bench):
    """Its number would be another one next time."""
    async with bench.enrolling() as now:
        assert (await bench.tap(b"\x08abc"))[:2] == ("refused-tag-random", False)
        assert now.progress.wish == RED[0]
    assert bench.tags.all() == ()


async def test_the_cross_takes_the_last_ones_back(bench):
    """One after the other; a spare that it was, it is again."""
    async with bench.enrolling() as now:
        await asyncio.wrap_future(bench.tags.enrol(uid(2), None))
        await bench.tap(uid(1))
        await bench.tap(uid(2))
        assert await bench.press(Button.CROSS) == ("enrol-back", True, None)
        assert now.progress.wish == RED[1]
        assert bench.tags.find(uid(2)) == Tag(uid(2), None)
        await bench.press(Button.CROSS)
        assert now.progress.wish == RED[0]
        assert dict(bench.tags) == {}
        assert (await bench.press(Button.CROSS))[0] == "refused-nothing-to-undo"


async def test_the_tick_leaves_one_out_and_it_is_asked_for_next_time(bench):
    """A lost piece keeps nobody from the others."""
    async with bench.enrolling(RED[:3]) as now:
        await bench.press(Button.TICK)
        assert now.progress.wish == RED[1]
        await bench.tap(uid(2))
        await bench.tap(uid(3))
        await bench.over()
    async with bench.enrolling(RED[:3]) as now:
        assert now.progress.wish == RED[0]
        await bench.tap(uid(1))
        await bench.over()
    assert [bench.tags[uid(n)] for n in (1, 2, 3)] == list(RED[:3])


async def test_holding_the_cross_stops_and_the_next_time_goes_on_there(
    bench, monkeypatch
):
    """Nothing that was enrolled is asked for again."""
    monkeypatch.setattr(enrolling, "HOLD_S", 0.05)
    async with bench.enrolling() as now:
        await bench.tap(uid(1))
        bench.pads.press(Button.CROSS)
        await bench.over()
        assert now.progress.over
    async with bench.enrolling() as now:
        assert now.progress.wish == RED[1]
        assert now.progress.number == 2


async def test_no_tick_before_it_is_on_the_card(bench):
    """A slow card shows the hourglass; whoever pulls the plug now loses nothing."""
    async with bench.enrolling():
        bench.card.stall()
        bench.pads.put(Zone(2), uid(1))
        await until(lambda: bench.running.table.face.table.busy)
        assert bench.lamps() == ""
        assert dict(bench.tags) == {}
        bench.card.go_on()
        await until(lambda: bench.lamps() == "2")
        assert dict(bench.tags) == {uid(1): RED[0]}


async def test_a_full_card_is_told_and_the_piece_asked_for_again(bench):
    """As soon as there is room it goes on."""
    async with bench.enrolling() as now:
        bench.card.full = True
        assert (await bench.tap(uid(1)))[:2] == ("refused-journal-failed", False)
        assert now.progress.wish == RED[0]
        bench.card.full = False
        assert (await bench.tap(uid(1)))[:2] == ("enrol-is", True)


async def test_a_dead_pad_is_named_and_the_others_do(bench):
    """It costs only itself."""
    async with bench.enrolling():
        bench.pads.fail(Zone(3), 1)
        await until(lambda: bench.running.table.face.table.fault)
        assert bench.running.table.face.table.fault == say("fault-reader", n=3)
        assert (await bench.tap(uid(1), Zone(4)))[0] == "enrol-is"


# --- one thing, spares, other sets --------------------------------------------


async def test_a_piece_gets_a_new_tag_and_the_old_one_is_forgotten(bench):
    """So is a start card's, which has no number."""
    start = Card("start-decipher")
    for item, old, new in ((RED[2], uid(1), uid(2)), (start, uid(3), uid(4))):
        await asyncio.wrap_future(bench.tags.enrol(old, item))
        async with bench.enrolling((item,), moving=True):
            await bench.tap(new)
            await bench.over()
        assert bench.tags.on(item) == (Tag(new, item),)
        assert bench.tags.find(old) is None


async def test_a_tag_that_moves_is_told(bench):
    """It was red 1, and is a tile now; taking that back makes it red 1 again."""
    await asyncio.wrap_future(bench.tags.enrol(uid(1), RED[0]))
    async with bench.enrolling((A, Tile("A", 2)), moving=True):
        await bench.tap(uid(1))
        assert bench.now.progress.said == say(
            "enrol-moved",
            what=say("item-tile", letter="A", n=1),
            was=say("item-red", n=1),
        )
        await bench.press(Button.CROSS)
        assert bench.tags.all() == (Tag(uid(1), RED[0]),)


async def test_spares_come_without_end_until_the_tick(bench):
    """And can become any piece later."""
    async with bench.enrolling(()) as now:
        for number in (1, 2, 3):
            assert (await bench.tap(uid(number)))[0] == "enrol-is"
        assert (await bench.tap(uid(2)))[0] == "refused-tag-known"
        bench.pads.press(Button.TICK)
        await bench.over()
        assert now.progress.over
    assert len(bench.tags.on(None)) == 3
    assert dict(bench.tags) == {}
    async with bench.enrolling((A,)):
        await bench.tap(uid(2))
        await bench.over()
    assert dict(bench.tags) == {uid(2): A}


async def test_a_piece_of_another_set_is_not_mistaken_for_a_new_one(bench):
    """It is said whose it is."""
    await asyncio.wrap_future(bench.tags.enrol(uid(1), RED[4], box="4b"))
    async with bench.enrolling() as now:
        assert (await bench.tap(uid(1)))[0] == "refused-tag-elsewhere"
        assert dict(now.progress.said.values)["box"] == "4b"
    async with bench.enrolling(box="4b") as now:
        await bench.tap(uid(2))
        assert bench.tags.find(uid(2)) == Tag(uid(2), RED[0], "4b")


# --- beside a game ------------------------------------------------------------


async def test_the_game_waits_and_nobody_else_gets_the_bench(bench):
    """What was on the screens is there again afterwards."""
    table = bench.running.table
    before = table.face.table
    async with bench.enrolling():
        assert await table.submit(Guess(0, "HOBBY")) == Refused("in-service")
        with pytest.raises(AskedError):
            async with table.bench():
                pass
        assert table.face.table.choices == ()
    assert table.face.table.line == before.line
    assert table.face.table.choices == before.choices


@pytest.mark.parametrize("language", CODES)
def test_what_is_refused_fits_the_screen(language):
    """Whose set it is, too."""
    texts = load_texts(language)
    values = {"what": say("item-yellow", n=16), "box": "School 12"}
    for code in ("tag-known", "tag-elsewhere", "tag-random", "nothing-to-undo"):
        text = texts.say(say(f"refused-{code}", **values), "screen")
        assert fits(text, 128, SENTENCE_PX, PLAIN), text
