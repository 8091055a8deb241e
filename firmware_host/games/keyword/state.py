"""The actions, facts and state of KEYWORD."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from firmware_host.board.pieces import ZONES, Seat, Zone
from firmware_host.board.record import Record, put, replace
from firmware_host.games import common
from firmware_host.games.common import BySeat, GameEnded, Joined, Left, Voided
from firmware_host.games.contract import Result
from firmware_host.games.meaning import EndsRound, NeedsChance, RightOrWrong

# --- the cards ---------------------------------------------------------------

#: A blank card; it stands for any letter.
BLANK = "?"

#: A card in somebody's hand that the board has not seen.
UNKNOWN = "*"

#: A keyword that nobody chose. Source: rule book, "Set up".
KEYWORD = "KEYWORD"

#: Seconds that the sand runs. Source: rules, part 5: 90, a ruling.
SAND_S = 90

#: Cards, letter by letter; `BLANK` among them.
Cards = tuple[str, ...]

# --- actions: what somebody wants --------------------------------------------


class Open(Record, tag="open"):
    """
    A blue card is laid into a free zone, where the cards are on the table.

    Args:
        zone: Where.
        card: Its letter; empty for what is no blue card.
        tag: Which one of its letter, from 1; 0 where nobody knows.
    """

    zone: Zone
    card: str
    tag: int = 0


class Deal(Record, NeedsChance, tag="deal"):
    """
    The hands and the row are filled up, and a round begins.

    Args:
        hands: The cards that each seat draws; empty where the board draws them.
        row: The blue cards that are drawn, for the free zones from the left.
        entropy: The round's chance, 32 bytes; empty where a transcript is played.
    """

    hands: tuple[Cards, ...] = field(default=(), repr=False)
    row: Cards = ()
    entropy: bytes = field(default=b"", repr=False)


class Lay(BySeat, tag="lay"):
    """
    A player lays one word face down.

    Args:
        by: Who lays.
        word: The word, folded.
        blue: For each of its letters the zone of the blue card, 0 for an orange one;
            empty where all of them are orange.
        blanks: Places, 1 and up, where an orange blank lies.
        tags: For each letter which card of it is laid, from 1; 0 where nobody knows,
            empty where nobody knows any.
        known: Whether the dictionary had the word, where a transcript is played; None
            where the board looks.
    """

    word: str = field(repr=False)
    blue: tuple[int, ...] = field(default=(), repr=False)
    blanks: tuple[int, ...] = field(default=(), repr=False)
    tags: tuple[int, ...] = field(default=(), repr=False)
    known: bool | None = field(default=None, repr=False)


class Pass(BySeat, tag="pass"):
    """
    A player takes no part in the round, discards cards and refills the hand.

    Args:
        by: Who passes.
        discard: The cards that go.
        drawn: The cards that come; empty where the board draws them.
        tags: Which card of its letter each of *discard* is; as in `Lay`.
    """

    discard: Cards = field(default=(), repr=False)
    drawn: Cards = field(default=(), repr=False)
    tags: tuple[int, ...] = field(default=(), repr=False)


class TimeUp(Record, tag="timeup"):
    """The sand has run out."""


class Claim(BySeat, tag="claim"):
    """A player spells the keyword from the cards of words won."""


Action = Open | Deal | Lay | Pass | TimeUp | Claim | common.Action

# --- facts: what has happened ------------------------------------------------


class Turned(Open, tag="turned"):
    """A blue card lies in a zone that was free, before the round begins."""


class Dealt(Record, tag="dealt"):
    """Hands and row are full, as far as the decks go; a round has begun."""

    hands: tuple[Cards, ...] = field(repr=False)
    row: Cards
    entropy: bytes = field(default=b"", repr=False)


class Laid(Lay, tag="laid"):
    """
    A word lies face down, and its *blue* is never empty.

    Whether the dictionary has the word, is not *known* in older journals.
    """

    @property
    def orange(self) -> Cards:
        """Its orange cards."""
        return tuple(
            BLANK if place in self.blanks else letter
            for place, letter in enumerate(self.word, 1)
            if not self.blue[place - 1]
        )

    @property
    def orange_tags(self) -> tuple[int, ...]:
        """The numbers of its orange cards; 0 for one that nobody knows."""
        tags = self.tags or (0,) * len(self.blue)
        return tuple(tag for tag, zone in zip(tags, self.blue, strict=True) if not zone)


class Passed(Pass, tag="passed"):
    """A player is out of the round, with new cards."""


class RanOut(Record, tag="ranout"):
    """The sand ran out before everybody had laid or passed."""


class Shown(Record, EndsRound, tag="shown"):
    """
    All words are open at the same time, and the round is over.

    Args:
        winner: Whose word is scored; None for nobody's.
        words: What was laid, by seat; empty where nothing was.
        faults: Seat and reason of what makes a word invalid, one pair a reason.
    """

    winner: Seat | None
    words: tuple[str, ...] = field(repr=False)
    faults: tuple[tuple[Seat, str], ...] = ()

    @property
    def result(self) -> Result:
        """What the round brought: one point for the scored word."""
        word = "" if self.winner is None else self.words[self.winner]
        points = tuple(int(seat == self.winner) for seat in range(len(self.words)))
        return Result(word, None, self.winner, points, words=self.words)


class Claimed(BySeat, RightOrWrong, tag="claimed"):
    """A player has spelled the keyword."""

    right: ClassVar = True


Fact = (
    Turned
    | Dealt
    | Laid
    | Passed
    | RanOut
    | Shown
    | Claimed
    | Voided
    | Left
    | common.Shared
)

# --- what both bring: words --------------------------------------------------


class Word(Record):
    """
    A word made of cards.

    Args:
        word: Its letters, a blank's own one included.
        blue: How many of them are blue cards.
    """

    word: str
    blue: int


class Opened(BySeat):
    """
    A word as it was shown.

    Args:
        by: Whose.
        word: Its letters.
        blue: For each letter the zone of the blue card; 0 for an orange one.
        blanks: Places, 1 and up, where an orange blank lies.
        faults: Every reason why it is invalid; empty for a valid one.
        won: True where it was scored.
    """

    word: str
    blue: tuple[int, ...]
    blanks: tuple[int, ...]
    faults: tuple[str, ...]
    won: bool


# --- the state ---------------------------------------------------------------

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
