"""
The rules of Code cards: cards, actions, facts, state, and what each action brings.

The board knows the hands that it deals, so only a card of the own hand can be played.
With real cards it knows no hand: cards are tapped, and no page names a card until the
code is broken. A refusal to a page would show which cards are hidden.

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

#: Who deals, by the house rule `cards`: the board, or people with real cards. A game
#: from before there was that rule has neither: whoever holds a card names it.
DEALT, REAL = "dealt", "real"

#: The two players, by seat.
BOTH = (Seat(0), Seat(1))


#: What a suit is called, by its letter in a card's name.
SUITS = {suit[0].upper(): suit for suit in catalogue.SUITS}


class PlayingCard(str):
    """
    A card of the deck: its rank and the first letter of its suit, such as ``10S``.

    `rank` is 1 for the ace to 13 for the king, `suit` what its tag is called.

    Source: rules, part 3: 52 cards, four suits, ace to king.

    Raises:
        ValueError: No card is called so.
    """

    __slots__ = ("rank", "suit")

    rank: int
    suit: str

    def __new__(cls, name: str) -> Self:
        """Make a card of its name."""
        rank, letter = name[:-1], name[-1:]
        if rank not in RANKS or letter not in SUITS:
            msg = f"no card is called {name!r}"
            raise ValueError(msg)
        card = super().__new__(cls, name)
        card.rank, card.suit = RANKS.index(rank) + 1, SUITS[letter]
        return card


#: Every card, clubs first, each suit from the ace.
DECK = tuple(PlayingCard(rank + letter) for letter in SUITS for rank in RANKS)

#: Some cards in their order: hidden ones from their owner's left.
Pile = tuple[PlayingCard, ...]

#: The deck as it is enrolled: ``card-clubs-1`` to ``card-spades-13``.
ITEMS = catalogue.deck()

_BY_ITEM = dict(zip(ITEMS, DECK, strict=True))


def of_item(item: Card) -> PlayingCard | None:
    """Return the playing card that a tagged card is; None where it is another one."""
    return _BY_ITEM.get(item)


def is_hit(top: PlayingCard, hidden: PlayingCard) -> bool:
    """
    Tell whether a penny goes on *hidden*.

    Source: rule book, "Evaluate Hidden Cards": the suit or the number is the same.
    """
    return top.suit == hidden.suit or top.rank == hidden.rank


def other(seat: Seat) -> Seat:
    """Return who sits opposite *seat*."""
    return Seat(1 - seat)


def facing(column: Column) -> Place:
    """
    Return which card of its owner lies behind a column of the player who acts.

    Source: rules, part 3: acting column c faces the owner's card 4 - c.
    """
    return Place(WIDTH + 1 - column)


def zone_of(owner: Seat, place: Place) -> Zone:
    """
    Return the zone of a hidden card, and of the pile before it.

    Seat 0 has zones 1 to 3 from the left; seat 1 sits opposite, so its own left is
    zone 6. Each of them finds the other's row by going on to the right.
    """
    return Zone(place if owner == BOTH[0] else 2 * WIDTH + 1 - place)


def place_of(zone: Zone) -> tuple[Seat, Place]:
    """Return whose hidden card a zone, 1 to 6, belongs to, and which one it is."""
    if zone <= WIDTH:
        return BOTH[0], Place(zone)
    return BOTH[1], Place(2 * WIDTH + 1 - zone)


def write_codes(codes: tuple[Pile, Pile]) -> str:
    """Return both codes as the commitment promises them: seat 0's three, then 1's."""
    return " ".join(card for code in codes for card in code)


def read_codes(codes: str) -> tuple[str, ...]:
    """Return what `write_codes` wrote as a row for each seat."""
    cards = codes.split()
    return (" ".join(cards[:WIDTH]), " ".join(cards[WIDTH:]))


def name_of(card: PlayingCard) -> Message:
    """Return what a card is called, for people."""
    return catalogue.name_of(Card(card.suit, card.rank))


def drawn(card: PlayingCard) -> CardFace:
    """Return how a card is drawn in a zone."""
    return CardFace(RANKS[card.rank - 1], card.suit)


#: What a card is named by: its rank, then its suit.
NAMED_BY = (RANKS, tuple(SUITS))


# --- actions: what somebody wants --------------------------------------------


class Hide(BySeat, tag="hide"):
    """A hidden card is tapped face down; *place* counts from its owner's left."""

    place: Place
    card: PlayingCard = field(repr=False)


class Code(BySeat, tag="code"):
    """A player gives all three hidden cards at once, from the player's own left."""

    cards: tuple[PlayingCard, ...] = field(repr=False)


class Lot(Record, NeedsChance, tag="lot"):
    """
    The board draws who begins, once both codes are hidden.

    Args:
        first: Who begins; None lets *entropy* draw.
        entropy: The chance it is drawn from, 32 bytes.
        nonce: What opens the commitment; empty to take it from *entropy*.
    """

    first: Seat | None = None
    entropy: bytes = field(default=b"", repr=False)
    nonce: bytes = field(default=b"", repr=False)


class Deal(Record, NeedsChance, tag="deal"):
    """
    The board deals codes and hands, and draws who begins.

    Args:
        deck: All cards: three each for the codes, seat 0's first, six each for the
            hands, then those that are drawn; empty lets *entropy* shuffle.
        first: Who begins; None lets *entropy* draw.
        entropy: The chance it is drawn from, 32 bytes.
        nonce: What opens the commitment; empty to take it from *entropy*.
    """

    deck: tuple[PlayingCard, ...] = field(default=(), repr=False)
    first: Seat | None = None
    entropy: bytes = field(default=b"", repr=False)
    nonce: bytes = field(default=b"", repr=False)


class Play(Record, tag="play"):
    """The player on turn plays a card on a pile, passing over the columns before."""

    column: Column
    card: PlayingCard


class Skip(Record, tag="skip"):
    """The player on turn plays nothing on this column, and goes on to the next."""


class Done(Record, tag="done"):
    """The player on turn plays no more cards."""


class Break(Record, tag="break"):
    """The player on turn breaks the code."""


class Name(Record, tag="name"):
    """Whoever names calls the hidden card of the next column."""

    card: PlayingCard


Action = Hide | Code | Lot | Deal | Play | Skip | Done | Break | Name | common.Action

# --- facts: what has happened ------------------------------------------------


class Hidden(Hide, tag="hidden"):
    """A hidden card lies; the one that lay there before is no longer in the game."""


class Dealt(Record, tag="dealt"):
    """The board has dealt; *deck* as in `Deal`."""

    deck: tuple[PlayingCard, ...] = field(repr=False)


class Begun(Record, TellsMore, tag="begun"):
    """Both codes stand, and *first* begins; *codes* are what the nonce promises."""

    first: Seat
    nonce: bytes = field(default=b"", repr=False)
    codes: str = field(default="", repr=False)

    @property
    def told(self) -> JsonObject:
        """What the commitment promises: the codes."""
        return {"word": self.codes}


class Played(Play, tag="played"):
    """A card lies on top of a pile."""


class Skipped(Record, tag="skipped"):
    """Nothing was played on this column."""


class Evaluated(Record, YesOrNo, tag="evaluated"):
    """
    The turn is over and its columns are answered, all at the same time.

    Args:
        hits: By column of the player who acted; False without a card.
        drawn: Cards drawn from the deck.
    """

    hits: tuple[bool, ...]
    drawn: int

    @property
    def yes(self) -> bool:
        """True where it brings a penny, or more of them."""
        return any(self.hits)


class Broken(BySeat, tag="broken"):
    """A player breaks the code, and names first."""


class Named(Name, tag="named"):
    """A card was named for the next column."""


class Voided(common.Voided, ShowsWord, tag="voided"):
    """The round counts nothing; these were its codes."""

    codes: str

    @property
    def word(self) -> str:
        """The hidden cards of both."""
        return self.codes


class Revealed(Record, EndsRound, tag="revealed"):
    """All hidden cards are shown, and the points written down, by seat."""

    codes: str
    points: tuple[int, ...]
    nonce: str

    @property
    def result(self) -> Result:
        """What the round brought, for scoresheets: a code for each player."""
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

#: Cards in the deck once codes and hands are dealt.
DECK_LEFT = len(DECK) - 2 * (WIDTH + HAND)

#: A row of hidden cards as far as it lies, from its owner's left.
Row = tuple[PlayingCard | None, ...]

_NO_ROW: Row = (None,) * WIDTH

#: A card that lay on top when its turn was over, and whether it was a hit.
Answer = tuple[PlayingCard, bool]

#: Points for the suit alone, the rank alone, and both.
Points = tuple[int, int, int]


class Secret(Record):
    """
    What never changes in a round, and what only the board knows whole.

    Args:
        number: The round's, 1 and up.
        codes: The hidden cards by seat, each row from its owner's left.
        nonce: What opens the commitment; empty without one.
    """

    number: int
    codes: tuple[Pile, Pile] = field(repr=False)
    nonce: bytes = field(repr=False)

    @property
    def commitment(self) -> str:
        """The promise that is shown at the start, in hex; empty without one."""
        return chance.commitment(self.nonce, self.number, write_codes(self.codes))


class Round(Record):
    """
    A round that is being played; pairs are by seat, rows by that seat's columns.

    Args:
        deal: The secret.
        turn: Whose turn it is, or who names.
        column: The column that comes next; 4 once all three are behind.
        played: How many cards lie from this turn.
        turns: How many turns each has finished.
        piles: The cards each has played, the top one last.
        pennies: The hits that stay while their top card stays.
        answers: Of each card in a pile whether it was a hit; the one on top has none
            before its turn is over.
        hands: How many cards each holds.
        deck: How many cards are left to draw.
        held: Which cards each holds, where the board dealt them.
        stock: Those that are left to draw, the next one first, likewise.
        fresh: Whose columns were answered last, until the next action.
        broken_by: Who broke the code; None while cards are played.
        named: The cards each has named, column 1 first.
    """

    deal: Secret
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
        """True while whoever is on turn plays the first one."""
        return not self.turns[self.turn]

    @property
    def tops(self) -> tuple[tuple[PlayingCard | None, ...], ...]:
        """The top card of each pile; None where none lies."""
        return tuple(
            tuple(pile[-1] if pile else None for pile in row) for row in self.piles
        )

    @property
    def answered(self) -> tuple[tuple[tuple[Answer, ...], ...], ...]:
        """Each card in a pile that was answered, and whether it was a hit."""
        return tuple(
            tuple(
                tuple(zip(pile, hits, strict=False))
                for pile, hits in zip(piles, answers, strict=True)
            )
            for piles, answers in zip(self.piles, self.answers, strict=True)
        )

    @property
    def heights(self) -> tuple[tuple[int, ...], ...]:
        """How many cards lie in each pile."""
        return tuple(tuple(map(len, row)) for row in self.piles)


@dataclass(frozen=True, kw_only=True)
class State(common.State, TakesTurns):
    """
    A whole game: one round, as long as none is called off.

    Args:
        points: What the suit alone, the rank alone, and both bring, such as ``1-2-3``.
        cards: Who deals: `DEALT`, `REAL`, or neither in a game from before that rule.
        early_break: ``on`` where the code may be broken on one's first turn too.
        rows: The hidden cards as far as they lie, by seat.
        round: The round that is being played; None while the codes are hidden.
        voided: The codes of a round that was called off, until the next one.
        named: The cards that each named in the finished round.
        shuffled: What the board has dealt from; empty before it deals.
    """

    points: str
    cards: str = ""
    early_break: str = "off"
    rows: tuple[Row, ...] = field(default=(_NO_ROW, _NO_ROW), repr=False)
    round: Round | None = None
    voided: str = ""
    named: tuple[Pile, ...] = ((), ())
    shuffled: Pile = field(default=(), repr=False)

    @property
    def worth(self) -> Points:
        """Points for the suit alone, the rank alone, and both."""
        suit, rank, both = map(int, self.points.split("-"))
        return suit, rank, both

    @property
    def turn(self) -> Seat | None:
        """Whose turn it is, or who names; None for both, or for nobody."""
        return self.round.turn if self.round else None

    @property
    def dealt(self) -> bool:
        """True where the board deals codes and hands."""
        return self.cards == DEALT

    @property
    def just_dealt(self) -> bool:
        """True if the last action dealt the cards; a deal cannot be undone."""
        before = self.before
        return bool(self.dealt and self.round and before and not before.round)

    @property
    def codes(self) -> tuple[Pile, Pile] | None:
        """Both codes; None while a card of them is missing."""
        one, two = map(_whole, self.rows)
        return (one, two) if one and two else None


def _whole(row: Row) -> Pile | None:
    lying = tuple(card for card in row if card is not None)
    return lying if len(lying) == WIDTH else None


def apply(game: State, fact: Fact) -> State:
    """Return the game after one fact. Nothing is decided here."""
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


def _begin(game: State, fact: Begun) -> Round:
    codes = game.codes
    assert codes is not None  # noqa: S101 - decide waited for both
    number, rest = len(game.results) + 1, game.shuffled[2 * WIDTH :]
    return Round(
        Secret(number, codes, fact.nonce),
        turn=fact.first,
        held=(rest[:HAND], rest[HAND : 2 * HAND]),
        stock=rest[2 * HAND :],
    )


def play(now: Round, fact: Fact) -> Round:
    """Return the round after one fact of a turn, or of the naming."""
    match fact:
        case Played():
            return _lay(now, fact)
        case Skipped():
            return replace(now, column=Column(now.column + 1), fresh=None)
        case Evaluated():
            return _answer(now, fact)
        case Broken(by=seat):
            # Who played the last card breaks it in the same breath: the answers stay.
            fresh = now.fresh if now.fresh == seat else None
            return replace(
                now, turn=seat, column=COLUMNS[0], broken_by=seat, fresh=fresh
            )
        case Named():
            return _fold_name(now, fact)
        case _:
            raise AssertionError(fact)


def _lay(now: Round, fact: Played) -> Round:
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


def _answer(now: Round, fact: Evaluated) -> Round:
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


def _fold_name(now: Round, fact: Named) -> Round:
    seat = now.turn
    named = put(now.named, seat, (*now.named[seat], fact.card))
    if len(named[seat]) < WIDTH:
        return replace(now, named=named, column=Column(now.column + 1), fresh=None)
    return replace(now, named=named, turn=other(seat), column=COLUMNS[0], fresh=None)


def _finish(game: State, fact: Revealed) -> State:
    assert game.round is not None  # noqa: S101 - decide shows nothing without a round
    results = (*game.results, fact.result)
    return replace(game, round=None, results=results, named=game.round.named)


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
