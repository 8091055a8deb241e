"""Lamps and buzzer by their physical side, with every library."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from gpiozero import TonalBuzzer
from gpiozero.pins.mock import MockFactory, MockPWMPin

from firmware_host.board.events import Failed, Healed
from firmware_host.board.pieces import Zone
from firmware_host.devices import pins
from firmware_host.devices.fake import FakePins
from firmware_host.devices.gpio import WatchedFactory
from firmware_host.devices.pins import Buzzer, Lamps, ResetLine
from tests.devices.conftest import BUZZER, LAMPS

ONE, TWO = Zone(1), Zone(2)
DARK, CROSS, TICK = (False, False), (True, False), (False, True)


@pytest.fixture(autouse=True)
def soon(monkeypatch):
    """A dead part is tried again at once."""
    monkeypatch.setattr(pins, "RETRY_S", 0.01)


def test_a_lamp_shows_what_it_is_told_and_its_neighbour_nothing(bench):
    """Showing the tick in zone 1 leaves zone 2 dark."""
    with Lamps(bench.factory, LAMPS) as lamps:
        lamps.show(ONE, cross=False, tick=True)

        assert (bench.pair(ONE), bench.pair(TWO)) == (TICK, DARK)


def test_lamps_are_dark_before_and_after(bench):
    """A board that has stopped must not look as if it had answered."""
    lamps = Lamps(bench.factory, LAMPS)
    lamps.show(ONE, cross=True, tick=False)
    assert bench.pair(ONE) == DARK

    with lamps:
        lamps.show(ONE, cross=True, tick=False)
        assert bench.pair(ONE) == CROSS

    assert bench.pair(ONE) == DARK
    lamps.close()
    lamps.show(ONE, cross=True, tick=False)
    assert bench.pair(ONE) == DARK


def test_a_reset_line_is_high_but_for_a_moment():
    """Left, it is let go, and the multiplexer's own resistor holds it."""
    seen = []
    factory = WatchedFactory(lambda number, level: seen.append((number, level)))
    with ResetLine(factory, 8) as line:
        pin = factory.pin(8)
        assert (pin.function, pin.state) == ("output", True)
        seen.clear()
        assert line.pulse()
        assert seen == [(8, False), (8, True)]
        pin.broken = True
        assert not line.pulse()
        pin.mend()
        assert line.pulse()
    assert pin.function == "input"


def test_a_reset_line_that_is_dead_at_the_start_is_tried_at_each_pulse():
    factory = WatchedFactory(lambda _number, _level: None)
    factory.pin(8).broken = True
    with ResetLine(factory, 8) as line:
        assert not line.pulse()
        factory.pin(8).mend()
        assert line.pulse()


def test_lamps_go_dark_when_the_game_crashes(bench):
    """A board left glowing after a crash reads as an answer."""

    def crash():
        with Lamps(bench.factory, LAMPS) as lamps:
            lamps.show(ONE, cross=False, tick=True)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        crash()

    assert bench.pair(ONE) == DARK


def test_a_zone_without_lamps_shows_nothing(bench):
    """Showing a zone without lamps does nothing."""
    with Lamps(bench.factory, LAMPS) as lamps:
        lamps.show(Zone(6), cross=True, tick=True)

        assert (bench.pair(ONE), bench.pair(TWO)) == (DARK, DARK)


def test_a_dead_lamp_costs_only_itself(bench, told, until):
    """A dead lamp is reported once, and shows the current state when it works again."""
    with Lamps(bench.factory, LAMPS, tell=told.append) as lamps:
        bench.die("lamp-1")
        lamps.show(ONE, cross=True, tick=False)
        lamps.show(ONE, cross=False, tick=True)
        lamps.show(TWO, cross=False, tick=True)

        assert bench.pair(TWO) == TICK
        assert told == [Failed("lamp-1")]

        bench.heal("lamp-1")
        until(lambda: len(told) > 1)
        assert told == [Failed("lamp-1"), Healed("lamp-1")]
        assert bench.pair(ONE) == TICK


def test_a_lamp_may_be_dead_from_the_start(bench, told, until):
    """A dead lamp at the start is reported, and works once it is healed."""
    bench.die("lamp-2")
    with Lamps(bench.factory, LAMPS, tell=told.append) as lamps:
        lamps.show(TWO, cross=True, tick=False)
        assert told == [Failed("lamp-2")]

        bench.heal("lamp-2")
        until(lambda: bench.pair(TWO) == CROSS)
        until(lambda: told == [Failed("lamp-2"), Healed("lamp-2")])


def test_a_lamp_that_dies_twice_is_told_twice(bench, told, until):
    """A lamp that dies twice is reported each time."""
    with Lamps(bench.factory, LAMPS, tell=told.append) as lamps:
        for tick in (True, False):
            bench.die("lamp-1")
            lamps.show(ONE, cross=not tick, tick=tick)
            bench.heal("lamp-1")
            until(lambda: len(told) in {2, 4} and isinstance(told[-1], Healed))

    assert told == [Failed("lamp-1"), Healed("lamp-1")] * 2


def test_leaving_with_a_dead_lamp_raises_nothing(bench, told):
    """Closing with a dead lamp turns the others off and raises nothing."""
    with Lamps(bench.factory, LAMPS, tell=told.append) as lamps:
        lamps.show(ONE, cross=True, tick=False)
        lamps.show(TWO, cross=True, tick=False)
        bench.die("lamp-1")

    assert (bench.pair(ONE), bench.pair(TWO)) == (DARK, DARK)


def test_a_buzzer_sounds_while_it_is_on(bench):
    """The buzzer sounds from `on` to `off`, and is silent after closing."""
    with Buzzer(bench.factory, BUZZER) as buzzer:
        assert not bench.sounds
        buzzer.on(440)
        assert bench.sounds
        buzzer.off()
        assert not bench.sounds
        buzzer.on(440)

    assert not bench.sounds
    buzzer.close()


def test_a_dead_buzzer_costs_only_itself(bench, told, until):
    """A dead buzzer is reported and raises nothing."""
    with Buzzer(bench.factory, BUZZER, tell=told.append) as buzzer:
        bench.die("buzzer")
        buzzer.on(440)
        assert told == [Failed("buzzer")]

        bench.heal("buzzer")
        until(lambda: bench.sounds)
        until(lambda: told == [Failed("buzzer"), Healed("buzzer")])


def test_a_passive_buzzer_plays_each_tone_that_it_is_told(bench):
    """A passive buzzer plays each tone until the next or until it is off."""
    with Buzzer(bench.factory, BUZZER, passive=True) as buzzer:
        assert bench.hertz == 0
        heard = []
        for hertz in (784, 1175, 196):
            buzzer.on(hertz)
            heard.append(bench.hertz)
        buzzer.off()
        heard.append(bench.hertz)
        buzzer.on(440)
        heard.append(bench.hertz)
        assert heard == [784, 1175, 196, 0, 440]

    assert bench.hertz == 0
    assert not bench.sounds
    buzzer.close()
    buzzer.on(440)
    assert bench.hertz == 0


def test_a_dead_passive_buzzer_costs_only_itself(bench, told, until):
    """A passive buzzer that works again plays the current tone."""
    with Buzzer(bench.factory, BUZZER, passive=True, tell=told.append) as buzzer:
        buzzer.on(784)
        bench.die("buzzer")
        buzzer.on(1175)
        buzzer.off()
        assert told == [Failed("buzzer")]
        assert bench.hertz == 0

        buzzer.on(440)
        bench.heal("buzzer")
        until(lambda: bench.hertz == 440)
        until(lambda: told == [Failed("buzzer"), Healed("buzzer")])


def test_gpiozeros_own_pins_are_driven_as_its_tonal_buzzer_drives_them():
    """The pin's frequency and duty equal those of gpiozero's own TonalBuzzer."""
    factory = MockFactory(pin_class=MockPWMPin)
    with Buzzer(factory, BUZZER, passive=True) as buzzer:
        buzzer.on(784)
        ours = (factory.pin(BUZZER).frequency, factory.pin(BUZZER).state)
        buzzer.off()
        assert (factory.pin(BUZZER).frequency, factory.pin(BUZZER).state) == (None, 0)
    theirs = MockFactory(pin_class=MockPWMPin)
    tonal = TonalBuzzer(BUZZER, pin_factory=theirs, mid_tone=784.0)
    tonal.play(784.0)
    assert (
        ours == (theirs.pin(BUZZER).frequency, theirs.pin(BUZZER).state) == (784, 0.5)
    )
    tonal.close()


def test_an_active_buzzer_is_never_swung():
    """An active buzzer's pin is high while it sounds, without a frequency."""
    factory = MockFactory(pin_class=MockPWMPin)
    with Buzzer(factory, BUZZER) as buzzer:
        for hertz in (784, 1175):
            buzzer.on(hertz)
            assert factory.pin(BUZZER).frequency is None
            assert factory.pin(BUZZER).state == 1


def test_what_is_lit_already_costs_nothing():
    """The same levels again touch no pin; and the two of a pair are never both lit."""
    seen = []
    bench = FakePins(lamps=LAMPS, watch=lambda *change: seen.append(change))
    with Lamps(bench.factory, LAMPS) as lamps:
        lamps.show(ONE, cross=True, tick=False)
        lamps.show(ONE, cross=True, tick=False)
        lamps.show(ONE, cross=False, tick=True)

        assert seen == [("cross-1", True), ("cross-1", False), ("tick-1", True)]


def test_two_threads_may_show_at_once():
    """With two threads the last call of each zone counts."""
    bench = FakePins(lamps=LAMPS)
    with Lamps(bench.factory, LAMPS) as lamps:

        def flicker(zone):
            for _ in range(500):
                lamps.show(zone, cross=True, tick=False)
                lamps.show(zone, cross=False, tick=True)

        with ThreadPoolExecutor(4) as threads:
            for zone in (ONE, TWO, ONE, TWO):
                threads.submit(flicker, zone)

        assert (bench.pair(ONE), bench.pair(TWO)) == (TICK, TICK)


def test_the_mock_pins_forget():
    """An evening of blinking does not fill the memory."""
    bench = FakePins(lamps=LAMPS)
    with Lamps(bench.factory, LAMPS) as lamps:
        for _ in range(100):
            lamps.show(ONE, cross=True, tick=False)
            lamps.show(ONE, cross=False, tick=False)

        assert len(bench.factory.pin(LAMPS[ONE][0]).states) <= 1
