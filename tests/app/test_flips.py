"""No flipped bit in the journal stops a start, and lost data is named."""

import logging
import random
import shutil
import sqlite3
import sys
from collections import Counter
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, field, replace

import pytest

from firmware_host.app.archive.archive import JournalArchive
from firmware_host.app.archive.checking import check
from firmware_host.app.daemon.daemon import Hardware, open_board
from firmware_host.app.daemon.ladder import Ladder
from firmware_host.app.daemon.tuning import SETTING
from firmware_host.app.pages.serving import JournalStore
from firmware_host.app.system.hardware import profile_path
from firmware_host.board.entries import JOURNAL, Entry, NewGame, Tag
from firmware_host.devices.fake import FakePins
from firmware_host.errors import DoubtError, JournalError
from firmware_host.journal.file import mark_damaged
from firmware_host.journal.store import Journal
from firmware_host.journal.tags import Tags
from firmware_host.session.play import Playing
from firmware_host.session.setups import Player, Setup, setup_text
from firmware_host.settings.profile import load_profile
from firmware_host.simulate.pieces import tags
from tests.app.written import GAME, write
from tests.devices.chips import ChipScreens
from tests.opened import choice

PROFILE = load_profile(profile_path("simulated"))
GAMES, PAGE_BYTES = 50, 4096
SETTINGS = {SETTING: '{"1": {"dwell_ms": 200, "gain": 3}}'}
BOOT_ID, EVENT = 7, 3

#: The most games that one torn page costs without a backup.
A_PAGE_OF_GAMES, A_PAGE_OF_TAGS = 16, 150

#: A file's header, and that of a page. Source: sqlite.org/fileformat2.html.
FILE_HEADER_BITS, PAGE_HEADER_BITS = 8 * 100, 8 * 12


@pytest.fixture(scope="module")
def whole(tmp_path_factory) -> bytes:
    """Return a journal of fifty games, the last of which is running."""
    path = tmp_path_factory.mktemp("whole") / JOURNAL
    with Journal(path, reserve_bytes=0) as journal:
        Tags(journal).enrol(*(Tag(uid, item) for uid, item in tags().items()))
        write(journal, *GAME)
        for game in range(2, GAMES + 1):
            again(journal, game)
        setup = setup_text(Setup(language="de", place="class"))
        for key, text in {"setup": setup, **SETTINGS}.items():
            journal.put_setting(key, text).result()
        journal.append(Entry(event=(BOOT_ID, EVENT))).result()
    return path.read_bytes()


def again(journal, game):
    """Write the first game again under another number; the last one stays running."""
    rows = [replace(row, game=game) for row in journal.rows(1)]
    goes_on = game == GAMES
    new = NewGame(game, journal.games()[0].header, ("Tina", "Lee"))
    some = tuple(rows[:4] if goes_on else rows)
    ended = None if goes_on else game
    journal.append(Entry(rows=some, new_game=new, ended=ended)).result()


def seen(journal):
    """Return all data of a journal, by the name it has in a report of losses."""
    told = {}
    for game in range(1, GAMES + 1):
        told[f"game {game}"] = None
        known = journal.game(game)
        with suppress(JournalError):
            rows = tuple(journal.rows(game))
            told[f"game {game}"] = known and (known, rows, journal.names(game))
    told["tags"] = {tag.uid: tag for tag in journal.tags()}
    told["settings"] = journal.settings()
    told["events"] = journal.last_event(BOOT_ID)
    return told


@dataclass
class Came:
    """The results of one start or several."""

    told: dict = field(default_factory=dict)
    named: str = ""
    goes_on: bool = False
    aside: bool = False
    torn: bool = False
    starts: int = 0


async def start(folder, came, caplog, *, history=True) -> bool:
    """Start the board in *folder*; return True if a game can begin."""
    caplog.clear()
    pins = FakePins(lamps=PROFILE.lamps, buzzer=PROFILE.buzzer)
    hardware = Hardware(
        factory=pins.factory,
        bus=ChipScreens(PROFILE.screens).open,
        port=str(folder / "no-controller"),
    )
    came.starts += 1
    async with AsyncExitStack() as stack:
        ladder = Ladder(folder)
        opening = open_board(PROFILE, folder, hardware=hardware, ladder=ladder)
        board = await stack.enter_async_context(opening)
        ladder.up(board.start)
        table, journal = board.table, board.journal
        came.goes_on = isinstance(table.session.playing, Playing)
        came.aside = came.aside or journal.set_aside is not None
        JournalStore(journal)
        found = check(folder / JOURNAL, rest_s=0)
        came.torn = came.torn or found.torn
        if found.torn:
            mark_damaged(folder / JOURNAL)
            return False
        if history:
            await JournalArchive(journal, folder / JOURNAL).chronicle("en")
        came.told = seen(journal)
        games = [f"game {game} " for game in found.games]
        came.named = "\n".join([*journal.lost, *caplog.messages, *games])
        people = (Player("Ann"), Player("Ben"))
        done = await table.choose(choice(people))
        assert done == (), f"no game can begin: {done}"
    return True


async def starts(folder, caplog, **how) -> Came:
    """Start until the board plays: a torn file is copied by the second start."""
    came = Came()
    for _ in range(2):
        try:
            if await start(folder, came, caplog, **how):
                return came
        except (DoubtError, JournalError):
            came.torn = True  # something was to be read or written where it is torn
    pytest.fail("the second start does not play either")


def flipped(whole: bytes, bit: int) -> bytes:
    """Return *whole* with one bit changed."""
    content = bytearray(whole)
    content[bit // 8] ^= 1 << bit % 8
    return bytes(content)


def judge(was, came) -> Counter[str]:
    """Count the lost items; raise if an item is wrong, or lost without a report."""
    gone = Counter[str]()
    for what, told in was.items():
        now = came.told[what]
        if what in ("tags", "settings"):
            wrong = {key for key, one in now.items() if told.get(key, one) != one}
            lost = len(told.keys() - now.keys())
        elif what == "events":
            wrong, lost = now not in (told, 0), int(now == 0)
        else:
            nameless = now is not None and (*now[:2], told[2]) == told
            wrong = now not in (told, None) and not nameless
            lost = int(now != told)
        assert not wrong, f"another {what}: {now}"
        if lost:
            assert f"{what} " in came.named or f"the {what}" in came.named, what
            gone[what.partition(" ")[0]] += lost
    return gone


async def trial(whole, folder, caplog, bits) -> Counter[str]:
    """Start with each of *bits* flipped; return the number of each outcome."""
    caplog.set_level(logging.WARNING)
    (folder / "whole.db").write_bytes(whole)
    with Journal(folder / "whole.db", reserve_bytes=0) as journal:
        was = seen(journal)
    count: Counter[str] = Counter()
    for number, bit in enumerate(bits):
        place = folder / "place"
        place.mkdir()
        (place / JOURNAL).write_bytes(flipped(whole, bit))
        try:
            came = await starts(place, caplog, history=number % 10 == 0)
            gone = judge(was, came)
        except Exception as fault:
            fault.add_note(f"bit {bit}: page {bit // 8 // PAGE_BYTES}")
            raise
        assert gone["game"] <= A_PAGE_OF_GAMES, bit
        assert gone["tags"] <= A_PAGE_OF_TAGS, bit
        count["flips"] += 1
        count["starts"] += came.starts
        count["aside"] += came.aside
        count["torn, found when quiet"] += came.torn
        count["goes on"] += came.goes_on
        count["nothing is gone"] += not gone
        count.update({f"gone: {what}": lost for what, lost in gone.items()})
        shutil.rmtree(place)
    return count


def some_bits(size: int, times: int, *, headers: bool = True) -> list[int]:
    """Return bits of the file's header, of each page's, and of anything."""
    chance = random.Random(7)  # noqa: S311 - chance that can be had again
    pages = range(0, 8 * size, 8 * PAGE_BYTES)
    bits = list(range(FILE_HEADER_BITS)) if headers else []
    each = max(1, (times - len(bits)) // 4 // len(pages))
    for page in pages if headers else ():
        at = page + (FILE_HEADER_BITS if page == 0 else 0)
        bits += (at + chance.randrange(PAGE_HEADER_BITS) for _ in range(each))
    return bits + [chance.randrange(8 * size) for _ in range(times - len(bits))]


async def test_a_journal_without_a_changed_bit_is_all_there(whole, tmp_path, caplog):
    """Without a flipped bit nothing is missing, so the trials can find losses."""
    (tmp_path / JOURNAL).write_bytes(whole)
    came = await starts(tmp_path, caplog)
    assert (came.starts, came.aside, came.torn, came.goes_on) == (1, False, False, True)
    assert all(came.told.values())
    assert came.named == ""
    assert len(came.told["tags"]) == len(tags())


@pytest.mark.ci
@pytest.mark.parametrize("headers", [False, True])
async def test_each_start_plays(whole, tmp_path, caplog, headers):
    """With any of some bits flipped the board starts, and losses are named."""
    every = some_bits(len(whole), 2000, headers=headers)
    bits = random.Random(8).sample(every, 15)  # noqa: S311 - as above
    count = await trial(whole, tmp_path, caplog, bits)
    assert count["flips"] == 15


def first_page_of_games(whole: bytes, folder) -> int:
    """
    Return the number of the first page that holds games.

    Source: sqlite.org/fileformat2.html, "B-tree Pages".
    """
    (folder / "whole.db").write_bytes(whole)
    reading = sqlite3.connect(folder / "whole.db")
    query = "SELECT rootpage FROM sqlite_master WHERE name = 'games'"
    (root,) = reading.execute(query).fetchone()
    reading.close()
    page = whole[(root - 1) * PAGE_BYTES : root * PAGE_BYTES]
    first = int.from_bytes(page[12:14])  # behind a header of twelve bytes
    return int.from_bytes(page[first : first + 4])


async def test_a_start_plays_where_the_first_page_of_games_is_none(
    whole, tmp_path, caplog
):
    """
    A start works although the first page of games is damaged.

    The check for a journal reads none of its rows.
    """
    start = (first_page_of_games(whole, tmp_path) - 1) * PAGE_BYTES
    assert whole[start] == 13, "a leaf"
    count = await trial(whole, tmp_path, caplog, [8 * start + 1])
    assert count["torn, found when quiet"] == 1


@pytest.mark.long
async def test_each_of_many_starts_plays(whole, tmp_path, caplog, capsys):
    """Each of 5,000 starts with a flipped bit works; the figures are printed."""
    bits = some_bits(len(whole), 5000)
    count = await trial(whole, tmp_path, caplog, bits)
    with capsys.disabled():
        sys.stdout.write(f"{len(whole) // PAGE_BYTES} pages; {dict(count)}\n")
    assert count["flips"] == 5000
