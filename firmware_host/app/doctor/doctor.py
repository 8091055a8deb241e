"""
The doctor: finds what is wrong with a board, part by part, and what to do.

If its daemon runs, the doctor asks the status socket. Otherwise it opens the board
itself, with a temporary journal, so that nothing changes.
"""

import asyncio
import socket
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from firmware_host.app.content.languages import languages_with, owners_letters
from firmware_host.app.daemon.crashes import Crashes
from firmware_host.app.daemon.daemon import Running, open_board
from firmware_host.app.daemon.ladder import NAME as STARTS, Ladder, Rung
from firmware_host.app.daemon.status_socket import ask_daemon
from firmware_host.app.doctor.board import DiagnosisTarget, examine_board
from firmware_host.app.doctor.findings import (
    Finding,
    broken,
    from_json,
    ok,
    untried,
    watch,
)
from firmware_host.app.doctor.machine import examine_machine
from firmware_host.app.doctor.reports import ReportedParts, report_parts
from firmware_host.board.entries import JOURNAL
from firmware_host.board.json import as_list
from firmware_host.board.messages import Message, say, together
from firmware_host.board.record import Record
from firmware_host.devices.gpio import pin_factory
from firmware_host.errors import BoardMissingError, JournalError, SettingsError
from firmware_host.journal.file import check_file, is_open, set_aside_files
from firmware_host.journal.reader import Reader
from firmware_host.table.service_mode import ServiceMode

#: Screens are asked each second, and a controller counts its reads as often.
SETTLE_S = 2.5

#: A controller says HELLO within half a second; a slow port takes longer.
HELLO_S = 4.0

LOOK_S = 0.05

#: The unit of the pages, which may hold their port without a daemon.
PAGES = "letterzone-web.service"


class Diagnosis(Record):
    """
    The result of a diagnosis.

    Args:
        findings: The findings, part by part.
        reports: The reports of the parts; empty if a daemon has answered.
    """

    findings: tuple[Finding, ...]
    reports: ReportedParts = ReportedParts()


def target_of(running: Running, folder: Path) -> DiagnosisTarget:
    """Return a board that this process has open, to be diagnosed."""
    return DiagnosisTarget(running.profile, folder, running.hardware)


async def diagnose(target: DiagnosisTarget) -> Diagnosis:
    """Return the diagnosis of a board, with or without a running daemon."""
    answer = await asyncio.to_thread(ask_daemon, target.folder)
    about = await asyncio.to_thread(computer_findings, target, runs=answer is not None)
    if answer is not None:
        return Diagnosis((*about, *map(from_json, as_list(answer))))
    if is_open(target.folder / JOURNAL):
        busy = untried("board", say("doctor-board-busy"), say("then-restart"))
        return Diagnosis((*about, busy))
    async with opened_board(target) as (running, why):
        reports = await wait_for_parts(target, running)
        return Diagnosis((*about, *examine_board(target, reports, pins=why)), reports)


def known_findings(target: DiagnosisTarget, running: Running) -> tuple[Finding, ...]:
    """Return the findings about a board that this daemon has open."""
    return tuple(examine_board(target, report_parts(running)))


def computer_findings(target: DiagnosisTarget, *, runs: bool) -> tuple[Finding, ...]:
    """Return the findings about the computer, its card and its pages."""
    pages = target.machine.ask("systemctl", "is-active", PAGES).strip()
    return (
        *examine_machine(target.machine, target.folder),
        *examine_files(target.folder),
        judge_web(target.profile.web, runs=runs, waits=pages == "active"),
    )


# --- opening a board without a game -----------------------------------


@asynccontextmanager
async def opened_board(
    target: DiagnosisTarget, *, folder: Path | None = None
) -> AsyncIterator[tuple[Running, str]]:
    """
    Open a board; yield it, and why its pins cannot be used (empty if they can).

    Args:
        target: The board.
        folder: The folder for a journal; None for a temporary one.

    Raises:
        JournalError: The folder cannot be used, or another process has the board open.
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
    Open a board without a daemon, and take it out of play; see `opened_board`.

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
        opened_board(target, folder=folder) as (running, why),
        running.table.service_mode() as service_mode,
    ):
        await wait_for_parts(target, running)
        service_mode.clear()
        yield service_mode, running, why


async def wait_for_parts(target: DiagnosisTarget, running: Running) -> ReportedParts:
    """Return the reports of the parts after a time for all of them to report."""
    profile, meter, began_s = target.profile, running.meter, time.monotonic()
    asked = profile.screens or profile.pico is not None
    least_s = SETTLE_S if asked else LOOK_S
    most_s = least_s if profile.pico is None else HELLO_S
    while True:
        await asyncio.sleep(LOOK_S)
        waited_s = time.monotonic() - began_s
        there = meter.connected is not None or meter.protocol
        if waited_s >= most_s or (there and waited_s >= least_s):
            return report_parts(running)


# --- journal, word lists, crash reports ----------------------------------------

#: How long the pages may take to answer, in seconds, even on the slowest Pi.
_ANSWER_S = 3.0

#: Tables of the journal that have a name for people.
_GONE = {
    "boxes": say("gone-boxes"),
    "events": say("gone-events"),
    "settings": say("gone-settings"),
    "tags": say("gone-tags"),
}


def examine_files(folder: Path) -> Iterator[Finding]:
    """Yield the findings about the journal and the files next to it."""
    yield judge_journal(folder / JOURNAL)
    yield from judge_starts(folder)
    yield judge_words(folder)
    crashes = Crashes(folder).all()
    if crashes:
        says = say("doctor-crashes", n=len(crashes), file=crashes[0].name)
        yield watch("crashes", says, say("then-report"))


def judge_journal(path: Path) -> Finding:
    """Return a finding: whether the journal can be read."""
    try:
        aside = set_aside_files(path)
        there = path.exists()
    except OSError:
        return untried("journal", say("doctor-disk-none"), say("then-folder"))
    if there:
        try:
            check_file(path)
        except JournalError:
            return broken("journal", say("doctor-journal-damaged"), say("then-backup"))
        left: tuple[int, ...] = ()  # games with a damaged row
        with suppress(JournalError), Reader(path, traceless=True) as journal:
            left = journal.damaged()
        if left:
            what = together([say("doctor-game", n=one) for one in left])
            says = say("doctor-journal-left", what=what)
            return watch("journal", says, say("then-backup"))
    if aside:
        names = [one for one in aside if one.suffix[1:].isdigit()]
        says = say("doctor-journal-aside", n=len(names))
        return watch("journal", says, say("then-aside"))
    return ok("journal", say("doctor-journal") if there else say("doctor-journal-new"))


def judge_starts(folder: Path) -> Iterator[Finding]:
    """
    Yield findings about stored data that the board left out after failed starts.

    There is one finding for games that are not resumed, one for lost parts of the
    journal, and one for a journal that was renamed and replaced.
    """
    known = Ladder(folder).read()
    if known.left:
        what = together([say("doctor-game", n=one) for one in known.left])
        then = say("then-start-game", file=str(folder / STARTS))
        yield watch("journal", say("doctor-start-game", what=what), then)
    if known.gone:
        what = together([_gone(one) for one in known.gone])
        yield watch("journal", say("doctor-gone", what=what), say("then-backup"))
    if known.aside and (folder / known.aside).exists():
        says = _start_says(known.played, known.aside)
        then = say(
            "then-start-file", folder=str(folder), journal=JOURNAL, file=known.aside
        )
        yield watch("journal", says, then)


def _gone(told: str) -> Message:
    """Return a message about a part of the journal that is lost."""
    name, _, number = told.partition(" is ")[0].partition(" ")
    if name == "game" and number.isdigit():
        return say("doctor-game", n=int(number))
    return _GONE.get(name, say("gone-games"))


def _start_says(rung: Rung, file: str) -> Message:
    if rung is Rung.SALVAGED:
        return say("doctor-start-salvaged", file=file)
    if rung is Rung.FROM_BACKUP:
        return say("doctor-start-backup", file=file)
    return say("doctor-start-empty", file=file)


def judge_words(folder: Path) -> Finding:
    """
    Return a finding about the word lists.

    It is well if every language has its words, in the owner's spelling.
    """
    try:
        languages = dict(languages_with(owners_letters(folder)))
    except SettingsError:
        return broken("words", say("doctor-words-box"), say("then-box"))
    codes = ", ".join(sorted(languages))
    return ok("words", say("doctor-words", languages=codes))


def judge_web(web: str, *, runs: bool, waits: bool = False) -> Finding:
    """
    Return a finding: whether browsers reach the board.

    Args:
        web: ``HOST:PORT`` of the profile; empty for no web at all.
        runs: Whether a daemon runs, whose pages must answer.
        waits: Whether the program of the pages runs, which may be without a daemon.
    """
    if not web:
        return ok("network", say("doctor-web-unwanted"))
    host, _, port = web.rpartition(":")
    address = "127.0.0.1" if host == "0.0.0.0" else host  # noqa: S104 - read, not bound
    where = (address, int(port))
    if runs and _answers(where):
        return ok("network", say("doctor-web", port=port))
    if runs:
        return broken("network", say("doctor-web-mute", port=port), say("then-web"))
    try:
        socket.create_connection(where, _ANSWER_S).close()
    except OSError:
        return untried("network", say("doctor-web-later", port=port))
    if waits:
        return untried("network", say("doctor-web-waits", port=port))
    return broken("network", say("doctor-web-taken", port=port), say("then-port"))


def _answers(where: tuple[str, int]) -> bool:
    """Return True if a page is served there; an open port may have no server."""
    try:
        with socket.create_connection(where, _ANSWER_S) as asking:
            host = ":".join(map(str, where))
            asking.sendall(f"GET / HTTP/1.0\r\nHost: {host}\r\n\r\n".encode())
            asking.settimeout(_ANSWER_S)
            return asking.recv(1024).split(b" ")[1:2] == [b"200"]
    except OSError:
        return False
