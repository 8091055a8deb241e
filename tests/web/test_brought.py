"""An external game's own files and sentences on the pages."""

import logging

import pytest

from firmware_host.app.content import outside
from firmware_host.app.content.languages import load_texts
from firmware_host.board.messages import say
from firmware_host.web.pages import drawings
from tests.contracts.test_outside import FILES, SENTENCES, install, installed, loaded
from tests.web.school import school


@pytest.fixture
async def board(tmp_path):
    """A board that plays the page's game, which brings a folder along."""
    with installed(tmp_path / "package", FILES):
        async with school(tmp_path) as opened:
            yield opened


async def test_its_files_are_served_under_its_name_by_the_same_policy(board):
    """An external game's files are served with the same headers as the board's own."""
    client = board.browser().client
    kinds = {"game.js": "javascript", "treasure.css": "css", "map.svg": "svg"}
    for name, kind in kinds.items():
        answer = await client.get(f"/static/games/treasure/{name}")
        assert answer.text == FILES[name]
        assert kind in answer.headers["content-type"]
        assert answer.headers["cache-control"] == "no-cache"
        assert answer.headers["x-content-type-options"] == "nosniff"
    assert "script-src 'self'" in answer.headers["content-security-policy"]


@pytest.mark.parametrize(
    "path",
    [
        *("treasure/secret.txt", "treasure/texts/en.mo", "treasure/none.svg"),
        *("treasure/%2e%2e/treasure.py", "treasure/..%2ftreasure.py", "treasure/"),
        *("other/game.css", "treasure/%2e%2e/%2e%2e/journal.svg", "treasure"),
    ],
)
async def test_nothing_else_of_its_folder_leaves_the_board(board, path):
    answer = await board.browser().client.get(f"/static/games/{path}")
    assert answer.status_code == 404


async def test_a_game_without_a_file_has_an_empty_one(board):
    """A game without a script gets an empty module; an unknown file is a 404."""
    answer = await board.browser().client.get("/static/games/chess/game.js")
    assert (answer.status_code, answer.text) == (200, "export {};")
    assert (await board.browser().get("/static/games/chess/wall.js")) == 404


async def test_what_it_declares_and_draws_is_told(board):
    told = await board.browser().get("/api/games/treasure")
    assert told["drawings"] == ["map"]
    assert [verb["do"] for verb in told["verbs"]] == ["tap"]
    assert (await board.browser().get("/api/games/decipher"))["drawings"] == []
    assert await board.browser().get("/api/games/chess") == 404


async def test_its_sentences_are_said_in_every_language(board):
    """
    Texts from an external game's files and from its module are both available.

    The board's own texts do not change.
    """
    for code, text in SENTENCES.items():
        assert load_texts(code).say(say("treasure-map")) == text
        page = await board.browser().get(f"/texts/{code}.json")
        assert page["treasure-map"] == text
        assert page["game-treasure"] == load_texts(code).find("game-treasure", "page")


@pytest.mark.parametrize("damage", ["folder", "texts"])
def test_a_folder_that_cannot_be_used_costs_that_game_alone(tmp_path, caplog, damage):
    """The log names it, and the board plays without it."""
    folder = install(tmp_path / "package", FILES)
    if damage == "texts":
        path = folder / "treasure_files" / "texts" / "en.mo"
        path.write_bytes(path.read_bytes()[:40])
    brought = str(folder / "treasure_files")
    where = brought if damage == "texts" else f"{brought}-gone"
    source = folder / "treasure.py"
    source.write_text(source.read_text().replace(brought, where))
    with caplog.at_level(logging.ERROR), loaded(folder):
        assert outside.playable_games() == {}
    assert "'treasure'" in caplog.text


def test_a_game_that_brings_no_folder_has_no_drawings():
    assert drawings("") == []
