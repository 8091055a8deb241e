"""A copy of a journal, in one line."""

from firmware_host.journal.copying import Source


def copy(path, target, **leaves):
    """Write a copy of a journal, which may be open elsewhere."""
    with Source(path) as source:
        source.copy(target, **leaves)
