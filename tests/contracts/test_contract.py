"""Every registered game keeps the same promises."""

from copy import copy
from dataclasses import fields, replace

import pytest

from firmware_host.games.bots import Move
from firmware_host.games.contract import Verb
from firmware_host.testing.contract import CHECKS, broken
from firmware_host.testing.lines import is_sendable, keeps_chance_out
from firmware_host.testing.secrecy import knows_what_it_sees, whole
from tests.contracts.cases import cases

FEW, MANY = range(5), range(5, 300)
CASES = cases()


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.engine.NAME)
def test_a_game_keeps_its_promises(case, check):
    """Each game passes each check, in random games and along its playthroughs."""
    assert broken(case, check, FEW) == ""


@pytest.mark.long
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.engine.NAME)
def test_a_game_keeps_its_promises_for_long(case, check):
    """The same, for as long as a nightly run allows."""
    assert broken(case, check, MANY) == ""


# --- leaks that are put in --------------------------------------------------------


def secret_in(state):
    """Return all that a game knows now."""
    known = {one.name for one in fields(state)} - {"header", "before"}
    return [whole(getattr(state, name)) for name in sorted(known)]


def peeking(engine):
    """Return a game that records the states of its views, and that record."""
    changed, looked = copy(engine), []

    def view(state, viewer):
        looked.append(state)
        return engine.view(state, viewer)

    changed.view = view
    return changed, looked


def telling_view(engine):
    """Return a game whose view has an extra attribute with a secret."""
    changed = copy(engine)

    def view(state, viewer):
        seen = engine.view(state, viewer)
        object.__setattr__(seen, "beside", secret_in(state))
        return seen

    changed.view = view
    return changed


def telling_bot(engine):
    """Return a game whose bots know more than their seats."""
    changed, looked = peeking(engine)
    changed.BOTS = ("easy",)
    changed.bot = lambda *_: Move(secret_in(looked[-1]))
    return changed


def telling_insight(engine):
    """Return a game whose insight for a move is a secret."""
    changed, looked = peeking(engine)
    changed.insight = lambda *_: secret_in(looked[-1])
    return changed


def telling_hint(engine):
    """Return a game whose hints know more than everybody."""
    changed = copy(engine)
    changed.VERBS = {**engine.VERBS, "hint": Verb()}
    changed.action = lambda line: line if line["do"] == "hint" else engine.action(line)
    changed.act = lambda state, action: (
        (secret_in(state),) if action == {"do": "hint"} else engine.act(state, action)
    )
    return changed


@pytest.mark.parametrize(
    "leak",
    [telling_view, telling_bot, telling_insight, telling_hint],
    ids=lambda leak: leak.__name__,
)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.engine.NAME)
def test_a_leak_that_is_put_in_is_found(case, leak):
    """The check finds a leak, even one that no page would show."""
    leaking = replace(case, engine=leak(case.engine))
    assert broken(leaking, knows_what_it_sees, range(20)) != ""


# --- checks of board-only marks
# --------------------------------------------------------

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
    ("keyword", "look"): {"do": "look", "by": 0},
    ("keyword", "late"): {"do": "late", "by": 0},
}


@pytest.mark.parametrize(("name", "mark"), VOUCHED)
def test_what_the_board_vouches_for_nobody_says(name, mark):
    """The line is refused from a page; without the board-only mark it is accepted."""
    case = {one.engine.NAME: one for one in CASES}[name]
    line = VOUCHED[name, mark]
    assert not is_sendable(case, line, seats=2)
    assert is_sendable(
        replace(case, engine=forgotten(case.engine, mark)), line, seats=2
    )


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
    """The check finds a board-only value that the game lets a phone write."""
    case = replace(case, engine=forgotten(case.engine, name))
    assert broken(case, keeps_chance_out, range(40)) != ""


def forgotten(engine, name):
    """Return a game that lets anyone write a key, or a verb and those with the key."""
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
