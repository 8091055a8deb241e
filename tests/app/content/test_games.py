"""Games of the house and of outsiders are found by their names."""

from copy import copy
from importlib.metadata import EntryPoint
from types import SimpleNamespace

import pytest

from firmware_host.app.content import games, outside
from firmware_host.errors import SettingsError
from firmware_host.games.catalogue import NAMES
from firmware_host.games.contract import VERSION
from firmware_host.games.decipher.game import decipher

CHESS = copy(decipher)
CHESS.NAME = "chess"
TWIN = copy(decipher)
BARE = SimpleNamespace(NAME="bare")


def forget():
    outside.found_games.cache_clear()


@pytest.fixture
def install(monkeypatch):
    """Let a package from outside register something, as an installed one does."""

    def installed(value, group=outside.FITTING):
        entry = EntryPoint("other", value, group)
        there = {outside.GROUP: [entry]}
        monkeypatch.setattr(outside, "entry_points", lambda group: there[group])
        forget()

    yield installed
    monkeypatch.undo()
    forget()


def test_an_unknown_game_is_told_with_those_there_are():
    """The error for an unknown game lists the known ones."""
    with pytest.raises(SettingsError, match=r"'chess'; there are: decipher"):
        games.find("chess")


def test_a_game_of_an_outsider_is_found_too(install):
    """An installed package's game is found by its entry point."""
    install("tests.app.content.test_games:CHESS")
    assert games.find("chess").NAME == "chess"
    assert games.find("decipher") is decipher


@pytest.mark.parametrize(
    ("value", "told"),
    [
        ("tests.no_such_module", "cannot be loaded: No module named"),
        ("tests.app.content.test_games:NONE", "cannot be loaded: .* no attribute"),
        ("tests.app.content.test_games:BARE", "cannot be loaded: it is no Game"),
        (
            "tests.app.content.test_games:TWIN",
            "is called 'decipher', as another one is",
        ),
    ],
)
def test_one_that_does_not_fit_is_named(install, value, told):
    install(value)
    with pytest.raises(SettingsError, match=told):
        games.known_games()


@pytest.mark.parametrize("group", ["letterzone.games", "letterzone.games.99"])
def test_a_game_for_another_contract_is_refused_in_one_sentence(install, group):
    install("tests.app.content.test_games:CHESS", group)
    told = rf"'other' is written for \[{group}\], and this board plays .*\.{VERSION}\]"
    with pytest.raises(SettingsError, match=told):
        games.known_games()
    assert list(games.board_games()) == list(NAMES)


def test_what_is_installed_in_two_folders_is_one_game(tmp_path, monkeypatch):
    """
    A game that is installed in two folders counts once.

    So it is with a virtual environment over the system's packages.
    """
    for folder in ("over", "under"):
        info = tmp_path / folder / "chess-1.dist-info"
        info.mkdir(parents=True)
        (info / "METADATA").write_text("Metadata-Version: 2.1\nName: chess\n")
        text = f"[{outside.FITTING}]\nchess = tests.app.content.test_games:CHESS\n"
        (info / "entry_points.txt").write_text(text)
        monkeypatch.syspath_prepend(tmp_path / folder)
    forget()
    try:
        assert outside.playable_games() == {"chess": CHESS}
    finally:
        monkeypatch.undo()
        forget()


@pytest.mark.parametrize(
    "value", ["tests.no_such_module", "tests.app.content.test_games:BARE"]
)
def test_a_board_plays_without_a_game_that_is_no_game(install, value, caplog):
    """The next start plays; the log says which one is left aside."""
    install(value)
    assert list(games.board_games()) == list(NAMES)
    assert "'other'" in caplog.text
