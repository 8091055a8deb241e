"""Random faults of a board that begin, overlap and end."""

from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any

from firmware_host.board.entries import JOURNAL
from firmware_host.board.pieces import Zone
from tests.app.pages.memory import HARMS
from tests.net.hands import PLAYERS

if TYPE_CHECKING:
    from tests.world.house import House

#: Faults of the card: full, a write that fails, or half of it, a sync that fails.
CARD = ("full", "eio", "half", "sync", "slow", "hang")

#: Faults of our own program.
BUGS = ("lamps", "listener", "game")

#: How long a slow card takes, and one that hangs, in milliseconds.
SLOW_MS, HANG_MS = 400, 3200

#: After a fault the house has so long to get well.
HEALING_MS = 7000


def fault(chance: Random) -> dict[str, Any]:
    """Return a random fault; it lasts until everything is repaired."""
    return chance.choice(
        (
            {"cut": chance.randint(1, 40)},
            {"cut": chance.randint(1, 12)},
            {"cut": "power", "shown": True},
            {"cut": "process", "shown": True},
            {"kill": True},
            {"off": True},
            {"cable": "pull"},
            {"cable": "wiggle"},
            {"mute": True},
            {"wire": chance.choice((0.05, 0.2, 0.5))},
            {"reboot": True},
            {"disk": chance.choice(CARD)},
            {"disk": chance.choice(CARD)},
            {"bug": chance.choice(BUGS)},
            {"stray": True},
            {"web": "dies"},
            {"pages": chance.choice(HARMS)},
            {"flood": chance.randint(33, 60)},
            {"garbage": chance.randint(0, 3)},
            {"hold": chance.choice(("tick", "cross", *PLAYERS))},
        )
    )


def happen(house: "House", wrong: dict[str, Any]) -> None:
    """Let one thing go wrong."""
    house.calm = house.calm and "pages" in wrong  # for these no touch has to wait
    match wrong:
        case {"cut": how, "shown": _}:
            house.cut_when_shown = how
        case {"cut": number}:
            house.card.armed = number
        case {"kill": _}:
            house.fall(power=False)
        case {"off": _}:
            house.fall(power=True)
        case {"disk": mode}:
            harm_card(house, mode)
        case {"bug": bug}:
            house.bug = bug
        case {"stray": _}:
            house.stray = True
        case {"web": _}:
            house.web_dies = True
        case {"hold": button}:
            house._hands({"press": button})
            house.note_touches()
        case _:
            _at_the_wire(house, wrong)


def _at_the_wire(house: "House", wrong: dict[str, Any]) -> None:
    match wrong:
        case {"cable": "pull"}:
            house.loop.run(house.controller.pull_cable)
        case {"cable": _}:
            _wiggle(house)
        case {"mute": _}:
            house.wire.mute = True
        case {"look": _}:
            house.loop.advance(6000)
            house.settle_down()
        case {"wire": harm}:
            house.wire.harm = harm
        case {"reboot": _}:
            house._reboot()
        case {"pages": harm}:
            house.pages.harm = harm
        case {"flood": count}:
            _flood(house, count)
        case {"garbage": kind}:
            house.garbled = True
            tell = partial(_garbage, house._core, kind, house.loop.now_ms())
            house.loop.run(tell)
            house._noted_n = house._core._n


def _wiggle(house: "House") -> None:
    """Pull the cable for up to 45 ms."""
    told, was_well = house.ledger.unplugged, house.is_well()
    house.loop.run(house.controller.pull_cable)
    house.loop.advance(house._paces.randint(1, 45))
    house.loop.run(house.controller.plug_cable)
    house.loop.advance(200)
    seen = was_well and house.running is not None and not house.fell
    if seen and house.ledger.unplugged == told:
        house.ledger.wrong.append("nobody was told of a pulled cable")


def _flood(house: "House", count: int) -> None:
    """Touch more often than a controller without a Pi has room for."""
    house.loop.run(house.controller.pull_cable)
    for _ in range(count):
        for side in ("press", "release"):
            house._hands({side: "star"})
            house.loop.advance(30)
    house.note_touches()
    house.loop.run(house.controller.plug_cable)


def _garbage(core: Any, kind: int, now_ms: int) -> None:
    """Send a message that the Pi cannot read."""
    match kind:
        case 0:
            core.fault(2, 3, now_ms)
        case 1:
            core.unclear(1, 2, now_ms)
        case 2:
            core.tap(1, bytes(11), now_ms)
        case _:
            core._tell(0x2E, b"?", now_ms)


def harm_card(house: "House", mode: str) -> None:
    """Let the card fail in a way."""
    if mode in ("slow", "hang"):
        house.slow_ms = SLOW_MS if mode == "slow" else HANG_MS
        return
    reserve = house.card.folder / f"{JOURNAL}.reserve"
    if mode == "full" and not reserve.exists():
        return  # it can be full only once
    house.ledger.bad_card = True
    if mode == "full":
        house.card.room = 0
    else:
        house.card.mode = mode


def mend_card(house: "House") -> None:
    """Let the card be well again."""
    house.card.mode, house.card.room, house.slow_ms = "good", None, 0


def get_well(house: "House") -> None:
    """Let every fault be over but for fingers on buttons; give the house some time."""
    mend_card(house)
    house.card.armed, house.cut_when_shown = None, ""
    house.wire.harm, house.wire.mute, house.bug = 0.0, False, ""
    house.stray = house.web_dies = False
    house.pages.harm = ""
    house.settle_down()
    house.loop.run(house.controller.plug_cable)
    for zone in (0, *range(1, house._board["zones"] + 1)):
        if house._core.faults >> zone & 1:
            house.loop.run(partial(house.controller.fail, Zone(zone), 0))
    house.note_touches()
    for _ in range(4):
        house.loop.advance(HEALING_MS // 2)
        house.settle_down()
    house.ledger.bad_card = False


def let_go(house: "House") -> None:
    """Take every finger off."""
    for button in sorted(house.held):
        house._hands({"release": button})
    house.note_touches()
    if house.garbled:
        house.garbled = False
        house._reboot()
    house.loop.advance(3000)
    house.settle_down()
    house.calm = True
