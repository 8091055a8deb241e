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
    Endpoint,
    Role,
    shape,
)
from firmware_host.web.people.room import key_of
from firmware_host.web.people.seats import come_in, tidy

if TYPE_CHECKING:  # the application is made of these
    from firmware_host.web.app import Web

# --- who plays --------------------------------------------------------------


async def _sit(call: Call) -> Answer:
    name = tidy(text(call.body, "name"))
    if not name:
        return Refused("join-name")
    return await call.web.services.table_api.sit(name)


async def _stand(call: Call) -> Answer:
    return await call.web.services.table_api.stand(Seat(number(call.body, "seat")))


async def _rename(call: Call) -> Answer:
    name = tidy(text(call.body, "name"))
    if not name:
        return Refused("join-name")
    table_api = call.web.services.table_api
    return await table_api.rename(Seat(number(call.body, "seat")), name)


async def _doors(call: Call) -> Answer:
    doors = {name: flag(call.body, name) for name in call.body}
    await call.web.room.set_doors(**doors)
    return None


async def _code(call: Call) -> Answer:
    await call.web.room.new_code()
    return None


# --- phones -----------------------------------------------------------------


async def _kick(call: Call) -> Answer:
    refused = await call.web.services.table_api.phones.forget(
        number(call.body, "phone")
    )
    if refused is None:
        call.web.classroom.note("kick")
    return refused


async def _move(call: Call) -> Answer:
    phones, body = call.web.services.table_api.phones, call.body
    return await phones.move(number(body, "phone"), Seat(number(body, "seat")))


async def _offer(call: Call) -> Answer:
    """Make a code by which another phone takes a lost one's place."""
    phone = number(call.body, "phone")
    if _numbered(call, phone) is None:
        return Refused("phone-gone")
    return {"code": call.web.classroom.returns.offer(phone)}


def _numbered(call: Call, which: int | None) -> Phone | None:
    """Return the phone of that number."""
    phones = call.web.services.table_api.phones.all()
    return next((one for one in phones if one["number"] == which), None)


async def _return(call: Call) -> Answer:
    """Take a lost phone's place with the code that the teacher read out."""
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


async def _settings(call: Call) -> Answer:
    return await call.web.services.table_api.adopt(call.body)


async def _begin(call: Call) -> Answer:
    """Begin a game with the class's words, where the board makes them."""
    services, seen = call.web.services, call.seen
    wishes: dict[str, Json] = {}
    made = any(
        one["maker"]
        for one in services.table_api.games()
        if one["name"] == seen["chosen"]
    )
    if made and seen["board_makes"]:
        wishes["words"] = list(services.words.drawn(seen["language"]))
    return await services.table_api.begin(wishes)


async def _act(call: Call) -> Answer:
    act = text(call.body, "do")
    outcome = await call.web.services.table_api.do({"do": act})
    if not isinstance(outcome, Refused):
        call.web.classroom.note(act)
    return outcome


# --- how it ends ------------------------------------------------------------


async def _last(call: Call) -> Answer:
    if flag(call.body, "last") and call.seen["phase"] != "playing":
        return Refused("no-round")
    await call.web.classroom.set_last(call.seen, last=flag(call.body, "last"))
    return None


async def _end(call: Call) -> Answer:
    """
    End the lesson: show the word, keep the scoresheet, forget the people.

    The scoresheet with its names goes to the teacher's page alone, and lasts there
    until that page is closed. The wall keeps its own without names.
    """
    web, table_api, seen = call.web, call.web.services.table_api, call.seen
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
    web.classroom.note("end")
    return {"sheet": sheet}


async def _erase(call: Call) -> Answer:
    """Forget every name; the players go on without."""
    await forget(call.web)
    call.web.classroom.note("erase")
    return None


async def forget(web: "Web") -> None:
    """Call everybody by a symbol or a number, and erase every name there has been."""
    table_api = web.services.table_api
    for sitter in table_api.see()["players"]:
        if isinstance(sitter["name"], str):
            await table_api.rename(sitter["seat"], "")
    await web.services.archive.erase_names()
    await web.room.save()


_NAME = {"type": "string", "minLength": 1, "maxLength": NAME_LETTERS}
_PHONE = {"type": "integer", "minimum": 1, "maximum": 2**31}

ENDPOINTS = (
    Endpoint(
        "POST",
        "/api/teacher/sit",
        Role.TEACHER,
        _sit,
        "Let a player or a team sit down.",
        shape({"name": _NAME}),
    ),
    Endpoint(
        "POST",
        "/api/teacher/stand",
        Role.TEACHER,
        _stand,
        "Let a player or a team go home.",
        shape({"seat": SEAT}),
    ),
    Endpoint(
        "POST",
        "/api/teacher/rename",
        Role.TEACHER,
        _rename,
        "Call a player or a team by another name.",
        shape({"seat": SEAT, "name": _NAME}),
    ),
    Endpoint(
        "POST",
        "/api/teacher/doors",
        Role.TEACHER,
        _doors,
        "Lock the door or open it; let joiners fall into teams or not.",
        shape(None, locked=FLAG, teams=FLAG),
    ),
    Endpoint(
        "POST", "/api/teacher/code", Role.TEACHER, _code, "Change the joining code."
    ),
    Endpoint(
        "POST",
        "/api/teacher/kick",
        Role.TEACHER,
        _kick,
        "Send a phone home.",
        shape({"phone": _PHONE}),
    ),
    Endpoint(
        "POST",
        "/api/teacher/move",
        Role.TEACHER,
        _move,
        "Give a phone another place.",
        shape({"phone": _PHONE, "seat": SEAT}),
    ),
    Endpoint(
        "POST",
        "/api/teacher/return",
        Role.TEACHER,
        _offer,
        "Make a code by which another phone takes a lost one's place.",
        shape({"phone": _PHONE}),
    ),
    Endpoint(
        "POST",
        "/api/return",
        Role.PUBLIC,
        _return,
        "Take a lost phone's place with the code that the teacher reads out.",
        shape({"code": {"type": "string", "minLength": 1, "maxLength": 8}}),
    ),
    Endpoint(
        "POST",
        "/api/teacher/settings",
        Role.TEACHER,
        _settings,
        "Choose what the board offers next.",
        shape(
            None,
            language={"enum": list(CODES)},
            place={"enum": ["home", "class"]},
            **CHOICES,
            sound=FLAG,
        ),
    ),
    Endpoint(
        "POST",
        "/api/teacher/begin",
        Role.TEACHER,
        _begin,
        "Begin a game with the class's words.",
    ),
    Endpoint(
        "POST",
        "/api/teacher/act",
        Role.TEACHER,
        _act,
        "Take back the last action, or call the round off; it is written down.",
        shape({"do": {"enum": ["undo", "void"]}}),
    ),
    Endpoint(
        "POST",
        "/api/teacher/last",
        Role.TEACHER,
        _last,
        "Let the game end after the round that is being played.",
        shape({"last": FLAG}),
    ),
    Endpoint(
        "POST",
        "/api/teacher/end",
        Role.TEACHER,
        _end,
        "End the lesson: show the word, return the scoresheet, forget the people.",
    ),
    Endpoint(
        "POST",
        "/api/teacher/erase",
        Role.TEACHER,
        _erase,
        "Forget every name, in backups too.",
    ),
)
