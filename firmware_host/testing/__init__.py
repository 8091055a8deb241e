"""
The kit for games from outside: what holds one to every promise, without this source.

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

#: Games by chance for each promise; and for whoever has more time.
FEW, MANY = 20, 300


class Verdict(Record):
    """
    What came of one check.

    Args:
        name: Of the game, or of the language.
        promise: The name of the check.
        fault: What is wrong; empty where the promise is kept.
    """

    name: str
    promise: str
    fault: str = ""


def verdicts(folder: Path, games: int = FEW) -> Iterator[Verdict]:
    """
    Hold the games of a package to all that every game promises.

    The last check is an evening at a real board: hands, wire, journal and pages.

    Args:
        folder: Where its ``pyproject.toml`` lies.
        games: So many are played by chance for each promise.

    Raises:
        SettingsError: There is no game, or it cannot be loaded.
    """
    with cases_in(folder) as cases:
        for case in cases:
            name = case.engine.NAME
            for check in (*CHECKS, plays_without_pages):
                yield Verdict(name, check.__name__, broken(case, check, range(games)))
            fault = asyncio.run(faults_of(case, seed=games))
            yield Verdict(name, "plays_at_a_board", fault)


def faults_in(folder: Path, games: int = FEW) -> Iterator[str]:
    """Yield what is wrong with the games of a package, as `verdicts` finds it."""
    for one in verdicts(folder, games):
        if one.fault:
            yield f"{one.name} {one.promise}: {one.fault}"
