"""Points of Decipher, and who wins."""

from collections.abc import Mapping

from firmware_host.board.pieces import BOARD, Seat
from firmware_host.games.common import GameEnded
from firmware_host.games.decipher.state import (
    BONUS_TOKENS,
    LEFT,
    LETTER,
    NO,
    YES,
    ZONE,
    Round,
    State,
)
from firmware_host.words.language import DAY
from firmware_host.words.lexicon import SHORTEST

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
