"""The teacher's passphrase: its hash, and tests for weak ones."""

import asyncio
import hashlib
import hmac
import re
from collections.abc import Callable
from dataclasses import field
from functools import cache
from itertools import pairwise
from json import dumps
from unicodedata import normalize

from firmware_host.board.json import as_number, read_object, text as text_of
from firmware_host.board.messages import Refused
from firmware_host.board.record import Record
from firmware_host.limits import PASSPHRASE
from firmware_host.web.ports import KeyValueStore

#: The key under which the passphrase's hash is stored.
STORE_KEY = "teacher"

#: The least and the greatest length of a passphrase.
SHORTEST, LONGEST = PASSPHRASE

#: Source: OWASP's Password Storage Cheat Sheet, the least for scrypt in 16 MiB: five
#: times about 50 ms, which a Pi can bear and a guesser cannot.
MEMORY, TIMES = {"n": 2**14, "r": 8}, 5

#: The number of scrypt passes of older hashes, which do not state it.
ONCE = 1

#: The cookie of a teacher's browser.
COOKIE = "letterzone-teacher"

#: The cookie of a browser in which the passphrase was right once; it gives no rights.
KNOWN = "letterzone-known"


class Passphrase:
    """
    The teacher's passphrase; the board stores only a salted hash.

    Args:
        store: The store of the hash.
        entropy: Returns a number of fresh random bytes.
    """

    def __init__(self, store: KeyValueStore, entropy: Callable[[int], bytes]) -> None:
        self._store = store
        self._entropy = entropy
        self._one = asyncio.Lock()  # one hash at a time: each needs 16 MiB
        #: The key of stamps, read once, since each request may contain one.
        self._stamping: bytes | None = None

    @property
    def is_set(self) -> bool:
        """Whether a passphrase is set."""
        return bool(self._store.get(STORE_KEY))

    async def set(self, words: str) -> None:
        """Store a new passphrase."""
        await self._keep(await self._made(words))

    async def _keep(self, text: str) -> None:
        await self._store.put(STORE_KEY, text)
        self._stamping = None

    async def is_right(self, words: str) -> bool:
        """Return True if *words* are the passphrase; replace a weaker stored hash."""
        text = self._store.get(STORE_KEY)
        kept = _read(text)
        if kept is None:
            return False
        made = await self._hash(words, kept.salt, kept.times)
        right = hmac.compare_digest(made, kept.hashed)
        if right and kept.times != TIMES:
            again = await self._made(words)
            if self._store.get(STORE_KEY) == text:  # not changed in the meantime
                await self._keep(again)
        return right

    def stamp(self) -> str:
        """
        Return a stamp for a browser that has sent the right passphrase.

        A stamp gives no rights: it only separates the browser's tries from wrong tries
        of others. A new passphrase makes it invalid. Source: OWASP's device cookies.
        """
        number = self._entropy(16).hex()
        return f"{number}.{self._mac(number)}"

    def stamped(self, shown: str) -> str:
        """Return the number in a stamp that is ours; empty for any other text."""
        number, _, mac = shown.partition(".")
        good = hmac.compare_digest(mac.encode(), self._mac(number).encode())
        return number if good and number else ""

    def _mac(self, number: str) -> str:
        if self._stamping is None:
            kept = _read(self._store.get(STORE_KEY))
            self._stamping = self._entropy(32) if kept is None else kept.hashed
        return hmac.digest(self._stamping, f"known {number}".encode(), "sha256").hex()

    async def _made(self, words: str) -> str:
        """Return the stored form of *words*: a new salt and the hash, as JSON."""
        salt = self._entropy(16)
        made = await self._hash(words, salt, TIMES)
        return dumps({"salt": salt.hex(), "hash": made.hex(), "times": TIMES})

    async def _hash(self, words: str, salt: bytes, times: int) -> bytes:
        plain = _plain(words).encode()
        async with self._one:
            return await asyncio.to_thread(
                hashlib.scrypt, plain, salt=salt, dklen=32, p=times, **MEMORY
            )


class _StoredPassphrase(Record):
    """The stored salt and hash of a passphrase."""

    salt: bytes = field(repr=False)
    hashed: bytes = field(repr=False)
    times: int


def _read(text: str | None) -> _StoredPassphrase | None:
    """Return the stored passphrase, or None if there is none or it is damaged."""
    try:
        kept = read_object(text or "")
        salt, hashed = (bytes.fromhex(text_of(kept, one)) for one in ("salt", "hash"))
        times = as_number(kept.get("times", ONCE))
    except ValueError:
        return None  # the service button allows a new claim
    return _StoredPassphrase(salt, hashed, times) if 1 <= times <= TIMES else None


def weakness(words: str) -> Refused | None:
    """Return the refusal of a weak passphrase, or None."""
    plain = _plain(words)
    if len(plain) < SHORTEST:
        return Refused("teacher-short", values=(("n", SHORTEST),))
    if is_common(plain):
        return Refused("teacher-common")
    return None


def _plain(words: str) -> str:
    """Return a text in one form, whichever form a keyboard produces."""
    return normalize("NFKC", words).strip()


#: The greatest length of a single word; a longer run of letters has several words.
WORD_LETTERS = 14

#: The least length of a run of letters that may be a word; the most letters outside of
#: such runs, as in ``klasse5a``; the most digits, as in a date or a telephone number.
RUN_LETTERS, STRAY_LETTERS, FIGURES = 3, 2, 12

#: Digits and signs that stand for letters, as in ``p4ssw0rd``.
_LETTERED = str.maketrans("0134578@$!|+", "oleastbasilt")

#: The rows of keyboards, each moved half a key to the right of the one above.
_KEYBOARDS = (
    ("1234567890ß", "qwertzuiopü", "asdfghjklöä", "yxcvbnm"),
    ("1234567890-", "qwertyuiop[", "asdfghjkl;'", "zxcvbnm"),
)

#: The largest distance of neighbouring keys, in widths of a key.
_NEAR = 1.5

#: The divisor for the number of jumps that a sequence of neighbouring keys may have, as
#: in ``qwer1234``.
_STEPS_A_JUMP = 6


def is_common(words: str) -> bool:
    """Return True if a passphrase is of a kind that attackers try first."""
    plain = words.casefold().replace("'", "")
    return (
        _is_one_word(plain)
        or _is_one_word(plain.translate(_LETTERED))
        or _repeats(plain)
        or _is_walk(plain)
    )


def _is_one_word(plain: str) -> bool:
    """Return True if there is at most one word, with digits and signs around it."""
    runs = re.findall(r"[^\W\d_]+", plain)
    long = [len(one) for one in runs if len(one) >= RUN_LETTERS]
    stray = sum(map(len, runs)) - sum(long)
    figures = sum(map(str.isdigit, plain))
    return (
        len(long) <= 1
        and sum(long) <= WORD_LETTERS
        and stray <= STRAY_LETTERS
        and figures <= FIGURES
    )


def _repeats(plain: str) -> bool:
    """Return True if the text is a repetition of a shorter one."""
    bare = "".join(filter(str.isalnum, plain))
    return bare in (bare + bare)[1:-1]


def _is_walk(plain: str) -> bool:
    """Return True if nearly each sign is next to the previous one on a keyboard."""
    signs = "".join(plain.split())
    steps = list(pairwise(signs))
    jumps = sum(not _beside(one, other) for one, other in steps)
    return jumps * _STEPS_A_JUMP <= len(steps)


def _beside(one: str, other: str) -> bool:
    """Return True if two signs follow each other, or are neighbours on a keyboard."""
    return abs(ord(one) - ord(other)) <= 1 or (one, other) in _neighbours()


@cache
def _neighbours() -> frozenset[tuple[str, str]]:
    """Return the pairs of signs that are neighbours on one of the keyboards."""
    pairs = set[tuple[str, str]]()
    for rows in _KEYBOARDS:
        at = {
            sign: (x + row / 2, row)
            for row, signs in enumerate(rows)
            for x, sign in enumerate(signs)
        }
        pairs |= {
            (one, other)
            for one, (x, row) in at.items()
            for other, (x2, row2) in at.items()
            if abs(x - x2) <= _NEAR and abs(row - row2) <= 1
        }
    return frozenset(pairs)
