"""The games with their secrets as people make them, and as their owners' pages read."""

import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import pytest

from firmware_host.games.keyword.rules import Deal
from tests.controller.bench import until

#: Words, codes and hands of cards that stand nowhere else on a page.
WORDS = ("FJORD", "VIXEN")
CODES = ("QH 7C AS", "2D 10D KC")
HANDS = (tuple("ABENXZ"), tuple("DGIKOY"))


#: The answer to an accepted action.
OK = {"ok": True}


async def _maker_sets_a_word(board, owners):
    maker = board.school.see()["view"]["maker"]
    assert await owners[maker].post("/api/do", do="secret", word=WORDS[0]) == OK


async def _everybody_sets_a_word(_board, owners):
    for owner, word in zip(owners, WORDS, strict=True):
        assert await owner.post("/api/do", do="secret", word=word) == OK


async def _codes_are_dealt(_board, owners):
    assert await owners[0].post("/api/do", do="deal") == OK


async def _codes_lie(board, _owners):
    table_api = board.school.api
    for seat, code in enumerate(CODES):  # tapped: no page says them
        await table_api.do({"do": "code", "by": seat, "cards": code.split()})
    await until(lambda: board.school.see()["view"]["phase"] == "playing")


async def _cards_are_dealt(board, _owners):
    await board.school.table.submit(Deal(HANDS, tuple("AERWTS"), bytes(32)))


@dataclass(frozen=True)
class Game:
    """
    A game, and how its secrets are made.

    Args:
        name: Of the game.
        make: Lets the owners' phones, or the board, make them.
        own: What of its owner's page is the secret.
        wishes: What is chosen before.
        dealt: Whether the board makes it at one moment, and nobody before.
    """

    name: str
    make: Callable[..., Awaitable[None]]
    own: str
    wishes: tuple[tuple[str, object], ...] = ()
    dealt: bool = False

    def __repr__(self):
        return self.name


GAMES = (
    Game("decipher", _maker_sets_a_word, "word", (("board_makes", False),)),
    Game("wqrdles", _everybody_sets_a_word, "word"),
    Game("codecards", _codes_lie, "code", (("rules", {"cards": "real"}),)),
    Game(
        "codecards",
        _codes_are_dealt,
        "hand",
        (("rules", {"cards": "dealt"}),),
        dealt=True,
    ),
    Game("keyword", _cards_are_dealt, "hand", dealt=True),
)
every_game = pytest.mark.parametrize("game", GAMES, ids=repr)

#: One whose secret is made and one whose secret is dealt; the others under ``--all``.
two_games = pytest.mark.parametrize(
    "game",
    [
        pytest.param(one, marks=() if at in (0, len(GAMES) - 1) else pytest.mark.long)
        for at, one in enumerate(GAMES)
    ],
    ids=repr,
)


async def at_home(board):
    """Let two sit down with phones of their own."""
    owners = [await board.phone(name=name) for name in ("Tina", "Lee")]
    assert [await one.seat() for one in owners] == [0, 1]
    return owners


async def begin(board, game):
    """Begin it at the board."""
    table_api = board.school.api
    rules = {"sand_s": 0} if game.name == "keyword" else {}
    wishes = {"game": game.name, "length": 5, "rules": rules, **dict(game.wishes)}
    assert isinstance(
        await table_api.send({"command": "begin", **wishes}), tuple | None
    )


async def secrets(game, owners):
    """Return by seat the secret on its owner's page, as bytes."""
    held = [(await owner.you())["secret"] for owner in owners]
    values = {
        seat: _sent(one[game.own])
        for seat, one in enumerate(held)
        if one and one[game.own]
    }
    assert values, "nobody holds a secret; there is nothing to look for"
    return values


def _sent(value):
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return text.strip('"').encode()
