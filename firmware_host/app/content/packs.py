"""
The word packs of this board, for its pages.

Some packs are built in. Others are the board's own: typed by a teacher, or imported
from a file. While a pack is chosen, the board draws words from it, also words that are
in no dictionary.
"""

import asyncio
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from firmware_host.board.json import Json, of_message
from firmware_host.board.messages import Refused, say
from firmware_host.board.record import replace
from firmware_host.errors import AskedError
from firmware_host.session.asked import PackKept
from firmware_host.table.table import Table
from firmware_host.web import values
from firmware_host.words.difficulty import difficulty
from firmware_host.words.folding import fold
from firmware_host.words.language import Language
from firmware_host.words.lexicon import LONGEST, SHORTEST
from firmware_host.words.packs.kept import free, with_keys
from firmware_host.words.packs.pack import (
    WORDS,
    Pack,
    in_order,
    read_packs,
    write_packs,
)
from firmware_host.words.twins import is_rare, twins

#: The separators between typed or pasted words.
_BETWEEN = re.compile(r"[\s,;|/]+")

#: The beginning of the text after the word in a cell: its plural, its gender, another
#: word.
_BEFORE = re.compile(r"(?<=\S)\s*[,;|/(\[]")

#: Characters that are removed around a word: quotes, full stops, brackets, the dots of
#: a list.
_AROUND = (
    "\"'.:!?()[]{}<>*-_#0123456789"
    "\u2022\u00b7\u201e\u201c\u201d\u00ab\u00bb\u201a\u2018\u2019\u2013\u2026"
)


def check(
    text: str, language: Language, *, lines: bool = False
) -> list[values.Checked]:
    """
    Check each word of a text; return the words with messages about problems.

    Args:
        text: The words.
        language: The language, whose articles are left out.
        lines: True if each line is one cell of a table and has one word; else blanks
            separate words too.
    """
    seen: set[str] = set()
    checked: list[values.Checked] = []
    for typed, found in _typed_words(text, language.articles, lines=lines):
        word = fold(found)
        if " " in word:
            several: Json = of_message(say("web-word-several"))
            checked += [{"typed": typed, "word": word, "good": False, "why": [several]}]
            continue
        why = [fault.reason for fault in language.faults(word, override=True)]
        good = not why and word not in seen
        if word in seen:
            why.append(say("web-word-twice"))
        elif good and word in language.unfit:
            why.append(say("web-word-unfit"))
        elif good and word not in language.accepted:
            why.append(say("web-word-unknown"))
        if fold(typed) != word:
            why.append(say("web-word-read", word=word))
        seen.add(word)
        messages: list[Json] = [of_message(message) for message in why]
        checked.append({"typed": typed, "word": word, "good": good, "why": messages})
    return checked


def _typed_words(
    text: str, articles: Collection[str], *, lines: bool
) -> Iterator[tuple[str, str]]:
    """Yield each entry of a text as typed, and its word without article and notes."""
    for line in filter(None, map(str.strip, text.splitlines())):
        parts = (
            _BEFORE.split(line, maxsplit=1)[0].split()
            if lines
            else _BETWEEN.split(line)
        )
        words = [word for word in (part.strip(_AROUND) for part in parts) if fold(word)]
        bare = [word for word in words if fold(word) not in articles]
        if lines:
            yield line, " ".join(bare or words[:1]) or line
        elif len(words) > len(bare) == 1:  # "der Apfel", and "Apfel, der"
            yield " ".join(words), bare[0]
        else:
            yield from _with_articles(words, articles)


def _with_articles(
    words: Iterable[str], articles: Collection[str]
) -> Iterator[tuple[str, str]]:
    """Yield each word with the articles before it, and the word alone."""
    before = list[str]()
    for word in words:
        if fold(word) in articles:
            before.append(word)
        else:
            yield " ".join([*before, word]), word
            before = []
    yield from ((word, word) for word in before)


def look(words: Iterable[str], language: Language) -> list[values.Looked]:
    """Return for each word whether it can be played, and its difficulty."""
    return [_looked(word, language) for word in words]


def _looked(word: str, language: Language) -> values.Looked:
    if language.faults(word, override=True):
        return {"word": word, "lays": False, **_UNKNOWN}
    hard = difficulty(language, word)
    return {
        "word": word,
        "lays": True,
        "level": hard.level,
        "chance": round(hard.chance * 100),
        "taps": list(hard.taps),
        "why": [of_message(one) for one in hard.why],
        "twins": list(twins(word, language)),
    }


#: The message for a word that the pieces of this box cannot form.
_UNKNOWN: values.Hard = {
    "level": "",
    "chance": 0,
    "taps": [],
    "why": [],
    "twins": [],
}


class BoardPacks:
    """
    Every pack of a board.

    Args:
        table: The board's; its session has the packs.
    """

    def __init__(self, table: Table) -> None:
        self._table = table

    # --- looking ---

    async def all(self) -> list[values.Pack]:
        """Return every pack, this board's own first, without its words."""
        return await asyncio.to_thread(self._all)

    def _all(self) -> list[values.Pack]:
        return [_about(pack, own=own) for pack, own in self._packs()]

    def check(
        self, text: str, code: str, *, lines: bool = False
    ) -> list[values.Checked]:
        """Check each word of a text; return the words with the reasons against them."""
        return check(text, self._languages[code], lines=lines)

    async def look(self, code: str, key: str) -> values.Pack | None:
        """Return a pack, its words and their difficulty; None for an unknown key."""
        language = self._languages[code]
        pack = language.pack(key)
        if pack is None:
            return None
        known = await asyncio.to_thread(look, pack.words, language)
        return {**_about(pack, own=key in language.kept), "known": known}

    def worth(self, word: str, code: str) -> values.Worth:
        """Return warnings for a word's maker: whether it is rare, and its twins."""
        language, folded = self._languages[code], fold(word)
        return {
            "rare": is_rare(folded, language),
            "twins": list(twins(folded, language)),
        }

    def drawn(
        self, code: str, *, pack: str = "", level: str = "", without: Sequence[str] = ()
    ) -> list[str]:
        """
        Return the words to draw if some are left out.

        An empty list if none are left out.

        Args:
            code: The language.
            pack: The key of the pack to draw from.
            level: The level of the board's own words; empty for all.
            without: The words to leave out.
        """
        language, out = self._languages[code], set(without)
        chosen = language.pack(pack)
        lengths = range(SHORTEST, LONGEST + 1)
        own = [word for n in lengths for word in language.drawn(n, level).words(n)]
        words = chosen.words if chosen else own
        left = [word for word in words if word not in out]
        return left if len(left) < len(words) else []

    def known(self, words: Iterable[str], code: str) -> list[str]:
        """Return those of some words that the board could draw now."""
        language = self._languages[code].with_pack(self._table.session.setup.pack)
        return [word for word in words if word in language.drawn(len(word))]

    def carried(self, code: str = "", key: str = "") -> str:
        """Return the file of a pack; for an empty key of all packs of this board."""
        packs = list(self._kept())
        if key:
            pack = self._languages[code].pack(key)
            packs = [] if pack is None else [pack]
        return write_packs(packs)

    # --- changing ---

    async def put(
        self, said: Mapping[str, str], text: str, *, key: str = "", lines: bool = False
    ) -> values.Pack | Refused:
        """
        Store the playable words of *text* as a pack.

        Args:
            said: The text fields of the pack, by `pack.ABOUT`.
            text: The words, in any order and with anything between them.
            key: The key of the pack to replace; empty for a new one.
            lines: True if each line of the text is one cell of a table.

        Raises:
            AskedError: There is no such language.
        """
        if said.get("language") not in self._languages:
            msg = f"the board does not speak {said.get('language')!r}"
            raise AskedError(msg)
        checked = check(text, self._languages[said["language"]], lines=lines)
        good = in_order(one["word"] for one in checked if one["good"])
        if not good:
            return Refused("pack-empty")
        if len(good) > WORDS:
            return Refused("pack-long", values=(("n", WORDS),))
        kept = {one.key: one for one in self._kept()}
        if key in kept and kept[key].language != said["language"]:
            await self._table.ask(PackKept(kept[key].language, key, None))
        made = Pack(key="", words=good, **said)
        # A request that comes twice makes one pack.
        same = (name for name, one in kept.items() if replace(one, key="") == made)
        wanted = key if key in kept else next(same, "") or free(kept)
        if isinstance(wanted, Refused):
            return wanted
        return await self._keep(replace(made, key=wanted))

    async def take(self, text: str) -> list[values.Pack] | Refused:
        """
        Store the packs of a file.

        One with an existing name and language replaces that.
        """
        read = read_packs(text, self._languages.keys())
        if isinstance(read, Refused):
            return read
        found = with_keys(read, [*self._kept()])
        if isinstance(found, Refused):
            return found
        made = []
        for pack in found:
            kept = await self._keep(pack)
            if isinstance(kept, Refused):
                return kept
            made.append(kept)
        return made

    async def remove(self, key: str) -> Refused | None:
        """Delete a word pack from the board."""
        for pack in self._kept():
            if pack.key == key:
                gone = PackKept(pack.language, key, None)
                return _refused(await self._table.ask(gone))
        return Refused("pack-gone")

    async def _keep(self, pack: Pack) -> values.Pack | Refused:
        """Store a pack under its key."""
        kept = PackKept(pack.language, pack.key, pack)
        return _refused(await self._table.ask(kept)) or _about(pack, own=True)

    # --- stored packs ---

    @property
    def _languages(self) -> Mapping[str, Language]:
        return self._table.session.languages

    def _kept(self) -> Iterator[Pack]:
        """Yield every pack of this board's own."""
        for one in self._languages.values():
            yield from one.kept.values()

    def _packs(self) -> Iterator[tuple[Pack, bool]]:
        """Yield every pack, and whether it is this board's own; those first."""
        yield from ((pack, True) for pack in self._kept())
        for one in self._languages.values():
            yield from ((pack, False) for pack in one.shipped.values())


def _about(pack: Pack, *, own: bool) -> values.Pack:
    return {
        "key": pack.key,
        "own": own,
        "name": pack.name,
        "language": pack.language,
        "level": pack.level,
        "topic": pack.topic,
        "licence": pack.licence,
        "author": pack.author,
        "words": len(pack.words),
        "known": [],
    }


def _refused(outcome: object) -> Refused | None:
    return outcome if isinstance(outcome, Refused) else None
