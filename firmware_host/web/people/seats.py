"""A phone at the table: coming in, and what its player may do."""

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
    Join,
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
    with_cookie,
    without_cookie,
)
from firmware_host.web.people.codes import key_of
from firmware_host.web.people.door import WALL_COOKIE, WALL_COOKIE_S
from firmware_host.web.people.room import COOKIE, PHONES, may
from firmware_host.web.state import reads_names

_log = logging.getLogger(__name__)

#: So many names are offered at once.
NICKNAMES = 6

#: A cookie lasts an evening and the night after.
COOKIE_S = 24 * 3600

_Name = Annotated[str, {"type": "string", "maxLength": NAME_LETTERS}]
_Code = Annotated[str, {"type": "string", "maxLength": TYPED_LETTERS}]
_Word = Annotated[str, {"type": "string", "maxLength": TYPED_LETTERS}]

_Predicted = Annotated[int, {"type": "integer", "minimum": 0, "maximum": 99}]

ENDPOINTS = Endpoints()


# --- coming in --------------------------------------------------------------


@ENDPOINTS.get("/api/me", Role.PUBLIC)
async def _me(call: Call) -> shown.Me:
    """Who is asking, and which places are free."""
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
async def _join(
    call: Call,
    code: _Code = "",
    name: _Name = "",
    seat: SeatNumber = ANY_SEAT,
    sure: Flag = False,  # noqa: FBT002 - as it is sent
) -> Entry | Refused:
    """
    Come in with the code from the wall.

    A name that may be a rude word is asked about once; ``sure`` keeps it. In class some
    wait for the teacher: they get a number, and ask again once they are admitted.
    """
    room, token = call.web.room, call.request.cookies.get(COOKIE, "")
    if call.phone is None and not room.door.knows(key_of(token)):
        token = room.new_token()
    key = key_of(token)
    wish = room.door.wish(key)
    if wish is not None and not name and seat == ANY_SEAT:
        name, seat = wish.name, wish.seat
    if call.seen["place"] == "kiosk":
        return Refused("join-kiosk")
    wrong = not (room.door.admitted(key) or room.takes(code))
    doubted = await _judge_code(call, wrong=wrong)
    if isinstance(doubted, Refused):
        return doubted
    if call.sitter is not None:
        return Refused("join-seated")
    if room.door.locked:
        return Refused("join-locked")
    if call.phone is None and _must_wait(call, key, doubted=doubted):
        return _knock(call, token, name=name, seat=seat)
    phones = call.services.table_api.phones
    full = call.phone is None and len(phones.all()) >= PHONES
    if full and not await room.make_room():
        return Refused("join-full")
    refused = await _seat_phone(call, key, name=name, seat=seat, sure=sure)
    return refused or come_in(call, token)


async def _judge_code(call: Call, *, wrong: bool) -> Refused | bool:
    """
    Return a refusal of a wrong code, True if the teacher must decide, or False.

    In class a code is not judged any more after too many tries from its address. Where
    all are at one address that says nothing, and a right code always counts; what keeps
    a code from being found is that it changes (`JoiningCode.miss`).
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
    """Tell whether the teacher has to admit a browser; at home nobody has to."""
    room = call.web.room
    if call.seen["place"] != "class" or room.door.admitted(key):
        return False
    places = room.places_at(call.address, call.seen)
    return doubted or room.door.must_wait(key, call.address, places=places)


def _knock(call: Call, token: str, *, name: str, seat: int) -> Response | Refused:
    """Let a browser wait at the door, and tell it its number."""
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
    """Return the answer to a phone that has come in: it gets its cookie."""
    room, phone = call.web.room, call.services.table_api.phones.who(key_of(token))
    if phone is not None:
        room.note_machine(call.address, phone, key_of(token))
        room.door.came(key_of(token))
    number_of = phone and phone["number"]
    return with_cookie(COOKIE, token, max_age=COOKIE_S, phone=number_of)


async def _seat_phone(
    call: Call, key: str, *, name: str, seat: int, sure: bool
) -> Refused | None:
    """
    Seat a phone in its old team, in a free place, or as a new player.

    A phone that comes back finds its old team; every other one goes to the smallest.
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
    return await table_api.send(Join(key, wanted).line)


def _name(call: Call, typed: str, *, sure: bool) -> str | Refused:
    """Return what somebody wants to be called; in class it was offered before."""
    name = tidy(typed)
    if not name:
        return Refused("join-name")
    offered = call.services.archive.is_nickname(name)
    if call.seen["place"] == "class" and not offered:
        return Refused("join-nickname")
    if doubt := call.web.rude.doubt(name, sure=sure):
        return doubt
    others = [one["name"] for one in call.seen["players"] if one != call.sitter]
    if any(
        isinstance(one, str) and one.casefold() == name.casefold() for one in others
    ):
        return Refused("join-name-taken")
    return name


@ENDPOINTS.post("/api/leave", Role.PUBLIC)
async def _leave(call: Call) -> CookieSet:
    """
    Give the phone's place back.

    Outside a game a player without a button and without another phone stands up too.
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
    Let another phone of the own seat see the secret of this round.

    Only a holder of the secret can.
    """
    return replace(wanted, holder=call.key)


# --- playing ----------------------------------------------------------------


@ENDPOINTS.post("/api/do", Role.PUBLIC, LINE)  # the act itself decides whose it is
async def _do(call: Call, /, seen: list[int], **line: Json) -> Response | Outcome:
    """
    Act in the game, in a transcript's words.

    Whose line it is says the phone, whatever the line does. If what the line depends on
    has changed since the state that it was made for, it is refused as ``stale``.

    Raises:
        AskedError: It is no line that a page may send.
    """
    wanted = HOST_ACTS if call.seen["place"] == "home" else (*HOST_ACTS, "leave")
    if line["do"] in wanted and (denied := call.denied(Role.HOST)):
        return denied
    table_api, roles = call.services.table_api, sorted(call.roles)
    outcome = await table_api.do(line, call.key, seen, roles)
    if call.phone is not None and not isinstance(outcome, Refused):
        call.web.classroom.returns.void(call.phone["number"])
    return outcome


@ENDPOINTS.post("/api/hunch", Role.SEAT)
async def _hunch(call: Call, word: _Word) -> Outcome:
    """Lock a word that one believes in; it is counted once the round is over."""
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
    """Predict what comes, such as a zone; it may be changed until it begins."""
    phone, seen = call.phone, call.services.table_api.see(call.key)
    if phone is None or "predict" not in seen["may"]:
        return Refused("predict-now")
    return call.web.room.predictions.choose(phone, answer, seen)


@ENDPOINTS.get("/api/longest", Role.SEAT)
async def _longest(call: Call) -> shown.Longest:
    """
    The longest words of the caller's hand in the round whose words were shown last.

    Only a phone that may see the hand gets them: cards of it may still be held. There
    are none before words are shown, and none if the phone is another player's by now.
    """
    table_api, words = call.services.table_api, list[str]()
    may_see = table_api.see(call.key)["secret"] is not None
    if call.sitter and may_see and call.seen["words"]:
        words = await call.services.history.longest(call.sitter["seat"])
    is_same = table_api.phones.who(call.key) == call.phone
    return {"words": words if is_same else []}


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
async def _ask(call: Call) -> Entry | Refused:
    """
    Show the code for joining on this screen, now and in the next lessons.

    Where only the teacher may let a screen do that, its number comes back.
    """
    room, token = call.web.room, call.request.cookies.get(WALL_COOKIE, "")
    token = token if len(token) == len(room.new_token()) else room.new_token()
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
    """Let a screen show the code for joining, or take it from it."""
    room = call.web.room
    if not room.walls.let(number, shows=shows):
        return Refused("wall-gone")
    await room.save()
    return None
