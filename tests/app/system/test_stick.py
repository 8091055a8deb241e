"""Root's update service, when a stick is found or an answer was given."""

import os
from contextlib import contextmanager
from threading import Thread

import pytest

from firmware_host.app.system import installer as module
from firmware_host.app.system.installer import Package, StickUpdater, alone, mounted
from firmware_host.app.system.updates import News, UpdateRequests, UpdateState, Wish
from firmware_host.errors import NoUpdate, UpdateError
from tests.app.machine import Computer, Version


class Board:
    """A board with a stick that may be in, and the two files between it and root."""

    def __init__(self, folder):
        versions = {"1": Version(), "2": Version()}
        self.computer = Computer(folder, versions)
        self.device, self.run = folder / "LETTERZONE", folder / "run"
        self.run.mkdir()
        self.updates = UpdateRequests(self.run / "news.json", self.run / "wish")
        self.on_stick = "2"

    def root(self):
        """Run root's service once; return its news."""
        found = StickUpdater(
            installer=self.computer.installer(),
            stick=self.device,
            news=self.run / "news.json",
            wish=self.run / "wish",
        ).answer()
        assert self.updates.news() == found
        return found

    def put_in(self):
        """Put the stick in, or take it out and put it in again."""
        self.device.unlink(missing_ok=True)
        self.device.touch()
        os.utime(self.device)


@pytest.fixture
def board(tmp_path, monkeypatch):
    """Return a board; the stick is mounted and its package taken without metal."""
    made = Board(tmp_path)

    @contextmanager
    def opened(device):
        if not device.exists():
            raise UpdateError(NoUpdate.STICK, "no stick")
        yield tmp_path

    def take(_file, _into, _keys):
        if isinstance(made.on_stick, NoUpdate):
            raise UpdateError(made.on_stick, "not this one")
        return Package(made.computer.package(made.on_stick).path, made.on_stick)

    monkeypatch.setattr(module, "mounted", opened)
    monkeypatch.setattr(module, "find", lambda folder: folder)
    monkeypatch.setattr(module, "take", take)
    return made


def test_a_newer_version_is_offered_and_nothing_is_done(board):
    board.put_in()
    assert board.root() == News(UpdateState.OFFERED, "2")
    assert board.computer.version == "1"


def test_without_a_stick_all_is_quiet(board):
    """Without a stick there is no news."""
    assert board.root() == News()


def test_yes_installs_it(board):
    board.put_in()
    board.root()
    board.updates.want(Wish.INSTALL)
    assert board.root() == News(UpdateState.DONE, "2", back="1")
    assert board.computer.version == "2"


def test_while_it_works_everybody_is_told(board, monkeypatch):
    board.put_in()
    board.updates.want(Wish.INSTALL)
    told = []

    def run(words, **environment):
        if words[:2] == ["dpkg", "--install"]:
            told.append(board.updates.news())
        return Computer.run(board.computer, words, **environment)

    monkeypatch.setattr(board.computer, "run", run)
    board.root()
    assert told == [News(UpdateState.WORKING, "2")]


def test_no_is_remembered_as_long_as_this_stick_is_in(board):
    board.put_in()
    board.root()
    board.updates.want(Wish.LEAVE)
    assert board.root().state is UpdateState.QUIET
    assert board.root().state is UpdateState.QUIET
    board.put_in()
    assert board.root().state is UpdateState.OFFERED


def test_who_looks_on_purpose_is_asked_again(board):
    """A request to look again repeats the offer, even after it was declined."""
    board.put_in()
    board.updates.want(Wish.LEAVE)
    board.root()
    board.updates.want(Wish.LOOK)
    assert board.root().state is UpdateState.OFFERED


def test_who_looks_without_a_stick_is_told(board):
    board.updates.want(Wish.LOOK)
    assert board.root() == News(UpdateState.FAILED, why="update-stick")


def test_a_stick_that_was_pulled_before_the_yes_is_told(board):
    board.put_in()
    board.root()
    board.device.unlink()
    board.updates.want(Wish.INSTALL)
    assert board.root().why == "update-stick"
    assert board.computer.version == "1"


def test_a_package_that_is_no_good_is_told_and_then_let_be(board):
    board.on_stick = NoUpdate.KEY
    board.put_in()
    assert board.root() == News(UpdateState.FAILED, why="update-key")
    board.updates.want(Wish.LEAVE)
    assert board.root().state is UpdateState.QUIET
    assert board.root().state is UpdateState.QUIET


def test_an_older_version_is_not_offered_nor_installed(board):
    board.on_stick = "1"
    board.put_in()
    assert board.root().state is UpdateState.QUIET
    board.updates.want(Wish.INSTALL)  # an offer that is no longer true
    assert board.root().why == "update-older"


def test_a_version_that_failed_is_not_offered_again(board):
    board.computer.versions["2"] = Version(starts=False)
    board.put_in()
    board.updates.want(Wish.INSTALL)
    assert board.root() == News(UpdateState.FAILED, why="update-failed")
    board.updates.want(Wish.LEAVE)
    assert board.root().state is UpdateState.QUIET
    assert board.root().state is UpdateState.QUIET
    assert board.computer.version == "1"


def test_what_came_of_it_stays_until_somebody_has_read_it(board):
    """The result stays in the news until an answer, although the service runs again."""
    board.put_in()
    board.updates.want(Wish.INSTALL)
    board.root()
    assert board.root() == News(UpdateState.DONE, "2", back="1")
    board.device.unlink()
    board.updates.want(Wish.BACK)
    board.root()
    assert board.root() == News(UpdateState.DONE, "1")


def test_one_goes_back_without_any_stick(board):
    board.put_in()
    board.updates.want(Wish.INSTALL)
    board.root()
    board.device.unlink()
    board.updates.want(Wish.BACK)
    assert board.root() == News(UpdateState.DONE, "1")
    assert board.computer.version == "1"


def test_without_a_version_before_nobody_goes_back(board):
    board.updates.want(Wish.BACK)
    assert board.root().why == "update-no-back"


def test_after_a_power_cut_the_version_before_comes_first(board):
    (board.computer.kept / "underway").write_text("1\n")
    (board.computer.kept / "previous.deb").write_text("1")
    board.computer.version = "2"
    assert board.root().why == "update-failed"
    assert board.computer.version == "1"


def test_two_updates_never_run_at_once(tmp_path):
    kept = tmp_path / "kept"
    with alone(kept), pytest.raises(UpdateError, match="underway"), alone(kept):
        pass
    with alone(kept):
        pass


def test_roots_own_look_waits_for_an_update_by_hand(tmp_path):
    """The service's look waits for a running update instead of failing."""
    done = []

    def look():
        with alone(tmp_path, target=True):
            done.append("looked")

    looking = Thread(target=look)
    with alone(tmp_path):
        looking.start()
        looking.join(0.1)
        done.append("updated")
    looking.join(10)
    assert done == ["updated", "looked"]


def test_a_stick_that_is_not_there_or_no_disk_is_said(tmp_path):
    with pytest.raises(UpdateError, match="no stick"), mounted(tmp_path / "X"):
        pass
    (tmp_path / "X").write_text("no file system")
    with pytest.raises(UpdateError, match="cannot be read"), mounted(tmp_path / "X"):
        pass
