"""How hard words and pieces have been, over every game that was played."""

from collections.abc import Iterable
from dataclasses import dataclass

from firmware_host.app.archive.summaries import Summary

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
