"""Long-term events of a board: bits that change while it is off, backups, names."""

import re
from typing import TYPE_CHECKING, Any

from firmware_host.app.archive.backups import Backups
from firmware_host.app.archive.erasing import erase_names
from firmware_host.app.daemon.restoring import WAITING, Restoring
from firmware_host.board.entries import JOURNAL, RowEntry
from firmware_host.errors import JournalError
from firmware_host.journal.reader import Reader
from tests.net.holders import Holders

if TYPE_CHECKING:
    from tests.world.simulated import SimulatedBoard

#: The events, and the data that may have changed meanwhile.
KINDS = ("backup", "erase", "erase", "rot-header", "rot-header", "rot-page", "rot-page")

#: The events that may remove the current game.
LOSES = ("well", "rot-header", "rot-header")
RESTORES = ("well", "killed", "damaged-backup", "damaged-journal")

#: SQLite's pages.
PAGE = 4096

#: Names that are nothing else, as bytes.
NAMES = (b"Ann", b"Dora", b"Emil", b"Hugo")


def happen(board: "SimulatedBoard", kind: str) -> None:
    """Do one of `KINDS`, or a restore of one of `RESTORES`."""
    board.rotted = board.rotted or kind.startswith(("rot-", "damaged-"))
    if kind == "backup":
        backup(board)
    elif kind == "erase":
        erase(board)
    elif kind.startswith("rot-"):
        _stop(board, killed=False)
        _rot(board, kind)
        board.ledger.rotten = True
        board.revive(power=False)
    else:
        restore(board, kind)


def backup(board: "SimulatedBoard") -> int:
    """Make a backup; it must not contain the current round."""
    backups = Backups(board.card.folder / JOURNAL)
    number = backups.make()
    word = board.insight()["word"]
    playing = board.table.session.playing
    if word and playing is not None and not playing.is_over:
        with Reader(backups.path(number)) as copy:
            known = copy.game(playing.game_id)
            rows = [] if known is None else list(copy.rows(known.id))
        if _tells(rows, word):
            board.ledger.wrong.append("a backup holds the word that is looked for")
    return number


def _tells(rows: list[RowEntry], word: str) -> bool:
    """Return whether rows have a word as that of an unfinished round."""
    open_word = ""
    for row in rows:
        if '"is":"begun"' in row.facts:
            open_word = row.facts
        elif '"roundended"' in row.facts or "voided" in row.facts:
            open_word = ""
    return f'"word":"{word}"' in open_word


def erase(board: "SimulatedBoard") -> None:
    """Erase every name; none may be on the card afterwards."""
    if board.table.session.playing is not None:
        return
    path = board.card.folder / JOURNAL
    erase_names(board.journal, Backups(path))
    for file in (path, path.with_name(f"{JOURNAL}-wal")):
        content = file.read_bytes() if file.exists() else b""
        if any(name in content for name in NAMES):
            board.ledger.wrong.append(f"a name that was erased is in {file.name}")
    for key in [key for key in board.ledger.settings if key.startswith("web:room")]:
        del board.ledger.settings[key]


def restore(board: "SimulatedBoard", kind: str) -> None:
    """
    Restore a backup.

    It, or the journal that it replaces, may be damaged meanwhile.
    """
    path = board.card.folder / JOURNAL
    try:
        known = [one["number"] for one in Backups(path).all()] or [backup(board)]
        refused = Restoring(path).restore(board._paces.choice(known))
    except JournalError:
        return
    if refused is not None:
        board.ledger.wrong.append(f"its own backup is refused: {refused.code}")
        return
    games = _games(path.with_name(f"{JOURNAL}{WAITING}"))
    _stop(board, killed=kind == "killed")
    if kind == "damaged-backup":
        _spoil(board, f"{JOURNAL}{WAITING}")
    else:
        board.ledger.go_back(games)
    if kind == "damaged-journal":
        _spoil(board, JOURNAL)
    board.book = Holders()  # other phones held other secrets then
    board.revive(power=False)


def _games(path: Any) -> dict[int, list[Any]]:
    with Reader(path, traceless=True) as copy:
        return {game.id: list(copy.rows(game.id)) for game in copy.games()}


def _stop(board: "SimulatedBoard", *, killed: bool) -> None:
    """Stop or kill the daemon; the card's content is in the image."""
    life = board._life
    if not killed and life is not None:
        board.loop.run(board._leave.set)
        board.loop.until(life.done, 10_000)
    board.card.cut(power=False)


def _rot(board: "SimulatedBoard", kind: str) -> None:
    """Change a bit of a game's header, or of its number, or a whole page."""
    image, chance = board.card.image, board._paces
    assert image is not None
    content = bytearray(image[JOURNAL])
    headers = [
        one.start() for one in re.finditer(rb'\{"game":"[^{]{0,75}"seats"', content)
    ]
    if kind == "rot-header" and headers:
        at = chance.choice(headers) + chance.randrange(60)
        unset = [bit for bit in range(8) if not content[at] >> bit & 1]
        content[at] |= 1 << chance.choice(unset)  # no second one takes it back
    elif kind == "rot-number" and headers:
        places = [_number_at(content, one) for one in headers]
        number = content[places[0]] & (content[places[0]] - 1)
        if number not in [content[one] for one in places]:
            content[places[0]] = number
    elif kind == "rot-page" and len(content) > 3 * PAGE:
        page = chance.randrange(2, len(content) // PAGE)
        content[page * PAGE : (page + 1) * PAGE] = chance.randbytes(PAGE)
    image[JOURNAL] = bytes(content)


def _number_at(content: bytearray, header: int) -> int:
    """
    Return the position of a game's number before its header.

    Source: sqlite.org/fileformat2.html, "B-tree Cell Format", "Record Format".
    """
    record = next(size for size in range(4, 32) if content[header - size] == size)
    return header - record - 1


def _spoil(board: "SimulatedBoard", name: str) -> None:
    """Let nothing be left of a file but its first page."""
    image = board.card.image
    assert image is not None
    content = image.get(name, b"")
    more = max(0, len(content) - PAGE)
    image[name] = content[:PAGE] + board._paces.randbytes(more)
