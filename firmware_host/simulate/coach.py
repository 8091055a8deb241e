"""One line that says what to do next, and what was just answered."""

from collections.abc import Iterator

from firmware_host.board.faces import CardFace, Face
from firmware_host.board.messages import Message, Refused, say
from firmware_host.board.pieces import ZONES, Zone
from firmware_host.session.modes.choosing import Choosing
from firmware_host.session.modes.menu import Menu
from firmware_host.session.state import Playing, Session
from firmware_host.table.presenter import Outcome


def advice(session: Session, line: Message) -> Message:
    """
    Return what a person at a simulated board can do now.

    Args:
        session: The table.
        line: The big line of the table screen: what is done in games that need no
            coach of their own.
    """
    playing = session.playing
    if Menu.at(session) is not None:
        return say("coach-choose")
    if playing is not None and playing.tutorial and playing.engine.TUTORIAL is not None:
        tip = playing.engine.TUTORIAL.tip(playing.game)
        # The first one speaks of hands that drag; how a piece is laid here comes below.
        if tip.line != line or tip.line.code != "tutorial-first":
            return tip.why
    if playing is None:
        asked = Choosing.at(session)
        players = asked is not None and asked.question == "players"
        return say("coach-players" if players else "coach-choose")
    if playing.is_over:
        return say("coach-over")
    return playing.engine.advice(playing.game) or line


def told(
    playing: Playing | None, outcome: Outcome, was: Face, now: Face
) -> Iterator[Message]:
    """
    Yield what to say of an outcome to somebody who cannot see the board.

    Args:
        playing: The game that is on; None while things are chosen.
        outcome: What has come of an event.
        was: What lamps and screens showed before.
        now: What they show now.
    """
    if isinstance(outcome, Refused):
        yield outcome.message
    facts = outcome if isinstance(outcome, tuple) else ()
    aloud = None if playing is None else playing.engine.aloud(facts)
    yield from zones_told(was, now) if aloud is None else aloud


def zones_told(was: Face, now: Face) -> Iterator[Message]:
    """Yield what the zones' screens say anew, for games whose facts nobody tells."""
    for zone, old, new in zip(ZONES, was.zones, now.zones, strict=True):
        # Of a card that is laid face down its zone says the same in another word.
        laid = new.card not in (None, old.card) and new.card == CardFace("")
        if new.word not in (None, old.word) and not laid:
            yield from _told(zone, new.word)
        if new.mark is not None and (new.mark, new.spelled) != (old.mark, old.spelled):
            yield from _told(zone, say(f"mark-{new.mark}", letter=new.spelled or ""))
        if new.card is not None and new.card != old.card:
            yield from _told(zone, _called(new.card))


def _told(zone: Zone, what: Message | str) -> Iterator[Message]:
    refused = isinstance(what, Message) and what.code.startswith("short-")
    if not refused:  # a refusal has a sentence of its own
        yield say("told-zone", zone=zone, answer=what)


def _called(card: CardFace) -> Message | str:
    if not card.text:
        return say("card-back")
    return say("card-blank") if card.text == "?" else card.name or card.text
