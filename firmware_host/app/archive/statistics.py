"""
Figures over all games of a board: how hard words are, and the best game alone.

The best is the game in which every word was found with the fewest NO tokens. It is the
board's, not a person's: it is read from the games that are there, and no name is kept.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from firmware_host.app.archive.kept import KeptGame
from firmware_host.app.archive.summaries import AppendEntry, Round, Summary, rounds_of
from firmware_host.board.json import JsonObject, flag, number, read_object
from firmware_host.board.messages import Message, say
from firmware_host.errors import LetterzoneError
from firmware_host.journal.reader import Reader

#: A word is needed again after so many wrong guesses.
WRONG = 2

#: So many words the list of the hardest has.
HARDEST = 10


@dataclass(slots=True)
class Hardness:
    """How hard a word or a kind of piece has been."""

    yes: int = 0
    no: int = 0
    wrong: int = 0
    found: int = 0
    games: int = 0


def hardness(
    games: Iterable[Summary],
) -> tuple[dict[str, Hardness], dict[str, Hardness]]:
    """Return how hard words and kinds have been, the hardest word first."""
    words: dict[str, Hardness] = {}
    kinds: dict[str, Hardness] = {}
    for one in (one for told in games for one in told.rounds):
        if one.result.maker is None:
            continue  # nobody was to find a word that somebody had made
        word = words.setdefault(one.result.word, Hardness())
        word.games += 1
        word.wrong += one.wrong
        word.found += one.result.guessed_by is not None
        for kind, yes in one.answers:
            for hard in (word, kinds.setdefault(kind, Hardness())):
                hard.yes += yes
                hard.no += not yes
    ranked = sorted(words.items(), key=lambda item: (-_trouble(item[1]), item[0]))
    return dict(ranked[:HARDEST]), kinds


@dataclass(slots=True)
class Practice(Hardness):
    """A word of a language, and whether it is needed again."""

    word: str = ""
    language: str = ""
    again: bool = False


def practice(games: Iterable[Summary]) -> list[Practice]:
    """
    Return the words that are needed again, the most trouble first; nobody is named.

    Such a word was not found when it was played last, or only after two wrong guesses,
    or with more NO tokens than it has letters.

    Args:
        games: The newest first, as the history has them.
    """
    found: dict[tuple[str, str], Practice] = {}
    for told in games:
        language = str(told.header.get("language", ""))
        for one in reversed(told.rounds):
            word = one.result.word
            if one.result.maker is None or not word:
                continue
            noes = sum(not yes for _, yes in one.answers)
            missed = one.result.guessed_by is None
            again = missed or one.wrong >= WRONG or noes > len(word)
            row = found.setdefault(
                (language, word), Practice(word=word, language=language, again=again)
            )
            row.games, row.found = row.games + 1, row.found + (not missed)
            row.wrong, row.no = row.wrong + one.wrong, row.no + noes
    needed = [row for row in found.values() if row.again]
    return sorted(needed, key=lambda row: (-_trouble(row), row.word))


def _trouble(hard: Hardness) -> float:
    """Return how much trouble a word makes each time; not to find it is most."""
    missed = hard.games - hard.found
    return (hard.no + 2 * hard.wrong + 5 * missed) / hard.games


# --- the best game alone ---

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
