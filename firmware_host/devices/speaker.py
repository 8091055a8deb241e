"""
A loudspeaker on the Pi: tunes and spoken clips, played by ``mpg123`` through ALSA.

One process plays the files of one announcement, and is ended by a newer one. No caller
waits for it. If the program or the sound card is missing, the speaker is reported as
failed, retried with a short silent file, and reported as healed when it works.
Announcements in between are dropped.
"""

import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from subprocess import DEVNULL, Popen, TimeoutExpired
from typing import Self

from firmware_host.board.events import BoardEvent, Failed, Healed

#: The period in seconds in which a failed speaker is retried.
RETRY_S = 5.0

#: The timeout of an announcement in seconds.
LONGEST_S = 30.0

#: The longest wait in seconds for the player to end.
CLOSE_S = 2.0

#: The clip with which a failed speaker is tested.
SILENCE = "tones/silence"


class Speaker:
    """
    A loudspeaker; entering tests it, leaving makes it silent.

    Args:
        device: The name of the ALSA device, such as ``default``.
        folder: The folder of the clips.
        tell: Called on the speaker's thread with each `Failed` and `Healed`.
        program: The player, with the options of ``mpg123``.
    """

    def __init__(
        self,
        device: str,
        folder: Path,
        *,
        tell: Callable[[BoardEvent], None],
        program: str = "mpg123",
    ) -> None:
        self._command = (program, "-q", "-o", "alsa", "-a", device)
        self._folder = folder
        self._tell = tell
        self._changed = threading.Condition()
        self._wanted: tuple[str, ...] | None = (SILENCE,)
        self._process: Popen[bytes] | None = None
        self._dead = False
        self._leaving = False
        self._thread: threading.Thread | None = None

    def __enter__(self) -> Self:
        # A daemon thread: the process can exit even if the sound card blocks.
        self._thread = threading.Thread(target=self._run, name="speaker", daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def has(self, clip: str) -> bool:
        """Return True if a clip exists, such as ``en/zone-3``."""
        return self._file(clip).is_file()

    def play(self, *clips: str) -> None:
        """Play clips one after the other; stop the previous announcement."""
        with self._changed:
            self._wanted = clips
            self._end_process()
            self._changed.notify()

    def close(self) -> None:
        """Stop playing and end the thread; closing twice is allowed."""
        with self._changed:
            self._leaving = True
            self._end_process()
            self._changed.notify()
        if self._thread is not None:
            self._thread.join(CLOSE_S)

    def _file(self, clip: str) -> Path:
        return self._folder / f"{clip}.mp3"

    @property
    def _newer(self) -> bool:
        return self._wanted is not None or self._leaving

    def _end_process(self) -> None:
        if self._process is not None:
            self._process.kill()

    def _run(self) -> None:
        while True:
            with self._changed:
                if self._wanted is None and not self._leaving:
                    self._changed.wait(RETRY_S if self._dead else None)
                if self._leaving:
                    return
                clips, self._wanted = self._wanted, None
            if clips is not None or self._dead:
                self._told(works=self._played(clips or (SILENCE,)))

    def _played(self, clips: tuple[str, ...]) -> bool | None:
        """Play clips; return True on success, False on failure, None if interrupted."""
        files = map(str, map(self._file, clips))
        try:
            process = Popen(  # noqa: S603 - our own program and files
                (*self._command, *files), stdin=DEVNULL, stdout=DEVNULL, stderr=DEVNULL
            )
        except OSError:
            return False
        with self._changed:
            self._process = process
            if self._newer:
                process.kill()
        try:
            status = process.wait(LONGEST_S)
        except TimeoutExpired:
            process.kill()
            with suppress(TimeoutExpired):
                process.wait(CLOSE_S)
            status = 1
        with self._changed:
            self._process = None
            return None if self._newer else status == 0

    def _told(self, *, works: bool | None) -> None:
        if works is None or works is not self._dead:
            return  # interrupted, or the state has not changed
        self._dead = not works
        self._tell(Healed("speaker") if works else Failed("speaker"))
