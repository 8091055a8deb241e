"""Fixtures that the table's tests share."""

import pytest

from firmware_host.table.api import TableApi
from tests.table.evening import evening


@pytest.fixture
async def now(tmp_path):
    """A round of HOBBY that Ann has made, for Ben."""
    async with evening(tmp_path) as now:
        yield now


@pytest.fixture
def table_api(now):
    """Return the table's API for the web."""
    return TableApi(now.table)
