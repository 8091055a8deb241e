"""Signing in: the class is claimed at the board once, then opened by a passphrase."""

import logging
from typing import TYPE_CHECKING, Annotated

from starlette.responses import Response

from firmware_host.board.messages import Refused
from firmware_host.web.classroom.passphrase import COOKIE, LONGEST, weakness
from firmware_host.web.endpoints import (
    Answer,
    Call,
    Endpoints,
    Role,
    with_cookie,
    without_cookie,
)

if TYPE_CHECKING:  # the class lets people sign in
    from firmware_host.web.classroom.teacher import Classroom

_log = logging.getLogger(__name__)

_Code = Annotated[str, {"type": "string", "maxLength": 16}]
_Words = Annotated[str, {"type": "string", "minLength": 1, "maxLength": LONGEST}]

ENDPOINTS = Endpoints()


@ENDPOINTS.get("/api/teacher/me", Role.PUBLIC)
async def _me(call: Call) -> Answer:
    """Whether the class is claimed."""
    school = call.web.classroom
    return {
        "teacher": Role.TEACHER in call.roles,
        "claimed": school.passphrase.is_set,
    }


@ENDPOINTS.post("/api/teacher/claim", Role.PUBLIC)
async def _claim(call: Call, code: _Code, passphrase: _Words) -> Answer:
    """Claim the class with the code that the table screen shows."""
    school = call.web.classroom
    if weak := weakness(passphrase):
        return weak
    # By address alone: nobody can lock out whoever stands at the board.
    if not school.claims.allow(call.address):
        return Refused("teacher-often")
    opened = call.services.table_api.claim(code)
    if not opened:
        _log.warning("a wrong code to claim the class")
        return Refused("teacher-code")
    if opened != "recovered" and school.passphrase.is_set:
        return Refused("teacher-taken")
    await school.passphrase.set(passphrase)
    school.sessions.close_all()
    school.note(opened)
    # Whoever claims a board has a class in front of it.
    await call.services.table_api.adopt({"place": "class"})
    return _signed_in(school)


@ENDPOINTS.post("/api/teacher/login", Role.PUBLIC)
async def _login(call: Call, passphrase: _Words) -> Answer:
    """Sign in with the passphrase."""
    school = call.web.classroom
    if school.tries.wait_ms(call.address) or not school.all_tries.allow(""):
        return Refused("teacher-often")
    school.tries.allow(call.address)
    if not await school.passphrase.is_right(passphrase):
        _log.warning("a wrong passphrase")
        return Refused("teacher-wrong")
    school.tries.forgive(call.address)
    return _signed_in(school)


@ENDPOINTS.post("/api/teacher/logout", Role.TEACHER)
async def _logout(call: Call) -> Answer:
    """Sign out."""
    call.web.classroom.sessions.close(call.request.cookies.get(COOKIE, ""))
    return without_cookie(COOKIE)


@ENDPOINTS.post("/api/teacher/passphrase", Role.TEACHER, note="passphrase")
async def _change(call: Call, old: _Words, passphrase: _Words) -> Answer:
    """Change the passphrase, and sign every other browser out."""
    school = call.web.classroom
    if weak := weakness(passphrase):
        return weak
    if not school.tries.allow(call.address):
        return Refused("teacher-often")
    if not await school.passphrase.is_right(old):
        return Refused("teacher-wrong")
    await school.passphrase.set(passphrase)
    school.sessions.close_all()
    return _signed_in(school)


@ENDPOINTS.post("/api/teacher/here", Role.TEACHER)
async def _here(_: Call) -> None:
    """
    Stay signed in.

    The call alone has put off the expiry.
    """


def _signed_in(school: "Classroom") -> Response:
    return with_cookie(COOKIE, school.sessions.open())
