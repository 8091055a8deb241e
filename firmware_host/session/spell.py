"""Where a word is given at the board: which word it is, and what is done to it."""

from firmware_host.board.faces import Face
from firmware_host.board.happenings import (
    PLAYER_BUTTONS,
    ZONE_BUTTONS,
    Button,
    Pressed,
    Tapped,
)
from firmware_host.board.messages import Refused
from firmware_host.board.pieces import RACK, Millis, Tile
from firmware_host.games.values import replace
from firmware_host.games.wanted import Wanted
from firmware_host.session import attempt, guess, marking, pages, secret, spelling
from firmware_host.session.result import Step, refuse
from firmware_host.session.state import Playing, Session, Spelling


def press(
    session: Session, phase: Playing, button: Button, *, now_ms: Millis, entropy: bytes
) -> Step | None:
    """Return what a button does to a word; None where it has other work."""
    want = spelling.wanted(session)
    if want is None or session.checking is not None:
        return None
    now = session.spelling
    if want.hidden:
        done = attempt.press(session, phase, want, button, now_ms=now_ms)
        return done or pages.press(session, phase, want, button)
    if want.marks:
        done = marking.press(session, phase, want, button, now_ms=now_ms)
        return done or pages.press(session, phase, want, button)
    if now is not None and not now.secret:
        if button in ZONE_BUTTONS and pages.stands(now, want):
            idle = Refused("button-idle")  # a card's word is no other by a letter
            return refuse(session, idle, Pressed(button), now_ms=now_ms)
        return guess.press(session, phase, want, button, now_ms=now_ms)
    if want.turn is not None and button in PLAYER_BUTTONS:
        return guess.call(session, phase, want, button, now_ms=now_ms)
    if now is not None and button is Button.TICK:
        return secret.give(session, now_ms=now_ms, entropy=entropy)
    done = secret.press(session, phase, want, button, now_ms=now_ms)
    return done or pages.press(session, phase, want, button)


def release(session: Session, button: Button) -> Session:
    """Return the session after a button came up: nothing runs, nothing is judged."""
    now = session.spelling
    if now is None:
        return session
    want = spelling.wanted(session)
    if button is Button.CROSS and not now.secret and want and guess.heard(now, want):
        return replace(session, spelling=None)
    if button in ZONE_BUTTONS:
        return replace(session, spelling=replace(now, runs=None))
    return session


def tile(session: Session, event: object, *, now_ms: Millis) -> Step | None:
    """Return what a tile on the rack adds; None where *event* is none, or no word."""
    if not (isinstance(event, Tapped) and event.zone == RACK):
        return None
    phase, want = session.phase, spelling.wanted(session)
    busy = session.menu is not None or session.checking is not None
    if busy or want is None or not isinstance(phase, Playing):
        return None
    if not isinstance(event.piece, Tile) or want.marks:
        return None
    if session.paused:
        return refuse(session, Refused("paused"), event, now_ms=now_ms)
    now = session.spelling
    if want.hidden:
        return attempt.tile(session, now, want, event, now_ms=now_ms)
    if now is None:
        seat = want.maker if want.turn is None else want.turn
        if seat is None:
            return None
        now = spelling.begun(phase, want, seat, secret=want.turn is None)
    add = secret.tile if now.secret else guess.tile
    return add(session, now, want, event, now_ms=now_ms)


# --- time -------------------------------------------------------------------


def wake_at(session: Session) -> Millis | None:
    """Return when a held button means more; None for never."""
    now = session.spelling
    if now is None or session.menu is not None:
        return None
    want = spelling.wanted(session)
    if want is None:
        return None
    if now.runs is not None:
        return now.runs[2]
    button = _says(session, now, want)
    if button is None:
        return None
    return Millis(dict(session.held)[button] + spelling.SAY_MS)


def wake(
    session: Session, phase: Playing, *, now_ms: Millis, entropy: bytes
) -> Step | None:
    """Return what a held button does now; None where it does nothing."""
    due_ms = wake_at(session)
    now, want = session.spelling, spelling.wanted(session)
    if due_ms is None or now_ms < due_ms or now is None or want is None:
        return None
    if now.runs is not None:
        after = spelling.ran(now, want, now_ms=now_ms)
        return Step(spelling.keep(session, after))
    button = _says(session, now, want)
    assert button is not None  # noqa: S101 - it was due
    if not now.secret:
        return guess.judge(session, phase, now, button, now_ms=now_ms)
    done = secret.give(session, now_ms=now_ms, entropy=entropy, override=True)
    return replace(done, session=replace(done.session, held=()))


def _says(session: Session, now: Spelling, want: Wanted) -> Button | None:
    """Return the button that is held alone, and says more the longer it is held."""
    if len(session.held) != 1:
        return None
    button = session.held[0][0]
    if now.secret:
        unknown = now.refused is not None and now.refused.code == "word-unknown"
        overrules = want.overrules and unknown and button is Button.TICK
        return button if overrules else None
    says = button in (Button.TICK, Button.CROSS) and guess.heard(now, want)
    return button if says else None


# --- whatever has happened ------------------------------------------------------


def after(before: Session, done: Step) -> Step:
    """Return the step without a word that nobody can give any more, and hushed."""
    now = done.session.spelling
    if now is not None and not _stands(before, done.session, now):
        done = replace(done, session=replace(done.session, spelling=None))
    return replace(done, quiet=True) if _is_quiet(before, done) else done


def _stands(before: Session, session: Session, now: Spelling) -> bool:
    phase, want = session.phase, spelling.wanted(session)
    if not isinstance(phase, Playing) or want is None:
        return False
    if (phase.game_id, want.round) != (now.game_id, now.round):
        return False
    was = spelling.wanted(before)
    if now.secret:
        set_since = was is not None and was.turn is None and want.turn is not None
        return want.maker == now.seat and not set_since
    if now.hidden:
        return want.hidden and _can_try(now, want)
    if want.hidden or (was is not None and was.do != want.do):
        return False  # a query word is no attempt
    return want.turn is not None and guess.may_not(phase, now.seat) is None


def _can_try(now: Spelling, want: Wanted) -> bool:
    """Tell whether an attempt can still be made, and at that word."""
    able = want.whose.get(now.seat, ())
    return now.seat in want.whose and (now.of is None or now.of in able)


def _is_quiet(before: Session, done: Step) -> bool:
    """Tell whether nothing has changed but what one person alone may see."""
    was, now = before.spelling, done.session.spelling
    if not secret.has_screen(before) or not _unseen(was, now):
        return False
    same = replace(done.session, spelling=was, held=before.held)
    return same == before and not done.effects and done.outcome is None


def _unseen(was: Spelling | None, now: Spelling | None) -> bool:
    """Tell whether a word, or the letters of an attempt, went on where one looks."""
    if was is not None and now is not None and was.hidden and now.hidden:
        return was.seat == now.seat and None not in (was.of, now.of)
    words = [one for one in (was, now) if one is not None]
    return bool(words) and all(one.secret for one in words)


def look(session: Session, face: Face, names: tuple[str, ...]) -> Face:
    """Return the face with the word that is spelled, for those who may see it."""
    want = spelling.wanted(session)
    if want is None:
        return face
    now = session.spelling
    if now is not None and spelling.is_shown(session):
        if want.marks:
            return marking.look(now, face, want, names)
        spelled = guess.look(session, face, want, names)
        return pages.taken(now, want, spelled, names)
    face = pages.look(session, face, want, names)
    if now is not None and now.hidden:
        return attempt.look(session, face, want, names)
    return secret.look(session, face, want, names)
