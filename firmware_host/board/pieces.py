"""Letter pieces, tiles and cards; and number types such as `Zone` and `Seat`."""

from collections.abc import Sequence
from enum import StrEnum
from typing import NewType

from firmware_host.board.record import Record

#: A letter zone, 1 to 6 from the seekers' left; 0 is the word rack.
Zone = NewType("Zone", int)

#: A place at the table, 0 to 7, in turn order from the first puzzle maker.
Seat = NewType("Seat", int)

#: The number of a person; it stays the same over games, renames and erased names.
Person = NewType("Person", int)

#: Milliseconds of a monotonic clock.
Millis = NewType("Millis", int)

#: The word rack's number among the zones.
RACK = Zone(0)

#: Every letter zone of a full board, from the seekers' left.
ZONES = tuple(Zone(number) for number in range(1, 7))

#: The number of a player who has not been given a person's number yet.
NOBODY = Person(0)

#: The seat of the board itself, if it makes the word.
BOARD = Seat(-1)


class Kind(StrEnum):
    """
    A kind of letter piece: the value is its colour, the name its shape.

    `place` is the index of the kind in counts of pieces, 0 to 3.
    """

    place: int

    LONG_STICK = "red"
    SHORT_STICK = "yellow"
    WIDE_CURVE = "blue"
    TIGHT_CURVE = "green"

    def __init__(self, _colour: str) -> None:
        self.place = len(type(self).__members__)


#: The four kinds, in the order of all counts of pieces.
KINDS = tuple(Kind)

#: The number of pieces of each kind, in the order of `KINDS`.
Counts = tuple[int, int, int, int]

NO_PIECES: Counts = (0, 0, 0, 0)

#: Letter pieces in the box, in the order of `KINDS`.
#: Source: rule book, "Setup": 16 red, 16 yellow, 8 blue, 8 green.
PIECES_IN_BOX: Counts = (16, 16, 8, 8)


def kinds_of(counts: Counts) -> tuple[Kind, ...]:
    """Return one kind for each counted piece, in the order of `KINDS`."""
    return tuple(kind for kind in KINDS for _ in range(counts[kind.place]))


def counts_of(kinds: Sequence[str]) -> Counts:
    """Return the number of pieces of each kind in a list of kinds or of colours."""
    return tuple(kinds.count(kind) for kind in KINDS)  # type: ignore[return-value]  # mypy cannot count a comprehension


class Piece(Record, tag="piece"):
    """
    One letter piece.

    Pieces of a kind are interchangeable; the number identifies the physical piece.

    Args:
        kind: The colour and shape.
        number: The number within the kind, from 1; 0 if it is unknown.
    """

    kind: Kind
    number: int = 0


class Tile(Record, tag="tile"):
    """
    One letter tile of the word rack.

    Args:
        letter: A to Z, a hyphen or an apostrophe.
        number: The number within the letter, from 1; 0 if it is unknown.
    """

    letter: str
    number: int = 0


class Card(Record, tag="card"):
    """
    A card of a game, such as ``start-NAME``.

    Args:
        name: The name of the card.
        number: The number among cards of the same name, from 1; 0 if it is unknown.
    """

    name: str
    number: int = 0


#: Anything that can carry a tag.
Item = Piece | Tile | Card
