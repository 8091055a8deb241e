"""What people are called: what of it can stand on a wall."""

import re
import unicodedata

#: Signs that show nothing, though Python calls them printable. Source: Unicode,
#: DerivedCoreProperties.txt, Default_Ignorable_Code_Point; and Braille's blank.
_BLANK = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0"
    "\U000e0100-\U000e01ef]"
)

#: So many marks can stand on one letter: Hindi and Vietnamese need no more, and a
#: tower of them covers the names above.
MARKS = 3


def tidy(typed: str) -> str:
    """Return a name as it can stand on a wall: letters, signs, and single spaces."""
    shown, marks = "", MARKS
    for sign in unicodedata.normalize("NFC", _BLANK.sub("", typed)):
        marks = marks + 1 if unicodedata.category(sign).startswith("M") else 0
        if marks <= MARKS and (sign.isprintable() or sign.isspace()):
            shown += sign
    return " ".join(shown.split())
