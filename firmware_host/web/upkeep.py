"""What the pages do by themselves as time goes by."""

import asyncio
import logging
from typing import TYPE_CHECKING

from firmware_host.errors import AwayError
from firmware_host.web.board.wifi import is_reached
from firmware_host.web.classroom.retention import forget_in_time

if TYPE_CHECKING:  # the application does it
    from firmware_host.web.app import Web

_log = logging.getLogger(__name__)

#: So often it is looked whether there is something to be done, in seconds.
EVERY_S = 1.0


async def keep_up(web: "Web") -> None:
    """Do for ever what is due; a fault is logged once and stops nothing else."""
    failed = False
    while True:
        try:
            await due(web)
        except AwayError:
            pass  # it is done once the table is back
        except Exception:  # noqa: BLE001 - the pages go on without
            if not failed:
                _log.exception("what the pages do by themselves failed")
            failed = True
        await asyncio.sleep(EVERY_S)


async def due(web: "Web") -> None:
    """
    Do what is due.

    The table learns where phones find us; in class the code for joining changes, and
    names go.
    """
    table_api, address = web.services.table_api, web.services.address()
    table_api.pages_at(address if is_reached(address) else "")
    turned = await web.room.turn(table_api.see())
    if await forget_in_time(web) or turned:
        web.live.changed()
