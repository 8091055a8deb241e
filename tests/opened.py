"""A board that is opened for its table alone."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from firmware_host.app.content.languages import load_language
from firmware_host.app.daemon import daemon
from firmware_host.board.entries import JOURNAL, Entry
from firmware_host.board.events import Button
from firmware_host.games.contract import Header
from firmware_host.journal.store import Journal
from firmware_host.session.modes.choosing import ChosenGame
from firmware_host.session.setups import Player, Setup, setup_text
from firmware_host.session.tutorial import HAD
from firmware_host.settings.profile import Profile
from firmware_host.table.table import Table


@asynccontextmanager
async def open_table(
    profile: Profile,
    folder: Path,
    *,
    hardware: daemon.Hardware | None = None,
    setup: Setup | None = None,
) -> AsyncIterator[Table]:
    """Open a board, as `open_board` does, and give its table."""
    opened = daemon.open_board(profile, folder, hardware=hardware, setup=setup)
    async with opened as running:
        yield running.table


def played_before(folder: Path) -> None:
    """Set up a board on which Circle has played before and may play again."""
    folder.mkdir(parents=True, exist_ok=True)
    circle = Setup(players=(Player(button=Button.CIRCLE),))
    kept = (("setup", setup_text(circle)), (HAD, "1"))
    with Journal(folder / JOURNAL, reserve_bytes=0) as journal:
        journal.append(Entry(settings=kept)).result()


def choice(
    players: tuple[Player, ...],
    language: str = "en",
    length: int = 5,
    **setup: Any,
) -> ChosenGame:
    """Return the choice of a game, to be begun at once: Decipher's first round."""
    settled = {"game": "decipher", "seats": len(players), "length": length, **setup}
    return ChosenGame(players, Header(**settled, language=load_language(language)))
