"""The letter pieces, and the small numbers that must not be mixed up."""

from collections.abc import Sequence
from enum import StrEnum
from typing import NewType

from firmware_host.board.record import Record

#: A letter zone, 1 to 6 from the seekers' left; 0 is the word rack.
Zone = NewType("Zone", int)

#: A place at the table, 0 to 7, in turn order from the first puzzle maker.
Seat = NewType("Seat", int)

#: Somebody at the table, over games, renames and erasure; it never moves.
Person = NewType("Person", int)

#: Milliseconds of a clock that never goes back.
Millis = NewType("Millis", int)

#: The word rack's number among the zones.
RACK = Zone(0)

#: Every letter zone of a full board, from the seekers' left.
ZONES = tuple(Zone(number) for number in range(1, 7))

#: Nobody yet: whoever comes is given a number.
NOBODY = Person(0)

#: The seat of the board itself where it makes the word.
BOARD = Seat(-1)


class Kind(StrEnum):
    """
    A kind of letter piece: the value is its colour, the name its shape.

    `place` is where it stands in counts of pieces, 0 to 3.
    """

    place: int

    LONG_STICK = "red"
    SHORT_STICK = "yellow"
    WIDE_CURVE = "blue"
    TIGHT_CURVE = "green"

    def __init__(self, _colour: str) -> None:
        self.place = len(type(self).__members__)


#: The four kinds, in the order every count of pieces is written in.
KINDS = tuple(Kind)

#: How many pieces of each kind something has, in the order of `KINDS`.
Counts = tuple[int, int, int, int]

NO_PIECES: Counts = (0, 0, 0, 0)

#: Letter pieces in the box, in the order of `KINDS`.
#: Source: rule book, "Setup": 16 red, 16 yellow, 8 blue, 8 green.
PIECES_IN_BOX: Counts = (16, 16, 8, 8)


def kinds_of(counts: Counts) -> tuple[Kind, ...]:
    """Return the kind of each piece that is counted, in the order of `KINDS`."""
    return tuple(kind for kind in KINDS for _ in range(counts[kind.place]))


def counts_of(kinds: Sequence[str]) -> Counts:
    """Return how many of *kinds*, or of their colours, are of each kind."""
    return tuple(kinds.count(kind) for kind in KINDS)  # type: ignore[return-value]  # mypy cannot count a comprehension


class Piece(Record, tag="piece"):
    """
    One letter piece.

    Pieces of a kind are interchangeable; the number tells which one lies where.

    Args:
        kind: What it looks like.
        number: 1 and up within the kind; 0 where nobody knows which one it is.
    """

    kind: Kind
    number: int = 0


class Tile(Record, tag="tile"):
    """
    One letter tile of the word rack.

    Args:
        letter: A to Z, a hyphen or an apostrophe.
        number: 1 and up within the letter; 0 where nobody knows which one it is.
    """

    letter: str
    number: int = 0


class Card(Record, tag="card"):
    """
    A card that a game brings along, such as ``start-NAME``.

    Args:
        name: What it is.
        number: 1 and up where there are several; 0 where nobody counts.
    """

    name: str
    number: int = 0


#: Whatever can carry a tag.
Item = Piece | Tile | Card
