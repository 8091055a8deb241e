"""
What the zones are turned to while nobody needs them: a card's words, or past answers.

The tick turns on. A zone's button takes the word that the zone shows, or looks at the
row of its number; nothing of it is written down.
"""

from firmware_host.board.events import ZONE_BUTTONS, Button, Pressed
from firmware_host.board.faces import Face, TableFace, ZoneFace
from firmware_host.board.messages import say
from firmware_host.board.pieces import ZONES
from firmware_host.board.record import replace
from firmware_host.games.requests import GuessRequest, Known, PageRequest
from firmware_host.session.acting import InGame
from firmware_host.session.modes.guess import Guess
from firmware_host.session.result import StepResult
from firmware_host.session.state import Look, Playing, Session


def press(now: InGame, request: PageRequest, button: Button) -> StepResult | None:
    """Return the step of a button that turns the page or takes a word; else None."""
    session = now.session
    guess = session.request(GuessRequest)
    cards = _cards(session, guess)
    count = len(cards) + len(request.known)
    if session.paused or not count:
        return None
    page = session.look.page % count
    if button is Button.TICK:
        return _turned(session, Look((page + 1) % count))
    if button not in ZONE_BUTTONS:
        return None
    at = ZONE_BUTTONS.index(button)
    if page >= len(cards):
        row = _row(session, request.known[page - len(cards)], at)
        return None if row is None else _turned(session, Look(page, row + 1))
    if at >= len(cards[page]) or guess is None:
        return None
    fresh = Guess.begun(session.mode, guess, guess.turn)
    return now.keep(replace(fresh, letters=tuple(cards[page][at])))


def _turned(session: Session, look: Look) -> StepResult:
    return StepResult(replace(session, look=look, refusal=None))


def _cards(session: Session, guess: GuessRequest | None) -> tuple[tuple[str, ...], ...]:
    """Return the card's words by page: as many as the board has zones."""
    size, words = session.zones, () if guess is None else guess.words
    return tuple(words[first : first + size] for first in range(0, len(words), size))


def _row(session: Session, known: Known, at: int) -> int | None:
    """Return the row that a zone's button means, from 0; again, one board further."""
    rows = range(at, len(known.rows), session.zones)
    now = session.look.row - 1
    if not rows:
        return None
    return rows[(rows.index(now) + 1) % len(rows)] if now in rows else rows[0]


# --- what it shows --------------------------------------------------------------


def render(
    now: InGame, face: Face, request: PageRequest, names: tuple[str, ...]
) -> Face:
    """Return the face of a board that was turned to another page."""
    session = now.session
    cards = _cards(session, session.request(GuessRequest))
    count = len(cards) + len(request.known)
    if not count:
        return face
    page = session.look.page % count
    if page < len(cards):
        return _card(now, face, cards[page])
    known = request.known[page - len(cards)]
    if session.look == Look():
        return face
    row = session.look.row - 1  # the newest before any was asked for
    note = known.note(row, names[known.seat])
    return replace(face, table=replace(face.table, note=note), zones=known.rows[row])


def _card(now: InGame, face: Face, words: tuple[str, ...]) -> Face:
    """Show the words of a card, each in its zone."""
    blank = ZoneFace(in_word=False)
    zones = [replace(blank, word=say("query-word", word=word)) for word in words]
    zones += [blank] * (len(ZONES) - len(zones))
    return replace(face, zones=tuple(zones), table=_how(now.playing, face.table))


def _how(playing: Playing, table: TableFace) -> TableFace:
    """Say what the buttons do; the cross, where the card can be swapped still."""
    cross = playing.means(Pressed(Button.CROSS))
    return replace(table, status=say("query-swap-how" if cross else "query-how"))
