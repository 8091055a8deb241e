"""What each place at the table may know of Code cards, and what the board shows."""

from dataclasses import dataclass, field

from firmware_host.board.faces import CardFace, Face, Lamp, TableFace, ZoneFace
from firmware_host.board.messages import Message, say
from firmware_host.board.pieces import ZONES, Seat, Zone
from firmware_host.games.codecards_deck import (
    BOTH,
    COLUMNS,
    NAMED_BY,
    SUITS,
    WIDTH,
    PlayingCard,
    drawn,
    facing,
    other,
    place_of,
    zone_of,
)
from firmware_host.games.codecards_state import Game, Pile, Round, Row
from firmware_host.games.common import won_by
from firmware_host.games.contract import Result, Viewer
from firmware_host.games.wanted import Wanted

Tops = tuple[PlayingCard | None, ...]


@dataclass(frozen=True, slots=True)
class PublicView:
    """
    What anyone may know: top cards and pennies, never a pile or a hidden card.

    Pairs are by seat. Rows are by the columns of that seat, from its own left.

    Args:
        round: The number of the round, from 1; there is one, but for those called off.
        waiting: True while the codes are hidden.
        phase: ``hiding``, ``playing``, ``naming`` or ``over``.
        sealed: Whose hidden cards lie, at least one, and are not open yet.
        lying: Which hidden cards lie, from their owner's left.
        turn: Whose turn it is, or who names; None for both, or for nobody.
        column: The column that comes next; 0 where there is none.
        may: What whoever is on turn can do: ``play``, ``skip``, ``done``, ``break``,
            ``name``.
        tops: The top card of each pile.
        heights: How many cards lie in each pile.
        pennies: The hits.
        fresh: Whose columns were answered by the last action; None for nobody's.
        hands: How many cards each holds.
        deck: How many cards are left to draw.
        broken_by: Who broke the code.
        named: The cards each has named, column 1 first.
        commitment: 64 hex digits; empty before and after the round.
        voided: The six hidden cards of a round that was called off.
        results: The finished round: six hidden cards, points and nonce.
        totals: Points by seat.
        over: True once nothing more is played.
        winners: Seats that won.
    """

    round: int
    waiting: bool
    phase: str
    sealed: tuple[Seat, ...]
    lying: tuple[tuple[bool, ...], ...]
    turn: Seat | None
    column: int
    may: tuple[str, ...]
    tops: tuple[Tops, ...]
    heights: tuple[tuple[int, ...], ...]
    pennies: tuple[tuple[bool, ...], ...]
    fresh: Seat | None
    hands: tuple[int, ...]
    deck: int
    broken_by: Seat | None
    named: tuple[Pile, ...]
    commitment: str
    voided: str
    results: tuple[Result, ...]
    totals: tuple[int, ...]
    over: bool
    winners: tuple[Seat, ...]

    @property
    def making(self) -> tuple[Seat, ...]:
        """Who is hiding cards."""
        return BOTH if self.phase == "hiding" else ()


@dataclass(frozen=True, slots=True)
class SeatView:
    """
    What a player knows beyond the public.

    Args:
        public: What anyone may know.
        seat: Whose view it is.
        code: The player's own hidden cards, from the player's left.
        pile: The cards of the one pile that may be looked through now, the top one
            last; empty where none may.
    """

    public: PublicView
    seat: Seat
    code: Row = field(repr=False)
    pile: Pile = field(repr=False)


View = PublicView | SeatView

#: What may go out: to everybody, and to each player of one's own.
PUBLIC = (
    *("round", "waiting", "phase", "sealed", "lying", "turn", "column", "may", "tops"),
    *("heights", "pennies", "fresh", "hands", "deck", "broken_by", "named"),
    *("commitment", "voided", "totals", "over", "winners"),
)
OWN = ("code", "pile")

#: A card that lies with its back up.
_BACK = CardFace("")


def view(game: Game, viewer: Viewer | Seat) -> View:
    """Return what *viewer* may know, built from nothing else."""
    seen = public_view(game)
    if isinstance(viewer, Viewer) or viewer not in BOTH:
        return seen
    return SeatView(seen, viewer, game.rows[viewer], _look_back(game.round, viewer))


def _look_back(now: Round | None, seat: Seat) -> Pile:
    """
    Return the pile of the column that comes next, for whoever is on turn.

    Source: rules, part 3: not once a card was played there or the column was skipped;
    in naming only the column in question.
    """
    if now is None or now.turn != seat or now.column > WIDTH:
        return ()
    return now.piles[seat][now.column - 1]


def public_view(game: Game) -> PublicView:
    """Build what anyone may know."""
    now = game.round
    blank = (None,) * WIDTH
    return PublicView(
        round=1,
        waiting=now is None and not game.over,
        phase=_phase(game),
        sealed=()
        if game.over
        else tuple(seat for seat in BOTH if any(game.rows[seat])),
        lying=tuple(tuple(card is not None for card in row) for row in game.rows),
        turn=now.turn if now else None,
        column=now.column if now else 0,
        may=_may(now) if now else (),
        tops=now.tops if now else (blank, blank),
        heights=_heights(now),
        pennies=now.pennies if now else ((False,) * WIDTH,) * 2,
        fresh=now.fresh if now else None,
        hands=now.hands if now else (),
        deck=now.deck if now else 0,
        broken_by=now.broken_by if now else None,
        named=now.named if now else game.named,
        commitment=now.deal.commitment if now else "",
        voided=game.voided,
        results=game.results,
        totals=game.results[-1].points if game.results else (0, 0),
        over=game.over,
        winners=game.winners,
    )


def _phase(game: Game) -> str:
    if game.over:
        return "over"
    if game.round is None:
        return "hiding"
    return "playing" if game.round.broken_by is None else "naming"


def _heights(now: Round | None) -> tuple[tuple[int, ...], ...]:
    if now is None:
        return ((0,) * WIDTH,) * 2
    return tuple(tuple(map(len, row)) for row in now.piles)


def _may(now: Round) -> tuple[str, ...]:
    """Return what whoever is on turn can do; of cards it tells nothing."""
    if now.broken_by is not None:
        return ("name",)
    if now.first_turn:
        return ("play",)
    acts = ["play"]
    if now.played or now.column < WIDTH:
        acts.append("skip")
    if now.played:
        acts.append("done")
    if now.column == 1:
        acts.append("break")
    return tuple(acts)


# --- lamps and screens --------------------------------------------------------


def face(game: Game, names: tuple[str, ...]) -> Face:
    """
    Return what lamps and screens show to everybody.

    Args:
        game: The game.
        names: The players' names by seat.
    """
    now = game.round
    if now is None:
        shown = game.results[-1].word if game.results else game.voided
        open_cards = tuple(map(PlayingCard, shown.split()))
        zones = tuple(_still(game, zone, open_cards) for zone in ZONES)
        return Face(_waiting(game, names), zones)
    zones = tuple(_zone(now, zone) for zone in ZONES)
    return Face(_table(now, names), zones)


def _table(now: Round, names: tuple[str, ...]) -> TableFace:
    return TableFace(
        line=_line(now, names[now.turn]),
        status=say("cards-status", hand=now.hands[now.turn], deck=now.deck),
        note=say("commitment", hex=now.deal.commitment),
    )


def _line(now: Round, name: str) -> Message:
    """Return for whom the board waits, and for what."""
    if now.broken_by is not None:
        return say("cards-name", name=name, column=now.column, pads=_pads(now)[0])
    if now.first_turn:
        return say("cards-first", name=name, column=now.column, pads=_pads(now)[0])
    pads = ", ".join(_pads(now))
    if now.played:
        return say("cards-more", name=name, column=now.column, pads=pads)
    if now.column == 1:
        return say("cards-turn", name=name)
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


def _waiting(game: Game, names: tuple[str, ...]) -> TableFace:
    """Return the table screen while the codes are hidden, and after the end."""
    if game.over:
        points = _points(game, names)
        return TableFace(_winners(game, names), status=points)
    late = [name for name, row in zip(names, game.rows, strict=False) if None in row]
    note = say("cards-voided") if game.voided else None
    if not late:
        return TableFace(say("cards-lot"), note=note)
    if len(late) == 1:
        return TableFace(say("cards-hide", name=late[0]), note=note)
    return TableFace(say("cards-hide-both", name=late[0], other=late[1]), note=note)


def _points(game: Game, names: tuple[str, ...]) -> Message:
    earned = game.results[-1].points if game.results else (0, 0)
    pairs = zip(names, earned, strict=False)
    return say(
        "status-points", points="  ".join(f"{one} {sum_}" for one, sum_ in pairs)
    )


def _winners(game: Game, names: tuple[str, ...]) -> Message:
    return won_by([names[seat] for seat in game.winners])


def _still(game: Game, zone: Zone, open_cards: Pile) -> ZoneFace:
    """Return a zone without play: an open card, a hidden one, or the wait for one."""
    owner, place = place_of(zone)
    if game.rows[owner][place - 1] is not None and not game.results:
        return ZoneFace(word=say("card-lies"), card=_BACK)
    if open_cards:
        return ZoneFace(card=drawn(open_cards[WIDTH * owner + place - 1]))
    return ZoneFace(word=say("card-waits"))


def wanted(game: Game) -> Wanted | None:
    """Return the card that is to be named; None where none is."""
    now = game.round
    if game.over or now is None or now.broken_by is None:
        return None
    return Wanted(
        round=1,
        length=len(NAMED_BY),
        first_zone=ZONES[0],
        letters=(),
        maker=None,
        turn=now.turn,
        judge=None,
        do="name",
        key="card",
        places=NAMED_BY,
        suits=SUITS,
    )
