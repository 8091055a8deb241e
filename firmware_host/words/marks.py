"""Marks of one word against another: which letters are right, and where."""

from typing import Literal

#: The marks of a letter of a query: right here, elsewhere in the word, not marked.
GREEN, YELLOW, NONE = "g", "y", "-"

Clue = Literal[">", "<", ""]


def mark(query: str, secret: str) -> str:
    """
    Return the marks of *query* against *secret*, one sign a letter.

    Each letter of the secret justifies one mark: greens first, then yellows from the
    left. Marks are of `GREEN`, `YELLOW` and `NONE`.

    Args:
        query: Folded, as long as the secret.
        secret: Folded.

    Raises:
        ValueError: The two differ in length: a bug of the caller.

    Source: rules, part 4.
    """
    if len(query) == 5 == len(secret) == len({*query}):  # noqa: PLR2004 - by far the most frequent
        a, b, c, d, e = query  # type: ignore[str-unpack]  # five, as just asked
        v, w, x, y, z = secret  # type: ignore[str-unpack]  # likewise
        return (
            f"{'g' if a == v else 'y' if a in secret else '-'}"
            f"{'g' if b == w else 'y' if b in secret else '-'}"
            f"{'g' if c == x else 'y' if c in secret else '-'}"
            f"{'g' if d == y else 'y' if d in secret else '-'}"
            f"{'g' if e == z else 'y' if e in secret else '-'}"
        )
    return _mark_any(query, secret)


def _mark_any(query: str, secret: str) -> str:
    pairs = list(zip(query, secret, strict=True))
    left = [own for asked, own in pairs if asked != own]
    marks = ""
    for asked, own in pairs:
        if asked == own:
            marks += GREEN
        elif asked in left:
            left.remove(asked)
            marks += YELLOW
        else:
            marks += NONE
    return marks


def clue(query: str, secret: str) -> Clue:
    """Return ``>`` if the secret is later in the alphabet, ``<`` if it is earlier."""
    return ">" if secret > query else "<" if secret < query else ""


def absent(query: str, marks: str) -> frozenset[str]:
    """Return the letters shown to be absent: no copy of them was marked."""
    return frozenset(query) - {
        letter for letter, sign in zip(query, marks, strict=True) if sign != NONE
    }
