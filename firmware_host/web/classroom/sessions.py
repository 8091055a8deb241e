"""Who is signed in as the teacher, in which browser, and for how long."""

from collections.abc import Callable
from dataclasses import dataclass

from firmware_host.web.people.codes import key_of
from firmware_host.web.shown import SignedIn

#: Whoever does nothing for so long, or came in so long ago, is asked again.
IDLE_MS, WHOLE_MS = 30 * 60_000, 12 * 3_600_000

#: So long after the passphrase was typed it is not asked for again.
SURE_MS = 5 * 60_000

#: What a browser calls itself by, and its name; the first that is found counts, since
#: each calls itself by the names of those that it is like as well.
_BROWSERS = (
    *(("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser", "Samsung Internet")),
    *(("Firefox", "Firefox"), ("FxiOS", "Firefox"), ("Chrom", "Chrome")),
    *(("CriOS", "Chrome"), ("Safari", "Safari")),
)

#: The same for what it runs on.
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
    Who is signed in; kept in memory alone, and only as hashes.

    Args:
        clock_ms: A clock that never goes back.
        entropy: So many fresh bytes of chance.
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
        Sign somebody in who has typed the passphrase just now.

        Args:
            browser: What the browser is called, for the list of sessions.

        Returns:
            The token that says so.
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
        Tell whether a token is good.

        Args:
            token: What was shown.
            active: True where a person did something, which puts off the expiry.
        """
        found = self._found(token)
        if found is not None and active:
            found.last_ms = self._clock_ms()
        return found is not None

    def is_sure(self, token: str) -> bool:
        """Tell whether the passphrase was typed there a short while ago."""
        found = self._found(token)
        return found is not None and self._clock_ms() - found.sure_ms < SURE_MS

    def make_sure(self, token: str) -> None:
        """Note that the passphrase was typed there again."""
        found = self._found(token)
        if found is not None:
            found.sure_ms = self._clock_ms()

    def document(self, token: str) -> list[SignedIn]:
        """Return every session, the newest first; *token* is who asks."""
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
        """Sign the browser of that number out."""
        self._open = {
            key: one for key, one in self._open.items() if one.number != number
        }

    def close(self, token: str) -> None:
        """Sign somebody out."""
        self._open.pop(key_of(token), None)

    def close_all(self) -> None:
        """Sign everybody out."""
        self._open.clear()

    def _found(self, token: str) -> _Session | None:
        found = self._open.get(key_of(token))
        return None if found is None or self._old(found) else found

    def _old(self, one: _Session) -> bool:
        now_ms = self._clock_ms()
        return now_ms - one.last_ms >= IDLE_MS or now_ms - one.began_ms >= WHOLE_MS


def called(agent: str) -> str:
    """
    Return what a browser is called, such as ``Firefox, Windows``.

    Args:
        agent: The header in which it names itself; anybody can send anything there, so
            only names of ours come out.
    """
    lists = (_BROWSERS, _SYSTEMS)
    found = (next((name for by, name in one if by in agent), "") for one in lists)
    return ", ".join(filter(None, found))
