"""
What the maker of a word may want to know of it: it depends on the word alone.

Twins are words whose letters are built alike, zone by zone, such as AIDE and HIDE.
"""

from firmware_host.words.language import Language


def is_rare(word: str, language: Language) -> bool:
    """Tell whether hardly anybody knows a word: the board would never draw it."""
    return word not in language.common and word not in language.own


def twins(word: str, language: Language) -> tuple[str, ...]:
    """
    Return the other words that fit once all pieces of a word lie.

    Only words that the board may draw count, somebody's own list among them: they are
    what seekers think of. Words that the board never says are left out.

    Args:
        word: Folded; of a word that cannot be laid there are none.
        language: Whose words they are, and how its letters are built.
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
