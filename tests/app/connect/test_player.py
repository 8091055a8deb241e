"""What is typed becomes a line of whatever game is played."""

import pytest

from firmware_host.app.connect.player import Player
from firmware_host.app.content.languages import load_texts

VERBS = [
    {
        "do": "lay",
        "by": True,
        "keys": [
            {"name": "word", "needed": True, "kind": "word", "choices": []},
            {
                "name": "blue",
                "needed": False,
                "kind": "list",
                "choices": [],
                "item": {"kind": "number", "choices": []},
            },
        ],
    },
    {
        "do": "guess",
        "by": True,
        "keys": [
            {"name": "zone", "needed": True, "kind": "zone", "choices": []},
            {"name": "loud", "needed": False, "kind": "flag", "choices": []},
        ],
    },
]


class Board:
    """A board that notes what it is asked."""

    def __init__(self, **answers):
        self.posted = []
        self.answers = answers

    def get(self, path, **_):
        """Return the game's verbs, or how things stand."""
        if path.startswith("/api/games/"):
            return {"verbs": VERBS}
        you = {"may": ["lay", "undo"]}
        return {"chosen": "keyword", "you": you, "kind": None, "virtual": True}

    def post(self, path, **body):
        """Note it."""
        self.posted.append((path, body))
        return self.answers.get(path, {"ok": True})

    def states(self):
        """Say nothing."""
        return iter(())


@pytest.fixture
def table():
    """A board, what is shown, and whoever plays there."""
    board, said = Board(), []
    return board, said, Player(board, load_texts("en"), said.append)


@pytest.mark.parametrize(
    ("typed", "line"),
    [
        ("lay CATS", {"do": "lay", "word": "CATS"}),
        ("LAY CATS 0,0,3,0", {"do": "lay", "word": "CATS", "blue": [0, 0, 3, 0]}),
        ("guess 3 yes", {"do": "guess", "zone": 3, "loud": True}),
        ("undo", {"do": "undo"}),
        ('{"do": "lay", "word": "A"}', {"do": "lay", "word": "A"}),
    ],
)
def test_what_is_typed_is_sent(table, typed, line):
    board, _, player = table
    assert player.play([typed]) == 0
    assert board.posted == [("/api/do", line), ("/api/leave", {})]


def test_a_zone_alone_is_where_the_piece_in_hand_is_laid(table):
    board, _, player = table
    player.play(["lay 3", "begin"])
    assert board.posted[:2] == [("/api/lay", {"zone": 3}), ("/api/begin", {})]


@pytest.mark.parametrize("typed", ["guess six", "lay CATS 0,x", "guess 3 yes no", "{"])
def test_what_cannot_be_read_is_not_sent(table, typed):
    board, said, player = table
    player.play([typed])
    assert board.posted == [("/api/leave", {})]
    assert said


def test_help_says_what_makes_sense_now(table):
    _, said, player = table
    player.play(["help"])
    assert "lay WORD [BLUE]" in said
    assert not any(one.startswith("guess") for one in said)


def test_a_refusal_is_shown_in_the_boards_words():
    said = []
    board = Board(**{"/api/do": {"refused": "late", "text": "Too late."}})
    Player(board, load_texts("en"), said.append).play(["undo"])
    assert "Too late." in said


@pytest.mark.parametrize(
    ("answer", "joined", "words"),
    [
        ({"ok": True, "phone": 3}, True, "Ann, you are at the table."),
        ({"ok": True, "waits": 1}, False, "The teacher has to let you in."),
        ({"refused": "join-code", "text": "Not the code."}, False, "Not the code."),
    ],
)
def test_somebody_comes_in_or_learns_why_not(answer, joined, words):
    said = []
    player = Player(Board(**{"/api/join": answer}), load_texts("en"), said.append)
    assert player.join("Ann", "4711") is joined
    assert words in said[0]
