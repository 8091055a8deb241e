"""`letterzone export`: a game of the journal, or a transcript put in order."""

import argparse

from firmware_host.app.archive.export import export_game, export_replay
from firmware_host.app.archive.kept import KeptGame
from firmware_host.board.json import text
from firmware_host.cli.places import folder_of, journal_in
from firmware_host.cli.replay import played
from firmware_host.journal.reader import Reader


def run(given: argparse.Namespace) -> int:
    """Write the transcript to standard output."""
    if given.game and not given.game.isdecimal():
        for line in export_replay(played(given.game)):
            print(line)
        return 0
    with Reader(journal_in(folder_of(given))) as journal:
        game_id = int(given.game) if given.game else journal.next_game() - 1
        game = KeptGame(journal, game_id)
        names = game.names(text(game.settled, "language"))
        for line in export_game(game, names):
            print(line)
    return 0
