"""Players: their animals, the strengths of bots, and names that a wall can show."""

import re
import unicodedata
from enum import StrEnum


class Animal(StrEnum):
    """
    What a player is, beside a name; nobody has to have one that is read out.

    The first four stand for circle, square, triangle and star until somebody chooses.
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

#: In place of a name: the player is called by the animal, in each screen's language.
#: It stands in commands and in the journal's table of names.
BY_ANIMAL = "*"

#: The weakest first; a game has those in its `Game.BOTS`.
EASY, FAIR, SHARP = STRENGTHS = ("easy", "fair", "sharp")

#: What is drawn beside a bot's name, where a person has the symbol of a button.
SYMBOL = "bot"

#: Characters that show nothing. Source: Unicode 15.1, DerivedCoreProperties.txt,
#: Default_Ignorable_Code_Point; and the blank of Braille.
INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f"
    "\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)

#: So many marks can stand on one letter: Hindi and Vietnamese need no more, and a
#: tower of them covers the names above.
MARKS = 3


def tidy(typed: str) -> str:
    """Return a name as it can stand on a wall: letters, signs, and single spaces."""
    shown, marks = "", MARKS
    for sign in unicodedata.normalize("NFC", INVISIBLE.sub("", typed)):
        marks = marks + 1 if unicodedata.category(sign).startswith("M") else 0
        if marks <= MARKS and (sign.isprintable() or sign.isspace()):
            shown += sign
    return " ".join(shown.split())
