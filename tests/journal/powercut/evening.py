"""
An evening that is written down while every write is recorded.

    evening.py JOURNAL LOG COUNT [off]

After each entry that the journal calls durable, "A" and its number go into the log.
With "off" the card is not asked to keep anything: the run that must lose.
"""

import os
import struct
import sys
import threading

from firmware_host.board.entries import Entry, NewGame, RowEntry
from firmware_host.journal import file, writer
from firmware_host.journal.store import Journal


def tidying() -> threading.Event:
    """Return an event that is set whenever a journal has tidied up its log."""
    is_tidied, tidy = threading.Event(), writer.Writer._tidy

    def and_tell(self: writer.Writer) -> None:
        tidy(self)
        is_tidied.set()

    writer.Writer._tidy = and_tell
    return is_tidied


def main() -> None:
    """Append entry after entry, with quiet moments in which the log is tidied up."""
    path, log_path, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
    writer.TIDY_AFTER, writer.QUIET_S = 12, 0.005
    is_tidied = tidying()
    if sys.argv[4:] == ["off"]:
        file.PRAGMAS = tuple(
            "synchronous=OFF" if one.startswith("synchronous") else one
            for one in file.PRAGMAS
        )
    log = os.open(log_path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    with Journal(path, reserve_bytes=4096) as journal:
        journal.append(Entry(new_game=NewGame(1, "{}", ("Ann",)))).result()
        for number in range(1, count + 1):
            row = RowEntry(
                1, number, number * 900, 0, '{"do":"ask"}', '[{"is":"asked"}]'
            )
            journal.append(Entry(rows=(row,), event=(7, number))).result()
            os.write(log, struct.pack("<ciqI", b"A", 0, number, 0))
            if number % 15 == 0:
                if not is_tidied.wait(30):
                    sys.exit("the journal did not tidy up its log for 30 s")
                is_tidied.clear()


if __name__ == "__main__":
    main()
