"""
A game that is held to the contract, and games of it by chance.

They go along a playthrough of the game, with actions thrown in that its `VERBS` and
`VALUES` allow, sensible or not.
"""

import json
import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from firmware_host.app.archive.replay import header_from
from firmware_host.board.events import Woke
from firmware_host.board.messages import Refused
from firmware_host.board.pieces import Seat
from firmware_host.games import grammar
from firmware_host.games.contract import Header, Secret, Viewer
from firmware_host.games.transcript import read
from firmware_host.table import sight
from firmware_host.words.folding import fold

NAMES = tuple(f"Player {letter}" for letter in "ABCDEFGHIJKL")


EACH = dict(grammar.VERBS)


#: What only an export writes.
OPENED = ("nonce", "nonces", "commitment", "commitments")


@dataclass(frozen=True, eq=False)
class Case:
    """A game, and one or more playthroughs of it as texts."""

    engine: Any
    examples: tuple[str, ...]

    @property
    def secrets(self) -> dict[str, Secret]:
        """What is secret, by the verb of its line."""
        return {one.do: one for one in self.engine.SECRETS}


@dataclass(frozen=True)
class Act:
    """One action, and what came of it."""

    before: Any
    action: Any
    outcome: Any
    after: Any
    #: The action as somebody wanted it, before chance was attached.
    wanted: Any = None

    @property
    def refused(self) -> bool:
        """Whether nothing has come of it."""
        return isinstance(self.outcome, Refused)


Check = Callable[[Case, int], Iterator[str]]


def opened(case: Case, text: str) -> tuple[Header, list[dict[str, Any]]]:
    """Return the header of a playthrough and its lines, seats as numbers."""
    games = {case.engine.NAME: case.engine}
    head, lines, _ = read(text.splitlines(), "example", games)
    actions = [dict(line.action) for line in lines]
    for line in actions:
        line.pop("commitment", None)
        line.pop("commitments", None)
        if "word" in line:
            line["word"] = fold(str(line["word"]))
    return header_from(head, case.engine, "example"), actions


def guess(rnd: random.Random, case: Case, lines: list[Any], seats: int) -> Any:
    """Return a line that this game's grammar allows; often one with little sense."""
    engine = case.engine
    do = rnd.choice([*engine.VERBS] * 3 + [*EACH, "undo"])
    verb = {**engine.VERBS, **EACH}[do]
    line = {"do": do}
    may = [key for key in verb.may if key not in OPENED and rnd.random() < 0.3]
    for key in (*verb.needs, *may):
        line[key] = given(rnd, engine, key, lines, seats)
    return line


def given(
    rnd: random.Random, engine: Any, key: str, lines: list[Any], seats: int
) -> Any:
    """Return a value that may stand under *key*; most often one that *lines* have."""
    value = grammar.value(engine, key)
    if value.seat:
        return rnd.randrange(seats + 1)
    known = [line[key] for line in lines if key in line]
    if known and rnd.random() < 0.7:
        return rnd.choice(known)
    simple = [*range(14), True, False, "", "A", "HOBBY", "XQ", "cat", "ZEBRAS"]
    words = re.findall(r"[\w-]+", value.expected)
    pool = [*simple, *words, *known]
    pool += [rnd.sample(pool, rnd.randrange(4)) for _ in range(6)]
    pool += [[one] for one in simple] + [[]]
    fit = [one for one in pool if value.fits(one)]
    return rnd.choice(fit or known)


@lru_cache(maxsize=300)
def walk(case: Case, seed: int, length: int = 70) -> tuple[Header, list[Act]]:
    """Return a game by chance: along a playthrough, and then off into the wild."""
    rnd = random.Random(seed)  # noqa: S311 - a repeatable game is wanted, not a secret
    engine = case.engine
    header, lines = opened(case, rnd.choice(case.examples))
    until = rnd.randrange(len(lines) + 1)
    ahead, wild = list(lines[:until]), rnd.choice([0.05, 0.2, 0.5])
    if rnd.random() < 0.3:
        ahead, wild = list(lines), 0.0
    state, steps = engine.start(header), list[Act]()
    while len(steps) < length + until:
        if ahead and rnd.random() >= wild:
            action = engine.action(ahead.pop(0))
        elif not ahead and wild == 0.0:
            break
        else:
            action = thrown_in(rnd, case, state, lines, header.seats)
        wanted, action = action, engine.with_entropy(action, rnd.randbytes(32))
        outcome = engine.act(state, action)
        refused = isinstance(outcome, Refused)
        after = state if refused or not outcome else engine.fold(state, outcome)
        steps.append(Act(state, action, outcome, after, wanted))
        state = after
    return header, steps


def thrown_in(
    rnd: random.Random, case: Case, state: Any, lines: list[Any], seats: int
) -> Any:
    """Return an action that somebody at a table might think of."""
    if case.engine.wake(state) is not None and rnd.random() < 0.4:
        own = case.engine.interpret(state, Woke())
        if own is not None:
            return own
    line = guess(rnd, case, lines, seats)
    if line["do"] in {"end", "leave"} and rnd.random() < 0.85:
        line = {"do": "undo"}
    return case.engine.action(line)


def accepted(steps: list[Act]) -> list[Act]:
    """Return the steps that have brought something."""
    return [step for step in steps if not step.refused]


def seats_of(case: Case, state: Any) -> list[Any]:
    """Return who may look: everybody, each seat, and one that nobody has."""
    last = max(case.engine.sitting(state), default=0)
    return [Viewer.PUBLIC, *map(Seat, range(last + 2))]


def document(case: Case, state: Any, viewer: Any) -> Any:
    """Return what leaves the board for *viewer*, as a page would read it."""
    engine = case.engine
    view = engine.view(state, viewer)
    both = {"view": sight.view(engine, view), "own": sight.secret(engine, view)}
    return json.loads(json.dumps(both))


def everything(case: Case, state: Any) -> list[Any]:
    """Return what leaves the board for each who may look."""
    return [document(case, state, viewer) for viewer in seats_of(case, state)]


def header_like(header: Header, engine: Any, seats: int, options: Any) -> Header:
    """Return the header of another game: so many seats, with these options."""
    return Header(
        engine.NAME,
        seats,
        header.length,
        board_makes=engine.NEEDS.maker,
        options=options,
        language=header.language,
    )
