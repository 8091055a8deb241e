"""Copies of a journal in memory: upgraded, or with a game cut at a row."""

import sqlite3

from firmware_host.board.entries import CUT, Cut
from firmware_host.journal.checks import Columns, count, with_crc
from firmware_host.journal.file import scripts, tolerant, upgrade, version_of


def upgraded(older: sqlite3.Connection) -> sqlite3.Connection:
    """Return an in-memory copy of an older version's file, in today's schema."""
    copied = tolerant(":memory:")
    older.backup(copied)
    upgrade(copied, scripts())
    return copied


def leave_off(cut: Cut, copy: sqlite3.Connection) -> None:
    """Cut a game of a copy after a row; the copy may have an older schema."""
    execute = copy.execute
    execute("DELETE FROM rows WHERE game = ? AND number > ?", (cut.game, cut.row))
    setting: Columns = (CUT, f"{cut.game}.{cut.row}")
    checked = version_of(copy) == max(scripts())
    if checked:
        setting = with_crc("settings", setting)
        after = (cut.game, cut.row)
        execute("DELETE FROM snapshots WHERE game = ? AND number > ?", after)
    marks = ", ".join("?" * len(setting))
    execute(f"REPLACE INTO settings VALUES ({marks})", setting)  # noqa: S608 - our own
    if cut.seats is not None:
        _cut_seats(copy, cut.game, cut.seats, checked=checked)
    if checked:
        count(copy, "settings")
        for what in ("rows", "names"):
            count(copy, what, cut.game)


def _cut_seats(
    copy: sqlite3.Connection, game: int, seats: int, *, checked: bool
) -> None:
    """Delete the seats from number *seats* on, and their names, from a game's copy."""
    execute = copy.execute
    execute("DELETE FROM names WHERE game = ? AND seat >= ?", (game, seats))
    for number, header, _, ended, crc in execute(
        "SELECT * FROM games WHERE id = ?", (game,)
    ).fetchall():
        checked_crc = with_crc("games", (number, header, seats, ended))[-1]
        sql = "UPDATE games SET seats = ?, crc = ? WHERE id = ?"
        execute(sql, (seats, checked_crc if checked else crc, number))
