"""How hard words and pieces have been, over every game that was played."""

from collections.abc import Iterable
from dataclasses import dataclass

from firmware_host.app.archive.summaries import Summary

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


def _trouble(hard: Hardness) -> float:
    """Return how much trouble a word makes each time; not to find it is most."""
    missed = hard.games - hard.found
    return (hard.no + 2 * hard.wrong + 5 * missed) / hard.games
