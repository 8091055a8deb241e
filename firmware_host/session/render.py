"""Builds the face of a session: what the board shows, in codes and values."""

from collections.abc import Callable

from firmware_host.board.faces import Face, Lamp, TableFace, ZoneFace
from firmware_host.board.messages import Message, say
from firmware_host.board.pieces import ZONES, Millis, Zone
from firmware_host.board.record import replace
from firmware_host.session import play, rack, service, tutorial
from firmware_host.session.bots import turns as bots
from firmware_host.session.modes import check
from firmware_host.session.play import ZERO_MS
from firmware_host.session.setups import Player, names_of
from firmware_host.session.state import Extra, InGame, QuestionMode, Session
from firmware_host.texts.texts import Texts


def render(session: Session, texts: Texts, now_ms: Millis) -> Face:
    """
    Return what lamps and screens show in the present state.

    Args:
        session: The table.
        texts: The texts, for names that are symbols.
        now_ms: The clock for blinking refusals.
    """
    face = _mode(session, texts)
    extras = session.extras
    for overlay, only in OVERLAYS:
        if only is None or only in extras:
            face = overlay(session, face, now_ms)
    return face


def failure_face() -> Face:
    """Return the face for an exception in `render`: no lamp, and the fault."""
    fault = fault_message("showing")
    return Face(TableFace(fault, fault=fault))


def restart_face() -> Face:
    """Return the face for a journal fault that only a restart can resolve."""
    return Face(TableFace(say("starting-again"), fault=fault_message("journal")))


def _mode(session: Session, texts: Texts) -> Face:
    """Return the face of the mode: a question, or the game as the mode shows it."""
    mode, playing = session.mode, session.playing
    if isinstance(mode, QuestionMode):
        return Face(mode.table(session, _names(session.setup.players, texts)))
    if playing is None:
        return failure_face()
    names = _names(playing.players, texts)
    face = playing.engine.face(playing.game, names)
    if session.racked is not None or session.input != "pads":
        face = rack.render(session, face)
    return mode.render(InGame(session, ZERO_MS, playing=playing), face, names)


def _names(players: tuple[Player, ...], texts: Texts) -> tuple[str, ...]:
    names = names_of(players)
    return tuple(
        one if isinstance(one, str) else texts.say(one, "screen") for one in names
    )


def _with_table(face: Face, note: Message) -> Face:
    return replace(face, table=replace(face.table, note=note))


# --- overlays, each over whatever the mode shows ----------------------------------


def _visited(session: Session, face: Face, now_ms: Millis) -> Face:
    """Return the face with the questions of a kiosk over it."""
    from firmware_host.session import kiosk  # noqa: PLC0415 - few boards are a kiosk

    return kiosk.render(session, face, now_ms)


def _stopped(session: Session, face: Face, _: Millis) -> Face:
    """Show that the game is paused, or waits for the first action after a restart."""
    playing, mode = session.playing, session.mode
    if playing is None or not (session.paused or playing.resumed) or mode.covers:
        return face
    if session.paused:
        home = session.setup.place == "home"
        note = say("paused-home") if home else face.table.note
        table = replace(face.table, line=say("paused"), kind=None, note=note)
        return replace(face, table=table)
    if not mode.announces(session):
        offered = check.can_check(session)
        return _with_table(face, note=say("go-on-check" if offered else "go-on"))
    return face


def _refused(session: Session, face: Face, now_ms: Millis) -> Face:
    """Show the refusal over the last answer; its lamps blink for a short time."""
    refusal = session.refusal
    if refusal is None:
        return face
    code = refusal.refused.public_code
    word = say(f"short-{code}")
    blinking = now_ms < refusal.until_ms
    zones = tuple(
        _refused_zone(zone_face, word, blinking=blinking)
        if number in refusal.zones
        else zone_face
        for number, zone_face in zip(ZONES, face.zones, strict=True)
    )
    table = replace(face.table, note=refusal.refused.message)
    return replace(face, zones=zones, table=table)


def _refused_zone(face: ZoneFace, word: Message, *, blinking: bool) -> ZoneFace:
    lamp = Lamp.REFUSED if blinking else face.lamp
    return replace(face, lamp=lamp, word=word, in_word=True)


def _said(session: Session, face: Face, _: Millis) -> Face:
    """Show the board's own message, or else how many touches were lost."""
    if session.said is not None:
        return _with_table(face, note=session.said)
    if session.lost:
        return _with_table(face, note=say("touches-lost", n=session.lost))
    return face


def _counted(session: Session, face: Face, now_ms: Millis) -> Face:
    """Show the seconds that the game still waits for what runs out, rounded up."""
    playing = session.playing
    left_ms = None if playing is None else play.left_ms(playing, now_ms)
    if left_ms is None:
        return face
    return replace(face, table=replace(face.table, left_s=-(-left_ms // 1000)))


def _faulty(session: Session, face: Face, _: Millis) -> Face:
    """Name the latest fault on the table screen, and a zone's own in the zone."""
    if not session.faults:
        return face
    zones = face.zones
    for part in session.faults:
        name, _dash, number = part.partition("-")
        if number.isdigit() and 1 <= int(number) <= len(zones):
            zones = _fault_in_zone(zones, Zone(int(number)), name)
    table = replace(face.table, fault=fault_message(session.faults[-1]))
    return replace(face, table=table, zones=zones)


def _fault_in_zone(
    zones: tuple[ZoneFace, ...], zone: Zone, part: str
) -> tuple[ZoneFace, ...]:
    face = zones[zone - 1]
    if face.word is not None:
        return zones
    faulty = replace(face, lamp=Lamp.FAULT, word=say(f"short-{part}"), in_word=True)
    return (*zones[: zone - 1], faulty, *zones[zone:])


def _own(session: Session, face: Face, _: Millis) -> Face:
    """Return the face with what a question shows on the board's own screen only."""
    mode = session.mode
    if not isinstance(mode, QuestionMode) or face.local is not None:
        return face
    return replace(face, local=mode.local(face.table))


#: The functions in order: each may cover those before it; some have a condition.
OVERLAYS: tuple[tuple[Callable[[Session, Face, Millis], Face], Extra | None], ...] = (
    (tutorial.render, Extra.TUTORIAL),
    (_visited, Extra.KIOSK),
    (bots.render, Extra.BOTS),
    (_stopped, None),
    (_refused, None),
    (_said, None),
    (_counted, None),
    (service.render, Extra.CODE),
    (_faulty, None),
    (_own, None),
)


def fault_message(part: str) -> Message:
    """Return the sentence that names a part out of order, such as ``screen-3``."""
    name, _, which = part.partition("-")
    if which.isdigit():
        return say(f"fault-{name}", n=int(which))
    return say("fault-button", name=which) if name == "button" else say(f"fault-{part}")
