"""The lobby at work: buttons, cards and programs choose, and a game begins."""

from dataclasses import dataclass, replace
from typing import Any

from firmware_host.board.happenings import PLAYER_BUTTONS, Button, Pressed, Tapped
from firmware_host.board.messages import Refused
from firmware_host.board.pieces import Card, Millis
from firmware_host.session import asked, lobby
from firmware_host.session.result import Step, begin, refuse, remember
from firmware_host.session.state import Lobby, Player, Playing, Session

#: How the card of a game is called: this, and the game's name.
_START = "start-"


@dataclass(frozen=True, slots=True)
class Chosen:
    """A whole setup given at once, by a program instead of buttons."""

    players: tuple[Player, ...]
    language: str
    length: int
    board_makes: bool
    rounds: int = 1
    game: str = "decipher"
    extra: tuple[tuple[str, Any], ...] = ()


def press(session: Session, phase: Lobby, button: Button, *, now_ms: Millis) -> Step:
    """Return what a button does to the question that is asked."""
    after = lobby.press(session, phase, button)
    if after is not None:
        return Step(replace(after, refusal=None))
    if button is not Button.TICK:
        full = phase.question == "players" and button in PLAYER_BUTTONS
        idle = Refused("no-seat" if full else "button-idle")
        return refuse(session, idle, Pressed(button), now_ms=now_ms)
    if phase.question == "again":
        if phase.marked:
            return Step(lobby.ask(replace(session, refusal=None), "language"))
        return _begin(session, now_ms=now_ms)
    taken = lobby.take(session, phase)
    if isinstance(taken, Refused):
        return refuse(session, taken, Pressed(button), now_ms=now_ms)
    taken = replace(taken, refusal=None)
    question = lobby.following(taken, phase.question, phase.marked)
    if question == lobby.DONE:
        return _begin(taken, now_ms=now_ms)
    return Step(lobby.ask(taken, question), (remember(taken),))


def _begin(session: Session, *, now_ms: Millis) -> Step:
    """Begin the game that was chosen at the board, or ask again for what it lacks."""
    if not session.setup.players:
        session = lobby.ask(session, "players")
    refused = asked.obstacle(session)
    if refused is not None:
        return refuse(session, refused, Pressed(Button.TICK), now_ms=now_ms)
    return begin(session, now_ms=now_ms)


def begin_chosen(session: Session, chosen: Chosen, *, now_ms: Millis) -> Step:
    """Begin the game that a program chose."""
    setup = replace(
        session.setup,
        game=chosen.game,
        language=chosen.language,
        length=chosen.length or session.setup.length,
        players=chosen.players,
        board_makes=chosen.board_makes,
        rounds=chosen.rounds,
    )
    chosen_for = replace(session, setup=setup)
    return begin(chosen_for, now_ms=now_ms, extra=dict(chosen.extra))


def start_card(session: Session, event: object, *, now_ms: Millis) -> Step | None:
    """Choose a game by its card; None where *event* is no start card."""
    if not isinstance(event, Tapped) or not isinstance(event.piece, Card):
        return None
    if not event.piece.name.startswith(_START):
        return None
    phase = session.phase
    on = isinstance(phase, Playing) and not phase.engine.is_over(phase.game)
    name = event.piece.name.removeprefix(_START)
    chosen = Refused("game-on") if on else lobby.choose(session, name)
    if isinstance(chosen, Refused):
        return refuse(session, chosen, event, now_ms=now_ms)
    after = replace(chosen, refusal=None)
    return Step(after, (remember(after),), ())
