"""
Writes a row while a write or a sync fails, is killed, and is started again.

    doomed.py FOLDER

Reads lines of JSON from the standard input: ``{"evening": ..., "plan": ...}``. For each
it tells, as JSON, what the journal said of the row, and what the next start counts.
``plan`` is that of faulty.c. An evening is

fresh    the log grows with each row, as it does at first
used     the log is written over from its beginning
alike    as used; and what is written over is, but for its middle, what is written
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
    """Return a row; but for one that nobody tapped, with the event that brought it."""
    if evening == "alike":  # its one page is written from the end to the middle
        return Entry(rows=(RowEntry(1, number, number, 0, "{}", "[]"),))
    facts = json.dumps([{"is": "asked", "pad": "x" * 900}])
    return Entry(rows=(RowEntry(1, number, number, 0, "{}", facts),), event=(7, number))


def prepare(journal: Journal, evening: str) -> None:
    """Play some rows; then fold the log so that the next one begins at its start."""
    journal.append(Entry(new_game=NewGame(1, "{}", ("Ann",)))).result()
    for game in range(2, 12) if evening == "alike" else ():
        # What is counted of them lies at the end of the page that is written last.
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
    """Write while it fails; leave what the journal said, and be killed."""
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
    """Start again; return what counts."""
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
