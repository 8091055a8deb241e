"""Records for tests that make values of a class from its signature alone."""

from contextlib import suppress
from typing import TypeVar

R = TypeVar("R")


def with_init(cls: type[R]) -> type[R]:
    """Return *cls* with its own `__init__`: a record gets it with its first value."""
    with suppress(TypeError):  # of arguments that are missing
        cls()
    return cls
