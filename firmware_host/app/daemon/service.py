"""What the service page asks: findings, the readers' meters, the walk, a report."""

import asyncio
import time
from pathlib import Path

from firmware_host.app.content.languages import load_texts
from firmware_host.app.daemon.daemon import Running
from firmware_host.app.doctor.board import DiagnosisTarget
from firmware_host.app.doctor.doctor import around, known, target_of
from firmware_host.app.doctor.findings import Finding, State
from firmware_host.app.doctor.report import report
from firmware_host.app.doctor.told import told_by
from firmware_host.app.doctor.walk import Walk, Where
from firmware_host.board.json import JsonObject, of_fields, of_message
from firmware_host.board.messages import Refused
from firmware_host.board.record import replace
from firmware_host.errors import AskedError

#: What lies on the card and in the computer is looked at this often at most.
FRESH_S = 20.0


def service_of(running: Running, folder: Path, web: str) -> "Service":
    """
    Return the service side of a board whose pages listen at *web*.

    Args:
        running: The board.
        folder: Where its backups lie.
        web: Where the pages really listen, as in a profile.
    """
    here = replace(running.profile, web=web)
    return Service(replace(target_of(running, folder), profile=here), running)


class Service:
    """
    The service side of a running board (`web.ports.Service`).

    Args:
        target: The board.
        running: The same, with everything open.
    """

    def __init__(self, target: DiagnosisTarget, running: Running) -> None:
        self._target = target
        self._running = running
        self._around: tuple[Finding, ...] = ()
        self._until_s = 0.0
        self._walk: Walk | None = None
        self._walking: asyncio.Task[None] | None = None
        self._where: Where | None = None

    async def findings(self) -> list[JsonObject]:
        """Return what is known of each part, the worst first."""
        return [_part(one) for one in await self._findings()]

    async def _findings(self) -> tuple[Finding, ...]:
        if time.monotonic() > self._until_s:
            self._around = await asyncio.to_thread(around, self._target, runs=True)
            self._until_s = time.monotonic() + FRESH_S
        found = (*known(self._target, self._running), *self._around)
        order = list(State)
        return tuple(sorted(found, key=lambda one: order.index(one.state)))

    def meters(self) -> list[JsonObject]:
        """Return how well each reader has read lately: the fields of `Reads`."""
        return [
            of_fields(reads) for _, reads in sorted(self._running.meter.reads.items())
        ]

    @property
    def where(self) -> JsonObject | None:
        """How far the walk has come, the fields of `Where`; None where nobody walks."""
        return None if self._where is None else of_fields(self._where)

    @property
    def walked(self) -> list[JsonObject]:
        """What was seen on the last walk, or so far on this one."""
        return [] if self._walk is None else [_part(one) for one in self._walk.findings]

    async def report(self, language: str) -> str:
        """Return a report to print or send."""
        told, findings = told_by(self._running), await self._findings()
        lines = report(self._target, told, findings, load_texts(language).say)
        return "".join(f"{line}\n" for line in lines)

    async def walk(self) -> Refused | None:
        """Begin the walk, on the board and on the page at once."""
        walking = asyncio.create_task(self._go())
        await asyncio.sleep(0)  # by then it has service mode, or somebody else had it
        if walking.done() and isinstance(walking.exception(), AskedError):
            return Refused("in-service")
        self._walking = walking
        return None

    def answer(self, *, seen: bool) -> None:
        """Press the board's tick or cross for somebody at the page."""
        if self._walk is not None and self._where is not None:
            self._walk.answer(seen=seen)

    async def stop(self) -> None:
        """End the walk; the board plays on."""
        walking, self._walking = self._walking, None
        if walking is not None:
            walking.cancel()
            await asyncio.gather(walking, return_exceptions=True)

    async def _go(self) -> None:
        async with self._running.table.service_mode() as service_mode:
            self._walk = Walk(service_mode, self._target.profile, tell=self._stand)
            try:
                await self._walk.run()
            finally:
                self._where = None

    def _stand(self, where: Where) -> None:
        self._where = where


def _part(finding: Finding) -> JsonObject:
    """Return how a part is, and its name, as the service page is told of it."""
    return {**of_fields(finding), "name": of_message(finding.name)}
