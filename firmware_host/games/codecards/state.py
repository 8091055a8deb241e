"""How far a game of Code cards has come. Facts go in, the next state comes out."""

from dataclasses import dataclass, field

from firmware_host.board.pieces import Seat
from firmware_host.board.record import Record, put, replace
from firmware_host.games import chance, common
from firmware_host.games.codecards.actions import (
    Begun,
    Broken,
    Dealt,
    Evaluated,
    Fact,
    Hidden,
    Named,
    Played,
    Revealed,
    Skipped,
    Voided,
)
from firmware_host.games.codecards.deck import (
    COLUMNS,
    DEALT,
    DECK,
    HAND,
    WIDTH,
    Column,
    Pile,
    PlayingCard,
    other,
    write_codes,
)
from firmware_host.games.common import GameEnded, Left

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
class State(common.State):
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
            return _name(now, fact)
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


def _name(now: Round, fact: Named) -> Round:
    seat = now.turn
    named = put(now.named, seat, (*now.named[seat], fact.card))
    if len(named[seat]) < WIDTH:
        return replace(now, named=named, column=Column(now.column + 1), fresh=None)
    return replace(now, named=named, turn=other(seat), column=COLUMNS[0], fresh=None)


def _finish(game: State, fact: Revealed) -> State:
    assert game.round is not None  # noqa: S101 - decide shows nothing without a round
    results = (*game.results, fact.result)
    return replace(game, round=None, results=results, named=game.round.named)
