"""Explain which list of a language has a word, and why it can or cannot be played."""

from collections.abc import Mapping, Sequence
from functools import cache

from firmware_host.board.record import Record
from firmware_host.languages import FOLDER
from firmware_host.words.language import Language
from firmware_host.words.levels import RARE

#: Words that were read and judged to be no words, by reason; made by
#: ``tools/build_words.py`` of ``stop.txt`` and ``tools/removals``.
NO_WORDS = "no-words.txt"

#: Words that are not drawn, by reason.
STOP = "stop.txt"

#: Words that people added: `LACKING` has those that the sources lack.
EXTRA, LACKING = "extra.txt", "accepted"

#: The forms of each word; made by ``tools/build_words.py``.
FORMS = "forms.txt"

#: The level of a word that only games of cards accept, and the reason of a word that
#: the board never shows.
CARDS, NEVER = "cards", "never"

#: By the section of a file, the words in it.
Sections = Mapping[str, frozenset[str]]


#: By word: its lemmas, folded (``lemma``), each with the name of its form (``form``).
Forms = Mapping[str, Sequence[Mapping[str, str]]]


class Reasons(Record):
    """
    The level and source of one word, and why it is refused or not drawn.

    Args:
        level: The most common list that has the word: ``easy``, ``everyday``,
            ``common`` or ``rare``; ``cards`` for a word that only games of cards
            accept; empty for a word that is not in the dictionary.
        forms: Its lemmas; empty if they are unknown.
        source: ``hand`` for a word that people added, ``lists`` for one from the
            sources, empty for a word that is not in the dictionary.
        refused: The reason why it is no word, such as ``name``; ``unknown`` if no
            list has it; empty for a word of the dictionary.
        not_drawn: The reason why the board does not draw it, such as ``obscure``,
            or ``never`` for a word that it never shows; empty if it draws it, or
            without a reason.
    """

    level: str = ""
    forms: Sequence[Mapping[str, str]] = ()
    source: str = ""
    refused: str = ""
    not_drawn: str = ""


def read_sections(text: str) -> Sections:
    """Return the words of a word list file by the name of their section."""
    found: dict[str, set[str]] = {}
    words: set[str] = set()
    for line in text.splitlines():
        said = line.partition("#")[0].strip()
        if said.startswith("["):
            words = found.setdefault(said.strip("[]"), set())
        else:
            words.update(said.split())
    return {name: frozenset(some) for name, some in found.items()}


def read_forms(text: str) -> Forms:
    """
    Return the lemmas of each word of a `FORMS` file.

    Its first line names the signs of the forms, such as ``t=past``. Each other line has
    a lemma and its forms: in ``GO b t2WENT`` the form ``t2WENT`` is a sign, the number
    of letters that are cut off the end of GO, and the letters that replace them.
    """
    names, *lines = text.splitlines()
    signs = dict(one.split("=") for one in names.split())
    found: dict[str, list[Mapping[str, str]]] = {}
    for lemma, *forms in map(str.split, lines):
        for form in forms:
            end = form[1:].lstrip("123456789")
            cut = int(form[1 : len(form) - len(end)] or 0)
            word = lemma[: len(lemma) - cut] + end
            found.setdefault(word, []).append({"lemma": lemma, "form": signs[form[0]]})
    return found


def reasons_for(
    word: str, language: Language, files: Mapping[str, Sections], forms: Forms
) -> Reasons:
    """
    Return the level of a word, its source, and why it is refused or not drawn.

    Args:
        word: A folded word.
        language: The language of the lists.
        files: `NO_WORDS`, `STOP` and `EXTRA`, by their names.
        forms: The lemmas of its words.
    """
    if word not in language.accepted and word not in language.wide:
        return Reasons(refused=_section(files.get(NO_WORDS, {}), word) or "unknown")
    level = language.band(word) if word in language.accepted else CARDS
    by_hand = word in files.get(EXTRA, {}).get(LACKING, ())
    return Reasons(
        level=level,
        forms=forms.get(word, ()),
        source="hand" if by_hand else "lists",
        not_drawn=_not_drawn(word, language, files) if level == RARE else "",
    )


def _not_drawn(word: str, language: Language, files: Mapping[str, Sections]) -> str:
    """Return the reason why the board never picks a word as a secret; "" if none."""
    never = NEVER if word in language.unfit else ""
    return never or _section(files.get(STOP, {}), word)


def _section(sections: Sections, word: str) -> str:
    """Return the name of the first section that has a word; empty if none has it."""
    return next((name for name, words in sections.items() if word in words), "")


@cache
def load_reasons(code: str) -> Mapping[str, Sections]:
    """Return, by file name, the word lists that say why words are refused."""
    folder = FOLDER / code
    return {
        name: read_sections((folder / name).read_text(encoding="utf-8"))
        for name in (NO_WORDS, STOP, EXTRA)
        if (folder / name).is_file()
    }


@cache
def load_forms(code: str) -> Forms:
    """Return the lemmas and forms of each word of a language, by the word."""
    path = FOLDER / code / FORMS
    return read_forms(path.read_text(encoding="ascii")) if path.is_file() else {}
