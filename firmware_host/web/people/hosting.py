"""
What a host does: who plays and what, the first minute, and pausing.

Who sits where, in the middle of a game, is said by the hands at the board: a phone
speaks for nobody but its own player.
"""

from typing import Annotated, TypeVar

from firmware_host.board.animals import ANIMALS
from firmware_host.board.bots import STRENGTHS
from firmware_host.board.commands import (
    ANY_SEAT,
    FLAG,
    SEEN,
    Dress,
    Flag,
    Hire,
    Pause,
    Rename,
    Role,
    SeatNumber,
    Sit,
    Stand,
    Tutorial,
)
from firmware_host.board.json import Json, JsonObject, as_list, as_text
from firmware_host.board.messages import Refused
from firmware_host.board.names import tidy
from firmware_host.board.record import replace
from firmware_host.languages import CODES
from firmware_host.limits import NAME_LETTERS, SEATS
from firmware_host.web.endpoints import (
    CHOICES,
    TYPED_TEXT,
    Call,
    Endpoints,
    MadeFor,
    Outcome,
    shape,
)

N = TypeVar("N", Sit, Rename)

_Strength = Annotated[str, {"enum": ["", *STRENGTHS]}]

#: Who plays: names, the animal of each, and how strong each is who is a bot.
WHO = {
    "players": {
        "type": "array",
        "maxItems": SEATS,
        "items": {"type": "string", "minLength": 1, "maxLength": NAME_LETTERS},
    },
    "animals": {"type": "array", "maxItems": SEATS, "items": {"enum": list(ANIMALS)}},
    "bots": {"type": "array", "maxItems": SEATS, "items": {"enum": ["", *STRENGTHS]}},
}

ENDPOINTS = Endpoints()


@ENDPOINTS.command("/api/animal", Dress)
def _dress(call: Call, wanted: Dress) -> Dress | Refused:
    """Be another animal; a host may say of anybody which."""
    own = ANY_SEAT if call.sitter is None else call.sitter["seat"]
    seat = own if wanted.seat == ANY_SEAT else wanted.seat
    if seat == ANY_SEAT or (seat != own and Role.HOST not in call.roles):
        return Refused("not-your-seat")
    return replace(wanted, seat=seat)


@ENDPOINTS.command("/api/sit", Sit, sure=FLAG)
def _sit(call: Call, wanted: Sit, *, sure: bool = False) -> Sit | Refused:
    """
    Seat a player; during a game the player joins in the next round.

    A name that may be a rude word is asked about once: ``sure`` keeps it.
    """
    return _accepted(call, wanted, sure=sure)


ENDPOINTS.sends("/api/stand", Stand)


@ENDPOINTS.post("/api/bot", Role.HOST)
async def _bot(
    call: Call, seen: MadeFor, strength: _Strength = "", seat: SeatNumber = ANY_SEAT
) -> Outcome:
    """Let a bot of some strength sit down, or the one at a seat go."""
    sitters = {one["seat"]: one for one in call.seen["players"]}
    if not strength and (seat not in sitters or not sitters[seat]["bot"]):
        return Refused("nobody-there")
    wanted = Hire(strength) if strength else Stand(seat)
    return await call.services.table_api.send({**wanted.line, "seen": seen})


@ENDPOINTS.command("/api/name", Rename, sure=FLAG)
def _name(call: Call, wanted: Rename, *, sure: bool = False) -> Rename | Refused:
    """Rename a player; ``sure`` confirms a name that may be a rude word."""
    return _accepted(call, wanted, sure=sure)


def _accepted(call: Call, wanted: N, *, sure: bool) -> N | Refused:
    """Return a command with its name tidied; refuse an empty name or a rude one."""
    name = tidy(wanted.name)
    if not name:
        return Refused("join-name")
    return call.web.rude.doubt(name, sure=sure) or replace(wanted, name=name)


_BEGIN = shape({"seen": SEEN}, **CHOICES, **WHO, sure=FLAG)
_EVENING = shape({"key": TYPED_TEXT, "seen": SEEN}, **WHO, sure=FLAG)


@ENDPOINTS.post("/api/begin", Role.HOST, _BEGIN)
async def _begin(
    call: Call,
    seen: list[int],
    sure: Flag = False,  # noqa: FBT002 - as it is sent
    **wishes: Json,
) -> Outcome:
    """Begin a game; what is left out stays as it was, also who plays."""
    if doubt := _doubt(call, wishes, sure=sure):
        return doubt
    return await call.services.table_api.begin(wishes, seen)


@ENDPOINTS.post("/api/evening", Role.HOST, _EVENING)
async def _evening(
    call: Call,
    key: str,
    seen: list[int],
    sure: Flag = False,  # noqa: FBT002 - as it is sent
    **who: Json,
) -> Outcome:
    """Begin a duplicate evening by its key: each board has the same words."""
    if doubt := _doubt(call, who, sure=sure):
        return doubt
    return await call.services.table_api.evening(key, who, seen)


def _doubt(call: Call, wishes: JsonObject, *, sure: bool) -> Refused | None:
    """Return a question if a player's name may be rude and is unconfirmed, or None."""
    names = map(as_text, as_list(wishes.get("players", [])))
    doubts = (call.web.rude.doubt(name, sure=sure) for name in names)
    return next(filter(None, doubts), None)


ENDPOINTS.sends("/api/tutorial", Tutorial)
ENDPOINTS.sends("/api/pause", Pause)


@ENDPOINTS.post(
    "/api/settings", Role.HOST, shape(None, language={"enum": list(CODES)}, sound=FLAG)
)
async def _settings(call: Call, **changes: Json) -> Outcome:
    """Choose the board's language, or whether it sounds."""
    return await call.services.table_api.adopt(changes)
