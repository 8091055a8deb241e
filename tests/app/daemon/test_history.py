"""A single player's game is compared while it runs and rated when it is over."""

import asyncio
from contextlib import aclosing

from firmware_host.board.commands import Sit
from firmware_host.board.messages import say
from tests.web.school import school


async def until(table, seen):
    """Wait until something is seen of a table."""
    async with asyncio.timeout(20), aclosing(table.watch()) as changes:
        async for _ in changes:
            if seen():
                return


async def test_it_is_told_once_the_game_is_over(tmp_path):
    """After the game the board shows the comparison with the best one."""
    async with school(tmp_path) as board:
        await board.api.send(Sit("Tina").line)
        for _ in range(2):
            await board.api.send(
                {"command": "begin", "length": 5, "rounds": 1, "words": ["HOBBY"]}
            )
            await until(board.table, lambda: not board.see()["waiting"])
            await board.api.do({"do": "guess", "by": 0, "word": "HOBBY"})
        await until(board.table, lambda: board.table.session.said is not None)
        assert board.table.session.said == say("best-equal", n=0)
