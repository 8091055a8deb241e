"""Two small files: root's news, and the board's wish."""

import json

import pytest

from firmware_host import __version__
from firmware_host.app.system.updates import (
    News,
    UpdateRequests,
    UpdateState,
    Wish,
    take_wish,
    tell,
)


@pytest.fixture
def news(tmp_path):
    return tmp_path / "run" / "news.json"


@pytest.fixture
def wish(tmp_path):
    return tmp_path / "update-wanted"


def test_news_arrive_as_they_were_told(news):
    told = News(UpdateState.OFFERED, "0.2.0", back="0.0.9")
    tell(told, news)
    assert UpdateRequests(news).news() == told
    assert news.stat().st_mode & 0o777 == 0o644


def test_a_page_is_told_which_version_runs(news):
    tell(News(UpdateState.FAILED, "0.2.0", why="update-key"), news)
    assert UpdateRequests(news).document() == {
        "now": __version__,
        "state": "failed",
        "version": "0.2.0",
        "why": "update-key",
        "back": "",
    }


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "7", json.dumps({"state": "offered"}), "null"]
)
def test_no_news_are_quiet_news(news, text):
    """Missing or damaged news count as none."""
    assert UpdateRequests(news).news() == News()
    news.parent.mkdir()
    news.write_text(text)
    assert UpdateRequests(news).news() == News()


@pytest.mark.parametrize("wanted", list(Wish))
def test_a_wish_arrives_once(wish, wanted):
    assert UpdateRequests(wish_file=wish).want(wanted)
    assert take_wish(wish) is wanted
    assert take_wish(wish) is None


def test_the_board_can_wish_for_nothing_else(wish):
    with pytest.raises(ValueError, match="rm"):
        UpdateRequests(wish_file=wish).want("rm -rf")
    wish.write_text("rm -rf")
    assert take_wish(wish) is None
    assert not wish.exists()


def test_a_link_is_no_wish(tmp_path, wish):
    """A symbolic link is not read as a wish, and is removed."""
    secret = tmp_path / "secret"
    secret.write_text("back")
    wish.symlink_to(secret)
    assert take_wish(wish) is None
    assert secret.read_text() == "back"
    assert not wish.is_symlink()


def test_where_nobody_listens_nothing_can_be_asked(tmp_path):
    """Without the folder for wishes no wish can be sent."""
    assert not UpdateRequests(wish_file=tmp_path / "nowhere" / "wish").want(Wish.LOOK)
