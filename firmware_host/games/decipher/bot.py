"""
What a bot does in Decipher: it seeks, on its turn, by what everybody sees.

The weakest was made for a child of eight, who was described first: docs/difficulty.md.
"""

from collections.abc import Mapping

from firmware_host.board.pieces import Millis
from firmware_host.games.bots import EASY, FAIR, SEED_BYTES, SHARP, Move
from firmware_host.games.chance import draw_index
from firmware_host.games.contract import Header, SeatView
from firmware_host.games.decipher.seeker import Mind, choose
from firmware_host.games.decipher.view import PublicView
from firmware_host.words.levels import READILY

#: How well each seeks, the weakest first.
MINDS: Mapping[str, Mind] = {
    EASY: Mind(knows=(12, 6, 2, 0), overlooks=6, slips=6, dares=0.2),
    FAIR: Mind(knows=(15, 11, 6, 1), readily=READILY, overlooks=3, slips=4, dares=0.3),
    SHARP: Mind(readily=(64, 32, 16, 1), dares=0.2),
}

#: It thinks at least so long, and at most so much longer.
THINKS_MS, LONGER_MS = 1500, 2000


def bot(view: SeatView, header: Header, strength: str, chance: bytes, /) -> Move | None:
    """Return `Game.bot`: what the seeker at that seat does on its turn."""
    seen = view.public
    if not isinstance(seen, PublicView) or seen.turn != view.seat:
        return None
    if view.seat not in seen.seekers:
        return None
    mind, seed = MINDS[strength], chance[:SEED_BYTES]
    action = choose(seen, header, view.seat, mind, seed)
    if action is None:
        return None
    return Move(action, Millis(THINKS_MS + draw_index(chance, LONGER_MS, 0)))
