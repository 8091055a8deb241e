"""
Kills of whole processes, with two phones and every game: cold.py [1000].

Each life is a new process, with all imports, the journal, the controller and the
connection to the pages. It is killed from outside at any moment, during its start or
during an action. The journal must then have all answered actions, once and in order. It
may have the action that was being sent, and nothing else. The next life shows both
phones the same as before.
"""

import asyncio
import json
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Any, NoReturn

from firmware_host.app.daemon import daemon
from firmware_host.app.pages.serving import SOCKET, serve_ports
from firmware_host.board.commands import JoinCommand
from firmware_host.board.entries import JOURNAL, Entry
from firmware_host.board.pieces import KINDS, Zone
from firmware_host.devices.clock import monotonic_ms
from firmware_host.devices.fake import FakePins
from firmware_host.errors import JournalError
from firmware_host.journal.reader import Reader
from firmware_host.journal.store import Journal
from firmware_host.simulate.controller import SimulatedController
from firmware_host.web.remote.asking import RemoteTable, TableConnection
from tests.controller.bench import until
from tests.devices.chips import ChipScreens
from tests.table.kill.evening import PROFILE, pieces, uid_of

ROOT = Path(__file__).parents[3]
EXAMPLES = ROOT / "docs" / "examples"

PHONES = ("a phone", "another phone")
NAMES = ("Ann", "Ben")

#: The board's own actions, which need no answer.
OWN = ("lot",)

#: The age in seconds from which a tap may be refused as too late.
LATE_S = 1.5

#: The keys that each phone must show as before; clocks and lamps change.
SHOWN = ("view", "secret", "players", "turn", "words", "phase")

#: The keys that are stored as they were sent; a word is folded.
NAMED = ("do", "by", "zone", "kind", "column", "card")

Line = dict[str, Any]


def script(example: str, **wishes: Any) -> list[Line]:
    """Return a game of two as a table is asked for it: its beginning, each line."""
    text = (EXAMPLES / f"{example}.jsonl").read_text(encoding="utf-8")
    head, *lines = map(json.loads, text.splitlines())
    seats = {name: seat for seat, name in enumerate(head["players"])}
    begins = {"game": head["game"], "language": head["language"], **wishes}
    if "length" in head:
        begins["length"] = head["length"]
    acts = [
        {key: seats[v] if key in ("by", "of") else v for key, v in one.items()}
        for one in lines
        if one["do"] not in OWN
    ]
    return [begins, *acts]


#: Every game from its beginning; pieces are tapped, other actions come from phones.
GAMES: tuple[list[Line], ...] = (
    [
        {"game": "decipher", "language": "en", "length": 5, "board_makes": False},
        {"do": "secret", "by": 0, "word": "HOBBY"},
        *({"do": "tap", "zone": zone, "kind": "red"} for zone in range(1, 6)),
        {"do": "guess", "by": 1, "word": "HAPPY"},
        {"do": "guess", "by": 1, "word": "HOBBY"},
        {"do": "secret", "by": 1, "word": "LOYAL"},
        *({"do": "tap", "zone": zone, "kind": "blue"} for zone in range(1, 6)),
    ],
    script("wqrdles-race"),
    [
        {"game": "codecards", "language": "en", "rules": {"cards": "real"}},
        {"do": "code", "by": 0, "cards": ["QH", "7C", "AS"]},
        {"do": "code", "by": 1, "cards": ["2D", "10D", "KC"]},
        *(
            {"do": "play", "column": 1 + at % 3, "card": card}
            for at, card in enumerate(("3S", "4H", "5D", "6C", "8S", "9H", "JD", "QC"))
        ),
    ],
    script("keyword-cards", rules={"cards": "real", "sand_s": 0}),
)


class BrokenPromiseError(AssertionError):
    """A promise was broken."""


@dataclass
class Expected:
    """
    The state that the journal must have.

    Args:
        game: The number of the game that is played; the first is 1.
        acts: How much of its script was answered; the beginning is the first of it.
        asked: Whether one more was being asked.
        shown: What each phone was shown after it; empty where nobody has looked.
    """

    game: int = 1
    acts: int = 0
    asked: bool = False
    shown: list[Line] = field(default_factory=list)


class Evening:
    """
    A player with two phones and pieces, at a board that is killed repeatedly.

    Args:
        folder: Where the board keeps what it must not lose.
        fault: What is wrong with the board; empty for the board as it is.
        seed: What decides.
    """

    def __init__(self, folder: Path, *, fault: str = "", seed: int = 1) -> None:
        self.kills = 0
        self.starting = 0
        self.games = 0
        self._folder = folder
        self._fault = fault
        self._chance = Random(seed)  # noqa: S311 - a test that can be repeated
        self._expected = Expected()
        self._scripts = cycle(GAMES)
        self._script = next(self._scripts)
        self._start_s = 1.0

    async def run(self, kills: int) -> None:
        """
        Kill so many boards.

        Raises:
            BrokenPromiseError: Something is lost, doubled or made up.
        """
        with SimulatedController(self._folder, dwell_ms=0, gone_ms=0) as pads:
            while self.kills < kills:
                await self._life(pads)

    async def _life(self, pads: SimulatedController) -> None:
        began_s = time.monotonic()
        with self._board(pads) as board:
            if self._chance.random() < 0.25:
                await asyncio.sleep(self._chance.random() * self._start_s)
                self.starting += 1
            else:
                async with TableConnection(self._folder / SOCKET) as asking:
                    await until(lambda: asking.is_there or board.poll() is not None)
                    self._start_s = time.monotonic() - began_s
                    await self._act(RemoteTable(asking, monotonic_ms), pads, board)
        self.kills += 1
        self._judge()

    def _board(self, pads: SimulatedController) -> "Killed":
        words = [sys.executable, "-m", __spec__.name, "--serve"]
        words += [str(pads.path), str(self._folder), self._fault]
        return Killed(words, cwd=ROOT, stdin=subprocess.DEVNULL)

    async def _act(
        self, table: RemoteTable, pads: SimulatedController, board: "Killed"
    ) -> None:
        """Look whether all is as before; then act, and kill in the middle of it."""
        await until(lambda: not pads.waiting)  # a tap that waited for this life
        self._judge()
        self._expected.asked = False  # it has been done by now, or was too late
        for key, seat in zip(PHONES, (0, 1), strict=True):
            phone = table.phones.who(key)
            if phone is None and not self._expected.acts and self._expected.game == 1:
                await table.send(JoinCommand(key, NAMES[seat]).line)
            elif phone is None or phone["seat"] != seat:
                _break(f"the phone of seat {seat} is lost: {phone}")
        self._compare(table)
        for _ in range(self._chance.randrange(5)):
            await self._one(table, pads)
            self._expected.shown = _shown(table)
        if not self._ended():
            acting = asyncio.create_task(self._one(table, pads))
            await asyncio.sleep(self._chance.random() * 0.008)
            board.kill()
            with suppress(Exception):
                await asyncio.wait_for(acting, 0.2)

    def _compare(self, table: RemoteTable) -> None:
        shown = _shown(table)
        before = self._expected.shown
        if not before or before[0]["phase"] == "over":
            return  # a game that has ended is not taken up
        if shown != before:
            _break(f"shown is {shown}, and before it was {before}")

    def _ended(self) -> bool:
        return self._expected.acts == len(self._script)

    async def _one(self, table: RemoteTable, pads: SimulatedController) -> None:
        """Do the next action of the game; after its end begin the next game."""
        expected = self._expected
        if self._ended():
            self._script = next(self._scripts)
            self._expected = expected = Expected(game=expected.game + 1)
            self.games += 1
        act = self._script[expected.acts]
        expected.asked, expected.shown = True, []
        if "do" not in act:
            done = await self._begin(table, act)
        elif act["do"] == "tap":
            done = await self._tap(pads, act)
        else:
            done = await self._say(table, act)
        if done:
            expected.asked = False
            expected.acts += 1

    async def _begin(self, table: RemoteTable, wishes: Line) -> bool:
        if table.see()["phase"] == "playing":
            await table.do({"do": "end"})
        refused = await table.send({"command": "begin", **wishes})
        assert refused is None, refused
        return True

    async def _say(self, table: RemoteTable, line: Line) -> bool:
        if line["do"] == "play":  # once it is decided who begins
            await until(lambda: table.see()["view"]["phase"] == "playing")
        key = PHONES[line["by"]] if "by" in line else ""
        refused = await table.do(line, key)
        assert refused is None, (line, refused)
        return True

    async def _tap(self, pads: SimulatedController, line: Line) -> bool:
        began_s, zone = time.monotonic(), Zone(line["zone"])
        kind = next(one for one in KINDS if one.value == line["kind"])
        pads.put(zone, uid_of(kind))
        await until(lambda: pads.waiting)
        pads.lift(zone)
        await until(lambda: not pads.waiting)
        return time.monotonic() - began_s < LATE_S

    def _judge(self) -> None:
        """Compare the journal with the answered and the sent actions."""
        expected = self._expected
        written = _written(self._folder / JOURNAL, expected.game)
        most = expected.acts + expected.asked
        if not expected.acts <= len(written) <= most:
            _break(f"{len(written)} acts are kept of {expected.acts} to {most}")
        for act, row in zip(self._script, written, strict=False):
            named = {key: act[key] for key in NAMED if key in act}
            if any(row.get(key) != one for key, one in named.items()):
                _break(f"kept is {row}, and asked was {act}")
        if len(written) > expected.acts:
            expected.acts, expected.asked, expected.shown = len(written), False, []


class Killed(subprocess.Popen[bytes]):
    """A process that is killed at the end, if not before."""

    def __exit__(self, *args: object) -> None:
        self.kill()
        self.wait()
        super().__exit__(*args)  # type: ignore[arg-type] # as Popen takes them


def _break(sentence: str) -> NoReturn:
    raise BrokenPromiseError(sentence)


def _shown(table: RemoteTable) -> list[Line]:
    """Return what each phone shows now, requested from the table."""
    seen = (table._asking.ask("table_api.see", key) for key in PHONES)
    return [{name: one[name] for name in SHOWN} for one in seen]


def _written(path: Path, game: int) -> list[Line]:
    """Return the journal's actions of a game, its beginning first."""
    if not path.exists():
        return []
    try:
        with Reader(path) as journal:
            games = [one.id for one in journal.games()]
            rows = [json.loads(row.action) for row in journal.rows(game)]
    except JournalError as fault:
        if "no such table" in str(fault):
            return []  # the first start was killed before it had made them
        _break(f"the journal has a hole: {fault}")
    if games not in (list(range(1, game)), list(range(1, game + 1))):
        _break(f"there are the games {games}, and {game} is played")
    if len(games) < game:
        return []
    return [{}, *(row for row in rows if row["do"] not in OWN)]


# --- the board ------------------------------------------------------------------


async def serve(tty: str, folder: Path, fault: str) -> None:
    """Run the board until it is killed."""
    if fault:
        setattr(Journal, "append", _forgetful(Journal.append))  # noqa: B010 - by a test
    hardware = daemon.Hardware(
        factory=FakePins(lamps=PROFILE.lamps, buzzer=PROFILE.buzzer).factory,
        bus=ChipScreens(PROFILE.screens).open,
        port=tty,
        pieces=pieces(),
    )
    async with (
        daemon.open_board(PROFILE, folder, hardware=hardware) as running,
        serve_ports(running, folder, at=folder / SOCKET, web=""),
    ):
        await asyncio.Event().wait()


def _forgetful(append: Any) -> Any:
    """Return a journal's `append` that drops each third row."""
    rows = iter(range(1 << 30))

    def forget(journal: Journal, entry: Entry, **more: Any) -> Any:
        lost = entry.rows and next(rows) % 3 == 2
        return append(journal, Entry() if lost else entry, **more)

    return forget


def main() -> None:
    """Kill as often as requested, and print the result."""
    if sys.argv[1:2] == ["--serve"]:
        asyncio.run(serve(sys.argv[2], Path(sys.argv[3]), "".join(sys.argv[4:5])))
    kills = int(sys.argv[1]) if sys.argv[1:] else 1000
    with tempfile.TemporaryDirectory() as folder:
        evening = Evening(Path(folder))
        asyncio.run(evening.run(kills))
    sys.stdout.write(
        f"{evening.kills} kills, {evening.starting} of them of a start;"
        f" {evening.games} games ended: nothing lost, doubled or made up\n"
    )


if __name__ == "__main__":
    main()
