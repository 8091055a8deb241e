"""A transcript judged, as `letterzone replay --json` prints it."""

from collections.abc import Iterable, Iterator
from typing import Any

from firmware_host.app.archive.replay import judge, replay


def judge_lines(lines: Iterable[str], where: str = "-") -> Iterator[dict[str, Any]]:
    """Yield one object for each action, and one for each round and for the game."""
    yield from judge(replay(lines, where))
