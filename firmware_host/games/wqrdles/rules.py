"""
WQRDLES: everybody hides a word, and the board marks every query against all of them.

Source: rules, part 4.
"""

from string import ascii_uppercase

from firmware_host.board.events import BoardEvent, Button, Pressed, Woke
from firmware_host.board.messages import Refused
from firmware_host.board.options import Option
from firmware_host.board.pieces import Millis, Seat
from firmware_host.games import chance
from firmware_host.games.common import (
    Void,
    seated,
)
from firmware_host.games.contract import AT_ONCE, Header, Needs, Wake
from firmware_host.games.wqrdles.actions import (
    THE_ONLY_ONE,
    Action,
    Deal,
    Dealt,
    Decode,
    Decoded,
    Fact,
    Guess,
    Hid,
    Pass,
    Passed,
    Queried,
    Query,
    Secret,
    Swap,
    Swapped,
    TimeUp,
    Tried,
)
from firmware_host.games.wqrdles.follows import (
    hidden,
    opened,
    settled,
    void,
    waits_to_decode,
)
from firmware_host.games.wqrdles.state import (
    Phase,
    State,
    first_round,
)
from firmware_host.games.wqrdles.view import (
    card,
)
from firmware_host.words.marks import GREEN, NONE, YELLOW, mark
from firmware_host.words.query_cards import SIDES, shuffled

OPTIONS = (
    Option("sequence", "on", ("on", "off", "each"), "knob-wqrdles-sequence"),
    Option("query", "cards", ("cards", "own"), "knob-wqrdles-query"),
    Option("attempt_s", 120, (60, 120, 180, 300), "knob-wqrdles-attempt-s"),
    Option("decode", "board", ("board", "hand"), "knob-wqrdles-decode"),
)

#: Source: rules, part 4: 2 to 6 players.
FEWEST_PLAYERS, MOST_PLAYERS = 2, 6
LENGTHS = (4, 5)
NEEDS = Needs(
    (FEWEST_PLAYERS, MOST_PLAYERS), lengths=LENGTHS, zones=min(LENGTHS), hears=()
)

Outcome = tuple[Fact, ...] | Refused


def start(header: Header) -> State:
    """
    Return the game before its first secrets.

    Raises:
        SettingsError: WQRDLES is not played with so many players or letters.
    """
    first = seated(State, header, NEEDS, OPTIONS)
    return State(
        race=header.seats == FEWEST_PLAYERS,
        round=first_round(first["players"], header.seats),
        **first,
    )


def interpret(game: State, event: BoardEvent) -> Action | None:
    """Return what an event at the board means now, or None for nothing."""
    if game.over:
        return None
    trying = game.phase is Phase.ATTEMPTS
    match event:
        case Woke() if game.phase is Phase.DEAL:
            return Deal()
        case Woke() if trying and not game.race:
            return TimeUp()
        case Pressed(button=Button.CROSS) if game.race and trying:
            return Pass(game.round.turn)
        case Pressed(button=Button.CROSS) if game.cards and game.phase is Phase.QUERY:
            return None if game.round.swapped else Swap(game.round.turn)
        case _:
            return None


def wake(game: State) -> Wake | None:
    """Return the time for a row's attempts, or that it is the board's to deal."""
    if game.over:
        return None
    if game.phase is Phase.DEAL:
        return AT_ONCE
    if game.phase is not Phase.ATTEMPTS or game.race:
        return None
    row = (len(game.results), len(game.round.rows))
    return Wake(Millis(game.attempt_s * 1000), row)


def decide(game: State, action: Action) -> Outcome:
    """Return what *action* brings, or why it is refused. Changes nothing."""
    match action:
        case Void():
            return void(game)
        case Secret():
            return _secret(game, action)
        case _ if game.phase is Phase.SECRETS:
            return Refused("no-secrets")
        case _:
            return _in_play(game, action)


def _in_play(game: State, action: Action) -> Outcome:
    match action:
        case Deal():
            return _deal(game, action)
        case Swap() if not game.cards:
            return Refused("no-cards")
        case Swap(by=seat):
            return _may_ask(game, seat) or _swap(game)
        case Query(by=seat):
            return _may_ask(game, seat) or _query(game, action)
        case Decode(by=seat, marks=marks):
            return _decode(game, seat, marks)
        case Guess(by=seat):
            return _may_try(game, seat) or _attempt(game, action)
        case Pass(by=seat):
            return _may_try(game, seat) or settled(game, Passed(seat))
        case TimeUp():
            return _time_up(game)
        case _:
            raise AssertionError(action)


def _secret(game: State, action: Secret) -> Outcome:
    now, seat = game.round, action.by
    if seat not in game.active:
        return Refused("out-of-round")
    if now.rows or now.query:
        return Refused("too-late")
    refused = _no_word(game, action.word, known=action.override)
    if refused:
        return refused
    clue = game.sequence != "each" or action.sequence == "on"
    nonce = action.nonce or chance.nonce(action.entropy, f"nonce:{seat}")
    return settled(game, Hid(seat, action.word, nonce, clue))


def _no_word(game: State, word: str, *, known: bool = False) -> Refused | None:
    """Return why *word* is none of the game's length; *known* skips the dictionary."""
    language, length = game.header.language, game.header.length
    if len(word) != length:
        return Refused("word-length", values=(("has", len(word)), ("needs", length)))
    strange = sorted(set(word).difference(ascii_uppercase))
    if strange:
        return Refused("word-letters", values=(("letters", " ".join(strange)),))
    if not (known or word in language.accepted or word in language.own):
        return Refused("word-unknown", values=(("word", word),))
    return None


def _deal(game: State, action: Deal) -> Outcome:
    if game.phase is not Phase.DEAL:
        return Refused("already-dealt")
    pile = action.pile or game.pile or shuffled(action.entropy)
    count = len(game.active)
    known = set(pile) & set(range(1, SIDES + 1))
    if len(known) != len(pile) or len(pile) <= count:
        return Refused("no-such-card")
    return (Dealt(tuple(zip(game.active, pile, strict=False)), pile[count:]),)


def _may_ask(game: State, seat: Seat) -> Refused | None:
    if game.phase is not Phase.QUERY:
        return Refused("not-now")
    return None if seat == game.round.turn else Refused("not-your-turn")


def _swap(game: State) -> Outcome:
    if game.round.swapped:
        return Refused("already-swapped")
    return (Swapped(game.pile[0]),)


def _query(game: State, action: Query) -> Outcome:
    word = action.word
    refused = _no_word(game, word, known=action.drawn or game.cards)
    if refused:
        return refused
    if game.cards and not action.drawn:
        words = card(game, dict(game.round.hands)[game.round.turn])
        if word not in words:
            return Refused("not-on-card", values=(("word", word),))
    return settled(game, Queried(action.by, word))


def _decode(game: State, seat: Seat, marks: str) -> Outcome:
    now = game.round
    if game.phase is not Phase.DECODE or seat not in waits_to_decode(game):
        return Refused("not-to-decode")
    if len(marks) != len(now.query) or not set(marks) <= {GREEN, YELLOW, NONE}:
        return Refused("marks-unreadable")
    right = marks == mark(now.query, now.words[seat])
    return settled(game, Decoded(seat, right))


def _may_try(game: State, seat: Seat) -> Refused | None:
    if game.phase is not Phase.ATTEMPTS:
        return Refused("not-now")
    if seat not in game.active:
        return Refused("out-of-round")
    if game.race and seat != game.round.turn:
        return Refused("not-your-turn")
    return Refused("already-tried") if seat in game.round.done else None


def _attempt(game: State, action: Guess) -> Outcome:
    if len(action.word) != game.header.length:
        return Refused("guess-length", values=(("length", game.header.length),))
    if set(action.word).difference(ascii_uppercase):
        return Refused("guess-letters")
    able, of = hidden(game.round, action.by), action.of
    if of == THE_ONLY_ONE:
        if len(able) > 1:
            return Refused("whose-word")
        of = able[0] if able else of
    if of not in able:
        return Refused("nothing-to-find")
    return settled(game, Tried(action.by, of, action.word))


def _time_up(game: State) -> Outcome:
    if game.race or game.phase is not Phase.ATTEMPTS:
        return Refused("not-now")
    return opened(game, by_time=True)
