"""Folding: one spelling for all texts that are laid with the same letter tiles."""

from firmware_host.board.players import INVISIBLE

_APOSTROPHES = "\u2018\u2019\u201b\u02bc\u2032\u00b4\u0060\uff07"
_DASHES = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\uff0d"

#: The letters of a small character that is not laid as itself without its accent.
LAID = (
    dict.fromkeys(_APOSTROPHES, "'")
    | dict.fromkeys(_DASHES, "-")
    | {"ä": "ae", "ö": "oe", "ü": "ue", "æ": "ae", "œ": "oe"}
    | {"ø": "o", "ł": "l", "đ": "d"}
)
_TABLE = str.maketrans(LAID)


def fold(text: str) -> str:
    """
    Return *text* in the letters of letter tiles: ``Grün`` as ``GRUEN``.

    Capitals, Unicode form, full width, ligatures and curly apostrophes make no
    difference. Umlauts and ß become two letters; other accents are dropped, as are
    invisible characters and blanks at both ends. Signs without a tile, such as digits,
    are kept.

    Source: rules, "For all games".
    """
    bare = text.translate(_TABLE) if text.isascii() else _without_accents(text)
    return bare.strip().upper()


def _without_accents(text: str) -> str:
    """Return *text* in small letters, without accents and invisible characters."""
    from unicodedata import combining, normalize  # noqa: PLC0415 - 300 KB that plain words save

    # The table first: NFKC makes a blank and an accent of U+00B4.
    seen = normalize("NFKC", INVISIBLE.sub("", text).translate(_TABLE)).casefold()
    laid = normalize("NFKD", normalize("NFKC", seen).translate(_TABLE))
    # The table again: Ǣ was an Æ with an accent.
    return "".join(c for c in laid if not combining(c)).translate(_TABLE)
