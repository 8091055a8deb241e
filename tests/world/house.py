"""
The whole house in one process, one order and no time: hands, wire, card and power.

Hands, phones and what must hold after an event are those of `tests.net`; what the house
stands on is `machine`.

Not covered: pictures on screens (they are drawn of the face, which is looked at),
sound, HTTP, and a start or a restore that other processes take part in.
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
from tests.world import accidents
from tests.world.machine import Machine

#: A touch has so long to be answered where nothing is wrong, and where something is.
QUICK_MS, PATIENCE_MS = 100, 2600

#: A hand lies on a pad for so long at most, and is away for so long.
DWELL_MS, GONE_MS = 400, 420

#: What came of a hand that no reader and no button has noticed.
UNTOUCHED = "untouched"


class House(Machine):
    """A board with a controller, a card and a wire, and everybody around it."""

    # --- touches ---

    @property
    def _core(self) -> Any:
        return self.controller._core

    def settle_down(self) -> None:
        """Notice what has fallen or ended meanwhile."""
        if self.fell:
            self.revive()
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
        """Note what the controller has seen of hands."""
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
        """Wait for what becomes of a touch; where all is well that is quick."""
        known = self.ledger.told
        since_ms = self.loop.now_ms()
        self.loop.until(lambda: (boot, n) in known or self.fell, PATIENCE_MS)
        if (boot, n) not in known:
            return "no answer" if self.calm and not self.fell else None
        took_ms = self.loop.now_ms() - since_ms
        if self.calm and quick and took_ms > QUICK_MS:
            self.ledger.wrong.append(f"a touch was answered after {took_ms} ms")
        said = [
            outcome
            for one, outcome in self._told
            if getattr(one, "n", None) == n and one.boot_id == boot
        ]
        return _outcome(said[0]) if said else None

    # --- what else happens ---

    def _do(self, event: dict[str, Any]) -> Any:
        self.settle_down()
        match event:
            case {"wait": ms}:
                self.loop.advance(ms)
            case {"restart": _}:
                self.fall(power=self._paces.random() < 0.5)
            case {"accident": fault}:
                accidents.happen(self, fault)
            case {"well": _}:
                accidents.get_well(self)
            case {"card": _} | {"lost": _} | {"again": _}:
                return None  # this board's card and wire do so by themselves
            case {"fails": part} | {"heals": part} if part.startswith("reader-"):
                code = 1 if "fails" in event else 0
                fail = self.controller.fail
                self.loop.run(partial(fail, Zone(int(part[7:])), code))
                self.loop.advance(300)
            case {"fails": "controller" | "protocol"} | {
                "heals": "controller" | "protocol"
            }:
                return None
            case {"fails": part}:
                self.loop.run(partial(self.table.happen, Failed(part)))
                self.loop.advance(50)
            case {"heals": part}:
                self.loop.run(partial(self.table.happen, Healed(part)))
                self.loop.advance(50)
            case _:
                with suppress(asyncio.CancelledError):  # whoever asked is gone
                    return super()._do(event)
        return None

    def _wait_for(self, task: Any) -> None:
        if self.web_dies:
            self.web_dies = False
            self.loop.advance(self._paces.randint(0, 12))
            self.loop.run(task.cancel)
            return
        self.loop.until(lambda: task.done() or self.fell, PATIENCE_MS)

    def _keep_snapshot(self, _playing: Any) -> str:
        return ""  # the daemon keeps its own
