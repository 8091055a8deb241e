"""
The rules of Code cards: cards, actions, facts, state and decisions.

If the board deals, it knows the hands, and only a card of the player's hand can be
played. With real cards it knows no hand. Then cards are only tapped, and no page may
name a card before the code is broken: a refusal would show which cards are hidden.

Source: rules, part 3.
"""

from dataclasses import dataclass, field
from typing import NewType, Self

from firmware_host.board import catalogue
from firmware_host.board.events import BoardEvent, Button, Called, Pressed, Tapped, Woke
from firmware_host.board.faces import RANKS, CardFace
from firmware_host.board.json import JsonObject
from firmware_host.board.messages import Message, Refused
from firmware_host.board.pieces import RACK, Card, Seat, Zone
from firmware_host.board.record import Record, put, replace
from firmware_host.games import chance, game as common
from firmware_host.games.contract import AT_ONCE, Result, Wake
from firmware_host.games.game import BySeat, GameEnded, Left, Undone, Void, final
from firmware_host.games.meaning import (
    EndsRound,
    NeedsChance,
    ShowsWord,
    TakesTurns,
    TellsMore,
    YesOrNo,
)

# --- the cards ---------------------------------------------------------------

#: A column of the player who acts, 1 to 3 from that player's left.
Column = NewType("Column", int)

#: A hidden card's place in its row, 1 to 3 from its owner's left.
Place = NewType("Place", int)

#: Source: rules, part 3: three hidden cards in a row, and as many columns.
WIDTH = 3

COLUMNS = tuple(Column(number) for number in range(1, WIDTH + 1))
PLACES = tuple(Place(number) for number in range(1, WIDTH + 1))

#: Source: rules, part 3: a hand of six.
HAND = 6

#: The values of the house rule `cards`: the board deals, or people use real cards. A
#: game from before this rule has neither value, and cards are named on pages.
DEALT, REAL = "dealt", "real"

#: The two players, by seat.
BOTH = (Seat(0), Seat(1))


#: The name of each suit, by its letter in a card's name.
SUITS = {suit[0].upper(): suit for suit in catalogue.SUITS}


class PlayingCard(str):
    """
    A card of the deck: its rank and the first letter of its suit, such as ``10S``.

    `rank` is 1 for the ace to 13 for the king. `suit` is the suit's name, as on a tag.

    Source: rules, part 3: 52 cards, four suits, ace to king.

    Raises:
        ValueError: There is no card of that name.
    """

    __slots__ = ("rank", "suit")

    rank: int
    suit: str

    def __new__(cls, name: str) -> Self:
        """Return the card with that name."""
        rank, letter = name[:-1], name[-1:]
        if rank not in RANKS or letter not in SUITS:
            msg = f"no card is called {name!r}"
            raise ValueError(msg)
        card = super().__new__(cls, name)
        card.rank, card.suit = RANKS.index(rank) + 1, SUITS[letter]
        return card


#: Every card, clubs first, each suit from the ace.
DECK = tuple(PlayingCard(rank + letter) for letter in SUITS for rank in RANKS)

#: Cards in order: hidden ones from their owner's left, a pile from the bottom.
Pile = tuple[PlayingCard, ...]

#: The deck's cards as items for tags: ``card-clubs-1`` to ``card-spades-13``.
ITEMS = catalogue.deck()

_BY_ITEM = dict(zip(ITEMS, DECK, strict=True))


def of_item(item: Card) -> PlayingCard | None:
    """Return the playing card of a tagged item, or None if it is another card."""
    return _BY_ITEM.get(item)


def is_hit(top: PlayingCard, hidden: PlayingCard) -> bool:
    """
    Return True if `hidden` gets a penny for the card `top` before it.

    Source: rule book, "Evaluate Hidden Cards": the suit or the number is the same.
    """
    return top.suit == hidden.suit or top.rank == hidden.rank


def other(seat: Seat) -> Seat:
    """Return the seat opposite `seat`."""
    return Seat(1 - seat)


def facing(column: Column) -> Place:
    """
    Return the place of the hidden card behind a column of the player who acts.

    Source: rules, part 3: acting column c faces the owner's card 4 - c.
    """
    return Place(WIDTH + 1 - column)


def zone_of(owner: Seat, place: Place) -> Zone:
    """
    Return the zone of a hidden card and of the pile before it.

    Seat 0 has zones 1 to 3 from the left. Seat 1 sits opposite, so its own left is zone
    6.
    """
    return Zone(place if owner == BOTH[0] else 2 * WIDTH + 1 - place)


def place_of(zone: Zone) -> tuple[Seat, Place]:
    """Return owner and place of the hidden card of a zone, 1 to 6."""
    if zone <= WIDTH:
        return BOTH[0], Place(zone)
    return BOTH[1], Place(2 * WIDTH + 1 - zone)


def write_codes(codes: tuple[Pile, Pile]) -> str:
    """
    Return both codes as text for the commitment.

    The text has seat 0's three cards, then seat 1's.
    """
    return " ".join(card for code in codes for card in code)


def read_codes(codes: str) -> tuple[str, ...]:
    """Return the two codes of the text by `write_codes`, one text for each seat."""
    cards = codes.split()
    return (" ".join(cards[:WIDTH]), " ".join(cards[WIDTH:]))


def name_of(card: PlayingCard) -> Message:
    """Return the name of a card for people."""
    return catalogue.name_of(Card(card.suit, card.rank))


def drawn(card: PlayingCard) -> CardFace:
    """Return the content of a zone's screen that shows a card."""
    return CardFace(RANKS[card.rank - 1], card.suit)


#: The choices when a card is named: ranks, then suits.
NAMED_BY = (RANKS, tuple(SUITS))


# --- actions: requests of players ---------------------------------------------


class Hide(BySeat, tag="hide"):
    """A card is hidden by a tap face down; `place` counts from its owner's left."""

    place: Place
    card: PlayingCard = field(repr=False)


class Code(BySeat, tag="code"):
    """A player hides all three cards at once, given from the player's own left."""

    cards: tuple[PlayingCard, ...] = field(repr=False)


class Lot(Record, NeedsChance, tag="lot"):
    """
    The board draws the first player, once both codes are hidden.

    Args:
        first: The first player; None to draw one.
        entropy: The random bytes for the draw, 32 bytes.
        nonce: The nonce of the commitment; empty to derive it from `entropy`.
    """

    first: Seat | None = None
    entropy: bytes = field(default=b"", repr=False)
    nonce: bytes = field(default=b"", repr=False)


class Deal(Record, NeedsChance, tag="deal"):
    """
    The board deals codes and hands, and draws the first player.

    Args:
        deck: All cards in order: seat 0's code, seat 1's code, six cards for each
            hand, then the stock. Empty to shuffle by `entropy`.
        first: The first player; None to draw one.
        entropy: The random bytes for the draws, 32 bytes.
        nonce: The nonce of the commitment; empty to derive it from `entropy`.
    """

    deck: tuple[PlayingCard, ...] = field(default=(), repr=False)
    first: Seat | None = None
    entropy: bytes = field(default=b"", repr=False)
    nonce: bytes = field(default=b"", repr=False)


class Play(Record, tag="play"):
    """The player on turn plays a card on a pile, and skips the columns before it."""

    column: Column
    card: PlayingCard


class Skip(Record, tag="skip"):
    """The player on turn skips this column."""


class Done(Record, tag="done"):
    """The player on turn ends the turn."""


class Break(Record, tag="break"):
    """The player on turn breaks the code."""


class Name(Record, tag="name"):
    """A player names the hidden card of the next column, after the code was broken."""

    card: PlayingCard


Action = Hide | Code | Lot | Deal | Play | Skip | Done | Break | Name | common.Action

# --- facts: accepted changes --------------------------------------------------


class Hidden(Hide, tag="hidden"):
    """A card is hidden. A card that lay in its place leaves the game."""


class Dealt(Record, tag="dealt"):
    """The board has dealt; `deck` as in `Deal`."""

    deck: tuple[PlayingCard, ...] = field(repr=False)


class Begun(Record, TellsMore, tag="begun"):
    """
    The round begins with the player `first`.

    `codes` is the text of the commitment.
    """

    first: Seat
    nonce: bytes = field(default=b"", repr=False)
    codes: str = field(default="", repr=False)

    @property
    def told(self) -> JsonObject:
        """The committed text: the codes."""
        return {"word": self.codes}


class Played(Play, tag="played"):
    """The fact that a player has played a card on a pile."""


class Skipped(Record, tag="skipped"):
    """The player skipped this column."""


class Evaluated(Record, YesOrNo, tag="evaluated"):
    """
    The turn is over, and all its columns are answered at once.

    Args:
        hits: True for each hit, by column of the player who acted.
        drawn: The number of cards drawn from the deck.
    """

    hits: tuple[bool, ...]
    drawn: int

    @property
    def yes(self) -> bool:
        """True if the answer to a card has at least one hit."""
        return any(self.hits)


class Broken(BySeat, tag="broken"):
    """A player breaks the code, and names cards first."""


class Named(Name, tag="named"):
    """A card was named for the next column."""


class Voided(common.Voided, ShowsWord, tag="voided"):
    """The round was called off; these were its codes."""

    codes: str

    @property
    def word(self) -> str:
        """The hidden cards of both players."""
        return self.codes


class Revealed(Record, EndsRound, tag="revealed"):
    """The round is over: all hidden cards are shown, points are given by seat."""

    codes: str
    points: tuple[int, ...]
    nonce: str

    @property
    def result(self) -> Result:
        """The result for scoresheets, with a code for each player."""
        words = read_codes(self.codes)
        return Result(self.codes, None, None, self.points, self.nonce, words)


Fact = (
    Hidden
    | Dealt
    | Begun
    | Played
    | Skipped
    | Evaluated
    | Broken
    | Named
    | Undone
    | Voided
    | Left
    | Revealed
    | GameEnded
)


# --- the state ---------------------------------------------------------------

#: The number of cards in the stock after codes and hands are dealt.
DECK_LEFT = len(DECK) - 2 * (WIDTH + HAND)

#: The hidden cards of a row, from their owner's left; None for a missing one.
CodeRow = tuple[PlayingCard | None, ...]

_NO_ROW: CodeRow = (None,) * WIDTH

#: A card that was on top at the end of a turn, and whether it was a hit.
Answer = tuple[PlayingCard, bool]

#: The points for the suit alone, for the rank alone, and for both.
Points = tuple[int, int, int]


class RoundSecret(Record):
    """
    The secret of a round, which never changes.

    Args:
        number: The number of the round, from 1.
        codes: The hidden cards by seat, each row from its owner's left.
        nonce: The nonce of the commitment; empty without one.
    """

    number: int
    codes: tuple[Pile, Pile] = field(repr=False)
    nonce: bytes = field(repr=False)

    @property
    def commitment(self) -> str:
        """The commitment shown at the start, in hex; empty without one."""
        return chance.commitment(self.nonce, self.number, write_codes(self.codes))


class CardsRound(Record):
    """
    A round in play. Pairs are by seat, rows by that seat's columns.

    Args:
        deal: The secret.
        turn: The seat that plays or names.
        column: The next column, from 1; 4 after the last one.
        played: The number of cards played in this turn.
        turns: The number of finished turns of each seat.
        piles: The cards of each pile, the top one last.
        pennies: True for each column with a penny on its top card.
        answers: For each card of a pile whether it was a hit. The top card has no
            answer before its turn is over.
        hands: The number of cards of each hand.
        deck: The number of cards left to draw.
        held: The cards of each hand, if the board dealt them.
        stock: The cards left to draw, the next one first, if the board dealt them.
        fresh: The seat whose columns were just answered; None after the next
            action.
        broken_by: The seat that broke the code; None while cards are played.
        named: The cards that each seat has named, column 1 first.
    """

    deal: RoundSecret
    turn: Seat
    column: Column = COLUMNS[0]
    played: int = 0
    turns: tuple[int, ...] = (0, 0)
    piles: tuple[tuple[Pile, ...], ...] = field(
        default=(((),) * WIDTH,) * 2, repr=False
    )
    pennies: tuple[tuple[bool, ...], ...] = ((False,) * WIDTH,) * 2
    answers: tuple[tuple[tuple[bool, ...], ...], ...] = (((),) * WIDTH,) * 2
    hands: tuple[int, ...] = (HAND, HAND)
    deck: int = DECK_LEFT
    held: tuple[Pile, ...] = field(default=((), ()), repr=False)
    stock: Pile = field(default=(), repr=False)
    fresh: Seat | None = None
    broken_by: Seat | None = None
    named: tuple[Pile, ...] = ((), ())

    @property
    def first_turn(self) -> bool:
        """True in the first turn of the player on turn."""
        return not self.turns[self.turn]

    @property
    def tops(self) -> tuple[tuple[PlayingCard | None, ...], ...]:
        """The top card of each pile; None for an empty pile."""
        return tuple(
            tuple(pile[-1] if pile else None for pile in row) for row in self.piles
        )

    @property
    def answered(self) -> tuple[tuple[tuple[Answer, ...], ...], ...]:
        """Each answered card of a pile, and whether it was a hit."""
        return tuple(
            tuple(
                tuple(zip(pile, hits, strict=False))
                for pile, hits in zip(piles, answers, strict=True)
            )
            for piles, answers in zip(self.piles, self.answers, strict=True)
        )

    @property
    def heights(self) -> tuple[tuple[int, ...], ...]:
        """The number of cards in each pile."""
        return tuple(tuple(map(len, row)) for row in self.piles)


@dataclass(frozen=True, kw_only=True)
class CardsState(common.State, TakesTurns):
    """
    A whole game: one round, unless a round is called off.

    Args:
        points: The points for the suit alone, the rank alone and both, such as
            ``1-2-3``.
        cards: `DEALT` or `REAL`; empty in a game from before that rule.
        early_break: ``on`` if the code may be broken in a player's first turn too.
        rows: The cards hidden so far, by seat.
        round: The round in play; None while the codes are being hidden.
        voided: The codes of a round that was called off, until the next round.
        named: The cards that each seat named in the finished round.
        shuffled: The deck that the board has dealt; empty before.
    """

    points: str
    cards: str = ""
    early_break: str = "off"
    rows: tuple[CodeRow, ...] = field(default=(_NO_ROW, _NO_ROW), repr=False)
    round: CardsRound | None = None
    voided: str = ""
    named: tuple[Pile, ...] = ((), ())
    shuffled: Pile = field(default=(), repr=False)

    @property
    def worth(self) -> Points:
        """The points for the suit alone, for the rank alone, and for both."""
        suit, rank, both = map(int, self.points.split("-"))
        return suit, rank, both

    @property
    def turn(self) -> Seat | None:
        """The seat that plays or names; None if no single seat is on turn."""
        return self.round.turn if self.round else None

    @property
    def dealt(self) -> bool:
        """True if the board deals codes and hands."""
        return self.cards == DEALT

    @property
    def undoable(self) -> bool:
        """True if the last action can be undone; a deal, which shows hands, cannot."""
        before = self.before
        return bool(before and not (self.dealt and self.round and not before.round))

    @property
    def codes(self) -> tuple[Pile, Pile] | None:
        """Both codes; None if a card is missing."""
        one, two = map(_whole, self.rows)
        return (one, two) if one and two else None


def _whole(row: CodeRow) -> Pile | None:
    lying = tuple(card for card in row if card is not None)
    return lying if len(lying) == WIDTH else None


def apply(game: CardsState, fact: Fact) -> CardsState:
    """Return the game after one fact. It makes no decision."""
    match fact:
        case Hidden():
            row = put(game.rows[fact.by], fact.place - 1, fact.card)
            return replace(game, rows=put(game.rows, fact.by, row))
        case Dealt(deck=deck):
            rows = (deck[:WIDTH], deck[WIDTH : 2 * WIDTH])
            return replace(game, rows=rows, shuffled=deck)
        case Begun():
            return replace(game, round=_begin(game, fact), voided="")
        case Voided(codes=codes):
            return replace(game, round=None, rows=(_NO_ROW, _NO_ROW), voided=codes)
        case Left():
            return common.apply(game, fact)
        case Revealed():
            return _finish(game, fact)
        case GameEnded():
            return replace(common.apply(game, fact), round=None)
        case _:
            assert game.round is not None  # noqa: S101 - decide let nothing else pass
            return replace(game, round=play(game.round, fact))


def _begin(game: CardsState, fact: Begun) -> CardsRound:
    codes = game.codes
    assert codes is not None  # noqa: S101 - decide waited for both
    number, rest = len(game.results) + 1, game.shuffled[2 * WIDTH :]
    return CardsRound(
        RoundSecret(number, codes, fact.nonce),
        turn=fact.first,
        held=(rest[:HAND], rest[HAND : 2 * HAND]),
        stock=rest[2 * HAND :],
    )


def play(now: CardsRound, fact: Fact) -> CardsRound:
    """Return the round after one fact of a turn or of the naming."""
    match fact:
        case Played():
            return _lay(now, fact)
        case Skipped():
            return replace(now, column=Column(now.column + 1), fresh=None)
        case Evaluated():
            return _answer(now, fact)
        case Broken(by=seat):
            # The player of the last card breaks the code at once, so the answers stay
            # visible.
            fresh = now.fresh if now.fresh == seat else None
            return replace(
                now, turn=seat, column=COLUMNS[0], broken_by=seat, fresh=fresh
            )
        case Named():
            return _fold_name(now, fact)
        case _:
            raise AssertionError(fact)


def _lay(now: CardsRound, fact: Played) -> CardsRound:
    seat, at = now.turn, fact.column - 1
    row = now.piles[seat]
    return replace(
        now,
        column=Column(fact.column + 1),
        played=now.played + 1,
        piles=put(now.piles, seat, put(row, at, (*row[at], fact.card))),
        pennies=put(now.pennies, seat, put(now.pennies[seat], at, value=False)),
        hands=put(now.hands, seat, now.hands[seat] - 1),
        held=put(now.held, seat, _without(now.held[seat], fact.card)),
        fresh=None,
    )


def _without(hand: Pile, played: PlayingCard) -> Pile:
    return tuple(card for card in hand if card != played)


def _answer(now: CardsRound, fact: Evaluated) -> CardsRound:
    seat, drawn = now.turn, now.stock[: fact.drawn]
    columns = zip(now.piles[seat], now.answers[seat], fact.hits, strict=True)
    answers = tuple(
        (*known, hit) if len(pile) > len(known) else known
        for pile, known, hit in columns
    )
    return replace(
        now,
        turn=other(seat),
        column=COLUMNS[0],
        played=0,
        turns=put(now.turns, seat, now.turns[seat] + 1),
        pennies=put(now.pennies, seat, fact.hits),
        answers=put(now.answers, seat, answers),
        hands=put(now.hands, seat, now.hands[seat] + fact.drawn),
        deck=now.deck - fact.drawn,
        held=put(now.held, seat, (*now.held[seat], *drawn)),
        stock=now.stock[fact.drawn :],
        fresh=seat,
    )


def _fold_name(now: CardsRound, fact: Named) -> CardsRound:
    seat = now.turn
    named = put(now.named, seat, (*now.named[seat], fact.card))
    if len(named[seat]) < WIDTH:
        return replace(now, named=named, column=Column(now.column + 1), fresh=None)
    return replace(now, named=named, turn=other(seat), column=COLUMNS[0], fresh=None)


def _finish(game: CardsState, fact: Revealed) -> CardsState:
    assert game.round is not None  # noqa: S101 - decide shows nothing without a round
    results = (*game.results, fact.result)
    return replace(game, round=None, results=results, named=game.round.named)


# --- the deal ----------------------------------------------------------------

#: The verbs that no page may send, by dealer: they would name a hidden card.
_AT_BOARD = {
    DEALT: frozenset({"hide", "code"}),
    REAL: frozenset({"hide", "code", "play", "deal"}),
}

#: The same for a game from before that rule.
_ANYWHERE = frozenset({"deal"})


def at_board(game: CardsState) -> frozenset[str]:
    """Return the verbs that no page may send in this game."""
    return _AT_BOARD.get(game.cards, _ANYWHERE)


def waits_for(game: CardsState) -> Refused:
    """Return the refusal of a turn before the round begins."""
    if game.dealt:
        return Refused("deal-waits")
    return Refused("lot-waits" if game.codes else "codes-wait")


def deal(action: Deal) -> tuple[Fact, ...] | Refused:
    """Return the facts of a deal: from the line's deck, or shuffled."""
    entropy, deck = action.entropy, action.deck
    if not deck and entropy:
        shuffled = chance.draw_cards(entropy, "deck", DECK, len(DECK))
        deck = tuple(map(PlayingCard, shuffled))
    if len(deck) != len(DECK) or set(deck) != set(DECK):
        return Refused("deck-impossible")
    begun = begin(action, " ".join(deck[: 2 * WIDTH]))
    return begun if isinstance(begun, Refused) else (Dealt(deck), begun)


def begin(action: Deal | Lot, codes: str) -> Begun | Refused:
    """Return the beginning of a round: the first player, and the committed codes."""
    entropy, first = action.entropy, action.first
    if first is None:
        first = BOTH[chance.draw_index(entropy, len(BOTH), 0)]
    if first not in BOTH:
        return Refused("not-a-player")
    return Begun(first, action.nonce or chance.nonce(entropy), codes)


def possible(game: CardsState, now: CardsRound, card: PlayingCard) -> bool:
    """
    Return True if `card` can be in the hand of the player on turn.

    The time must not show the reason of a refusal, so every card is compared.

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
    """Return the points of one named card."""
    suit, rank, both = points
    if named == hidden:
        return both
    if named.suit == hidden.suit:
        return suit
    return rank if named.rank == hidden.rank else 0


def score(named: Pile, code: Pile, points: Points) -> int:
    """
    Return the points of three named cards.

    Args:
        named: The named cards, by column of their player.
        code: The other player's hidden cards, from their owner's left.
        points: The points for the suit alone, the rank alone, and both.
    """
    return sum(
        worth(card, code[facing(column) - 1], points)
        for column, card in zip(COLUMNS, named, strict=True)
    )


def revealed(game: CardsState, now: CardsRound) -> tuple[Fact, ...]:
    """Return the end of a game after the naming: most points win; both win in a tie."""
    codes = now.deal.codes
    earned = tuple(score(now.named[at], codes[other(at)], game.worth) for at in BOTH)
    shown = _revealed(now, earned)
    return (shown, final(apply(game, shown)))


def left(game: CardsState, seat: Seat) -> tuple[Fact, ...]:
    """
    Return the facts of a player leaving.

    Source: rules, part 3: a leaver loses.
    """
    facts: tuple[Fact, ...] = (Left(seat),)
    if game.round is not None:
        facts += (_revealed(game.round, NOTHING),)
    return (*facts, GameEnded(NOTHING, (other(seat),)))


def _revealed(now: CardsRound, points: tuple[int, ...]) -> Revealed:
    return Revealed(write_codes(now.deal.codes), points, now.deal.nonce.hex())


# --- the actions -------------------------------------------------------------

Outcome = tuple[Fact, ...] | Refused

#: The actions of the buttons while cards are played.
_BUTTONS: dict[Button, Action] = {Button.TICK: Done(), Button.CROSS: Skip()}


def interpret(game: CardsState, event: BoardEvent) -> Action | None:
    """Return the action of an event at the board, or None."""
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
            return None if game.dealt else Break()  # the button opens the hand
        case Woke():
            return Lot() if wake(game) is not None else None
        case _:
            return None


def _tapped(game: CardsState, zone: Zone, card: PlayingCard) -> Action | None:
    """Return the action of a tapped card: hide it, or after the beginning play it."""
    owner, place = place_of(zone)
    now = game.round
    if now is None or game.dealt:
        return Hide(owner, place, card)
    if now.broken_by is not None:
        return None
    if owner == now.turn:
        return Play(Column(0), card)  # there is no own pile before own cards
    return Play(Column(WIDTH + 1 - place), card)


def wake(game: CardsState) -> Wake | None:
    """Return a timer that is due at once if the board has to draw the first player."""
    waits = not game.over and game.round is None and game.codes is not None
    return AT_ONCE if waits else None


def decide(game: CardsState, action: Action) -> Outcome:
    """Return the facts of `action`, or a refusal. The state does not change."""
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


def _before(game: CardsState, action: Hide | Code | Lot | Deal) -> Outcome:
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
    game: CardsState, seat: Seat, cards: tuple[tuple[int, PlayingCard], ...]
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


def _lot(game: CardsState, action: Lot) -> Outcome:
    if game.codes is None:
        return Refused("codes-wait")
    begun = begin(action, write_codes(game.codes))
    return begun if isinstance(begun, Refused) else (begun,)


# --- a turn ------------------------------------------------------------------


def _turn(game: CardsState, now: CardsRound, action: Action) -> Outcome:
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


def _play(
    game: CardsState, now: CardsRound, column: Column, card: PlayingCard
) -> Outcome:
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


def _evaluated(now: CardsRound) -> Evaluated:
    """Return the answers to all three columns, and the number of cards to draw."""
    seat = now.turn
    hidden = now.deal.codes[other(seat)]
    hits = tuple(
        top is not None and is_hit(top, hidden[facing(column) - 1])
        for column, top in zip(COLUMNS, now.tops[seat], strict=True)
    )
    return Evaluated(hits, min(HAND - now.hands[seat], now.deck))


def _skip(now: CardsRound) -> Outcome:
    if now.first_turn:
        return Refused("first-turn")
    if now.column < WIDTH:
        return (Skipped(),)
    return _refused_end(now) or (Skipped(), _evaluated(now))


def _refused_end(now: CardsRound) -> Refused | None:
    """Return the refusal to end the turn, or None."""
    if now.first_turn:
        return Refused("first-turn")
    return None if now.played else Refused("play-one")


def _break(game: CardsState, now: CardsRound) -> Outcome:
    if now.first_turn and game.early_break == "off":
        return Refused("break-later")
    if now.column != COLUMNS[0]:
        return Refused("break-first")
    return (Broken(now.turn),)


def _name(game: CardsState, now: CardsRound, card: PlayingCard) -> Outcome:
    if now.broken_by is None:
        return Refused("not-broken")
    named = Named(card)
    second = now.turn != now.broken_by
    if not second or now.column < WIDTH:
        return (named,)
    return (named, *revealed(game, play(now, named)))
