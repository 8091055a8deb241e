"""The teacher's passphrase, and how long it opens the door."""

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

#: The fewest and the most letters of a passphrase.
SHORTEST, LONGEST = PASSPHRASE

#: Source: OWASP's Password Storage Cheat Sheet, the least for scrypt in 16 MiB: five
#: times about 50 ms, which a Pi can bear and a guesser cannot.
MEMORY, TIMES = {"n": 2**14, "r": 8}, 5

#: How often an older hash was mixed, which does not say so.
ONCE = 1

#: The cookie of a teacher's browser.
COOKIE = "letterzone-teacher"

#: The cookie of a browser that has known the passphrase once; it opens nothing.
KNOWN = "letterzone-known"


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
        #: What stamps are made with; read once, for each request may show one.
        self._stamping: bytes | None = None

    @property
    def is_set(self) -> bool:
        """Whether there is one."""
        return bool(self._store.get(STORE_KEY))

    async def set(self, words: str) -> None:
        """Take a new one."""
        await self._keep(await self._made(words))

    async def _keep(self, text: str) -> None:
        await self._store.put(STORE_KEY, text)
        self._stamping = None

    async def is_right(self, words: str) -> bool:
        """Tell whether *words* are the passphrase; a weaker hash of it is made anew."""
        text = self._store.get(STORE_KEY)
        kept = _read(text)
        if kept is None:
            return False
        made = await self._hash(words, kept.salt, kept.times)
        right = hmac.compare_digest(made, kept.hashed)
        if right and kept.times != TIMES:
            again = await self._made(words)
            if self._store.get(STORE_KEY) == text:  # nobody has changed it meanwhile
                await self._keep(again)
        return right

    def stamp(self) -> str:
        """
        Return what a browser is known by that has known the passphrase.

        It opens nothing: wrong passphrases from elsewhere do not keep it waiting. It
        is void once there is a new passphrase. Source: OWASP's device cookies.
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
        """Return what is kept of *words*."""
        salt = self._entropy(16)
        made = await self._hash(words, salt, TIMES)
        return dumps({"salt": salt.hex(), "hash": made.hex(), "times": TIMES})

    async def _hash(self, words: str, salt: bytes, times: int) -> bytes:
        plain = _plain(words).encode()
        async with self._one:
            return await asyncio.to_thread(
                hashlib.scrypt, plain, salt=salt, dklen=32, p=times, **MEMORY
            )


class _Kept(Record):
    """What the board keeps of a passphrase."""

    salt: bytes = field(repr=False)
    hashed: bytes = field(repr=False)
    times: int


def _read(text: str | None) -> _Kept | None:
    """Return what is kept; None where there is nothing, or a bit has changed in it."""
    try:
        kept = read_object(text or "")
        salt, hashed = (bytes.fromhex(text_of(kept, one)) for one in ("salt", "hash"))
        times = as_number(kept.get("times", ONCE))
    except ValueError:
        return None  # the service button helps
    return _Kept(salt, hashed, times) if 1 <= times <= TIMES else None


def weakness(words: str) -> Refused | None:
    """Return why a passphrase is none; None where it is one."""
    plain = _plain(words)
    if len(plain) < SHORTEST:
        return Refused("teacher-short", values=(("n", SHORTEST),))
    if is_common(plain):
        return Refused("teacher-common")
    return None


def _plain(words: str) -> str:
    """Return the same for each way in which a keyboard may write it."""
    return normalize("NFKC", words).strip()


#: One word has so many letters at most; a longer one is made of several.
WORD_LETTERS = 14

#: A run of so many letters may be a word; so many letters outside of it are a trifle,
#: as in ``klasse5a``; so many figures are a year, a date or a telephone.
RUN_LETTERS, STRAY_LETTERS, FIGURES = 3, 2, 12

#: Figures and signs that stand for letters, as in ``p4ssw0rd``.
_LETTERED = str.maketrans("0134578@$!|+", "oleastbasilt")

#: The rows of keyboards, each moved half a key to the right of the one above.
_KEYBOARDS = (
    ("1234567890ß", "qwertzuiopü", "asdfghjklöä", "yxcvbnm"),
    ("1234567890-", "qwertyuiop[", "asdfghjkl;'", "zxcvbnm"),
)

#: Keys of one row or two are side by side if they are so many keys apart at most.
_NEAR = 1.5

#: On a walk over the keyboard one step of so many may be a jump, as in ``qwer1234``.
_STEPS_A_JUMP = 6


def is_common(words: str) -> bool:
    """Tell whether a passphrase is of a kind that is tried first."""
    plain = words.casefold().replace("'", "")
    return (
        _is_one_word(plain)
        or _is_one_word(plain.translate(_LETTERED))
        or _repeats(plain)
        or _is_walk(plain)
    )


def _is_one_word(plain: str) -> bool:
    """Tell whether there is one word at most, with figures and signs around it."""
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
    """Tell whether the same comes again and again."""
    bare = "".join(filter(str.isalnum, plain))
    return bare in (bare + bare)[1:-1]


def _is_walk(plain: str) -> bool:
    """Tell whether nearly each sign is beside the one before it."""
    signs = "".join(plain.split())
    steps = list(pairwise(signs))
    jumps = sum(not _beside(one, other) for one, other in steps)
    return jumps * _STEPS_A_JUMP <= len(steps)


def _beside(one: str, other: str) -> bool:
    """Tell whether two signs follow each other, or lie side by side on a keyboard."""
    return abs(ord(one) - ord(other)) <= 1 or (one, other) in _neighbours()


@cache
def _neighbours() -> frozenset[tuple[str, str]]:
    """Return each two signs that lie side by side on one of the keyboards."""
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
