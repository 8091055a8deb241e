"""
Compare a second scorer's results of a game with the product's.

A scorer knows that a line is refused, but not the reason. So its results must be among
the product's, and the same lines must be refused.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from itertools import zip_longest
from pathlib import Path
from typing import Any

from tests.judged import judge_lines

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"

Line = dict[str, Any]
Scorer = Callable[[list[Line]], Iterable[Mapping[str, Any]]]


def products(lines: list[Line]) -> list[Mapping[str, Any]]:
    """Return the objects that `replay --json` prints for these lines."""
    said = judge_lines([json.dumps(line, ensure_ascii=False) for line in lines])
    return [with_sorted(one) for one in said]


def with_sorted(said: Line) -> Line:
    """Return the object with opened attempts sorted: their order has no meaning."""
    return said | {"opened": sorted(said["opened"])} if "opened" in said else said


def parting(scorer: Scorer, lines: list[Line]) -> str:
    """Say where the scorer and the product first part; empty where they agree."""
    for ours, theirs in zip_longest(scorer(lines), products(lines), fillvalue={}):
        if agree(ours, theirs):
            continue
        until = ours.get("line") or theirs.get("line") or len(lines)
        told = "\n".join(json.dumps(x, ensure_ascii=False) for x in lines[:until])
        return f"{ours} or {theirs}\n{told}"
    return ""


def agree(ours: Mapping[str, Any], theirs: Mapping[str, Any]) -> bool:
    """Return True if the product has all that the scorer has."""
    if not ours or ("refused" in ours) != ("refused" in theirs):
        return False
    return all(
        key in theirs and (key == "refused" or theirs[key] == value)
        for key, value in ours.items()
    )


def partings(
    scorer: Scorer, play: Callable[[int], list[Line]], seeds: Iterable[int]
) -> str:
    """Say where they part first in the games of these seeds, three games at most."""
    found = []
    for seed in seeds:
        lines = play(seed)
        said = parting(scorer, lines)
        if said:
            found.append(f"seed {seed}: {said}")
        if len(found) == 3:
            break
    return "\n\n".join(found)


def example(name: str) -> list[Line]:
    """The lines of a playthrough in the manual."""
    text = (EXAMPLES / name).read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]
