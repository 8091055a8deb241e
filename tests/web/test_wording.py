"""A page gets the texts that it can show, and no others of the house's."""

import pytest

from firmware_host.app.content.languages import load_texts
from firmware_host.web.pages import PAGES, reachable, text_filter
from tests.web.school import school

ALL = load_texts("en").as_json("page")


def texts_of(page: str, **brought: str) -> dict[str, str]:
    """Return the texts that a page gets."""
    return load_texts("en").as_json("page", text_filter(page, brought))


@pytest.mark.parametrize("page", PAGES.values())
def test_a_page_gets_well_under_half_of_all_texts(page):
    """A page gets under half of all texts, and none of the doctor or command line."""
    texts = texts_of(page)
    assert 0 < len(texts) < len(ALL) / 2
    assert not [code for code in texts if code.startswith(("then-", "setup-"))]
    assert texts.items() <= ALL.items()


@pytest.mark.parametrize(
    ("page", "code"),
    [
        ("seat", "web-leave-game"),  # of a sheet that is opened later
        ("seat", "web-wqrdles-you-pick"),  # of a game that may be played later
        ("board", "web-board-wrong"),  # behind the maker's door
        ("board", "web-title-wall"),  # put together: `web-title-${name}`
        ("wall", "kind-green"),
        ("history", "web-game-n"),
    ],
)
def test_what_is_loaded_later_has_its_texts_too(page, code):
    assert code in texts_of(page)


def test_a_script_is_found_by_any_import():
    """Scripts are found by static imports, dynamic ones and those of each game."""
    found = {*reachable("board")}
    assert {"parts/words.js", "pages/board/door.js", "games/keyword/board.js"} <= found


@pytest.mark.parametrize(
    ("page", "code", "other"),
    [
        ("seat", "web-board-pick-first", "board"),
        ("wall", "web-wqrdles-you-pick", "seat"),
    ],
)
def test_of_a_game_a_page_has_the_texts_of_its_own_part(page, code, other):
    """A phone has not those of the board's page: it has to be light."""
    assert code not in texts_of(page)
    assert code in texts_of(other)


def test_a_game_from_outside_may_say_what_the_house_says(tmp_path):
    """A page gets the texts that an external game's script names."""
    assert "doctor-power" not in texts_of("seat")
    (tmp_path / "seat.js").write_text('say("doctor-power"); say(`walk-${part}`);')
    texts = texts_of("seat", treasure=str(tmp_path))
    assert {"doctor-power", "walk-button", "walk-screen"} <= {*texts}


@pytest.mark.parametrize("page", ["", "nothing", "../board", "seat/more"])
def test_without_a_page_every_text_comes(page):
    assert texts_of(page) == ALL


async def test_the_document_asks_for_the_texts_of_its_page(tmp_path):
    async with school(tmp_path) as board:
        browser = board.browser()
        page = (await browser.client.get("/seat?lang=de")).text
        assert 'href="/texts/de.json?page=seat"' in page
        told = await browser.get("/texts/de.json?page=seat")
        assert told["web-join-go"] == "Hereinkommen"
        assert "doctor-power" not in told
        assert {"languages", "laid", "limits"} <= {*told}
