"""The service button: while it is held, the table screen shows the teacher's code."""

from dataclasses import replace

from firmware_host.board.faces import Face, TableFace
from firmware_host.board.happenings import Button
from firmware_host.board.messages import say
from firmware_host.board.pieces import Millis
from firmware_host.session.state import Session, TeacherCode

#: A code can be claimed so long after the button is let go.
CLAIM_MS = 120_000

#: Who holds the button so long has forgotten the passphrase.
RECOVER_MS = 10_000

DIGITS = 6


def press(
    session: Session, button: Button, *, now_ms: Millis, entropy: bytes
) -> Session:
    """Return the session with a new code, where the button is the service one."""
    if button is not Button.SERVICE or not entropy:
        return session
    digits = f"{int.from_bytes(entropy[-8:]) % 10**DIGITS:0{DIGITS}}"
    return replace(session, code=TeacherCode(digits, now_ms))


def release(session: Session, button: Button, *, now_ms: Millis) -> Session:
    """Return the session with the code gone from the screen, and claimable a while."""
    code = session.code
    if button is not Button.SERVICE or code is None or code.until_ms is not None:
        return session
    left = replace(
        code, until_ms=Millis(now_ms + CLAIM_MS), held_ms=now_ms - code.since_ms
    )
    return replace(session, code=left)


def claims(session: Session, digits: str, now_ms: Millis) -> str:
    """
    Return what a code opens: ``claimed``, ``recovered``, or nothing.

    Args:
        session: The table.
        digits: What was typed; spaces do not count.
        now_ms: The clock of this start of the program.
    """
    code = session.code
    if code is None or "".join(digits.split()) != code.digits:
        return ""
    if code.until_ms is None:
        held_ms = now_ms - code.since_ms
    elif now_ms < code.until_ms:
        held_ms = code.held_ms
    else:
        return ""
    return "recovered" if held_ms >= RECOVER_MS else "claimed"


def look(session: Session, face: Face) -> Face:
    """Return the face with the code on the board's own screen while it is held."""
    code = session.code
    if code is None or code.until_ms is not None:
        return face
    half = DIGITS // 2
    shown = f"{code.digits[:half]} {code.digits[half:]}"
    return replace(face, local=TableFace(say("teacher-code", digits=shown)))
