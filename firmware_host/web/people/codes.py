"""Codes that people type to join, and the keys of their browsers."""

from hashlib import sha256

from firmware_host.board.record import Record
from firmware_host.web.ports import Services

#: The letters of codes: without vowels, so that no words result, and without letters
#: that look alike.
LETTERS = "BCDFGHJKLMNPQRSTVWXZ"

#: The length of a joining code, and of a code that returns a lost phone's seat.
JOINING, RETURNING = 4, 6

#: The number of wrong codes from all browsers after which the code changes: one in 800
#: of the 160,000 possible codes.
MISSES = 200

#: In a class: the time in ms that a code is shown, and that it stays valid afterwards.
SHOWN_MS, AFTER_MS = 10 * 60_000, 2 * 60_000

#: The time in ms for which a code to return is valid; it works once.
RETURN_MS = 5 * 60_000


class JoiningCode:
    """
    The code with which a phone joins; a screen in the room shows it.

    Args:
        services: The clock and the source of random bytes.
        now: The code shown before a restart; empty for a new code.
    """

    def __init__(self, services: Services, now: str = "") -> None:
        self._services = services
        self.now = now or new_code(services, JOINING)
        self._before = ""
        self._misses = 0
        self._since_ms = services.clock_ms()

    def takes(self, typed: str) -> bool:
        """
        Return True if *typed* is the joining code.

        The code before it is also accepted for `AFTER_MS`, unless `change` voided it.
        """
        code = typed.strip().upper()
        if code == self.now:
            return True
        late = self._services.clock_ms() >= self._since_ms + AFTER_MS
        return code == self._before and bool(code) and not late

    def turn(self) -> bool:
        """Replace the joining code if it is `SHOWN_MS` old; return True if it was."""
        if self._services.clock_ms() < self._since_ms + SHOWN_MS:
            return False
        self._follow()
        return True

    def miss(self) -> bool:
        """
        Count a wrong joining code; replace the code after `MISSES` wrong ones.

        Return True if the code was replaced.
        """
        self._misses += 1
        if self._misses < MISSES:
            return False
        self._follow()
        return True

    def _follow(self) -> None:
        """Replace the joining code; the old one is still accepted for `AFTER_MS`."""
        before = self.now
        self.change()
        self._before = before

    def change(self) -> None:
        """Replace the joining code; the old one is no longer accepted."""
        self.now, self._before = new_code(self._services, JOINING), ""
        self._misses = 0
        self._since_ms = self._services.clock_ms()


def new_code(services: Services, letters: int) -> str:
    """Return a random code of *letters* characters that are easy to read out."""
    return "".join(LETTERS[one % len(LETTERS)] for one in services.entropy(letters))


def key_of(token: str) -> str:
    """Return the key of a browser: the hash of its cookie."""
    return sha256(token.encode()).hexdigest() if token else ""


class _Return(Record):
    phone: int
    until_ms: int


class Returns:
    """
    Codes by which a person takes a seat again with another phone.

    Args:
        services: The clock and the source of random bytes.
    """

    def __init__(self, services: Services) -> None:
        self._services = services
        self._open: dict[str, _Return] = {}

    def offer(self, phone: int) -> str:
        """Return a new code for the seat of *phone*; an older code becomes invalid."""
        self.void(phone)
        code = new_code(self._services, RETURNING)
        self._open[code] = _Return(phone, self._services.clock_ms() + RETURN_MS)
        return code

    def void(self, phone: int) -> None:
        """Delete the code for the seat of *phone*, which is connected again."""
        self._open = {key: one for key, one in self._open.items() if one.phone != phone}

    def phone(self, code: str) -> int | None:
        """Return the number of the lost phone for a code; None for a wrong code."""
        found = self._open.get(code.strip().upper())
        if found is None or self._services.clock_ms() >= found.until_ms:
            return None
        return found.phone
