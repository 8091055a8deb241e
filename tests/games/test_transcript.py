"""A transcript is understood as a whole, or the first wrong line is named."""

import json

import pytest

from firmware_host.app.games import known_games
from firmware_host.board.pieces import BOARD
from firmware_host.errors import TranscriptError
from firmware_host.games.transcript import Names, head_line, read

HEAD = {
    "letterzone": 1,
    "rules": 2,
    "game": "decipher",
    "language": "en",
    "players": ["Tina", "Lee"],
    "length": 5,
}
BOARD_HEAD = {**HEAD, "maker": "board", "rounds": 2}


def lines(*items):
    return [item if isinstance(item, str) else json.dumps(item) for item in items]


def parsed(*items):
    return read(lines(*items), "f", known_games())


def wrong(*items) -> str:
    with pytest.raises(TranscriptError) as fault:
        parsed(*items)
    return str(fault.value)


@pytest.mark.parametrize(
    "head",
    [
        HEAD,
        BOARD_HEAD,
        {**HEAD, "first_zone": {"5": 2}},
        {**HEAD, "guess_tokens": {"Tina": 2, "Lee": 3}},
        {**HEAD, "guess_tokens": 5},
        {**HEAD, "hand": "confirm"},
        {**HEAD, "letters": {"N": ["red", "red", "yellow"]}},
        {**BOARD_HEAD, "players": ["Zoë"]},
    ],
    ids=str,
)
def test_a_header_is_written_as_it_was_read(head):
    """What is as usual is left out."""
    assert json.loads(head_line(parsed(head)[0])) == head


def test_a_zone_for_the_words_length_alone_counts():
    """The knob is a zone for each length."""
    head, _, _ = parsed({**HEAD, "first_zone": {"4": 1, "5": 2}})

    assert head.first_zone == 2


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"letterzone": 2}, "letterzone must be 1"),
        ({"rules": 3}, "a newer program plays newer rules"),
        ({"rules": 0}, "rules must be 1 to 2"),
        ({"rules": "2"}, "rules must be 1 to 2"),
        ({"players": []}, "players must be"),
        ({"players": ["Ann", "Ann"]}, "different names"),
        ({"players": ["board", "Ann"]}, 'none of them "board"'),
        ({"players": ["A", "B", "C", "D", "E"]}, "2 to 4 players, not 5"),
        ({"length": 7}, "length must be 3 to 6"),
        ({"length": True}, "length must be 3 to 6"),
        ({"rounds": 3}, "rounds are only counted"),
        ({"maker": "Tina"}, "maker must be"),
        ({"first_zone": 3}, "leave room for 5 zones"),
        ({"guess_tokens": 0}, "1 to 9 tokens"),
        ({"guess_tokens": {"Eve": 2}}, "'Eve' must be a player"),
        ({"hand": "both"}, "hand must be"),
        ({"colour": "red"}, "no 'colour'"),
    ],
)
def test_a_wrong_header_is_named_with_what_would_be_right(change, says):
    """File, line, and the remedy."""
    text = wrong({**HEAD, **change})

    assert text.startswith("f:1: ")
    assert says in text


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("{", "this is not JSON"),
        ("[1]", "must be an object"),
        ('{"do": "ask", "do": "pass"}', "a key stands twice"),
        ({"do": "fly"}, '"do" must be one of'),
        ({"do": "tap", "zone": 3}, "needs 'kind'"),
        ({"do": "tap", "zone": 7, "kind": "red"}, "zone must be 1 to 6"),
        ({"do": "tap", "zone": True, "kind": "red"}, "zone must be 1 to 6"),
        ({"do": "tap", "zone": 1, "kind": "pink"}, "kind must be red, yellow"),
        ({"do": "guess", "by": "Eve", "word": "HOBBY"}, 'nobody here is called "Eve"'),
        ({"do": "guess", "by": "Lee", "word": 5}, "word must be a word"),
        ({"do": "ask", "by": "Lee"}, "no 'by'"),
        ('{"do": "secret", "by": "Lee", "word": NaN}', "NaN is not a value"),
        ("[" * 100_000, "this is not JSON"),
    ],
    ids=lambda value: str(value)[:30],
)
def test_a_wrong_line_is_named_with_what_would_be_right(line, says):
    """Nothing is guessed."""
    text = wrong(HEAD, {"do": "ask"}, line)

    assert text.startswith("f:3: ")
    assert says in text


def test_an_empty_file_and_empty_lines():
    """The first says so, the others do not matter."""
    assert wrong() == "f:1: the file is empty; its first line must be a header"
    assert parsed(HEAD, "", {"do": "ask"}, " ")[1][0].number == 3


def test_whoever_joins_may_act_from_then_on():
    """And not before."""
    _, actions, names = parsed(
        HEAD, {"do": "join", "by": "Eve"}, {"do": "retire", "by": "Eve"}
    )

    assert actions[1].action["by"] == 2
    assert names.name(actions[1].action["by"]) == "Eve"
    assert "nobody here" in wrong(
        HEAD, {"do": "retire", "by": "Eve"}, {"do": "join", "by": "Eve"}
    )


def test_the_board_is_called_board():
    """Its seat has a name in the file, and none at the table."""
    names = Names(["Tina"])

    assert names.seat("board") == BOARD
    assert names.name(BOARD) == "board"
    assert names.all() == ("Tina",)
    assert len(names) == 1


def test_a_small_board_says_where_its_words_begin_in_any_game_of_words():
    """What an export of such a board writes is read again."""
    header = {
        "letterzone": 1,
        "rules": 2,
        "game": "wqrdles",
        "language": "en",
        "players": ["Tina", "Lee"],
        "length": 4,
        "first_zone": {"4": 1},
    }
    head, _, _ = parsed(header)
    assert head.first_zone == 1
    assert json.loads(head_line(head)) == header
