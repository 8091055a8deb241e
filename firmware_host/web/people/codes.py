"""Codes that people type, and the keys by which their browsers are known."""

from hashlib import sha256

from firmware_host.web.ports import Services

#: Letters of a code: no vowels, so it spells nothing, and no look-alikes.
LETTERS = "BCDFGHJKLMNPQRSTVWXZ"

#: In class a code is shown so long; afterwards it is good for whoever is typing it.
SHOWN_MS, AFTER_MS = 10 * 60_000, 2 * 60_000


class JoiningCode:
    """
    What lets a phone in that has been before the wall.

    Args:
        services: A clock, and chance.
        now: The code that was shown before a restart; empty for a new one.
    """

    def __init__(self, services: Services, now: str = "") -> None:
        self._services = services
        self.now = now or new_code(services)
        self._before = ""
        self._since_ms = services.clock_ms()

    def takes(self, typed: str) -> bool:
        """Tell whether *typed* is the code, or the one before for a little while."""
        code = typed.strip().upper()
        if code == self.now:
            return True
        late = self._services.clock_ms() >= self._since_ms + AFTER_MS
        return code == self._before and bool(code) and not late

    def turn(self) -> bool:
        """Show another one if this one was shown long enough; tell whether it was."""
        if self._services.clock_ms() < self._since_ms + SHOWN_MS:
            return False
        before = self.now
        self.change()
        self._before = before
        return True

    def change(self) -> None:
        """Show another one; the one before is void at once."""
        self.now, self._before = new_code(self._services), ""
        self._since_ms = self._services.clock_ms()


def new_code(services: Services) -> str:
    """Return a code that can be read out, of four letters."""
    return "".join(LETTERS[one % len(LETTERS)] for one in services.entropy(4))


def key_of(token: str) -> str:
    """Return what a browser with that cookie is known by; no cookie is ever kept."""
    return sha256(token.encode()).hexdigest() if token else ""
