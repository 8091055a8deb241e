"""What follows in WQRDLES by itself: rows fill, attempts open, rounds and games end."""

from functools import reduce

from firmware_host.board.messages import Refused
from firmware_host.board.pieces import Seat
from firmware_host.games.common import beginning_with, final
from firmware_host.games.wqrdles.actions import (
    Fact,
    Left,
    Marked,
    Opened,
    RoundOver,
    Voided,
)
from firmware_host.games.wqrdles.state import ROWS, Phase, Round, State, apply
from firmware_host.words.marks import clue, mark

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
