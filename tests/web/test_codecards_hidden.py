"""
U1: a phone that sends all 52 card names learns nothing about hidden cards.

If the board deals, any card that is not in the own hand gets the same refusal. With
real cards no page may name a card before the code is broken.
"""

from dataclasses import replace
from json import dumps

import pytest

from firmware_host.board.events import Tapped
from firmware_host.board.messages import Refused
from firmware_host.board.pieces import Card, Zone
from firmware_host.games.codecards.game import codecards
from firmware_host.games.codecards.rules import DECK, PlayingCard
from firmware_host.session import state
from tests.controller.bench import until
from tests.web.school import school
from tests.web.test_codecards_canary import bare

NAMES = ("Tina", "Lee")
HIDDEN = "QH 7C AS KC 10D 2D"


async def sat(now, *names):
    """Return the phones of those who sit at home, by seat."""
    teacher = await now.teacher()
    await teacher.post("/api/teacher/settings", place="home")
    await now.api.send({"command": "choose", "players": list(NAMES)})
    phones = [now.browser(f"192.0.2.{seat}") for seat in range(len(names))]
    for seat, phone in enumerate(phones):
        body = {"code": now.web.room.code, "seat": seat}
        assert "phone" in await phone.post("/api/join", **body)
    return phones


async def begin(now, **rules):
    table_api = now.api
    rules = {"cards": "real"} | rules
    return await table_api.send(
        {"command": "begin", "game": "codecards", "rules": rules}
    )


async def tap(now, zone, name):
    """Hold a real card to a pad."""
    card = PlayingCard(name)
    before = now.table.session.playing
    now.table.happen(Tapped(Zone(zone), Card(str(card.suit), card.rank)))
    await until(lambda: now.table.session.playing != before)


async def hidden(now):
    """Tap six real cards face down; return who begins."""
    for zone, name in enumerate(HIDDEN.split(), 1):
        await tap(now, zone, name)
    await until(lambda: now.see()["turn"] is not None)
    return now.see()["turn"]


async def named(phone, line, cards=DECK):
    """Return the status and text that a phone gets for each card in *line*."""
    answers = {}
    for card in cards:
        body = {**line, "card": card, "seen": await phone.seen()}
        answer = await phone.client.post("/api/do", json=body)
        said = answer.text.replace(card, "")
        answers[card] = (answer.status_code, said)
    return answers


async def wall(now):
    """Return all that the wall shows, clocks and counters aside, as text."""
    return dumps(bare(await now.browser().get("/api/state?as=wall")))


async def test_with_real_cards_no_page_says_which_card_is_meant(tmp_path):
    """With real cards all 52 names get the same answer, when hiding and playing."""
    async with school(tmp_path) as now:
        phones = await sat(now, *NAMES)
        assert not isinstance(await begin(now), Refused)
        await tap(now, 1, "QH")
        before = await wall(now)
        hide = {"do": "hide", "place": 1}
        assert len(set((await named(phones[1], hide)).values())) == 1
        assert await wall(now) == before

        turn = await hidden(now)
        before = await wall(now)
        for column in (1, 2):
            play = {"do": "play", "column": column}
            assert len(set((await named(phones[turn], play)).values())) == 1
        assert await wall(now) == before


async def test_once_the_code_is_broken_any_card_is_named(tmp_path):
    """After the code is broken all 52 card names are accepted."""
    async with school(tmp_path) as now:
        phones = await sat(now, *NAMES)
        await begin(now, early_break="on")
        turn = await hidden(now)
        assert await phones[turn].post("/api/do", do="break") == {"ok": True}
        for card in DECK:
            line = {"do": "name", "card": card}
            assert await phones[turn].post("/api/do", **line) == {"ok": True}
            assert await phones[turn].post("/api/do", do="undo") == {"ok": True}


async def test_of_cards_that_are_dealt_only_the_own_hand_can_be_named(
    tmp_path, monkeypatch
):
    """Any card that is not in the player's hand gives the same refusal."""
    monkeypatch.setattr(state, "REFUSAL_MS", 600_000)  # each is seen while it blinks
    async with school(tmp_path) as now:
        phones = await sat(now, *NAMES)
        assert not isinstance(await begin(now, cards="dealt"), Refused)
        assert await phones[1].post("/api/do", do="deal") == {"ok": True}
        turn = now.see()["turn"]
        own = (await phones[turn].get("/api/state?as=seat"))["you"]["secret"]
        assert (len(own["code"]), len(own["hand"])) == (3, 6)
        other = (await phones[1 - turn].get("/api/state?as=seat"))["you"]["secret"]
        assert not set(own["hand"]) & {*own["code"], *other["hand"], *other["code"]}

        by_phone, by_tap = set(), set()
        for card in DECK:
            if card not in own["hand"]:
                line = {"do": "play", "column": 1}
                (answer,) = (await named(phones[turn], line, [card])).values()
                by_phone.add((*answer, await wall(now)))
            now.table.happen(Tapped(Zone(4), Card(str(card.suit), card.rank)))
            by_tap.add((now.table.session.refusal.refused.code, await wall(now)))
        assert [
            (status, "card-impossible" in text) for status, text, _ in by_phone
        ] == [(409, True)]
        assert [code for code, _ in by_tap] == ["cards-dealt"]

        line = {"do": "play", "column": 1, "card": own["hand"][0]}
        assert await phones[1 - turn].post("/api/do", **line) == "not-your-turn"
        assert await phones[turn].post("/api/do", **line) == {"ok": True}


async def test_dealt_cards_need_phones_and_the_refusal_says_what_helps(tmp_path):
    """
    Dealt cards need a maker screen or a phone for each player.

    Without either the game is refused.
    """
    async with school(tmp_path) as now:
        await sat(now, "Tina")
        table = now.table
        assert table.session.maker_screen
        assert not isinstance(await begin(now, cards="dealt"), Refused)
        await now.api.do({"do": "end"})

        table.session = replace(table.session, maker_screen=False, virtual=False)
        refused = await begin(now, cards="dealt")
        assert refused.code == "cards-unseen-real"
        lee = now.browser()
        body = {"code": now.web.room.code, "seat": 1}
        assert "phone" in await lee.post("/api/join", **body)
        assert not isinstance(await begin(now, cards="dealt"), Refused)


@pytest.mark.parametrize("cards", ["real", "dealt"])
async def test_a_page_is_told_only_what_it_may_send(tmp_path, cards):
    """With real cards a phone's list of actions has none that names a card."""
    async with school(tmp_path) as now:
        phones = await sat(now, *NAMES)
        await begin(now, cards=cards)
        may = (await phones[0].get("/api/state?as=seat"))["you"]["may"]
        assert ("deal" in may) is (cards == "dealt")
        assert not {"hide", "code"} & set(may)
        if cards == "dealt":
            await phones[0].post("/api/do", do="deal")
        turn = await hidden(now) if cards == "real" else now.see()["turn"]
        seen = await phones[turn].get("/api/state?as=seat")
        assert ("play" in seen["you"]["may"]) is (cards == "dealt")
        assert "play" in seen["view"]["may"]
        assert codecards.at_board(now.table.session.playing.game) >= {"hide", "code"}
