"""
A word laid from cards on the board alone: on the screen behind the lid, unseen.

A player's own button begins; the tick then shows the hand, so that nobody sees it by a
slip. A zone's button adds the card of that number, or steps a blank's letter; the own
button turns to the open cards and back. The tick lays, the cross takes back the last
card; without one it asks whether to pass, and which cards go. Whoever presses another
player's button begins anew: nothing is kept of what was begun before.

Nothing of it goes anywhere else: zones and table screen stay as they were, no sound is
made, and whoever looks on is told only who is laying.
"""

from dataclasses import replace
from typing import Any

from firmware_host.board.faces import Face, HandFace, TableFace
from firmware_host.board.happenings import (
    PLAYER_BUTTONS,
    ZONE_BUTTONS,
    Button,
    Called,
    Pressed,
)
from firmware_host.board.messages import Message, Refused, say
from firmware_host.board.pieces import Millis, Seat
from firmware_host.games.contract import Hands
from firmware_host.games.values import changer
from firmware_host.session import asked, guess, play, secret, spelling
from firmware_host.session.result import Step, accept, refuse
from firmware_host.session.state import Laying, Playing, Put, Session

_session = changer(Session)


def wanted(session: Session) -> Hands | None:
    """Return what can be laid now; None where nothing can."""
    phase = session.phase
    want = phase.engine.wanted(phase.game) if isinstance(phase, Playing) else None
    return want if isinstance(want, Hands) else None


def press(
    session: Session, phase: Playing, button: Button, *, now_ms: Millis
) -> Step | None:
    """Return what a button does to a word of cards; None where it has other work."""
    want, now = wanted(session), session.laying
    if want is None:
        return None
    if button in PLAYER_BUTTONS:
        return _call(session, phase, want, button, now_ms=now_ms)
    if now is None or button not in (Button.TICK, Button.CROSS, *ZONE_BUTTONS):
        return None
    if {Button.TICK, Button.CROSS} <= dict(session.held).keys():
        return Step(session)  # the menu's grip lays nothing, and passes nobody
    if now.page == "cover":
        return Step(_keep(session, _uncovered(now, button)))
    if button is Button.CROSS:
        return Step(_keep(session, _back(now)))
    if button is Button.TICK:
        return _give(session, phase, want, now, now_ms=now_ms)
    at = ZONE_BUTTONS.index(button)
    return Step(_keep(session, _picked(want, now, at, now_ms=now_ms)))


def release(session: Session, button: Button) -> Session:
    """Return the session after a button came up: no letter runs on."""
    now = session.laying
    if now is None or button not in ZONE_BUTTONS:
        return session
    return _session(session, laying=replace(now, runs=None))


def _keep(session: Session, now: Laying | None) -> Session:
    return _session(session, laying=now, refusal=None)


# --- who lays -----------------------------------------------------------------


def _call(
    session: Session, phase: Playing, want: Hands, button: Button, *, now_ms: Millis
) -> Step | None:
    """Let the player of a button lay; who does already turns to the other cards."""
    seats = guess.seats_of(phase.players, button)
    if not seats or _means_more(phase, seats):
        return None
    now = session.laying
    if now is not None and now.seat in seats and now.page != "cover":
        page = "row" if now.page == "hand" else "hand"
        turned = replace(now, page=page, away=(), refused=None, runs=None)
        return Step(_keep(session, turned))
    able = [seat for seat in seats if seat in want.hands]
    refused = _may_not(phase, want, seats[0]) if not able else None
    if session.paused:
        refused = Refused("paused")
    elif refused is None and not secret.has_screen(session):
        refused = Refused("no-own-screen")
    if refused is not None:
        return refuse(session, refused, Pressed(button), now_ms=now_ms)
    after = able.index(now.seat) + 1 if now is not None and now.seat in able else 0
    seat = able[after % len(able)]
    return Step(_keep(session, Laying(phase.game_id, want.round, seat)))


def _means_more(phase: Playing, seats: tuple[Seat, ...]) -> bool:
    """Tell whether the game itself hears a player's button, such as a claim."""
    return any(
        phase.engine.hear(phase.game, Called(seat)) is not None for seat in seats
    )


def _may_not(phase: Playing, want: Hands, seat: Seat) -> Refused | None:
    """Return why a seat lays nothing now, in the game's own words."""
    action = phase.engine.action({"do": want.lay, "by": seat, "word": ""})
    done = phase.engine.decide(phase.game, action)
    return done if isinstance(done, Refused) else None


# --- what is chosen -------------------------------------------------------------


def _uncovered(now: Laying, button: Button) -> Laying | None:
    if button is Button.CROSS:
        return None
    return replace(now, page="hand") if button is Button.TICK else now


def _back(now: Laying) -> Laying | None:
    """Take the last card back; without one ask whether to pass; else lay nothing."""
    if now.page == "pass":
        return None
    if now.word:
        return replace(now, word=now.word[:-1], refused=None, runs=None)
    return replace(now, page="pass", refused=None)


def _cards(want: Hands, now: Laying, page: str) -> tuple[str, ...]:
    return want.row if page == "row" else want.hands[now.seat]


def _picked(want: Hands, now: Laying, at: int, *, now_ms: Millis) -> Laying:
    """Add the card of a number, or take it out again; a blank's letter is stepped."""
    cards = _cards(want, now, now.page)
    if at >= len(cards) or not cards[at]:
        return now
    if now.page == "pass":
        away = (one for one in (*now.away, at) if one != at or at not in now.away)
        return replace(now, away=tuple(away))
    opened, is_blank = now.page == "row", cards[at] == want.blank
    places = [(put.opened, put.at) for put in now.word]
    if (opened, at) not in places:
        put = Put(opened, at, "" if is_blank else cards[at])
        return replace(now, word=(*now.word, put), refused=None, runs=None)
    place = places.index((opened, at))
    if is_blank:
        runs = (place, 0, Millis(now_ms + spelling.HOLD_MS))
        return replace(_stepped(now, want, place), runs=runs)
    word = (*now.word[:place], *now.word[place + 1 :])
    return replace(now, word=word, refused=None, runs=None)


def _stepped(now: Laying, want: Hands, place: int) -> Laying:
    put = now.word[place]
    letter = spelling.following(want.letters, put.letter)
    word = (*now.word[:place], replace(put, letter=letter), *now.word[place + 1 :])
    return replace(now, word=word, refused=None)


# --- laying, or passing -----------------------------------------------------------


def _give(
    session: Session, phase: Playing, want: Hands, now: Laying, *, now_ms: Millis
) -> Step:
    """Lay the word or pass; what cannot be is told to the player alone."""
    line = _line(want, now)
    action = phase.engine.action({**line, "by": now.seat})
    done = asked.stopped(session, action) or play.act(
        phase, action, now_ms=now_ms, entropy=b""
    )
    if isinstance(done, Refused):
        return Step(_keep(session, replace(now, refused=done, runs=None)))
    accepted = accept(session, done)
    return replace(accepted, session=_keep(accepted.session, None))


def _line(want: Hands, now: Laying) -> dict[str, Any]:
    hand = want.hands[now.seat]
    if now.page == "pass":
        away = [hand[at] for at in sorted(now.away)]
        return {"do": want.skip, **({"discard": away} if away else {})}
    blue = [put.at + 1 if put.opened else 0 for put in now.word]
    blanks = [
        place
        for place, put in enumerate(now.word, 1)
        if not put.opened and hand[put.at] == want.blank
    ]
    word = "".join(put.letter or want.blank for put in now.word)
    return {"do": want.lay, "word": word, "blue": blue, "blanks": blanks}


# --- time, and whatever has happened ------------------------------------------------


def wake_at(session: Session) -> Millis | None:
    """Return when a held button steps its letter; None for never."""
    now = session.laying
    return None if now is None or now.runs is None else now.runs[2]


def wake(session: Session, *, now_ms: Millis) -> Step | None:
    """Return what a held button does now; None where it does nothing."""
    now, want, due_ms = session.laying, wanted(session), wake_at(session)
    if due_ms is None or now_ms < due_ms or now is None or want is None:
        return None
    assert now.runs is not None  # noqa: S101 - it was due
    runs = spelling.paced(now.runs, now_ms=now_ms)
    after = replace(_stepped(now, want, now.runs[0]), runs=runs)
    return Step(_keep(session, after))


def after(before: Session, done: Step) -> Step:
    """Return the step without a word that nobody can lay any more, and hushed."""
    now = done.session.laying
    if now is not None and not _stands(done.session, now):
        done = replace(done, session=_session(done.session, laying=None))
    return replace(done, quiet=True) if _is_quiet(before, done) else done


def _stands(session: Session, now: Laying) -> bool:
    phase, want = session.phase, wanted(session)
    busy = session.menu is not None or session.checking is not None or session.paused
    if busy or want is None or not isinstance(phase, Playing):
        return False
    same = (phase.game_id, want.round) == (now.game_id, now.round)
    return same and now.seat in want.hands and secret.has_screen(session)


def _is_quiet(before: Session, done: Step) -> bool:
    """Tell whether nothing has changed but what the player alone may see."""
    was, now = before.laying, done.session.laying
    if was is None or now is None or was.seat != now.seat:
        return False
    same = _session(done.session, laying=was, held=before.held)
    return same == before and not done.effects and done.outcome is None


# --- what it shows ------------------------------------------------------------------


def look(session: Session, face: Face, names: tuple[str, ...]) -> Face:
    """Return the face of a board on which somebody lays, or can."""
    want, now = wanted(session), session.laying
    if want is None or not secret.has_screen(session):
        return face
    if now is None:
        hint = say("lay-hint") if want.hands else face.table.status
        return replace(face, table=replace(face.table, status=hint))
    name = names[now.seat]
    table = replace(face.table, line=say("lay-turn", name=name), status=say("lay-lid"))
    if now.page == "cover":
        cover = TableFace(say("lay-cover", name=name), note=say("lay-covered"))
        return replace(face, table=table, maker=cover)
    return replace(face, table=table, maker=_hand(want, now))


def _hand(want: Hands, now: Laying) -> HandFace:
    cards = _cards(want, now, now.page)
    opened, passes = now.page == "row", now.page == "pass"
    used = {put.at for put in now.word if put.opened == opened}
    blank = [at for at, card in enumerate(cards) if card == want.blank]
    used = set(now.away) if passes else used.difference(blank)
    return HandFace(
        cards=cards,
        used=tuple(at in used for at in range(len(cards))),
        opened=opened,
        passes=passes,
        word=tuple(put.letter or want.blank for put in now.word),
        blue=tuple(put.opened for put in now.word),
        note=_note(now),
    )


def _note(now: Laying) -> Message:
    """Return what the player can do, or why the word was not taken."""
    if now.refused is not None:
        return now.refused.reason
    if now.page == "pass":
        return say("lay-pass", n=len(now.away))
    if any(not put.letter for put in now.word):
        return say("lay-blank")
    if now.page == "row":
        return say("lay-row")
    return say("lay-hand") if now.word else say("lay-empty")
