"""An evening at a table, without a table: event in, sessions out."""

from dataclasses import replace

from firmware_host.app.content.languages import load_language, load_texts
from firmware_host.board.events import Button, Pressed, Released, Woke
from firmware_host.board.moments import last, since
from firmware_host.board.pieces import BOARD, Millis
from firmware_host.games.catalogue import GAMES
from firmware_host.languages import CODES
from firmware_host.session import held_buttons
from firmware_host.session.modes import choosing
from firmware_host.session.modes.choosing import Choosing
from firmware_host.session.modes.filling import Filling
from firmware_host.session.render import render
from firmware_host.session.setups import Player, Setup
from firmware_host.session.state import Session
from firmware_host.session.step import StepResult, step

ENTROPY = bytes(range(32))


def first_evening(**setup) -> Session:
    """Return the session of a board that was never switched on before."""
    session = Session(
        languages={code: load_language(code) for code in CODES},
        games=GAMES,
        setup=Setup(**setup),
        mode=Choosing("language"),
    )
    return choosing.ask(session, "language")


def playing(*, seats: int = 2, **setup) -> Session:
    """Return a session whose game has begun."""
    buttons = (Button.CIRCLE, Button.SQUARE, Button.TRIANGLE, Button.STAR)
    players = tuple(Player(button=button) for button in buttons[:seats])
    session = first_evening(players=players, **setup)
    return press(choosing.ask(session, "again"), Button.TICK).session


def then(session: Session, event, now_ms: int = 0) -> StepResult:
    return step(session, event, now_ms=Millis(now_ms), entropy=ENTROPY)


def hold(session: Session, button: Button, now_ms: int = 0) -> StepResult:
    """Press a button alone, and hold it until it acts."""
    pressed = then(session, Pressed(button), now_ms)
    if pressed.session.undecided is None:
        return pressed
    return then(pressed.session, Woke(), now_ms + held_buttons.TOGETHER_MS)


def press(session: Session, *buttons: Button, now_ms: int = 0) -> StepResult:
    """Press and release buttons one after the other."""
    last = StepResult(session)
    for button in buttons:
        pressed = then(last.session, Pressed(button), now_ms)
        last = then(pressed.session, Released(button), now_ms)
        if pressed.session.undecided is None:
            last = replace(pressed, session=last.session)
    return last


def just(before: Session, done: StepResult) -> list[str]:
    """Return the kinds of the moments that a step added."""
    moments = since(done.session.moments, last(before.moments))
    return [one.what for one in moments]


def form_of(session: Session):
    """Return the open form of a player, or None."""
    filling = Filling.at(session)
    return None if filling is None or filling.form.seat == BOARD else filling.form


def face(session: Session, now_ms: int = 0):
    return render(session, load_texts(session.setup.language), Millis(now_ms))
