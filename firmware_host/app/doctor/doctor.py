"""
The doctor: what is wrong with a board, part by part, and what to do about it.

If its daemon runs, the doctor asks the status socket. Any other board is opened here,
with a journal in memory's place, so that looking changes nothing.
"""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from firmware_host.app.daemon.daemon import Running, open_board
from firmware_host.app.daemon.status_socket import ask_daemon
from firmware_host.app.doctor.board import DiagnosisTarget, examine_board
from firmware_host.app.doctor.files import examine_files, judge_web
from firmware_host.app.doctor.findings import Finding, from_json, untried
from firmware_host.app.doctor.machine import examine_machine
from firmware_host.app.doctor.told import Told, told_by
from firmware_host.board.entries import JOURNAL
from firmware_host.board.json import as_list
from firmware_host.board.messages import say
from firmware_host.board.record import Record
from firmware_host.devices.gpio import pin_factory
from firmware_host.errors import BoardMissingError, JournalError, SettingsError
from firmware_host.journal.file import is_open
from firmware_host.journal.reader import Reader
from firmware_host.table.service_mode import ServiceMode

#: Screens are asked each second, and a controller counts its reads as often.
SETTLE_S = 2.5

#: A controller that is there says HELLO within half a second; a slow port has longer.
HELLO_S = 4.0

LOOK_S = 0.05

#: The program of the board's pages; it has their port with no daemon behind it too.
PAGES = "letterzone-web.service"


class Diagnosis(Record):
    """
    What was found.

    Args:
        findings: Part by part.
        told: What the parts told; nothing where a daemon has answered.
    """

    findings: tuple[Finding, ...]
    told: Told = Told()


def target_of(running: Running, folder: Path) -> DiagnosisTarget:
    """Return a board that this process has open, to be diagnosed."""
    return DiagnosisTarget(running.profile, folder, running.hardware)


async def diagnose(target: DiagnosisTarget) -> Diagnosis:
    """Return what is to be found at a board, with its daemon running or not."""
    answer = await asyncio.to_thread(ask_daemon, target.folder)
    about = await asyncio.to_thread(around, target, runs=answer is not None)
    if answer is not None:
        return Diagnosis((*about, *map(from_json, as_list(answer))))
    if is_open(target.folder / JOURNAL):
        busy = untried("board", say("doctor-board-busy"), say("then-restart"))
        return Diagnosis((*about, busy))
    async with opened(target) as (running, why):
        told = await settled(target, running)
        return Diagnosis((*about, *examine_board(target, told, pins=why)), told)


def known(target: DiagnosisTarget, running: Running) -> tuple[Finding, ...]:
    """Return what a daemon knows of the board that it has open."""
    return tuple(examine_board(target, told_by(running)))


def around(target: DiagnosisTarget, *, runs: bool) -> tuple[Finding, ...]:
    """Return what is to be found around the board: the computer and its card."""
    pages = target.machine.ask("systemctl", "is-active", PAGES).strip()
    return (
        *examine_machine(target.machine, target.folder),
        *examine_files(target.folder),
        judge_web(target.profile.web, runs=runs, waits=pages == "active"),
    )


# --- opening a board that nobody plays at -----------------------------------


@asynccontextmanager
async def opened(
    target: DiagnosisTarget, *, folder: Path | None = None
) -> AsyncIterator[tuple[Running, str]]:
    """
    Open a board; yield it, and why its pins cannot be reached (empty: they can).

    Args:
        target: The board.
        folder: Where to keep a journal; None for one that is thrown away.

    Raises:
        JournalError: The folder cannot be used, or somebody has the board open.
    """
    hardware, why = target.hardware, ""
    try:
        factory = hardware.factory or pin_factory(target.profile.pins)
    except BoardMissingError as fault:
        factory, why = pin_factory("mock"), str(fault)
    pieces = dict(hardware.pieces)
    with suppress(JournalError), Reader(target.folder / JOURNAL) as journal:
        pieces.update({tag.uid: tag.item for tag in journal.tags() if tag.item})
    hardware = replace(hardware, factory=factory, pieces=pieces)
    async with AsyncExitStack() as stack:
        if folder is None:
            folder = Path(stack.enter_context(TemporaryDirectory()))
        running = await stack.enter_async_context(
            open_board(target.profile, folder, hardware=hardware)
        )
        yield running, why


@asynccontextmanager
async def out_of_play(
    target: DiagnosisTarget, *, folder: Path | None = None
) -> AsyncIterator[tuple[ServiceMode, Running, str]]:
    """
    Open a board that nobody has open, and take it out of play; see `opened`.

    Raises:
        SettingsError: Its daemon has it open.
    """
    if is_open(target.folder / JOURNAL):
        msg = (
            "the daemon has this board open; stop it first, or use the service page,"
            " or hold the service button while the board starts"
        )
        raise SettingsError(msg)
    async with (
        opened(target, folder=folder) as (running, why),
        running.table.service_mode() as service_mode,
    ):
        await settled(target, running)
        service_mode.clear()
        yield service_mode, running, why


async def settled(target: DiagnosisTarget, running: Running) -> Told:
    """Return what the parts tell, once each that there should be has had the time."""
    profile, meter, began_s = target.profile, running.meter, time.monotonic()
    asked = profile.screens or profile.pico is not None
    least_s = SETTLE_S if asked else LOOK_S
    most_s = least_s if profile.pico is None else HELLO_S
    while True:
        await asyncio.sleep(LOOK_S)
        waited_s = time.monotonic() - began_s
        there = meter.connected is not None or meter.protocol
        if waited_s >= most_s or (there and waited_s >= least_s):
            return told_by(running)
