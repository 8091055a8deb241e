"""How a round of Decipher ends, and with it the game: who is out, who has gone."""

from firmware_host.board.pieces import Seat
from firmware_host.games.common import RoundEnded
from firmware_host.games.decipher.actions import Fact, Guessed, Left, Retired, Voided
from firmware_host.games.decipher.score import final, points
from firmware_host.games.decipher.state import Round, State, apply, play


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
