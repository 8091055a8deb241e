"""Advice for the next step at a simulated board, and sentences for new moments."""

from collections.abc import Iterable, Iterator

from firmware_host.board.faces import CardFace, Lamp, ZoneFace
from firmware_host.board.messages import Message, say
from firmware_host.board.moments import Moment, What
from firmware_host.board.pieces import Zone
from firmware_host.session.modes.menu import Menu
from firmware_host.session.state import QuestionMode, Session


def advice(session: Session, line: Message) -> Message:
    """
    Return a sentence about what a person at a simulated board can do now.

    Args:
        session: The session of the table.
        line: The big line of the table screen, used for games without own advice.
    """
    playing = session.playing
    if Menu.at(session) is not None:
        return say("coach-choose")
    if playing is not None and playing.tutorial and playing.engine.TUTORIAL is not None:
        tip = playing.engine.TUTORIAL.tip(playing.game)
        # The first tip is about dragging; how to lay a piece here follows below.
        if tip.line != line or tip.line.code != "tutorial-first":
            return tip.why
    asked = QuestionMode.at(session)
    if asked is not None:
        return asked.tip
    if playing is None:
        return say("coach-choose")
    if playing.is_over:
        return say("coach-over")
    return playing.engine.advice(playing.game) or line


#: Moments that the table screen or the zones describe better.
_SHOWN = {What.ASKED, What.TURN, What.ROUND, What.VOIDED, What.GAME, What.MARKS}


def described_moments(moments: Iterable[Moment]) -> Iterator[Moment]:
    """Yield the moments to describe to a user who does not see the board."""
    return (one for one in moments if one.said and one.what not in _SHOWN)


def describe_zone(zone: Zone, face: ZoneFace) -> Message | None:
    """Return a sentence about a zone's card, mark or word; None if it has none."""
    what: Message | str | None = face.word
    if face.card is not None:
        what = _called(face.card)
    elif face.mark is not None:
        what = say(f"mark-{face.mark}", letter=face.spelled or "")
    elif face.lamp is not Lamp.DARK or _is_short(face.word):
        what = None  # the text of a moment has the answer
    return None if what is None else say("told-zone", zone=zone, answer=what)


def _is_short(word: Message | None) -> bool:
    """Return True for the short word of a refusal."""
    return word is not None and word.code.startswith("short-")


def _called(card: CardFace) -> Message | str:
    if not card.text:
        return say("card-back")
    return say("card-blank") if card.text == "?" else card.name or card.text
