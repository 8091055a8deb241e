"""Common passphrases are refused, and invented ones are not."""

import random
from itertools import product
from pathlib import Path

import pytest

from firmware_host import languages
from firmware_host.languages import CODES
from firmware_host.web.classroom.passphrase import SHORTEST, is_common

FOLDER = Path(languages.__file__).parent

#: Endings that people add to a word that is too short or not safe enough.
TAILS = (
    *("", "1", "12", "123", "1234", "12345", "123456", "007", "69", "99", "!", "1!"),
    *("2023", "2024", "2025", "2026", "1990", "2008", "-2026", "_1", "5a", "10b"),
)


def words():
    """Return words of every language that the board knows."""
    texts = ((FOLDER / code / "common.txt").read_text("utf-8") for code in CODES)
    return {word.casefold() for one in texts for word in one.split() if word.isalpha()}


def tried_first():
    """Return common passphrases that are long enough to be accepted."""
    tried = {word + tail for word, tail in product(sorted(words()), TAILS)}
    tried |= {tail + word for word, tail in product(sorted(words()), TAILS)}
    tried |= {word + word for word in words()} | {f"{word} {word}" for word in words()}
    tried |= {word.capitalize() for word in tried}
    tried |= {f"{day:02}{month:02}{year}" for day, month, year in DATES}
    return sorted(word for word in tried if len(word) >= SHORTEST)


DATES = [(d, m, y) for d in range(1, 29) for m in range(1, 13) for y in (1985, 2012)]


def test_more_than_ten_thousand_are_refused():
    """Source: OWASP ASVS 5.0, 6.2.4, asks for 3,000."""
    tried = tried_first()
    assert len(tried) > 10_000
    assert [one for one in tried if not is_common(one)] == []


@pytest.mark.parametrize(
    "one",
    [
        *("klasse5a", "Klasse 10b", "5aklasse", "class5b!", "schule2026", "lehrer123"),
        *("12345678", "87654321", "11223344", "12341234", "0123456789", "31.12.1999"),
        *(
            "qwertzuiop",
            "qwertyuiop",
            "asdfghjkl",
            "yxcvbnm123",
            "1qaz2wsx",
            "1q2w3e4r",
        ),
        *("q1w2e3r4", "qwer1234", "qwert zuiop", "poiuztrewq", "abcd1234", "abcdefgh"),
        *("passw0rd", "P4ssw0rt!", "$ommer2026", "h4ll0123", "letm31n99", "trustno1"),
        *("aaaaaaaaaaaa", "abcabcabc", "hallohallo", "haus haus haus", "!!!!!!!!!!"),
        *("iloveyou", "ichliebedich", "administrator", "letterzone1", "raspberrypi"),
    ],
)
def test_each_kind_is_refused(one):
    assert is_common(one)


@pytest.mark.parametrize(
    "one",
    [
        *(
            "four green bicycles",
            "vier grüne Räder",
            "mine all mine",
            "drei Igel im Bett",
        ),
        *("correcthorsebatterystaple", "Donaudampfschifffahrt", "x7Kq!9vPz2wr"),
        *("klasse 5a mag Igel", "blue kite 2026"),
    ],
)
def test_what_somebody_made_up_is_taken(one):
    assert not is_common(one)


def test_three_words_are_nearly_always_enough():
    """The advice given with a refusal fails once in a thousand times at most."""
    dice = random.Random(5)  # noqa: S311 - the same words each time
    known = sorted(word for word in words() if len(word) > 3)
    tried = [" ".join(dice.sample(known, 3)) for _ in range(2000)]
    assert sum(map(is_common, tried)) <= len(tried) // 1000
