"""
Set files: which tag is on what, carried from one board of a school to the others.

JSON Lines, UTF-8. The first line says what it is, which set, how many tags follow, and
the SHA-256 of its name and of everything after it; each further line is one tag::

    {"letterzone-set": 1, "set": "4b", "tags": 2, "sha256": "..."}
    {"uid": "04a1b2c3d4e5f6", "item": "red-1"}
    {"uid": "04a1b2c3d4e5f7", "item": "spare"}
"""

import hashlib
from collections.abc import Iterable
from concurrent.futures import Future
from json import dumps

from firmware_host.board.catalogue import read_item, write_item
from firmware_host.board.entries import Tag
from firmware_host.board.json import JsonObject, read_object
from firmware_host.board.json import text as text_in
from firmware_host.board.messages import Refused
from firmware_host.board.record import Record
from firmware_host.games.catalogue import NAMES
from firmware_host.journal.tags import Tags, is_random
from firmware_host.limits import SET_LETTERS

#: The first field of a set file, and the version of it that we write and read.
MARK, VERSION = "letterzone-set", 1

#: How a spare is written.
SPARE = "spare"

#: Bytes that a UID can have. Source: ISO/IEC 14443-3, single, double and triple size.
UID_SIZES = (4, 7, 10)


class Set(Record):
    """
    A set as a file has it.

    Args:
        name: What it is called.
        tags: Its tags; the first one stands on line 2.
    """

    name: str
    tags: tuple[Tag, ...]


class BadLine(Record):
    """A line of a set file that cannot be understood, and why."""

    line: int
    why: str


class Conflict(Record):
    """
    A tag of a file that is something else on this board.

    Args:
        line: Where it stands in the file.
        tag: What the file says.
        known: What the board says: of this tag, or of another on the same thing.
    """

    line: int
    tag: Tag
    known: Tag


def write_set(name: str, tags: Iterable[Tag]) -> str:
    """Return the file of a set."""
    found = [tag for tag in tags if tag.box == name]
    lines = "".join(f"{dumps(_line(tag))}\n" for tag in found)
    head = {MARK: VERSION, "set": name, "tags": len(found), "sha256": _sum(name, lines)}
    return f"{dumps(head, ensure_ascii=False)}\n{lines}"


def read_set(text: str, box: str = "") -> Set | BadLine:
    """
    Return what `write_set` wrote; or the first line that is wrong, and why.

    Args:
        text: The file.
        box: What to call the set here; empty for the name in the file.
    """
    first, _, rest = text.partition("\n")
    head = _object(first)
    if head is None or MARK not in head:
        return BadLine(1, "this is no set file; one begins with letterzone-set")
    if head[MARK] != VERSION:
        return BadLine(1, "a newer letterzone wrote this; update the board")
    name, count = head.get("set"), head.get("tags")
    if not (isinstance(name, str) and is_name(name) and isinstance(count, int)):
        return BadLine(1, f"it needs a set of 1 to {SET_LETTERS} letters, and its tags")
    lines, tags = rest.splitlines(), list[Tag]()
    for number, line in enumerate(lines, 2):
        tag = _tag(line, box or name)
        if isinstance(tag, str):
            return BadLine(number, tag)
        why = _twice(tag, tags)
        if why:
            return BadLine(number, why)
        tags.append(tag)
    if len(tags) != count:
        return BadLine(
            len(lines) + 1, f"{count} tags were written, {len(tags)} are here"
        )
    if head.get("sha256") != _sum(name, rest):
        return BadLine(1, "the checksum is another; save the file again where it began")
    return Set(box or name, tuple(tags))


def is_name(name: str) -> bool:
    """Tell whether a set can be called *name*."""
    return 0 < len(name) <= SET_LETTERS and name.isprintable() and name == name.strip()


def conflicts(new: Iterable[Tag], known: Tags) -> tuple[Conflict, ...]:
    """Return where *new* tags of a file are something else on this board."""
    found = []
    for line, tag in enumerate(new, 2):
        here = known.find(tag.uid)
        if here is not None and here != tag and here.item is not None:
            found.append(Conflict(line, tag, here))
        elif tag.item is not None and tag.item.number:
            others = known.on(tag.item, tag.box)
            found += [Conflict(line, tag, one) for one in others if one.uid != tag.uid]
    return tuple(found)


def take_set(
    new: tuple[Tag, ...], known: Tags, *, replace: bool = False
) -> Future[None] | Refused | tuple[Conflict, ...]:
    """
    Enrol the tags of a file, all of them or none.

    Args:
        new: The tags.
        known: The board's.
        replace: True where the file is right and the board is wrong: what the board
            knew of that set is forgotten.

    Returns:
        A future, done when it is durable; or what is in its way.
    """
    if not replace and (found := conflicts(new, known)):
        return found
    boxes = {tag.box for tag in new} if replace else set()
    gone = [tag.uid for tag in known.all() if tag.box in boxes]
    return known.enrol(*new, forgotten=gone)


def _line(tag: Tag) -> dict[str, str]:
    item = SPARE if tag.item is None else write_item(tag.item)
    return {"uid": tag.uid.hex(), "item": item}


def _tag(line: str, box: str) -> Tag | str:
    """Return the tag of a line, or why there is none."""
    item = _object(line)
    if item is None or item.keys() != {"uid", "item"}:
        return 'it must be {"uid": "04...", "item": "red-1"}'
    try:
        uid = bytes.fromhex(text_in(item, "uid"))
    except ValueError:
        return f"uid {item['uid']!r} is not hexadecimal"
    if len(uid) not in UID_SIZES:
        return f"uid {item['uid']} has {len(uid)} bytes; a tag has 4, 7 or 10"
    if is_random(uid):
        return f"uid {item['uid']} is made up anew each time; use another tag"
    name = item["item"]
    thing = read_item(name) if isinstance(name, str) else None
    if thing is None and name != SPARE:
        return f"nothing is called {name!r}; such as red-1, tile-A-2, start-{NAMES[0]}"
    return Tag(uid, thing, box)


def _twice(tag: Tag, before: Iterable[Tag]) -> str:
    """Return what *tag* has in common with one before that it must not have."""
    for line, other in enumerate(before, 2):
        if other.uid == tag.uid:
            return f"uid {tag.uid.hex()} stands on line {line} already"
        if tag.item is not None and tag.item.number and tag.item == other.item:
            return f"{write_item(tag.item)} stands on line {line} already"
    return ""


def _object(line: str) -> JsonObject | None:
    try:
        return read_object(line)
    except ValueError:
        return None


def _sum(name: str, lines: str) -> str:
    return hashlib.sha256(f"{name}\n{lines}".encode()).hexdigest()
