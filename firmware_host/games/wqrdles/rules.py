"""
The rules of WQRDLES: everybody hides a word, and the board marks every query.

Source: rules, part 4.
"""

from functools import lru_cache, reduce
from string import ascii_uppercase

from firmware_host.board.events import BoardEvent, Button, Pressed, Woke
from firmware_host.board.messages import Refused
from firmware_host.board.options import Option
from firmware_host.board.pieces import Millis, Seat
from firmware_host.games import chance
from firmware_host.games.common import Void, beginning_with, final, seated
from firmware_host.games.contract import AT_ONCE, Header, Needs, Wake
from firmware_host.games.wqrdles.state import (
    ROWS,
    THE_ONLY_ONE,
    Action,
    Deal,
    Dealt,
    Decode,
    Decoded,
    Fact,
    Guess,
    Hid,
    Left,
    Marked,
    Opened,
    Pass,
    Passed,
    Phase,
    Queried,
    Query,
    Round,
    RoundOver,
    Secret,
    State,
    Swap,
    Swapped,
    TimeUp,
    Tried,
    Voided,
    apply,
    first_round,
)
from firmware_host.words.language import Language
from firmware_host.words.marks import GREEN, NONE, YELLOW, clue, mark
from firmware_host.words.query_cards import SIDES, QueryCards, shuffled

# --- what follows by itself --------------------------------------------------

#: Source: rules, part 4: five rounds, three extra ones at most; a race to over 20.
ROUNDS, MOST_ROUNDS = 5, 8
RACE_POINTS = 20


def settled(game: State, *facts: Fact) -> tuple[Fact, ...]:
    """Return *facts* and whatever follows from them at once."""
    after = reduce(apply, facts, game)
    if after.phase is Phase.DECODE and not waits_to_decode(after):
        marked = Marked(_marks(after))
        return settled(game, *facts, marked)
    if after.phase is Phase.ATTEMPTS and not waits_to_try(after):
        return (*facts, *opened(after))
    return facts + unless_on(after)


def waits_to_decode(game: State) -> tuple[Seat, ...]:
    """
    Return which owners have to mark the query by hand.

    Whoever has left need not; and in a race a row is of use to its asker alone.
    """
    now = game.round
    if game.decode != "hand" or (game.race and now.turn not in game.players):
        return ()
    return tuple(
        seat
        for seat in game.active
        if seat not in (*now.found, *now.decoded)
        and not (game.race and seat == now.turn)
    )


def waits_to_try(game: State) -> tuple[Seat, ...]:
    """Return who can still make an attempt in this row."""
    now = game.round
    able = (now.turn,) if game.race else game.active
    return tuple(
        seat
        for seat in able
        if seat in game.players and seat not in now.done and hidden(now, seat)
    )


def hidden(now: Round, seat: Seat) -> tuple[Seat, ...]:
    """Return whose words *seat* can try."""
    return tuple(other for other in now.seats if other not in (*now.found, seat))


def clueless(game: State) -> tuple[Seat, ...]:
    """Return whose words get no sequence clue in this round."""
    now = game.round
    return now.seats if game.sequence == "off" else now.clueless


def _marks(game: State) -> tuple[tuple[Seat, str, str], ...]:
    now, dumb = game.round, clueless(game)
    return tuple(
        (
            seat,
            mark(now.query, now.words[seat]),
            "" if seat in dumb else clue(now.query, now.words[seat]),
        )
        for seat in now.seats
        if not (game.race and seat == now.turn)
    )


def value(game: State) -> int:
    """
    Return what a hit in the row just filled earns.

    Source: rules, part 4: in a race each has rows of one's own, 1 after the sixth.
    """
    now = game.round
    own = sum(row.by == now.turn for row in now.rows)
    return max(1, ROWS + 1 - (own if game.race else len(now.rows)))


def opened(game: State, *, by_time: bool = False) -> tuple[Fact, ...]:
    """Return the opening of a row's attempts, and what follows."""
    now, worth = game.round, value(game)
    tries = tuple(
        (by, of, word, worth * (word == now.words[of])) for by, of, word in now.tries
    )
    blank = apply(game, Opened(tries, now.turn, by_time))
    facts = (Opened(tries, next_turn(blank), by_time),)
    return facts + unless_on(reduce(apply, facts, game))


def next_turn(game: State) -> Seat:
    """Return who is on after the active player; in a race, who still seeks."""
    now = game.round
    _, *others = beginning_with(now.turn, now.seats)
    able = [seat for seat in (*others, now.turn) if seat in game.players]
    if game.race:
        able = [seat for seat in able if hidden(now, seat)]
    return able[0] if able else now.turn


def unless_on(game: State) -> tuple[Fact, ...]:
    """Return the end of the round where nothing more can happen in it."""
    now = game.round
    if game.phase is Phase.SECRETS and game.active:
        return () if len(game.players) > 1 else (final(game),)
    able = any(hidden(now, seat) for seat in game.active)
    on = game.race or now.query or len(now.rows) < ROWS
    if able and on:
        return ()
    ended = RoundOver(
        now.words, now.found, points(game), tuple(key.hex() for key in now.nonces)
    )
    after = apply(game, ended)
    return (ended, final(after)) if is_last(after) else (ended,)


def points(game: State) -> tuple[int, ...]:
    """
    Return what the running round has brought so far, by seat; broken off, nothing.

    Source: rules, part 4: a wrong mark by hand, and the owner scores nothing.
    """
    earned = [0] * game.seats
    for by, _, count in () if game.over else game.round.scores:
        earned[by] += count * (by not in game.round.slipped)
    return tuple(earned)


def is_last(game: State) -> bool:
    """Tell whether the round just finished was the last one."""
    sums, played = game.totals, len(game.results)
    tied = sums.count(max(sums)) > 1
    if len(game.players) < 2:  # noqa: PLR2004 - the rule's own number
        return True
    if game.race:
        return max(sums) > RACE_POINTS and not tied
    return played >= ROUNDS and (not tied or played >= MOST_ROUNDS)


def void(game: State) -> tuple[Fact, ...] | Refused:
    """Return the end of a round that counts nothing; one that has begun."""
    if not any(game.round.words):
        return Refused("no-secrets")
    voided = Voided(game.round.words)
    return (voided, *unless_on(apply(game, voided)))


def leave(game: State, seat: Seat) -> tuple[Fact, ...]:
    """
    Return what comes of it when *seat* goes home; the word stays to the end.

    A row that has been called out is finished before the turn goes on.
    """
    now, turn = game.round, game.round.turn
    if seat == turn and not now.query:
        _, *others = beginning_with(seat, now.seats)
        turn = next((one for one in others if one in game.players), turn)
    return settled(game, Left(seat, turn))


@lru_cache(maxsize=2 * SIDES)
def _card(language: Language, length: int, number: int) -> tuple[str, ...]:
    return _deck(language, length).card(number)


@lru_cache(maxsize=4)
def _deck(language: Language, length: int) -> QueryCards:
    return QueryCards(language, length)


def card(game: State, number: int) -> tuple[str, ...]:
    """Return the twelve words of a query card."""
    return _card(game.header.language, game.header.length, number)


# --- the actions -------------------------------------------------------------

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
