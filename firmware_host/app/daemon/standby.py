"""The doctor of a running board: status socket, service mode, and service page."""

import asyncio
import time
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

from firmware_host.app.content.languages import load_texts
from firmware_host.app.daemon.crashes import Crashes, describe_error
from firmware_host.app.daemon.daemon import Running
from firmware_host.app.daemon.status_socket import status_socket
from firmware_host.app.doctor.board import DiagnosisTarget
from firmware_host.app.doctor.doctor import computer_findings, known_findings, target_of
from firmware_host.app.doctor.findings import Finding, PartState
from firmware_host.app.doctor.machine import examine_machine
from firmware_host.app.doctor.report import lines, report
from firmware_host.app.doctor.reports import report_parts
from firmware_host.app.doctor.walk import Walk, WalkProgress
from firmware_host.app.tagging.tagging import Enrolment, untagged
from firmware_host.board.events import ZONE_BUTTONS, Button, Pressed
from firmware_host.board.faces import Face, TableFace
from firmware_host.board.json import JsonObject, of_fields, of_message
from firmware_host.board.messages import Refused, say
from firmware_host.board.record import replace
from firmware_host.errors import AskedError
from firmware_host.settings.profile import Profile
from firmware_host.table.table import Table

#: The time in seconds after the start at which the service button is checked: a
#: controller's first heartbeat comes within a second of its HELLO.
START_S = 5.0

#: The hold time of the service button in ms; for the teacher's code it is shorter.
HELD_MS = 1000

LOOK_S = 0.05

#: The items of service mode, in the order in which they are offered; then the game.
WALK, TAGS = range(2)


async def stand_by(
    target: DiagnosisTarget, running: Running, *, start_s: float = START_S
) -> None:
    """Answer at the status socket until cancelled; walk first, if that is wanted."""
    async with status_socket(target.folder, partial(tell, target, running)):
        await serve_at_start(target, running, start_s=start_s)
        await asyncio.Event().wait()


def tell(target: DiagnosisTarget, running: Running) -> list[JsonObject]:
    """Return the answer of the status socket: the board's findings."""
    return [of_fields(finding) for finding in known_findings(target, running)]


async def serve_at_start(
    target: DiagnosisTarget, running: Running, *, start_s: float = START_S
) -> bool:
    """
    Walk over the board or enrol its tags, if its service button is held now.

    Returns:
        Whether it was.
    """
    loop = asyncio.get_running_loop()
    until_s = loop.time() + start_s
    while running.meter.held_ms.get(Button.SERVICE, 0) < HELD_MS:
        if loop.time() > until_s:
            return False
        await asyncio.sleep(LOOK_S)
    table, tags = running.table, running.tags
    try:
        wishes = untagged(table.session, tags)
        chosen = await _choose(table) if wishes else WALK
        if chosen == TAGS:
            await Enrolment(table, tags, wishes).run()
        elif chosen == WALK:
            await _walk(target, table)
    except AskedError:
        return False  # somebody else has it out of play
    return True


async def _choose(table: Table) -> int:
    """Return the number of the chosen item of service mode."""
    choices = (say("service-walk"), say("service-tags"), say("service-leave"))
    marked = 0
    async with table.service_mode() as service_mode:
        while True:
            face = TableFace(say("service-what"), choices=choices, marked=marked)
            service_mode.show(Face(face))
            match await service_mode.next():
                case Pressed(button=Button.TICK):
                    return marked
                case Pressed(button=Button.CROSS):
                    marked = (marked + 1) % len(choices)
                case Pressed(button=button) if button in ZONE_BUTTONS[: len(choices)]:
                    marked = ZONE_BUTTONS.index(button)
                case _:
                    pass


async def _walk(target: DiagnosisTarget, table: Table) -> None:
    async with table.service_mode() as service_mode:
        walk = Walk(service_mode, target.profile)
        await walk.run()
        await walk.show_result()


def describe(profile: Profile, folder: Path, language: str) -> Iterable[str]:
    """
    Return the state of the machine, for a crash report.

    The journal is not read, since a start waits for this, and the journal may be
    damaged.
    """
    found = examine_machine(DiagnosisTarget(profile, folder).machine, folder)
    return lines(tuple(found), load_texts(language).say)


def record_faults(crashes: Crashes, rest: Callable[[], Iterable[str]]) -> None:
    """
    Write a report of each kind of exception in the event loop, which continues.

    Args:
        crashes: Writes the reports.
        rest: Returns further lines of a report.
    """
    known: set[str] = set()

    def handle(loop: asyncio.AbstractEventLoop, context: dict[str, object]) -> None:
        error = context.get("exception")
        if isinstance(error, Exception):
            told = describe_error(error)
            if "\n".join(told) not in known:
                known.add("\n".join(told))
                # On a thread: a card may be slow.
                loop.run_in_executor(None, lambda: crashes.write([*told, "", *rest()]))
        loop.default_exception_handler(context)

    asyncio.get_running_loop().set_exception_handler(handle)


# --- for the service page ------------------------------------------------------

#: The least time between two examinations of card and computer, in seconds.
FRESH_S = 20.0


def service_of(running: Running, folder: Path, web: str) -> "BoardService":
    """
    Return the service side of a board whose pages listen at *web*.

    Args:
        running: The board.
        folder: The folder of its backups.
        web: The real address of the pages, as in a profile.
    """
    here = replace(running.profile, web=web)
    return BoardService(replace(target_of(running, folder), profile=here), running)


class BoardService:
    """
    The doctor's and the service page's view of a running board (`ServicePort`).

    Args:
        target: The board as the doctor examines it.
        running: Its open parts: table, journal, devices.
    """

    def __init__(self, target: DiagnosisTarget, running: Running) -> None:
        self._target = target
        self._running = running
        self._around: tuple[Finding, ...] = ()
        self._until_s = 0.0
        self._walk: Walk | None = None
        self._walking: asyncio.Task[None] | None = None
        self._where: WalkProgress | None = None
        self._answered: tuple[WalkProgress, bool] | None = None

    async def findings(self) -> list[JsonObject]:
        """Return the finding for each part, the worst first."""
        return [_part(one) for one in await self._findings()]

    async def _findings(self) -> tuple[Finding, ...]:
        if time.monotonic() > self._until_s:
            self._around = await asyncio.to_thread(
                computer_findings, self._target, runs=True
            )
            self._until_s = time.monotonic() + FRESH_S
        found = (*known_findings(self._target, self._running), *self._around)
        order = list(PartState)
        return tuple(sorted(found, key=lambda one: order.index(one.state)))

    def meters(self) -> list[JsonObject]:
        """Return the reads of each reader in the last second: the fields of `Reads`."""
        return [
            of_fields(reads) for _, reads in sorted(self._running.meter.reads.items())
        ]

    @property
    def where(self) -> JsonObject | None:
        """The position of the walk: fields of `WalkProgress`; None without a walk."""
        return None if self._where is None else of_fields(self._where)

    @property
    def walked(self) -> list[JsonObject]:
        """The findings of the present or last walk."""
        return [] if self._walk is None else [_part(one) for one in self._walk.findings]

    async def report(self, language: str) -> str:
        """Return a report to print or send."""
        told, findings = report_parts(self._running), await self._findings()
        lines = report(self._target, told, findings, load_texts(language).say)
        return "".join(f"{line}\n" for line in lines)

    async def walk(self) -> Refused | None:
        """Begin the part test, on the board and on the page at once."""
        walking = asyncio.create_task(self._go())
        await asyncio.sleep(0)  # by then it has service mode, or somebody else had it
        if walking.done() and isinstance(walking.exception(), AskedError):
            return Refused("in-service")
        self._walking = walking
        return None

    def answer(self, at: int, *, seen: bool) -> Refused | None:
        """Press the board's tick or cross once, for a person at the page."""
        where, before = self._where, self._answered
        if self._walk is None or where is None or where.at != at:
            return Refused("stale")
        self._answered = (where, seen)
        if self._answered != before:
            self._walk.answer(seen=seen)
        return None

    async def stop(self) -> None:
        """End the walk; the board plays on."""
        walking, self._walking = self._walking, None
        if walking is not None:
            walking.cancel()
            await asyncio.gather(walking, return_exceptions=True)

    async def _go(self) -> None:
        async with self._running.table.service_mode() as service_mode:
            self._walk = Walk(service_mode, self._target.profile, tell=self._stand)
            self._answered = None
            try:
                await self._walk.run()
            finally:
                self._where = None

    def _stand(self, where: WalkProgress) -> None:
        self._where = where


def _part(finding: Finding) -> JsonObject:
    """Return a finding as JSON, with the name of its part."""
    return {**of_fields(finding), "name": of_message(finding.name)}
