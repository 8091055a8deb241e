"""
Tests a backup before it is restored: a separate process does what a start would do.

It opens the copy, upgrades it, resumes its game and reads its games as the history
would. If it fails, hangs or uses too much memory, the backup is refused, and the board
is not affected.
"""

import logging
import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

from firmware_host.app.archive.history import positions
from firmware_host.app.archive.kept import StoredGame
from firmware_host.app.archive.summaries import summary
from firmware_host.app.content.games import board_games
from firmware_host.app.daemon.resume import reopen, take_up
from firmware_host.board.json import read_object, text
from firmware_host.board.pieces import Millis
from firmware_host.errors import JournalError
from firmware_host.games.catalogue import NAMES
from firmware_host.journal.file import check_file, with_ending
from firmware_host.journal.reader import Reader
from firmware_host.journal.store import Journal
from firmware_host.languages import FIRST

_log = logging.getLogger(__name__)

#: The time limit in seconds, and the additional seconds per megabyte of the copy.
_LEAST_S, _MORE_S = 60, 10

#: The memory limit in bytes, and the additional bytes per byte of the copy.
_LEAST_BYTES, _MORE_BYTES = 512 << 20, 4

_MEGABYTE = 1 << 20

#: The priority of this process, below that of the game.
_NICE = 10


def passes(path: Path, *, whole: bool) -> bool:
    """
    Return True if a board could start with a copy of a journal; upgrade the copy.

    Args:
        path: A copy that no other process uses.
        whole: Whether each game in it is also replayed to its end.
    """
    size = path.stat().st_size
    limit_s = _LEAST_S + _MORE_S * size // _MEGABYTE
    limit_bytes = _LEAST_BYTES + _MORE_BYTES * size
    words = [sys.executable, "-m", __name__, path, limit_s, limit_bytes, int(whole)]
    home = os.pathsep.join(one for one in sys.path if one)
    try:
        done = subprocess.run(  # noqa: S603 - our own words, no shell
            [*map(str, words)],
            check=False,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=limit_s,
            # Without the folder in which the table notes which game it is asking.
            env=os.environ
            | {"PYTHONPATH": home, "PYTHONSAFEPATH": "1", "RUNTIME_DIRECTORY": ""},
        )
        said = done.stderr.strip().rpartition("\n")[2].partition(":")[0]
        failed = done.returncode != 0
    except (OSError, subprocess.TimeoutExpired) as fault:
        said, failed = type(fault).__name__, True
    finally:
        with_ending(path, ".lock").unlink(missing_ok=True)
    if failed:
        _log.warning("%s was tried, and is not taken: %s", path, said)
    return not failed


def main(path: Path, limit_s: int, limit_bytes: int, *, whole: bool) -> None:
    """
    Open and read a copy as a start and the history would; any exception means failure.

    Raises:
        JournalError: The file is damaged, or no journal of this program.
    """
    import resource  # noqa: PLC0415 - which a browser's Python lacks

    with suppress(OSError):  # a systemd unit may forbid it; it is not required
        os.nice(_NICE)
    resource.setrlimit(resource.RLIMIT_CPU, (limit_s, limit_s))
    resource.setrlimit(resource.RLIMIT_AS, (limit_bytes, limit_bytes))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    check_file(path)
    with Journal(path, reserve_bytes=0) as journal:
        if journal.set_aside is not None:
            msg = f"{path} is damaged; use another backup"
            raise JournalError(msg)
        take_up(journal, setup=None, now_ms=Millis(0))
        for game in journal.games():
            if not game.ended:
                reopen(journal, game.id, board_games(), now_ms=Millis(0))
            elif whole and text(read_object(game.header), "game") in NAMES:
                _tell(journal, game.id)  # the history reads other games elsewhere


def _tell(journal: Reader, game: int) -> None:
    """Read a game as the history would, which omits a damaged one."""
    kept = StoredGame(journal, game)
    with suppress(JournalError):
        kept.rows()
        kept.header()
        summary(journal, game, language=FIRST)
        positions(journal, game, language=FIRST)


if __name__ == "__main__":
    main(
        Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), whole=sys.argv[4] == "1"
    )
