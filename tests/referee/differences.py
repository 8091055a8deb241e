"""
Judge the same games twice and return the differences.

A judge takes a transcript and returns the objects that `replay --json` prints. The
sentences ("why") are for people and are not compared.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from itertools import zip_longest
from typing import Any, NamedTuple

from tests.referee.random_game import random_transcript
from tests.referee.referee import judge
from tests.referee.words_by_hand import accepts

Objects = list[dict[str, Any]]
Judge = Callable[[list[dict[str, Any]]], Iterable[Mapping[str, Any]]]


class Difference(NamedTuple):
    """The first thing two judges disagree about in one game."""

    seed: int
    place: int
    one: Mapping[str, Any] | None
    other: Mapping[str, Any] | None
    lines: list[dict[str, Any]]

    def __str__(self) -> str:
        """The game up to there, to be read and replayed by a person."""
        told = [o for o in (self.one, self.other) if o and "line" in o]
        until = max((o["line"] for o in told), default=len(self.lines))
        game = "\n".join(json.dumps(x, ensure_ascii=False) for x in self.lines[:until])
        return f"seed {self.seed}: {self.one} or {self.other}\n{game}"


def differences(run_a: Judge, run_b: Judge, seeds: Iterable[int]) -> list[Difference]:
    """Say where two judges of the same random games first part, game by game."""
    return [
        parting
        for seed in seeds
        if (parting := compare(run_a, run_b, random_transcript(seed), seed=seed))
    ]


def compare(
    run_a: Judge, run_b: Judge, lines: list[dict[str, Any]], *, seed: int = -1
) -> Difference | None:
    """Say where two judges of one transcript first part, if they do."""
    for place, (one, other) in enumerate(
        zip_longest(without_why(run_a(lines)), without_why(run_b(lines)))
    ):
        if one != other:
            return Difference(seed, place, one, other, lines)
    return None


def without_why(objects: Iterable[Mapping[str, Any]]) -> Objects:
    """Leave out the sentences."""
    return [{k: v for k, v in o.items() if k != "why"} for o in objects]


def referees_judgement(lines: list[dict[str, Any]]) -> Objects:
    """Return the referee's judgement with the common words as dictionary."""
    return judge(lines, lambda word: accepts(lines[0]["language"], word))
