"""Which build a board is: the pin of its own tick says it, once more makes it sure."""

import pytest

from firmware_host.app.first.steps import Spot, Which, builds, spot
from firmware_host.board.events import Button

BUILDS = builds()
NAMES = {one.name: number for number, one in enumerate(BUILDS)}


def pressed(*spots, which=None):
    """Return the question after those presses."""
    which = which or Which(BUILDS)
    for at in spots:
        which = which.pressed(at)
    return which


def test_every_build_that_can_be_soldered_can_be_said():
    assert set(NAMES) == {"buttons", "direct", "full", "starter", "station"}


def test_the_tables_screen_hangs_at_one_place_in_every_build():
    """So the question can be asked before anybody knows which build it is."""
    places = {one.screens["table"] for one in BUILDS}
    assert len(places) == 1


@pytest.mark.parametrize("name", NAMES)
def test_a_builds_own_buttons_lead_to_it(name):
    """Tick, cross as often as another is offered, tick: by two presses or three."""
    (board,) = (one for one in BUILDS if one.name == name)
    tick, cross = spot(board, Button.TICK), spot(board, Button.CROSS)
    which = pressed(tick)
    for _ in BUILDS:
        if which.offered.name != name:
            which = which.pressed(cross)
    assert which.offered.name == name
    assert not which.is_sure
    assert pressed(tick, which=which) == Which(BUILDS, NAMES[name], is_sure=True)


def test_one_press_is_never_enough():
    """Red in zone 1 of the starter is the full board's tick."""
    starter = BUILDS[NAMES["starter"]]
    wrong = Spot(on_pico=True, pin=starter.pico.buttons[Button("red-1")])
    assert wrong == spot(BUILDS[NAMES["full"]], Button.TICK)
    which = pressed(wrong)
    assert which.offered.name == "full"
    which = pressed(spot(starter, Button.TICK), which=which)
    assert which.offered.name == "starter"
    assert not which.is_sure


def test_a_press_that_means_nothing_changes_nothing():
    nothing = Spot(on_pico=True, pin=22)
    assert nothing not in Which(BUILDS).spots
    assert pressed(nothing) == Which(BUILDS)
    tick = spot(BUILDS[0], Button.TICK)
    assert pressed(tick, nothing) == pressed(tick)


def test_cross_goes_round_where_two_have_the_same_buttons():
    full = BUILDS[NAMES["full"]]
    tick, cross = spot(full, Button.TICK), spot(full, Button.CROSS)
    offered = [pressed(tick, *[cross] * times).offered.name for times in range(3)]
    assert offered == ["full", "station", "full"]
