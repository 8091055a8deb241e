"""How a round of Code cards ends: the points, and who wins."""

from firmware_host.board.pieces import Seat
from firmware_host.games.codecards.actions import Fact, Revealed
from firmware_host.games.codecards.deck import (
    BOTH,
    COLUMNS,
    Pile,
    PlayingCard,
    facing,
    other,
    write_codes,
)
from firmware_host.games.codecards.state import Points, Round, State, apply
from firmware_host.games.common import GameEnded, Left, final

NOTHING = (0, 0)


def worth(named: PlayingCard, hidden: PlayingCard, points: Points) -> int:
    """Return what one named card brings."""
    suit, rank, both = points
    if named == hidden:
        return both
    if named.suit == hidden.suit:
        return suit
    return rank if named.rank == hidden.rank else 0


def score(named: Pile, code: Pile, points: Points) -> int:
    """
    Return what three named cards bring.

    Args:
        named: By column of whoever named them.
        code: The other's hidden cards, from their owner's left.
        points: For the suit alone, the rank alone, and both.
    """
    return sum(
        worth(card, code[facing(column) - 1], points)
        for column, card in zip(COLUMNS, named, strict=True)
    )


def revealed(game: State, now: Round) -> tuple[Fact, ...]:
    """Return the end of a game whose code was broken: most points win, equal share."""
    codes = now.deal.codes
    earned = tuple(score(now.named[at], codes[other(at)], game.worth) for at in BOTH)
    shown = _revealed(now, earned)
    return (shown, final(apply(game, shown)))


def left(game: State, seat: Seat) -> tuple[Fact, ...]:
    """
    Return what comes of it when *seat* goes home.

    Source: rules, part 3: a leaver loses.
    """
    facts: tuple[Fact, ...] = (Left(seat),)
    if game.round is not None:
        facts += (_revealed(game.round, NOTHING),)
    return (*facts, GameEnded(NOTHING, (other(seat),)))


def _revealed(now: Round, points: tuple[int, ...]) -> Revealed:
    return Revealed(write_codes(now.deal.codes), points, now.deal.nonce.hex())
