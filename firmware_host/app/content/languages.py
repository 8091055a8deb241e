"""Opening the language folders: letters, tiles, words and texts."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cache, partial
from logging import getLogger
from mmap import ACCESS_READ, mmap
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from firmware_host.app.content.outside import game_files, playable_games
from firmware_host.board.json import JsonObject
from firmware_host.board.once import Lazy
from firmware_host.errors import SettingsError
from firmware_host.languages import ABOUT, CODES, FOLDER, title
from firmware_host.settings.toml import read_toml
from firmware_host.texts.texts import Texts
from firmware_host.words.alphabet import Alphabet, read_alphabet
from firmware_host.words.cards import DEFAULT_CARDS, Deck, read_cards
from firmware_host.words.language import Language, read_language
from firmware_host.words.levels import EASY, FREQUENT, Figures
from firmware_host.words.lexicon import Lexicon
from firmware_host.words.unfit import UnfitWords, read_unfit
from firmware_host.words.wide import WideList

if TYPE_CHECKING:
    from firmware_host.words.packs.pack import Pack
    from firmware_host.words.rude import RudeWords

_log = getLogger(__name__)

#: The owner's changed letters, in the folder of the journal.
OWNERS = "alphabet.toml"

#: The remedies for an unreadable file: one of ours, or the owner's.
_OURS = "install letterzone anew"
_OWNERS = "mend it there, or delete it: then the letters are those of the box"


def load_alphabet(override: JsonObject | None = None, where: str = "") -> Alphabet:
    """Return the letter piece alphabet, with an owner's changed letters."""
    path = FOLDER / "alphabet.toml"
    _, letters = read_toml(path, remedy=_OURS)
    return read_alphabet(letters, override=override, where=where or str(path.name))


@cache
def load_language(code: str) -> Language:
    """
    Return the language of *code* as the box has it.

    Raises:
        SettingsError: There is no such language.
    """
    return language_with(code, load_alphabet())


def owners_letters(folder: Path) -> JsonObject:
    """
    Return the letters that an owner's box builds differently, by letter.

    They are in ``alphabet.toml`` next to the journal, such as ``N = ["red", "red",
    "yellow"]``; without that file there are none.

    Raises:
        SettingsError: The file cannot be read, or contains an unknown letter or piece.
    """
    path = folder / OWNERS
    if not path.exists():
        return {}
    _, letters = read_toml(path, remedy=_OWNERS)
    load_alphabet(letters, where=str(path))
    return letters


def languages_with(
    letters: JsonObject, kept: "Mapping[str, Mapping[str, Pack]]" = MappingProxyType({})
) -> Mapping[str, Language]:
    """
    Return all languages with the letters of the owner's box.

    Args:
        letters: The letters that the box builds in another way.
        kept: The board's own packs, by language and key.
    """
    load: Callable[[str], Language] = load_language
    if letters:
        alphabet = load_alphabet(letters, where=OWNERS)
        load = partial(language_with, alphabet=alphabet)

    def with_kept(code: str) -> Language:
        own = kept.get(code)
        return replace(load(code), kept=own) if own else load(code)

    return Lazy(CODES, with_kept)


def language_with(code: str, alphabet: Alphabet) -> Language:
    """Return the language of *code*, spelled with *alphabet*."""
    if code not in CODES:
        msg = f"no language is called {code!r}; there are: {', '.join(CODES)}"
        raise SettingsError(msg)
    return language_in(FOLDER / code, alphabet)


def language_in(folder: Path, alphabet: Alphabet, remedy: str = _OURS) -> Language:
    """
    Return the language of a folder, whose name is its code.

    Args:
        folder: The folder.
        alphabet: The letters, which spell its words.
        remedy: What to do if a table cannot be parsed, in words.

    Raises:
        SettingsError: A file of it is damaged.
    """
    code = folder.name
    _, table = read_toml(folder / ABOUT, remedy=remedy)
    language = read_language(
        code,
        table,
        alphabet=alphabet,
        common=(folder / "common.txt").read_bytes(),
        accepted=(folder / "accepted.txt").read_bytes(),
    )
    measured, default = folder / "difficulty.txt", folder / DEFAULT_CARDS
    bands = ((one, folder / f"{one}.txt") for one in (EASY, FREQUENT))
    language = replace(
        language,
        bands={one: Lexicon(path.read_bytes()) for one, path in bands},
        figures=Figures(measured.read_bytes() if measured.is_file() else b""),
        wide=WideList(_mapped(folder / "wide.txt"), f"{code}/wide.txt"),
        cards=_deck(folder / "cards.toml", remedy),
        default_cards=_deck(default, remedy) if default.is_file() else {},
        unfit=load_unfit(code),
    )
    return replace(language, shipped=Shipped(partial(_shipped, language)))


def _deck(path: Path, remedy: str) -> Deck:
    """Return the deck of letter cards that a language's file describes."""
    _, table = read_toml(path, remedy=remedy)
    return read_cards(table, f"{path.parent.name}/{path.name}")


class Shipped(Mapping[str, "Pack"]):
    """
    The built-in packs of a language, read on first use.

    Args:
        load: Reads them.
    """

    def __init__(self, load: Callable[[], "Mapping[str, Pack]"]) -> None:
        self._load = cache(load)

    def __getitem__(self, key: str) -> "Pack":
        return self._load()[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._load())

    def __len__(self) -> int:
        return len(self._load())


def _shipped(language: Language) -> "dict[str, Pack]":
    """Return the packs that every board has; none where their file is spoilt."""
    from firmware_host.words.packs.shipped import read_shipped  # noqa: PLC0415 - when a pack is asked for

    path = FOLDER / language.code / "packs.toml"
    try:
        _, table = read_toml(path, remedy=_OURS)
        return read_shipped(table, language, str(path))
    except SettingsError as fault:  # in the middle of an evening: it goes on without
        _log.warning("%s", fault)
        return {}


def _mapped(path: Path) -> mmap | bytes:
    """Return a memory-mapped file, which saves a megabyte for a game."""
    with path.open("rb") as stream:
        if not path.stat().st_size:
            return b""  # which cannot be mapped
        return mmap(stream.fileno(), 0, access=ACCESS_READ)


@cache
def load_texts(code: str) -> Texts:
    """Return every text of the language of *code*, games from outside included."""
    more = {f"language-{other}": title(other) for other in CODES}
    for engine in playable_games().values():
        more |= engine.TEXTS.get(code, {})
    brought = [Path(one, "texts", f"{code}.mo") for one in game_files().values()]
    others = [path.read_bytes() for path in brought if path.is_file()]
    with (FOLDER / code / "texts.mo").open("rb") as stream:
        return Texts(stream, more, others)


@cache
def load_rude() -> "RudeWords":
    """Return the rude words of all languages, which no player may be called."""
    from firmware_host.words.rude import read_rude, union  # noqa: PLC0415 - for names alone

    files = ((f"{code}/rude.txt", FOLDER / code / "rude.txt") for code in CODES)
    return union(
        read_rude(path.read_text(encoding="utf-8"), where)
        for where, path in files
        if path.is_file()
    )


@cache
def load_unfit(code: str) -> UnfitWords:
    """Return the offensive words of a language, which the board never shows."""
    path = FOLDER / code / "unfit.txt"
    if not path.is_file():
        return UnfitWords()
    return read_unfit(path.read_text(encoding="utf-8"), f"{code}/{path.name}")


@cache
def load_nicknames(code: str) -> tuple[str, ...]:
    """Return the suggested names of a language."""
    text = (FOLDER / code / "nicknames.txt").read_text(encoding="utf-8")
    return tuple(text.splitlines())
