"""
A whole board under random events: every check holds after each event.

Each test run plays the same evenings, from plain seeds: what Hypothesis plays depends
on what else the process has loaded. ``--all`` plays others each time, for a minute or
two. To go on for so many minutes, and shrink what fails::

    LETTERZONE_NET_MINUTES=30 ./run test --all tests/net/test_machine.py
"""

import os
import time
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, settings, strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    rule,
    run_state_machine_as_test,
)

from tests.net import checks, phones
from tests.net.hands import Hands, build_of
from tests.net.world import World

#: How many evenings each run plays, how much happens at each, and how much by phones.
EVENINGS, HAPPENINGS, PHONES = 24, 40, 0.2

#: Chance for the events; Hypothesis controls it, and shrinks what fails.
CHANCE = st.randoms(use_true_random=False)

HOW = settings(
    deadline=None,
    suppress_health_check=list(HealthCheck),
    max_examples=150,
    stateful_step_count=60,
    print_blob=True,
)


class Evening:
    """
    A board of a random build, and its events.

    Args:
        chance: Decides what board it is.
    """

    def __init__(self, chance: Random) -> None:
        self.build = build_of(chance)
        self.world = World(self.build)
        self.look = self.world.look()
        self.script: list[dict[str, Any]] = []

    def something(self, chance: Random) -> None:
        """Let something happen that makes sense, most often."""
        hands = Hands(chance, self.build)
        world = self.world
        for event in hands.next(self.look, world.offers(), world.insight()):
            self.happen(phones.played_by(event, chance, world.phones()))

    def a_phone(self, chance: Random) -> None:
        """Let a phone come, go, be moved, or let another one in."""
        self.happen(phones.next_event(chance, self.look, self.world.phones()))

    def happen(self, event: dict[str, Any]) -> None:
        """Let an event happen, and hold the board to its promises."""
        self.script.append(event)
        self.look, wrong = checks.after(self.world, self.look, event)
        assert wrong == [], f"{self.build} {self.script}"


class Machine(RuleBasedStateMachine):
    """An evening that Hypothesis chooses, and makes smaller where a promise breaks."""

    @initialize(chance=CHANCE)
    def begin(self, chance: Random) -> None:
        """Switch a board of any build on."""
        self.evening = Evening(chance)

    @rule(chance=CHANCE)
    def something(self, chance: Random) -> None:
        """Let something happen."""
        self.evening.something(chance)

    @rule(chance=CHANCE)
    def a_phone(self, chance: Random) -> None:
        """Let a phone do something."""
        self.evening.a_phone(chance)


#: Where the evenings begin; two of three run by ``./run test --ci`` only.
SEEDS = [
    pytest.param(seed, marks=[pytest.mark.ci] * (seed % 3 > 0))
    for seed in range(EVENINGS)
]


@pytest.mark.parametrize("seed", SEEDS)
def test_whatever_happens_every_promise_holds(seed: int) -> None:
    """All checks hold for all games and builds, with phones, faults and restarts."""
    chance = Random(seed)  # noqa: S311 - a game of chance, no key
    evening = Evening(chance)
    for _ in range(HAPPENINGS):
        happening = evening.a_phone if chance.random() < PHONES else evening.something
        happening(chance)


@pytest.mark.long
def test_whatever_happens_for_long_every_promise_holds() -> None:
    """Boards that no earlier run has played, for ``LETTERZONE_NET_MINUTES`` minutes."""
    minutes = float(os.environ.get("LETTERZONE_NET_MINUTES", "0"))
    until_s = time.monotonic() + 60 * minutes
    run_state_machine_as_test(Machine, settings=HOW)
    while time.monotonic() < until_s:
        run_state_machine_as_test(Machine, settings=HOW)
