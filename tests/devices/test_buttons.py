"""Buttons, as fingers press them, on every way to the pins."""

import pytest

from firmware_host.board.events import Button, Failed, Healed
from firmware_host.devices import buttons
from firmware_host.devices.buttons import Buttons
from firmware_host.devices.fake import FakePins
from tests.devices.conftest import BUTTONS


@pytest.fixture
def heard():
    """Return a list for the events."""
    return []


@pytest.fixture
def hear(heard):
    """Return a listener that records its calls."""
    return lambda button, down: heard.append((button, down))


@pytest.fixture
def soon(monkeypatch):
    """Every wire is looked at all the time."""
    monkeypatch.setattr(buttons, "LOOK_S", 0.005)


def test_a_press_is_heard_and_so_is_letting_go(bench, hear, heard, until):
    """A press and a release are each reported once."""
    with Buttons(bench.factory, BUTTONS, hear=hear):
        bench.press(Button.TICK)
        until(lambda: heard == [(Button.TICK, True)])
        bench.release(Button.TICK)
        until(lambda: heard == [(Button.TICK, True), (Button.TICK, False)])


def test_a_press_is_heard_at_once(hear, heard, until):
    """A press is reported by its edge, before the next poll."""
    bench = FakePins(buttons=BUTTONS)
    with Buttons(bench.factory, BUTTONS, hear=hear):
        pin = bench.factory.pin(BUTTONS[Button.TICK])
        until(lambda: pin.when_changed)
        bench.press(Button.TICK)
        until(lambda: heard, within_s=buttons.LOOK_S / 2)


@pytest.mark.parametrize("bench", ["rpigpio-6.6"], indirect=True)
def test_a_press_is_heard_soon_where_nobody_tells_of_changes(bench, hear, heard, until):
    """RPi.GPIO refuses edges on Linux 6.6: levels are read, and nothing is dead."""
    told = []
    with Buttons(bench.factory, BUTTONS, hear=hear, tell=told.append):
        bench.press(Button.TICK)
        until(lambda: heard == [(Button.TICK, True)], within_s=buttons.LOOK_S / 2)
        bench.release(Button.TICK)
        until(lambda: len(heard) > 1, within_s=buttons.LOOK_S / 2)
    assert (heard[1:], told) == ([(Button.TICK, False)], [])


def test_two_buttons_may_be_held_together(bench, hear, heard, until):
    """Tick and cross held together open the menu."""
    with Buttons(bench.factory, BUTTONS, hear=hear):
        bench.press(Button.TICK)
        bench.press(Button.CROSS)
        until(lambda: set(heard) == {(Button.TICK, True), (Button.CROSS, True)})


def test_a_button_held_while_the_board_starts_is_heard(bench, hear, heard, until):
    """A button that is held during the start is reported."""
    bench.press(Button.CROSS)
    with Buttons(bench.factory, BUTTONS, hear=hear):
        until(lambda: heard == [(Button.CROSS, True)])


def test_bouncing_is_one_press(hear, heard, until):
    """A bouncing press is reported once, after 20 ms without a change."""
    now = [0]
    bench = FakePins(buttons=BUTTONS)
    with Buttons(bench.factory, BUTTONS, hear=hear, clock_ms=lambda: now[0]):
        for _ in range(5):
            bench.press(Button.TICK)
            now[0] += 3
            bench.release(Button.TICK)
            now[0] += 3
        assert heard == []
        bench.press(Button.TICK)

        def later():
            now[0] += 5
            return heard == [(Button.TICK, True)]

        until(later)


@pytest.mark.usefixtures("soon")
def test_a_dead_button_costs_only_itself(bench, hear, heard, told, until):
    """A dead button is reported once and counts as released; others work."""
    with Buttons(bench.factory, BUTTONS, hear=hear, tell=told.append):
        bench.press(Button.TICK)
        until(lambda: heard == [(Button.TICK, True)])

        bench.die("button-tick")
        until(lambda: told == [Failed("button-tick")])
        until(lambda: heard[1:] == [(Button.TICK, False)])
        bench.press(Button.CROSS)
        until(lambda: heard[2:] == [(Button.CROSS, True)])
        bench.release(Button.TICK)

        bench.heal("button-tick")
        until(lambda: told == [Failed("button-tick"), Healed("button-tick")])
        bench.press(Button.TICK)
        until(lambda: heard[3:] == [(Button.TICK, True)])


@pytest.mark.usefixtures("soon")
def test_a_healed_button_is_heard_by_its_edges(bench, hear, told, until):
    """A pin that works again has its edge handler again."""
    with Buttons(bench.factory, BUTTONS, hear=hear, tell=told.append):
        bench.die("button-tick")
        until(lambda: told)
        bench.heal("button-tick")
        until(lambda: len(told) > 1)

        assert bench.factory.pin(BUTTONS[Button.TICK]).when_changed is not None


def test_a_listener_that_fails_silences_nobody(heard, until, caplog):
    """An exception in a listener is logged, and the next press is reported."""

    def hear(button, down):
        heard.append((button, down))
        if button is Button.TICK:
            msg = "a bug"
            raise ZeroDivisionError(msg)

    bench = FakePins(buttons=BUTTONS)
    with Buttons(bench.factory, BUTTONS, hear=hear):
        bench.press(Button.TICK)
        until(lambda: heard == [(Button.TICK, True)])
        bench.press(Button.CROSS)
        until(lambda: heard[1:] == [(Button.CROSS, True)])

    assert "a bug" in caplog.text


def test_nothing_is_heard_after_leaving(bench, hear, heard, until):
    """After closing, even twice, a press is not reported."""
    with Buttons(bench.factory, BUTTONS, hear=hear) as pressed:
        bench.press(Button.TICK)
        until(lambda: heard)
        bench.release(Button.TICK)
        until(lambda: heard[1:])
    pressed.close()
    bench.press(Button.TICK)

    assert heard == [(Button.TICK, True), (Button.TICK, False)]
