"""The views of WQRDLES, its faces, transcript lines, sentences and moments."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from operator import add

from firmware_host.board.faces import Face, Lamp, Mark, TableFace, ZoneFace
from firmware_host.board.json import Json
from firmware_host.board.messages import Message, say
from firmware_host.board.moments import Moment, What, listed
from firmware_host.board.pieces import ZONES, Seat, Zone
from firmware_host.board.record import Record
from firmware_host.games import chance, game as common, grammar, views
from firmware_host.games.contract import Value, Verb, first_zone
from firmware_host.games.game import GameEnded, points_line, won_by
from firmware_host.games.meaning import override
from firmware_host.games.views import Common, PrivateTurn, SeatView, Viewer, view_of
from firmware_host.games.wqrdles.rules import (
    LENGTHS,
    Dealt,
    Decoded,
    Fact,
    Hid,
    Marked,
    Marks,
    Opened,
    Phase,
    QueryRow,
    RoundOver,
    Swapped,
    Tried,
    Voided,
    WqrdlesState,
    all_words,
    card,
    clueless,
    points,
    value,
    waits_to_decode,
    waits_to_try,
)
from firmware_host.words.marks import GREEN, NONE, YELLOW, absent
from firmware_host.words.query_cards import SIDES

# --- transcript lines and sentences ------------------------------------------


def _is_marks(value: Json) -> bool:
    signs = {GREEN, YELLOW, NONE}
    return isinstance(value, str) and len(value) in LENGTHS and set(value) <= signs


VERBS: Mapping[str, Verb] = {
    "secret": Verb(("by", "word"), ("override", "sequence", "nonce", "commitment")),
    "deal": Verb((), ("pile",), board=True),
    "swap": Verb(("by",)),
    "query": Verb(("by", "word"), ("drawn",)),
    "decode": Verb(("by", "marks")),
    "guess": Verb(("by", "word"), ("of",)),
    "pass": Verb(("by",)),
    "timeup": Verb(board=True),
}
VALUES: Mapping[str, Value] = {
    "word": grammar.WORD,
    "of": grammar.SEAT,
    "override": grammar.drawn(grammar.FLAG),
    "sequence": grammar.one_of(("on", "off")),
    "drawn": grammar.drawn(grammar.FLAG),
    "nonce": grammar.PROOF,
    "commitment": grammar.PROOF,
    "marks": Value(_is_marks, 'a sign a letter, such as "gy---": g green, y yellow'),
    "pile": grammar.drawn(
        grammar.list_of(
            grammar.numbers(1, SIDES), f"query cards, numbers from 1 to {SIDES}"
        )
    ),
}


def answer(facts: tuple[Fact, ...]) -> dict[str, Json]:
    """
    Return the answer to `facts`, as in the replay of a transcript.

    ``answer`` is ``right`` or ``wrong`` for an attempt that is opened at once and for
    marks by hand. ``marks`` and ``clues`` are those of a finished row, by owner in turn
    order. ``opened`` are the points of the opened attempts.
    """
    told: dict[str, Json] = {"answer": "ok"}
    if isinstance(facts[0], Decoded):
        told["answer"] = "right" if facts[0].right else "wrong"
    for one in facts:
        if isinstance(one, Marked):
            told["marks"] = [marks for _, marks, _ in one.marks]
            told["clues"] = [sign for _, _, sign in one.marks]
        elif isinstance(one, Opened):
            told["opened"] = [earned for *_, earned in one.tries]
            if isinstance(facts[0], Tried) and len(one.tries) == 1:
                told["answer"] = "right" if one.tries[0][-1] else "wrong"
    return told


def answer_counts(facts: tuple[Fact, ...]) -> tuple[tuple[str, bool], ...]:
    """Return the kind of each opened attempt, and whether it was right."""
    return tuple(
        ("guess", bool(earned))
        for one in facts
        if isinstance(one, Opened)
        for *_, earned in one.tries
    )


def describe_fact(fact: Fact, name_of: Callable[[Seat], str]) -> Message | None:
    """Return a sentence about a fact, or None for no sentence."""
    match fact:
        case Hid(word=word):
            return say("told-word", word=word, n=len(word))
        case Dealt(hands=hands):
            dealt = (f"{name_of(seat)} {card}" for seat, card in hands)
            return say("told-wqrdles-cards", cards=", ".join(dealt))
        case Swapped(card=card):
            return say("told-wqrdles-card", card=card)
        case Decoded(right=right):
            return say("told-right") if right else say("told-wrong")
        case Marked(marks=marks):
            signs = (f"{name_of(seat)} {sign} {clue}" for seat, sign, clue in marks)
            shown = ", ".join(one.rstrip() for one in signs)
            return say("told-wqrdles-marks", marks=shown)
        case Opened(tries=tries):
            return _opened(tries, name_of)
        case RoundOver(words=words):
            return say("wqrdles-words", words=all_words(words))
        case Voided(word=words):
            return say("wqrdles-voided", words=words)
        case GameEnded(winners=winners):
            return won_by(list(map(name_of, winners)))
        case _:
            return None


def _opened(
    tries: tuple[tuple[Seat, Seat, str, int], ...], name_of: Callable[[Seat], str]
) -> Message | None:
    if not tries:
        return None
    every = (
        f"{name_of(by)} → {name_of(of)} {word} {earned}"
        for by, of, word, earned in tries
    )
    return say("told-wqrdles-opened", tries=", ".join(every))


# --- views -------------------------------------------------------------------

#: The private task of each phase. In a race, attempts are called out.
_UNSEEN: Mapping[str, str] = {
    Phase.SECRETS: "word",
    Phase.DECODE: "marks",
    Phase.ATTEMPTS: "attempt",
}

#: While a query is not yet marked, all other players can predict its marks.
_PREDICTED = (Phase.QUERY, Phase.DECODE)


@dataclass(frozen=True, kw_only=True)
class PublicView(views.PublicView):
    """
    The public view of WQRDLES, without hidden words and unopened attempts.

    Args:
        round: The number of the round, from 1.
        length: The number of letters of each word.
        race: True for the game of two.
        phase: The phase of the round.
        seats: The seats of the round, the starter first.
        turn: The seat on turn; None if several seats act at once.
        waiting: True while words are being hidden, before the round.
        awaited: The seats that the board waits for.
        query: The query word of this turn; empty before it is called out.
        rows: The finished rows: the seat that asked, the word, and all answers.
        absent: Letters shown to be absent, for each seat's word.
        hands: The query card of each player, by number.
        cards: The twelve words of each player's card, by seat; empty without one.
        swapped: True once the active player has exchanged the card.
        sequence: The house rule of the sequence clue: ``on``, ``off`` or ``each``.
        hard: ``on`` if a freely chosen query must use the known letters.
        clueless: The owners of words without a sequence clue.
        opened: The attempts of the last row, each with its points.
        missed: The wrong attempts of all rows: owner and word.
        found: The words that were found, with their nonces.
        slipped: The seats that marked wrong.
        value: The points of a hit now; 0 outside attempts.
        points: The points of this round so far, by seat.
        commitments: The commitments by seat, 64 hex digits each; empty for none.
        nonces: The nonces of all finished rounds, by seat.
        voided: The words of a round that was called off, until the next query.
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
    hard: str
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
    def question(self) -> views.Question:
        """The question for the most marked letters of the next query."""
        of = f"{self.round} {len(self.rows)}"
        open_now = self.phase in _PREDICTED and not self.over
        letters = range(self.length + 1) if open_now else ()
        return views.Question(of, "marks", tuple(letters))

    @property
    def sealed(self) -> tuple[Seat, ...]:
        """The seats with a hidden word or an unopened attempt."""
        return tuple(Seat(at) for at, promise in enumerate(self.commitments) if promise)

    @property
    def making(self) -> tuple[Seat, ...]:
        """The seats that are choosing their word."""
        return self.awaited if self.waiting else ()

    @property
    def private_turns(self) -> tuple[PrivateTurn, ...]:
        """The seats that must hide a word, mark a query, or try a word unseen."""
        why = _UNSEEN.get(self.phase, "")
        if not why or (self.race and why == "attempt"):
            return ()
        return tuple(PrivateTurn(seat, why) for seat in self.awaited)

    @override
    def common(self) -> Common:
        """Return the fields of this view that the board reads."""
        return Common(
            results=self.results,
            over=self.over,
            turn=self.turn,
            waiting=self.waiting,
            commitments=self.commitments,
            making=self.making,
            sealed=self.sealed,
            private_turns=self.private_turns,
            question=self.question,
        )


@dataclass(frozen=True, kw_only=True)
class PlayerView(SeatView):
    """
    The view of a player.

    Args:
        word: The player's own word; empty for none.
        tried: The player's attempt of this row, as seat and word; None without one.
    """

    public: PublicView
    word: str = field(repr=False)
    tried: tuple[Seat, str] | None = field(repr=False)


def view(game: WqrdlesState, viewer: Viewer | Seat) -> PublicView | PlayerView:
    """Return the view of *viewer*."""
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


def may(game: WqrdlesState, seat: Seat) -> tuple[str, ...]:
    """Return the verbs that `seat` can use now."""
    if seat not in game.active or game.over:
        return ()
    if game.phase is Phase.SECRETS:  # a hidden word may also be replaced
        return ("secret",)
    if seat not in waiting(game):
        return ("predict",) if game.phase in _PREDICTED else ()
    if game.phase is Phase.QUERY:
        fresh = game.cards and not game.round.swapped
        return ("query", "swap") if fresh else ("query",)
    return ("decode",) if game.phase is Phase.DECODE else ("guess", "pass")


def public_view(game: WqrdlesState) -> PublicView:
    """Return the public view."""
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


def waiting(game: WqrdlesState) -> tuple[Seat, ...]:
    """Return the seats that the board waits for; empty if the board acts itself."""
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


def shown_absent(rows: tuple[QueryRow, ...], seat: Seat) -> str:
    """
    Return the letters shown to be absent from a seat's word, sorted.

    Source: rules, part 4: listed A-Z; only when no copy of it was marked.
    """
    letters = {
        letter
        for row in rows
        for owner, marks, _ in row.marks
        if owner == seat
        for letter in absent(row.word, marks)
    }
    return "".join(sorted(letters))


def _cards(game: WqrdlesState) -> tuple[tuple[str, ...], ...]:
    hands = dict(game.round.hands)
    every = (hands.get(Seat(seat)) for seat in range(game.seats))
    return tuple(() if number is None else card(game, number) for number in every)


def _commitments(game: WqrdlesState) -> tuple[str, ...]:
    now, number = game.round, len(game.results) + 1
    return tuple(
        chance.commitment(key, number, word)
        for word, key in zip(now.words, now.nonces, strict=True)
    )


# --- how much is shown --------------------------------------------------------

#: How many results of `known` are cached.
KEPT = 8

#: The most names that fit the big line of the screen.
MOST_NAMED = 2

#: The most attempts that fit the small print; pages show all of them.
MOST_TRIED = 3


# --- what is known of each word ----------------------------------------------

#: The picture and the lamp of each sign of `words.marks`.
_SIGNS = {
    GREEN: (Mark.HERE, Lamp.YES),
    YELLOW: (Mark.ELSEWHERE, Lamp.ELSEWHERE),
    NONE: (Mark.NONE, Lamp.DARK),
}

#: Empty zones.
EMPTY = (ZoneFace(in_word=False),) * len(ZONES)

#: How many rows of signs are cached: those of an evening's last rounds.
KEPT_ROWS = 256


@lru_cache(maxsize=KEPT_ROWS)
def marked(word: str, marks: str, first: Zone) -> tuple[ZoneFace, ...]:
    """Return the zones with a word's letters and their marks."""
    zones = [
        ZoneFace(lamp=_SIGNS[sign][1], mark=_SIGNS[sign][0], spelled=letter)
        for letter, sign in zip(word, marks, strict=True)
    ]
    return (*EMPTY[: first - 1], *zones, *EMPTY[first - 1 + len(word) :])


class Known(Record):
    """
    The public knowledge of one hidden word, to be shown on the zones.

    Args:
        seat: The owner of the word.
        rows: The zones' faces for each answer, the first answer first.
        notes: The note of the table's screen for each; the gap ``name`` is left open.
    """

    seat: Seat
    rows: tuple[tuple[ZoneFace, ...], ...]
    notes: tuple[Message, ...]

    def note(self, row: int, name: str | Message) -> Message:
        """Return the note of a row, from 0, with the owner's name."""
        note = self.notes[row]
        return Message(note.code, (*note.values, ("name", name)))


def known(game: WqrdlesState) -> tuple[Known, ...]:
    """Return the public knowledge of each word, the hidden words first."""
    now = game.round
    if not now.rows:
        return ()
    found = tuple((seat, now.words[seat]) for seat in now.found)
    return _known_of(now.rows, now.seats, found, first_zone(game.header))


@lru_cache(maxsize=KEPT)
def _known_of(
    rows: tuple[QueryRow, ...],
    seats: tuple[Seat, ...],
    found: tuple[tuple[Seat, str], ...],
    first: Zone,
) -> tuple[Known, ...]:
    newest = [seat for seat, _, _ in rows[-1].marks]
    order = [*newest, *(seat for seat in seats if seat not in newest)]
    words = dict(found)
    still = [_known(rows, seat, first) for seat in order if seat not in words]
    shown = [_found(seat, words[seat], first) for seat in order if seat in words]
    return tuple(one for one in (*still, *shown) if one.rows)


def _known(rows: tuple[QueryRow, ...], seat: Seat, first: Zone) -> Known:
    """
    Return the public knowledge of a seat's word.

    Source: rules, part 4: marks, sequence clue, absent letters for each secret.
    """
    gone = shown_absent(rows, seat)
    own = [
        (row.word, marks, clue)
        for row in rows
        for owner, marks, clue in row.marks
        if owner == seat
    ]
    return Known(
        seat,
        tuple(marked(word, marks, first) for word, marks, _ in own),
        tuple(
            say("wqrdles-row", row=number, rest=_rest(word, clue, gone))
            for number, (word, _, clue) in enumerate(own, start=1)
        ),
    )


def _rest(word: str, clue: str, gone: str) -> Message | str:
    """Return the sequence clue and the absent letters as a sentence; empty for none."""
    told: Message | str = ""
    if clue:
        told = say("wqrdles-after" if clue == ">" else "wqrdles-before", word=word)
    if not gone:
        return told
    return say("wqrdles-both" if told else "wqrdles-absent", clue=told, letters=gone)


def _found(seat: Seat, word: str, first: Zone) -> Known:
    rows = (marked(word, GREEN * len(word), first),)
    return Known(seat, rows, (say("wqrdles-found", word=word),))


# --- what it shows -----------------------------------------------------------


def face(game: WqrdlesState, names: tuple[str, ...]) -> Face:
    """
    Return the public face of lamps and screens.

    The zones show the newest row of a word that is still hidden. `Pages` shows the
    others.

    Args:
        game: The game.
        names: The players' names by seat.
    """
    sums = map(add, game.totals, points(game))
    status = points_line(names, tuple(sums))
    big, note = line(game, names), _note(game, names)
    if game.over:
        return Face(TableFace(big, status=status))
    if game.phase is Phase.DECODE:
        status = say("marking-who-how")
    shown = next(iter(known(game)), None)
    if shown is None:
        return Face(TableFace(big, status=status, note=note), EMPTY)
    note = note or shown.note(-1, names[shown.seat])
    return Face(TableFace(big, status=status, note=note), shown.rows[-1])


def line(game: WqrdlesState, names: tuple[str, ...]) -> Message:
    """Return the big line: the awaited players and their task; `names` by seat."""
    if game.over:
        return won_by([names[seat] for seat in game.winners])
    name = names[game.round.turn]
    waits = _people(waiting(game), names)
    match game.phase:
        case Phase.SECRETS:
            return say("wqrdles-secrets", names=waits)
        case Phase.DEAL:
            return say("wqrdles-deal")
        case Phase.QUERY:
            return say("wqrdles-pick" if game.cards else "wqrdles-query", name=name)
        case Phase.DECODE:
            return say("wqrdles-decode", names=waits, word=game.round.query)
        case Phase.ATTEMPTS:
            return say("wqrdles-try", names=waits, value=value(game))


def _people(seats: tuple[Seat, ...], names: tuple[str, ...]) -> str | Message:
    """Return the names of seats; their number if there are many."""
    if len(seats) > MOST_NAMED:
        return say("players-some", n=len(seats))
    return ", ".join(names[seat] for seat in seats)


def _note(game: WqrdlesState, names: tuple[str, ...]) -> Message | None:
    """Return the message about the last event, or about players without a clue."""
    now = game.round
    if now.clueless and game.phase is Phase.QUERY and not now.rows:
        return say("wqrdles-clueless", names=_people(now.clueless, names))
    if game.voided:
        return say("wqrdles-voided", words=all_words(game.voided))
    if game.results and not now.rows:
        return say("wqrdles-words", words=all_words(game.results[-1].words))
    if now.opened and not game.race:
        hits_first = sorted(now.opened, key=lambda one: -one[-1])
        tries = [
            f"{names[by]}-{names[of]} {word} {f'+{earned}' if earned else '✗'}"
            for by, of, word, earned in hits_first[:MOST_TRIED]
        ]
        tries += ["…"] * (len(hits_first) > MOST_TRIED)
        return say("wqrdles-opened", tries=", ".join(tries))
    return None


# --- moments -----------------------------------------------------------------


def moments_of(
    _before: WqrdlesState | None, fact: Fact, after: WqrdlesState
) -> Iterator[Moment]:
    """Yield the moments of a fact; for a row the marks of the one word on the zones."""
    match fact:
        case Marked():
            for shown in known(after)[:1]:
                row = zip(ZONES, shown.rows[-1], strict=True)
                marks = tuple((zone, one.mark) for zone, one in row if one.mark)
                said = tuple(_said(marks))
                yield Moment(
                    What.MARKS, shown.seat, marks=marks, said=said, answer=_most(fact)
                )
        case Opened(tries=tries):
            for seat, _, word, earned in tries:
                yield common.judged(seat, word, right=earned > 0)
        case _:
            yield from common.of_fact(fact)


def _most(fact: Marked) -> int:
    """Return the most marked letters of any word."""
    return max(
        (sum(mark != NONE for mark in marks) for _, marks, _ in fact.marks), default=0
    )


def _said(marks: tuple[tuple[Zone, Mark], ...]) -> Iterator[Message]:
    """Yield "in its place: one and three" for each mark that occurs."""
    for mark in (Mark.HERE, Mark.ELSEWHERE):
        zones = [zone for zone, one in marks if one is mark]
        if zones:
            yield from (say(f"clip-mark-{mark}"), *listed(zones))
    if all(one is Mark.NONE for _, one in marks):
        yield say("clip-mark-none")
