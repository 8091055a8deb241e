"""What each place at the table may know of WQRDLES."""

from dataclasses import dataclass, field
from functools import lru_cache

from firmware_host.board.pieces import Seat
from firmware_host.games import chance, contract
from firmware_host.games.contract import (
    SeatView,
    Viewer,
    view_of,
)
from firmware_host.games.wqrdles.actions import Marks
from firmware_host.games.wqrdles.follows import (
    clueless,
    points,
    value,
    waits_to_decode,
    waits_to_try,
)
from firmware_host.games.wqrdles.state import Phase, Row, State
from firmware_host.words.language import Language
from firmware_host.words.marks import absent
from firmware_host.words.query_cards import SIDES, QueryCards

#: Until a query is marked everybody else predicts its marks.
_PREDICTED = (Phase.QUERY, Phase.DECODE)


@dataclass(frozen=True, kw_only=True)
class PublicView(contract.PublicView):
    """
    What anyone may know. Hidden words and unopened attempts have no field here.

    Args:
        round: The number of the round, from 1.
        length: Letters of each word.
        race: True for the game of two.
        phase: What the round waits for.
        seats: Who plays in the round, the starter first.
        turn: Whose turn it is; None where everybody is asked at once.
        waiting: True while words are hidden, before the round.
        awaited: For whom the board waits.
        query: The query word of this turn; empty before it is called out.
        rows: The filled rows: who asked with which word, and what each secret answered.
        absent: Letters shown to be absent, for each seat.
        hands: The query card of each player, by number.
        cards: The twelve words of each player's card, by seat; empty without one.
        swapped: True once the active player has taken another card.
        sequence: The house rule of the sequence clue: ``on``, ``off`` or ``each``.
        clueless: Whose hidden words get no sequence clue.
        opened: The attempts of the last row, with what each earned.
        missed: Wrong attempts of all rows: whose word, and which; no page needs them.
        found: The words that are found, with their nonces.
        slipped: Who marked wrong.
        value: What a hit earns now; 0 outside attempts.
        points: What this round has brought so far, by seat.
        commitments: 64 hex digits for each seat; empty where there is none.
        nonces: What opens the commitments of each, by seat.
        voided: The words of a round called off.
    """

    round: int
    length: int
    race: bool
    phase: str
    seats: tuple[Seat, ...]
    turn: Seat | None
    waiting: bool
    awaited: tuple[Seat, ...]
    query: str
    rows: tuple[tuple[Seat, str, tuple[Marks, ...]], ...]
    absent: tuple[str, ...]
    hands: tuple[tuple[Seat, int], ...]
    cards: tuple[tuple[str, ...], ...]
    swapped: bool
    sequence: str
    clueless: tuple[Seat, ...]
    opened: tuple[tuple[Seat, Seat, str, int], ...]
    missed: tuple[tuple[Seat, str], ...]
    found: tuple[tuple[Seat, str, str], ...]
    slipped: tuple[Seat, ...]
    value: int
    points: tuple[int, ...]
    commitments: tuple[str, ...]
    nonces: tuple[tuple[str, ...], ...]
    voided: tuple[str, ...]

    @property
    def question(self) -> contract.Question:
        """How many letters get a mark in the word that the next query suits best."""
        of = f"{self.round} {len(self.rows)}"
        open_now = self.phase in _PREDICTED and not self.over
        letters = range(self.length + 1) if open_now else ()
        return contract.Question(of, "marks", tuple(letters))

    @property
    def sealed(self) -> tuple[Seat, ...]:
        """Who has a word, or an attempt that is not opened: until the round is over."""
        return tuple(Seat(at) for at, promise in enumerate(self.commitments) if promise)

    @property
    def making(self) -> tuple[Seat, ...]:
        """Who is making a word."""
        return self.awaited if self.waiting else ()


@dataclass(frozen=True, kw_only=True)
class PlayerView(SeatView):
    """
    What a player knows beyond the public.

    Args:
        word: The own word; empty where there is none.
        tried: The own attempt of this row, whose word and which; None without one.
    """

    word: str = field(repr=False)
    tried: tuple[Seat, str] | None = field(repr=False)


def view(game: State, viewer: Viewer | Seat) -> PublicView | PlayerView:
    """Return what *viewer* may know, built from nothing else."""
    seen = public_view(game)
    if isinstance(viewer, Viewer):
        return seen
    now = game.round
    here = viewer in game.active
    tried = next(((of, word) for by, of, word in now.tries if by == viewer), None)
    return PlayerView(
        public=seen,
        seat=viewer,
        word=now.words[viewer] if here else "",
        tried=tried if here else None,
        may=may(game, viewer),
    )


def may(game: State, seat: Seat) -> tuple[str, ...]:
    """Return the verbs that make sense for *seat* now."""
    if seat not in game.active or game.over:
        return ()
    if game.phase is Phase.SECRETS:  # also another word than the one that is hidden
        return ("secret",)
    if seat not in waiting(game):
        return ("predict",) if game.phase in _PREDICTED else ()
    if game.phase is Phase.QUERY:
        fresh = game.cards and not game.round.swapped
        return ("query", "swap") if fresh else ("query",)
    return ("decode",) if game.phase is Phase.DECODE else ("guess", "pass")


def public_view(game: State) -> PublicView:
    """Build what anyone may know."""
    now = game.round
    return view_of(
        PublicView,
        now,
        game,
        round=len(game.results) + (not game.over),
        length=game.header.length,
        turn=game.turn,
        waiting=game.phase is Phase.SECRETS and not game.over,
        awaited=waiting(game),
        rows=tuple((row.by, row.word, row.marks) for row in now.rows),
        absent=tuple(shown_absent(now.rows, Seat(seat)) for seat in range(game.seats)),
        cards=_cards(game),
        clueless=clueless(game),
        opened=now.opened,
        missed=now.missed,
        found=tuple((s, now.words[s], now.nonces[s].hex()) for s in now.found),
        value=value(game) if game.phase is Phase.ATTEMPTS else 0,
        points=points(game),
        commitments=_commitments(game),
        nonces=game.nonces,
        voided=game.voided,
    )


def waiting(game: State) -> tuple[Seat, ...]:
    """Return for whom the board waits; nobody where it acts itself."""
    if game.over:
        return ()
    match game.phase:
        case Phase.SECRETS:
            return tuple(s for s in game.active if not game.round.words[s])
        case Phase.DEAL:
            return ()
        case Phase.QUERY:
            return (game.round.turn,)
        case Phase.DECODE:
            return waits_to_decode(game)
        case Phase.ATTEMPTS:
            return waits_to_try(game)


def shown_absent(rows: tuple[Row, ...], seat: Seat) -> str:
    """Source: rules, part 4: listed A-Z; only when no copy of it was marked."""
    letters = {
        letter
        for row in rows
        for owner, marks, _ in row.marks
        if owner == seat
        for letter in absent(row.word, marks)
    }
    return "".join(sorted(letters))


@lru_cache(maxsize=2 * SIDES)
def _card(language: Language, length: int, number: int) -> tuple[str, ...]:
    return _deck(language, length).card(number)


@lru_cache(maxsize=4)
def _deck(language: Language, length: int) -> QueryCards:
    return QueryCards(language, length)


def card(game: State, number: int) -> tuple[str, ...]:
    """Return the twelve words of a query card."""
    return _card(game.header.language, game.header.length, number)


def _cards(game: State) -> tuple[tuple[str, ...], ...]:
    hands = dict(game.round.hands)
    every = (hands.get(Seat(seat)) for seat in range(game.seats))
    return tuple(() if number is None else card(game, number) for number in every)


def _commitments(game: State) -> tuple[str, ...]:
    now, number = game.round, len(game.results) + 1
    return tuple(
        chance.commitment(key, number, word)
        for word, key in zip(now.words, now.nonces, strict=True)
    )
