"""
Cards that the board has dealt, at the board alone: seen and played behind the lid.

A player's own button begins; the tick then shows the hand, so that nobody sees it by a
slip. A zone's button chooses the card of that number, the next one plays it on the pile
of its zone. The own button turns on: to the own code, to the pile that comes next, and
where the code can be broken to breaking it, by the tick. The cross takes the choice
back, and without one closes the cards.

What is looked at or chosen goes nowhere else: zones and table screen stay as they were,
no sound is made, and whoever looks on is told only who is at the lid.
"""

from typing import Any

from firmware_host.board.faces import CardsFace, Face, TableFace
from firmware_host.board.happenings import (
    PLAYER_BUTTONS,
    ZONE_BUTTONS,
    Button,
    Pressed,
)
from firmware_host.board.messages import Message, Refused, say
from firmware_host.board.pieces import Millis, Zone
from firmware_host.games.values import replace
from firmware_host.games.wanted import Held
from firmware_host.session import asked, guess
from firmware_host.session.result import Step, accept, refuse
from firmware_host.session.state import Holding, Playing, Session

#: So many cards are shown at a time.
SHOWN = len(ZONE_BUTTONS)


def wanted(session: Session) -> Held | None:
    """Return the cards that can be looked at now; None where there are none."""
    phase = session.phase
    want = phase.engine.wanted(phase.game) if isinstance(phase, Playing) else None
    return want if isinstance(want, Held) else None


def press(
    session: Session, phase: Playing, button: Button, *, now_ms: Millis
) -> Step | None:
    """Return what a button does to cards in hand; None where it has other work."""
    want, now = wanted(session), session.holding
    if want is None:
        return None
    if button in PLAYER_BUTTONS:
        return _call(session, phase, want, button, now_ms=now_ms)
    if now is None or button not in (Button.TICK, Button.CROSS, *ZONE_BUTTONS):
        return None
    if {Button.TICK, Button.CROSS} <= dict(session.held).keys():
        return Step(session)  # the menu's grip plays nothing
    if now.page == "cover":
        return Step(_keep(session, _uncovered(now, button)))
    if button is Button.CROSS:
        chosen = now.chosen is not None
        kept = replace(now, chosen=None, refused=None) if chosen else None
        return Step(_keep(session, kept))
    if button is Button.TICK and now.page == "break":
        return _act(session, now, {"do": want.ends}, now_ms=now_ms)
    if button is Button.TICK:
        return Step(session)
    at = ZONE_BUTTONS.index(button)
    return _zone(session, want, now, at, now_ms=now_ms)


def _keep(session: Session, now: Holding | None) -> Session:
    return replace(session, holding=now, refusal=None)


# --- who looks ----------------------------------------------------------------


def _call(
    session: Session, phase: Playing, want: Held, button: Button, *, now_ms: Millis
) -> Step | None:
    """Let the player of a button look; who does already turns to the next page."""
    seats = [s for s in guess.seats_of(phase.players, button) if s in want.hands]
    if not seats:
        return None
    now = session.holding
    if now is not None and now.seat in seats and now.page != "cover":
        return Step(_keep(session, _turned(want, now)))
    refused = None if session.own_screen else Refused("cards-no-screen")
    refused = Refused("paused") if session.paused else refused
    if refused is not None:
        return refuse(session, refused, Pressed(button), now_ms=now_ms)
    after = seats.index(now.seat) + 1 if now is not None and now.seat in seats else 0
    seat = seats[after % len(seats)]
    return Step(_keep(session, Holding(phase.game_id, want.round, seat)))


def _uncovered(now: Holding, button: Button) -> Holding | None:
    if button is Button.CROSS:
        return None
    if button is Button.TICK:
        return replace(now, page="hand", refused=None)
    return _idle(now)


def _idle(now: Holding) -> Holding:
    """Tell the player alone that a button means nothing: all would see a refusal."""
    return replace(now, refused=Refused("button-idle"))


def _turned(want: Held, now: Holding) -> Holding:
    """Return the next of the pages that there are now."""
    pages = _pages(want, now)
    page = pages[(pages.index(now.page) + 1) % len(pages)]
    return replace(now, page=page, chosen=None, first=0, refused=None)


def _pages(want: Held, now: Holding) -> list[str]:
    pages = ["hand", "code"]
    if now.seat == want.turn:
        pages += ["pile"] * bool(want.pile) + ["break"] * bool(want.ends)
    return pages


# --- what is chosen -------------------------------------------------------------


def _zone(
    session: Session, want: Held, now: Holding, at: int, *, now_ms: Millis
) -> Step:
    """Choose a card, play the one that is chosen, or turn a long pile over."""
    hand = want.hands[now.seat]
    if now.page == "pile":
        first = now.first + SHOWN
        first = first if first < len(want.pile) else 0
        over = replace(now, first=first, refused=None)
        return Step(_keep(session, _idle(now) if first == now.first else over))
    may_play = now.page == "hand" and now.seat == want.turn
    if not may_play or (now.chosen is None and at >= len(hand)):
        return Step(_keep(session, _idle(now)))
    if now.chosen is None:
        return Step(_keep(session, replace(now, chosen=at, refused=None)))
    column = want.piles.get(Zone(at + 1))
    if column is None:
        elsewhere = replace(now, refused=Refused("no-pile"))
        return Step(_keep(session, elsewhere))
    line = {"do": want.play, "column": column, "card": hand[now.chosen][0]}
    return _act(session, now, line, now_ms=now_ms)


def _act(
    session: Session, now: Holding, line: dict[str, Any], *, now_ms: Millis
) -> Step:
    """Play or break; what cannot be is told to the player alone."""
    phase = session.phase
    assert isinstance(phase, Playing)  # noqa: S101 - cards are held in a game
    action = phase.engine.action(line)
    done = asked.act(session, action, now_ms=now_ms)
    if isinstance(done, Refused):
        return Step(_keep(session, replace(now, chosen=None, refused=done)))
    accepted = accept(session, done)
    rests = replace(now, chosen=None, refused=None)
    return replace(accepted, session=_keep(accepted.session, rests))


# --- whatever has happened --------------------------------------------------------


def after(before: Session, done: Step) -> Step:
    """Return the step without cards that are nobody's to see any more, and hushed."""
    was, now = before.holding, done.session.holding
    if now is not None:
        stands = _stands(was, done.session, now)
        kept = _there(done.session, now) if stands else None
        done = replace(done, session=replace(done.session, holding=kept))
    return replace(done, quiet=True) if _is_quiet(before, done) else done


def _stands(was: Holding | None, session: Session, now: Holding) -> bool:
    phase, want = session.phase, wanted(session)
    busy = session.menu is not None or session.checking is not None or session.paused
    if busy or want is None or not isinstance(phase, Playing):
        return False
    same = (phase.game_id, want.round) == (now.game_id, now.round)
    chose = was is not None and was.seat == now.seat and was.chosen is not None
    ended = chose and want.turn != now.seat
    return same and session.own_screen and now.seat in want.hands and not ended


def _there(session: Session, now: Holding) -> Holding:
    """Return the hand instead of a page that a phone's move has taken away."""
    want = wanted(session)
    if want is None or now.page in ("cover", *_pages(want, now)):
        return now
    return replace(now, page="hand", refused=None)


def _is_quiet(before: Session, done: Step) -> bool:
    """Tell whether nothing has changed but what the player alone may see."""
    was, now = before.holding, done.session.holding
    if was is None or now is None or was.seat != now.seat:
        return False
    same = replace(done.session, holding=was, held=before.held)
    return same == before and not done.effects and done.outcome is None


# --- what it shows ------------------------------------------------------------------


def look(session: Session, face: Face, names: tuple[str, ...]) -> Face:
    """Return the face of a board at which somebody looks at cards, or can."""
    want, now = wanted(session), session.holding
    if want is None or not session.own_screen:
        return face
    if now is None:
        return replace(face, table=replace(face.table, status=say("hold-hint")))
    name = names[now.seat]
    table = replace(face.table, status=say("hold-lid", name=name))
    if now.page == "cover":
        note = now.refused.reason if now.refused else say("lay-covered")
        cover = TableFace(say("lay-cover", name=name), note=note)
        return replace(face, table=table, maker=cover)
    return replace(face, table=table, maker=_own(want, now))


def _own(want: Held, now: Holding) -> CardsFace:
    cards = {
        "hand": tuple(face for _, face in want.hands[now.seat]),
        "code": want.codes[now.seat],
        "pile": want.pile[now.first : now.first + SHOWN],
    }
    return CardsFace(cards.get(now.page, ()), chosen=now.chosen, note=_note(want, now))


def _note(want: Held, now: Holding) -> Message:
    """Return what the player can do, or why a card was not taken."""
    if now.refused is not None:
        return now.refused.reason
    if now.page != "hand":
        return say(f"hold-{now.page}")
    if now.seat != want.turn:
        return say("hold-wait")
    if now.chosen is None:
        return say("hold-choose")
    zones = ", ".join(str(zone) for zone in want.piles)
    return say("hold-zone", zones=zones)
