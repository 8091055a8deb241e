"""
Checking the board: pieces are tapped where they lie, and compared with the record.

A piece that lies elsewhere blinks from where it is to where it belongs. The tick says
that the record is right; the cross has it follow what was seen, as far as no answer
changes by it.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from firmware_host.board.faces import Buzz, Face, Lamp, TableFace, ZoneFace
from firmware_host.board.happenings import Button, Pressed, Tapped
from firmware_host.board.messages import Message, Refused, say
from firmware_host.board.pieces import RACK, ZONES, Millis, Piece, Zone
from firmware_host.games import common
from firmware_host.games.values import replace
from firmware_host.session import play
from firmware_host.session.effects import Sound
from firmware_host.session.rack import listed
from firmware_host.session.result import Step, refuse
from firmware_host.session.state import Lies, Playing, Session


@dataclass(frozen=True, slots=True)
class Move:
    """A piece that lies in one zone and belongs to another; 0 is beside the board."""

    piece: Piece
    at: Zone
    to: Zone


@dataclass(frozen=True, slots=True)
class Report:
    """
    What a look at the board has brought so far.

    Args:
        unseen: Pieces of the record that have not been tapped where they should lie.
        moves: Pieces that lie elsewhere, or are others.
    """

    unseen: Lies
    moves: tuple[Move, ...]


def possible(session: Session) -> bool:
    """Tell whether anything lies on the board that could be looked at."""
    phase = session.phase
    return isinstance(phase, Playing) and bool(phase.engine.lies(phase.game))


def begin(session: Session, *, now_ms: Millis) -> Session:
    """Return the session with nothing looked at yet; a game that waited goes on."""
    phase = session.phase
    assert isinstance(phase, Playing)  # noqa: S101 - something lies on the board
    if phase.resumed:
        phase = replace(play.start_clock(phase, now_ms), resumed=False)
    return replace(
        session, phase=phase, checking=(), menu=None, racked=None, refusal=None
    )


def answer(session: Session, button: Button, *, now_ms: Millis) -> Step:
    """Answer "Go on?" after a power cut: the tick goes on, the cross checks first."""
    begun = begin(session, now_ms=now_ms)
    return Step(begun if button is Button.CROSS else replace(begun, checking=None))


def look_now(session: Session, event: Pressed, *, now_ms: Millis) -> Step:
    """Begin to look at the board, or say that there is nothing to look at."""
    if possible(session):
        return Step(begin(session, now_ms=now_ms))
    closed = replace(session, menu=None)
    return refuse(closed, Refused("check-empty"), event, now_ms=now_ms)


def press(session: Session, button: Button, *, now_ms: Millis) -> Step | common.Check:
    """
    Return what a button does while the board is looked at.

    The tick keeps the record; the cross has it follow what was seen, by the action
    that is returned then.
    """
    if button not in (Button.TICK, Button.CROSS):
        idle = Refused("button-idle")
        return refuse(session, idle, Pressed(button), now_ms=now_ms)
    action = correction(session) if button is Button.CROSS else None
    return action or Step(replace(session, checking=None, refusal=None))


def tap(session: Session, event: Tapped, *, now_ms: Millis) -> Step:
    """Return the session with a piece seen where it was tapped."""
    piece, zone, seen = event.piece, event.zone, session.checking or ()
    assert isinstance(piece, Piece)  # noqa: S101 - nothing else gets so far
    if piece.number:
        seen = tuple(one for one in seen if one[1] != piece)
    elif not any(lies == (zone, piece.kind) for lies in _kinds(report(session).unseen)):
        extra = Refused("check-count", values=(("zone", zone),))
        return refuse(session, extra, event, now_ms=now_ms)
    after = replace(
        session, checking=(*seen, (zone, piece)), refusal=None, said=None, racked=None
    )
    wrong = any(move.piece == piece for move in report(after).moves)
    buzz = Buzz.NO if wrong else Buzz.YES
    return Step(after, (Sound(buzz),) if session.setup.sound else (), ())


def _kinds(lies: Lies) -> Iterable[tuple[Zone, str]]:
    return ((zone, piece.kind) for zone, piece in lies)


def correction(session: Session) -> common.Check | None:
    """Return the action that has the record follow; None where nothing differs."""
    seen = session.checking or ()
    recorded = _record(session)
    new = [(zone, piece) for zone, piece in seen if piece.number]
    if all(one in recorded for one in new):
        return None
    return common.Check(tuple((piece.kind, piece.number, zone) for zone, piece in new))


def _record(session: Session) -> Lies:
    phase = session.phase
    assert isinstance(phase, Playing)  # noqa: S101 - there is a game to look at
    lies: Lies = phase.engine.lies(phase.game) or ()
    return lies


def report(session: Session) -> Report:
    """Return what is left to be tapped, and what lies elsewhere."""
    record = _record(session)
    unseen, strange = list(record), []
    for zone, piece in session.checking or ():
        known = (zone, piece)
        nameless = (zone, Piece(piece.kind))
        if known in unseen:
            unseen.remove(known)
        elif nameless in unseen and piece not in (one for _, one in record):
            unseen.remove(nameless)
        else:
            strange.append(known)
    moves = tuple(
        Move(piece, zone, _home(zone, piece, record, unseen)) for zone, piece in strange
    )
    return Report(tuple(unseen), moves)


def _home(
    at: Zone, piece: Piece, record: Lies, unseen: list[tuple[Zone, Piece]]
) -> Zone:
    """Return where a piece belongs that does not lie where it should."""
    own = [zone for zone, one in record if one == piece]
    here = [zone for zone, one in unseen if zone == at and one.kind is piece.kind]
    kin = [zone for zone, one in unseen if one == Piece(piece.kind)]
    return (own or ([] if here else kin) or [RACK])[0]


# --- what it shows --------------------------------------------------------------


def look(session: Session, face: Face) -> Face:
    """Return the face of a board that is looked at."""
    if session.checking is None:
        return face
    now = report(session)
    table = TableFace(say("check-right"), status=say("check-done"))
    if isinstance(session.racked, Piece):
        table = TableFace(say("check-press"), kind=session.racked.kind)
    elif now.moves:
        table = _moving(now.moves[0])
    elif now.unseen:
        table = _waiting(now.unseen)
    zones = tuple(
        _zone(zone, zone_face, now)
        for zone, zone_face in zip(ZONES, face.zones, strict=True)
    )
    return replace(face, table=table, zones=zones)


def _moving(move: Move) -> TableFace:
    line = say("check-move", at=move.at, to=move.to)
    if move.to == RACK:
        line = say("check-off", at=move.at)
    return TableFace(line, kind=move.piece.kind, status=say("check-answers"))


def _waiting(unseen: Lies) -> TableFace:
    first = min(zone for zone, _ in unseen)
    kinds = [piece.kind for zone, piece in unseen if zone == first]
    kinds.sort(key=lambda kind: kind.place)
    note: Message = say("check-unseen", n=first, pieces=listed(kinds))
    return TableFace(say("check-tap"), status=say("check-answers"), note=note)


def _zone(zone: Zone, face: ZoneFace, now: Report) -> ZoneFace:
    """Show the first piece that must move; else where all has been seen."""
    move = now.moves[0] if now.moves else None
    if move is not None and zone == move.at:
        return replace(face, lamp=Lamp.FROM, word=say("short-from"), in_word=True)
    if move is not None and zone == move.to:
        return replace(face, lamp=Lamp.TO, word=say("short-to"))
    done = any(face.placed) and all(at != zone for at, _ in now.unseen)
    lamp, word = (Lamp.YES, say("yes")) if done and not move else (Lamp.DARK, None)
    return replace(face, lamp=lamp, word=word)
