"""A lesson: who plays, what is played, and how it ends."""

from typing import TYPE_CHECKING

from firmware_host.board.json import Json, flag, number, text
from firmware_host.board.messages import Refused
from firmware_host.board.pieces import Seat
from firmware_host.board.table_values import Phone
from firmware_host.languages import CODES
from firmware_host.limits import NAME_LETTERS
from firmware_host.web.classroom import sheets
from firmware_host.web.endpoints import (
    CHOICES,
    FLAG,
    SEAT,
    Answer,
    Call,
    Endpoints,
    Role,
    shape,
)
from firmware_host.web.people.room import key_of
from firmware_host.web.people.seats import come_in, tidy

if TYPE_CHECKING:  # the application is made of these
    from firmware_host.web.app import Web

_NAME = {"type": "string", "minLength": 1, "maxLength": NAME_LETTERS}
_PHONE = {"type": "integer", "minimum": 1, "maximum": 2**31}

ENDPOINTS = Endpoints()


# --- who plays --------------------------------------------------------------


@ENDPOINTS.post("/api/teacher/sit", Role.TEACHER, shape({"name": _NAME}))
async def _sit(call: Call) -> Answer:
    """Let a player or a team sit down."""
    name = tidy(text(call.body, "name"))
    if not name:
        return Refused("join-name")
    return await call.services.table_api.sit(name)


@ENDPOINTS.post("/api/teacher/stand", Role.TEACHER, shape({"seat": SEAT}))
async def _stand(call: Call) -> Answer:
    """Let a player or a team go home."""
    return await call.services.table_api.stand(Seat(number(call.body, "seat")))


@ENDPOINTS.post(
    "/api/teacher/rename", Role.TEACHER, shape({"seat": SEAT, "name": _NAME})
)
async def _rename(call: Call) -> Answer:
    """Call a player or a team by another name."""
    name = tidy(text(call.body, "name"))
    if not name:
        return Refused("join-name")
    table_api = call.services.table_api
    return await table_api.rename(Seat(number(call.body, "seat")), name)


@ENDPOINTS.post(
    "/api/teacher/doors", Role.TEACHER, shape(None, locked=FLAG, teams=FLAG)
)
async def _doors(call: Call) -> None:
    """Lock the door or open it; let joiners fall into teams or not."""
    doors = {name: flag(call.body, name) for name in call.body}
    await call.web.room.set_doors(**doors)


@ENDPOINTS.post("/api/teacher/code", Role.TEACHER)
async def _code(call: Call) -> None:
    """Change the joining code."""
    await call.web.room.new_code()


# --- phones -----------------------------------------------------------------


@ENDPOINTS.post(
    "/api/teacher/kick", Role.TEACHER, shape({"phone": _PHONE}), note="kick"
)
async def _kick(call: Call) -> Answer:
    """Send a phone home."""
    return await call.services.table_api.phones.forget(number(call.body, "phone"))


@ENDPOINTS.post(
    "/api/teacher/move", Role.TEACHER, shape({"phone": _PHONE, "seat": SEAT})
)
async def _move(call: Call) -> Answer:
    """Give a phone another place."""
    phones, body = call.services.table_api.phones, call.body
    return await phones.move(number(body, "phone"), Seat(number(body, "seat")))


@ENDPOINTS.post("/api/teacher/return", Role.TEACHER, shape({"phone": _PHONE}))
async def _offer(call: Call) -> Answer:
    """Make a code by which another phone takes a lost one's place."""
    phone = number(call.body, "phone")
    if _numbered(call, phone) is None:
        return Refused("phone-gone")
    return {"code": call.web.classroom.returns.offer(phone)}


def _numbered(call: Call, which: int | None) -> Phone | None:
    """Return the phone of that number."""
    phones = call.services.table_api.phones.all()
    return next((one for one in phones if one["number"] == which), None)


@ENDPOINTS.post(
    "/api/return",
    Role.PUBLIC,
    shape({"code": {"type": "string", "minLength": 1, "maxLength": 8}}),
)
async def _return(call: Call) -> Answer:
    """Take a lost phone's place with the code that the teacher reads out."""
    web = call.web
    if not web.joins.allow(call.address):
        return Refused("join-often")
    returns, room = web.classroom.returns, web.room
    lost = _numbered(call, returns.phone(text(call.body, "code")))
    if lost is None:
        return Refused("return-code")
    team = room.team_of(call.address, call.seen)
    if room.teams and team is not None and team["seat"] != lost["seat"]:
        return Refused("return-team")
    returns.take(text(call.body, "code"))
    token = room.new_token()
    back = web.services.table_api.phones.come_back(key_of(token), lost["number"])
    return await back or come_in(call, token)


# --- what is played ---------------------------------------------------------


@ENDPOINTS.post(
    "/api/teacher/settings",
    Role.TEACHER,
    shape(
        None,
        language={"enum": list(CODES)},
        place={"enum": ["home", "class"]},
        **CHOICES,
        sound=FLAG,
    ),
)
async def _settings(call: Call) -> Answer:
    """Choose what the board offers next."""
    return await call.services.table_api.adopt(call.body)


@ENDPOINTS.post("/api/teacher/begin", Role.TEACHER)
async def _begin(call: Call) -> Answer:
    """
    Begin a game with the class's words.

    Where people make the words, or the game has none, the class's words stay aside.
    """
    services, seen = call.services, call.seen
    wishes: dict[str, Json] = {}
    made = any(
        one["maker"]
        for one in services.table_api.games()
        if one["name"] == seen["chosen"]
    )
    if made and seen["board_makes"]:
        wishes["words"] = list(services.words.drawn(seen["language"]))
    return await services.table_api.begin(wishes)


@ENDPOINTS.post(
    "/api/teacher/act", Role.TEACHER, shape({"do": {"enum": ["undo", "void"]}})
)
async def _act(call: Call) -> Answer:
    """Take back the last action, or call the round off; it is written down."""
    act = text(call.body, "do")
    outcome = await call.services.table_api.do({"do": act})
    if not isinstance(outcome, Refused):
        call.web.classroom.note(act)
    return outcome


# --- how it ends ------------------------------------------------------------


@ENDPOINTS.post("/api/teacher/last", Role.TEACHER, shape({"last": FLAG}))
async def _last(call: Call) -> Answer:
    """Let the game end after the round that is being played."""
    if flag(call.body, "last") and call.seen["phase"] != "playing":
        return Refused("no-round")
    await call.web.classroom.set_last(call.seen, last=flag(call.body, "last"))
    return None


@ENDPOINTS.post("/api/teacher/end", Role.TEACHER, note="end")
async def _end(call: Call) -> Answer:
    """
    End the lesson: show the word, return the scoresheet, forget the people.

    The scoresheet with its names goes to the teacher's page alone, and lasts there
    until that page is closed. The wall keeps its own without names.
    """
    web, table_api, seen = call.web, call.services.table_api, call.seen
    if seen["phase"] == "playing":
        # A round that is broken off is called off first, for that shows its word.
        if not seen["waiting"]:
            await table_api.do({"do": "void"})
        await table_api.do({"do": "end"})
    archive, sheet = web.services.archive, None
    if seen["phase"] != "choosing":
        told = await archive.game(archive.newest(), call.language)
        sheet = None if told is None else sheets.document(told)
    await web.room.set_doors(locked=False, teams=False)
    await web.room.empty()
    await forget(web)
    await web.classroom.go_home()
    return {"sheet": sheet}


@ENDPOINTS.post("/api/teacher/erase", Role.TEACHER, note="erase")
async def _erase(call: Call) -> None:
    """
    Forget every name, in backups too.

    The players go on without.
    """
    await forget(call.web)


async def forget(web: "Web") -> None:
    """Call everybody by a symbol or a number, and erase every name there has been."""
    table_api = web.services.table_api
    for sitter in table_api.see()["players"]:
        if isinstance(sitter["name"], str):
            await table_api.rename(sitter["seat"], "")
    await web.services.archive.erase_names()
    await web.room.save()
