"""
The duplicate evening: each board has the same words, and the pieces in the same order.

All chance of an evening comes from one key of twelve letters, read out at the start. It
never goes over a network. What promises it is told before, and opened at the end.
"""

import hashlib
import hmac
from collections.abc import Container, Iterable
from dataclasses import field

from firmware_host.board.record import Record
from firmware_host.limits import SHORTEST_WORD

#: Letters of a key: none that is mistaken for another when it is read out or written.
LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"

#: So many of them. A key is a number of base 24, and every one that is right can be
#: divided by `CHECK`: one wrong letter is noticed, and two that have changed places.
KEY_LETTERS, CHECK = 12, 31

#: Bits of a key that nobody can know, and those that say what is played.
SECRET_BITS, LENGTH_BITS, ROUNDS_BITS, LANGUAGE_BITS = 42, 2, 3, 3

#: The most rounds of an evening.
MOST_ROUNDS = 1 << ROUNDS_BITS

#: Trying all keys is made so many times as long; a Pi takes half a second for one.
STRETCHED = 100_000


class Key(Record):
    """
    The key of an evening.

    Args:
        text: Its letters.
        length: Letters of the words.
        rounds: How many rounds are played.
        language: What `mark_of` makes of the language.
    """

    text: str = field(repr=False)
    length: int
    rounds: int
    language: int

    @property
    def spoken(self) -> str:
        """The letters in groups of three, as they are read out."""
        return " ".join(self.text[at : at + 3] for at in range(0, KEY_LETTERS, 3))


def is_fit(key: Key, unfit: Iterable[Container[str]]) -> bool:
    """
    Return True if no group of letters that is read out is an unfit word.

    Args:
        key: A key.
        unfit: The words of each language that the board never says.
    """
    return not any(group in words for words in unfit for group in key.spoken.split())


def mark_of(language: str) -> int:
    """Return by what a key tells a language from others; not every one from all."""
    return sum(language.encode()) % (1 << LANGUAGE_BITS)


def new_key(chance: bytes, *, language: str, length: int, rounds: int) -> Key:
    """
    Return a new key.

    Args:
        chance: At least 8 bytes.
        language: The code of the language.
        length: Letters of the words, 3 to 6.
        rounds: 1 to `MOST_ROUNDS`.
    """
    number = int.from_bytes(chance) % (1 << SECRET_BITS)
    number = number << LENGTH_BITS | length - SHORTEST_WORD
    number = number << ROUNDS_BITS | rounds - 1
    number = (number << LANGUAGE_BITS | mark_of(language)) * CHECK
    letters = []
    for _ in range(KEY_LETTERS):
        number, at = divmod(number, len(LETTERS))
        letters.append(LETTERS[at])
    return Key("".join(letters), length, rounds, mark_of(language))


def read_key(typed: str) -> Key | None:
    """Return a key as it was typed, spaces or not; None for what is none."""
    text = "".join(typed.upper().replace("-", " ").split())
    if len(text) != KEY_LETTERS or not set(text) <= set(LETTERS):
        return None
    number = 0
    for letter in reversed(text):
        number = number * len(LETTERS) + LETTERS.index(letter)
    number, wrong = divmod(number, CHECK)
    number, language = divmod(number, 1 << LANGUAGE_BITS)
    number, rounds = divmod(number, 1 << ROUNDS_BITS)
    secret, length = divmod(number, 1 << LENGTH_BITS)
    if wrong or secret >> SECRET_BITS:
        return None
    return Key(text, length + SHORTEST_WORD, rounds + 1, language)


class Evening(Record):
    """
    What a duplicate evening plays.

    Args:
        title: What it is called.
        game: The game.
        language: Its code.
        length: Letters of the words.
        rounds: How many.
        commitment: 64 hex digits, as `commitment` makes them.
    """

    title: str
    game: str
    language: str
    length: int
    rounds: int
    commitment: str


def commitment(key: Key, nonce: bytes) -> str:
    """Return the promise of a key, told before the evening: HMAC-SHA256(nonce, key)."""
    return hmac.digest(nonce, key.text.encode(), "sha256").hex()


def seed_of(key: Key) -> bytes:
    """Return the seed of a key, 32 bytes; it takes a while, so that none is guessed."""
    return hashlib.pbkdf2_hmac(
        "sha256", key.text.encode(), b"letterzone evening", STRETCHED, 32
    )


def code(seed: bytes) -> str:
    """Return what a game says of its evening: 16 hex digits, the same on each board."""
    return hmac.digest(seed, b"code", "sha256").hex()[:16]


def chance(seed: bytes, round_number: int, voided: int = 0) -> bytes:
    """
    Return the chance of a round, 32 bytes, the same on each board.

    Args:
        seed: The evening's.
        round_number: 1 and up.
        voided: Rounds that were called off before it in this game: their words are
            known by then, so the round has chance of its own.
    """
    label = f"round:{round_number}:{voided}" if voided else f"round:{round_number}"
    return hmac.digest(seed, label.encode(), "sha256")
