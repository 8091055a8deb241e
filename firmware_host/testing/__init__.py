"""
The test kit for games from outside, which checks a package against every promise.

A game's own test is one line::

    assert not list(faults_in(Path(__file__).parent))
"""

import asyncio
from collections.abc import Iterator
from pathlib import Path

from firmware_host.board.record import Record
from firmware_host.testing.cases import cases_in
from firmware_host.testing.contract import CHECKS, broken
from firmware_host.testing.evening import faults_of
from firmware_host.testing.hands import plays_without_pages

#: Random games for each check: by default, and for a long run.
FEW, MANY = 20, 300


class Verdict(Record):
    """
    The result of one check.

    Args:
        name: The name of the game, or of the language.
        promise: The name of the check.
        fault: A sentence about the broken promise; empty if it is kept.
    """

    name: str
    promise: str
    fault: str = ""


def verdicts(folder: Path, games: int = FEW) -> Iterator[Verdict]:
    """
    Run all checks on the games of a package, and yield their results.

    The last check plays an evening at a simulated board: hands, wire, journal, pages.

    Args:
        folder: The folder of the package's ``pyproject.toml``.
        games: The number of random games for each check.

    Raises:
        SettingsError: The package has no game, or one cannot be loaded.
    """
    with cases_in(folder) as cases:
        for case in cases:
            name = case.engine.NAME
            for check in (*CHECKS, plays_without_pages):
                yield Verdict(name, check.__name__, broken(case, check, range(games)))
            fault = asyncio.run(faults_of(case, seed=games))
            yield Verdict(name, "plays_at_a_board", fault)


def faults_in(folder: Path, games: int = FEW) -> Iterator[str]:
    """Yield a sentence for each check of `verdicts` that fails."""
    for one in verdicts(folder, games):
        if one.fault:
            yield f"{one.name} {one.promise}: {one.fault}"
