"""What the board shows for a session: a face, in codes and values."""

from dataclasses import replace

from firmware_host.board.faces import Face, Lamp, TableFace, ZoneFace
from firmware_host.board.messages import Message, say
from firmware_host.board.pieces import ZONES, Millis, Zone
from firmware_host.session import (
    check,
    holding,
    laying,
    lobby,
    menu,
    play,
    rack,
    secret,
    service,
    spell,
)
from firmware_host.session.state import (
    Lobby,
    Menu,
    Playing,
    Refusal,
    Session,
    name_of,
    names_of,
)
from firmware_host.texts.texts import Texts


def look(session: Session, texts: Texts, now_ms: Millis) -> Face:
    """
    Return what lamps and screens show now.

    Args:
        session: The table.
        texts: The words, for names that are symbols.
        now_ms: The clock that refusals blink by.
    """
    face = _phase(session, texts)
    if session.menu is not None:
        face = replace(face, table=_menu(session, session.menu, texts))
    if session.refusal is not None:
        face = _refused(face, session.refusal, now_ms)
    if session.lost:
        face = _with_table(face, note=say("touches-lost", n=session.lost))
    if session.said is not None:
        face = _with_table(face, note=session.said)
    left_s = seconds_left(session, now_ms)
    if left_s is not None:
        face = replace(face, table=replace(face.table, left_s=left_s))
    face = service.look(session, face, now_ms)
    return _faulty(face, session.faults) if session.faults else face


def unseen() -> Face:
    """Return what is shown where `look` raises: no lamp, and the fault by its name."""
    fault = fault_message("showing")
    return Face(TableFace(fault, fault=fault))


def starting_again() -> Face:
    """Return what is shown where only a new start can say what counts."""
    return Face(TableFace(say("starting-again"), fault=fault_message("journal")))


def seconds_left(session: Session, now_ms: Millis) -> int | None:
    """Return how many seconds the game still waits; None where no time runs out."""
    if not isinstance(session.phase, Playing):
        return None
    left_ms = play.left_ms(session.phase, now_ms)
    return None if left_ms is None else -(-left_ms // 1000)


def _phase(session: Session, texts: Texts) -> Face:
    phase = session.phase
    if isinstance(phase, Lobby):
        return Face(_lobby(session, phase, texts))
    names = tuple(_name(name, texts) for name in names_of(phase.players))
    face = rack.look(session, phase.engine.face(phase.game, names))
    face = laying.look(session, spell.look(session, face, names), names)
    face = holding.look(session, face, names)
    if session.checking is not None:
        return check.look(session, face)
    if session.paused:
        home = session.setup.place == "home"
        note = say("paused-home") if home else face.table.note
        table = replace(face.table, line=say("paused"), kind=None, note=note)
        return replace(face, table=table)
    if phase.resumed and not _is_spelling(session):
        offered = check.possible(session)
        return _with_table(face, note=say("go-on-check" if offered else "go-on"))
    return face


def _is_spelling(session: Session) -> bool:
    """Tell whether everybody sees that somebody has begun a word."""
    now = session.spelling
    return now is not None and not (now.secret and secret.has_screen(session))


def _name(name: str | Message, texts: Texts) -> str:
    return name if isinstance(name, str) else texts.say(name, "screen")


def _with_table(face: Face, note: Message) -> Face:
    return replace(face, table=replace(face.table, note=note))


def _lobby(session: Session, phase: Lobby, texts: Texts) -> TableFace:
    question = lobby.question(session, phase.question)
    sitting = ", ".join(
        _name(name_of(player, seat), texts)
        for seat, player in enumerate(session.setup.players)
    )
    return TableFace(
        line=say(question.code),
        choices=question.choices(session),
        marked=phase.marked,
        status=say("who-plays", names=sitting) if sitting else None,
    )


def _menu(session: Session, opened: Menu, texts: Texts) -> TableFace:
    assert isinstance(session.phase, Playing)  # noqa: S101 - the menu opens in play only
    if not opened.asks:
        return TableFace(
            say("menu"), choices=menu.choices(session), marked=opened.marked
        )
    sitting = ", ".join(_name(name, texts) for name in names_of(session.phase.players))
    line = say(f"menu-who-{opened.asks}")
    return TableFace(line, status=say("who-plays", names=sitting))


def _refused(face: Face, refusal: Refusal, now_ms: Millis) -> Face:
    """Put the refusal over the answer that stands; its lamps for a moment only."""
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


def _faulty(face: Face, faults: tuple[str, ...]) -> Face:
    """Name the latest fault on the table screen, and a zone's own in the zone."""
    zones = face.zones
    for part in faults:
        name, _, number = part.partition("-")
        if number.isdigit() and 1 <= int(number) <= len(zones):
            zones = _fault_in_zone(zones, Zone(int(number)), name)
    table = replace(face.table, fault=fault_message(faults[-1]))
    return replace(face, table=table, zones=zones)


def _fault_in_zone(
    zones: tuple[ZoneFace, ...], zone: Zone, part: str
) -> tuple[ZoneFace, ...]:
    face = zones[zone - 1]
    if face.word is not None:
        return zones
    faulty = replace(face, lamp=Lamp.FAULT, word=say(f"short-{part}"), in_word=True)
    return (*zones[: zone - 1], faulty, *zones[zone:])


def fault_message(part: str) -> Message:
    """Return the sentence that names a part out of order, such as ``screen-3``."""
    name, _, which = part.partition("-")
    if which.isdigit():
        return say(f"fault-{name}", n=int(which))
    if name == "button":
        return say("fault-button", name=which)
    return say(f"fault-{part}")
