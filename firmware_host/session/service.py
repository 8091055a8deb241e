"""
The service button: while it is held, the table screen shows the teacher's code.

It can be typed or scanned: the QR code contains a random secret of 64 bits.
"""

import hmac
from dataclasses import replace

from firmware_host.board.events import Button
from firmware_host.board.faces import Face, TableFace
from firmware_host.board.messages import say
from firmware_host.board.pieces import Millis
from firmware_host.session.state import Now, Session, TeacherCode

#: The time in ms for which a code is valid after the button was released.
CLAIM_MS = 120_000

#: The time in ms of a hold that means a forgotten passphrase.
RECOVER_MS = 10_000

#: Digits of a code, and bytes of chance in the secret that can be scanned.
DIGITS, SECRET_BYTES = 6, 8


def press(now: Now) -> Session:
    """Return the session with a new code; without chance there is none."""
    if not now.entropy:
        return now.session
    number = int.from_bytes(hmac.digest(now.entropy, b"teacher-code", "sha256")[:8])
    digits = f"{number % 10**DIGITS:0{DIGITS}}"
    chance = hmac.digest(now.entropy, b"teacher-secret", "sha256")[:SECRET_BYTES]
    code = TeacherCode(digits, chance.hex().upper(), now.now_ms)
    return replace(now.session, code=code)


def visible_code(session: Session) -> TeacherCode | None:
    """Return the teacher's code while the button is held, else None."""
    code = session.code
    return code if code is not None and code.released_ms is None else None


def release(session: Session, button: Button, *, now_ms: Millis) -> Session:
    """Return the session without the code on the screen; it is valid for a while."""
    code = visible_code(session)
    if button is not Button.SERVICE or code is None:
        return session
    return replace(session, code=replace(code, released_ms=now_ms))


def is_typed(code: str) -> bool:
    """Return True if a code has at most the digits' length; a secret is longer."""
    return len("".join(code.split())) <= DIGITS


def check_code(session: Session, typed: str, now_ms: Millis) -> str:
    """
    Return the right that a teacher's code gives; "" for a wrong or expired code.

    ``claimed`` is the right to claim a class without a teacher. ``recovered`` is the
    right to replace the teacher's passphrase as well: the button was held for at least
    `RECOVER_MS`.

    Args:
        session: The table.
        typed: The digits, or the secret that was scanned; spaces do not count.
        now_ms: The clock of this start of the program.
    """
    code, given = session.code, "".join(typed.split()).encode()
    if code is None:
        return ""
    right = (code.digits.encode(), code.secret.encode())
    if not any(hmac.compare_digest(given, one) for one in right):
        return ""
    until_ms = now_ms if code.released_ms is None else code.released_ms
    if now_ms >= until_ms + CLAIM_MS:
        return ""
    held_ms = until_ms - code.since_ms
    return "recovered" if held_ms >= RECOVER_MS else "claimed"


def wake_at(session: Session) -> Millis | None:
    """Return the time in ms at which a longer hold gets another meaning, or None."""
    code = visible_code(session)
    return None if code is None else Millis(code.since_ms + RECOVER_MS)


def render(session: Session, face: Face, now_ms: Millis) -> Face:
    """Return the face with the code on the board's own screen while it is held."""
    code = visible_code(session)
    if code is None:
        return face
    half = DIGITS // 2
    text = ScreenText(f"{code.digits[:half]} {code.digits[half:]}")
    long = now_ms - code.since_ms >= RECOVER_MS
    status = say("teacher-recovers" if long else "teacher-forgot")
    line, scan = say("teacher-code", digits=text), _scan(session, code)
    return replace(face, local=TableFace(line, status=status, scan=scan))


def _scan(session: Session, code: TeacherCode) -> str:
    """Return the address with the secret; nothing where no phone finds the pages."""
    if not session.pages or "web" in session.faults:
        return ""
    # In capitals it is a QR code of the smaller kind.
    return ScreenText(f"{session.pages}/c/{code.secret}".upper())


class ScreenText(str):
    """A text for a screen only: its `repr` does not contain it."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "'…'"
