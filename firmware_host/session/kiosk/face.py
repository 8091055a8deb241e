"""What a kiosk shows over what is played: it calls, it asks, it gives a turn away."""

from firmware_host.board.faces import Face, Lamp, TableFace, ZoneFace
from firmware_host.board.messages import Message, say
from firmware_host.board.pieces import Millis
from firmware_host.board.record import replace
from firmware_host.session.kiosk_turns import following
from firmware_host.session.state import Session, Turn, Visit


def render(session: Session, face: Face, _: Millis) -> Face:
    """Return the face of a kiosk; of any other board as it is."""
    visit = session.visit
    if visit is None:
        return face
    zones = face.zones
    if visit.since_ms is None and not visit.shows:
        zones = tuple(map(_calling, zones))
    return replace(face, table=_table(session, visit, face.table), zones=zones)


def _table(session: Session, visit: Visit, table: TableFace) -> TableFace:
    """Return the table screen: what is asked comes before what is played."""
    if visit.asks:
        return replace(table, line=say("kiosk-still"), status=say("kiosk-still-why"))
    playing = session.playing
    if visit.shows:
        why = say("kiosk-shows-why")
        return replace(table, status=say("kiosk-shows"), note=why)
    if visit.begun or playing is None or not playing.tutorial:
        return replace(table, note=_turn(session, visit) or table.note)
    language = say(f"language-{following(session)}")
    keys = say("kiosk-keys", language=language)
    line, why = say("kiosk-start"), say("kiosk-start-why")
    return replace(table, line=line, status=why, note=keys)


def _turn(session: Session, visit: Visit) -> Message | None:
    """Return what is said of the next one's turn; None for nothing yet."""
    playing = session.playing
    up, soon = visit.turn is Turn.UP, visit.turn is Turn.SOON
    if playing is not None and playing.is_over and (up or not playing.tutorial):
        return say("kiosk-over")
    if up:
        return say("kiosk-turn")
    return say("kiosk-soon") if soon else None


def _calling(zone: ZoneFace) -> ZoneFace:
    """Return a zone of the word whose lamp calls."""
    calls = zone.in_word and zone.lamp is Lamp.DARK
    return replace(zone, lamp=Lamp.CALLING) if calls else zone
