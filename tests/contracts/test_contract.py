"""Every registered game keeps the same promises."""

from copy import copy
from dataclasses import replace

import pytest

from tests.contracts.cases import cases
from tests.contracts.contract import CHECKS, broken, comes_in, keeps_chance_out

FEW, MANY = range(5), range(5, 300)
CASES = cases()


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.engine.NAME)
def test_a_game_keeps_its_promises(case, check):
    """Whatever is done in it, by chance and along its playthroughs."""
    assert broken(case, check, FEW) == ""


@pytest.mark.long
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.engine.NAME)
def test_a_game_keeps_its_promises_for_long(case, check):
    """The same, for as long as a nightly run allows."""
    assert broken(case, check, MANY) == ""


# --- what marks are worth -----------------------------------------------------------

#: Marked though chance and the clock do not bring them: the board vouches for what its
#: readers have seen, for a word that stood on a card, and for what a dictionary said.
VOUCHED = {
    ("decipher", "check"): {"do": "check"},
    ("decipher", "price"): {"do": "hint", "by": 0, "about": "left", "price": 0},
    ("decipher", "left"): {"do": "hint", "by": 0, "about": "left", "left": 3},
    ("decipher", "at"): {"do": "hint", "by": 0, "about": "zone", "at": 3},
    ("decipher", "letter"): {"do": "hint", "by": 0, "about": "letter", "letter": "E"},
    ("wqrdles", "drawn"): {"do": "query", "by": 0, "word": "HOUSE", "drawn": True},
    ("wqrdles", "override"): {
        "do": "secret",
        "by": 0,
        "word": "XQZVW",
        "override": True,
    },
    ("keyword", "known"): {"do": "lay", "by": 0, "word": "XQZ", "known": True},
}


@pytest.mark.parametrize(("name", "mark"), VOUCHED)
def test_what_the_board_vouches_for_nobody_says(name, mark):
    """The line does not come in; without the mark it would."""
    case = {one.engine.NAME: one for one in CASES}[name]
    line = VOUCHED[name, mark]
    assert not comes_in(case, line, seats=2)
    assert comes_in(replace(case, engine=forgotten(case.engine, mark)), line, seats=2)


def marks():
    """Yield every game with each mark that it has set."""
    for case in CASES:
        keys = {key for key, value in case.engine.VALUES.items() if value.board}
        bare = {
            name
            for name, verb in case.engine.VERBS.items()
            if verb.board and not keys & {*verb.needs, *verb.may}
        }
        for name in sorted(keys | bare):
            if (case.engine.NAME, name) not in VOUCHED:
                yield pytest.param(case, name, id=f"{case.engine.NAME}-{name}")


@pytest.mark.parametrize(("case", "name"), list(marks()))
def test_a_mark_that_is_forgotten_is_found(case, name):
    """Where a game does not say that the board alone writes it, a phone could."""
    case = replace(case, engine=forgotten(case.engine, name))
    assert broken(case, keeps_chance_out, range(40)) != ""


def forgotten(engine, name):
    """Return a game that lets everybody write a key, or a verb and what has the key."""
    changed = copy(engine)
    changed.VALUES = {
        key: replace(value, board=value.board and key != name)
        for key, value in engine.VALUES.items()
    }
    changed.VERBS = {
        do: replace(verb, board=verb.board and name not in (do, *verb.needs, *verb.may))
        for do, verb in engine.VERBS.items()
    }
    return changed
