"""
Common words by language and length, in their usual spelling.

Any dictionary has them; a word in neither list counts as unknown. The lengths are those
of the tiles: GRÜN is laid as GRUEN.
"""

from collections.abc import Mapping, Sequence

from tests.referee.alphabet_by_hand import fold

ENGLISH = {
    3: "cat dog sun tea box red egg arm ice joy key leg map net owl pig sea toy zoo",
    4: "book fish lamp moon rain song tree wind king jazz quiz took milk blue gift",
    5: "hobby panda horse house table water bread plant queen juice zebra sleep apple",
    6: "garden window winter school bridge mirror jungle rocket yellow puzzle kitten",
}
GERMAN = {
    3: "rot arm ast bus eis hut kuh ohr rad see tag tor uhr weg zug gut alt neu not",
    4: "boot nahm haus baum berg wald wolf gras kopf hand buch ball wind mond korb tür",
    5: "grün weiß fünf panda apfel wagen regen kunst blume pferd vogel feuer süß schön",
    6: "garten bruder winter schule mutter bäume vögel wasser sommer himmel zwölf",
}

BOTH = {"en": ENGLISH, "de": GERMAN}


def words(language: str) -> Mapping[int, Sequence[str]]:
    """The common words of a language by their length in tiles."""
    return {length: line.split() for length, line in BOTH[language].items()}


def accepts(language: str, folded: str) -> bool:
    """Whether a folded word is one of the common words of that language."""
    return folded in {fold(word) for word in words(language).get(len(folded), ())}
