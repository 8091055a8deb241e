"""
How somebody alone has done, beside the best of all such games on this board.

The best is the game in which every word was found with the fewest NO tokens. It is the
board's, not a person's: it is read from the games that are there, and no name is kept.
"""

from collections.abc import Callable

from firmware_host.app.archive.kept import KeptGame
from firmware_host.app.archive.summaries import AppendEntry, Round, rounds_of
from firmware_host.board.json import JsonObject, flag, number, read_object
from firmware_host.board.messages import Message, say
from firmware_host.errors import LetterzoneError
from firmware_host.journal.reader import Reader

#: What makes two games the same kind of game: only such are compared.
_KIND = ("game", "language", "length", "rounds", "knobs", "words")


def best_before(
    journal: Reader,
    game: int,
    *,
    keep: AppendEntry | None = None,
    rest: Callable[[], None] = lambda: None,
) -> int | None:
    """
    Return the fewest NO tokens of a game like this one; None where there was none.

    Args:
        journal: Where they were written down.
        game: A game that somebody plays alone.
        keep: Writes down what is told of a game, where nobody has done so.
        rest: Called after each game that is looked at; it may sleep.
    """
    like, found = _kind(KeptGame(journal, game).settled), list[int]()
    for one in journal.games_of_one(game):
        settled = read_object(one.header)
        if _kind(settled) != like or not is_alone(settled):
            continue
        try:
            found += _noes(settled, rounds_of(journal, one.id, keep=keep))
        except LetterzoneError:  # the history leaves it out, too
            continue
        rest()
    return min(found, default=None)


def told_beside(journal: Reader, game: int, best: int | None) -> Message | None:
    """Return what is said at the end of a game alone; None where nothing was before."""
    settled = KeptGame(journal, game).settled
    rounds = rounds_of(journal, game)
    if best is None or not rounds:
        return None
    for noes in _noes(settled, rounds):
        if noes < best:
            return say("best-new", n=best)
        if noes == best:
            return say("best-equal", n=best)
    return say("best", n=best)


def is_alone(settled: JsonObject) -> bool:
    """Tell whether the board makes the words, for a single player or team."""
    return flag(settled, "board_makes", default=False) and number(settled, "seats") == 1


def _noes(settled: JsonObject, rounds: tuple[Round, ...]) -> list[int]:
    """Return the NO tokens of a game in which every word was found; else nothing."""
    whole = len(rounds) == number(settled, "rounds", 1)
    if not whole or any(one.result.guessed_by is None for one in rounds):
        return []
    return [sum(not yes for one in rounds for _, yes in one.answers)]


def _kind(settled: JsonObject) -> tuple[object, ...]:
    return tuple(settled.get(key) for key in _KIND)
