"""Names of people: the characters that can be shown on a wall."""

import re
import unicodedata

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
