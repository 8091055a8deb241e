"""A dead part affects only itself: play goes on, and the fault is shown."""

import time

import pytest

from firmware_host.board.pieces import Kind, Piece, Seat, Zone
from firmware_host.games.decipher.rules import Guess, Guessed
from firmware_host.link.events import Heartbeat
from tests.controller.bench import until
from tests.table.evening import ANSWER_MS, NO, YES, evening

#: A part is found dead when it is next used or asked, and healed when next tried.
HEALS_S = 8


@pytest.fixture
async def now(tmp_path):
    """A round of HOBBY."""
    async with evening(tmp_path) as now:
        yield now


def die_by_pins(part):
    """Return how to pull a lamp's or the buzzer's plug, and how to put it back."""
    return lambda now: now.pins.die(part), lambda now: now.pins.heal(part)


def die_by_bus(name):
    """Return how to pull a screen's plug, and how to put it back."""
    return (
        lambda now: now.screens.screens[name].die(),
        lambda now: now.screens.screens[name].heal(),
    )


PARTS = {
    "lamp-1": (*die_by_pins("lamp-1"), ("fault-lamp", 1)),
    "lamp-3": (*die_by_pins("lamp-3"), ("fault-lamp", 3)),
    "buzzer": (*die_by_pins("buzzer"), ("fault-buzzer", None)),
    "screen-1": (*die_by_bus("1"), ("fault-screen", 1)),
    "screen-4": (*die_by_bus("4"), ("fault-screen", 4)),
    "screen-table": (*die_by_bus("table"), ("fault-screen-table", None)),
    "reader-2": (
        lambda now: now.board.fail(Zone(2), 1),
        lambda now: now.board.fail(Zone(2), 0),
        ("fault-reader", 2),
    ),
}


@pytest.mark.parametrize("part", PARTS)
async def test_a_dead_part_costs_only_itself(now, part):
    """With a dead part answers are as quick; the fault is named until it heals."""
    die, heal, named = PARTS[part]
    await now.tap(Zone(3), Piece(Kind.TIGHT_CURVE, 1))
    die(now)
    answer, took_ms = await now.tap(*NO)
    assert took_ms < ANSWER_MS
    assert answer[0].yes is False
    assert part == "lamp-1" or now.pins.pair(Zone(1)) == (True, False)
    await until(lambda: now.fault() == named, seconds=HEALS_S)
    _, took_ms = await now.tap(Zone(4), Piece(Kind.WIDE_CURVE, 1))
    assert took_ms < ANSWER_MS
    heal(now)
    await until(lambda: now.fault() is None, seconds=HEALS_S)


@pytest.mark.parametrize("name", ["1", "table"])
async def test_a_healed_screen_shows_how_things_stand(now, name):
    """A screen that works again shows the current state."""
    now.screens.screens[name].die()
    await now.tap(*YES)
    await until(now.fault)
    now.screens.screens[name].heal()
    await until(lambda: now.fault() is None, seconds=HEALS_S)
    due = now.table._parts.screens._slots[name]
    await until(lambda: now.picture(name) == due.newest.tobytes())


async def test_a_healed_lamp_shows_the_answer_that_stands(now):
    """A Yes is steady: it is there again as soon as the lamp is."""
    now.pins.die("lamp-1")
    await now.tap(*YES)
    await until(lambda: now.fault() == ("fault-lamp", 1))
    now.pins.heal("lamp-1")
    await until(lambda: now.pins.pair(Zone(1)) == (False, True))


async def test_a_pulled_cable_is_named_and_play_goes_on_without(now):
    """Without the controller a guess is answered, and taps are after it is back."""
    now.board.pull_cable()
    await until(lambda: now.fault() == ("fault-controller", None))
    began_s = time.monotonic()
    outcome = await now.table.submit(Guess(Seat(1), "HORSE"))
    assert isinstance(outcome[0], Guessed)
    assert (time.monotonic() - began_s) * 1000 < ANSWER_MS
    now.board.plug_cable()
    await until(lambda: now.fault() is None, seconds=2)
    answer, took_ms = await now.tap(*YES)
    assert answer[0].yes
    assert took_ms < ANSWER_MS


async def test_a_reader_that_is_dead_already_is_named_after_a_restart(now):
    """After a restart a dead reader is named by the heartbeat."""
    now.table.hear(Heartbeat((), (2,), lost=0))
    assert now.fault() == ("fault-reader", 2)
    now.table.hear(Heartbeat((), (2,), lost=0))
    now.table.hear(Heartbeat((), (), lost=0))
    assert now.fault() is None
