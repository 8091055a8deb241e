"""Chance that anyone can check afterwards: all of it comes from one number."""

import hmac
from collections.abc import Sequence
from functools import lru_cache

from firmware_host.board.pieces import Counts, Kind, kinds_of

#: So many commitments are kept: each view of a round has its own again.
KEPT = 16

#: What happens now and then is counted in sixteenths: `draw` below this.
SIXTEEN = 16


def draw(entropy: bytes, label: str, below: int) -> int:
    """
    Return a number from 0 up to but not *below*, of 64 bits, so hardly biased.

    Args:
        entropy: Where the chance comes from; any length.
        label: For what it is; another label draws another number.
        below: At least 1.
    """
    return int.from_bytes(hmac.digest(entropy, label.encode(), "sha256")[:8]) % below


def nonce(entropy: bytes, label: str = "nonce") -> bytes:
    """
    Return what opens a commitment of the round, 32 bytes; nothing without chance.

    Args:
        entropy: The round's, 32 bytes; empty without chance.
        label: For what it is; another label makes another nonce.
    """
    return hmac.digest(entropy, label.encode(), "sha256") if entropy else b""


@lru_cache(maxsize=KEPT)
def commitment(key: bytes, round_number: int, word: str) -> str:
    """
    Return the promise that is shown before the first piece is handed over.

    Args:
        key: The round's `nonce`, 32 bytes; empty where nothing is promised.
        round_number: 1 and up.
        word: Folded.

    Returns:
        64 hex digits: HMAC-SHA256(nonce, "ROUND:WORD"); nothing without a *key*.
    """
    if not key:
        return ""
    text = f"{round_number}:{word}".encode()
    return hmac.digest(key, text, "sha256").hex()


def draw_index(entropy: bytes, count: int, attempt: int) -> int:
    """Return which of *count* words is drawn, at the given attempt."""
    return draw(entropy, f"word:{attempt}", count)


def draw_kind(entropy: bytes, hidden: Counts, handed: int) -> Kind:
    """
    Return the kind of the piece that the board hands over next.

    Every hidden piece is as likely as any other.

    Args:
        entropy: The round's, 32 bytes.
        hidden: Pieces still in the secret compartment, at least one.
        handed: How many pieces have been handed over in this round before.
    """
    pieces = kinds_of(hidden)
    return pieces[draw(entropy, f"piece:{handed}", len(pieces))]


def draw_cards(
    entropy: bytes, label: str, deck: Sequence[str], count: int
) -> tuple[str, ...]:
    """
    Return *count* cards, each of the *deck* as likely as any other.

    Args:
        entropy: The round's, 32 bytes.
        label: For what they are drawn; another label draws other cards.
        deck: Sorted, at least *count* cards.
        count: How many.
    """
    left, drawn = list(deck), []
    for number in range(count):
        at = draw(entropy, f"card:{label}:{number}", len(left))
        drawn.append(left.pop(at))
    return tuple(drawn)
