"""A lesson: who plays, what is played, what is seen and heard, and how it ends."""

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
from firmware_host.web.classroom.signing import unsure
from firmware_host.web.classroom.teacher import EVENTS, LEVELS
from firmware_host.web.endpoints import Call, Endpoints, Entry, MadeFor, Outcome, shape
from firmware_host.web.people import door
from firmware_host.web.people.codes import key_of
from firmware_host.web.people.hosting import GAME
from firmware_host.web.people.seats import come_in
from firmware_host.web.upkeep import forget

_Code = Annotated[str, {"type": "string", "minLength": 1, "maxLength": 8}]
_Act = Annotated[str, {"enum": ["undo", "void", "end"]}]

#: The numbers of phones that wait at the door.
GUESTS = {
    "type": "array",
    "maxItems": door.GUESTS,
    "items": {"type": "integer", "minimum": 1, "maximum": 2**31},
}

#: How the door is set.
DOOR = shape(
    None, locked=FLAG, teams=FLAG, door={"enum": list(door.DOORS)}, one_address=FLAG
)

ENDPOINTS = Endpoints()


# --- who plays --------------------------------------------------------------


@ENDPOINTS.command("/api/teacher/sit", Sit, Role.TEACHER)
def _sit(_: Call, wanted: Sit) -> Sit | Refused:
    """Let a player or a team sit down."""
    name = tidy(wanted.name)
    return replace(wanted, name=name) if name else Refused("join-name")


ENDPOINTS.sends("/api/teacher/stand", Stand, Role.TEACHER)


@ENDPOINTS.command("/api/teacher/rename", Rename, Role.TEACHER)
def _rename(_: Call, wanted: Rename) -> Rename | Refused:
    """Call a player or a team by another name."""
    name = tidy(wanted.name)
    return replace(wanted, name=name) if name else Refused("join-name")


@ENDPOINTS.post("/api/teacher/doors", Role.TEACHER, DOOR)
async def _doors(call: Call, **doors: Any) -> None:  # as `DOOR` has it
    """Lock the door, or say how one comes in; let joiners fall into teams or not."""
    await call.web.room.set_doors(**doors)


@ENDPOINTS.post("/api/teacher/code", Role.TEACHER)
async def _code(call: Call) -> None:
    """Change the joining code."""
    await call.web.room.new_code()


# --- phones -----------------------------------------------------------------


@ENDPOINTS.post("/api/teacher/kick", Role.TEACHER, note="kick")
async def _kick(call: Call, phone: PhoneNumber) -> Outcome:
    """Send a phone home."""
    return await call.web.room.send_away(phone)


@ENDPOINTS.post(
    "/api/teacher/admit", Role.TEACHER, shape({"guests": GUESTS, "come": FLAG})
)
async def _admit(call: Call, guests: list[int], come: bool) -> None:  # noqa: FBT001 - as it is sent
    """Let phones in that wait at the door, or send them away."""
    own = call.web.room.door
    if come:
        own.admit(guests)
    else:
        own.turn_away(guests)


ENDPOINTS.sends("/api/teacher/move", MovePhone)


@ENDPOINTS.post("/api/teacher/return", Role.TEACHER)
async def _offer(call: Call, phone: PhoneNumber) -> shown.ReturnCode | Refused:
    """Make a code by which another phone takes a lost one's place."""
    if _numbered(call, phone) is None:
        return Refused("phone-gone")
    return {"code": call.web.classroom.returns.offer(phone)}


def _numbered(call: Call, which: int | None) -> Phone | None:
    """Return the phone of that number."""
    phones = call.services.table_api.phones.all()
    return next((one for one in phones if one["number"] == which), None)


@ENDPOINTS.post("/api/return", Role.PUBLIC)
async def _return(call: Call, code: _Code) -> Entry | Refused:
    """Take a lost phone's place with the code that the teacher reads out."""
    web = call.web
    returns, room = web.classroom.returns, web.room
    lost = _numbered(call, returns.phone(code))
    if lost is None:
        if not web.joins.allow(call.address):
            return Refused("join-often")
        return Refused("return-code")
    team = room.team_of(call.address, "", call.seen)
    if room.teams and team is not None and team["seat"] != lost["seat"]:
        return Refused("return-team")
    returns.void(lost["number"])
    token = room.new_token()
    back = ReplacePhone(key_of(token), lost["number"])
    return await web.services.table_api.send(back.line) or come_in(call, token)


# --- what is played ---------------------------------------------------------


@ENDPOINTS.command(
    "/api/teacher/settings", Choose, Role.TEACHER, only=(*GAME, "place", "sound")
)
def _settings(_: Call, wanted: Choose) -> Choose:
    """Choose what the board offers next."""
    return wanted


@ENDPOINTS.post("/api/teacher/begin", Role.TEACHER)
async def _begin(call: Call, seen: MadeFor) -> Outcome:
    """
    Begin a game, without words that the class calls nobody by.

    Where people make the words, or the game has none, no word is left out.
    """
    services, now = call.services, call.seen
    begin = Begin(seen=(seen[0], seen[1]))
    games = services.table_api.games()
    chosen = next((one for one in games if one["name"] == now["chosen"]), None)
    if chosen is not None and chosen["maker"] and now["board_makes"]:
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
    """Take back the last action, call the round off, or end the game with its names."""
    if do == "end" and call.seen["phase"] == "playing":
        outcome = await _finish(call, seen)
    else:
        outcome = await call.services.table_api.do({"do": do}, "", seen)
    if not isinstance(outcome, Refused):
        call.web.classroom.note(do)
    return outcome


# --- how it ends ------------------------------------------------------------


@ENDPOINTS.post("/api/teacher/last", Role.TEACHER)
async def _last(call: Call, last: Flag) -> Outcome:
    """Let the game end after the round that is being played."""
    if last and call.seen["phase"] != "playing":
        return Refused("no-round")
    await call.web.classroom.set_last(call.seen, last=last)
    return None


async def _finish(call: Call, seen: list[int] | None = None) -> Refused | None:
    """End the game; a broken-off round is called off first, for that shows its word."""
    table_api = call.services.table_api
    if not call.seen["waiting"]:
        refused = await table_api.do({"do": "void"}, "", seen)
        if refused is not None and refused.code == "stale":
            return refused
        seen = None  # it was looked at; since then the round is over
    return await table_api.do({"do": "end"}, "", seen)


@ENDPOINTS.post("/api/teacher/end", Role.TEACHER, note="end")
async def _end(call: Call) -> shown.LessonEnd:
    """
    End the lesson: show the word, return the scoresheet, forget the people.

    The scoresheet with its names goes to the teacher's page alone, and lasts there
    until that page is closed. The wall keeps its own without names.
    """
    web, seen = call.web, call.seen
    if seen["phase"] == "playing":
        await _finish(call)
    history, sheet = web.services.history, None
    if seen["phase"] != "choosing":
        with suppress(AwayError):  # names are erased without a scoresheet too
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
    Forget every name, in backups too; the passphrase is asked for again.

    The players go on without.
    """
    return unsure(call) or await forget(call.web)


# --- what the class has chosen ----------------------------------------------

_WallLanguage = Annotated[str, {"enum": ["", *CODES]}]

_Time = Annotated[int, {"type": "integer", "minimum": 0, "maximum": 2**53}]


@ENDPOINTS.post("/api/teacher/wall", Role.TEACHER)
async def _wall(call: Call, language: _WallLanguage) -> None:
    """Choose the wall's language; empty for the board's."""
    school = call.web.classroom
    await school.choose(replace(school.chosen, wall_language=language))


@ENDPOINTS.post("/api/teacher/cards", Role.TEACHER)
async def _cards(call: Call, zone_cards: Flag) -> None:
    """
    Let the class hold up printed zone cards instead of phones, or use phones.

    With cards the door is shut, for nobody is to come in with a phone.
    """
    school = call.web.classroom
    await school.choose(replace(school.chosen, zone_cards=zone_cards))
    await call.web.room.set_doors(locked=zone_cards)


@ENDPOINTS.post("/api/teacher/next", Role.TEACHER)
async def _next(call: Call) -> None:
    """Let the wall go on from what it still shows: a Yes, or the word of a round."""
    call.web.classroom.go_on(call.seen)


@ENDPOINTS.post(
    "/api/teacher/levels",
    Role.TEACHER,
    shape(None, **{event: {"enum": list(LEVELS)} for event in EVENTS}),
)
async def _levels(call: Call, **chosen: str) -> None:
    """Choose what is heard of each event."""
    school = call.web.classroom
    levels = {**school.chosen.levels, **chosen}
    await school.choose(replace(school.chosen, levels=levels))


@ENDPOINTS.post("/api/teacher/time", Role.TEACHER)
async def _time(call: Call, now_ms: _Time) -> None:
    """
    Offer the board the time, in ms since 1970.

    A board has no clock that outlives a power cut.
    """
    school = call.web.classroom
    school.offset_ms = now_ms - call.services.clock_ms()
