"""Whole games on a journal of a board's own, row by row, as a table writes them."""

from pathlib import Path

from firmware_host.app.content.games import board_games
from firmware_host.app.content.languages import load_language
from firmware_host.app.demo.bots import bots_steps
from firmware_host.board.entries import JOURNAL, Entry
from firmware_host.board.once import Lazy
from firmware_host.board.players import ANIMALS
from firmware_host.games.bots import Bot
from firmware_host.journal.store import Journal
from firmware_host.languages import CODES
from firmware_host.session.modes.choosing import Choosing
from firmware_host.session.setups import Player, Setup
from firmware_host.session.state import Session


def entries(  # noqa: PLR0913 - what a table knows
    game, seats=2, seed=1, *, number=1, evening=b"", strength=-1, **setup
):
    """
    Yield what a game of bots writes, entry by entry.

    Args:
        game: The game's name.
        seats: How many bots play.
        seed: Another one is another game.
        number: The game's in its journal.
        evening: The seed of a duplicate evening.
        strength: Which of its strengths the bots have.
        setup: What else is chosen.
    """
    engine = board_games()[game]
    bots = tuple(
        Player(bot=Bot(engine.BOTS[strength], animal)) for animal in ANIMALS[:seats]
    )
    session = Session(
        languages=Lazy(CODES, load_language),
        games={engine.NAME: engine},
        setup=Setup(language="en", game=game, players=bots, **setup),
        mode=Choosing("language"),
        next_game=number,
    )
    for done in bots_steps(session, seed, evening=evening):
        if done.entry is not None:
            yield done.entry


def journal_in(folder: Path) -> Journal:
    """Return a board's journal, to be entered."""
    folder.mkdir(parents=True, exist_ok=True)
    return Journal(folder / JOURNAL)


def write(journal: Journal, entry: Entry) -> None:
    """Commit an entry."""
    journal.append(entry).result()
