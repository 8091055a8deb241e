"""The teacher's passphrase, and how long it opens the door."""

import asyncio
import hmac
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import scrypt
from json import dumps, loads
from pathlib import Path
from unicodedata import normalize

from firmware_host.board.messages import Refused
from firmware_host.limits import PASSPHRASE
from firmware_host.web.people.room import key_of
from firmware_host.web.ports import KeyValueStore

#: The key under which the passphrase's hash is stored.
STORE_KEY = "teacher"

#: The fewest and the most letters of a passphrase.
SHORTEST, LONGEST = PASSPHRASE

#: Source: OWASP's Password Storage Cheat Sheet, the least for scrypt in 16 MiB: five
#: times about 50 ms, which a Pi can bear and a guesser cannot.
MEMORY, TIMES = {"n": 2**14, "r": 8}, 5

#: How often an older hash was mixed, which does not say so.
ONCE = 1

#: Whoever does nothing for so long, or came in so long ago, is asked again.
IDLE_MS, WHOLE_MS = 30 * 60_000, 12 * 3_600_000

#: What is tried first by whoever wants to get in; each at least `SHORTEST` long.
COMMON = frozenset(
    (Path(__file__).parent.parent / "common.txt").read_text(encoding="utf-8").split()
)

#: The cookie of a teacher's browser.
COOKIE = "letterzone-teacher"


class Passphrase:
    """
    What the teacher knows; the board keeps only what it can be checked against.

    Args:
        store: Where that is kept.
        entropy: So many fresh bytes of chance.
    """

    def __init__(self, store: KeyValueStore, entropy: Callable[[int], bytes]) -> None:
        self._store = store
        self._entropy = entropy
        self._one = asyncio.Lock()  # each takes 16 MiB

    @property
    def is_set(self) -> bool:
        """Whether there is one."""
        return bool(self._store.get(STORE_KEY))

    async def set(self, words: str) -> None:
        """Take a new one."""
        await self._store.put(STORE_KEY, await self._made(words))

    async def is_right(self, words: str) -> bool:
        """Tell whether *words* are the passphrase; a weaker hash of it is made anew."""
        text = self._store.get(STORE_KEY)
        if not text:
            return False
        try:
            kept = loads(text)
            salt, known = bytes.fromhex(kept["salt"]), bytes.fromhex(kept["hash"])
            times = kept.get("times", ONCE)
        except (AttributeError, KeyError, TypeError, ValueError):
            return False  # a bit has changed on the card; the service button helps
        if times not in range(1, TIMES + 1):
            return False
        right = hmac.compare_digest(await self._hash(words, salt, times), known)
        if right and times != TIMES:
            made = await self._made(words)
            if self._store.get(STORE_KEY) == text:  # nobody has changed it meanwhile
                await self._store.put(STORE_KEY, made)
        return right

    async def _made(self, words: str) -> str:
        """Return what is kept of *words*."""
        salt = self._entropy(16)
        made = await self._hash(words, salt, TIMES)
        return dumps({"salt": salt.hex(), "hash": made.hex(), "times": TIMES})

    async def _hash(self, words: str, salt: bytes, times: int) -> bytes:
        plain = _plain(words).encode()
        async with self._one:
            return await asyncio.to_thread(
                scrypt, plain, salt=salt, dklen=32, p=times, **MEMORY
            )


def weakness(words: str) -> Refused | None:
    """Return why a passphrase is none; None where it is one."""
    plain = _plain(words)
    if len(plain) < SHORTEST:
        return Refused("teacher-short", values=(("n", SHORTEST),))
    if plain.casefold() in COMMON or len(set(plain)) == 1:
        return Refused("teacher-common")
    return None


def _plain(words: str) -> str:
    """Return the same for each way in which a keyboard may write it."""
    return normalize("NFKC", words).strip()


@dataclass(slots=True)
class _Session:
    began_ms: int
    last_ms: int


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

    def open(self) -> str:
        """Sign somebody in, and return the token that says so."""
        token, now_ms = self._entropy(16).hex(), self._clock_ms()
        self._open = {key: one for key, one in self._open.items() if not self._old(one)}
        self._open[key_of(token)] = _Session(now_ms, now_ms)
        return token

    def knows(self, token: str, *, active: bool) -> bool:
        """
        Tell whether a token is good.

        Args:
            token: What was shown.
            active: True where a person did something, which puts off the expiry.
        """
        found = self._open.get(key_of(token))
        if found is None or self._old(found):
            return False
        if active:
            found.last_ms = self._clock_ms()
        return True

    def close(self, token: str) -> None:
        """Sign somebody out."""
        self._open.pop(key_of(token), None)

    def close_all(self) -> None:
        """Sign everybody out."""
        self._open.clear()

    def _old(self, one: _Session) -> bool:
        now_ms = self._clock_ms()
        return now_ms - one.last_ms >= IDLE_MS or now_ms - one.began_ms >= WHOLE_MS
