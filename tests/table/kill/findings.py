"""The results of the kills, and the journal's content."""

import json
import sqlite3
import statistics
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

#: Where a kill can fall, the last of which does not count.
BEFORE, BETWEEN, AFTER, LATER = (
    "between frame and COMMIT",
    "between COMMIT and ACK",
    "between ACK and 5 ms after COMMIT",
    "later",
)


@dataclass(slots=True)
class Findings:
    """
    The results.

    Args:
        fell: How many kills fell where.
        ways: How many were made which way.
        resumed_ms: How long from each fork until all was shown again, without the
            time that other programs had the processor.
        answered_ms: How long until the taps that waited had their answers, too.
        broken: The promise that was broken; empty for none.
    """

    fell: Counter[str] = field(default_factory=Counter)
    ways: Counter[str] = field(default_factory=Counter)
    resumed_ms: list[float] = field(default_factory=list)
    answered_ms: list[float] = field(default_factory=list)
    broken: str = ""

    @property
    def kills(self) -> int:
        """How many fell between the frame and 5 ms after COMMIT."""
        return self.fell.total() - self.fell[LATER]

    def require(self, kills: int) -> None:
        """
        Raise an error unless *kills* kills ran without a broken promise.

        Raises:
            AssertionError: A promise was broken; the text says which, after which kill.
        """
        if self.broken or self.kills < kills:
            msg = f"{self.broken or 'no promise was broken'}; {self}"
            raise AssertionError(msg)

    def __str__(self) -> str:
        lines = [f"{self.kills} kills"]
        lines += [f"  {count:3} {where}" for where, count in self.fell.items()]
        lines += [f"  {count:3} by {way}" for way, count in self.ways.items()]
        for what, times in ("shown", self.resumed_ms), ("answered", self.answered_ms):
            if times:
                middle, most = statistics.median(times), max(times)
                lines.append(f"{what} again after {middle:.0f} ms, at most {most:.0f}")
        return "\n".join([*lines, self.broken])


@dataclass(frozen=True, slots=True)
class Written:
    """
    The content of the journal's file.

    Args:
        answers: Every tap that was answered, as zone, kind and answer.
        stage: How many answers the running round has; None between rounds.
    """

    answers: tuple[tuple[int, str, bool], ...]
    stage: int | None


def read_journal(path: Path) -> Written:
    """Return the content of the journal, read by SQLite alone."""
    answers: list[tuple[int, str, bool]] = []
    stage: int | None = None
    connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    rows = connection.execute("SELECT facts FROM rows ORDER BY game, number").fetchall()
    connection.close()
    for fact in (one for (facts,) in rows for one in json.loads(facts)):
        match fact["is"]:
            case "begun":
                stage = 0
            case "answered":
                answers.append((fact["zone"], fact["kind"], fact["yes"]))
                stage = (stage or 0) + 1
            case "voided":
                stage = None
    return Written(tuple(answers), stage)
