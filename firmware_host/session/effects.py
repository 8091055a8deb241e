"""What a step asks the table to do; the step itself does nothing."""

from dataclasses import dataclass

from firmware_host.board.faces import Buzz
from firmware_host.board.json import Json


@dataclass(frozen=True, slots=True)
class Row:
    """One accepted action and its facts, as JSON objects."""

    number: int
    ms: int
    seat: int
    action: dict[str, Json]
    facts: tuple[dict[str, Json], ...]


@dataclass(frozen=True, slots=True)
class Begin:
    """A game begins: its header as JSON, and the names by seat."""

    game_id: int
    header: dict[str, Json]
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Store:
    """
    Write this down, all or nothing, before anything is shown.

    Args:
        game_id: The game that *rows* belong to.
        rows: Accepted actions.
        begin: The game that begins.
        ended: True where the game is over.
        settings: Names and values to remember; None forgets one.
        name: A seat, and what its player is called from now on; None where nobody
            has sat down there after all.
    """

    game_id: int = 0
    rows: tuple[Row, ...] = ()
    begin: Begin | None = None
    ended: bool = False
    settings: tuple[tuple[str, str | None], ...] = ()
    name: tuple[int, str | None] | None = None


@dataclass(frozen=True, slots=True)
class Sound:
    """Let the buzzer play."""

    buzz: Buzz


@dataclass(frozen=True, slots=True)
class SwitchOff:
    """Shut the program down."""


Effect = Store | Sound | SwitchOff
