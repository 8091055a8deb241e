"""The virtual board: hands and eyes of a browser at a simulated board."""

import asyncio
from base64 import b64decode
from collections import defaultdict

import pytest
from PIL import Image

from firmware_host.app.content.languages import load_texts
from firmware_host.app.demo.demo import open_demo
from firmware_host.app.demo.virtual import ADVICE, TWIN, Virtual
from firmware_host.board.events import Button
from firmware_host.board.messages import Refused
from firmware_host.board.pieces import Kind, Seat, Zone
from firmware_host.devices.columns import PICTURE_BYTES, pack
from firmware_host.errors import AskedError
from firmware_host.games.decipher.rules import SetSecret
from firmware_host.languages import CODES
from firmware_host.link.messages import Tap
from firmware_host.session.setups import Player, Setup
from tests.opened import choice
from tests.web.ported import Ported

TWO = (Player("Ann"), Player("Bob"))


@pytest.fixture
async def demo(tmp_path):
    """A board with a game of two, whose word is HOBBY."""
    async with open_demo(tmp_path, tmp_path, setup=Setup(), haste=True) as demo:
        await demo.table.choose(choice(TWO))
        await demo.table.submit(SetSecret(Seat(0), "HOBBY"))
        yield demo


@pytest.fixture
async def virtual(demo):
    return Virtual(demo)


def tap(zone, kind):
    return {"act": "tap", "zone": zone, "kind": kind}


def trouble(name, *, on=True, **more):
    return {"act": "trouble", "trouble": name, "on": on, **more}


async def soon(condition, seconds=5.0):
    """Wait for *condition*, with a timeout."""
    async with asyncio.timeout(seconds):
        while not condition():  # noqa: ASYNC110 - anything may be waited for
            await asyncio.sleep(0.005)


async def test_a_tap_is_answered_by_rule_lamp_and_screen(virtual, demo):
    assert await Ported(virtual).touch(tap(1, "red")) is None
    assert Ported(virtual).look("en")["lamps"][0] == [False, True]
    await soon(lambda: virtual.look("en")["lamps"][0] == (False, True))
    shown = demo.screens.screens["1"]
    await soon(lambda: any(pack(shown.image)))  # lamps come first
    await soon(
        lambda: b64decode(virtual.look("en")["screens"]["1"]) == pack(shown.image)
    )
    assert virtual.look("en")["laid"] == [1, 0, 0, 0]


async def test_every_screen_goes_out_as_a_chip_has_it(virtual):
    screens = virtual.look("en")["screens"]
    assert set(screens) == {"table", *"123456"}  # a page has no lid
    assert {len(b64decode(one)) for one in screens.values()} == {PICTURE_BYTES}


async def test_the_blinking_dot_changes_nothing_on_a_page(virtual, demo):
    """
    The blinking dot of the screen does not change the page's picture.

    Otherwise each page would get a whole document every second.
    """
    chip, seen = demo.screens.screens["table"], defaultdict(set)

    def has_blinked():
        image = chip.image
        page = virtual.look("en")["screens"]["table"]
        if chip.image is image:  # no other thread has drawn meanwhile
            seen[page].add(pack(image))
        return len(seen[page]) > 1

    await soon(has_blinked)


async def test_what_changes_is_told_once_for_all_that_comes_together(virtual, demo):
    """Changes that come together are sent to the page once."""
    told, shown = [], []
    virtual.on_change(lambda: told.append(1))
    demo.watchers.append(lambda: shown.append(1))
    for screen in demo.screens.screens.values():
        screen.show(Image.new("1", (128, 64), 1))
    await soon(lambda: told)
    assert len(shown) > 4 * len(told)


async def test_two_hands_tap_one_after_the_other(virtual):
    """Two taps at the same time are carried out one after the other."""
    both = await asyncio.gather(
        virtual.touch(tap(1, "red")), virtual.touch(tap(1, "yellow"))
    )
    assert both == [None, None]
    assert virtual.look("en")["lamps"][0] == (False, True)


async def test_a_button_is_down_as_long_as_it_is_held(virtual, demo):
    for _ in range(2):  # a second press changes nothing
        await virtual.touch({"act": "press", "button": "cross"})
    await soon(lambda: [one[0] for one in demo.table.session.held] == [Button.CROSS])
    await virtual.touch({"act": "release", "button": "cross"})
    await soon(lambda: demo.table.session.held == ())


async def test_a_button_that_a_closed_page_held_is_let_go(virtual, demo, monkeypatch):
    monkeypatch.setattr("firmware_host.app.demo.virtual.HELD_S", 0.05)
    await virtual.touch({"act": "press", "button": "star"})
    await soon(lambda: demo.table.session.held != ())
    await soon(lambda: demo.table.session.held == ())


async def test_coaching_ends_with_the_first_yes(virtual):
    """The coach's hint stays after a No, and ends after a Yes."""
    assert virtual.look("de")["coach"].startswith("Zieh ein Teil")
    await virtual.touch(tap(2, "red"))
    assert virtual.look("en")["coach"].startswith("Drag ")
    await virtual.touch(tap(1, "red"))
    assert virtual.look("en")["coach"] == ""


def test_whatever_is_advised_at_a_keyboard_is_advised_here():
    """The coach's advice and the games' has a twin for a browser's hands."""
    for code in CODES:
        texts = load_texts(code).as_json("page")
        advised = {one.removeprefix(ADVICE) for one in texts if one.startswith(ADVICE)}
        twins = {one.removeprefix(TWIN) for one in texts if one.startswith(TWIN)}
        assert {f"web-{one}" for one in twins} | twins == advised


async def test_a_missed_read_is_no_tap_and_says_so(virtual, demo, monkeypatch):
    monkeypatch.setattr("firmware_host.app.demo.virtual.MISSED_S", 0.0)
    await virtual.touch(trouble("missed"))
    assert await virtual.touch(tap(1, "red")) == Refused("no-answer")
    await virtual.touch(trouble("missed", on=False))
    assert await virtual.touch(tap(1, "red")) is None
    assert sum(demo.doing.playing.game.round.placed[0]) == 1


async def test_a_piece_across_two_zones_counts_for_neither(virtual):
    await virtual.touch(trouble("neighbour"))
    assert await virtual.touch(tap(6, "red")) == Refused("unclear")
    assert await virtual.touch(tap(1, "red")) == Refused("unclear")
    await virtual.touch(trouble("neighbour", on=False))
    assert await virtual.touch(tap(1, "red")) is None


async def test_an_unknown_tag_is_refused(virtual):
    await virtual.touch(trouble("unknown"))
    assert await virtual.touch(tap(1, "red")) == Refused("unknown-tag")


async def test_a_dead_screen_is_dark_and_heals(virtual, demo):
    await virtual.touch(trouble("screen", zone=0))
    assert not any(b64decode(virtual.look("en")["screens"]["table"]))
    assert virtual.look("en")["troubles"]["screens"] == ["table"]
    await soon(lambda: "screen-table" in demo.table.session.faults)
    await virtual.touch(trouble("screen", on=False, zone=0))
    await soon(lambda: any(b64decode(virtual.look("en")["screens"]["table"])))


async def test_a_dead_reader_costs_only_its_zone(virtual, demo, monkeypatch):
    monkeypatch.setattr("firmware_host.app.demo.virtual.SHORT_PATIENCE_S", 0.05)
    await virtual.touch(trouble("reader", zone=1))
    assert await virtual.touch(tap(1, "red")) == Refused("no-answer")
    assert await virtual.touch(tap(4, "red")) is None
    await soon(lambda: "reader-1" in demo.table.session.faults)
    await virtual.touch(trouble("reader", on=False, zone=1))
    assert virtual.look("en")["troubles"]["readers"] == []
    assert await virtual.touch(tap(1, "red")) is None


async def test_a_pulled_cable_is_named_and_plugged_in_again(virtual, demo):
    await virtual.touch(trouble("cable"))
    await soon(lambda: "controller" in demo.table.session.faults)
    await virtual.touch(trouble("cable", on=False))
    await soon(lambda: demo.table.session.faults == ())
    assert await virtual.touch(tap(1, "red")) is None


async def test_a_stalled_card_shows_the_hourglass_until_it_recovers(virtual, demo):
    """While the card stalls, the table shows it as busy and no lamp is lit."""
    await virtual.touch(trouble("card"))
    tapping = asyncio.create_task(virtual.touch(tap(1, "red")))
    await soon(lambda: demo.table.face.table.busy)
    assert demo.pins.pair(Zone(1)) == (False, False)
    await virtual.touch(trouble("card", on=False))
    assert await tapping is None


@pytest.mark.parametrize(
    "what",
    [
        {"act": "tap", "zone": 0},
        {"act": "tap", "zone": 7, "kind": "red"},
        {"act": "tap", "zone": 1},
        {"act": "tap", "zone": 1, "card": "12H"},
        {"act": "press"},
        {"act": "press", "button": "zone-9"},
        {"act": "trouble", "trouble": "thunder", "on": True},
        {"act": "trouble", "trouble": "cable"},
        {"act": "trouble", "trouble": "screen", "on": True},
        {"act": "trouble", "trouble": "reader", "on": True},
        {"act": "trouble", "trouble": "screen", "zone": 9, "on": True},
    ],
)
async def test_what_no_hand_can_do_is_an_error_of_who_asks(virtual, what):
    with pytest.raises(AskedError):
        await virtual.touch(what)


async def test_a_game_without_pieces_has_all_the_screens(demo):
    """Six words of a query card, though its words have four letters."""
    chosen = choice(TWO, "en", 4, game="wqrdles")
    await demo.table.choose(chosen)
    assert Virtual(demo).look("en")["side"] == "B"


@pytest.mark.parametrize(("length", "side"), [(3, "A"), (5, "A"), (6, "B")])
async def test_six_letters_need_the_other_side(demo, length, side):
    await demo.table.choose(choice(TWO, "en", length=length))
    assert Virtual(demo).look("en")["side"] == side


def test_pieces_are_counted_in_the_order_of_the_kinds():
    """The kinds have the order by which the page's tray counts pieces."""
    assert [kind.value for kind in Kind] == ["red", "yellow", "blue", "green"]


async def test_a_piece_on_the_rack_waits_for_the_button_of_a_zone(virtual, demo):
    """A piece on the rack is answered after the button of a zone is pressed."""
    assert await virtual.touch(tap(0, "red")) is None
    assert demo.table.session.racked.kind is Kind.LONG_STICK
    await virtual.touch({"act": "press", "button": "zone-1"})
    await soon(lambda: virtual.look("en")["lamps"][0] == (False, True))


async def test_each_tile_of_a_letter_is_another_one(virtual, demo):
    """Tapping the same letter twice uses two different tiles."""
    heard = []
    demo.table.listen(lambda event, _: heard.append(event))
    for _ in range(2):
        await virtual.touch({"act": "tap", "zone": 0, "letter": "B"})
    tags = {event.body.uid for event in heard if isinstance(event.body, Tap)}
    assert len(tags) == 2


async def test_a_card_is_tapped_like_a_piece(virtual, demo):
    """Code cards are advised by the board's own sentence, on its six zones."""
    two = choice(TWO, length=0, game="codecards")
    await demo.table.choose(two)
    facts = []
    demo.table.listen(lambda _event, outcome: facts.extend(outcome or ()))
    await virtual.touch({"act": "tap", "zone": 1, "card": "QH"})
    assert [fact.card for fact in facts] == ["QH"]
    look = virtual.look("en")
    assert (look["side"], look["laid"]) == ("B", [0, 0, 0, 0])
    line = demo.table.face.table.line
    assert look["coach"] == load_texts("en").say(line)
