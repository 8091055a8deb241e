"""
The word of the day: the same on every board, computed from the day's number.

Source: docs/rules, "The word of the day"; a ruling of ours.
"""

from hashlib import sha256

from firmware_host.words.language import DAY, Language


def words_of_day(language: Language, length: int, day: int) -> tuple[str, ...]:
    """
    Return the everyday words that ship with a language in the order of one day.

    The first one is the word of the day; if a board lacks it or its alphabet cannot
    build it, the next one. The order is that of the words' own hashes, so adding or
    removing a word moves no other.

    Args:
        language: The language; the owner's own list has no effect.
        length: The number of letters of the word.
        day: The number of the day: days since 1 January 2026.
    """
    seed = f"letterzone day {day} {language.code} {length}"
    words = language.drawn(length, DAY).words(length)
    return tuple(sorted(words, key=lambda word: _place(seed, word)))


def _place(seed: str, word: str) -> bytes:
    return sha256(f"{seed} {word}".encode()).digest()
