"""
What a host does: who plays and what, the first minute, and pausing.

Who sits where, in the middle of a game, is said by the hands at the board: a phone
speaks for nobody but its own player.
"""

from typing import Annotated

from firmware_host.board.animals import ANIMALS
from firmware_host.board.bots import STRENGTHS
from firmware_host.board.json import Json, JsonObject, as_list, as_text
from firmware_host.board.messages import Refused
from firmware_host.board.names import tidy
from firmware_host.languages import CODES
from firmware_host.limits import NAME_LETTERS, SEATS
from firmware_host.web.endpoints import (
    CHOICES,
    FLAG,
    TYPED_TEXT,
    Call,
    Endpoints,
    Flag,
    Name,
    Outcome,
    Role,
    SeatNumber,
    shape,
)
from firmware_host.web.people.seats import ANY_SEAT

_Animal = Annotated[str, {"enum": list(ANIMALS)}]
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


@ENDPOINTS.post("/api/animal", Role.PUBLIC)
async def _dress(call: Call, animal: _Animal, seat: SeatNumber = ANY_SEAT) -> Outcome:
    """Be another animal; a host may say of anybody which."""
    own = None if call.sitter is None else call.sitter["seat"]
    wanted = own if seat == ANY_SEAT else seat
    if wanted is None or (wanted != own and Role.HOST not in call.roles):
        return Refused("not-your-seat")
    return await call.services.table_api.dress(wanted, animal)


@ENDPOINTS.post("/api/sit", Role.BOARD)
async def _sit(call: Call, name: Name, sure: Flag = False) -> Outcome:  # noqa: FBT002 - as it is sent
    """
    Seat a player; during a game the player joins in the next round.

    A name that may be a rude word is asked about once: ``sure`` keeps it.
    """
    wanted = _accepted_name(call, name, sure=sure)
    if isinstance(wanted, Refused):
        return wanted
    return await call.services.table_api.sit(wanted)


@ENDPOINTS.post("/api/stand", Role.BOARD)
async def _stand(call: Call, seat: SeatNumber) -> Outcome:
    """Remove a player from a seat; the points already won are kept."""
    return await call.services.table_api.stand(seat)


@ENDPOINTS.post("/api/bot", Role.HOST)
async def _bot(
    call: Call, strength: _Strength = "", seat: SeatNumber = ANY_SEAT
) -> Outcome:
    """Let a bot of some strength sit down, or the one at a seat go."""
    if strength:
        return await call.services.table_api.sit("", bot=strength)
    sitters = {one["seat"]: one for one in call.seen["players"]}
    if seat not in sitters or not sitters[seat]["bot"]:
        return Refused("nobody-there")
    return await call.services.table_api.stand(seat)


@ENDPOINTS.post("/api/name", Role.BOARD)
async def _name(
    call: Call,
    seat: SeatNumber,
    name: Name,
    sure: Flag = False,  # noqa: FBT002 - as it is sent
) -> Outcome:
    """Rename a player; ``sure`` confirms a name that may be a rude word."""
    wanted = _accepted_name(call, name, sure=sure)
    if isinstance(wanted, Refused):
        return wanted
    return await call.services.table_api.rename(seat, wanted)


def _accepted_name(call: Call, typed: str, *, sure: bool) -> str | Refused:
    """Return a typed name, tidied, or a refusal if it is empty or may be rude."""
    name = tidy(typed)
    if not name:
        return Refused("join-name")
    return call.web.rude.doubt(name, sure=sure) or name


@ENDPOINTS.post("/api/begin", Role.HOST, shape(None, **CHOICES, **WHO, sure=FLAG))
async def _begin(call: Call, sure: Flag = False, **wishes: Json) -> Outcome:  # noqa: FBT002 - as it is sent
    """Begin a game; what is left out stays as it was, also who plays."""
    return _doubt(call, wishes, sure=sure) or await call.services.table_api.begin(
        wishes
    )


@ENDPOINTS.post("/api/evening", Role.HOST, shape({"key": TYPED_TEXT}, **WHO, sure=FLAG))
async def _evening(
    call: Call,
    key: str,
    sure: Flag = False,  # noqa: FBT002 - as it is sent
    **who: Json,
) -> Outcome:
    """Begin a duplicate evening by its key: each board has the same words."""
    return _doubt(call, who, sure=sure) or await call.services.table_api.evening(
        key, who
    )


def _doubt(call: Call, wishes: JsonObject, *, sure: bool) -> Refused | None:
    """Return a question if a player's name may be rude and is unconfirmed, or None."""
    names = map(as_text, as_list(wishes.get("players", [])))
    doubts = (call.web.rude.doubt(name, sure=sure) for name in names)
    return next(filter(None, doubts), None)


@ENDPOINTS.post("/api/tutorial", Role.HOST)
async def _tutorial(call: Call, wanted: Flag) -> Outcome:
    """Begin the first minute, or leave it."""
    return await call.services.table_api.tutorial(wanted)


@ENDPOINTS.post("/api/pause", Role.HOST)
async def _pause(call: Call, paused: Flag) -> Outcome:
    """Stop, or go on."""
    return await call.services.table_api.pause(paused)


@ENDPOINTS.post(
    "/api/settings", Role.HOST, shape(None, language={"enum": list(CODES)}, sound=FLAG)
)
async def _settings(call: Call, **changes: Json) -> Outcome:
    """Choose the board's language, or whether it sounds."""
    return await call.services.table_api.adopt(changes)
