"""What has just happened in Decipher, and how it is said to whoever does not look."""

import pytest

from firmware_host.games.common import End, Undo, Void
from firmware_host.games.decipher.game import decipher
from firmware_host.games.decipher.state import Ask, Hand, Pass, Secret
from tests.games.play import (
    BEN,
    BLUE,
    GREEN,
    LEE,
    RED,
    TINA,
    begun,
    do,
    guess,
    header,
    lay_all_but,
    tap,
    wrong_guesses,
)
from tests.games.stories import moment


def just(game, action):
    """Return what has just happened by an action, in lines."""
    facts = decipher.act(game, action)
    return list(map(moment, decipher.moments(game, facts, decipher.fold(game, facts))))


def test_a_yes_names_whose_turn_it_is_next():
    assert just(begun(), tap(1, RED)) == [
        "just yes Lee zone 1 red | yes",
        "just turn Ben | turn-next",
    ]


@pytest.mark.parametrize(
    ("noes", "left"),
    [
        ((1,), "zones number-2 number-3 number-4 and-5 left"),
        ((1, 5), "zones number-2 number-3 and-4 left"),
        ((1, 5, 3), "zones number-2 and-4 left"),
        ((1, 5, 3, 4), "only-2"),
    ],
)
def test_a_no_says_which_zones_are_left(noes, left):
    """The piece stays in hand: nothing else is waited for."""
    *before, zone = noes
    game = do(begun(), *(tap(one, BLUE) for one in before))
    assert just(game, tap(zone, BLUE)) == [f"just no Lee zone {zone} blue | no {left}"]


def test_bonus_mode_has_a_moment_of_its_own():
    """By the last piece before it, or at once."""
    game = decipher.start(header(length=3))
    made = Secret(TINA, "ICI", override=True)
    assert just(game, made) == [
        "just bonus | bonus",
        "just turn Lee | turn-next turn-bonus",
    ]
    told = just(lay_all_but(begun(), 4), tap(4, GREEN))
    assert told[1:] == [
        "just bonus | bonus",
        "just turn Ben | turn-next turn-bonus",
    ]


def test_a_bonus_token_is_paid_and_a_turn_is_passed():
    game = begun("ICI")
    assert just(game, Ask()) == ["just asked Lee", "just turn Lee | turn-asked"]
    assert just(game, Pass()) == ["just turn Ben | turn-next"]


def test_the_piece_in_hand_is_told():
    """Also to the seeker who gets it with the turn."""
    game = begun()
    assert just(game, Hand(BLUE)) == ["just turn Lee blue | turn-place-blue"]


def test_a_wrong_guess_counts_the_tokens():
    """The word is known to all, and is in no voice."""
    game = begun()
    told = []
    for wrong in ("HORSE", "PANDA", "TIGER"):
        told += just(game, guess(BEN, wrong))
        game = do(game, guess(BEN, wrong))
    assert told == [
        "just wrong Ben HORSE | told-wrong",
        "just last-token Ben PANDA | told-wrong",
        "just out Ben TIGER | told-wrong",
    ]


def test_the_end_of_a_round_says_who_makes_the_next_word():
    assert just(begun(), guess(LEE, "HOBBY")) == [
        "just right Lee | told-right",
        "just round Lee | round-guessed",
        "just turn Lee | secret-waits",
    ]
    assert just(begun(), Void()) == [
        "just voided | round-voided",
        "just turn Tina | secret-waits",
    ]


def test_what_is_undone_is_told_with_whose_turn_it_is_again():
    game = do(begun(), tap(1, RED))
    assert just(game, Undo()) == [
        "just undone | told-undo",
        "just turn Lee | turn-next",
    ]


@pytest.mark.parametrize(("word", "said"), [("HOBBY", "all"), ("HORSE", "some")])
def test_a_lone_seeker_hears_whether_every_word_was_found(word, said):
    """Who has won against the board says less."""
    alone = begun(board_makes=True, seats=1, rounds=1)
    right = [guess(TINA, word)]
    *before, last = right if word == "HOBBY" else wrong_guesses(TINA, 3)
    *_, over = just(do(alone, *before), last)
    assert over.endswith(f"| alone-{said}")
    assert just(alone, End())[-1].startswith("just game")


def test_what_the_board_does_at_once_is_not_waited_for():
    """It hands a piece over, or makes the next word."""
    game = begun(board_makes=True)
    begins = decipher.moments(None, (), decipher.start(header(board_makes=True)))
    assert begins == ()
    game = do(game, Hand(RED))
    assert just(game, tap(1, RED)) == [
        "just yes Tina zone 1 red | yes",
        "just turn Lee | turn-next",
    ]
