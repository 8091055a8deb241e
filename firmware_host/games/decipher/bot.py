"""What a bot does in Decipher: it seeks, on its turn, by what everybody sees."""

from firmware_host.board.pieces import Millis
from firmware_host.games.bots import SEED_BYTES, Move
from firmware_host.games.chance import draw_index
from firmware_host.games.contract import Header, SeatView
from firmware_host.games.decipher.minds import MINDS
from firmware_host.games.decipher.seeker import choose
from firmware_host.games.decipher.view import PublicView

#: It thinks at least so long, and at most so much longer.
THINKS_MS, LONGER_MS = 1500, 2000


def bot(view: SeatView, header: Header, strength: str, chance: bytes, /) -> Move | None:
    """Return `Game.bot`: what the seeker at that seat does on its turn."""
    seen = view.public
    if not isinstance(seen, PublicView) or seen.turn != view.seat or seen.over:
        return None
    if view.seat not in seen.seekers:
        return None
    mind, seed = MINDS[strength], chance[:SEED_BYTES]
    action = choose(seen, header, view.seat, mind, seed)
    if action is None:
        return None
    return Move(action, Millis(THINKS_MS + draw_index(chance, LONGER_MS, 0)))
