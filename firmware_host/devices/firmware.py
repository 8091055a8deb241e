"""
The controller's own files, used on this side of the wire.

The simulated controller is made of them, and so is a tag reader without a controller:
there is one judgement of what a tap is, and one driver of a chip.
"""

import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

import firmware_host


def firmware_folder() -> Path:
    """Return where the controller's own files are: in the source, or in the wheel."""
    package = Path(firmware_host.__file__).parent
    for root in (package.parent, package):
        folder = root / "hardware" / "controller"
        if folder.is_dir():
            return folder
    msg = f"there is no hardware/controller beside {package} or in it"
    raise FileNotFoundError(msg)


def firmware(*names: str) -> list[ModuleType]:
    """
    Import files of the controller, which lie flat as on the Pico.

    Their short names leave `sys.modules` again, so that nobody else's module called
    ``core`` is mistaken for ours, or ours for theirs.
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
