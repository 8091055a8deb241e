"""What a page must know of a game to play it without a file of the game's own."""

import json
from types import SimpleNamespace

import pytest

from firmware_host.board.pieces import Card, Piece
from firmware_host.games import contract, grammar
from firmware_host.games.catalogue import GAMES
from firmware_host.games.contract import Needs, Value, Verb, Viewer
from firmware_host.games.declared import declared, verbs_among

COINS = (Card("coin", 1), Card("coin", 2), Card("map"))

#: A game with something of every kind.
PURSE = SimpleNamespace(
    VERBS={
        "lay": Verb(("by", "zone", "coin"), ("last", "wishes", "nonce")),
        "hide": Verb(("coin",), board=True),
        "tap": Verb(("zone",), hands=True),
        "stop": Verb(),
    },
    VALUES={
        "zone": grammar.ZONE,
        "coin": grammar.card(COINS),
        "last": grammar.FLAG,
        "wishes": grammar.list_of(grammar.LETTER, "letters"),
        "nonce": grammar.PROOF,
    },
    PUBLIC=("round", "turn", "totals", "over", "winners", "purse", "may"),
    NEEDS=Needs(seats=(1, 4), hears=(Piece, Card)),
    CARDS=COINS,
    OWN=(),
)


def test_every_line_that_a_page_may_send_is_declared_with_its_keys():
    """Not what the board or hands alone do; each key with what can be chosen."""
    lay, stop = declared(PURSE)["verbs"]
    assert (lay["do"], lay["by"], stop) == (
        *("lay", True),
        {"do": "stop", "by": False, "keys": []},
    )
    letter = {"kind": "letter", "choices": []}
    assert lay["keys"] == [
        {"name": "zone", "needed": True, "kind": "zone", "choices": [1, 2, 3, 4, 5, 6]},
        {
            "name": "coin",
            "needed": True,
            "kind": "card",
            "choices": ["coin-1", "coin-2", "map"],
        },
        {"name": "last", "needed": False, "kind": "flag", "choices": []},
        {
            "name": "wishes",
            "needed": False,
            "kind": "list",
            "choices": [],
            "item": letter,
        },
    ]


def test_what_is_tapped_and_what_a_view_has_of_its_own_are_declared():
    """The pages show turn, points and the end by themselves."""
    told = declared(PURSE)
    assert told["hears"] == ["piece", "card"]
    assert told["cards"] == ["coin-1", "coin-2", "map"]
    assert told["fields"] == ["round", "purse"]


@pytest.mark.parametrize("name", GAMES)
def test_what_a_game_declares_is_right_and_json(name):
    """Each choice that a page offers is one that the game takes."""
    engine = GAMES[name]
    told = declared(engine)
    assert json.loads(json.dumps(told)) == told
    for verb in told["verbs"]:
        for key in verb["keys"]:
            right = engine.VALUES[key["name"]]
            assert all(map(right.fits, key["choices"])), key


def test_a_letter_is_one_capital():
    assert list(map(grammar.LETTER.fits, ("A", "a", "AB", "", 1))) == [True] + 4 * [
        False
    ]
    assert grammar.value(PURSE, "by") == grammar.SEAT
    assert Value(str.isalpha, "letters").kind == "text"


@pytest.mark.parametrize(
    ("view", "viewer", "may"),
    [
        ({"turn": 1}, 1, ("tap",)),
        ({"turn": 1}, 0, ()),
        ({"turn": 1}, Viewer.PUBLIC, ()),
        ({"turn": None}, 0, ("tap",)),
        ({}, 0, ("tap",)),
        ({}, Viewer.PUBLIC, ()),
        ({"turn": 1, "over": True}, 1, ()),
        ({"turn": 1, "may": ()}, 1, ()),  # a game that says so itself
        ({"turn": 1, "may": ("pass",)}, 1, ("pass",)),
    ],
)
def test_a_game_that_does_not_say_offers_its_lines_to_whoever_is_on_turn(
    view, viewer, may
):
    """To everybody where nobody is; the pages have buttons for them."""
    assert contract.common(SimpleNamespace(**view), viewer, ("tap",)).may == may


def test_who_has_nothing_of_ones_own_in_such_a_game_only_looks_on():
    """Whoever came during the round sees what everybody does, and has no button."""
    own = SimpleNamespace(OWN=("hand",), VERBS={"lay": Verb(), "tap": Verb()})
    lines = {"undo": (), "lay": ()}
    assert verbs_among(lines, own, SimpleNamespace(public="all")) == ("lay",)
    assert verbs_among(lines, own, SimpleNamespace()) == ()
    assert verbs_among(lines, PURSE, SimpleNamespace()) == ("lay",)
