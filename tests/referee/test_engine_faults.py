"""Ten rule faults planted in the product's engine, each of which the referee finds."""

from dataclasses import replace

import pytest

from firmware_host.board.messages import Refused
from firmware_host.board.pieces import BOARD
from firmware_host.errors import RuleError
from firmware_host.games import game as common
from firmware_host.games.decipher import (
    rules as decipher_rules,
)
from firmware_host.games.decipher.game import decipher
from firmware_host.games.decipher.rules import Answered, PieceAsked
from firmware_host.games.game import GameEnded, Undone
from tests.referee.differences import differences, referees_judgement
from tests.referee.test_agreement import products_judgement

#: The games to judge; a fault that shows in none of them is not covered.
SEEDS = range(120)


def asking_is_free(now, fact):
    played = PLAY(now, fact)
    return (
        replace(played, bonus_left=now.bonus_left)
        if isinstance(fact, PieceAsked)
        else played
    )


def passes_outlive_an_asking(now, fact):
    played = PLAY(now, fact)
    return (
        replace(played, passed=now.passed) if isinstance(fact, PieceAsked) else played
    )


def a_no_covers_nothing(now, fact):
    played = PLAY(now, fact)
    no = isinstance(fact, Answered) and not fact.yes
    return replace(played, covered=now.covered) if no else played


def any_piece_of_the_letter_fits(now, *, zone, kind, number):
    (fact,) = ANSWER(now, zone=zone, kind=kind, number=number)
    needs = now.puzzle.builds[zone - now.puzzle.first_zone][kind.place]
    turn = decipher_rules.next_seeker(now, now.turn) if needs else now.turn
    return (replace(fact, yes=needs > 0, turn=turn),)


def the_same_seeker_again(now, *, zone, kind, number):
    (fact,) = ANSWER(now, zone=zone, kind=kind, number=number)
    return (replace(fact, turn=now.turn),)


def the_board_may_win_at_a_full_table(game):
    ended = FINAL(game)
    best = max(ended.totals)
    seats = range(len(ended.totals))
    winners = [
        BOARD if seat == game.seats else seat
        for seat in seats
        if ended.totals[seat] == best
    ]
    return GameEnded(ended.totals, tuple(winners))


def undo_goes_one_step_whoever_made_it(game):
    if game.round is None or game.before is None:
        return Refused("nothing-to-undo")
    return (Undone(1),)


def newcomers_stay(game):
    facts = UNDO(game)
    return facts if isinstance(facts, Refused) else (Undone(facts[0].count),)


def everybody_makes_one_word(header):
    game = START(header)
    return (
        replace(game, makers=tuple(dict.fromkeys(game.makers)))
        if (not header.board_makes)
        else game
    )


PLAY, ANSWER = decipher_rules.play, decipher_rules._answer
FINAL, START, UNDO = decipher_rules.final, decipher.start, common.undo

#: Faults: the module, the name, and its replacement.
FAULTS = {
    "the same seeker again after a Yes": (
        decipher_rules,
        "_answer",
        the_same_seeker_again,
    ),
    "bonus mode with four pieces left": (decipher_rules, "BONUS_PIECES", 4),
    "a letter takes a piece for ever": (
        decipher_rules,
        "_answer",
        any_piece_of_the_letter_fits,
    ),
    "a decipher token of four points": (decipher_rules, "DECIPHER_TOKEN", 4),
    "a bonus token of one point": (decipher_rules, "BONUS_TOKEN", 1),
    "asking costs nothing": (decipher_rules, "play", asking_is_free),
    "passes outlive an asking": (decipher_rules, "play", passes_outlive_an_asking),
    "a No covers nothing": (decipher_rules, "play", a_no_covers_nothing),
    "the board wins at a full table": (
        decipher_rules,
        "final",
        the_board_may_win_at_a_full_table,
    ),
    "undo takes back the board's own move alone": (
        common,
        "undo",
        undo_goes_one_step_whoever_made_it,
    ),
    "a newcomer stays after an undo": (common, "undo", newcomers_stay),
    "two players make one word each": (decipher, "start", everybody_makes_one_word),
}


def first_difference():
    """Return the first difference between the judges, or the engine's exception."""
    for seed in SEEDS:
        try:
            found = differences(referees_judgement, products_judgement, [seed])
        except RuleError as fault:
            return fault
        if found:
            return found[0]
    return None


@pytest.mark.ci
@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_in_the_engine_is_found(monkeypatch, name):
    """Each planted fault of an engine gives a difference to the referee."""
    module, attribute, fault = FAULTS[name]
    monkeypatch.setattr(module, attribute, fault)

    assert first_difference() is not None
