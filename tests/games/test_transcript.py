"""A transcript is understood as a whole, or the first wrong line is named."""

import json
from dataclasses import replace

import pytest

from firmware_host.app.content.games import known_games
from firmware_host.board.pieces import BOARD, Seat
from firmware_host.errors import TranscriptError
from firmware_host.games.catalogue import GAMES
from firmware_host.games.transcript import Names, head_line, read

HEAD = {
    "letterzone": 1,
    "rules": 3,
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
        {**HEAD, "words": "mean"},
        # From earlier versions.
        {**HEAD, "words": "easy"},
        {**HEAD, "words": "all"},
        {**HEAD, "hand": "confirm"},
        {**HEAD, "letters": {"N": ["red", "red", "yellow"]}},
        {**BOARD_HEAD, "players": ["Zoë"]},
    ],
    ids=str,
)
def test_a_header_is_written_as_it_was_read(head):
    """A header is written as it was read, without default values."""
    assert json.loads(head_line(parsed(head)[0], GAMES[head["game"]])) == head


def test_a_zone_for_the_words_length_alone_counts():
    """The option is a zone for each length."""
    head, _, _ = parsed({**HEAD, "first_zone": {"4": 1, "5": 2}})

    assert head.first_zone == 2


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"letterzone": 2}, "letterzone must be 1"),
        ({"rules": 4}, "a newer program plays newer rules"),
        ({"rules": 0}, "rules must be 1 to 3"),
        ({"rules": "2"}, "rules must be 1 to 3"),
        ({"players": []}, "players must be"),
        ({"players": ["Ann", "Ann"]}, "different names"),
        ({"players": ["board", "Ann"]}, 'none of them "board"'),
        ({"players": ["A", "B", "C", "D", "E"]}, "2 to 4 players, not 5"),
        ({"length": 7}, "length must be 3 to 6"),
        ({"length": True}, "length must be 3 to 6"),
        ({"rounds": 3}, "rounds are only counted"),
        ({"maker": "Tina"}, "maker must be"),
        ({"first_zone": 3}, "leave room for 5 zones"),
        ({"guess_tokens": 0}, "a player with 1 to 9"),
        ({"guess_tokens": {"Eve": 2}}, "'Eve' must be a player"),
        ({"hand": "both"}, "hand cannot be 'both'; it can be tap, confirm"),
        ({"colour": "red"}, "no 'colour'"),
    ],
)
def test_a_wrong_header_is_named_with_what_would_be_right(change, says):
    """The error has the file, the line, and what is allowed."""
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
    """A wrong line is refused with its number and the right values."""
    text = wrong(HEAD, {"do": "ask"}, line)

    assert text.startswith("f:3: ")
    assert says in text


def test_an_empty_file_and_empty_lines():
    """An empty file is refused; empty lines are skipped but counted."""
    assert wrong() == "f:1: the file is empty; its first line must be a header"
    assert parsed(HEAD, "", {"do": "ask"}, " ")[1][0].number == 3


def test_words_that_begin_elsewhere_than_their_rule_has_it_say_where():
    """A small board has no zone for the last letter; read again they begin there."""
    head = parsed({**HEAD, "first_zone": {"5": 1}})[0]
    ruled = replace(head, options=(*head.options, ("first_zone", 2)))
    assert parsed(head_line(ruled, GAMES["decipher"]))[0] == head


def test_whoever_joins_may_act_from_then_on():
    """A player may act after joining, and not before."""
    _, actions, names = parsed(
        HEAD, {"do": "join", "by": "Eve"}, {"do": "retire", "by": "Eve"}
    )

    assert actions[1].action["by"] == 2
    assert names.name(actions[1].action["by"]) == "Eve"
    assert "nobody here" in wrong(
        HEAD, {"do": "retire", "by": "Eve"}, {"do": "join", "by": "Eve"}
    )


def test_the_board_is_called_board():
    """The board's seat is called "board" in a file and is no player."""
    names = Names(["Tina"])

    assert names.seat("board") == BOARD
    assert names.name(BOARD) == "board"
    assert names.all() == ("Tina",)
    assert len(names) == 1


def test_a_small_board_says_where_its_words_begin_in_any_game_of_words():
    """The header of a small board has the first zone of its words, in any game."""
    header = {
        "letterzone": 1,
        "rules": 3,
        "game": "wqrdles",
        "language": "en",
        "players": ["Tina", "Lee"],
        "length": 4,
        "first_zone": {"4": 1},
    }
    head, _, _ = parsed(header)
    assert head.first_zone == 1
    assert json.loads(head_line(head, GAMES[header["game"]])) == header


# --- the limits of a header


def of_game(game, count, **more):
    """Return a header of another game than Decipher."""
    players = [f"P{number}" for number in range(count)]
    return {**HEAD, "game": game, "players": players, **more}


def bare(game, count, **more):
    """Return a header of a game without a length."""
    return {k: v for k, v in of_game(game, count, **more).items() if k != "length"}


PLAYERS = 'players must be a list of 1 to 8 different names, none of them "board"'


@pytest.mark.parametrize(
    "head",
    [
        {**HEAD, "players": ["Tina", "A" * 40]},
        {**HEAD, "players": ["A", "B", "C", "D"]},
        {**BOARD_HEAD, "players": ["A"]},
        {**BOARD_HEAD, "players": [*"ABCDEFGH"]},
        {**BOARD_HEAD, "rounds": 1},
        {**BOARD_HEAD, "rounds": 99},
        {**HEAD, "length": 3, "first_zone": {"3": 4}},
        {**HEAD, "length": 6, "first_zone": {"6": 1}},
        {**HEAD, "guess_tokens": {"Tina": 1, "Lee": 9}},
        {**HEAD, "guess_tokens": 1},
        {**HEAD, "guess_tokens": 9},
        of_game("wqrdles", 2),
        of_game("wqrdles", 6, length=4, attempt_s=60),
        bare("codecards", 2, points="2-1-3", cards="real"),
        bare("keyword", 6, keyword="PLANET", sand_s=0),
    ],
    ids=str,
)
def test_a_header_is_right_up_to_its_limits(head):
    """A header at its limits is accepted and written as it was read."""
    assert json.loads(head_line(parsed(head)[0], GAMES[head["game"]])) == head


@pytest.mark.parametrize(
    ("head", "says"),
    [
        ({**HEAD, "players": ["Tina", "A" * 41]}, PLAYERS),
        ({**HEAD, "players": ["Tina", "  "]}, PLAYERS),
        ({**HEAD, "players": ["Tina", "L\te"]}, PLAYERS),
        ({**HEAD, "players": ["Tina", 5]}, PLAYERS),
        ({**HEAD, "players": "Tina"}, PLAYERS),
        ({**BOARD_HEAD, "players": [*"ABCDEFGHI"]}, PLAYERS),
        ({**HEAD, "players": ["Tina"]}, "there are 2 to 4 players, not 1"),
        ({**BOARD_HEAD, "rounds": 0}, "rounds must be 1 to 99, not 0"),
        ({**BOARD_HEAD, "rounds": 100}, "rounds must be 1 to 99, not 100"),
        ({**BOARD_HEAD, "rounds": True}, "rounds must be 1 to 99, not true"),
        ({**HEAD, "letterzone": True}, "letterzone must be 1, not true"),
        ({**HEAD, "rules": True}, "rules must be 1 to 3"),
        ({**HEAD, "game": 5}, "no game is called 5; there are: decipher, codecards"),
        ({**HEAD, "game": "chess"}, 'no game is called "chess"; there are: decipher'),
        ({**HEAD, "language": 5}, 'language must be a language such as "en", not 5'),
        ({**HEAD, "letters": []}, "letters must be letters with their pieces, not []"),
        ({**HEAD, "length": 2}, "length must be 3 to 6, not 2"),
        ({**HEAD, "first_zone": -1}, "first_zone must leave room for 5 zones"),
        ({**HEAD, "first_zone": {"5": True}}, "leave room for 5 zones on a board"),
        ({**HEAD, "first_zone": "1"}, "first_zone must be a zone, or zones by length"),
        ({**HEAD, "guess_tokens": "3"}, "'Tina' must be a player with 1 to 9"),
        ({**HEAD, "guess_tokens": 10}, "'Tina' must be a player with 1 to 9"),
        ({**HEAD, "guess_tokens": {"Lee": 10}}, "'Lee' must be a player with 1 to 9"),
        ({**HEAD, "guess_tokens": {"Lee": 0}}, "'Lee' must be a player with 1 to 9"),
        ({**HEAD, "guess_tokens": {"Lee": "3"}}, "'Lee' must be a player with 1"),
        ({**HEAD, "rounds": 2}, 'only counted where "maker" is "board"'),
        (bare("codecards", 3), "this game is for 2 players, not 3"),
        (bare("codecards", 1), "this game is for 2 players, not 1"),
        (of_game("wqrdles", 7), "this game is for 2 to 6 players, not 7"),
        (of_game("wqrdles", 1), "this game is for 2 to 6 players, not 1"),
        (of_game("wqrdles", 2, length=3), "length must be 4 to 5, not 3"),
        (of_game("wqrdles", 2, length=6), "length must be 4 to 5, not 6"),
        (of_game("wqrdles", 2, maker="board"), "the header has no 'maker'; it knows:"),
        (of_game("keyword", 2), "the header has no 'length'; it knows: letterzone"),
        (bare("keyword", 2, sand_s=7), "sand_s cannot be 7; it can be 0, 30, 60"),
        (bare("keyword", 2, keyword="AT"), "keyword cannot be 'AT'; it can be KEYWO"),
        (bare("wqrdles", 2), "the header needs 'length'"),
    ],
    ids=str,
)
def test_a_header_past_its_limits_says_what_they_are(head, says):
    """A header beyond a limit is refused with the limit."""
    text = wrong(head)

    assert text.startswith("f:1: ")
    assert says in text


@pytest.mark.parametrize(
    ("missing", "says"),
    [
        ("letterzone", "the header needs 'letterzone'"),
        ("game", "the header needs 'game'"),
        ("language", "the header needs 'language'"),
        ("players", "the header needs 'players'"),
        ("length", "the header needs 'length'"),
    ],
)
def test_what_every_header_must_have(missing, says):
    """These keys are required in a header; others have defaults."""
    head = {key: value for key, value in HEAD.items() if key != missing}

    assert says in wrong(head)


def test_what_a_header_leaves_out_is_as_usual():
    """A file without rules is one of the first."""
    least = {key: value for key, value in HEAD.items() if key != "rules"}
    head, _, names = parsed(least)

    assert (head.rules, head.rounds, head.first_zone, head.options) == (1, 1, 0, ())
    assert (head.board_makes, len(names)) == (False, 2)
    assert json.loads(head_line(head, GAMES["decipher"])) == HEAD
    by_name = parsed({**HEAD, "guess_tokens": {"Lee": 5}})[0]
    assert by_name.options == (("guess_tokens", "35"),)
    assert parsed({**HEAD, "guess_tokens": 5})[0].options == (("guess_tokens", 5),)
    assert parsed({**HEAD, "first_zone": {"4": 3}})[0].first_zone == 0
    folded = parsed(bare("keyword", 2, keyword="planet"))[0]
    assert folded.options == (("keyword", "PLANET"),)


def test_whoever_has_not_sat_down_after_all_is_forgotten():
    """Names of players who did not stay are dropped; a known name has its seat."""
    names = Names(["Tina", "Lee"])
    seats = [names.join(name) for name in ("Eve", "Ben", "Lee")]
    assert seats == [2, 3, 1]
    names.leave([Seat(3)])
    assert names.all() == ("Tina", "Lee", "Eve")
    names.leave([])
    assert names.all() == ("Tina", "Lee", "Eve")


def test_the_board_makes_words_and_is_nobody_else():
    """A secret may be the board's; nothing else is."""
    made = parsed(BOARD_HEAD, {"do": "secret", "by": "board", "word": "HOBBY"})
    assert made[1][0].action["by"] == BOARD
    assert 'nobody here is called "board"' in wrong(
        HEAD, {"do": "retire", "by": "board"}
    )
    assert "nobody here is called 0" in wrong(HEAD, {"do": "retire", "by": 0})
    for name in ("board", "  ", "A" * 41):
        assert "nobody here is called" in wrong(HEAD, {"do": "join", "by": name})
