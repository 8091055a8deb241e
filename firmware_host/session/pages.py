"""
What the zones are turned to while nobody needs them: a card's words, or past answers.

The tick turns on. A zone's button takes the word that the zone shows, or looks at the
row of its number; nothing of it is written down.
"""

from firmware_host.board.faces import Face, TableFace, ZoneFace
from firmware_host.board.happenings import ZONE_BUTTONS, Button, Pressed
from firmware_host.board.messages import say
from firmware_host.board.pieces import ZONES
from firmware_host.games.values import replace
from firmware_host.games.wanted import Known, Wanted
from firmware_host.session import spelling
from firmware_host.session.result import Step
from firmware_host.session.state import Look, Playing, Session, Spelling


def stands(now: Spelling, want: Wanted) -> bool:
    """Tell whether a word of the card stands spelled."""
    return spelling.word(now) in want.words


def press(
    session: Session, phase: Playing, want: Wanted, button: Button
) -> Step | None:
    """Return what a button turns to, or takes; None where it has other work."""
    busy = session.paused or session.spelling is not None
    cards = _cards(session, want)
    count = len(cards) + len(want.known)
    if busy or not count:
        return None
    page = session.look.page % count
    if button is Button.TICK:
        return _turned(session, Look((page + 1) % count))
    if button not in ZONE_BUTTONS:
        return None
    at = ZONE_BUTTONS.index(button)
    if page >= len(cards):
        row = _row(session, want.known[page - len(cards)], at)
        return None if row is None else _turned(session, Look(page, row + 1))
    if at >= len(cards[page]) or want.turn is None:
        return None
    fresh = spelling.begun(phase, want, want.turn, secret=False)
    taken = replace(fresh, letters=tuple(cards[page][at]))
    return Step(spelling.keep(session, taken))


def _turned(session: Session, look: Look) -> Step:
    return Step(replace(session, look=look, refusal=None))


def _cards(session: Session, want: Wanted) -> tuple[tuple[str, ...], ...]:
    """Return the card's words by page: as many as the board has zones."""
    size = session.zones
    return tuple(
        want.words[first : first + size] for first in range(0, len(want.words), size)
    )


def _row(session: Session, known: Known, at: int) -> int | None:
    """Return the row that a zone's button means, from 0; again, one board further."""
    rows = range(at, len(known.rows), session.zones)
    now = session.look.row - 1
    if not rows:
        return None
    return rows[(rows.index(now) + 1) % len(rows)] if now in rows else rows[0]


# --- what it shows --------------------------------------------------------------


def look(session: Session, face: Face, want: Wanted, names: tuple[str, ...]) -> Face:
    """Return the face of a board that was turned to another page."""
    cards = _cards(session, want)
    count = len(cards) + len(want.known)
    if not count:
        return face
    page = session.look.page % count
    if page < len(cards):
        return _card(session, face, cards[page])
    known = want.known[page - len(cards)]
    if session.look == Look():
        return face
    row = session.look.row - 1  # the newest before any was asked for
    note = known.note(row, names[known.seat])
    return replace(face, table=replace(face.table, note=note), zones=known.rows[row])


def taken(now: Spelling, want: Wanted, face: Face, names: tuple[str, ...]) -> Face:
    """Return the face of a board on which a word stands spelled, of a card or not."""
    if not stands(now, want):
        return face
    line = say("query-take", name=names[now.seat], word=spelling.word(now))
    return replace(face, table=TableFace(line, status=say("query-take-how")))


def _card(session: Session, face: Face, words: tuple[str, ...]) -> Face:
    """Show the words of a card, each in its zone."""
    blank = ZoneFace(in_word=False)
    zones = [replace(blank, word=say("query-word", word=word)) for word in words]
    zones += [blank] * (len(ZONES) - len(zones))
    return replace(face, zones=tuple(zones), table=_how(session, face.table))


def _how(session: Session, table: TableFace) -> TableFace:
    """Say what the buttons do; the cross, where the card can be swapped still."""
    phase = session.phase
    assert isinstance(phase, Playing)  # noqa: S101 - somebody picks a word in a game
    cross = phase.engine.hear(phase.game, Pressed(Button.CROSS))
    return replace(table, status=say("query-swap-how" if cross else "query-how"))
