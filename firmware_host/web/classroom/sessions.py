"""Sessions of the teacher: each browser that is signed in, and its expiry."""

from collections.abc import Callable
from dataclasses import dataclass

from firmware_host.web.people.codes import key_of
from firmware_host.web.shown import SignedIn

#: The lifetime of a session in ms: without an action, and in total.
IDLE_MS, WHOLE_MS = 30 * 60_000, 12 * 3_600_000

#: The time in ms after typing the passphrase in which it need not be typed again.
SURE_MS = 5 * 60_000

#: Marks in a User-Agent header with the browser's name. The first match counts, since a
#: browser also lists the names of similar browsers.
_BROWSERS = (
    *(("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser", "Samsung Internet")),
    *(("Firefox", "Firefox"), ("FxiOS", "Firefox"), ("Chrom", "Chrome")),
    *(("CriOS", "Chrome"), ("Safari", "Safari")),
)

#: The same for operating systems.
_SYSTEMS = (
    *(("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad")),
    *(("Windows", "Windows"), ("CrOS", "ChromeOS"), ("Mac OS X", "Mac")),
    ("Linux", "Linux"),
)


@dataclass(slots=True)
class _Session:
    number: int
    browser: str
    began_ms: int
    last_ms: int
    sure_ms: int


class Sessions:
    """
    The teacher's sessions, kept in memory only; tokens are stored as hashes.

    Args:
        clock_ms: Returns the ms of a monotonic clock.
        entropy: Returns a number of fresh random bytes.
    """

    def __init__(
        self, clock_ms: Callable[[], int], entropy: Callable[[int], bytes]
    ) -> None:
        self._clock_ms = clock_ms
        self._entropy = entropy
        self._open: dict[str, _Session] = {}
        self._number = 0

    def open(self, browser: str = "") -> str:
        """
        Start a session in a browser in which the passphrase was typed just now.

        Args:
            browser: The browser's name for the list of sessions.

        Returns:
            The token of the session.
        """
        token, now_ms = self._entropy(16).hex(), self._clock_ms()
        self._number += 1
        self._open = {key: one for key, one in self._open.items() if not self._old(one)}
        self._open[key_of(token)] = _Session(
            self._number, browser, began_ms=now_ms, last_ms=now_ms, sure_ms=now_ms
        )
        return token

    def knows(self, token: str, *, active: bool) -> bool:
        """
        Return True if a token belongs to an open session.

        Args:
            token: The token.
            active: True for an action by a person, which delays the expiry.
        """
        found = self._found(token)
        if found is not None and active:
            found.last_ms = self._clock_ms()
        return found is not None

    def is_sure(self, token: str) -> bool:
        """Return True if a session confirmed the passphrase less than `SURE_MS` ago."""
        found = self._found(token)
        return found is not None and self._clock_ms() - found.sure_ms < SURE_MS

    def make_sure(self, token: str) -> None:
        """Note that the passphrase was typed again in a session."""
        found = self._found(token)
        if found is not None:
            found.sure_ms = self._clock_ms()

    def document(self, token: str) -> list[SignedIn]:
        """Return every session as JSON, the newest first; *token* is the caller's."""
        own, now_ms = key_of(token), self._clock_ms()
        return [
            {
                "number": one.number,
                "browser": one.browser,
                "own": key == own,
                "began_ms_ago": now_ms - one.began_ms,
                "seen_ms_ago": now_ms - one.last_ms,
            }
            for key, one in reversed(self._open.items())
            if not self._old(one)
        ]

    def end(self, number: int) -> None:
        """End the session with a number."""
        self._open = {
            key: one for key, one in self._open.items() if one.number != number
        }

    def close(self, token: str) -> None:
        """End the session of a token."""
        self._open.pop(key_of(token), None)

    def close_all(self) -> None:
        """End all sessions."""
        self._open.clear()

    def _found(self, token: str) -> _Session | None:
        found = self._open.get(key_of(token))
        return None if found is None or self._old(found) else found

    def _old(self, one: _Session) -> bool:
        now_ms = self._clock_ms()
        return now_ms - one.last_ms >= IDLE_MS or now_ms - one.began_ms >= WHOLE_MS


def browser_name(agent: str) -> str:
    """
    Return the name of a browser, such as ``Firefox, Windows``.

    Args:
        agent: The User-Agent header. It may contain any text, so the result contains
            known names only.
    """
    lists = (_BROWSERS, _SYSTEMS)
    found = (next((name for by, name in one if by in agent), "") for one in lists)
    return ", ".join(filter(None, found))
