"""
A table whose maker has a phone, and lets another one in; then it waits to be killed.

    python tests/table/kill/phones.py FOLDER

A line on standard output says that the answer was given.
"""

import asyncio
import sys
from pathlib import Path

from firmware_host.board.pieces import Seat
from firmware_host.table.api import TableApi
from tests.table.evening import evening


async def main(folder: Path) -> None:
    """Let phones come before a word is made, while it is made, and after it."""
    async with evening(folder) as now:
        table_api = TableApi(now.table)
        await table_api.do({"do": "end"})
        await table_api.begin({"board_makes": False})
        await table_api.do({"do": "end"})
        await table_api.phones.come("maker", Seat(0))
        await table_api.phones.come("seeker", Seat(1))
        await table_api.begin({})
        await table_api.phones.join_team("early", Seat(0))
        await table_api.do({"do": "secret", "by": 0, "word": "HOBBY"}, "maker")
        await table_api.phones.join_team("late", Seat(0))
        await table_api.phones.join_team("let in", Seat(0))
        refused = await table_api.phones.let_in(
            "maker", table_api.phones.all()[-1]["number"]
        )
        assert refused is None, refused
        sys.stdout.write("done\n")
        sys.stdout.flush()
        await asyncio.sleep(60)


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))
