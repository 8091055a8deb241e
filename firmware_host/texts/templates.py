"""
Translation of finished English error sentences by the templates they were made of.

Code raises errors in English: ``no game is called 'x'``. A language has a translation
for each template: ``no game is called {0}``. A sentence is matched with the templates,
and the values of its gaps are translated in the same way.
"""

from collections.abc import Iterable
from string import Formatter

#: The context of the templates in a catalogue.
CONTEXT = "error"

#: The greatest depth of nested sentences; deeper ones stay untranslated.
DEEPEST = 8

#: The least number of own letters of a template; with fewer it only joins: ``{0} or
#: {1}``.
FEW_LETTERS = 5


class Templates:
    """
    The templates of a language.

    Args:
        pairs: Pairs of the English template and its translation.
    """

    def __init__(self, pairs: Iterable[tuple[str, str]]) -> None:
        known = [(_pieces(english), other) for english, other in pairs]
        self._whole = {
            pieces[0]: other.format() for pieces, other in known if not pieces[1:]
        }
        # The longest template is tried first, since a shorter one may match a part of
        # it. Of two that only join, "{0}; {1}" comes before "{0}: {1}": it is the outer
        # one.
        self._gapped = sorted(
            (one for one in known if one[0][1:]),
            key=lambda one: (len("".join(one[0])), one[0]),
            reverse=True,
        )

    def translate(self, line: str, deep: int = 0) -> str:
        """Return a line's translation, or the line itself if no template matches."""
        if line in self._whole:
            return self._whole[line]
        if deep == DEEPEST:
            return line
        for pieces, other in self._gapped:
            values = _values(pieces, line)
            if values is None or not self._is_translatable(pieces, values):
                continue
            place, colon, _ = values[0].partition(": ")
            if colon and not pieces[0]:  # it begins behind a file and its line
                rest = line[len(place + colon) :]
                return self._gap(place, deep) + colon + self._gap(rest, deep)
            return other.format(*(self._gap(value, deep) for value in values))
        return line

    def _gap(self, value: str, deep: int) -> str:
        return self.translate(value, deep + 1)

    def _is_translatable(self, pieces: list[str], values: list[str]) -> bool:
        """Return True unless a template of few letters joins untranslatable text."""
        letters = sum(letter.isalpha() for letter in "".join(pieces))
        return not 0 < letters < FEW_LETTERS or all(
            value in self._whole or " " not in value.replace(", ", "")
            for value in values
        )


def _pieces(template: str) -> list[str]:
    """Split a template at its gaps: n gaps give n + 1 literal pieces."""
    pieces = [""]
    for literal, gap, _, _ in Formatter().parse(template):
        pieces[-1] += literal
        if gap is not None:
            pieces.append("")
    return pieces


def _values(pieces: list[str], line: str) -> list[str] | None:
    """Return the values of a line's gaps, or None if the pieces do not match."""
    first, *between, last = pieces
    at, end = len(first), len(line) - len(last)
    if end < at or not (line.startswith(first) and line.endswith(last)):
        return None
    values = []
    for piece in between:
        found = line.find(piece, at, end)
        if found < 0:
            return None
        values.append(line[at:found])
        at = found + len(piece)
    return [*values, line[at:end]]
