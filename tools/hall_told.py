"""The results of a load test of a hall, and the text in which they are printed."""

import os
import statistics
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from firmware_host.app.hall.store import HALL, Store


@dataclass
class Told:
    """
    The measurements of a load test.

    Args:
        boards: The number of boards.
        waits_ms: The delay from commit to wall of each row that a wall has received.
        hall_cpu: The hall's share of one processor.
        broker_cpu: The broker's share of one processor.
        boards_cpu: The share of one processor of all boards together.
        rate: Committed answers per second and board.
        hall_mib: The memory of the hall, in MiB.
        broker_mib: The memory of the broker, in MiB.
        rows: How many rows were committed.
        lost: Rows that the hall has not.
        doubled: Rows that it has twice, or otherwise than the board.
        secret: Bytes of a word in messages before its round was over.
        same: Whether a hall that began anew came to the same table.
        kills: How often something was killed.
        messages: How many messages went over the broker.
    """

    boards: int
    waits_ms: list[float] = field(default_factory=list)
    hall_cpu: float = 0.0
    broker_cpu: float = 0.0
    boards_cpu: float = 0.0
    rate: float = 0.0
    hall_mib: float = 0.0
    broker_mib: float = 0.0
    rows: int = 0
    lost: int = 0
    doubled: int = 0
    secret: int = 0
    same: bool = False
    kills: int = 0
    messages: int = 0

    def quantile(self, share: float) -> float:
        """Return the delay in ms that the given *share* of the rows did not exceed."""
        waits = sorted(self.waits_ms)
        return waits[min(len(waits) - 1, int(share * len(waits)))] if waits else 0.0

    def __str__(self) -> str:
        return (
            f"{self.boards:4} boards: {self.rows} rows, {self.rate:.2f}/s each,"
            f" board to wall"
            f" p50 {self.quantile(0.5):.0f} ms p99 {self.quantile(0.99):.0f} ms;"
            f" hall {100 * self.hall_cpu:.1f} % {self.hall_mib:.0f} MiB,"
            f" broker {100 * self.broker_cpu:.1f} % {self.broker_mib:.1f} MiB,"
            f" boards {100 * self.boards_cpu:.0f} %;"
            f" {self.kills} kills, {self.messages} messages,"
            f" {self.lost} lost, {self.doubled} doubled, {self.secret} secret bytes,"
            f" {'the same' if self.same else 'ANOTHER'} table anew"
        )


def cpu_s(pid: int) -> float:
    """Return the processor time that a process has used, in seconds."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2]
    user, system = fields.split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def mib(pid: int) -> float:
    """Return the memory that a process uses, in MiB."""
    text = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    return next(
        int(line.split()[1]) / 1024
        for line in text.splitlines()
        if line.startswith("VmRSS")
    )


def line_through(points: Mapping[int, float]) -> tuple[float, float]:
    """Return slope and intercept of the least squares line through some points."""
    slope, start = statistics.linear_regression([*points], [*points.values()])
    return slope, start


def anew(folder: Path) -> None:
    """Empty the hall's database except for the settings of the evening."""
    store = Store(folder)
    known = {
        one: store.get(one) for one in ("title", "language", "key", "nonce", "closed")
    }
    store.close()
    for path in folder.glob(f"{HALL}*"):
        path.unlink()
    store = Store(folder)
    store.put(**known)
    store.close()
