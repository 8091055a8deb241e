"""The stories of games: everything shown, played, spoken and written is unchanged."""

import pytest

from tests.games.stories import FOLDER, Story, retold

STORIES = sorted(FOLDER.glob("*.txt"))


@pytest.mark.parametrize("path", STORIES, ids=lambda path: path.stem)
def test_a_game_goes_as_it_went(path):
    """A story's text equals its file, line by line."""
    assert retold(path).splitlines() == path.read_text(encoding="utf-8").splitlines()


def test_every_game_of_the_house_is_told():
    assert {Story(one.read_text().splitlines()[0]).engine.NAME for one in STORIES} == {
        *("decipher", "codecards", "wqrdles", "keyword")
    }


def test_a_story_that_went_another_way_is_found(tmp_path):
    """A changed digit in a story is found."""
    told = next(one for one in STORIES if one.stem == "decipher-box").read_text()
    path = tmp_path / "story.txt"
    path.write_text(told.replace("guesses=2", "guesses=1"))
    assert retold(path) == told != path.read_text()
