"""A round of each game at the board's page, by mouse, touch and keyboard."""

from itertools import product

import pytest

from tests.browser.rounds import GAMES, pair

#: The one that shows most in least time: buttons by their deeds, and the lid.
CHEAP = ("keyword-dealt", "clicks", "en")

ROUNDS = [
    pytest.param(*one, marks=() if one == CHEAP else pytest.mark.long)
    for one in (
        CHEAP,
        *product(GAMES, ("mouse", "finger", "keys"), ("en", "de")),
    )
]


@pytest.mark.parametrize(("game", "hands", "lang"), ROUNDS)
async def test_a_round_from_who_plays_to_its_end(demo, open_page, game, hands, lang):
    """Whoever has never seen it needs nothing but what the page says."""
    touch = hands == "finger"
    page = await open_page(demo.at("/"), lang=lang, size=(1280, 800), touch=touch)
    await GAMES[game](await pair(page, hands, lang))
