"""An offered action is refused only for its content (finding O4)."""

from copy import copy
from dataclasses import replace

import pytest

from firmware_host.games import grammar
from firmware_host.games.views import SeatView, common
from firmware_host.testing.walks import walk
from tests.contracts.cases import cases

CASES = cases()
SEEDS = range(20)

#: Refusals of what a line says: its word, card, place or price. All others are of who
#: acts or when.
OF_THE_LINE = {
    *("card-impossible", "column-behind", "first-turn"),
    *("guess-again", "guess-length", "guess-letters"),
    *("hint-again", "hint-none", "no-piece"),
    *("keyword-deck", "keyword-hand", "keyword-missing", "keyword-places"),
    *("not-on-card", "nothing-to-find", "whose-word"),
    *("word-length", "word-letters", "word-unknown"),
}


def answers(case, engine):
    """Yield each answer to a line whose seats were all offered its verb."""
    for seed in SEEDS:
        for step in walk(case, seed)[1]:
            line = engine.action_json(step.wanted)
            do = line["do"]
            if do not in engine.VERBS or do not in grammar.sendable_now(
                engine, step.before
            ):
                continue
            offered = {
                seat
                for seat in engine.sitting(step.before)
                if do in common(engine.view(step.before, seat), seat).may
            }
            named = {line[key] for key in line if grammar.value(engine, key).seat}
            if offered and named <= offered:
                yield do, step.outcome.code if step.refused else "accepted"


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.engine.NAME)
def test_an_offered_verb_is_refused_for_what_its_line_says_alone(case):
    """An offered action is never refused because of the turn."""
    found = set(answers(case, case.engine))

    assert {code for _, code in found} <= OF_THE_LINE | {"accepted"}
    assert len({do for do, code in found if code == "accepted"}) > 2


def test_a_verb_that_is_offered_to_all_is_found():
    """A verb that is offered to players who may not use it is found."""
    case = next(one for one in CASES if one.engine.NAME == "wqrdles")
    engine = copy(case.engine)

    def view(state, viewer):
        seen = case.engine.view(state, viewer)
        return replace(seen, may=("query",)) if isinstance(seen, SeatView) else seen

    engine.view = view

    assert ("query", "not-your-turn") in set(answers(case, engine))
