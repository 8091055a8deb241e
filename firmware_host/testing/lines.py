"""Checks of the lines of a game's transcript, and of who may send them."""

import json
import random
from collections.abc import Iterator

from firmware_host.board.events import Woke
from firmware_host.board.json import JsonObject, read_object, text
from firmware_host.board.messages import Refused
from firmware_host.errors import AskedError
from firmware_host.games import grammar
from firmware_host.games.game import State
from firmware_host.table.api import asked_line
from firmware_host.testing.walks import (
    Case,
    Outcome,
    WalkStep,
    accepted,
    all_documents,
    read_case,
    walk,
)


def lines_come_back(case: Case, seed: int) -> Iterator[str]:
    """A transcript's lines can be read, and replay to the same game without chance."""
    engine = case.engine
    header, steps = walk(case, seed)
    state: State = engine.start(header)
    number = 1
    for step in accepted(steps):
        line = read_object(
            json.dumps(engine.to_transcript(step.action, step.facts, number))
        )
        try:
            line = grammar.checked(line, engine)
        except ValueError as fault:
            yield f"{line} cannot be read: {fault}"
            return
        line = {k: v for k, v in line.items() if not k.startswith("commitment")}
        outcome = engine.act(state, engine.action(line))
        if isinstance(outcome, Refused):
            yield f"{line} is refused {outcome.code} in the replay"
            return
        state = engine.fold(state, outcome)
        number += engine.result(outcome) is not None
        if all_documents(case, state) != all_documents(case, step.after):
            yield f"after {line} the replay is another game"
            return


def keeps_chance_out(case: Case, seed: int) -> Iterator[str]:
    """No page can send a random value, or a line of the board itself."""
    rnd = random.Random(seed)  # noqa: S311 - a repeatable game is wanted, not a secret
    engine = case.engine
    for verb in grammar.verbs_of(engine).values():
        for key in (*verb.needs, *verb.may):
            if grammar.value(engine, key) is grammar.ANYTHING:
                yield f"nothing says what is right under {key}"
    header, steps = walk(case, seed)
    for step in steps:
        own = (
            engine.interpret(step.before, Woke()) if engine.wake(step.before) else None
        )
        if own is not None and is_sendable(case, engine.action_json(own), header.seats):
            yield f"a page can ask for what the board does by itself: {own}"
    for line in brought_by_chance(rnd, case, engine.start(header), steps):
        if is_sendable(case, line, header.seats):
            yield f"a page can ask for what chance brought: {line}"


def brought_by_chance(
    rnd: random.Random, case: Case, start: State, steps: list[WalkStep]
) -> Iterator[JsonObject]:
    """Yield lines with random values, found by comparing two games of equal steps."""
    engine = case.engine
    games = [start, start]
    for step in steps:
        after = []
        for wanted in left_open(case, step.wanted):
            ways = [engine.with_entropy(wanted, rnd.randbytes(32)) for _ in games]
            outcomes: list[Outcome] = list(map(engine.act, games, ways))
            brought = [one for one in outcomes if not isinstance(one, Refused)]
            if len(brought) < len(games):
                continue
            pairs = zip(ways, brought, strict=True)
            one, other = (engine.to_transcript(way, facts, 1) for way, facts in pairs)
            for key in sorted(one.keys() | other.keys()):
                if one.get(key) != other.get(key):
                    told = [line[key] for line in (one, other) if key in line]
                    said = engine.action_json(wanted)
                    yield from ({**said, key: value} for value in told)
            after.append(list(map(engine.fold, games, brought)))
        games = rnd.choice([after[0], *after]) if after else games


def left_open(case: Case, action: object) -> list[object]:
    """Return an action with all its variants that leave values to the board."""
    line = case.engine.action_json(action)
    verb = grammar.verbs_of(case.engine)[text(line, "do")]
    may = [key for key in verb.may if key in line]
    dropped = [set(), *({key} for key in may), set(may)]
    return [
        case.engine.action({key: v for key, v in line.items() if key not in keys})
        for keys in dropped[: len(may) + (len(may) > 1) + 1]
    ]


def is_sendable(case: Case, line: JsonObject, seats: int) -> bool:
    """Return True if a page may send a line and the table accepts its form."""
    keys = grammar.sendable(case.engine).get(text(line, "do"))
    if keys is None or not {*line} <= {"do", *keys}:
        return False
    sent = read_object(json.dumps(line))
    try:
        case.engine.action(asked_line(sent, case.engine, seats))
    except AskedError:
        return False
    return True


def has_a_playthrough(case: Case, seed: int) -> Iterator[str]:
    """The game has a playthrough without a refusal that ends the game."""
    del seed
    engine, whole = case.engine, False
    if not case.examples:
        yield f"there is no playthrough of {engine.NAME}"
    for example in case.examples:
        header, lines = read_case(case, example)
        state = engine.start(header)
        for number, line in enumerate(lines, 2):
            outcome = engine.act(state, engine.action(line))
            if isinstance(outcome, Refused):
                yield f"line {number}: {line} is refused {outcome.code}"
                break
            state = engine.fold(state, outcome)
        whole = whole or engine.is_over(state)
    if not whole:
        yield "no playthrough goes on to the end"
