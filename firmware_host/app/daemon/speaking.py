"""Choose the tunes and clips that the loudspeaker plays."""

from collections.abc import Iterator

from firmware_host.board.faces import TableFace
from firmware_host.board.messages import Message
from firmware_host.board.moments import clip_names, last, since, tune
from firmware_host.board.pieces import Millis
from firmware_host.devices.speaker import Speaker
from firmware_host.session import play
from firmware_host.session.state import Session
from firmware_host.table.presenter import Outcome
from firmware_host.table.table import Table


class Speaking:
    """
    Lets a loudspeaker announce each moment of a table, and what the table waits for.

    Only sentences without a name have clips, so no name is ever spoken. Silent while
    the table's sound is off.

    Args:
        table: The table.
        voice: The loudspeaker.
        words: False for tunes without speech.
    """

    def __init__(self, table: Table, voice: Speaker, *, words: bool = True) -> None:
        self._table = table
        self._voice = voice
        self._words = words
        self._heard = last(table.session.moments)
        self._shown = table.face.table

    def __call__(self, _event: object, _outcome: Outcome) -> None:
        """Announce the new moments after an event."""
        session, was, now = self._table.session, self._shown, self._table.face.table
        if session.setup.sound and _goes_on(session, self._table.now_ms):
            return  # one announcement of both: a newer one would cut this one short
        moments = since(session.moments, self._heard)
        self._heard, self._shown = last(session.moments), now
        if not session.setup.sound:
            return
        clips = [f"tones/{one}" for one in (tune(moments),) if one]
        if self._words:
            names = clip_names(said for one in moments for said in one.said)
            names += waiting(was, now, moved=bool(moments))
            spoken = (self._clip(f"{session.setup.language}/{name}") for name in names)
            clips += [one for one in spoken if one]
        if clips:
            self._voice.play(*clips)

    def _clip(self, name: str) -> str:
        """Return the clip of that name, or the one without its number; else nothing."""
        bare, _, number = name.rpartition("-")
        names = (name, bare) if number.isdecimal() else (name,)
        return next((one for one in names if self._voice.has(one)), "")


def _goes_on(session: Session, now_ms: Millis) -> bool:
    """Return True if the board's own move is due at once, without a fault."""
    playing = session.playing
    if playing is None or session.paused or session.scripted or session.faults:
        return False
    return play.wake_at(playing, now_ms) == now_ms


def waiting(was: TableFace, now: TableFace, *, moved: bool) -> Iterator[str]:
    """
    Yield messages for a new task that the board waits for, and for a new fault.

    Args:
        was: The table screen before.
        now: The present table screen.
        moved: True if a moment has already announced the task.
    """
    if not moved and (was.line.code, was.kind) != (now.line.code, now.kind):
        yield f"{now.line.code}-{now.kind}" if now.kind else _numbered(now.line)
    if now.choices and (was.choices, was.marked) != (now.choices, now.marked):
        yield _numbered(now.choices[now.marked])
    fault = now.fault
    if fault is not None and fault != was.fault:  # its zone first
        yield from (f"zone-{value}" for name, value in fault.values if name == "n")
        yield fault.code


def _numbered(message: Message) -> str:
    """Return the clip of a message: its code, and a number that is in it."""
    numbers = [f"-{value}" for name, value in message.values if name == "n"]
    return "".join((message.code, *numbers))
