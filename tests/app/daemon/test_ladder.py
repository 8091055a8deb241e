"""Two starts that fail lead one rung down; nothing is deleted, all can come back."""

import errno
import sqlite3
from contextlib import AsyncExitStack, closing

import pytest

from firmware_host.app.archive.backups import Backups
from firmware_host.app.content.languages import load_texts
from firmware_host.app.daemon import daemon, ladder
from firmware_host.app.daemon.daemon import Hardware, open_board
from firmware_host.app.daemon.ladder import NAME, TRIES, Ladder, Memory, Rung, Start
from firmware_host.app.daemon.restoring import Restoring
from firmware_host.app.doctor.doctor import judge_starts
from firmware_host.app.system.hardware import profile_path
from firmware_host.board.entries import JOURNAL, Tag
from firmware_host.board.messages import say
from firmware_host.board.pieces import Kind, Piece
from firmware_host.devices.fake import FakePins
from firmware_host.errors import BoardMissingError, JournalError, SettingsError
from firmware_host.journal.file import mark_damaged
from firmware_host.journal.reader import Reader
from firmware_host.journal.store import Journal
from firmware_host.journal.tags import Tags
from firmware_host.settings.profile import load_profile
from tests.app.written import GAME, write
from tests.devices.chips import ChipScreens

PROFILE = load_profile(profile_path("simulated"))
UID = bytes([4, 0, 0, 1])


@pytest.fixture
def folder(tmp_path):
    """Return a board's folder with a finished game, a running one, and a backup."""
    with Journal(tmp_path / JOURNAL, reserve_bytes=0) as journal:
        Tags(journal).enrol(Tag(UID, Piece(Kind.LONG_STICK, 1))).result()
        journal.put_setting("web:pass", "hash").result()
        write(journal, *GAME)
        Backups(tmp_path / JOURNAL).make()
        write(journal, *GAME[:3], game=2)
    return tmp_path


@pytest.fixture
def fails(monkeypatch):
    """Return a function that makes starts fail while a condition holds."""
    real = daemon.take_up

    def plant(is_bad):
        def take_up(journal, **others):
            if is_bad(journal, others["left"]):
                msg = "HOBBY"
                raise KeyError(msg)
            return real(journal, **others)

        monkeypatch.setattr(daemon, "take_up", take_up)

    return plant


async def start(folder, *, killed=False):
    """Start a board; return its session, journal contents and kind of start."""
    pins = FakePins(lamps=PROFILE.lamps, buzzer=PROFILE.buzzer)
    hardware = Hardware(
        factory=pins.factory,
        bus=ChipScreens(PROFILE.screens).open,
        port=str(folder / "no-controller"),
    )
    climbing = Ladder(folder)
    async with AsyncExitStack() as stack:
        opening = open_board(PROFILE, folder, hardware=hardware, ladder=climbing)
        try:
            board = await stack.enter_async_context(opening)
        except KeyError as fault:
            if not killed:  # whoever is killed can say nothing any more
                climbing.failed(fault)
            return None
        climbing.up(board.start)
        games = [one.id for one in board.journal.games()]
        return board.table.session, games, len(board.tags.all()), board.start.rung


async def until_up(folder, **how):
    """Start until the board runs; return the number of failures and the result."""
    for failed in range(3 * TRIES * len(Rung)):
        found = await start(folder, **how)
        if found is not None:
            return failed, *found
    pytest.fail("it never starts")


def asides(folder):
    return sorted(one.name for one in folder.glob("*.corrupt.?"))


def told(folder):
    return [(one.says.code, one.then.code) for one in judge_starts(folder)]


@pytest.mark.parametrize("killed", [False, True])
async def test_a_game_that_stops_two_starts_is_left_aside(folder, fails, killed):
    """
    A game that fails two starts is left out, even if the process was killed.

    It stays in the journal and can be resumed later.
    """
    fails(lambda journal, left: journal.left_open() not in left)
    failed, session, games, tags, rung = await until_up(folder, killed=killed)
    assert (failed, games, tags, rung) == (TRIES, [1, 2], 1, Rung.WITHOUT_GAME)
    assert session.playing is None
    assert session.said == say("start-without-game", n=2)
    assert asides(folder) == []
    assert told(folder) == [("doctor-start-game", "then-start-game")]
    # The next start knows it, and the doctor's way leads back.
    failed, session, *_ = await until_up(folder)
    assert failed == 0
    assert session.playing is None
    fails(lambda _journal, _left: False)
    (folder / NAME).unlink()
    _, session, *_ = await until_up(folder)
    assert session.playing.game_id == 2
    assert told(folder) == []


async def test_a_new_game_is_not_the_one_that_was_left_aside(folder, fails):
    """A new game never gets the number of one that was left out, even if deleted."""
    fails(lambda journal, left: journal.left_open() == 2 and 2 not in left)
    await until_up(folder)
    with Journal(folder / JOURNAL, reserve_bytes=0) as journal:
        journal.delete_game(2).result()
    _, session, *_ = await until_up(folder)
    assert session.next_game == 3


async def test_a_journal_that_stops_them_is_salvaged(folder, fails):
    """
    A journal that fails further starts is salvaged.

    The old file is kept beside it.
    """
    fails(lambda journal, _left: journal.set_aside is None and not asides(folder))
    failed, session, games, tags, rung = await until_up(folder)
    assert (failed, games, tags, rung) == (2 * TRIES, [1, 2], 1, Rung.SALVAGED)
    assert session.said == say("start-salvaged", n=0)
    assert asides(folder) == [f"{JOURNAL}.corrupt.1"]
    assert told(folder)[-1] == ("doctor-start-salvaged", "then-start-file")


async def test_what_is_gone_is_named_by_the_doctor(folder):
    """The doctor names the tags and games that a salvage lost."""
    with closing(sqlite3.connect(folder / JOURNAL)) as card:
        card.execute("UPDATE rows SET ms = 7 WHERE game = 2 AND number = 1")
        card.execute("DELETE FROM tags")
        card.commit()
    Backups(folder / JOURNAL).path(1).unlink()
    mark_damaged(folder / JOURNAL)
    assert (await start(folder))[1:] == ([1], 0, Rung.NORMAL)
    (await start(folder))
    (finding,) = judge_starts(folder)
    said = load_texts("en").say(finding.says)
    assert said.endswith("as a backup has it: tags, game 2.")
    assert set(Ladder(folder).read().gone) == {
        "tags is gone, or not all there",
        "game 2 is gone, or not all there",
    }


async def test_then_the_newest_backup_plays(folder, fails):
    """After more failures the newest backup is used; the passphrase stays."""
    fails(lambda journal, _left: journal.next_game() > 2)
    failed, session, games, tags, rung = await until_up(folder)
    assert (failed, games, tags, rung) == (3 * TRIES, [1], 1, Rung.FROM_BACKUP)
    assert session.said == say("start-from-backup")
    with Reader(folder / JOURNAL) as journal:
        assert journal.settings()["web:pass"] == "hash"
    # The first renamed file is the original journal, which the doctor names.
    assert Ladder(folder).read().aside == f"{JOURNAL}.corrupt.1"
    with Reader(folder / f"{JOURNAL}.corrupt.1") as journal:
        assert journal.next_game() == 3
    assert told(folder) == [("doctor-start-backup", "then-start-file")]


async def test_a_backup_that_does_not_play_is_passed_over(folder, fails):
    """A damaged backup is skipped, and without any the board starts empty."""
    path = Backups(folder / JOURNAL).path(1)
    path.write_bytes(path.read_bytes()[:-9] + b"\xa5" * 9)
    fails(lambda journal, _left: journal.next_game() > 1)
    failed, session, games, tags, rung = await until_up(folder)
    assert (failed, games, tags, rung) == (3 * TRIES, [], 0, Rung.EMPTY)
    assert session.said == say("start-empty")
    assert path.exists()
    assert told(folder) == [("doctor-start-empty", "then-start-file")]


async def test_at_last_it_begins_anew(folder, fails):
    """A backup is sound, and does not play here all the same."""
    fails(lambda journal, _left: journal.next_game() > 1)
    failed, _session, games, _tags, rung = await until_up(folder)
    assert (failed, games, rung) == (4 * TRIES, [], Rung.EMPTY)
    assert Backups(folder / JOURNAL).path(1).exists()
    # A new game has none of the numbers left out in the old journal.
    assert Ladder(folder).read().left == ()


async def test_what_nothing_helps_was_not_the_journals_fault(folder, fails):
    """If no remedy helps, the original journal comes back and is not touched again."""
    fails(lambda _journal, _left: True)
    for _ in range(5 * TRIES + 3):
        assert await start(folder) is None
    assert Ladder(folder).read().in_vain
    with Reader(folder / JOURNAL) as journal:
        assert journal.left_open() == 2
    fails(lambda _journal, _left: False)
    failed, session, games, _tags, rung = await until_up(folder)
    assert (failed, games, rung) == (0, [1, 2], Rung.NORMAL)
    assert session.playing.game_id == 2


async def test_a_start_that_goes_well_leads_back_to_the_top(folder, fails):
    """A successful start resets the count of failures and removes its file."""
    for _ in range(3):
        fails(lambda _journal, _left: True)
        assert await start(folder) is None
        fails(lambda _journal, _left: False)
        assert (await start(folder))[-1] is Rung.NORMAL
        assert not (folder / NAME).exists()


async def test_another_version_begins_at_the_top(folder, fails, monkeypatch):
    """Another version begins with a normal start: it may have a fix."""
    fails(lambda journal, left: journal.left_open() not in left)
    await until_up(folder)
    fails(lambda _journal, _left: False)
    monkeypatch.setattr(ladder, "__version__", "99")
    _, session, *_, rung = await until_up(folder)
    assert rung is Rung.NORMAL
    assert session.playing.game_id == 2


async def test_a_backup_that_is_brought_back_has_its_own_two_starts(folder, fails):
    """A restored backup that fails two starts is replaced by the former journal."""
    assert Restoring(folder / JOURNAL).restore(1) is None
    fails(lambda journal, _left: journal.next_game() == 2)
    failed, session, games, _tags, rung = await until_up(folder)
    assert (failed, games, rung) == (2, [1, 2], Rung.NORMAL)
    assert session.playing.game_id == 2


def caused(cause):
    """Return a fault of the journal with a cause."""
    fault = JournalError("no")
    fault.__cause__ = cause
    return fault


@pytest.mark.parametrize(
    ("fault", "counts"),
    [
        (KeyError("x"), True),
        (JournalError("a page"), True),
        (caused(OSError(errno.EIO, "a sector")), True),
        (caused(OSError(errno.ENOSPC, "full")), False),
        (caused(OSError(errno.EROFS, "read-only")), False),
        (caused(BlockingIOError(errno.EAGAIN, "another process")), False),
        (ExceptionGroup("some", [caused(OSError(errno.ENOSPC, "full"))]), False),
        (SettingsError("board.toml:3"), False),
        (BoardMissingError("no chip"), False),
    ],
    ids=repr,
)
def test_what_no_rung_mends_does_not_count(tmp_path, fault, counts):
    """Failures such as a full disk do not count, so no game is set aside for them."""
    for _ in range(TRIES):
        climbing = Ladder(tmp_path)
        climbing.begin(Restoring(tmp_path / JOURNAL))
        assert climbing.failed(fault) is counts
    rung = Ladder(tmp_path).begin(Restoring(tmp_path / JOURNAL)).rung
    assert rung == (Rung.WITHOUT_GAME if counts else Rung.NORMAL)


def test_what_the_card_does_not_take_is_remembered_elsewhere(tmp_path):
    """If the card is not writable, failures are counted in the runtime folder."""
    card, spare = tmp_path / "card", tmp_path / "spare"
    spare.mkdir()  # and no card
    for _ in range(TRIES):
        Ladder(card, spare).begin(Restoring(card / JOURNAL))
    assert Ladder(card, spare).read() == Memory(failed=TRIES)
    card.mkdir()
    start = Ladder(card, spare).begin(Restoring(card / JOURNAL))
    assert start == Start(Rung.WITHOUT_GAME, is_first=True)
    assert not (spare / NAME).exists()
    assert (card / NAME).exists()


@pytest.mark.parametrize("spoilt", [b"", b"\xff", b"[]", b'{"maker": 7}', b"{}"])
def test_what_cannot_be_read_is_a_first_start(tmp_path, spoilt):
    (tmp_path / NAME).write_bytes(spoilt)
    assert Ladder(tmp_path).read() == Memory()


def test_numbers_that_no_start_has_written_are_not_believed(tmp_path):
    """A bit may have changed on the card."""
    climbing = Ladder(tmp_path)
    climbing.begin(Restoring(tmp_path / JOURNAL))
    text = (tmp_path / NAME).read_text(encoding="utf-8")
    wild = text.replace('"rung": 0', '"rung": 9')
    (tmp_path / NAME).write_text(wild, encoding="utf-8")
    assert Ladder(tmp_path).read() == Memory()


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("rung", list(Rung)[1:])
def test_each_rung_is_said_on_the_screen(language, rung):
    said = Start(rung, left=(7,)).said(3)
    assert "letterzone doctor" in load_texts(language).say(said, "screen")
