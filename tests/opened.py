"""A board that is opened for its table alone."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from firmware_host.app.daemon import daemon
from firmware_host.session.state import Setup
from firmware_host.settings.profile import Profile
from firmware_host.table.table import Table


@asynccontextmanager
async def open_table(
    profile: Profile,
    folder: Path,
    *,
    hardware: daemon.Hardware | None = None,
    setup: Setup | None = None,
) -> AsyncIterator[Table]:
    """Open a board, as `open_board` does, and give its table."""
    opened = daemon.open_board(profile, folder, hardware=hardware, setup=setup)
    async with opened as running:
        yield running.table
