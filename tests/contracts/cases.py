"""The games that are held to the contract, each with its playthroughs."""

from pathlib import Path
from typing import Any

from firmware_host.app.content.games import known_games
from firmware_host.testing.cases import playthroughs
from firmware_host.testing.walks import Case

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"


def case_of(engine: Any, texts: tuple[str, ...] | None = None) -> Case:
    """Return a game with its playthroughs, ready to be held to the contract."""
    texts = playthroughs(engine.NAME, EXAMPLES) if texts is None else texts
    return Case(engine, texts)


def cases() -> list[Case]:
    """Return every registered game."""
    return [case_of(engine) for engine in known_games().values()]
