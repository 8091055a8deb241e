"""The seat of an action comes from its phone and the roles of its sender."""

import pytest

from firmware_host.board.commands import HOST_ACTS
from firmware_host.board.messages import Refused
from firmware_host.errors import AskedError
from firmware_host.table.api import signed

#: A round: Fox, at seat 1, is on turn.
SEEN = {
    "lines": {"guess": ["by", "word"], "ask": [], "undo": []},
    "view": {"word": None},
    "turn": 1,
    "may": [],
}

FOX = {"number": 1, "seat": 1, "person": 1, "looks_on": False}
OWL = {"number": 2, "seat": 0, "person": 2, "looks_on": False}
LATE = {**FOX, "looks_on": True}
NO_SEAT = {**FOX, "seat": None}

GUESS, ASK = {"do": "guess", "word": "PANDA"}, {"do": "ask"}


@pytest.mark.parametrize(
    ("line", "roles", "phone", "comes"),
    [
        (GUESS, {"seat"}, FOX, {**GUESS, "by": 1}),
        ({**GUESS, "by": 1}, {"seat"}, FOX, {**GUESS, "by": 1}),
        ({**GUESS, "by": 0}, {"seat"}, FOX, "not-your-seat"),
        (GUESS, {"seat"}, LATE, "looks-on"),
        (GUESS, {"public"}, None, "not-your-seat"),
        (GUESS, {"public"}, NO_SEAT, "not-your-seat"),
        (GUESS, {"host"}, None, "not-your-seat"),
        ({**GUESS, "by": 0}, {"board"}, None, {**GUESS, "by": 0}),
        (GUESS, {"board"}, None, "not-your-seat"),
        (ASK, {"seat"}, FOX, ASK),
        (ASK, {"seat"}, OWL, "not-your-turn"),
        (ASK, {"board"}, None, ASK),
        ({**ASK, "by": 1}, {"seat"}, FOX, ASK),
        ({**ASK, "by": 1}, {"board"}, None, ASK),
        ({**ASK, "by": 0}, {"board"}, None, "not-your-turn"),
        *(({"do": do}, {"host"}, None, {"do": do}) for do in HOST_ACTS),
    ],
)
def test_a_line_is_the_senders_or_is_refused(line, roles, phone, comes):
    """
    An action gets its sender's seat or is refused.

    The board may act for any seat.
    """
    expected = Refused(comes) if isinstance(comes, str) else comes
    assert signed(line, roles, phone, SEEN) == expected


@pytest.mark.parametrize(
    ("may", "roles", "comes"),
    [((), {"seat"}, None), (("ask",), {"seat"}, ASK), ((), {"seat", "host"}, ASK)],
)
def test_where_nobody_is_on_turn_a_host_acts_or_whoever_may(may, roles, comes):
    seen = {**SEEN, "turn": None, "may": may}
    assert signed(ASK, roles, FOX, seen) == (comes or Refused("not-your-turn"))


@pytest.mark.parametrize("line", [{"do": "tap", "zone": 1}, {**GUESS, "nonce": "00"}])
def test_what_no_page_sends_has_no_meaning(line):
    with pytest.raises(AskedError, match="no page sends"):
        signed(line, {"seat"}, FOX, SEEN)


@pytest.mark.parametrize("by", ["x", None, True, 0.5])
def test_a_seat_of_the_open_lid_that_is_no_number_is_no_line(by):
    """A line with a seat that is not a whole number raises AskedError."""
    with pytest.raises(AskedError, match="whole number"):
        signed({**ASK, "by": by}, {"board"}, None, SEEN)
