"""A board's build, found by the pin of its tick button and a second press."""

import pytest

from firmware_host.app.first.steps import BuildChoice, ButtonPin, builds, button_pin
from firmware_host.board.events import Button

BUILDS = builds()
NAMES = {one.name: number for number, one in enumerate(BUILDS)}


def pressed(*spots, which=None):
    """Return the question after those presses."""
    which = which or BuildChoice(BUILDS)
    for at in spots:
        which = which.pressed(at)
    return which


def test_every_build_that_can_be_soldered_can_be_said():
    assert set(NAMES) == {"buttons", "direct", "full", "starter", "station"}


def test_the_tables_screen_hangs_at_one_place_in_every_build():
    """The table screen has the same address in every build, so it can ask."""
    places = {one.screens["table"] for one in BUILDS}
    assert len(places) == 1


@pytest.mark.parametrize("name", NAMES)
def test_a_builds_own_buttons_lead_to_it(name):
    """Tick, cross as often as another is offered, tick: by two presses or three."""
    (board,) = (one for one in BUILDS if one.name == name)
    tick, cross = button_pin(board, Button.TICK), button_pin(board, Button.CROSS)
    which = pressed(tick)
    for _ in BUILDS:
        if which.offered.name != name:
            which = which.pressed(cross)
    assert which.offered.name == name
    assert not which.is_sure
    assert pressed(tick, which=which) == BuildChoice(BUILDS, NAMES[name], is_sure=True)


def test_one_press_is_never_enough():
    """Red in zone 1 of the starter is the full board's tick."""
    starter = BUILDS[NAMES["starter"]]
    wrong = ButtonPin(on_pico=True, pin=starter.pico.buttons[Button("red-1")])
    assert wrong == button_pin(BUILDS[NAMES["full"]], Button.TICK)
    which = pressed(wrong)
    assert which.offered.name == "full"
    which = pressed(button_pin(starter, Button.TICK), which=which)
    assert which.offered.name == "starter"
    assert not which.is_sure


def test_a_press_that_means_nothing_changes_nothing():
    nothing = ButtonPin(on_pico=True, pin=22)
    assert nothing not in BuildChoice(BUILDS).spots
    assert pressed(nothing) == BuildChoice(BUILDS)
    tick = button_pin(BUILDS[0], Button.TICK)
    assert pressed(tick, nothing) == pressed(tick)


def test_cross_goes_round_where_two_have_the_same_buttons():
    full = BUILDS[NAMES["full"]]
    tick, cross = button_pin(full, Button.TICK), button_pin(full, Button.CROSS)
    offered = [pressed(tick, *[cross] * times).offered.name for times in range(3)]
    assert offered == ["full", "station", "full"]
