"""
The rules of Decipher, the letter piece game: the board answers for the puzzle maker.

Source: rules, parts 1 and 2; docs/rules/decipher.md has them in our words.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
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

#: The kinds of hints: the number of possible words; a letter that no possible word has
#: in a zone; the zone with the best chance of a Yes.
ABOUT = LEFT, LETTER, ZONE = "left", "letter", "zone"

#: The zone of a hint without one.
NO_ZONE = Zone(0)

# --- actions: requests of players ---------------------------------------------


class SetSecret(BySeat, NeedsChance, tag="secret"):
    """The puzzle maker sets the word; *override* skips the dictionary."""

    word: str = field(default="", repr=False)
    override: bool = False
    entropy: bytes = field(default=b"", repr=False)
    nonce: bytes = field(default=b"", repr=False)


class HandOver(Record, tag="hand"):
    """The puzzle maker hands a piece over."""

    kind: Kind


class TapPiece(Record, TapsPiece, tag="tap"):
    """The seeker on turn taps a piece in a zone; number 0 is any of its kind."""

    zone: Zone
    kind: Kind
    number: int = 0


class AskForPiece(Record, tag="ask"):
    """The seeker on turn asks for a piece, in bonus mode."""


class PassTurn(Record, tag="pass"):
    """The seeker on turn lets the next one decide, in bonus mode."""


class Guess(BySeat, tag="guess"):
    """
    A seeker calls the word out.

    Args:
        by: The seat that guesses.
        word: The guessed word; empty for a *spoken* guess.
        spoken: True if a human puzzle maker heard a wrong word that was not spelled.
    """

    word: str
    spoken: bool = False


class Retire(BySeat, tag="retire"):
    """A seeker leaves this round and keeps the guess tokens."""


class Hint(BySeat, tag="hint"):
    """
    A seeker asks the board for a hint, for points.

    Args:
        by: The seat that asks.
        about: One of `ABOUT`.
        price: The price, if it is known already, as in a transcript; then the answer is
            known, too.
        left: The number of words that are left.
        at: The zone of the answer.
        letter: The letter that no possible word has there.
    """

    about: str
    price: int | None = None
    left: int = 0
    at: Zone = NO_ZONE
    letter: str = ""


class TurnTimeUp(Record, tag="timeup"):
    """The turn of the seeker on turn has timed out."""


Action = (
    SetSecret
    | HandOver
    | TapPiece
    | AskForPiece
    | PassTurn
    | Guess
    | Retire
    | Hint
    | TurnTimeUp
    | Check
    | common.Action
)

# --- facts: accepted changes --------------------------------------------------


class RoundBegun(Record, TellsMore, tag="begun"):
    """A round has its word; a replay does not look it up again."""

    told: ClassVar[dict[str, bool]] = {"override": True}

    maker: Seat
    word: str = field(repr=False)
    entropy: bytes = field(default=b"", repr=False)
    nonce: bytes = field(default=b"", repr=False)


class Handed(HandOver, tag="handed"):
    """The maker handed a piece to the seeker on turn."""


class Answered(Record, InZone, YesOrNo, tag="answered"):
    """The fact that a tap was answered; `turn` is the seat on turn afterwards."""

    zone: Zone
    kind: Kind
    number: int
    yes: bool
    turn: Seat
    bonus: bool = False


class PieceAsked(Record, tag="asked"):
    """A seeker asked for a piece, and paid a bonus token."""


class TurnPassed(BySeat, tag="passed"):
    """A seeker passed; `turn` is the seat on turn now."""

    turn: Seat


class Guessed(BySeat, RightOrWrong, tag="guessed"):
    """A seeker guessed; `turn` is the seat on turn now."""

    word: str
    right: bool
    turn: Seat


class Retired(BySeat, tag="retired"):
    """A seeker left the round by choice."""

    turn: Seat


class Hinted(BySeat, tag="hinted"):
    """The board gave a seeker a hint; the fields are those of `Hint`."""

    about: str
    price: int
    left: int = 0
    at: Zone = NO_ZONE
    letter: str = ""


class TimedOut(Record, tag="timedout"):
    """The turn timed out; `turn` is the seat on turn now."""

    turn: Seat


class Voided(common.Voided, ShowsWord, tag="voided"):
    """The round was called off; this was its word."""

    word: str


class Left(common.Left, tag="left"):
    """A player has left; `turn` is the seat on turn now."""

    turn: Seat


Fact = (
    RoundBegun
    | Handed
    | Answered
    | PieceAsked
    | TurnPassed
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


#: The signs for a Yes, a No, a right guess, a wrong guess, and a hint.
YES, NO, FOUND, WRONG, HINT = "✓", "✗", "★", "?", "i"


def sign_of(fact: object) -> str:
    """Return the sign for a tap, a guess or a hint; empty for another fact."""
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
    The constant part of a round, which only its maker knows.

    Args:
        number: The number of the round, from 1.
        maker: The seat that made the word; `BOARD` for the board.
        seekers: The seats of all seekers at the beginning of the round, in turn order.
        word: The word, folded.
        entropy: The random bytes of the round; empty when a transcript is replayed.
        nonce: The nonce of the commitment; empty without one.
        builds: The pieces of each letter.
        first_zone: The zone of the first letter.
    """

    number: int
    maker: Seat
    seekers: tuple[Seat, ...]
    word: str = field(repr=False)
    entropy: bytes = field(repr=False)
    nonce: bytes = field(repr=False)
    builds: tuple[Counts, ...] = field(repr=False)
    first_zone: Zone

    @property
    def commitment(self) -> str:
        """The commitment shown at the start, in hex; empty without one."""
        return chance.commitment(self.nonce, self.number, self.word)


class DecipherRound(Record):
    """
    The state of a round in progress.

    Args:
        puzzle: The secret.
        placed: The pieces in each zone of the word.
        hidden: Pieces still in the secret compartment; as secret as the word.
        covered: Kinds under a NO token, in each zone of the word.
        tokens: Guess tokens by seat, of the players since the round began.
        seekers: Seats still in the round, in turn order.
        turn: The seat whose turn it is.
        holding: The kind of the piece in the seeker's hand.
        asked: True from a request for a piece until that piece is laid.
        bonus_mode: True once only three pieces are hidden.
        bonus_left: Bonus tokens still on the board.
        passed: Seats that passed since a piece was last asked for.
        laid: Numbers of the laid pieces, with their kind and zone.
        last: The last answer, its zone and whether it was Yes.
        guesses: The guesses with their seats, in order.
        hinted: The given hints, in order.
        hint: The last hint, until the next answer.
        trail: A sign for each action, as `sign_of` returns it.
        turns: The number of turns so far; each has its own time.
        timed_out: The number of turns that timed out since the last action.
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
        """The number of NO tokens on the board."""
        return sum(map(sum, self.covered))

    @property
    def handed(self) -> int:
        """The number of pieces handed over so far."""
        return sum(map(sum, self.puzzle.builds)) - sum(self.hidden)

    @property
    def touched(self) -> bool:
        """True after the first hand, tap or guess."""
        return bool(self.guesses) or self.handed > 0


@dataclass(frozen=True, kw_only=True)
class DecipherState(common.State):
    """
    The state of a game of Decipher.

    Args:
        makers: The makers of the rounds still to come, the next one first.
        round: The round in play; None between rounds.
        voided: The word of a round that was called off, until the next one is
            finished.
        called_off: The words of all rounds that were called off.
        noes: The number of NO tokens of the finished rounds.
        guess_tokens: The guess tokens of each player, or one digit for each seat.
        hand: ``tap`` if a tap also hands its piece over, else ``confirm``.
        words: The level of the words that the board draws.
        hints: ``on`` if hints are allowed.
        day: The number of the day whose word is played; 0 for another word.
        sought: The seats that were seekers at the beginning of the last finished round.
        trail: The signs of all taps, guesses and hints of the last finished round.
        turn_s: The time limit of a turn, in seconds; 0 for no limit.
    """

    makers: tuple[Seat, ...]
    round: DecipherRound | None = None
    voided: str = ""
    called_off: tuple[str, ...] = ()
    noes: int = 0
    guess_tokens: str | int = GUESS_TOKENS
    hand: str = "tap"
    words: str = EVERYDAY
    hints: str = "off"
    day: int = 0
    sought: tuple[Seat, ...] = ()
    trail: str = ""
    turn_s: int = 0

    @property
    def number(self) -> int:
        """The number of the present or next round, from 1."""
        return len(self.results) + 1

    @property
    def board_plays(self) -> bool:
        """True if the board is the puzzle maker, by choice or for a leaver."""
        return self.header.board_makes or (
            self.round is not None and self.round.puzzle.maker not in self.players
        )

    def tokens_of(self, seat: Seat) -> int:
        """
        Return the guess tokens of a seat in each round.

        A late joiner gets the default number.
        """
        each = self.guess_tokens
        if isinstance(each, int):
            return each
        return int(each[seat]) if seat < len(each) else GUESS_TOKENS


def apply(game: DecipherState, fact: Fact) -> DecipherState:
    """Return the game after one fact. It makes no decision."""
    match fact:
        case RoundBegun():
            return replace(game, round=_begin(game, fact))
        case Voided(word=word):
            words = (*game.called_off, word)
            return replace(game, round=None, voided=word, called_off=words)
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


def _begin(game: DecipherState, fact: RoundBegun) -> DecipherRound:
    header, alphabet = game.header, game.header.language.alphabet
    builds = tuple(alphabet.build(letter) for letter in fact.word)
    hidden = alphabet.pieces(fact.word)
    # A joining player plays from the next round, even if this round's word is replaced.
    seats = len(game.round.tokens) if game.round else game.seats
    seekers = _seekers(game, fact.maker, seats)
    tokens = tuple(
        game.tokens_of(seat) if seat in seekers else 0
        for seat in map(Seat, range(seats))
    )
    return DecipherRound(
        puzzle=Puzzle(
            number=game.number,
            maker=fact.maker,
            seekers=seekers,
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


def _seekers(game: DecipherState, maker: Seat, seats: int) -> tuple[Seat, ...]:
    """
    Return the seats of all seekers, the first on turn first.

    Source: rules, part 1: the one after the maker; with the board as maker round n
    starts with the nth name, cyclically.
    """
    before = maker if maker != BOARD else len(game.results) % seats - 1
    order = tuple(Seat((before + 1 + step) % seats) for step in range(seats))
    return tuple(seat for seat in order if seat in game.players and seat != maker)


def play(now: DecipherRound, fact: Fact) -> DecipherRound:
    """Return the round after one fact of a turn."""
    after, trail = _played(now, fact), now.trail + sign_of(fact)
    turns, timed_out = now.turns, 0
    if isinstance(fact, TimedOut):
        turns, timed_out = now.turns + 1, now.timed_out + 1
    elif isinstance(fact, Handed | Checked):
        timed_out = now.timed_out
    elif isinstance(fact, TurnPassed) or after.turn != now.turn:
        turns = now.turns + 1
    elif isinstance(fact, Answered):
        turns = now.turns + fact.yes
    return replace(after, trail=trail, turns=turns, timed_out=timed_out)


def _played(now: DecipherRound, fact: Fact) -> DecipherRound:
    match fact:
        case Answered(yes=True):
            return _lay(now, fact)
        case Answered():
            return _cover(now, fact)
        case Handed(kind=kind):
            hidden = _less(now.hidden, kind.place)
            return replace(now, hidden=hidden, holding=kind, hint=None)
        case PieceAsked():
            left = now.bonus_left - 1
            return replace(now, asked=True, bonus_left=left, passed=(), last=None)
        case TurnPassed(by=seat, turn=turn):
            return replace(now, passed=(*now.passed, seat), turn=turn, last=None)
        case TimedOut(turn=turn):
            return replace(now, turn=turn, last=None)
        case Guessed():
            return _fold_guess(now, fact)
        case Retired(by=seat, turn=turn) | Left(by=seat, turn=turn):
            return replace(_without(now, seat), turn=turn, last=None)
        case _:
            return _beside(now, fact)


def _beside(now: DecipherRound, fact: Fact) -> DecipherRound:
    """Return the round after a fact that changes neither turn nor pieces."""
    match fact:
        case Hinted():
            return replace(now, hinted=(*now.hinted, fact), hint=fact)
        case Checked(laid=laid):
            return replace(now, laid=laid)
        case _:
            raise AssertionError(fact)


def _lay(now: DecipherRound, fact: Answered) -> DecipherRound:
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


def _cover(now: DecipherRound, fact: Answered) -> DecipherRound:
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


def _fold_guess(now: DecipherRound, fact: Guessed) -> DecipherRound:
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


def _without(now: DecipherRound, seat: Seat) -> DecipherRound:
    """Return the round without *seat* among its seekers."""
    return replace(now, seekers=tuple(other for other in now.seekers if other != seat))


def _leave(game: DecipherState, fact: Left) -> DecipherState:
    now = play(game.round, fact) if game.round else None
    makers = tuple(other for other in game.makers if other != fact.by)
    return replace(common.apply(game, fact), round=now, makers=makers)


def _finish(game: DecipherState, fact: RoundEnded) -> DecipherState:
    return replace(
        game,
        round=None,
        results=(*game.results, fact.result),
        noes=game.noes + (game.round.noes if game.round else 0),
        sought=game.round.puzzle.seekers if game.round else (),
        trail=game.round.trail if game.round else "",
        voided="",
        makers=game.makers[1:] if game.makers[:1] == (fact.maker,) else game.makers,
    )


#: One piece of each kind, for additions.
_ONE: tuple[Counts, ...] = ((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1))


def _raise(rows: tuple[Counts, ...], at: int, kind: int) -> tuple[Counts, ...]:
    """Return `rows` with one more piece of `kind` in row `at`."""
    (r, y, b, g), (red, yellow, blue, green) = rows[at], _ONE[kind]
    grown = (r + red, y + yellow, b + blue, g + green)
    return (*rows[:at], grown, *rows[at + 1 :])


def _less(counts: Counts, kind: int) -> Counts:
    (r, y, b, g), (red, yellow, blue, green) = counts, _ONE[kind]
    return (r - red, y - yellow, b - blue, g - green)


# --- points and winners -------------------------------------------------------


#: Source: rule book, "End of a round and scoring".
DECIPHER_TOKEN = 5
BONUS_TOKEN = 2

#: The price of a hint in points, for words of 3, 4, 5 and 6 letters: its measured value
#: in 2,000 rounds, rounded. Source: tests/benchmarks/bench_hints.py.
PRICES: Mapping[str, tuple[int, int, int, int]] = {
    LEFT: (0, 0, 0, 0),
    LETTER: (1, 2, 2, 2),
    ZONE: (0, 0, 0, 0),
}


def price(about: str, length: int) -> int:
    """Return the price of a hint in words of *length* letters, 3 to 6."""
    return PRICES[about][length - SHORTEST]


def points(
    game: DecipherState, now: DecipherRound, guessed_by: Seat | None
) -> tuple[int, ...]:
    """
    Return the points of the round by seat, the board last if it makes words.

    Args:
        game: The game the round belongs to.
        now: The round at its end, after the last guess.
        guessed_by: The seat that found the word; None for no seat.
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


def final(game: DecipherState) -> GameEnded:
    """Return the end of the game with its present points."""
    sums = game.totals
    return GameEnded(sums, _winners(game, sums) if game.results else ())


def is_alone(game: DecipherState) -> bool:
    """Return True if a single seeker or team plays against the board."""
    return game.header.board_makes and game.seats == 1


def count_found(game: DecipherState) -> int:
    """Return the number of words that were found."""
    return sum(result.guessed_by is not None for result in game.results)


def _winners(game: DecipherState, sums: tuple[int, ...]) -> tuple[Seat, ...]:
    """
    Return the seats with the most points; tied players share.

    The board can win only against a single seeker, and only if a word was not found.
    """
    against_board = is_alone(game) and count_found(game) < len(game.results)
    playing = sums if against_board else sums[: game.seats]
    best = max(playing)
    return tuple(
        BOARD if seat == game.seats else Seat(seat)
        for seat, count in enumerate(playing)
        if count == best
    )


def taps(game: DecipherState) -> int:
    """Return the number of taps that were answered in the last finished round."""
    return game.trail.count(YES) + game.trail.count(NO)


def longest_row(game: DecipherState) -> int:
    """Return the most consecutive Yes answers in the last finished round."""
    return max(map(len, re.findall(f"{YES}+", game.trail)), default=0)


def share_text(game: DecipherState) -> str:
    """
    Return a text to share about the word of the day, without the word.

    It has the guesses, the NO tokens and the hints, each on one line. Kinds, zones and
    the number of Yes are left out, because they would narrow the word down. It is empty
    before the end and for any other word.
    """
    if game.words != DAY or not game.over or not game.results:
        return ""
    header, trail = game.header, game.trail
    first = f"Letterzone {game.day} {header.language.code} {header.length}"
    signs = (WRONG + FOUND, NO, HINT)
    lines = ("".join(one for one in trail if one in line) for line in signs)
    return "\n".join(line for line in (first, *lines) if line)


# --- the actions --------------------------------------------------------------


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

#: The actions of the buttons for the seeker on turn, in bonus mode.
_BUTTONS: dict[Button, Action] = {Button.TICK: AskForPiece(), Button.CROSS: PassTurn()}


def start(header: Header) -> DecipherState:
    """
    Return the state before the first word.

    Two players make two words each, more players one each.
    """
    first_zone = header.first_zone or int(dict(header.options).get("first_zone", 0))
    header = replace(header, first_zone=first_zone)
    first = seated(DecipherState, header, NEEDS, OPTIONS)
    makers = first["players"] * (2 if header.seats == 2 else 1)  # noqa: PLR2004 - the rule's own number
    if header.board_makes:
        makers = (BOARD,) * header.rounds
    return DecipherState(makers=makers, **first)


def interpret(game: DecipherState, event: BoardEvent) -> Action | None:
    """Return the action of an event at the board now, or None."""
    match event:
        case Tapped(zone=zone, piece=Piece() as piece):
            return TapPiece(zone, piece.kind, piece.number)
        case Pressed(button=button) if game.round and game.round.bonus_mode:
            return _BUTTONS.get(button)
        case Woke():
            return _own_move(game) or (
                None if turn_time(game) is None else TurnTimeUp()
            )
        case _:
            return None


def wake(game: DecipherState) -> Wake | None:
    """Return a timer due at once if the board has to act, else the timer of a turn."""
    return turn_time(game) if _own_move(game) is None else AT_ONCE


def _own_move(game: DecipherState) -> Action | None:
    now = game.round
    if game.over or not game.board_plays:
        return None
    if now is None:
        return SetSecret(BOARD)
    if now.holding or not any(now.hidden) or (now.bonus_mode and not now.asked):
        return None
    entropy = now.puzzle.entropy
    return HandOver(chance.draw_kind(entropy, now.hidden, now.handed))


def decide(game: DecipherState, action: Action) -> Outcome:
    """Return the facts of *action*, or its refusal. The state does not change."""
    match action:
        case TapPiece(zone=zone, kind=kind, number=number) if game.round is not None:
            return _tap(game, game.round, zone=zone, kind=kind, number=number)
        case SetSecret():
            return _secret(game, action)
        case _ if game.round is None:
            return Refused("no-round")
        case _:
            return _in_round(game, game.round, action)


def _in_round(game: DecipherState, now: DecipherRound, action: Action) -> Outcome:
    match action:
        case HandOver(kind=kind):
            return _hand(now, kind)
        case AskForPiece():
            return _no_bonus(now) or _ask(now)
        case PassTurn():
            return _no_bonus(now) or _pass(game, now)
        case Guess(by=seat):
            return _not_seeking(now, seat) or _guess(game, now, action)
        case Retire(by=seat):
            out = Retired(seat, turn_without(now, seat))
            return _not_seeking(now, seat) or go_out(game, now, out)
        case TurnTimeUp():
            return time_up(game, now)
        case Check(seen=seen):
            return check_pieces(now, seen)
        case Void():
            return void(game, now)
        case _:
            raise AssertionError(action)


def _secret(game: DecipherState, action: SetSecret) -> Outcome:
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
    return (RoundBegun(action.by, word, entropy, nonce),)


def draw_word(game: DecipherState, entropy: bytes) -> str:
    """Draw a word that this game has not shown yet; any word after it has shown all."""
    language, length = game.header.language, game.header.length
    shown = {*game.called_off, *(result.word for result in game.results)}
    first = ""
    for word in _candidates(game, entropy):
        if word not in shown and not language.faults(word, length):
            return word
        first = first or word
    return first


def _candidates(game: DecipherState, entropy: bytes) -> Iterable[str]:
    """Return the words of the day in their order, or up to 1000 random words."""
    language, length = game.header.language, game.header.length
    if game.words == DAY:
        return words_of_day(language, length, game.day)
    words = language.drawn(length, game.words)
    count = words.count(length)
    indexes = (chance.draw_index(entropy, count, attempt) for attempt in range(1000))
    return (words.word(length, index) for index in indexes)


def _tap(
    game: DecipherState, now: DecipherRound, *, zone: Zone, kind: Kind, number: int
) -> Outcome:
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


def _answer(now: DecipherRound, *, zone: Zone, kind: Kind, number: int) -> tuple[Fact]:
    index, at = kind.place, zone - now.puzzle.first_zone
    yes = now.puzzle.builds[at][index] > now.placed[at][index]
    if not yes:
        return (Answered(zone, kind, number, yes=False, turn=now.turn),)
    hidden = sum(now.hidden) - (now.holding is None)
    bonus = not now.bonus_mode and hidden <= BONUS_PIECES
    turn = next_seeker(now, now.turn)
    return (Answered(zone, kind, number, yes=True, turn=turn, bonus=bonus),)


def _hand(now: DecipherRound, kind: Kind) -> Outcome:
    if now.holding is not None:
        return Refused("piece-in-hand")
    if now.bonus_mode and not now.asked:
        return Refused("ask-first")
    if not now.hidden[kind.place]:
        return Refused("none-hidden", private=True)
    return (Handed(kind),)


def _no_bonus(now: DecipherRound) -> Refused | None:
    """Return the reason why no seeker can ask for a piece or pass now, or None."""
    if not now.bonus_mode:
        return Refused("not-bonus")
    asked = now.asked or now.holding is not None
    return Refused("already-asked") if asked else None


def _ask(now: DecipherRound) -> Outcome:
    return (PieceAsked(),) if any(now.hidden) else Refused("none-left")


def _pass(game: DecipherState, now: DecipherRound) -> Outcome:
    passed = TurnPassed(now.turn, next_seeker(now, now.turn))
    return (passed, *end_if_deserted(game, play(now, passed)))


def _guess(game: DecipherState, now: DecipherRound, guess: Guess) -> Outcome:
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


def refused_hint(game: DecipherState, hint: Hint) -> Refused | None:
    """Return the refusal of a seeker's hint now, or None if it is allowed."""
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


def _not_seeking(now: DecipherRound, seat: Seat) -> Refused | None:
    if seat in now.seekers:
        return None
    if seat == now.puzzle.maker or seat >= len(now.tokens):
        return Refused("not-a-seeker")
    return Refused("out-of-round")


# --- a check of the board ----------------------------------------------------

# Answers only give the number of pieces of a kind in a zone. Tags tell which pieces
# they are, and a check can correct that.


def pieces_on_board(game: DecipherState) -> tuple[tuple[Zone, Piece], ...] | None:
    """Return every laid piece with its zone; number 0 for an unidentified piece."""
    now = game.round
    if now is None:
        return None
    known = tuple((zone, Piece(kind, number)) for kind, number, zone in now.laid)
    unknown = _room(now) - Counter((zone, piece.kind) for zone, piece in known)
    return known + tuple((zone, Piece(kind)) for zone, kind in unknown.elements())


def _room(now: DecipherRound) -> Counter[tuple[Zone, Kind]]:
    """Return the number of laid pieces of each kind in each zone."""
    first = now.puzzle.first_zone
    return Counter(
        {
            (Zone(first + at), kind): counts[kind.place]
            for at, counts in enumerate(now.placed)
            for kind in KINDS
        }
    )


def check_pieces(
    now: DecipherRound, seen: tuple[Lying, ...]
) -> tuple[Checked] | Refused:
    """
    Return the new record of laid pieces after a check, or its refusal.

    Pieces that were not seen stay in the record, unless others took their place.
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


def turn_time(game: DecipherState) -> Wake | None:
    """
    Return the time limit of the turn, or None if no time runs.

    It runs from the first answer of a round, while the seeker on turn has something to
    do. After it has timed out for all seekers, it stops until the next action.
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


def time_up(game: DecipherState, now: DecipherRound) -> tuple[TimedOut] | Refused:
    """Return the fact that the turn timed out; refuse it if no timer runs."""
    if turn_time(game) is None:
        return Refused("too-late")
    return (TimedOut(next_seeker(now, now.turn)),)


def _has_begun(now: DecipherRound) -> bool:
    """Return True after a first action of the round: players read the board before."""
    asked = now.asked or now.bonus_left < BONUS_TOKENS
    laid = now.noes or any(map(any, now.placed))
    return bool(asked or laid or now.guesses or now.passed)


def _waits_for_maker(game: DecipherState, now: DecipherRound) -> bool:
    """Return True if the seeker waits for a piece from the maker."""
    decides = now.bonus_mode and not now.asked
    by_maker = game.hand == "confirm" or game.board_plays
    return by_maker and now.holding is None and not decides


# --- the end of a round and of the game --------------------------------------


def next_seeker(now: DecipherRound, seat: Seat) -> Seat:
    """Return the seeker after `seat`; `seat` itself if there is no other."""
    at = now.seekers.index(seat)
    return now.seekers[(at + 1) % len(now.seekers)]


def turn_without(now: DecipherRound, seat: Seat) -> Seat:
    """Return the seat on turn after *seat* left the round."""
    return next_seeker(now, seat) if now.turn == seat else now.turn


def go_out(
    game: DecipherState, now: DecipherRound, fact: Guessed | Retired | Left
) -> tuple[Fact, ...]:
    """Return the facts of a seeker leaving the round, with its end if it follows."""
    return (fact, *end_if_deserted(apply(game, fact), play(now, fact)))


def end_if_deserted(game: DecipherState, now: DecipherRound) -> tuple[Fact, ...]:
    """
    Return the facts that end the round if no seeker is left or all have passed.

    While a piece that a seeker asked for is not tapped yet, the round goes on, and
    the result is empty.
    """
    waiting = now.asked or now.holding is not None
    if now.seekers and (waiting or not set(now.seekers).issubset(now.passed)):
        return ()
    return end_round(game, now)


def end_round(
    game: DecipherState, now: DecipherRound, *, guessed_by: Seat | None = None
) -> tuple[Fact, ...]:
    """
    Return the end of the round, and of the game after its last round.

    Args:
        game: The game the round belongs to.
        now: The round at its end, after the last guess.
        guessed_by: The seat that found the word; None for no seat.
    """
    ended = RoundEnded(
        word=now.puzzle.word,
        maker=now.puzzle.maker,
        guessed_by=guessed_by,
        points=points(game, now, guessed_by),
        nonce=now.puzzle.nonce.hex(),
    )
    return (ended, *end_if_over(apply(game, ended)))


def void(game: DecipherState, now: DecipherRound) -> tuple[Fact, ...]:
    """Return the facts that cancel the round."""
    voided = Voided(now.puzzle.word)
    return (voided, *end_if_over(apply(game, voided)))


def end_if_over(after: DecipherState) -> tuple[Fact, ...]:
    """
    Return the end of the game if no further round can be played.

    Source: rules, "For all games": fewer than two players, or none against the board.
    """
    fewest = 1 if after.header.board_makes else 2
    last = not after.makers or len(after.players) < fewest
    return (final(after),) if last else ()


def leave(game: DecipherState, seat: Seat) -> tuple[Fact, ...]:
    """Return the facts of the player at *seat* leaving the game."""
    now = game.round
    if now is None:
        left = Left(seat, seat)
        return (left, *end_if_over(apply(game, left)))
    if seat not in now.seekers:
        return (Left(seat, now.turn),)
    return go_out(game, now, Left(seat, turn_without(now, seat)))
