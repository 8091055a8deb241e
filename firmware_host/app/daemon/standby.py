"""The doctor beside a running board: its status socket, and service mode."""

import asyncio
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

from firmware_host.app.content.languages import load_texts
from firmware_host.app.daemon.crashes import Crashes, told_of
from firmware_host.app.daemon.daemon import Running
from firmware_host.app.daemon.status_socket import status_socket
from firmware_host.app.doctor.board import DiagnosisTarget
from firmware_host.app.doctor.doctor import known
from firmware_host.app.doctor.machine import examine_machine
from firmware_host.app.doctor.report import lines
from firmware_host.app.doctor.walk import Walk
from firmware_host.app.tagging.enrolling import Enrolling
from firmware_host.app.tagging.tagging import untagged
from firmware_host.board.events import ZONE_BUTTONS, Button, Pressed
from firmware_host.board.faces import Face, TableFace
from firmware_host.board.json import JsonObject, of_fields
from firmware_host.board.messages import say
from firmware_host.errors import AskedError
from firmware_host.settings.profile import Profile
from firmware_host.table.table import Table

#: The service button is looked for so long after the start: a controller's first
#: heartbeat comes within a second of its HELLO.
START_S = 5.0

#: It has to be down for so long: whoever wants the teacher's code lets it go sooner.
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
    """Return what the status socket answers."""
    return [of_fields(finding) for finding in known(target, running)]


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
            await Enrolling(table, tags, wishes).run()
        elif chosen == WALK:
            await _walk(target, table)
    except AskedError:
        return False  # somebody else has it out of play
    return True


async def _choose(table: Table) -> int:
    """Return which item of service mode somebody takes, by tick and cross."""
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
    Return how the machine is, for the report of a crash.

    The journal is not read: a start waits for this, and the journal may be at fault.
    """
    found = examine_machine(DiagnosisTarget(profile, folder).machine, folder)
    return lines(tuple(found), load_texts(language).say)


def record_faults(crashes: Crashes, rest: Callable[[], Iterable[str]]) -> None:
    """
    Leave a report of each kind of fault in a callback of the loop; it runs on.

    Args:
        crashes: Where reports go.
        rest: Returns the rest of a report.
    """
    known: set[str] = set()

    def handle(loop: asyncio.AbstractEventLoop, context: dict[str, object]) -> None:
        error = context.get("exception")
        if isinstance(error, Exception):
            told = told_of(error)
            if "\n".join(told) not in known:
                known.add("\n".join(told))
                # On a thread: a card may be slow.
                loop.run_in_executor(None, lambda: crashes.write([*told, "", *rest()]))
        loop.default_exception_handler(context)

    asyncio.get_running_loop().set_exception_handler(handle)
