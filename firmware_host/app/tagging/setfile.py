"""
Set files: the tags of a set of pieces, to copy from one board to others.

The format is JSON Lines, UTF-8. The first line has the version, the set's name, the
number of tags, and the SHA-256 of the name and all lines after it. Each further line is
one tag::

    {"letterzone-set": 1, "set": "4b", "tags": 2, "sha256": "..."}
    {"uid": "04a1b2c3d4e5f6", "item": "red-1"}
    {"uid": "04a1b2c3d4e5f7", "item": "spare"}

A table of UIDs and items that a person has written is accepted too.
"""

import hashlib
from collections.abc import Iterable
from concurrent.futures import Future
from dataclasses import field
from json import dumps
from typing import TYPE_CHECKING

from firmware_host.board.catalogue import read_item, read_uid, write_item
from firmware_host.board.entries import OWN, Tag
from firmware_host.board.json import Json, JsonObject, read_object
from firmware_host.board.messages import Refused
from firmware_host.board.record import Record
from firmware_host.games.catalogue import NAMES
from firmware_host.journal.tags import Tags, is_random
from firmware_host.limits import SET_LETTERS

if TYPE_CHECKING:
    from firmware_host.app.content.tables import UploadedTable

#: The first field of a set file, and the format version that is written and read.
MARK, VERSION = "letterzone-set", 1

#: The name of a spare tag in a file.
SPARE = "spare"

#: The lengths of a UID in bytes. Source: ISO/IEC 14443-3, single, double and triple
#: size.
UID_SIZES = (4, 7, 10)


class TagSet(Record):
    """
    A set of tags as read from a file.

    Args:
        name: The set's name.
        tags: The tags, in order.
        lines: The line number of each tag.
    """

    name: str
    tags: tuple[Tag, ...]
    lines: tuple[int, ...] = field(default=(), compare=False)


class BadLine(Record):
    """The first invalid line of a set file: its number from 1, and the reason."""

    line: int
    why: str


class Conflict(Record):
    """
    A tag of a file that contradicts the board's tags.

    Args:
        line: The line number in the file.
        tag: The tag in the file.
        known: The board's tag: the same UID on another item, or another UID on this
            item.
    """

    line: int
    tag: Tag
    known: Tag


def write_set(name: str, tags: Iterable[Tag]) -> str:
    """Return the text of a set file with all tags of the set `name`."""
    found = [tag for tag in tags if tag.box == name]
    lines = "".join(f"{dumps(_line(tag))}\n" for tag in found)
    head = {MARK: VERSION, "set": name, "tags": len(found), "sha256": _sum(name, lines)}
    return f"{dumps(head, ensure_ascii=False)}\n{lines}"


def read_set(text: str, box: str = "") -> TagSet | BadLine:
    """
    Return the tag set in a text, or its first wrong line with the reason.

    Args:
        text: What `write_set` wrote, or a table of UIDs and items.
        box: What to call the set here; empty for the name in the file.
    """
    if text.strip() and not text.lstrip().startswith("{"):
        from firmware_host.app.content.tables import split  # noqa: PLC0415 - rarely needed

        return _read_table(split(text, is_list=False), box or OWN)
    first, *lines = text.splitlines() or [""]
    head = _object(first)
    if head is None or MARK not in head:
        return _no_set()
    if head[MARK] != VERSION:
        return BadLine(1, "a newer letterzone wrote this; update the board")
    name, count = head.get("set"), head.get("tags")
    if not (isinstance(name, str) and is_name(name) and isinstance(count, int)):
        return BadLine(1, f"it needs a set of 1 to {SET_LETTERS} letters, and its tags")
    tags = list[Tag]()
    for number, line in enumerate(lines, 2):
        tag = _tag(line, box or name)
        if isinstance(tag, str):
            return BadLine(number, tag)
        why = _twice(tag, enumerate(tags, 2))
        if why:
            return BadLine(number, why)
        tags.append(tag)
    if len(tags) != count:
        return BadLine(
            len(lines) + 1, f"{count} tags were written, {len(tags)} are here"
        )
    if head.get("sha256") != _sum(name, "".join(f"{line}\n" for line in lines)):
        return BadLine(1, "the checksum is another; save the file again where it began")
    return TagSet(box or name, tuple(tags), tuple(range(2, len(tags) + 2)))


def _no_set() -> BadLine:
    what = "this is no set file, which begins with letterzone-set, and no list of UIDs"
    return BadLine(1, what)


def _read_table(table: "UploadedTable", box: str) -> TagSet | BadLine:
    """Return the tag set in a table of UIDs and items, or its first wrong line."""
    tags, lines, head = list[Tag](), list[int](), table.head
    if not any(_is_uid(cell) for row in table.rows for cell in row):
        return _no_set()
    for number, row in enumerate(table.rows, 1):
        if not any(row):
            continue
        if head:
            head = False
            continue
        uid = next(filter(_is_uid, row), "")
        rest = [cell.lower().replace(" ", "-") for cell in row if cell and cell != uid]
        item = next((one for one in rest if one == SPARE or read_item(one)), "")
        tag = _tag_of(uid, item or "".join(rest[:1]), box)
        if not uid:
            return BadLine(
                number, "there is no UID of 4, 7 or 10 bytes, as 04:A3:B2:C1"
            )
        why = (
            tag if isinstance(tag, str) else _twice(tag, zip(lines, tags, strict=True))
        )
        if isinstance(tag, str) or why:
            return BadLine(number, why)
        tags.append(tag)
        lines.append(number)
    return TagSet(box, tuple(tags), tuple(lines))


def _is_uid(cell: str) -> bool:
    return len(read_uid(cell) or b"") in UID_SIZES


def is_name(name: str) -> bool:
    """Return True if `name` is valid for a set."""
    return 0 < len(name) <= SET_LETTERS and name.isprintable() and name == name.strip()


def conflicts(new: TagSet, known: Tags) -> tuple[Conflict, ...]:
    """Return the tags of a file that contradict the board's tags."""
    found = []
    for line, tag in zip(new.lines, new.tags, strict=True):
        here = known.find(tag.uid)
        if here is not None and here != tag and here.item is not None:
            found.append(Conflict(line, tag, here))
        elif tag.item is not None and tag.item.number:
            others = known.on(tag.item, tag.box)
            found += [Conflict(line, tag, one) for one in others if one.uid != tag.uid]
    return tuple(found)


def take_set(
    new: TagSet, known: Tags, *, replace: bool = False
) -> Future[None] | Refused | tuple[Conflict, ...]:
    """
    Enrol all tags of a file, or none.

    Args:
        new: The set in the file.
        known: The board's tags.
        replace: True to forget the board's tags of that set first, so that nothing
            conflicts.

    Returns:
        A future that is done when the change is durable, or the refusal or
        conflicts.
    """
    if not replace and (found := conflicts(new, known)):
        return found
    boxes = {tag.box for tag in new.tags} if replace else set()
    gone = [tag.uid for tag in known.all() if tag.box in boxes]
    return known.enrol(*new.tags, forgotten=gone)


def _line(tag: Tag) -> dict[str, str]:
    item = SPARE if tag.item is None else write_item(tag.item)
    return {"uid": tag.uid.hex(), "item": item}


def _tag(line: str, box: str) -> Tag | str:
    """Return the tag of a line, or the reason why it is invalid."""
    item = _object(line)
    if item is None or item.keys() != {"uid", "item"}:
        return 'it must be {"uid": "04...", "item": "red-1"}'
    return _tag_of(item["uid"], item["item"], box)


def _tag_of(typed: Json, name: Json, box: str) -> Tag | str:
    """Return the tag for a UID and an item's name, or why they are invalid."""
    uid = read_uid(typed) if isinstance(typed, str) else None
    if uid is None:
        return f"uid {typed!r} is not hexadecimal"
    if len(uid) not in UID_SIZES:
        return f"uid {typed} has {len(uid)} bytes; a tag has 4, 7 or 10"
    if is_random(uid):
        return f"uid {typed} changes each time it is read; use another tag"
    thing = read_item(name) if isinstance(name, str) else None
    if thing is None and name != SPARE:
        return f"nothing is called {name!r}; such as red-1, tile-A-2, start-{NAMES[0]}"
    return Tag(uid, thing, box)


def _twice(tag: Tag, before: Iterable[tuple[int, Tag]]) -> str:
    """Return the reason if an earlier line has the same UID or item; else empty."""
    for line, other in before:
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
