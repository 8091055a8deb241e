"""The referee's results for single turns match the rules, worked out by hand."""

import pytest

from tests.referee.spoken import (
    ASK,
    BOARD,
    BOARDS_CAT,
    CAT,
    CHECK,
    HOBBY,
    ICE,
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
    points,
    retire,
    tap,
)

# --- secrets ---


@pytest.mark.parametrize(
    ("word", "code"),
    [
        ("HOBBYS", "word-length"),
        ("H0BBY", "word-letters"),
        ("BBBBY", "word-tiles"),
        ("BBBSS", "word-pieces"),
        ("HOBBI", "word-unknown"),
        ("hobby", "ok"),
    ],
)
def test_word_that_cannot_be_played_says_why(word, code):
    """Every reason of the word check has its code."""
    said = HOBBY | {"word": word}
    assert last(THREE, said, accepts=lambda w: w == "HOBBY") == code


def test_maker_overrides_the_dictionary_and_nothing_else():
    """Override skips the dictionary check, but not the check for tiles."""
    nothing = {"accepts": lambda _: False}
    assert last(THREE, HOBBY | {"override": True}, **nothing) == "ok"
    bad = HOBBY | {"override": True, "word": "BBBBB"}
    assert last(THREE, bad, **nothing) == "word-tiles"


def test_hyphen_is_an_english_letter_only():
    """A hyphen is accepted in English words and refused in German ones."""
    word = CAT | {"word": "A-B"}
    assert last(TWO, word) == "ok"
    assert last(TWO | {"language": "de"}, word) == "word-letters"
    assert last(TWO | {"language": "de"}, CAT, guess("Bob", "A-B")) == "guess-letters"


def test_word_may_be_replaced_until_somebody_touches():
    """The first hand, tap or guess fixes the word; undoing it frees it again."""
    assert last(TWO, CAT, ICE) == "ok"
    for touch in (hand("red"), tap(2, "red"), guess("Bob", "DOG")):
        assert last(TWO, CAT, touch, ICE) == "too-late"
        assert last(TWO, CAT, touch, UNDO, ICE) == "ok"


def test_only_the_maker_makes_the_word():
    """Other players and the board are refused, as are players if the board makes it."""
    assert last(TWO, CAT | {"by": "Bob"}) == "not-the-maker"
    assert last(TWO, BOARDS_CAT) == "not-the-maker"
    assert last(BOARD, CAT) == "not-the-maker"
    assert last(BOARD, BOARDS_CAT) == "ok"


# --- hands and taps ---


def test_no_covers_the_symbol_and_the_piece_stays_in_hand():
    """
    After a No for blue in zone 3 blue stays in hand.

    Blue there and red are refused.
    """
    got = answers(TWO, CAT, tap(3, "blue"), tap(3, "blue"), tap(4, "red"))
    assert got == ["ok", "no", "zone-covered", "other-kind"]
    assert last(TWO, CAT, tap(3, "blue"), tap(2, "blue")) == "yes"


def test_zone_takes_no_more_than_its_letter_needs():
    """A has two long straights; the third is a No, and the fourth is covered."""
    red = tap(3, "red")
    assert answers(TWO, CAT, red, red, red)[1:] == ["yes", "yes", "no"]
    four = BOARD | {"length": 4}
    past = [BOARDS_CAT | {"word": "MARS"}, hand("red"), tap(2, "red")]
    past += [hand("red"), tap(2, "red"), hand("red"), tap(2, "red"), tap(2, "red")]
    assert answers(four, *past)[-2:] == ["no", "zone-covered"]


@pytest.mark.parametrize(
    ("length", "word", "inside"),
    [
        (3, "CAT", {2, 3, 4}),
        (4, "BOOK", {2, 3, 4, 5}),
        (5, "HOBBY", {1, 2, 3, 4, 5}),
        (6, "GARDEN", {1, 2, 3, 4, 5, 6}),
    ],
)
def test_word_has_its_zones(length, word, inside):
    """Short words begin in zone 2, long ones in zone 1."""
    header, secret = TWO | {"length": length}, CAT | {"word": word}
    for zone in range(1, 7):
        refused = last(header, secret, tap(zone, "red")) == "outside-word"
        assert refused == (zone not in inside)


def test_first_zone_can_be_chosen():
    """The option moves the word along the board."""
    header = TWO | {"first_zone": {"3": 1}}
    assert answers(header, CAT, tap(1, "blue"), tap(4, "red")) == [
        "ok",
        "yes",
        "outside-word",
    ]


def test_first_zone_may_be_one_number():
    """A game has one length, so a number says it all."""
    assert answers(TWO | {"first_zone": 1}, CAT, tap(1, "blue"))[-1] == "yes"


def test_owner_may_change_a_letter():
    """A box whose C has two blue pieces, by its owner."""
    header = TWO | {"letters": {"C": {"pieces": ["blue", "blue"], "source": "my box"}}}
    blue = tap(2, "blue")
    assert answers(header, CAT, blue, blue, blue)[1:] == ["yes", "yes", "none-hidden"]
    assert last(TWO, CAT, blue, blue) == "none-hidden"


def test_kind_that_is_not_hidden_is_refused():
    """CAT has no green piece, and one blue."""
    assert last(TWO, CAT, tap(2, "green")) == "none-hidden"
    assert last(TWO, CAT, hand("green")) == "none-hidden"
    assert last(TWO, CAT, tap(2, "blue"), tap(3, "blue")) == "none-hidden"


def test_one_piece_at_a_time():
    """A second piece is refused while one is in hand, even one of the same kind."""
    assert last(TWO, CAT, hand("red"), hand("red")) == "piece-in-hand"
    assert last(TWO, CAT, tap(2, "red"), hand("yellow")) == "piece-in-hand"


def test_tap_hands_nothing_over_where_hands_are_confirmed():
    """With `hand: confirm` or the board as maker a tap needs a hand line first."""
    assert last(TWO | {"hand": "confirm"}, CAT, tap(3, "red")) == "no-piece"
    assert last(TWO | {"hand": "confirm"}, CAT, hand("red"), tap(3, "red")) == "yes"
    assert last(BOARD, BOARDS_CAT, tap(3, "red")) == "no-piece"


def test_nothing_goes_before_the_word():
    """Without a round each play is refused as no-round, an undo as nothing-to-undo."""
    for action in (hand("red"), tap(2, "red"), ASK, PASS, VOID, retire("Bob")):
        assert last(TWO, action) == "no-round"
    assert last(TWO, guess("Bob", "CAT")) == "no-round"
    assert last(TWO, UNDO) == "nothing-to-undo"


# --- guesses ---


def test_right_guess_pays_the_decipher_token_and_the_bonus_tokens():
    """Bob has 2 tokens left, 5 and 6 points; Ann has Bob's token and a No."""
    past = [CAT, tap(3, "blue"), guess("Bob", "cat")]
    assert points(TWO, *past) == {"Ann": 2, "Bob": 13}


def test_guess_must_fit_or_costs_nothing():
    """A guess of a wrong length or with other signs leaves the tokens alone."""
    past = [CAT, guess("Bob", "CATS"), guess("Bob", "C4T"), guess("Bob", "CAT")]
    assert answers(TWO, *past) == ["ok", "guess-length", "guess-letters", "right"]
    assert points(TWO, *past)["Bob"] == 13


def test_a_guess_that_was_wrong_before_costs_nothing():
    """Repeating a wrong word is refused for any seeker; spoken guesses have no word."""
    aloud = guess("Bob", "") | {"spoken": True}
    past = [CAT, guess("Bob", "DOG"), guess("Bob", "dog"), aloud, aloud]
    assert answers(TWO, *past) == ["ok", "wrong", "guess-again", "wrong", "wrong"]


def test_three_wrong_guesses_are_the_end():
    """After three wrong guesses the seeker has 0 points and the maker 3 + 5."""
    wrong = [guess("Bob", word) for word in ("DOG", "PIG", "HEN")]
    assert points(TWO, CAT, *wrong) == {"Ann": 8, "Bob": 0}


def test_handicap_gives_other_numbers_of_tokens():
    """The option takes a number for all, or a number a player."""
    wrong = guess("Bob", "DOG")
    assert points(TWO | {"guess_tokens": 1}, CAT, wrong) == {"Ann": 6, "Bob": 0}
    five = TWO | {"guess_tokens": {"Bob": 5}}
    assert points(five, CAT, wrong, retire("Bob")) == {"Ann": 6, "Bob": 4}


def test_only_a_seeker_still_in_guesses_or_retires():
    """The maker, a retired seeker and one who just joined are refused."""
    for do in (lambda by: guess(by, "DOG"), retire):
        past = [HOBBY, retire("Lee")]
        assert last(THREE, *past, do("Tina")) == "not-a-seeker"
        assert last(THREE, *past, do("Lee")) == "out-of-round"
        assert last(THREE, *past, join("Eve"), do("Eve")) == "not-a-seeker"


def test_all_retired_keep_their_tokens():
    """If all seekers retire, the round ends and they keep their tokens' points."""
    past = [HOBBY, retire("Lee"), retire("Ben")]
    assert points(THREE, *past) == {"Tina": 5, "Lee": 3, "Ben": 3}


# --- looking at the board ---


def test_checking_the_board_is_an_action_of_the_round_and_changes_no_answer():
    assert last(TWO, CHECK) == "no-round"
    assert answers(TWO, CAT, CHECK, ICE, CHECK, UNDO, UNDO)[1:] == ["ok"] * 5
    assert last(TWO, CAT, tap(3, "blue"), CHECK, tap(3, "blue")) == "zone-covered"
