"""The values of a transcript's line, and their description for pages."""

import json
from types import SimpleNamespace

import pytest

from firmware_host.board.pieces import Card, Piece
from firmware_host.games import grammar, views
from firmware_host.games.catalogue import GAMES
from firmware_host.games.codecards.game import codecards
from firmware_host.games.contract import Needs, Value, Verb
from firmware_host.games.decipher.game import decipher
from firmware_host.games.grammar import declared, verbs_among
from firmware_host.games.keyword.game import keyword
from firmware_host.games.views import Viewer
from firmware_host.games.wqrdles.game import wqrdles

HEX = "0123456789abcdef" * 4
SECRET = {"do": "secret", "by": 0, "word": "HOBBY"}
TAP = {"do": "tap", "zone": 1, "kind": "red"}
PLAY = {"do": "play", "column": 1, "card": "10H"}
LAY = {"do": "lay", "by": 0, "word": "CAT"}


def fault(engine, line) -> str:
    """Return why a line is wrong; nothing where it is right."""
    try:
        return "" if grammar.checked(line, engine) == line else "changed"
    except ValueError as told:
        return str(told)


@pytest.mark.parametrize(
    ("engine", "line", "key", "right", "wrong"),
    [
        (decipher, SECRET, "word", ["", "A" * 100], ["A" * 101, 5, None]),
        (decipher, SECRET, "override", [True, False], [1, 0, "on"]),
        (decipher, SECRET, "nonce", [HEX], [HEX[1:], HEX + "0", HEX.upper(), 64]),
        (decipher, TAP, "zone", [1, 6], [0, 7, 1.0, "1", True]),
        (decipher, TAP, "kind", ["red", "green"], ["pink", "", 1, ["red"]]),
        (codecards, PLAY, "column", [1, 3], [0, 4, True]),
        (codecards, PLAY, "card", ["AC", "KS"], ["1C", "ac", "", 10, None]),
        (keyword, LAY, "blue", [[], [0, 6], (0,) * 100], [[7], [-1], 0, [0] * 101]),
        (keyword, LAY, "blanks", [[1, 99]], [[0], [100], [True]]),
        (keyword, LAY, "tags", [[0, 99]], [[-1], [100], ["1"]]),
        (
            keyword,
            {"do": "open", "zone": 1, "card": "A"},
            "card",
            ["Z", "?"],
            ["", "a", "AB", 1],
        ),
        (
            keyword,
            {"do": "open", "zone": 1, "card": "A"},
            "tag",
            [0, 99],
            [-1, 100, "1"],
        ),
        (
            keyword,
            {"do": "pass", "by": 0},
            "discard",
            ["", "CATS?", ["A", "?"], "A" * 12],
            ["A" * 13, "cat", [1], 5, None],
        ),
        (
            wqrdles,
            {"do": "decode", "by": 0, "marks": "-----"},
            "marks",
            ["gy--", "gygy-"],
            ["gy-", "gygygy", "gyx-", 5, ["g"] * 4],
        ),
        (wqrdles, {"do": "deal"}, "pile", [[1], [60]], [[0], [61], 1]),
        (wqrdles, SECRET, "sequence", ["on", "off"], ["each", True]),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_a_value_is_right_up_to_its_limits(engine, line, key, right, wrong):
    """A value at its limit is right; one beyond or of another type is refused."""
    for value in right:
        assert fault(engine, {**line, key: value}) == ""
    for value in wrong:
        assert fault(engine, {**line, key: value}).startswith(f"{key} must be ")


def test_a_whole_number_is_no_boolean():
    """A boolean is no whole number."""
    assert [grammar.is_int(one) for one in (0, -5, True, False, 1.0, "1")] == [
        *(True, True, False, False, False, False)
    ]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ({}, '"do" must be one of secret, hand, tap'),
        ({"do": ["ask"]}, "not ["),
        ({"do": "secret", "by": 0}, "\"secret\" needs 'word'"),
        ({"do": "ask", "zone": 1}, "\"ask\" has no 'zone'; it knows: do"),
        ({"do": "secret", "wörd": ""}, "has no 'wörd'; it knows: do, by, word, ove"),
    ],
)
def test_a_line_of_another_shape_says_what_is_known(line, told):
    """The verbs of any game come last."""
    assert told in fault(decipher, line)
    assert list(grammar.verbs_of(decipher))[-5:] == [
        *("undo", "void", "leave", "join", "end")
    ]


@pytest.mark.parametrize(
    ("engine", "line", "told"),
    [
        (decipher, {"do": "ask"}, None),
        (decipher, {"do": "retire", "by": 1}, None),
        (decipher, {"do": "retire", "by": 2}, '"by" must be a seat of 0 to 1'),
        (decipher, {"do": "retire", "by": -1}, '"by" must be a seat of 0 to 1'),
        (decipher, {"do": "retire", "by": True}, '"by" must be a seat of 0 to 1'),
        (decipher, {"do": "retire", "by": "Tina"}, '"by" must be a seat of 0 to 1'),
        (decipher, {"do": "join", "by": 2}, 'the board alone does "join"'),
        (decipher, {"do": "check"}, 'the board alone does "check"'),
        (decipher, {**SECRET, "nonce": HEX}, "the board alone says nonce"),
        (decipher, {**SECRET, "override": True}, None),
        (wqrdles, {"do": "guess", "by": 0, "word": "HOUSE", "of": 1}, None),
        (
            wqrdles,
            {"do": "guess", "by": 0, "word": "HOUSE", "of": 2},
            '"of" must be a seat of 0 to 1',
        ),
        (wqrdles, {**SECRET, "override": True}, "the board alone says override"),
    ],
    ids=str,
)
def test_what_somebody_may_ask_for_among_two(engine, line, told):
    """Seats are numbers there; chance and proofs are the board's."""
    if told is None:
        assert grammar.asked(line, engine, 2) == line
        return
    with pytest.raises(ValueError, match=r"^" + told + "$"):
        grammar.asked(line, engine, 2)


@pytest.mark.parametrize(
    ("value", "comes"),
    [
        ("TEXT", True),
        (["A", 1, [True, "B"]], True),
        ("A" * 101, False),
        ({"a": 1}, False),
        ([{"a": 1}], False),
        ([[["A"]]], False),
        (None, False),
    ],
    ids=str,
)
def test_a_key_without_a_declared_value_takes_plain_values_alone(value, comes):
    """A key without a declared value accepts plain short values only."""
    free = SimpleNamespace(VERBS={"say": grammar.Verb(("it",))}, VALUES={})
    line = {"do": "say", "it": value}
    if comes:
        assert grammar.asked(line, free, 2) == line
    else:
        with pytest.raises(ValueError, match="it must be a short text"):
            grammar.asked(line, free, 2)


#: The lines for authors of pages: a verb, and its keys.
SENDABLE = {
    decipher: "secret(by word override) ask() pass() guess(by word) retire(by) "
    "hint(by about)",
    codecards: "hide(by place card) code(by cards) deal() play(column card) skip() "
    "done() break() name(card)",
    wqrdles: "secret(by word sequence) swap(by) query(by word) decode(by marks) "
    "guess(by word of) pass(by)",
    keyword: "deal() lay(by word blue blanks tags) pass(by discard tags) claim(by)",
}


@pytest.mark.parametrize("engine", SENDABLE, ids=lambda engine: engine.NAME)
def test_a_page_may_send_these_and_no_others(engine):
    """A page may send exactly these lines: no taps, and none of the board's own."""
    told = " ".join(
        f"{do}({' '.join(keys)})" for do, keys in grammar.sendable(engine).items()
    )

    assert told == f"{SENDABLE[engine]} undo() void() leave(by) end()"


# --- the declarations for a page ----------------------------------------------

COINS = (Card("coin", 1), Card("coin", 2), Card("map"))


class Strange(SimpleNamespace):
    """A game with the declarations of one test."""

    __hash__ = object.__hash__


#: A game with something of every kind.
PURSE = Strange(
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
    """The lines that a page may send are declared with their keys and choices."""
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
    """
    Without its own list a game offers its lines to the seat on turn.

    If none is on turn, all seats get them.
    """
    over = view.get("over", False)
    seen = views.StateView(seat=viewer, named=view, over=over)
    assert views.common(seen, viewer, ("tap",)).may == may


def test_who_has_nothing_of_ones_own_in_such_a_game_only_looks_on():
    """A seat without private data in such a game gets no actions."""
    own = SimpleNamespace(OWN=("hand",), VERBS={"lay": Verb(), "tap": Verb()})
    lines = {"undo": (), "lay": ()}
    public = views.PublicView()
    assert verbs_among(lines, own, views.SeatView(public=public, seat=0)) == ("lay",)
    assert verbs_among(lines, own, public) == ()
    assert verbs_among(lines, PURSE, public) == ("lay",)
