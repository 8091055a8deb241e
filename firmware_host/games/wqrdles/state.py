"""The actions, facts and state of WQRDLES."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import ClassVar

from firmware_host.board.json import JsonObject
from firmware_host.board.pieces import Seat
from firmware_host.board.record import Record, put, replace
from firmware_host.games import common
from firmware_host.games.common import BySeat, GameEnded, Joined
from firmware_host.games.contract import Result
from firmware_host.games.meaning import (
    EndsRound,
    NeedsChance,
    RightOrWrong,
    ShowsWord,
    TakesTurns,
    TellsMore,
    YesOrNo,
)

#: Where it goes without saying whose word is tried: there is only one.
THE_ONLY_ONE = Seat(-1)


def all_words(words: tuple[str, ...]) -> str:
    """Return the words of all seats in one line; a dash for a seat without."""
    return " ".join(word or "-" for word in words)


#: Whose secret, its marks as `words.marks` writes them, and the sequence clue.
Marks = tuple[Seat, str, str]

# --- actions: what somebody wants --------------------------------------------


class Secret(BySeat, NeedsChance, tag="secret"):
    """
    A player hides a word.

    Args:
        by: Whose word it is.
        word: Folded.
        override: True in a transcript: the word was taken once, whatever the list
            says now; nobody at the table can say so.
        sequence: ``on`` or ``off``: whether the own word gets the sequence clue, where
            the house rule leaves it to each player.
        entropy: What the nonce is drawn from.
        nonce: Given where a transcript is played.
    """

    word: str = field(repr=False)
    override: bool = False
    sequence: str = "on"
    entropy: bytes = field(default=b"", repr=False)
    nonce: bytes = field(default=b"", repr=False)


class Deal(Record, NeedsChance, tag="deal"):
    """The board deals query cards; *pile* is given where a transcript is played."""

    pile: tuple[int, ...] = ()
    entropy: bytes = field(default=b"", repr=False)


class Swap(BySeat, tag="swap"):
    """The active player takes another query card, once a turn."""


class Query(BySeat, tag="query"):
    """
    The active player calls a query word out.

    Args:
        by: The active player.
        word: Folded.
        drawn: True in a transcript: it stood on the card, or in the list, at the time.
    """

    word: str
    drawn: bool = False


class Decode(BySeat, tag="decode"):
    """An owner marks the query by hand, as `words.marks` writes it."""

    marks: str


class Guess(BySeat, tag="guess"):
    """A player makes the row's attempt at one other player's word."""

    word: str = field(repr=False)
    of: Seat = THE_ONLY_ONE


class Pass(BySeat, tag="pass"):
    """A player makes no attempt in this row."""


class TimeUp(Record, tag="timeup"):
    """The time for attempts is over."""


Action = Secret | Deal | Swap | Query | Decode | Guess | Pass | TimeUp | common.Action

# --- facts: what has happened ------------------------------------------------


class Hid(BySeat, TellsMore, tag="hid"):
    """A player has hidden a word; *clue* is False where it gets no sequence clue."""

    word: str = field(repr=False)
    nonce: bytes = field(default=b"", repr=False)
    clue: bool = True

    @property
    def told(self) -> JsonObject:
        """A line of a word that was promised need not ask the dictionary again."""
        return {"override": True} if self.nonce else {}


class Dealt(Record, TellsMore, tag="dealt"):
    """Everybody has a query card; *pile* is what is left, the top first."""

    hands: tuple[tuple[Seat, int], ...]
    pile: tuple[int, ...]

    @property
    def told(self) -> JsonObject:
        """The pile before the cards were dealt."""
        return {"pile": [*(card for _, card in self.hands), *self.pile]}


class Swapped(Record, tag="swapped"):
    """The active player's card went under the pile for the top one, which is *card*."""

    card: int


class Queried(BySeat, TellsMore, tag="queried"):
    """A query word was called out; a line of it need not ask the card again."""

    told: ClassVar[dict[str, bool]] = {"drawn": True}

    word: str


class Decoded(BySeat, RightOrWrong, tag="decoded"):
    """An owner has marked by hand; *right* says whether without a slip."""

    right: bool


class Marked(Record, tag="marked"):
    """The row is filled; attempts may be made."""

    marks: tuple[Marks, ...]


class Tried(BySeat, tag="tried"):
    """A player's attempt is made; nobody else knows which."""

    of: Seat = field(repr=False)
    word: str = field(repr=False)


class Passed(Pass, tag="passed"):
    """A player makes no attempt in this row."""


class Opened(Record, YesOrNo, tag="opened"):
    """
    The row's attempts are opened together.

    Args:
        tries: Who tried whose word, what, and what it earned; 0 for a wrong one.
        turn: Who is on next.
        by_time: True where time was up.
    """

    tries: tuple[tuple[Seat, Seat, str, int], ...] = field(repr=False)
    turn: Seat
    by_time: bool = False

    @property
    def yes(self) -> bool | None:
        """True where an attempt was right; None where there was none."""
        return any(earned for *_, earned in self.tries) if self.tries else None


class RoundOver(Record, EndsRound, tag="roundover"):
    """
    A round is over: every word is shown.

    Args:
        words: By seat; empty for seats without one.
        found: Whose words were found.
        points: By seat.
        nonces: By seat, in hex; they open the commitments.
    """

    words: tuple[str, ...] = field(repr=False)
    found: tuple[Seat, ...]
    points: tuple[int, ...]
    nonces: tuple[str, ...]

    @property
    def result(self) -> Result:
        """What it brought; nobody makes its word, for everybody has one."""
        return Result("", None, None, self.points, words=self.words)


class Voided(common.Voided, ShowsWord, tag="voided"):
    """The round counts nothing; these were its words, by seat."""

    words: tuple[str, ...] = field(repr=False)

    @property
    def word(self) -> str:
        """All of them in one line."""
        return all_words(self.words)


class Left(common.Left, tag="left"):
    """A player has gone home; *turn* is whose turn it is now."""

    turn: Seat


Fact = (
    Hid
    | Dealt
    | Swapped
    | Queried
    | Decoded
    | Marked
    | Tried
    | Passed
    | Opened
    | RoundOver
    | Voided
    | Left
    | common.Shared
)


# --- the state ---------------------------------------------------------------

#: Source: rules, part 4: "Row values run 6, 5, 4, 3, 2, 1".
ROWS = 6


class Phase(StrEnum):
    """What a round waits for."""

    SECRETS = "secrets"
    DEAL = "deal"
    QUERY = "query"
    DECODE = "decode"
    ATTEMPTS = "attempts"


class Row(Record):
    """A query, who called it out, and its marks on every secret."""

    by: Seat
    word: str
    marks: tuple[Marks, ...]


class Round(Record):
    """
    A round that is being played.

    Args:
        starter: Who begins it: who is to ask first, later who did.
        seats: Who plays in it, the starter first; a leaver stays whose word is hidden.
        turn: The active player.
        words: Secret words by seat; empty until hidden.
        nonces: What opens each word's commitment.
        clueless: Whose words get no sequence clue.
        hands: The query card of each player; empty until dealt.
        swapped: True once the active player has another card in this turn.
        rows: The filled rows.
        query: The word that is being marked or tried on; empty before it is called.
        decoded: Owners who have marked it by hand.
        trying: True while attempts may be made.
        tries: Attempts of this row: by whom, of whose word, which; secret.
        passed: Who makes none in this row.
        opened: The attempts of the last row, with what each earned.
        missed: Wrong attempts of all rows that were opened: whose word, and which.
        found: Whose words are found.
        scores: Who scored how much from whom.
        slipped: Who marked wrong, and scores nothing in this round.
    """

    starter: Seat
    seats: tuple[Seat, ...]
    turn: Seat
    words: tuple[str, ...] = field(repr=False)
    nonces: tuple[bytes, ...] = field(repr=False)
    clueless: tuple[Seat, ...] = ()
    hands: tuple[tuple[Seat, int], ...] = ()
    swapped: bool = False
    rows: tuple[Row, ...] = ()
    query: str = ""
    decoded: tuple[Seat, ...] = ()
    trying: bool = False
    tries: tuple[tuple[Seat, Seat, str], ...] = field(default=(), repr=False)
    passed: tuple[Seat, ...] = ()
    opened: tuple[tuple[Seat, Seat, str, int], ...] = field(default=(), repr=False)
    missed: tuple[tuple[Seat, str], ...] = field(default=(), repr=False)
    found: tuple[Seat, ...] = ()
    scores: tuple[tuple[Seat, Seat, int], ...] = ()
    slipped: tuple[Seat, ...] = ()

    @property
    def done(self) -> tuple[Seat, ...]:
        """Who has tried or passed in this row."""
        return (*self.passed, *(by for by, _, _ in self.tries))


@dataclass(frozen=True, kw_only=True)
class State(common.State, TakesTurns):
    """
    A whole game.

    Args:
        sequence: ``on`` where the sequence clue is given, ``off``, or ``each`` where
            everybody says so of the own word.
        query: ``cards``, or ``own`` where the active player names any dictionary word.
        attempt_s: Seconds for attempts.
        decode: ``board``, or ``hand`` where owners mark first, and the board checks.
        race: True where two began: no cards, rows of one's own.
        round: The round that is being played.
        pile: Query cards face down, the top one first.
        nonces: What opens the commitments of each, by seat, in hex.
        began: Who asked first in the last round in which anybody asked; None before.
        voided: The words of a round that was called off, until the next query.
    """

    sequence: str
    query: str
    attempt_s: int
    decode: str
    race: bool
    round: Round
    pile: tuple[int, ...] = ()
    nonces: tuple[tuple[str, ...], ...] = ()
    began: Seat | None = None
    voided: tuple[str, ...] = field(default=(), repr=False)

    @property
    def active(self) -> tuple[Seat, ...]:
        """Who plays in this round and has not left."""
        return tuple(seat for seat in self.round.seats if seat in self.players)

    @property
    def cards(self) -> bool:
        """True where queries are picked from cards."""
        return not self.race and self.query == "cards"

    @property
    def phase(self) -> Phase:
        """What the round waits for."""
        now = self.round
        if not all(now.words[seat] for seat in now.seats):
            return Phase.SECRETS
        if now.trying:
            return Phase.ATTEMPTS
        if now.query:
            return Phase.DECODE
        return Phase.DEAL if self.cards and not now.hands else Phase.QUERY

    @property
    def just_dealt(self) -> bool:
        """True if the last action dealt query cards; a deal cannot be undone."""
        before = self.before
        return bool(self.round.hands and before and not before.round.hands)

    @property
    def turn(self) -> Seat | None:
        """Whose turn it is; None where everybody is asked at once."""
        asks = self.race or self.phase is Phase.QUERY
        return self.round.turn if asks else None


def first_round(
    players: tuple[Seat, ...], seats: int, began: Seat | None = None
) -> Round:
    """
    Return a round before its secrets.

    Source: rules, part 4: the starter moves on one seat each round, seats of leavers
    are jumped.

    Args:
        players: Who plays in it.
        seats: How many seats there have ever been.
        began: Who began the round before; None where there was none.
    """
    first = 0 if began is None else began + 1
    order = tuple(Seat((first + step) % seats) for step in range(seats))
    order = tuple(seat for seat in order if seat in players) or (Seat(0),)
    return Round(order[0], order, order[0], ("",) * seats, (b"",) * seats)


def reveals(fact: Fact) -> bool:
    """Tell whether a fact shows a secret, so that nothing before it can be undone."""
    if isinstance(fact, Opened):
        return bool(fact.yes)
    if isinstance(fact, Decoded):
        return not fact.right  # whoever has seen the slip could not make it again
    return isinstance(fact, RoundOver | Voided | GameEnded)


def apply(game: State, fact: Fact) -> State:
    """Return the game after one fact. Nothing is decided here."""
    match fact:
        case Dealt(hands=hands, pile=pile):
            after = replace(_who_plays(game.round), hands=hands)
            return replace(game, round=after, pile=pile)
        case Swapped(card=card):
            return _swap(game, card)
        case Voided(words=words):
            return _next_round(replace(game, voided=words), game.began)
        case RoundOver():
            return _finish(game, fact)
        case Left():
            return _leave(game, fact)
        case Joined():
            return _join(game, fact)
        case Queried():
            return replace(game, round=_ask(game.round, fact))
        case GameEnded():
            return common.apply(game, fact)
        case _:
            return replace(game, round=_play(game.round, fact))


def _finish(game: State, over: RoundOver) -> State:
    results, nonces = (*game.results, over.result), (*game.nonces, over.nonces)
    now = game.round
    began = now.starter if now.rows or now.query else game.began
    after = replace(game, results=results, nonces=nonces, voided=())
    return _next_round(after, began)


def _play(now: Round, fact: Fact) -> Round:
    match fact:
        case Hid():
            return _hide(now, fact)
        case Decoded(by=seat, right=right):
            slips = () if right or seat in now.slipped else (seat,)
            return replace(
                now, decoded=(*now.decoded, seat), slipped=(*now.slipped, *slips)
            )
        case Marked(marks=marks):
            row = Row(now.turn, now.query, marks)
            return replace(now, rows=(*now.rows, row), trying=True)
        case Tried(by=seat, of=of, word=word):
            return replace(now, tries=(*now.tries, (seat, of, word)))
        case Passed(by=seat):
            return replace(now, passed=(*now.passed, seat))
        case Opened():
            return _open(now, fact)
        case _:
            raise AssertionError(fact)


def _hide(now: Round, fact: Hid) -> Round:
    seat = fact.by
    others = tuple(other for other in now.clueless if other != seat)
    return replace(
        now,
        words=put(now.words, seat, fact.word),
        nonces=put(now.nonces, seat, fact.nonce),
        clueless=others if fact.clue else (*others, seat),
    )


def _who_plays(now: Round) -> Round:
    """Older journals have newcomers who were not asked for a word in their round."""
    return replace(now, seats=tuple(seat for seat in now.seats if now.words[seat]))


def _ask(now: Round, fact: Queried) -> Round:
    """The first query settles who has begun the round."""
    if not now.rows:
        now = _who_plays(now)
        seats = common.beginning_with(fact.by, now.seats)
        now = replace(now, starter=fact.by, seats=seats)
    return replace(now, turn=fact.by, query=fact.word, opened=())


def _open(now: Round, fact: Opened) -> Round:
    hits = tuple((by, of, earned) for by, of, _, earned in fact.tries if earned)
    misses = ((of, word) for _, of, word, earned in fact.tries if not earned)
    found = dict.fromkeys((*now.found, *(of for _, of, _ in hits)))
    return replace(
        now,
        turn=fact.turn,
        swapped=False,
        query="",
        decoded=(),
        trying=False,
        tries=(),
        passed=(),
        opened=fact.tries,
        missed=(*now.missed, *misses),
        found=tuple(found),
        scores=(*now.scores, *hits),
    )


def _swap(game: State, new: int) -> State:
    """The old card goes under the pile."""
    now = game.round
    old = dict(now.hands)[now.turn]
    hands = tuple((seat, new if card == old else card) for seat, card in now.hands)
    after = replace(now, hands=hands, swapped=True)
    pile = (*(card for card in game.pile if card != new), old)
    return replace(game, round=after, pile=pile)


def _next_round(game: State, began: Seat | None) -> State:
    """The cards of the round before go under the pile."""
    after = first_round(game.players, game.seats, began)
    cards = tuple(card for _, card in game.round.hands)
    return replace(game, round=after, pile=(*game.pile, *cards), began=began)


def _leave(game: State, fact: Left) -> State:
    now, seat = game.round, fact.by
    seats = now.seats
    if seat in seats and not now.words[seat]:
        seats = tuple(other for other in seats if other != seat)
    swapped = now.swapped and fact.turn == now.turn
    after = replace(now, seats=seats, turn=fact.turn, swapped=swapped)
    return replace(common.apply(game, fact), round=after)


def _join(game: State, fact: Joined) -> State:
    """A newcomer plays in the next round: in this one, before any word is hidden."""
    now, joined = game.round, common.apply(game, fact)
    after = first_round(joined.players, joined.seats, game.began)
    if any(now.words):
        words, nonces = (*now.words, ""), (*now.nonces, b"")
        after = replace(now, words=words, nonces=nonces)
    return replace(joined, round=after)
