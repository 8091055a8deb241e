"""A simulated board, a person at it, and the words that person says."""

import asyncio
from contextlib import asynccontextmanager, suppress

from firmware_host.app.demo.demo import open_demo
from firmware_host.board.events import Button
from firmware_host.board.pieces import Seat
from firmware_host.games.codecards.game import codecards
from firmware_host.games.decipher.rules import SetSecret
from firmware_host.session.setups import Player, Setup
from firmware_host.simulate.terminal import Terminal
from tests.opened import choice

ANN, BOB, CEM = Player("Ann"), Player("Bob"), Player("Cem")
BOARD = Seat(-1)


@asynccontextmanager
async def at_the_board(folder, **setup):
    """Open a simulated board in a hurry, as at the first switch-on."""
    async with open_demo(folder, folder, setup=Setup(**setup), haste=True) as demo:
        yield demo


async def begin(demo, *players, word="", language="en", board_makes=False):
    """Begin a game of these players, with a word where one is given."""
    length = len(word) or 5
    await demo.table.choose(choice(players, language, length, board_makes=board_makes))
    if word:
        maker = BOARD if board_makes else Seat(0)
        await demo.table.submit(SetSecret(maker, word, override=True))


async def begin_cards(demo, *cards):
    """
    Begin Code cards with Ann first.

    Both codes are hidden except those of *cards*.
    """
    await demo.table.choose(choice((ANN, BOB), "en", 0, game="codecards"))
    for line in cards:
        await demo.table.submit(codecards.action(line))


#: Both codes, and Ann to play; a journal has no line more.
CODES_HIDDEN = (
    {"do": "code", "by": 0, "cards": ["QH", "7C", "AS"]},
    {"do": "code", "by": 1, "cards": ["2D", "10D", "KC"]},
    {"do": "lot", "first": 0},
)


async def talk(demo, *lines, hidden=""):
    """
    Type *lines* one by one; return the output after the last one.

    A press is over before its answer comes, so the first output is waited for.
    """
    said = []

    async def one_by_one():
        for line in lines:
            said.clear()
            yield line

    async def ask(prompt):
        said.append(prompt)
        return hidden

    await Terminal(demo.doing, write=lambda line, _: said.append(line), ask=ask).run(
        one_by_one()
    )
    with suppress(TimeoutError):
        await soon(lambda: said, 1)
    return said


async def soon(condition, seconds=20.0):
    """Wait for *condition*, with a timeout."""
    async with asyncio.timeout(seconds):
        while not condition():  # noqa: ASYNC110 - anything may be waited for
            await asyncio.sleep(0.005)


SAME_AGAIN = {"players": (Player(button=Button.CIRCLE),)}
