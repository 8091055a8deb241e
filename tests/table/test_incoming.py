"""The meaning of the controller's messages at the table."""

import pytest

from firmware_host.board.events import (
    Button,
    Failed,
    Healed,
    Pressed,
    Released,
    Tapped,
    TooLate,
    Unclear,
)
from firmware_host.board.pieces import Kind, Piece, Zone
from firmware_host.link import messages
from firmware_host.link.events import Event
from firmware_host.table.incoming import BUTTONS, board_event_of, pressed_or_released

UID, STICK = b"\x04aaaaaa", Piece(Kind.LONG_STICK, 7)


def means(body, *, age_ms=0, late_ms=0):
    """Return the meaning of an event at a table with one known tag."""
    return board_event_of(Event(1, 1, age_ms, 1, body), {UID: STICK}, late_ms=late_ms)


@pytest.mark.parametrize(
    ("body", "board_event"),
    [
        (messages.Tap(3, UID), Tapped(Zone(3), STICK)),
        (messages.Tap(3, b"other"), Tapped(Zone(3), None)),
        (messages.UnclearTap(2, "two-pieces"), Unclear(Zone(2))),
        (messages.UnclearTap(2, "again"), Unclear(Zone(2), again=True)),
        (messages.ButtonChange(0, down=True), Pressed(Button.TICK)),
        (messages.ButtonChange(1, down=False), Released(Button.CROSS)),
        (messages.ButtonChange(len(BUTTONS), down=True), None),
        (messages.Fault(4, "silent"), Failed("reader-4")),
        (messages.Fault(4, "healed"), Healed("reader-4")),
    ],
)
def test_each_word_of_the_wire_happens_at_the_table(body, board_event):
    """A button that no table knows is nothing, and no mistake."""
    assert means(body) == board_event


@pytest.mark.parametrize(
    "body", [messages.Tap(3, UID), messages.UnclearTap(3, "two-zones")]
)
def test_two_seconds_are_too_late_wherever_they_passed(body):
    """A tap of more than two seconds is too late, in the controller's queue or ours."""
    assert not isinstance(means(body, age_ms=1000, late_ms=1000), TooLate)
    for age_ms, late_ms in (2001, 0), (0, 2001), (1000, 1001):
        assert means(body, age_ms=age_ms, late_ms=late_ms) == TooLate(Zone(3))


@pytest.mark.parametrize("down", [True, False])
def test_a_button_is_never_too_late(down):
    """A button event is never too late: a lost release would open the menu."""
    body = messages.ButtonChange(0, down=down)
    assert means(body, age_ms=9999) == pressed_or_released(Button.TICK, down=down)


def test_the_wire_and_the_table_number_buttons_alike():
    """The protocol and the table number buttons in the same order."""
    assert tuple(messages.BUTTONS) == BUTTONS
