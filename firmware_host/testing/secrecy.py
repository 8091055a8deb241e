"""Checks of secrecy: games with different secrets and equal answers look the same."""

import json
import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from types import SimpleNamespace

from firmware_host.board.events import Button
from firmware_host.board.faces import Face
from firmware_host.board.json import Json, JsonObject, text
from firmware_host.board.messages import Refused
from firmware_host.board.pieces import Seat
from firmware_host.games import grammar
from firmware_host.games.contract import Header
from firmware_host.games.forms import Form
from firmware_host.games.game import Engine, State
from firmware_host.games.views import Viewer, common
from firmware_host.testing.walks import (
    NAMES,
    Case,
    Outcome,
    after_all,
    context,
    document,
    random_value,
    read_case,
    seats_of,
    walk,
)


@dataclass(frozen=True)
class Twins:
    """The same line in two games with different secrets."""

    header: Header
    number: int
    line: JsonObject
    twin: JsonObject
    #: The viewers who must not know a secret: the public and other seats; or only the
    #: public, if each seat has a part of it.
    viewers: list[Viewer | Seat]
    before: tuple[State, State]
    after: tuple[State, State]
    outcomes: tuple[Outcome, Outcome]


#: The number of pairs of secrets per seed: most soon have different answers.
TWINS = 2

#: The number of pages of the zones that are turned.
TURNS = 8


def twins(case: Case, rnd: random.Random) -> Iterator[Twins]:
    """Play two games with different secrets, as long as all their answers are equal."""
    engine = case.engine
    header, lines = read_case(case, rnd.choice(case.examples))
    others = [dict(line) for line in lines]
    at = [
        n
        for n, line in enumerate(lines)
        if (known := case.secrets.get(text(line, "do"))) and known.key in line
    ]
    if not at:
        return
    changed = rnd.choice(at)
    secret = case.secrets[text(lines[changed], "do")]
    others[changed][secret.key] = another_secret(rnd, case, header, lines, changed)
    owner = lines[changed].get("by")
    one: State = engine.start(header)
    other = one
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


def another_secret(
    rnd: random.Random, case: Case, header: Header, lines: Sequence[JsonObject], at: int
) -> Json:
    """Return another secret for the line at an index; the same if none exists."""
    engine, do = case.engine, text(lines[at], "do")
    key = case.secrets[do].key
    value, was = grammar.value(engine, key), lines[at][key]
    others = [line[key] for line in lines if line["do"] == do and key in line]
    others.append(random_value(rnd, engine, key, lines, header.seats))
    others += [swapped_secret(rnd, was) for _ in range(3)]
    if isinstance(was, str):
        words = header.language.common.words(len(was))
        others += rnd.sample(words, min(3, len(words)))
    fit = [one for one in others if value.fits(one) and one != was]
    return rnd.choice(fit or [was])


def swapped_secret(rnd: random.Random, secret: Json) -> Json:
    """Return a secret like this one: two of its letters or cards change places."""
    if not isinstance(secret, str | list) or len(secret) < 2:
        return secret
    items: list[Json] = list(secret)
    one, other = rnd.sample(range(len(items)), 2)
    items[one], items[other] = items[other], items[one]
    return "".join(map(str, items)) if isinstance(secret, str) else items


def same_answer(
    engine: Engine, first: Outcome, second: Outcome, opened_by: str
) -> bool:
    """Return True if two outcomes give the same public answer."""
    if isinstance(first, Refused) or isinstance(second, Refused):
        return first == second
    shown = [engine.answer(facts) for facts in (first, second)]
    ends = [(engine.result(facts), engine.voided(facts)) for facts in (first, second)]
    if opened_by in shown[0]:
        return False
    return shown[0] == shown[1] and ends[0] == ends[1] == (None, None)


def comparable_text(case: Case, state: State, viewers: list[Viewer | Seat]) -> str:
    """Return the documents and faces for *viewers* as JSON, without commitments."""
    face = case.engine.face(state, NAMES)
    faces = (face, *with_forms(case, state, face))
    seen = [document(case, state, viewer) for viewer in viewers]
    told = json.dumps([*seen, *(str((one.table, one.zones)) for one in faces)])
    return re.sub(r"\b[0-9a-f]{64}\b", "hex", told)


def with_forms(case: Case, state: State, face: Face) -> Iterator[Face]:
    """Yield the face with each form's hint, and with the pages that the tick turns."""
    for form in case.engine.forms(context(case.engine, state)):
        yield form.hint(face)
        turned = form.begin(Button.TICK)
        for _ in range(TURNS):
            if isinstance(turned, Form):
                yield turned.show(face)
                turned = turned.tick()


def hides_the_secret(case: Case, seed: int) -> Iterator[str]:
    """
    Play a game with two secrets, and compare what other viewers see of each.

    As long as the game answers equally for both secrets, the announcements, documents
    and screens for viewers who must not know the secret must be equal.

    Yields:
        A description of the first difference; nothing if there is none.
    """
    rnd = random.Random(seed)  # noqa: S311 - a repeatable game is wanted, not a secret
    engine = case.engine
    for two in twins(case, rnd):
        just, also = (
            () if isinstance(facts, Refused) else engine.moments(before, facts, after)
            for before, facts, after in zip(
                two.before, two.outcomes, two.after, strict=True
            )
        )
        if just != also:
            yield f"line {two.number}: {just} tells it from {also}"
            return
        one, other = two.after
        if comparable_text(case, one, two.viewers) != comparable_text(
            case, other, two.viewers
        ):
            yield f"line {two.number}: {two.line} tells {two.twin} from the other"
            return


def knows_what_it_sees(case: Case, seed: int) -> Iterator[str]:
    """
    Play a game with two secrets, and compare its views, bots, hints and insights.

    They must be equal as long as the game answers equally for both secrets. All fields
    of a view are compared, since bots and insights use them, too.

    Yields:
        A description of the first difference; nothing if there is none.
    """
    rnd = random.Random(seed)  # noqa: S311 - a repeatable game is wanted, not a secret
    engine = case.engine
    for two in (two for _ in range(TWINS) for two in twins(case, rnd)):
        for viewer in two.viewers:
            one, other = (whole(engine.view(state, viewer)) for state in two.after)
            if one != other:
                yield f"line {two.number}: the view of {viewer} tells the secret"
                return
        for told in (compare_moves, compare_hints, compare_insights):
            one, other = told(case, two, rnd.randbytes(32))
            if one != other:
                yield f"line {two.number}: {told.__name__} {one} and {other}"
                return


def whole(value: object) -> object:
    """Return all fields of a value, those without `repr` included; no commitments."""
    if is_dataclass(value) and not isinstance(value, type):
        names = {one.name for one in fields(value)}
        if type(value).__dictoffset__:
            names |= vars(value).keys()
        return [(name, whole(getattr(value, name))) for name in sorted(names)]
    if isinstance(value, SimpleNamespace):
        return [(name, whole(one)) for name, one in sorted(vars(value).items())]
    if isinstance(value, tuple | list):
        return [whole(one) for one in value]
    if isinstance(value, Mapping):
        return [(whole(key), whole(one)) for key, one in value.items()]
    return re.sub(r"^[0-9a-f]{64}$", "hex", value) if isinstance(value, str) else value


#: The corresponding values of both games.
Told = tuple[object, object]


def compare_moves(case: Case, two: Twins, chance: bytes) -> Told:
    """Return the moves of bots in both games, for seats that see the same in both."""
    engine = case.engine
    told: tuple[list[object], list[object]] = ([], [])
    for seat in two.viewers:
        if seat is Viewer.PUBLIC or seat not in engine.sitting(two.after[0]):
            continue
        strength = engine.BOTS[chance[0] % len(engine.BOTS)] if engine.BOTS else None
        for moves, state in zip(told, two.after, strict=True):
            if strength is not None:
                seen = engine.view(state, seat)
                moves.append(engine.bot(seen, two.header, strength, chance))
    return told


def compare_hints(case: Case, two: Twins, chance: bytes) -> Told:
    """Return the outcomes of random hints in both games."""
    engine = case.engine
    if "hint" not in engine.VERBS:
        return (), ()
    rnd = random.Random(chance)  # noqa: S311 - as above
    verb = engine.VERBS["hint"]
    line = {
        key: random_value(rnd, engine, key, [], two.header.seats) for key in verb.needs
    }
    action = engine.action({"do": "hint", **line})
    one, other = (engine.act(state, action) for state in two.after)
    return one, other


def compare_insights(case: Case, two: Twins, _chance: bytes) -> Told:
    """Return the insights of both games about the same line."""
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


def declares_its_secrets(case: Case, seed: int) -> Iterator[str]:
    """
    Check the declared secrets of a game.

    Each verb has at most one secret. The secret is a key of the verb's line in the
    transcript, and is hidden from logs. A game with private fields or a commitment
    declares a secret.

    Yields:
        A description of each fault.
    """
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
        secret = case.secrets.get(text(engine.action_json(step.action), "do"))
        shown = {key.name for key in fields(step.action) if key.repr}
        if secret is not None and secret.key in shown:
            yield f"a log would say the {secret.key} of {secret.do}"
        public = common(engine.view(step.after, Viewer.PUBLIC), Viewer.PUBLIC)
        promises = engine.OWN or public.commitment or any(public.commitments)
        if promises and not engine.SECRETS:
            yield "it hides something, and SECRETS is empty"
