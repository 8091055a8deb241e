"""The views of Code cards, its faces, transcript lines, sentences and moments."""

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
    CardsRound,
    CardsState,
    CodeRow,
    Done,
    Evaluated,
    Fact,
    Pile,
    PlayingCard,
    Revealed,
    Skip,
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
from firmware_host.games.views import Common, PrivateTurn, SeatView, Viewer, view_of

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
    """Return the answer to accepted facts: all hits of a turn by column."""
    answered = hits(facts)
    told = {} if answered is None else {"hits": list(answered)}
    return {"answer": "ok", **told}


def hits(facts: tuple[Fact, ...]) -> tuple[bool, ...] | None:
    """Return the hits of a finished turn by column, or None if no turn ended."""
    return next((one.hits for one in facts if isinstance(one, Evaluated)), None)


# --- in words ----------------------------------------------------------------


def describe_fact(fact: Fact, name_of: Callable[[Seat], str]) -> Message | None:
    """Return a sentence about a fact, or None for no sentence."""
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
    The public view of Code cards, without hidden cards.

    A field with two entries has one for each seat. In it, three entries are the columns
    of that seat, from the seat's own left.

    Args:
        cards: The house rule for the cards: ``dealt`` if the board deals, ``real`` if
            people use real cards; empty in a game from before that rule.
        round: The number of the round, from 1.
        waiting: True before the round, while players hide their codes.
        phase: ``hiding``, ``playing``, ``naming`` or ``over``.
        sealed: The seats with at least one hidden card.
        lying: By seat, for each of its three places: True if a hidden card lies there.
        turn: The seat that plays or names; None if no single seat is on turn.
        column: The next column, from 1; 4 after the last one, 0 before the round.
        may: The verbs of the seat on turn: ``play``, ``skip``, ``done``, ``break``,
            ``name``; ``deal`` for everybody before the board deals.
        first_turn: True in the first turn of the seat on turn.
        tops: The top card of each pile, by seat and column.
        heights: The number of cards of each pile, by seat and column.
        pennies: True if the top card of a pile was answered as a hit, by seat and
            column. At the table a penny on the card marks a hit.
        answered: Each card that was on top at the end of a turn, and whether it was
            a hit. Players saw it but may not look it up, so pages do not get this
            field.
        fresh: The seat whose columns were just answered, at the end of its turn; None
            after the next action.
        hands: The number of cards of each hand.
        deck: The number of cards left to draw.
        broken_by: The seat that broke the code; None while cards are played.
        named: The cards that each seat has named, column 1 first.
        voided: The codes of a round that was called off, until the next round.
        commitment: The commitment to both codes, 64 hex digits; empty before and after
            the round.
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
    tops: tuple[CodeRow, ...] = ((None,) * WIDTH,) * 2
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
        """The seats that are hiding cards; empty if the board deals."""
        hides = self.phase == "hiding" and self.cards != DEALT
        return BOTH if hides else ()

    @property
    def private_turns(self) -> tuple[PrivateTurn, ...]:
        """The seat that must play from a dealt hand or name a card, unseen."""
        if self.turn is None or self.cards != DEALT:
            return ()
        return (PrivateTurn(self.turn, "name" if self.phase == "naming" else "cards"),)

    @override
    def common(self) -> Common:
        """Return the fields of this view that the board reads."""
        return Common(
            results=self.results,
            over=self.over,
            turn=self.turn,
            waiting=self.waiting,
            commitment=self.commitment,
            making=self.making,
            sealed=self.sealed,
            private_turns=self.private_turns,
        )

    @override
    def may_on_turn(self) -> tuple[str, ...]:
        """Return the verbs for the seat on turn."""
        return self.may


@dataclass(frozen=True, kw_only=True)
class PlayerView(SeatView):
    """
    The view of a player: the public view and the player's own cards.

    Args:
        code: The player's own hidden cards, from the player's left.
        pile: The one pile that the player may look through now, the top card last;
            empty for none.
        hand: The player's hand, if the board dealt it.
    """

    public: PublicView
    code: CodeRow = field(repr=False)
    pile: Pile = field(repr=False)
    hand: Pile = field(repr=False)


#: The verbs that end a column or a turn; they are offered unless they are refused.
_ENDS = (("skip", Skip()), ("done", Done()), ("break", Break()))

#: The picture of a card that lies face down.
_BACK = CardFace("")


def view(game: CardsState, viewer: Viewer | Seat) -> PublicView | PlayerView:
    """
    Return the view of `viewer`.

    It is built from nothing that the viewer may not know.
    """
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


def look_back(now: CardsRound | None, seat: Seat) -> Pile:
    """
    Return the pile of the next column, if `seat` is on turn.

    Source: rules, part 3: not after a card was played there or the column was skipped;
    in naming only the column in question.
    """
    if now is None or now.turn != seat or now.column > WIDTH:
        return ()
    return now.piles[seat][now.column - 1]


def public_view(game: CardsState) -> PublicView:
    """Return the public view."""
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


def _phase(game: CardsState) -> str:
    if game.over:
        return "over"
    if game.round is None:
        return "hiding"
    return "playing" if game.round.broken_by is None else "naming"


def may(game: CardsState, now: CardsRound | None) -> tuple[str, ...]:
    """Return the verbs of the seat on turn; they do not depend on hidden cards."""
    if now is None:
        return ("deal",) if game.dealt and not game.over else ()
    if now.broken_by is not None:
        return ("name",)
    right = (
        do for do, action in _ENDS if not isinstance(decide(game, action), Refused)
    )
    return ("play", *right)


# --- lamps and screens -------------------------------------------------------


def face(game: CardsState, names: tuple[str, ...]) -> Face:
    """
    Return the public face of lamps and screens.

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


def line(game: CardsState, names: tuple[str, ...]) -> Message:
    """
    Return the big line of the table screen: the player and the task.

    `names` by seat.
    """
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


def _pads(now: CardsRound) -> tuple[str, ...]:
    """Return the pad numbers of the columns still to come, the next one first."""
    owner = other(now.turn)
    return tuple(
        str(zone_of(owner, facing(column)))
        for column in COLUMNS
        if column >= now.column
    )


def _zone(now: CardsRound, zone: Zone) -> ZoneFace:
    """Return a zone's face; its tick is lit while the top card of the pile is a hit."""
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


def _waiting(game: CardsState, names: tuple[str, ...]) -> Message:
    """Return the line while the codes are hidden, or with the winner."""
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


def _note(game: CardsState, names: tuple[str, ...]) -> Message | None:
    """Return the note: the last round was called off, or which zones belong to whom."""
    if game.over:
        return None
    if game.voided:
        return say("cards-called-off" if game.dealt else "cards-voided")
    return None if game.dealt else say("cards-sides", name=names[0], other=names[1])


def _still(game: CardsState, zone: Zone, open_cards: Pile) -> ZoneFace:
    """
    Return a zone's face outside a turn.

    It shows an open card, a hidden card, or that a card is missing.
    """
    owner, place = place_of(zone)
    if game.rows[owner][place - 1] is not None and not game.results:
        return ZoneFace(word=say("card-lies"), card=_BACK)
    if open_cards:
        return ZoneFace(card=drawn(open_cards[WIDTH * owner + place - 1]))
    return ZoneFace(word=say("card-waits"))


# --- moments -----------------------------------------------------------------


def moments_of(
    before: CardsState | None, fact: Fact, after: CardsState
) -> Iterator[Moment]:
    """Yield the moments of a fact; hits in the order of the board's zones."""
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
