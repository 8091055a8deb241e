"""Endpoints of a lesson: players, phones, games, the wall, sound, and the end."""

from contextlib import suppress
from typing import Annotated, Any

from firmware_host.board.commands import (
    FLAG,
    Begin,
    Choose,
    Flag,
    MovePhone,
    PhoneNumber,
    Rename,
    ReplacePhone,
    Role,
    Sit,
    Stand,
)
from firmware_host.board.messages import Refused
from firmware_host.board.players import tidy
from firmware_host.board.record import replace
from firmware_host.board.table_values import Phone
from firmware_host.errors import AwayError
from firmware_host.languages import CODES
from firmware_host.web import shown
from firmware_host.web.classroom.history import with_page
from firmware_host.web.classroom.signing import repeat_refusal
from firmware_host.web.classroom.teacher import EVENTS, LEVELS
from firmware_host.web.endpoints import Call, Endpoints, Entry, MadeFor, Outcome, shape
from firmware_host.web.people import door
from firmware_host.web.people.codes import key_of
from firmware_host.web.people.hosting import GAME, N
from firmware_host.web.people.seats import Token, come_in, has_seat
from firmware_host.web.upkeep import forget

_Code = Annotated[str, {"type": "string", "minLength": 1, "maxLength": 8}]
_Act = Annotated[str, {"enum": ["undo", "void", "end"]}]

#: The schema of a list of numbers of waiting phones.
GUESTS = {
    "type": "array",
    "maxItems": door.GUESTS,
    "items": {"type": "integer", "minimum": 1, "maximum": 2**31},
}

#: The schema of the door's settings.
DOOR = shape(
    None, locked=FLAG, teams=FLAG, door={"enum": list(door.DOORS)}, one_address=FLAG
)

ENDPOINTS = Endpoints()


# --- players ----------------------------------------------------------------


def _with_clean_name(_: Call, wanted: N) -> N | Refused:
    # Without a docstring: the API describes each endpoint by its command.
    name = tidy(wanted.name)
    return replace(wanted, name=name) if name else Refused("join-name")


ENDPOINTS.command("/api/teacher/sit", Sit, Role.TEACHER, late=True)(_with_clean_name)
ENDPOINTS.sends("/api/teacher/stand", Stand, Role.TEACHER)
ENDPOINTS.command("/api/teacher/rename", Rename, Role.TEACHER)(_with_clean_name)


@ENDPOINTS.post("/api/teacher/doors", Role.TEACHER, DOOR)
async def _doors(call: Call, **doors: Any) -> None:  # as `DOOR` has it
    """Lock the door, set how browsers join, and whether they join in teams."""
    await call.web.room.set_doors(**doors)


@ENDPOINTS.post("/api/teacher/code", Role.TEACHER)
async def _code(call: Call) -> None:
    """Change the joining code."""
    await call.web.room.new_code()


# --- phones -----------------------------------------------------------------


@ENDPOINTS.post("/api/teacher/kick", Role.TEACHER, note="kick")
async def _kick(call: Call, phone: PhoneNumber) -> Outcome:
    """Remove a phone; it may join again only if the teacher admits it."""
    return await call.web.room.send_away(phone)


@ENDPOINTS.post(
    "/api/teacher/admit", Role.TEACHER, shape({"guests": GUESTS, "come": FLAG})
)
async def _admit(call: Call, guests: list[int], come: bool) -> None:  # noqa: FBT001 - as it is sent
    """Admit waiting phones, or refuse them."""
    own = call.web.room.door
    if come:
        own.admit(guests)
    else:
        own.turn_away(guests)


ENDPOINTS.sends("/api/teacher/move", MovePhone)


@ENDPOINTS.post("/api/teacher/return", Role.TEACHER)
async def _offer(call: Call, phone: PhoneNumber) -> shown.ReturnCode | Refused:
    """Return a new code by which another phone takes a lost phone's seat."""
    if _numbered(call, phone) is None:
        return Refused("phone-gone")
    return {"code": call.web.classroom.returns.offer(phone)}


def _numbered(call: Call, which: int | None) -> Phone | None:
    """Return the phone with a number, or None."""
    phones = call.services.table_api.phones.all()
    return next((one for one in phones if one["number"] == which), None)


@ENDPOINTS.post("/api/return", Role.PUBLIC)
async def _return(call: Call, code: _Code, key: Token = "") -> Entry | Refused:
    """
    Take a lost phone's seat with the code that the teacher reads out.

    A request that is repeated with the same ``key`` (see `/api/join`) succeeds again.
    """
    web = call.web
    returns, room = web.classroom.returns, web.room
    if has_seat(call, key_of(key)):
        return come_in(call, key)
    lost = _numbered(call, returns.phone(code))
    if lost is None:
        if not web.joins.allow(call.address):
            return Refused("join-often")
        return Refused("return-code")
    team = room.team_of(call.address, "", call.seen)
    if room.teams and team is not None and team["seat"] != lost["seat"]:
        return Refused("return-team")
    returns.void(lost["number"])
    token = key or room.new_token()
    back = ReplacePhone(key_of(token), lost["number"])
    return await web.services.table_api.send(back.line) or come_in(call, token)


# --- games ------------------------------------------------------------------


ENDPOINTS.sends(
    "/api/teacher/settings", Choose, Role.TEACHER, only=(*GAME, "place", "sound")
)


@ENDPOINTS.post("/api/teacher/begin", Role.TEACHER)
async def _begin(call: Call, seen: MadeFor) -> Outcome:
    """
    Begin a game in which the board draws none of the class's rude words.

    If people make the words, or the game has no words, nothing is left out.
    """
    services, now = call.services, call.seen
    begin, coming = Begin(seen=(seen[0], seen[1])), now["next"]
    games = services.table_api.games()
    chosen = next((one for one in games if one["name"] == coming["game"]), None)
    if chosen is not None and chosen["maker"] and coming["board_makes"]:
        packs = services.packs
        draws = (one["value"] for one in chosen["options"] if one["draws"])
        level, added = str(next(draws, "")), list(call.web.rude.added)
        words = packs.drawn(
            now["language"], pack=now["pack"], level=level, without=added
        )
        begin = replace(begin, words=tuple(words))
    return await services.table_api.send(begin.line)


@ENDPOINTS.post("/api/teacher/act", Role.TEACHER)
async def _act(call: Call, do: _Act, seen: MadeFor) -> Outcome:
    """Undo the last action, call the round off, or end the game with its names."""
    if do == "end" and call.seen["phase"] == "playing":
        outcome = await _finish(call, seen)
    else:
        outcome = await call.services.table_api.do({"do": do}, "", seen)
    if not isinstance(outcome, Refused):
        call.web.classroom.note(do)
    return outcome


# --- the end ----------------------------------------------------------------


@ENDPOINTS.post("/api/teacher/last", Role.TEACHER)
async def _last(call: Call, last: Flag) -> Outcome:
    """End the game after the present round, or cancel that."""
    if last and call.seen["phase"] != "playing":
        return Refused("no-round")
    await call.web.classroom.set_last(call.seen, last=last)
    return None


async def _finish(call: Call, seen: list[int] | None = None) -> Refused | None:
    """End the game; an unfinished round is called off first, which shows its word."""
    table_api = call.services.table_api
    if not call.seen["waiting"]:
        refused = await table_api.do({"do": "void"}, "", seen)
        if refused is not None and refused.code == "stale":
            return refused
        seen = None  # the call above has changed the state
    return await table_api.do({"do": "end"}, "", seen)


@ENDPOINTS.post("/api/teacher/end", Role.TEACHER, note="end")
async def _end(call: Call) -> shown.LessonEnd | Refused:
    """
    End the lesson: show the word, return the scoresheet, erase the names.

    A part test or a tag enrolment ends first. Nothing is erased if the game cannot end.
    Only the teacher's page gets the scoresheet with names, until that page is closed.
    The wall shows its own scoresheet without names.
    """
    web, seen, services = call.web, call.seen, call.services
    await services.service.stop()
    await services.tags.stop()
    refused = await _finish(call) if seen["phase"] == "playing" else None
    if refused is not None and services.table_api.see()["phase"] == "playing":
        return refused
    history, sheet = services.history, None
    if seen["phase"] != "choosing":
        with suppress(AwayError):  # names must be erased in any case
            told = await history.game(await history.newest(), call.language)
            if told is not None and not isinstance(told, Refused):
                sheet = with_page(told)
    await web.room.set_doors(locked=False, teams=False)
    await web.room.empty()
    unerased = await forget(web)
    await web.classroom.go_home()
    return {"sheet": sheet, "erased": unerased is None}


@ENDPOINTS.post("/api/teacher/erase", Role.TEACHER, note="erase")
async def _erase(call: Call) -> Outcome:
    """
    Erase every name, also in backups; the passphrase must be typed again for this.

    The players continue without names.
    """
    return repeat_refusal(call) or await forget(call.web)


# --- settings of the class --------------------------------------------------

_WallLanguage = Annotated[str, {"enum": ["", *CODES]}]

_Time = Annotated[int, {"type": "integer", "minimum": 0, "maximum": 2**53}]


@ENDPOINTS.post("/api/teacher/wall", Role.TEACHER)
async def _wall(call: Call, language: _WallLanguage) -> None:
    """Choose the wall's language; empty for the board's language."""
    school = call.web.classroom
    await school.choose(replace(school.chosen, wall_language=language))


@ENDPOINTS.post("/api/teacher/cards", Role.TEACHER)
async def _cards(call: Call, zone_cards: Flag) -> None:
    """
    Choose printed zone cards instead of phones, or phones.

    With cards the door is locked: nobody needs a phone.
    """
    school = call.web.classroom
    await school.choose(replace(school.chosen, zone_cards=zone_cards))
    await call.web.room.set_doors(locked=zone_cards)


_Moment = Annotated[int, {"type": "integer", "minimum": 0, "maximum": 2**31}]


@ENDPOINTS.post("/api/teacher/next", Role.TEACHER)
async def _next(call: Call, moment: _Moment) -> Outcome:
    """
    End what the wall still shows: a Yes, or the word of a round.

    ``moment`` is the newest moment that the sender saw; later ones stay on the wall.
    """
    if moment > max((one["n"] for one in call.seen["moments"]), default=0):
        return Refused("stale")
    call.web.classroom.go_on(moment, call.seen)
    return None


@ENDPOINTS.post(
    "/api/teacher/levels",
    Role.TEACHER,
    shape(None, **{event: {"enum": list(LEVELS)} for event in EVENTS}),
)
async def _levels(call: Call, **chosen: str) -> None:
    """Choose the sound of each kind of event."""
    school = call.web.classroom
    levels = {**school.chosen.levels, **chosen}
    await school.choose(replace(school.chosen, levels=levels))


@ENDPOINTS.post("/api/teacher/time", Role.TEACHER)
async def _time(call: Call, now_ms: _Time) -> None:
    """
    Tell the board the present time in ms since 1970.

    The clock of a board does not run while it is off.
    """
    school = call.web.classroom
    school.offset_ms = now_ms - call.services.clock_ms()
