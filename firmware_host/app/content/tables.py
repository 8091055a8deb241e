"""
Making a pack of a table of words that somebody else has published.

Such a list may often be used, and not be passed on: so it is not shipped, and whoever
has it makes a pack of it. docs/packs.md says where each is had, and on what terms.
"""

import csv
from collections.abc import Iterable, Iterator, Mapping, Sequence

from firmware_host.board.record import Record
from firmware_host.errors import SettingsError
from firmware_host.words.folding import fold
from firmware_host.words.lexicon import LONGEST, SHORTEST
from firmware_host.words.packs.pack import WORDS, in_order


class Kind(Record, kw_only=True):
    """
    A list that is known by its name.

    Args:
        name: What a pack of it is called.
        column: Where its words stand; empty where each line is a word.
        language: The code of its language.
        licence: On what terms it was given when we looked; empty where nobody says so.
        author: Whom it asks to be named.
    """

    name: str
    language: str
    column: str = ""
    licence: str = ""
    author: str = ""


#: The lists that are known. Source: each one's own page, named in docs/packs.md.
KINDS: Mapping[str, Kind] = {
    "childlex": Kind(
        name="childLex",
        language="de",
        licence="GPL-3.0",
        author="Schroeder, Würzner, Heister, Geyken, Kliegl 2015",
    ),
    "kuperman": Kind(
        name="Age of acquisition",
        language="en",
        column="Word",
        author="Kuperman, Stadthagen-Gonzalez, Brysbaert 2012",
    ),
    "cefr-j": Kind(
        name="CEFR-J",
        language="en",
        column="headword",
        licence="CEFR-J Wordlist 1.5: free, also for sale, if cited",
        author="Tokyo University of Foreign Studies, Tono Laboratory",
    ),
    "ngsl": Kind(
        name="NGSL",
        language="en",
        column="Lemma",
        licence="CC-BY-SA-4.0",
        author="Browne, Culligan, Phillips",
    ),
    "grundwortschatz": Kind(name="Grundwortschatz", language="de"),
}


class Choice(Record, kw_only=True):
    """
    Which rows of a table are wanted.

    Args:
        column: Where the words stand; empty where each line is a word.
        where: By column, the values of which one has to stand there.
        at_most: By column, the largest number that may stand there.
        most: So many words at most, in the order of the file.
    """

    column: str = ""
    where: Mapping[str, Sequence[str]]
    at_most: Mapping[str, float]
    most: int = WORDS


def words_of(text: str, choice: Choice, file: str) -> tuple[tuple[str, ...], int]:
    """
    Return the words of a table that have the length of a zone's words.

    Args:
        text: Words line by line, or a table with names above its columns, which are
            parted by commas, semicolons or tabs.
        choice: Which rows are wanted.
        file: Its name, for messages.

    Returns:
        The words, and how many of the rows that are wanted have another length.

    Raises:
        SettingsError: It has no such column; the text names those that it has.
    """
    typed = [fold(one.strip()) for one in _wanted(text, choice, file)]
    known = dict.fromkeys(one for one in typed if one)
    right = [one for one in known if SHORTEST <= len(one) <= LONGEST and one.isascii()]
    return in_order(right[: choice.most]), len(known) - len(right)


def _wanted(text: str, choice: Choice, file: str) -> Iterator[str]:
    lines = text.removeprefix("\ufeff").splitlines()
    if not choice.column:
        yield from lines
        return
    head = lines[0] if lines else ""
    apart = max(",;\t", key=head.count)
    rows = csv.DictReader(lines, delimiter=apart)
    there = [name.strip() for name in rows.fieldnames or ()]
    rows.fieldnames = there
    _ask_for((choice.column, *choice.where, *choice.at_most), there, file)
    for row in rows:
        if _is_wanted(row, choice):
            yield row[choice.column] or ""


def _ask_for(names: Iterable[str], there: Sequence[str], file: str) -> None:
    missing = [name for name in names if name not in there]
    if missing:
        msg = f"{file}: there is no column {missing[0]!r}; it has: {', '.join(there)}"
        raise SettingsError(msg)


def _is_wanted(row: Mapping[str, str | None], choice: Choice) -> bool:
    said = {
        name: (row[name] or "").strip() for name in (*choice.where, *choice.at_most)
    }
    return all(said[name] in known for name, known in choice.where.items()) and all(
        _number(said[name]) <= most for name, most in choice.at_most.items()
    )


def _number(text: str) -> float:
    """Return a number, with a comma too; more than any where there is none."""
    try:
        return float(text.replace(",", "."))
    except ValueError:
        return float("inf")
