"""A journal for the tests of what reads it and erases it."""

import pytest

from firmware_host.journal.store import Journal


@pytest.fixture
def path(tmp_path):
    return tmp_path / "letterzone.db"


@pytest.fixture
def journal(path):
    with Journal(path, reserve_bytes=0) as opened:
        yield opened
