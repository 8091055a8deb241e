"""Checks of a game's states and views; each yields a sentence for each fault."""

import json
import re
from collections.abc import Iterator
from dataclasses import fields
from functools import reduce

from firmware_host.board.events import Woke
from firmware_host.board.json import text
from firmware_host.board.messages import Refused
from firmware_host.games import grammar
from firmware_host.games.contract import Wake
from firmware_host.games.game import (
    BySeat,
    Engine,
    GameEnded,
    Joined,
    State,
    Undo,
    Undone,
)
from firmware_host.games.meaning import (
    EndsRound,
    NeedsChance,
    RightOrWrong,
    TakesTurns,
    TellsMore,
    YesOrNo,
)
from firmware_host.games.views import Common, Viewer, common, public_of
from firmware_host.testing.walks import (
    Case,
    WalkStep,
    accepted,
    all_documents,
    document,
    seats_of,
    walk,
)


def decides_or_refuses(case: Case, seed: int) -> Iterator[str]:
    """Each action gives facts or a refusal, always the same; no state is changed."""
    _, steps = walk(case, seed)
    for step in steps:
        again = case.engine.act(step.before, step.action)
        if again != step.outcome:
            yield f"{step.action} is decided otherwise the second time"
        if not step.refused and not (isinstance(step.outcome, tuple) and step.outcome):
            yield f"{step.action} brings neither facts nor a refusal"


def refusing_changes_nothing(case: Case, seed: int) -> Iterator[str]:
    """All documents are the same before and after a decision."""
    header, steps = walk(case, seed)
    state = case.engine.start(header)
    for step in steps:
        before = all_documents(case, state)
        case.engine.act(state, step.action)
        if all_documents(case, state) != before:
            yield f"deciding {step.action} has changed the game"
        if not step.refused:
            state = case.engine.fold(state, step.facts)
    if all_documents(case, state) != all_documents(case, steps[-1].after):
        yield "the accepted actions alone are another game"


def facts_are_json(case: Case, seed: int) -> Iterator[str]:
    """Actions and facts are equal after being written to JSON and read again."""
    engine = case.engine
    _, steps = walk(case, seed)
    for step in steps:
        line = json.loads(json.dumps(engine.action_json(step.action)))
        if engine.action(line) != step.action:
            yield f"{step.action} is another action after {line}"
        for fact in step.facts:
            line = json.loads(json.dumps(engine.fact_json(fact)))
            if engine.fact(line) != fact:
                yield f"{fact} is another fact after {line}"


def replays_to_its_state(case: Case, seed: int) -> Iterator[str]:
    """The journal's rows, folded from the start, give the state of the game."""
    engine = case.engine
    header, steps = walk(case, seed)
    state: State = engine.start(header)
    for step in accepted(steps):
        rows = [json.dumps(engine.fact_json(fact)) for fact in step.facts]
        facts = tuple(engine.fact(json.loads(row)) for row in rows)
        before, state = state, engine.fold(state, facts)
        if not isinstance(facts[0], Undone):  # an undo is no fact of a game
            one_by_one: State = reduce(engine.apply, facts, before)
            if all_documents(case, one_by_one) != all_documents(case, state):
                yield f"{step.outcome} one by one is another game"
        if state != step.after:
            yield f"after {step.action} the replay is another game"
            return


def undoes(case: Case, seed: int) -> Iterator[str]:
    """Undo restores an earlier state of the round, and never crosses a reveal."""
    engine = case.engine
    _, steps = walk(case, seed)
    moments: list[State] = []
    for step in accepted(steps):
        joined = tuple(fact.by for fact in step.facts if type(fact) is Joined)
        ended = engine.result(step.facts) or engine.voided(step.facts) is not None
        undone = next((one for one in step.facts if isinstance(one, Undone)), None)
        if undone is not None:
            if len(step.facts) > 1:
                yield f"{undone} is not the only fact of {step.action}"
            if undone.count > len(moments):
                yield f"{undone} goes back further than the round"
            elif all_documents(case, step.after) != all_documents(
                case, moments[-undone.count]
            ):
                yield f"{undone} is not the moment before"
            del moments[-undone.count :]
        elif ended:
            moments = []
            if not isinstance(engine.act(step.after, Undo()), Refused):
                yield f"what {step.action} has shown can be undone"
        else:
            moments.append(step.before)
        undo = (Undone(1, joined),)
        if joined and engine.act(step.after, Undo()) != undo:
            yield f"{step.action} cannot be taken back"


def only_named_fields_leave(case: Case, seed: int) -> Iterator[str]:
    """Documents have the fields of PUBLIC, those of a seat also OWN, and no others."""
    engine = case.engine
    _, steps = walk(case, seed)
    if "results" in engine.PUBLIC:
        yield "results are added by the documents"
    for step in steps:
        public = document(case, step.after, Viewer.PUBLIC).view
        for viewer in seats_of(case, step.after):
            seen = document(case, step.after, viewer)
            if set(seen.view) != {*engine.PUBLIC, "results"}:
                yield f"{viewer} reads {sorted(seen.view)}"
            if seen.own is not None and viewer is Viewer.PUBLIC:
                yield "everybody reads what one seat alone may have"
            if seen.view != public:
                yield f"{viewer} has another public view than everybody"
        yield from secrets_in_repr(case, step)


def secrets_in_repr(case: Case, step: WalkStep) -> Iterator[str]:
    """Yield each secret in the `repr` of an action, its facts or the state."""
    line = case.engine.action_json(step.action)
    declared = case.secrets.get(text(line, "do"))
    secret = None if declared is None else line.get(declared.key)
    if not isinstance(secret, str) or len(secret) < 3 or step.refused:
        return
    if secret in repr(step.before):
        return  # an earlier round has shown it
    for said in (step.action, *step.facts, step.after):
        if secret in re.sub(r"'[0-9a-f]{64}'", "", repr(said)):
            yield f"a log would say {secret}: {type(said).__name__}"


def goes_out_as_json(case: Case, seed: int) -> Iterator[str]:
    """The fields of PUBLIC and OWN have values that JSON can represent."""
    _, steps = walk(case, seed)
    for step in steps:
        for viewer in seats_of(case, step.after):
            try:
                document(case, step.after, viewer)
            except (TypeError, ValueError) as fault:
                yield f"{viewer} cannot be told the view after {step.action}: {fault}"


#: By the name of a field, or of a property: the base that declares what it means.
OF_ACTIONS = {"by": BySeat, "entropy": NeedsChance}
OF_FACTS = {
    "result": EndsRound,
    "right": RightOrWrong,
    "told": TellsMore,
    "yes": YesOrNo,
}
OF_STATES = {"turn": TakesTurns}


def declares_what_it_means(case: Case, seed: int) -> Iterator[str]:
    """Check that a class of a game derives from the base class of each field read."""
    header, _ = walk(case, seed)
    engine = case.engine
    state = type(engine.start(header))
    for kinds, bases in (
        (engine.ACTIONS.classes.values(), OF_ACTIONS),
        (engine.FACTS.classes.values(), OF_FACTS),
        ((state,), OF_STATES),
    ):
        for kind in kinds:
            names = {*dir(kind), *(one.name for one in fields(kind))}
            for name, base in bases.items():
                if name in names and not issubclass(kind, base):
                    yield f"{kind.__name__} has {name}, and is no {base.__name__}"


#: What `common` says of a view.
_READ = {one.name for one in fields(Common)} - {"may"}

#: The largest number that a page may predict.
MOST_PREDICTED = 99


def is_read_by_the_house(case: Case, seed: int) -> Iterator[str]:
    """The fields of a view that the board reads have the values that it expects."""
    engine = case.engine
    _, steps = walk(case, seed)
    verbs = {*grammar.sendable(engine), "hunch", "predict"}
    for step in steps:
        rows = engine.results(step.after)
        for viewer in seats_of(case, step.after):
            view = engine.view(step.after, viewer)
            known = common(view, viewer)
            sealed = known.sealed or ()
            seats = [*sealed, *known.making, known.turn, known.maker]
            public = public_of(view)
            for name in _READ & {*dir(public)}:
                if getattr(public, name) != getattr(known, name):
                    yield f"common says nothing of {name} for {viewer}"
            for name, right in {
                "results": known.results == rows,
                "over": known.over is engine.is_over(step.after),
                "waiting": isinstance(known.waiting, bool),
                "commitment": re.fullmatch("|[0-9a-f]{64}", known.commitment),
                "sealed, making, turn or maker": all(
                    seat is None or isinstance(seat, int) for seat in seats
                ),
                "may": verbs.issuperset(known.may),
                "question": all(
                    isinstance(one, int) and 0 <= one <= MOST_PREDICTED
                    for one in known.question.answers
                ),
            }.items():
                if not right:
                    yield f"{name} for {viewer} after {step.action}: {known}"


def wakes(case: Case, seed: int) -> Iterator[str]:
    """When a game waits for the board's own move, that move exists and is accepted."""
    engine = case.engine
    _, steps = walk(case, seed)
    for step in steps:
        wake, own = engine.wake(step.after), engine.interpret(step.after, Woke())
        if wake is None and own is not None:
            yield f"nobody waits for {own}"
        if wake is not None:
            if not isinstance(wake, Wake) or wake.ms < 0 or own is None:
                yield f"{wake} brings {own}"
                continue
            own = engine.with_entropy(own, bytes(range(32)))
            outcome = engine.act(step.after, own)
            if isinstance(outcome, Refused):
                yield f"the board's own {own} is refused {outcome.code}"


def ends(case: Case, seed: int) -> Iterator[str]:
    """A game is over exactly after `GameEnded`; no facts follow, results are kept."""
    engine = case.engine
    _, steps = walk(case, seed)
    for step in accepted(steps):
        said = any(isinstance(fact, GameEnded) for fact in step.facts)
        if said != engine.is_over(step.after):
            yield f"after {step.action} the game is over: {engine.is_over(step.after)}"
        yield from result_faults(engine, step)
    for step in steps:
        if engine.is_over(step.before) and step.outcome != Refused("game-over"):
            yield f"{step.action} is done after the end"
        if engine.is_over(step.after) and engine.wake(step.after) is not None:
            yield "the board waits for something after the end"


def result_faults(engine: Engine, step: WalkStep) -> Iterator[str]:
    """Yield the faults in the results and the answer of a step that ends a round."""
    brought, row = len(engine.results(step.before)), engine.result(step.facts)
    rows = engine.results(step.after)
    if len(rows) != brought + (row is not None):
        yield f"{step.action} brings {row}, and there are {len(rows)} rounds"
    elif row is not None and rows[-1] != row:
        yield f"{step.action} brings {row}, and {rows[-1]} is kept"
    if len(set(engine.sitting(step.after))) != len(engine.sitting(step.after)):
        yield "somebody sits twice"
    if engine.answer(step.facts).get("answer") not in (
        *("ok", "yes", "no", "right", "wrong"),
    ):
        yield f"{step.action} is answered {engine.answer(step.facts)}"
    for kind, right in engine.answer_counts(step.facts):
        if not isinstance(kind, str) or not isinstance(right, bool):
            yield f"{step.action} counts {kind}, {right}"
