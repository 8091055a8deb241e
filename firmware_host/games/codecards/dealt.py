"""
Code cards that the board deals: who may say which card, and where it comes from.

The board knows each hand, so only a card of the own hand can be played. With real cards
it knows no hand: cards are tapped, and no page says which card is meant until the code
is broken. A page that could would learn by a refusal what somebody has hidden.

Source: rules, part 3.
"""

from firmware_host.board.messages import Refused
from firmware_host.games import chance
from firmware_host.games.codecards.actions import Begun, Deal, Dealt, Fact, Lot
from firmware_host.games.codecards.deck import (
    BOTH,
    DEALT,
    DECK,
    REAL,
    WIDTH,
    PlayingCard,
)
from firmware_host.games.codecards.state import Round, State

#: What no page may do, by who deals: it would name a card that nobody else knows.
_AT_BOARD = {
    DEALT: frozenset({"hide", "code"}),
    REAL: frozenset({"hide", "code", "play", "deal"}),
}

#: The same for a game from before that rule: the cards are anywhere.
_ANYWHERE = frozenset({"deal"})


def at_board(game: State) -> frozenset[str]:
    """Return the verbs that no page may send in this game."""
    return _AT_BOARD.get(game.cards, _ANYWHERE)


def waits_for(game: State) -> Refused:
    """Return why nothing can be played before the round."""
    if game.dealt:
        return Refused("deal-waits")
    return Refused("lot-waits" if game.codes else "codes-wait")


def deal(action: Deal) -> tuple[Fact, ...] | Refused:
    """Return codes, hands and who begins: those of the line, or drawn by chance."""
    entropy, deck = action.entropy, action.deck
    if not deck and entropy:
        shuffled = chance.draw_cards(entropy, "deck", DECK, len(DECK))
        deck = tuple(map(PlayingCard, shuffled))
    if len(deck) != len(DECK) or set(deck) != set(DECK):
        return Refused("deck-impossible")
    begun = begin(action, " ".join(deck[: 2 * WIDTH]))
    return begun if isinstance(begun, Refused) else (Dealt(deck), begun)


def begin(action: Deal | Lot, codes: str) -> Begun | Refused:
    """Return who begins, as the line says or by chance, and what promises the codes."""
    entropy, first = action.entropy, action.first
    if first is None:
        first = BOTH[chance.draw_index(entropy, len(BOTH), 0)]
    if first not in BOTH:
        return Refused("not-a-player")
    return Begun(first, action.nonce or chance.nonce(entropy), codes)


def possible(game: State, now: Round, card: PlayingCard) -> bool:
    """
    Tell whether *card* can come from the hand of whoever is on turn.

    Why it cannot, nobody is told, nor by how long it takes: every card is looked at.

    Source: rules, part 3.
    """
    if game.dealt:
        return card in frozenset(now.held[now.turn])
    hidden = {one for code in now.deal.codes for one in code}
    played = {one for row in now.piles for pile in row for one in pile}
    return card not in hidden | played
