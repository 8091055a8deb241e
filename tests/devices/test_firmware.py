"""The controller's own files on this side of the wire."""

import sys

from firmware_host.devices.firmware import firmware_folder, import_firmware


def test_they_are_the_files_that_are_flashed():
    """The imported module is the file that is flashed."""
    (wire,) = import_firmware("wire")
    assert wire.__file__ == str(firmware_folder() / "wire.py")


def test_their_short_names_are_left_to_others():
    """Another module called ``core`` stays in `sys.modules`."""
    sys.modules["core"] = mine = object()
    try:
        (core,) = import_firmware("core")
        assert core is not mine
        assert sys.modules["core"] is mine
    finally:
        del sys.modules["core"]
    assert "wire" not in sys.modules
