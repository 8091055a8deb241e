"""
The rules of Code cards: the deal, what each action brings, and the end.

The board knows the hands that it deals, so only a card of the own hand can be played.
With real cards it knows no hand: cards are tapped, and no page names a card until the
code is broken. A refusal to a page would show which cards are hidden.

Source: rules, part 3.
"""

from firmware_host.board.events import BoardEvent, Button, Called, Pressed, Tapped, Woke
from firmware_host.board.messages import Refused
from firmware_host.board.pieces import RACK, Card, Seat, Zone
from firmware_host.games import chance
from firmware_host.games.codecards.state import (
    BOTH,
    COLUMNS,
    DEALT,
    DECK,
    HAND,
    PLACES,
    REAL,
    WIDTH,
    Action,
    Begun,
    Break,
    Broken,
    Code,
    Column,
    Deal,
    Dealt,
    Done,
    Evaluated,
    Fact,
    Hidden,
    Hide,
    Lot,
    Name,
    Named,
    Pile,
    Play,
    Played,
    PlayingCard,
    Points,
    Revealed,
    Round,
    Skip,
    Skipped,
    State,
    Voided,
    apply,
    facing,
    is_hit,
    of_item,
    other,
    place_of,
    play,
    write_codes,
)
from firmware_host.games.common import GameEnded, Left, Void, final
from firmware_host.games.contract import AT_ONCE, Wake

# --- the deal ----------------------------------------------------------------

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


# --- the end -----------------------------------------------------------------

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


# --- the actions -------------------------------------------------------------

Outcome = tuple[Fact, ...] | Refused

#: What the buttons mean while cards are played.
_BUTTONS: dict[Button, Action] = {Button.TICK: Done(), Button.CROSS: Skip()}


def interpret(game: State, event: BoardEvent) -> Action | None:
    """Return what an event at the board means now, or None for nothing."""
    now = game.round
    match event:
        case Tapped(zone=zone, piece=Card() as item) if zone != RACK:
            card = of_item(item)
            return None if card is None else _tapped(game, zone, card)
        case Pressed(button=button) if now is not None and now.broken_by is None:
            return _BUTTONS.get(button)
        case Pressed(button=Button.TICK) if game.dealt and not (now or game.over):
            return Deal()
        case Called(seat=seat) if now is not None and now.turn == seat:
            return None if game.dealt else Break()  # it shows the player's cards
        case Woke():
            return Lot() if wake(game) is not None else None
        case _:
            return None


def _tapped(game: State, zone: Zone, card: PlayingCard) -> Action | None:
    """A card is hidden at first; afterwards it is played on a pile, or nothing."""
    owner, place = place_of(zone)
    now = game.round
    if now is None or game.dealt:
        return Hide(owner, place, card)
    if now.broken_by is not None:
        return None
    if owner == now.turn:
        return Play(Column(0), card)  # before one's own cards is no pile of one's own
    return Play(Column(WIDTH + 1 - place), card)


def wake(game: State) -> Wake | None:
    """Return at once where the board has the lot to draw, else None."""
    waits = not game.over and game.round is None and game.codes is not None
    return AT_ONCE if waits else None


def decide(game: State, action: Action) -> Outcome:
    """Return what *action* brings, or why it is refused. Changes nothing."""
    match action:
        case Hide() | Code() | Lot() | Deal():
            return _before(game, action)
        case _ if game.round is None:
            return waits_for(game)
        case Void():
            return (Voided(write_codes(game.round.deal.codes)),)
        case Name(card=card):
            return _name(game, game.round, card)
        case _:
            return _turn(game, game.round, action)


# --- before the first turn ---------------------------------------------------


def _before(game: State, action: Hide | Code | Lot | Deal) -> Outcome:
    if game.dealt != isinstance(action, Deal):
        return Refused("cards-dealt" if game.dealt else "cards-real")
    if game.round is not None:
        return Refused("codes-stand")
    match action:
        case Deal():
            return deal(action)
        case Hide(by=seat, place=place, card=card):
            if place not in PLACES:
                return Refused("no-such-place")
            return _hide(game, seat, ((place, card),))
        case Code(by=seat, cards=cards):
            if len(cards) != WIDTH:
                return Refused("code-length")
            return _hide(game, seat, tuple(zip(PLACES, cards, strict=True)))
        case _:
            return _lot(game, action)


def _hide(
    game: State, seat: Seat, cards: tuple[tuple[int, PlayingCard], ...]
) -> Outcome:
    if seat not in BOTH:
        return Refused("not-a-player")
    given = dict(cards)
    kept = (card for at, card in enumerate(game.rows[seat], 1) if at not in given)
    taken = {*kept, *game.rows[other(seat)]}
    if taken & set(given.values()) or len(set(given.values())) < len(given):
        return Refused("card-impossible")
    return tuple(
        Hidden(seat, place, given[place]) for place in PLACES if place in given
    )


def _lot(game: State, action: Lot) -> Outcome:
    if game.codes is None:
        return Refused("codes-wait")
    begun = begin(action, write_codes(game.codes))
    return begun if isinstance(begun, Refused) else (begun,)


# --- a turn ------------------------------------------------------------------


def _turn(game: State, now: Round, action: Action) -> Outcome:
    if now.broken_by is not None:
        return Refused("code-broken")
    match action:
        case Play(column=column, card=card):
            return _play(game, now, column, card)
        case Skip():
            return _skip(now)
        case Done():
            return _refused_end(now) or (_evaluated(now),)
        case Break():
            return _break(game, now)
        case _:
            raise AssertionError(game, action)


def _play(game: State, now: Round, column: Column, card: PlayingCard) -> Outcome:
    if column not in COLUMNS:
        return Refused("no-pile")
    if column < now.column:
        return Refused("column-behind")
    if now.first_turn and column != now.column:
        return Refused("first-turn")
    if not possible(game, now, card):
        return Refused("card-impossible")
    played = Played(column, card)
    last = now.hands[now.turn] == 1
    if column < WIDTH and not last:
        return (played,)
    answered = _evaluated(play(now, played))
    return (played, answered, Broken(now.turn)) if last else (played, answered)


def _evaluated(now: Round) -> Evaluated:
    """Return the answers to all three columns, and the cards that are drawn."""
    seat = now.turn
    hidden = now.deal.codes[other(seat)]
    hits = tuple(
        top is not None and is_hit(top, hidden[facing(column) - 1])
        for column, top in zip(COLUMNS, now.tops[seat], strict=True)
    )
    return Evaluated(hits, min(HAND - now.hands[seat], now.deck))


def _skip(now: Round) -> Outcome:
    if now.first_turn:
        return Refused("first-turn")
    if now.column < WIDTH:
        return (Skipped(),)
    return _refused_end(now) or (Skipped(), _evaluated(now))


def _refused_end(now: Round) -> Refused | None:
    """Return why the turn cannot end here."""
    if now.first_turn:
        return Refused("first-turn")
    return None if now.played else Refused("play-one")


def _break(game: State, now: Round) -> Outcome:
    if now.first_turn and game.early_break == "off":
        return Refused("break-later")
    if now.column != COLUMNS[0]:
        return Refused("break-first")
    return (Broken(now.turn),)


def _name(game: State, now: Round, card: PlayingCard) -> Outcome:
    if now.broken_by is None:
        return Refused("not-broken")
    named = Named(card)
    second = now.turn != now.broken_by
    if not second or now.column < WIDTH:
        return (named,)
    return (named, *revealed(game, play(now, named)))
