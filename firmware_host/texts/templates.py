"""
An English sentence in another language, by the template that it was made of.

What is wrong is told in English where it is found: ``no game is called 'x'``. For each
such template, ``no game is called {0}``, a language has one of its own; what stands in
the gaps may be such a sentence too.
"""

from collections.abc import Iterable
from string import Formatter

#: The context of the templates in a catalogue.
CONTEXT = "error"

#: So deep may a sentence stand in another one; what is deeper stays as it is.
DEEPEST = 8

#: A template with fewer letters of its own joins words alone: ``{0} or {1}``.
FEW_LETTERS = 5


class Templates:
    """
    The templates of a language.

    Args:
        pairs: Each in English, with the same in that language.
    """

    def __init__(self, pairs: Iterable[tuple[str, str]]) -> None:
        known = [(_pieces(english), other) for english, other in pairs]
        self._whole = {
            pieces[0]: other.format() for pieces, other in known if not pieces[1:]
        }
        # The longest is the surest: whatever is shorter may be a part of it. Of two
        # that only join, "{0}; {1}" comes before "{0}: {1}": it is the outer one.
        self._gapped = sorted(
            (one for one in known if one[0][1:]),
            key=lambda one: (len("".join(one[0])), one[0]),
            reverse=True,
        )

    def translated(self, line: str, deep: int = 0) -> str:
        """Return a line in the language; as it is where no template is known for it."""
        if line in self._whole:
            return self._whole[line]
        if deep == DEEPEST:
            return line
        for pieces, other in self._gapped:
            values = _values(pieces, line)
            if values is None or not self._may_be(pieces, values):
                continue
            place, colon, _ = values[0].partition(": ")
            if colon and not pieces[0]:  # it begins behind a file and its line
                rest = line[len(place + colon) :]
                return self._gap(place, deep) + colon + self._gap(rest, deep)
            return other.format(*(self._gap(value, deep) for value in values))
        return line

    def _gap(self, value: str, deep: int) -> str:
        return self.translated(value, deep + 1)

    def _may_be(self, pieces: list[str], values: list[str]) -> bool:
        """Tell whether what a template joins, where it only joins, are words."""
        letters = sum(letter.isalpha() for letter in "".join(pieces))
        return not 0 < letters < FEW_LETTERS or all(
            value in self._whole or " " not in value.replace(", ", "")
            for value in values
        )


def _pieces(template: str) -> list[str]:
    """Return what stands before, between and behind the gaps of a template."""
    pieces = [""]
    for literal, gap, _, _ in Formatter().parse(template):
        pieces[-1] += literal
        if gap is not None:
            pieces.append("")
    return pieces


def _values(pieces: list[str], line: str) -> list[str] | None:
    """Return what fills the gaps of a line; None where it is of another template."""
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
