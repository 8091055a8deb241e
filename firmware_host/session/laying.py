"""
A word laid from cards on the board alone: on the screen behind the lid, unseen.

A player's own button begins; the tick then shows the hand, so that nobody sees it by a
slip. A zone's button adds the card of that number, or steps a blank's letter; the own
button turns to the open cards and back. The tick lays, the cross takes back the last
card; without one it asks whether to pass, and which cards go. Whoever presses another
player's button begins anew: nothing is kept of what was begun before.

Where the cards are on the table, those of the hand are tapped on the rack instead, and
zones' buttons add the open ones; the table screen says how many there are.

Nothing of it goes anywhere else: zones and table screen stay as they were, no sound is
made, and whoever looks on is told only who is laying.
"""

from typing import Any

from firmware_host.board.faces import Face, HandFace, TableFace
from firmware_host.board.happenings import (
    PLAYER_BUTTONS,
    ZONE_BUTTONS,
    Button,
    Called,
    Pressed,
    Tapped,
)
from firmware_host.board.messages import Message, Refused, say
from firmware_host.board.pieces import RACK, Card, Millis, Seat
from firmware_host.games.values import replace
from firmware_host.games.wanted import Hands
from firmware_host.session import asked, guess, secret, spelling
from firmware_host.session.result import Step, accept, refuse
from firmware_host.session.state import Laying, Playing, Put, Session


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
        return Step(_keep(session, _back(want, now)))
    if button is Button.TICK and now.page == "blank":
        return Step(_keep(session, _meant(now)))
    if button is Button.TICK:
        return _give(session, phase, want, now, now_ms=now_ms)
    at = ZONE_BUTTONS.index(button)
    return Step(_keep(session, _picked(want, now, at, now_ms=now_ms)))


def release(session: Session, button: Button) -> Session:
    """Return the session after a button came up: no letter runs on."""
    now = session.laying
    if now is None or button not in ZONE_BUTTONS:
        return session
    return replace(session, laying=replace(now, runs=None))


def _keep(session: Session, now: Laying | None) -> Session:
    return replace(session, laying=now, refusal=None)


# --- who lays -----------------------------------------------------------------


def _call(
    session: Session, phase: Playing, want: Hands, button: Button, *, now_ms: Millis
) -> Step | None:
    """Let the player of a button lay; who does already turns to the other cards."""
    seats = guess.seats_of(phase.players, button)
    if not seats or _means_more(phase, seats):
        return None
    now = session.laying
    if now is not None and now.seat in seats and _is_busy(want, now):
        page = "row" if now.page == "hand" or want.tapped else "hand"
        turned = replace(now, page=page, away=(), refused=None, runs=None)
        return Step(_keep(session, now if now.page == "blank" else turned))
    able = [seat for seat in seats if seat in want.hands]
    refused = _may_not(phase, want, seats[0]) if not able else None
    if session.paused:
        refused = Refused("paused")
    elif refused is None and not (want.tapped or secret.has_screen(session)):
        refused = Refused("no-own-screen")
    if refused is not None:
        return refuse(session, refused, Pressed(button), now_ms=now_ms)
    after = able.index(now.seat) + 1 if now is not None and now.seat in able else 0
    seat = able[after % len(able)]
    page = "row" if want.tapped else "cover"
    return Step(_keep(session, Laying(phase.game_id, want.round, seat, page)))


def _is_busy(want: Hands, now: Laying) -> bool:
    """Tell whether somebody has begun, so that the button is not the next one's."""
    if want.tapped:
        return bool(now.word) or now.page == "pass"
    return now.page != "cover"


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
    if button is Button.TICK:
        return replace(now, page="hand", refused=None)
    return replace(now, refused=Refused("button-idle"))


def _back(want: Hands, now: Laying) -> Laying | None:
    """Take the last card back; without one ask whether to pass; else lay nothing."""
    if now.page == "pass":
        return replace(now, away=now.away[:-1]) if want.tapped and now.away else None
    if now.word:
        page = "row" if now.page == "blank" else now.page
        return replace(now, page=page, word=now.word[:-1], refused=None, runs=None)
    return replace(now, page="pass", refused=None)


def _meant(now: Laying) -> Laying:
    """Go on once the blank that was tapped has its letter."""
    return replace(now, page="row", runs=None) if now.word[-1].letter else now


def _cards(want: Hands, now: Laying, page: str) -> tuple[str, ...]:
    return want.row if page == "row" else want.hands[now.seat]


def _picked(want: Hands, now: Laying, at: int, *, now_ms: Millis) -> Laying:
    """Add the card of a number, or take it out again; a blank's letter is stepped."""
    if now.page == "blank":
        return _turned(now, want, len(now.word) - 1, now_ms=now_ms)
    cards = () if want.tapped and now.page == "pass" else _cards(want, now, now.page)
    if at >= len(cards) or not cards[at]:
        return now
    put = _put(want, cards[at], at, opened=now.page == "row")
    if now.page == "pass":
        others = tuple(one for one in now.away if one != put)
        stays = len(others) < len(now.away)
        return replace(now, away=others if stays else (*others, put))
    places = [(one.opened, one.at) for one in now.word]
    if (put.opened, at) not in places:
        return replace(now, word=(*now.word, put), refused=None, runs=None)
    place = places.index((put.opened, at))
    if put.card == want.blank:
        return _turned(now, want, place, now_ms=now_ms)
    word = (*now.word[:place], *now.word[place + 1 :])
    return replace(now, word=word, refused=None, runs=None)


def _put(want: Hands, card: str, at: int, *, opened: bool) -> Put:
    return Put(opened, at, card, "" if card == want.blank else card)


def _turned(now: Laying, want: Hands, place: int, *, now_ms: Millis) -> Laying:
    runs = (place, 0, Millis(now_ms + spelling.HOLD_MS))
    return replace(_stepped(now, want, place), runs=runs)


def _stepped(now: Laying, want: Hands, place: int) -> Laying:
    put = now.word[place]
    letter = spelling.following(want.letters, put.letter)
    word = (*now.word[:place], replace(put, letter=letter), *now.word[place + 1 :])
    return replace(now, word=word, refused=None)


# --- cards on the table -----------------------------------------------------------


def tap(session: Session, event: object, *, now_ms: Millis) -> Step | None:
    """Return what a card on the rack adds; None where *event* is none, or no round."""
    want, now, phase = wanted(session), session.laying, session.phase
    if not (isinstance(event, Tapped) and event.zone == RACK):
        return None
    if want is None or not want.tapped or not isinstance(phase, Playing):
        return None
    if not isinstance(event.piece, Card) or session.menu is not None:
        return None
    card = want.tapped.get(event.piece.name)
    if now is None or card is None or session.paused:
        refused = Refused("lay-whose" if card else "lay-others")
        refused = Refused("paused") if session.paused else refused
        return refuse(session, refused, event, now_ms=now_ms)
    put = _put(want, card, event.piece.number, opened=False)
    after = _with_tapped(want, now, put)
    told = _refused_card(session, phase, want, after)
    if told is not None:
        return refuse(session, told, event, now_ms=now_ms)
    return Step(_keep(session, after), (), ())


def _with_tapped(want: Hands, now: Laying, put: Put) -> Laying:
    if now.page == "pass":
        return replace(now, away=(*now.away, put))
    page = "blank" if put.card == want.blank else "row"
    return replace(now, page=page, word=(*now.word, put), refused=None, runs=None)


def _refused_card(
    session: Session, phase: Playing, want: Hands, after: Laying
) -> Refused | None:
    """Return why the card that was tapped last cannot be laid; None where it can."""
    *before, last = after.away if after.page == "pass" else after.word
    if after.page != "pass":
        if last.card == want.blank and not secret.has_screen(session):
            return Refused("lay-no-lid")
        if any(not one.letter for one in before):
            return Refused("lay-blank-first")
    meant = tuple(replace(one, letter=one.letter or "A") for one in after.word)
    line = _line(want, replace(after, word=meant))
    action = phase.engine.action({**line, "by": after.seat})
    done = phase.engine.decide(phase.game, action)
    return done if isinstance(done, Refused) else None


def _give(
    session: Session, phase: Playing, want: Hands, now: Laying, *, now_ms: Millis
) -> Step:
    """Lay the word or pass; what cannot be is told to the player alone."""
    line = _line(want, now)
    action = phase.engine.action({**line, "by": now.seat})
    done = asked.act(session, action, now_ms=now_ms)
    if isinstance(done, Refused):
        return Step(_keep(session, replace(now, refused=done, runs=None)))
    accepted = accept(session, done)
    return replace(accepted, session=_keep(accepted.session, None))


def _line(want: Hands, now: Laying) -> dict[str, Any]:
    if now.page == "pass":
        away = sorted(now.away, key=lambda put: put.at)
        line: dict[str, Any] = {"do": want.skip, "discard": [put.card for put in away]}
        return line | ({"tags": [put.at for put in away]} if want.tapped else {})
    blue = [put.at + 1 if put.opened else 0 for put in now.word]
    blanks = [
        place
        for place, put in enumerate(now.word, 1)
        if not put.opened and put.card == want.blank
    ]
    word = "".join(put.letter or want.blank for put in now.word)
    line = {"do": want.lay, "word": word, "blue": blue, "blanks": blanks}
    tags = [0 if put.opened else put.at for put in now.word]
    return line | ({"tags": tags} if want.tapped else {})


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
        done = replace(done, session=replace(done.session, laying=None))
    return replace(done, quiet=True) if _is_quiet(before, done) else done


def _stands(session: Session, now: Laying) -> bool:
    phase, want = session.phase, wanted(session)
    busy = session.menu is not None or session.checking is not None or session.paused
    if busy or want is None or not isinstance(phase, Playing):
        return False
    same = (phase.game_id, want.round) == (now.game_id, now.round)
    seen = bool(want.tapped) or secret.has_screen(session)
    return same and seen and now.seat in want.hands


def _is_quiet(before: Session, done: Step) -> bool:
    """Tell whether nothing has changed but what the player alone may see."""
    was, now = before.laying, done.session.laying
    if was is None or now is None or was.seat != now.seat:
        return False
    want = wanted(before)
    if want is None or (want.tapped and _counted(was) != _counted(now)):
        return False
    same = replace(done.session, laying=was, held=before.held)
    return same == before and not done.effects and done.outcome is None


# --- what it shows ------------------------------------------------------------------


def look(session: Session, face: Face, names: tuple[str, ...]) -> Face:
    """Return the face of a board on which somebody lays, or can."""
    want, now, lid = wanted(session), session.laying, secret.has_screen(session)
    if want is None or not (lid or want.tapped):
        return face
    if now is None:
        hint = say("lay-hint-cards") if want.tapped else say("lay-hint")
        status = hint if want.hands else face.table.status
        return replace(face, table=replace(face.table, status=status))
    name = names[now.seat]
    status = say("lay-lid")
    if want.tapped:
        passes, count = _counted(now)
        status = say("lay-away" if passes else "lay-tapped", n=count)
    table = replace(face.table, line=say("lay-turn", name=name), status=status)
    if now.page == "cover":
        note = now.refused.reason if now.refused else say("lay-covered")
        cover = TableFace(say("lay-cover", name=name), note=note)
        return replace(face, table=table, maker=cover)
    return replace(face, table=table, maker=_hand(want, now) if lid else None)


def _counted(now: Laying) -> tuple[bool, int]:
    """Return what everybody may see: whether cards go, and how many there are."""
    passes = now.page == "pass"
    return passes, len(now.away if passes else now.word)


def _hand(want: Hands, now: Laying) -> HandFace:
    passes = now.page == "pass"
    opened = now.page == "row" or bool(want.tapped)
    cards = want.row if opened else want.hands[now.seat]
    word = now.away if passes and want.tapped else now.word
    chosen = now.away if passes else now.word
    used = {put.at for put in chosen if put.opened == opened and put.card != want.blank}
    if passes:
        used = {put.at for put in chosen if not want.tapped}
    return HandFace(
        cards=cards,
        used=tuple(at in used for at in range(len(cards))),
        opened=opened,
        passes=passes and not want.tapped,
        word=tuple(put.letter or want.blank for put in word),
        blue=tuple(put.opened for put in word),
        note=_note(want, now),
    )


def _note(want: Hands, now: Laying) -> Message:
    """Return what the player can do, or why the word was not taken."""
    if now.refused is not None:
        return now.refused.reason
    if now.page == "pass":
        how = say("lay-pass-cards", n=len(now.away))
        return how if want.tapped else say("lay-pass", n=len(now.away))
    if now.page == "blank":
        return say("lay-blank-cards")
    if any(not put.letter for put in now.word):
        return say("lay-blank")
    if want.tapped:
        return say("lay-cards") if now.word else say("lay-cards-empty")
    if now.page == "row":
        return say("lay-row")
    return say("lay-hand") if now.word else say("lay-empty")
