"""
An update on the board itself: "Update 0.2.0? tick, cross", and what came of it.

It is asked while nobody plays; a game that goes on is never disturbed. What is asked
stays until somebody answers, here or on the teacher's page.
"""

import asyncio
from math import inf

from firmware_host.app.system.updates import News, State, Updates, Wish
from firmware_host.board.events import Button, Pressed
from firmware_host.board.faces import Face, TableFace
from firmware_host.board.messages import say
from firmware_host.board.record import Record
from firmware_host.errors import AskedError
from firmware_host.table.service_mode import ServiceEvent, ServiceMode
from firmware_host.table.table import Table

#: The news are looked at so often.
EVERY_S = 1.0

#: Root begins within so many seconds after a yes; else nobody is there to do it.
BEGINS_S = 30


class UpdateAsking(Record):
    """
    Asks at a table.

    Args:
        table: The table.
        updates: The news, and who is asked for something.
        every_s: How often the news are looked at.
    """

    table: Table
    updates: Updates
    every_s: float = EVERY_S

    async def run(self) -> None:
        """Ask and tell, for as long as the board is open."""
        while True:
            playing = self.table.session.playing
            is_free = playing is None or playing.is_over
            if is_free and self.updates.news().state is not State.QUIET:
                try:
                    async with self.table.service_mode() as service_mode:
                        await self._ask(service_mode)
                except AskedError:
                    pass  # somebody walks over the board, or enrols; later then
            await asyncio.sleep(self.every_s)

    async def _ask(self, service_mode: ServiceMode) -> None:
        """Show the news until they are quiet, or nobody does what was answered."""
        shown, now_s, until_s = News(), asyncio.get_running_loop().time, inf
        while (news := self.updates.news()).state is not State.QUIET:
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
    """Return what a button means; None where it means nothing."""
    match news.state, event:
        case State.OFFERED, Pressed(button=Button.TICK):
            return Wish.INSTALL
        case State.OFFERED, Pressed(button=Button.CROSS):
            return Wish.LEAVE
        case ((State.DONE | State.FAILED), Pressed(button=Button.TICK | Button.CROSS)):
            return Wish.LEAVE
        case _:
            return None


def face_of(news: News) -> TableFace:
    """Return what the table's screen says of the news."""
    if news.state is State.FAILED:
        return TableFace(say("update-no"), note=say(news.why or "update-failed"))
    version = news.version
    says = {
        State.OFFERED: (say("update-ask", version=version), say("update-ask-how")),
        State.WORKING: (say("update-working", version=version), say("update-power")),
        State.DONE: (say("update-done", version=version), say("update-read")),
    }
    line, note = says[news.state]
    return TableFace(line, note=note)
