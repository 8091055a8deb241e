"""
The rules of WQRDLES: players hide words, and the board marks every query.

Source: rules, part 4.
"""

from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache, reduce
from string import ascii_uppercase
from typing import ClassVar

from firmware_host.board.events import BoardEvent, Button, Pressed, Woke
from firmware_host.board.json import JsonObject
from firmware_host.board.messages import Refused
from firmware_host.board.options import Option
from firmware_host.board.pieces import Millis, Seat
from firmware_host.board.record import Record, put, replace
from firmware_host.games import chance, game as common
from firmware_host.games.contract import AT_ONCE, Header, Needs, Result, Wake
from firmware_host.games.game import (
    BySeat,
    GameEnded,
    Joined,
    Void,
    beginning_with,
    final,
    seated,
)
from firmware_host.games.meaning import (
    EndsRound,
    NeedsChance,
    RightOrWrong,
    ShowsWord,
    TakesTurns,
    TellsMore,
    YesOrNo,
)
from firmware_host.words.language import Language
from firmware_host.words.marks import GREEN, NONE, YELLOW, clue, mark
from firmware_host.words.query_cards import SIDES, QueryCards, shuffled

#: Stands for the owner of the word in an attempt if there is only one other word.
THE_ONLY_ONE = Seat(-1)


def all_words(words: tuple[str, ...]) -> str:
    """Return the words of all seats in one line; a dash for a seat without a word."""
    return " ".join(word or "-" for word in words)


#: The owner's seat, the marks as `words.marks` writes them, and the sequence clue.
Marks = tuple[Seat, str, str]

# --- actions: requests of players ---------------------------------------------


class HideWord(BySeat, NeedsChance, tag="secret"):
    """
    A player hides a word.

    Args:
        by: The seat that hides the word.
        word: The word, folded.
        override: True in a transcript: the word was accepted, so it is not looked
            up again. Players cannot set it.
        sequence: ``on`` or ``off``: whether the word gets the sequence clue, if the
            house rule lets each player choose.
        entropy: The random bytes for the nonce.
        nonce: The nonce, when a transcript is replayed.
    """

    word: str = field(repr=False)
    override: bool = False
    sequence: str = "on"
    entropy: bytes = field(default=b"", repr=False)
    nonce: bytes = field(default=b"", repr=False)


class Deal(Record, NeedsChance, tag="deal"):
    """The board deals query cards; `pile` is given when a transcript is replayed."""

    pile: tuple[int, ...] = ()
    entropy: bytes = field(default=b"", repr=False)


class Swap(BySeat, tag="swap"):
    """The active player exchanges the query card, once a turn."""


class Query(BySeat, tag="query"):
    """
    The active player calls out a query word.

    Args:
        by: The active player.
        word: The word, folded.
        drawn: True in a transcript: the word was on the card or in the list.
    """

    word: str
    drawn: bool = False


class Decode(BySeat, tag="decode"):
    """An owner marks the query by hand, in the form of `words.marks`."""

    marks: str


class Guess(BySeat, tag="guess"):
    """A player's attempt at one other player's word, after a row."""

    word: str = field(repr=False)
    of: Seat = THE_ONLY_ONE


class Pass(BySeat, tag="pass"):
    """A player makes no attempt in this row."""


class TimeUp(Record, tag="timeup"):
    """The fact that the time for attempts is over."""


Action = HideWord | Deal | Swap | Query | Decode | Guess | Pass | TimeUp | common.Action

# --- facts: accepted changes --------------------------------------------------


class Hid(BySeat, TellsMore, tag="hid"):
    """A player has hidden a word; `clue` is False if it gets no sequence clue."""

    word: str = field(repr=False)
    nonce: bytes = field(default=b"", repr=False)
    clue: bool = True

    @property
    def told(self) -> JsonObject:
        """Tells a replay not to look up a committed word again."""
        return {"override": True} if self.nonce else {}


class Dealt(Record, TellsMore, tag="dealt"):
    """Every player has a query card; `pile` is the rest, the top card first."""

    hands: tuple[tuple[Seat, int], ...]
    pile: tuple[int, ...]

    @property
    def told(self) -> JsonObject:
        """The pile of query cards before the deal."""
        return {"pile": [*(card for _, card in self.hands), *self.pile]}


class Swapped(Record, tag="swapped"):
    """The active player got the top `card`; the old card went under the pile."""

    card: int


class Queried(BySeat, TellsMore, tag="queried"):
    """A query word was called out; a replay does not look at the card again."""

    told: ClassVar[dict[str, bool]] = {"drawn": True}

    word: str


class Decoded(BySeat, RightOrWrong, tag="decoded"):
    """An owner has marked by hand; `right` is False if a mark was wrong."""

    right: bool


class Marked(Record, tag="marked"):
    """All words are marked for this query, and attempts begin."""

    marks: tuple[Marks, ...]


class Tried(BySeat, tag="tried"):
    """A player made an attempt, which stays secret."""

    of: Seat = field(repr=False)
    word: str = field(repr=False)


class Passed(Pass, tag="passed"):
    """A player makes no attempt in this row."""


class Opened(Record, YesOrNo, tag="opened"):
    """
    All attempts of a row are opened.

    Args:
        tries: The attempts: player, owner, word, and points; 0 points if it was
            wrong.
        turn: The seat that asks next.
        by_time: True if the time for attempts ended.
    """

    tries: tuple[tuple[Seat, Seat, str, int], ...] = field(repr=False)
    turn: Seat
    by_time: bool = False

    @property
    def yes(self) -> bool | None:
        """True if an attempt was right; None without attempts."""
        return any(earned for *_, earned in self.tries) if self.tries else None


class RoundOver(Record, EndsRound, tag="roundover"):
    """
    The fact that a round is over: every hidden word is shown.

    Args:
        words: The words by seat; empty for seats without one.
        found: The owners of the words that were found.
        points: The points by seat.
        nonces: The nonces of the commitments by seat, in hex.
    """

    words: tuple[str, ...] = field(repr=False)
    found: tuple[Seat, ...]
    points: tuple[int, ...]
    nonces: tuple[str, ...]

    @property
    def result(self) -> Result:
        """The result of the round; it has no maker, since every player has a word."""
        return Result("", None, None, self.points, words=self.words)


class Voided(common.Voided, ShowsWord, tag="voided"):
    """The round was called off; these were its words, by seat."""

    words: tuple[str, ...] = field(repr=False)

    @property
    def word(self) -> str:
        """All words in one line."""
        return all_words(self.words)


class Left(common.Left, tag="left"):
    """A player has left; `turn` is the seat on turn now."""

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
    """The phase of a round: the kind of action that it expects."""

    SECRETS = "secrets"
    DEAL = "deal"
    QUERY = "query"
    DECODE = "decode"
    ATTEMPTS = "attempts"


class QueryRow(Record):
    """A query, the seat that called it out, and its marks for every word."""

    by: Seat
    word: str
    marks: tuple[Marks, ...]


class WqrdlesRound(Record):
    """
    The state of the round in play.

    Args:
        starter: The seat that asks first.
        seats: The seats of the round, the starter first. A player who leaves stays
            in it as long as the word is hidden.
        turn: The active player.
        words: The secret words by seat; empty until hidden.
        nonces: The nonces of the commitments, by seat.
        clueless: The owners of words without a sequence clue.
        hands: The query card of each player; empty until dealt.
        swapped: True if the active player has exchanged the card in this turn.
        rows: The finished rows.
        query: The word that is being marked or tried; empty before it is called
            out.
        decoded: The owners who have marked it by hand.
        trying: True while attempts may be made.
        tries: The attempts of this row: player, owner, word; secret.
        passed: The seats that make no attempt in this row.
        opened: The attempts of the last row, each with its points.
        missed: The wrong attempts of all opened rows: owner and word.
        found: The owners of the words that were found.
        scores: The points so far: player, owner, points.
        slipped: The seats that marked wrong, and get no points in this round.
    """

    starter: Seat
    seats: tuple[Seat, ...]
    turn: Seat
    words: tuple[str, ...] = field(repr=False)
    nonces: tuple[bytes, ...] = field(repr=False)
    clueless: tuple[Seat, ...] = ()
    hands: tuple[tuple[Seat, int], ...] = ()
    swapped: bool = False
    rows: tuple[QueryRow, ...] = ()
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
        """The seats that have tried or passed in this row."""
        return (*self.passed, *(by for by, _, _ in self.tries))


@dataclass(frozen=True, kw_only=True)
class WqrdlesState(common.State, TakesTurns):
    """
    The state of a game of WQRDLES.

    Args:
        sequence: ``on`` or ``off``: whether clues (``<``, ``>``) are given; ``each`` if
            each player chooses for their word.
        query: ``cards``, or ``own`` if the active player may name any known word.
        attempt_s: The time for attempts, in seconds.
        decode: ``board``, or ``hand`` if owners mark first and the board checks.
        hard: ``on`` if a freely chosen query must use the known letters.
        race: True for a game of two: no cards, and each player has own rows.
        round: The round in play.
        pile: The query cards face down, the top one first.
        nonces: The nonces of all finished rounds, by seat, in hex.
        began: The starter of the last round with a query; None before.
        voided: The words of a round that was called off, until the next query.
    """

    sequence: str
    query: str
    attempt_s: int
    decode: str
    hard: str
    race: bool
    round: WqrdlesRound
    pile: tuple[int, ...] = ()
    nonces: tuple[tuple[str, ...], ...] = ()
    began: Seat | None = None
    voided: tuple[str, ...] = field(default=(), repr=False)

    @property
    def active(self) -> tuple[Seat, ...]:
        """The seats that play in this round and have not left."""
        return tuple(seat for seat in self.round.seats if seat in self.players)

    @property
    def cards(self) -> bool:
        """True if queries are chosen from cards."""
        return not self.race and self.query == "cards"

    @property
    def phase(self) -> Phase:
        """The phase of the round."""
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
        """The seat on turn; None if several seats act at once."""
        asks = self.race or self.phase is Phase.QUERY
        return self.round.turn if asks else None


def first_round(
    players: tuple[Seat, ...], seats: int, began: Seat | None = None
) -> WqrdlesRound:
    """
    Return a round before its secrets.

    Source: rules, part 4: the starter moves on one seat each round, seats of leavers
    are jumped.

    Args:
        players: The seats that play in it.
        seats: The number of seats, including those of players who left.
        began: The starter of the round before; None for the first round.
    """
    first = 0 if began is None else began + 1
    order = tuple(Seat((first + step) % seats) for step in range(seats))
    order = tuple(seat for seat in order if seat in players) or (Seat(0),)
    return WqrdlesRound(order[0], order, order[0], ("",) * seats, (b"",) * seats)


def reveals(fact: Fact) -> bool:
    """Return True if a fact shows a secret, so that no earlier action can be undone."""
    if isinstance(fact, Opened):
        return bool(fact.yes)
    if isinstance(fact, Decoded):
        return not fact.right  # the right marks were shown
    return isinstance(fact, RoundOver | Voided | GameEnded)


def apply(game: WqrdlesState, fact: Fact) -> WqrdlesState:
    """Return the game after one fact. It makes no decision."""
    match fact:
        case Dealt(hands=hands, pile=pile):
            after = replace(_who_plays(game.round), hands=hands)
            return replace(game, round=after, pile=pile)
        case Swapped(card=card):
            return _fold_swap(game, card)
        case Voided(words=words):
            return _next_round(replace(game, voided=words), game.began)
        case RoundOver():
            return _finish(game, fact)
        case Left():
            return _leave(game, fact)
        case Joined():
            return _join(game, fact)
        case Queried():
            return replace(game, round=_ask(game.round, fact), voided=())
        case GameEnded():
            return common.apply(game, fact)
        case _:
            return replace(game, round=_play(game.round, fact))


def _finish(game: WqrdlesState, over: RoundOver) -> WqrdlesState:
    results, nonces = (*game.results, over.result), (*game.nonces, over.nonces)
    now = game.round
    began = now.starter if now.rows or now.query else game.began
    after = replace(game, results=results, nonces=nonces, voided=())
    return _next_round(after, began)


def _play(now: WqrdlesRound, fact: Fact) -> WqrdlesRound:
    match fact:
        case Hid():
            return _hide(now, fact)
        case Decoded(by=seat, right=right):
            slips = () if right or seat in now.slipped else (seat,)
            return replace(
                now, decoded=(*now.decoded, seat), slipped=(*now.slipped, *slips)
            )
        case Marked(marks=marks):
            row = QueryRow(now.turn, now.query, marks)
            return replace(now, rows=(*now.rows, row), trying=True)
        case Tried(by=seat, of=of, word=word):
            return replace(now, tries=(*now.tries, (seat, of, word)))
        case Passed(by=seat):
            return replace(now, passed=(*now.passed, seat))
        case Opened():
            return _open(now, fact)
        case _:
            raise AssertionError(fact)


def _hide(now: WqrdlesRound, fact: Hid) -> WqrdlesRound:
    seat = fact.by
    others = tuple(other for other in now.clueless if other != seat)
    return replace(
        now,
        words=put(now.words, seat, fact.word),
        nonces=put(now.nonces, seat, fact.nonce),
        clueless=others if fact.clue else (*others, seat),
    )


def _who_plays(now: WqrdlesRound) -> WqrdlesRound:
    """Return the round without players who joined during it, as in older journals."""
    return replace(now, seats=tuple(seat for seat in now.seats if now.words[seat]))


def _ask(now: WqrdlesRound, fact: Queried) -> WqrdlesRound:
    """Return the round after a query; the first query fixes the starter."""
    if not now.rows:
        now = _who_plays(now)
        seats = common.beginning_with(fact.by, now.seats)
        now = replace(now, starter=fact.by, seats=seats)
    return replace(now, turn=fact.by, query=fact.word, opened=())


def _open(now: WqrdlesRound, fact: Opened) -> WqrdlesRound:
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


def _fold_swap(game: WqrdlesState, new: int) -> WqrdlesState:
    """Return the game after an exchange: the old card goes under the pile."""
    now = game.round
    old = dict(now.hands)[now.turn]
    hands = tuple((seat, new if card == old else card) for seat, card in now.hands)
    after = replace(now, hands=hands, swapped=True)
    pile = (*(card for card in game.pile if card != new), old)
    return replace(game, round=after, pile=pile)


def _next_round(game: WqrdlesState, began: Seat | None) -> WqrdlesState:
    """Return the game in its next round; the dealt cards go under the pile."""
    after = first_round(game.players, game.seats, began)
    cards = tuple(card for _, card in game.round.hands)
    return replace(game, round=after, pile=(*game.pile, *cards), began=began)


def _leave(game: WqrdlesState, fact: Left) -> WqrdlesState:
    now, seat = game.round, fact.by
    seats = now.seats
    if seat in seats and not now.words[seat]:
        seats = tuple(other for other in seats if other != seat)
    swapped = now.swapped and fact.turn == now.turn
    after = replace(now, seats=seats, turn=fact.turn, swapped=swapped)
    return replace(common.apply(game, fact), round=after)


def _join(game: WqrdlesState, fact: Joined) -> WqrdlesState:
    """
    Return the game after a player joined.

    For this round before any word is hidden.
    """
    now, joined = game.round, common.apply(game, fact)
    after = first_round(joined.players, joined.seats, game.began)
    if any(now.words):
        words, nonces = (*now.words, ""), (*now.nonces, b"")
        after = replace(now, words=words, nonces=nonces)
    return replace(joined, round=after)


# --- what follows by itself --------------------------------------------------

#: Source: rules, part 4: five rounds, three extra ones at most; a race to over 20.
ROUNDS, MOST_ROUNDS = 5, 8
RACE_POINTS = 20


def settled(game: WqrdlesState, *facts: Fact) -> tuple[Fact, ...]:
    """Return `facts` and all facts that follow from them at once."""
    after = reduce(apply, facts, game)
    if after.phase is Phase.DECODE and not waits_to_decode(after):
        marked = Marked(_marks(after))
        return settled(game, *facts, marked)
    if after.phase is Phase.ATTEMPTS and not waits_to_try(after):
        return (*facts, *opened(after))
    return facts + unless_on(after)


def waits_to_decode(game: WqrdlesState) -> tuple[Seat, ...]:
    """
    Return the owners who must mark the query by hand.

    A player who has left need not. In a race a row concerns only the player who asked.
    """
    now = game.round
    if game.decode != "hand" or (game.race and now.turn not in game.players):
        return ()
    return tuple(
        seat
        for seat in game.active
        if seat not in (*now.found, *now.decoded)
        and not (game.race and seat == now.turn)
    )


def waits_to_try(game: WqrdlesState) -> tuple[Seat, ...]:
    """Return the seats that can still make an attempt in this row."""
    now = game.round
    able = (now.turn,) if game.race else game.active
    return tuple(
        seat
        for seat in able
        if seat in game.players and seat not in now.done and hidden(now, seat)
    )


def hidden(now: WqrdlesRound, seat: Seat) -> tuple[Seat, ...]:
    """Return the seats whose words *seat* can try."""
    return tuple(other for other in now.seats if other not in (*now.found, seat))


def clueless(game: WqrdlesState) -> tuple[Seat, ...]:
    """Return the seats whose words get no sequence clue in this round."""
    now = game.round
    return now.seats if game.sequence == "off" else now.clueless


def _marks(game: WqrdlesState) -> tuple[tuple[Seat, str, str], ...]:
    now, dumb = game.round, clueless(game)
    return tuple(
        (
            seat,
            mark(now.query, now.words[seat]),
            "" if seat in dumb else clue(now.query, now.words[seat]),
        )
        for seat in now.seats
        if not (game.race and seat == now.turn)
    )


def value(game: WqrdlesState) -> int:
    """
    Return the points of a hit in the row that was just filled.

    Source: rules, part 4: in a race each has rows of one's own, 1 after the sixth.
    """
    now = game.round
    own = sum(row.by == now.turn for row in now.rows)
    return max(1, ROWS + 1 - (own if game.race else len(now.rows)))


def opened(game: WqrdlesState, *, by_time: bool = False) -> tuple[Fact, ...]:
    """Return the opening of a row's attempts, and the facts that follow."""
    now, worth = game.round, value(game)
    tries = tuple(
        (by, of, word, worth * (word == now.words[of])) for by, of, word in now.tries
    )
    blank = apply(game, Opened(tries, now.turn, by_time))
    facts = (Opened(tries, next_turn(blank), by_time),)
    return facts + unless_on(reduce(apply, facts, game))


def next_turn(game: WqrdlesState) -> Seat:
    """Return the seat after the active one; in a race, one that still seeks."""
    now = game.round
    _, *others = beginning_with(now.turn, now.seats)
    able = [seat for seat in (*others, now.turn) if seat in game.players]
    if game.race:
        able = [seat for seat in able if hidden(now, seat)]
    return able[0] if able else now.turn


def unless_on(game: WqrdlesState) -> tuple[Fact, ...]:
    """Return the facts that end a round without a possible action; else ()."""
    now = game.round
    if game.phase is Phase.SECRETS and game.active:
        return () if len(game.players) > 1 else (final(game),)
    able = any(hidden(now, seat) for seat in game.active)
    on = game.race or now.query or len(now.rows) < ROWS
    if able and on:
        return ()
    ended = RoundOver(
        now.words, now.found, points(game), tuple(key.hex() for key in now.nonces)
    )
    after = apply(game, ended)
    return (ended, final(after)) if is_last(after) else (ended,)


def points(game: WqrdlesState) -> tuple[int, ...]:
    """
    Return the points of the present round by seat; all 0 after the game.

    Source: rules, part 4: an owner who marked wrong by hand scores nothing.
    """
    earned = [0] * game.seats
    for by, _, count in () if game.over else game.round.scores:
        earned[by] += count * (by not in game.round.slipped)
    return tuple(earned)


def is_last(game: WqrdlesState) -> bool:
    """Return True if the round that just finished was the last one."""
    sums, played = game.totals, len(game.results)
    tied = sums.count(max(sums)) > 1
    if len(game.players) < 2:  # noqa: PLR2004 - the rule's own number
        return True
    if game.race:
        return max(sums) > RACE_POINTS and not tied
    return played >= ROUNDS and (not tied or played >= MOST_ROUNDS)


def void(game: WqrdlesState) -> tuple[Fact, ...] | Refused:
    """Return the facts of calling the round off; refused before any word is hidden."""
    if not any(game.round.words):
        return Refused("no-secrets")
    voided = Voided(game.round.words)
    return (voided, *unless_on(apply(game, voided)))


def leave(game: WqrdlesState, seat: Seat) -> tuple[Fact, ...]:
    """
    Return the facts of a player leaving; the hidden word stays in the round.

    A row that was called out is finished before the turn passes on.
    """
    now, turn = game.round, game.round.turn
    if seat == turn and not now.query:
        _, *others = beginning_with(seat, now.seats)
        turn = next((one for one in others if one in game.players), turn)
    return settled(game, Left(seat, turn))


@lru_cache(maxsize=2 * SIDES)
def _card(language: Language, length: int, number: int) -> tuple[str, ...]:
    return _deck(language, length).card(number)


@lru_cache(maxsize=4)
def _deck(language: Language, length: int) -> QueryCards:
    return QueryCards(language, length)


def card(game: WqrdlesState, number: int) -> tuple[str, ...]:
    """Return the twelve words of a query card."""
    return _card(game.header.language, game.header.length, number)


# --- the actions -------------------------------------------------------------

OPTIONS = (
    Option("sequence", "on", ("on", "off", "each"), "knob-wqrdles-sequence"),
    Option("query", "cards", ("cards", "own"), "knob-wqrdles-query"),
    Option("attempt_s", 120, (60, 120, 180, 300), "knob-wqrdles-attempt-s"),
    Option("decode", "board", ("board", "hand"), "knob-wqrdles-decode"),
    Option("hard", "off", ("off", "on"), "knob-wqrdles-hard"),
)

#: Source: rules, part 4: 2 to 6 players.
FEWEST_PLAYERS, MOST_PLAYERS = 2, 6
LENGTHS = (4, 5)
NEEDS = Needs(
    (FEWEST_PLAYERS, MOST_PLAYERS), lengths=LENGTHS, zones=min(LENGTHS), hears=()
)

Outcome = tuple[Fact, ...] | Refused


def start(header: Header) -> WqrdlesState:
    """
    Return the state before the first secrets.

    Raises:
        SettingsError: The number of players or of letters is not allowed.
    """
    first = seated(WqrdlesState, header, NEEDS, OPTIONS)
    return WqrdlesState(
        race=header.seats == FEWEST_PLAYERS,
        round=first_round(first["players"], header.seats),
        **first,
    )


def interpret(game: WqrdlesState, event: BoardEvent) -> Action | None:
    """Return the action of an event at the board now, or None."""
    if game.over:
        return None
    trying = game.phase is Phase.ATTEMPTS
    match event:
        case Woke() if game.phase is Phase.DEAL:
            return Deal()
        case Woke() if trying and not game.race:
            return TimeUp()
        case Pressed(button=Button.CROSS) if game.race and trying:
            return Pass(game.round.turn)
        case Pressed(button=Button.CROSS) if game.cards and game.phase is Phase.QUERY:
            return None if game.round.swapped else Swap(game.round.turn)
        case _:
            return None


def wake(game: WqrdlesState) -> Wake | None:
    """Return the timer for a row's attempts, or one due at once for a deal."""
    if game.over:
        return None
    if game.phase is Phase.DEAL:
        return AT_ONCE
    if game.phase is not Phase.ATTEMPTS or game.race:
        return None
    row = (len(game.results), len(game.round.rows))
    return Wake(Millis(game.attempt_s * 1000), row)


def decide(game: WqrdlesState, action: Action) -> Outcome:
    """Return the facts of *action*, or its refusal. The state does not change."""
    match action:
        case Void():
            return void(game)
        case HideWord():
            return _secret(game, action)
        case _ if game.phase is Phase.SECRETS:
            return Refused("no-secrets")
        case _:
            return _in_play(game, action)


def _in_play(game: WqrdlesState, action: Action) -> Outcome:
    match action:
        case Deal():
            return _deal(game, action)
        case Swap() if not game.cards:
            return Refused("no-cards")
        case Swap(by=seat):
            return _may_ask(game, seat) or _swap(game)
        case Query(by=seat):
            return _may_ask(game, seat) or _query(game, action)
        case Decode(by=seat, marks=marks):
            return _decode(game, seat, marks)
        case Guess(by=seat):
            return _may_try(game, seat) or _attempt(game, action)
        case Pass(by=seat):
            return _may_try(game, seat) or settled(game, Passed(seat))
        case TimeUp() if game.race or game.phase is not Phase.ATTEMPTS:
            return Refused("not-now")
        case TimeUp():
            return opened(game, by_time=True)
        case _:
            raise AssertionError(action)


def _secret(game: WqrdlesState, action: HideWord) -> Outcome:
    now, seat = game.round, action.by
    if seat not in game.active:
        return Refused("out-of-round")
    if now.rows or now.query:
        return Refused("too-late")
    refused = _no_word(game, action.word, known=action.override)
    if refused:
        return refused
    clue = game.sequence != "each" or action.sequence == "on"
    nonce = action.nonce or chance.nonce(action.entropy, f"nonce:{seat}")
    return settled(game, Hid(seat, action.word, nonce, clue))


def _no_word(game: WqrdlesState, word: str, *, known: bool = False) -> Refused | None:
    """Return the refusal of *word*, or None; *known* skips the dictionary."""
    language, length = game.header.language, game.header.length
    if len(word) != length:
        return Refused("word-length", values=(("has", len(word)), ("needs", length)))
    strange = sorted(set(word).difference(ascii_uppercase))
    if strange:
        return Refused("word-letters", values=(("letters", " ".join(strange)),))
    if not (known or word in language.accepted or word in language.own):
        return Refused("word-unknown", values=(("word", word),))
    return None


def _deal(game: WqrdlesState, action: Deal) -> Outcome:
    if game.phase is not Phase.DEAL:
        return Refused("already-dealt")
    pile = action.pile or game.pile or shuffled(action.entropy)
    count = len(game.active)
    known = set(pile) & set(range(1, SIDES + 1))
    if len(known) != len(pile) or len(pile) <= count:
        return Refused("no-such-card")
    return (Dealt(tuple(zip(game.active, pile, strict=False)), pile[count:]),)


def _may_ask(game: WqrdlesState, seat: Seat) -> Refused | None:
    if game.phase is not Phase.QUERY:
        return Refused("not-now")
    return None if seat == game.round.turn else Refused("not-your-turn")


def _swap(game: WqrdlesState) -> Outcome:
    if game.round.swapped:
        return Refused("already-swapped")
    return (Swapped(game.pile[0]),)


def _query(game: WqrdlesState, action: Query) -> Outcome:
    word = action.word
    refused = _no_word(game, word, known=action.drawn or game.cards)
    if refused:
        return refused
    if game.cards and not action.drawn:
        words = card(game, dict(game.round.hands)[game.round.turn])
        if word not in words:
            return Refused("not-on-card", values=(("word", word),))
    if not action.drawn and leaves_out(game, action.by, word):
        return Refused("known-unused", values=(("word", word),))
    return settled(game, Queried(action.by, word))


def leaves_out(game: WqrdlesState, by: Seat, word: str) -> bool:
    """
    Return True if the house rule ``hard`` forbids the query *word* of the seat *by*.

    A query must use the known letters of at least one word that *by* can still find.

    Source: rules, part 4: house rule `hard`.
    """
    if game.hard != "on" or game.cards:
        return False
    now = game.round
    able = hidden(now, by)
    return bool(able) and not any(uses_known(now.rows, one, word) for one in able)


def keeps(word: str, query: str, marks: str) -> bool:
    """
    Return True if *word* uses the letters that the marks of *query* show.

    Each green letter stands in its place, and each marked letter stands in *word* as
    often as it is marked.
    """
    signs = [*zip(query, marks, strict=True)]
    marked = [letter for letter, sign in signs if sign != NONE]
    in_place = all(
        own == letter
        for own, (letter, sign) in zip(word, signs, strict=True)
        if sign == GREEN
    )
    return in_place and all(word.count(one) >= marked.count(one) for one in marked)


def uses_known(rows: tuple[QueryRow, ...], owner: Seat, word: str) -> bool:
    """Return True if *word* keeps green letters in place and has each marked letter."""
    marks = ((r.word, m) for r in rows for seat, m, _ in r.marks if seat == owner)
    return all(keeps(word, asked, signs) for asked, signs in marks)


def _decode(game: WqrdlesState, seat: Seat, marks: str) -> Outcome:
    now = game.round
    if game.phase is not Phase.DECODE or seat not in waits_to_decode(game):
        return Refused("not-to-decode")
    if len(marks) != len(now.query) or not set(marks) <= {GREEN, YELLOW, NONE}:
        return Refused("marks-unreadable")
    right = marks == mark(now.query, now.words[seat])
    return settled(game, Decoded(seat, right))


def _may_try(game: WqrdlesState, seat: Seat) -> Refused | None:
    if game.phase is not Phase.ATTEMPTS:
        return Refused("not-now")
    if seat not in game.active:
        return Refused("out-of-round")
    if game.race and seat != game.round.turn:
        return Refused("not-your-turn")
    return Refused("already-tried") if seat in game.round.done else None


def _attempt(game: WqrdlesState, action: Guess) -> Outcome:
    if len(action.word) != game.header.length:
        return Refused("guess-length", values=(("length", game.header.length),))
    if set(action.word).difference(ascii_uppercase):
        return Refused("guess-letters")
    able, of = hidden(game.round, action.by), action.of
    if of == THE_ONLY_ONE:
        if len(able) > 1:
            return Refused("whose-word")
        of = able[0] if able else of
    if of not in able:
        return Refused("nothing-to-find")
    return settled(game, Tried(action.by, of, action.word))
