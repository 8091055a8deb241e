"""
The whole board in one process, in one order and in virtual time.

Hands, phones and the checks after an event are those of `tests.net`; the simulated
hardware is in `machine`.

Not covered: pictures on screens (they are drawn from the face, which is checked),
sound, HTTP, and a start or a restore with other processes.
"""

import asyncio
from contextlib import suppress
from functools import partial
from typing import Any

from firmware_host.board.catalogue import read_item
from firmware_host.board.events import Failed, Healed
from firmware_host.board.pieces import RACK, Zone
from firmware_host.simulate.pieces import uid_of
from tests.net.world import STRANGE, _outcome
from tests.world import accidents, upkeep
from tests.world.machine import Machine

#: A touch has so long to be answered where nothing is wrong, and where something is.
QUICK_MS, PATIENCE_MS = 100, 2600

#: The longest time that a hand lies on a pad, and the time until the next.
DWELL_MS, GONE_MS = 400, 420

#: The result of a touch that no reader or button has noticed.
UNTOUCHED = "untouched"


class SimulatedBoard(Machine):
    """A board with a controller, a card and a wire, and everybody around it."""

    # --- touches ---

    @property
    def _core(self) -> Any:
        return self.controller._core

    def is_well(self) -> bool:
        """Return whether the controller is connected and nothing delays the table."""
        table = self.running and self.running.table
        harmed = self.wire.harm or self.wire.mute or self.slow_ms
        well = table and "controller" not in table.session.faults and not harmed
        return bool(well and self.wire.plugged and self.card.mode == "good")

    def settle_down(self) -> None:
        """Handle a process that has died or ended meanwhile."""
        if self.fell:
            self.revive(power=self.card.power)
        self.rise_again()

    def _touch(self, event: dict[str, Any]) -> Any:
        self.settle_down()
        boot, n = self._core._boot_id, self._core._n
        age_ms = event.get("age_ms", 0)
        if age_ms:
            self.loop.run(self.controller.pull_cable)
        self._hands(event)
        told = self._core._n != n
        self.note_touches()
        if age_ms:
            self.loop.advance(age_ms)
            self.loop.run(self.controller.plug_cable)
        quick, number = not age_ms, self._core._n
        outcome = self._answer(boot, number, quick=quick) if told else UNTOUCHED
        if "tap" in event or "unclear" in event:
            self._lift(event)
        return outcome

    def note_touches(self) -> None:
        """Record the touches that the controller has seen."""
        core = self._core
        for number in range(self._noted_n + 1, core._n + 1):
            self.ledger.touched(core._boot_id, number, self.loop.now_ms())
        self._noted_n = core._n

    _noted_n = 0

    def _hands(self, event: dict[str, Any]) -> None:
        controller, n = self.controller, self._core._n
        match event:
            case {"tap": zone, "item": name}:
                if zone != RACK and zone > self._board["zones"]:
                    return
                item = read_item(name)
                uid = STRANGE if item is None else uid_of(item)
                self.loop.run(partial(controller.put, Zone(zone), uid))
                self.loop.until(lambda: self._core._n != n, DWELL_MS)
            case {"unclear": zone}:
                for uid in (STRANGE, STRANGE[::-1]):
                    self.loop.run(partial(controller.put, Zone(zone), uid))
                self.loop.until(lambda: self._core._n != n, DWELL_MS)
            case {"press": button}:
                if button not in self.held:
                    self.held.add(button)
                    pushed = self.ledger.pushed
                    pushed[button] = pushed.get(button, 0) + 1
                    self.loop.run(partial(controller.press, button))
            case {"release": button}:
                if button in self.held:
                    self.held.discard(button)
                    self.loop.run(partial(controller.release, button))

    def _lift(self, event: dict[str, Any]) -> None:
        zone = Zone(event.get("tap", event.get("unclear", 0)))
        if zone <= self._board["zones"]:
            self.loop.run(partial(self.controller.lift, zone))
            self.loop.advance(GONE_MS)

    def _answer(self, boot: int, n: int, *, quick: bool) -> Any:
        """Wait for the result of a touch, which must be quick without faults."""
        known = self.ledger.told
        since_ms = self.loop.now_ms()
        self.loop.until(lambda: (boot, n) in known or self.fell, PATIENCE_MS)
        if (boot, n) not in known:
            return "no answer" if self.calm and not self._ends() else None
        took_ms = self.loop.now_ms() - since_ms
        if self.calm and quick and took_ms > QUICK_MS:
            self.ledger.wrong.append(f"a touch was answered after {took_ms} ms")
        said = [
            outcome
            for one, outcome in self._told
            if getattr(one, "n", None) == n and one.boot_id == boot
        ]
        return _outcome(said[0]) if said else None

    def _ends(self) -> bool:
        """Return whether the process has died or is about to."""
        return self.fell or bool(self.running and self.running.table.off.is_set())

    # --- other events ---

    def _do(self, event: dict[str, Any]) -> Any:
        self.settle_down()
        match event:
            case {"accident": fault}:
                accidents.happen(self, fault)
            case {"upkeep": kind}:
                upkeep.happen(self, kind)
            case {"well": _}:
                accidents.get_well(self)
            case {"restart": _}:
                self.fall(power=self._paces.random() < 0.5)
            case {"wait": ms} | {"still": ms}:
                self.loop.advance(ms)
            case {"hasty": _} | {"lift": _}:
                self._in_haste(event)
            case {"fails": part} | {"heals": part}:
                self._part(part, fails="fails" in event)
            case {"card": _} | {"lost": _} | {"again": _}:
                pass  # this board's card and wire do so by themselves
            case _:
                with suppress(asyncio.CancelledError):  # whoever asked is gone
                    came = super()._do(event)
                    return None if came == "no answer" and self._ends() else came
        return None

    def _in_haste(self, event: dict[str, Any]) -> None:
        """Touch, and wait for no answer; or take everything off all pads."""
        if "hasty" in event:
            self._hands(event["hasty"])
            self.note_touches()
            self.loop.advance(40)
            return
        for zone in range(self._board["zones"] + 1):
            self.loop.run(partial(self.controller.lift, Zone(zone)))
        self.loop.advance(GONE_MS)

    def _part(self, part: str, *, fails: bool) -> None:
        """Let a part fail or heal; the controller does so with its wire."""
        if part in ("controller", "protocol"):
            return
        if part.startswith("reader-"):
            zone, code = Zone(int(part[7:])), int(fails)
            self.loop.run(partial(self.controller.fail, zone, code))
            self.loop.advance(300)
            return
        news = Failed(part) if fails else Healed(part)
        self.loop.run(partial(self.table.happen, news))
        self.loop.advance(50)

    def _wait_for(self, task: Any) -> None:
        if self.web_dies:
            self.web_dies = False
            self.loop.advance(self._paces.randint(0, 12))
            self.loop.run(task.cancel)
            return
        self.loop.until(lambda: task.done() or self.fell, PATIENCE_MS)

    def _keep_snapshot(self, _playing: Any) -> str:
        return ""  # the daemon keeps its own
