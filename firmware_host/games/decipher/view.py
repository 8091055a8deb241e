"""What Decipher shows: views, faces, requests, transcript lines, sentences, moments."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache

from firmware_host.board.faces import Face, Lamp, TableFace, WordFace, ZoneFace
from firmware_host.board.json import Json, number, text
from firmware_host.board.messages import Message, Refused, say
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
    Asked,
    Begun,
    Fact,
    Guessed,
    Hinted,
    Round,
    State,
    TimedOut,
    Voided,
    found,
    is_alone,
    price,
    shared,
    taps,
)
from firmware_host.games.game import GameEnded, RoundEnded, points_line, undo, won_by
from firmware_host.games.meaning import override
from firmware_host.games.views import Common, SeatView, Viewer, view_of
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
    """Return the pieces that were answered, by kind, and the guesses."""
    return tuple(
        (str(one.kind), one.yes) if isinstance(one, Answered) else ("guess", one.right)
        for one in facts
        if isinstance(one, Answered | Guessed)
    )


def describe_action(action: Action, name: str) -> Message:
    """Return in words what *name* did; the name is empty for the one on turn."""
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
    """Return what a hint has told."""
    if hint.about == LEFT:
        return say("hint-left", n=hint.left) if hint.left else say("hint-left-none")
    if hint.about == LETTER:
        return say("hint-letter", zone=hint.at, letter=hint.letter)
    return say("hint-zone", zone=hint.at)


def hint_answer(hint: Hinted) -> dict[str, Json]:
    """Return what a hint has told, as the replay of a transcript has it."""
    if hint.about == LEFT:
        return {"left": hint.left}
    letter: dict[str, Json] = {"letter": hint.letter} if hint.letter else {}
    return {"at": hint.at, **letter}


def how_it_ended(result: Result, name_of: Callable[[Seat], str]) -> Message:
    """Return in words which word the round had, and who found it."""
    if result.guessed_by is None:
        return say("round-unguessed", word=result.word)
    return say("round-guessed", name=name_of(result.guessed_by), word=result.word)


def describe_fact(fact: Fact, name_of: Callable[[Seat], str]) -> Message | None:
    """Return in words what has come of it; None where nothing is to be said."""
    match fact:
        case Answered(yes=yes, bonus=bonus):
            if bonus:
                return say("bonus-begins")
            return say("yes") if yes else say("no")
        case Guessed(right=right):
            return say("told-right") if right else say("told-wrong")
        case Hinted():
            return hint_in_words(fact)
        case Begun(word=word):
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
class PublicView(views.PublicView):
    """
    What anyone may know. It has no field for the word, and none is filled from it.

    Args:
        round: The number of the round, from 1.
        rounds: How many rounds there will be, as far as is known.
        maker: Who makes, or made, the word; `BOARD` for the board.
        waiting: True while the maker has not set the word.
        length: Letter zones of the word.
        first_zone: Where the word begins.
        placed: Pieces that lie in each zone of the word.
        covered: Kinds under a NO token in each zone of the word.
        turn: Whose turn it is; None between rounds.
        holding: The kind in that seeker's hand.
        asked: True where a piece was asked for and does not lie yet.
        bonus_mode: True once only three pieces are hidden.
        hidden: How many pieces are hidden; None while that is secret.
        bonus_left: Bonus tokens on the board.
        noes: NO tokens on the board.
        tokens: Guess tokens by seat.
        seekers: Seats still in the round.
        guesses: Who guessed what; a question mark was called out, and not spelled.
        hints: What a seeker can ask the board for now, each with its price.
        hinted: The hints that were given: to whom, about what, the price, how many
            words, the zone, the letter.
        last: The zone of the last answer, and whether it was Yes.
        commitment: 64 hex digits; empty between rounds.
        shared: How a word of the day was played, as text without the word; empty
            before its end, and for another word.
        hand: ``tap`` or ``confirm``: whether a tap hands its piece over by itself.
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
        """Which zone wants the piece in hand: those that may, as far as all know."""
        of = f"{self.round} {sum(map(sum, self.placed))}"
        if self.holding is None:
            return views.Question(of)
        wants = (not one[self.holding.place] for one in self.covered)
        zones = (self.first_zone + at for at, may in enumerate(wants) if may)
        return views.Question(of, answers=tuple(zones))

    @override
    def common(self) -> Common:
        """Return what the board reads of this view; its own word is nobody's secret."""
        maker = () if self.maker == BOARD else (self.maker,)
        return Common(
            results=self.results,
            over=self.over,
            turn=self.turn,
            maker=self.maker,
            waiting=self.waiting,
            commitment=self.commitment,
            making=maker if self.waiting else (),
            sealed=maker if self.commitment else (),
            placed=self.placed,
            question=self.question,
        )


@dataclass(frozen=True, kw_only=True)
class MakerView(SeatView):
    """
    What the puzzle maker of the running round knows beyond the public.

    Args:
        word: The word.
        builds: The pieces of each letter.
        hidden: How many pieces of each kind are hidden.
    """

    word: str = field(repr=False)
    builds: tuple[Counts, ...] = field(repr=False)
    hidden: Counts = field(repr=False)


def view(game: State, viewer: Viewer | Seat) -> PublicView | SeatView | MakerView:
    """Return what *viewer* may know, built from nothing else."""
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


def _may(game: State, seat: Seat) -> tuple[str, ...]:
    """Return what makes sense for a seat now."""
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


def public_view(game: State) -> PublicView:
    """Build what anyone may know."""
    now, header = game.round, game.header
    blank = (NO_PIECES,) * header.length
    rounds = len(game.results) + len(game.makers)
    return view_of(
        PublicView,
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
        guesses=_guesses(now) if now else (),
        hints=tuple(hints(game, now)) if now else (),
        hinted=_hinted(now) if now else (),
        commitment=now.puzzle.commitment if now else "",
        shared=shared(game) if game.over else "",
    )


def _guesses(now: Round) -> tuple[tuple[Seat, str], ...]:
    return tuple((seat, word or "?") for seat, word in now.guesses)


def hints(game: State, now: Round) -> Iterator[tuple[str, int]]:
    """Yield what a seeker can ask the board for, and what that costs."""
    if game.hints == "on" and not game.over:
        for about in ABOUT:
            if about != ZONE or now.holding is not None:
                yield about, price(about, len(now.placed))


def _hinted(now: Round) -> tuple[tuple[Seat, str, int, int, Zone, str], ...]:
    return tuple(
        (one.by, one.about, one.price, one.left, one.at, one.letter)
        for one in now.hinted
    )


def face(game: State, names: tuple[str, ...]) -> Face:
    """
    Return what lamps and screens show to everybody.

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


def _note(now: Round) -> Message:
    """Return the last hint until something is answered; else the commitment."""
    if now.hint is not None:
        return hint_in_words(now.hint)
    return say("commitment", hex=now.puzzle.commitment)


def _only_the_board_acted(game: State) -> bool:
    """
    Tell whether nobody has done anything in this round yet: there is nothing to undo.

    The board makes the next word at once. What was shown of the last one stays until
    somebody plays on, for nothing to be read times out.
    """
    return isinstance(undo(game), Refused)


def _word(game: State, now: Round) -> WordFace | None:
    """Return what a human maker may look at: the word, and what was found of it."""
    puzzle = now.puzzle
    if puzzle.maker not in game.players:
        return None
    note = say("own-hands" if now.touched else "own-change")
    return WordFace(
        puzzle.first_zone, tuple(puzzle.word), puzzle.builds, now.placed, note
    )


def line(game: State, names: tuple[str, ...]) -> Message:
    """Return for whom the board waits, and for what; *names* by seat."""
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


def task(game: State, now: Round) -> str:
    """Return what the board waits for in a round, as a code."""
    if now.holding is not None:
        return "turn-place"
    if now.asked:
        return "turn-asked"
    if now.bonus_mode:
        return "turn-bonus" if any(now.hidden) else "turn-guess"
    return "turn-wait" if game.hand == "confirm" or game.board_plays else "turn-take"


def _status(game: State, now: Round) -> Message:
    return say(
        "status-round",
        round=now.puzzle.number,
        rounds=len(game.results) + len(game.makers),
        guesses=now.tokens[now.turn],
        bonus=now.bonus_left,
        noes=now.noes,
    )


def _zone(now: Round, zone: Zone, alphabet: Alphabet) -> ZoneFace:
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


def _ended(game: State, names: tuple[str, ...]) -> Message | None:
    """Return how the last round ended."""
    if game.voided:
        return say("round-voided", word=game.voided)
    return _told(game, names) if game.results else None


def _told(game: State, names: tuple[str, ...]) -> Message:
    """Return how the last round ended, and how many taps a word needed."""
    result, language = game.results[-1], game.header.language
    seat, count = result.guessed_by, taps(game)
    if seat is None or not count:
        return how_it_ended(result, names.__getitem__)
    least, most = _usual(language, result.word)
    usual = {"least": least, "most": most}
    return say("round-taps", name=names[seat], word=result.word, n=count, **usual)


@lru_cache(maxsize=8)
def _usual(language: Language, word: str) -> tuple[int, int]:
    """Return the fewest and the most taps that a word needs as a rule."""
    from firmware_host.words.difficulty import difficulty  # noqa: PLC0415 - after a round

    return difficulty(language, word).taps


def _winners(game: State, names: tuple[str, ...]) -> Message:
    """Return who has won; alone, how many words were found, and by how many Noes."""
    if is_alone(game) and game.results:
        words, rounds = found(game), len(game.results)
        counts = {"found": words, "rounds": rounds, "n": game.noes}
        return say("alone-all" if words == rounds else "alone-some", **counts)
    return won_by(
        [say("the-board") if seat == BOARD else names[seat] for seat in game.winners]
    )


def _revealed(game: State) -> tuple[ZoneFace, ...]:
    """Show the last word letter by letter, each as its pieces."""
    word = game.voided or (game.results[-1].word if game.results else "")
    first, alphabet = first_zone(game.header), game.header.language.alphabet
    return tuple(
        ZoneFace(letter=word[zone - first], build=alphabet.build(word[zone - first]))
        if 0 <= zone - first < len(word)
        else ZoneFace(in_word=False)
        for zone in ZONES
    )


# --- advice -----------------------------------------------------


def advice(game: State) -> Message:
    """Return what somebody who is new to the game can do now."""
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

#: The voice counts so many words.
MOST_WORDS = 10


def moments(
    before: State | None, facts: tuple[Fact, ...], after: State
) -> tuple[Moment, ...]:
    """Return what has just happened, as everybody may know it."""
    made = [one for fact in facts for one in moments_of(before, fact, after)]
    return (*made, *_turn(before, facts, after))


def moments_of(before: State | None, fact: Fact, after: State) -> Iterator[Moment]:
    """Yield what has just happened by one fact."""
    was, now = before.round if before else None, after.round
    match fact:
        case Answered(zone=zone, kind=kind, yes=yes) if was:
            said = common.YES if yes else (*common.NO, *_left(fact, now))
            what, answer = (What.YES, zone) if yes else (What.NO, None)
            yield Moment(what, was.turn, zone, kind, said=said, answer=answer)
            if fact.bonus:
                yield _BONUS
        case Begun() if now and now.bonus_mode:
            yield _BONUS
        case TimedOut() if was:
            yield Moment(What.TIME, was.turn)
        case Hinted(by=seat):
            yield Moment(What.HINT, seat, said=_hint(fact))
        case Asked() if now:
            yield Moment(What.ASKED, now.turn)
        case Guessed(by=seat, word=word, right=False) if was:
            left = was.tokens[seat] - 1
            what = {0: What.OUT, 1: What.LAST_TOKEN}.get(left, What.WRONG)
            yield Moment(what, seat, word=word, said=common.WRONG)
        case GameEnded(winners=(seat,)) if is_alone(after):
            every = found(after) == len(after.results)
            said = (say("clip-alone-all" if every else "clip-alone-some"),)
            yield Moment(What.GAME, None if seat == BOARD else seat, said=said)
        case _:
            yield from common.of_fact(fact)


def _hint(fact: Hinted) -> tuple[Message, ...]:
    """Return how the voice says a hint; of many words it says no number."""
    if fact.about == LEFT:
        many = fact.left > MOST_WORDS
        return (say("clip-hint-many") if many else say("clip-hint-left", n=fact.left),)
    zone = say("clip-zone", n=fact.at)
    if fact.about == LETTER:
        letter = say(f"letter-{fact.letter}")
        return say("clip-hint-letter", letter=letter), zone
    return say("clip-hint-zone"), zone


def _left(fact: Answered, now: Round | None) -> tuple[Message, ...]:
    """Return where the piece in hand may still go: "zones one and four are left"."""
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
    before: State | None, facts: tuple[Fact, ...], after: State
) -> Iterator[Moment]:
    """Yield whose turn it is, and for what: after a No the piece stays in hand."""
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


def _maker(before: State | None, after: State) -> Iterator[Moment]:
    """Yield who makes the next word, where that is new; the board does so at once."""
    if after.header.board_makes:
        return
    maker, *_ = after.makers
    if before is None or before.round or before.makers[:1] != (maker,):
        yield Moment(What.TURN, maker, said=_MAKES)


def _at_once(game: State, waits: str) -> bool:
    """Tell whether the board itself hands a piece over now."""
    return game.board_plays and waits in ("turn-wait", "turn-asked")


@cache
def _said(waits: str, kind: Kind | None) -> Message:
    """Return how the voice says what is waited for."""
    code = f"clip-{waits}"
    return say(code) if kind is None else say(code, kind=say(f"kind-{kind}"))
