"""A journal for the tests of the app; a file may have another one of its own."""

import pytest

from firmware_host.journal.store import Journal


@pytest.fixture
def path(tmp_path):
    return tmp_path / "letterzone.db"


@pytest.fixture
def journal(path):
    with Journal(path, reserve_bytes=0) as opened:
        yield opened
