"""
Marking by hand at the board: an owner says what each letter of the query is worth.

The own button says who marks; a zone's button turns its letter's sign. All may see it:
the board checks it at once, and shows the right signs whatever was said.
"""

from dataclasses import replace

from firmware_host.board.faces import Face, Lamp, TableFace
from firmware_host.board.happenings import PLAYER_BUTTONS, Button, Pressed
from firmware_host.board.messages import Refused, say
from firmware_host.board.pieces import Millis
from firmware_host.games.wanted import Wanted, marked
from firmware_host.session import asked, guess, spelling
from firmware_host.session.result import Step, accept, refuse
from firmware_host.session.state import Playing, Session, Spelling, name_of
from firmware_host.words.marks import NONE


def press(
    session: Session, phase: Playing, want: Wanted, button: Button, *, now_ms: Millis
) -> Step | None:
    """Return what a button does to the signs; None where it has other work."""
    if button in PLAYER_BUTTONS:
        return guess.call(session, phase, want, button, now_ms=now_ms)
    now = session.spelling
    if now is None:
        return None
    if button is Button.CROSS:
        return Step(spelling.keep(session, None))
    if button is Button.TICK:
        return _give(session, phase, want, now, now_ms=now_ms)
    at = spelling.place(want, button)
    if at is None or not 0 <= at < want.length:
        return Step(session)
    turned = spelling.stepped(now, want, at, now_ms=now_ms)
    return Step(spelling.keep(session, replace(turned, runs=None)))


def signs(now: Spelling) -> str:
    """Return what is said of each letter; nothing stands for no mark."""
    return "".join(sign or NONE for sign in now.letters)


def _give(
    session: Session, phase: Playing, want: Wanted, now: Spelling, *, now_ms: Millis
) -> Step:
    line = spelling.line(phase, want, now.seat, signs(now))
    action = phase.engine.action(line)
    done = asked.act(session, action, now_ms=now_ms)
    if isinstance(done, Refused):
        return refuse(session, done, Pressed(Button.TICK), now_ms=now_ms)
    accepted = accept(session, done)
    after = spelling.keep(accepted.session, None)
    if phase.engine.answer(done.facts)["answer"] == "wrong":
        name = name_of(phase.players[now.seat], now.seat)
        after = replace(after, said=say("marking-wrong", name=name))
    return replace(accepted, session=after)


def look(now: Spelling, face: Face, want: Wanted, names: tuple[str, ...]) -> Face:
    """Return the face of a board at which somebody marks; no lamp answers yet."""
    line = say("marking", name=names[now.seat], word=want.marks)
    zones = marked(want.marks, signs(now), want.first_zone)
    return replace(
        face,
        table=TableFace(line, status=say("marking-how")),
        zones=tuple(replace(zone, lamp=Lamp.DARK) for zone in zones),
    )
