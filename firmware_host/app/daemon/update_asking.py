"""
Offer an update on the board itself, and show its result.

The question appears only while no game is played. It stays until it is answered, here
or on the teacher's page.
"""

import asyncio
from math import inf

from firmware_host.app.system.updates import News, UpdateRequests, UpdateState, Wish
from firmware_host.board.events import Button, Pressed
from firmware_host.board.faces import Face, TableFace
from firmware_host.board.messages import say
from firmware_host.board.record import Record
from firmware_host.errors import AskedError
from firmware_host.table.service_mode import ServiceEvent, ServiceMode
from firmware_host.table.table import Table

#: The period of the checks in seconds.
EVERY_S = 1.0

#: The time in seconds after a yes in which the installer must begin, or it is not
#: running.
BEGINS_S = 30


class UpdateAsking(Record):
    """
    Asks at the board whether to install an update.

    Args:
        table: The table.
        updates: The state of updates, and the requests to the installer.
        every_s: The period of the checks in seconds.
    """

    table: Table
    updates: UpdateRequests
    every_s: float = EVERY_S

    async def run(self) -> None:
        """Ask, and show results, while the board is open."""
        while True:
            playing = self.table.session.playing
            is_free = playing is None or playing.is_over
            if is_free and self.updates.news().state is not UpdateState.QUIET:
                try:
                    async with self.table.service_mode() as service_mode:
                        await self._ask(service_mode)
                except AskedError:
                    pass  # somebody walks over the board, or enrols; later then
            await asyncio.sleep(self.every_s)

    async def _ask(self, service_mode: ServiceMode) -> None:
        """Show the news until there are none, or the answer has no effect."""
        shown, now_s, until_s = News(), asyncio.get_running_loop().time, inf
        while (news := self.updates.news()).state is not UpdateState.QUIET:
            if news != shown:
                service_mode.clear()  # what was pressed before was no answer to this
                service_mode.show(Face(face_of(news)))
                shown, until_s = news, inf
            wish = answer(news, await service_mode.next(self.every_s))
            if until_s == inf and wish is not None:
                if not self.updates.want(wish):
                    return
                service_mode.show(Face(TableFace(say("update-wait"))))
                until_s = now_s() + BEGINS_S
            if now_s() > until_s:
                return


def answer(news: News, event: ServiceEvent | None) -> Wish | None:
    """Return the meaning of a button, or None."""
    match news.state, event:
        case UpdateState.OFFERED, Pressed(button=Button.TICK):
            return Wish.INSTALL
        case UpdateState.OFFERED, Pressed(button=Button.CROSS):
            return Wish.LEAVE
        case (
            (UpdateState.DONE | UpdateState.FAILED),
            Pressed(button=Button.TICK | Button.CROSS),
        ):
            return Wish.LEAVE
        case _:
            return None


def face_of(news: News) -> TableFace:
    """Return the table's screen that reports the state of an update."""
    if news.state is UpdateState.FAILED:
        return TableFace(say("update-no"), note=say(news.why or "update-failed"))
    version = news.version
    says = {
        UpdateState.OFFERED: (
            say("update-ask", version=version),
            say("update-ask-how"),
        ),
        UpdateState.WORKING: (
            say("update-working", version=version),
            say("update-power"),
        ),
        UpdateState.DONE: (say("update-done", version=version), say("update-read")),
    }
    line, note = says[news.state]
    return TableFace(line, note=note)
