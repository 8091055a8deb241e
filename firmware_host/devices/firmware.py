"""
The controller's own modules, imported by programs on the Pi.

The simulated controller and the tag reader without a controller use them: so the rules
for taps and the driver of a chip exist once.
"""

import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

import firmware_host


def firmware_folder() -> Path:
    """Return the folder of the controller's files, in the source or in the wheel."""
    package = Path(firmware_host.__file__).parent
    for root in (package.parent, package):
        folder = root / "hardware" / "controller"
        if folder.is_dir():
            return folder
    msg = f"there is no hardware/controller beside {package} or in it"
    raise FileNotFoundError(msg)


def import_firmware(*names: str) -> list[ModuleType]:
    """
    Import modules of the controller, which are in one flat folder as on the Pico.

    Their short names are removed from `sys.modules` again, so that they do not collide
    with another module that is called ``core``.
    """
    folder = firmware_folder()
    flat = [path.stem for path in folder.glob("*.py")]
    others = {name: sys.modules.pop(name) for name in flat if name in sys.modules}
    sys.path.insert(0, str(folder))
    try:
        return [import_module(name) for name in names]
    finally:
        sys.path.remove(str(folder))
        for name in flat:
            sys.modules.pop(name, None)
        sys.modules.update(others)
