"""What one viewer may know at one moment: the game, and the table around it."""

from dataclasses import dataclass
from typing import Any

from firmware_host.board.faces import Face
from firmware_host.board.messages import Message
from firmware_host.board.pieces import Seat


@dataclass(frozen=True, slots=True)
class Sitter:
    """
    Somebody at the table.

    Args:
        seat: Where, in turn order.
        name: The name, or the message for somebody without one.
        symbol: ``circle``, ``square``, ``triangle`` or ``star``; empty without a
            button of one's own.
    """

    seat: Seat
    name: str | Message
    symbol: str = ""


@dataclass(frozen=True, slots=True)
class Seen:
    """
    What one viewer may know.

    Args:
        number: Grows with each change.
        language: Of the board.
        place: ``home`` or ``class``.
        game: The game's name; empty while things are chosen.
        phase: ``choosing``, ``playing`` or ``over``.
        face: What the board shows. `Face.local` is for the board alone.
        players: Who sits at the table.
        view: What the game lets this viewer know; None while things are chosen.
        paused: Whether the game is stopped.
        sound: Whether the board makes sounds.
        elapsed_ms: Since the game began, as this start of the program counts.
        length: Letter zones of the word.
        board_makes: Whether the board makes the words.
        rounds: Rounds to play where it does.
    """

    number: int
    language: str
    place: str
    game: str
    phase: str
    face: Face
    players: tuple[Sitter, ...]
    view: Any
    paused: bool
    sound: bool
    elapsed_ms: int
    length: int
    board_makes: bool
    rounds: int
