"""`letterzone replay`, `analyse`, `play`, `export`, `backup`: stored games."""

import json
import secrets
import sys
from collections.abc import Iterable

from firmware_host.app.archive import replay
from firmware_host.app.archive.backups import Backups
from firmware_host.app.archive.export import export_game, export_replay
from firmware_host.app.archive.kept import StoredGame
from firmware_host.app.content.games import find
from firmware_host.app.content.languages import load_texts
from firmware_host.board.json import text
from firmware_host.board.messages import say
from firmware_host.cli import commands
from firmware_host.cli.places import board_folder_of, journal_in, language_of
from firmware_host.games.transcript import RULES
from firmware_host.journal.reader import Reader

#: A name of so many digits is a file: SQLite has no such number.
_DIGITS = 19


def played(path: str) -> replay.ReplayedGame:
    """
    Return a transcript replayed by the current rules.

    Print a note if its rules are older.
    """
    lines, where = replay.read_file(path)
    done = replay.replay(lines, where)
    if done.head.rules < RULES:
        print(replay.sentence(done, say("replay-older", file=where)), file=sys.stderr)
    return done


@commands.run.register
def replay_file(given: commands.ReplayCommand) -> None:
    """Check a whole transcript, then print each of its actions with the result."""
    done = played(given.file)
    _print(map(_json, replay.judge(done)) if given.json else replay.story(done))


@commands.run.register
def analyse(given: commands.Analyse) -> None:
    """Check a whole transcript, then explain it."""
    done = played(given.file)
    _print(map(_json, replay.as_json(done)) if given.json else replay.lines(done))


@commands.run.register
def play(given: commands.PlayCommand) -> None:
    """Print a game that only bots play, or its transcript."""
    from firmware_host.app.demo.bots import bots_game  # noqa: PLC0415 - only needed here

    seed = secrets.randbits(32) if given.seed is None else given.seed
    language = language_of(given.language)
    lines = tuple(bots_game(find(given.game), given.bots, seed, language=language))
    done = None if given.json else replay.replay(lines, "the bots' game")
    _print(replay.story(done) if done else lines)


@commands.run.register
def export(given: commands.Export) -> None:
    """Print the transcript of a game in the journal, or a transcript in normal form."""
    if given.game and not (given.game.isdecimal() and len(given.game) < _DIGITS):
        _print(export_replay(played(given.game)))
        return
    with Reader(journal_in(board_folder_of(given.folder, make=False))) as journal:
        game_id = int(given.game) if given.game else journal.next_game() - 1
        game = StoredGame(journal, game_id)
        _print(export_game(game, game.names(text(game.settled, "language"))))


def _json(item: object) -> str:
    return json.dumps(item, ensure_ascii=False)


def _print(lines: Iterable[str]) -> None:
    for line in lines:
        print(line)


@commands.run.register
def backup(given: commands.Backup) -> None:
    """Make a backup, even during a game, and print its path."""
    path = journal_in(board_folder_of(given.folder, make=False))
    backups, texts = Backups(path), load_texts(language_of(given.language))
    made = backups.make_if_new() if given.if_new else backups.make()
    told = say("backup-none")
    if made is not None:
        told = say("backup-made", path=str(backups.path(made)))
    print(texts.say(told))
