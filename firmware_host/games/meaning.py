"""
Base classes for the fields that the board reads of a game's actions and facts.

A class declares such a field by a base: ``class Answered(Record, YesOrNo)``. The type
checker then finds a missing or misspelt name. At run time the bases are empty, since a
property would keep a dataclass from setting its own field.
"""

from abc import abstractmethod
from collections.abc import Callable
from typing import TYPE_CHECKING

from firmware_host.board.json import JsonObject
from firmware_host.board.pieces import Kind, Seat, Zone
from firmware_host.games.contract import Result

if TYPE_CHECKING:
    from typing_extensions import override as override  # noqa: PLC0414 - passed on
else:

    def override(method: Callable[..., object]) -> Callable[..., object]:
        """Return a method unchanged; only the type checker needs the decorator."""
        return method


class NeedsChance:
    """An action that begins a round by chance."""

    if TYPE_CHECKING:

        @property
        @abstractmethod
        def entropy(self) -> bytes:
            """The random bytes, 32 bytes; empty until the board attaches them."""


class TapsPiece:
    """An action that lays a piece into a zone."""

    if TYPE_CHECKING:

        @property
        @abstractmethod
        def zone(self) -> Zone:
            """The number of the zone, 1 to 6."""

        @property
        @abstractmethod
        def kind(self) -> Kind:
            """The kind of the piece."""


class YesOrNo:
    """A fact that may answer yes or no."""

    if TYPE_CHECKING:

        @property
        @abstractmethod
        def yes(self) -> bool | None:
            """True for yes, False for no, None for neither."""


class RightOrWrong:
    """The kind of fact that says whether a word or marks were right."""

    if TYPE_CHECKING:

        @property
        @abstractmethod
        def right(self) -> bool:
            """True if the word or the marks are right."""


class InZone:
    """The kind of fact that is about one zone."""

    if TYPE_CHECKING:

        @property
        @abstractmethod
        def zone(self) -> Zone:
            """The number of the zone, 1 to 6."""


class TellsMore:
    """A fact with values for a transcript's line that are not its fields."""

    if TYPE_CHECKING:

        @property
        @abstractmethod
        def told(self) -> JsonObject:
            """The values by their keys in the line."""


class EndsRound:
    """The kind of fact that ends a round."""

    if TYPE_CHECKING:

        @property
        @abstractmethod
        def result(self) -> Result:
            """The result of the round."""


class ShowsWord:
    """A fact that calls a round off and shows its word."""

    if TYPE_CHECKING:

        @property
        @abstractmethod
        def word(self) -> str:
            """The word; in a game without one word, all that was hidden, as text."""


class TakesTurns:
    """A state in which one seat may be on turn."""

    if TYPE_CHECKING:

        @property
        @abstractmethod
        def turn(self) -> Seat | None:
            """The seat on turn; None if no single seat is."""


def turn_of(state: object) -> Seat | None:
    """Return the seat on turn, or None if no single seat is."""
    return state.turn if isinstance(state, TakesTurns) else None
