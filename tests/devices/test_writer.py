"""One thread for all screens: newest pictures, answers first, failures isolated."""

import logging
import threading
from types import SimpleNamespace

import pytest
from PIL import Image

from firmware_host.board.events import Failed, Healed
from firmware_host.devices import writer
from firmware_host.devices.screens import Screen
from firmware_host.devices.writer import ScreenWriter
from firmware_host.errors import RuleError
from tests.devices.chips import ChipScreens
from tests.idle import wait_idle


def picture(number):
    """Return a picture that differs from all others: *number* columns are lit."""
    image = Image.new("1", (128, 64))
    image.paste(1, (0, 0, number, 64))
    return image


def columns(image):
    """Return which picture it is."""
    box = image.getbbox()
    return 0 if box is None else box[2]


class Wall:
    """
    A display that records its pictures, and can be blocked or broken.

    It replaces a `Screen` in tests of the order.
    """

    def __init__(self, log, name):
        self.name = name
        self.log = log
        self.error = None
        self.go_on = threading.Event()
        self.go_on.set()
        self.entered = threading.Event()

    def show(self, image, *, band=False):
        """Note the picture, and whether it was only its band."""
        self.entered.set()
        self.go_on.wait(10)
        if self.error is not None:
            raise self.error
        self.log.append((self.name, columns(image), *(["band"] if band else [])))

    def pulse(self):
        """Note the question."""
        if self.error is not None:
            raise self.error

    def close(self):
        """Note the end."""
        self.log.append((self.name, "dark"))


@pytest.fixture
def log():
    """Return a list for the pictures, in order."""
    return []


@pytest.fixture
def walls(log):
    """Four displays."""
    return {name: Wall(log, name) for name in ("table", "1", "2", "3")}


@pytest.fixture
def board(monkeypatch):
    """Six real drivers on six fake screens, each on a channel of its own."""
    monkeypatch.setattr(writer, "FIRST_RETRY_S", 0.01)
    monkeypatch.setattr(writer, "LAST_RETRY_S", 0.02)
    monkeypatch.setattr(writer, "PULSE_S", 0.02)
    chips = ("ssd1306", "sh1106", "ssd1309") * 2
    places = {
        str(channel + 1): SimpleNamespace(chip=chip, bus=1, channel=channel, address=60)
        for channel, chip in enumerate(chips)
    }
    return ChipScreens(places), places


def screens_of(board):
    """Return the drivers of *board*."""
    fakes, places = board
    return {
        name: Screen(at.chip, bus=lambda at=at: fakes.open(at), address=at.address)
        for name, at in places.items()
    }


def made(screens):
    """Return factories that return the given screens."""
    return {name: lambda screen=screen: screen for name, screen in screens.items()}


def test_a_screen_that_holds_the_bus_costs_only_itself(board, told, until):
    """Through luma and smbus2; the multiplexer is reset, and the others never fail."""
    fakes, _ = board
    fakes.mux.holder = fakes.screens["2"]
    with ScreenWriter(made(screens_of(board)), tell=told.append) as writer_:
        writer_.free = lambda: fakes.mux.reset() or True
        for number in range(1, 7):
            writer_.show(str(number), picture(number))
        assert wait_idle(writer_, 5)
        others = [name for name in fakes.screens if name != "2"]
        assert [columns(fakes.screens[name].image) for name in others] == [
            1,
            3,
            4,
            5,
            6,
        ]
        assert told == [Failed("screen-2")]
        fakes.mux.holder = None
        until(lambda: told == [Failed("screen-2"), Healed("screen-2")])
        assert columns(fakes.screens["2"].image) == 2


def test_without_a_reset_line_the_bus_stays_held(board, told, until):
    """Without a reset line a screen that holds SDA makes all screens fail."""
    fakes, _ = board
    fakes.mux.holder = fakes.screens["1"]
    with ScreenWriter(made(screens_of(board)), tell=told.append) as writer_:
        for number in range(1, 7):
            writer_.show(str(number), picture(number))
        until(lambda: len(told) == 6)
    assert {one.part for one in told} == {f"screen-{n}" for n in range(1, 7)}


def test_a_screen_that_is_not_there_resets_nothing(board, told, until):
    """A missing screen causes no reset of the bus."""
    fakes, _ = board
    fakes.screens["2"].die()
    pulses = []
    with ScreenWriter(made(screens_of(board)), tell=told.append) as writer_:
        writer_.free = lambda: pulses.append(1) or True
        writer_.show("2", picture(2))
        until(lambda: told == [Failed("screen-2")])
    assert pulses == []


def test_every_screen_shows_its_picture(board, told):
    """Every screen shows its picture, and is dark after closing."""
    with ScreenWriter(made(screens_of(board)), tell=told.append) as writer_:
        for number in range(1, 7):
            writer_.show(str(number), picture(number))
        assert wait_idle(writer_, 5)

        seen = {name: columns(one.image) for name, one in board[0].screens.items()}
        assert seen == {str(number): number for number in range(1, 7)}
    assert all(one.image.getbbox() is None for one in board[0].screens.values())
    assert told == []


def test_the_newest_picture_wins(walls, log, told):
    """Only the newest of the waiting pictures is shown."""
    walls["1"].go_on.clear()
    with ScreenWriter(made({"1": walls["1"]}), tell=told.append) as writer_:
        writer_.show("1", picture(1))
        walls["1"].entered.wait(5)
        for number in (2, 3, 4):
            writer_.show("1", picture(number))
        walls["1"].go_on.set()
        assert wait_idle(writer_, 5)

        assert log == [("1", 1), ("1", 4)]


def test_an_answer_goes_first(walls, log, told):
    """Before every picture there was; two answers in their order, the rest later."""
    walls["table"].go_on.clear()
    with ScreenWriter(made(walls), tell=told.append) as writer_:
        writer_.show("table", picture(1))
        walls["table"].entered.wait(5)
        writer_.show("1", picture(2))
        writer_.show("2", picture(3))
        writer_.show("3", picture(4), urgent=True)
        writer_.show("2", picture(5), urgent=True)
        walls["table"].go_on.set()
        assert wait_idle(writer_, 5)

        assert log == [
            ("table", 1),
            ("3", 4, "band"),
            ("2", 5, "band"),
            ("1", 2),
            ("3", 4),
            ("2", 5),
        ]


def test_showing_never_waits_for_a_bus(walls, told):
    """`show` does not block while a screen hangs."""
    walls["1"].go_on.clear()
    with ScreenWriter(made(walls), tell=told.append) as writer_:
        writer_.show("1", picture(1))
        walls["1"].entered.wait(5)
        writer_.show("2", picture(2))
        assert not wait_idle(writer_, 0.01)
        walls["1"].go_on.set()
        assert wait_idle(writer_, 5)


def test_a_hanging_screen_does_not_keep_the_process(walls, told, monkeypatch):
    """Closing waits for a hanging screen only for a limited time."""
    monkeypatch.setattr(writer, "CLOSE_S", 0.05)
    walls["1"].go_on.clear()
    with ScreenWriter(made(walls), tell=told.append) as writer_:
        writer_.show("1", picture(1))
        walls["1"].entered.wait(5)
    walls["1"].go_on.set()


def test_a_dead_screen_costs_only_itself(board, told, until):
    """
    A dead screen is reported once, and shows the current picture when it is back.

    The others work meanwhile.
    """
    fakes, _ = board
    with ScreenWriter(made(screens_of(board)), tell=told.append) as writer_:
        writer_.show("2", picture(20))
        assert wait_idle(writer_, 5)
        fakes.screens["2"].die()
        for number in range(1, 7):
            writer_.show(str(number), picture(number), urgent=number == 2)
        until(lambda: told == [Failed("screen-2")])
        until(lambda: columns(fakes.screens["6"].image) == 6)
        writer_.show("2", picture(99))

        fakes.screens["2"].heal()
        until(lambda: told == [Failed("screen-2"), Healed("screen-2")])
        assert wait_idle(writer_, 5)
        assert columns(fakes.screens["2"].image) == 99


def test_a_screen_that_dies_while_nothing_happens_is_told(board, told, until):
    """Every screen is tested each second, even one that never showed a picture."""
    fakes, _ = board
    fakes.screens["5"].die()
    with ScreenWriter(made(screens_of(board)), tell=told.append) as writer_:
        until(lambda: told == [Failed("screen-5")])
        writer_.show("4", picture(4))
        assert wait_idle(writer_, 5)
        fakes.screens["4"].die()
        until(lambda: told[1:] == [Failed("screen-4")])
        fakes.screens["4"].heal()
        fakes.screens["5"].heal()
        until(lambda: {*told[2:]} == {Healed("screen-4"), Healed("screen-5")})
        until(lambda: columns(fakes.screens["4"].image) == 4)


def test_every_screen_may_be_dead(board, told, until):
    """With every screen dead nothing blocks, and each is reported once."""
    fakes, _ = board
    for fake in fakes.screens.values():
        fake.die()
    with ScreenWriter(made(screens_of(board)), tell=told.append) as writer_:
        writer_.show("1", picture(1), urgent=True)
        until(lambda: len(told) == 6)
        assert {type(one) for one in told} == {Failed}
        for fake in fakes.screens.values():
            fake.heal()
        until(lambda: len(told) == 12)
        until(lambda: columns(fakes.screens["1"].image) == 1)


def test_a_dead_screen_is_tried_less_and_less(walls, told, until):
    """A dead screen is retried after 0.5, 1, 2, 4 and then every 5 seconds."""
    now_s = [100.0]
    tries = []
    wall = walls["1"]

    def fail(_image=None, **_band):
        tries.append(now_s[0])
        raise OSError(121, "Remote I/O error")

    wall.show = wall.pulse = fail
    screens = made({"1": wall, "2": walls["2"]})
    with ScreenWriter(screens, tell=told.append, clock_s=lambda: now_s[0]) as writer_:
        writer_.show("1", picture(1))
        until(lambda: tries == [100.0])
        for number, wait_s in enumerate((0.5, 1, 2, 4, 5, 5, 5), 2):
            before = now_s[0]
            for late_s in (0, wait_s - 0.01):
                now_s[0] = before + late_s
                writer_.show("2", picture(number))  # wakes the thread, and no more
                assert wait_idle(writer_, 5)
            assert len(tries) == number - 1
            now_s[0] = before + wait_s
            writer_.show("2", picture(100 + number))
            until(lambda: len(tries) == number)  # noqa: B023 - it ends before the next
    assert told == [Failed("screen-1")]


def test_a_screen_that_hangs_is_tried_less_often_still(walls, told, until):
    """A second on a bus that hangs is a second for all; one in twenty is enough."""
    now_s = [100.0]
    tries = []

    def hang(_image=None, **_band):
        tries.append(now_s[0])
        now_s[0] += 1
        raise OSError(110, "Connection timed out")

    walls["1"].show = walls["1"].pulse = hang
    screens = made({"1": walls["1"], "2": walls["2"]})
    with ScreenWriter(screens, tell=told.append, clock_s=lambda: now_s[0]) as writer_:
        writer_.show("1", picture(1))
        until(lambda: told)
        now_s[0] = 120.9
        writer_.show("2", picture(1))
        assert wait_idle(writer_, 5)
        assert tries == [100.0]
        now_s[0] = 121.0
        writer_.show("2", picture(2))
        until(lambda: tries == [100.0, 121.0])


def test_a_mistake_of_ours_darkens_one_screen(walls, log, told, until, caplog):
    """An exception of ours disables one screen and is logged."""
    walls["1"].error = ZeroDivisionError("a bug")
    with (
        caplog.at_level(logging.ERROR),
        ScreenWriter(made(walls), tell=told.append) as writer_,
    ):
        writer_.show("1", picture(1))
        until(lambda: told == [Failed("screen-1")])
        writer_.show("2", picture(2))
        assert wait_idle(writer_, 5)

    assert ("2", 2) in log
    assert "a bug" in caplog.text


def test_a_listener_that_fails_darkens_nothing(walls, log, until, caplog):
    """An exception in the listener is logged, and other screens work."""

    def tell(_news):
        msg = "nobody listens yet"
        raise AttributeError(msg)

    walls["1"].error = OSError(121, "Remote I/O error")
    with ScreenWriter(made(walls), tell=tell) as writer_:
        writer_.show("1", picture(1))
        until(lambda: "nobody listens yet" in caplog.text)
        writer_.show("2", picture(2))
        assert wait_idle(writer_, 5)

    assert ("2", 2) in log


def test_a_wrong_picture_is_refused_where_it_was_drawn(walls, told):
    """A picture of the wrong size or mode is refused in the caller's thread."""
    with ScreenWriter(made(walls), tell=told.append) as writer_:
        with pytest.raises(RuleError, match=r"\(64, 128\)"):
            writer_.show("1", Image.new("1", (64, 128)))
        with pytest.raises(RuleError, match="'RGB'"):
            writer_.show("1", Image.new("RGB", (128, 64)))


def test_a_screen_the_board_lacks_shows_nothing(walls, told):
    """A picture for a screen that the board does not have is ignored."""
    with ScreenWriter(made(walls), tell=told.append) as writer_:
        writer_.show("maker", picture(1))
        assert wait_idle(writer_, 5)

    with ScreenWriter({}, tell=told.append) as writer_:
        writer_.show("1", picture(1))
        assert wait_idle(writer_, 5)


def test_leaving_makes_all_dark_and_twice_is_fine(walls, log, told):
    """Closing, even twice, makes each screen dark once."""
    with ScreenWriter(made(walls), tell=told.append) as writer_:
        for name in walls:
            writer_.show(name, picture(1))
        assert wait_idle(writer_, 5)
        log.clear()
    writer_.close()

    assert sorted(log) == [
        ("1", "dark"),
        ("2", "dark"),
        ("3", "dark"),
        ("table", "dark"),
    ]


def test_leaving_can_let_every_screen_be(walls, log, told):
    """`close(dark=False)` leaves the pictures on the screens."""
    with ScreenWriter(made(walls), tell=told.append) as writer_:
        writer_.show("1", picture(1))
        assert wait_idle(writer_, 5)
        writer_.close(dark=False)
    assert log == [("1", 1)]


def test_a_screen_is_made_once_and_by_the_thread_that_shows_it(walls, log, told):
    """A screen is made once, by the writer's thread."""
    makers = []

    def make():
        makers.append(threading.current_thread().name)
        return walls["1"]

    with ScreenWriter({"1": make}, tell=told.append) as writer_:
        writer_.show("1", picture(3))
        assert wait_idle(writer_, 5)
        writer_.show("1", picture(4))
        assert wait_idle(writer_, 5)

    assert makers == ["screens"]
    assert log == [("1", 3), ("1", 4), ("1", "dark")]


def test_a_screen_that_showed_nothing_is_not_made_to_be_closed(told):
    """A screen that was never used is not made for closing."""
    making = []
    with ScreenWriter({"1": lambda: making.append("1")}, tell=told.append):
        pass
    assert (making, told) == ([], [])


def test_a_screen_is_first_asked_a_second_after_the_start(walls, told, until):
    """A screen is first tested one second after the start."""
    now_s = [100.0]
    walls["2"].error = OSError("dead")
    screens = made({"1": walls["1"], "2": walls["2"]})
    with ScreenWriter(screens, tell=told.append, clock_s=lambda: now_s[0]) as writer_:
        now_s[0] = 100.9
        writer_.show("1", picture(1))
        assert wait_idle(writer_, 5)
        assert told == []
        now_s[0] = 101.0
        writer_.show("1", picture(2))
        until(lambda: told == [Failed("screen-2")])
