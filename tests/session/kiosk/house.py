"""A kiosk without a table: its session, and time that the test owns."""

from dataclasses import replace

from firmware_host.board.events import Tapped, Woke
from firmware_host.board.pieces import Piece, Zone
from firmware_host.session.setups import Player
from firmware_host.session.step import wake_at
from tests.session.evening import first_evening, then

ASK_MS, BACK_MS, TURN_MS = 60_000, 20_000, 600_000


def moved(session, now_ms=0):
    """Take all wake-ups that are due at once."""
    while (due_ms := wake_at(session, now_ms)) is not None and due_ms <= now_ms:
        session = then(session, Woke(), now_ms).session
    return session


def kiosk(now_ms=0, **setup):
    """Return a kiosk at its start, on a board where Mia has played at home."""
    setup = {"language": "de", "players": (Player("Mia"),)} | setup
    session = replace(first_evening(**setup), playing=None)
    placed = replace(session, setup=replace(session.setup, place="kiosk"))
    return moved(placed, now_ms)


def waited(session, until_ms, since_ms=0):
    """Let time pass as a table does: it wakes the session when that wants it."""
    now_ms = since_ms
    while True:
        session = moved(session, now_ms)
        due_ms = wake_at(session, now_ms)
        if due_ms is None or due_ms > until_ms:
            return moved(session, until_ms)
        now_ms = max(due_ms, now_ms + 1)
        session = then(session, Woke(), now_ms).session


def tapped(session, now_ms=0, zone=None, number=1):
    """Lay the piece that was handed over, where it fits or in a zone."""
    now = session.playing.game.round
    kind = now.holding
    if zone is None:
        puzzle, at = now.puzzle, kind.place
        rows = enumerate(zip(puzzle.builds, now.placed, strict=True), puzzle.first_zone)
        zone = next(here for here, (build, laid) in rows if build[at] > laid[at])
    done = then(session, Tapped(Zone(zone), Piece(kind, number)), now_ms)
    return replace(done, session=moved(done.session, now_ms))
