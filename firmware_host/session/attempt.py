"""
An attempt at one of several hidden words, which nobody sees before all are opened.

A player's button says who makes it, the next one whose word it is. Then it is spelled
as a secret is: on the screen that one alone sees, or by tiles whose number is told. The
zones stay as they are, no sound is made, and what has been given is on no screen again.
"""

from dataclasses import replace

from firmware_host.board.faces import Face, TableFace, WordFace
from firmware_host.board.happenings import PLAYER_BUTTONS, Button, Pressed, Tapped
from firmware_host.board.messages import Refused, say
from firmware_host.board.pieces import Millis, Seat
from firmware_host.games.wanted import Wanted
from firmware_host.session import asked, guess, secret, spelling
from firmware_host.session.result import Step, accept, refuse
from firmware_host.session.state import Playing, Session, Spelling


def press(
    session: Session, phase: Playing, want: Wanted, button: Button, *, now_ms: Millis
) -> Step | None:
    """Return what a button does to an attempt; None where it has other work."""
    now = session.spelling
    if button in PLAYER_BUTTONS:
        if now is None or button_of(phase, now.seat) is button:
            return _own(session, phase, want, button, now_ms=now_ms)
        return _name(session, phase, want, button, now_ms=now_ms)
    if now is None:
        return None
    if button is Button.TICK:
        return _tick(session, phase, now, now_ms=now_ms)
    if button is Button.CROSS:
        return _cross(session, phase, want, now, now_ms=now_ms)
    at = spelling.place(want, button)
    if at is None:
        return None
    if now.of is None or not secret.has_screen(session):
        idle = Refused("button-idle" if now.of is not None else "whose-word")
        return refuse(session, idle, Pressed(button), now_ms=now_ms)
    if not 0 <= at < want.length:
        outside = spelling.outside(want, at)  # which the player alone is told
        return Step(spelling.keep(session, replace(now, refused=outside)))
    return Step(spelling.keep(session, spelling.stepped(now, want, at, now_ms=now_ms)))


def button_of(phase: Playing, seat: Seat) -> Button | None:
    """Return the button that a seat presses; others may share it."""
    return next(
        (one for one in PLAYER_BUTTONS if seat in guess.seats_of(phase.players, one)),
        None,
    )


def _made(session: Session) -> Spelling:
    """Return the attempt that is being made."""
    assert session.spelling is not None  # noqa: S101 - somebody makes one
    return session.spelling


# --- who, and whose word ----------------------------------------------------------


def _own(
    session: Session, phase: Playing, want: Wanted, button: Button, *, now_ms: Millis
) -> Step | None:
    """
    Let the player of a button make an attempt; pressed again, "not now".

    Where several share the button it goes on from one to the next: whose words among
    theirs the first can try, and then to the next who can make an attempt.
    """
    seats = guess.seats_of(phase.players, button)
    if not seats:
        return None
    able = [seat for seat in seats if seat in want.whose]
    nothing = Refused("nothing-to-find")
    refused = None if able else guess.may_not(phase, seats[0]) or nothing
    refused = Refused("paused") if session.paused else refused
    if refused is not None:
        return refuse(session, refused, Pressed(button), now_ms=now_ms)
    stops: list[tuple[Seat, Seat | None] | None] = [None]
    for seat in able:
        shared = [of for of in seats if of in want.whose[seat]]
        stops += [(seat, None), *((seat, of) for of in shared)]
    now = session.spelling
    at = (
        0
        if now is None
        else stops.index((now.seat, now.of if now.of in seats else None))
    )
    stop = stops[(at + 1) % len(stops)]
    if stop is None:
        return Step(spelling.keep(session, None))
    seat, of = stop
    fresh = spelling.begun(phase, want, seat, secret=False)
    if now is not None and now.seat == seat:
        fresh = now
    return Step(spelling.keep(session, replace(fresh, hidden=True, of=of)))


def _name(
    session: Session, phase: Playing, want: Wanted, button: Button, *, now_ms: Millis
) -> Step:
    """Say whose word it is by the owner's button; again, the next who shares it."""
    now = _made(session)
    shared = guess.seats_of(phase.players, button)
    able = [seat for seat in shared if seat in want.whose[now.seat]]
    if not able:
        nothing = Refused("nothing-to-find")
        return refuse(session, nothing, Pressed(button), now_ms=now_ms)
    at = able.index(now.of) + 1 if now.of in able else 0
    after = replace(now, of=able[at % len(able)], refused=None)
    return Step(spelling.keep(session, after))


# --- the word ---------------------------------------------------------------------


def tile(
    session: Session,
    now: Spelling | None,
    want: Wanted,
    event: Tapped,
    *,
    now_ms: Millis,
) -> Step:
    """Add the letter of a tile on the rack, once it is said whose word is tried."""
    if now is None or now.of is None:
        return refuse(session, Refused("whose-word"), event, now_ms=now_ms)
    letter = getattr(event.piece, "letter", "")
    if letter not in want.letters:
        return _refused(session, now, Refused("guess-letters"), event, now_ms=now_ms)
    after = spelling.added(now, letter)
    if after is None:
        return _refused(session, now, _length(want), event, now_ms=now_ms)
    return Step(spelling.keep(session, after))


def _length(want: Wanted) -> Refused:
    return Refused("guess-length", values=(("length", want.length),))


def _tick(session: Session, phase: Playing, now: Spelling, *, now_ms: Millis) -> Step:
    """Give the attempt; until all are opened nobody sees more than that it is made."""
    event = Pressed(Button.TICK)
    if now.of is None:
        return refuse(session, Refused("whose-word"), event, now_ms=now_ms)
    line = {"do": "guess", "by": now.seat, "word": spelling.word(now), "of": now.of}
    return _do(session, phase, line, event, now_ms=now_ms)


def _cross(
    session: Session, phase: Playing, want: Wanted, now: Spelling, *, now_ms: Millis
) -> Step:
    """Take a letter back, then whose word it is; before that, make no attempt."""
    shorter = spelling.without_last(now)
    if shorter is not None:
        return Step(spelling.keep(session, shorter))
    if now.of is not None:
        return Step(spelling.keep(session, replace(now, of=None, refused=None)))
    line = {"do": want.skip, "by": now.seat}
    return _do(session, phase, line, Pressed(Button.CROSS), now_ms=now_ms)


def _do(
    session: Session,
    phase: Playing,
    line: dict[str, object],
    event: Pressed,
    *,
    now_ms: Millis,
) -> Step:
    action = phase.engine.action(line)
    done = asked.act(session, action, now_ms=now_ms)
    if isinstance(done, Refused):
        return _refused(session, _made(session), done, event, now_ms=now_ms)
    accepted = accept(session, done)
    return replace(accepted, session=spelling.keep(accepted.session, None))


def _refused(
    session: Session,
    now: Spelling,
    refused: Refused,
    event: Pressed | Tapped,
    *,
    now_ms: Millis,
) -> Step:
    """Tell whoever tries, and nobody else where that can be."""
    if secret.has_screen(session) and refused.code != "paused":
        return Step(spelling.keep(session, replace(now, refused=refused)))
    return refuse(session, refused, event, now_ms=now_ms)


# --- what it shows ----------------------------------------------------------------


def look(session: Session, face: Face, want: Wanted, names: tuple[str, ...]) -> Face:
    """Return the face of a board at which somebody makes an attempt unseen."""
    now = _made(session)
    name = names[now.seat]
    if now.of is None:
        line, status = say("attempt-whose", name=name), say("attempt-whose-how")
        table = TableFace(line, status=status, note=say("attempt-not-now"))
        return replace(face, table=table, maker=None)
    line = say("attempt-unseen", name=name)
    if secret.has_screen(session):
        table = TableFace(line, status=say("attempt-own"), note=say("attempt-how"))
        note = say("own-attempt", name=names[now.of])
        note = note if now.refused is None else now.refused.reason
        maker = WordFace(want.first_zone, now.letters, note=note)
        return replace(face, table=table, maker=maker)
    table = TableFace(line, note=secret.by_tiles(session, now.letters, name))
    return replace(face, table=table, maker=None)
