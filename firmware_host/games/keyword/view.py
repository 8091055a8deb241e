"""The views of KEYWORD, its faces, transcript lines, sentences and moments."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from functools import reduce

from firmware_host.board.faces import CardFace, Face, Lamp, TableFace, ZoneFace
from firmware_host.board.json import Json, JsonObject
from firmware_host.board.messages import Message, say, together
from firmware_host.board.moments import Moment, What
from firmware_host.board.pieces import ZONES, Seat
from firmware_host.games import game as common, grammar, views
from firmware_host.games.codec import Codec
from firmware_host.games.contract import Result, Value, Verb
from firmware_host.games.game import GameEnded, Voided, points_line, won_by
from firmware_host.games.keyword.rules import (
    BLANK,
    UNKNOWN,
    Action,
    Cards,
    Claimed,
    Dealt,
    Fact,
    KeywordRound,
    KeywordState,
    Laid,
    Passed,
    Shown,
    claims,
    unturned,
)
from firmware_host.games.meaning import override
from firmware_host.games.views import Common, PrivateTurn, SeatView, Viewer, view_of
from firmware_host.words.wide import LETTERS, LONGEST

# --- transcript lines and sentences ------------------------------------------

VERBS: Mapping[str, Verb] = {
    "open": Verb(("zone", "card"), ("tag",), hands=True),
    "deal": Verb((), ("hands", "row")),
    "lay": Verb(("by", "word"), ("blue", "blanks", "tags", "known")),
    "pass": Verb(("by",), ("discard", "drawn", "tags")),
    "look": Verb(("by",), board=True),
    "late": Verb(("by",), board=True),
    "timeup": Verb(board=True),
    "claim": Verb(("by",)),
}

_ALL_CARDS = LETTERS | {BLANK}


def _are_cards(value: Json) -> bool:
    """Return True for cards as one word, such as ``CATS?``, or as a list."""
    return (
        isinstance(value, str | list | tuple)
        and len(value) <= LONGEST
        and all(isinstance(card, str) and card in _ALL_CARDS for card in value)
    )


_CARDS = Value(_are_cards, "cards such as CATS?, a question mark for a blank")

VALUES: Mapping[str, Value] = {
    "word": grammar.WORD,
    "zone": grammar.ZONE,
    "card": grammar.one_of(sorted(_ALL_CARDS)),
    "tag": grammar.numbers(0, 99),
    "tags": grammar.list_of(grammar.numbers(0, 99), "the number of each card, or 0"),
    "hands": grammar.drawn(grammar.list_of(_CARDS, "the cards that each player draws")),
    "row": grammar.drawn(_CARDS),
    "blue": grammar.list_of(grammar.numbers(0, 6), "a zone or 0 for each letter"),
    "blanks": grammar.list_of(grammar.numbers(1, 99), "places in the word, from 1"),
    "known": grammar.drawn(grammar.FLAG),
    "discard": _CARDS,
    "drawn": grammar.drawn(_CARDS),
}

ACTIONS: Codec[Action] = Codec("do", Action)
FACTS: Codec[Fact] = Codec("is", Fact)


def to_transcript(
    action: Action, facts: tuple[Fact, ...], _round_number: int
) -> dict[str, Json]:
    """Return a transcript's line that gives the same `facts` without chance."""
    line = ACTIONS.write(action)
    for inside in ("entropy", "button", "shared", "at_ms"):
        line.pop(inside, None)
    match facts[0]:
        case Dealt(hands=hands, row=row) if facts[0].entropy or "hands" in line:
            line |= {"hands": ["".join(hand) for hand in hands], "row": "".join(row)}
        case Dealt(row=row):  # real cards on the table, which are not named
            line |= {"row": "".join(row)} if row else {}
        case Laid(known=bool(known)):
            line["known"] = known
        case Passed(discard=discard, drawn=drawn):
            seen = "".join(drawn).replace(UNKNOWN, "")
            cards = {"discard": "".join(discard), "drawn": seen}
            line |= {key: some for key, some in cards.items() if some}
        case _:
            pass
    return {key: list(v) if isinstance(v, tuple) else v for key, v in line.items()}


# --- in words ----------------------------------------------------------------


def describe_fact(fact: Fact, name_of: Callable[[Seat], str]) -> Message | None:
    """Return a sentence about a fact, or None for no sentence."""
    match fact:
        case Dealt(row=row) if row:
            return say("keyword-new-row", row=" ".join(row))
        case Shown():
            return _shown(fact, name_of)
        case Voided():
            return say("keyword-voided")
        case Claimed(by=seat):
            return say("keyword-line-cracked", names=name_of(seat))
        case GameEnded(winners=winners):
            return won_by(list(map(name_of, winners)))
        case _:
            return None


def how_it_ended(result: Result, name_of: Callable[[Seat], str]) -> Message:
    """Return the message with the scored word and its player, or without a winner."""
    if result.guessed_by is None:
        return say("keyword-note-nobody")
    name = name_of(result.guessed_by)
    return say("keyword-note-scored", name=name, word=result.word)


def _shown(fact: Shown, name_of: Callable[[Seat], str]) -> Message:
    """Return a message with each word, its faults, and the scored word."""
    said = []
    for number, word in enumerate(fact.words):
        name, wrong = name_of(Seat(number)), _reasons(fact, Seat(number))
        if wrong is not None:
            said.append(say("keyword-invalid", name=name, word=word, why=wrong))
        elif word:
            said.append(say("keyword-shows", name=name, word=word))
    said.append(how_it_ended(fact.result, name_of))
    return reduce(lambda one, other: say("keyword-then", one=one, other=other), said)


def _reasons(fact: Shown, seat: Seat) -> Message | None:
    """Return a message with all faults of a seat's word, or None."""
    found = [say(f"keyword-fault-{why}") for by, why in fact.faults if by == seat]
    if not found:
        return None
    return reduce(lambda one, other: say("keyword-also", one=one, other=other), found)


# --- views and faces ---------------------------------------------------------

#: The possible lengths of the longest word: 0 for no word, or 2 to hand and row
#: together.
_LENGTHS = (0, *range(2, 2 * len(ZONES) + 1))

#: The most names that fit the big line of the screen.
MOST_NAMED = 2


@dataclass(frozen=True, kw_only=True)
class PublicView(views.PublicView):
    """
    The public view of KEYWORD.

    Args:
        round: The number of the present or next round.
        waiting: True between rounds.
        keyword: The keyword.
        sand_s: The time of a round in seconds; 0 for no limit.
        row: The blue card in each zone.
        hands: How many orange cards each seat holds, laid ones included.
        laid: Seats whose word lies face down.
        passed: Seats that have passed.
        thinking: Seats that the round waits for.
        opened: The words of the last round as in `ShownWord`, with the faults of each.
        words: Words won as in `CollectedWord`, by seat.
        claims: Seats that can spell the keyword now.
        orange_left: Cards in the orange deck.
        blue_left: Cards in the blue deck.
        claimed: True if the game was won by the keyword.
        real: True if real cards are used, so that hands are unknown to the board.
        missing: The number of blue cards to lay out before the round.
        sand_since: The start of each seat's own time limit on the game's clock
            (``elapsed_ms``), if players share a screen; None for a seat whose time does
            not run. Empty if all players have the same limit.
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
    sand_since: tuple[int | None, ...]

    @property
    def question(self) -> views.Question:
        """The question for the length of the longest word; 0 for no word."""
        if self.waiting or self.over:
            return views.Question(str(self.round), "longest")
        return views.Question(str(self.round), "longest", _LENGTHS)

    @property
    def sealed(self) -> tuple[Seat, ...]:
        """The seats with a hand or a face-down word; also between rounds."""
        if self.over:
            return ()
        holding = (Seat(at) for at, count in enumerate(self.hands) if count)
        return tuple(sorted({*holding, *self.laid}))

    @property
    def private_turns(self) -> tuple[PrivateTurn, ...]:
        """The seats that must look at their dealt hand, and lay or pass."""
        seats = () if self.real or self.over else self.thinking
        return tuple(PrivateTurn(seat, "cards") for seat in seats)

    @override
    def common(self) -> Common:
        """Return the fields of this view that the board reads."""
        return Common(
            results=self.results,
            over=self.over,
            waiting=self.waiting,
            sealed=self.sealed,
            question=self.question,
            private_turns=self.private_turns,
        )


@dataclass(frozen=True, kw_only=True)
class PlayerView(SeatView):
    """The view of a player: the public view, the own hand and word."""

    public: PublicView
    hand: Cards = field(repr=False)
    own: JsonObject | None = field(default=None, repr=False)


def view(game: KeywordState, viewer: Viewer | Seat) -> PublicView | PlayerView:
    """Return the view of *viewer*."""
    seen = public_view(game)
    if isinstance(viewer, Viewer) or viewer not in game.players:
        return seen
    lying = game.round.laid if game.round else ()
    own = next((laid for laid in lying if laid.by == viewer), None)
    return PlayerView(
        public=seen,
        seat=viewer,
        hand=() if game.real else game.hands[viewer],
        own=None if own is None else _as_laid(own),
        may=_may(seen, viewer),
    )


def _as_laid(laid: Laid) -> dict[str, Json]:
    """Return the word, the cards and the seat of a laid word, as its owner laid it."""
    return {key: v for key, v in asdict(laid).items() if key not in ("known", "at_ms")}


def _may(seen: PublicView, seat: Seat) -> tuple[str, ...]:
    """Return the verbs that a player can use now."""
    acts: tuple[str, ...] = ("deal",) if seen.waiting and not seen.missing else ()
    if seat in seen.thinking:
        acts += ("pass",) if seen.real else ("lay", "pass")
    elif seen.question.answers:
        acts += ("predict",)
    return (*acts, "claim") if seat in seen.claims else acts


def public_view(game: KeywordState) -> PublicView:
    """Return the public view."""
    now = game.round
    return view_of(
        PublicView,
        game,
        round=game.number,
        waiting=now is None and not game.over,
        hands=tuple(map(len, game.hands)),
        laid=tuple(sorted(laid.by for laid in now.laid)) if now else (),
        passed=tuple(sorted(now.passed)) if now else (),
        thinking=now.waiting if now else (),
        opened=tuple(map(asdict, game.opened)),
        words=tuple(tuple(map(asdict, words)) for words in game.words),
        claims=claims(game),
        blue_left=len(game.blue),
        missing=unturned(game) if now is None and game.real else 0,
        sand_since=tuple(map(now.sand_since, map(Seat, range(game.seats))))
        if now and now.shared
        else (),
    )


def face(game: KeywordState, names: tuple[str, ...]) -> Face:
    """
    Return the public face of lamps and screens.

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


def line(game: KeywordState, names: tuple[str, ...]) -> Message:
    """Return the big line: the awaited players and their task; `names` by seat."""
    return _waiting(game.round, names) if game.round else _between(game, names)


def _waiting(now: KeywordRound, names: tuple[str, ...]) -> Message:
    """Return the big line during a round."""
    if len(now.waiting) == len(now.seats):
        return say("keyword-line-all")
    if len(now.waiting) > MOST_NAMED:
        return say("keyword-line-more", n=len(now.waiting))
    return say("keyword-line-lay", names=together([names[at] for at in now.waiting]))


def _between(game: KeywordState, names: tuple[str, ...]) -> Message:
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


def _note(game: KeywordState, names: tuple[str, ...]) -> Message:
    """Return the note: possible claims, the end of the last round, or the keyword."""
    ready = claims(game)
    if ready:
        able = together([names[seat] for seat in ready])
        return say("keyword-note-claim", names=able, word=game.keyword)
    if game.voided:
        return say("keyword-voided")
    if game.round is None and game.results:
        return how_it_ended(game.results[-1], names.__getitem__)
    return say("keyword-note-word", word=game.keyword)


def _zones(game: KeywordState) -> tuple[ZoneFace, ...]:
    """Return the zones with the row. A taken card leaves a tick until the next deal."""
    used = {zone for shown in game.opened if shown.won for zone in shown.blue}
    return tuple(
        ZoneFace(
            lamp=Lamp.YES if zone in used else Lamp.DARK,
            in_word=bool(card) or zone in used,
            card=CardFace(card) if card else None,
        )
        for zone, card in zip(ZONES, game.row, strict=True)
    )


# --- moments -----------------------------------------------------------------


def moments_of(
    _before: KeywordState | None, fact: Fact, after: KeywordState
) -> Iterator[Moment]:
    """Yield the moments of a fact: the scored word, and possible claims."""
    match fact:
        case Shown(winner=seat):
            none = seat is None
            said = [say("keyword-note-nobody" if none else "clip-keyword-note-scored")]
            said += [say("clip-keyword-note-claim")] if claims(after) else []
            yield Moment(What.ROUND, seat, said=tuple(said), answer=_longest(fact))
        case Claimed(by=seat):
            yield Moment(What.RIGHT, seat, said=(say("clip-keyword-line-cracked"),))
        case _:
            yield from common.of_fact(fact)


def _longest(fact: Shown) -> int:
    """Return the letters of the longest valid word; 0 without one."""
    invalid = {seat for seat, _ in fact.faults}
    valid = (word for at, word in enumerate(fact.words) if at not in invalid)
    return max(map(len, valid), default=0)
