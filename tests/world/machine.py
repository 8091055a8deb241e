"""
The simulated base of a board: a card, a wire, a clock, an order of threads, power.

The daemon, table, journal, link and the controller's own program are the real ones, as
`open_board` puts them together. Everything below them is simulated, and may fail.
"""

import asyncio
import logging
from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import replace
from functools import cache, partial
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import firmware_host.devices.controller as controller_module
import firmware_host.table.committer as committer_module
import firmware_host.table.show as show_module
from firmware_host.app.daemon import daemon, snapshots
from firmware_host.board.faces import Lamp
from firmware_host.board.pieces import ZONES
from firmware_host.devices.fake import FakePins
from firmware_host.errors import DoubtError
from firmware_host.link.messages import ButtonChange
from firmware_host.settings.profile import Profile, load_profile
from firmware_host.simulate.controller import SimulatedController
from tests.app.pages.memory import Pages
from tests.net.world import TAGS, World
from tests.world import accidents
from tests.world.cable import Wire
from tests.world.card import Card
from tests.world.files import FILES
from tests.world.ledger import Ledger
from tests.world.stand_ins import stand_ins
from tests.world.turns import Loop, Turns

ROOT = Path(__file__).resolve().parents[2]

#: A touch has so long to be answered where nothing is wrong, and where something is.
QUICK_MS, PATIENCE_MS = 100, 2600

#: The longest time that a hand lies on a pad, and the time until the next.
DWELL_MS, GONE_MS = 400, 420

#: How long a card takes to commit, in milliseconds.
QUICK_CARD = (1, 15)

#: After a fault the board has so long to get well.
HEALING_MS = 7000


@cache
def _profile() -> Profile:
    return load_profile(ROOT / "hardware" / "simulated" / "board.toml")


class Machine(World):
    """
    A board with a controller, a card and a wire, its table, and everybody around it.

    Args:
        build: As `World` takes it.
        top: An empty folder.
        seed: What everything that is left to chance is drawn from.
    """

    def __init__(self, build: dict[str, Any], top: Path, seed: int) -> None:
        self._prepare(build)
        self.seed = seed
        self.loop = Loop()
        self.turns = Turns(self.loop, self._pace_s)
        self.wire = Wire(self.loop, self.stream("wire"))
        FILES.register()
        FILES.seed(seed)
        self.card = Card(top, self.stream("card"))
        self.card.fallen = self._fell
        self._paces = self.stream("turns")
        self.slow_ms = 0
        self.cut_when_shown = ""
        self.bug = ""
        self.stray = False
        self.web_dies = False
        self.pages = Pages(self.loop.now_ms)
        self.garbled = False
        self.starts = 0
        self.rotted = False
        self.held: set[str] = set()
        self.calm = True
        self.ledger = Ledger()
        self.entries: list[Any] = []
        self.running: daemon.Running | None = None
        self._life: asyncio.Task[None] | None = None
        self._patches = ExitStack()
        self._profile = self._built()
        self._patch()
        self.loop.run(self._make_controller)
        self._noted_n = 0
        self.start()

    def stream(self, name: str) -> Random:
        """Return a stream of chance, which no other one disturbs."""
        return Random(f"{self.seed}:{name}")  # noqa: S311 - it is to be played again

    def _built(self) -> Profile:
        profile = _profile()
        zones = self._board["zones"]
        screens = {
            name: at
            for name, at in profile.screens.items()
            if self._board["maker_screen"] or name != "maker"
        }
        lamps = {zone: pins for zone, pins in profile.lamps.items() if zone <= zones}
        return replace(
            profile,
            zones=zones,
            input=self._board["way"],
            screens=screens,
            lamps=lamps,
        )

    def entropy(self) -> bytes:
        """Return 32 bytes of chance."""
        self._drawn += 1
        return sha256(f"{self._seed}:{self._drawn}".encode()).digest()

    _entropy = entropy

    def _pace_s(self) -> float:
        return self._paces.uniform(*QUICK_CARD) / 1000

    # --- replacements of the machine ---

    def _patch(self) -> None:
        enter = self._patches.enter_context
        for place, names in stand_ins(self):
            enter(patch.multiple(place, **names))
        enter(self.card.mounted())
        logging.disable()
        self._patches.callback(logging.disable, logging.NOTSET)
        self._watch(committer_module.Committer, "_write", self._handed)
        self._watch(committer_module.Committer, "_written", self._written)
        self._watch(show_module.Show, "light", self._lit)
        self._watch(controller_module.SerialController, "acknowledge", self._acked)
        self._watch(committer_module, "step", self._stepped)
        self._watch(committer_module.Committer, "skip", self._skipped)
        self._watch(committer_module, "call_off", self._called_off)

    def _watch(self, place: Any, name: str, look: Callable[..., None]) -> None:
        """Call *look* before each call of something; it may raise in its place."""
        under = getattr(place, name)

        def watched(*args: Any, **more: Any) -> Any:
            look(*args, **more)
            return under(*args, **more)

        self._patches.enter_context(patch.object(place, name, watched))

    def _handed(self, _committer: Any, item: Any, _after: Any, entry: Any) -> None:
        self.ledger.handed(item, entry, self.loop.now_ms())

    def _written(self, _committer: Any, _item: Any, _after: Any, done: Any) -> None:
        self.ledger.written(done.exception())

    def _lit(self, show: Any, zones: Any) -> None:
        if self.bug == "lamps":
            raise RuntimeError(self.bug)
        changed = any(
            face.lamp is not lamp and face.lamp in (Lamp.YES, Lamp.NO)
            for face, lamp in zip(zones, show._lamps, strict=False)
        )
        if changed:
            self.ledger.shown()
            self._cut_now()

    def _acked(self, _wire: Any, event: Any) -> None:
        flying = self.ledger.flying
        if flying is not None and flying.item.wire is event:
            self.ledger.shown()
            self._cut_now()

    def _cut_now(self) -> None:
        if self.cut_when_shown and self.ledger.flying is not None:
            power, self.cut_when_shown = self.cut_when_shown == "power", ""
            self.card.cut(power=power)

    def _skipped(self, _committer: Any, event: Any) -> None:
        if isinstance(event.body, ButtonChange) and event.body.down:
            self.ledger.told.add((event.boot_id, event.n))  # by a heartbeat before

    def _stepped(self, session: Any, event: Any, **_: Any) -> None:
        touched = type(event).__name__ in ("Tapped", "Submitted")
        if self.bug == "game" and touched and session.playing is not None:
            self.bug, self._expected_bug = "", True
            raise RuntimeError(event)

    def _called_off(self, *_: Any, **__: Any) -> None:
        if not self._expected_bug and not self.ledger.muted:
            self.ledger.wrong.append("a game raised, and is called off")
        self._expected_bug = False

    _expected_bug = False

    def _make_controller(self) -> None:
        zones = tuple(zone for zone in ZONES if zone <= self._board["zones"])
        self.controller = SimulatedController(
            Path("/"), zones=zones, clock_ms=self.loop.now_ms
        )
        self.controller.plug_cable()

    # --- power ---

    def start(self) -> None:
        """Start the daemon, repeatedly like systemd until it is up."""
        self.running = None
        self.starts += 1
        for button in self.held:  # the next one hears of it by the first heartbeat
            self.ledger.pushed[button] += 1
        make = partial(self.loop.create_task, self._live())
        self._life = self.loop.run(make)
        life = self._life
        self.loop.until(lambda: self.running or life.done() or self.fell, 30_000)
        if self.running is None and not self.fell:
            fault = life.exception() if life.done() else "it hangs"
            bad = self.card.mode != "good" or self.card.room is None
            if self.ledger.bad_card and bad:
                accidents.mend_card(self)
                self.card.cut(power=False)
                self.revive(power=False)
                return
            self.ledger.wrong.append(f"the board does not start: {fault!r}")
            return
        if self.running is not None:
            self.table = self.running.table
            self.table_api = self.running.table_api

    def _fell(self) -> None:
        """Hide everything that a dead process still does."""
        self.ledger.muted = self.wire.dead = True

    @property
    def fell(self) -> bool:
        """Whether the power went, or the process was killed."""
        return self.card.image is not None

    async def _live(self) -> None:
        pins = FakePins(
            lamps=self._profile.lamps,
            buzzer=self._profile.buzzer,
            watch=self._buzzed,
        )
        hardware = daemon.Hardware(
            factory=pins.factory,
            port="wire",
            pieces=TAGS,
            before_commit=lambda: self.turns.rest(self.slow_ms),
            clock_ms=self._now_ms,
        )
        self._leave = asyncio.Event()
        async with daemon.open_board(
            self._profile, self.card.folder, hardware=hardware, setup=self._setup
        ) as running:
            self._meet(running)
            keeping = snapshots.keep_snapshots(running.table, running.journal)
            beside = keeping, self.pages.beside(running)
            ends = self._leave.wait(), running.table.off.wait()
            tasks = [asyncio.ensure_future(one) for one in (*beside, *ends)]
            try:
                await asyncio.wait(tasks[2:], return_when=asyncio.FIRST_COMPLETED)
            finally:
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)

    def _meet(self, running: daemon.Running) -> None:
        journal = running.journal
        append = journal.append

        def appended(entry: Any, *, then: Any = None, **more: Any) -> Any:
            if self.stray and then is not None:
                self.stray = False
                done = append(entry, then=then, **more)
                if entry.rows:  # a row's number is used twice: it can never be kept
                    twice = (*entry.rows, *entry.rows)
                    append(
                        replace(entry, rows=twice, event=None, settings=(), names=())
                    )
            else:
                done = append(entry, then=then, **more)
            if then is not None:
                self.entries.append(entry)
            return done

        journal.append = appended
        journal.entries = self.entries
        journal.takes = True
        self.journal = journal
        self.ledger.compare(journal)
        running.table.listen(self._fail)
        running.table.listen(self._listen)
        self.running = running

    def _fail(self, _event: Any, _outcome: Any) -> None:
        if self.bug == "listener":
            raise RuntimeError(self.bug)

    def _listen(self, event: Any, outcome: Any) -> None:
        if not self.ledger.muted:
            self._told.append((event, outcome))
        self.ledger.heard(event, outcome)
        refused = getattr(outcome, "code", "") == "journal-failed"
        full = self.card.room is not None and self.card.mode == "good"
        if refused and full and (self.card.folder / "letterzone.db.reserve").exists():
            self.ledger.wrong.append("the disk is full, and nothing is given back")

    def _buzzed(self, name: str, level: bool) -> None:  # noqa: FBT001 - gpiozero's shape
        if name == "buzzer" and level:
            self._sounds.append("on")

    def fall(self, *, power: bool) -> None:
        """Let the power go, or the process be killed; then start again."""
        self.card.cut(power=power)
        self.revive(power=power)

    def revive(self, *, power: bool = True) -> None:
        """Bury a process that has fallen, unseen; start another one."""
        self._bury()
        self.ledger.fall()
        if power:
            self._base_ms = self.loop.now_ms()
            if self._paces.random() < 0.5:
                self._reboot()
        self.card.next_life()
        self.cut_when_shown = ""
        self.ledger.muted = self.wire.dead = False
        self.loop.advance(self._paces.randint(1, 2500))
        self.start()

    def _bury(self) -> None:
        self.turns.kill()
        if self.running is not None:
            writer = self.running.journal._writer
            if writer is not None:
                with suppress(Exception):
                    writer._connection.close()
                with suppress(OSError):
                    writer._log.close()
            self.running.table.close()
        life = self._life
        if life is not None and not life.done():
            self.loop.run(life.cancel)
            self.loop.until(life.done, 10_000)
            with suppress(BaseException):
                life.exception()
        self.loop.faults.clear()
        self.loop.late.clear()
        self.loop.readers.clear()

    def rise_again(self) -> None:
        """Start again where the daemon has ended: in doubt, or switched off."""
        life = self._life
        if life is None or not life.done():
            return
        fault = None if life.cancelled() else life.exception()
        if isinstance(fault, DoubtError) and self.rotted:
            self.ledger.rotten = True  # found only now: the next start salvages
        elif fault is not None and not self.ledger.bad_card:
            self.ledger.wrong.append(f"the daemon ended: {fault!r}")
        self.card.cut(power=False)
        self.revive(power=False)

    def close(self) -> None:
        """Switch all of it off, and let the machine have its own calls back."""
        try:
            self.card.cut(power=False)
            self._bury()
            self.loop.run(lambda: self.controller.__exit__(None, None, None))
        finally:
            self._patches.close()

    def _reboot(self) -> None:
        self.ledger.rebooted()
        self._noted_n = 0
        self.loop.run(self.controller.reboot)
