"""
A table whose maker has a phone, and lets another one in; then it waits to be killed.

    python tests/table/kill/phones.py FOLDER

A line on standard output says that the answer was given.
"""

import asyncio
import sys
from pathlib import Path

from firmware_host.board.commands import AdmitPhone, SeatPhone
from firmware_host.board.pieces import Seat
from firmware_host.table.api import TableApi
from tests.table.evening import evening


async def main(folder: Path) -> None:
    """Let phones come before a word is made, while it is made, and after it."""
    async with evening(folder) as now:
        table_api = TableApi(now.table)
        await table_api.do({"do": "end"})
        await table_api.send({"command": "begin", "board_makes": False})
        await table_api.do({"do": "end"})
        await table_api.send(SeatPhone("maker", Seat(0), alone=True).line)
        await table_api.send(SeatPhone("seeker", Seat(1), alone=True).line)
        await table_api.send({"command": "begin"})
        await table_api.send(SeatPhone("early", Seat(0)).line)
        await table_api.do({"do": "secret", "by": 0, "word": "HOBBY"}, "maker")
        await table_api.send(SeatPhone("late", Seat(0)).line)
        await table_api.send(SeatPhone("let in", Seat(0)).line)
        refused = await table_api.send(
            AdmitPhone(table_api.phones.all()[-1]["number"], "maker").line
        )
        assert refused is None, refused
        sys.stdout.write("done\n")
        sys.stdout.flush()
        await asyncio.sleep(60)


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))
