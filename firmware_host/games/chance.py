"""Random draws that can be verified afterwards: all come from one stored number."""

import hmac
from collections.abc import Sequence
from functools import lru_cache

from firmware_host.board.pieces import Counts, Kind, kinds_of

#: How many commitments are cached: each view of a round computes its own again.
KEPT = 16

#: Probabilities are given in sixteenths: an event happens if a `draw` is below its
#: number.
SIXTEEN = 16


def draw(entropy: bytes, label: str, below: int) -> int:
    """
    Return a number from 0 to `below` - 1, of 64 bits, so with a negligible bias.

    Args:
        entropy: The random bytes, of any length.
        label: The purpose. Each label gives an independent number.
        below: The number of possible results, at least 1.
    """
    return int.from_bytes(hmac.digest(entropy, label.encode(), "sha256")[:8]) % below


def nonce(entropy: bytes, label: str = "nonce") -> bytes:
    """
    Return the nonce of a commitment, 32 bytes; b"" without entropy.

    Args:
        entropy: The entropy of the round, 32 bytes; b"" for none.
        label: The purpose: each label gives another nonce.
    """
    return hmac.digest(entropy, label.encode(), "sha256") if entropy else b""


@lru_cache(maxsize=KEPT)
def commitment(key: bytes, round_number: int, word: str) -> str:
    """
    Return the commitment to a word, which is shown before the first answer of a round.

    Args:
        key: The round's `nonce`, 32 bytes; empty for no commitment.
        round_number: The number of the round, from 1.
        word: The word, folded.

    Returns:
        64 hex digits, HMAC-SHA256(nonce, "ROUND:WORD"); empty without a `key`.
    """
    if not key:
        return ""
    text = f"{round_number}:{word}".encode()
    return hmac.digest(key, text, "sha256").hex()


def draw_index(entropy: bytes, count: int, attempt: int) -> int:
    """Return the index of the word drawn out of *count* words, at one attempt."""
    return draw(entropy, f"word:{attempt}", count)


def draw_kind(entropy: bytes, hidden: Counts, handed: int) -> Kind:
    """
    Return the kind of the piece that the board hands over next.

    Every hidden piece is equally likely.

    Args:
        entropy: The round's entropy, 32 bytes.
        hidden: The number of pieces of each kind still in the secret compartment,
            in all at least one.
        handed: The number of pieces handed over in this round so far.
    """
    pieces = kinds_of(hidden)
    return pieces[draw(entropy, f"piece:{handed}", len(pieces))]


def draw_cards(
    entropy: bytes, label: str, deck: Sequence[str], count: int, *, first: int = 0
) -> tuple[str, ...]:
    """
    Return `count` cards drawn without replacement, each equally likely.

    All draws with one label follow one order of the deck.

    Args:
        entropy: The round's entropy, 32 bytes.
        label: The purpose. Each label gives independent cards.
        deck: The cards still in the deck, sorted; at least `count`.
        count: The number of cards.
        first: The number of cards drawn with this label before.
    """
    left, drawn = list(deck), []
    for number in range(first, first + count):
        at = draw(entropy, f"card:{label}:{number}", len(left))
        drawn.append(left.pop(at))
    return tuple(drawn)
