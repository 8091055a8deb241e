"""`letterzone setup`: shown first, asked, done, and taken back."""

import io
import os
import shutil
import sys

import pytest

from firmware_host.app.system.setup import UNITS
from tests.cli.command import refusal, said, started

BOOT = "# a card\ndtparam=audio=on\n"


@pytest.fixture
def root(tmp_path):
    """A card with a boot file, and nothing of ours."""
    (tmp_path / "boot/firmware").mkdir(parents=True)
    (tmp_path / "boot/firmware/config.txt").write_text(BOOT, encoding="utf-8")
    return tmp_path


@pytest.fixture
def answer(monkeypatch):
    """Return a function that sets the text typed as an answer."""
    return lambda text: monkeypatch.setattr(sys, "stdin", io.StringIO(text))


def boot(root):
    """The boot file as it is now."""
    return (root / "boot/firmware/config.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("typed", ["\n", "n\n", "what?\n"])
def test_it_shows_what_it_will_do_and_does_nothing_unasked(capsys, root, answer, typed):
    """Without a yes every planned change is shown, and nothing is changed."""
    answer(typed)
    told = said(capsys, "setup", "full", "--root", root, "--language", "en")
    path = root / "boot/firmware/config.txt"
    assert f"write {path}\n" in told
    assert f"stays as {path}.letterzone-1" in told
    assert "    + dtoverlay=i2c-mux,pca9548\n" in told
    assert told.endswith("Do it? [y/N] Nothing was changed.\n")
    assert boot(root) == BOOT
    assert not (root / "etc").exists()


def test_where_nobody_can_answer_it_says_what_to_do(root):
    """Without an answer one line names --yes, and nothing is changed."""
    words = ("setup", "full", "--root", root)
    done = started(*words, stdin="")
    assert done.returncode == 2
    assert done.stdout.endswith("Do it? [y/N] \n")
    assert done.stderr == (
        "nobody answered, and nothing was changed; to be asked nothing say --yes\n"
    )
    assert boot(root) == BOOT
    assert not (root / "etc").exists()
    assert started(*words, "--yes", stdin="").returncode == 0


@pytest.mark.parametrize(("language", "typed"), [("en", "y\n"), ("de", "Ja\n")])
def test_whoever_agrees_gets_it_and_can_take_it_back(
    capsys, root, answer, language, typed
):
    """
    After a yes in the terminal's language the changes are made.

    They can be undone.
    """
    words = ("--root", root, "--language", language)
    answer(typed)
    told = said(capsys, "setup", "full", *words)
    assert "pca9548" in boot(root)
    assert "sudo reboot" in told
    missing = told.splitlines()[-len(UNITS) :]
    assert [line.split()[0] for line in missing] == list(UNITS)
    again = said(capsys, "setup", *words)
    assert again.startswith(
        {"en": "Everything is as it should be", "de": "Alles ist, wie"}[language]
    )
    said(capsys, "setup", "--undo", "--yes", *words)
    assert [path for path in root.rglob("*") if path.is_file()] == [
        root / "boot/firmware/config.txt"
    ]
    assert boot(root) == BOOT


@pytest.mark.parametrize(
    ("language", "told"),
    [("en", "leave {path}: it has been changed"), ("de", "{path} so lassen: ")],
)
def test_a_profile_that_was_changed_since_is_left_and_said_to_be(
    capsys, root, language, told
):
    """On undo a profile that was changed since is kept, and that is printed."""
    words = ("--yes", "--root", root, "--language", language)
    said(capsys, "setup", "full", *words)
    own = root / "etc/letterzone/board.toml"
    own.write_text(own.read_text(encoding="utf-8") + "# mine\n", encoding="utf-8")
    assert told.format(path=own) in said(capsys, "setup", "--undo", *words)
    assert own.read_text(encoding="utf-8").endswith("# mine\n")
    assert [path.name for path in own.parent.iterdir()] == ["board.toml"]


def test_unattended_it_asks_nothing(capsys, root, answer):
    """With --yes no question is asked."""
    answer("")
    assert "[y/N]" not in said(
        capsys, "setup", "full", "--yes", "--root", root, "--language", "en"
    )
    assert "pca9548" in boot(root)


def test_a_card_without_the_package_gets_no_half_of_a_setup(capsys, root):
    """Without the daemon's group no file is written, and one line says what to do."""
    words = ("setup", "full", "--hotspot", "--yes", "--root", root)
    told = refusal(capsys, *words, "--language", "en")
    assert told.startswith(f"{root / 'etc/group'}: there is no group letterzone;")
    assert boot(root) == BOOT
    assert not (root / "etc").exists()


def test_the_wifi_comes_and_goes_without_the_board(capsys, root, monkeypatch):
    """The hotspot can be set up and removed without naming the board."""
    (root / "etc").mkdir()
    (root / "etc/group").write_text("letterzone:x:987:\n", encoding="utf-8")
    monkeypatch.setattr(shutil, "chown", lambda *_, **__: None)
    words = ("--yes", "--root", root, "--language", "en")
    said(capsys, "setup", "--hotspot", *words)
    shown = root / "etc/letterzone/hotspot.toml"
    assert shown.exists()
    assert boot(root) == BOOT
    said(capsys, "setup", "--no-hotspot", *words)
    assert not shown.exists()
    said(capsys, "setup", "full", "--hotspot", *words)
    assert shown.exists()
    assert "pca9548" in boot(root)
    said(capsys, "setup", "--undo", *words)
    assert not shown.exists()
    assert boot(root) == BOOT


def test_without_a_name_or_a_board_it_asks_which(capsys, root):
    """
    Without a board or its name one line asks for it.

    Unknown builds list the known.
    """
    told = refusal(capsys, "setup", "--root", root)
    assert told.startswith("which board is it?")
    assert "full" in refusal(capsys, "setup", "huge", "--root", root)
    missing = root / "mine.toml"
    assert refusal(capsys, "setup", missing, "--root", root).startswith(str(missing))


def test_a_line_against_the_board_is_one_line_and_changes_nothing(capsys, root):
    """A line against the board is reported with number, text and reason; no change."""
    path = root / "boot/firmware/config.txt"
    path.write_text(f"{BOOT}dtparam=i2c_arm=off\n", encoding="utf-8")
    told = refusal(capsys, "setup", "full", "--yes", "--root", root)
    assert told.startswith(f"{path}: line 3, dtparam=i2c_arm=off: ")
    assert not (root / "etc").exists()


def test_only_root_may_change_this_computer(capsys, monkeypatch):
    """Without root one line gives the remedy."""
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    assert refusal(capsys, "setup", "full") == (
        "only root may change this computer: sudo letterzone setup"
    )
