"""The journal's folder, and the language of the terminal."""

from pathlib import Path

import pytest

from firmware_host.cli import places
from firmware_host.cli.places import (
    board_of,
    chosen_language,
    folder_of,
    journal_in,
    language_of,
    profile_of,
)
from firmware_host.errors import SettingsError


@pytest.fixture(autouse=True)
def _nowhere(monkeypatch, tmp_path):
    """A machine that says nothing about itself, with a home in *tmp_path*."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG", "STATE_DIRECTORY", "XDG_STATE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))


def test_the_language_is_english_where_nobody_says():
    assert language_of("") == "en"


@pytest.mark.parametrize(
    ("name", "value", "code"),
    [
        ("LANG", "de_AT.UTF-8", "de"),
        ("LC_MESSAGES", "de_DE", "de"),
        ("LANG", "C.UTF-8", "en"),
        ("LANG", "fr_FR.UTF-8", "en"),
        ("LANG", "", "en"),
        ("LANG", "de", "de"),
    ],
)
def test_the_language_is_the_terminals(monkeypatch, name, value, code):
    """The language is the terminal's, or English if the board does not have it."""
    monkeypatch.setenv(name, value)
    assert language_of("") == code


def test_the_locale_has_its_order_and_the_option_comes_first(monkeypatch):
    """The language option comes before `LC_ALL`, and that before `LANG`."""
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    assert language_of("") == "en"
    assert language_of("de") == "de"


def test_the_folder_is_the_option_then_systemds_then_the_homes(monkeypatch, tmp_path):
    """The folder comes from the option, systemd or the home; it exists then."""
    home = folder_of("")
    assert home == tmp_path / ".local" / "state" / "letterzone"
    assert folder_of("", name="letterzone-demo") == home.with_name("letterzone-demo")

    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    assert folder_of("") == tmp_path / "state" / "letterzone"
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "systemd"))
    assert folder_of("") == tmp_path / "systemd"
    given = tmp_path / "a" / "b"
    assert folder_of(str(given)) == given
    assert given.is_dir()


def test_a_folder_that_cannot_be_is_named_with_the_way_out(tmp_path):
    """A folder that cannot be made is named in the error, with the option."""
    file = tmp_path / "file"
    file.touch()
    for given in (file, file / "inner", Path("/proc/none")):
        with pytest.raises(SettingsError, match=r"cannot be made: .*--folder") as told:
            folder_of(str(given))
        assert str(told.value).startswith(f"{given}: ")


def test_the_board_that_is_meant(monkeypatch, tmp_path):
    """The profile is a file, a named build, this machine's own, or the full one."""
    own = tmp_path / "etc" / "board.toml"
    monkeypatch.setattr(places, "PROFILE", own)
    assert board_of("").parent.name == "full"
    own.parent.mkdir()
    own.touch()
    assert board_of("") == own
    assert board_of("mine.toml") == Path("mine.toml")
    assert board_of(str(tmp_path)) == tmp_path
    assert board_of("starter").parent.name == "starter"
    with pytest.raises(SettingsError, match="there is no build 'huge'"):
        board_of("huge")


def test_a_profile_that_must_be_there_may_be_a_build(monkeypatch, tmp_path):
    """Commands that use a board's parts take the name of a build as others do."""
    own = tmp_path / "board.toml"
    monkeypatch.setattr(places, "PROFILE", own)
    with pytest.raises(SettingsError, match="there is no board here yet"):
        profile_of("")
    assert profile_of("starter") == board_of("starter")
    with pytest.raises(SettingsError, match="there is no build 'huge'"):
        profile_of("huge")
    own.touch()
    assert profile_of("") == own


@pytest.mark.parametrize(
    ("settings", "code"),
    [
        ({"setup": '{"language": "de"}'}, "de"),
        ({"setup": '{"language": "xn"}'}, ""),
        ({"setup": '{"language": 7}'}, ""),
        ({"setup": "{"}, ""),
        ({"setup": "{}"}, ""),
        ({}, ""),
    ],
)
def test_a_boards_language_is_the_one_that_was_chosen_there(settings, code):
    """The board's language is the stored one, or empty if there is none."""
    assert chosen_language(settings) == code


def test_a_journal_that_is_not_there_is_told_with_what_makes_one(tmp_path):
    """A missing journal is reported with its path and the remedy."""
    with pytest.raises(SettingsError) as fault:
        journal_in(tmp_path, first="enrol something")
    path = tmp_path / "letterzone.db"
    assert str(fault.value) == (
        f"{path}: there is no journal yet; enrol something, or name its --folder"
    )
    path.touch()
    assert journal_in(tmp_path) == path
