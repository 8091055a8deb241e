"""
What a host does: who plays and what, the first minute, and pausing.

Who sits where, in the middle of a game, is said by the hands at the board: a phone
speaks for nobody but its own player.
"""

from typing import TypeVar

from firmware_host.board.commands import (
    ANY_SEAT,
    FLAG,
    Begin,
    BeginEvening,
    Choose,
    Dress,
    Pause,
    Rename,
    Role,
    SeatBot,
    Sit,
    Stand,
    Tutorial,
)
from firmware_host.board.messages import Refused
from firmware_host.board.players import tidy
from firmware_host.board.record import replace
from firmware_host.web.endpoints import Call, Endpoints

N = TypeVar("N", Sit, Rename)
P = TypeVar("P", Begin, BeginEvening)

#: What is chosen of the next game; and who plays it.
GAME = ("language", "game", "rules", "length", "rounds", "board_makes", "day", "pack")
_PLAYERS = ("players", "animals", "bots")

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


ENDPOINTS.sends("/api/bot", SeatBot)


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


@ENDPOINTS.command("/api/begin", Begin, only=(*GAME, *_PLAYERS), sure=FLAG)
def _begin(call: Call, wanted: Begin, *, sure: bool = False) -> Begin | Refused:
    """Begin a game; what is left out stays as it was, also who plays."""
    return _doubt(call, wanted, sure=sure)


@ENDPOINTS.command("/api/evening", BeginEvening, sure=FLAG)
def _evening(
    call: Call, wanted: BeginEvening, *, sure: bool = False
) -> BeginEvening | Refused:
    """Begin a duplicate evening by its key: each board has the same words."""
    return _doubt(call, wanted, sure=sure)


def _doubt(call: Call, wanted: P, *, sure: bool) -> P | Refused:
    """Return a question if a player's name may be rude and is unconfirmed."""
    doubts = (call.web.rude.doubt(name, sure=sure) for name in wanted.players or ())
    return next(filter(None, doubts), wanted)


ENDPOINTS.sends("/api/tutorial", Tutorial)
ENDPOINTS.sends("/api/pause", Pause)


@ENDPOINTS.command("/api/settings", Choose, only=("language", "sound"))
def _settings(_: Call, wanted: Choose) -> Choose:
    """Choose the board's language, or whether it sounds."""
    return wanted
