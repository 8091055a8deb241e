"""A cable that drops, flips and doubles bytes, and is pulled ten times."""

import asyncio
import random
import time
from collections import Counter, defaultdict

import pytest

from firmware_host.board.pieces import Zone
from firmware_host.devices.controller import SerialController
from firmware_host.link.events import Connected, Event, Heartbeat, Noise
from firmware_host.simulate.controller import SimulatedController, monotonic_ms
from tests.controller.bench import until

#: Older than this an event is refused, as the table does.
TOO_LATE_MS = 2000


class Harm:
    """Spoils bytes, in both directions, once in so many."""

    def __init__(self, cable, *, once_in):
        self.done = Counter()
        self._chance = random.Random(3)  # noqa: S311 - a bad cable, no secret
        self._once_in = once_in
        cable.write = self._spoil(cable.write)
        cable._hear = self._spoil(cable._hear)

    def _spoil(self, pass_on):
        return lambda data: pass_on(b"".join(map(self._byte, data)))

    def _byte(self, byte):
        if self._chance.randrange(self._once_in):
            return bytes((byte,))
        kind = self._chance.choice(["drop", "flip", "double"])
        self.done[kind] += 1
        flipped = byte ^ 1 << self._chance.randrange(8)
        return {"drop": b"", "flip": bytes((flipped,)), "double": bytes((byte, byte))}[
            kind
        ]


class Ledger:
    """
    What a table would write down: each event once, by its boot and number.

    Args:
        rule: Whether the number is heeded; without it the test must fail.
    """

    def __init__(self, *, rule=True):
        self.applied, self.late = [], []
        self.lost = 0
        self.told = Counter()
        self._rule = rule
        self._last = defaultdict(int)

    def hear(self, told):
        """Take an event or report; return True if it must be acknowledged."""
        self.told[type(told)] += 1
        if isinstance(told, Heartbeat):
            self.lost = told.lost
        if not isinstance(told, Event):
            return False
        if told.n > self._last[told.boot_id] or not self._rule:
            self._last[told.boot_id] = told.n
            number = int.from_bytes(told.body.uid, "big")
            (self.late if told.age_ms > TOO_LATE_MS else self.applied).append(number)
        return True


class Daemon:
    """A daemon that can die between COMMIT and ACK, and be started again."""

    def __init__(self, path, ledger):
        self._path, self._ledger = path, ledger
        self._dying = False
        self.start()

    def start(self):
        """Begin a new session."""
        self._dying = False
        self._port = SerialController(
            self._path, hear=self._hear, clock_ms=monotonic_ms
        )
        self._running = asyncio.create_task(self._port.run())

    async def stop(self):
        """Be gone."""
        self._running.cancel()
        await asyncio.gather(self._running, return_exceptions=True)

    async def die_before_an_ack(self):
        """Write the next event down, and die before its ACK is out."""
        self._dying = True
        before = self._ledger.told[Event]
        await until(lambda: self._ledger.told[Event] > before)
        await self.stop()
        self.start()

    def _hear(self, told):
        if self._ledger.hear(told) and not self._dying:
            self._port.acknowledge(told)


class Run:
    """Numbered taps through a bad cable into a ledger."""

    def __init__(self, folder, *, once_in, rule=True):
        self.board = SimulatedController(folder, dwell_ms=0, gone_ms=0)
        self.harm = Harm(self.board._cable, once_in=once_in)
        self.ledger = Ledger(rule=rule)
        self.back_s = []
        self.sent = 0

    async def tap(self, count, *, wait=True):
        """Send the next *count* numbers, as fast as the queue takes them."""
        for _ in range(count):
            if wait:
                await until(lambda: len(self.board._core._queue) < 24)
            uid = self.sent.to_bytes(4, "big")
            self.board._core.tap(Zone(3), uid, monotonic_ms())
            self.board._turn()
            self.sent += 1

    async def replug(self, *, away_s, missed=0):
        """Pull the cable, tap on meanwhile, plug it again, and see when it is back."""
        self.board.pull_cable()
        await self.tap(missed, wait=False)
        await asyncio.sleep(away_s)
        before = self.ledger.told[Connected]
        self.board.plug_cable()
        since = time.monotonic()
        await until(lambda: self.ledger.told[Connected] > before)
        self.back_s.append(time.monotonic() - since)

    async def settle(self):
        """Wait until all events and losses are reported."""
        await until(lambda: not self.board._core._queue, seconds=20)
        await until(lambda: self.ledger.lost == self.board.lost)

    def assert_each_once(self):
        """Every number is applied once, or late, or counted as lost."""
        told = Counter(self.ledger.applied + self.ledger.late)
        assert [number for number, times in told.items() if times > 1] == []
        assert self.sent - len(told) == self.ledger.lost


async def endure(run, *, events, pulls):
    """Send *events* through many pulls of the cable and deaths of the daemon."""
    with run.board:
        daemon = Daemon(run.board.path, run.ledger)
        for number in range(pulls):
            await run.tap(events // pulls)
            if number % 4 == 1:
                await daemon.die_before_an_ack()
            long = number == pulls // 2
            await run.replug(away_s=2.1 if long else 0.05, missed=40 if long else 3)
        await run.settle()
        await daemon.stop()


async def test_a_thousand_events_arrive_once_each_or_are_reported(tmp_path):
    """Through drops, flips, doubles and ten pulls; back within two seconds."""
    run = Run(tmp_path, once_in=1000)
    await endure(run, events=1000, pulls=10)

    run.assert_each_once()
    assert run.sent >= 1000
    assert len(run.ledger.applied) > 900
    assert run.ledger.late  # the long pull made some too late,
    assert run.ledger.lost  # and some the queue had no room for
    assert min(run.harm.done[kind] for kind in ("drop", "flip", "double")) >= 5
    assert run.ledger.told[Noise] > 5
    assert len(run.back_s) == 10
    assert max(run.back_s) < 2


@pytest.mark.long
async def test_three_thousand_events_survive_a_far_worse_cable(tmp_path):
    """3,000 events arrive once each, with one byte in two hundred wrong."""
    run = Run(tmp_path, once_in=200)
    await endure(run, events=3000, pulls=30)
    run.assert_each_once()


async def test_without_the_rule_a_killed_daemon_counts_twice(tmp_path):
    """Without the check of the number an event counts twice, so the test can fail."""
    run = Run(tmp_path, once_in=10**9, rule=False)
    with run.board:
        daemon = Daemon(run.board.path, run.ledger)
        await run.tap(5)
        dying = asyncio.create_task(daemon.die_before_an_ack())
        await asyncio.sleep(0)
        await run.tap(5)
        await dying
        await run.settle()
        await daemon.stop()
    with pytest.raises(AssertionError):
        run.assert_each_once()


def test_a_number_that_is_missing_without_report_is_noticed(tmp_path):
    """The bookkeeping can fail in the other direction too."""
    run = Run(tmp_path, once_in=10**9)
    run.sent, run.ledger.applied = 3, [0, 2]
    with pytest.raises(AssertionError):
        run.assert_each_once()
    run.ledger.lost = 1
    run.assert_each_once()
