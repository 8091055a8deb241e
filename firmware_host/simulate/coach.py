"""One line that says what to do next, and what was just answered."""

from firmware_host.board.messages import Message, Refused, say
from firmware_host.board.pieces import Zone
from firmware_host.games.decipher_facts import Answered, Guessed
from firmware_host.session.state import Lobby, Playing, Session
from firmware_host.table.table import Outcome


def advice(session: Session) -> Message:
    """Return what a person at a simulated board can do now."""
    phase = session.phase
    if session.menu is not None:
        return say("coach-choose")
    if isinstance(phase, Lobby):
        return say("coach-players" if phase.question == "players" else "coach-choose")
    return _in_play(phase)


def _in_play(phase: Playing) -> Message:
    game = phase.game
    if game.over:
        return say("coach-over")
    now = game.round
    if now is None:
        return say("coach-wait") if game.header.board_makes else say("coach-secret")
    if now.holding is not None:
        return say("coach-zone")
    if now.bonus_mode and not now.asked:
        return say("coach-bonus") if any(now.hidden) else say("coach-guess")
    return say("coach-wait") if game.board_plays else say("coach-take")


def spoken(event_zone: Zone | None, outcome: Outcome) -> tuple[Message, ...]:
    """Return what to say of an outcome to somebody who cannot see the board."""
    if isinstance(outcome, Refused):
        return (outcome.message,)
    if not outcome:
        return ()
    fact = outcome[0]
    if isinstance(fact, Answered):
        answer = say("yes") if fact.yes else say("no")
        return (say("told-zone", zone=event_zone or fact.zone, answer=answer),)
    if isinstance(fact, Guessed):
        return (say("told-right") if fact.right else say("told-wrong"),)
    return ()
