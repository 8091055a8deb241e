"""
The virtual board: a browser's actions at a simulated board, and its visible state.

All actions go through the pads, the wire and the daemon. Simulated faults affect the
simulated parts, never the game.
"""

import asyncio
from base64 import b64encode
from collections.abc import Callable
from typing import TYPE_CHECKING

from firmware_host.app.content.languages import load_texts
from firmware_host.board.commands import On, StateRef, read_seen
from firmware_host.board.events import Button
from firmware_host.board.json import JsonObject, flag, number, text
from firmware_host.board.messages import Refused, say
from firmware_host.board.once import Lazy
from firmware_host.board.pieces import RACK, ZONES, Kind, Piece, Tile, Zone, counts_of
from firmware_host.board.record import replace
from firmware_host.errors import AskedError
from firmware_host.languages import CODES
from firmware_host.session.staleness import STALE, is_stale
from firmware_host.session.state import Session
from firmware_host.simulate.coach import advice
from firmware_host.simulate.pieces import card_of
from firmware_host.table.presenter import Outcome

if TYPE_CHECKING:  # a board in a page has neither a daemon nor pixels
    from PIL.Image import Image

    from firmware_host.app.demo.demo import DemoBoard

#: The time in seconds within which changes are reported together.
TOGETHER_S = 0.02

#: The longest wait in seconds for an answer, also with a stalled card; and without a
#: cable, when none can come.
PATIENCE_S, SHORT_PATIENCE_S = 5.0, 0.8

#: Too short for a tap.
MISSED_S = 0.05

#: The time in seconds after which a button is released that a closed page has held.
HELD_S = 20.0

#: The UID of an unknown tag.
STRANGER = bytes.fromhex("04AABBCCDDEE80")

#: The simulated faults of the next tap that are switched on.
OF_TAPS = ("missed", "neighbour", "unknown")

#: The screen behind the lid: a page has none.
LID = "maker"

#: Advice for hands at a keyboard has a twin for hands in a browser.
ADVICE, TWIN = "coach-", "coach-web-"


class Virtual:
    """
    The virtual board (`web.ports.VirtualBoard`). Make it in a running event loop.

    Args:
        demo: The simulated board.
    """

    def __init__(self, demo: "DemoBoard") -> None:
        self._demo = demo
        self._texts = Lazy(CODES, load_texts)
        self._loop = asyncio.get_running_loop()
        self._tell: Callable[[], None] = lambda: None
        self._due = False
        self._hand = asyncio.Lock()
        self._held: dict[Button, asyncio.TimerHandle] = {}
        self._troubles = dict.fromkeys((*OF_TAPS, "cable"), False)
        self._blind: set[Zone] = set()
        self._pictures: dict[str, tuple[Image, str]] = {}
        self._taught = False
        # Private data are opened on the page: a virtual board has no lid.
        demo.table.session = replace(demo.table.session, maker_screen=False)
        demo.table.listen(self._listen)
        demo.watchers.append(self._changed)

    # --- eyes ---

    def on_change(self, tell: Callable[[], None]) -> None:
        """Register *tell* for each visible change."""
        self._tell = tell

    def look(self, language: str) -> JsonObject:
        """Return the lamps and screens now, and a hint."""
        session = self._demo.table.session
        screens = self._demo.screens.screens
        return {
            "lamps": [self._demo.pins.pair(zone) for zone in ZONES],
            "screens": {name: self._picture(name) for name in screens if name != LID},
            "buzzer": self._demo.pins.seen["buzzer"],
            "coach": self._coach(session, language),
            "choosing": self._demo.doing.choosing(),
            "side": _side(session),
            "laid": self._laid(),
            "troubles": {
                **self._troubles,
                "card": not self._demo.card.is_set(),
                "screens": [name for name, one in screens.items() if one.dead],
                "readers": sorted(self._blind),
            },
        }

    def _picture(self, name: str) -> str:
        """
        Return a screen's picture in its chip's format, cached until it changes.

        The dot that blinks each second is left out: a page would get 14 kB for it.
        """
        from firmware_host.devices.columns import pack  # noqa: PLC0415 - as above
        from firmware_host.picture.table import without_dot  # noqa: PLC0415 - as above

        image = self._demo.screens.screens[name].image
        known = self._pictures.get(name)
        if known is None or known[0] is not image:
            shown = without_dot(image) if name == "table" else image
            known = self._pictures[name] = image, b64encode(pack(shown)).decode()
        return known[1]

    def _coach(self, session: Session, language: str) -> str:
        """Return the hint for the next action; "" once a player knows what a Yes is."""
        if self._taught:
            return ""
        line = advice(session, self._demo.table.face.table.line)
        if line.code.startswith(ADVICE):  # and is not the board's own sentence
            line = say(TWIN + line.code.removeprefix(ADVICE))
        return self._texts[language].say(line)

    def _laid(self) -> list[int]:
        """Return the number of laid pieces of each kind."""
        return list(counts_of([piece.kind for piece in self._demo.hands.laid()]))

    def _listen(self, _event: object, outcome: Outcome) -> None:
        playing = self._demo.doing.playing
        if playing and outcome and not isinstance(outcome, Refused):
            self._taught |= playing.engine.answer(outcome)["answer"] == "yes"

    def _changed(self) -> None:
        """Report visible changes from any thread, once for several at the same time."""
        if not self._due:
            self._due = True
            self._loop.call_soon_threadsafe(
                self._loop.call_later, TOGETHER_S, self._told
            )

    def _told(self) -> None:
        self._due = False
        self._tell()

    # --- hands ---

    async def touch(self, what: JsonObject) -> Refused | None:
        """
        Carry out an action of hands: hold a piece to a zone or press a button.

        Args:
            what: ``act``, and what belongs to it: a ``tap`` has ``zone`` (0 is the
                rack) and ``kind``, or ``card``, such as ``QH``, or the ``letter`` of
                a tile, and the ``seen`` of the state that it was made for; a ``press``
                and a ``release`` have ``button``; ``trouble`` has ``trouble``, ``on``
                and, for a screen or a reader, ``zone``.

        Raises:
            AskedError: There is no such zone, card, button or trouble, or it lacks
                one.
        """
        try:
            match text(what, "act"):
                case "tap":
                    seen = read_seen(what, "seen") if "seen" in what else None
                    return await self._tap(*self._held_to(what), seen)
                case "press":
                    self._press(Button(text(what, "button")))
                case "release":
                    self._release(Button(text(what, "button")))
                case _:
                    zone = number(what, "zone") if "zone" in what else None
                    self._trouble(text(what, "trouble"), zone, on=flag(what, "on"))
        except (KeyError, ValueError):
            msg = f"hands cannot do this at a board: {dict(what)}"
            raise AskedError(msg) from None
        return None

    def _held_to(self, what: JsonObject) -> tuple[Zone, bytes]:
        """Return the pad and the tag that is held to it; the rack's is pad 0."""
        hands = self._demo.hands
        zone = _zone(number(what, "zone")) if what.get("zone") != RACK else RACK
        if "letter" in what:
            return zone, hands.tag_on(Tile(text(what, "letter")))
        if "card" in what:
            card = card_of(text(what, "card"), self._demo.table.session.games)
            if card is None:
                raise ValueError(what["card"])
            return zone, hands.tag_on(card)
        return zone, hands.tag_on(Piece(Kind(text(what, "kind"))))

    async def _tap(
        self, zone: Zone, uid: bytes, seen: StateRef | None
    ) -> Refused | None:
        async with self._hand:  # one hand: one piece after the other
            await self._demo.hands.away()
            if is_stale(self._demo.table.session, seen, On.TURN):
                return STALE
            pads, patience_s = [zone], PATIENCE_S
            hands, now = self._demo.hands, self._troubles
            if now["unknown"]:
                uid = STRANGER
            if now["neighbour"] and zone != RACK:
                pads.append(Zone(zone - 1 if zone == ZONES[-1] else zone + 1))
            if now["missed"]:
                patience_s = MISSED_S
            elif now["cable"] or zone in self._blind:
                patience_s = SHORT_PATIENCE_S
            outcome = await hands.hold(uid, *pads, within_s=patience_s)
        if outcome is None:
            return Refused("no-answer")
        return outcome if isinstance(outcome, Refused) else None

    def _press(self, button: Button) -> None:
        if button not in self._held:
            self._demo.controller.press(button)
            letting_go = self._loop.call_later(HELD_S, self._release, button)
            self._held[button] = letting_go

    def _release(self, button: Button) -> None:
        letting_go = self._held.pop(button, None)
        if letting_go is not None:
            letting_go.cancel()
            self._demo.controller.release(button)

    # --- simulated faults ---

    def _trouble(self, trouble: str, zone: int | None, *, on: bool) -> None:
        demo = self._demo
        match trouble:
            case "card":
                (demo.card.clear if on else demo.card.set)()
            case "screen" if zone is not None:
                screen = demo.screens.screens["table" if zone == 0 else str(zone)]
                (screen.die if on else screen.heal)()
            case "reader":
                pad = _zone(zone)
                (self._blind.add if on else self._blind.discard)(pad)
                demo.controller.fail(pad, 1 if on else 0)
            case _:
                self._troubles[trouble]  # KeyError where nobody knows it
                self._troubles[trouble] = on
        if trouble == "cable":
            (demo.controller.pull_cable if on else demo.controller.plug_cable)()
        self._changed()


def _zone(number: int | None) -> Zone:
    """
    Return *number* as a letter zone.

    Raises:
        ValueError: There is none of that number.
    """
    if number not in ZONES:
        raise ValueError(number)
    return Zone(number)


def _side(session: Session) -> str:
    """Return the side of the board that faces up: A, or B with six zones."""
    playing, length = session.playing, session.setup.length
    if playing is not None:
        needs = playing.engine.NEEDS
        lies = Piece in needs.hears and needs.lengths
        length = playing.header.length if lies else len(ZONES)
    return "B" if length == len(ZONES) else "A"
