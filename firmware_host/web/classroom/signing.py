"""Endpoints of signing in: claiming the class, passphrase and sessions."""

import logging
import re
from typing import Annotated

from starlette.responses import RedirectResponse, Response

from firmware_host.board.commands import CLASS, Choose, Role
from firmware_host.board.messages import Refused
from firmware_host.web import shown
from firmware_host.web.budgets import forgive
from firmware_host.web.classroom.passphrase import COOKIE, KNOWN, LONGEST, weakness
from firmware_host.web.classroom.sessions import browser_name
from firmware_host.web.endpoints import (
    Call,
    CookieSet,
    Endpoints,
    Outcome,
    missing,
    with_cookie,
    without_cookie,
)

_log = logging.getLogger(__name__)

#: The secret of the QR code on the table screen (`session.service`).
_SECRET = re.compile(r"[0-9A-F]{16}")

_Code = Annotated[str, {"type": "string", "maxLength": 16}]
_Words = Annotated[str, {"type": "string", "minLength": 1, "maxLength": LONGEST}]

_Number = Annotated[int, {"type": "integer", "minimum": 1, "maximum": 2**31}]

#: The time in seconds for which a browser is known after a right passphrase.
KNOWN_S = 365 * 24 * 3600

ENDPOINTS = Endpoints()


@ENDPOINTS.get("/api/teacher/me", Role.PUBLIC)
async def _me(call: Call) -> shown.Claimed:
    """Return whether the class is claimed, and whether the caller is the teacher."""
    school = call.web.classroom
    return {
        "teacher": Role.TEACHER in call.roles,
        "claimed": school.passphrase.is_set,
        "at_board": _at_board(call),
    }


def _at_board(call: Call) -> bool:
    """
    Return True if the caller may claim the class from the virtual board's page.

    A user of that page can press its service button and read its screens, so the code
    would prove nothing more. A class that is already claimed cannot be claimed so.
    """
    return Role.BOARD in call.roles and not call.web.classroom.passphrase.is_set


@ENDPOINTS.get("/C/{secret}", Role.PUBLIC, gives="")
async def _scanned(_: Call, secret: str) -> Response:
    """
    Redirect a phone that has scanned the table screen to the teacher's page.

    The secret is moved behind the ``#``: so no server, log or history stores it.
    """
    if not _SECRET.fullmatch(secret):
        return missing("page")
    return RedirectResponse(f"/teacher#claim={secret}", 303)


@ENDPOINTS.post("/api/teacher/claim", Role.PUBLIC)
async def _claim(
    call: Call, passphrase: _Words, code: _Code = ""
) -> CookieSet | Refused:
    """
    Claim the class with the code that the table screen shows, typed or scanned.

    A user of the virtual board needs no code while nobody has claimed the class. Tries
    of digits are counted per address: nobody can lock out a person at the board. A
    scanned secret cannot be guessed, so its tries are only counted like any request.
    """
    school = call.web.classroom
    if weak := weakness(passphrase):
        return weak
    opened = "claimed" if not code and _at_board(call) else _opened(call, code)
    if isinstance(opened, Refused):
        return opened
    if opened != "recovered" and school.passphrase.is_set:
        return Refused("teacher-taken")
    await school.passphrase.set(passphrase)
    school.sessions.close_all()
    school.note(opened)
    # A claimed board is in a class.
    await call.services.table_api.send(Choose(place=CLASS).line)
    return _signed_in(call)


def _opened(call: Call, code: str) -> str | Refused:
    """Return the right that the code gives, or the refusal of the code."""
    scanned = _SECRET.fullmatch(code) is not None
    if not scanned and not call.web.classroom.claims.allow(call.address):
        return Refused("teacher-often")
    opened = call.services.table_api.claim(code, call.address)
    if not opened and not scanned:  # typed tries are limited, so the log stays short
        _log.warning("a wrong code to claim the class")
    return opened or Refused("teacher-code")


@ENDPOINTS.post("/api/teacher/login", Role.PUBLIC)
async def _login(call: Call, passphrase: _Words) -> CookieSet | Refused:
    """
    Sign in with the passphrase.

    A browser in which the passphrase was right before is never delayed by others that
    guess. From an address with too many wrong tries one try is checked now and then: it
    may be the teacher behind a school's proxy.
    """
    school = call.web.classroom
    known = school.passphrase.stamped(call.request.cookies.get(KNOWN, ""))
    caller = known or call.address
    often = not school.tries.allow(caller)
    if often and not school.doubted.allow(""):
        return Refused("teacher-often")
    if not await _is_right(call, passphrase, known=bool(known)):
        return Refused("teacher-often" if often else "teacher-wrong")
    school.tries.forgive(caller)
    return _signed_in(call)


async def _is_right(call: Call, passphrase: str, *, known: bool) -> bool:
    """
    Return True if the passphrase is right; each check takes much time.

    So tries of unknown browsers are checked one by one, the address with the fewest
    tries first: an attacker has to wait, not the teacher.
    """
    school = call.web.classroom
    if known:
        right = await school.passphrase.is_right(passphrase)
    else:
        async with school.strangers.turn(school.tries.made(call.address)):
            right = await school.passphrase.is_right(passphrase)
    if not right:
        _log.warning("a wrong passphrase")
    return right


@ENDPOINTS.post("/api/teacher/logout", Role.TEACHER)
async def _logout(call: Call) -> CookieSet:
    """Sign out."""
    call.web.classroom.sessions.close(_token(call))
    return without_cookie(COOKIE)


@ENDPOINTS.post("/api/teacher/passphrase", Role.TEACHER, note="passphrase")
async def _change(call: Call, old: _Words, passphrase: _Words) -> CookieSet | Refused:
    """Change the passphrase, and end the sessions of all other browsers."""
    school = call.web.classroom
    if weak := weakness(passphrase):
        return weak
    if refused := await _asked(call, old):
        return refused
    await school.passphrase.set(passphrase)
    school.sessions.close_all()
    return _signed_in(call)


@ENDPOINTS.post("/api/teacher/again", Role.TEACHER)
async def _again(call: Call, passphrase: _Words) -> Outcome:
    """Confirm the passphrase before a backup is downloaded or names are erased."""
    refused = await _asked(call, passphrase)
    if refused is None:
        call.web.classroom.sessions.make_sure(_token(call))
    return refused


async def _asked(call: Call, passphrase: str) -> Refused | None:
    """Return the refusal of a passphrase typed by a signed-in caller, or None."""
    school, caller = call.web.classroom, f"session {_token(call)}"
    if not school.tries.allow(caller):
        return Refused("teacher-often")
    if not await _is_right(call, passphrase, known=True):
        return Refused("teacher-wrong")
    school.tries.forgive(caller)
    return None


def repeat_refusal(call: Call) -> Refused | None:
    """Return the refusal that asks for the passphrase again, or None."""
    if call.web.classroom.sessions.is_sure(_token(call)):
        return None
    return Refused("teacher-again")


# --- sessions ---------------------------------------------------------------


@ENDPOINTS.get("/api/teacher/sessions", Role.TEACHER)
async def _sessions(call: Call) -> shown.SignedInList:
    """Return every signed-in browser, with its start and its last use."""
    return {"sessions": call.web.classroom.sessions.document(_token(call))}


@ENDPOINTS.post("/api/teacher/sessions/end", Role.TEACHER, note="sign-out")
async def _end(call: Call, number: _Number) -> None:
    """End the session of another browser."""
    call.web.classroom.sessions.end(number)


@ENDPOINTS.post("/api/teacher/here", Role.TEACHER)
async def _here(_: Call) -> None:
    """
    Extend the session.

    Every POST request extends it, so this one has nothing else to do.
    """


def _token(call: Call) -> str:
    return call.request.cookies.get(COOKIE, "")


def _signed_in(call: Call) -> Response:
    """Return a response with the cookies of a new session."""
    forgive(call.request.scope)
    school = call.web.classroom
    browser = browser_name(call.request.headers.get("user-agent", ""))
    response = with_cookie(COOKIE, school.sessions.open(browser))
    stamp = school.passphrase.stamp()
    response.set_cookie(KNOWN, stamp, max_age=KNOWN_S, httponly=True, samesite="strict")
    return response
