"""Both ends of the wire with all faults of a cable, in simulated time."""

import random
from collections import defaultdict

import pytest
from hypothesis import given, settings, strategies as st

from firmware_host.devices.firmware import import_firmware
from firmware_host.link.events import Event, Heartbeat
from firmware_host.link.link import Link

(CORE,) = import_firmware("core")


class Torture:
    """
    A link, a core, and a wire between them that spoils one byte in *once_in*.

    Args:
        seed: Of the wire's chance.
        once_in: How good it is.
        rule: Whether the ledger heeds the events' numbers.
    """

    def __init__(self, seed, *, once_in, rule=True):
        self.now = self.sessions = self.boots = 0
        self.applied = []
        self.lost = self.made = 0
        self._chance = random.Random(seed)  # noqa: S311 - a bad cable
        self._once_in = once_in
        self._rule = rule
        self._last = defaultdict(int)
        self._pending = []
        self.plugged = True
        self.restart()
        self.reboot()

    def restart(self):
        """Kill the daemon and start another."""
        self.sessions += 1
        self.link = Link(session=self.sessions)
        self._pending = []

    def reboot(self):
        """Take the controller's power away."""
        self.boots += 1
        self.core = CORE.Core(b"torture!", self.boots)

    def tap(self):
        """Tap a piece."""
        self.made += 1
        self.core.tap(1, self.made.to_bytes(4, "big"), self.now)

    def pull(self):
        """Pull the cable."""
        self.plugged = False
        list(self.link.unplugged(self.now))

    def plug(self):
        """Plug it in again."""
        self.plugged = True

    def run(self, ms):
        """Let *ms* pass; the table acknowledges events a little later."""
        for _ in range(ms // 10):
            self.now += 10
            for event in self._pending:
                self.link.acknowledge(event)
            self._pending = []
            self._hear(self.link.tick(self.now))
            self.core.tick(self.now)
            down, up = self.link.data_to_send(), self.core.take()
            if self.plugged:
                self.core.receive(self._spoil(down), self.now)
                self._hear(self.link.receive(self._spoil(up), self.now))

    def _hear(self, told):
        for one in told:
            if isinstance(one, Heartbeat):
                self.lost = one.lost
            if isinstance(one, Event):
                if one.n > self._last[one.boot_id] or not self._rule:
                    self._last[one.boot_id] = one.n
                    self.applied.append(int.from_bytes(one.body.uid, "big"))
                self._pending.append(one)

    def _spoil(self, data):
        return b"".join(map(self._byte, data))

    def _byte(self, byte):
        if not self._bad():
            return bytes((byte,))
        flipped = byte ^ 1 << self._chance.randrange(8)
        return bytes(self._chance.choice([(), (flipped,), (byte, byte)]))

    def _bad(self):
        return self._once_in and not self._chance.randrange(self._once_in)

    def heal(self):
        """Give it a good cable and time."""
        self._once_in = 0
        self.plug()
        self.run(15_000)


steps = st.one_of(
    st.tuples(st.just("run"), st.integers(0, 6000)),
    st.sampled_from([("tap",)] * 4 + [("pull",), ("plug",), ("restart",)]),
)


@settings(max_examples=150, deadline=None)
@given(st.lists(steps, max_size=30), st.integers(), st.sampled_from([0, 20, 100, 1000]))
def test_every_tap_is_applied_once_and_in_order_or_counted_as_lost(
    story, seed, once_in
):
    """Pulled cables, killed daemons and bad bytes in any order."""
    torture = Torture(seed, once_in=once_in)
    for name, *arguments in story:
        getattr(torture, name)(*arguments)
    torture.heal()

    assert torture.applied == sorted(set(torture.applied))
    assert len(torture.applied) + torture.lost == torture.made


@settings(max_examples=50, deadline=None)
@given(st.lists(st.one_of(steps, st.just(("reboot",))), max_size=30), st.integers())
def test_a_rebooting_controller_never_makes_anything_count_twice(story, seed):
    """After reboots no event is applied twice, and the last one arrives."""
    torture = Torture(seed, once_in=200)
    for name, *arguments in story:
        getattr(torture, name)(*arguments)
    torture.heal()
    torture.tap()
    torture.run(1000)

    assert len(torture.applied) == len(set(torture.applied))
    assert torture.applied[-1] == torture.made


def test_a_table_that_ignores_the_numbers_counts_twice():
    """Without the rule about numbers a restart applies an event twice."""
    torture = Torture(1, once_in=0, rule=False)
    torture.run(100)
    torture.tap()
    torture.run(10)
    torture.restart()
    torture.heal()
    with pytest.raises(AssertionError):
        assert torture.applied == sorted(set(torture.applied))
