"""What failed in answering: each place is logged once, so that nobody fills the log."""

import logging

from firmware_host.errors import place_of

_log = logging.getLogger(__name__)

#: The note of an exception that was logged: an outer handler passes it over.
_LOGGED = "logged"


class Failures:
    """The places that have failed since the start."""

    def __init__(self) -> None:
        self._known: set[str] = set()

    def log(self, what: str, fault: Exception) -> None:
        """Log where *what* failed, unless that place has failed before."""
        if _LOGGED in getattr(fault, "__notes__", ()):
            return
        fault.add_note(_LOGGED)
        place = place_of(fault)
        if place not in self._known:
            self._known.add(place)
            _log.error("%s failed: %s", what, place)
