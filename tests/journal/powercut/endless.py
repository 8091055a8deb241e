"""Write entry after entry until killed, and print each stored one: endless.py FILE."""

import os
import sys
from functools import partial

from firmware_host.board.entries import Entry, NewGame, RowEntry
from firmware_host.journal.store import Journal


def tell(number: int) -> None:
    """Say, past every buffer, that *number* is durable."""
    os.write(sys.stdout.fileno(), b"%d\n" % number)


def main() -> None:
    """Go on where the last run was killed."""
    with Journal(sys.argv[1], reserve_bytes=0) as journal:
        if journal.next_game() == 1:
            journal.append(Entry(new_game=NewGame(1, "{}"))).result()
        number = len(list(journal.rows(1)))
        while True:
            number += 1
            row = RowEntry(1, number, number * 900, 0, '{"do":"ask"}', "[]")
            entry = Entry(rows=(row,), event=(7, number))
            waiting = journal.append(entry, then=partial(tell, number))
            if number % 3 == 0:  # the others are committed together
                waiting.result()


if __name__ == "__main__":
    main()
