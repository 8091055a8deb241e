"""What the tests of a table share."""

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
    """What the web asks that table."""
    return TableApi(now.table)
