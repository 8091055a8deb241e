"""What the journal keeps: plain values, with no way back to the file."""

from firmware_host.board.pieces import Item
from firmware_host.board.record import Record

#: What a board's journal is called in its folder.
JOURNAL = "letterzone.db"

#: What the board's own set of pieces is called, until somebody has others.
OWN = "1"

#: The settings in which a board keeps its own packs of words; a pack's key follows.
PACKS = "words:"

#: The setting that tells that names are being erased.
ERASING = "erasing"

#: The setting of a copy that tells which game was left off where: "game.row".
CUT = "cut"


class Row(Record):
    """
    One accepted action of a game and what came of it.

    Args:
        game: The game's id.
        number: 1 and up within the game; a number is used once.
        ms: Milliseconds since the game began.
        seat: Who did it, 0 to 7 in turn order; below 0 the board itself.
        action: The action as JSON, with seats where people would say names.
        facts: What the rules made of it, as JSON; resuming folds these.
    """

    game: int
    number: int
    ms: int
    seat: int
    action: str
    facts: str


class NewGame(Record):
    """
    A game begins.

    Args:
        id: Its number; `Journal.next_game` has a free one.
        header: Everything about it but the names, as JSON.
        names: What the players call themselves, seat 0 first.
    """

    id: int
    header: str
    names: tuple[str, ...] = ()


class Name(Record):
    """
    Somebody sat down at *seat* after *game* had begun, or changed a name.

    Without a *name* nobody sits there after all, nor at any later seat.
    """

    game: int
    seat: int
    name: str | None


class Game(Record):
    """
    One line of the list of games.

    Args:
        id: Its number.
        header: Everything about it but the names, as JSON.
        ended: False while it can still be gone on with.
    """

    id: int
    header: str
    ended: bool


class Snapshot(Record):
    """
    A game as it stood after one of its rows; made anew from the rows at any time.

    Args:
        game: The game's id.
        number: The row.
        maker: Which program wrote it; another one ignores it.
        state: The game as JSON.
    """

    game: int
    number: int
    maker: str
    state: str


class Summary(Record):
    """
    What the history tells of a game that is over; made anew from the rows at any time.

    Args:
        game: The game's id.
        maker: Which program wrote it; another one may read it otherwise.
        summary: What is told, as JSON; without names, which are erased elsewhere.
    """

    game: int
    maker: str
    summary: str


class Cut(Record):
    """
    Where a copy leaves a game off.

    Args:
        game: The game.
        row: The last row that is copied; 0 for none.
        seats: How many seats there were then; None for as many as there are.
    """

    game: int
    row: int
    seats: int | None


class Tag(Record):
    """
    A tag that somebody has enrolled.

    Args:
        uid: What a reader reads, 4, 7 or 10 bytes.
        item: What it is stuck to; None for a spare, which can become anything.
        box: The set that this belongs to, by its name.
    """

    uid: bytes
    item: Item | None
    box: str = OWN


class Entry(Record):
    """
    What is written together: all of it, or nothing.

    Args:
        rows: Rows of a game, in the order of their numbers.
        event: The controller's boot_id and the event's n, which the wire needs to
            tell a repetition from something new.
        settings: Pairs of key and value; a value replaces the one before, and None
            forgets it.
        new_game: A game that begins; written before *rows*.
        names: People who came later.
        tags: Tags that are enrolled, or moved; written after *forgotten*.
        forgotten: UIDs of tags that are on nothing any more.
        ended: The id of a game that is over; written after *rows*.
        snapshot: How a game stands; it replaces the one before.
        summary: What the history tells of a game; it replaces the one before.
        touch: True to write a page as it is, which tells whether the card takes one.
    """

    rows: tuple[Row, ...] = ()
    event: tuple[int, int] | None = None
    settings: tuple[tuple[str, str | None], ...] = ()
    new_game: NewGame | None = None
    names: tuple[Name, ...] = ()
    tags: tuple[Tag, ...] = ()
    forgotten: tuple[bytes, ...] = ()
    ended: int | None = None
    snapshot: Snapshot | None = None
    summary: Summary | None = None
    touch: bool = False
