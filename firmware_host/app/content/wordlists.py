"""
The teacher's word lists: checked word by word, kept, carried to other boards.

A list belongs to a class and a language. While one is chosen the board draws from it,
also words that no dictionary has: the teacher answers for them.
"""

import asyncio
import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from json import dumps

from firmware_host.board.json import (
    Json,
    JsonObject,
    as_number,
    objects,
    of_message,
    read_object,
    texts,
)
from firmware_host.board.json import text as text_in
from firmware_host.board.messages import Refused, say
from firmware_host.journal.store import Journal
from firmware_host.limits import LIST_LETTERS
from firmware_host.web import values
from firmware_host.words.folding import fold
from firmware_host.words.language import Language
from firmware_host.words.lexicon import LONGEST, SHORTEST

#: The settings of the journal in which they lie.
KEYS = "words:"
CHOSEN = "words"

#: So many words a list may have, and so many lists there may be.
WORDS, LISTS = 5000, 100

#: The first field of a file that carries lists to another board, and its number.
MARK, VERSION = "letterzone-words", 1

#: What stands between two words that somebody has typed or pasted.
_BETWEEN = re.compile(r"[\s,;|/]+")

#: What may stick to a word: quotes, full stops, brackets, the dots of a list.
_AROUND = (
    "\"'.:!?()[]{}<>*-_#0123456789"
    "\u2022\u00b7\u201e\u201c\u201d\u00ab\u00bb\u201a\u2018\u2019\u2013\u2026"
)


def check(text: str, language: Language) -> list[values.Checked]:
    """Return each word of a pasted text, and a message for all that is odd about it."""
    seen: set[str] = set()
    checked: list[values.Checked] = []
    for typed in (part.strip(_AROUND) for part in _BETWEEN.split(text)):
        word = fold(typed)
        if not word:
            continue
        why = [fault.reason for fault in language.faults(word, override=True)]
        good = not why and word not in seen
        if word in seen:
            why.append(say("web-word-twice"))
        elif good and word not in language.accepted:
            why.append(say("web-word-unknown"))
        seen.add(word)
        messages: list[Json] = [of_message(message) for message in why]
        checked.append({"typed": typed, "word": word, "good": good, "why": messages})
    return checked


def _in_order(words: Iterable[str]) -> list[str]:
    return sorted(set(words), key=lambda word: (len(word), word))


class WordLists:
    """
    Every list of this board.

    Args:
        journal: Where they are kept.
        languages: Every language as the owner's box has it.
    """

    def __init__(self, journal: Journal, languages: Mapping[str, Language]) -> None:
        self._journal = journal
        self._languages = languages
        self._lists: dict[int, values.WordList] = {}
        self._chosen: dict[str, int] = {}
        self._open(journal.settings())

    # --- looking ---

    def check(self, text: str, code: str) -> list[values.Checked]:
        """Return each word of a pasted text, and why it cannot be played."""
        return check(text, self._languages[code])

    def all(self) -> list[values.WordList]:
        """Return every list, the oldest first."""
        return [self._lists[number] for number in sorted(self._lists)]

    def chosen(self, code: str) -> int:
        """Return the number of the list that a language draws from; 0 for none."""
        return self._chosen.get(code, 0)

    def drawn(
        self, code: str, *, level: str = "", without: Sequence[str] = ()
    ) -> list[str]:
        """
        Return the words that the board draws from; none for its own.

        Args:
            code: The language.
            level: How well known its own words are to be; empty for all of them.
            without: Words that are left out. Where the board's own have one of these,
                the others are named.
        """
        chosen, out = self._lists.get(self.chosen(code)), set(without)
        if chosen:
            return [word for word in chosen["words"] if word not in out]
        language = self._languages[code]
        if not any(word in language.common for word in out):
            return []
        own = (language.drawn(n, level) for n in range(SHORTEST, LONGEST + 1))
        by_length = zip(own, range(SHORTEST, LONGEST + 1), strict=True)
        return [
            word for one, n in by_length for word in one.words(n) if word not in out
        ]

    def known(self, words: Iterable[str], code: str) -> list[str]:
        """Return those of some words that the board could have drawn."""
        chosen, language = self.drawn(code), self._languages[code]
        return [word for word in words if word in (chosen or language.drawn(len(word)))]

    def carried(self) -> str:
        """Return every list as one file for other boards."""
        file = {MARK: VERSION, "lists": [_kept(one) for one in self.all()]}
        return dumps(file, ensure_ascii=False, indent=1) + "\n"

    # --- changing ---

    async def put(
        self, name: str, code: str, text: str, *, number: int = 0
    ) -> values.WordList | Refused:
        """
        Keep the good words of *text*.

        Args:
            name: What the class is called.
            code: The language.
            text: The words, in any order and with anything between them.
            number: The list that they replace; 0 for a new one.
        """
        checked = check(text, self._languages[code])
        good = _in_order(one["word"] for one in checked if one["good"])
        if not good:
            return Refused("list-empty")
        if len(good) > WORDS:
            return Refused("list-long", values=(("n", WORDS),))
        if number not in self._lists:
            if len(self._lists) >= LISTS:
                return Refused("list-many", values=(("n", LISTS),))
            number = 1 + max(self._lists, default=0)
        made: values.WordList = {
            "number": number,
            "name": name,
            "language": code,
            "words": good,
        }
        await self._put(f"{KEYS}{number}", dumps(_kept(made), ensure_ascii=False))
        self._lists[number] = made
        return made

    async def remove(self, number: int) -> Refused | None:
        """Throw a list away."""
        if number not in self._lists:
            return Refused("list-gone")
        for code in [c for c, chosen in self._chosen.items() if chosen == number]:
            await self.choose(code, 0)
        del self._lists[number]
        await self._put(f"{KEYS}{number}", None)
        return None

    async def choose(self, code: str, number: int) -> Refused | None:
        """Let the board draw from a list; number 0 for its own words."""
        if number and (
            number not in self._lists or self._lists[number]["language"] != code
        ):
            return Refused("list-gone")
        self._chosen[code] = number
        await self._put(CHOSEN, dumps(self._chosen))
        return None

    async def take(self, text: str) -> list[values.WordList] | Refused:
        """Take the lists of another board's file; one of the same name is replaced."""
        try:
            given = [
                (
                    text_in(one, "name")[:LIST_LETTERS],
                    text_in(one, "language"),
                    " ".join(texts(one, "words")),
                )
                for one in objects(read_object(text), "lists")
            ]
        except ValueError:
            return Refused("list-file")
        if any(
            not name.strip() or code not in self._languages for name, code, _ in given
        ):
            return Refused("list-file")
        known = {(one["name"], one["language"]): one["number"] for one in self.all()}
        made = []
        for name, code, words in given:
            number = known.get((name, code), 0)
            kept = await self.put(name, code, words, number=number)
            if isinstance(kept, Refused):
                return kept
            made.append(kept)
        return made

    # --- remembering ---

    async def _put(self, key: str, text: str | None) -> None:
        await asyncio.wrap_future(self._journal.put_setting(key, text))

    def _open(self, settings: Mapping[str, str]) -> None:
        for key, text in settings.items():
            number = key.removeprefix(KEYS)
            if key.startswith(KEYS) and number.isdecimal():
                with suppress(ValueError):
                    self._lists[int(number)] = _read(int(number), text)
        with suppress(ValueError):  # a bit may have changed on the card
            chosen = read_object(settings.get(CHOSEN, "{}"))
            numbers = {code: as_number(one) for code, one in chosen.items()}
            self._chosen = {
                code: one for code, one in numbers.items() if one in self._lists
            }


def _kept(one: values.WordList) -> JsonObject:
    """Return a list as journal and file keep it: its number is this board's own."""
    return {key: one[key] for key in ("name", "language", "words")}


def _read(number: int, text: str) -> values.WordList:
    item = read_object(text)
    return {
        "number": number,
        "name": text_in(item, "name"),
        "language": text_in(item, "language"),
        "words": list(texts(item, "words")),
    }
