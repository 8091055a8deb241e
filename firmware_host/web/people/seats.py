"""Endpoints of a phone: joining, leaving, acting, predicting; and of wall screens."""

import logging
from typing import Annotated

from starlette.responses import Response

from firmware_host.board.commands import (
    ANY_SEAT,
    HOST_ACTS,
    AdmitPhone,
    Flag,
    ForgetPhone,
    FreeSeat,
    JoinCommand,
    Name,
    Rename,
    Role,
    SeatNumber,
    SeatPhone,
    Stand,
)
from firmware_host.board.json import Json
from firmware_host.board.messages import Refused
from firmware_host.board.players import tidy
from firmware_host.board.record import replace
from firmware_host.limits import NAME_LETTERS, TYPED_LETTERS
from firmware_host.web import documents, shown
from firmware_host.web.endpoints import (
    LINE,
    Call,
    CookieSet,
    Endpoints,
    Entry,
    Outcome,
    told,
    with_cookie,
    without_cookie,
)
from firmware_host.web.people.codes import key_of
from firmware_host.web.people.door import WALL_COOKIE, WALL_COOKIE_S
from firmware_host.web.people.room import COOKIE, PHONES, may
from firmware_host.web.state import reads_names

_log = logging.getLogger(__name__)

#: The number of nicknames that are offered.
NICKNAMES = 6

#: The lifetime of a phone's cookie in seconds: an evening and the night after.
COOKIE_S = 24 * 3600

_Name = Annotated[str, {"type": "string", "maxLength": NAME_LETTERS}]
_Code = Annotated[str, {"type": "string", "maxLength": TYPED_LETTERS}]
_Word = Annotated[str, {"type": "string", "maxLength": TYPED_LETTERS}]

#: The token that a page makes for its phone or screen: 128 random bits.
Token = Annotated[str, {"type": "string", "pattern": "^[0-9a-f]{32}$", "maxLength": 32}]

_Predicted = Annotated[int, {"type": "integer", "minimum": 0, "maximum": 99}]

ENDPOINTS = Endpoints()


# --- joining -----------------------------------------------------------------


@ENDPOINTS.get("/api/me", Role.PUBLIC)
async def _me(call: Call) -> shown.Me:
    """Return the caller's rights and seat, and the free seats."""
    room, seen, services = call.web.room, call.seen, call.services
    texts = services.texts[call.language]
    named = reads_names(call.roles, call.phone)
    shown = seen if named else documents.nameless(seen, texts)
    players = documents.players(shown, texts)
    taken = {documents.name_of(one, texts).casefold() for one in seen["players"]}
    drawn = services.archive.nicknames(call.language, NICKNAMES + len(players))
    free = [name for name in drawn if name.casefold() not in taken][:NICKNAMES]
    phoned = {one["seat"] for one in services.table_api.phones.all()}
    return {
        "roles": sorted(call.roles),
        "seat": None if call.sitter is None else call.sitter["seat"],
        "free": [
            one for one in players if one["seat"] not in phoned and not one["bot"]
        ],
        "teams": room.teams,
        "locked": room.door.locked,
        "door": room.door.kind,
        "own_names": seen["place"] == "home",
        "nicknames": free,
    }


@ENDPOINTS.post("/api/join", Role.PUBLIC)
async def _join(  # noqa: PLR0913, PLR0917 - as it is sent
    call: Call,
    code: _Code = "",
    name: _Name = "",
    seat: SeatNumber = ANY_SEAT,
    sure: Flag = False,  # noqa: FBT002 - as it is sent
    key: Token = "",
) -> Entry | Refused:
    """
    Join with the code from the wall.

    A name that may be a rude word must be confirmed with ``sure``. In a class some
    browsers wait for the teacher: they get a number, and join again once admitted.

    A request that is repeated with the same ``key``, 32 random hex digits, succeeds
    again: its first response may be lost.
    """
    room, token = call.web.room, call.request.cookies.get(COOKIE, "")
    if call.phone is None and not room.door.knows(key_of(token)):
        token = key or room.new_token()
    key = key_of(token)
    wish = room.door.wish(key)
    if wish is not None and not name and seat == ANY_SEAT:
        name, seat = wish.name, wish.seat
    if call.seen["place"] == "kiosk":
        return Refused("join-kiosk")
    if (done := has_seat(call, key, name, seat)) is not None:
        return come_in(call, token) if done else Refused("join-seated")
    wrong = not (room.door.admitted(key) or room.takes(code))
    doubted = await _judge_code(call, wrong=wrong)
    if isinstance(doubted, Refused):
        return doubted
    if room.door.locked:
        return Refused("join-locked")
    if call.phone is None and _must_wait(call, key, doubted=doubted):
        return _knock(call, token, name=name, seat=seat)
    phones = call.services.table_api.phones
    full = call.phone is None and len(phones.all()) >= PHONES
    if full and not await room.make_room():
        return Refused("join-full")
    refused = await _seat_phone(call, key, name=name, seat=seat, sure=sure)
    if refused and not has_seat(call, key, name, seat):
        return refused
    return come_in(call, token)


def has_seat(call: Call, key: str, name: str = "", seat: int = ANY_SEAT) -> bool | None:
    """
    Return whether a phone has the place that it asks for, or None if it has none.

    True for a request that is repeated because its first answer was lost.
    """
    table_api = call.services.table_api
    phone = table_api.phones.who(key)
    if phone is None or phone["seat"] is None:
        return None
    if seat != ANY_SEAT or call.web.room.teams or not name:
        return seat in (ANY_SEAT, phone["seat"])
    own = table_api.see()["players"][phone["seat"]]["name"]
    return isinstance(own, str) and own.casefold() == tidy(name).casefold()


async def _judge_code(call: Call, *, wrong: bool) -> Refused | bool:
    """
    Return a refusal for a wrong code, True if the teacher must decide, or False.

    In a class, after too many tries from an address, codes from it are not checked any
    more. If all devices share one address, a right code is always accepted. The code
    cannot be guessed by many tries, since it changes (`JoiningCode.miss`).
    """
    web, room = call.web, call.web.room
    often = web.joins.wait_ms(call.address) > 0
    if call.seen["place"] == "class" and often and not room.door.one_address:
        return True
    if not wrong:
        return False
    if await room.miss():
        _log.warning("the joining code was guessed at too often; there is another one")
        web.classroom.note("code-guessed")
        web.live.changed()
    return Refused("join-code" if web.joins.allow(call.address) else "join-often")


def _must_wait(call: Call, key: str, *, doubted: bool) -> bool:
    """Return True if the teacher must admit a browser; False outside a class."""
    room = call.web.room
    if call.seen["place"] != "class" or room.door.admitted(key):
        return False
    places = room.places_at(call.address, call.seen)
    return doubted or room.door.must_wait(key, call.address, places=places)


def _knock(call: Call, token: str, *, name: str, seat: int) -> Response | Refused:
    """Put a browser on the waiting list; return its number, with its cookie."""
    room, players = call.web.room, call.seen["players"]
    wanted: str | Refused = ""
    if seat in range(len(players)):
        texts = call.services.texts[call.language]
        wanted = documents.name_of(players[seat], texts)
    elif not room.teams:
        wanted = _name(call, name, sure=False)
    if isinstance(wanted, Refused):
        return wanted
    number = room.door.knock(key_of(token), call.address, wanted, seat)
    if number is None:
        return Refused("join-full")
    return with_cookie(COOKIE, token, max_age=COOKIE_S, waits=number)


def come_in(call: Call, token: str) -> Response:
    """Return the response to a phone that has joined, with its cookie."""
    room, phone = call.web.room, call.services.table_api.phones.who(key_of(token))
    if phone is not None:
        room.note_machine(call.address, phone, key_of(token))
        room.door.came(key_of(token))
    return with_cookie(COOKIE, token, max_age=COOKIE_S, phone=phone and phone["number"])


async def _seat_phone(
    call: Call, key: str, *, name: str, seat: int, sure: bool
) -> Refused | None:
    """
    Give a phone a seat: in a team, at a free seat, or as a new player.

    In a team game a returning phone gets its old team, any other the smallest team.
    """
    room, table_api = call.web.room, call.services.table_api
    if room.teams:
        team = room.team_of(call.address, key, call.seen)
        old = ANY_SEAT if team is None else team["seat"]
        return await table_api.send(SeatPhone(key, old).line)
    if seat != ANY_SEAT:
        return await table_api.send(SeatPhone(key, seat, alone=True).line)
    wanted = _name(call, name, sure=sure)
    if isinstance(wanted, Refused):
        return wanted
    return await table_api.send(JoinCommand(key, wanted).line)


def _name(call: Call, typed: str, *, sure: bool) -> str | Refused:
    """Return the cleaned name that a player typed, or its refusal."""
    name = tidy(typed)
    if not name:
        return Refused("join-name")
    offered = call.services.archive.is_nickname(name)
    if call.seen["place"] == "class" and not offered:
        return Refused("join-nickname")
    if doubt := call.web.rude.doubt(name, sure=sure):
        return doubt
    players = (one for one in call.seen["players"] if one != call.sitter)
    if name.casefold() in {str(one["name"]).casefold() for one in players}:
        return Refused("join-name-taken")
    return name


@ENDPOINTS.post("/api/leave", Role.PUBLIC)
async def _leave(call: Call) -> CookieSet:
    """
    Give up the phone's seat.

    Outside a game, a player without a button and without another phone is removed too.
    """
    web, sitter, table_api = call.web, call.sitter, call.services.table_api
    if call.phone is not None:
        await table_api.send(ForgetPhone(call.phone["number"]).line)
    stays = web.room.teams or call.seen["phase"] == "playing"
    if sitter and not (stays or sitter["symbol"]):
        others = any(
            one["person"] == sitter["person"] for one in table_api.phones.all()
        )
        if not others:
            await table_api.send(Stand(sitter["seat"]).line)
    return without_cookie(COOKIE)


ENDPOINTS.sends("/api/free", FreeSeat)


@ENDPOINTS.command("/api/let-in", AdmitPhone)
def _let_in(call: Call, wanted: AdmitPhone) -> AdmitPhone:
    """
    Let another phone of the caller's seat see the secret of this round.

    Only a phone that holds the secret may do so.
    """
    return replace(wanted, holder=call.key)


# --- playing ----------------------------------------------------------------


@ENDPOINTS.post("/api/do", Role.PUBLIC, LINE)  # the table checks the seat
async def _do(call: Call, /, seen: list[int], **line: Json) -> Response | Outcome:
    """
    Execute an action of the game, given as a line of a transcript.

    The phone decides the acting seat, whatever the line says. If the state that the
    line depends on has changed since the state document that its sender saw, the line
    is refused as ``stale``.

    Raises:
        AskedError: A page may not send such a line.
    """
    wanted = HOST_ACTS if call.seen["place"] == "home" else (*HOST_ACTS, "leave")
    if line["do"] in wanted and (denied := call.denied(Role.HOST)):
        return denied
    table_api, roles = call.services.table_api, sorted(call.roles)
    outcome = await table_api.do(line, call.key, seen, roles)
    if call.phone is not None and not isinstance(outcome, Refused):
        call.web.classroom.returns.void(call.phone["number"])
    opened = call.web.open_seat(call.roles)
    if isinstance(outcome, Refused) and opened is not None and opened == line.get("by"):
        return told(call, outcome, outcome.reason)
    return outcome


@ENDPOINTS.post("/api/hunch", Role.SEAT)
async def _hunch(call: Call, word: _Word) -> Outcome:
    """Store the caller's hunch for the word; it is counted once the round is over."""
    phone, seen = call.phone, call.services.table_api.see(call.key)
    if phone is None or call.looks_on or "hunch" not in may(seen):
        return Refused("hunch-now")
    believed = call.services.archive.fold(word)
    if len(believed) != seen["length"]:
        counts = (("length", seen["length"]),)
        return Refused("guess-length", values=counts)
    call.web.room.hunches.lock(phone, believed, call.seen)
    return None


@ENDPOINTS.post("/api/predict", Role.SEAT)
async def _predict(call: Call, answer: _Predicted) -> Outcome:
    """Store the caller's prediction; it can be changed until the answer begins."""
    phone, seen = call.phone, call.services.table_api.see(call.key)
    if phone is None or "predict" not in seen["may"]:
        return Refused("predict-now")
    return call.web.room.predictions.choose(phone, answer, seen)


@ENDPOINTS.get("/api/longest", Role.PUBLIC)  # a phone, or the screen that all share
async def _longest(call: Call) -> shown.Longest:
    """
    Return the longest words of the caller's hand in the last round that was shown.

    Only a phone that may see the hand gets them, since cards of it may still be held.
    The list is empty before words are shown, and if the phone belongs to another player
    now.
    The shared screen gets those of the seat that is open there.
    """
    table_api, words, web = call.services.table_api, list[str](), call.web
    opened = web.open_seat(call.roles)
    seat = call.sitter["seat"] if opened is None and call.sitter else opened
    seen = table_api.see(call.key) if opened is None else table_api.see_hot(opened)
    may_see = seen is not None and seen["secret"] is not None
    if seat is not None and may_see and call.seen["words"]:
        words = await call.services.history.longest(seat)
    is_same = table_api.phones.who(call.key) == call.phone
    return {"words": words if is_same and web.open_seat(call.roles) == opened else []}


@ENDPOINTS.post("/api/rename", Role.SEAT)
async def _rename(call: Call, name: Name, sure: Flag = False) -> Outcome:  # noqa: FBT002 - as it is sent
    """Change the caller's own name; ``sure`` confirms a name that may be rude."""
    before = call.sitter
    if before is None:
        return Refused("not-your-seat")
    wanted = _name(call, name, sure=sure)
    if isinstance(wanted, Refused):
        return wanted
    return await call.services.table_api.send(Rename(before["seat"], wanted).line)


# --- screens that show the code ---------------------------------------------

_Number = Annotated[int, {"type": "integer", "minimum": 1, "maximum": 2**31}]


@ENDPOINTS.post("/api/wall", Role.PUBLIC)
async def _ask(call: Call, key: Token = "") -> Entry | Refused:
    """
    Show the joining code on this screen, now and in the next lessons.

    If the teacher must permit this, the response has the number of the screen.
    """
    room, token = call.web.room, call.request.cookies.get(WALL_COOKIE, "")
    token = token if len(token) == len(room.new_token()) else key or room.new_token()
    key, more = key_of(token), dict[str, Json]()
    if Role.WALL not in call.roles:
        one_address = room.door.one_address
        number = room.walls.ask(key, call.address, one_address=one_address)
        if not number:
            return Refused("walls-full")
        more = {"waits": number}
    elif key not in room.walls.kept():
        room.walls.show(key)
        await room.save()
    return with_cookie(WALL_COOKIE, token, max_age=WALL_COOKIE_S, **more)


@ENDPOINTS.post("/api/teacher/walls", Role.TEACHER)
async def _let(call: Call, number: _Number, shows: Flag) -> Outcome:
    """Allow or forbid a screen to show the joining code."""
    room = call.web.room
    if not room.walls.let(number, shows=shows):
        return Refused("wall-gone")
    await room.save()
    return None
