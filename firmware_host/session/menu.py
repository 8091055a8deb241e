"""The menu that a held tick and cross open: up to eleven things, with two buttons."""

from dataclasses import dataclass, replace
from typing import Any

from firmware_host.board.happenings import PLAYER_BUTTONS, ZONE_BUTTONS, Button
from firmware_host.board.messages import Message, say
from firmware_host.board.pieces import Seat
from firmware_host.games.common import End, Leave, Undo, Void
from firmware_host.session.state import Menu, Player, Playing, Session, Setup

#: The menu's items, in the order in which they are offered.
ITEMS = (
    *("go-on", "undo", "void", "check", "leave", "join", "retire", "end"),
    *("sound", "language", "off"),
)

#: Those that only a game with such a line of its own has.
_VERBS = ("check", "retire")


@dataclass(frozen=True, slots=True)
class Act:
    """Do this in the game."""

    action: Any


@dataclass(frozen=True, slots=True)
class Sit:
    """Let this player sit down."""

    player: Player


@dataclass(frozen=True, slots=True)
class Turn:
    """Remember this setup from now on."""

    setup: Setup


@dataclass(frozen=True, slots=True)
class Off:
    """Switch the board off."""


@dataclass(frozen=True, slots=True)
class Look:
    """Look whether the pieces lie as they are recorded."""


@dataclass(frozen=True, slots=True)
class Close:
    """Go on with the game."""


Result = Menu | Act | Sit | Turn | Off | Look | Close | None


def choices(session: Session) -> tuple[Message, ...]:
    """Return what the menu offers, as it would be now."""
    sound = "off" if session.setup.sound else "on"
    return tuple(
        say(f"menu-sound-{sound}") if item == "sound" else say(f"menu-{item}")
        for item in items(session)
    )


def items(session: Session) -> tuple[str, ...]:
    """Return the menu's items in the game that is on."""
    assert isinstance(session.phase, Playing)  # noqa: S101 - the menu opens in play only
    verbs = session.phase.engine.VERBS
    return tuple(item for item in ITEMS if item not in _VERBS or item in verbs)


def press(session: Session, menu: Menu, button: Button) -> Result:
    """Return what a button does in the menu; None where it means nothing."""
    if menu.asks:
        return _player(session, menu, button)
    if button is Button.CROSS:
        return replace(menu, marked=(menu.marked + 1) % len(items(session)))
    if button in ZONE_BUTTONS:
        return replace(menu, marked=ZONE_BUTTONS.index(button))
    if button is Button.TICK:
        return _take(session, items(session)[menu.marked])
    return None


def _take(session: Session, item: str) -> Result:
    match item:
        case "undo":
            return Act(Undo())
        case "void":
            return Act(Void())
        case "end":
            return Act(End())
        case "leave" | "join" | "retire":
            return Menu(asks=item)
        case "sound":
            return Turn(replace(session.setup, sound=not session.setup.sound))
        case "language":
            return Turn(replace(session.setup, language=_next_language(session)))
        case "check":
            return Look()
        case "off":
            return Off()
        case _:
            return Close()


def _next_language(session: Session) -> str:
    codes = tuple(session.languages)
    return codes[(codes.index(session.setup.language) + 1) % len(codes)]


def _player(session: Session, menu: Menu, button: Button) -> Result:
    """Read the player's button that coming and going ask for."""
    assert isinstance(session.phase, Playing)  # noqa: S101 - the menu opens in play only
    if button is Button.CROSS:
        return Close()
    if button not in PLAYER_BUTTONS:
        return None
    sitting = {player.button: seat for seat, player in enumerate(session.phase.players)}
    seat = sitting.get(button)
    if menu.asks == "join":
        return Sit(Player(button=button)) if seat is None else None
    if seat is None:
        return None
    if menu.asks == "leave":
        return Act(Leave(Seat(seat)))
    return Act(session.phase.engine.action({"do": "retire", "by": seat}))
