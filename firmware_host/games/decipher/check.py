"""
Looking at the board: which piece lies where, and a record that follows it.

How many pieces of a kind lie in a zone is what the answers said, and stays. Which of
them lie there is only known by their tags, and may have become another.
"""

from collections import Counter

from firmware_host.board.messages import Refused
from firmware_host.board.pieces import KINDS, Kind, Piece, Zone
from firmware_host.games.common import Checked, Lying
from firmware_host.games.decipher.state import Round, State


def pieces_on_board(game: State) -> tuple[tuple[Zone, Piece], ...] | None:
    """Return every laid piece; its number is 0 where nobody knows which one it is."""
    now = game.round
    if now is None:
        return None
    known = tuple((zone, Piece(kind, number)) for kind, number, zone in now.laid)
    unknown = _room(now) - Counter((zone, piece.kind) for zone, piece in known)
    return known + tuple((zone, Piece(kind)) for zone, kind in unknown.elements())


def _room(now: Round) -> Counter[tuple[Zone, Kind]]:
    """Return how many pieces of a kind lie in a zone."""
    first = now.puzzle.first_zone
    return Counter(
        {
            (Zone(first + at), kind): counts[kind.place]
            for at, counts in enumerate(now.placed)
            for kind in KINDS
        }
    )


def checked(now: Round, seen: tuple[Lying, ...]) -> tuple[Checked] | Refused:
    """
    Return the record that follows what was *seen*, or why it cannot.

    What was not seen stays as it was known, unless another piece lies in its place.
    """
    room, laid = _room(now), list[Lying]()
    found = {(kind, number): zone for kind, number, zone in seen if number}
    for (kind, number), zone in found.items():
        if not room[zone, kind]:
            return Refused("check-count", values=(("zone", zone),))
        room[zone, kind] -= 1
        laid.append((kind, number, zone))
    for kind, number, zone in now.laid:
        if (kind, number) not in found and room[zone, kind]:
            room[zone, kind] -= 1
            laid.append((kind, number, zone))
    return (Checked(tuple(laid)),)
