"""
The checks of a board, each written once: each yields the faults it finds.

Some run after each event, some after all faults are repaired and the board has had time
to recover, and those of `ledger` after a start.
"""

from collections.abc import Iterator
from typing import Any

from firmware_host.app.pages.serving import PART
from firmware_host.link.messages import BUTTONS
from tests.net import checks
from tests.world.scores import wrong_scores
from tests.world.simulated import UNTOUCHED, SimulatedBoard

Look = dict[str, Any]


def durable(board: SimulatedBoard) -> Iterator[str]:
    """What was shown is stored; nothing is lost, doubled or made up."""
    yield from board.ledger.wrong
    if board.calm and board.ledger.flying is None:
        yield from (f"a restart would change {one}" for one in board.forgotten())


def answered(
    board: SimulatedBoard, event: dict[str, Any], came: Look, before: Look, after: Look
) -> Iterator[str]:
    """Every touch gets an answer; and, where nothing is wrong, at once."""
    if not board.calm or came["outcome"] == UNTOUCHED:
        return
    if came["outcome"] == "no answer":
        yield f"{event} was never answered"
    yield from checks.answered(event, came, before, after)


def all_answered(board: SimulatedBoard) -> Iterator[str]:
    """Every touch is answered; those without room in the controller are counted."""
    core, ledger = board._core, board.ledger
    untold = ledger.untold(core._boot_id)
    if len(untold) > ledger.lost:
        yield f"touches {untold} were never told of, and {ledger.lost} named as lost"
    if core.lost > len(untold) and not board.garbled:
        yield f"{core.lost} touches are named as lost, and {len(untold)} were"
    if core._queue:
        yield f"{len(core._queue)} touches wait in the controller for ever"


def says_what_is_wrong(board: SimulatedBoard) -> Iterator[str]:
    """Each broken part is reported, and no other."""
    named = set(board.table.session.faults)
    dead = set()
    if not board.wire.plugged or board.wire.mute:
        dead.add("controller")
    if board.bug in ("lamps", "listener"):
        dead.add("showing")
    ours = {"controller", "journal", "showing", PART}
    if not board.garbled:  # until it is connected anew
        ours.add("protocol")
    yield from (f"nobody is told that {part} is dead" for part in sorted(dead - named))
    for part in sorted((named & ours) - dead):
        yield f"{part} is well, and named as dead"


def names_what_is_dead(board: SimulatedBoard) -> Iterator[str]:
    """A controller that is silent is named after some seconds, pages after a minute."""
    silent = not board.wire.plugged or board.wire.mute
    named = "controller" in board.table.session.faults
    quick = not board.slow_ms and board.card.mode == "good"
    if silent and not named and quick:
        yield "nobody is told that the controller is dead"
    if board.pages.are_missed and PART not in board.table.session.faults and quick:
        yield "nobody is told that the pages are dead"


def counts_right(board: SimulatedBoard, look: Look) -> Iterator[str]:
    """The shown points are those that a referee counts."""
    playing = board.table.session.playing
    called_off = playing is not None and playing.game is None
    if playing is None or called_off or not board.calm:
        return
    yield from wrong_scores(board.journal, playing.game_id, look["public"])


def can_be_answered(look: Look) -> Iterator[str]:
    """A question on the board has choices."""
    table = look["face"]["table"]
    asked = table["line"].split()[0]
    among = asked.startswith("choose-") and asked != "choose-players"
    if among and not table.get("choices"):
        yield f"the board asks {asked}, and there is nothing to choose"


def stands_still(before: Look, after: Look) -> Iterator[str]:
    """After a start the game's clock stands still until the first action."""
    one, other = (look["public"].get("elapsed_ms") for look in (before, after))
    if one and one != other:  # a game that has no row yet begins anew
        yield f"the clock ran from {one} to {other} ms after a start"


def holds_what_is_held(board: SimulatedBoard) -> Iterator[str]:
    """A button counts as held as long as a finger is on it, and is pressed once."""
    session = board.table.session
    held = {str(button) for button, _since in session.held}
    heard = board.ledger.down
    really = {str(BUTTONS[n]) for n in range(len(BUTTONS)) if board._core.held >> n & 1}
    yield from (f"{one} stays held" for one in sorted(held - really))
    if not board._core.lost:  # what had no room is named, and its finger unknown
        yield from (f"{one} is held, unheard" for one in sorted(really - heard))
    for button, times in board.ledger.presses.items():
        if times > board.ledger.pushed.get(button, 0):
            yield f"{button} was pressed once too often"


def plays_on(board: SimulatedBoard) -> Iterator[str]:
    """A dead part costs only itself: no exception reaches the loop."""
    yield from board.wrong()
    yield from board.pages.wrong


def secret(board: SimulatedBoard, event: dict[str, Any], after: Look) -> Iterator[str]:
    """The secret stays secret: no document, face or phone has it but its holders'."""
    yield from board.intruders(event)
    if "accident" not in event and "well" not in event:
        yield from checks.hushed(after, board.insight()["word"])
