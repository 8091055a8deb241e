"""How German adjectives and verbs are inflected; for tools/build_words.py."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from german_tables import table

#: The endings of an adjective before a noun.
ENDINGS = ("e", "em", "en", "er", "es")

APART, EITHER = table("rules.txt", "apart"), table("rules.txt", "either")
TIGHT = tuple(table("rules.txt", "tight"))
REGULAR, PLAIN = table("rules.txt", "regular"), table("rules.txt", "plain")
_WITHOUT_T = table("rules.txt", "without-t")

VOWELS = "aeiouyäöü"

#: Nouns with these endings do not form the genitive with a plain s.
HISSING = ("s", "x", "z", "sch", "tch", "st", "zt")

#: After an unstressed syllable the superlative has no e: komischst-.
_UNSTRESSED = ("isch", "end", "ert", "elt", "igt", "tet", "det", "net")

_APART = tuple(APART)
_UMLAUTS = {"a": "ä", "o": "ö", "u": "ü"}


class Forms(NamedTuple):
    """
    The inflected forms of a verb.

    Args:
        finite: The finite forms and the infinitive.
        participles: The past participles: gesungen, gemacht.
        whole: Forms that exist only for verbs without a separable prefix: the short
            imperative, and the subjunctive's du and ihr: sing, singest, singet.
        infinitives: Infinitives with zu inside: anzusehen.
        past: The forms of `finite` in the past tense: sang, machtest.
        subjunctive: The subjunctive forms: sänge, singest.
    """

    finite: frozenset[str]
    participles: frozenset[str]
    whole: frozenset[str] = frozenset()
    infinitives: frozenset[str] = frozenset()
    past: frozenset[str] = frozenset()
    subjunctive: frozenset[str] = frozenset()

    def with_prefix(self, prefix: str, *, ge: bool) -> "Forms":
        """Return these forms with a *prefix*; an inseparable one replaces ge-."""

        def put(forms: Iterable[str]) -> frozenset[str]:
            return frozenset(prefix + form for form in forms)

        done = self.participles
        done = done if ge else {form.removeprefix("ge") for form in done}
        past, subjunctive = put(self.past), put(self.subjunctive)
        return Forms(
            put(self.finite),
            put(done),
            put(self.whole),
            past=past,
            subjunctive=subjunctive,
        )

    def __or__(self, other: "Forms") -> "Forms":  # type: ignore[override]  # as sets
        """Return the union of the forms of both."""
        return Forms(*(a | b for a, b in zip(self, other, strict=True)))


@dataclass(frozen=True, slots=True)
class Verbs:
    """
    The verbs of German and their inflection.

    Args:
        strong: The irregular forms, by infinitive.
        known: Every infinitive.
        listed: The infinitives in the handwritten files.
        words: Every form in the source; it decides between two possible forms.
    """

    strong: Mapping[str, Forms]
    known: frozenset[str]
    listed: frozenset[str]
    words: frozenset[str] = field(repr=False)

    def split(self, verb: str) -> tuple[str, str]:
        """Return a verb's separable prefix, which may be empty, and the rest."""
        for at in range(len(verb) - 3, 1, -1):
            part, rest = verb[:at], verb[at:]
            if rest in self.known and (
                part in APART or (at > 2 and part in self.words)  # noqa: PLR2004 - leer, rad
            ):
                return part, rest
        return "", verb

    def tight(self, verb: str) -> tuple[str, str]:
        """Return a verb's inseparable prefix, which may be empty, and the rest."""
        for prefix in TIGHT:
            rest = verb.removeprefix(prefix)
            if rest != verb and (rest in self.known or len(rest) > 4):  # noqa: PLR2004 - -lauben
                return prefix, rest
        return "", verb

    def forms(self, verb: str) -> Forms:
        """Return every form of a *verb* except declined participles."""
        if verb in REGULAR or verb in PLAIN:
            return regular(verb, ge=verb in PLAIN)
        if verb in self.strong:
            return self.strong[verb]
        apart, other = self.split(verb)
        prefix, rest = self.tight(verb)
        if apart and (apart in APART or not prefix):
            return self._apart(apart, other)
        if prefix and rest in self.strong:
            return self.strong[rest].with_prefix(prefix, ge=False)
        made = regular(verb, ge=not prefix and not verb.endswith("ieren"))
        if prefix or verb in self.listed or not verb.startswith(_APART):
            return made
        attested = made.participles & self.words  # auferlegen is no geauferlegt
        return made._replace(participles=attested)

    def _apart(self, part: str, rest: str) -> Forms:
        inner = self.forms(rest)
        loose = inner.with_prefix(part, ge=True)
        past, with_zu = loose.participles, {f"{part}zu{rest}"}
        if part in EITHER:
            past |= inner.with_prefix(part, ge=False).participles
            past = past & self.words or past
        elif part not in APART:  # eisgelaufen, but gelangweilt
            past |= {f"ge{part}{form.removeprefix('ge')}" for form in inner.participles}
            past, with_zu = past & self.words, with_zu & self.words
        return loose._replace(
            participles=frozenset(past),
            whole=frozenset(),
            infinitives=frozenset(with_zu),
        )


def regular(verb: str, *, ge: bool) -> Forms:
    """
    Return the forms of a regular *verb*.

    Args:
        verb: Its infinitive.
        ge: True if its participle begins with ge-.
    """
    stem = verb[:-2] if verb.endswith("en") else verb[:-1]
    link = "e" if _needs_e(stem) else ""
    hiss = stem.endswith(("s", "z", "x"))
    finite = {f"{stem}{link}{'' if hiss else 's'}t", f"{stem}{link}t", verb, f"{stem}e"}
    was = frozenset(f"{stem}{link}te{ending}" for ending in ("", "st", "n", "t"))
    finite |= was
    if verb.endswith(("eln", "ern")):
        finite |= {f"{stem[:-2]}{stem[-1]}e"}
    whole = {f"{stem}est", f"{stem}et"} if verb.endswith("en") else set()
    subjunctive = frozenset(whole - finite)
    whole |= {stem} if verb.endswith("en") and not link and stem[-1] != "i" else set()
    past = {f"{'ge' if ge else ''}{stem}{link}t"}
    return Forms(
        frozenset(finite),
        frozenset(past),
        frozenset(whole),
        past=was,
        subjunctive=subjunctive,
    )


def _needs_e(stem: str) -> bool:
    """Return True if -t needs an e before it: redet, atmet; but lernt, wohnt, kommt."""
    if stem.endswith(("d", "t", "chn", "chm")):
        return True
    return stem[-1:] in "mn" and stem[-2:-1] not in f"{VOWELS}lrhmn"


def irregular(line: str) -> tuple[str, Forms]:
    """Return the forms of an irregular verb from infinitive, stems and participle."""
    verb, present, past, would, participle, *also = line.split()
    stem = verb[:-2] if verb.endswith("en") else verb[:-1]
    finite = {verb, f"{stem}e", f"{stem}et" if _needs_e(stem) else f"{stem}t"}
    whole, was = {f"{stem}est", f"{stem}et"}, set[str]()
    for third in present.split("/"):
        finite |= _present(third)
        whole.add(_imperative(stem, third))
    subjunctive = {f"{stem}est", f"{stem}et"} - finite
    for form in past.split("/"):
        was |= _past(form)
    for form in would.split("/"):
        finite |= {form, f"{form}n"}
        whole |= {f"{form}st", f"{form}t"}
        subjunctive |= {form, f"{form}n", f"{form}st", f"{form}t"}
    forms = Forms(
        frozenset(finite | was),
        frozenset(participle.split("/")),
        frozenset(whole),
        past=frozenset(was),
        subjunctive=frozenset(subjunctive),
    )
    return verb, forms | regular(verb, ge=True) if also else forms


def _present(third: str) -> set[str]:
    """Return the present forms for er and du."""
    own = third if third in _WITHOUT_T else third.removesuffix("t")
    own = "wir" if third == "wird" else own
    return {third, third if own.endswith(("s", "z", "x", "rst")) else f"{own}st"}


def _imperative(stem: str, third: str) -> str:
    """Return the imperatives: sing, and nimm for verbs that change e to i."""
    own = third if third in _WITHOUT_T else third.removesuffix("t")
    changed = "i" in own and "i" not in stem
    return own if changed else stem


def _past(form: str) -> set[str]:
    """Return the past tense with the endings of all persons."""
    if form.endswith("e"):
        return {form + ending for ending in ("", "st", "n", "t")}
    plural = f"{form}et" if _needs_e(form) else f"{form}t"
    return {form, f"{form}en", f"{form}est", plural} | (
        set() if form.endswith("s") else {f"{form}st"}
    )


def nominal(noun: str, words: frozenset[str], verbs: frozenset[str]) -> set[str]:
    """
    Return the inflected forms of a German *noun* that are missing in the source.

    For instance, a noun of one syllable with a plural like Wälder also has dem Walde
    and des Waldes.

    Args:
        noun: In small letters.
        words: Every form in the source; it excludes nouns with a foreign plural.
        verbs: Every infinitive; these are never taken as plurals.
    """
    if len(noun) > 2 and f"{noun}es" in words and not noun.endswith(HISSING):  # noqa: PLR2004 - no IC
        short = {f"{noun}s"}  # des Stoffes, des Stoffs
    else:
        short = set()
    vowels = [at for at, letter in enumerate(noun) if letter in VOWELS]
    if not vowels or vowels[-1] - vowels[0] >= len(vowels) or noun[-1] in VOWELS:
        return short
    if _UMLAUTS.keys().isdisjoint(noun):
        plural = f"{noun}en"
        native = f"{noun}e" in words and plural in words and plural not in verbs
    else:
        native = not {f"{mutated(noun)}e", f"{mutated(noun)}er"}.isdisjoint(words)
    if not native or {f"{noun}s", f"{noun}es"}.isdisjoint(words):
        return short
    return {f"{noun}es", f"{noun}e"} | short


def positive(adjective: str) -> set[str]:
    """Return an adjective without endings and with each ending."""
    return {adjective} | {_stem(adjective) + ending for ending in ENDINGS}


def compared(adjective: str, *, umlaut: bool = False) -> set[str]:
    """Return the comparative and the superlative, with their endings."""
    base = mutated(adjective) if umlaut else adjective
    higher = _stem(base) + "er"
    forms = {higher} | {higher + ending for ending in ENDINGS}
    for highest in superlatives(base):
        forms |= {highest + ending for ending in ENDINGS}
    return forms


def _stem(adjective: str) -> str:
    """Return the stem before endings: leis-, dunkl-, teur-, makabr-, hoh-."""
    if adjective.endswith("e"):
        return adjective[:-1]
    if adjective.endswith("hoch"):
        return f"{adjective[:-2]}h"
    if adjective.endswith("el"):
        return f"{adjective[:-2]}l"
    if adjective.endswith(("auer", "euer", "aber", "eger")):
        return f"{adjective[:-2]}r"
    return adjective


def superlatives(adjective: str) -> set[str]:
    """Return the superlative stems: kleinst-, breitest-, neust- and neuest-."""
    base = adjective.removesuffix("e")
    if len(base) > 5 and base.endswith(_UNSTRESSED):  # noqa: PLR2004 - not elend, wert
        return {f"{base}st"}
    if base.endswith(("d", "t", "s", "z", "x", "ß", "sch")):
        return {f"{base}est"}
    if base.endswith(("w", "h", *VOWELS)):
        return {f"{base}st", f"{base}est"}
    return {f"{base}st"}


def mutated(adjective: str) -> str:
    """Return an adjective with its last a, o or u as an umlaut: ält, gröb, gesünd."""
    at = max(adjective.rfind(vowel) for vowel in _UMLAUTS)
    at -= adjective[at - 1 : at + 1] == "au"  # Bäume
    return adjective[:at] + _UMLAUTS[adjective[at]] + adjective[at + 1 :]


def adjectives(participles: Iterable[str]) -> set[str]:
    """Return participles, each with the endings of an adjective."""
    return {form for participle in participles for form in positive(participle)}
