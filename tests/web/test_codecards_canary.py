"""
Two codes with the same answers give the same documents to all but their owner.

Everything that is sent to the other player, the public and the teacher is compared.
Left out are the commitment, clocks and counters.
"""

import json

import pytest

from firmware_host.board.messages import Refused
from firmware_host.games.codecards.rules import DECK, Deal
from tests.controller.bench import until
from tests.web.school import school

TINA = 0
TINAS = "QH 7C AS"

#: Lee's codes; the first two have the same hits with Tina's cards: no, no, a
#: diamond.
CODES = ("2D 10D KC", "3D 9D KS", "2D 10H KC")
PLAYS = ((1, "4H"), (2, "6H"), (3, "5D"))

#: The dealt hands: Tina's played cards, and the next cards of the stock.
HANDS = "4H 6H 5D AC 2C 3C 4C 5C 6C 8C 9C 10C JC QC 3S 4S 5S"

#: The keys whose values differ between any two games and reveal no secret.
APART = {
    "n",
    "start",
    "elapsed_ms",
    "commitment",
    "note",
    "phone",
    "join",
    "ms",
    "began",
    "nicknames",
}

PATHS = {
    "public": ("/api/state?as=wall", "/api/state?as=seat"),
    "tina": ("/api/state?as=seat", "/api/me"),
    "teacher": ("/api/state?as=teacher",),
    "lee": ("/api/state?as=seat",),
}
PAST = ("/api/history", "/api/history/1", "/api/history/1.jsonl")


def bare(document, since=0):
    """
    Return a document without the values that differ between any two games.

    Change numbers are counted from *since*: the other player may have begun.
    """
    if isinstance(document, dict):
        kept = {key: one for key, one in document.items() if key not in APART}
        if "moments" in kept:  # those before belong to what was done before
            kept["moments"] = kept["moments"][-1:]
        if "seen" in kept:
            start, n = kept["seen"]
            kept["seen"] = [start, n - since]
        return {key: bare(one, since) for key, one in kept.items()}
    return (
        [bare(one, since) for one in document]
        if isinstance(document, list)
        else document
    )


async def heard(folder, lees, cards):
    """Return the documents of each client after Tina's first turn."""
    folder.mkdir()
    async with school(folder) as now:
        people = {"teacher": await now.teacher(), "public": now.browser()}
        await people["teacher"].post("/api/teacher/settings", place="home")
        table_api = now.api
        await table_api.send({"command": "choose", "players": ["Tina", "Lee"]})
        for seat, name in enumerate(("tina", "lee")):
            people[name] = phone = now.browser()
            assert "phone" in await phone.post(
                "/api/join", code=now.web.room.code, seat=seat
            )
        wishes = {"game": "codecards", "rules": {"cards": cards}}
        assert not isinstance(
            await table_api.send({"command": "begin", **wishes}), Refused
        )
        await (deal if cards == "dealt" else hide)(lees, now)
        since = now.table.session.changes
        for column, card in PLAYS:
            line = {"do": "play", "column": column, "card": card}
            if cards == "dealt":
                assert await people["tina"].post("/api/do", **line) == {"ok": True}
            else:  # tapped: no page says it
                assert not isinstance(await table_api.do(line), Refused)
        seen = {}
        for name, paths in {**PATHS, "public": (*PATHS["public"], *PAST)}.items():
            for path in paths:
                text = (await people[name].client.get(path)).text
                lines = [json.loads(line) for line in text.splitlines()]
                seen[f"{name} {path}"] = bare(lines, since)
        return seen


async def deal(lees, now):
    """Let the board deal them, and let Tina begin."""
    first = f"{TINAS} {lees} {HANDS}".split()
    rest = [card for card in DECK if card not in first]
    line = {"do": "deal", "deck": [*first, *rest], "first": TINA}
    action = now.table.session.playing.engine.action(line)
    assert isinstance(action, Deal)
    assert not isinstance(await now.table.submit(action), Refused)


async def hide(lees, now):
    """Let both hide their cards, until the lot falls on Tina."""
    table_api = now.api
    code = {"do": "code", "by": 0, "cards": TINAS.split()}
    assert not isinstance(await table_api.do(code), Refused)
    code = {"do": "code", "by": 1, "cards": lees.split()}
    while True:
        assert not isinstance(await table_api.do(code), Refused)
        await until(lambda: now.table.session.playing.game.round is not None)
        if now.table.session.playing.game.round.turn == TINA:
            return
        await table_api.do({"do": "undo"})


@pytest.mark.parametrize("cards", ["real", "dealt"])
async def test_only_hits_tell_two_codes_apart(tmp_path, cards):
    """
    Codes with the same hits differ in their owner's document only.

    Other hits change the wall's document.
    """
    one, other, third = [
        await heard(tmp_path / str(at), lees, cards) for at, lees in enumerate(CODES)
    ]
    wall, own = "public /api/state?as=wall", "lee /api/state?as=seat"

    assert {path for path in one if one[path] != other[path]} == {own}
    assert one[own][0]["you"]["secret"]["code"] == CODES[0].split()
    assert wall in {path for path in one if one[path] != third[path]}
    assert one[wall][0]["view"]["pennies"][TINA] == [False, False, True]
    # No client reads the played cards either, except the tops of the piles.
    (head,) = one["public /api/history/1.jsonl"]
    assert (head["players"], head["cards"]) == (["Tina", "Lee"], cards)
    assert one["public /api/history/1"][0]["positions"] == []
