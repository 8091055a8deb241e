"""How long a kiosk waits."""

from firmware_host.board.wiring import Patience


def test_there_is_time_to_say_that_one_is_still_there():
    """
    The time to react is at least twenty seconds.

    Source: WCAG 2.2, 2.2.1.
    """
    assert Patience().back_ms >= 20_000
    assert Patience().ask_ms + Patience().back_ms < Patience().turn_ms
