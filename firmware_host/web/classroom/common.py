"""
Which passphrases everybody tries first, said by rules instead of by a list.

The passphrases that are most common are one word with figures around it, signs that
lie side by side on a keyboard, or something that comes twice. A list of them would be
somebody's data, and would miss `klasse5a`; each rule covers a whole kind.
"""

import re
from functools import cache
from itertools import pairwise

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
