"""
The observer of a daemon that is killed repeatedly: observer.py [KILLS].

Its process has the controller at the other end of the pty, which lives on. It gets
lamps and screens from the records of the daemon's life. It reads the journal's file by
SQLite alone. First it watches a round without kills, to learn what is shown after each
tap. After that nothing else may ever be shown.
"""

import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Self

from tests.table.kill.evening import ANSWERS, REVEALED, WAYS, Life, touches
from tests.table.kill.findings import (
    AFTER,
    BEFORE,
    BETWEEN,
    LATER,
    Findings,
    Written,
    read_journal,
)
from tests.table.kill.senses import (
    PATIENCE_S,
    BrokenPromiseError,
    Controller,
    Sight,
    Zygote,
    queued_ns,
)

#: A kill that falls later after COMMIT is not counted.
LATEST_MS = 5.0

#: How many of the lives that answer a round's last tap die once its word is revealed.
#: By chance alone few lives would die between two rounds. The first one always does, so
#: that forty kills have one.
REVEALED_SHARE = 0.5

ROUND = len(ANSWERS)
TOUCHES = touches(Path(__file__).parents[3] / "docs" / "examples" / "box.jsonl")


class Observer:
    """
    An observer outside the daemon; leaving it ends all processes.

    Args:
        folder: Where the journal lies.
        fault: What is broken in the daemon; one of `FAULTS`, or empty.
        ways: How the daemon dies, and how often each way is taken.
        seed: Which kills there will be.
        hurry: How many times as fast the daemon's clock runs; see `Life`.
    """

    def __init__(
        self,
        folder: Path,
        *,
        fault: str = "",
        ways: Mapping[str, int] = WAYS,
        seed: int = 1,
        hurry: int = 1,
    ) -> None:
        self.findings = Findings()
        self._folder = folder
        self._fault = fault
        self._hurry = hurry
        self._ways = ways
        self._chance = random.Random(seed)  # noqa: S311 - a test that can be repeated
        self._sights: dict[int | None, Sight] = {}
        self._commit_ms = 0.0
        self._begun_ns = 0

    def __enter__(self) -> Self:
        self._controller = Controller()
        self._zygote = Zygote()
        self._eyes = self._zygote.eyes
        return self

    def __exit__(self, *_: object) -> None:
        self._zygote.close()
        self._controller.close()

    def run(self, kills: int) -> Findings:
        """Kill so many daemons, or stop at the first broken promise."""
        try:
            self._watch_a_round()
            while self.findings.kills < kills:
                self._one_life()
            self._come_to_rest()
        except BrokenPromiseError as broken:
            self.findings.broken = str(broken)
        return self.findings

    # --- a round in peace ---

    def _watch_a_round(self) -> None:
        """Learn what is shown after each tap, and how long a COMMIT takes."""
        self._begin(self._plain_life())
        self._controller.wake()
        self._serve_until(self._is_ready)
        self._sights[0] = self._eyes.told["open"].sight
        took_ms = []
        for number, touch in enumerate(TOUCHES, start=1):
            self._serve_until(self._is_ready)
            began_ns = time.monotonic_ns()
            self._controller.tap(touch)
            shown = f"shown {number}"
            self._serve_until(lambda what=shown: what in self._eyes.told)
            self._sights[number] = self._eyes.told[shown].sight
            took_ms.append((self._eyes.commits[number] - began_ns) / 1e6)
        self._serve_until(self._is_ready)
        self._sights[None] = self._eyes.told["revealed"].sight
        self._commit_ms = statistics.median(took_ms)
        self._require_sight()
        self._zygote.kill()
        self._end()

    def _require_sight(self) -> None:
        """Be sure that the eyes see: each answer changes a screen and its lamp."""
        for number, touch in enumerate(TOUCHES, start=1):
            at = touch.zone - 1
            if self._sights[number].zones[at] == self._sights[number - 1].zones[at]:
                _break(f"tap {number} was answered on no screen")
        seen = [name for name, before in pairwise((*self._eyes.lit, ""))]
        due = [touch.lamp for touch in TOUCHES]
        if _runs(seen) != _runs(due):
            _break(f"the lamps told {_runs(seen)}, not {_runs(due)}")

    # --- one life and its end ---

    def _one_life(self) -> None:
        chance, controller = self._chance, self._controller
        tapped = controller.told
        if tapped % ROUND and chance.random() < 0.2:
            controller.tap(TOUCHES[tapped % ROUND])  # while nobody is there to hear it
        before = read_journal(self._journal)
        waiting = len(before.answers) < controller.told and chance.random() < 0.5
        event = controller.told + (not waiting)
        life = self._plan(event, own=waiting)
        start = self._eyes.sight()
        self._begin(life)
        self._judge_resumed(before)
        controller.wake()
        if waiting:
            self._serve_until(lambda: self._zygote.has_ended)
            killed_ns = None
        else:
            self._serve_until(self._is_ready)
            answered_ms = self._own_ms(time.monotonic_ns())
            self.findings.answered_ms.append(answered_ms)
            killed_ns = self._tap_and_kill(life)
        self._end()
        self._judge_end(life, before, start=start, killed_ns=killed_ns)

    def _plan(self, event: int, *, own: bool) -> Life:
        """Choose how to die; *own* for a life that must end itself."""
        (way,) = self._chance.choices(tuple(self._ways), tuple(self._ways.values()))
        at = (event - 1) % ROUND
        seen = self.findings.ways[REVEALED]
        if at == ROUND - 1 and (not seen or self._chance.random() < REVEALED_SHARE):
            way = REVEALED
        if way == "lamp" and at and TOUCHES[at].lamp == TOUCHES[at - 1].lamp:
            way = "committed"  # that lamp is lit already
        if way == "outside" and own:
            way = "after"
        life, after_ms = self._plain_life(), self._chance.uniform(0, LATEST_MS)
        return replace(life, way=way, event=event, after_ms=after_ms, fault=self._fault)

    def _plain_life(self) -> Life:
        """Return a plan for a daemon's run without a fault or a planned end."""
        return Life(str(self._folder), self._controller.port, hurry=self._hurry)

    def _begin(self, life: Life) -> None:
        """Begin a life, and wait until it shows how things stand."""
        self._eyes.forget()
        self._begun_ns = self._zygote.start(life)
        deadline = time.monotonic() + PATIENCE_S
        while "resumed" not in self._eyes.told:
            if self._zygote.has_ended or time.monotonic() > deadline:
                _break("the daemon does not begin")
            self._eyes.look(0.01)

    def _tap_and_kill(self, life: Life) -> int | None:
        """Tap, and see to the daemon's end; return when we killed it, in ns."""
        self._controller.tap(TOUCHES[(life.event - 1) % ROUND])
        if life.way != "outside":
            self._serve_until(lambda: self._zygote.has_ended)
            return None
        time.sleep(self._chance.uniform(0, self._commit_ms + LATEST_MS) / 1000)
        return self._zygote.kill()

    def _end(self) -> None:
        """Wait for the daemon's end, and read the rest from the connection."""
        self._zygote.bury()
        while self._controller.hear(0.003):
            pass
        self._controller.sleep()

    def _come_to_rest(self) -> None:
        """Let a last daemon live, and see that every tap has counted."""
        before = read_journal(self._journal)
        self._begin(replace(self._plain_life(), fault=self._fault))
        self._judge_resumed(before)
        self._controller.wake()
        self._serve_until(self._is_ready)
        self._judge_journal(read_journal(self._journal))
        self._zygote.kill()
        self._end()

    def start_anew(self) -> float:
        """
        Kill everything after a tap, and let a new process answer it.

        Returns:
            The ms that took, without those that others had the processor for.
        """
        self._begin(self._plain_life())
        self._controller.wake()
        self._serve_until(self._is_ready)
        self._controller.tap(TOUCHES[self._controller.told % ROUND])
        self._zygote.kill()
        self._end()
        own_ns = queued_ns("self")
        began_ns = self._zygote.renew()
        self._begin(self._plain_life())
        self._controller.wake()
        self._serve_until(self._is_ready)
        others_ns = queued_ns("self") - own_ns + self._zygote.queued_ns()
        took_ms = (time.monotonic_ns() - began_ns - others_ns) / 1e6
        self._judge_journal(read_journal(self._journal))
        self._zygote.kill()
        self._end()
        return took_ms

    # --- waiting ---

    def _serve_until(self, done: Callable[[], bool]) -> None:
        """Let the controller and the daemon talk until *done*."""
        deadline = time.monotonic() + PATIENCE_S
        ended = False
        while not done():
            if ended:
                _break("the daemon died too early")
            ended = self._zygote.has_ended
            if time.monotonic() > deadline:
                self._judge_journal(read_journal(self._journal))
                _break("a tap is not answered, or a life does not end")
            self._controller.hear(0.002)
            self._controller.turn()
            self._eyes.look()

    def _is_ready(self) -> bool:
        """Whether all taps are answered, and the next one would be."""
        told = self._eyes.told.get("open")
        if told is None or self._controller.waiting:
            return False
        if told.detail.split()[0] == str(self._controller.told % ROUND):
            return True
        self._judge_journal(read_journal(self._journal))
        return False

    @property
    def _journal(self) -> Path:
        return self._folder / "letterzone.db"

    def _own_ms(self, until_ns: int) -> float:
        """Return the run time of a daemon in ms, without its waits for a CPU."""
        return (until_ns - self._begun_ns - self._zygote.life_queued_ns()) / 1e6

    # --- judging ---

    def _judge_resumed(self, written: Written) -> None:
        """Check that lamps and screens show the journal's state after a restart."""
        told = self._eyes.told["resumed"]
        self.findings.resumed_ms.append(self._own_ms(told.at_ns))
        due = self._sights[written.stage]
        if told.sight != due:
            parts = told.sight.differs_from(due)
            _break(
                f"after a restart at stage {written.stage} the screens differ: {parts}"
            )
        lamps = {TOUCHES[written.stage - 1].lamp} if written.stage else set()
        if set(self._eyes.lit) != lamps:
            _break(f"after a restart {self._eyes.lit} are lit, not {lamps}")

    def _judge_end(
        self, life: Life, before: Written, *, start: Sight, killed_ns: int | None
    ) -> None:
        now = read_journal(self._journal)
        self._judge_journal(now)
        self._judge_lamps(len(before.answers), len(now.answers))
        self._judge_screens(len(before.answers), len(now.answers), start=start)
        self.findings.ways[life.way] += 1
        self.findings.fell[self._where(life, now, killed_ns)] += 1

    def _judge_journal(self, now: Written) -> None:
        """Each tap is there once and in order, and each acknowledged one for sure."""
        counted, told = len(now.answers), self._controller.told
        if counted > told:
            _break(f"a tap counts twice: {counted} answers to {told} taps")
        if counted < told - self._controller.waiting:
            _break(f"a tap is lost: {counted} answers, {told} taps")
        due = (TOUCHES[at % ROUND] for at in range(counted))
        for number, (answer, touch) in enumerate(zip(now.answers, due, strict=True), 1):
            if answer != (touch.zone, touch.kind, touch.yes):
                _break(f"tap {number} was {touch}; the journal counts {answer}")

    def _judge_lamps(self, before: int, now: int) -> None:
        """No lamp is lit but for an answer that the journal has."""
        due = {TOUCHES[at % ROUND].lamp for at in range(max(before - 1, 0), now)}
        for name in self._eyes.lit:
            if name not in due:
                _break(f"{name} was seen, and is no answer that the journal has")

    def _judge_screens(self, before: int, now: int, *, start: Sight) -> None:
        """Check that each byte on a zone's screen is of an answer in the journal."""
        stages: set[int | None] = set()
        for count in range(before, now + 1):
            stages |= {count % ROUND} if count % ROUND else {0, ROUND, None}
        known = [start.zones, *(self._sights[stage].zones for stage in stages)]
        for at, picture in enumerate(self._eyes.sight().zones):
            columns = zip(picture, *(zones[at] for zones in known), strict=True)
            if any(byte and byte not in allowed for byte, *allowed in columns):
                _break(f"screen {at + 1} shows what is not in the journal")

    def _where(self, life: Life, now: Written, killed_ns: int | None) -> str:
        if len(now.answers) < life.event:
            return BEFORE
        died_ns = killed_ns or self._eyes.died_ns
        commit_ns = self._eyes.commits.get(life.event, died_ns)
        assert died_ns is not None
        assert commit_ns is not None
        if died_ns - commit_ns > LATEST_MS * 1e6:
            return LATER
        acknowledged = self._controller.told - self._controller.waiting
        return AFTER if acknowledged >= life.event else BETWEEN


def _break(sentence: str) -> None:
    raise BrokenPromiseError(sentence)


def _runs(names: list[str]) -> list[str]:
    """Return *names* without repetitions that follow each other."""
    return [name for name, after in pairwise((*names, "")) if name != after]


def main() -> None:
    """Kill, and print the result."""
    kills = int(sys.argv[1]) if sys.argv[1:] else 300
    with tempfile.TemporaryDirectory() as folder, Observer(Path(folder)) as observer:
        print(observer.run(kills))  # noqa: T201 - what it is run for


if __name__ == "__main__":
    main()
