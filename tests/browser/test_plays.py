"""
First evenings: a round of each game at the board's page, in both languages.

Two people share one screen, with a mouse, a finger or a keyboard. The board must refuse
nothing that they do, and no sentence may be longer than one reads at a glance.
"""

from itertools import product

import pytest

from tests.browser.newcomer import Sight
from tests.browser.novice import Novice
from tests.browser.rounds import GAMES, pair

#: The two that the usual run has: private turns by buttons, and a word that is found.
CHEAP = (("keyword-dealt", "clicks", "en"), ("wqrdles", "clicks", "de"))

ROUNDS = [
    pytest.param(*one, marks=() if one in CHEAP else pytest.mark.long)
    for one in (
        *CHEAP,
        *product(GAMES, ("mouse", "finger", "keys"), ("en", "de")),
    )
]

#: So many words has the longest sentence that anybody has to read in a round.
GLANCE = 16

#: Presses in a round that may do nothing: asking again, or a button already pressed.
VAIN = 2


@pytest.mark.parametrize(("game", "hands", "lang"), ROUNDS)
async def test_a_round_from_who_plays_to_its_end(demo, open_page, game, hands, lang):
    """The page says all that is needed, and offers nothing that is refused."""
    touch = hands == "finger"
    page = await open_page(demo.at("/"), lang=lang, size=(1280, 800), touch=touch)
    two = await pair(page, hands, lang)
    await GAMES[game](two)
    assert two.count.refused == []
    assert len(two.count.longest.split()) <= GLANCE, two.count.longest


@pytest.mark.long
@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("game", ["decipher", "keyword", "codecards", "wqrdles"])
async def test_two_who_only_follow_the_page_end_a_round(demo, open_page, game, lang):
    """Two players who follow the page end a round without a refusal."""
    page = await open_page(demo.at("/"), lang=lang, size=(1280, 800))
    line = await page.context.new_cdp_session(page)
    two = Novice(Sight(page, line), "clicks", lang)
    await two.begin(game)
    if game == "keyword":  # its lesson asks for one word, card by card
        await two.say_press("web-tutorial-skip")
    count = await two.play(lesson=game in ("codecards", "wqrdles"))
    assert count.refused == []
    assert len(count.vain) <= VAIN, count.vain
