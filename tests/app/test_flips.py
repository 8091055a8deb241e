"""No bit that a card has lost keeps a board from starting, and the rest plays."""

import random
import shutil
import sys
from contextlib import AsyncExitStack
from dataclasses import dataclass, replace

import pytest

from firmware_host.app.archive.archive import Archive
from firmware_host.app.content.languages import languages_with
from firmware_host.app.content.wordlists import WordLists
from firmware_host.app.daemon.daemon import Hardware, open_board
from firmware_host.app.daemon.tuning import SETTING
from firmware_host.app.pages.serving import JournalStore
from firmware_host.app.system.hardware import profile_path
from firmware_host.board.entries import JOURNAL, Entry, NewGame, Tag
from firmware_host.devices.fake import FakePins, FakeScreens
from firmware_host.journal.store import Journal
from firmware_host.journal.tags import Tags
from firmware_host.session.setups import setup_text
from firmware_host.session.state import Player, Playing, Setup
from firmware_host.settings.profile import load_profile
from firmware_host.simulate.pieces import tags
from tests.app.written import GAME, write
from tests.opened import choice

PROFILE = load_profile(profile_path("simulated"))
GAMES, PAGE_BYTES = 20, 4096
A_PAGE_OF_GAMES, A_PAGE_OF_TAGS = 4, 150
SETTINGS = {SETTING: '{"1": {"dwell_ms": 200, "gain": 3}}'}


@pytest.fixture(scope="module")
def whole(tmp_path_factory) -> bytes:
    """Return a journal of twenty games, the last of which goes on."""
    path = tmp_path_factory.mktemp("whole") / JOURNAL
    with Journal(path, reserve_bytes=0) as journal:
        Tags(journal).enrol(*(Tag(uid, item) for uid, item in tags().items()))
        write(journal, *GAME)
        for game in range(2, GAMES + 1):
            again(journal, game)
        setup = setup_text(Setup(language="de", place="class"))
        for key, text in {"setup": setup, **SETTINGS}.items():
            journal.put_setting(key, text).result()
    return path.read_bytes()


def again(journal, game):
    """Let the same people play the same game once more; the last one goes on."""
    rows = [replace(row, game=game) for row in journal.rows(1)]
    goes_on = game == GAMES
    new = NewGame(game, journal.games()[0].header, ("Tina", "Lee"))
    some = tuple(rows[:4] if goes_on else rows)
    ended = None if goes_on else game
    journal.append(Entry(rows=some, new_game=new, ended=ended)).result()


@dataclass
class Start:
    """What came of a start."""

    games: int
    tags: int
    goes_on: bool
    names_it: bool
    aside: bool


async def start(folder, *, history=True) -> Start:
    """Start the board on what lies in *folder*, and begin a game."""
    pins = FakePins(lamps=PROFILE.lamps, buzzer=PROFILE.buzzer)
    hardware = Hardware(
        factory=pins.factory,
        bus=FakeScreens(PROFILE.screens).open,
        port=str(folder / "no-controller"),
    )
    async with AsyncExitStack() as stack:
        opening = open_board(PROFILE, folder, hardware=hardware)
        board = await stack.enter_async_context(opening)
        table, journal = board.table, board.journal
        note = table.face.table.note
        found = Start(
            games=len(journal.games()),
            tags=len(board.tags.all()),
            goes_on=isinstance(table.session.playing, Playing),
            names_it=note is not None and note.code == "left-aside",
            aside=journal.set_aside is not None,
        )
        JournalStore(journal)
        WordLists(journal, languages_with({}))
        if history:
            await Archive(journal, folder / JOURNAL).chronicle("en")
        people = (Player("Ann"), Player("Ben"))
        done = await table.choose(choice(people))
        assert done == (), f"no game can begin: {done}"
    return found


def flipped(whole: bytes, bit: int) -> bytes:
    """Return *whole* with one bit changed."""
    content = bytearray(whole)
    content[bit // 8] ^= 1 << bit % 8
    return bytes(content)


async def trial(whole, folder, bits) -> dict[str, int]:
    """Start with each of *bits* flipped; return how often what came of it."""
    count = dict.fromkeys(("starts", "aside", "named", "goes_on", "games", "tags"), 0)
    for number, bit in enumerate(bits(8 * len(whole))):
        place = folder / "place"
        place.mkdir()
        (place / JOURNAL).write_bytes(flipped(whole, bit))
        try:
            found = await start(place, history=number % 10 == 0)
        except Exception as fault:
            fault.add_note(f"bit {bit}: page {bit // 8 // PAGE_BYTES}")
            raise
        count["starts"] += 1
        count["aside"] += found.aside
        count["named"] += found.names_it
        count["goes_on"] += found.goes_on
        count["games"] += found.games == GAMES
        count["tags"] += found.tags == len(tags())
        # One bit is in one game, in one tag, or in none; a page is all that it tears.
        assert found.games >= GAMES - A_PAGE_OF_GAMES, bit
        assert found.tags >= len(tags()) - A_PAGE_OF_TAGS, bit
        shutil.rmtree(place)
    return count


def anywhere(times):
    """Return bits of all pages."""
    chance = random.Random(7)  # noqa: S311 - chance that can be had again
    return lambda size: [chance.randrange(size) for _ in range(times)]


def in_the_header(times):
    """Return bits of the first page, where the header and the tables' text are."""
    chance = random.Random(8)  # noqa: S311 - chance that can be had again
    return lambda _size: [chance.randrange(8 * PAGE_BYTES) for _ in range(times)]


async def test_a_journal_without_a_changed_bit_is_all_there(whole, tmp_path):
    """So the trials below see what is gone."""
    (tmp_path / JOURNAL).write_bytes(whole)
    assert await start(tmp_path) == Start(
        games=GAMES, tags=len(tags()), goes_on=True, names_it=False, aside=False
    )


@pytest.mark.parametrize("bits", [anywhere(20), in_the_header(20)])
async def test_each_start_plays(whole, tmp_path, bits):
    """Whatever bit it is."""
    count = await trial(whole, tmp_path, bits)
    assert count["starts"] == 20


@pytest.mark.long
@pytest.mark.parametrize(
    "bits", [anywhere(1800), in_the_header(700)], ids=["anywhere", "header"]
)
async def test_each_of_many_starts_plays(whole, tmp_path, bits, capsys):
    """The figures are told."""
    count = await trial(whole, tmp_path, bits)
    with capsys.disabled():
        sys.stdout.write(f"{count}\n")
    assert count["starts"] in (700, 1800)
