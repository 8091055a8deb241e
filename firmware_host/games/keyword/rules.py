"""
The rules of KEYWORD: the longest word from cards of one's own and six open ones.

With real cards people shuffle and draw, and the board only counts. It does not know the
cards of a hand: each card that was not shown yet may be in a hand or in the deck. Each
card has a numbered tag, so the board refuses a card that was laid or discarded before.

Source: rules, part 5; docs/rules/keyword.md says it in our words.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import ClassVar

from firmware_host.board.catalogue import LETTERS as CARD_LETTERS, letters
from firmware_host.board.events import BoardEvent, Button, Called, Pressed, Tapped, Woke
from firmware_host.board.messages import Refused
from firmware_host.board.options import Option
from firmware_host.board.pieces import ZONES, Card, Millis, Seat, Zone
from firmware_host.board.record import Record, put, replace
from firmware_host.games import chance, game as common
from firmware_host.games.contract import Header, Needs, Result, Wake
from firmware_host.games.game import (
    BySeat,
    GameEnded,
    Joined,
    Left,
    Void,
    Voided,
    seated,
)
from firmware_host.games.meaning import EndsRound, NeedsChance, RightOrWrong
from firmware_host.words.language import Language
from firmware_host.words.wide import LETTERS, SHORTEST

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
            return _fold_deal(game, fact)
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


def _fold_deal(game: State, fact: Dealt) -> State:
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


# --- words, points and the end -----------------------------------------------


def faults(game: State, laid: Laid) -> tuple[str, ...]:
    """
    Return every reason why a shown word is invalid; empty where it is valid.

    The sentence of a reason is the text ``keyword-REASON``, on the board and on pages.

    Source: rules, part 5, "Round".
    """
    zones = [zone for zone in laid.blue if zone]
    wrong = {
        "blue-only": len(zones) == len(laid.word),
        "card-twice": len(set(zones)) < len(zones),
        "not-in-row": not all(
            _stands(game, letter, zone)
            for letter, zone in zip(laid.word, laid.blue, strict=True)
            if zone
        ),
        "not-a-word": not _counts(game.header.language, laid),
    }
    return tuple(why for why, is_so in wrong.items() if is_so)


def _counts(language: Language, laid: Laid) -> bool:
    """Return whether a word is one, as the board knew when it was laid."""
    known = is_word(language, laid.word) if laid.known is None else laid.known
    return known and len(laid.word) >= SHORTEST


def is_word(language: Language, word: str) -> bool:
    """Return whether the dictionary has *word*, inflections included."""
    return word in language.wide


def _stands(game: State, letter: str, zone: int) -> bool:
    """Return whether the card in *zone* can be *letter*; a blank can be any."""
    return zone in ZONES and game.row[zone - 1] in (letter, BLANK)


def ending(game: State) -> tuple[Fact, ...]:
    """Return the end of the round if everybody is ready for it, else nothing."""
    now = game.round
    if now is None or (now.waiting and not now.ran_out):
        return ()
    shown = _shown(game, now)
    return (shown, *unless_over(apply(game, shown)))


def unless_over(game: State) -> tuple[Fact, ...]:
    """
    Return the end of the game where too few are left to play on.

    Source: rules, part 5: the claim is offered once more before words are counted.
    """
    return () if game.enough or claims(game) else (final(game),)


def _shown(game: State, now: Round) -> Shown:
    """Open all words: the longest wins, then more blue cards, then nobody."""
    wrong = {laid.by: faults(game, laid) for laid in now.laid}
    valid = [laid for laid in now.laid if not wrong[laid.by]]
    ranks = {laid.by: (len(laid.word), sum(map(bool, laid.blue))) for laid in valid}
    best = [seat for seat, rank in ranks.items() if rank == max(ranks.values())]
    pairs = tuple((seat, why) for seat in sorted(wrong) for why in wrong[seat])
    laid = {one.by: one.word for one in now.laid}
    words = tuple(laid.get(Seat(seat), "") for seat in range(game.seats))
    return Shown(best[0] if len(best) == 1 else None, words, pairs)


def missing(game: State, seat: Seat) -> str:
    """Return the letters of the keyword that *seat*'s words lack, sorted."""
    letters = Counter("".join(word.word for word in game.words[seat]))
    return "".join(sorted((Counter(game.keyword) - letters).elements()))


def claims(game: State) -> tuple[Seat, ...]:
    """Return the seats that can spell the keyword now."""
    if game.over:
        return ()
    return tuple(seat for seat in game.players if not missing(game, seat))


def final(game: State, *, claimed_by: Seat | None = None) -> GameEnded:
    """
    Return the end of the game: most words, then most letters, then most blue cards.

    Args:
        game: The game at its end.
        claimed_by: Who has spelled the keyword, and wins; None where nobody has.
    """
    totals = tuple(len(words) for words in game.words)
    if claimed_by is not None:
        return GameEnded(totals, (claimed_by,))
    if not game.results:
        return GameEnded(totals, ())
    ranks = [
        (len(words), sum(len(w.word) for w in words), sum(w.blue for w in words))
        for words in game.words
    ]
    best = max(ranks)
    return GameEnded(
        totals, tuple(Seat(seat) for seat, rank in enumerate(ranks) if rank == best)
    )


def refused_claim(game: State, seat: Seat) -> Refused | None:
    """Return why *seat* cannot claim the keyword; None where it can."""
    if seat not in game.players:
        return Refused("out-of-round")
    lacks = missing(game, seat)
    if lacks:
        return Refused("keyword-missing", values=(("letters", " ".join(lacks)),))
    return None


# --- real cards --------------------------------------------------------------

#: More cards of a letter than any language has.
MOST_OF_A_LETTER = 24

#: Every card that can carry a tag; how many of each there are, a language says.
TAGGED_CARDS = letters(
    {
        colour: dict.fromkeys(named.values(), MOST_OF_A_LETTER)
        for colour, named in CARD_LETTERS.items()
    }
)


def opened_card(tapped: Tapped) -> Open:
    """Return what a card on a zone's pad means; without a letter if it is not blue."""
    item = tapped.piece
    if not isinstance(item, Card) or item.name not in CARD_LETTERS["blue"]:
        return Open(tapped.zone, "")
    return Open(tapped.zone, CARD_LETTERS["blue"][item.name], item.number)


def refused_open(game: State, action: Open) -> Refused | None:
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


def deal_real(game: State, action: Deal) -> Dealt | Refused:
    """Return the round that begins once the row is full, as far as the deck goes."""
    count = unturned(game) - len(action.row)
    if count > 0:
        return Refused("keyword-open", values=(("n", count),))
    if action.hands or count or Counter(action.row) - Counter(game.blue):
        return Refused("keyword-deck")
    hands = tuple((UNKNOWN,) * count for count in needs(game))
    return Dealt(hands, action.row)


def refused_lay(game: State, now: Round, laid: Laid) -> Refused | None:
    """Return why these cards cannot be in the player's hand; None where they can."""
    return _lacks(game, now, laid.by, laid.orange, laid.orange_tags)


def refused_discard(game: State, now: Round, action: Pass) -> Refused | None:
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


# --- the actions -------------------------------------------------------------

#: How long a keyword may be: a ruling of ours, what a table can collect.
OPTIONS = (
    Option("keyword", KEYWORD, (KEYWORD,), "knob-keyword", word=(3, 12)),
    Option(
        "sand_s", SAND_S, (0, 30, 60, 90, 120, 180), "knob-sand", zero="knob-sand-0"
    ),
    Option("cards", "board", ("board", "real"), "knob-keyword-cards", tagged=("real",)),
)

#: Source: rules, part 5.
FEWEST_PLAYERS, MOST_PLAYERS = 2, 6

NEEDS = Needs(
    seats=(FEWEST_PLAYERS, MOST_PLAYERS),
    zones=len(ZONES),
    hears=(Card,),
    letter_cards=True,
)


Outcome = tuple[Fact, ...] | Refused


def start(header: Header) -> State:
    """
    Return the game before its first cards.

    Raises:
        SettingsError: KEYWORD is not played by so many.
    """
    cards = header.language.cards
    return State(
        orange=deck(cards["orange"]),
        blue=deck(cards["blue"]),
        hands=((),) * header.seats,
        words=((),) * header.seats,
        **seated(State, header, NEEDS, OPTIONS),
    )


def interpret(game: State, event: BoardEvent) -> Action | None:
    """Return what an event at the board means now, or None for nothing."""
    match event:
        case Tapped():
            return opened_card(event)
        case Pressed(button=Button.TICK) if game.round is None and not game.over:
            return Deal()
        case Called(seat=seat) if seat in claims(game):
            return Claim(seat)
        case Woke() if wake(game) is not None:
            return TimeUp()
        case _:
            return None


def wake(game: State) -> Wake | None:
    """Return how long the sand runs in this round; None for ever."""
    if game.round is None or not game.sand_s:
        return None
    return Wake(Millis(game.sand_s * 1000), game.number)


def decide(game: State, action: Action) -> Outcome:
    """Return what *action* brings, or why it is refused. Changes nothing."""
    match action:
        case Open(zone=zone, card=card, tag=tag):
            return refused_open(game, action) or (Turned(zone, card, tag),)
        case Deal():
            return _deal(game, action)
        case Claim(by=seat):
            refused = refused_claim(game, seat)
            return refused or (Claimed(seat), final(game, claimed_by=seat))
        case _ if game.round is None:
            return Refused("keyword-wait")
        case _:
            return _in_round(game, game.round, action)


def _in_round(game: State, now: Round, action: Action) -> Outcome:
    match action:
        case Lay(by=seat):
            return _not_playing(now, seat) or _lay(game, now, action)
        case Pass(by=seat):
            return _not_playing(now, seat) or _pass(game, now, action)
        case TimeUp() if not game.sand_s:
            return Refused("too-late")
        case TimeUp():
            return _with_ending(game, RanOut())
        case Void():
            return (Voided(), *unless_over(game))
        case _:
            raise AssertionError(action)


def _with_ending(game: State, fact: Fact) -> tuple[Fact, ...]:
    return (fact, *ending(apply(game, fact)))


# --- cards -------------------------------------------------------------------


def _deal(game: State, action: Deal) -> Outcome:
    """Fill hands and row; a deck that this empties ends the game.

    Source: rules, part 5, "phase 4"; the setup is no phase 4.
    """
    if game.round is not None:
        return Refused("keyword-dealt")
    if not game.enough:  # whoever deals on lets the claim go by
        return (
            Refused("keyword-deck")
            if any(action.hands) or action.row
            else (final(game),)
        )
    dealt = _dealt(game, action)
    if isinstance(dealt, Refused):
        return dealt
    after = apply(game, dealt)
    if game.dealt and not (after.orange_left and after.blue):
        return (dealt, final(after))
    return (dealt,)


def _dealt(game: State, action: Deal) -> Dealt | Refused:
    """Return the cards that lie on the table, that are named, or that are drawn."""
    if game.real:
        return deal_real(game, action)
    dealt = Dealt(action.hands, action.row, action.entropy)
    if not (dealt.hands or dealt.row) and action.entropy:
        dealt = _drawn(game, action.entropy)
    return dealt if _fits(game, dealt) else Refused("keyword-deck")


def _fits(game: State, dealt: Dealt) -> bool:
    """Return whether cards that somebody names can come from the decks."""
    drawn = Counter(card for hand in dealt.hands for card in hand)
    return (
        tuple(map(len, dealt.hands)) == needs(game)
        and len(dealt.row) == unturned(game)
        and drawn <= Counter(game.orange)
        and Counter(dealt.row) <= Counter(game.blue)
    )


def _drawn(game: State, entropy: bytes) -> Dealt:
    """Draw every card that is wanted, each of a deck as likely as any other."""
    counts = needs(game)
    orange = iter(chance.draw_cards(entropy, "orange", game.orange, sum(counts)))
    hands = tuple(tuple(islice(orange, count)) for count in counts)
    row = chance.draw_cards(entropy, "blue", game.blue, unturned(game))
    return Dealt(hands, row, entropy)


# --- a round -----------------------------------------------------------------


def _not_playing(now: Round, seat: Seat) -> Refused | None:
    if seat not in now.seats:
        return Refused("out-of-round")
    if seat in now.passed:
        return Refused("keyword-passed")
    if seat not in now.waiting:
        return Refused("keyword-laid")
    return None


def _lay(game: State, now: Round, action: Lay) -> Outcome:
    """Whatever can lie there is taken face down; what is wrong is found when shown."""
    word = action.word
    blue = action.blue or (0,) * len(word)
    places = [place for place, zone in enumerate(blue, 1) if not zone]
    if not LETTERS.issuperset(word):
        return Refused("keyword-letters")
    if len(blue) != len(word) or not {0, *ZONES}.issuperset(blue):
        return Refused("keyword-places")
    if len(set(places).intersection(action.blanks)) < len(action.blanks):
        return Refused("keyword-places")
    if not word:
        return Refused("keyword-nothing")
    if len(action.tags or blue) != len(blue):
        return Refused("keyword-places")
    known = action.known
    if known is None:
        known = is_word(game.header.language, word)
    laid = Laid(action.by, word, blue, action.blanks, action.tags, known)
    if game.real:
        refused = refused_lay(game, now, laid)
    else:
        refused = _not_in_hand(game, action.by, laid.orange)
    return refused or _with_ending(game, laid)


def _not_in_hand(game: State, seat: Seat, cards: Cards) -> Refused | None:
    missing = Counter(cards) - Counter(game.hands[seat])
    return Refused("keyword-hand") if missing else None


def _pass(game: State, now: Round, action: Pass) -> Outcome:
    seat, discard = action.by, action.discard
    count = min(HAND - len(game.hands[seat]) + len(discard), game.orange_left)
    drawn = action.drawn
    if game.real:
        refused = refused_discard(game, now, action)
        passed = Passed(seat, discard, (UNKNOWN,) * count, action.tags)
        return refused or _with_ending(game, passed)
    if refused := _not_in_hand(game, seat, discard):
        return refused
    if not drawn and now.entropy:
        label = f"pass:{now.drawn}"
        drawn = chance.draw_cards(now.entropy, label, game.orange, count)
    if len(drawn) != count or not Counter(drawn) <= Counter(game.orange):
        return Refused("keyword-deck")
    return _with_ending(game, Passed(seat, discard, drawn))


def leave(game: State, seat: Seat) -> tuple[Fact, ...]:
    """Return what comes of it when *seat* goes home: the words count."""
    left = Left(seat)
    after = apply(game, left)
    if game.round is None:
        return (left, *unless_over(after))
    return (left, *ending(after))
