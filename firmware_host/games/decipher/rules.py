"""
The rules of Decipher, the letter piece game: the board answers for the puzzle maker.

Source: rules, parts 1 and 2; docs/rules/decipher.md says them in our words.
"""

from collections import Counter
from dataclasses import replace

from firmware_host.board.events import BoardEvent, Button, Pressed, Tapped, Woke
from firmware_host.board.messages import Refused
from firmware_host.board.options import Option
from firmware_host.board.pieces import BOARD, KINDS, Kind, Millis, Piece, Seat, Zone
from firmware_host.games import chance
from firmware_host.games.common import Check, Checked, Lying, RoundEnded, Void, seated
from firmware_host.games.contract import AT_ONCE, Header, Needs, Wake
from firmware_host.games.decipher.score import final, points
from firmware_host.games.decipher.state import (
    BONUS_PIECES,
    BONUS_TOKENS,
    GUESS_TOKENS,
    ZONE,
    Action,
    Answered,
    Ask,
    Asked,
    Begun,
    Fact,
    Guess,
    Guessed,
    Hand,
    Handed,
    Hint,
    Hinted,
    Left,
    Pass,
    Passed,
    Retire,
    Retired,
    Round,
    Secret,
    State,
    Tap,
    TimedOut,
    TimeUp,
    Voided,
    apply,
    play,
)
from firmware_host.games.decipher.view import public_view
from firmware_host.limits import LAST_DAY, SEATS
from firmware_host.words.day import words_of_day
from firmware_host.words.language import DAY
from firmware_host.words.levels import EARLIER, EVERYDAY, LEVELS

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
        case Hint():
            return _hint(game, now, action)
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


def _hint(game: State, now: Round, hint: Hint) -> Outcome:
    if game.hints == "off":
        return Refused("hints-off")
    refused = _not_seeking(now, hint.by)
    if refused is not None:
        return refused
    if hint.about == ZONE and now.holding is None:
        return Refused("no-piece")
    if any((one.by, one.about) == (hint.by, hint.about) for one in now.hinted):
        return Refused("hint-again")
    if hint != Hint(hint.by, hint.about):  # the line says what was told
        left, at, letter = hint.left, hint.at, hint.letter
        return (Hinted(hint.by, hint.about, hint.price or 0, left, at, letter),)
    from firmware_host.games.decipher import evidence  # noqa: PLC0415 - few ask for hints

    language, seen = game.header.language, public_view(game)
    told = evidence.make_hint(seen, language, game.words, by=hint.by, about=hint.about)
    return told if isinstance(told, Refused) else (told,)


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
