"""The requirements and declarations of a game, its header, and its results."""

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
VERSION = 10

#: Bytes of chance that the table attaches to the start of each round.
ENTROPY_BYTES = 32


class Needs(Record):
    """
    The requirements of a game, and the choices before it.

    Args:
        seats: The fewest and the most players.
        lengths: The possible lengths of words; empty if the game has no length.
        zones: The number of letter zones that the board must have.
        hears: The kinds of items that players can tap: pieces, tiles or cards.
        maker: True if either people or the board can make the words.
        letter_cards: True if the language's deck of letter cards is used. The headers
            of journal and transcript then name that deck.
    """

    seats: tuple[int, int]
    lengths: tuple[int, ...] = ()
    zones: int = 3
    hears: tuple[type[Item], ...] = (Piece,)
    maker: bool = False
    letter_cards: bool = False

    def most(self, *, board_makes: bool) -> int:
        """Return the most players; fewer if people make the words."""
        return MAKERS if self.maker and not board_makes else self.seats[1]


class Value(Record):
    """
    A value in a transcript's line.

    Args:
        fits: Returns True for a correct value.
        expected: A description of correct values for people.
        seat: True if the file has a player's name, which is read as a seat.
        board: True if only the board writes it: a random value, or one that it
            guarantees.
        hands: True if only a person at the board may give it, not a page.
        kind: The kind of input on a page: ``zone``, ``seat``, ``piece``, ``card``,
            ``letter``, ``word``, ``number``, ``choice``, ``flag`` or ``list``; ``text``
            is typed.
        choices: All correct values, if a page can offer them.
        item: The value of each item of a list.
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
    The declaration of a transcript's line.

    Args:
        needs: The required keys.
        may: The optional keys.
        hands: True if only a person at the board may do it, not a page.
        board: True if only the board does it: by chance, by the clock, or for what it
            has seen. No person may send it, but a transcript contains it.
        on: The part of the game that it depends on. If that has changed since the page
            was shown, the line is refused. None for `On.OWN` of a line with its seat,
            else `On.TURN`.
    """

    needs: tuple[str, ...] = ()
    may: tuple[str, ...] = ()
    hands: bool = False
    board: bool = False
    on: On | None = None

    @property
    def depends(self) -> On:
        """The part of the game that the line depends on."""
        return self.on or (On.OWN if "by" in self.needs else On.TURN)


class Secret(Record):
    """
    The declaration of a line's secret value, which its owner alone may know.

    The owner is the seat under ``by`` of the line; a line without ``by`` has no owner.

    Args:
        do: The verb of the line.
        key: The key of the secret value. No sentence about the line and no log contains
            it.
        makes: True if the line completes everything that the seat hides.
        each: True if each seat gets a part of its own, such as a hand of cards.
        opened_by: The key of an answer that shows the secret to all players before the
            end.
    """

    do: str
    key: str
    makes: bool = False
    each: bool = False
    opened_by: str = ""


class Wake(Record):
    """
    A time after which the game itself must act.

    Args:
        ms: The time in ms since the action that started it; pauses do not count.
        of: The identity of the wait: another value starts a new wait.
        since_ms: The time on the game's clock at which the wait started; None for the
            time of that action.
    """

    ms: Millis
    of: Hashable = 0
    since_ms: int | None = None


#: A timer that is due at once.
AT_ONCE = Wake(Millis(0))


class GameSetup(Record):
    """
    The settings of a game, without its language.

    Args:
        game: The game's name in the catalogue.
        seats: The number of players, 1 to 8.
        length: The number of letters of a word, 3 to 6.
        board_makes: True if the board makes the words.
        rounds: The number of rounds if the board makes the words, at least 1.
        first_zone: The zone where the word begins; 0 for the rule's own.
        options: Values by option of `OPTIONS`; options that are left out have their
            default.
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
    The settings of a game, with its language.

    Args:
        language: The words, letters and tiles of the game.
    """

    language: Language = field(kw_only=True, repr=False, compare=False)


def settled_of(one: GameSetup) -> dict[str, Any]:
    """Return the fields of `GameSetup` by name, to build another header from them."""
    return {of.name: getattr(one, of.name) for of in fields(GameSetup)}


def first_zone(header: Header) -> Zone:
    """
    Return the zone of a word's first letter.

    Source: rules, part 1: 5 and 6 letters in zone 1, 3 and 4 in zone 2.
    """
    return Zone(header.first_zone or (1 if header.length >= 5 else 2))  # noqa: PLR2004 - the rule's own number


class Result(Record):
    """
    The result of a finished round, for scoresheets of any game.

    Args:
        word: The word, folded; empty for games without one.
        maker: The seat of the maker; `BOARD` for the board, None if the game has no
            maker.
        guessed_by: The seat that found or laid the word; None for no seat.
        points: The points by seat, the board last if it makes the words.
        nonce: The nonce of the round's commitment, in hex.
        words: The words by seat, in games in which each seat has a word of its own.
    """

    word: str
    maker: Seat | None
    guessed_by: Seat | None
    points: tuple[int, ...]
    nonce: str = ""
    words: tuple[str, ...] = ()


def points_of(points: Sequence[int], seat: int, *, board_makes: bool) -> int | None:
    """
    Return a seat's points of a round, or None if it had no part in the round.

    Args:
        points: By seat, the board last where it makes the words.
        seat: The seat; `BOARD` for the board.
        board_makes: True if the board makes the words.
    """
    if seat == BOARD:
        return points[-1] if board_makes else None
    people = points[:-1] if board_makes else points
    return people[seat] if seat < len(people) else None
