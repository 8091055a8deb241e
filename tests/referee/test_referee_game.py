"""The referee on whole games, the one in the box among them."""

from tests.referee.referee import judge
from tests.referee.spoken import (
    BOARD,
    BOARDS_CAT,
    CAT,
    END,
    HOBBY,
    PASS,
    THREE,
    TWO,
    UNDO,
    VOID,
    answers,
    guess,
    hand,
    join,
    last,
    leave,
    points,
    read,
    retire,
    rows,
    tap,
    totals,
)

# --- the box ---


def test_the_box_gives_the_points_printed_in_the_box():
    """HOBBY and PANDA end with the points of the rule book's scoresheet."""
    ends = [o for o in judge(read("box.jsonl"), lambda _: True) if "line" not in o]
    assert ends == [
        {
            "round": 1,
            "word": "HOBBY",
            "maker": "Tina",
            "guessed_by": "Ben",
            "points": {"Tina": 9, "Lee": 3, "Ben": 10},
        },
        {
            "round": 2,
            "word": "PANDA",
            "maker": "Lee",
            "guessed_by": "Tina",
            "points": {"Tina": 10, "Lee": 8, "Ben": 2},
        },
        {"totals": {"Tina": 19, "Lee": 11, "Ben": 12}, "winners": ["Tina"]},
    ]


def test_gruen_is_five_tiles():
    """An umlaut and a sharp s are two letters each, in the word and in a guess."""
    ends = [o for o in judge(read("gruen.jsonl"), lambda _: True) if "line" not in o]
    assert [o["word"] for o in ends[:2]] == ["GRUEN", "WEISS"]
    assert ends[2] == {"totals": {"Anna": 16, "Max": 14}, "winners": ["Anna"]}


def test_examples_have_no_refusal():
    """The example transcripts contain no refused line."""
    for name in ("box.jsonl", "gruen.jsonl"):
        assert not [o for o in judge(read(name), lambda _: True) if "refused" in o]


# --- the whole game ---


def quick(by, guesser):
    """A round in which the word is guessed at once."""
    return [CAT | {"by": by}, guess(guesser, "CAT")]


def test_two_players_make_two_words_each():
    """Two makers alternate for four rounds; then the game is over with a shared win."""
    rounds = [*quick("Ann", "Bob"), *quick("Bob", "Ann")] * 2
    assert [r["maker"] for r in rows(TWO, *rounds)] == ["Ann", "Bob", "Ann", "Bob"]
    assert totals(TWO, *rounds) == [
        {"totals": {"Ann": 28, "Bob": 28}, "winners": ["Ann", "Bob"]}
    ]
    assert last(TWO, *rounds, CAT) == "game-over"


def test_end_scores_the_finished_rounds():
    """The running round counts nothing; afterwards everything is refused."""
    past = [*quick("Ann", "Bob"), CAT | {"by": "Bob"}, END]
    assert totals(TWO, *past) == [{"totals": {"Ann": 1, "Bob": 13}, "winners": ["Bob"]}]
    for late in (END, UNDO, VOID, PASS, CAT, leave("Ann"), join("Eve")):
        assert last(TWO, *past, late) == "game-over"


def test_board_has_a_line_and_wins_only_against_one():
    """The board's points beat a single seeker without points, but not two seekers."""
    wrong = [guess("Ann", word) for word in ("DOG", "PIG", "HEN")]
    alone = BOARD | {"players": ["Ann"], "rounds": 1}
    assert totals(alone, BOARDS_CAT, *wrong) == [
        {"totals": {"Ann": 0, "board": 8}, "winners": ["board"]}
    ]
    wrong += [guess("Bob", word) for word in ("COW", "RAT", "FOX")]
    assert totals(BOARD | {"rounds": 1}, BOARDS_CAT, *wrong) == [
        {"totals": {"Ann": 0, "Bob": 0, "board": 11}, "winners": ["Ann", "Bob"]}
    ]


def test_rounds_of_the_board_start_with_the_next_name():
    """Round two starts with Bob, so his pass and Ann's retirement end it."""
    header = BOARD | {"rounds": 3}
    small = BOARDS_CAT | {"word": "ICI"}
    past = [small, retire("Ann"), retire("Bob"), small]
    assert not rows(header, *past, PASS, retire("Bob"))[1:]
    assert rows(header, *past, PASS, retire("Ann"))[1:]


def test_leaver_is_out_of_all_rounds_and_makes_no_word():
    """Lee leaves in Tina's round; Ben makes the next word, Tina alone seeks."""
    past = [HOBBY, leave("Lee"), guess("Ben", "HOBBY")]
    assert points(THREE, *past) == {"Tina": 1, "Lee": 3, "Ben": 13}
    past += [HOBBY | {"by": "Lee"}, HOBBY | {"by": "Ben"}, guess("Lee", "HOBBY")]
    assert answers(THREE, *past)[-3:] == ["not-the-maker", "ok", "out-of-round"]
    past += [leave("Lee"), guess("Tina", "HOBBY")]
    assert answers(THREE, *past)[-2:] == ["out-of-round", "right"]
    assert points(THREE, *past) == {"Tina": 13, "Lee": 0, "Ben": 1}
    assert totals(THREE, *past)


def test_board_finishes_for_a_maker_who_left():
    """When the maker leaves, the board hands the pieces; the maker gets the points."""
    past = [HOBBY, tap(5, "blue"), tap(2, "blue"), leave("Tina")]
    assert last(THREE, *past, tap(1, "red")) == "no-piece"
    assert last(THREE, *past, hand("red"), tap(1, "red")) == "yes"
    assert last(THREE, *past, hand("red"), UNDO, tap(1, "red")) == "yes"
    assert last(THREE, *past, HOBBY) == "not-the-maker"
    past += [guess("Ben", "HOBBY")]
    assert points(THREE, *past) == {"Tina": 2, "Lee": 3, "Ben": 13}


def test_game_ends_with_fewer_than_two():
    """With fewer than two players the game ends at once, or after the current round."""
    assert totals(TWO, leave("Bob")) == [
        {"totals": {"Ann": 0, "Bob": 0}, "winners": []}
    ]
    past = [CAT, leave("Ann")]
    assert not totals(TWO, *past)
    assert totals(TWO, *past, guess("Bob", "CAT"))[0]["totals"] == {"Ann": 1, "Bob": 13}
    assert totals(TWO, *past, VOID)
    assert not totals(BOARD, BOARDS_CAT, leave("Ann"))
    assert totals(BOARD, BOARDS_CAT, leave("Ann"), leave("Bob"))


def test_newcomer_plays_from_the_next_round_and_makes_a_word_last():
    """Eve seeks from round two and is the last maker."""
    past = [*quick("Ann", "Bob")[:1], join("Eve"), guess("Bob", "CAT")]
    past += [*quick("Bob", "Eve"), *quick("Ann", "Bob"), *quick("Bob", "Ann")]
    assert not totals(TWO, *past)
    assert [r["points"]["Eve"] for r in rows(TWO, *past)] == [0, 13, 3, 3]
    past += quick("Eve", "Ann")
    assert totals(TWO, *past)[0]["totals"] == {"Ann": 31, "Bob": 31, "Eve": 20}


def test_newcomer_needs_a_free_chair_and_a_new_name():
    """The box serves four, the board eight; a leaver's chair is free again."""
    four = TWO | {"players": ["Ann", "Bob", "Cem", "Dan"]}
    assert answers(four, join("Eve"), leave("Dan"), join("Eve"), join("Fay")) == [
        "no-seat",
        "ok",
        "ok",
        "no-seat",
    ]
    assert last(BOARD | {"players": list("ABCDEFGH")}, join("Eve")) == "no-seat"
    assert last(TWO, join("Bob")) == "no-seat"
    assert last(four, leave("Dan"), join("Dan")) == "no-seat"
