"""The games that are held to the contract, each with its playthroughs."""

import json
import os
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

from firmware_host.app.content.games import known_games
from firmware_host.app.content.outside import playable_games
from tests.contracts.contract import Case

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"


def examples(name: str, folder: Path = EXAMPLES) -> tuple[str, ...]:
    """Return every playthrough of the game called *name*."""
    texts = [
        path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.jsonl"))
    ]
    heads = [json.loads(text.splitlines()[0]) for text in texts]
    pairs = zip(texts, heads, strict=True)
    return tuple(text for text, head in pairs if head.get("game") == name)


def case_of(engine: Any, texts: tuple[str, ...] | None = None) -> Case:
    """Return a game with its playthroughs, ready to be held to the contract."""
    texts = examples(engine.NAME) if texts is None else texts
    return Case(engine, texts)


def cases() -> list[Case]:
    """
    Return every registered game.

    One that is being made is held to it too: ``MODULE:NAME`` in LETTERZONE_GAME.
    """
    engines = list(known_games().values())
    if os.environ.get("LETTERZONE_GAME"):
        entry = EntryPoint("own", os.environ["LETTERZONE_GAME"], "")
        own = entry.load()
        playable_games()[own.NAME] = own  # as if it were installed: it has sentences
        engines.append(own)
    return [case_of(engine) for engine in engines]
