"""
The daemon that is killed: daemon.py RECORDS ORDERS.

One process imports everything and forks one life after another. Both arguments are
numbers of sockets. ORDERS receives a `Life`, and returns the number of the process and
its end. RECORDS gets one message for each change of a lamp and each transfer on the
bus. The kernel keeps messages from before a kill, so they and the journal remain of a
life.
"""

import asyncio
import gc
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path

from firmware_host.app.content.languages import load_language, load_texts
from firmware_host.app.daemon import daemon
from firmware_host.board.entries import Entry
from firmware_host.board.events import Healed
from firmware_host.board.messages import Refused
from firmware_host.board.pieces import Seat
from firmware_host.devices.clock import monotonic_ms
from firmware_host.devices.fake import FakePins
from firmware_host.games.decipher.rules import SetSecret
from firmware_host.games.game import Void
from firmware_host.games.views import Viewer
from firmware_host.journal.store import Journal
from firmware_host.languages import CODES
from firmware_host.link import link
from firmware_host.session.play import Playing
from firmware_host.session.setups import Player
from firmware_host.table import incoming, presenter
from firmware_host.table.table import Table
from tests.devices.chips import ChipScreens
from tests.idle import wait_idle
from tests.opened import choice, open_table
from tests.table.kill.evening import (
    ANSWERS,
    PLAYERS,
    PROFILE,
    REVEALED,
    WORD,
    Life,
    pieces,
)

# Show every answer and every revealed word at once. A decoration takes time, so what
# the eyes see would depend on how busy the machine is.
presenter.beats = lambda *_: ()

# Count neither a silent controller nor a late tap as a fault. The observer keeps the
# controller silent until the board has resumed, however long that takes.
link.OFFLINE_AFTER_MS = incoming.TOO_LATE_MS = sys.maxsize


class Witness:
    """
    Recorder of everything visible, which ends the process where its life says so.

    Args:
        life: What it is told.
        records: Where it is taken down.
    """

    def __init__(self, life: Life, records: socket.socket) -> None:
        self.life = life
        self._records = records
        self._event = 0

    def say(self, what: str, detail: object = "", payload: bytes = b"") -> None:
        """Write one record; without anybody to read it there is nothing to live for."""
        line = f"{time.monotonic_ns()} {what} {detail}\n"
        try:
            self._records.send(line.encode() + payload)
        except OSError:
            os._exit(1)

    def lamp(self, name: str, level: bool) -> None:  # noqa: FBT001 - as FakePins tells it
        """A lamp or the buzzer has changed."""
        self.say("lamp", f"{name} {int(level)}")
        if name != "buzzer":
            self.dies("lamp")

    def screen(self, name: str, sent: bytes) -> None:
        """A screen was sent something."""
        self.say("screen", name, sent)
        if name.isdigit():
            self.dies("screen")

    def writing(self, event: int) -> None:
        """Note the event number of an entry for the journal, or 0."""
        self._event = event

    def before_commit(self) -> None:
        """The entry is in the transaction."""
        self.dies("before-commit")

    def committed(self) -> None:
        """The entry is durable. On the journal's thread."""
        self.say("commit", self._event)
        self.dies("committed")
        if self._is_due("after"):
            threading.Timer(self.life.after_ms / 1000, self.die).start()

    def dies(self, way: str) -> None:
        """End here, if this is the place."""
        if self._is_due(way):
            self.die()

    def _is_due(self, way: str) -> bool:
        return way == self.life.way and self._event == self.life.event

    def die(self) -> None:
        """Kill this process at once with SIGKILL, as a power cut would."""
        self.say("dies")
        os.kill(os.getpid(), signal.SIGKILL)


class WatchedJournal(Journal):
    """The journal, with a witness, and with the faults that the test must find."""

    witness: Witness

    def append(
        self,
        entry: Entry,
        *,
        then: Callable[[], None] | None = None,
        meanwhile: Callable[[], object] | None = None,
    ) -> Future[None]:
        """Write *entry*; see `Journal.append`."""
        witness, fault = self.witness, self.witness.life.fault
        witness.writing(entry.event[1] if entry.event else 0)
        if fault == "number-forgotten":
            entry = replace(entry, event=None)
        if fault == "shown-first" and then is not None:
            then()

        def durable() -> None:
            witness.committed()
            if then is not None:
                then()

        if fault == "unwritten" and entry.event:
            entry = Entry()
        return super().append(entry, then=durable, meanwhile=meanwhile)


async def live(witness: Witness) -> None:
    """Be the daemon, and see to it that there is always a round with taps to come."""
    life = witness.life
    pins = FakePins(lamps=PROFILE.lamps, buzzer=PROFILE.buzzer, watch=witness.lamp)
    screens = ChipScreens(PROFILE.screens, watch=witness.screen)
    hardware = daemon.Hardware(
        factory=pins.factory,
        bus=screens.open,
        port=life.port,
        pieces=pieces(),
        before_commit=witness.before_commit,
        clock_ms=lambda: monotonic_ms() * life.hurry,
    )
    async with open_table(PROFILE, Path(life.folder), hardware=hardware) as table:
        changed = asyncio.Event()

        def listen(event: object, outcome: object) -> None:
            facts = outcome is not None and not isinstance(outcome, Refused)
            if facts or event == Healed("controller"):
                changed.set()

        table.listen(listen)
        await _tell(witness, table, "resumed")
        while await changed.wait():
            changed.clear()
            await _tell(witness, table, "shown")
            await _go_on(witness, table)
            await _tell(witness, table, "open")


async def _go_on(witness: Witness, table: Table) -> None:
    """Begin the game or the next round, if one is due."""
    if not isinstance(table.session.playing, Playing):
        people = tuple(Player(name) for name in PLAYERS)
        await table.choose(choice(people, "en", len(WORD)))
    view = _view(table)
    if not view.waiting and _answers(view) == len(ANSWERS):
        await table.submit(Void())
        await _tell(witness, table, "revealed")
        if witness.life.way == REVEALED:
            witness.die()
        view = _view(table)
    if view.waiting:
        await table.submit(SetSecret(Seat(0), WORD))


async def _tell(witness: Witness, table: Table, what: str) -> None:
    """
    Report the number of answers and the seat on turn, once they are shown.

    A tap that is answered during the wait is not shown yet, so it is waited for, too.
    """
    told = ""
    while told != (now := _detail(table)):
        told = now
        await asyncio.sleep(0)  # listeners come before screens that answer nothing
        await asyncio.to_thread(wait_idle, table._parts.screens, 5)
    witness.say(what, told)


def _detail(table: Table) -> str:
    view = _view(table)
    return "0 None" if view is None else f"{_answers(view)} {view.turn}"


def _answers(view) -> int:
    return view.noes + sum(map(sum, view.placed))


def _view(table: Table):
    playing = table.session.playing
    if not isinstance(playing, Playing):
        return None
    return playing.engine.view(playing.game, Viewer.PUBLIC)


def main() -> None:
    """Fork one life after another until no more orders come."""
    records, orders = (socket.socket(fileno=int(number)) for number in sys.argv[1:])
    for code in CODES:
        load_language(code)
        load_texts(code)
    daemon.Journal = WatchedJournal
    gc.collect()
    gc.freeze()  # what is shared stays shared
    while order := orders.recv(65536):
        number = os.fork()
        if not number:
            WatchedJournal.witness = Witness(Life.from_bytes(order), records)
            if WatchedJournal.witness.life.fault == "dark":
                Table.start = lambda _: None
            try:
                asyncio.run(live(WatchedJournal.witness))
            finally:
                os._exit(1)
        orders.send(str(number).encode())
        orders.send(str(os.waitstatus_to_exitcode(os.waitpid(number, 0)[1])).encode())


if __name__ == "__main__":
    main()
