"""Values that the journal stores: rows, games, names, tags, settings."""

from firmware_host.board.pieces import Item
from firmware_host.board.record import Record, replace

#: The file name of a board's journal.
JOURNAL = "letterzone.db"

#: The name of the board's first set of pieces.
OWN = "1"

#: The prefix of the settings that store packs of words; a pack's key follows.
PACKS = "words:"

#: The setting that is present while names are being erased.
ERASING = "erasing"

#: The setting of a copy that says where its last game was cut: "game.row".
CUT = "cut"


class RowEntry(Record):
    """
    One accepted action of a game, with its facts.

    Args:
        game: The game's id.
        number: The number of the row in its game, from 1; each number is used once.
        ms: Milliseconds since the game began.
        seat: The seat that acted, 0 to 7 in turn order; below 0 for the board itself.
        action: The action as JSON; players appear as seats, never by name.
        facts: The facts of the action as JSON; a game is resumed by folding these.
    """

    game: int
    number: int
    ms: int
    seat: int
    action: str
    facts: str


class NewGame(Record):
    """
    The start of a game.

    Args:
        id: The game's number; `Journal.next_game` returns a free one.
        header: Everything about the game except names, as JSON.
        names: The players' names, seat 0 first.
    """

    id: int
    header: str
    names: tuple[str, ...] = ()


class NameEntry(Record):
    """
    A player's name at a seat, entered or changed after the game began.

    If *name* is None, this seat and all later seats are removed.
    """

    game: int
    seat: int
    name: str | None


class GameEntry(Record):
    """
    One game in the list of games.

    Args:
        id: The game's number.
        header: Everything about the game except names, as JSON.
        ended: False while the game can be continued.
    """

    id: int
    header: str
    ended: bool


class Snapshot(Record):
    """
    The state of a game after one of its rows; it can always be rebuilt from the rows.

    Args:
        game: The game's id.
        number: The number of the row.
        maker: The program version that wrote it; other versions ignore it.
        state: The game as JSON.
    """

    game: int
    number: int
    maker: str
    state: str


class Summary(Record):
    """
    The history's summary of a finished game; it can always be rebuilt from the rows.

    Args:
        game: The game's id.
        maker: The program version that wrote it; other versions may not use it.
        summary: The summary as JSON, without names: those are stored and erased
            elsewhere.
    """

    game: int
    maker: str
    summary: str


class Cut(Record):
    """
    The place at which a copy of the journal ends a game early.

    Args:
        game: The game.
        row: The number of the last copied row; 0 for none.
        seats: The number of seats at that row; None for all seats.
    """

    game: int
    row: int
    seats: int | None


class Tag(Record):
    """
    An enrolled tag.

    Args:
        uid: The UID that a reader reads, 4, 7 or 10 bytes.
        item: The item that carries the tag; None for a spare tag.
        box: The name of the set to which the tag belongs.
    """

    uid: bytes
    item: Item | None
    box: str = OWN


class Entry(Record):
    """
    Values that the journal writes in one transaction: all of them, or none.

    Args:
        rows: Rows of a game, in the order of their numbers.
        event: The controller's boot_id and the number of the event; by these a
            repetition is recognised.
        settings: Pairs of key and value; a value replaces the stored one, and None
            deletes it.
        new_game: A game that begins; written before *rows*.
        names: Names that are entered or changed later.
        tags: Tags that are enrolled or moved; written after *forgotten*.
        forgotten: UIDs of tags to delete.
        ended: The id of a game that is over; written after *rows*.
        snapshot: The state of a game; it replaces an earlier one.
        summary: The summary of a game; it replaces an earlier one.
        touch: True to rewrite one page unchanged, which tests if the card can be
            written.
    """

    rows: tuple[RowEntry, ...] = ()
    event: tuple[int, int] | None = None
    settings: tuple[tuple[str, str | None], ...] = ()
    new_game: NewGame | None = None
    names: tuple[NameEntry, ...] = ()
    tags: tuple[Tag, ...] = ()
    forgotten: tuple[bytes, ...] = ()
    ended: int | None = None
    snapshot: Snapshot | None = None
    summary: Summary | None = None
    touch: bool = False

    def with_settings(self, *settings: tuple[str, str | None]) -> "Entry":
        """Return the entry with *settings* added at the end."""
        return replace(self, settings=(*self.settings, *settings))
