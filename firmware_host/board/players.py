"""Players: their animals, the strengths of bots, and names that a wall can show."""

import re
from enum import StrEnum


class Animal(StrEnum):
    """
    The animal of a player, which stands for the player beside or instead of a name.

    The first four animals belong to circle, square, triangle and star until players
    choose others.
    """

    FOX = "fox"
    OWL = "owl"
    FROG = "frog"
    RABBIT = "rabbit"
    PENGUIN = "penguin"
    BEAR = "bear"
    CAT = "cat"
    PANDA = "panda"


ANIMALS = tuple(Animal)

#: Stands for a name: the player is called by the animal, in each screen's language.
#: Used in commands and in the journal's table of names.
BY_ANIMAL = "*"

#: The strengths of bots, the weakest first; a game lists its own in `Game.BOTS`.
EASY, FAIR, SHARP = STRENGTHS = ("easy", "fair", "sharp")

#: The symbol of a bot; a person has the symbol of a button.
SYMBOL = "bot"

#: Characters that show nothing. Source: Unicode 15.1, DerivedCoreProperties.txt,
#: Default_Ignorable_Code_Point; and the blank of Braille.
INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f"
    "\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)

#: The most accents on one letter. Hindi and Vietnamese need no more; a tall stack of
#: accents would cover other names.
MARKS = 3


def tidy(typed: str) -> str:
    """Return a name that can be displayed: letters, signs, and single spaces."""
    marked = typed if typed.isascii() else _with_few_marks(typed)
    shown = "".join(sign for sign in marked if sign.isprintable() or sign.isspace())
    return " ".join(shown.split())


def _with_few_marks(typed: str) -> str:
    """Return a text without invisible characters, and with `MARKS` accents a letter."""
    from unicodedata import category, normalize  # noqa: PLC0415 - 300 KB that plain names save

    shown, marks = "", MARKS
    for sign in normalize("NFC", INVISIBLE.sub("", typed)):
        marks = marks + 1 if category(sign).startswith("M") else 0
        if marks <= MARKS:
            shown += sign
    return shown
