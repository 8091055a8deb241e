"""Which German forms rules add to those of Wikidata; for tools/build_words.py."""

from collections.abc import Iterable, Mapping

from german_forms import (
    APART,
    EITHER,
    TIGHT,
    Verbs,
    adjectives,
    compared,
    irregular,
    nominal,
    positive,
)
from german_tables import read, table

MODAL = table("rules.txt", "modal")
NO_VERBS = table("rules.txt", "no-verbs")
ADJECTIVES = tuple(table("rules.txt", "adjectives"))
NO_ADJECTIVES = table("rules.txt", "no-adjectives")
GRADED = tuple(table("rules.txt", "graded"))
NOT_GRADED = tuple(table("rules.txt", "not-graded"))

_EITHER_UMLAUT = table("adjectives.txt", "umlaut-or-not")

#: The rarest band of the news whose adjectives are compared.
GRADED_BAND = 40


def inflected(
    words: set[str], nouns: Iterable[str], bands: Mapping[str, int]
) -> set[str]:
    """
    Return the forms of grammar, of adjectives, verbs and participles.

    Args:
        words: Every form that the source has, in small letters, with ss for ß.
        nouns: Those that are nouns, as they are written.
        bands: How frequent a word is, 10 the most; others are rare.
    """
    listed = frozenset(noun.casefold() for noun in nouns)
    verbs = known_verbs(words, listed)
    forms = set(table("function.txt")) | table("nouns.txt")
    forms |= adjective_forms(words, listed, bands)
    forms |= {
        form for noun in listed for form in nominal(noun, verbs.words, verbs.known)
    }
    for verb in verbs.known:
        made = verbs.forms(verb)
        forms |= made.finite | made.infinitives
        present = f"{verb[:-1]}end" if verb.endswith("tun") else f"{verb}d"
        forms |= adjectives({*made.participles, present})
        if verb in verbs.listed - MODAL:
            forms |= made.whole
    return forms


def known_verbs(words: set[str], nouns: frozenset[str]) -> Verbs:
    """
    Return every verb: what is listed, and what has a participle in the source.

    A word such as aufgeben is one where the source has a form of it.
    """
    strong = dict(map(irregular, read("strong.txt")))
    ends = {word for word in words if word.endswith(("en", "eln", "ern"))} - NO_VERBS
    listed = frozenset(strong) | table("verbs.txt")
    known = listed | {
        word for word in ends if f"{word}d" in words and f"{word}d" not in nouns
    }
    known |= {
        word
        for word in ends
        if word.endswith("ieren") and len(word) > 7 and word[:-2] not in nouns  # noqa: PLR2004 - not nieren
    }
    known -= {word for word in known if _is_with_zu(word, known)}
    past = {form for forms in strong.values() for form in forms.finite}
    known -= past - listed  # strichen is of streichen
    with_in = {word for word in ends if word.endswith("innen") and word[:-3] in nouns}
    first = Verbs(strong, frozenset(known), listed, frozenset(words))
    for verb in tuple(known):
        if not verb.startswith("zu"):  # aufzugeben is of aufgeben
            known |= _compounds(verb, first) - with_in
    return Verbs(strong, frozenset(known), listed, frozenset(words))


def _is_with_zu(word: str, known: set[str]) -> bool:
    """Return whether a *word* is aufzugeben, of aufgeben; hinzukommen is a verb."""
    return any(
        word[at : at + 2] == "zu"
        and word[at + 2 :] in known
        and word[:at] in APART - {"da", "hin"}
        for at in range(2, len(word) - 4)
    )


def _compounds(verb: str, verbs: Verbs) -> set[str]:
    """Return what the source shows to be made of *verb*, by a form of it."""
    forms = verbs.forms(verb)
    plain = {form.removeprefix("ge") for form in forms.participles}
    found = set()
    for part in APART:
        signs = {verb, f"zu{verb}"}
        if not verb.startswith("ge"):  # fortgedacht is of denken
            signs |= forms.participles | (plain if part in EITHER else set())
        if any(part + sign in verbs.words for sign in signs):
            found.add(part + verb)
    if verb in verbs.strong:
        found |= {
            prefix + verb
            for prefix in TIGHT
            if prefix != "ge"  # gegangen is of gehen
            if any(prefix + sign in verbs.words for sign in {verb} | plain)
        }
    return found


def adjective_forms(
    words: set[str], nouns: frozenset[str], bands: Mapping[str, int]
) -> set[str]:
    """Return adjectives with their endings, some of them compared."""
    no_adjectives = nouns | NO_ADJECTIVES | {f"{noun}s" for noun in nouns}
    found = {
        word
        for word in words
        if word.endswith(ADJECTIVES)
        and not word.endswith(("mal", "eig", "ieg"))
        and len(word) > 4  # noqa: PLR2004 - not glos, dös, als
        and word not in no_adjectives
        and not (word.startswith(TIGHT) and f"{word}en" in words)  # beunruhig
    }
    graded = {
        word
        for word in found
        if word.endswith(GRADED)
        and not word.endswith(NOT_GRADED)
        and bands.get(word, 99) <= GRADED_BAND
    }
    forms = {form for word in found for form in positive(word)}
    forms |= {form for word in graded for form in compared(word)}
    listed = ("compared", "umlaut", "umlaut-or-not", "uncompared")
    for word in (word for name in listed for word in table("adjectives.txt", name)):
        forms |= positive(word)
    for word in table("adjectives.txt", "compared") | _EITHER_UMLAUT:
        forms |= compared(word)
    for word in table("adjectives.txt", "umlaut") | _EITHER_UMLAUT:
        forms |= compared(word, umlaut=True)
    for word in table("adjectives.txt", "stems"):
        forms |= positive(word) - {word}
    return forms
