"""Codes that people type, and the keys by which their browsers are known."""

from hashlib import sha256

from firmware_host.board.record import Record
from firmware_host.web.ports import Services

#: Letters of a code: no vowels, so it spells nothing, and no look-alikes.
LETTERS = "BCDFGHJKLMNPQRSTVWXZ"

#: Letters of a joining code, and of a code that gives a lost phone's place back.
JOINING, RETURNING = 4, 6

#: After so many wrong codes, from wherever they come, there is another one: of 160,000
#: codes those are one in 800.
MISSES = 200

#: In class a code is shown so long; afterwards it is good for whoever is typing it.
SHOWN_MS, AFTER_MS = 10 * 60_000, 2 * 60_000

#: A code for coming back is good for so long, and once.
RETURN_MS = 5 * 60_000


class JoiningCode:
    """
    What lets a phone in that has been before the wall.

    Args:
        services: A clock, and chance.
        now: The code that was shown before a restart; empty for a new one.
    """

    def __init__(self, services: Services, now: str = "") -> None:
        self._services = services
        self.now = now or new_code(services, JOINING)
        self._before = ""
        self._misses = 0
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
        self._follow()
        return True

    def miss(self) -> bool:
        """Count a wrong code; return True if too many caused a new code."""
        self._misses += 1
        if self._misses < MISSES:
            return False
        self._follow()
        return True

    def _follow(self) -> None:
        """Replace the code by a new one; the old code is still accepted."""
        before = self.now
        self.change()
        self._before = before

    def change(self) -> None:
        """Replace the code by a new one; the old code is not accepted any more."""
        self.now, self._before = new_code(self._services, JOINING), ""
        self._misses = 0
        self._since_ms = self._services.clock_ms()


def new_code(services: Services, letters: int) -> str:
    """Return a random code of *letters* characters that are easy to read out."""
    return "".join(LETTERS[one % len(LETTERS)] for one in services.entropy(letters))


def key_of(token: str) -> str:
    """Return what a browser with that cookie is known by; no cookie is ever kept."""
    return sha256(token.encode()).hexdigest() if token else ""


class _Return(Record):
    phone: int
    until_ms: int


class Returns:
    """
    Codes by which a place is taken up again with another phone.

    Args:
        services: A clock, and chance.
    """

    def __init__(self, services: Services) -> None:
        self._services = services
        self._open: dict[str, _Return] = {}

    def offer(self, phone: int) -> str:
        """Return a new code for the place of *phone*; an older one is void."""
        self.void(phone)
        code = new_code(self._services, RETURNING)
        self._open[code] = _Return(phone, self._services.clock_ms() + RETURN_MS)
        return code

    def void(self, phone: int) -> None:
        """Let no code give the place of *phone* any more: it plays on."""
        self._open = {key: one for key, one in self._open.items() if one.phone != phone}

    def phone(self, code: str) -> int | None:
        """Return the phone whose place a code gives; None for a wrong code."""
        found = self._open.get(code.strip().upper())
        if found is None or self._services.clock_ms() >= found.until_ms:
            return None
        return found.phone
