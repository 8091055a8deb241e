"""
Failed starts: the message on the table's screen, and the delay before the next one.

systemd restarts a board without end. The state is stored in its runtime folder, so the
next process shows the last message instead of "Starting" again.
"""

import json
from contextlib import suppress
from pathlib import Path

from firmware_host.board.faces import TableFace
from firmware_host.board.json import JsonObject, number, read_object
from firmware_host.board.messages import Message, say
from firmware_host.errors import BoardMissingError, JournalError, SettingsError
from firmware_host.languages import CODES

#: The file about the last failed start.
NAME = "failed-start.json"

#: The first wait in seconds before the next start, which doubles, and the longest one.
FIRST_S, LAST_S = 2.0, 60.0

#: The message for each kind of fault; the first that applies is used.
WHY = (
    (JournalError, say("cannot-start-journal")),
    (SettingsError, say("cannot-start-settings")),
    (BoardMissingError, say("cannot-start-pins")),
    (Exception, say("cannot-start-ours")),
)


class Starts:
    """
    The failed starts of a board since the last success.

    Args:
        folder: A folder that outlives a start, but not a stop of the service; None for
            none.
    """

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder
        self._path = None if folder is None else folder / NAME
        self._last = self._read()
        self.is_up = False

    @property
    def face(self) -> TableFace | None:
        """The table's screen about the last start; None if that succeeded."""
        match self._last:
            case {"why": str(code), "language": language} if language in CODES:
                return _face(say(code), language)
            case _:
                return None

    @property
    def rest_s(self) -> float:
        """The delay before the next start, in seconds."""
        times = number(self._last, "times", 0)
        return float(min(LAST_S, FIRST_S * 2 ** min(max(0, times - 1), 10)))

    def failed(self, fault: Exception, language: str) -> TableFace:
        """Store the reason of a failed start, and count it; return the face for it."""
        why = next(message for kind, message in WHY if isinstance(fault, kind))
        times = number(self._last, "times", 0) + 1
        self._last = {"why": why.code, "language": language, "times": times}
        if self._path is not None:
            with suppress(OSError):  # then the next one says "Starting" first
                self._path.write_text(json.dumps(self._last), encoding="utf-8")
        return _face(why, language)

    def again(self, language: str) -> TableFace:
        """Return the table's screen until the next start has read the journal."""
        return TableFace(say("starting-again", language=language))

    def up(self) -> None:
        """Note that the start succeeded: delete the record of failed starts."""
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
