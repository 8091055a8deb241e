"""
The maker's secret on the board alone: on the maker's own screen, or by tiles.

Nothing of it goes anywhere else: zones stay as they were, no sound is made, and whoever
looks on is told nothing before the word stands. A board without a maker's screen takes
tiles on the rack, and shows everybody how many there are.
"""

from dataclasses import replace

from firmware_host.board.faces import Face, TableFace, WordFace
from firmware_host.board.happenings import PLAYER_BUTTONS, Button, Pressed, Tapped
from firmware_host.board.messages import Message, Refused, say
from firmware_host.board.pieces import Millis
from firmware_host.games.wanted import Wanted
from firmware_host.session import asked, spelling
from firmware_host.session.result import Step, accept, refuse
from firmware_host.session.state import Playing, Session, Spelling


def has_screen(session: Session) -> bool:
    """Tell whether there is a screen that only the maker sees, and it works."""
    return session.own_screen


def press(
    session: Session,
    phase: Playing,
    want: Wanted,
    button: Button,
    *,
    now_ms: Millis,
) -> Step | None:
    """Return what a button does to the maker's word; None where it does nothing."""
    now = session.spelling
    if now is not None and button is Button.CROSS:
        return _take_back(session, now)
    turns = want.switch and button in PLAYER_BUTTONS
    if turns and now is not None and all(now.letters):  # before, no screen says so
        return Step(spelling.keep(session, replace(now, off=not now.off)))
    if want.maker is None:
        return None
    if now is None and want.turn is not None:
        idle = phase.engine.hear(phase.game, Pressed(button)) is None
        again = button is Button.CROSS and idle and session.racked is None
        fresh = spelling.begun(phase, want, want.maker, secret=True)
        return Step(spelling.keep(session, fresh)) if again else None
    at = spelling.place(want, button)
    if at is None or not has_screen(session):
        return None
    now = now or spelling.begun(phase, want, want.maker, secret=True)
    if not 0 <= at < want.length:
        outside = spelling.outside(want, at)  # which the maker alone is told
        return Step(spelling.keep(session, replace(now, refused=outside)))
    after = spelling.stepped(now, want, at, now_ms=now_ms)
    return Step(spelling.keep(session, after))


def _take_back(session: Session, now: Spelling) -> Step:
    """Take the last letter back; without one the maker makes no word just now."""
    return Step(spelling.keep(session, spelling.without_last(now)))


def give(
    session: Session, *, now_ms: Millis, entropy: bytes, override: bool = False
) -> Step:
    """Let the word stand, or tell its maker alone why it cannot."""
    phase, now = session.phase, session.spelling
    assert isinstance(phase, Playing)  # noqa: S101 - a word is made in a game
    assert now is not None  # noqa: S101 - somebody has spelled it
    line = {"do": "secret", "by": now.seat, "word": spelling.word(now)}
    want = spelling.wanted(session)
    if want is not None and want.switch:
        line[want.switch] = "off" if now.off else "on"
    action = phase.engine.action({**line, "override": override})
    done = asked.act(session, action, now_ms=now_ms, entropy=entropy)
    if isinstance(done, Refused):
        return _refused(session, now, done, Pressed(Button.TICK), now_ms=now_ms)
    accepted = accept(session, done)
    return replace(accepted, session=spelling.keep(accepted.session, None))


def _refused(
    session: Session,
    now: Spelling,
    refused: Refused,
    event: Pressed | Tapped,
    *,
    now_ms: Millis,
) -> Step:
    session = spelling.keep(session, replace(now, refused=refused))
    if has_screen(session):
        return Step(session)
    return refuse(session, refused, event, now_ms=now_ms)


def tile(
    session: Session, now: Spelling, want: Wanted, event: Tapped, *, now_ms: Millis
) -> Step:
    """Add the letter of a tile on the rack."""
    letter = getattr(event.piece, "letter", "")
    after = spelling.added(now, letter) if letter in want.letters else None
    if after is not None:
        return Step(spelling.keep(session, after))
    refused = Refused("word-letters", values=(("letters", letter),))
    if letter in want.letters:
        counts = (("has", want.length + 1), ("needs", want.length))
        refused = Refused("word-length", values=counts)
    return _refused(session, now, refused, event, now_ms=now_ms)


# --- what it shows --------------------------------------------------------------


def look(session: Session, face: Face, want: Wanted, names: tuple[str, ...]) -> Face:
    """Return the face with the maker's own screen, or a hint where there is none."""
    now = session.spelling
    making = now if now is not None and now.secret else None
    if making is None and (want.turn is not None or want.maker is None):
        return face
    seat = making.seat if making is not None else want.maker
    name = "" if seat is None else names[seat]
    letters = making.letters if making else ("",) * want.length
    if not has_screen(session):
        last = _last(want, making) if all(letters) else None
        hint = last or by_tiles(session, letters, name)
        return replace(face, table=_hint(face.table, hint, begun=any(letters)))
    note = say("own-spell", name=name)
    if making is not None and making.refused is not None:
        overruled = want.overrules and making.refused.code == "word-unknown"
        note = say("own-unknown") if overruled else making.refused.reason
    elif all(letters):
        note = _last(want, making) or say("own-give")
    return replace(face, maker=WordFace(want.first_zone, letters, note=note))


def _last(want: Wanted, making: Spelling | None) -> Message | None:
    """Say what goes with the whole word; None where nothing can be switched."""
    if making is None or not want.switch:
        return None
    return say(f"own-{want.switch}-{'off' if making.off else 'on'}")


def _hint(table: TableFace, hint: Message, *, begun: bool) -> TableFace:
    """Say how a word is made here; what the game has to say last stays beside it."""
    if table.note is None or begun:
        return replace(table, note=hint)
    return replace(table, status=hint)


def by_tiles(session: Session, letters: tuple[str, ...], name: str) -> Message:
    """Say how somebody gives a word unseen without a screen: by tiles, or a phone."""
    if any(letters):
        count = sum(map(bool, letters))
        return say("secret-count", name=name, n=count, needs=len(letters))
    if session.input == "buttons":
        return say("secret-phone")
    return say("secret-tiles", name=name)
