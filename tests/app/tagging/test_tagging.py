"""Tag administration at the table, as far as the web's tests do not cover it."""

import pytest

from firmware_host.app.tagging.tagging import (
    Tagging,
    catalogue,
    count_groups,
    list_items,
)
from firmware_host.board.catalogue import MORE, PARTS
from firmware_host.board.entries import Tag
from firmware_host.board.pieces import Card, Kind, Piece, Tile
from tests.app.enrolment import uid, workbench
from tests.controller.bench import until


@pytest.fixture
async def service_mode(tmp_path):
    async with workbench(tmp_path) as opened:
        yield opened


async def test_the_catalogue_has_everything_in_the_order_it_is_laid(service_mode):
    """Pieces, tiles, start cards; as the board's language and games have them."""
    session = service_mode.running.table.session
    whole = catalogue(session)
    games = len(session.games)
    assert len(whole) == 48 + 82 + games
    assert whole[-games] == Card("start-decipher")
    assert catalogue(session, ["cards", "pieces"]) == (*whole[:48], *whole[-games:])


@pytest.mark.parametrize(
    ("items", "text"),
    [
        ([Piece(Kind.LONG_STICK, n) for n in (3, 7, 8, 9)], "3, 7-9"),
        ([Tile("A", 2), Tile("B", 1), Tile("B", 2)], "A 2, B 1-2"),
        ([Tile("-", 1)], "- 1"),
        ([Card("start-decipher")], "start-decipher"),
        (
            [Card("clubs", 2), Card("clubs", 3), Card("hearts", 1)],
            "clubs 2-3, hearts 1",
        ),
        ([], ""),
    ],
)
def test_what_is_missing_is_told_shortly(items, text):
    """Missing items are listed as short ranges."""
    assert list_items(items) == text


async def test_a_later_card_counts_beside_those_of_the_catalogue(service_mode):
    service_mode.tags.enrol(Tag(uid(1), Card("joker"))).result()
    whole = catalogue(service_mode.running.table.session)
    assert count_groups(whole, service_mode.tags.all())[-1] == {
        "group": "cards",
        "has": 1,
        "of": len(service_mode.running.table.session.games),
        "missing": "",
    }


async def test_a_deck_is_counted_once_one_of_its_cards_has_a_tag(service_mode):
    """A card deck is counted only after one of its cards has a tag."""
    session = service_mode.running.table.session
    whole = catalogue(session, (*PARTS, *MORE))

    def groups():
        found = count_groups(whole, service_mode.tags.all())
        return {one["group"]: one for one in found}

    assert not set(MORE) & set(groups())
    service_mode.tags.enrol(Tag(uid(1), Card("spades", 13))).result()
    assert set(MORE) & set(groups()) == {"deck"}
    service_mode.tags.enrol(Tag(uid(2), Card("orange-e", 1))).result()
    letters = groups()["letters"]
    assert (letters["has"], letters["of"]) == (1, 201)
    told = groups()["deck"]
    assert (told["group"], told["has"], told["of"]) == ("deck", 1, 52)
    assert told["missing"].endswith("hearts 1-13, spades 1-12")
    assert told["missing"].startswith("clubs 1-13")


async def test_whoever_has_the_service_mode_already_is_not_disturbed(service_mode):
    """A walk through the parts, say: enrolment waits for its end."""
    tagging = Tagging(service_mode.running.table, service_mode.tags)
    async with service_mode.running.table.service_mode():
        refused = await tagging.start("pieces")
        assert refused.code == "in-service"
        assert tagging.see()["run"] is None
    assert await tagging.start("pieces") is None
    await tagging.stop()


async def test_a_full_card_is_told(service_mode):
    """On a full card forgetting tags is refused, and none is forgotten."""
    tagging = Tagging(service_mode.running.table, service_mode.tags)
    service_mode.tags.enrol(Tag(uid(1), Tile("A", 1))).result()
    service_mode.card.full = True
    refused = await tagging.forget("all")
    assert refused.code == "journal-failed"
    assert len(service_mode.tags.all()) == 1
    service_mode.card.full = False


async def test_it_says_when_there_is_something_new(service_mode):
    """Each step of an enrolment calls the listener."""
    told = []
    tagging = Tagging(service_mode.running.table, service_mode.tags)
    tagging.on_change(lambda: told.append(tagging.see()["run"]))
    await tagging.start("spares")
    service_mode.pads.put(1, uid(1))
    await until(lambda: any(run and run["said"] for run in told))
    await tagging.stop()
    assert tagging.see()["boxes"][0]["spares"] == 1
