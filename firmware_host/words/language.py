"""A language: its letters, its tiles, and the words that can be played."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import field, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from firmware_host.board.messages import Message, Refused, say
from firmware_host.board.pieces import KINDS, PIECES_IN_BOX
from firmware_host.board.record import Record
from firmware_host.errors import SettingsError
from firmware_host.words.alphabet import Alphabet
from firmware_host.words.cards import Deck
from firmware_host.words.folding import fold
from firmware_host.words.levels import (
    BANDS,
    COMMON,
    EASY,
    EVERYDAY,
    FIRST_READERS,
    FREQUENT,
    LEVELS,
    RARE,
    Figures,
    by_level,
)
from firmware_host.words.lexicon import LONGEST, SHORTEST, Lexicon

if TYPE_CHECKING:  # a board without packs loads nothing of them
    from firmware_host.words.packs.pack import Pack
from firmware_host.words.unfit import UnfitWords

_NO_WORDS = Lexicon(b"")

_NO_FIGURES = Figures(b"")

_NONE_UNFIT = UnfitWords()

#: The list that replaces a level in a language without measured words.
_LIKE = {FIRST_READERS: EASY, EVERYDAY: FREQUENT}

#: The value that stands for a level if the board plays the word of the day.
DAY = "day"


class Language(Record):
    """
    A language.

    Args:
        code: Such as ``en``.
        tiles: The number of letter tiles of each letter that a word may have.
        alphabet: The pieces of each letter.
        common: The words that the board draws from.
        accepted: All words that players may use.
        own: The words of the owner's list: for each length in it the board draws only
            from it, and players may use all of its words.
        bands: The better known words of *common*, by their name in `BANDS`.
        figures: The difficulty of the words of *common*.
        wide: Every word of 2 to 12 letters, for games of cards.
        cards: The deck of letter cards.
        default_cards: The deck of journals and transcripts that name no deck; empty in
            a language whose files have always named it.
        shipped: The packs that every board has, by their keys.
        kept: The packs that are stored on this board, by their keys.
        articles: The words that may precede a word and are not part of it, folded.
        unfit: The words that the board itself never shows or draws.
    """

    code: str
    tiles: Mapping[str, int] = field(hash=False)
    alphabet: Alphabet = field(hash=False)
    common: Lexicon = field(repr=False)
    accepted: Lexicon = field(repr=False)
    own: Lexicon = field(default=_NO_WORDS, repr=False)
    bands: Mapping[str, Lexicon] = field(default_factory=dict, repr=False, hash=False)
    figures: Figures = field(default=_NO_FIGURES, repr=False)
    wide: Collection[str] = field(default=(), repr=False)
    cards: Deck = field(default_factory=dict, repr=False, hash=False)
    default_cards: Deck = field(default_factory=dict, repr=False, hash=False)
    shipped: Mapping[str, "Pack"] = field(
        default_factory=dict, repr=False, compare=False
    )
    kept: Mapping[str, "Pack"] = field(default_factory=dict, repr=False, hash=False)
    articles: frozenset[str] = frozenset()
    unfit: UnfitWords = field(default=_NONE_UNFIT, repr=False, hash=False)

    @property
    def packs(self) -> "tuple[Pack, ...]":
        """All packs of the language, those of this board first."""
        return (*self.kept.values(), *self.shipped.values())

    def pack(self, key: str) -> "Pack | None":
        """Return a pack by its key; None for no pack of this language."""
        if not key:
            return None  # asked of every game, and the shipped ones need reading
        return self.kept.get(key) or self.shipped.get(key)

    def drawn(self, length: int, level: str = "") -> Lexicon:
        """
        Return the words of *length* letters that the board draws from.

        Args:
            length: In letters.
            level: One of `LEVELS`, or of an earlier version's; empty for all of them.
                The owner's list is used for each level but `DAY`.
        """
        if level != DAY and self.own_drawn.count(length):
            return self.own_drawn
        of_level = self._of(level)
        return of_level if of_level.count(length) else self.common

    @property
    def own_drawn(self) -> Lexicon:
        """The words of the owner's list, without offensive ones."""
        return _without(self.own, self.unfit) if self.own else self.own

    def _of(self, level: str) -> Lexicon:
        if level == DAY:
            return self.bands.get(FREQUENT, self.common)
        if level in LEVELS and len(self.figures):
            easy, frequent = (self.bands.get(one, _NO_WORDS) for one in BANDS[:2])
            return by_level(self.common, easy, frequent, self.figures)[level]
        return self.bands.get(_LIKE.get(level, level), self.common)

    def band(self, word: str) -> str:
        """Return how common a folded word is, as one of `BANDS`."""
        known = (one for one in BANDS if word in self.bands.get(one, ()))
        return next(known, COMMON if word in self.common else RARE)

    def with_own(self, words: Iterable[str]) -> "Language":
        """
        Return this language with an owner's list of words; an empty one removes it.

        Args:
            words: Folded words; words that cannot be built are omitted.
        """
        playable = {word for word in words if not self.faults(word, override=True)}
        return replace(self, own=_packed(playable))

    def with_kept(self, key: str, pack: "Pack | None") -> "Language":
        """Return this language with a pack of this board added; None removes it."""
        others = {name: one for name, one in self.kept.items() if name != key}
        return replace(self, kept={**others, key: pack} if pack else others)

    @property
    def named_cards(self) -> Deck:
        """The deck for a game's header; empty if it is the language's default."""
        return {} if self.cards == self.default_cards else self.cards

    def with_named_cards(self, named: Deck) -> "Language":
        """Return this language with the deck from a game's header."""
        return replace(self, cards=named or self.default_cards or self.cards)

    def packs_for(self, length: int, least: int) -> "tuple[Pack, ...]":
        """Return the packs that have at least *count* words of *length* letters."""
        return tuple(
            pack
            for pack in self.packs
            if sum(len(word) == length for word in pack.words) >= least
        )

    def with_pack(self, key: str) -> "Language":
        """Return this language drawing from a pack, unless it has an owner's list."""
        pack = self.pack(key)
        return self if pack is None or self.own else self.with_own(pack.words)

    def faults(
        self, word: str, length: int | None = None, *, override: bool = False
    ) -> tuple[Refused, ...]:
        """
        Return every reason why a word cannot be played; empty if it can.

        Args:
            word: The folded word.
            length: The number of letter zones that it must fill; None for 3 to 6.
            override: True to accept a word that the dictionary lacks.

        Source: rules, "A word can be played".
        """
        return tuple(self._faults(word, length, override=override))

    def _faults(
        self, word: str, length: int | None, *, override: bool
    ) -> Iterator[Refused]:
        if length is None and not SHORTEST <= len(word) <= LONGEST:
            yield Refused("word-length", values=(("has", len(word)), ("needs", "3-6")))
        elif length is not None and len(word) != length:
            yield Refused("word-length", values=(("has", len(word)), ("needs", length)))
        strange = sorted({letter for letter in word if letter not in self.tiles})
        if strange:
            yield Refused("word-letters", values=(("letters", " ".join(strange)),))
        else:
            yield from self._too_many_tiles(word)
            yield from self._too_many_pieces(word)
        if not (override or word in self.accepted or word in self.own):
            yield Refused("word-unknown", values=(("word", word),))

    def _too_many_tiles(self, word: str) -> Iterator[Refused]:
        for letter, needs in Counter(word).items():
            has = self.tiles[letter]
            if needs > has:
                values = (("letter", letter), ("needs", needs), ("has", has))
                yield Refused("word-tiles", values=values)

    def _too_many_pieces(self, word: str) -> Iterator[Refused]:
        counts = zip(KINDS, self.alphabet.pieces(word), PIECES_IN_BOX, strict=True)
        for kind, needs, has in counts:
            if needs > has:
                name: Message = say(f"kind-{kind}")
                values = (("kind", name), ("needs", needs), ("has", has))
                yield Refused("word-pieces", values=values)


def _packed(words: Iterable[str]) -> Lexicon:
    lines = sorted(words, key=lambda word: (len(word), word))
    return Lexicon("".join(f"{word}\n" for word in lines).encode())


@lru_cache(maxsize=4)
def _without(words: Lexicon, unfit: UnfitWords) -> Lexicon:
    every = (word for n in range(SHORTEST, LONGEST + 1) for word in words.words(n))
    return _packed(word for word in every if word not in unfit)


def read_language(
    code: str,
    table: Mapping[str, object],
    *,
    alphabet: Alphabet,
    common: bytes,
    accepted: bytes,
) -> Language:
    """
    Return the language of a folder's files.

    Args:
        code: The language's code, such as ``en``.
        table: The parsed ``language.toml``.
        alphabet: The pieces of each letter.
        common: The content of ``common.txt``.
        accepted: The content of ``accepted.txt``.

    Raises:
        SettingsError: The table has no tiles, they are no counts, or a letter of
            theirs has no build; or a word list cannot be read.
    """
    tiles, where = table.get("tiles"), f"languages/{code}/language.toml"
    if not isinstance(tiles, dict) or not all(
        type(count) is int and count > 0 for count in tiles.values()
    ):
        msg = f"{where}: [tiles] must count each letter's tiles"
        raise SettingsError(msg)
    unbuilt = " ".join(letter for letter in tiles if letter not in alphabet.builds)
    if unbuilt:
        msg = f"{where}: the alphabet does not say how these are built: {unbuilt}"
        raise SettingsError(msg)
    articles = table.get("articles", "")
    if not isinstance(articles, str):
        msg = f"{where}: articles must be words with blanks between them"
        raise SettingsError(msg)
    return Language(
        *(code, tiles, alphabet, Lexicon(common), Lexicon(accepted)),
        articles=frozenset(fold(articles).split()),
    )
