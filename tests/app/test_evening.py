"""A whole session at the full board in German, without a phone or a browser."""

from json import loads
from pathlib import Path

import pytest

from firmware_host.app.system.hardware import profile_path
from firmware_host.board.entries import JOURNAL
from firmware_host.board.events import PLAYER_BUTTONS, Button
from firmware_host.board.messages import Refused
from firmware_host.board.pieces import Kind, Seat, Zone
from firmware_host.session.modes import filling
from firmware_host.settings.profile import load_profile
from firmware_host.words.folding import fold
from tests.app.test_builds import evening_at, guess, short_chord, tap

#: It costs much and finds little that cheaper tests do not find.
pytestmark = pytest.mark.costly

__all__ = ["short_chord"]

GRUEN = Path(__file__).parents[2] / "docs" / "examples" / "gruen.jsonl"
TICK, CROSS = Button.TICK, Button.CROSS
ANNA, MAX = Seat(0), Seat(1)


async def begin(evening):
    """German, at home, five letters, circle and square, who make words in turn."""
    await evening.speak("de")
    await evening.take("place-home")
    await evening.take("game-decipher")
    await evening.take("length", n=5)
    for button in PLAYER_BUTTONS[:2]:
        await evening.press(button)
    await evening.press(TICK)
    await evening.take("maker-person")
    await evening.take("rules-usual")


async def called_out(evening, seat, button):
    """Make a spoken guess; the maker holds tick or cross to answer it."""
    await evening.press(PLAYER_BUTTONS[seat])
    evening.metal.press(button)
    await evening.until(lambda: evening.line != "guess-spell")
    evening.metal.release(button)


def round_of(number):
    """Return the taps and guesses of a round of the example."""
    lines = [loads(line) for line in GRUEN.read_text(encoding="utf-8").splitlines()]
    starts = [at for at, line in enumerate(lines) if line.get("do") == "secret"]
    return lines[starts[number] + 1 : [*starts, -1][number + 1]]


async def test_an_evening_in_german_with_nothing_but_the_board(tmp_path, monkeypatch):
    """Two rounds, a guess said aloud, a power cut, the end, and the next game."""
    monkeypatch.setattr(filling, "SAY_MS", 200)
    profile = load_profile(profile_path("full"))
    async with evening_at(profile, tmp_path) as evening:
        await begin(evening)
        await evening.by_buttons("GRUEN")
        await evening.press(TICK)
        *middle, last = round_of(0)
        for line in middle:
            if line["do"] == "guess":
                await called_out(evening, MAX, CROSS)
            else:
                await tap(evening, Zone(line["zone"]), Kind(line["kind"]))
        assert evening.table.face.maker.found[0] == (0, 1, 1, 0)
        assert fold(last["word"]) == "GRUEN"
        await called_out(evening, MAX, TICK)
        await evening.by_tiles("WEI")

    journals = tmp_path.glob(f"{JOURNAL}*")
    assert not any(b"WEI" in path.read_bytes() for path in journals)
    async with evening_at(profile, tmp_path) as evening:
        assert "".join(evening.table.face.maker.letters) == ""
        await evening.by_tiles("WEISS")
        assert not isinstance(await evening.press(TICK), Refused)
        *middle, last = round_of(1)
        for line in middle:
            await tap(evening, Zone(line["zone"]), Kind(line["kind"]))
        await guess(evening, ANNA, fold(last["word"]))
        await evening.menu("end")
        assert evening.line == "game-won"
        assert [one.points for one in evening.game.results] == [(3, 12), (13, 2)]

        await evening.press(TICK)
        assert evening.line == "same-again"
        await evening.press(TICK)
        assert evening.line == "secret-waits"
        assert evening.table.session.setup.language == "de"
