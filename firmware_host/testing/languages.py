"""
Making and checking a new language, which begins as a copy of English.

Each check yields a sentence for each fault of a folder, and nothing if there is none.
"""

import shutil
from collections.abc import Callable, Iterator, Mapping
from dataclasses import field
from functools import cache
from importlib import import_module
from pathlib import Path
from string import Formatter
from types import ModuleType

from firmware_host.app.content.languages import language_in, load_alphabet
from firmware_host.board.record import Record
from firmware_host.errors import SettingsError, reason
from firmware_host.languages import ABOUT, CODES, FIRST, FOLDER
from firmware_host.picture.type import PLAIN, fits
from firmware_host.settings.toml import read_toml
from firmware_host.words.cards import DEFAULT_CARDS
from firmware_host.words.folding import fold

#: The files that a folder must have; others are optional.
FILES = (
    *(ABOUT, "texts.po", "nicknames.txt", "rude.txt", "cards.toml", "LICENCES.md"),
    *("common.txt", "easy.txt", "everyday.txt", "accepted.txt", "wide.txt"),
)

#: The keys that the file `ABOUT` must have.
SAID = ("name", "decimal", "rows", "more", "voice", "tiles")

#: The most letters of a name that a phone offers, and of a word on a zone's screen.
#: Source: docs/languages.md.
NICKNAME_LETTERS, SHORT_LETTERS = 12, 7

#: The size of the small print on an otherwise empty table screen, in pixels.
SMALL_PRINT = (128, 24)

#: The number of faults of one kind that are reported.
TOLD = 5

#: What to do about a table that cannot be parsed.
REMEDY = "write it as that of English is"

Key = tuple[str, str]


class Locale(Record):
    """
    The folder of a language in the making.

    Args:
        folder: The folder of its files.
        texts: Its sentences by context and code, each with all plural forms.
        english: The sentences of English in the same form.
    """

    folder: Path
    texts: Mapping[Key, tuple[str, ...]] = field(repr=False)
    english: Mapping[Key, tuple[str, ...]] = field(repr=False)

    def text(self, name: str) -> str:
        """
        Return the text of a file of the folder.

        Raises:
            SettingsError: It is not UTF-8.
        """
        try:
            return (self.folder / name).read_text(encoding="utf-8")
        except ValueError as fault:
            msg = f"{name}: this is no text; save it as UTF-8"
            raise SettingsError(msg) from fault


def begin(code: str, into: Path) -> Path:
    """
    Copy English into a folder called *code*, and return that.

    Raises:
        SettingsError: A language has that code, or the folder is there already.
    """
    folder = into / code
    if not (code.isascii() and code.islower() and code.isalpha()) or code in CODES:
        there = ", ".join(CODES)
        msg = f"{code!r} is no code of a new language, such as es; there are: {there}"
        raise SettingsError(msg)
    try:
        without = shutil.ignore_patterns(DEFAULT_CARDS)
        shutil.copytree(FOLDER / FIRST, folder, ignore=without)
    except OSError as fault:
        msg = f"{folder}: {fault.strerror or 'it is there'}; nothing was made there"
        raise SettingsError(msg) from fault
    return folder


def open_language(folder: Path) -> Locale:
    """
    Open the folder of a language, and build its ``texts.mo``.

    Raises:
        SettingsError: It has no sentences that can be read.
    """
    polib, path = _polib(), folder / "texts.po"
    if not path.is_file():
        msg = f"{path}: no such file; name the folder of a language"
        raise SettingsError(msg)
    try:
        catalogue = polib.pofile(str(path))
        path.with_suffix(".mo").write_bytes(catalogue.to_binary())
    except (OSError, ValueError) as fault:
        msg = f"{path}: {reason(fault)}; name the folder of a language"
        raise SettingsError(msg) from fault
    return Locale(folder, _said(catalogue), _english())


@cache
def _english() -> Mapping[Key, tuple[str, ...]]:
    return _said(_polib().pofile(str(FOLDER / FIRST / "texts.po")))


def _polib() -> ModuleType:
    try:
        return import_module("polib")  # only translators need it
    except ImportError as fault:
        msg = "polib reads texts.po: sudo apt install python3-polib, or with pip"
        raise SettingsError(msg) from fault


def _said(catalogue: object) -> dict[Key, tuple[str, ...]]:
    return {
        (one.msgctxt, one.msgid): tuple(one.msgstr_plural.values()) or (one.msgstr,)
        for one in catalogue  # type: ignore[attr-defined] # polib has no types
    }


# --- the promises -----------------------------------------------------------------


def has_its_files(made: Locale) -> Iterator[str]:
    """Each file exists, and the table has the keys that a board needs."""
    for name in FILES:
        if not (made.folder / name).is_file():
            yield f"{name} is missing"
        else:
            made.text(name)
    _, table = read_toml(made.folder / ABOUT, remedy=REMEDY)
    for name in SAID:
        if name not in table:
            yield f"{ABOUT} has no {name}"


def says_everything(made: Locale) -> Iterator[str]:
    """Each code has a sentence, and each sentence has a code."""
    for context, code in made.english:
        if not all(made.texts.get((context, code), ("",))):
            yield f"{code} ({context}) has no sentence"
    for context, code in made.texts.keys() - made.english.keys():
        yield f"{code} ({context}) is said nowhere"


def leaves_no_gap_out(made: Locale) -> Iterator[str]:
    """Test that each placeholder of an English sentence is in its translation."""
    for key, forms in made.texts.items():
        wanted = {gap for one in made.english.get(key, ()) for gap in _gaps(one)}
        had = {gap for one in forms if one for gap in _gaps(one)}
        if any(forms) and had != wanted and key in made.english:
            yield f"{key[1]} ({key[0]}) has {sorted(had)}, not {sorted(wanted)}"


def _gaps(text: str) -> set[str]:
    try:
        return {name for _, name, _, _ in Formatter().parse(text) if name is not None}
    except ValueError:
        return {f"a brace too many in {text!r}"}


def fits_its_screens(made: Locale) -> Iterator[str]:
    """A zone's word is short and in capitals; small print has room on a screen."""
    for (context, code), forms in made.texts.items():
        for text in forms if context == "screen" else ():
            if code.startswith("short-"):
                if len(text) > SHORT_LETTERS or text != text.upper():
                    yield f"{code}: {text!r} takes {SHORT_LETTERS} capitals"
            elif not _fits(text) and _fits(made.english.get((context, code), ("",))[0]):
                yield f"{code}: {text!r} is too long for a screen"


def _fits(text: str) -> bool:
    return fits(text, *SMALL_PRINT, PLAIN)


def has_a_piece_for_each_letter(made: Locale) -> Iterator[str]:
    """Its letters can be built, and its words can be laid."""
    language = language_in(made.folder, load_alphabet(), REMEDY)
    for name in ("common.txt", "easy.txt", "everyday.txt"):
        for word in made.text(name).split():
            for fault in language.faults(word):
                yield f"{name}: {word}: {fault.code}"


def keeps_its_lists_in_order(made: Locale) -> Iterator[str]:
    """Words are folded, the shorter first; a list has those of the easier ones."""
    known: set[str] = set()
    for name in ("easy.txt", "everyday.txt", "common.txt", "accepted.txt"):
        words = made.text(name).split()
        if words != sorted(set(words), key=lambda word: (len(word), word)):
            yield f"{name} is not in order, the shorter first"
        for word in words:
            if fold(word) != word:
                yield f"{name}: {word} is not folded"
        yield from (f"{name} lacks {word}" for word in sorted(known - {*words}))
        known = {*words}


def offers_short_names(made: Locale) -> Iterator[str]:
    """Check that each suggested name fits beside points on a screen."""
    for name in made.text("nicknames.txt").splitlines():
        if len(name) > NICKNAME_LETTERS:
            yield f"nicknames.txt: {name} has more than {NICKNAME_LETTERS} letters"


CHECKS: tuple[Callable[[Locale], Iterator[str]], ...] = (
    has_its_files,
    says_everything,
    leaves_no_gap_out,
    fits_its_screens,
    has_a_piece_for_each_letter,
    keeps_its_lists_in_order,
    offers_short_names,
)


def faults(made: Locale, check: Callable[[Locale], Iterator[str]]) -> list[str]:
    """Return the first `TOLD` faults that a check finds."""
    found: list[str] = []
    try:
        for fault in check(made):
            if len(found) == TOLD:
                return [*found, "and more"]
            found.append(fault)
    except (OSError, SettingsError) as fault:
        return [*found, str(fault)]
    return found


def untranslated(made: Locale) -> int:
    """Return the number of sentences that are equal to the English ones."""
    same = (made.english.get(key) == forms for key, forms in made.texts.items())
    return sum(same)
