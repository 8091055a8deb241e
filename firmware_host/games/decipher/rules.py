"""
The rules of Decipher, the letter piece game: the board answers for the puzzle maker.

Source: rules, parts 1 and 2; docs/rules/decipher.md says them in our words.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from firmware_host.board.events import BoardEvent, Button, Pressed, Tapped, Woke
from firmware_host.board.messages import Refused
from firmware_host.board.options import Option
from firmware_host.board.pieces import (
    BOARD,
    KINDS,
    NO_PIECES,
    Counts,
    Kind,
    Millis,
    Piece,
    Seat,
    Zone,
)
from firmware_host.board.record import Record, replace
from firmware_host.games import chance, game as common
from firmware_host.games.contract import AT_ONCE, Header, Needs, Wake, first_zone
from firmware_host.games.game import (
    BySeat,
    Check,
    Checked,
    GameEnded,
    Joined,
    Lying,
    RoundEnded,
    Void,
    seated,
)
from firmware_host.games.meaning import (
    InZone,
    NeedsChance,
    RightOrWrong,
    ShowsWord,
    TapsPiece,
    TellsMore,
    YesOrNo,
)
from firmware_host.limits import LAST_DAY, SEATS
from firmware_host.words.day import words_of_day
from firmware_host.words.language import DAY
from firmware_host.words.levels import EARLIER, EVERYDAY, LEVELS
from firmware_host.words.lexicon import SHORTEST

#: What a hint can be about: how many words are left; a letter that no word has in a
#: zone; the zone where a Yes is likeliest.
ABOUT = LEFT, LETTER, ZONE = "left", "letter", "zone"

#: Where nothing is told of a zone.
NO_ZONE = Zone(0)

# --- actions: what somebody wants --------------------------------------------


class Secret(BySeat, NeedsChance, tag="secret"):
    """The puzzle maker sets the word; *override* skips the dictionary."""

    word: str = field(default="", repr=False)
    override: bool = False
    entropy: bytes = field(default=b"", repr=False)
    nonce: bytes = field(default=b"", repr=False)


class Hand(Record, tag="hand"):
    """The puzzle maker hands a piece over."""

    kind: Kind


class Tap(Record, TapsPiece, tag="tap"):
    """The seeker on turn taps a piece in a zone; number 0 is any of its kind."""

    zone: Zone
    kind: Kind
    number: int = 0


class Ask(Record, tag="ask"):
    """The seeker on turn asks for a piece, in bonus mode."""


class Pass(Record, tag="pass"):
    """The seeker on turn lets the next one decide, in bonus mode."""


class Guess(BySeat, tag="guess"):
    """
    A seeker calls the word out.

    Args:
        by: Who guesses.
        word: What was called out; empty for a *spoken* guess.
        spoken: True where a human puzzle maker heard a wrong word that nobody spelled.
    """

    word: str
    spoken: bool = False


class Retire(BySeat, tag="retire"):
    """A seeker takes no more part in this round and keeps the guess tokens."""


class Hint(BySeat, tag="hint"):
    """
    A seeker asks the board for a hint, for points.

    Args:
        by: Who asks.
        about: One of `ABOUT`.
        price: What it costs, where that is known already, as in a transcript; then
            the answer is known too.
        left: The number of words that are left.
        at: The zone that is told.
        letter: The letter that no word has there.
    """

    about: str
    price: int | None = None
    left: int = 0
    at: Zone = NO_ZONE
    letter: str = ""


class TimeUp(Record, tag="timeup"):
    """The time of the seeker on turn is up, and nobody has done anything."""


Action = (
    Secret
    | Hand
    | Tap
    | Ask
    | Pass
    | Guess
    | Retire
    | Hint
    | TimeUp
    | Check
    | common.Action
)

# --- facts: what has happened ------------------------------------------------


class Begun(Record, TellsMore, tag="begun"):
    """A round has its word; a line of it need not ask the dictionary again."""

    told: ClassVar[dict[str, bool]] = {"override": True}

    maker: Seat
    word: str = field(repr=False)
    entropy: bytes = field(default=b"", repr=False)
    nonce: bytes = field(default=b"", repr=False)


class Handed(Hand, tag="handed"):
    """A piece went from the maker to the seeker on turn."""


class Answered(Record, InZone, YesOrNo, tag="answered"):
    """A tap was answered; *turn* is whose turn it is now."""

    zone: Zone
    kind: Kind
    number: int
    yes: bool
    turn: Seat
    bonus: bool = False


class Asked(Record, tag="asked"):
    """A piece was asked for, and a bonus token paid."""


class Passed(BySeat, tag="passed"):
    """A seeker passed; *turn* is whose turn it is now."""

    turn: Seat


class Guessed(BySeat, RightOrWrong, tag="guessed"):
    """A seeker guessed; *turn* is whose turn it is now."""

    word: str
    right: bool
    turn: Seat


class Retired(BySeat, tag="retired"):
    """A seeker is out of the round by choice."""

    turn: Seat


class Hinted(BySeat, tag="hinted"):
    """What the board has told a seeker, as `Hint` has it."""

    about: str
    price: int
    left: int = 0
    at: Zone = NO_ZONE
    letter: str = ""


class TimedOut(Record, tag="timedout"):
    """The time of a turn was up; *turn* is whose turn it is now."""

    turn: Seat


class Voided(common.Voided, ShowsWord, tag="voided"):
    """The round counts nothing; this was its word."""

    word: str


class Left(common.Left, tag="left"):
    """A player has gone home; *turn* is whose turn it is now."""

    turn: Seat


Fact = (
    Begun
    | Handed
    | Answered
    | Asked
    | Passed
    | Guessed
    | Retired
    | Hinted
    | TimedOut
    | Checked
    | Voided
    | Left
    | RoundEnded
    | common.Shared
)


#: A tap that was a Yes or a No, a guess that was right or wrong, a hint.
YES, NO, FOUND, WRONG, HINT = "✓", "✗", "★", "?", "i"


def sign_of(fact: object) -> str:
    """Return a sign for what was done; nothing for what is no tap, guess or hint."""
    match fact:
        case Answered(yes=yes):
            return YES if yes else NO
        case Guessed(right=right):
            return FOUND if right else WRONG
        case Hinted():
            return HINT
        case _:
            return ""


# --- the state ---------------------------------------------------------------

#: Source: rule book, "Setup".
BONUS_TOKENS = 3

#: Source: rule book, "Setup": 3 guess tokens per player.
GUESS_TOKENS = 3

#: Source: rule book, "Bonus mode": "only 3 letter pieces left".
BONUS_PIECES = 3


class Puzzle(Record):
    """
    What never changes in a round, and what only its maker knows.

    Args:
        number: The round's, 1 and up.
        maker: Who made the word; `BOARD` for the board.
        word: The word, folded.
        entropy: The round's chance; empty where a transcript is played again.
        nonce: What opens the commitment; empty without one.
        builds: The pieces of each letter.
        first_zone: Where the word begins.
    """

    number: int
    maker: Seat
    word: str = field(repr=False)
    entropy: bytes = field(repr=False)
    nonce: bytes = field(repr=False)
    builds: tuple[Counts, ...] = field(repr=False)
    first_zone: Zone

    @property
    def commitment(self) -> str:
        """The promise that is shown at the start, in hex; empty without one."""
        return chance.commitment(self.nonce, self.number, self.word)


class Round(Record):
    """
    A round that is being played.

    Args:
        puzzle: The secret.
        placed: Pieces that lie in each zone of the word.
        hidden: Pieces still in the secret compartment; as secret as the word.
        covered: Kinds under a NO token, in each zone of the word.
        tokens: Guess tokens by seat, of those who sat here when it began.
        seekers: Seats still in the round, in turn order.
        turn: The seat whose turn it is.
        holding: The kind of the piece in the seeker's hand.
        asked: True from an asking until its piece lies.
        bonus_mode: True once only three pieces are hidden.
        bonus_left: Bonus tokens still on the board.
        passed: Seats that passed since a piece was last asked for.
        laid: Numbers of the laid pieces, with their kind and zone.
        last: The last answer, its zone and whether it was Yes.
        guesses: Who guessed what, in order.
        hinted: The hints that were given, in order.
        hint: The last one, until something is answered.
        trail: What was done, as `sign_of` writes it.
        turns: How many turns there have been: each has its own time.
        timed_out: How many of them have run out since anybody did anything.
    """

    puzzle: Puzzle
    placed: tuple[Counts, ...]
    hidden: Counts = field(repr=False)
    covered: tuple[Counts, ...]
    tokens: tuple[int, ...]
    seekers: tuple[Seat, ...]
    turn: Seat
    holding: Kind | None = None
    asked: bool = False
    bonus_mode: bool = False
    bonus_left: int = BONUS_TOKENS
    passed: tuple[Seat, ...] = ()
    laid: tuple[tuple[Kind, int, Zone], ...] = ()
    last: tuple[Zone, bool] | None = None
    guesses: tuple[tuple[Seat, str], ...] = ()
    hinted: tuple[Hinted, ...] = ()
    hint: Hinted | None = None
    trail: str = ""
    turns: int = 0
    timed_out: int = 0

    @property
    def noes(self) -> int:
        """NO tokens on the board."""
        return sum(map(sum, self.covered))

    @property
    def handed(self) -> int:
        """Pieces handed over so far."""
        return sum(map(sum, self.puzzle.builds)) - sum(self.hidden)

    @property
    def touched(self) -> bool:
        """True after the first hand, tap or guess."""
        return bool(self.guesses) or self.handed > 0


@dataclass(frozen=True, kw_only=True)
class State(common.State):
    """
    A whole game.

    Args:
        makers: Who makes the words of the rounds still to come, the next one first.
        round: The round that is being played; None between rounds.
        voided: The word of a round that was called off, until the next one is finished.
        noes: NO tokens of the finished rounds.
        guess_tokens: Guess tokens of everybody, or a digit for each seat.
        hand: ``tap`` or ``confirm``: whether a tap hands its piece over by itself.
        words: The level of the words that the board draws.
        hints: ``on`` where hints can be had.
        day: The number of the day whose word is played; 0 for another word.
        trail: What was done in the last finished round, a sign for each tap and guess.
        turn_s: How long a turn may take, in seconds; 0 for as long as it takes.
    """

    makers: tuple[Seat, ...]
    round: Round | None = None
    voided: str = ""
    noes: int = 0
    guess_tokens: str | int = GUESS_TOKENS
    hand: str = "tap"
    words: str = EVERYDAY
    hints: str = "off"
    day: int = 0
    trail: str = ""
    turn_s: int = 0

    @property
    def number(self) -> int:
        """The number of the round that is played, or comes next."""
        return len(self.results) + 1

    @property
    def board_plays(self) -> bool:
        """True where the board acts as puzzle maker, from the start or for a leaver."""
        return self.header.board_makes or (
            self.round is not None and self.round.puzzle.maker not in self.players
        )

    def tokens_of(self, seat: Seat) -> int:
        """Return the guess tokens of a seat in each round; the box's for latecomers."""
        each = self.guess_tokens
        if isinstance(each, int):
            return each
        return int(each[seat]) if seat < len(each) else GUESS_TOKENS


def answered(game: State, fact: Answered) -> State:
    """Return the game after one answer, with the way back kept, in one change."""
    assert game.round is not None  # noqa: S101 - decide let nothing else pass
    now = play(game.round, fact)
    return replace(game, round=now, before=game, by_board=False)


def apply(game: State, fact: Fact) -> State:
    """Return the game after one fact. Nothing is decided here."""
    match fact:
        case Begun():
            return replace(game, round=_begin(game, fact))
        case Voided(word=word):
            return replace(game, round=None, voided=word)
        case Left():
            return _leave(game, fact)
        case Joined(by=seat):
            newcomers = () if game.header.board_makes else (seat,)
            return replace(common.apply(game, fact), makers=game.makers + newcomers)
        case RoundEnded():
            return _finish(game, fact)
        case GameEnded():
            return replace(common.apply(game, fact), round=None, makers=())
        case _:
            assert game.round is not None  # noqa: S101 - decide let nothing else pass
            return replace(game, round=play(game.round, fact))


def _begin(game: State, fact: Begun) -> Round:
    header, alphabet = game.header, game.header.language.alphabet
    builds = tuple(alphabet.build(letter) for letter in fact.word)
    hidden = alphabet.pieces(fact.word)
    # Who joins plays from the next round, even where this one's word is replaced.
    seats = len(game.round.tokens) if game.round else game.seats
    seekers = _seekers(game, fact.maker, seats)
    tokens = tuple(
        game.tokens_of(seat) if seat in seekers else 0
        for seat in map(Seat, range(seats))
    )
    return Round(
        puzzle=Puzzle(
            number=game.number,
            maker=fact.maker,
            word=fact.word,
            entropy=fact.entropy,
            nonce=fact.nonce,
            builds=builds,
            first_zone=first_zone(header),
        ),
        placed=(NO_PIECES,) * len(builds),
        hidden=hidden,
        covered=(NO_PIECES,) * len(builds),
        tokens=tokens,
        seekers=seekers,
        turn=seekers[0],
        bonus_mode=sum(hidden) <= BONUS_PIECES,
    )


def _seekers(game: State, maker: Seat, seats: int) -> tuple[Seat, ...]:
    """Return who seeks, the first on turn first.

    Source: rules, part 1: the one after the maker; with the board as maker round n
    starts with the nth name, cyclically.
    """
    before = maker if maker != BOARD else len(game.results) % seats - 1
    order = tuple(Seat((before + 1 + step) % seats) for step in range(seats))
    return tuple(seat for seat in order if seat in game.players and seat != maker)


def play(now: Round, fact: Fact) -> Round:
    """Return the round after one fact of a turn."""
    after, trail = _played(now, fact), now.trail + sign_of(fact)
    turns, timed_out = now.turns, 0
    if isinstance(fact, TimedOut):
        turns, timed_out = now.turns + 1, now.timed_out + 1
    elif isinstance(fact, Handed | Checked):
        timed_out = now.timed_out
    elif isinstance(fact, Passed) or after.turn != now.turn:
        turns = now.turns + 1
    elif isinstance(fact, Answered):
        turns = now.turns + fact.yes
    return replace(after, trail=trail, turns=turns, timed_out=timed_out)


def _played(now: Round, fact: Fact) -> Round:
    match fact:
        case Answered(yes=True):
            return _lay(now, fact)
        case Answered():
            return _cover(now, fact)
        case Handed(kind=kind):
            hidden = _less(now.hidden, kind.place)
            return replace(now, hidden=hidden, holding=kind, hint=None)
        case Asked():
            left = now.bonus_left - 1
            return replace(now, asked=True, bonus_left=left, passed=(), last=None)
        case Passed(by=seat, turn=turn):
            return replace(now, passed=(*now.passed, seat), turn=turn, last=None)
        case TimedOut(turn=turn):
            return replace(now, turn=turn, last=None)
        case Guessed():
            return _fold_guess(now, fact)
        case Retired(by=seat, turn=turn) | Left(by=seat, turn=turn):
            return replace(_without(now, seat), turn=turn, last=None)
        case _:
            return _beside(now, fact)


def _beside(now: Round, fact: Fact) -> Round:
    """Return the round after what changes nothing of its play."""
    match fact:
        case Hinted():
            return replace(now, hinted=(*now.hinted, fact), hint=fact)
        case Checked(laid=laid):
            return replace(now, laid=laid)
        case _:
            raise AssertionError(fact)


def _lay(now: Round, fact: Answered) -> Round:
    at, kind = fact.zone - now.puzzle.first_zone, fact.kind.place
    taken = now.holding is None
    laid = now.laid
    if fact.number:
        laid = (*laid, (fact.kind, fact.number, fact.zone))
    return replace(
        now,
        placed=_raise(now.placed, at, kind),
        hidden=_less(now.hidden, kind) if taken else now.hidden,
        holding=None,
        asked=False,
        laid=laid,
        last=(fact.zone, True),
        turn=fact.turn,
        bonus_mode=now.bonus_mode or fact.bonus,
        hint=None,
    )


def _cover(now: Round, fact: Answered) -> Round:
    at, kind = fact.zone - now.puzzle.first_zone, fact.kind.place
    taken = now.holding is None
    return replace(
        now,
        covered=_raise(now.covered, at, kind),
        hidden=_less(now.hidden, kind) if taken else now.hidden,
        holding=fact.kind,
        last=(fact.zone, False),
        hint=None,
    )


def _fold_guess(now: Round, fact: Guessed) -> Round:
    tokens = tuple(count - (seat == fact.by) for seat, count in enumerate(now.tokens))
    after = replace(
        now,
        tokens=tokens,
        turn=fact.turn,
        last=None,
        guesses=(*now.guesses, (fact.by, fact.word)),
        hint=None,
    )
    return after if tokens[fact.by] or fact.right else _without(after, fact.by)


def _without(now: Round, seat: Seat) -> Round:
    """Return the round with *seat* out of it."""
    return replace(now, seekers=tuple(other for other in now.seekers if other != seat))


def _leave(game: State, fact: Left) -> State:
    now = play(game.round, fact) if game.round else None
    makers = tuple(other for other in game.makers if other != fact.by)
    return replace(common.apply(game, fact), round=now, makers=makers)


def _finish(game: State, fact: RoundEnded) -> State:
    return replace(
        game,
        round=None,
        results=(*game.results, fact.result),
        noes=game.noes + (game.round.noes if game.round else 0),
        trail=game.round.trail if game.round else "",
        voided="",
        makers=game.makers[1:] if game.makers[:1] == (fact.maker,) else game.makers,
    )


#: One piece of each kind, to be added.
_ONE: tuple[Counts, ...] = ((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1))


def _raise(rows: tuple[Counts, ...], at: int, kind: int) -> tuple[Counts, ...]:
    """Return *rows* with one more of *kind* in row *at*."""
    (r, y, b, g), (red, yellow, blue, green) = rows[at], _ONE[kind]
    grown = (r + red, y + yellow, b + blue, g + green)
    return (*rows[:at], grown, *rows[at + 1 :])


def _less(counts: Counts, kind: int) -> Counts:
    (r, y, b, g), (red, yellow, blue, green) = counts, _ONE[kind]
    return (r - red, y - yellow, b - blue, g - green)


# --- points, and who wins ----------------------------------------------------


#: Source: rule book, "End of a round and scoring".
DECIPHER_TOKEN = 5
BONUS_TOKEN = 2

#: What a hint costs, in points, in words of 3, 4, 5 and 6 letters: what it was worth in
#: 2,000 rounds, rounded. Source: tests/benchmarks/bench_hints.py.
PRICES: Mapping[str, tuple[int, int, int, int]] = {
    LEFT: (0, 0, 0, 0),
    LETTER: (1, 2, 2, 2),
    ZONE: (0, 0, 0, 0),
}


def price(about: str, length: int) -> int:
    """Return what a hint costs in words of *length* letters, 3 to 6."""
    return PRICES[about][length - SHORTEST]


def points(game: State, now: Round, guessed_by: Seat | None) -> tuple[int, ...]:
    """
    Return what the round brings, by seat; the board last where it makes words.

    Args:
        game: The game the round belongs to.
        now: The round at its end, after the last guess.
        guessed_by: Who found the word; None when nobody did.
    """
    earned = list(now.tokens) + [0] * (game.seats - len(now.tokens))
    paid = [0] * game.seats
    for hint in now.hinted:
        paid[hint.by] += hint.price
    makes = now.noes + BONUS_TOKEN * (BONUS_TOKENS - now.bonus_left) + len(now.guesses)
    if guessed_by is None:
        makes += DECIPHER_TOKEN
    else:
        earned[guessed_by] += DECIPHER_TOKEN + BONUS_TOKEN * now.bonus_left
    earned = [max(0, has - costs) for has, costs in zip(earned, paid, strict=True)]
    if now.puzzle.maker == BOARD:
        return (*earned, makes)
    earned[now.puzzle.maker] += makes
    return tuple(earned)


def final(game: State) -> GameEnded:
    """Return the end of the game as it stands."""
    sums = game.totals
    return GameEnded(sums, _winners(game, sums) if game.results else ())


def is_alone(game: State) -> bool:
    """Tell whether a lone seeker, or team, plays against the board."""
    return game.header.board_makes and game.seats == 1


def found(game: State) -> int:
    """Return how many words were found."""
    return sum(result.guessed_by is not None for result in game.results)


def _winners(game: State, sums: tuple[int, ...]) -> tuple[Seat, ...]:
    """
    Return who has the most points; tied players share.

    The board can win only against a lone seeker, and only where a word was not found.
    """
    against_board = is_alone(game) and found(game) < len(game.results)
    playing = sums if against_board else sums[: game.seats]
    best = max(playing)
    return tuple(
        BOARD if seat == game.seats else Seat(seat)
        for seat, count in enumerate(playing)
        if count == best
    )


def taps(game: State) -> int:
    """Return how many taps the last finished round had."""
    return game.trail.count(YES) + game.trail.count(NO)


def shared(game: State) -> str:
    """
    Return how a word of the day was played, to be told without the word.

    Each line is one piece, with its tries: where they were made, and with which kind,
    nobody can read in it. In between stand wrong guesses and hints. Nothing before the
    end, or for another word.
    """
    if game.words != DAY or not game.over or not game.results:
        return ""
    header, trail = game.header, game.trail
    first = f"Letterzone {game.day} {header.language.code} {header.length}"
    counts = f"{trail.count(YES)} {YES} {trail.count(NO)} {NO}"
    lines = trail.replace(YES, f"{YES}\n").split("\n")
    return "\n".join(line for line in (first, *lines, counts) if line)


# --- what each action brings -------------------------------------------------


OPTIONS = (
    Option(
        "first_zone",
        0,
        (0, 1, 2, 3, 4),
        "knob-first-zone",
        begins=True,
        zero="knob-first-zone-0",
    ),
    Option(
        "guess_tokens",
        GUESS_TOKENS,
        tuple(range(1, 10)),
        "knob-guess-tokens",
        each=True,
    ),
    Option("hand", "tap", ("tap", "confirm"), "knob-hand"),
    Option("hints", "off", ("off", "on"), "knob-hints"),
    Option("turn_s", 0, (0, 30, 60, 90), "knob-turn-s", zero="knob-turn-s-0"),
    Option("words", EVERYDAY, (*LEVELS, DAY), "knob-words", draws=True, before=EARLIER),
    Option("day", 0, (0,), "knob-day", number=(1, LAST_DAY)),
)

#: Source: rules, part 1, "Who": with the board as maker 1 to 8; else 2 to 4.
NEEDS = Needs(seats=(1, SEATS), lengths=(3, 4, 5, 6), maker=True)

Outcome = tuple[Fact, ...] | Refused

#: What the buttons mean to the seeker on turn, in bonus mode.
_BUTTONS: dict[Button, Action] = {Button.TICK: Ask(), Button.CROSS: Pass()}


def start(header: Header) -> State:
    """
    Return the game before its first word.

    Two players make a word twice each, more of them once each.
    """
    first_zone = header.first_zone or int(dict(header.options).get("first_zone", 0))
    header = replace(header, first_zone=first_zone)
    first = seated(State, header, NEEDS, OPTIONS)
    makers = first["players"] * (2 if header.seats == 2 else 1)  # noqa: PLR2004 - the rule's own number
    if header.board_makes:
        makers = (BOARD,) * header.rounds
    return State(makers=makers, **first)


def interpret(game: State, event: BoardEvent) -> Action | None:
    """Return what an event at the board means now, or None for nothing."""
    match event:
        case Tapped(zone=zone, piece=Piece() as piece):
            return Tap(zone, piece.kind, piece.number)
        case Pressed(button=button) if game.round and game.round.bonus_mode:
            return _BUTTONS.get(button)
        case Woke():
            return _own_move(game) or (None if turn_time(game) is None else TimeUp())
        case _:
            return None


def wake(game: State) -> Wake | None:
    """Return at once where the board itself has something to do, else a turn's time."""
    return turn_time(game) if _own_move(game) is None else AT_ONCE


def _own_move(game: State) -> Action | None:
    now = game.round
    if game.over or not game.board_plays:
        return None
    if now is None:
        return Secret(BOARD)
    if now.holding or not any(now.hidden) or (now.bonus_mode and not now.asked):
        return None
    entropy = now.puzzle.entropy
    return Hand(chance.draw_kind(entropy, now.hidden, now.handed))


def decide(game: State, action: Action) -> Outcome:
    """Return what *action* brings, or why it is refused. Changes nothing."""
    match action:
        case Tap(zone=zone, kind=kind, number=number) if game.round is not None:
            return _tap(game, game.round, zone=zone, kind=kind, number=number)
        case Secret():
            return _secret(game, action)
        case _ if game.round is None:
            return Refused("no-round")
        case _:
            return _in_round(game, game.round, action)


def _in_round(game: State, now: Round, action: Action) -> Outcome:
    match action:
        case Hand(kind=kind):
            return _hand(now, kind)
        case Ask():
            return _no_bonus(now) or _ask(now)
        case Pass():
            return _no_bonus(now) or _pass(game, now)
        case Guess(by=seat):
            return _not_seeking(now, seat) or _guess(game, now, action)
        case Retire(by=seat):
            out = Retired(seat, turn_without(now, seat))
            return _not_seeking(now, seat) or go_out(game, now, out)
        case TimeUp():
            return time_up(game, now)
        case Check(seen=seen):
            return checked(now, seen)
        case Void():
            return void(game, now)
        case _:
            raise AssertionError(action)


def _secret(game: State, action: Secret) -> Outcome:
    now = game.round
    if action.by != (now.puzzle.maker if now else game.makers[0]) or (
        action.by != BOARD and action.by not in game.players
    ):
        return Refused("not-the-maker")
    if now is not None and now.touched:
        return Refused("too-late")
    word = action.word
    if action.by == BOARD and action.entropy and not word:
        word = draw_word(game, action.entropy)
    faults = game.header.language.faults(
        word, game.header.length, override=action.override
    )
    if faults:
        return faults[0]
    entropy = action.entropy
    nonce = action.nonce or chance.nonce(entropy)
    return (Begun(action.by, word, entropy, nonce),)


def draw_word(game: State, entropy: bytes) -> str:
    """Draw a word that this game has not shown yet; any, when it has shown them all."""
    language, length = game.header.language, game.header.length
    if game.words == DAY:
        return _word_of_day(game)
    words = language.drawn(length, game.words)
    used = {result.word for result in game.results} | {game.voided}
    word = ""
    for attempt in range(1000):
        index = chance.draw_index(entropy, words.count(length), attempt)
        word = words.word(length, index)
        if word not in used and not language.faults(word, length):
            break
    return word


def _word_of_day(game: State) -> str:
    """Return the word of the day, or the next one that can be laid here."""
    language, length = game.header.language, game.header.length
    ranked = words_of_day(language, length, game.day)
    shown = {result.word for result in game.results} | {game.voided}
    can = (one for one in ranked if not language.faults(one, length))
    return next((one for one in can if one not in shown), ranked[0])


def _tap(game: State, now: Round, *, zone: Zone, kind: Kind, number: int) -> Outcome:
    index, at = kind.place, zone - now.puzzle.first_zone
    if number and any(laid[:2] == (kind, number) for laid in now.laid):
        lies = next(laid[2] for laid in now.laid if laid[:2] == (kind, number))
        return Refused("piece-laid", values=(("zone", lies),))
    if now.holding is None and now.bonus_mode and not now.asked:
        return Refused("ask-first")
    if not 0 <= at < len(now.placed):
        return Refused("outside-word")
    if now.holding is not None and now.holding is not kind:
        return Refused("other-kind")
    if now.holding is None:
        if game.board_plays or game.hand == "confirm":
            return Refused("no-piece")
        if not now.hidden[index]:
            return Refused("none-hidden", private=True)
    if now.covered[at][index]:
        return Refused("zone-covered")
    return _answer(now, zone=zone, kind=kind, number=number)


def _answer(now: Round, *, zone: Zone, kind: Kind, number: int) -> tuple[Fact]:
    index, at = kind.place, zone - now.puzzle.first_zone
    yes = now.puzzle.builds[at][index] > now.placed[at][index]
    if not yes:
        return (Answered(zone, kind, number, yes=False, turn=now.turn),)
    hidden = sum(now.hidden) - (now.holding is None)
    bonus = not now.bonus_mode and hidden <= BONUS_PIECES
    turn = next_seeker(now, now.turn)
    return (Answered(zone, kind, number, yes=True, turn=turn, bonus=bonus),)


def _hand(now: Round, kind: Kind) -> Outcome:
    if now.holding is not None:
        return Refused("piece-in-hand")
    if now.bonus_mode and not now.asked:
        return Refused("ask-first")
    if not now.hidden[kind.place]:
        return Refused("none-hidden", private=True)
    return (Handed(kind),)


def _no_bonus(now: Round) -> Refused | None:
    """Return why nobody can ask for a piece now, or pass."""
    if not now.bonus_mode:
        return Refused("not-bonus")
    asked = now.asked or now.holding is not None
    return Refused("already-asked") if asked else None


def _ask(now: Round) -> Outcome:
    return (Asked(),) if any(now.hidden) else Refused("none-left")


def _pass(game: State, now: Round) -> Outcome:
    passed = Passed(now.turn, next_seeker(now, now.turn))
    return (passed, *unless_played(game, play(now, passed)))


def _guess(game: State, now: Round, guess: Guess) -> Outcome:
    seat, word = guess.by, guess.word
    heard = guess.spoken and not (word or game.board_plays)
    if len(word) != len(now.placed) and not heard:
        return Refused("guess-length", values=(("length", len(now.placed)),))
    if not all(letter in game.header.language.tiles for letter in word):
        return Refused("guess-letters")
    if word and any(word == given for _, given in now.guesses):
        return Refused("guess-again")
    if word == now.puzzle.word:
        right = Guessed(seat, word, right=True, turn=now.turn)
        return (right, *end_round(game, play(now, right), guessed_by=seat))
    if now.tokens[seat] > 1:
        return (Guessed(seat, word, right=False, turn=now.turn),)
    return go_out(
        game, now, Guessed(seat, word, right=False, turn=turn_without(now, seat))
    )


def refused_hint(game: State, hint: Hint) -> Refused | None:
    """Return why a seeker cannot have a hint now; None where there may be one."""
    now = game.round
    if now is None:
        return Refused("no-round")
    if game.hints == "off":
        return Refused("hints-off")
    refused = _not_seeking(now, hint.by)
    if refused is not None:
        return refused
    if hint.about == ZONE and now.holding is None:
        return Refused("no-piece")
    again = any((one.by, one.about) == (hint.by, hint.about) for one in now.hinted)
    return Refused("hint-again") if again else None


def _not_seeking(now: Round, seat: Seat) -> Refused | None:
    if seat in now.seekers:
        return None
    if seat == now.puzzle.maker or seat >= len(now.tokens):
        return Refused("not-a-seeker")
    return Refused("out-of-round")


# --- a check of the board ----------------------------------------------------

# The answers say how many pieces of a kind lie in a zone. The tags say which of them
# they are, and a check can change that.


def pieces_on_board(game: State) -> tuple[tuple[Zone, Piece], ...] | None:
    """Return every laid piece; its number is 0 where nobody knows which one it is."""
    now = game.round
    if now is None:
        return None
    known = tuple((zone, Piece(kind, number)) for kind, number, zone in now.laid)
    unknown = _room(now) - Counter((zone, piece.kind) for zone, piece in known)
    return known + tuple((zone, Piece(kind)) for zone, kind in unknown.elements())


def _room(now: Round) -> Counter[tuple[Zone, Kind]]:
    """Return how many pieces of a kind lie in a zone."""
    first = now.puzzle.first_zone
    return Counter(
        {
            (Zone(first + at), kind): counts[kind.place]
            for at, counts in enumerate(now.placed)
            for kind in KINDS
        }
    )


def checked(now: Round, seen: tuple[Lying, ...]) -> tuple[Checked] | Refused:
    """
    Return the record that follows what was *seen*, or why it cannot.

    What was not seen stays as it was known, unless another piece lies in its place.
    """
    room, laid = _room(now), list[Lying]()
    found = {(kind, number): zone for kind, number, zone in seen if number}
    for (kind, number), zone in found.items():
        if not room[zone, kind]:
            return Refused("check-count", values=(("zone", zone),))
        room[zone, kind] -= 1
        laid.append((kind, number, zone))
    for kind, number, zone in now.laid:
        if (kind, number) not in found and room[zone, kind]:
            room[zone, kind] -= 1
            laid.append((kind, number, zone))
    return (Checked(tuple(laid)),)


# --- a clock for turns -------------------------------------------------------

# Source: docs/rules/decipher.md, "A clock for turns"; a ruling of ours.


def turn_time(game: State) -> Wake | None:
    """
    Return the time of the turn; None where none runs.

    It runs from the first answer of a round on, while the seeker on turn has something
    to do. Once it has run out for everybody it stands still until somebody acts.
    """
    now = game.round
    if not game.turn_s or game.over or now is None:
        return None
    if (
        now.timed_out >= len(now.seekers)
        or not _has_begun(now)
        or _waits_for_maker(game, now)
    ):
        return None
    return Wake(Millis(game.turn_s * 1000), (game.number, now.turns, now.asked))


def time_up(game: State, now: Round) -> tuple[TimedOut] | Refused:
    """Return the fact that the turn timed out; refuse it if no timer runs."""
    if turn_time(game) is None:
        return Refused("too-late")
    return (TimedOut(next_seeker(now, now.turn)),)


def _has_begun(now: Round) -> bool:
    """Tell whether anybody has done something: until then there is much to read."""
    asked = now.asked or now.bonus_left < BONUS_TOKENS
    laid = now.noes or any(map(any, now.placed))
    return bool(asked or laid or now.guesses or now.passed)


def _waits_for_maker(game: State, now: Round) -> bool:
    """Tell whether the seeker waits for the maker, who hands a piece over."""
    decides = now.bonus_mode and not now.asked
    by_maker = game.hand == "confirm" or game.board_plays
    return by_maker and now.holding is None and not decides


# --- the end of a round and of the game --------------------------------------


def next_seeker(now: Round, seat: Seat) -> Seat:
    """Return the seeker after *seat*; *seat* itself where it is alone."""
    at = now.seekers.index(seat)
    return now.seekers[(at + 1) % len(now.seekers)]


def turn_without(now: Round, seat: Seat) -> Seat:
    """Return whose turn it is once *seat* is out of the round."""
    return next_seeker(now, seat) if now.turn == seat else now.turn


def go_out(game: State, now: Round, fact: Guessed | Retired | Left) -> tuple[Fact, ...]:
    """A seeker leaves the round; it may end by that."""
    return (fact, *unless_played(apply(game, fact), play(now, fact)))


def unless_played(game: State, now: Round) -> tuple[Fact, ...]:
    """
    Return the end of the round if nobody is left who would play on.

    A piece that was asked for must be tapped first, so a seeker who is about to
    tap it has not passed.
    """
    waiting = now.asked or now.holding is not None
    if now.seekers and (waiting or not set(now.seekers).issubset(now.passed)):
        return ()
    return end_round(game, now)


def end_round(
    game: State, now: Round, *, guessed_by: Seat | None = None
) -> tuple[Fact, ...]:
    """
    Return the end of the round, and of the game where it was the last one.

    Args:
        game: The game the round belongs to.
        now: The round at its end, after the last guess.
        guessed_by: Who found the word; None when nobody did.
    """
    ended = RoundEnded(
        word=now.puzzle.word,
        maker=now.puzzle.maker,
        guessed_by=guessed_by,
        points=points(game, now, guessed_by),
        nonce=now.puzzle.nonce.hex(),
    )
    return (ended, *unless_over(apply(game, ended)))


def void(game: State, now: Round) -> tuple[Fact, ...]:
    """Return the end of a round that counts nothing."""
    voided = Voided(now.puzzle.word)
    return (voided, *unless_over(apply(game, voided)))


def unless_over(after: State) -> tuple[Fact, ...]:
    """
    Return the end of the game where no further round can be played.

    Source: rules, "For all games": fewer than two players; none with the board.
    """
    fewest = 1 if after.header.board_makes else 2
    last = not after.makers or len(after.players) < fewest
    return (final(after),) if last else ()


def leave(game: State, seat: Seat) -> tuple[Fact, ...]:
    """Return what comes of it when *seat* goes home."""
    now = game.round
    if now is None:
        left = Left(seat, seat)
        return (left, *unless_over(apply(game, left)))
    if seat not in now.seekers:
        return (Left(seat, now.turn),)
    return go_out(game, now, Left(seat, turn_without(now, seat)))
