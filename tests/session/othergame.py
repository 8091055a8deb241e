"""A game beside Decipher, as an outsider might bring it: options, cards and a clock."""

from dataclasses import replace
from types import SimpleNamespace

from firmware_host.board.events import Called, Pressed, Tapped, Woke
from firmware_host.board.options import Option
from firmware_host.board.pieces import Card, Millis
from firmware_host.games.contract import Needs, Wake
from firmware_host.games.decipher.game import decipher
from firmware_host.games.game import End, Undo

SAND_MS = 60_000


def _hear(_game, event):
    """Return undo for a card, and the end for a call or a timeout."""
    match event:
        case Tapped(piece=Card()):
            return Undo()
        case Called() | Woke():
            return End()
        case Pressed() | _:
            return None


def _start(header):
    """Start a Decipher game, but keep this game's options."""
    return replace(decipher.start(replace(header, options=())), header=header)


#: Decipher in another coat: its states, with other needs and another ear.
OTHER = SimpleNamespace(
    **{
        **{name: getattr(decipher, name) for name in dir(decipher)},
        "NAME": "other",
        "OPTIONS": (
            Option("sand", 60, (0, 60), "knob-sand"),
            Option("word", "OTHER", ("OTHER",), "knob-word", word=(3, 12)),
        ),
        "NEEDS": Needs(seats=(2, 3), zones=6, hears=(Card,)),
        "interpret": _hear,
        "pieces_on_board": lambda _game: None,
        "requests": lambda _game: (),
        "wake": lambda game: None if game.over else Wake(Millis(SAND_MS), of="sand"),
        "start": _start,
    }
)
