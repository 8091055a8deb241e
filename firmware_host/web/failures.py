"""Log each place at which answering failed only once, so that the log stays short."""

import logging
from contextlib import suppress

from firmware_host.errors import place_of

_log = logging.getLogger(__name__)


class Failures:
    """The places that have failed since the start."""

    def __init__(self) -> None:
        self._known: set[str] = set()

    def log(self, what: str, fault: Exception) -> None:
        """Log where *what* failed, unless that place has failed before."""
        with suppress(AttributeError):  # a fault has no notes before the first one
            if "logged" in fault.__notes__:  # by an inner handler
                return
        fault.add_note("logged")
        place = place_of(fault)
        if place not in self._known:
            self._known.add(place)
            _log.error("%s failed: %s", what, place)
