"""
The letter piece alphabet, typed from the rules a second time.

One string for each letter: r is a long straight *red* piece, y a short straight
*yellow* one, b a wide *blue* curve, g a tight *green* curve. The product's own table
was typed independently. Where the two differ, one is wrong.
"""

import unicodedata
from collections import Counter

LETTERS = {
    "A": "rry",
    "B": "rgg",
    "C": "b",
    "D": "rb",
    "E": "ryyy",
    "F": "ryy",
    "G": "by",
    "H": "rry",
    "I": "r",
    "J": "yg",
    "K": "ryy",
    "L": "ry",
    "M": "rryy",
    "N": "rrr",
    "O": "bb",
    "P": "rg",
    "Q": "bby",
    "R": "ryg",
    "S": "gg",
    "T": "ry",
    "U": "gyy",
    "V": "rr",
    "W": "rryy",
    "X": "rr",
    "Y": "yyy",
    "Z": "ryy",
    "-": "y",
    "'": "y",
}
KINDS = {"r": "red", "y": "yellow", "b": "blue", "g": "green"}
PIECES = {"red": 16, "yellow": 16, "blue": 8, "green": 8}


def alphabet(language: str) -> str:
    """Every character that has a tile in that edition of the box."""
    everything = "".join(LETTERS)
    return everything if language == "en" else everything.strip("-'")


def tiles(character: str) -> int:
    """How many tiles of this character the box holds."""
    return 2 if character in "-'" else 3


def fold(word: str) -> str:
    """The word as it is laid in tiles: capitals, umlauts as two letters."""
    text = unicodedata.normalize("NFC", word).lower()
    for said, laid in zip("äöüß’‘ʼ", ["ae", "oe", "ue", "ss", *"'''"], strict=True):  # noqa: RUF001 - curly apostrophes are the point
        text = text.replace(said, laid)
    bare = (
        c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c)
    )
    return "".join(bare).upper()


def build(character: str) -> Counter[str]:
    """Return the pieces of one letter by kind; none for other characters."""
    return Counter(KINDS[piece] for piece in LETTERS.get(character, ""))
