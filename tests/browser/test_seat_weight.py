"""What a phone's page weighs over the wire: everything, for each game."""

import pytest

from tests.browser.served import GERMAN_FIRST, PHONE

#: A phone's page is at most so heavy, in bytes, all included.
MOST = 120_000

#: What each game is begun with.
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
    """As a browser gets it that was never here: packed, fonts and pictures included."""
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
