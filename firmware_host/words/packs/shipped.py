"""
The packs that every board has: patterns looked up in its own lists, and topics.

A language's ``packs.toml`` has a table for each pack. A pack of words with a common
spelling is a pattern, a regular expression over folded words, so the words are not
copied::

    [ie]
    name = "IE"
    topic = "Lesen"
    fits = "IE"
    among = "everyday"
    but = "FERIEN SERIE"

    [animals]
    name = "Tiere"
    topic = "Tiere"
    words = "HUND KATZE"
"""

import re
from typing import TYPE_CHECKING

from firmware_host.board.json import JsonObject, as_object, text
from firmware_host.errors import SettingsError
from firmware_host.words.lexicon import LONGEST, SHORTEST
from firmware_host.words.packs.pack import Pack, in_order

if TYPE_CHECKING:  # a language has packs
    from firmware_host.words.language import Language

#: The table of what all packs of a file share.
SHARED = "packs"

#: The licence of words that we wrote down ourselves.
OURS = "MIT"


def read_shipped(
    table: JsonObject, language: "Language", where: str
) -> dict[str, Pack]:
    """
    Return the packs of a ``packs.toml``, by their keys.

    Args:
        table: The file.
        language: The language, whose lists a pattern is looked up in.
        where: The file, for messages.

    Raises:
        SettingsError: A pack has neither words nor a pattern, or an invalid value.
    """
    try:
        shared = as_object(table.get(SHARED, {}), SHARED)
        return {
            key: _read(key, as_object(one, key), language, text(shared, "licence"))
            for key, one in table.items()
            if key != SHARED
        }
    except (ValueError, re.error) as wrong:
        msg = f"{where}: {wrong}"
        raise SettingsError(msg) from None


def _read(key: str, said: JsonObject, language: "Language", licence: str) -> Pack:
    listed = "words" in said
    words = text(said, "words").split() if listed else _found(said, language)
    return Pack(
        key=key,
        name=text(said, "name"),
        language=language.code,
        words=in_order(words),
        topic=text(said, "topic", ""),
        licence=OURS if listed else licence,
        author="Letterzone",
    )


def _found(said: JsonObject, language: "Language") -> list[str]:
    """Return the words of a language's list that match a pattern, less exceptions."""
    fits, but = (
        re.compile(text(said, "fits")).search,
        set(text(said, "but", "").split()),
    )
    known = language.bands.get(text(said, "among"), language.common)
    lengths = range(SHORTEST, LONGEST + 1)
    each = (word for length in lengths for word in known.words(length))
    return [word for word in each if fits(word) and word not in but]
