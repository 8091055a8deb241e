"""
Random games of a game under test.

They follow a playthrough of the game, with inserted actions that its `VERBS` and
`VALUES` allow, sensible or not.
"""

import json
import random
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from firmware_host.app.archive.replay import header_from
from firmware_host.board.events import Woke
from firmware_host.board.json import Json, JsonObject, inner, read_object
from firmware_host.board.messages import Refused
from firmware_host.board.pieces import ZONES, Seat
from firmware_host.games import grammar
from firmware_host.games.contract import Header, Secret
from firmware_host.games.forms import AnyContext, Context
from firmware_host.games.game import Engine, State
from firmware_host.games.transcript import read
from firmware_host.games.views import Viewer
from firmware_host.table import sight
from firmware_host.words.folding import fold

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

NAMES = tuple(f"Player {letter}" for letter in "ABCDEFGHIJKL")


def context(engine: Engine, state: State, *, lid: bool = False) -> AnyContext:
    """Return the context of a game's forms on a board with six zones."""

    def refusal(line: JsonObject) -> Refused | None:
        found = engine.act(state, engine.action(line))
        return found if isinstance(found, Refused) else None

    return Context(state, NAMES, len(ZONES), lid, rack=True, refusal=refusal)


EACH = dict(grammar.VERBS)


#: Keys that only an export writes.
OPENED = ("nonce", "nonces", "commitment", "commitments")


@dataclass(frozen=True, eq=False)
class Case:
    """A game, and one or more playthroughs of it as texts."""

    engine: Engine
    examples: tuple[str, ...]

    @property
    def secrets(self) -> dict[str, Secret]:
        """The game's secrets, by the verb of the line that has them."""
        return {one.do: one for one in self.engine.SECRETS}


#: The result of `Game.act`.
Outcome = tuple[object, ...] | Refused


@dataclass(frozen=True)
class WalkStep:
    """
    One action of a simulated game, with its facts or its refusal.

    Args:
        before: The state before it.
        action: The action, with its chance.
        outcome: The facts, or why it is refused.
        after: The state after it.
        wanted: The action before chance was attached.
    """

    before: State
    action: "DataclassInstance"
    outcome: Outcome
    after: State
    wanted: object

    @property
    def refused(self) -> bool:
        """Return True if the action is refused."""
        return isinstance(self.outcome, Refused)

    @property
    def facts(self) -> tuple[object, ...]:
        """Return the facts of the action; none if it is refused."""
        return () if isinstance(self.outcome, Refused) else self.outcome


class Document(NamedTuple):
    """
    The part of a state document that a game makes.

    Args:
        view: The public view.
        own: The fields for one seat alone; None if there are none.
    """

    view: JsonObject
    own: JsonObject | None


Check = Callable[[Case, int], Iterator[str]]


def read_case(case: Case, text: str) -> tuple[Header, list[dict[str, Json]]]:
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


def guess(
    rnd: random.Random, case: Case, lines: Sequence[JsonObject], seats: int
) -> JsonObject:
    """Return a line that this game's grammar allows; often one with little sense."""
    engine = case.engine
    do = rnd.choice([*engine.VERBS] * 3 + [*EACH, "undo"])
    verb = {**engine.VERBS, **EACH}[do]
    line: dict[str, Json] = {"do": do}
    may = [key for key in verb.may if key not in OPENED and rnd.random() < 0.3]
    for key in (*verb.needs, *may):
        line[key] = random_value(rnd, engine, key, lines, seats)
    return line


def random_value(
    rnd: random.Random,
    engine: Engine,
    key: str,
    lines: Sequence[JsonObject],
    seats: int,
) -> Json:
    """Return a random valid value for a key, mostly one that *lines* have."""
    value = grammar.value(engine, key)
    if value.seat:
        return rnd.randrange(seats + 1)
    known = [line[key] for line in lines if key in line]
    if known and rnd.random() < 0.7:
        return rnd.choice(known)
    simple = [*range(14), True, False, "", "A", "HOBBY", "XQ", "cat", "ZEBRAS"]
    words = re.findall(r"[\w-]+", value.expected)
    pool: list[Json] = [*simple, *words, *known]
    pool += [rnd.sample(pool, rnd.randrange(4)) for _ in range(6)]
    pool += [[one] for one in simple] + [[]]
    fit = [one for one in pool if value.fits(one)]
    return rnd.choice(fit or known)


@lru_cache(maxsize=300)
def walk(case: Case, seed: int, length: int = 70) -> tuple[Header, list[WalkStep]]:
    """Return a game by chance: along a playthrough, and then off into the wild."""
    rnd = random.Random(seed)  # noqa: S311 - a repeatable game is wanted, not a secret
    engine = case.engine
    header, lines = read_case(case, rnd.choice(case.examples))
    until = rnd.randrange(len(lines) + 1)
    ahead, wild = list(lines[:until]), rnd.choice([0.05, 0.2, 0.5])
    if rnd.random() < 0.3:
        ahead, wild = list(lines), 0.0
    state: State = engine.start(header)
    steps = list[WalkStep]()
    while len(steps) < length + until:
        if ahead and rnd.random() >= wild:
            action = engine.action(ahead.pop(0))
        elif not ahead and wild == 0.0:
            break
        else:
            action = random_action(rnd, case, state, lines, header.seats)
        wanted, action = action, engine.with_entropy(action, rnd.randbytes(32))
        outcome: Outcome = engine.act(state, action)
        after = after_all(engine, state, outcome)
        steps.append(WalkStep(state, action, outcome, after, wanted))
        state = after
    return header, steps


def after_all(engine: Engine, state: State, outcome: Outcome) -> State:
    """Return the state after an outcome; a refusal or no facts change nothing."""
    if isinstance(outcome, Refused) or not outcome:
        return state
    after: State = engine.fold(state, outcome)
    return after


def random_action(
    rnd: random.Random,
    case: Case,
    state: State,
    lines: Sequence[JsonObject],
    seats: int,
) -> object:
    """Return a random action that people might try in a state."""
    if case.engine.wake(state) is not None and rnd.random() < 0.4:
        own: object = case.engine.interpret(state, Woke())
        if own is not None:
            return own
    line = guess(rnd, case, lines, seats)
    if line["do"] in {"end", "leave"} and rnd.random() < 0.85:
        line = {"do": "undo"}
    action: object = case.engine.action(line)
    return action


def accepted(steps: list[WalkStep]) -> list[WalkStep]:
    """Return the steps whose action was accepted."""
    return [step for step in steps if not step.refused]


def seats_of(case: Case, state: State) -> list[Viewer | Seat]:
    """Return the viewers to check: the public, each seat, and an unused seat."""
    last = max(case.engine.sitting(state), default=0)
    return [Viewer.PUBLIC, *map(Seat, range(last + 2))]


def document(case: Case, state: State, viewer: Viewer | Seat) -> Document:
    """Return what a viewer may see of a state, as a page would read it from JSON."""
    engine = case.engine
    view = engine.view(state, viewer)
    both = {"view": sight.view(engine, view), "own": sight.secret(engine, view)}
    sent = read_object(json.dumps(both))
    own = None if sent["own"] is None else inner(sent, "own")
    return Document(inner(sent, "view"), own)


def all_documents(case: Case, state: State) -> list[Document]:
    """Return the `document` of each viewer to check; `seats_of` names them."""
    return [document(case, state, viewer) for viewer in seats_of(case, state)]


def header_like(
    header: Header,
    engine: Engine,
    seats: int,
    options: tuple[tuple[str, str | int], ...],
) -> Header:
    """Return the header of a new game with a number of seats and these options."""
    return Header(
        engine.NAME,
        seats,
        header.length,
        board_makes=engine.NEEDS.maker,
        options=options,
        language=header.language,
    )
