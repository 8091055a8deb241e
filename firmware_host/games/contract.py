"""What a game needs and declares, what is settled before it, and its results."""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import field, fields
from typing import Any

from firmware_host.board.commands import On
from firmware_host.board.json import Json
from firmware_host.board.pieces import BOARD, Item, Millis, Piece, Seat, Zone
from firmware_host.board.record import Record
from firmware_host.limits import MAKERS
from firmware_host.words.language import Language

#: The number of this contract (docs/formats.md).
VERSION = 8

#: Bytes of chance that the table attaches to the start of each round.
ENTROPY_BYTES = 32


class Needs(Record):
    """
    What a game needs of the table, and what is chosen before it.

    Args:
        seats: The fewest and the most who can play.
        lengths: How long a word may be; empty where no length is chosen.
        zones: Letter zones that the board must have.
        hears: What can be tapped in it: pieces, tiles or cards.
        maker: True where people or the board make the words, and that is chosen.
        letter_cards: True where the language's deck of letter cards is played with.
            Journal and transcript name that deck in their header.
    """

    seats: tuple[int, int]
    lengths: tuple[int, ...] = ()
    zones: int = 3
    hears: tuple[type[Item], ...] = (Piece,)
    maker: bool = False
    letter_cards: bool = False

    def most(self, *, board_makes: bool) -> int:
        """Return how many can play: fewer where one of them makes the words."""
        return MAKERS if self.maker and not board_makes else self.seats[1]


class Value(Record):
    """
    A value in a transcript's line.

    Args:
        fits: Tells whether a value is right.
        expected: What it should be, to be read by people.
        seat: True where a player's name stands in the file, and a seat inside.
        board: True where the board alone writes it: what it drew, or vouches for.
        hands: True where only somebody at the board says it: no page may.
        kind: What a page offers to choose it: ``zone``, ``seat``, ``piece``,
            ``card``, ``letter``, ``word``, ``number``, ``choice``, ``flag`` or
            ``list``; ``text`` is typed.
        choices: Every right value, where a page can offer them.
        item: What a list is made of.
    """

    fits: Callable[[Json], bool]
    expected: str
    seat: bool = False
    board: bool = False
    hands: bool = False
    kind: str = "text"
    choices: Sequence[str | int] = ()
    item: "Value | None" = None


class Verb(Record):
    """
    A transcript's line.

    Args:
        needs: The keys that it must have.
        may: Those that it may have.
        hands: True where only hands at the board do it: no page may.
        board: True where the board alone does it: by chance, by the clock, or for
            what it has seen. A transcript tells it; nobody else may ask for it.
        on: What it depends on, where a page sends it: if that has changed since, it is
            refused. None for `On.OWN` of a line that names its seat, else `On.TURN`.
    """

    needs: tuple[str, ...] = ()
    may: tuple[str, ...] = ()
    hands: bool = False
    board: bool = False
    on: On | None = None

    @property
    def depends(self) -> On:
        """What it depends on."""
        return self.on or (On.OWN if "by" in self.needs else On.TURN)


class Secret(Record):
    """
    What a line holds that only its owner may know until the round shows it.

    The owner is the seat under ``by`` of the line; without one, nobody is.

    Args:
        do: The verb of the line.
        key: The key that holds it. No sentence of the line names it, no log.
        makes: True where whoever gives the line has made all that the seat hides.
        each: True where each seat gets a part of its own, such as a hand of cards.
        opened_by: The key of an answer that shows it to everybody before the end.
    """

    do: str
    key: str
    makes: bool = False
    each: bool = False
    opened_by: str = ""


class Wake(Record):
    """
    What the board waits for by itself.

    Args:
        ms: How long, from the action on that brought it; pauses do not count.
        of: What it waits for. Another value is another wait, that begins anew.
    """

    ms: Millis
    of: Hashable = 0


#: The board has something to do at once.
AT_ONCE = Wake(Millis(0))


class GameSetup(Record):
    """
    What is settled before a game begins, but for its language.

    Args:
        game: The game's name in the catalogue.
        seats: How many players sit down, 1 to 8, in turn order.
        length: Zones of the word, 3 to 6.
        board_makes: True where the board makes the words.
        rounds: Rounds to play where the board makes the words, at least 1.
        first_zone: The zone where the word begins; 0 for the box's own.
        options: The game's `OPTIONS`, each with its value; those left out have
            theirs by default.
    """

    game: str
    seats: int
    length: int
    board_makes: bool = False
    rounds: int = 1
    first_zone: int = 0
    options: tuple[tuple[str, str | int], ...] = ()


class Header(GameSetup):
    """
    What is settled before a game begins, with all that its language brings.

    Args:
        language: The words, letters and tiles the game is played with.
    """

    language: Language = field(kw_only=True, repr=False, compare=False)


def settled_of(one: GameSetup) -> dict[str, Any]:
    """Return the fields of `GameSetup` by name, to make another header of them."""
    return {of.name: getattr(one, of.name) for of in fields(GameSetup)}


def first_zone(header: Header) -> Zone:
    """
    Return where the word begins.

    Source: rules, part 1: 5 and 6 letters in zone 1, 3 and 4 in zone 2.
    """
    return Zone(header.first_zone or (1 if header.length >= 5 else 2))  # noqa: PLR2004 - the rule's own number


class Result(Record):
    """
    What a finished round brought, for scoresheets of any game.

    Args:
        word: The word, folded; empty for games without one.
        maker: Who made it; `BOARD` for the board, None where nobody makes one.
        guessed_by: Who found it, or laid it; None when nobody did.
        points: By seat, the board last where it makes the words.
        nonce: Opens the commitment of the round, in hex.
        words: By seat, in games where everybody has something of one's own.
    """

    word: str
    maker: Seat | None
    guessed_by: Seat | None
    points: tuple[int, ...]
    nonce: str = ""
    words: tuple[str, ...] = ()


def points_of(points: Sequence[int], seat: int, *, board_makes: bool) -> int | None:
    """
    Return what a round brought a seat; None where it has no part in that round.

    Args:
        points: By seat, the board last where it makes the words.
        seat: Whose; `BOARD` for the board.
        board_makes: True where it does.
    """
    if seat == BOARD:
        return points[-1] if board_makes else None
    people = points[:-1] if board_makes else points
    return people[seat] if seat < len(people) else None
