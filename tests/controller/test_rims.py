"""What the rims of the zones show, down to the bits on their line."""

import pytest

from firmware_host.board.json import inner
from firmware_host.devices.firmware import import_firmware
from firmware_host.link.events import Connected
from firmware_host.link.messages import Capability, Update
from firmware_host.settings.keys import SCHEMA
from tests.controller.bench import Bench, Listener, until
from tests.controller.fake_ws2812 import Chain, pulses

(RIMS,) = import_firmware("rims")

DARK, RED, GREEN = (0, 0, 0), (48, 0, 0), (0, 48, 0)
SHAPES = {
    (0, 0): [DARK] * 5,
    (1, 0): [RED, DARK, RED, DARK, RED],
    (0, 1): [GREEN] * 5,
    (1, 1): [RED, GREEN, RED, GREEN, RED],
}


class Line:
    """The data line with its LEDs, and the decoded frames."""

    def __init__(self, count):
        self.now_us, self.frames = 0, []
        self._chain = Chain(count)

    def send(self, *told):
        """Replace `machine.bitstream`; the next call comes 10 ms later."""
        self.frames.append(list(self._chain.hear(pulses(*told), self.now_us)))
        self.now_us += 10_000


@pytest.fixture
def line():
    return Line(6 * 5)


@pytest.fixture
def rims(line):
    return RIMS.Rims(line.send, 6, 5, 48)


@pytest.mark.parametrize("zone", range(1, 7))
@pytest.mark.parametrize("pair", SHAPES)
def test_yes_no_and_both_differ_by_shape_as_well_as_by_colour(rims, line, zone, pair):
    """Yes, No and both have different patterns, on that zone's LEDs only."""
    cross, tick = pair
    rims.show(cross << zone, tick << zone, 0)
    shown = line.frames[-1]
    assert shown[5 * zone - 5 : 5 * zone] == SHAPES[pair]
    assert sum(led != DARK for led in shown) == sum(led != DARK for led in SHAPES[pair])


def test_they_are_dark_at_first_and_what_is_so_already_costs_nothing(rims, line):
    """The LEDs are set dark at the start, and an unchanged state sends nothing."""
    assert line.frames == [[DARK] * 30]
    for now in range(100):
        rims.show(0, 0, now)
    assert len(line.frames) == 1


def test_a_change_that_comes_too_early_waits_and_the_last_one_is_shown(rims, line):
    """Decoration may be left out, the last word never is."""
    for now in range(9):
        rims.show(0, (now + 1) << 1, now)
    assert len(line.frames) == 2
    rims.show(0, 1 << 3, 10)
    assert line.frames[-1][10:15] == [GREEN] * 5
    assert sum(led == GREEN for led in line.frames[-1]) == 5


def test_no_setting_makes_it_longer_or_brighter_than_its_bounds():
    """Six rims of 16 LEDs keep interrupts off for under 3 ms of each 10."""
    line = Line(6 * 16)
    rims = RIMS.Rims(line.send, 99, 99, 255)
    rims.show(0xFF, 0, 0)
    assert {max(led) for led in line.frames[-1]} == {0, 128}
    rims.show(0xFF, 0xFF, RIMS.GAP_MS)
    assert {sum(led) for led in line.frames[-1]} == {128}  # one colour at a time
    took_ns = 24 * len(line.frames[-1]) * sum(RIMS.TIMING[:2])
    assert took_ns < 3_000_000 < RIMS.GAP_MS * 1_000_000 / 3


def test_a_profile_may_ask_for_as_much_as_the_controller_does():
    """The bounds of the schema are those of the firmware."""
    controller = inner(inner(SCHEMA, "properties"), "controller")
    keys = inner(inner(inner(controller, "properties"), "rims"), "properties")
    zones = inner(inner(SCHEMA, "properties"), "zones")
    most = [inner(keys, name)["maximum"] for name in ("leds", "brightness")]
    assert [zones["maximum"], *most] == [
        RIMS.MOST_ZONES,
        RIMS.MOST_LEDS,
        RIMS.MOST_BRIGHTNESS,
    ]


# The whole firmware in a real MicroPython


def shown(bench):
    """Return what the LEDs showed, frame by frame."""
    return [line[5:] for line in bench.log() if line.startswith("rims ")]


def spelled(*colours):
    """Return LEDs as the fake machine notes them, two zones of five."""
    return "".join(f"{red:02x}{green:02x}{blue:02x}" for red, green, blue in colours)


NOTHING = spelled(*[DARK] * 30)
NO_IN_2 = spelled(*[DARK] * 5, *SHAPES[1, 0], *[DARK] * 20)


@pytest.fixture
def bench(tmp_path):
    with Bench(tmp_path, rims=(27, 6, 5, 48)) as bench:
        yield bench


async def test_the_controller_shows_what_the_daemons_own_serial_code_says(bench):
    """The firmware announces its rims and shows them until the daemon leaves."""
    async with Listener(bench.path) as listener:
        await until(lambda: listener.heard(Connected))
        assert Capability.RIMS in listener.heard(Connected)[0].capabilities
        listener.port.show_rims(1 << 2, 0)
        await until(lambda: shown(bench)[-1] == NO_IN_2)
    await until(lambda: shown(bench)[-1] == NOTHING)


async def test_a_daemon_that_says_nothing_more_leaves_no_rim_lit(bench):
    """After three missed heartbeats, as a controller counts them."""
    async with Listener(bench.path) as listener:
        await until(lambda: listener.heard(Connected))
        listener.port.show_rims(1 << 2, 0)
        await until(lambda: shown(bench)[-1] == NO_IN_2)
        listener.port._link.data_to_send = lambda: b""  # it lives, and is stuck
        await until(lambda: shown(bench)[-1] == NOTHING)


async def test_before_an_update_they_go_dark(bench):
    """The rims are set dark before an update restarts the Pico."""
    async with Listener(bench.path) as listener:
        await until(lambda: listener.heard(Connected))
        listener.port.show_rims(1 << 2, 0)
        await until(lambda: shown(bench)[-1] == NO_IN_2)
        listener.port.command(Update())
        await until(lambda: bench.log()[-1] == "reset")
        assert shown(bench)[-1] == NOTHING


async def test_without_rims_none_is_announced_and_none_is_sent(tmp_path):
    """A controller of an older firmware says the same."""
    with Bench(tmp_path) as bench:
        async with Listener(bench.path) as listener:
            await until(lambda: listener.heard(Connected))
            assert Capability.RIMS not in listener.heard(Connected)[0].capabilities
            sent = []
            listener.port._link._send = sent.append
            listener.port.show_rims(1 << 2, 0)
            assert sent == []
        assert shown(bench) == []
