"""The fake LEDs detect data that real ones would show wrongly."""

import pytest

from tests.controller.fake_ws2812 import Chain, NotALedsDataError, pulses

TIMING = 400, 850, 800, 450


def test_an_led_takes_green_first_and_passes_the_rest_on():
    """The first three bytes are the nearest LED's."""
    chain = Chain(2)
    assert chain.hear(pulses(0, TIMING, bytes((1, 2, 3, 255, 0, 128))), 0) == [
        (2, 1, 3),
        (0, 255, 128),
    ]


@pytest.mark.parametrize(
    ("timing", "data", "says"),
    [
        ((800, 450, 400, 850), bytes(2), "16 bits for 1 LEDs"),
        ((600, 650, 800, 450), bytes(3), "high for 600 ns"),
        ((400, 2850, 800, 450), bytes(3), "a bit of 3250 ns"),
    ],
)
def test_data_that_is_none_is_refused(timing, data, says):
    """Too few bits, and highs or bits of a wrong length, are refused."""
    with pytest.raises(NotALedsDataError, match=says):
        Chain(1).hear(pulses(0, timing, data), 0)


def test_a_line_that_is_low_first_is_refused():
    """Pulses that start low are refused: `machine.bitstream` has no other encoding."""
    with pytest.raises(NotALedsDataError, match="not high first"):
        Chain(1).hear(pulses(1, TIMING, bytes(3)), 0)


def test_what_comes_without_silence_would_reach_no_led():
    """Data without a pause before it is refused: the LEDs would pass it on."""
    chain = Chain(1)
    dark = list(pulses(0, TIMING, bytes(3)))
    chain.hear(dark, 0)
    with pytest.raises(NotALedsDataError, match="no silence"):
        chain.hear(dark, 300)
    assert chain.hear(dark, 30 + 280) == [(0, 0, 0)]
