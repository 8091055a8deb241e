"""WQRDLES of three at the full board, from choosing to the points: no phone at all."""

import pytest

from firmware_host.app.system.hardware import profile_path
from firmware_host.board.events import PLAYER_BUTTONS, ZONE_BUTTONS, Button
from firmware_host.settings.profile import load_profile
from tests.app.test_builds import Evening, evening_at, short_chord

#: It costs much and finds little that cheaper tests do not find.
pytestmark = pytest.mark.costly

__all__ = ["short_chord"]

TICK, CROSS = Button.TICK, Button.CROSS
TINA, LEE, BEN = range(3)

#: The hidden words of the three players, by round.
HIDDEN = {
    "en": (("CAKE", "BEAD", "DEAF"), ("FACE", "BABE", "BADE")),
    "de": (("EBBE", "BADE", "FAHL"), ("DACH", "FACH", "BACH")),
}


async def begin(evening, lang):
    """Begin WQRDLES at home with four letters and three player buttons."""
    await evening.speak(lang)
    await evening.take("place-home")
    await evening.take("game-wqrdles")
    await evening.take("length", n=4)
    for button in PLAYER_BUTTONS[:3]:
        await evening.press(button)
    await evening.press(TICK)
    await evening.take("rules-usual")


async def hide(evening, words, how):
    """Hide everybody's word, one after the other."""
    for word in words:
        await how(evening, word)
        assert await evening.press(TICK), word


async def ask(evening, zone, *, turns=0):
    """Turn the card *turns* times, and ask with the word in a zone."""
    await evening.until(lambda: evening.line == "wqrdles-pick")
    for _ in range(turns):
        await evening.press(TICK)
    word = evening.table.face.zones[zone - 1].word["word"]
    await evening.press(ZONE_BUTTONS[zone - 1])
    await evening.press(TICK)
    assert evening.game.round.rows[-1].word == word


async def attempt(evening, who, whose, word, how):
    """Try another player's word; check that no zone changes before all are opened."""
    zones = evening.table.face.zones
    await evening.press(PLAYER_BUTTONS[who])
    await evening.press(PLAYER_BUTTONS[whose])
    await how(evening, word)
    assert evening.table.face.zones == zones
    await evening.press(TICK)


async def none(evening, who):
    """Make no attempt in this row."""
    await evening.press(PLAYER_BUTTONS[who])
    await evening.press(CROSS)


@pytest.mark.parametrize("lang", ["en", pytest.param("de", marks=pytest.mark.long)])
async def test_three_play_from_choosing_to_the_points(tmp_path, lang):
    """Two rounds: secrets and attempts by buttons and by tiles, marks looked at."""
    first, second = HIDDEN[lang]
    async with evening_at(load_profile(profile_path("full")), tmp_path) as evening:
        await begin(evening, lang)
        await hide(evening, first, Evening.by_buttons)
        await ask(evening, 2)
        await attempt(evening, TINA, LEE, first[LEE], Evening.by_buttons)
        await attempt(evening, LEE, BEN, first[BEN], Evening.by_buttons)
        assert evening.game.round.opened == ()
        await attempt(evening, BEN, TINA, first[TINA], Evening.by_tiles)
        assert evening.game.results[0].points == (6, 6, 6)

        await hide(evening, second[LEE:], Evening.by_buttons)  # Lee begins this round
        await hide(evening, second[:LEE], Evening.by_tiles)
        await evening.until(lambda: evening.line == "wqrdles-pick")
        await evening.press(CROSS)  # another card
        await ask(evening, 3, turns=1)
        await attempt(evening, TINA, BEN, first[BEN], Evening.by_buttons)
        await none(evening, LEE)
        await none(evening, BEN)
        assert second[BEN] not in str(evening.table.face)
        assert first[BEN] in evening.table.face.table.note["tries"]

        await ask(evening, 1)
        await evening.press(TICK)  # the next hidden word, and its first row
        await evening.press(ZONE_BUTTONS[0])
        assert evening.table.face.table.note["row"] == 1
        await attempt(evening, TINA, LEE, second[LEE], Evening.by_buttons)
        await attempt(evening, LEE, TINA, second[TINA], Evening.by_buttons)
        await attempt(evening, BEN, TINA, second[TINA], Evening.by_buttons)
        await evening.press(PLAYER_BUTTONS[LEE])
        assert evening.game.round.found == (LEE, TINA)

        await ask(evening, 1)
        await attempt(evening, TINA, BEN, second[BEN], Evening.by_buttons)
        await none(evening, LEE)
        assert evening.game.results[1].points == (9, 5, 5)
        await evening.menu("end")
        assert evening.line == "game-won"
        points = evening.table.face.table.status["points"]
        assert [int(one) for one in points.split()[1::2]] == [15, 11, 11]
