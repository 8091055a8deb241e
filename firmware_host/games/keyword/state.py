"""How far a game of KEYWORD has come. Facts go in, the next state comes out."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from firmware_host.board.pieces import ZONES, Seat
from firmware_host.board.record import Record, put, replace
from firmware_host.games import common
from firmware_host.games.common import GameEnded, Joined, Left, Voided
from firmware_host.games.keyword.actions import (
    KEYWORD,
    SAND_S,
    Cards,
    Claimed,
    Dealt,
    Fact,
    Laid,
    Opened,
    Passed,
    RanOut,
    Shown,
    Turned,
    Word,
)

#: A zone of the row without a card.
FREE = ""

#: A game needs so many players. Source: rules, "For all games".
FEWEST = 2

#: Cards in a full hand. Source: rules, part 5.
HAND = 6


class Round(Record):
    """
    A round that is being played.

    Args:
        seats: Who takes part, and has not left.
        laid: What lies face down, in the order of laying.
        passed: Seats that have passed.
        drawn: Orange cards drawn since the round began.
        entropy: The round's chance.
        ran_out: True where the sand has run out.
    """

    seats: tuple[Seat, ...]
    laid: tuple[Laid, ...] = field(default=(), repr=False)
    passed: tuple[Seat, ...] = ()
    drawn: int = 0
    entropy: bytes = field(default=b"", repr=False)
    ran_out: bool = False

    @property
    def waiting(self) -> tuple[Seat, ...]:
        """Seats that have neither laid nor passed."""
        done = {*self.passed, *(laid.by for laid in self.laid)}
        return tuple(seat for seat in self.seats if seat not in done)


@dataclass(frozen=True, kw_only=True)
class State(common.State):
    """
    A whole game.

    Args:
        orange: Cards in the orange deck, sorted; in which order, nobody knows.
        blue: Cards in the blue deck, likewise.
        hands: Orange cards by seat, sorted.
        words: Words won, by seat.
        row: The blue card in each zone; `FREE` where it was taken.
        keyword: The keyword, folded.
        sand_s: Seconds that the sand runs; 0 for ever.
        dealt: True once cards have been dealt.
        round: The round that is being played; None between rounds.
        opened: The words of the last round.
        claimed: True where the keyword was spelled.
        cards: ``board``, or ``real`` where people shuffle and draw cards of their own:
            hands are unknown then, and *orange* is every card that was not seen yet.
        row_tags: Which card of its letter lies in each zone; 0 where nobody knows.
        gone: Colour, card and number of cards that never come back.
        lost: Cards of the deck that went without being seen.
    """

    orange: Cards = field(repr=False)
    blue: Cards = field(repr=False)
    hands: tuple[Cards, ...] = field(repr=False)
    words: tuple[tuple[Word, ...], ...] = field(repr=False)
    row: Cards = (FREE,) * len(ZONES)
    keyword: str = KEYWORD
    sand_s: int = SAND_S
    dealt: bool = False
    round: Round | None = None
    opened: tuple[Opened, ...] = field(default=(), repr=False)
    claimed: bool = False
    cards: str = "board"
    row_tags: tuple[int, ...] = (0,) * len(ZONES)
    gone: tuple[tuple[str, str, int], ...] = field(default=(), repr=False)
    lost: int = 0

    @property
    def real(self) -> bool:
        """True where people shuffle and draw cards of their own."""
        return self.cards == "real"

    @property
    def orange_left(self) -> int:
        """How many cards the orange deck has."""
        held = sum(map(len, self.hands)) + self.lost if self.real else 0
        return len(self.orange) - held

    @property
    def enough(self) -> bool:
        """True while so many are left that another round can be played."""
        return len(self.players) >= FEWEST

    @property
    def number(self) -> int:
        """The number of the round that is played, or comes next."""
        return len(self.results) + 1


def deck(counts: Mapping[str, int]) -> Cards:
    """Return the cards of one colour, sorted."""
    return tuple(sorted(Counter(dict(counts)).elements()))


def apply(game: State, fact: Fact) -> State:
    """Return the game after one fact. Nothing is decided here."""
    match fact:
        case Turned():
            return _turn(game, fact)
        case Dealt():
            return _deal(game, fact)
        case Shown():
            return _show(game, fact)
        case Claimed():
            return replace(game, claimed=True)
        case Voided():
            return replace(game, round=None, opened=())
        case Left():
            return _leave(game, fact)
        case Joined():
            joined = common.apply(game, fact)
            return replace(joined, hands=(*game.hands, ()), words=(*game.words, ()))
        case GameEnded():
            return replace(common.apply(game, fact), round=None)
        case Laid() | Passed() | RanOut():
            return _play(game, fact)
        case _:
            raise AssertionError(fact)


def _play(game: State, fact: Laid | Passed | RanOut) -> State:
    now = game.round
    assert now is not None  # noqa: S101 - decide let nothing else pass
    match fact:
        case Laid():
            return replace(game, round=replace(now, laid=(*now.laid, fact)))
        case RanOut():
            return replace(game, round=replace(now, ran_out=True))
        case Passed(by=seat, discard=discard, drawn=drawn, tags=tags):
            after = replace(
                now, passed=(*now.passed, seat), drawn=now.drawn + len(drawn)
            )
            spent = _spend(game, seat, discard, tags)
            hand = tuple(sorted((*spent.hands[seat], *drawn)))
            return replace(
                spent,
                round=after,
                hands=put(spent.hands, seat, hand),
                orange=without(spent.orange, drawn),
            )


def needs(game: State) -> tuple[int, ...]:
    """Return how many orange cards each seat draws, the first seats first."""
    left, counts = game.orange_left, []
    for seat in range(game.seats):
        wants = HAND - len(game.hands[seat]) if seat in game.players else 0
        counts.append(min(wants, left))
        left -= counts[-1]
    return tuple(counts)


def unturned(game: State) -> int:
    """Return how many blue cards the row takes, as far as the deck goes."""
    return min(game.row.count(FREE), len(game.blue)) * game.enough


def _turn(game: State, fact: Turned) -> State:
    at = fact.zone - 1
    return replace(
        game,
        row=put(game.row, at, fact.card),
        row_tags=put(game.row_tags, at, fact.tag),
        blue=without(game.blue, (fact.card,)),
    )


def _spend(game: State, seat: Seat, cards: Cards, tags: tuple[int, ...]) -> State:
    """Let cards leave a hand for good."""
    hand = game.hands[seat]
    if not game.real:
        return replace(game, hands=put(game.hands, seat, without(hand, cards)))
    known = tuple(
        ("orange", card, tag) for card, tag in zip(cards, tags, strict=False) if tag
    )
    return replace(
        game,
        hands=put(game.hands, seat, hand[len(cards) :]),
        orange=without(game.orange, cards),
        gone=game.gone + known,
    )


def _deal(game: State, fact: Dealt) -> State:
    hands = tuple(
        tuple(sorted((*hand, *drawn)))
        for hand, drawn in zip(game.hands, fact.hands, strict=True)
    )
    new = iter(fact.row)
    return replace(
        game,
        hands=hands,
        orange=without(game.orange, tuple(card for h in fact.hands for card in h)),
        row=tuple(card or next(new, FREE) for card in game.row),
        blue=without(game.blue, fact.row),
        dealt=True,
        opened=(),
        round=Round(seats=game.players, entropy=fact.entropy),
    )


def _show(game: State, fact: Shown) -> State:
    now = game.round
    assert now is not None  # noqa: S101 - decide let nothing else pass
    opened: tuple[Opened, ...] = ()
    for laid in sorted(now.laid, key=lambda laid: laid.by):
        faults = tuple(why for seat, why in fact.faults if seat == laid.by)
        won = laid.by == fact.winner
        shown = Opened(laid.by, laid.word, laid.blue, laid.blanks, faults, won)
        opened += (shown,)
        if not faults:
            game = _spend(game, laid.by, laid.orange, laid.orange_tags)
        if won:
            game = _win(game, laid)
    return replace(
        game,
        opened=opened,
        round=None,
        results=(*game.results, fact.result),
    )


def _win(game: State, laid: Laid) -> State:
    """Let a player collect a word, and take its blue cards."""
    won = Word(laid.word, sum(map(bool, laid.blue)))
    taken = [zone in laid.blue for zone in ZONES]
    cards = tuple(zip(game.row, game.row_tags, taken, strict=True))
    own = (*game.words[laid.by], won)
    return replace(
        game,
        words=put(game.words, laid.by, own),
        row=tuple(FREE if gone else card for card, _, gone in cards),
        row_tags=tuple(0 if gone else tag for _, tag, gone in cards),
        gone=game.gone
        + tuple(("blue", card, tag) for card, tag, gone in cards if gone and tag),
    )


def without(cards: Cards, gone: Cards) -> Cards:
    """Return sorted *cards* without those that are *gone*."""
    return tuple(sorted((Counter(cards) - Counter(gone)).elements()))


def _leave(game: State, fact: Left) -> State:
    now, seat = game.round, fact.by
    if now is not None:
        for laid in now.laid:
            if laid.by == seat:
                game = _spend(game, seat, laid.orange, laid.orange_tags)
        now = replace(
            now,
            seats=tuple(other for other in now.seats if other != seat),
            laid=tuple(laid for laid in now.laid if laid.by != seat),
            passed=tuple(other for other in now.passed if other != seat),
        )
    return replace(
        common.apply(game, fact),
        round=now,
        hands=put(game.hands, seat, ()),
        lost=game.lost + (len(game.hands[seat]) if game.real else 0),
    )
