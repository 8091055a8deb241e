"""What Code cards shows: views, faces, transcript lines, sentences and moments."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from firmware_host.board.faces import CardFace, Face, Lamp, TableFace, ZoneFace
from firmware_host.board.json import Json
from firmware_host.board.messages import Message, Refused, say
from firmware_host.board.moments import Moment, What
from firmware_host.board.pieces import ZONES, Seat, Zone
from firmware_host.games import game as common, grammar, views
from firmware_host.games.codecards.rules import (
    BOTH,
    COLUMNS,
    DEALT,
    DECK,
    WIDTH,
    Answer,
    Begun,
    Break,
    Broken,
    Done,
    Evaluated,
    Fact,
    Pile,
    PlayingCard,
    Revealed,
    Round,
    Row,
    Skip,
    State,
    Voided,
    at_board,
    decide,
    drawn,
    facing,
    name_of,
    other,
    place_of,
    read_codes,
    zone_of,
)
from firmware_host.games.contract import Value, Verb
from firmware_host.games.game import GameEnded, points_line, won_by
from firmware_host.games.meaning import override
from firmware_host.games.views import Common, SeatView, Viewer, view_of

# --- transcript lines and sentences ------------------------------------------

VERBS: Mapping[str, Verb] = {
    "hide": Verb(("by", "place", "card")),
    "code": Verb(("by", "cards")),
    "lot": Verb((), ("first", "nonce", "commitment"), board=True),
    "deal": Verb((), ("deck", "first", "nonce", "commitment")),
    "play": Verb(("column", "card")),
    "skip": Verb(),
    "done": Verb(),
    "break": Verb(),
    "name": Verb(("card",)),
}

_CARD = Value(lambda v: isinstance(v, str) and v in DECK, "a card such as QH or 10S")

VALUES: Mapping[str, Value] = {
    "place": grammar.numbers(1, 3),
    "column": grammar.numbers(1, 3),
    "card": _CARD,
    "cards": grammar.list_of(_CARD, 'cards such as ["QH", "7C", "10S"]'),
    "deck": grammar.drawn(grammar.list_of(_CARD, "all 52 cards, in their order")),
    "first": grammar.drawn(grammar.SEAT),
    "nonce": grammar.PROOF,
    "commitment": grammar.PROOF,
}


def answer(facts: tuple[Fact, ...]) -> dict[str, Json]:
    """Return what accepted *facts* say: a turn's answers by column, all at once."""
    answered = hits(facts)
    told = {} if answered is None else {"hits": list(answered)}
    return {"answer": "ok", **told}


def hits(facts: tuple[Fact, ...]) -> tuple[bool, ...] | None:
    """Return the pennies that accepted *facts* bring, by column; None without any."""
    return next((one.hits for one in facts if isinstance(one, Evaluated)), None)


# --- in words ----------------------------------------------------------------


def describe_fact(fact: Fact, name_of: Callable[[Seat], str]) -> Message | None:
    """Return in words what has come of it; None where nothing is to be said."""
    match fact:
        case Begun(first=seat):
            return say("cards-begins", name=name_of(seat))
        case Evaluated(hits=answered):
            columns = [str(at) for at, hit in enumerate(answered, 1) if hit]
            if not columns:
                return say("cards-no-hits")
            return say("cards-hits", columns=", ".join(columns))
        case Broken(by=seat):
            return say("cards-names-first", name=name_of(seat))
        case Revealed(codes=codes) | Voided(codes=codes):
            return _revealed(codes, name_of)
        case GameEnded(winners=winners):
            return won_by(list(map(name_of, winners)))
        case _:
            return None


def _revealed(codes: str, called: Callable[[Seat], str]) -> Message:
    one, two = map(_row, read_codes(codes))
    first, second = map(called, BOTH)
    return say("cards-revealed", name=first, cards=one, other=second, others=two)


def _row(text: str) -> Message:
    one, two, three = (name_of(PlayingCard(card)) for card in text.split())
    return say("cards-row", one=one, two=two, three=three)


# --- views and faces ---------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class PublicView(views.PublicView):
    """
    What anyone may know: top cards and pennies, never a hidden card.

    Pairs are by seat. Rows are by the columns of that seat, from its own left.

    Args:
        cards: Who deals: ``dealt``, ``real``, or nothing in an old game.
        round: The number of the round, from 1; there is one, but for those called off.
        waiting: True while the codes are hidden.
        phase: ``hiding``, ``playing``, ``naming`` or ``over``.
        sealed: Whose hidden cards lie, at least one, and are not open yet.
        lying: Which hidden cards lie, from their owner's left.
        turn: Whose turn it is, or who names; None for both, or for nobody.
        column: The column that comes next; 0 where there is none.
        may: What whoever is on turn can do: ``play``, ``skip``, ``done``, ``break``,
            ``name``; ``deal`` for everybody before the board deals.
        first_turn: True while whoever is on turn plays the first one.
        tops: The top card of each pile.
        heights: How many cards lie in each pile.
        pennies: The hits.
        answered: Each card that lay on top at the end of a turn, and whether it was a
            hit. Everybody saw it, and nobody may look it up: no page is told.
        fresh: Whose columns were answered by the last action; None for nobody's.
        hands: How many cards each holds.
        deck: How many cards are left to draw.
        broken_by: Who broke the code.
        named: The cards each has named, column 1 first.
        commitment: 64 hex digits; empty before and after the round.
        voided: The six hidden cards of a round that was called off.
    """

    cards: str
    round: int
    waiting: bool
    phase: str
    sealed: tuple[Seat, ...]
    lying: tuple[tuple[bool, ...], ...]
    turn: Seat | None = None
    column: int = 0
    may: tuple[str, ...]
    first_turn: bool = False
    tops: tuple[Row, ...] = ((None,) * WIDTH,) * 2
    heights: tuple[tuple[int, ...], ...] = ((0,) * WIDTH,) * 2
    pennies: tuple[tuple[bool, ...], ...] = ((False,) * WIDTH,) * 2
    answered: tuple[tuple[tuple[Answer, ...], ...], ...] = field(
        default=(((),) * WIDTH,) * 2, repr=False
    )
    fresh: Seat | None = None
    hands: tuple[int, ...] = ()
    deck: int = 0
    broken_by: Seat | None = None
    named: tuple[Pile, ...]
    commitment: str
    voided: str

    @property
    def making(self) -> tuple[Seat, ...]:
        """Who is hiding cards; nobody where the board deals them at one moment."""
        hides = self.phase == "hiding" and self.cards != DEALT
        return BOTH if hides else ()

    @override
    def common(self) -> Common:
        """Return what the board reads of this view."""
        return Common(
            results=self.results,
            over=self.over,
            turn=self.turn,
            waiting=self.waiting,
            commitment=self.commitment,
            making=self.making,
            sealed=self.sealed,
        )

    @override
    def may_on_turn(self) -> tuple[str, ...]:
        """Return the verbs for the seat on turn."""
        return self.may


@dataclass(frozen=True, kw_only=True)
class PlayerView(SeatView):
    """
    What a player knows beyond the public.

    Args:
        code: The player's own hidden cards, from the player's left.
        pile: The cards of the one pile that may be looked through now, the top one
            last; empty where none may.
        hand: The player's cards, where the board dealt them.
    """

    public: PublicView
    code: Row = field(repr=False)
    pile: Pile = field(repr=False)
    hand: Pile = field(repr=False)


#: What ends a column or the turn; it can be done where it is not refused.
_ENDS = (("skip", Skip()), ("done", Done()), ("break", Break()))

#: A card that lies with its back up.
_BACK = CardFace("")


def view(game: State, viewer: Viewer | Seat) -> PublicView | PlayerView:
    """Return what *viewer* may know, built from nothing else."""
    seen = public_view(game)
    if isinstance(viewer, Viewer) or viewer not in BOTH:
        return seen
    now = game.round
    acts = seen.may if seen.turn in (None, viewer) else ()
    return PlayerView(
        public=seen,
        seat=viewer,
        code=game.rows[viewer],
        pile=look_back(now, viewer),
        hand=now.held[viewer] if now else (),
        may=tuple(act for act in acts if act not in at_board(game)),
    )


def look_back(now: Round | None, seat: Seat) -> Pile:
    """
    Return the pile of the column that comes next, for whoever is on turn.

    Source: rules, part 3: not once a card was played there or the column was skipped;
    in naming only the column in question.
    """
    if now is None or now.turn != seat or now.column > WIDTH:
        return ()
    return now.piles[seat][now.column - 1]


def public_view(game: State) -> PublicView:
    """Build what anyone may know."""
    now = game.round
    secret = () if game.over else BOTH
    return view_of(
        PublicView,
        now,
        game,
        round=1,
        waiting=now is None and not game.over,
        phase=_phase(game),
        sealed=tuple(seat for seat in secret if any(game.rows[seat])),
        lying=tuple(tuple(card is not None for card in row) for row in game.rows),
        may=may(game, now),
        commitment=now.deal.commitment if now else "",
    )


def _phase(game: State) -> str:
    if game.over:
        return "over"
    if game.round is None:
        return "hiding"
    return "playing" if game.round.broken_by is None else "naming"


def may(game: State, now: Round | None) -> tuple[str, ...]:
    """Return what whoever is on turn can do; of cards it tells nothing."""
    if now is None:
        return ("deal",) if game.dealt and not game.over else ()
    if now.broken_by is not None:
        return ("name",)
    right = (
        do for do, action in _ENDS if not isinstance(decide(game, action), Refused)
    )
    return ("play", *right)


# --- lamps and screens -------------------------------------------------------


def face(game: State, names: tuple[str, ...]) -> Face:
    """
    Return what lamps and screens show to everybody.

    Args:
        game: The game.
        names: The players' names by seat.
    """
    now, big = game.round, line(game, names)
    if now is None:
        shown = game.results[-1].word if game.results else game.voided
        open_cards = tuple(map(PlayingCard, shown.split()))
        zones = tuple(_still(game, zone, open_cards) for zone in ZONES)
        status = points_line(names, game.totals) if game.over else None
        return Face(TableFace(big, status=status, note=_note(game, names)), zones)
    status = say("cards-status", hand=now.hands[now.turn], deck=now.deck)
    note = say("commitment", hex=now.deal.commitment)
    zones = tuple(_zone(now, zone) for zone in ZONES)
    return Face(TableFace(big, status=status, note=note), zones)


def line(game: State, names: tuple[str, ...]) -> Message:
    """Return for whom the board waits, and for what; *names* by seat."""
    now = game.round
    if now is None:
        return _waiting(game, names)
    name = names[now.turn]
    if now.broken_by is not None:
        return say("cards-name", name=name, column=now.column, pads=_pads(now)[0])
    if now.first_turn and now.column == 1 and game.early_break == "on":
        return say("cards-first-break", name=name, pads=_pads(now)[0])
    if now.first_turn:
        return say("cards-first", name=name, column=now.column, pads=_pads(now)[0])
    pads = ", ".join(_pads(now))
    if now.played:
        return say("cards-more", name=name, column=now.column, pads=pads)
    if now.column == 1:
        return say("cards-turn-dealt" if game.dealt else "cards-turn", name=name)
    return say("cards-play", name=name, column=now.column, pads=pads)


def _pads(now: Round) -> tuple[str, ...]:
    """Return the numbers of the pads of the columns still to come, the next first."""
    owner = other(now.turn)
    return tuple(
        str(zone_of(owner, facing(column)))
        for column in COLUMNS
        if column >= now.column
    )


def _zone(now: Round, zone: Zone) -> ZoneFace:
    """A penny is a lit tick; it stays as long as its card is on top."""
    owner, place = place_of(zone)
    actor, at = other(owner), WIDTH - place
    top, penny = now.tops[actor][at], now.pennies[actor][at]
    if top is None:
        return ZoneFace(card=_BACK)
    if penny:
        return ZoneFace(Lamp.YES, say("hit"), card=drawn(top))
    if now.fresh == actor:
        return ZoneFace(Lamp.NO, say("no-hit"), card=drawn(top))
    return ZoneFace(card=drawn(top))


def _waiting(game: State, names: tuple[str, ...]) -> Message:
    """Return what is waited for while the codes are hidden, or who has won."""
    if game.over:
        return won_by([names[seat] for seat in game.winners])
    if game.dealt:
        return say("cards-deal")
    late = [name for name, row in zip(names, game.rows, strict=False) if None in row]
    if not late:
        return say("cards-lot")
    if len(late) == 1:
        return say("cards-hide", name=late[0])
    return say("cards-hide-both", name=late[0], other=late[1])


def _note(game: State, names: tuple[str, ...]) -> Message | None:
    """Return that the round before was called off, or which zones are whose."""
    if game.over:
        return None
    if game.voided:
        return say("cards-called-off" if game.dealt else "cards-voided")
    return None if game.dealt else say("cards-sides", name=names[0], other=names[1])


def _still(game: State, zone: Zone, open_cards: Pile) -> ZoneFace:
    """Return a zone without play: an open card, a hidden one, or the wait for one."""
    owner, place = place_of(zone)
    if game.rows[owner][place - 1] is not None and not game.results:
        return ZoneFace(word=say("card-lies"), card=_BACK)
    if open_cards:
        return ZoneFace(card=drawn(open_cards[WIDTH * owner + place - 1]))
    return ZoneFace(word=say("card-waits"))


# --- moments -----------------------------------------------------------------


def moments_of(before: State | None, fact: Fact, after: State) -> Iterator[Moment]:
    """Yield the moments of a fact; hits are told from the board's left."""
    match fact:
        case Evaluated(hits=hits) if before and before.round and after.round:
            seat = before.round.turn
            row = zip(COLUMNS, hits, after.round.tops[seat], strict=True)
            answers = [
                (zone_of(other(seat), facing(column)), hit)
                for column, hit, top in row
                if top is not None
            ]
            for zone, hit in sorted(answers):
                what, code = (What.YES, "hit") if hit else (What.NO, "no-hit")
                yield Moment(what, seat, zone, said=(say(code),))
        case Voided() if not after.dealt:
            yield Moment(What.VOIDED, said=(say("cards-voided"),))
        case _:
            yield from common.of_fact(fact)
