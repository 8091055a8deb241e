"""The whole firmware in a real MicroPython, connected to the daemon's serial code."""

import pytest

from firmware_host.devices.firmware import firmware_folder
from firmware_host.link.events import Connected, Heartbeat, Reads
from firmware_host.link.messages import (
    ButtonChange,
    Fault,
    Tap,
    Tune,
    UnclearTap,
    Update,
)
from tests.controller.bench import CONFIG, Bench, Listener, until

UID = bytes.fromhex("04a1b2c3d4e5f6")
OTHER = bytes.fromhex("04a1b2c3d4e5f7")
SERVICE, TICK, CROSS = 6, 0, 1
RESET, STARVED, CRASHED = 42, 43, 1  # the first two as in machine.py


@pytest.fixture(params=["mfrc522", "pn532"])
async def bench(request, tmp_path):
    """A Pico with power, and either chip."""
    with Bench(tmp_path, chip=request.param) as bench:
        yield bench
        assert bench.ended() != CRASHED


@pytest.fixture
async def listener(bench):
    """A daemon that has welcomed it."""
    async with Listener(bench.path) as listener:
        await until(lambda: listener.heard(Connected))
        yield listener


def fields_on(bench):
    """Return the zones whose radio field went on, in order."""
    zones = {str(pin): zone for zone, pin in CONFIG.READERS.items()}
    lines = (line.split() for line in bench.log())
    return [zones[words[1]] for words in lines if words[0] == "field"]


async def test_it_says_hello_with_all_it_has(listener):
    """HELLO lists the board and its seven readers; heartbeats follow."""
    (hello,) = listener.heard(Connected)
    assert hello.board_uid == b"testbnch".hex()
    assert hello.zones == (0, 1, 2, 3, 4, 5, 6)
    await until(lambda: len(listener.heard(Heartbeat)) >= 2)


async def test_a_tag_on_any_pad_is_one_tap(bench, listener):
    """Dwell, UID and zone come from the chip's registers to the table."""
    taps = [Tap(zone, UID[:-1] + bytes((zone,))) for zone in range(7)]
    for tap in taps:
        bench.lay(tap.zone, tap.uid)
        await until(lambda tap=tap: tap in listener.bodies())
    sweeps = len(fields_on(bench)) + 40
    await until(lambda: len(fields_on(bench)) > sweeps)
    assert listener.bodies() == taps


async def test_two_tags_on_a_pad_are_unclear(bench, listener):
    """Two tags on a pad give one "unclear" event, and no tap of either."""
    bench.lay(2, UID, OTHER)
    await until(listener.bodies)
    bench.lay(2, UID)
    sweeps = len(fields_on(bench)) + 80
    await until(lambda: len(fields_on(bench)) > sweeps)
    assert listener.bodies() == [UnclearTap(2, "two-pieces")]


async def test_a_pad_on_which_pieces_lie_answers_to_each_new_one(bench, listener):
    """A stays; B is tapped; B leaves; C is tapped; then five lie there already."""
    a, b, c, *more = (UID[:-1] + bytes((n,)) for n in range(7))
    told = []
    for lies, new in [([], a), ([a], b), ([a], c)]:
        bench.lay(3, *lies, new)
        told.append(Tap(3, new))
        await until(lambda: listener.bodies() == told, seconds=5)
        bench.lay(3, *lies)
        await until(lambda: bench.log() and listener.bodies() == told)
    lies = [a]
    for new in more:
        lies.append(new)
        bench.lay(3, *lies)
        told.append(Tap(3, new))
        await until(lambda: listener.bodies() == told, seconds=5)


async def test_a_button_is_told_once_each_way(bench, listener):
    """
    A press and a release give one event each.

    The heartbeat lists the held button.
    """
    bench.press(5)
    await until(
        lambda: any(5 in beat.buttons_held for beat in listener.heard(Heartbeat))
    )
    bench.release(5)

    def changes():
        """Return its changes; on a busy machine a reader may seem stuck between."""
        return [body for body in listener.bodies() if isinstance(body, ButtonChange)]

    await until(lambda: len(changes()) == 2)
    assert changes() == [ButtonChange(5, down=True), ButtonChange(5, down=False)]


@pytest.mark.parametrize(
    ("fault", "code"), [("dead", "silent"), ("stuck", "stuck"), ("burning", "stuck")]
)
async def test_a_broken_reader_costs_only_itself_and_heals(
    bench, listener, fault, code
):
    """The others are read on; it is tried again until it answers."""
    bench.harm(4, fault)
    await until(lambda: listener.bodies() == [Fault(4, code)])
    bench.lay(1, UID)
    await until(lambda: Tap(1, UID) in listener.bodies())
    bench.harm(4, "")
    await until(lambda: Fault(4, "healed") in listener.bodies())
    bench.lay(4, OTHER)
    await until(lambda: Tap(4, OTHER) in listener.bodies())


async def test_a_reader_that_holds_the_bus_makes_the_others_say_so(tmp_path):
    """Without its gate a reader on the bus makes the others report "held"."""
    with Bench(tmp_path) as bench:
        bench.harm(4, "holding")
        async with Listener(bench.path) as listener:
            others = [Fault(zone, "held") for zone in (0, 1, 2, 3, 5, 6)]
            await until(lambda: len(listener.bodies()) == len(others))
            assert sorted(listener.bodies(), key=lambda one: one.part) == others
            bench.lay(4, UID)
            await until(lambda: Tap(4, UID) in listener.bodies())
            bench.harm(4, "")
            await until(lambda: Fault(0, "healed") in listener.bodies())
        assert bench.ended() != CRASHED


async def test_how_each_reader_reads_is_told_each_second(bench, listener):
    """Looks of every pad, and the hits of the one with a tag."""
    bench.lay(2, UID)
    await until(lambda: any(one.hits > 2 for one in listener.heard(Reads)))
    told = {one.zone: one for one in listener.heard(Reads)[-7:]}
    assert set(told) == set(range(7))
    assert told[2].since_ms is not None
    assert told[3].since_ms is None

    def often():  # within one second; on a busy machine not in each
        return {one.zone for one in listener.heard(Reads) if one.looks > 2}

    await until(lambda: often() == set(told))


async def test_a_pad_is_tuned(bench, listener):
    """With a dwell of two seconds a tag becomes a tap later than on the next pad."""
    listener.port.command(Tune(2, 2000, 6))
    await until(lambda: "gain 6" in " ".join(bench.log()[-40:]))
    bench.lay(2, UID)
    bench.lay(1, OTHER)

    def taps():  # a chip may seem silent for a moment on a busy machine: a fault
        return [one for one in listener.bodies() if isinstance(one, Tap)]

    await until(lambda: len(taps()) == 2)
    assert taps() == [Tap(1, OTHER), Tap(2, UID)]


async def test_only_one_radio_field_is_ever_on(bench, listener):
    """The fake air dies of a second one, so it is enough that the others were lit."""
    bench.harm(3, "dead")
    bench.lay(1, UID)
    bench.lay(2, OTHER)
    await until(lambda: len(listener.bodies()) >= 3)
    await until(lambda: set(fields_on(bench)) >= {0, 1, 2, 4, 5, 6})
    assert bench.ended() is None


async def test_two_fields_at_once_kill_the_firmware_that_dares(tmp_path):
    """A firmware that never switches a field off crashes in the fake air."""
    main = tmp_path / "reckless.py"
    main.write_text(
        "import main\n"
        "from mfrc522 import Mfrc522\n"
        "Mfrc522.field_off = lambda self: None\n"
        "import board_config\n"
        "from controller import run\n"
        "run(board_config, 'x')\n"
    )
    with Bench(tmp_path, main=main) as bench:
        await until(lambda: bench.ended() is not None)
        assert (bench.ended(), bench.log()[-1]) == (CRASHED, "2 fields are on at once")


async def test_the_watchdog_bites_a_firmware_that_hangs(tmp_path):
    """The fake watchdog ends a firmware that does not feed it."""
    main = tmp_path / "hungry.py"
    main.write_text(
        "import board_config, controller, machine\n"
        "machine.WDT.feed = lambda self: self.check()\n"
        "controller.WATCHDOG_MS = 200\n"
        "controller.run(board_config, 'x')\n"
    )
    with Bench(tmp_path, main=main) as bench:
        await until(lambda: bench.ended() is not None)
        assert (bench.ended(), bench.log()[-1]) == (STARVED, "starved")


async def test_it_sets_a_watchdog_that_the_chip_can_count(bench):
    """The RP2040 counts no further than 8.3 s."""
    await until(lambda: "watchdog 5000" in bench.log())


async def test_an_update_reboots_it_once_without_watchdog(bench, listener):
    """After an update it stays at MicroPython's prompt for mpremote, only once."""
    listener.port.command(Update())
    await until(lambda: bench.ended() is not None)
    assert (bench.ended(), bench.log()[-1]) == (RESET, "reset")

    bench.power_on()
    await until(lambda: bench.ended() is not None)
    assert bench.ended() == 0  # back at the prompt
    assert bench.log()[-1] == "reset"  # and no watchdog since

    bench.power_on()
    await until(lambda: len(listener.heard(Connected)) == 2)
    assert bench.log().count("watchdog 5000") == 2


async def test_a_button_held_as_it_gets_power_keeps_it_at_its_prompt(bench):
    """The Pico stays at its prompt without watchdog, so it can be flashed."""
    bench.power_off()
    watched = bench.log().count("watchdog 5000")
    bench.press(SERVICE)
    bench.power_on()
    await until(lambda: "pressed" in bench.log())
    bench.release(SERVICE)
    await until(lambda: bench.ended() is not None)
    assert bench.ended() == 0  # at the prompt
    assert bench.log().count("watchdog 5000") == watched


@pytest.mark.parametrize("both", [True, False])
async def test_without_its_own_service_button_tick_and_cross_do_that(tmp_path, both):
    """Without a service button tick and cross together keep the Pico at its prompt."""
    main = tmp_path / "unserved.py"
    main.write_text(
        "import board_config, machine, main, time\n"
        "class Slept:\n"
        "    def sleep_ms(self, ms):\n"
        "        machine.log('slept')\n"
        "        time.sleep_ms(ms)\n"
        "main.time = Slept()\n"
        "del board_config.BUTTONS[main.SERVICE]\n"
        "main.main()\n"
    )
    with Bench(tmp_path, main=main) as bench:
        bench.power_off()
        bench.press(TICK)
        if both:
            bench.press(CROSS)
        bench.power_on()
        async with Listener(bench.path) as listener:
            if both:
                await until(lambda: bench.log().count("slept") > 2)
                bench.release(CROSS)
                await until(lambda: bench.ended() is not None)
                assert bench.ended() == 0  # at the prompt
            else:
                await until(lambda: listener.heard(Connected))


async def test_no_broken_file_keeps_it_from_that(tmp_path):
    """The service button works although other files are broken."""
    for name in ("controller", "core", "taps"):
        (tmp_path / f"{name}.py").write_text("this is no program\n")
    main = tmp_path / "main.py"
    main.write_text((firmware_folder() / "main.py").read_text())
    with Bench(tmp_path, main=main) as bench:
        bench.power_off()
        bench.press(SERVICE)
        bench.power_on()
        await until(lambda: "pressed" in bench.log())
        bench.release(SERVICE)
        await until(lambda: bench.ended() is not None)
        assert bench.ended() == 0
        bench.power_on()
        await until(lambda: bench.ended() is not None)
        assert bench.ended() == CRASHED  # back at the prompt all the same


async def test_a_button_held_for_longer_is_the_pis_matter(tmp_path):
    """The board's own service mode begins so."""
    main = tmp_path / "patient.py"
    main.write_text("import main\nmain.HELD_MS = 100\nmain.main()\n")
    with Bench(tmp_path, main=main) as bench:
        bench.power_off()
        bench.press(SERVICE)
        bench.power_on()
        async with Listener(bench.path) as listener:
            held = ButtonChange(SERVICE, down=True)
            await until(lambda: held in listener.bodies())


async def test_no_byte_from_the_wire_stops_it(bench, listener):
    """Ctrl-C, garbage and half frames are only noise."""
    with open(bench.path, "wb", buffering=0) as wire:  # noqa: ASYNC230, PTH123 - a pty
        wire.write(bytes(range(256)) + b"\x03" * 50 + b"\x00\x05\x01")
    bench.lay(1, UID)
    await until(lambda: listener.bodies() == [Tap(1, UID)])
    assert bench.ended() is None
