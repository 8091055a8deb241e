"""A package's games are found in its folder, and forgotten afterwards."""

import os
import sys

import pytest

from firmware_host.app.content.games import known_games
from firmware_host.errors import SettingsError
from firmware_host.testing.cases import cases_in, playthroughs
from firmware_host.testing.making import make


def test_a_package_needs_no_installing(tmp_path):
    """A game in a folder is known within `cases_in`, and afterwards nothing is left."""
    before = list(sys.path), os.environ.get("PYTHONPATH", "")
    with cases_in(make("diamonds", tmp_path)) as cases:
        assert [one.engine.NAME for one in cases] == ["diamonds"]
        assert [len(one.examples) for one in cases] == [1]
        assert "diamonds" in known_games()
    assert "diamonds" not in known_games()
    assert (list(sys.path), os.environ.get("PYTHONPATH", "")) == before
    del sys.modules["diamonds"]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (None, "No such file or directory; go into the folder of your game"),
        ("[project]\nname = 'a'\n", "names no game in"),
        ("[[[", "names no game in"),
        (
            "[project.entry-points.'letterzone.games.10']\nalot = 'nowhere:alot'\n",
            "the game 'alot'.*cannot be loaded: No module named 'nowhere'",
        ),
        (
            "[project.entry-points.'letterzone.games.10']\nalot = 'json:loads'\n",
            "it is no Game; docs/games.md shows one",
        ),
    ],
)
def test_a_folder_without_a_game_says_so(tmp_path, text, why):
    if text is not None:
        (tmp_path / "pyproject.toml").write_text(text)
    with pytest.raises(SettingsError, match=why), cases_in(tmp_path):
        pass


def test_what_is_no_transcript_is_no_playthrough(tmp_path):
    texts = ("", "[]", '{"game": "chess"}', "{", '{"game": "a"}')
    for number, text in enumerate(texts):
        (tmp_path / f"{number}.jsonl").write_text(text)
    assert playthroughs("a", tmp_path) == ('{"game": "a"}',)


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le"])
def test_a_playthrough_from_windows_is_one_of_the_game(tmp_path, encoding):
    """Playthroughs with a byte order mark or in UTF-16 are found."""
    text = '{"game": "a", "players": ["Zoë"]}\n'
    (tmp_path / "one.jsonl").write_text(text, encoding=encoding)
    assert playthroughs("a", tmp_path) == (text,)


def test_a_playthrough_that_is_no_text_is_named(tmp_path):
    (tmp_path / "one.jsonl").write_bytes(b"\0\1\2" * 9)
    with pytest.raises(SettingsError, match=r"one.jsonl:1: this is no text; save it"):
        playthroughs("a", tmp_path)
