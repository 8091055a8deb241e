"""
A whole board, and anything that can happen to it: after each event every promise holds.

Each run of the tests plays the same few boards, in seconds; ``--all`` plays others each
time, for a minute or two. To go on for so many minutes, and have what is found made as
small as it can be::

    LETTERZONE_NET_MINUTES=30 ./run test tests/net/test_machine.py
"""

import os
import time
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    rule,
    run_state_machine_as_test,
)

from tests.net import checks, phones
from tests.net.hands import Hands, build_of
from tests.net.world import World

#: Decides what happens; Hypothesis keeps it, and makes what fails smaller.
CHANCE = st.randoms(use_true_random=False)

HOW = settings(deadline=None, suppress_health_check=list(HealthCheck))
QUICK = settings(HOW, max_examples=12, stateful_step_count=25, derandomize=True)
LONG = settings(HOW, max_examples=150, stateful_step_count=60, print_blob=True)


class Board(RuleBasedStateMachine):
    """A board, and what happens to it."""

    @initialize(chance=CHANCE)
    def begin(self, chance: Random) -> None:
        """Switch a board of any build on."""
        self.build = build_of(chance)
        self.world = World(self.build)
        self.look = self.world.look()
        self.script: list[dict[str, Any]] = []

    @rule(chance=CHANCE)
    def something(self, chance: Random) -> None:
        """Let something happen that makes sense, most often."""
        hands = Hands(chance, self.build)
        world = self.world
        for event in hands.next(self.look, world.offers(), world.insight()):
            self.happen(phones.played_by(event, chance, world.phones()))

    @rule(chance=CHANCE)
    def a_phone(self, chance: Random) -> None:
        """Let a phone come, go, be moved, or let another one in."""
        self.happen(phones.next_event(chance, self.look, self.world.phones()))

    def happen(self, event: dict[str, Any]) -> None:
        """Let an event happen, and hold the board to its promises."""
        self.script.append(event)
        self.look, wrong = checks.after(self.world, self.look, event)
        assert wrong == [], f"{self.build} {self.script}"


def play(machine: type[RuleBasedStateMachine], how: settings) -> None:
    run_state_machine_as_test(machine, settings=how)


@pytest.mark.long  # which boards it plays depends on what else the process has loaded
def test_whatever_happens_every_promise_holds() -> None:
    """All games, builds and people; phones, faults, time and pulled plugs."""
    play(Board, QUICK)


@pytest.mark.long
def test_whatever_happens_for_long_every_promise_holds() -> None:
    """Other boards each time; as many minutes as somebody wants."""
    minutes = float(os.environ.get("LETTERZONE_NET_MINUTES", "0"))
    until_s = time.monotonic() + 60 * minutes
    play(Board, LONG)
    while time.monotonic() < until_s:
        play(Board, LONG)
