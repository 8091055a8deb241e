"""Checks of a game's texts, faces and moments."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass

from firmware_host.app.content.languages import load_texts
from firmware_host.board.faces import Face
from firmware_host.board.messages import Message, Refused, say
from firmware_host.board.moments import KEPT, What
from firmware_host.board.pieces import ZONES
from firmware_host.games.contract import Header
from firmware_host.languages import CODES
from firmware_host.testing.walks import (
    NAMES,
    Case,
    accepted,
    all_documents,
    header_like,
    read_case,
    walk,
)
from firmware_host.texts.texts import Context


def messages(value: object) -> Iterator[Message]:
    """Yield every message inside a value, at any depth."""
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


def unsaid(found: list[Message], context: Context = "page") -> Iterator[str]:
    """Yield a sentence for each message without a text, or with unfilled gaps."""
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


def speaks(case: Case, seed: int) -> Iterator[str]:
    """Check that all that is said, shown or refused has a text in every language."""
    engine = case.engine
    _, steps = walk(case, seed)
    found: list[Message] = []
    short: list[Message] = []
    for step in steps:
        found.append(engine.describe_action(step.action, NAMES[0]))
        if isinstance(step.outcome, Refused):
            found += [step.outcome.message, step.outcome.reason]
            short.append(say(f"short-{step.outcome.public_code}"))
        else:
            told = [
                engine.describe_fact(fact, NAMES.__getitem__) for fact in step.outcome
            ]
            found += [one for one in told if one is not None]
        shown = engine.face(step.after, NAMES)
        if not isinstance(shown, Face) or len(shown.zones) != len(ZONES):
            yield f"the board cannot show {shown}"
        found += messages(shown)
    unique = {one.code: one for one in found}
    yield from unsaid(list(unique.values()))
    yield from unsaid(list({one.code: one for one in short}.values()), "screen")


def tells_what_has_happened(case: Case, seed: int) -> Iterator[str]:
    """A moment is of this board and this game, has its words, and says nothing else."""
    engine = case.engine
    header, steps = walk(case, seed)
    state = engine.start(header)
    made = [*engine.moments(None, (), state)]
    for step in accepted(steps):
        just = engine.moments(step.before, step.facts, step.after)
        if just != engine.moments(step.before, step.facts, step.after):
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


def names_itself(case: Case, seed: int) -> Iterator[str]:
    """The game, its rule and each option have words; every option can be turned."""
    del seed
    engine = case.engine
    header, _ = read_case(case, case.examples[0])
    yield from unsaid([say(f"game-{engine.NAME}"), say(engine.RULE)])
    yield from unsaid([say(option.code) for option in engine.OPTIONS])
    least, most = engine.NEEDS.seats
    for seats in (least, most):
        plain = header_like(header, engine, seats, ())
        yield from start_faults(case, plain)
        for option in engine.OPTIONS:
            if option.default not in (*option.choices, ""):
                yield f"{option.name} cannot be {option.default}"
            for choice in option.choices:
                turned = ((option.name, choice),)
                yield from start_faults(
                    case, header_like(header, engine, seats, turned)
                )


def start_faults(case: Case, header: Header) -> Iterator[str]:
    """Yield the faults of a game's first state."""
    state = case.engine.start(header)
    if case.engine.is_over(state) or case.engine.results(state):
        yield f"{header} begins at its end"
    if case.engine.sitting(state) != tuple(range(header.seats)):
        yield f"{header}: {case.engine.sitting(state)} sit there"
    case.engine.face(state, NAMES)
    all_documents(case, state)
