"""Sessions of KEYWORD at the full board, without a phone or a browser."""

from itertools import pairwise

import pytest

from firmware_host.app.system.hardware import profile_path
from firmware_host.board.entries import JOURNAL
from firmware_host.board.events import PLAYER_BUTTONS, ZONE_BUTTONS, Button
from firmware_host.board.faces import HandFace
from firmware_host.board.messages import Refused
from firmware_host.board.pieces import RACK, Card, Zone
from firmware_host.languages import CODES
from firmware_host.settings.profile import load_profile
from tests.app.test_builds import evening_at, short_chord

#: It costs much and finds little that cheaper tests do not find.
pytestmark = pytest.mark.costly

__all__ = ["short_chord"]

TICK, CROSS = Button.TICK, Button.CROSS

#: A blue row, and two words that are laid from it; small letters are blue cards.
REAL = {
    "en": ("ERNSTA", "TeaM", "CaT"),
    "de": ("ERNSTA", "TaNTe", "Tat"),
}


async def begin(evening, language, *, real):
    """Choose the language, the game and who deals; two sit down."""
    await evening.speak(language)
    await evening.take("place-home")
    await evening.take("game-keyword")
    for button in PLAYER_BUTTONS[:2]:
        await evening.press(button)
    await evening.press(TICK)
    if not real:
        await evening.take("rules-usual")
        return
    await evening.take("rules-own")
    await evening.take("knob-keyword-keyword")
    await evening.take("knob-sand-0")
    await evening.take("knob-keyword-cards-real")


def cards_for(game, seat):
    """A long word, and for each of its letters whether its card is open, and where."""
    hand = [(False, at, card) for at, card in enumerate(game.hands[seat])]
    row = [(True, at, card) for at, card in enumerate(game.row)]
    common = game.header.language.common
    for length in (5, 4, 3):
        for word in common.words(length):
            left, found = [*hand, *row], []
            for letter in word:
                one = next((card for card in left if card[2] == letter), None)
                if one is None:
                    break
                left.remove(one)
                found.append(one)
            if len(found) == length and not all(opened for opened, *_ in found):
                return word, found
    return "", []


async def lay_behind_the_lid(evening, seat):
    """Lay the first long word one sees, or pass; return it."""
    word, found = cards_for(evening.game, seat)
    own = PLAYER_BUTTONS[seat]
    await evening.press(own)
    before = evening.table.changes, evening.table.face.zones
    await evening.press(TICK)
    for (was, _, _), (opened, at, _) in pairwise([(False, 0, ""), *found]):
        if opened != was:
            await evening.press(own)
        await evening.press(ZONE_BUTTONS[at])
    assert isinstance(evening.table.face.maker, HandFace)
    assert "".join(evening.table.face.maker.word) == word
    assert (evening.table.changes, evening.table.face.zones) == before
    for button in [TICK] if word else [CROSS, TICK]:
        assert not isinstance(await evening.press(button), Refused)
    return word


async def tap(evening, zone, colour, letter, seen):
    """Hold the next card of a letter to a pad."""
    name = f"{colour}-{letter.lower()}"
    seen[name] = seen.get(name, 0) + 1
    outcome = await evening.hands.tap(zone, Card(name, seen[name]))
    assert not isinstance(outcome, Refused), (letter, outcome)


async def lay_cards(evening, seat, word, row, seen):
    """Tap orange cards on the rack, and press the zones of blue ones."""
    await evening.press(PLAYER_BUTTONS[seat])
    for letter in word:
        if letter.islower():
            await evening.press(ZONE_BUTTONS[row.index(letter.upper())])
        else:
            await tap(evening, RACK, "orange", letter, seen)
    assert dict(evening.table.face.table.status.values)["n"] == len(word)
    assert not isinstance(await evening.press(TICK), Refused)


@pytest.mark.parametrize("language", CODES)
async def test_two_rounds_that_the_board_deals(tmp_path, language):
    """Hands on the screen behind the lid, a power cut, and the words at the end."""
    profile = load_profile(profile_path("full"))
    async with evening_at(profile, tmp_path) as evening:
        await begin(evening, language, real=False)
        await evening.press(TICK)
        first = await lay_behind_the_lid(evening, 0)
        await evening.press(PLAYER_BUTTONS[1])
        await evening.press(TICK)
        await evening.press(ZONE_BUTTONS[0])
    assert any(path.stat().st_size for path in tmp_path.glob(f"{JOURNAL}*"))

    async with evening_at(profile, tmp_path) as evening:
        assert evening.table.face.maker is None
        second = await lay_behind_the_lid(evening, 1)
        assert evening.game.results[0].words == (first, second)
        await evening.press(TICK)
        for seat in (1, 0):
            await lay_behind_the_lid(evening, seat)
        assert len(evening.game.results) == 2
        await evening.menu("end")
        assert evening.line in {"game-won", "game-shared"}
        assert evening.table.session.setup.language == language


@pytest.mark.parametrize("language", ["de", pytest.param("en", marks=pytest.mark.long)])
async def test_a_round_with_real_cards(tmp_path, language):
    """
    A round with real cards: blue ones on pads, orange ones on the rack.

    A laid card cannot be used again.
    """
    row, long, short = REAL[language]
    seen = {}
    async with evening_at(load_profile(profile_path("full")), tmp_path) as evening:
        await begin(evening, language, real=True)
        for zone, letter in enumerate(row, 1):
            await tap(evening, Zone(zone), "blue", letter, seen)
        await evening.press(TICK)
        await lay_cards(evening, 0, long, row, seen)
        await lay_cards(evening, 1, short, row, seen)
        (result,) = evening.game.results
        assert (result.word, result.guessed_by) == (long.upper(), 0)
        again = Card("orange-t", 1)
        outcome = await evening.hands.tap(RACK, again)
        assert evening.game.round is None
        assert not isinstance(outcome, Refused)  # it waits there for a zone's button
        outcome = await evening.press(ZONE_BUTTONS[row.index("A")])
        assert outcome.code == "keyword-blue"
        await evening.menu("end")
        assert evening.line == "game-won"
