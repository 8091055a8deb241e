"""
A table with a paused or resumed game, which waits to be killed.

Usage: ``python tests/table/kill/paused.py FOLDER paused|on``. A line on standard output
says that the answer was given.
"""

import asyncio
import sys
from pathlib import Path

from firmware_host.board.commands import Pause
from firmware_host.table.api import TableApi
from tests.table.evening import NO, evening


async def main(folder: Path, last: str) -> None:
    """Tap, pause, perhaps go on; then wait."""
    async with evening(folder) as now:
        table_api = TableApi(now.table)
        await now.tap(*NO)
        await table_api.send(Pause(paused=True).line)
        if last == "on":
            await table_api.send(Pause(paused=False).line)
        sys.stdout.write("done\n")
        sys.stdout.flush()
        await asyncio.sleep(60)


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), sys.argv[2]))
