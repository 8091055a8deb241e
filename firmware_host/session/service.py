"""The service button: while it is held, the table screen shows the teacher's code."""

import hmac
from dataclasses import replace

from firmware_host.board.events import Button
from firmware_host.board.faces import Face, TableFace
from firmware_host.board.messages import say
from firmware_host.board.pieces import Millis
from firmware_host.session.acting import Now
from firmware_host.session.state import Session, TeacherCode

#: A code can be claimed so long after the button is let go.
CLAIM_MS = 120_000

#: Who holds the button so long has forgotten the passphrase.
RECOVER_MS = 10_000

#: Digits of a code.
DIGITS = 6


def press(now: Now) -> Session:
    """Return the session with a new code; without chance there is none."""
    if not now.entropy:
        return now.session
    number = int.from_bytes(hmac.digest(now.entropy, b"teacher-code", "sha256")[:8])
    digits = f"{number % 10**DIGITS:0{DIGITS}}"
    return replace(now.session, code=TeacherCode(digits, now.now_ms))


def shown(session: Session) -> TeacherCode | None:
    """Return the code while the button is held; None without one."""
    code = session.code
    return code if code is not None and code.released_ms is None else None


def release(session: Session, button: Button, *, now_ms: Millis) -> Session:
    """Return the session with the code gone from the screen, and claimable a while."""
    code = shown(session)
    if button is not Button.SERVICE or code is None:
        return session
    return replace(session, code=replace(code, released_ms=now_ms))


def claims(session: Session, digits: str, now_ms: Millis) -> str:
    """
    Return what a code opens: ``claimed``, ``recovered``, or nothing.

    Args:
        session: The table.
        digits: What was typed; spaces do not count.
        now_ms: The clock of this start of the program.
    """
    code, typed = session.code, "".join(digits.split())
    if code is None or not hmac.compare_digest(typed.encode(), code.digits.encode()):
        return ""
    until_ms = now_ms if code.released_ms is None else code.released_ms
    if now_ms >= until_ms + CLAIM_MS:
        return ""
    held_ms = until_ms - code.since_ms
    return "recovered" if held_ms >= RECOVER_MS else "claimed"


def wake_at(session: Session) -> Millis | None:
    """Return when holding the button longer has a further meaning; None for never."""
    code = shown(session)
    return None if code is None else Millis(code.since_ms + RECOVER_MS)


def render(session: Session, face: Face, now_ms: Millis) -> Face:
    """Return the face with the code on the board's own screen while it is held."""
    code = shown(session)
    if code is None:
        return face
    half = DIGITS // 2
    text = Hidden(f"{code.digits[:half]} {code.digits[half:]}")
    long = now_ms - code.since_ms >= RECOVER_MS
    status = say("teacher-recovers" if long else "teacher-forgot")
    local = TableFace(say("teacher-code", digits=text), status=status)
    return replace(face, local=local)


class Hidden(str):
    """Text to be shown on a screen, and nowhere else: `repr` keeps it back."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "'…'"
