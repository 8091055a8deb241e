"""A crash report has the place of the error and nothing about the game."""

import errno
import faulthandler
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from firmware_host.app.daemon.crashes import (
    KEPT,
    LAST_WORDS,
    Crashes,
    crash_reports,
    describe_error,
)
from firmware_host.errors import SettingsError


def fail(word):
    """Fail with a word in the sentence, and another error behind it."""
    try:
        raise OSError(errno.ENOSPC, word)  # noqa: TRY301 - to be caught right here
    except OSError as full:
        msg = f"{word} is lost"
        raise ValueError(msg) from full


def test_a_crash_leaves_a_report_that_only_its_owner_may_read(tmp_path):
    with (
        pytest.raises(ValueError, match="HOBBY"),
        crash_reports(tmp_path, lambda: ["the machine"]),
    ):
        fail("HOBBY")
    (path,) = Crashes(tmp_path).all()
    text = path.read_text(encoding="utf-8")
    assert path.name == "crash-1.txt"
    assert path.stat().st_mode & 0o777 == 0o600
    assert "ValueError" in text
    assert "OSError ENOSPC" in text
    assert f"daemon/{__name__.rpartition('.')[2]}.py:" in text
    assert "the machine" in text
    assert "HOBBY" not in text
    assert str(tmp_path) not in text


def test_errors_in_a_group_are_all_told():
    group = ExceptionGroup("two for Tina", [ValueError("Tina"), KeyError("Ben")])
    told = "\n".join(describe_error(group))
    assert "ValueError" in told
    assert "KeyError" in told
    assert "Tina" not in told


def test_only_the_newest_five_are_kept(tmp_path):
    crashes = Crashes(tmp_path)
    for number in range(1, 13):
        crashes.write([str(number)])
    names = [path.name for path in crashes.all()]
    assert names == [f"crash-{number}.txt" for number in range(12, 12 - KEPT, -1)]
    assert len(list(tmp_path.iterdir())) == KEPT


def test_what_is_one_line_for_whoever_started_us_is_no_crash(tmp_path):
    msg = "a wrong profile"
    with pytest.raises(SettingsError), crash_reports(tmp_path, list):
        raise SettingsError(msg)
    assert list(tmp_path.iterdir()) == []


def test_an_end_in_good_order_leaves_nothing(tmp_path):
    before = faulthandler.is_enabled()
    with crash_reports(tmp_path, list):
        assert (tmp_path / LAST_WORDS).exists()
    assert list(tmp_path.iterdir()) == []
    assert faulthandler.is_enabled() is before


@pytest.mark.parametrize("folder", ["/proc/self", "/nowhere"])
def test_a_folder_that_takes_nothing_stops_nobody(folder, tmp_path):
    place = tmp_path.joinpath(folder)
    with pytest.raises(ValueError, match="lost"), crash_reports(place, list):
        fail("HOBBY")
    assert Crashes(place).all() == ()


ABORTS = """
import os, signal, sys
from pathlib import Path
from firmware_host.app.daemon.crashes import crash_reports
def hang(word):
    os.kill(os.getpid(), signal.SIGABRT)
with crash_reports(Path(sys.argv[1]), list):
    hang("HOBBY")
"""


def test_who_was_ended_by_the_watchdog_is_told_of_at_the_next_start(tmp_path):
    """SIGABRT, as systemd sends it: the last words become a report."""
    done = subprocess.run(
        [sys.executable, "-c", ABORTS, tmp_path],
        check=False,
        cwd=Path(__file__).parents[3],
        stderr=subprocess.DEVNULL,
    )
    assert done.returncode == -signal.SIGABRT
    assert Crashes(tmp_path).all() == ()
    with crash_reports(tmp_path, lambda: ["the machine"]):
        (path,) = Crashes(tmp_path).all()
    text = path.read_text(encoding="utf-8")
    assert "Fatal Python error: Aborted" in text
    assert " hang" in text
    assert "the machine" in text
    assert "HOBBY" not in text
    with crash_reports(tmp_path, list):
        assert len(Crashes(tmp_path).all()) == 1  # and told once


def test_who_lost_power_has_no_last_words(tmp_path):
    (tmp_path / LAST_WORDS).touch()
    with crash_reports(tmp_path, list):
        assert Crashes(tmp_path).all() == ()
