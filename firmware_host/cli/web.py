"""`letterzone web`, `publish`, `hall`: processes beside a board."""

import asyncio
import os
import signal
import socket
from collections.abc import Coroutine
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from firmware_host.cli import commands
from firmware_host.cli.places import board_folder_of, board_of, folder_of, language_of
from firmware_host.errors import SettingsError
from firmware_host.settings.checks import NO_WEB, may_listen
from firmware_host.settings.profile import load_profile

if TYPE_CHECKING:  # imported late, by the command that needs it
    from firmware_host.app.hall.store import Store

#: The nice value of the pages: the table has priority.
NICE = 10


@commands.run.register
def publish(given: commands.Publish) -> None:
    """Publish the journal to the profile's MQTT broker."""
    profile = load_profile(board_of(given.profile))
    if profile.broker is None:
        msg = "there is nothing to publish to: the profile names no broker under [mqtt]"
        raise SettingsError(msg)
    publishing = import_module("firmware_host.app.hall.publisher")
    publisher = publishing.Publisher(
        profile.broker, board_folder_of(given.folder), name=profile.name
    )
    _until_told(publisher.run())


@commands.run.register
def hall(given: commands.HallCommand) -> None:
    """Make, open or judge a hall's evening, or show the hall."""
    storing = import_module("firmware_host.app.hall.store")
    evenings = import_module("firmware_host.app.hall.evenings")
    folder = folder_of(given.folder, name="letterzone-hall")
    store, language = storing.Store(folder), language_of(given.language)
    if given.new:
        kept = evenings.begin(
            store,
            given.new,
            language=language,
            length=given.length,
            rounds=given.rounds,
        )
        print(f"{kept.evening.title}: {kept.evening.commitment}")
        print(f"{kept.key.spoken}")
    elif given.open:
        kept = evenings.close(store, now=given.now)
        print(f"{kept.evening.title}: {kept.evening.commitment}")
        print(f"{kept.key.spoken} {kept.nonce}")
    elif given.take:
        _take(given, store, evenings)
    else:
        _show_hall(given, store, language)


def _take(given: commands.HallCommand, store: "Store", evenings: ModuleType) -> None:
    """
    Add a transcript to a hall's evening.

    Raises:
        SettingsError: There is no evening, or the transcript is not of it, or
            `--name` is missing.
        TranscriptError: It is invalid.
    """
    kept = evenings.find(store)
    transcripts = import_module("firmware_host.cli.archive")
    if kept is None or not given.name:
        what = "there is no evening yet: --new TITLE" if given.name else "--name BOARD"
        msg = f"--take {given.take} needs to know whose it is, and of what: {what}"
        raise SettingsError(msg)
    evenings.take(store, transcripts.played(given.take), kept, name=given.name)


def _show_hall(given: commands.HallCommand, store: "Store", language: str) -> None:
    place = import_module("firmware_host.app.pages.place")
    process = import_module("firmware_host.app.hall.process")
    profiles = import_module("firmware_host.settings.profile")
    if given.web and not may_listen(given.web):
        msg = f"--web {given.web}: {NO_WEB}"
        raise SettingsError(msg)
    where = place.place_of_web(given.web) if given.web else place.ListenPlace()
    at = profiles.broker_of(
        given.broker, user=given.user, password_file=given.password_file, ca=given.ca
    )
    if at is not None:
        # Fail before listening.
        import_module("firmware_host.app.hall.broker").check(at)
    ears = place.listen_at(where)
    print(place.address_of(ears, has_wifi=False), flush=True)
    running = process.be_hall(
        store, ears, at=at, delay_s=given.delay, language=language
    )
    _until_told(running)


def _until_told(running: Coroutine[object, object, None]) -> None:
    """Run a coroutine until SIGTERM or Ctrl-C."""

    async def until() -> None:
        task = asyncio.ensure_future(running)
        for number in (signal.SIGTERM, signal.SIGINT):
            asyncio.get_running_loop().add_signal_handler(number, task.cancel)
        with suppress(asyncio.CancelledError):
            await task

    asyncio.run(until())


@commands.run.register
def serve_pages(given: commands.WebCommand) -> int:
    """Serve the pages."""
    place = import_module("firmware_host.app.pages.place")
    # Loaded before the sockets listen: a fault then looks like a closed port.
    process = import_module("firmware_host.app.pages.process")
    if given.ear:
        os.nice(NICE)
        ears = [_ear(number) for number in given.ear]
    else:
        profile = load_profile(board_of(given.profile))
        if not profile.web:
            print("this board has no pages: its profile sets no web")
            return 0
        ears = place.listen_at(place.place_of_web(profile.web))
    serving = process.run_pages(Path(given.table), ears, is_child=bool(given.ear))
    return int(asyncio.run(serving))


def _ear(number: int) -> socket.socket:
    """
    Return a listening socket that the table's process has opened.

    Raises:
        SettingsError: There is no socket with that number.
    """
    try:
        return socket.socket(fileno=number)
    except OSError as fault:
        msg = f"--ear {number}: {fault.strerror}; letterzone run --web starts the pages"
        raise SettingsError(msg) from fault
