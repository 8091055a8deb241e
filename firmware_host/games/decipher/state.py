"""The actions, facts and state of Decipher."""

from dataclasses import dataclass, field
from typing import ClassVar

from firmware_host.board.pieces import BOARD, NO_PIECES, Counts, Kind, Seat, Zone
from firmware_host.board.record import Record, replace
from firmware_host.games import chance, common
from firmware_host.games.common import (
    BySeat,
    Check,
    Checked,
    GameEnded,
    Joined,
    RoundEnded,
)
from firmware_host.games.contract import first_zone
from firmware_host.games.meaning import (
    InZone,
    NeedsChance,
    RightOrWrong,
    ShowsWord,
    TapsPiece,
    TellsMore,
    YesOrNo,
)
from firmware_host.words.levels import EVERYDAY

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
            return _guess(now, fact)
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


def _guess(now: Round, fact: Guessed) -> Round:
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
