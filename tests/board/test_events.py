"""The events of a board."""

from dataclasses import fields, is_dataclass
from typing import get_args

import pytest

from firmware_host.board.events import (
    PLAYER_BUTTONS,
    ZONE_BUTTONS,
    BoardEvent,
    Button,
)
from firmware_host.link.messages import BUTTONS


@pytest.mark.parametrize("kind", get_args(BoardEvent))
def test_a_board_event_is_a_value(kind: type) -> None:
    """Events compare by value and are hashable."""
    assert is_dataclass(kind)
    blanks = [None] * len(fields(kind))
    assert kind(*blanks) == kind(*blanks)
    assert hash(kind(*blanks)) == hash(kind(*blanks))


def test_zone_buttons_stand_in_the_order_of_the_zones() -> None:
    """The third zone button is that of zone 3."""
    assert [button.value for button in ZONE_BUTTONS] == [
        f"zone-{n}" for n in range(1, 7)
    ]


def test_every_button_can_come_over_the_wire() -> None:
    """A button that the wire does not know could never be pressed."""
    assert {str(button) for button in Button} == set(map(str, BUTTONS))
    assert set(PLAYER_BUTTONS) < set(Button)
