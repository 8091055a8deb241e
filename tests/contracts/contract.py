"""
What every game promises, as checks that any engine can be held to.

A check plays one game (`walks`) and yields what is wrong; nothing yielded is a promise
kept. The games are played by chance: along a playthrough of the game, with actions
thrown in that its `VERBS` and `VALUES` allow, sensible or not.
"""

import json
import random
import re
import traceback
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from functools import lru_cache, reduce
from types import SimpleNamespace
from typing import Any

from firmware_host.app.archive.replay import header_from
from firmware_host.app.content.languages import load_texts
from firmware_host.board.events import Woke
from firmware_host.board.faces import Face
from firmware_host.board.messages import Message, Refused, say
from firmware_host.board.moments import KEPT, What
from firmware_host.board.pieces import ZONES, Seat
from firmware_host.errors import AskedError
from firmware_host.games import grammar
from firmware_host.games.common import GameEnded, Joined, Undo, Undone
from firmware_host.games.contract import Header, Secret, Viewer, Wake, common
from firmware_host.games.requests import PageRequest
from firmware_host.games.transcript import read
from firmware_host.languages import CODES
from firmware_host.session.state import Player, Playing
from firmware_host.table import sight
from firmware_host.table.api import TableApi
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
class Step:
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


# --- playing ----------------------------------------------------------------------


def opened(case: Case, text: str) -> tuple[Header, list[dict[str, Any]]]:
    """Return the header of a playthrough and its lines, seats as numbers."""
    games = {case.engine.NAME: case.engine}
    head, lines, _ = read(text.splitlines(), "example", games)
    actions = [dict(line.action) for line in lines]
    for line in actions:
        line.pop("commitment", None)
        line.pop("commitments", None)
        if "word" in line:
            line["word"] = fold(line["word"])
    return header_from(head, "example"), actions


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
def walk(case: Case, seed: int, length: int = 70) -> tuple[Header, list[Step]]:
    """Return a game by chance: along a playthrough, and then off into the wild."""
    rnd = random.Random(seed)  # noqa: S311 - a repeatable game is wanted, not a secret
    engine = case.engine
    header, lines = opened(case, rnd.choice(case.examples))
    until = rnd.randrange(len(lines) + 1)
    ahead, wild = list(lines[:until]), rnd.choice([0.05, 0.2, 0.5])
    if rnd.random() < 0.3:
        ahead, wild = list(lines), 0.0
    state, steps = engine.start(header), []
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
        steps.append(Step(state, action, outcome, after, wanted))
        state = after
    return header, steps


def thrown_in(
    rnd: random.Random, case: Case, state: Any, lines: list[Any], seats: int
) -> Any:
    if case.engine.wake(state) is not None and rnd.random() < 0.4:
        own = case.engine.interpret(state, Woke())
        if own is not None:
            return own
    line = guess(rnd, case, lines, seats)
    if line["do"] in {"end", "leave"} and rnd.random() < 0.85:
        line = {"do": "undo"}
    return case.engine.action(line)


def accepted(steps: list[Step]) -> list[Step]:
    return [step for step in steps if not step.refused]


# --- looking ----------------------------------------------------------------------


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
    return [document(case, state, viewer) for viewer in seats_of(case, state)]


def messages(value: Any) -> Iterator[Message]:
    """Yield every message that stands anywhere in *value*."""
    if isinstance(value, Message):
        yield value
        for _, inner in value.values:
            yield from messages(inner)
    elif is_dataclass(value) and not isinstance(value, type):
        for one in fields(value):
            yield from messages(getattr(value, one.name))
    elif isinstance(value, tuple | list):
        for one in value:
            yield from messages(one)


def unsaid(found: list[Message], context: str = "page") -> Iterator[str]:
    """Yield what has no words in a language, or gaps that are not filled."""
    for code in CODES:
        texts = load_texts(code)
        for message in found:
            if texts.find(message.code, context) == message.code:
                yield f"{message.code} has no words in {code}"
                continue
            try:
                texts.say(message, context)
            except KeyError as gap:
                yield f"{message.code} leaves {gap} open in {code}"


# --- the promises -----------------------------------------------------------------


def decides_or_refuses(case: Case, seed: int) -> Iterator[str]:
    """Every action is decided or refused, the same again, and nothing is changed."""
    _, steps = walk(case, seed)
    for step in steps:
        again = case.engine.act(step.before, step.action)
        if again != step.outcome:
            yield f"{step.action} is decided otherwise the second time"
        if not step.refused and not (isinstance(step.outcome, tuple) and step.outcome):
            yield f"{step.action} brings neither facts nor a refusal"


def refusing_changes_nothing(case: Case, seed: int) -> Iterator[str]:
    """What everybody may know is the same before and after deciding."""
    header, steps = walk(case, seed)
    state = case.engine.start(header)
    for step in steps:
        before = everything(case, state)
        case.engine.act(state, step.action)
        if everything(case, state) != before:
            yield f"deciding {step.action} has changed the game"
        if not step.refused:
            state = case.engine.fold(state, step.outcome)
    if everything(case, state) != everything(case, steps[-1].after):
        yield "the accepted actions alone are another game"


def facts_are_json(case: Case, seed: int) -> Iterator[str]:
    """Actions and facts are the same after they were written and read."""
    engine = case.engine
    _, steps = walk(case, seed)
    for step in steps:
        line = json.loads(json.dumps(engine.action_json(step.action)))
        if engine.action(line) != step.action:
            yield f"{step.action} is another action after {line}"
        for fact in () if step.refused else step.outcome:
            line = json.loads(json.dumps(engine.fact_json(fact)))
            if engine.fact(line) != fact:
                yield f"{fact} is another fact after {line}"


def replays_to_its_state(case: Case, seed: int) -> Iterator[str]:
    """The journal's rows, folded from the start, are the very state there was."""
    engine = case.engine
    header, steps = walk(case, seed)
    state = engine.start(header)
    for step in accepted(steps):
        rows = [json.dumps(engine.fact_json(fact)) for fact in step.outcome]
        facts = tuple(engine.fact(json.loads(row)) for row in rows)
        undone = isinstance(facts[0], Undone)  # the way back is no fact of a game
        one_by_one = None if undone else reduce(engine.apply, facts, state)
        state = engine.fold(state, facts)
        if not undone and everything(case, one_by_one) != everything(case, state):
            yield f"{step.outcome} one by one is another game"
        if state != step.after:
            yield f"after {step.action} the replay is another game"
            return


def undoes(case: Case, seed: int) -> Iterator[str]:
    """Undo brings an earlier moment of this round back, and crosses no reveal."""
    engine = case.engine
    _, steps = walk(case, seed)
    moments: list[Any] = []
    for step in accepted(steps):
        kinds = {type(fact) for fact in step.outcome}
        ended = engine.result(step.outcome) or engine.voided(step.outcome) is not None
        if Undone in kinds:
            (undone,) = step.outcome
            if undone.count > len(moments):
                yield f"{undone} goes back further than the round"
            elif everything(case, step.after) != everything(
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
        if Joined in kinds:
            seats = tuple(fact.by for fact in step.outcome)
            if engine.act(step.after, Undo()) != (Undone(1, seats),):
                yield f"{step.action} cannot be taken back"


def only_named_fields_leave(case: Case, seed: int) -> Iterator[str]:
    """A page gets what PUBLIC names, a seat its OWN, and nobody anything else."""
    engine = case.engine
    _, steps = walk(case, seed)
    if "results" in engine.PUBLIC:
        yield "results are added by the documents"
    for step in steps:
        public = document(case, step.after, Viewer.PUBLIC)["view"]
        for viewer in seats_of(case, step.after):
            seen = document(case, step.after, viewer)
            if set(seen["view"]) != {*engine.PUBLIC, "results"}:
                yield f"{viewer} reads {sorted(seen['view'])}"
            if seen["own"] is not None and viewer is Viewer.PUBLIC:
                yield "everybody reads what one seat alone may have"
            if seen["view"] != public:
                yield f"{viewer} has another public view than everybody"
        yield from loud(case, step)


def goes_out_as_json(case: Case, seed: int) -> Iterator[str]:
    """What PUBLIC and OWN name is made of what JSON has: a page can be told it."""
    _, steps = walk(case, seed)
    for step in steps:
        for viewer in seats_of(case, step.after):
            try:
                document(case, step.after, viewer)
            except (TypeError, ValueError) as fault:
                yield f"{viewer} cannot be told the view after {step.action}: {fault}"


#: The largest number that a page may predict.
MOST_PREDICTED = 99


def is_read_by_the_house(case: Case, seed: int) -> Iterator[str]:
    """What the house reads of a view, where it is there, is what it takes it for."""
    engine = case.engine
    _, steps = walk(case, seed)
    verbs = {*grammar.sendable(engine), "hunch", "predict"}
    for step in steps:
        rows = engine.results(step.after)
        for viewer in seats_of(case, step.after):
            known = common(engine.view(step.after, viewer), viewer)
            sealed = known.sealed or ()
            seats = [*sealed, *known.making, known.turn, known.maker]
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


def loud(case: Case, step: Step) -> Iterator[str]:
    """Yield a secret that a log would hold: of an action, its facts or the state."""
    line = case.engine.action_json(step.action)
    declared = case.secrets.get(line["do"])
    secret = None if declared is None else line.get(declared.key)
    if not isinstance(secret, str) or len(secret) < 3 or step.refused:
        return
    if secret in repr(step.before):
        return  # an earlier round has shown it
    for said in (step.action, *step.outcome, step.after):
        if secret in re.sub(r"'[0-9a-f]{64}'", "", repr(said)):
            yield f"a log would say {secret}: {type(said).__name__}"


def alike(case: Case, state: Any, viewers: list[Any]) -> list[Any]:
    """Return what *viewers* see, all commitments blotted out."""
    face = case.engine.face(state, NAMES)
    asked = case.engine.requests(state)
    pages = [str(one) for one in asked if isinstance(one, PageRequest)]
    table = [str(face.table), str(face.zones), *pages]
    seen = [document(case, state, viewer) for viewer in viewers]
    told = json.dumps([*seen, *table])
    return json.loads(re.sub(r"\b[0-9a-f]{64}\b", "hex", told))


@dataclass(frozen=True)
class Twins:
    """One line of a game, and of another one whose secret is another."""

    header: Header
    number: int
    line: Any
    twin: Any
    #: Who may not know: everybody and the others, or everybody alone where each has
    #: a part of it.
    viewers: list[Any]
    before: tuple[Any, Any]
    after: tuple[Any, Any]
    outcomes: tuple[Any, Any]


def twins(case: Case, rnd: random.Random) -> Iterator[Twins]:
    """Play two games of different secrets, as long as they are answered alike."""
    engine = case.engine
    header, lines = opened(case, rnd.choice(case.examples))
    others = [dict(line) for line in lines]
    at = [
        n
        for n, line in enumerate(lines)
        if line["do"] in case.secrets and case.secrets[line["do"]].key in line
    ]
    if not at:
        return
    changed = rnd.choice(at)
    secret = case.secrets[lines[changed]["do"]]
    others[changed][secret.key] = another(rnd, case, header, lines, changed)
    owner = lines[changed].get("by")
    one = other = engine.start(header)
    for number, (line, twin) in enumerate(zip(lines, others, strict=True)):
        before = one, other
        first = engine.act(one, engine.action(line))
        second = engine.act(other, engine.action(twin))
        if not same_answer(engine, first, second, secret.opened_by):
            return
        one, other = after_all(engine, one, first), after_all(engine, other, second)
        seats = [v for v in seats_of(case, one) if v != owner]
        yield Twins(
            header,
            number + 2,
            line,
            twin,
            [Viewer.PUBLIC] if secret.each else seats,
            before,
            (one, other),
            (first, second),
        )


def another(
    rnd: random.Random, case: Case, header: Header, lines: list[Any], at: int
) -> Any:
    """Return another secret for one of the lines; the same where there is no other."""
    engine, do = case.engine, lines[at]["do"]
    key = case.secrets[do].key
    others = [line[key] for line in lines if line["do"] == do and key in line]
    others.append(given(rnd, engine, key, lines, header.seats))
    others += [turned(rnd, lines[at][key]) for _ in range(3)]
    if isinstance(lines[at][key], str):
        words = header.language.common.words(len(lines[at][key]))
        others += rnd.sample(words, min(3, len(words)))
    value, was = grammar.value(engine, key), lines[at][key]
    fit = [one for one in others if value.fits(one) and one != was]
    return rnd.choice(fit or [was])


def after_all(engine: Any, state: Any, outcome: Any) -> Any:
    """Return the state after an outcome."""
    return state if isinstance(outcome, Refused) else engine.fold(state, outcome)


def hides_the_secret(case: Case, seed: int) -> Iterator[str]:
    """Two secrets that were answered alike look alike to whoever may not know."""
    rnd = random.Random(seed)  # noqa: S311 - a repeatable game is wanted, not a secret
    engine = case.engine
    for two in twins(case, rnd):
        just, also = (
            () if isinstance(outcome, Refused) else engine.moments(*steps)
            for outcome, steps in zip(
                two.outcomes,
                zip(two.before, two.outcomes, two.after, strict=True),
                strict=True,
            )
        )
        if just != also:
            yield f"line {two.number}: {just} tells it from {also}"
            return
        one, other = two.after
        if alike(case, one, two.viewers) != alike(case, other, two.viewers):
            yield f"line {two.number}: {two.line} tells {two.twin} from the other"
            return


def knows_what_it_sees(case: Case, seed: int) -> Iterator[str]:
    """
    Views, bots, hints and insights are the same for two secrets answered alike.

    A view is compared whole: with what no page is told, for evidence stands on it.
    """
    rnd = random.Random(seed)  # noqa: S311 - a repeatable game is wanted, not a secret
    engine = case.engine
    for two in (two for _ in range(TWINS) for two in twins(case, rnd)):
        for viewer in two.viewers:
            one, other = (whole(engine.view(state, viewer)) for state in two.after)
            if one != other:
                yield f"line {two.number}: the view of {viewer} tells the secret"
                return
        for told in (moves_told, hints_told, insights_told):
            one, other = told(case, two, rnd.randbytes(32))
            if one != other:
                yield f"line {two.number}: {told.__name__} {one} and {other}"
                return


#: So many pairs of secrets are tried with each seed: most are soon answered otherwise.
TWINS = 2


def whole(value: Any) -> Any:
    """Return all that is in a value, also what no log shows; no commitments."""
    if is_dataclass(value) and not isinstance(value, type):
        names = {one.name for one in fields(value)} | getattr(
            value, "__dict__", {}
        ).keys()
        return [(name, whole(getattr(value, name))) for name in sorted(names)]
    if isinstance(value, SimpleNamespace):
        return [(name, whole(one)) for name, one in sorted(vars(value).items())]
    if isinstance(value, tuple | list):
        return [whole(one) for one in value]
    if isinstance(value, Mapping):
        return [(whole(key), whole(one)) for key, one in value.items()]
    return re.sub(r"^[0-9a-f]{64}$", "hex", value) if isinstance(value, str) else value


Told = tuple[Any, Any]


def moves_told(case: Case, two: Twins, chance: bytes) -> Told:
    """Return what bots would do in both games, where their seat sees the same."""
    engine = case.engine
    told: tuple[list[Any], list[Any]] = ([], [])
    for seat in two.viewers:
        if seat is Viewer.PUBLIC or seat not in engine.sitting(two.after[0]):
            continue
        strength = engine.BOTS[chance[0] % len(engine.BOTS)] if engine.BOTS else None
        for moves, state in zip(told, two.after, strict=True):
            if strength is not None:
                seen = engine.view(state, seat)
                moves.append(engine.bot(seen, two.header, strength, chance))
    return told


def hints_told(case: Case, two: Twins, chance: bytes) -> Told:
    """Return what a hint would bring in both games, for any seat, about anything."""
    engine = case.engine
    if "hint" not in engine.VERBS:
        return (), ()
    rnd = random.Random(chance)  # noqa: S311 - as above
    verb = engine.VERBS["hint"]
    line = {key: given(rnd, engine, key, [], two.header.seats) for key in verb.needs}
    action = engine.action({"do": "hint", **line})
    one, other = (engine.act(state, action) for state in two.after)
    return one, other


def insights_told(case: Case, two: Twins, _chance: bytes) -> Told:
    """Return what the same line would be worth in both games."""
    engine = case.engine
    action = engine.action(two.line)
    one, other = (
        engine.insight(
            engine.view(before, Viewer.PUBLIC),
            action,
            engine.view(after, Viewer.PUBLIC),
            two.header,
        )
        for before, after in zip(two.before, two.after, strict=True)
    )
    return one, other


def tells_what_has_happened(case: Case, seed: int) -> Iterator[str]:
    """A moment is of this board and this game, has its words, and says nothing else."""
    engine = case.engine
    header, steps = walk(case, seed)
    state = engine.start(header)
    made = [*engine.moments(None, (), state)]
    for step in accepted(steps):
        just = engine.moments(step.before, step.outcome, step.after)
        if just != engine.moments(step.before, step.outcome, step.after):
            yield f"what {step.action} has brought is told otherwise the second time"
        if len(just) > KEPT:
            yield f"{step.action} brings {len(just)} moments"
        made += just
    seats = {None, *range(len(NAMES))}
    for one in set(made):
        zones = {one.zone, *(zone for zone, _ in one.marks)}
        if not (zones <= {None, *ZONES} and one.seat in seats and one.n == 0):
            yield f"{one} is not at this board"
        if one.what not in list(What):
            yield f"{one} is no moment"
        if any(
            isinstance(value, str) and value for m in one.said for _, value in m.values
        ):
            yield f"{one} says what somebody has typed"


def declares_its_secrets(case: Case, seed: int) -> Iterator[str]:
    """What is secret is named once, is a key of a line, and no log would hold it."""
    engine = case.engine
    verbs = [one.do for one in engine.SECRETS]
    if len(set(verbs)) < len(verbs):
        yield "a verb has two secrets"
    for one in engine.SECRETS:
        verb = engine.VERBS.get(one.do)
        if verb is None or one.key not in (*verb.needs, *verb.may):
            yield f"no line has {one}"
    _, steps = walk(case, seed)
    for step in steps:
        secret = case.secrets.get(case.engine.action_json(step.action)["do"])
        shown = {key.name for key in fields(step.action) if key.repr}
        if secret is not None and secret.key in shown:
            yield f"a log would say the {secret.key} of {secret.do}"
        public = common(engine.view(step.after, Viewer.PUBLIC), Viewer.PUBLIC)
        promises = engine.OWN or public.commitment or any(public.commitments)
        if promises and not engine.SECRETS:
            yield "it hides something, and SECRETS is empty"


def turned(rnd: random.Random, secret: Any) -> Any:
    """Return a secret like this one: two of its letters or cards change places."""
    if not isinstance(secret, str | list) or len(secret) < 2:
        return secret
    items = list(secret)
    one, other = rnd.sample(range(len(items)), 2)
    items[one], items[other] = items[other], items[one]
    return "".join(items) if isinstance(secret, str) else items


def same_answer(engine: Any, first: Any, second: Any, opened_by: str) -> bool:
    if isinstance(first, Refused) or isinstance(second, Refused):
        return bool(first == second)
    shown = [engine.answer(facts) for facts in (first, second)]
    ends = [(engine.result(facts), engine.voided(facts)) for facts in (first, second)]
    if opened_by in shown[0]:
        return False
    return bool(shown[0] == shown[1]) and ends[0] == ends[1] == (None, None)


def lines_come_back(case: Case, seed: int) -> Iterator[str]:
    """A transcript's lines can be read, and they are the same game without chance."""
    engine = case.engine
    header, steps = walk(case, seed)
    state, number = engine.start(header), 1
    for step in accepted(steps):
        line = json.loads(
            json.dumps(engine.to_transcript(step.action, step.outcome, number))
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
        if everything(case, state) != everything(case, step.after):
            yield f"after {line} the replay is another game"
            return


def keeps_chance_out(case: Case, seed: int) -> Iterator[str]:
    """What was drawn, and what the board does by itself, no page can ask for."""
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
        if own is not None and comes_in(case, engine.action_json(own), header.seats):
            yield f"a page can ask for what the board does by itself: {own}"
    for line in brought_by_chance(rnd, case, engine.start(header), steps):
        if comes_in(case, line, header.seats):
            yield f"a page can ask for what chance brought: {line}"


def brought_by_chance(
    rnd: random.Random, case: Case, start: Any, steps: list[Step]
) -> Iterator[dict[str, Any]]:
    """Yield lines with what came of chance: it differs in two games of the same."""
    engine = case.engine
    games = [start, start]
    for step in steps:
        after = []
        for wanted in left_open(case, step.wanted):
            ways = [engine.with_entropy(wanted, rnd.randbytes(32)) for _ in games]
            outcomes = list(map(engine.act, games, ways))
            if any(isinstance(outcome, Refused) for outcome in outcomes):
                continue
            pairs = zip(ways, outcomes, strict=True)
            one, other = (engine.to_transcript(way, facts, 1) for way, facts in pairs)
            for key in sorted(one.keys() | other.keys()):
                if one.get(key) != other.get(key):
                    told = [line[key] for line in (one, other) if key in line]
                    said = engine.action_json(wanted)
                    yield from ({**said, key: value} for value in told)
            after.append(list(map(engine.fold, games, outcomes)))
        games = rnd.choice([after[0], *after]) if after else games


def left_open(case: Case, action: Any) -> list[Any]:
    """Return *action*, and as it is where a line leaves something to the board."""
    line = case.engine.action_json(action)
    may = [key for key in grammar.verbs_of(case.engine)[line["do"]].may if key in line]
    dropped = [set(), *({key} for key in may), set(may)]
    return [
        case.engine.action({key: v for key, v in line.items() if key not in keys})
        for keys in dropped[: len(may) + (len(may) > 1) + 1]
    ]


def comes_in(case: Case, line: Mapping[str, Any], seats: int) -> bool:
    """Tell whether a page may send a line, and the desk lets it through."""
    keys = grammar.sendable(case.engine).get(line["do"])
    if keys is None or not {*line} <= {"do", *keys}:
        return False

    async def submit(action: Any, **_: Any) -> Any:
        return (action,)

    players = tuple(map(Player, NAMES[:seats]))
    session = SimpleNamespace(playing=Playing(1, case.engine, None, players, None))
    table: Any = SimpleNamespace(
        session=session, submit=submit, now_ms=0, listen=lambda _: None
    )
    try:
        TableApi(table).do(json.loads(json.dumps(line))).send(None)
    except StopIteration:
        return True
    except AskedError:
        return False
    raise AssertionError(line)


def wakes(case: Case, seed: int) -> Iterator[str]:
    """The board's own move is there when it is waited for, and can be done."""
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
    """A game is over when that was said, and nothing follows; its rounds are kept."""
    engine = case.engine
    _, steps = walk(case, seed)
    for step in accepted(steps):
        said = any(isinstance(fact, GameEnded) for fact in step.outcome)
        if said != engine.is_over(step.after):
            yield f"after {step.action} the game is over: {engine.is_over(step.after)}"
        yield from kept(engine, step)
    for step in steps:
        if engine.is_over(step.before) and step.outcome != Refused("game-over"):
            yield f"{step.action} is done after the end"
        if engine.is_over(step.after) and engine.wake(step.after) is not None:
            yield "the board waits for something after the end"


def kept(engine: Any, step: Step) -> Iterator[str]:
    """Yield what is wrong with the round that a step has ended, and its answer."""
    brought, row = len(engine.results(step.before)), engine.result(step.outcome)
    rows = engine.results(step.after)
    if len(rows) != brought + (row is not None):
        yield f"{step.action} brings {row}, and there are {len(rows)} rounds"
    elif row is not None and rows[-1] != row:
        yield f"{step.action} brings {row}, and {rows[-1]} is kept"
    if len(set(engine.sitting(step.after))) != len(engine.sitting(step.after)):
        yield "somebody sits twice"
    if engine.answer(step.outcome).get("answer") not in (
        *("ok", "yes", "no", "right", "wrong"),
    ):
        yield f"{step.action} is answered {engine.answer(step.outcome)}"
    for kind, right in engine.answer_counts(step.outcome):
        if not isinstance(kind, str) or not isinstance(right, bool):
            yield f"{step.action} counts {kind}, {right}"


def speaks(case: Case, seed: int) -> Iterator[str]:
    """Whatever is told, shown or refused has its words in every language."""
    engine = case.engine
    _, steps = walk(case, seed)
    found: list[Message] = []
    short: list[Message] = []
    for step in steps:
        found.append(engine.describe_action(step.action, NAMES[0]))
        if step.refused:
            found += [step.outcome.message, step.outcome.reason]
            short.append(say(f"short-{step.outcome.public_code}"))
        else:
            told = [
                engine.describe_fact(fact, NAMES.__getitem__) for fact in step.outcome
            ]
            found += [one for one in told if one is not None]
        shown = engine.face(step.after, NAMES)
        if not isinstance(shown, Face) or len(shown.zones) != 6:
            yield f"the board cannot show {shown}"
        found += messages(shown)
    unique = {one.code: one for one in found}
    yield from unsaid(list(unique.values()))
    yield from unsaid(list({one.code: one for one in short}.values()), "screen")


def names_itself(case: Case, seed: int) -> Iterator[str]:
    """The game, its rule and each option have words; every option can be turned."""
    del seed
    engine = case.engine
    header, _ = opened(case, case.examples[0])
    yield from unsaid([say(f"game-{engine.NAME}"), say(engine.RULE)])
    yield from unsaid([say(option.code) for option in engine.OPTIONS])
    least, most = engine.NEEDS.seats
    for seats in (least, most):
        plain = header_like(header, engine, seats, ())
        yield from started(case, plain)
        for option in engine.OPTIONS:
            if option.default not in (*option.choices, ""):
                yield f"{option.name} cannot be {option.default}"
            for choice in option.choices:
                turned = ((option.name, choice),)
                yield from started(case, header_like(header, engine, seats, turned))


def header_like(header: Header, engine: Any, seats: int, options: Any) -> Header:
    return Header(
        engine.NAME,
        seats,
        header.length,
        board_makes=engine.NEEDS.maker,
        options=options,
        language=header.language,
    )


def started(case: Case, header: Header) -> Iterator[str]:
    state = case.engine.start(header)
    if case.engine.is_over(state) or case.engine.results(state):
        yield f"{header} begins at its end"
    if case.engine.sitting(state) != tuple(range(header.seats)):
        yield f"{header}: {case.engine.sitting(state)} sit there"
    case.engine.face(state, NAMES)
    everything(case, state)


def has_a_playthrough(case: Case, seed: int) -> Iterator[str]:
    """A playthrough is there, nothing in it is refused, and it ends the game."""
    del seed
    engine, whole = case.engine, False
    if not case.examples:
        yield f"there is no playthrough of {engine.NAME}"
    for text in case.examples:
        header, lines = opened(case, text)
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


CHECKS: tuple[Check, ...] = (
    decides_or_refuses,
    refusing_changes_nothing,
    facts_are_json,
    replays_to_its_state,
    undoes,
    only_named_fields_leave,
    goes_out_as_json,
    is_read_by_the_house,
    declares_its_secrets,
    hides_the_secret,
    knows_what_it_sees,
    lines_come_back,
    keeps_chance_out,
    wakes,
    ends,
    speaks,
    tells_what_has_happened,
    names_itself,
    has_a_playthrough,
)


def broken(case: Case, check: Check, seeds: range) -> str:
    """Return the first promise of a game that is not kept; empty where all are."""
    for seed in seeds:
        try:
            for fault in check(case, seed):
                return f"seed {seed}: {fault}"
        except Exception as fault:  # noqa: BLE001 - a game that raises keeps no promise
            return f"seed {seed}: {fault!r} in {traceback.format_exc(limit=-2)}"
    return ""
