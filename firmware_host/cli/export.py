"""`letterzone export`: a game of the journal, or a transcript put in order."""

import argparse
import sys
from json import loads

from firmware_host.app.archive.export import export_game, export_replay, names_for
from firmware_host.app.content.games import find
from firmware_host.app.daemon.daemon import JOURNAL
from firmware_host.cli.places import folder_of
from firmware_host.cli.replay import played
from firmware_host.errors import SettingsError
from firmware_host.journal.reader import Reader


def run(given: argparse.Namespace) -> int:
    """Write the transcript to standard output."""
    if given.game and not given.game.isdecimal():
        text = export_replay(played(given.game))
        sys.stdout.writelines(f"{line}\n" for line in text)
        return 0
    path = folder_of(given) / JOURNAL
    if not path.exists():
        msg = f"{path}: there is no journal yet; play a game, or name its --folder"
        raise SettingsError(msg)
    with Reader(path) as journal:
        game_id = int(given.game) if given.game else journal.next_game() - 1
        _write(journal, game_id)
    return 0


def _write(journal: Reader, game_id: int) -> None:
    headers = {game.id: loads(game.header) for game in journal.games()}
    if game_id not in headers:
        known = ", ".join(map(str, headers)) or "none yet"
        msg = f"there is no game {game_id}; there are: {known}"
        raise SettingsError(msg)
    header = headers[game_id]
    names = names_for(journal, game_id, header["buttons"], header["language"])
    engine = find(header["game"])
    for line in export_game(journal, game_id, engine, names):
        sys.stdout.write(line + "\n")
