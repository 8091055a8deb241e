"""Screens that are files."""

from pathlib import Path

import pytest
from PIL import Image

from firmware_host.board.wiring import ScreenAt
from firmware_host.devices.saved import SavedScreens
from firmware_host.errors import SettingsError

PLACES = {
    "3": ScreenAt("ssd1306", channel=2, bus=1, address=0x3C),
    "table": ScreenAt("sh1106", channel=6, bus=1, address=0x3C),
}


def test_a_file_is_what_its_screen_shows(tmp_path):
    """The file has the screen's current picture, and is black after closing."""
    saved = SavedScreens(PLACES, tmp_path / "new" / "folder")
    path = tmp_path / "new" / "folder" / "3.png"
    assert Image.open(path).getbbox() is None
    screen = saved.open(PLACES["3"])
    picture = Image.new("1", (128, 64))
    picture.paste(1, (10, 20, 30, 40))
    screen.show(picture)
    assert Image.open(path).getbbox() == (10, 20, 30, 40)
    assert Image.open(path.with_name("table.png")).getbbox() is None
    screen.close()
    assert Image.open(path).getbbox() is None
    assert sorted(one.name for one in path.parent.iterdir()) == ["3.png", "table.png"]


def test_a_picture_that_is_the_same_is_not_written_again(tmp_path):
    """An unchanged picture is not written again."""
    saved = SavedScreens(PLACES, tmp_path)
    screen = saved.open(PLACES["table"])
    screen.show(Image.new("1", (128, 64), 1))
    (tmp_path / "table.png").unlink()
    screen.show(Image.new("1", (128, 64), 1))
    assert not (tmp_path / "table.png").exists()


def test_a_folder_where_nobody_can_write_is_one_sentence():
    with pytest.raises(SettingsError, match="name another folder by --screens"):
        SavedScreens(PLACES, Path("/proc/self/screens"))
