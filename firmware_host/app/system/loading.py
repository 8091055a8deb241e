"""Importing what is large."""

import gc
from importlib import import_module
from types import ModuleType


def load(name: str) -> ModuleType:
    """
    Import a module, and all that it needs, as things that stay.

    An import throws nothing away, so no garbage is looked for meanwhile: that is about
    a fifteenth of a start. Nor is it looked for afterwards in what is there by then,
    which would take a while in the middle of somebody's taps.

    Args:
        name: Its whole name, with dots.

    Raises:
        ImportError: There is none.
    """
    gc.disable()
    try:
        return import_module(name)
    finally:
        gc.freeze()
        gc.enable()
