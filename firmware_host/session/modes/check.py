"""
Checking the board: players tap the pieces on it, which are compared with the record.

If a piece is in a wrong zone, that zone and the right one blink. The tick confirms the
record. The cross changes the record to the pieces that were seen, unless that would
change a given answer.
"""

from firmware_host.board.events import Button, Pressed, Tapped, Touch
from firmware_host.board.faces import Face, Lamp, TableFace, ZoneFace
from firmware_host.board.messages import Message, Refused, say
from firmware_host.board.moments import Moment, What
from firmware_host.board.pieces import RACK, ZONES, Piece, Zone
from firmware_host.board.record import Record, replace
from firmware_host.games import game as common
from firmware_host.session import play, rack
from firmware_host.session.play import LaidPieces, Playing
from firmware_host.session.rack import kinds_text
from firmware_host.session.state import (
    Cover,
    InGame,
    Mode,
    Session,
    StepResult,
    record_moments,
)


class MisplacedPiece(Record):
    """A piece in a wrong zone, and its right zone; 0 is off the board."""

    piece: Piece
    at: Zone
    to: Zone


class Report(Record):
    """
    The state of a check so far.

    Args:
        unseen: Recorded pieces that were not tapped in their zone yet.
        moves: Pieces in a wrong zone, or not in the record.
    """

    unseen: LaidPieces
    moves: tuple[MisplacedPiece, ...]


def can_check(session: Session) -> bool:
    """Return True if any piece on the board could be checked."""
    playing = session.playing
    return playing is not None and bool(playing.pieces())


class CheckMode(Cover):
    """
    The mode of a check; a form that is being filled in waits under it.

    Args:
        seen: The tapped pieces, each with its zone.
    """

    seen: LaidPieces = ()

    @classmethod
    def begin(cls, now: InGame) -> StepResult:
        """Return the step that begins a check; a paused game continues."""
        playing, under = now.playing, now.session.mode.closed().acted()
        if playing.resumed:
            playing = replace(play.start_clock(playing, now.now_ms), resumed=False)
        after = replace(now.session, playing=playing, mode=cls(under))
        return StepResult(replace(after, racked=None, refusal=None))

    @classmethod
    def answer(cls, now: InGame, button: Button) -> StepResult:
        """Return the step after "Go on?": the tick continues, the cross checks."""
        begun = cls.begin(now)
        if button is Button.CROSS:
            return begun
        return StepResult(replace(begun.session, mode=begun.session.mode.acted()))

    # --- events ---

    def press(self, now: InGame, button: Button) -> StepResult | None:
        """
        Return the step of a button during a check.

        A zone's button tries the piece on the rack in that zone. The tick confirms the
        record; the cross changes it to the pieces that were seen.
        """
        session, playing = now.session, now.playing
        tap = rack.press(now, button)
        if isinstance(tap, StepResult):
            return tap
        if tap is not None:
            done = self.tap(now, tap)
            return done and rack.keep(done, playing.engine, session.racked)
        if button not in (Button.TICK, Button.CROSS):
            return now.refuse(Refused("button-idle"), Pressed(button))
        action = self.correction(playing) if button is Button.CROSS else None
        if action is None:
            return now.keep(self.under)
        return now.acted(action, Pressed(button))

    def tap(self, now: InGame, event: Touch) -> StepResult | None:
        """Return the step of a tapped piece; None for any other event."""
        session, seen = now.session, self.seen
        if not isinstance(event, Tapped) or not isinstance(event.piece, Piece):
            return None
        piece, zone = event.piece, event.zone
        if piece.number:
            seen = tuple(one for one in seen if one[1] != piece)
        elif all(
            (at, one.kind) != (zone, piece.kind)
            for at, one in self.report(now.playing).unseen
        ):
            extra = Refused("check-count", values=(("zone", zone),))
            return now.refuse(extra, event)
        looked = replace(self, seen=(*seen, (zone, piece)))
        after = replace(session, mode=looked, refusal=None, said=None, racked=None)
        wrong = any(move.piece == piece for move in looked.report(now.playing).moves)
        what, said = (What.NO, say("no")) if wrong else (What.YES, say("yes"))
        answer = Moment(what, zone=zone, kind=piece.kind, said=(said,))
        return StepResult(record_moments(after, answer), None, ())

    def no_rack(self, session: Session) -> Refused | None:
        """Accept any piece on the rack, also during a pause."""
        del session
        return None

    # --- the pieces that were seen ---

    def correction(self, playing: Playing) -> common.Check | None:
        """Return the action that changes the record, or None if it is right."""
        recorded = _record(playing)
        new = [(zone, piece) for zone, piece in self.seen if piece.number]
        if all(one in recorded for one in new):
            return None
        places = tuple((piece.kind, piece.number, zone) for zone, piece in new)
        return common.Check(places)

    def report(self, playing: Playing) -> Report:
        """Return the pieces still to be tapped, and the misplaced ones."""
        record = _record(playing)
        unseen, strange = list(record), []
        for zone, piece in self.seen:
            known = (zone, piece)
            nameless = (zone, Piece(piece.kind))
            if known in unseen:
                unseen.remove(known)
            elif nameless in unseen and piece not in (one for _, one in record):
                unseen.remove(nameless)
            else:
                strange.append(known)
        moves = tuple(
            MisplacedPiece(piece, zone, _home(zone, piece, record, unseen))
            for zone, piece in strange
        )
        return Report(tuple(unseen), moves)

    # --- validity ---

    def acted(self) -> Mode:
        """Return the mode below: an action ends the check."""
        return self.under

    # --- the face ---

    def render(self, now: InGame, face: Face, names: tuple[str, ...]) -> Face:
        """Return the face of a board that is being checked."""
        face, report = self.under.render(now, face, names), self.report(now.playing)
        racked = now.session.racked
        table = TableFace(say("check-right"), status=say("check-done"))
        if isinstance(racked, Piece):
            table = TableFace(say("check-press"), kind=racked.kind)
        elif report.moves:
            table = _moving(report.moves[0])
        elif report.unseen:
            table = _waiting(report.unseen)
        zones = tuple(
            _zone(zone, zone_face, report)
            for zone, zone_face in zip(ZONES, face.zones, strict=True)
        )
        return replace(face, table=table, zones=zones)


def _record(playing: Playing) -> LaidPieces:
    lies: LaidPieces = playing.pieces() or ()
    return lies


def _home(
    at: Zone, piece: Piece, record: LaidPieces, unseen: list[tuple[Zone, Piece]]
) -> Zone:
    """Return the right zone of a misplaced piece; the rack for a piece of no zone."""
    own = [zone for zone, one in record if one == piece]
    here = [zone for zone, one in unseen if zone == at and one.kind is piece.kind]
    kin = [zone for zone, one in unseen if one == Piece(piece.kind)]
    return (own or ([] if here else kin) or [RACK])[0]


def _moving(move: MisplacedPiece) -> TableFace:
    line = say("check-move", at=move.at, to=move.to)
    if move.to == RACK:
        line = say("check-off", at=move.at)
    return TableFace(line, kind=move.piece.kind, status=say("check-answers"))


def _waiting(unseen: LaidPieces) -> TableFace:
    first = min(zone for zone, _ in unseen)
    kinds = [piece.kind for zone, piece in unseen if zone == first]
    kinds.sort(key=lambda kind: kind.place)
    note: Message = say("check-unseen", n=first, pieces=kinds_text(kinds))
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
