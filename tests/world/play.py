"""
Plays the history of one board from a seed, checks it, and shrinks a failure.

A seed decides everything. A failure is that seed; its script is cut down to the events
needed to fail the same way.
"""

import shutil
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from tests.net import phones
from tests.net.hands import Hands, build_of
from tests.world import accidents, plots, promises
from tests.world.simulated import SimulatedBoard

Event = dict[str, Any]

#: Games of a new board: most often Decipher, which has the most taps.
GAMES = (*["decipher"] * 6, "codecards", "wqrdles", "keyword", "", "")

#: Where files are quick; elsewhere any folder does.
MEMORY = Path("/dev/shm")  # noqa: S108 - a folder of its own is made in it

#: The most events between a fault and its repair.
LONGEST = 8

#: People think for so long between two things that they do.
THINKING_MS = (300, 900, 2000, 4000)


@dataclass
class History:
    """The results of a seed; *wrong* is empty if every check passed."""

    seed: int
    wrong: list[str] = field(default_factory=list)
    script: list[Event] = field(default_factory=list)
    virtual_ms: int = 0
    touches: int = 0
    starts: int = 0

    def __str__(self) -> str:
        lines = [f"seed {self.seed}: {'; '.join(self.wrong) or 'all promises held'}"]
        return "\n".join([*lines, *(f"  {one}" for one in self.script)])


class _Player:
    """Hands, phones and accidents at one board."""

    def __init__(self, board: SimulatedBoard, history: History) -> None:
        self.board = board
        self.history = history
        self.look = board.look()

    def happen(self, event: Event) -> None:
        """Apply an event, and record the faults."""
        board = self.board
        self.history.script.append(event)
        before = self.look
        came = board.do(event)
        board.settle_down()
        if self._is_dead():
            return
        self.look = board.look()
        wrong = self.history.wrong
        wrong += promises.durable(board)
        wrong += promises.plays_on(board)
        wrong += promises.answered(board, event, came, before, self.look)
        wrong += promises.can_be_answered(self.look)
        ended = [one["public"]["phase"] == "over" for one in (before, self.look)]
        if ended == [False, True]:
            wrong += promises.counts_right(board, self.look)
        if "still" in event and not board._core.held:  # else that counts as pressed
            wrong += promises.stands_still(before, self.look)
        if event.get("accident", {}).get("look"):
            wrong += promises.names_what_is_dead(board)
        wrong += promises.secret(board, event, self.look)
        if "well" in event:
            wrong += promises.all_answered(board)
            wrong += promises.says_what_is_wrong(board)
            wrong += promises.holds_what_is_held(board)
            accidents.let_go(board)
            self.look = board.look()
            wrong += promises.holds_what_is_held(board)
            wrong += promises.counts_right(board, self.look)
            wrong += board.ledger.wrong

    def look_up(self, hands: Hands) -> None:
        """Show hands the current state."""
        board = self.board
        hands.see(self.look, board.offers(), board.insight())

    def _is_dead(self) -> bool:
        self.history.wrong += self.board.ledger.wrong
        return self.board.running is None


class _Temper:
    """How one board is: a few are calm, some are full of phones, some of faults."""

    def __init__(self, chance: Random) -> None:
        self.faults = chance.choice((0.0, 0.05, 0.15, 0.3))
        self.game = chance.choice(GAMES)
        self.plots = chance.choice((0.05, 0.15, 0.4))
        self.phones = chance.choice((0.03, 0.12, 0.4))
        self.thinking_ms = chance.choice(((300, 900), (900, 2000), THINKING_MS))


def _events(chance: Random, player: _Player, build: Event) -> Iterator[Event]:
    """Yield events without end; each depends on the result of the one before."""
    hands, board, temper = Hands(chance, build), player.board, _Temper(chance)
    trouble = 0
    if temper.game == "decipher":
        people = chance.choice((["Ann"], ["Ann", "Ben"], ["Dora", "Emil", "Hugo"]))
        yield {"begin": {"game": "decipher", "board_makes": True, "players": people}}
    elif temper.game:
        yield {"begin": {"game": temper.game, "players": ["Ann", "Ben"]}}
    while True:
        if trouble:
            trouble -= 1
            if not trouble:
                yield {"well": True}
                continue
        if chance.random() < (max(temper.faults, 0.3) if trouble else temper.faults):
            trouble = trouble or chance.randint(2, LONGEST)
            yield {"accident": accidents.fault(chance)}
            continue
        doing = hands.next(player.look, board.offers(), board.insight())
        if not trouble and chance.random() < temper.plots:
            yield from plots.plot(chance, hands, player.look_up)
            yield {"well": True}
            continue
        if chance.random() < temper.phones:
            yield phones.next_event(chance, player.look, board.phones())
            continue
        for event in doing:
            yield phones.played_by(event, chance, board.phones())
        yield {"wait": chance.choice(temper.thinking_ms)}


def play(seed: int, *, steps: int = 150, script: list[Event] | None = None) -> History:
    """
    Play a seed to its end, or to the first fault.

    Args:
        seed: What decides everything.
        steps: How many things happen.
        script: What happens instead of what the seed would bring.
    """
    chance = Random(f"{seed}:hands")  # noqa: S311 - it is to be played again
    build = build_of(chance)
    history = History(seed)
    top = Path(
        tempfile.mkdtemp(prefix="board", dir=MEMORY if MEMORY.is_dir() else None)
    )
    board = SimulatedBoard(build, top, seed)
    try:
        history.wrong += board.ledger.wrong
        if not history.wrong:
            player = _Player(board, history)
            events = (
                iter(script) if script is not None else _events(chance, player, build)
            )
            for at, event in enumerate(events):
                if at >= steps:
                    break
                player.happen(event)
                if history.wrong:
                    break
            else:
                at = 0
            if not history.wrong and script is None:
                player.happen({"well": True})
        history.virtual_ms = board.loop.now_ms()
        history.starts = board.starts
        history.touches = len(board.ledger.told)
    finally:
        board.close()
        shutil.rmtree(top, ignore_errors=True)
    return history


def kind_of(wrong: list[str]) -> str:
    """Return the words of a failure, which are equal for failures of one kind."""
    return "".join(one for one in wrong[0] if not one.isdigit()) if wrong else ""


def shrunk(history: History, *, tries: int = 200) -> History:
    """Return the same failure with as few events as can be found."""
    best, size = history, max(1, len(history.script) // 2)
    while size and tries:
        at = 0
        while at < len(best.script) and tries:
            tries -= 1
            less = best.script[:at] + best.script[at + size :]
            try:
                again = play(history.seed, script=less)
            except Exception:  # noqa: BLE001 - a script that makes no sense any more
                again = History(history.seed)
            if kind_of(again.wrong) == kind_of(history.wrong):
                best = again
            else:
                at += size
        size //= 2
    return best


def search(seconds: float) -> Event:
    """Play one seed after the other until a promise is broken, or time is up."""
    since, seed = time.monotonic(), 0
    while (took := time.monotonic() - since) < seconds:
        seed += 1
        wrong = tried(seed)
        if wrong:
            return {"seed": seed, "took_s": took, "wrong": wrong}
    return {"seed": seed, "took_s": took, "wrong": []}


def tried(seed: int) -> list[str]:
    """Return the faults of a seed; an exception is one too."""
    try:
        return play(seed).wrong
    except Exception as fault:  # noqa: BLE001 - the board was asked, and it raised
        return [f"{type(fault).__name__}: {fault}"]
