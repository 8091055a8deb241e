"""
The rules of WQRDLES: everybody hides a word, and the board marks every query.

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


def _fold_swap(game: State, new: int) -> State:
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


# --- what follows by itself --------------------------------------------------

#: Source: rules, part 4: five rounds, three extra ones at most; a race to over 20.
ROUNDS, MOST_ROUNDS = 5, 8
RACE_POINTS = 20


def settled(game: State, *facts: Fact) -> tuple[Fact, ...]:
    """Return *facts* and whatever follows from them at once."""
    after = reduce(apply, facts, game)
    if after.phase is Phase.DECODE and not waits_to_decode(after):
        marked = Marked(_marks(after))
        return settled(game, *facts, marked)
    if after.phase is Phase.ATTEMPTS and not waits_to_try(after):
        return (*facts, *opened(after))
    return facts + unless_on(after)


def waits_to_decode(game: State) -> tuple[Seat, ...]:
    """
    Return which owners have to mark the query by hand.

    Whoever has left need not; and in a race a row is of use to its asker alone.
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


def waits_to_try(game: State) -> tuple[Seat, ...]:
    """Return who can still make an attempt in this row."""
    now = game.round
    able = (now.turn,) if game.race else game.active
    return tuple(
        seat
        for seat in able
        if seat in game.players and seat not in now.done and hidden(now, seat)
    )


def hidden(now: Round, seat: Seat) -> tuple[Seat, ...]:
    """Return whose words *seat* can try."""
    return tuple(other for other in now.seats if other not in (*now.found, seat))


def clueless(game: State) -> tuple[Seat, ...]:
    """Return whose words get no sequence clue in this round."""
    now = game.round
    return now.seats if game.sequence == "off" else now.clueless


def _marks(game: State) -> tuple[tuple[Seat, str, str], ...]:
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


def value(game: State) -> int:
    """
    Return what a hit in the row just filled earns.

    Source: rules, part 4: in a race each has rows of one's own, 1 after the sixth.
    """
    now = game.round
    own = sum(row.by == now.turn for row in now.rows)
    return max(1, ROWS + 1 - (own if game.race else len(now.rows)))


def opened(game: State, *, by_time: bool = False) -> tuple[Fact, ...]:
    """Return the opening of a row's attempts, and what follows."""
    now, worth = game.round, value(game)
    tries = tuple(
        (by, of, word, worth * (word == now.words[of])) for by, of, word in now.tries
    )
    blank = apply(game, Opened(tries, now.turn, by_time))
    facts = (Opened(tries, next_turn(blank), by_time),)
    return facts + unless_on(reduce(apply, facts, game))


def next_turn(game: State) -> Seat:
    """Return who is on after the active player; in a race, who still seeks."""
    now = game.round
    _, *others = beginning_with(now.turn, now.seats)
    able = [seat for seat in (*others, now.turn) if seat in game.players]
    if game.race:
        able = [seat for seat in able if hidden(now, seat)]
    return able[0] if able else now.turn


def unless_on(game: State) -> tuple[Fact, ...]:
    """Return the end of the round where nothing more can happen in it."""
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


def points(game: State) -> tuple[int, ...]:
    """
    Return what the running round has brought so far, by seat; broken off, nothing.

    Source: rules, part 4: a wrong mark by hand, and the owner scores nothing.
    """
    earned = [0] * game.seats
    for by, _, count in () if game.over else game.round.scores:
        earned[by] += count * (by not in game.round.slipped)
    return tuple(earned)


def is_last(game: State) -> bool:
    """Tell whether the round just finished was the last one."""
    sums, played = game.totals, len(game.results)
    tied = sums.count(max(sums)) > 1
    if len(game.players) < 2:  # noqa: PLR2004 - the rule's own number
        return True
    if game.race:
        return max(sums) > RACE_POINTS and not tied
    return played >= ROUNDS and (not tied or played >= MOST_ROUNDS)


def void(game: State) -> tuple[Fact, ...] | Refused:
    """Return the end of a round that counts nothing; one that has begun."""
    if not any(game.round.words):
        return Refused("no-secrets")
    voided = Voided(game.round.words)
    return (voided, *unless_on(apply(game, voided)))


def leave(game: State, seat: Seat) -> tuple[Fact, ...]:
    """
    Return what comes of it when *seat* goes home; the word stays to the end.

    A row that has been called out is finished before the turn goes on.
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


def card(game: State, number: int) -> tuple[str, ...]:
    """Return the twelve words of a query card."""
    return _card(game.header.language, game.header.length, number)


# --- the actions -------------------------------------------------------------

OPTIONS = (
    Option("sequence", "on", ("on", "off", "each"), "knob-wqrdles-sequence"),
    Option("query", "cards", ("cards", "own"), "knob-wqrdles-query"),
    Option("attempt_s", 120, (60, 120, 180, 300), "knob-wqrdles-attempt-s"),
    Option("decode", "board", ("board", "hand"), "knob-wqrdles-decode"),
)

#: Source: rules, part 4: 2 to 6 players.
FEWEST_PLAYERS, MOST_PLAYERS = 2, 6
LENGTHS = (4, 5)
NEEDS = Needs(
    (FEWEST_PLAYERS, MOST_PLAYERS), lengths=LENGTHS, zones=min(LENGTHS), hears=()
)

Outcome = tuple[Fact, ...] | Refused


def start(header: Header) -> State:
    """
    Return the game before its first secrets.

    Raises:
        SettingsError: WQRDLES is not played with so many players or letters.
    """
    first = seated(State, header, NEEDS, OPTIONS)
    return State(
        race=header.seats == FEWEST_PLAYERS,
        round=first_round(first["players"], header.seats),
        **first,
    )


def interpret(game: State, event: BoardEvent) -> Action | None:
    """Return what an event at the board means now, or None for nothing."""
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


def wake(game: State) -> Wake | None:
    """Return the time for a row's attempts, or that it is the board's to deal."""
    if game.over:
        return None
    if game.phase is Phase.DEAL:
        return AT_ONCE
    if game.phase is not Phase.ATTEMPTS or game.race:
        return None
    row = (len(game.results), len(game.round.rows))
    return Wake(Millis(game.attempt_s * 1000), row)


def decide(game: State, action: Action) -> Outcome:
    """Return what *action* brings, or why it is refused. Changes nothing."""
    match action:
        case Void():
            return void(game)
        case Secret():
            return _secret(game, action)
        case _ if game.phase is Phase.SECRETS:
            return Refused("no-secrets")
        case _:
            return _in_play(game, action)


def _in_play(game: State, action: Action) -> Outcome:
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
        case TimeUp():
            return _time_up(game)
        case _:
            raise AssertionError(action)


def _secret(game: State, action: Secret) -> Outcome:
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


def _no_word(game: State, word: str, *, known: bool = False) -> Refused | None:
    """Return why *word* is none of the game's length; *known* skips the dictionary."""
    language, length = game.header.language, game.header.length
    if len(word) != length:
        return Refused("word-length", values=(("has", len(word)), ("needs", length)))
    strange = sorted(set(word).difference(ascii_uppercase))
    if strange:
        return Refused("word-letters", values=(("letters", " ".join(strange)),))
    if not (known or word in language.accepted or word in language.own):
        return Refused("word-unknown", values=(("word", word),))
    return None


def _deal(game: State, action: Deal) -> Outcome:
    if game.phase is not Phase.DEAL:
        return Refused("already-dealt")
    pile = action.pile or game.pile or shuffled(action.entropy)
    count = len(game.active)
    known = set(pile) & set(range(1, SIDES + 1))
    if len(known) != len(pile) or len(pile) <= count:
        return Refused("no-such-card")
    return (Dealt(tuple(zip(game.active, pile, strict=False)), pile[count:]),)


def _may_ask(game: State, seat: Seat) -> Refused | None:
    if game.phase is not Phase.QUERY:
        return Refused("not-now")
    return None if seat == game.round.turn else Refused("not-your-turn")


def _swap(game: State) -> Outcome:
    if game.round.swapped:
        return Refused("already-swapped")
    return (Swapped(game.pile[0]),)


def _query(game: State, action: Query) -> Outcome:
    word = action.word
    refused = _no_word(game, word, known=action.drawn or game.cards)
    if refused:
        return refused
    if game.cards and not action.drawn:
        words = card(game, dict(game.round.hands)[game.round.turn])
        if word not in words:
            return Refused("not-on-card", values=(("word", word),))
    return settled(game, Queried(action.by, word))


def _decode(game: State, seat: Seat, marks: str) -> Outcome:
    now = game.round
    if game.phase is not Phase.DECODE or seat not in waits_to_decode(game):
        return Refused("not-to-decode")
    if len(marks) != len(now.query) or not set(marks) <= {GREEN, YELLOW, NONE}:
        return Refused("marks-unreadable")
    right = marks == mark(now.query, now.words[seat])
    return settled(game, Decoded(seat, right))


def _may_try(game: State, seat: Seat) -> Refused | None:
    if game.phase is not Phase.ATTEMPTS:
        return Refused("not-now")
    if seat not in game.active:
        return Refused("out-of-round")
    if game.race and seat != game.round.turn:
        return Refused("not-your-turn")
    return Refused("already-tried") if seat in game.round.done else None


def _attempt(game: State, action: Guess) -> Outcome:
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


def _time_up(game: State) -> Outcome:
    if game.race or game.phase is not Phase.ATTEMPTS:
        return Refused("not-now")
    return opened(game, by_time=True)
