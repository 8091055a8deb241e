"""Buttons that bounce, in a clock of our own."""

from firmware_host.devices.firmware import import_firmware

(BUTTONS,) = import_firmware("buttons")


class Told:
    """A core that records the button changes."""

    def __init__(self):
        self.told = []

    def button(self, number, down, now):
        """Keep a change."""
        self.told.append((now, number, down))


def changes(*levels):
    """Return the changes sent while a pin takes *levels*, one a millisecond."""
    core, pin = Told(), [1]
    buttons = BUTTONS.Buttons([(5, lambda: pin[0])], core, settle_ms=20)
    for now, pin[0] in enumerate(levels):
        buttons.step(now)
    return core.told


def test_a_press_and_a_release_are_told_once_each():
    """A low level is one press, and a high one one release, after 20 ms."""
    assert changes(*[1] * 10, *[0] * 50, *[1] * 50) == [(30, 5, 1), (80, 5, 0)]


def test_bouncing_contacts_are_one_press():
    """The level must hold for 20 ms."""
    assert changes(*[0, 1, 0, 1, 1, 0] * 3, *[0] * 40) == [(37, 5, 1)]


def test_a_spike_is_no_press():
    """A long wire picks up a lot."""
    assert changes(*[1] * 10, *[0] * 19, *[1] * 50) == []
