"""
Simulate boards for a load test: several in a process, each with its own journal.

Each board also has a publisher of its own and commits one answer a second, from games
that bots have played before. `tools/hall_load.py` starts such processes and kills them.
"""

import argparse
import asyncio
import math
import pickle
import sys
import time
from dataclasses import replace
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))  # so that it runs from any folder

from firmware_host.app.content.languages import load_language  # noqa: E402 - needs the path above
from firmware_host.app.demo.bots import bots_steps  # noqa: E402 - as above
from firmware_host.app.hall import evenings  # noqa: E402 - as above
from firmware_host.app.hall.publisher import Publisher  # noqa: E402 - as above
from firmware_host.board.entries import JOURNAL, Entry  # noqa: E402 - as above
from firmware_host.board.once import Lazy  # noqa: E402 - as above
from firmware_host.board.players import ANIMALS  # noqa: E402 - as above
from firmware_host.games.bots import Bot  # noqa: E402 - as above
from firmware_host.journal.store import Journal  # noqa: E402 - as above
from firmware_host.languages import CODES  # noqa: E402 - as above
from firmware_host.session.modes.choosing import Choosing  # noqa: E402 - as above
from firmware_host.session.setups import Player, Setup  # noqa: E402 - as above
from firmware_host.session.state import Session  # noqa: E402 - as above
from firmware_host.settings.board import Broker  # noqa: E402 - as above

#: The number of different games; each board plays all of them in its own order.
GAMES = 12

#: The step of the clock in seconds, which is also the greatest delay of a timer.
TICK_S = 0.01

#: The file in which a load test stores the games for its processes.
SCRIPT = "script"


def games(seed: bytes) -> list[list[Entry]]:
    """Return the games of an evening, each as its list of journal entries."""
    engine = evenings.game_of()
    found = []
    for at in range(GAMES):
        strength = engine.BOTS[at % len(engine.BOTS)]
        session = Session(
            languages=Lazy(CODES, load_language),
            games={engine.NAME: engine},
            setup=Setup(
                language="en",
                game=engine.NAME,
                players=(Player(bot=Bot(strength, ANIMALS[0])),),
                length=5,
                rounds=4,
                board_makes=True,
            ),
            mode=Choosing("language"),
        )
        entries = []
        for done in bots_steps(session, at, evening=seed):
            entry = done.entry
            if entry is None:
                continue
            if entry.new_game is not None:
                entries.append(Entry(new_game=entry.new_game))
            entries += [Entry(rows=(row,)) for row in entry.rows]
            if entry.ended is not None:
                entries[-1] = replace(entries[-1], ended=entry.ended)
        found.append(entries)
    return found


def of_game(entry: Entry, game: int) -> Entry:
    """Return a journal entry with another game's number."""
    new = entry.new_game and replace(entry.new_game, id=game)
    rows = tuple(replace(row, game=game) for row in entry.rows)
    ended = None if entry.ended is None else game
    return replace(entry, new_game=new, rows=rows, ended=ended)


class Board:
    """
    A simulated board: its journal, and the next entry to commit.

    Args:
        folder: The folder of its journal.
        number: The number of the board.
        script: The games to commit, each as a list of entries.
    """

    def __init__(self, folder: Path, number: int, script: list[list[Entry]]) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder, self._script, self._number = folder, script, number
        self.journal = Journal(folder / JOURNAL, reserve_bytes=0).__enter__()
        self._game = self.journal.newest() or 0
        self._row = self.journal.row_count(self._game) or 0
        if self._game == 0:
            self._begin()
        self.committed = sum(
            1 + (self.journal.row_count(one.id) or 0) for one in self.journal.games()
        )

    def _begin(self) -> None:
        self._game, self._row = self._game + 1, 0
        first, *_ = self._entries()
        self.journal.append(of_game(first, self._game)).result()

    def _entries(self) -> list[Entry]:
        return self._script[(self._number + self._game) % len(self._script)]

    def commit(self) -> None:
        """Commit the next answer; after the last one of a game, begin the next game."""
        entries = self._entries()
        if self._row + 1 >= len(entries):
            self._begin()
        else:
            entry = of_game(entries[self._row + 1], self._game)
            self.journal.append(entry).result()
            self._row += 1
        self.committed += 1


class Ticks(asyncio.SelectorEventLoop):
    """An event loop with a coarse clock, so that timers of many boards end together."""

    def time(self) -> float:
        """Return the time in seconds, rounded down to `TICK_S`."""
        return math.floor(super().time() / TICK_S) * TICK_S


async def be_boards(given: argparse.Namespace) -> None:
    """Commit and publish until the process is ended."""
    folder = Path(given.folder)
    script = pickle.loads((folder / SCRIPT).read_bytes())  # noqa: S301 - the harness's own
    at = Broker("localhost", given.port)
    boards = [
        Board(folder / f"b{number:03}", number, script)
        for number in range(given.first, given.first + given.count)
    ]
    publishers = [Publisher(at, one.folder, name=one.folder.name) for one in boards]
    log = (folder / f"log{given.first:03}").open("a", encoding="ascii")
    telling = [asyncio.create_task(one.run()) for one in publishers]
    stop = folder / "stop"
    began, turn = time.monotonic(), 0
    while not stop.exists():
        for at_, board in enumerate(boards):
            due = began + turn + at_ / len(boards)
            await asyncio.sleep(max(0.0, due - time.monotonic()))
            board.commit()
            log.write(f"{board.folder.name} {board.committed} {time.monotonic()}\n")
        log.flush()
        turn += 1
    await asyncio.gather(*telling)


def main() -> None:
    """Run the boards that the command line asks for."""
    parser = argparse.ArgumentParser(description="Be some boards of a load.")
    for name in ("first", "count", "port"):
        parser.add_argument(f"--{name}", type=int, required=True)
    parser.add_argument("--folder", required=True)
    with asyncio.Runner(loop_factory=Ticks) as runner:
        runner.run(be_boards(parser.parse_args()))


if __name__ == "__main__":
    main()
