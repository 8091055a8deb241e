"""The bus of a screen, wherever the kernel has put it."""

from types import SimpleNamespace

import pytest

from firmware_host.devices.buses import bus_number
from firmware_host.errors import BoardMissingError


def test_a_channel_is_found_by_the_multiplexers_link(tmp_path):
    """A channel's bus is found by the multiplexer's link, whatever its number is."""
    (tmp_path / "1-0070").mkdir()
    (tmp_path / "i2c-23").mkdir()
    (tmp_path / "1-0070" / "channel-3").symlink_to(tmp_path / "i2c-23")

    assert bus_number(SimpleNamespace(bus=1, channel=3), root=tmp_path) == 23
    assert bus_number(SimpleNamespace(bus=1, channel=None), root=tmp_path) == 1
    with pytest.raises(BoardMissingError, match="letterzone setup"):
        bus_number(SimpleNamespace(bus=1, channel=4), root=tmp_path)
