"""
The points of a game, counted by referees that know only the rules.

The game's rows in the journal go to the referees of `tests.referee`, which share no
code with the rules of the program.
"""

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any
from unittest.mock import patch

from firmware_host.app.archive.export import export_game
from firmware_host.app.archive.kept import StoredGame
from firmware_host.errors import JournalError, SettingsError
from firmware_host.journal.reader import Reader
from tests.net.world import languages
from tests.referee import codecards, keyword, wqrdles
from tests.referee.referee import judge

Said = list[dict[str, Any]]


def _decipher(lines: Said) -> Said:
    return judge(lines, lambda _word: True)  # what nobody knows was refused before


REFEREES = {
    "decipher": _decipher,
    "codecards": codecards.score,
    "wqrdles": wqrdles.score,
    "keyword": keyword.score,
}


def wrong_scores(
    journal: Reader, game: int, public: dict[str, Any], language: str = "en"
) -> Iterator[str]:
    """
    Yield the differences between a referee's points and the shown ones.

    Args:
        journal: What was written down of it.
        game: Its number.
        public: The document that everybody is shown (`World.look`).
        language: How people without a name are called.
    """
    try:
        kept = StoredGame(journal, game)
        names = kept.names(language)
        lines = [json.loads(line) for line in export_game(kept, names)]
    except (JournalError, SettingsError):
        return  # it is damaged, and named as such
    said = _judged(public["game"], lines)
    refused = [lines[one["line"] - 1] for one in said if "refused" in one]
    yield from (f"the referee refuses {line}" for line in refused)
    shown = public["view"]["totals"]
    for seat, name in enumerate(names):
        points = sum(row["points"].get(name, 0) for row in said if "round" in row)
        if shown[seat] != points:
            yield f"seat {seat} has {shown[seat]} points, by the referee {points}"


def _box(language: str) -> tuple[Counter[str], Counter[str]]:
    cards = languages()[language].cards
    return Counter(cards["orange"]), Counter(cards["blue"])


def _judged(game: str, lines: Said) -> Said:
    """Return the output of a game's referee, with the words of these tests."""
    ours = languages().__getitem__
    with (
        patch.object(wqrdles, "load_language", ours),
        patch.object(keyword, "load_language", ours),
        patch.object(keyword, "box", _box),
    ):
        return REFEREES[game](lines)
