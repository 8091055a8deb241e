"""The views of Decipher, its faces, transcript lines, sentences and moments."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache

from firmware_host.board.faces import Face, Lamp, TableFace, WordFace, ZoneFace
from firmware_host.board.json import Json, number, text
from firmware_host.board.messages import Message, say
from firmware_host.board.moments import Moment, What, listed
from firmware_host.board.pieces import BOARD, NO_PIECES, ZONES, Counts, Kind, Seat, Zone
from firmware_host.board.record import replace
from firmware_host.games import game as common, grammar, views
from firmware_host.games.codec import Codec
from firmware_host.games.contract import Result, Value, Verb, first_zone
from firmware_host.games.decipher.rules import (
    ABOUT,
    LEFT,
    LETTER,
    ZONE,
    Action,
    Answered,
    DecipherRound,
    DecipherState,
    Fact,
    Guessed,
    Hinted,
    PieceAsked,
    RoundBegun,
    TimedOut,
    Voided,
    count_found,
    is_alone,
    longest_row,
    price,
    share_text,
    taps,
)
from firmware_host.games.game import GameEnded, RoundEnded, points_line, won_by
from firmware_host.games.meaning import override
from firmware_host.games.views import Common, PrivateTurn, SeatView, Viewer, view_of
from firmware_host.words.alphabet import Alphabet
from firmware_host.words.language import Language
from firmware_host.words.lying import forms

# --- transcript lines and sentences ------------------------------------------

VERBS: Mapping[str, Verb] = {
    "secret": Verb(("by", "word"), ("override", "nonce", "commitment")),
    "hand": Verb(("kind",), hands=True),
    "tap": Verb(("zone", "kind"), hands=True),
    "ask": Verb(),
    "pass": Verb(),
    "guess": Verb(("by", "word"), ("spoken",)),
    "retire": Verb(("by",)),
    "hint": Verb(("by", "about"), ("price", "left", "at", "letter")),
    "timeup": Verb(board=True),
    "check": Verb(board=True),
}
VALUES: Mapping[str, Value] = {
    "word": grammar.WORD,
    "override": grammar.FLAG,
    "spoken": replace(grammar.FLAG, hands=True),
    "nonce": grammar.PROOF,
    "commitment": grammar.PROOF,
    "kind": grammar.PIECE,
    "zone": grammar.ZONE,
    "about": grammar.one_of(ABOUT),
    "price": grammar.drawn(grammar.numbers(0, grammar.LONGEST)),
    "left": grammar.drawn(grammar.numbers(0, 999_999)),
    "at": grammar.drawn(grammar.ZONE),
    "letter": grammar.drawn(grammar.LETTER),
}

ACTIONS: Codec[Action] = Codec("do", Action)
FACTS: Codec[Fact] = Codec("is", Fact)


def answer_counts(facts: tuple[Fact, ...]) -> tuple[tuple[str, bool], ...]:
    """Return the kind of each answered piece and each guess, and if it was right."""
    return tuple(
        (str(one.kind), one.yes) if isinstance(one, Answered) else ("guess", one.right)
        for one in facts
        if isinstance(one, Answered | Guessed)
    )


def describe_action(action: Action, name: str) -> Message:
    """Return a sentence about an action by `name`; empty for the seeker on turn."""
    item = ACTIONS.write(action)
    do = item["do"]
    values: dict[str, str | int | Message] = {"name": name} if name else {}
    if "kind" in item:
        values["kind"] = say(f"kind-{item['kind']}")
    if "zone" in item:
        values["zone"] = number(item, "zone")
    if do == "guess" and item["word"]:
        values["word"] = text(item, "word")
    elif do == "guess":
        do = "guess-aloud"
    elif do == "hint":
        do = f"hint-{text(item, 'about')}"
    return say(f"told-{do}", **values)


def hint_in_words(hint: Hinted) -> Message:
    """Return the answer of a hint as a message."""
    if hint.about == LEFT:
        return say("hint-left", n=hint.left) if hint.left else say("hint-left-none")
    if hint.about == LETTER:
        return say("hint-letter", zone=hint.at, letter=hint.letter)
    return say("hint-zone", zone=hint.at)


def hint_answer(hint: Hinted) -> dict[str, Json]:
    """Return the answer of a hint, as in the replay of a transcript."""
    if hint.about == LEFT:
        return {"left": hint.left}
    letter: dict[str, Json] = {"letter": hint.letter} if hint.letter else {}
    return {"at": hint.at, **letter}


def how_it_ended(result: Result, name_of: Callable[[Seat], str]) -> Message:
    """Return a sentence about the end of a round: the word and its finder."""
    if result.guessed_by is None:
        return say("round-unguessed", word=result.word)
    return say("round-guessed", name=name_of(result.guessed_by), word=result.word)


def describe_fact(fact: Fact, name_of: Callable[[Seat], str]) -> Message | None:
    """Return a sentence about a fact, or None for no sentence."""
    match fact:
        case Answered(yes=yes, bonus=bonus):
            if bonus:
                return say("bonus-begins")
            return say("yes") if yes else say("no")
        case Guessed(right=right):
            return say("told-right") if right else say("told-wrong")
        case Hinted():
            return hint_in_words(fact)
        case RoundBegun(word=word):
            return say("told-word", word=word, n=len(word))
        case Voided(word=word):
            return say("round-voided", word=word)
        case RoundEnded():
            return how_it_ended(fact.result, name_of)
        case GameEnded(winners=winners):
            return won_by(list(map(name_of, winners)))
        case _:
            return None


# --- views and faces ---------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class DecipherView(views.PublicView):
    """
    The public view of Decipher; it has no field for the word.

    Args:
        round: The number of the round, from 1.
        rounds: The expected number of rounds.
        maker: The seat that makes the word; `BOARD` for the board.
        waiting: True while the maker has not set the word.
        length: The number of letter zones of the word.
        first_zone: The zone of the first letter.
        placed: The pieces in each zone of the word.
        covered: Kinds under a NO token in each zone of the word.
        turn: The seat on turn; None between rounds.
        holding: The kind in that seeker's hand.
        asked: True from a request for a piece until that piece is laid.
        bonus_mode: True once only three pieces are hidden.
        hidden: The number of hidden pieces; None while it is secret.
        bonus_left: Bonus tokens on the board.
        noes: NO tokens on the board.
        tokens: Guess tokens by seat.
        seekers: Seats still in the round.
        guesses: The guesses with their seats; a question mark for a spoken one.
        hints: The hints that a seeker can ask for now, each with its price.
        hinted: The given hints: the seat, the subject, the price, the number of words,
            the zone, the letter.
        last: The zone of the last answer, and whether it was Yes.
        commitment: 64 hex digits; empty between rounds.
        shared: A text about a played word of the day, without the word; empty before
            its end, and for another word.
        hand: ``tap`` if a tap hands its piece over by itself, else ``confirm``.
        board_plays: True where the board acts as puzzle maker.
    """

    round: int
    rounds: int
    maker: Seat
    waiting: bool
    length: int
    first_zone: Zone
    placed: tuple[Counts, ...]
    covered: tuple[Counts, ...]
    turn: Seat | None = None
    holding: Kind | None = None
    asked: bool = False
    bonus_mode: bool = False
    hidden: int | None
    bonus_left: int = 0
    noes: int
    tokens: tuple[int, ...] = ()
    seekers: tuple[Seat, ...] = ()
    guesses: tuple[tuple[Seat, str], ...]
    hints: tuple[tuple[str, int], ...] = ()
    hinted: tuple[tuple[Seat, str, int, int, Zone, str], ...] = ()
    last: tuple[Zone, bool] | None = None
    commitment: str
    shared: str = ""
    hand: str
    board_plays: bool

    @property
    def question(self) -> views.Question:
        """The question which zone answers Yes, with all zones still possible."""
        of = f"{self.round} {sum(map(sum, self.placed))}"
        if self.holding is None:
            return views.Question(of)
        wants = (not one[self.holding.place] for one in self.covered)
        zones = (self.first_zone + at for at, may in enumerate(wants) if may)
        return views.Question(of, answers=tuple(zones))

    @override
    def common(self) -> Common:
        """Return the fields of this view that the board reads."""
        maker = () if self.maker == BOARD else (self.maker,)
        making = maker if self.waiting else ()
        return Common(
            results=self.results,
            over=self.over,
            turn=self.turn,
            maker=self.maker,
            waiting=self.waiting,
            commitment=self.commitment,
            making=making,
            sealed=maker if self.commitment else (),
            placed=self.placed,
            question=self.question,
            private_turns=tuple(PrivateTurn(seat, "word") for seat in making),
        )


@dataclass(frozen=True, kw_only=True)
class MakerView(SeatView):
    """
    The view of the puzzle maker of the round in progress.

    Args:
        word: The word.
        builds: The pieces of each letter.
        hidden: The number of hidden pieces of each kind.
    """

    word: str = field(repr=False)
    builds: tuple[Counts, ...] = field(repr=False)
    hidden: Counts = field(repr=False)


def view(
    game: DecipherState, viewer: Viewer | Seat
) -> DecipherView | SeatView | MakerView:
    """Return the view of *viewer*."""
    seen = public_view(game)
    if isinstance(viewer, Viewer):
        return seen
    now = game.round
    may = _may(game, viewer)
    if now is None or now.puzzle.maker != viewer or viewer not in game.players:
        return SeatView(public=seen, seat=viewer, may=may)
    return MakerView(
        public=seen,
        seat=viewer,
        may=may,
        word=now.puzzle.word,
        builds=now.puzzle.builds,
        hidden=now.hidden,
    )


def _may(game: DecipherState, seat: Seat) -> tuple[str, ...]:
    """Return the possible actions of a seat now."""
    now = game.round
    if game.over:
        return ()
    if now is None:
        return ("secret",) if game.makers[:1] == (seat,) else ()
    if now.puzzle.maker == seat:
        return () if now.touched else ("secret",)
    acts: tuple[str, ...] = ("guess", "retire") if seat in now.seekers else ()
    if acts and game.hints == "on":
        acts += ("hint",)
    if seat in now.seekers and now.turn == seat and now.bonus_mode and not now.asked:
        acts += ("ask", "pass")
    if now.turn == seat:
        return acts
    return (*acts, "hunch", *(["predict"] if now.holding else []))


def public_view(game: DecipherState) -> DecipherView:
    """Return the public view."""
    now, header = game.round, game.header
    blank = (NO_PIECES,) * header.length
    rounds = len(game.results) + len(game.makers)
    return view_of(
        DecipherView,
        now,
        game,
        round=min(game.number, rounds),
        rounds=rounds,
        maker=now.puzzle.maker if now else (game.makers or (BOARD,))[0],
        waiting=now is None and not game.over,
        length=header.length,
        first_zone=now.puzzle.first_zone if now else first_zone(header),
        placed=now.placed if now else blank,
        covered=now.covered if now else blank,
        hidden=sum(now.hidden) if now and now.bonus_mode else None,
        noes=now.noes if now else 0,
        guesses=tuple((seat, word or "?") for seat, word in now.guesses) if now else (),
        hints=tuple(hints(game, now)) if now else (),
        hinted=_hinted(now) if now else (),
        commitment=now.puzzle.commitment if now else "",
        shared=share_text(game) if game.over else "",
    )


def hints(game: DecipherState, now: DecipherRound) -> Iterator[tuple[str, int]]:
    """Yield the hints that a seeker can ask for, each with its price."""
    if game.hints == "on" and not game.over:
        for about in ABOUT:
            if about != ZONE or now.holding is not None:
                yield about, price(about, len(now.placed))


def _hinted(now: DecipherRound) -> tuple[tuple[Seat, str, int, int, Zone, str], ...]:
    return tuple(
        (one.by, one.about, one.price, one.left, one.at, one.letter)
        for one in now.hinted
    )


def face(game: DecipherState, names: tuple[str, ...]) -> Face:
    """
    Return the public face of lamps and screens.

    Args:
        game: The game.
        names: The players' names by seat.
    """
    now = game.round
    if now is None:
        status, note = points_line(names, game.totals), _ended(game, names)
        table = TableFace(line(game, names), status=status, note=note)
        return Face(table, _revealed(game))
    ended = _ended(game, names) if _only_the_board_acted(game) else None
    table = TableFace(
        line=line(game, names),
        kind=now.holding,
        status=ended or _status(game, now),
        note=_note(now),
    )
    alphabet = game.header.language.alphabet
    zones = tuple(_zone(now, zone, alphabet) for zone in ZONES)
    return Face(table, _revealed(game) if ended else zones, _word(game, now))


def _note(now: DecipherRound) -> Message:
    """Return the last hint until the next answer; else the commitment."""
    if now.hint is not None:
        return hint_in_words(now.hint)
    return say("commitment", hex=now.puzzle.commitment)


def _only_the_board_acted(game: DecipherState) -> bool:
    """
    Return True if only the board has acted in this round, so that undo is refused.

    The board makes the next word at once. The end of the last round stays shown until
    the next action of a player, so that all have time to read it.
    """
    while game.by_board and game.before is not None:
        game = game.before
    return game.before is None


def _word(game: DecipherState, now: DecipherRound) -> WordFace | None:
    """Return the private screen of a human maker: the word, and the found pieces."""
    puzzle = now.puzzle
    if puzzle.maker not in game.players:
        return None
    note = say("own-hands" if now.touched else "own-change")
    return WordFace(
        puzzle.first_zone, tuple(puzzle.word), puzzle.builds, now.placed, note
    )


def line(game: DecipherState, names: tuple[str, ...]) -> Message:
    """Return the big line of the table screen: the action that the board expects."""
    now = game.round
    if game.over:
        return _winners(game, names)
    if now is None and game.header.board_makes:
        return say("secret-board")
    if now is None:
        return say("secret-waits", name=names[game.makers[0]])
    code, name = task(game, now), names[now.turn]
    if code == "turn-bonus":
        return say(code, name=name, bonus=now.bonus_left)
    return say(code, name=name)


def task(game: DecipherState, now: DecipherRound) -> str:
    """Return the code of the text for the action that the board expects now."""
    if now.holding is not None:
        return "turn-place"
    if now.asked:
        return "turn-asked"
    if now.bonus_mode:
        return "turn-bonus" if any(now.hidden) else "turn-guess"
    return "turn-wait" if game.hand == "confirm" or game.board_plays else "turn-take"


def _status(game: DecipherState, now: DecipherRound) -> Message:
    return say(
        "status-round",
        round=now.puzzle.number,
        rounds=len(game.results) + len(game.makers),
        guesses=now.tokens[now.turn],
        bonus=now.bonus_left,
        noes=now.noes,
    )


def _zone(now: DecipherRound, zone: Zone, alphabet: Alphabet) -> ZoneFace:
    at = zone - now.puzzle.first_zone
    if not 0 <= at < len(now.placed):
        return ZoneFace(in_word=False)
    noes, placed = now.covered[at], now.placed[at]
    covered = (noes[0] > 0, noes[1] > 0, noes[2] > 0, noes[3] > 0)
    answer = now.last[1] if now.last and now.last[0] == zone else None
    return ZoneFace(
        lamp=Lamp.DARK if answer is None else Lamp.YES if answer else Lamp.NO,
        word=None if answer is None else say("yes") if answer else say("no"),
        placed=placed,
        covered=covered,
        forms=forms(alphabet, placed, covered),
    )


def _ended(game: DecipherState, names: tuple[str, ...]) -> Message | None:
    """Return the message about the end of the last round, or None."""
    if game.voided:
        return say("round-voided", word=game.voided)
    return _told(game, names) if game.results else None


def _told(game: DecipherState, names: tuple[str, ...]) -> Message:
    """
    Return a sentence about the last round, with praise for a single seeker.

    Few taps are praised, or else many Yes in a row. If the round began with several
    seekers, no taps are counted, because they would include those of others.
    """
    result, seat = game.results[-1], game.results[-1].guessed_by
    if seat is None or game.sought != (seat,):
        return how_it_ended(result, names.__getitem__)
    found = {"name": names[seat], "word": result.word}
    count, row = taps(game), longest_row(game)
    if 0 < count <= _fewest(game.header.language, result.word):
        return say("round-taps", n=count, **found)
    if row >= MANY_YES:
        return say("round-row", n=row, **found)
    return how_it_ended(result, names.__getitem__)


@lru_cache(maxsize=8)
def _fewest(language: Language, word: str) -> int:
    """Return the number of taps that a word usually needs at least."""
    from firmware_host.words.difficulty import difficulty  # noqa: PLC0415 - after a round

    return difficulty(language, word).taps[0]


def _winners(game: DecipherState, names: tuple[str, ...]) -> Message:
    """Return the message about the winners; for a single player, the found words."""
    if is_alone(game) and game.results:
        words, rounds = count_found(game), len(game.results)
        counts = {"found": words, "rounds": rounds, "n": game.noes}
        return say("alone-all" if words == rounds else "alone-some", **counts)
    return won_by(
        [say("the-board") if seat == BOARD else names[seat] for seat in game.winners]
    )


def _revealed(game: DecipherState) -> tuple[ZoneFace, ...]:
    """Return the zones with the last word, with ticks if it was found."""
    last = game.results[-1] if game.results and not game.voided else None
    word = game.voided or (last.word if last else "")
    found = last is not None and last.guessed_by is not None
    lamp = Lamp.YES if found else Lamp.DARK
    first, alphabet = first_zone(game.header), game.header.language.alphabet
    return tuple(
        ZoneFace(
            lamp, letter=word[zone - first], build=alphabet.build(word[zone - first])
        )
        if 0 <= zone - first < len(word)
        else ZoneFace(in_word=False)
        for zone in ZONES
    )


# --- advice -----------------------------------------------------


def advice(game: DecipherState) -> Message:
    """Return a hint for a new player."""
    now = game.round
    if now is None:
        return say("coach-wait") if game.header.board_makes else say("coach-secret")
    if now.holding is not None:
        return say("coach-zone")
    if now.bonus_mode and not now.asked:
        return say("coach-bonus") if any(now.hidden) else say("coach-guess")
    return say("coach-wait") if game.board_plays else say("coach-take")


# --- moments -----------------------------------------------------------------

_BONUS = Moment(What.BONUS, said=(say("clip-bonus"),))
_MAKES = (say("clip-secret-waits"),)

#: This many Yes in a row are praised.
MANY_YES = 3

#: The largest number of words with a spoken clip.
MOST_WORDS = 10


def moments(
    before: DecipherState | None, facts: tuple[Fact, ...], after: DecipherState
) -> tuple[Moment, ...]:
    """Return the public moments of *facts*."""
    made = [one for fact in facts for one in moments_of(before, fact, after)]
    return (*made, *_turn(before, facts, after))


def moments_of(
    before: DecipherState | None, fact: Fact, after: DecipherState
) -> Iterator[Moment]:
    """Yield the moments of one fact."""
    was, now = before.round if before else None, after.round
    match fact:
        case Answered(zone=zone, kind=kind, yes=yes) if was:
            said = common.YES if yes else (*common.NO, *_left(fact, now))
            what, answer = (What.YES, zone) if yes else (What.NO, None)
            yield Moment(what, was.turn, zone, kind, said=said, answer=answer)
            if fact.bonus:
                yield _BONUS
        case RoundBegun() if now and now.bonus_mode:
            yield _BONUS
        case TimedOut() if was:
            yield Moment(What.TIME, was.turn)
        case Hinted(by=seat):
            yield Moment(What.HINT, seat, said=_hint(fact))
        case PieceAsked() if now:
            yield Moment(What.ASKED, now.turn)
        case Guessed(by=seat, word=word, right=False) if was:
            left = was.tokens[seat] - 1
            what = {0: What.OUT, 1: What.LAST_TOKEN}.get(left, What.WRONG)
            yield Moment(what, seat, word=word, said=common.WRONG)
        case GameEnded(winners=(seat,)) if is_alone(after):
            every = count_found(after) == len(after.results)
            said = (say("clip-alone-all" if every else "clip-alone-some"),)
            yield Moment(What.GAME, None if seat == BOARD else seat, said=said)
        case _:
            yield from common.of_fact(fact)


def _hint(fact: Hinted) -> tuple[Message, ...]:
    """Return the spoken messages of a hint; large numbers have no clip."""
    if fact.about == LEFT:
        many = fact.left > MOST_WORDS
        return (say("clip-hint-many") if many else say("clip-hint-left", n=fact.left),)
    zone = say("clip-zone", n=fact.at)
    if fact.about == LETTER:
        letter = say(f"letter-{fact.letter}")
        return say("clip-hint-letter", letter=letter), zone
    return say("clip-hint-zone"), zone


def _left(fact: Answered, now: DecipherRound | None) -> tuple[Message, ...]:
    """Return the zones left for the piece in hand: "zones one and four are left"."""
    if now is None:
        return ()
    first, kind = now.puzzle.first_zone, fact.kind.place
    return _zones_left(
        tuple(Zone(first + at) for at, one in enumerate(now.covered) if not one[kind])
    )


@cache
def _zones_left(zones: tuple[Zone, ...]) -> tuple[Message, ...]:
    if len(zones) > 1:
        return (say("clip-zones"), *listed(zones), say("clip-left"))
    return tuple(say("clip-only", n=zone) for zone in zones)


def _turn(
    before: DecipherState | None, facts: tuple[Fact, ...], after: DecipherState
) -> Iterator[Moment]:
    """
    Yield the moment of a new turn or a new task.

    The result is none after a No, as the piece stays.
    """
    was, now = before.round if before else None, after.round
    if after.over or (facts and isinstance(facts[0], Answered) and not facts[0].yes):
        return
    if now is None:
        yield from _maker(before, after)
        return
    fresh = was is None or was.turn != now.turn
    waits, waited = (task(after, now), now.holding), None
    if before and was:
        waited = task(before, was), was.holding
    said = (common.NEXT,) * fresh
    if (waits != waited or (fresh and now.holding)) and not _at_once(after, waits[0]):
        said += (_said(*waits),)
    if said:
        yield Moment(What.TURN, now.turn, kind=now.holding, said=said)


def _maker(before: DecipherState | None, after: DecipherState) -> Iterator[Moment]:
    """Yield the moment of a new maker; none if the board makes words."""
    if after.header.board_makes:
        return
    maker, *_ = after.makers
    if before is None or before.round or before.makers[:1] != (maker,):
        yield Moment(What.TURN, maker, said=_MAKES)


def _at_once(game: DecipherState, waits: str) -> bool:
    """Return True if the board itself hands a piece over now."""
    return game.board_plays and waits in ("turn-wait", "turn-asked")


@cache
def _said(waits: str, kind: Kind | None) -> Message:
    """Return the spoken message about the action that the board expects."""
    code = f"clip-{waits}"
    return say(code) if kind is None else say(code, kind=say(f"kind-{kind}"))
