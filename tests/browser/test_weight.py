"""The transferred bytes of a phone's and the board's page, for each game."""

import pytest

from tests.browser.served import GERMAN_FIRST, PHONE
from tools.game_scenes import Table

#: A phone's page is at most so heavy, in bytes, all included.
MOST = 120_000

#: The page of the virtual board is at most so heavy, in bytes, with one state document.
MOST_BOARD = 220_000

#: The settings with which each game begins.
GAMES = {
    "decipher": {"length": 5, "board_makes": True, "rounds": 1, "words": ["TIGER"]},
    "codecards": {"rules": {"cards": "dealt"}},
    "wqrdles": {"length": 5},
    "keyword": {"rules": {}},
}


async def weighed(page, url, there):
    """Return how many bytes came over the wire until a page was *there*, by path."""
    wire = await page.context.new_cdp_session(page)
    paths, weights = {}, {}

    def finished(one):
        path = paths.get(one["requestId"], "")
        weights[path] = weights.get(path, 0) + one["encodedDataLength"]

    def heard(one):
        weights["/socket"] = weights.get("/socket", 0) + len(
            one["response"]["payloadData"].encode()
        )

    wire.on(
        "Network.requestWillBeSent",
        lambda one: paths.update({one["requestId"]: one["request"]["url"]}),
    )
    wire.on("Network.loadingFinished", finished)
    wire.on("Network.webSocketFrameReceived", heard)
    await wire.send("Network.enable")
    await page.goto(url)
    await page.wait_for_selector(there)
    await page.wait_for_load_state("networkidle")
    return weights


@pytest.mark.parametrize("lang", GERMAN_FIRST)
@pytest.mark.parametrize("game", GAMES)
async def test_a_phones_page_weighs_at_most_120_kilobytes(board, open_page, game, lang):
    """A first visit with compressed files, fonts and pictures is within the limit."""
    await board.people("Ann", "Ben")
    phone = await board.phone(seat=0)
    kept = [
        {"name": name, "value": value, "url": board.address}
        for name, value in phone.cookies.items()
    ]
    await phone.aclose()
    await board.begin(game=game, **GAMES[game])
    page = await open_page("about:blank", size=PHONE, touch=True, cookies=kept)
    weights = await weighed(page, f"{board.address}/seat?lang={lang}", ".play")
    scripts = [path for path in weights if path.endswith(".js")]
    assert len(scripts) > 20, "it has counted what it should"
    assert sum(weights.values()) <= MOST, sorted(
        weights.items(), key=lambda one: -one[1]
    )


@pytest.mark.parametrize("game", GAMES)
async def test_the_boards_page_weighs_at_most_220_kilobytes(demo, open_page, game):
    """Lamps that blink are further documents; one is counted."""
    page = await open_page(demo.at("/"))
    host = Table(demo, (page.context,), "en")
    await host.post(0, "/api/begin", game=game, players=["Ann", "Ben"])
    page = await open_page("about:blank")
    weights = await weighed(page, demo.at("/"), ".board")
    del weights["/socket"]
    state = await page.evaluate("fetch('/api/state?as=board').then((it) => it.text())")
    assert len([path for path in weights if path.endswith(".js")]) > 20
    assert sum(weights.values()) + len(state.encode()) <= MOST_BOARD
