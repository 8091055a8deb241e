"""
KEYWORD with cards on the table: people shuffle and draw, the board counts.

Which cards somebody holds nobody tells it, so a hand is a number of unknown cards, and
what has not been seen yet is either there or in the deck. A card that was laid or
discarded never comes back: it is known by the number on its tag.
"""

from collections import Counter

from firmware_host.board.catalogue import LETTERS, letters
from firmware_host.board.events import Tapped
from firmware_host.board.messages import Refused
from firmware_host.board.pieces import Card, Seat
from firmware_host.games.keyword.actions import (
    UNKNOWN,
    Cards,
    Deal,
    Dealt,
    Laid,
    Open,
    Pass,
)
from firmware_host.games.keyword.state import (
    FREE,
    Round,
    State,
    needs,
    unturned,
)

#: More cards of a letter than any language has.
MOST = 24

#: Every card that can carry a tag; how many of each there are, a language says.
CARDS = letters(
    {colour: dict.fromkeys(named.values(), MOST) for colour, named in LETTERS.items()}
)


def opens(tapped: Tapped) -> Open:
    """Return what a card on a zone's pad means; without a letter if it is not blue."""
    item = tapped.piece
    if not isinstance(item, Card) or item.name not in LETTERS["blue"]:
        return Open(tapped.zone, "")
    return Open(tapped.zone, LETTERS["blue"][item.name], item.number)


def may_open(game: State, action: Open) -> Refused | None:
    """Return why a blue card cannot lie in a zone; None where it can."""
    if not game.real:
        return Refused("keyword-deals")
    if game.round is not None:
        return Refused("keyword-dealt")
    if not action.card:
        return Refused("keyword-blue")
    if game.row[action.zone - 1] != FREE:
        return Refused("keyword-taken", values=(("zone", action.zone),))
    lying = tuple(zip(game.row, game.row_tags, strict=True))
    known = (*_gone(game, "blue"), *lying)
    if action.card not in game.blue or (action.card, action.tag or None) in known:
        return Refused("keyword-gone", values=(("card", action.card),))
    return None


def begun(game: State, action: Deal) -> Dealt | Refused:
    """Return the round that begins once the row is full, as far as the deck goes."""
    count = unturned(game) - len(action.row)
    if count > 0:
        return Refused("keyword-open", values=(("n", count),))
    if action.hands or count or Counter(action.row) - Counter(game.blue):
        return Refused("keyword-deck")
    hands = tuple((UNKNOWN,) * count for count in needs(game))
    return Dealt(hands, action.row)


def may_lay(game: State, now: Round, laid: Laid) -> Refused | None:
    """Return why these cards cannot be in the player's hand; None where they can."""
    return _lacks(game, now, laid.by, laid.orange, laid.orange_tags)


def may_discard(game: State, now: Round, action: Pass) -> Refused | None:
    """Return why these cards cannot be in the player's hand; None if they can."""
    tags = action.tags or (0,) * len(action.discard)
    if len(tags) != len(action.discard):
        return Refused("keyword-places")
    return _lacks(game, now, action.by, action.discard, tags)


def _lacks(
    game: State, now: Round, seat: Seat, cards: Cards, tags: tuple[int, ...]
) -> Refused | None:
    """Return why cards cannot come from the hand of a seat."""
    if len(cards) > len(game.hands[seat]):
        return Refused("keyword-hand")
    lying = [
        (card, tag)
        for laid in now.laid
        for card, tag in zip(laid.orange, laid.orange_tags, strict=True)
    ]
    known = [*_gone(game, "orange"), *lying]
    for card, tag in zip(cards, tags, strict=True):
        if tag and (card, tag) in known:
            return Refused("keyword-gone", values=(("card", card),))
        known.append((card, tag))
    laid = Counter(card for card, _ in lying)
    over = Counter(cards) + laid - Counter(game.orange)
    if over:
        card = next(card for card in cards if card in over)
        return Refused("keyword-gone", values=(("card", card),))
    return None


def _gone(game: State, colour: str) -> tuple[tuple[str, int], ...]:
    return tuple((card, tag) for of, card, tag in game.gone if of == colour)
