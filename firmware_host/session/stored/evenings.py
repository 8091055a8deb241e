"""The seed of a duplicate evening, kept on the board until its game is over."""

from collections.abc import Mapping
from json import dumps

from firmware_host.board.entries import Entry
from firmware_host.board.json import number, read_object, text
from firmware_host.board.record import replace
from firmware_host.session.play import Playing
from firmware_host.session.stored import headers

#: The setting that holds it; no copy of the journal has it.
EVENING = "evening"


def begun(playing: Playing, entry: Entry, seed: bytes) -> tuple[Playing, Entry]:
    """Return a game that begins as one of an evening, and what is written of it."""
    game = entry.new_game
    if not seed or game is None:
        return playing, entry
    from firmware_host.hall import evening  # noqa: PLC0415 - evenings are rare

    kept = dumps({"game": playing.game_id, "seed": seed.hex()})
    header = headers.of_evening(game, evening.code(seed))
    settings = (*entry.settings, (EVENING, kept))
    return (
        replace(playing, seed=seed),
        replace(entry, new_game=header, settings=settings),
    )


def taken_up(playing: Playing, settings: Mapping[str, str]) -> Playing:
    """Return a game of the journal with the seed of its evening, where it has one."""
    try:
        kept = read_object(settings[EVENING])
        if number(kept, "game") == playing.game_id:
            return replace(playing, seed=bytes.fromhex(text(kept, "seed")))
    except (KeyError, ValueError):
        pass  # it has none, or a bit of it has changed: then it draws by itself
    return playing
