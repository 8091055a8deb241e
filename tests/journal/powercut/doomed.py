"""
Write a row while a write or a sync fails, get killed, start again: doomed.py FOLDER.

Reads lines of JSON from standard input: ``{"evening": ..., "plan": ...}``. For each it
prints, as JSON, the journal's answer for the row, and the rows after the next start.
``plan`` is that of faulty.c. The evenings are ``fresh``, in which the log grows with
each row; ``used``, in which the log is overwritten from its beginning; and ``alike``,
in which the overwritten content equals the new one except in its middle.
"""

import json
import os
import shutil
import signal
import sys
from pathlib import Path

from firmware_host.board.entries import Entry, NewGame, RowEntry
from firmware_host.errors import DoubtError, JournalError
from firmware_host.journal.store import Journal

ROWS = 8


def row(number: int, evening: str) -> Entry:
    """Return a row with the event that caused it; the evening "alike" has none."""
    if evening == "alike":  # its one page is written from the end to the middle
        return Entry(rows=(RowEntry(1, number, number, 0, "{}", "[]"),))
    facts = json.dumps([{"is": "asked", "pad": "x" * 900}])
    return Entry(rows=(RowEntry(1, number, number, 0, "{}", facts),), event=(7, number))


def prepare(journal: Journal, evening: str) -> None:
    """Play some rows; then fold the log so that the next one begins at its start."""
    journal.append(Entry(new_game=NewGame(1, "{}", ("Ann",)))).result()
    for game in range(2, 12) if evening == "alike" else ():
        # The checksummed count of the rows is at the end of the page that is written
        # last.
        journal.append(Entry(new_game=NewGame(game, "{}", ("Ann",)))).result()
    for number in range(1, ROWS + 1):
        if evening == "alike" and number == ROWS:
            fold(journal)
        journal.append(row(number, evening)).result()
    if evening != "fresh":
        fold(journal)


def fold(journal: Journal) -> None:
    """Move the log into the file, as a quiet moment does."""
    journal._open_writer._connection.execute("PRAGMA wal_checkpoint(RESTART)")


def doomed(folder: Path, evening: str, plan: str) -> None:
    """Write while it fails; store the journal's answer, and get killed."""
    with Journal(folder / "j.db", reserve_bytes=0) as journal:
        prepare(journal, evening)
        Path(os.environ["FAULTY_PLAN"]).write_text(plan, encoding="ascii")
        try:
            journal.append(row(ROWS + 1, evening)).result()
            said = "kept"
        except DoubtError:
            said = "doubt"
        except JournalError:
            said = "refused"
        (folder / "said").write_text(said, encoding="ascii")
        os.kill(os.getpid(), signal.SIGKILL)


def resumed(folder: Path) -> dict[str, object]:
    """Start again; return the rows that count."""
    with Journal(folder / "j.db", reserve_bytes=0) as journal:
        numbers = [one.number for one in journal.rows(1)]
        return {
            "rows": len(numbers),
            "sound": journal.set_aside is None
            and numbers == list(range(1, len(numbers) + 1))
            and journal.last_event(7) in (0, len(numbers)),
        }


def main() -> None:
    """Take one line after the other."""
    top = Path(sys.argv[1])
    for number, line in enumerate(sys.stdin):
        asked = json.loads(line)
        folder = top / str(number)
        folder.mkdir()
        child = os.fork()
        if child == 0:
            doomed(folder, asked["evening"], asked["plan"])
        os.waitpid(child, 0)
        Path(os.environ["FAULTY_PLAN"]).unlink(missing_ok=True)
        said = (folder / "said").read_text(encoding="ascii")
        sys.stdout.write(json.dumps({"said": said, **resumed(folder)}) + "\n")
        sys.stdout.flush()
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
