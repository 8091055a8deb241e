"""
The service button: while it is held, the table screen shows the teacher's code.

It can be typed, or scanned: the QR code has a secret of its own, that nobody guesses.
"""

import hmac
from dataclasses import replace

from firmware_host.board.events import Button
from firmware_host.board.faces import Face, TableFace
from firmware_host.board.messages import say
from firmware_host.board.pieces import Millis
from firmware_host.session.state import Now, Session, TeacherCode

#: A code can be claimed so long after the button is let go.
CLAIM_MS = 120_000

#: Who holds the button so long has forgotten the passphrase.
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


def is_typed(code: str) -> bool:
    """Tell whether a code has so few signs as the digits; a secret has more."""
    return len("".join(code.split())) <= DIGITS


def claims(session: Session, typed: str, now_ms: Millis) -> str:
    """
    Return what a code opens: ``claimed``, ``recovered``, or nothing.

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
    line, scan = say("teacher-code", digits=text), _scan(session, code)
    return replace(face, local=TableFace(line, status=status, scan=scan))


def _scan(session: Session, code: TeacherCode) -> str:
    """Return the address with the secret; nothing where no phone finds the pages."""
    if not session.pages or "web" in session.faults:
        return ""
    # In capitals it is a QR code of the smaller kind.
    return Hidden(f"{session.pages}/c/{code.secret}".upper())


class Hidden(str):
    """Text to be shown on a screen, and nowhere else: `repr` keeps it back."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "'…'"
