"""
The kiosk: a public board without a host, which stores no personal data.

At its start the tutorial is ready. The first touch begins a visit (`state.Visit`): the
tutorial, then one game. No row, name or phone of a visit is stored. After the visit the
host's language and sound apply again. `kiosk_turns` chooses the next game and language.
"""

from firmware_host.board.commands import KIOSK, STAY, Kiosk
from firmware_host.board.entries import PACKS, Entry
from firmware_host.board.events import (
    Button,
    Pressed,
    Released,
    Tapped,
    TooLate,
    Unclear,
    Woke,
)
from firmware_host.board.faces import Face, Lamp, TableFace, ZoneFace
from firmware_host.board.messages import Message, say
from firmware_host.board.pieces import Millis
from firmware_host.board.players import ANIMALS
from firmware_host.board.record import replace
from firmware_host.games.bots import Bot
from firmware_host.session import kiosk_turns as turns, tutorial, upcoming
from firmware_host.session.acting import Submitted
from firmware_host.session.kiosk_turns import language_after
from firmware_host.session.modes.choosing import ask
from firmware_host.session.modes.filling import PlayMode
from firmware_host.session.setups import Player
from firmware_host.session.state import (
    KioskTurn,
    Now,
    Session,
    StepResult,
    Visit,
    remember,
)

#: The time in ms before the question who waits at which it is announced.
SOON_MS = 60_000

#: Events by which a visitor touches the board, accepted or not.
_TOUCHES = (Tapped, Unclear, TooLate, Pressed, Released, Kiosk)


def is_here(session: Session) -> bool:
    """Return True if the board is a kiosk, or becomes one at its next wake."""
    return session.setup.place == KIOSK and session.going is None


# --- when it is due ---------------------------------------------------------------


def due_ms(session: Session, now_ms: Millis) -> Millis | None:
    """Return the time of the kiosk's next own action in ms; None for none."""
    visit = session.visit
    if visit is None:
        return now_ms if is_here(session) else None
    since_ms = visit.since_ms
    if since_ms is None:
        return _show_due_ms(session, visit)
    patience, due = session.patience, [_back_ms(session, visit, since_ms)]
    if visit.turn is not KioskTurn.UP:
        soon_ms = SOON_MS if visit.turn is KioskTurn.THEIRS else 0
        due.append(Millis(since_ms + patience.turn_ms - soon_ms))
        if not visit.asks:
            due.append(Millis(visit.seen_ms + patience.ask_ms))
    return min(due)


def _back_ms(session: Session, visit: Visit, since_ms: Millis) -> Millis:
    """Return the time in ms at which the kiosk returns to its start without a touch."""
    patience, seen_ms = session.patience, visit.seen_ms
    if visit.turn is not KioskTurn.UP:
        return Millis(seen_ms + patience.ask_ms + patience.back_ms)
    return Millis(max(seen_ms, since_ms + patience.turn_ms) + patience.back_ms)


# --- each step ----------------------------------------------------------------------


def follow_visit(now: Now, event: object, done: StepResult) -> StepResult:
    """
    Begin or end the visit of a person at a kiosk, and store no game of theirs.

    An action in words counts as a touch: at a kiosk no phone has a seat.
    """
    session, before = done.session, now.session.visit
    if before is None:
        return _enter_kiosk(now, done) if is_here(session) else done
    if session.setup.place != KIOSK:
        return _leave_kiosk(before, done)
    visit = session.visit or before
    touched = isinstance(event, Submitted) or _is_touch(event, visit)
    visit = _note_touch(now, visit, done) if touched else _note_wait(now, visit)
    session = replace(session, visit=visit)
    ends = touched and visit.shows
    if ends or _is_over(session, visit, now.now_ms):
        session = restart_kiosk(replace(now, session=session))
    elif isinstance(event, Woke) and _is_to_show(session, visit, now.now_ms):
        session = _begin_show(replace(now, session=session))
    if ends:
        session = _come(now, session)
    settings = () if done.entry is None else done.entry.settings
    kept = tuple(one for one in settings if one[0].startswith(PACKS))
    if visit.house != before.house:
        kept += remember(replace(session, setup=visit.house)).settings
    entry = Entry(settings=kept) if kept else None
    return replace(done, session=session, entry=entry)


def _is_to_show(session: Session, visit: Visit, now_ms: Millis) -> bool:
    """Return True if no visitor has come for `AFTER_MS`, so that bots play."""
    if visit.since_ms is not None or visit.shows:
        return False
    due = _show_due_ms(session, visit)
    return due is not None and due <= now_ms


def _come(now: Now, session: Session) -> Session:
    """Return a kiosk at its start screen, at the beginning of a visit."""
    visit = session.visit
    assert visit is not None  # noqa: S101 - it is a kiosk
    visit = replace(visit, since_ms=now.now_ms, seen_ms=now.now_ms)
    return replace(session, visit=visit)


def _is_over(session: Session, visit: Visit, now_ms: Millis) -> bool:
    """Return True if the kiosk returns to its start now."""
    since_ms = visit.since_ms
    if since_ms is not None:
        return visit.over or now_ms >= _back_ms(session, visit, since_ms)
    seen = _show_due_ms(session, visit) if visit.shows else None
    return visit.over or (seen is not None and seen <= now_ms)


def stops_show(visit: Visit, event: object) -> bool:
    """Return True if a touch only ends the demonstration game of the bots."""
    service = event == Pressed(Button.SERVICE)
    return visit.shows and not service and _is_touch(event, visit)


def _is_touch(event: object, visit: Visit) -> bool:
    """Return True if an event is a touch by the present visitor."""
    if isinstance(event, Released) and visit.since_ms is None:
        return False  # of the press that has ended the visit before
    if isinstance(event, Kiosk) and event.does == STAY and visit.turn is KioskTurn.UP:
        return False  # others are next: who plays may finish, who does not may not
    return isinstance(event, _TOUCHES)


def _note_touch(now: Now, visit: Visit, done: StepResult) -> Visit:
    """Return the visit after a touch."""
    acted = isinstance(done.outcome, tuple) and bool(done.outcome)
    since_ms = now.now_ms if visit.since_ms is None else visit.since_ms
    return replace(
        visit,
        since_ms=since_ms,
        seen_ms=now.now_ms,
        asks=False,
        begun=visit.begun or acted,
    )


def _note_wait(now: Now, visit: Visit) -> Visit:
    """Return the visit after time without a touch."""
    patience, now_ms = now.session.patience, now.now_ms
    if visit.since_ms is None:
        return visit
    up_ms, turn = visit.since_ms + patience.turn_ms, visit.turn
    if now_ms >= up_ms:
        turn = KioskTurn.UP
    elif now_ms >= up_ms - SOON_MS:
        turn = KioskTurn.SOON
    silent = now_ms >= visit.seen_ms + patience.ask_ms and turn is not KioskTurn.UP
    return replace(visit, turn=turn, asks=silent)


def _enter_kiosk(now: Now, done: StepResult) -> StepResult:
    """Return the step that makes the board a kiosk and forgets the players before."""
    session = done.session
    visit = Visit(replace(session.setup, players=()))
    after = restart_kiosk(replace(now, session=replace(session, visit=visit)))
    settings = (*remember(after).settings, (tutorial.HAD, "1"))
    entry = (done.entry or Entry()).with_settings(*settings)
    return replace(done, session=after, entry=entry)


def _leave_kiosk(visit: Visit, done: StepResult) -> StepResult:
    """Return the step that ends the kiosk and restores the host's setup."""
    session = done.session
    setup = replace(visit.house, place=session.setup.place)
    session = replace(session, visit=None, paused=False, refusal=None, setup=setup)
    session = ask(session, "language")
    return replace(done, session=session, entry=remember(session))


def restart_kiosk(now: Now) -> Session:
    """Return the kiosk at its start, without any data of the last visitor."""
    session, visit = now.session, now.session.visit
    assert visit is not None  # noqa: S101 - there is a house at a kiosk
    fresh = replace(
        session,
        setup=visit.house,
        visit=Visit(visit.house, number=visit.number + 1, free_ms=now.now_ms),
        playing=None,
        phones=(),
        refusal=None,
        said=None,
        lost=0,
        paused=False,
        racked=None,
        newcomers=False,
    )
    begun = tutorial.begin(replace(now, session=fresh))
    return ask(fresh, "players") if begun is None else begun.session


# --- the show without a visitor ---------------------------------------------------

#: Time without a visitor before the bots play, and time that the end of a game shows.
AFTER_MS, END_MS = 60_000, 10_000

#: The number of bots that play.
BOTS = 2


def _show_due_ms(session: Session, visit: Visit) -> Millis | None:
    """Return the time in ms at which a bots' game begins or its end disappears."""
    playing = session.playing
    if not visit.shows:
        return Millis(visit.free_ms + AFTER_MS) if _strengths(session) else None
    ended_ms = None if playing is None else playing.stopped_ms
    return None if ended_ms is None else Millis(ended_ms + END_MS)


def _strengths(session: Session) -> tuple[str, ...]:
    """Return the strengths of bots in the demonstration game; empty without one."""
    shown = turns.bots_game(session)
    return () if shown is None else upcoming.game(shown).BOTS


def _begin_show(now: Now) -> Session:
    """Return a kiosk at which bots play, without sound and without storing anything."""
    session = turns.bots_game(now.session) or now.session
    visit, strengths = session.visit, _strengths(session)
    assert visit is not None  # noqa: S101 - there is a kiosk
    bots = tuple(
        Player(bot=Bot(strengths[at % len(strengths)], ANIMALS[at]))
        for at in range(BOTS)
    )
    setup = replace(session.setup, players=bots, sound=False)
    fresh = replace(session, setup=setup, visit=replace(visit, shows=True))
    done = upcoming.begin(fresh, now_ms=now.now_ms, entropy=now.entropy)
    playing = replace(done.playing, game_id=0, passing=True)
    return replace(fresh, playing=playing, mode=PlayMode(), refusal=None)


# --- the face -----------------------------------------------------------------------


def render(session: Session, face: Face, _: Millis) -> Face:
    """Return the face of a kiosk; an unchanged face for any other board."""
    visit = session.visit
    if visit is None:
        return face
    zones = face.zones
    if visit.since_ms is None and not visit.shows:
        zones = tuple(map(_calling, zones))
    return replace(face, table=_table(session, visit, face.table), zones=zones)


def _table(session: Session, visit: Visit, table: TableFace) -> TableFace:
    """Return the table screen: a question of the kiosk, or the game's screen."""
    if visit.asks:
        return replace(table, line=say("kiosk-still"), status=say("kiosk-still-why"))
    playing = session.playing
    if visit.shows:
        why = say("kiosk-shows-why")
        return replace(table, status=say("kiosk-shows"), note=why)
    if visit.begun or playing is None or not playing.tutorial:
        return replace(table, note=_turn(session, visit) or table.note)
    language = say(f"language-{language_after(session, session.setup.language)}")
    keys = say("kiosk-keys", language=language)
    line, why = say("kiosk-start"), say("kiosk-start-why")
    return replace(table, line=line, status=why, note=keys)


def _turn(session: Session, visit: Visit) -> Message | None:
    """Return the message about the next visitor's turn; None if it is not due yet."""
    playing = session.playing
    up, soon = visit.turn is KioskTurn.UP, visit.turn is KioskTurn.SOON
    if playing is not None and playing.is_over and (up or not playing.tutorial):
        return say("kiosk-over")
    if up:
        return say("kiosk-turn")
    return say("kiosk-soon") if soon else None


def _calling(zone: ZoneFace) -> ZoneFace:
    """Return a zone of the word whose lamp invites players."""
    calls = zone.in_word and zone.lamp is Lamp.DARK
    return replace(zone, lamp=Lamp.CALLING) if calls else zone
