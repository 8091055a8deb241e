"""Each hardware library is imported in one file, and in no other."""

import ast
from pathlib import Path

import pytest

import firmware_host

PACKAGE = Path(firmware_host.__file__).parent
DOORS = {
    "gpiozero": "gpio.py",
    "lgpio": "gpio.py",
    "RPi": "gpio.py",
    "luma": "screens.py",
    "smbus2": "screens.py",
    "serial": "controller.py",
}


def imported(source):
    """Return the top names that *source* imports, wherever in it."""
    names = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        if isinstance(node, ast.ImportFrom) and not node.level:
            names.add(node.module)
    return {name.partition(".")[0] for name in names}


def test_each_library_has_one_door():
    """Each library is imported in one file only."""
    found = {
        (library, path.name)
        for path in PACKAGE.rglob("*.py")
        for library in imported(path.read_text(encoding="utf-8")) & set(DOORS)
    }

    assert found <= set(DOORS.items())


@pytest.mark.parametrize(
    "source",
    [
        "import luma.core.device",
        "from luma.oled import device",
        "def f():\n import luma",
    ],
)
def test_no_import_goes_unseen(source):
    """Each way of writing an import is found."""
    assert imported(source) == {"luma"}
