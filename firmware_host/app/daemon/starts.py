"""
Starts that fail: what the table's screen says of them, and when the next one comes.

systemd starts a board anew for ever. What is remembered here lies in its runtime
folder, so the next process shows what the last one said, instead of "Starting" again.
"""

import json
from contextlib import suppress
from pathlib import Path

from firmware_host.board.faces import TableFace
from firmware_host.board.json import JsonObject, number, read_object
from firmware_host.board.messages import Message, say
from firmware_host.errors import BoardMissingError, JournalError, SettingsError
from firmware_host.languages import CODES

#: What is remembered of the last start, where it failed.
NAME = "failed-start.json"

#: The next start comes after 2 s, then 4 s, and at last each minute.
FIRST_S, LAST_S = 2.0, 60.0

#: What the screen says of each kind of fault; the first one that fits counts.
WHY = (
    (JournalError, say("cannot-start-journal")),
    (SettingsError, say("cannot-start-settings")),
    (BoardMissingError, say("cannot-start-pins")),
    (Exception, say("cannot-start-ours")),
)


class Starts:
    """
    The starts of a board, until one goes well.

    Args:
        folder: Outlives a start, and is emptied when somebody stops the board; None
            where nothing does.
    """

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder
        self._path = None if folder is None else folder / NAME
        self._last = self._read()
        self.is_up = False

    @property
    def face(self) -> TableFace | None:
        """What the table's screen says of the last start; None if that went well."""
        match self._last:
            case {"why": str(code), "language": language} if language in CODES:
                return _face(say(code), language)
            case _:
                return None

    @property
    def rest_s(self) -> float:
        """How long to rest before the next start."""
        times = number(self._last, "times", 0)
        return float(min(LAST_S, FIRST_S * 2 ** min(max(0, times - 1), 10)))

    def failed(self, fault: Exception, language: str) -> TableFace:
        """Remember a start that failed, and return what to say of it."""
        why = next(message for kind, message in WHY if isinstance(fault, kind))
        times = number(self._last, "times", 0) + 1
        self._last = {"why": why.code, "language": language, "times": times}
        if self._path is not None:
            with suppress(OSError):  # then the next one says "Starting" first
                self._path.write_text(json.dumps(self._last), encoding="utf-8")
        return _face(why, language)

    def again(self, language: str) -> TableFace:
        """Return what to say until the next start has found out what counts."""
        return TableFace(say("starting-again", language=language))

    def up(self) -> None:
        """Forget all that failed: the board is up."""
        self.is_up, self._last = True, {}
        if self._path is not None:
            with suppress(OSError):
                self._path.unlink(missing_ok=True)

    def _read(self) -> JsonObject:
        if self._path is None:
            return {}
        try:
            found = read_object(self._path.read_text(encoding="utf-8"))
            number(found, "times")
        except (OSError, ValueError):
            return {}
        return found


def _face(why: Message, language: str) -> TableFace:
    line = say("cannot-start", why=why, language=language)
    return TableFace(line, note=say("then-doctor", language=language))
