"""
Endpoints of a host: players, games, the tutorial, and pausing.

During a game only the board itself changes seats; a phone acts for its own player only.
"""

from typing import TypeVar

from firmware_host.board.commands import (
    ANY_SEAT,
    FLAG,
    Begin,
    BeginEvening,
    Choose,
    Dress,
    EmptyCollection,
    Hasten,
    Pause,
    Rename,
    Role,
    SeatBot,
    Sit,
    Stand,
    TutorialCommand,
)
from firmware_host.board.messages import Refused
from firmware_host.board.players import tidy
from firmware_host.board.record import replace
from firmware_host.web.endpoints import Call, Endpoints

N = TypeVar("N", Sit, Rename)
P = TypeVar("P", Begin, BeginEvening)

#: The settings of the next game; and of its players.
GAME = ("language", "game", "rules", "length", "rounds", "board_makes", "day", "pack")
_PLAYERS = ("players", "animals", "bots")

#: Confirms a name; rude names are refused once, since some people have such a name.
SURE = {**FLAG, "description": "true to keep a name that may be a rude word"}

ENDPOINTS = Endpoints()


@ENDPOINTS.command("/api/animal", Dress)
def _dress(call: Call, wanted: Dress) -> Dress | Refused:
    """Change the animal of the caller's player; a host may name any seat."""
    own = ANY_SEAT if call.sitter is None else call.sitter["seat"]
    seat = own if wanted.seat == ANY_SEAT else wanted.seat
    if seat == ANY_SEAT or (seat != own and Role.HOST not in call.roles):
        return Refused("not-your-seat")
    return replace(wanted, seat=seat)


ENDPOINTS.sends("/api/stand", Stand)


ENDPOINTS.sends("/api/bot", SeatBot)


def _with_clean_name(call: Call, wanted: N, *, sure: bool = False) -> N | Refused:
    # Without a docstring: the API describes each endpoint by its command.
    name = tidy(wanted.name)
    if not name:
        return Refused("join-name")
    return call.web.rude.doubt(name, sure=sure) or replace(wanted, name=name)


ENDPOINTS.command("/api/sit", Sit, sure=SURE)(_with_clean_name)
ENDPOINTS.command("/api/name", Rename, sure=SURE)(_with_clean_name)


def _with_fit_names(call: Call, wanted: P, *, sure: bool = False) -> P | Refused:
    # Without a docstring, as `_with_clean_name`.
    doubts = (call.web.rude.doubt(name, sure=sure) for name in wanted.players or ())
    return next(filter(None, doubts), wanted)


ENDPOINTS.command("/api/begin", Begin, only=(*GAME, *_PLAYERS, "once"), sure=SURE)(
    _with_fit_names
)
ENDPOINTS.command("/api/evening", BeginEvening, sure=SURE)(_with_fit_names)


ENDPOINTS.sends("/api/collection/empty", EmptyCollection)
ENDPOINTS.sends("/api/tutorial", TutorialCommand)
ENDPOINTS.sends("/api/pause", Pause)
ENDPOINTS.sends("/api/hasten", Hasten)
ENDPOINTS.sends("/api/settings", Choose, only=("language", "sound"))
