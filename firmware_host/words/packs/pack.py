"""
A pack of words, and the file that carries packs from board to board.

The file is JSON, UTF-8. Each pack has its own checksum: the SHA-256 of the rest of it,
written without spaces and with its keys in alphabetical order::

    {
     "letterzone-pack": 1,
     "packs": [
      {
       "name": "Animals",
       "language": "en",
       "level": "",
       "topic": "animals",
       "licence": "CC0-1.0",
       "author": "Class 4b",
       "words": ["CAT", "HORSE"],
       "sha256": "..."
      }
     ]
    }
"""

import hashlib
from collections.abc import Collection, Iterable
from dataclasses import field
from json import dumps

from firmware_host.board.json import Json, JsonObject, objects, read_object, text, texts
from firmware_host.board.messages import Refused
from firmware_host.board.record import Record
from firmware_host.limits import ABOUT_LETTERS, LIST_LETTERS
from firmware_host.words.folding import fold

#: The first field of a file of packs, and its number.
MARK, VERSION = "letterzone-pack", 1

#: The first field of files of older boards, whose lists have a name, a language and
#: words, but no checksum. Such files are still read.
FORMER, LISTS = "letterzone-words", "lists"

#: The most words of a pack.
WORDS = 5000

#: The licence of typed words for which none was given.
PRIVATE = "private"

#: The fields of a pack other than its key and its words, in the order of the file.
ABOUT = ("name", "language", "level", "topic", "licence", "author")


class Pack(Record):
    """
    A pack of words.

    Args:
        key: The pack's identifier: a number for a pack that is stored on this board, a
            name for one that is part of the program.
        name: The name for people.
        language: The code of its language, such as ``de``.
        words: The words in capital letters as they are laid (`fold`), short words
            first; includes words that the pieces of this box cannot form.
        level: The intended players, in the author's words; empty if not given.
        topic: The subject of the words; empty if not given.
        licence: The licence of the list; `PRIVATE` if none was given.
        author: The person who compiled the list; empty if not given.
    """

    key: str
    name: str
    language: str
    words: tuple[str, ...] = field(repr=False)
    level: str = ""
    topic: str = ""
    licence: str = PRIVATE
    author: str = ""


def in_order(words: Iterable[str]) -> tuple[str, ...]:
    """Return each word once, the shorter first, then in alphabetical order."""
    return tuple(sorted(set(words), key=lambda word: (len(word), word)))


# --- writing ---


def about(pack: Pack) -> dict[str, Json]:
    """Return a pack as a JSON object for the journal or a file, without its key."""
    return {**{name: getattr(pack, name) for name in ABOUT}, "words": list(pack.words)}


def write_packs(packs: Iterable[Pack]) -> str:
    """Return the file of some packs; the same packs give the same bytes."""
    inside = [about(pack) for pack in packs]
    summed = [{**one, "sha256": _checksum(one)} for one in inside]
    file = {MARK: VERSION, "packs": summed}
    return dumps(file, ensure_ascii=False, indent=1) + "\n"


def _checksum(inside: JsonObject) -> str:
    """Return the SHA-256 of a pack's JSON object without its key ``sha256``, in hex."""
    kept = {name: inside[name] for name in inside if name != "sha256"}
    line = dumps(kept, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(line.encode()).hexdigest()


# --- reading ---


def read_packs(written: str, languages: Collection[str]) -> tuple[Pack, ...] | Refused:
    """
    Return the packs of a file, without keys; or the refusal of the whole file.

    Args:
        written: The file, also one of an older board.
        languages: The codes of the languages that this board knows.
    """
    try:
        file = read_object(written)
        former = MARK not in file
        found = objects(file, LISTS if former else "packs")
        packs = tuple(_read_former(one) if former else read_pack(one) for one in found)
    except ValueError:
        return Refused("pack-newer" if _is_newer(written) else "pack-file")
    if not packs or (former and FORMER not in file):
        return Refused("pack-file")
    for pack, inside in zip(packs, found, strict=True):
        refused = _refusal(pack, languages)
        if not former and inside.get("sha256") != _checksum(inside):
            refused = Refused("pack-damaged", values=(("name", pack.name),))
        if refused is not None:
            return refused
    return packs


def read_pack(inside: JsonObject, key: str = "") -> Pack:
    """
    Return the pack of a JSON object from a file or the journal.

    Raises:
        ValueError: The object has not the keys of a pack.
    """
    said = {name: text(inside, name, "") for name in ABOUT}
    return Pack(key=key, words=texts(inside, "words"), **said)


def _read_former(inside: JsonObject) -> Pack:
    """Return the pack of a word list of an older board, which has no licence."""
    words = " ".join(texts(inside, "words"))
    said = {
        "name": text(inside, "name")[:LIST_LETTERS],
        "language": text(inside, "language"),
        "licence": PRIVATE,
        "words": in_order(fold(word) for word in words.split()),
    }
    return read_pack(said)


def _is_newer(written: str) -> bool:
    """Return True if the file has a higher version number than this program writes."""
    try:
        number = read_object(written).get(MARK)
    except ValueError:
        return False
    return isinstance(number, int) and number > VERSION


def _refusal(pack: Pack, languages: Collection[str]) -> Refused | None:
    """Return the refusal of a pack of a file, or None if it is accepted."""
    named = ("name", pack.name)
    long = any(len(getattr(pack, name)) > ABOUT_LETTERS for name in ABOUT)
    if long or not 0 < len(pack.name.strip()) <= LIST_LETTERS:
        most = (("n", LIST_LETTERS), ("most", ABOUT_LETTERS))
        return Refused("pack-about", values=most)
    if pack.language not in languages:
        known = (named, ("language", pack.language[:LIST_LETTERS] or "?"))
        return Refused("pack-language", values=known)
    if not pack.licence.strip():
        return Refused("pack-licence", values=(named,))
    if len(pack.words) > WORDS:
        return Refused("pack-long", values=(("n", WORDS),))
    if not pack.words or pack.words != in_order(map(fold, pack.words)):
        return Refused("pack-words", values=(named,))
    return None
