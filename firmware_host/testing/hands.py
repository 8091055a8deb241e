"""The check that a game from outside can be played at the board without a page."""

import random
from collections.abc import Callable, Iterator
from functools import partial
from itertools import product
from string import ascii_uppercase

from firmware_host.app.content import stranger
from firmware_host.board import catalogue
from firmware_host.board.events import BoardEvent, Button, Pressed, Tapped
from firmware_host.board.faces import Face
from firmware_host.board.json import JsonObject, text
from firmware_host.board.pieces import RACK, ZONES, Card, Item, Piece, Tile
from firmware_host.games import grammar
from firmware_host.games.forms import Again, Answer, AnyForm, Form, Give, Touch
from firmware_host.games.game import Engine, State
from firmware_host.testing.walks import NAMES, Case, after_all, context, read_case, walk


def plays_without_pages(case: Case, seed: int) -> Iterator[str]:
    """
    Check that a playthrough can be played at the board alone, by hand.

    This includes a station, where a piece on the rack waits for a zone's button. A
    piece cannot wait there if it already means something on the rack. Lines that a form
    gives are left out.
    """
    engine = case.engine
    header, lines = read_case(case, case.examples[seed % len(case.examples)])
    state: State = engine.start(header)
    events = list(touches(engine))
    for number, line in enumerate(lines, 2):
        action = engine.action(line)
        verb = engine.VERBS.get(text(line, "do"))
        # A form is filled in with the board's buttons.
        own = (
            verb is not None
            and not verb.board
            and not engine.forms(context(engine, state))
        )
        if own and not _by_hand(engine, state, line, events):
            yield f"line {number}: nobody can do {line} with a piece or a button"
            return
        there = [one for one in events if _at_a_station(engine, state, one)]
        if own and not _by_hand(engine, state, line, there):
            yield (
                f"line {number}: nobody can do {line} at a station: on the rack, where"
                " it has to wait, its piece means something else"
            )
            return
        state = after_all(engine, state, engine.act(state, action))


def touches(engine: Engine) -> Iterator[BoardEvent]:
    """Yield each touch that is possible at a board for a game."""
    items: list[Item] = []
    if Piece in engine.NEEDS.hears:
        items += catalogue.pieces()
    if Tile in engine.NEEDS.hears:
        items += [Tile(letter, 1) for letter in ascii_uppercase]
    if Card in engine.NEEDS.hears:
        items += engine.CARDS
    yield from (Tapped(zone, item) for zone, item in product((RACK, *ZONES), items))
    yield from map(Pressed, Button)


def _at_a_station(engine: Engine, state: State, event: BoardEvent) -> bool:
    """Return True if a touch is possible with the rack and a zone's button."""
    if not isinstance(event, Tapped) or event.zone == RACK:
        return True
    if isinstance(event.piece, Card) or engine.pieces_on_board(state) is not None:
        return True
    return engine.interpret(state, Tapped(RACK, event.piece)) is None


def _by_hand(
    engine: Engine, state: State, line: JsonObject, events: list[BoardEvent]
) -> bool:
    """Return True if one of the touches means the line, except for the board's part."""
    said = {
        key: value
        for key, value in line.items()
        if key == "do" or not grammar.value(engine, key).board
    }
    for event in events:
        action = engine.interpret(state, event)
        told = {} if action is None else engine.action_json(action)
        if all(told.get(key) == value for key, value in said.items()):
            return True
    return False


#: The number of states of a game that are checked, and of touches in each form.
STATES, TOUCHES = 4, 12

#: The items that are held to the rack.
TILE = Tile("A", 1)


def fills_in_forms(case: Case, seed: int) -> Iterator[str]:
    """A form answers each touch and can be shown, and its lines can be read."""
    rnd = random.Random(seed)  # noqa: S311 - a repeatable game is wanted, not a secret
    header, steps = walk(case, seed)
    states = [case.engine.start(header), *(step.after for step in steps)]
    for state in rnd.sample(states, min(len(states), STATES)):
        at = context(case.engine, state, lid=rnd.random() < 0.5)
        face = case.engine.face(state, NAMES)
        for form in case.engine.forms(at):
            stranger.check_form_face(form.hint(face))
            touches: tuple[Touch, ...] = (*ZONES, Button.TICK, TILE)
            opened: list[Answer] = [form.begin(touch) for touch in touches]
            opened += [form.open(seat) for seat in case.engine.sitting(state)]
            for one in (one for one in opened if isinstance(one, Form)):
                for line in _given(rnd, one, face):
                    try:
                        grammar.checked(line, case.engine)
                    except ValueError as fault:
                        yield f"{type(form).__name__} gives {line}: {fault}"
                        return


def _given(rnd: random.Random, form: AnyForm, face: Face) -> Iterator[JsonObject]:
    """Yield the lines that a form gives after random touches."""
    for _ in range(TOUCHES):
        stranger.check_form_face(form.show(face))
        touches: tuple[Callable[[], Answer], ...] = (
            *(partial(form.zone, zone) for zone in ZONES),
            *(form.tick, form.cross),
            *(partial(form.own, (form.seat,)), partial(form.rack, TILE)),
            *(partial(form.held, one) for one in (Button.TICK, Button.CROSS)),
        )
        answer = stranger.check_form_answer(rnd.choice(touches)())
        if isinstance(answer, Give):
            yield answer.line
        form = answer.form if isinstance(answer, Again) else form
        form = answer if isinstance(answer, Form) else form
