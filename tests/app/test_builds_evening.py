"""A duplicate evening at a bare board of each build: its key by buttons alone."""

from functools import partial
from string import ascii_uppercase

import pytest

from firmware_host.app.system.hardware import profile_path
from firmware_host.board.commands import BeginEvening, Sit
from firmware_host.board.events import PLAYER_BUTTONS, ZONE_BUTTONS
from firmware_host.board.messages import Refused, say
from firmware_host.games.contract import first_zone
from firmware_host.hall.evening import LETTERS, new_key
from firmware_host.settings.profile import load_profile
from tests.app.test_builds import CROSS, TICK, evening_at
from tests.controller.bench import until
from tests.web.school import school

#: It costs much and finds little that cheaper tests do not find.
pytestmark = pytest.mark.costly

KEY = new_key(bytes(range(16)), language="en", length=4, rounds=2)


async def ask_for_the_key(evening):
    """End a game that was begun with the usual answers; then choose other rules."""
    await evening.speak("en")
    await evening.take("place-home")
    await evening.take("game-decipher")
    await evening.take("length", n=5)
    await evening.press(PLAYER_BUTTONS[0])
    while evening.line.startswith("choose-"):
        await evening.press(TICK)
    await evening.menu("end")
    await evening.until(lambda: evening.table.session.playing.is_over)
    await evening.press(TICK)
    await evening.take("again-rules")
    await evening.take("rules-evening")


async def give(evening, text):
    """Enter a key by three buttons, group by group; return the last tick's outcome."""
    outcome = None
    for at in range(0, len(text), 3):
        for button, letter in zip(ZONE_BUTTONS, text[at : at + 3], strict=False):
            for _ in range(LETTERS.index(letter) + 1):
                assert not isinstance(await evening.press(button), Refused)
        shown = evening.table.face.local.line
        assert shown == say("key-group", n=at // 3 + 1, letters=text[at : at + 3])
        outcome = await evening.press(TICK)
    return outcome


async def words_of(table, guess):
    """Let each round's word be guessed at once; return the words of the game."""
    found = []
    for number in range(KEY.rounds):

        def begun(after=number):
            game = table.session.playing.game
            return len(game.results) == after and game.round is not None

        await until(begun)
        found.append(table.session.playing.game.round.puzzle.word)
        await guess(found[-1])
    await until(lambda: table.session.playing.is_over)
    return found


async def by_buttons(evening, word):
    """Guess a word with a player's button and those of the zones."""
    first = first_zone(evening.game.header)
    await evening.press(PLAYER_BUTTONS[0])
    for at, letter in enumerate(word):
        for _ in range(ascii_uppercase.index(letter) + 1):
            await evening.press(ZONE_BUTTONS[first - 1 + at])
    assert not isinstance(await evening.press(TICK), Refused)


@pytest.mark.parametrize("build", ["full", "station", "direct"])
async def test_a_bare_board_plays_the_evening_of_a_key(build, tmp_path):
    """A slip, a letter taken back, and the words of a board that had it by its page."""
    here, there = tmp_path / "here", tmp_path / "there"
    here.mkdir()
    there.mkdir()
    async with school(there) as board:
        await board.api.send(Sit("Tina").line)
        assert await board.api.send(BeginEvening(key=KEY.spoken).line) is None

        async def typed(word):
            assert await board.api.do({"do": "guess", "by": 0, "word": word}) is None

        known = await words_of(board.table, typed)
    async with evening_at(load_profile(profile_path(build)), here) as evening:
        await ask_for_the_key(evening)
        slip = KEY.text[:-1] + LETTERS[LETTERS.index(KEY.text[-1]) - 1]
        assert await give(evening, slip) == Refused("evening-key")
        for _ in range(3):
            await evening.press(TICK)
        await evening.press(CROSS)
        for _ in range(LETTERS.index(KEY.text[-1]) + 1):
            await evening.press(ZONE_BUTTONS[2])
        await evening.press(TICK)
        await evening.until(lambda: evening.table.session.playing is not None)
        assert evening.table.face.table.note.code == "evening-begins"
        played = await words_of(evening.table, partial(by_buttons, evening))
        assert evening.line == "alone-all"
    assert played == known
