"""
Properties of a word for its maker: rare words, and twins.

Twins are words whose letters are built of the same pieces, zone by zone: AIDE, HIDE.
"""

from firmware_host.words.language import Language


def is_rare(word: str, language: Language) -> bool:
    """Return True for a little known word, which the board itself would never draw."""
    return word not in language.common and word not in language.own


def twins(word: str, language: Language) -> tuple[str, ...]:
    """
    Return the other words that are built of the same pieces, zone by zone.

    Only words that the board may draw count, those of the owner's list included.
    Offensive words are omitted.

    Args:
        word: A folded word; one that cannot be built has no twins.
        language: The language with its lists and its alphabet.
    """
    if not word.isascii() or any(letter not in language.tiles for letter in word):
        return ()
    table = _first_alike(language)
    lists = (language.common, language.own)
    found = {other for one in lists for other in one.alike(word, table)}
    fit = (one for one in found - {word} if one not in language.unfit)
    return tuple(sorted(fit))


def _first_alike(language: Language) -> bytes:
    """Return a table that gives each letter the first one of the same pieces."""
    first: dict[object, str] = {}
    builds = language.alphabet.builds
    same = {one: first.setdefault(builds[one], one) for one in language.tiles}
    return bytes.maketrans("".join(same).encode(), "".join(same.values()).encode())
