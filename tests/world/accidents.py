"""Random faults of a board that begin, overlap and end."""

from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any

from firmware_host.board.entries import JOURNAL
from firmware_host.board.pieces import Zone
from tests.app.pages.memory import HARMS
from tests.net.hands import PLAYERS

if TYPE_CHECKING:
    from tests.world.simulated import SimulatedBoard

#: Faults of the card: full, a write that fails, or half of it, a sync that fails.
CARD = ("full", "eio", "half", "sync", "slow", "hang")

#: Faults of our own program.
BUGS = ("lamps", "listener", "game")

#: How long a slow card takes, and one that hangs, in milliseconds.
SLOW_MS, HANG_MS = 400, 3200

#: After a fault the board has so long to get well.
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


def happen(board: "SimulatedBoard", wrong: dict[str, Any]) -> None:
    """Let one thing go wrong."""
    board.calm = board.calm and "pages" in wrong  # for these no touch has to wait
    match wrong:
        case {"cut": how, "shown": _}:
            board.cut_when_shown = how
        case {"cut": number}:
            board.card.armed = number
        case {"kill": _}:
            board.fall(power=False)
        case {"off": _}:
            board.fall(power=True)
        case {"disk": mode}:
            harm_card(board, mode)
        case {"bug": bug}:
            board.bug = bug
        case {"stray": _}:
            board.stray = True
        case {"web": _}:
            board.web_dies = True
        case {"hold": button}:
            board._hands({"press": button})
            board.note_touches()
        case _:
            _at_the_wire(board, wrong)


def _at_the_wire(board: "SimulatedBoard", wrong: dict[str, Any]) -> None:
    match wrong:
        case {"cable": "pull"}:
            board.loop.run(board.controller.pull_cable)
        case {"cable": _}:
            _wiggle(board)
        case {"mute": _}:
            board.wire.mute = True
        case {"look": _}:
            board.loop.advance(6000)
            board.settle_down()
        case {"wire": harm}:
            board.wire.harm = harm
        case {"reboot": _}:
            board._reboot()
        case {"pages": harm}:
            board.pages.harm = harm
        case {"flood": count}:
            _flood(board, count)
        case {"garbage": kind}:
            board.garbled = True
            tell = partial(_garbage, board._core, kind, board.loop.now_ms())
            board.loop.run(tell)
            board._noted_n = board._core._n


def _wiggle(board: "SimulatedBoard") -> None:
    """Pull the cable for up to 45 ms."""
    told, was_well = board.ledger.unplugged, board.is_well()
    board.loop.run(board.controller.pull_cable)
    board.loop.advance(board._paces.randint(1, 45))
    board.loop.run(board.controller.plug_cable)
    board.loop.advance(200)
    seen = was_well and board.running is not None and not board.fell
    if seen and board.ledger.unplugged == told:
        board.ledger.wrong.append("nobody was told of a pulled cable")


def _flood(board: "SimulatedBoard", count: int) -> None:
    """Touch more often than a controller without a Pi has room for."""
    board.loop.run(board.controller.pull_cable)
    for _ in range(count):
        for side in ("press", "release"):
            board._hands({side: "star"})
            board.loop.advance(30)
    board.note_touches()
    board.loop.run(board.controller.plug_cable)


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


def harm_card(board: "SimulatedBoard", mode: str) -> None:
    """Let the card fail in a way."""
    if mode in ("slow", "hang"):
        board.slow_ms = SLOW_MS if mode == "slow" else HANG_MS
        return
    reserve = board.card.folder / f"{JOURNAL}.reserve"
    if mode == "full" and not reserve.exists():
        return  # it can be full only once
    board.ledger.bad_card = True
    if mode == "full":
        board.card.room = 0
    else:
        board.card.mode = mode


def mend_card(board: "SimulatedBoard") -> None:
    """Let the card be well again."""
    board.card.mode, board.card.room, board.slow_ms = "good", None, 0


def get_well(board: "SimulatedBoard") -> None:
    """Let every fault be over but for fingers on buttons; give the board some time."""
    mend_card(board)
    board.card.armed, board.cut_when_shown = None, ""
    board.wire.harm, board.wire.mute, board.bug = 0.0, False, ""
    board.stray = board.web_dies = False
    board.pages.harm = ""
    board.settle_down()
    board.loop.run(board.controller.plug_cable)
    for zone in (0, *range(1, board._board["zones"] + 1)):
        if board._core.faults >> zone & 1:
            board.loop.run(partial(board.controller.fail, Zone(zone), 0))
    board.note_touches()
    for _ in range(4):
        board.loop.advance(HEALING_MS // 2)
        board.settle_down()
    board.ledger.bad_card = False


def let_go(board: "SimulatedBoard") -> None:
    """Take every finger off."""
    for button in sorted(board.held):
        board._hands({"release": button})
    board.note_touches()
    if board.garbled:
        board.garbled = False
        board._reboot()
    board.loop.advance(3000)
    board.settle_down()
    board.calm = True
