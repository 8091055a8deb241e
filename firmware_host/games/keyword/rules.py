"""
The rules of KEYWORD: the longest word from own cards and six shared ones wins.

With real cards people shuffle and draw, and the board only counts. It does not know the
cards of a hand: each card that was not shown yet may be in a hand or in the deck. Each
card has a numbered tag, so the board refuses a card that was laid or discarded before.

Source: rules, part 5; docs/rules/keyword.md has it in our words.
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

#: A card in a hand that the board has not seen.
UNKNOWN = "*"

#: The default keyword. Source: rule book, "Set up".
KEYWORD = "KEYWORD"

#: The time of a round in seconds. Source: rules, part 5: 90, a ruling.
SAND_S = 90

#: Cards in order, one text for each: its letter, `BLANK`, or `UNKNOWN`.
Cards = tuple[str, ...]

# --- actions: requests of players ---------------------------------------------


class Open(Record, tag="open"):
    """
    A real card is laid into a free zone; one that is not blue is refused.

    Args:
        zone: The zone.
        card: Its letter; empty for a card that is not blue, so that it is refused.
        tag: The number among the cards of its letter, from 1; 0 if unknown.
    """

    zone: Zone
    card: str
    tag: int = 0


class Deal(Record, NeedsChance, tag="deal"):
    """
    Hands and row are refilled, and a round begins.

    Args:
        hands: The cards that each seat draws; empty to let the board draw.
        row: The blue cards that are drawn, for the free zones from the left.
        entropy: The round's random bytes, 32 bytes; empty in a replay.
        shared: The seats that share a screen, each with a timer of its own.
        at_ms: The time on the game's clock, in ms; 0 if no screen is shared.
    """

    hands: tuple[Cards, ...] = field(default=(), repr=False)
    row: Cards = ()
    entropy: bytes = field(default=b"", repr=False)
    shared: tuple[Seat, ...] = ()
    at_ms: int = 0


class Lay(BySeat, tag="lay"):
    """
    The action of a player who lays one word face down.

    Args:
        by: The player's seat.
        word: The word, folded.
        blue: For each letter the zone of its blue card, 0 for an orange card; empty if
            all are orange.
        blanks: The places of orange blanks, from 1.
        tags: For each letter the number of its card, from 1; 0 if unknown, empty if all
            are unknown.
        known: Whether the dictionary had the word, in a replayed transcript; None to
            look it up.
        at_ms: The time on the game's clock, in ms; 0 if no screen is shared.
    """

    word: str = field(repr=False)
    blue: tuple[int, ...] = field(default=(), repr=False)
    blanks: tuple[int, ...] = field(default=(), repr=False)
    tags: tuple[int, ...] = field(default=(), repr=False)
    known: bool | None = field(default=None, repr=False)
    at_ms: int = 0


class Pass(BySeat, tag="pass"):
    """
    A player takes no part in the round, discards cards and refills the hand.

    Args:
        by: The seat that passes.
        discard: The discarded cards.
        drawn: The new cards; empty to let the board draw.
        tags: The number of each card in `discard` among the cards of its letter; as
            in `Lay`.
        at_ms: As in `Lay`.
    """

    discard: Cards = field(default=(), repr=False)
    drawn: Cards = field(default=(), repr=False)
    tags: tuple[int, ...] = field(default=(), repr=False)
    at_ms: int = 0


class Look(BySeat, tag="look"):
    """
    A player looks at their own hand on a shared screen.

    Args:
        by: The seat that looks.
        at_ms: The time on the game's clock, in ms; 0 in a replay.
    """

    at_ms: int = 0


class Late(BySeat, tag="late"):
    """A player's own timer has expired."""


class TimeUp(Record, tag="timeup"):
    """The timer of all players has expired."""


class Claim(BySeat, tag="claim"):
    """A player spells the keyword from the cards of collected words."""


Action = Open | Deal | Lay | Pass | Look | Late | TimeUp | Claim | common.Action

# --- facts: accepted changes --------------------------------------------------


class Turned(Open, tag="turned"):
    """A blue card was laid into a free zone before the round."""


class Dealt(Record, tag="dealt"):
    """Hands and row are refilled as far as the decks allow; a round has begun."""

    hands: tuple[Cards, ...] = field(repr=False)
    row: Cards
    entropy: bytes = field(default=b"", repr=False)
    shared: tuple[Seat, ...] = ()
    at_ms: int = 0


class Looked(Look, tag="looked"):
    """A player looks at their hand: the player's own timer runs from now on."""


class Laid(Lay, tag="laid"):
    """
    A word was laid face down; `blue` is never empty.

    In older journals `known` is None: whether the dictionary has the word is not
    stored.
    """

    @property
    def orange(self) -> Cards:
        """The orange cards of the word."""
        return tuple(
            BLANK if place in self.blanks else letter
            for place, letter in enumerate(self.word, 1)
            if not self.blue[place - 1]
        )

    @property
    def orange_tags(self) -> tuple[int, ...]:
        """The numbers of its orange cards; 0 for an unknown number."""
        tags = self.tags or (0,) * len(self.blue)
        return tuple(tag for tag, zone in zip(tags, self.blue, strict=True) if not zone)


class Passed(Pass, tag="passed"):
    """The fact that a player has passed and got new cards."""


class RanLate(Late, tag="ranlate"):
    """A player's own timer expired before that player had laid or passed."""


class RanOut(Record, tag="ranout"):
    """The timer expired before all players had laid or passed."""


class Shown(Record, EndsRound, tag="shown"):
    """
    All words are shown at once, and the round is over.

    Args:
        winner: The seat of the scored word; None for no seat.
        words: The laid words by seat; empty for none.
        faults: The faults of words: pairs of seat and reason.
    """

    winner: Seat | None
    words: tuple[str, ...] = field(repr=False)
    faults: tuple[tuple[Seat, str], ...] = ()

    @property
    def result(self) -> Result:
        """The result of the round: one point for the scored word."""
        word = "" if self.winner is None else self.words[self.winner]
        points = tuple(int(seat == self.winner) for seat in range(len(self.words)))
        return Result(word, None, self.winner, points, words=self.words)


class Claimed(BySeat, RightOrWrong, tag="claimed"):
    """The fact that a player has spelled the keyword."""

    right: ClassVar = True


Fact = (
    Turned
    | Dealt
    | Laid
    | Passed
    | Looked
    | RanLate
    | RanOut
    | Shown
    | Claimed
    | Voided
    | Left
    | common.Shared
)

# --- words ----------------------------------------------------------------------


class CollectedWord(Record):
    """
    A collected word.

    Args:
        word: Its letters, including those that blanks stand for.
        blue: The number of blue cards in it.
    """

    word: str
    blue: int


class ShownWord(BySeat):
    """
    A word of a finished round, as shown to all.

    Args:
        by: The player's seat.
        word: Its letters.
        blue: For each letter the zone of its blue card; 0 for an orange card.
        blanks: The places of orange blanks, from 1.
        faults: All faults of the word; empty for a valid one.
        won: True if it was scored.
    """

    word: str
    blue: tuple[int, ...]
    blanks: tuple[int, ...]
    faults: tuple[str, ...]
    won: bool


# --- the state ---------------------------------------------------------------

#: A zone of the row without a card.
FREE = ""

#: The fewest players. Source: rules, "For all games".
FEWEST = 2

#: The number of cards in a full hand. Source: rules, part 5.
HAND = 6


class KeywordRound(Record):
    """
    The state of a round in progress.

    Args:
        seats: The seats in the round that have not left.
        laid: The words that lie face down, in the order of laying.
        passed: Seats that have passed.
        drawn: Orange cards drawn since the round began.
        entropy: The random bytes of the round.
        ran_out: True if the time of all players is up.
        shared: The seats that share a screen.
        at_ms: The time of the deal on the game's clock; 0 if no screen is shared.
        looked: The seats whose own timer runs, and its start; later than the first
            look by the time during which it stood still.
        used: The time that a seat's own timer had run when the player was done, in ms;
            the last entry of a seat counts.
        late: The seats whose own time is up.
    """

    seats: tuple[Seat, ...]
    laid: tuple[Laid, ...] = field(default=(), repr=False)
    passed: tuple[Seat, ...] = ()
    drawn: int = 0
    entropy: bytes = field(default=b"", repr=False)
    ran_out: bool = False
    shared: tuple[Seat, ...] = ()
    at_ms: int = 0
    looked: tuple[tuple[Seat, int], ...] = ()
    used: tuple[tuple[Seat, int], ...] = ()
    late: tuple[Seat, ...] = ()

    @property
    def waiting(self) -> tuple[Seat, ...]:
        """The seats that have neither laid nor passed, and have time left."""
        done = {*self.passed, *self.late, *(laid.by for laid in self.laid)}
        return tuple(seat for seat in self.seats if seat not in done)

    def sand_since(self, seat: Seat) -> int | None:
        """
        Return the start of a seat's own timer on the game's clock.

        The result is None if none runs.
        """
        if not self.shared or seat not in self.waiting:
            return None
        return dict(self.looked).get(seat) if seat in self.shared else self.at_ms


@dataclass(frozen=True, kw_only=True)
class KeywordState(common.State):
    """
    The state of a game of KEYWORD.

    Args:
        orange: The cards in the orange deck, sorted, since their order is unknown.
        blue: The cards in the blue deck, sorted, too.
        hands: Orange cards by seat, sorted.
        words: Words won, by seat.
        row: The blue card in each zone; `FREE` where it was taken.
        keyword: The keyword, folded.
        sand_s: The time of a round in seconds; 0 for no limit.
        dealt: True after the first deal.
        round: The round in progress; None between rounds.
        opened: The words of the last round.
        voided: True if the last round was called off, until the next deal.
        claimed: True if the game was won by spelling the keyword.
        cards: ``board``, or ``real`` where people shuffle and draw cards of their own:
            hands are unknown then, and *orange* is every card that was not seen yet.
        row_tags: The number of the card in each zone; 0 if unknown.
        gone: Colour, card and number of cards that never come back.
        lost: The number of cards that left the deck unseen.
    """

    orange: Cards = field(repr=False)
    blue: Cards = field(repr=False)
    hands: tuple[Cards, ...] = field(repr=False)
    words: tuple[tuple[CollectedWord, ...], ...] = field(repr=False)
    row: Cards = (FREE,) * len(ZONES)
    keyword: str = KEYWORD
    sand_s: int = SAND_S
    dealt: bool = False
    round: KeywordRound | None = None
    opened: tuple[ShownWord, ...] = field(default=(), repr=False)
    voided: bool = False
    claimed: bool = False
    cards: str = "board"
    row_tags: tuple[int, ...] = (0,) * len(ZONES)
    gone: tuple[tuple[str, str, int], ...] = field(default=(), repr=False)
    lost: int = 0

    @property
    def real(self) -> bool:
        """True if people shuffle and draw cards of their own."""
        return self.cards == "real"

    @property
    def orange_left(self) -> int:
        """The number of cards in the orange deck."""
        held = sum(map(len, self.hands)) + self.lost if self.real else 0
        return len(self.orange) - held

    @property
    def enough(self) -> bool:
        """True if there are enough players for another round."""
        return len(self.players) >= FEWEST

    @property
    def number(self) -> int:
        """The number of the present or next round, from 1."""
        return len(self.results) + 1


def deck(counts: Mapping[str, int]) -> Cards:
    """Return the cards of one colour, sorted."""
    return tuple(sorted(Counter(dict(counts)).elements()))


def apply(game: KeywordState, fact: Fact) -> KeywordState:
    """Return the game after one fact. It makes no decision."""
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
            return replace(game, round=None, opened=(), voided=True)
        case Left():
            return _leave(game, fact)
        case Joined():
            joined = common.apply(game, fact)
            return replace(joined, hands=(*game.hands, ()), words=(*game.words, ()))
        case GameEnded():
            return replace(common.apply(game, fact), round=None)
        case Laid() | Passed() | Looked() | RanLate() | RanOut():
            return _play(game, fact)
        case _:
            raise AssertionError(fact)


def _play(
    game: KeywordState, fact: Laid | Passed | Looked | RanLate | RanOut
) -> KeywordState:
    now = game.round
    assert now is not None  # noqa: S101 - decide() refuses it without a round
    match fact:
        case Laid():
            after = replace(_stop_timer(now, fact), laid=(*now.laid, fact))
            return replace(game, round=after)
        case Looked(by=seat, at_ms=at_ms):
            if seat in dict(now.looked):
                return game
            looked = (*now.looked, (seat, at_ms - dict(now.used).get(seat, 0)))
            return replace(game, round=replace(now, looked=looked))
        case RanLate(by=seat):
            return replace(game, round=replace(now, late=(*now.late, seat)))
        case RanOut():
            return replace(game, round=replace(now, ran_out=True))
        case Passed(by=seat, discard=discard, drawn=drawn, tags=tags):
            after = replace(
                _stop_timer(now, fact),
                passed=(*now.passed, seat),
                drawn=now.drawn + len(drawn),
            )
            spent = _spend(game, seat, discard, tags)
            hand = tuple(sorted((*spent.hands[seat], *drawn)))
            return replace(
                spent,
                round=after,
                hands=put(spent.hands, seat, hand),
                orange=without(spent.orange, drawn),
            )


def _stop_timer(now: KeywordRound, fact: Laid | Passed) -> KeywordRound:
    """Return the round after a player's own timer, if it ran, was stopped."""
    running = dict(now.looked)
    if fact.by not in running:
        return now
    used = max(0, fact.at_ms - running.pop(fact.by))
    looked = tuple(running.items())
    return replace(now, looked=looked, used=(*now.used, (fact.by, used)))


def needs(game: KeywordState) -> tuple[int, ...]:
    """Return the number of orange cards that each seat draws, the first seats first."""
    left, counts = game.orange_left, []
    for seat in range(game.seats):
        wants = HAND - len(game.hands[seat]) if seat in game.players else 0
        counts.append(min(wants, left))
        left -= counts[-1]
    return tuple(counts)


def unturned(game: KeywordState) -> int:
    """Return the number of blue cards that the row still takes from the deck."""
    return min(game.row.count(FREE), len(game.blue)) * game.enough


def _turn(game: KeywordState, fact: Turned) -> KeywordState:
    at = fact.zone - 1
    return replace(
        game,
        row=put(game.row, at, fact.card),
        row_tags=put(game.row_tags, at, fact.tag),
        blue=without(game.blue, (fact.card,)),
    )


def _spend(
    game: KeywordState, seat: Seat, cards: Cards, tags: tuple[int, ...]
) -> KeywordState:
    """Remove cards from a hand; they do not come back."""
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


def _fold_deal(game: KeywordState, fact: Dealt) -> KeywordState:
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
        voided=False,
        round=KeywordRound(
            seats=game.players,
            entropy=fact.entropy,
            shared=fact.shared,
            at_ms=fact.at_ms,
        ),
    )


def _show(game: KeywordState, fact: Shown) -> KeywordState:
    now = game.round
    assert now is not None  # noqa: S101 - decide() refuses it without a round
    opened: tuple[ShownWord, ...] = ()
    for laid in sorted(now.laid, key=lambda laid: laid.by):
        faults = tuple(why for seat, why in fact.faults if seat == laid.by)
        won = laid.by == fact.winner
        shown = ShownWord(laid.by, laid.word, laid.blue, laid.blanks, faults, won)
        opened += (shown,)
        if not faults:
            game = _spend(game, laid.by, laid.orange, laid.orange_tags)
        if won:
            game = _win(game, laid)
    return replace(
        game, opened=opened, round=None, results=(*game.results, fact.result)
    )


def _win(game: KeywordState, laid: Laid) -> KeywordState:
    """Add a word to a player's collection, and remove its blue cards from the row."""
    won = CollectedWord(laid.word, sum(map(bool, laid.blue)))
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
    """Return `cards` without those in `gone`, sorted."""
    return tuple(sorted((Counter(cards) - Counter(gone)).elements()))


def _leave(game: KeywordState, fact: Left) -> KeywordState:
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


def faults(game: KeywordState, laid: Laid) -> tuple[str, ...]:
    """
    Return all reasons why a shown word is invalid; empty for a valid word.

    The text of a reason has the code ``keyword-REASON``, on the board and on pages.

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
    """Return True if a word is valid by the dictionary at the time of laying it."""
    known = is_word(language, laid.word) if laid.known is None else laid.known
    return known and len(laid.word) >= SHORTEST


def is_word(language: Language, word: str) -> bool:
    """Return True if the dictionary has `word`, inflections included."""
    return word in language.wide


def _stands(game: KeywordState, letter: str, zone: int) -> bool:
    """Return True if the card in `zone` can be `letter`; a blank can be any."""
    return zone in ZONES and game.row[zone - 1] in (letter, BLANK)


def ending(game: KeywordState) -> tuple[Fact, ...]:
    """Return the facts of a round that all players have finished, else ()."""
    now = game.round
    if now is None or (now.waiting and not now.ran_out):
        return ()
    shown = _shown(game, now)
    return (shown, *unless_over(apply(game, shown)))


def unless_over(game: KeywordState) -> tuple[Fact, ...]:
    """
    Return the facts that end a game with too few players; else ().

    Source: rules, part 5: the claim is offered once more before words are counted.
    """
    return () if game.enough or claims(game) else (final(game),)


def _shown(game: KeywordState, now: KeywordRound) -> Shown:
    """
    Show all words: the longest valid one scores; in a tie the one with more blue cards.

    If that is a tie too, no word scores.
    """
    wrong = {laid.by: faults(game, laid) for laid in now.laid}
    valid = [laid for laid in now.laid if not wrong[laid.by]]
    ranks = {laid.by: (len(laid.word), sum(map(bool, laid.blue))) for laid in valid}
    best = [seat for seat, rank in ranks.items() if rank == max(ranks.values())]
    pairs = tuple((seat, why) for seat in sorted(wrong) for why in wrong[seat])
    laid = {one.by: one.word for one in now.laid}
    words = tuple(laid.get(Seat(seat), "") for seat in range(game.seats))
    return Shown(best[0] if len(best) == 1 else None, words, pairs)


def missing(game: KeywordState, seat: Seat) -> str:
    """Return the letters of the keyword that a seat's words lack, sorted."""
    letters = Counter("".join(word.word for word in game.words[seat]))
    return "".join(sorted((Counter(game.keyword) - letters).elements()))


def claims(game: KeywordState) -> tuple[Seat, ...]:
    """Return the seats that can spell the keyword now."""
    if game.over:
        return ()
    return tuple(seat for seat in game.players if not missing(game, seat))


def final(game: KeywordState, *, claimed_by: Seat | None = None) -> GameEnded:
    """
    Return the end of the game: most words, then most letters, then most blue cards.

    Args:
        game: The game at its end.
        claimed_by: The seat that spelled the keyword, and wins; None for no seat.
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


def refused_claim(game: KeywordState, seat: Seat) -> Refused | None:
    """Return the refusal of a claim of the keyword by *seat*, or None."""
    if seat not in game.players:
        return Refused("out-of-round")
    lacks = missing(game, seat)
    if lacks:
        return Refused("keyword-missing", values=(("letters", " ".join(lacks)),))
    return None


# --- real cards ---------------------------------------------------------------

#: More cards of a letter than any language has.
MOST_OF_A_LETTER = 24

#: Every card that can have a tag. A language says how many cards of each it has.
TAGGED_CARDS = letters(
    {
        colour: dict.fromkeys(named.values(), MOST_OF_A_LETTER)
        for colour, named in CARD_LETTERS.items()
    }
)


def opened_card(tapped: Tapped) -> Open:
    """Return the action of a card on a zone's pad; without a letter if not blue."""
    item = tapped.piece
    if not isinstance(item, Card) or item.name not in CARD_LETTERS["blue"]:
        return Open(tapped.zone, "")
    return Open(tapped.zone, CARD_LETTERS["blue"][item.name], item.number)


def refused_open(game: KeywordState, action: Open) -> Refused | None:
    """Return the refusal of a blue card in a zone, or None."""
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


def deal_real(game: KeywordState, action: Deal) -> Dealt | Refused:
    """Return the start of a round, if the row is as full as the deck allows."""
    count = unturned(game) - len(action.row)
    if count > 0:
        return Refused("keyword-open", values=(("n", count),))
    if action.hands or count or Counter(action.row) - Counter(game.blue):
        return Refused("keyword-deck")
    hands = tuple((UNKNOWN,) * count for count in needs(game))
    return Dealt(hands, action.row)


def refused_discard(
    game: KeywordState, now: KeywordRound, action: Pass
) -> Refused | None:
    """Return the refusal of a discard that cannot be in the player's hand, or None."""
    tags = action.tags or (0,) * len(action.discard)
    if len(tags) != len(action.discard):
        return Refused("keyword-places")
    return _lacks(game, now, action.by, action.discard, tags)


def _lacks(
    game: KeywordState,
    now: KeywordRound,
    seat: Seat,
    cards: Cards,
    tags: tuple[int, ...],
) -> Refused | None:
    """Return the refusal of cards that cannot come from a seat's hand, or None."""
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


def _gone(game: KeywordState, colour: str) -> tuple[tuple[str, int], ...]:
    return tuple((card, tag) for of, card, tag in game.gone if of == colour)


# --- the actions -------------------------------------------------------------

#: The options. The length limits of a keyword are a ruling of ours.
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


def start(header: Header) -> KeywordState:
    """
    Return the state before the first cards.

    Raises:
        SettingsError: The number of players is not allowed.
    """
    cards = header.language.cards
    return KeywordState(
        orange=deck(cards["orange"]),
        blue=deck(cards["blue"]),
        hands=((),) * header.seats,
        words=((),) * header.seats,
        **seated(KeywordState, header, NEEDS, OPTIONS),
    )


def interpret(game: KeywordState, event: BoardEvent) -> Action | None:
    """Return the action of an event at the board now, or None."""
    match event:
        case Tapped():
            return opened_card(event)
        case Pressed(button=Button.TICK) if game.round is None and not game.over:
            return Deal()
        case Called(seat=seat) if seat in claims(game):
            return Claim(seat)
        case Woke() if wake(game) is not None:
            own = _first_out(game)
            return TimeUp() if own is None else Late(own)
        case _:
            return None


def wake(game: KeywordState) -> Wake | None:
    """Return the time limit that ends first, or None for no limit."""
    now, sand = game.round, Millis(game.sand_s * 1000)
    if now is None or not sand:
        return None
    if not now.shared:
        return Wake(sand, game.number)
    seat = _first_out(game)
    if seat is None:
        return None
    return Wake(sand, (game.number, seat), now.sand_since(seat))


def _first_out(game: KeywordState) -> Seat | None:
    """Return the seat whose own timer expires first; None if no timer runs."""
    now = game.round
    if now is None or not now.shared:
        return None
    running = [seat for seat in now.waiting if now.sand_since(seat) is not None]
    return min(running, key=lambda seat: (now.sand_since(seat), seat), default=None)


def look(game: KeywordState, seat: Seat) -> Look | None:
    """
    Return the action of a look at a shared screen that starts a timer, or None.

    It is the player's first look, or the first one after an undo took the player's word
    or pass back: then the player's own timer runs on.
    """
    now = game.round
    new = now and seat in now.waiting and seat not in dict(now.looked)
    return Look(seat) if now and new and seat in now.shared and game.sand_s else None


def at_screen(action: Action, seats: tuple[Seat, ...], at_ms: int) -> Action:
    """Return an action with the seats that share a screen, and the time."""
    match action:
        case Deal():
            return replace(action, shared=seats, at_ms=at_ms)
        case Look() | Lay() | Pass():
            return replace(action, at_ms=at_ms)
        case _:
            return action


def undone(before: KeywordState, after: KeywordState) -> KeywordState:
    """Return the game after an undo: own timers keep what they have run."""
    was, now = before.round, after.round
    if was is None or now is None:
        return after
    return replace(after, round=replace(now, looked=was.looked, used=was.used))


def decide(game: KeywordState, action: Action) -> Outcome:
    """Return the facts of *action*, or its refusal. The state does not change."""
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


def _in_round(game: KeywordState, now: KeywordRound, action: Action) -> Outcome:
    match action:
        case Lay(by=seat):
            return _not_playing(now, seat) or _lay(game, now, action)
        case Pass(by=seat):
            return _not_playing(now, seat) or _pass(game, now, action)
        case Look(by=seat):
            return _not_playing(now, seat) or (Looked(seat, action.at_ms),)
        case Late() | TimeUp() if not game.sand_s:
            return Refused("too-late")
        case Late(by=seat):
            return _not_playing(now, seat) or _with_ending(game, RanLate(seat))
        case TimeUp():
            return _with_ending(game, RanOut())
        case Void():
            return (Voided(), *unless_over(game))
        case _:
            raise AssertionError(action)


def _with_ending(game: KeywordState, fact: Fact) -> tuple[Fact, ...]:
    return (fact, *ending(apply(game, fact)))


# --- cards -------------------------------------------------------------------


def _deal(game: KeywordState, action: Deal) -> Outcome:
    """Fill hands and row; a deck that this empties ends the game.

    Source: rules, part 5, "phase 4"; the setup is no phase 4.
    """
    if game.round is not None:
        return Refused("keyword-dealt")
    if not game.enough:  # dealing gives up the offered claim
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


def _dealt(game: KeywordState, action: Deal) -> Dealt | Refused:
    """Return the dealt cards: those on the table, named in the line, or drawn."""
    if game.real:
        return deal_real(game, action)
    dealt = Dealt(action.hands, action.row, action.entropy)
    if not (dealt.hands or dealt.row) and action.entropy:
        dealt = _drawn(game, action.entropy)
    shared = tuple(seat for seat in action.shared if seat in game.players)
    dealt = replace(dealt, shared=shared, at_ms=action.at_ms)
    return dealt if _fits(game, dealt) else Refused("keyword-deck")


def _fits(game: KeywordState, dealt: Dealt) -> bool:
    """Return True if the named cards can come from the decks."""
    drawn = Counter(card for hand in dealt.hands for card in hand)
    return (
        tuple(map(len, dealt.hands)) == needs(game)
        and len(dealt.row) == unturned(game)
        and drawn <= Counter(game.orange)
        and Counter(dealt.row) <= Counter(game.blue)
    )


def _drawn(game: KeywordState, entropy: bytes) -> Dealt:
    """Draw all missing cards; each card of a deck is equally likely."""
    counts = needs(game)
    orange = iter(chance.draw_cards(entropy, "orange", game.orange, sum(counts)))
    hands = tuple(tuple(islice(orange, count)) for count in counts)
    row = chance.draw_cards(entropy, "blue", game.blue, unturned(game))
    return Dealt(hands, row, entropy)


# --- a round -----------------------------------------------------------------


def _not_playing(now: KeywordRound, seat: Seat) -> Refused | None:
    if seat not in now.seats:
        return Refused("out-of-round")
    if seat in now.passed:
        return Refused("keyword-passed")
    if seat in now.late:
        return Refused("too-late")
    if seat not in now.waiting:
        return Refused("keyword-laid")
    return None


def _lay(game: KeywordState, now: KeywordRound, action: Lay) -> Outcome:
    """
    Return the facts of laying a word face down.

    Faults of the word are found when it is shown.
    """
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
    at_ms = action.at_ms
    laid = Laid(action.by, word, blue, action.blanks, action.tags, known, at_ms)
    if game.real:
        refused = _lacks(game, now, action.by, laid.orange, laid.orange_tags)
    else:
        refused = _not_in_hand(game, action.by, laid.orange)
    return refused or _with_ending(game, laid)


def _not_in_hand(game: KeywordState, seat: Seat, cards: Cards) -> Refused | None:
    missing = Counter(cards) - Counter(game.hands[seat])
    return Refused("keyword-hand") if missing else None


def _pass(game: KeywordState, now: KeywordRound, action: Pass) -> Outcome:
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
        entropy, first = now.entropy, now.drawn
        drawn = chance.draw_cards(entropy, "pass", game.orange, count, first=first)
    if len(drawn) != count or not Counter(drawn) <= Counter(game.orange):
        return Refused("keyword-deck")
    return _with_ending(game, Passed(seat, discard, drawn, at_ms=action.at_ms))


def leave(game: KeywordState, seat: Seat) -> tuple[Fact, ...]:
    """Return the facts of the player at *seat* leaving; won words still count."""
    left = Left(seat)
    after = apply(game, left)
    if game.round is None:
        return (left, *unless_over(after))
    return (left, *ending(after))
