"""What the loudspeaker says: a tune for what has happened, and clips that tell it."""

from collections.abc import Iterator, Mapping

from firmware_host.board.faces import Face, Lamp, Mark, TableFace
from firmware_host.board.messages import Message, Refused
from firmware_host.board.pieces import ZONES, Zone
from firmware_host.board.record import Record
from firmware_host.devices.speaker import Speaker
from firmware_host.games.contract import Common, Viewer, common
from firmware_host.games.game import Engine
from firmware_host.table.presenter import Outcome
from firmware_host.table.table import Table


class Moment(Record):
    """
    What is shown, and what a face does not tell.

    Args:
        face: What the board shows.
        known: What the public view of the game tells beside it.
        game: The game, where it says by itself how its facts sound; None for others.
    """

    face: Face
    known: Common
    game: Engine | None


class Speaking:
    """
    Listens to a table and lets a loudspeaker tell what its face shows anew.

    Only sentences without a name have clips, so no name is ever spoken. Silent while
    the table's sound is off.

    Args:
        table: Whom to listen to.
        voice: The loudspeaker.
        words: False for tunes alone.
    """

    def __init__(self, table: Table, voice: Speaker, *, words: bool = True) -> None:
        self._table = table
        self._voice = voice
        self._words = words
        self._moment = self._now()

    def __call__(self, _event: object, outcome: Outcome) -> None:
        """Take that something was dealt with, and what came of it."""
        before, self._moment = self._moment, self._now()
        setup = self._table.session.setup
        if not setup.sound:
            return
        clips = [f"tones/{name}" for name in tunes(before, self._moment, outcome)]
        if self._words:
            names = words(before, self._moment, outcome)
            spoken = (self._clip(f"{setup.language}/{name}") for name in names)
            clips += [clip for clip in spoken if clip]
        if clips:
            self._voice.play(*clips)

    def _clip(self, name: str) -> str:
        """Return the clip of that name, or the one without its number; else nothing."""
        bare, _, number = name.rpartition("-")
        names = (name, bare) if number.isdecimal() else (name,)
        return next((one for one in names if self._voice.has(one)), "")

    def _now(self) -> Moment:
        playing = self._table.session.playing
        view = playing.view(Viewer.PUBLIC) if playing else None
        known = common(view, Viewer.PUBLIC)
        game = playing.engine if playing and known.covered is None else None
        return Moment(self._table.face, known, game)


def tunes(before: Moment, after: Moment, outcome: Outcome) -> Iterator[str]:
    """Yield the tune of what has happened, if it has one."""
    answer = answered(before.face, after.face)
    if isinstance(outcome, Refused):
        yield "refused"
    elif after.known.over and not before.known.over:
        yield "end"
    elif after.known.bonus_mode and not before.known.bonus_mode:
        yield "bonus"
    elif answer is not None:
        yield "yes" if answer[1] else "no"
    elif after.game is not None and outcome:
        sound = after.game.buzz(outcome)
        if sound is not None:
            yield str(sound)


def words(before: Moment, after: Moment, outcome: Outcome) -> Iterator[str]:
    """Yield the names of the clips that tell what has changed, there or not."""
    was, now = before.face, after.face
    answer = answered(was, now)
    if isinstance(outcome, Refused):
        yield from refusal(now)
    elif answer is not None:
        zone, yes = answer
        yield from (f"zone-{zone}", "yes" if yes else "no")
        if not yes:
            yield from left(after)
    elif after.game is not None:
        yield from anew(was, now)
    if after.known.bonus_mode and not before.known.bonus_mode:
        yield "bonus"
    if not isinstance(outcome, Refused):
        note = now.table.note
        if note is not None and note != was.table.note:
            yield note.code
        if answer is None or answer[1]:
            yield from waiting(was.table, now.table, moved=answer is not None)
    fault = now.table.fault
    if fault is not None and fault != was.table.fault:  # its zone first
        yield from (f"zone-{value}" for name, value in fault.values if name == "n")
        yield fault.code


def answered(was: Face, now: Face) -> tuple[Zone, bool] | None:
    """Return the zone that has just answered, and whether it said Yes."""
    for zone, old, new in zip(ZONES, was.zones, now.zones, strict=True):
        if new.lamp is Lamp.YES and sum(new.placed) > sum(old.placed):
            return zone, True
        if new.lamp is Lamp.NO and sum(new.covered) > sum(old.covered):
            return zone, False
    return None


def anew(was: Face, now: Face) -> Iterator[str]:
    """Yield what several zones may say at once: each word, then what letters mean."""
    worth: dict[Mark, list[Zone]] = {mark: [] for mark in Mark}
    for zone, old, new in zip(ZONES, was.zones, now.zones, strict=True):
        if new.word not in (None, old.word) and new.lamp in (Lamp.YES, Lamp.NO):
            yield from (f"zone-{zone}", clip_of(new.word))
        if new.mark is not None:
            worth[new.mark].append(zone)
    before, after = signs(was), signs(now)
    if after and before != after:
        yield from meant(worth)


def signs(face: Face) -> list[tuple[Mark | None, str | None]]:
    """Return what the zones say of letters; nothing of what an owner only thinks."""
    if face.table.line.code == "marking":
        return []
    return [(one.mark, one.spelled) for one in face.zones]


def meant(worth: Mapping[Mark, list[Zone]]) -> Iterator[str]:
    """Yield "in its place: one and three": the zones of each mark but the last."""
    found = [mark for mark in (Mark.HERE, Mark.ELSEWHERE) if worth[mark]]
    for mark in found:
        *others, last = worth[mark]
        yield f"mark-{mark}"
        yield from (f"number-{zone}" for zone in others)
        yield f"and-{last}" if others else f"zone-{last}"
    if not found and worth[Mark.NONE]:
        yield "mark-none"


def refusal(face: Face) -> Iterator[str]:
    """Yield the refused zone, and the reason that the table screen gives."""
    for zone, shown in zip(ZONES, face.zones, strict=True):
        if shown.lamp is Lamp.REFUSED:
            yield f"zone-{zone}"
            break
    if face.table.note is not None:
        yield clip_of(face.table.note)


def left(now: Moment) -> Iterator[str]:
    """Yield "zones one and four are left": where the piece in hand may still go."""
    kind = now.face.table.kind
    zones = [
        now.known.first_zone + at
        for at, covered in enumerate(now.known.covered or ())
        if kind is not None and not covered[kind.place]
    ]
    if len(zones) == 1:
        yield f"only-{zones[0]}"
    elif zones:
        yield "zones"
        yield from (f"number-{zone}" for zone in zones[:-1])
        yield from (f"and-{zones[-1]}", "left")


def waiting(was: TableFace, now: TableFace, *, moved: bool) -> Iterator[str]:
    """Yield what the board waits for, where that is news."""
    same = (was.line.code, was.kind) == (now.line.code, now.kind)
    if not same or (moved and now.kind):
        yield f"{now.line.code}-{now.kind}" if now.kind else clip_of(now.line)
    if now.choices and (was.choices, was.marked) != (now.choices, now.marked):
        yield clip_of(now.choices[now.marked])


def clip_of(message: Message) -> str:
    """Return the clip of a message: its code, and a number that is in it."""
    numbers = [f"-{value}" for name, value in message.values if name == "n"]
    return "".join((message.code, *numbers))
