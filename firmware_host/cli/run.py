"""`letterzone run`: the daemon of a board, and its pages."""

import asyncio
import os
import signal
import sys
import time
import traceback
from collections.abc import Callable, Iterable
from contextlib import AbstractAsyncContextManager, suppress
from dataclasses import replace
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from firmware_host.app.daemon.crashes import Crashes, crash_reports
from firmware_host.app.daemon.starting import EarlyScreens
from firmware_host.app.daemon.starts import FIRST_S, Starts
from firmware_host.app.daemon.watchdog import Watchdog, feed_watchdog, is_heard, notify
from firmware_host.app.system.hardware import profile_path
from firmware_host.app.system.loading import load
from firmware_host.board.entries import JOURNAL
from firmware_host.cli import commands, spoken
from firmware_host.cli.places import board_of, chosen_language, folder_of
from firmware_host.errors import (
    DoubtError,
    JournalError,
    LetterzoneError,
    SettingsError,
)
from firmware_host.settings.checks import NO_WEB, may_listen
from firmware_host.settings.profile import Profile, load_profile

if TYPE_CHECKING:  # imported late, when a board is opened
    from firmware_host.app.daemon.daemon import Running
    from firmware_host.app.daemon.ladder import Ladder
    from firmware_host.devices.saved import SavedScreens

#: The pause before the pages try an occupied port again, in seconds.
RETRY_S = 5.0

#: Summaries of finished games are stored this long after the start, in seconds.
SUMMARIES_S = 10.0

#: The exit code after "switch off"; letterzone.service then turns the computer off.
OFF = 64


@commands.run.register
def run_board(given: commands.RunCommand) -> int:
    """Serve the board until a person switches it off."""
    runtime = os.environ.get("RUNTIME_DIRECTORY")  # systemd's
    starts = Starts(Path(runtime) if runtime else None)
    try:
        profile, folder = _profile(given), folder_of(given.folder)
    except SettingsError as fault:
        # The profile would say which screen to use; without it, use the usual one.
        usual = load_profile(profile_path("full"))
        with EarlyScreens(usual, face=starts.face) as screens:
            return _fail(fault, starts, screens, spoken.language())
    saved = _saved(profile, given.screens).open if given.screens else None
    watchdog = Watchdog()
    alive = watchdog.join("screens")
    with EarlyScreens(profile, display=saved, alive=alive, face=starts.face) as screens:
        # Imported late, after "Starting" is on the table's screen.
        cards = import_module("firmware_host.app.daemon.card")
        card, folder = folder, cards.usable_folder(folder, starts.folder)
        climbing = import_module("firmware_host.app.daemon.ladder")
        ladder = climbing.Ladder(folder, starts.folder)
        try:
            with crash_reports(folder, partial(_describe, profile, folder)) as crashes:
                daemon = load("firmware_host.app.daemon.daemon")
                hardware = daemon.Hardware(
                    display=saved, port=given.port, join=watchdog.join
                )
                opening = daemon.open_board(
                    profile, folder, hardware=hardware, screens=screens, ladder=ladder
                )
                up = partial(_note_up, starts, ladder, partial(cards.mark, card=card))
                serving = _serve(
                    opening, folder, watchdog=watchdog, crashes=crashes, up=up
                )
                return asyncio.run(serving)
        except DoubtError:
            screens.stay(starts.again(_language(folder)))
            raise
        except Exception as fault:
            if starts.is_up:
                raise
            leads_down = ladder.failed(fault)
            return _fail(fault, starts, screens, _language(folder), soon=leads_down)


def _note_up(
    starts: Starts, ladder: "Ladder", mark: Callable[..., None], board: "Running"
) -> None:
    """Record that the board has started, and report a card that is read-only."""
    load("firmware_host.app.daemon.priority").go_first()
    starts.up()
    ladder.up(board.start)
    mark(board.table, board.journal.path.parent)


def _fail(
    fault: Exception,
    starts: Starts,
    screens: EarlyScreens,
    language: str,
    *,
    soon: bool = False,
) -> int:
    """
    Report on the screen and in the log why the board cannot start.

    Return the exit code.

    Args:
        fault: The reason.
        starts: The counter of failed starts.
        screens: The screens to use.
        language: The language of the message.
        soon: True if the next start sets more files aside, so it need not wait.

    Raises:
        Exception: The same fault, if a person started the board in a terminal.
    """
    if not is_heard():
        raise fault
    screens.stay(starts.failed(fault, language))
    told = isinstance(fault, LetterzoneError)
    lines = [f"{spoken.error(str(fault))}\n"]
    sys.stderr.writelines(lines if told else traceback.format_exception(fault))
    notify(f"STATUS=cannot start: {lines[0]}")
    time.sleep(FIRST_S if soon else starts.rest_s)
    return 2 if told else 1


def _language(folder: Path) -> str:
    """Return the language of the board by its journal, or else of the terminal."""
    reader = import_module("firmware_host.journal.reader")
    language = ""
    with suppress(JournalError), reader.Reader(folder / JOURNAL) as journal:
        language = chosen_language(journal.settings())
    return language or spoken.language()


def _profile(given: commands.RunCommand) -> Profile:
    """
    Return the profile, with the web address of the command line if one is given.

    Raises:
        SettingsError: The profile or the address is invalid.
    """
    profile = load_profile(board_of(given.profile))
    if not given.web:
        return profile
    if not may_listen(given.web):
        msg = f"--web {given.web}: {NO_WEB}"
        raise SettingsError(msg)
    return replace(profile, web=given.web)


def _saved(profile: Profile, folder: str) -> "SavedScreens":
    """Return screens that are stored as image files."""
    saved = import_module("firmware_host.devices.saved")
    made: SavedScreens = saved.SavedScreens(profile.screens, Path(folder))
    return made


def _describe(profile: Profile, folder: Path) -> Iterable[str]:
    """Return a description of the machine, in the language of the terminal."""
    standby = import_module("firmware_host.app.daemon.standby")
    language = spoken.language()
    described: Iterable[str] = standby.describe(profile, folder, language)
    return described


async def _serve(
    opening: AbstractAsyncContextManager["Running"],
    folder: Path,
    *,
    watchdog: Watchdog,
    crashes: Crashes,
    up: Callable[["Running"], None],
) -> int:
    async with (
        opening as board,
        feed_watchdog(watchdog, board.journal, status=_status(board)),
    ):
        up(board)
        told = asyncio.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            asyncio.get_running_loop().add_signal_handler(number, told.set)
        beside = [
            asyncio.create_task(_doctor(board, folder, crashes)),
            asyncio.create_task(_snapshots(board)),
            asyncio.create_task(_summaries(board, folder)),
            asyncio.create_task(_checks(board, folder)),
        ]
        if is_heard():
            beside.append(asyncio.create_task(_updates(board)))
        if board.profile.web:
            beside.append(asyncio.create_task(_web(board, folder)))
        await _first(told, board.table.off)
        for task in beside:
            task.cancel()
        await asyncio.gather(*beside, return_exceptions=True)
        return 0 if told.is_set() or not is_heard() else OFF


def _status(board: "Running") -> Callable[[], str]:
    """Return a function that describes the faulty parts for `systemctl status`."""

    def status() -> str:
        faults = board.table.session.faults
        return f"out of order: {', '.join(faults)}" if faults else "all parts work"

    return status


async def _first(*events: asyncio.Event) -> None:
    tasks = [asyncio.create_task(event.wait()) for event in events]
    await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for task in tasks:
        task.cancel()


async def _updates(board: "Running") -> None:
    """Ask on the board whether to install an update, and show the result."""
    asking = await asyncio.to_thread(
        import_module, "firmware_host.app.daemon.update_asking"
    )
    updates = import_module("firmware_host.app.system.updates")
    await asking.UpdateAsking(board.table, updates.UpdateRequests()).run()


async def _snapshots(board: "Running") -> None:
    """Store a snapshot of the game at the end of each round."""
    keeping = import_module("firmware_host.app.daemon.snapshots")
    await keeping.keep_snapshots(board.table, board.journal)


async def _summaries(board: "Running", folder: Path) -> None:
    """Store summaries of the newest games for the history."""
    await asyncio.sleep(SUMMARIES_S)
    name = "firmware_host.app.daemon.history"
    keeping = await asyncio.to_thread(import_module, name)
    await keeping.keep_summaries(board.table, board.journal, folder / JOURNAL)


async def _checks(board: "Running", folder: Path) -> None:
    """Check the whole journal while no game is running."""
    checking = import_module("firmware_host.app.archive.checking")
    await checking.check_when_quiet(board.table, folder / JOURNAL)


async def _doctor(board: "Running", folder: Path, crashes: Crashes) -> None:
    """Run the doctor on request; a failure does not disturb the game."""
    standby = await asyncio.to_thread(import_module, "firmware_host.app.daemon.standby")
    standby.record_faults(crashes, partial(_describe, board.profile, folder))
    doctor = import_module("firmware_host.app.doctor.doctor")
    await standby.stand_by(doctor.target_of(board, folder), board)


async def _web(board: "Running", folder: Path) -> None:
    """
    Serve the ports of the pages, or start the pages.

    A failure does not disturb the game.

    On an installed board letterzone-web.service runs the pages.
    """
    # Imported late and in a thread, so that the first tap does not wait.
    pages = await asyncio.to_thread(import_module, "firmware_host.app.pages.child")
    serving = import_module("firmware_host.app.pages.serving")
    place_of_web = import_module("firmware_host.app.pages.place").place_of_web
    # The pages offer every game: import all of them before a tap does.
    await asyncio.to_thread(list, board.table.session.games.values())
    runtime, web = os.environ.get("RUNTIME_DIRECTORY"), board.profile.web
    said = ""
    while True:
        try:
            opening = (
                serving.serve_ports(
                    board, folder, at=Path(runtime) / serving.SOCKET, web=web
                )
                if runtime
                else pages.open_pages(board, folder, place=place_of_web(web))
            )
            async with opening:
                await asyncio.Event().wait()
        except SettingsError as fault:
            if str(fault) != said:
                said = str(fault)
                print(spoken.error(said), file=sys.stderr, flush=True)
        await asyncio.sleep(RETRY_S)
