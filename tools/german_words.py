"""Add inflected German forms to those of Wikidata; for tools/build_words.py."""

from collections.abc import Iterable, Iterator, Mapping

from german_forms import (
    APART,
    EITHER,
    ENDINGS,
    TIGHT,
    Verbs,
    adjectives,
    compared,
    irregular,
    mutated,
    nominal,
    positive,
    superlatives,
)
from german_nouns import Nouns, Reading
from german_tables import read, table

MODAL = table("rules.txt", "modal")
NO_VERBS = table("rules.txt", "no-verbs")
ADJECTIVES = tuple(table("rules.txt", "adjectives"))
NO_ADJECTIVES = table("rules.txt", "no-adjectives")
GRADED = tuple(table("rules.txt", "graded"))
NOT_GRADED = tuple(table("rules.txt", "not-graded"))

_EITHER_UMLAUT = table("adjectives.txt", "umlaut-or-not")

#: The kind of form and the adjective, by stem.
_IRREGULAR = {
    "besser": ("comparative", "gut"),
    "best": ("superlative", "gut"),
    "grösser": ("comparative", "gross"),
    "grösst": ("superlative", "gross"),
    "höher": ("comparative", "hoch"),
    "höchst": ("superlative", "hoch"),
    "näher": ("comparative", "nah"),
    "nächst": ("superlative", "nah"),
}

#: The forms of *sein*, which follow no rule.
_SEIN = (
    ("base", "sein"),
    ("present", "bin bist ist sind seid"),
    ("past", "war warst wart waren"),
    ("subjunctive", "sei seist seien wäre wärst wären"),
    ("past-participle", "gewesen"),
)

#: The rarest frequency band in news of adjectives that are compared.
GRADED_BAND = 40


def inflected(
    words: set[str], nouns: Iterable[str], bands: Mapping[str, int]
) -> tuple[set[str], list[Reading]]:
    """
    Return the function words, and the forms of adjectives, verbs and participles.

    Args:
        words: Every form in the source, in small letters, with ss for ß.
        nouns: The nouns in their usual spelling.
        bands: The frequency band of each word, 10 for the most common; unlisted words
            are rare.

    Returns:
        The forms, and each form of a known lemma with its kind and lemma. Some are in
        the source already.
    """
    every = frozenset(noun.casefold() for noun in nouns)
    verbs = known_verbs(words, every)
    of_verbs = list(verb_readings(verbs))
    of_adjectives = list(adjective_readings(words, every, bands))
    forms = {form for form, _, _ in (*of_verbs, *of_adjectives)}
    forms |= table("function.txt") | table("nouns.txt")
    forms |= {
        form for noun in every for form in nominal(noun, verbs.words, verbs.known)
    }
    attested = verbs.listed | {verb for verb in words if not verb.endswith("tuen")}
    readings = [one for one in of_verbs if one[2] in attested]
    declined = {form for form, kind, _ in readings if "participle" in kind}
    declined |= {form for form, _, _ in of_adjectives}
    others = declined | {form for form, _, _ in readings}
    listed = frozenset(noun.casefold() for noun in nouns if noun[1:].islower())
    plain = words - table("function.txt")
    readings += of_adjectives
    readings += [(one, kind, "sein") for kind, some in _SEIN for one in some.split()]
    readings += Nouns(plain, listed, declined, others).readings()
    return forms, readings


def verb_readings(verbs: Verbs) -> Iterator[Reading]:
    """
    Yield each form of each verb, with its kind and the infinitive.

    The kind of an infinitive with zu is empty: such forms are too long to be laid.
    """
    for verb in verbs.known:
        made = verbs.forms(verb)
        whole = made.whole if verb in verbs.listed - MODAL else frozenset()
        for form in made.finite | whole:
            if form == verb:
                kind = "base"
            elif form in made.past:
                kind = "past"
            elif form in made.subjunctive:
                kind = "subjunctive"
            else:
                kind = "present" if form in made.finite else "imperative"
            yield form, kind, verb
        yield from ((form, "", verb) for form in made.infinitives)
        past = adjectives(made.participles)
        yield from ((form, "past-participle", verb) for form in past)
        doing = f"{verb[:-1]}end" if verb.endswith("tun") else f"{verb}d"
        yield from ((form, "present-participle", verb) for form in adjectives({doing}))


def known_verbs(words: set[str], nouns: frozenset[str]) -> Verbs:
    """
    Return every verb: those listed, and those with a participle in the source.

    A word such as aufgeben is a verb if the source has a form of it.
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
    """Return True for an infinitive with zu: aufzugeben; but hinzukommen is a verb."""
    return any(
        word[at : at + 2] == "zu"
        and word[at + 2 :] in known
        and word[:at] in APART - {"da", "hin"}
        for at in range(2, len(word) - 4)
    )


def _compounds(verb: str, verbs: Verbs) -> set[str]:
    """Return the compounds of a *verb* of which the source has a form."""
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
    """Return adjectives with their endings, and comparisons of the common ones."""
    return {form for form, _, _ in adjective_readings(words, nouns, bands)}


def adjective_readings(
    words: set[str], nouns: frozenset[str], bands: Mapping[str, int]
) -> Iterator[Reading]:
    """
    Yield each form of each adjective, with its kind and the adjective.

    The kind is empty if the base form is not known.
    """
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
    listed = ("compared", "umlaut", "umlaut-or-not", "uncompared")
    for word in found.union(*(table("adjectives.txt", name) for name in listed)):
        yield word, "base", word
        yield from ((form, "declined", word) for form in positive(word) - {word})
    for word in graded | table("adjectives.txt", "compared") | _EITHER_UMLAUT:
        yield from _compared(word, umlaut=False)
    for word in table("adjectives.txt", "umlaut") | _EITHER_UMLAUT:
        yield from _compared(word, umlaut=True)
    for word in table("adjectives.txt", "stems"):
        kind, adjective = _IRREGULAR.get(word, ("", word))
        alone = set() if kind == "comparative" else {word}
        yield from ((form, kind, adjective) for form in positive(word) - alone)


def _compared(word: str, *, umlaut: bool) -> Iterator[Reading]:
    """Yield the comparative and the superlative of an adjective, with endings."""
    every = compared(word, umlaut=umlaut)
    best = superlatives(mutated(word) if umlaut else word)
    highest = {one + ending for one in best for ending in ENDINGS}
    yield from ((form, "superlative", word) for form in highest)
    yield from ((form, "comparative", word) for form in every - highest)
