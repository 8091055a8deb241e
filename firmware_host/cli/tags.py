"""
`letterzone tags`: which tag is on which piece, tile or card.

Commands that only read work at any time. All others need the journal, and most need the
board too: while the daemon has both open, its teacher's page does the same.
"""

import asyncio
from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from pathlib import Path

from firmware_host.app.content.games import known_games
from firmware_host.app.content.languages import (
    languages_with,
    load_texts,
    owners_letters,
)
from firmware_host.app.content.tables import read_text
from firmware_host.app.daemon.daemon import Hardware, Running, open_board
from firmware_host.app.tagging import tagging
from firmware_host.app.tagging.setfile import (
    BadLine,
    Conflict,
    is_name,
    read_set,
    take_set,
    write_set,
)
from firmware_host.board.catalogue import (
    MORE,
    PARTS,
    full_set,
    read_item,
    read_uid,
    write_item,
)
from firmware_host.board.entries import OWN, Tag
from firmware_host.board.messages import Message, Refused, Say, say
from firmware_host.board.pieces import KINDS, Item
from firmware_host.cli import commands
from firmware_host.cli.places import (
    board_folder_of,
    chosen_language,
    journal_alone,
    journal_in,
    language_of,
    profile_of,
)
from firmware_host.cli.terminal import read_brought, write_given
from firmware_host.errors import SettingsError
from firmware_host.games.catalogue import NAMES
from firmware_host.journal.reader import Reader
from firmware_host.journal.store import Journal
from firmware_host.journal.tags import Tags
from firmware_host.limits import SET_LETTERS
from firmware_host.settings.profile import load_profile
from firmware_host.table.table import Table

# --- what is only read ----------------------------------------------------------


@commands.run.register
def list_tags(given: commands.TagsList) -> None:
    """Print how many items of each kind have a tag."""
    speak = _speech(given)
    with Reader(_journal(given)) as journal:
        tags = journal.tags()
        code = chosen_language(journal.settings()) or language_of(given.language)
        folder = board_folder_of(given.folder, make=False)
    language = languages_with(owners_letters(folder))[code]
    parts = (*PARTS, *MORE)
    whole = full_set(language.tiles, known_games(), parts, language.cards)
    for box in _boxes(tags):
        print(speak(say("tags-set", name=box)))
        for group in tagging.count_groups(whole, tags, box):
            name, missing = _group(group["group"]), group["missing"]
            counts = {"n": group["has"], "of": group["of"]}
            line = say("tags-count", what=name, **counts)
            if missing:
                line = say("tags-missing", what=name, **counts, missing=missing)
            print(f"  {speak(line)}")
        spares = sum(tag.box == box and tag.item is None for tag in tags)
        print(f"  {speak(say('enrol-spares', n=spares))}")


def _group(group: str) -> Message:
    return say(f"kind-{group}" if group in tuple(KINDS) else f"web-tags-{group}")


@commands.run.register
def export_set(given: commands.TagsExport) -> None:
    """Write a set of tags into a file."""
    with Reader(_journal(given)) as journal:
        tags = journal.tags()
    boxes = _boxes(tags)
    box = given.set or boxes[0]
    if box not in boxes or (len(boxes) > 1 and not given.set):
        msg = f"say which set by --set; there are: {', '.join(boxes)}"
        raise SettingsError(msg)
    text = write_set(box, tags)
    write_given(given.file, text)
    if given.file != "-":
        count = sum(tag.box == box for tag in tags)
        print(_speech(given)(say("tags-written", n=count, file=given.file)))


# --- what needs the journal for itself ------------------------------------------


@commands.run.register
def forget_tags(given: commands.TagsForget) -> None:
    """Forget tags of a set."""
    with Journal(_alone(given)) as journal:
        tags, box = Tags(journal), given.set or OWN
        gone = _meant(given.item, tags, box)
        if not gone:
            msg = (
                f"{given.item}: there is no such tag in the set {box}; see: "
                "letterzone tags list, and say another set by --set"
            )
            raise SettingsError(msg)
        tags.forget(*gone).result()
    print(_speech(given)(say("tags-forgotten", n=len(gone))))


def _meant(text: str, tags: Tags, box: str) -> list[bytes]:
    """Return the UIDs that `text` selects: of an item, a UID, all, or the spares."""
    found = tagging.find_tags(text, tags, box)
    by_uid = [tag.uid for tag in tags.all() if tag.uid == read_uid(text)]
    return by_uid if found is None else found


@commands.run.register
def import_set(given: commands.TagsImport) -> None:
    """Import the set of a file."""
    speak = _speech(given)
    text = read_brought(given.file, read_text, language_of(given.language)).text
    read = read_set(text, _set(given.set) if given.set else "")
    if isinstance(read, BadLine):
        msg = f"{given.file}:{read.line}: {read.why}"
        raise SettingsError(msg)
    with Journal(_alone(given)) as journal:
        done = take_set(read, Tags(journal), replace=given.replace)
        if isinstance(done, tuple):
            raise SettingsError(_conflict(given.file, done))
        if isinstance(done, Refused):
            raise SettingsError(speak(done.message))
        done.result()
    print(speak(say("tags-taken", n=len(read.tags), name=read.name)))


def _conflict(file: str, found: tuple[Conflict, ...]) -> str:
    first = found[0]
    more = f" (and {len(found) - 1} more)" if len(found) > 1 else ""
    known = f"tag {first.known.uid.hex()} is {_typed(first.known.item)}"
    wanted = f"tag {first.tag.uid.hex()} as {_typed(first.tag.item)}"
    return (
        f"{file}:{first.line}: it has {wanted}, but here {known} of the set"
        f" {first.known.box}{more}; nothing was taken: say --set for another name, or"
        " --replace where the file is right"
    )


def _typed(item: Item | None) -> str:
    return "a spare" if item is None else write_item(item)


# --- what needs the board -------------------------------------------------------


@commands.run.register
def tap_tags(given: commands.Tapping) -> None:
    """
    Enrol tags: of a whole set, of one item, or spares.

    Each step is printed. Finished tags stay if the person leaves.
    """
    asyncio.run(_tap(given, _speech(given)))


async def _tap(given: commands.Tapping, speak: Say) -> None:
    box = _set(given.set)
    async with _board(given) as board:
        asked = _asked(given, board)
        if isinstance(given, commands.TagsAdd) and board.tags.on(asked[0], box):
            msg = f"{given.item} has a tag already; say: letterzone tags replace"
            raise SettingsError(msg)
        told = _Telling(board.table, speak)
        now = tagging.Enrolment(
            board.table,
            board.tags,
            asked,
            box=box,
            moving=isinstance(given, commands.OfItem),
            changed=lambda: told(now.progress),
        )
        await now.run()
        count = sum(tag.box == box for tag in board.tags.all())
        print(speak(say("tags-there", n=count, name=box)), flush=True)


def _asked(given: commands.Tapping, board: Running) -> Sequence[Item]:
    """Return the items that are to get a tag, in order."""
    if isinstance(given, commands.OfItem):
        return (_item(given.item),)
    if isinstance(given, commands.TagsEnrol):
        parts = [part for part in (*PARTS, *MORE) if getattr(given, part)]
        return tagging.catalogue(board.table.session, parts or PARTS)
    return ()


class _Telling:
    """Prints the changes of an enrolment, line by line."""

    def __init__(self, table: Table, speak: Say) -> None:
        self._table, self._speak = table, speak
        self._said: Message | None = None
        self._wish: tuple[Message | None, int] | None = None
        self._fault: Message | None = None

    def __call__(self, now: tagging.EnrolmentProgress) -> None:
        fault = self._table.face.table.fault
        if fault is not None and fault != self._fault:
            print(f"! {self._speak(fault)}", flush=True)
        self._fault = fault
        if now.said is not None and now.said is not self._said:
            mark = "" if now.good else "! "
            print(f"{mark}{self._speak(now.said)}", flush=True)
        self._said = now.said
        wish = (now.what, now.number)
        if now.over or wish == self._wish:
            return
        self._wish = wish
        if now.what is None:
            print(self._speak(say("tags-spares-how")), flush=True)
        else:
            ask = self._speak(say("enrol-tap", what=now.what))
            count = self._speak(say("enrol-count", n=now.number, of=now.of))
            print(f"{ask} ({count})", flush=True)


@commands.run.register
def check_tags(given: commands.TagsCheck) -> None:
    """Print the item of each tapped tag."""
    asyncio.run(_check(given, _speech(given)))


async def _check(given: commands.TagsCheck, speak: Say) -> None:
    def tell(message: Message) -> None:
        print(speak(message), flush=True)

    async with _board(given) as board:
        tell(say("tags-tap"))
        await tagging.name_tags(board.table, board.tags, tell)


def _board(given: commands.AtBoard) -> AbstractAsyncContextManager[Running]:
    """Return the board, ready to be opened, if no daemon has it open."""
    profile, folder = load_profile(profile_of(given.profile)), _alone(given).parent
    return open_board(profile, folder, hardware=Hardware(port=given.port))


# --- what was typed ---------------------------------------------------------------


def _speech(given: commands.InLanguage) -> Say:
    return load_texts(language_of(given.language)).say


def _alone(given: commands.InFolder) -> Path:
    """Return the journal, if no daemon has it open."""
    return journal_alone(board_folder_of(given.folder), "Pieces and tags")


def _journal(given: commands.InFolder) -> Path:
    folder = board_folder_of(given.folder, make=False)
    return journal_in(folder, first="enrol something")


def _boxes(tags: Sequence[Tag]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(tag.box for tag in tags)) or (OWN,)


def _set(asked: str) -> str:
    name = asked or OWN
    if not is_name(name):
        msg = f"--set {name!r}: a set needs a name of 1 to {SET_LETTERS} letters"
        raise SettingsError(msg)
    return name


def _item(asked: str) -> Item:
    item = read_item(asked)
    if item is None:
        msg = (
            f"there is no {asked!r}; say red-3, tile-A-2, start-{NAMES[0]} or card-NAME"
        )
        raise SettingsError(msg)
    return item
