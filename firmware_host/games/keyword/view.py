"""What anyone may know of a game of KEYWORD, and what the board shows of it."""

from dataclasses import asdict, dataclass, field

from firmware_host.board.faces import CardFace, Face, Lamp, TableFace, ZoneFace
from firmware_host.board.json import Json, JsonObject
from firmware_host.board.messages import Message, say, together
from firmware_host.board.pieces import ZONES, Seat
from firmware_host.games import contract
from firmware_host.games.common import points_line, won_by
from firmware_host.games.contract import (
    SeatView,
    Viewer,
    view_of,
)
from firmware_host.games.keyword.actions import Cards, Laid
from firmware_host.games.keyword.score import claims
from firmware_host.games.keyword.state import Round, State, unturned
from firmware_host.games.keyword.transcript import how_it_ended

#: What the longest word can have: nobody's, or two letters up to hand and row together.
_LENGTHS = (0, *range(2, 2 * len(ZONES) + 1))

#: So many names fit the screen's big line.
MOST_NAMED = 2


@dataclass(frozen=True, kw_only=True)
class PublicView(contract.PublicView):
    """
    What everybody may know.

    Args:
        round: The number of the round that is played, or comes next.
        waiting: True between rounds.
        keyword: The keyword.
        sand_s: Seconds that the sand runs; 0 for ever.
        row: The blue card in each zone.
        hands: How many orange cards each seat holds, laid ones included.
        laid: Seats whose word lies face down.
        passed: Seats that have passed.
        thinking: Seats that the round waits for.
        opened: The words of the last round as in `Opened`, with the faults of each.
        words: Words won as in `Word`, by seat.
        claims: Seats that can spell the keyword now.
        orange_left: Cards in the orange deck.
        blue_left: Cards in the blue deck.
        claimed: True where they won by the keyword.
        real: True where the cards are on the table, and hands unknown to the board.
        missing: How many blue cards have to be laid out before the round.
    """

    round: int
    waiting: bool
    keyword: str
    sand_s: int
    row: Cards
    hands: tuple[int, ...]
    laid: tuple[Seat, ...]
    passed: tuple[Seat, ...]
    thinking: tuple[Seat, ...]
    opened: tuple[JsonObject, ...]
    words: tuple[tuple[JsonObject, ...], ...]
    claims: tuple[Seat, ...]
    orange_left: int
    blue_left: int
    claimed: bool
    real: bool
    missing: int

    @property
    def question(self) -> contract.Question:
        """How long the longest word is; 0 where nobody has one."""
        if self.waiting or self.over:
            return contract.Question(str(self.round), "longest")
        return contract.Question(str(self.round), "longest", _LENGTHS)

    @property
    def sealed(self) -> tuple[Seat, ...]:
        """Who has a hand, or a word that lies face down; also between rounds."""
        if self.over:
            return ()
        holding = (Seat(at) for at, count in enumerate(self.hands) if count)
        return tuple(sorted({*holding, *self.laid}))


@dataclass(frozen=True, kw_only=True)
class PlayerView(SeatView):
    """What a player knows: the public, the own hand and word, and what may be done."""

    hand: Cards = field(repr=False)
    own: JsonObject | None = field(default=None, repr=False)


def view(game: State, viewer: Viewer | Seat) -> PublicView | PlayerView:
    """Return what *viewer* may know, built from nothing else."""
    seen = public_view(game)
    if isinstance(viewer, Viewer) or viewer not in game.players:
        return seen
    own = next((laid for laid in _laid(game) if laid.by == viewer), None)
    return PlayerView(
        public=seen,
        seat=viewer,
        hand=() if game.real else game.hands[viewer],
        own=None if own is None else _as_laid(own),
        may=_may(seen, viewer),
    )


def _as_laid(laid: Laid) -> dict[str, Json]:
    """Return a word as its owner laid it; whether it is one, shows with the others."""
    return {key: value for key, value in asdict(laid).items() if key != "known"}


def _may(seen: PublicView, seat: Seat) -> tuple[str, ...]:
    """Return the verbs that make sense for a player now."""
    acts: tuple[str, ...] = ("deal",) if seen.waiting and not seen.missing else ()
    if seat in seen.thinking:
        acts += ("pass",) if seen.real else ("lay", "pass")
    elif seen.question.answers:
        acts += ("predict",)
    return (*acts, "claim") if seat in seen.claims else acts


def _laid(game: State) -> tuple[Laid, ...]:
    return game.round.laid if game.round else ()


def public_view(game: State) -> PublicView:
    """Build what anyone may know."""
    now = game.round
    return view_of(
        PublicView,
        game,
        round=game.number,
        waiting=now is None and not game.over,
        hands=tuple(map(len, game.hands)),
        laid=tuple(sorted(laid.by for laid in _laid(game))),
        passed=tuple(sorted(now.passed)) if now else (),
        thinking=now.waiting if now else (),
        opened=tuple(map(asdict, game.opened)),
        words=tuple(tuple(map(asdict, words)) for words in game.words),
        claims=claims(game),
        blue_left=len(game.blue),
        missing=unturned(game) if now is None and game.real else 0,
    )


def face(game: State, names: tuple[str, ...]) -> Face:
    """
    Return what lamps and screens show to everybody.

    Args:
        game: The game.
        names: The players' names by seat.
    """
    table = TableFace(
        line=line(game, names),
        status=points_line(names, game.totals),
        note=_note(game, names),
    )
    return Face(table, _zones(game))


def line(game: State, names: tuple[str, ...]) -> Message:
    """Return for whom the board waits, and for what; *names* by seat."""
    return _waiting(game.round, names) if game.round else _between(game, names)


def _waiting(now: Round, names: tuple[str, ...]) -> Message:
    """Return for whom the round waits."""
    if len(now.waiting) == len(now.seats):
        return say("keyword-line-all")
    if len(now.waiting) > MOST_NAMED:
        return say("keyword-line-more", n=len(now.waiting))
    return say("keyword-line-lay", names=together([names[at] for at in now.waiting]))


def _between(game: State, names: tuple[str, ...]) -> Message:
    if not (game.over or game.enough):
        return say("keyword-line-count")
    if not game.over and game.real:
        count = unturned(game)
        if count:
            return say("keyword-line-open", n=count)
        return say("keyword-line-begin")
    if not game.over:
        return say("keyword-line-deal" if game.dealt else "keyword-line-start")
    winners = [names[seat] for seat in game.winners]
    if game.claimed:
        return say("keyword-line-cracked", names=together(winners))
    return won_by(winners)


def _note(game: State, names: tuple[str, ...]) -> Message:
    """Return who can claim; else how the last round ended; else the keyword."""
    ready = claims(game)
    if ready:
        able = together([names[seat] for seat in ready])
        return say("keyword-note-claim", names=able, word=game.keyword)
    if game.round is None and game.results:
        return how_it_ended(game.results[-1], names.__getitem__)
    return say("keyword-note-word", word=game.keyword)


def _zones(game: State) -> tuple[ZoneFace, ...]:
    """Show the row; where a card was taken, tick and number until the next deal."""
    used = {zone for shown in game.opened if shown.won for zone in shown.blue}
    return tuple(
        ZoneFace(
            lamp=Lamp.YES if zone in used else Lamp.DARK,
            in_word=bool(card) or zone in used,
            card=CardFace(card) if card else None,
        )
        for zone, card in zip(ZONES, game.row, strict=True)
    )
