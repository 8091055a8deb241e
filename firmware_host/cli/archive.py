"""`letterzone replay`, `analyse`, `play`, `export`, `backup`: games that are kept."""

import json
import secrets
import sys
from collections.abc import Iterable

from firmware_host.app.archive import analysis, replay
from firmware_host.app.archive.backups import Backups
from firmware_host.app.archive.export import export_game, export_replay
from firmware_host.app.archive.kept import KeptGame
from firmware_host.app.content.games import find
from firmware_host.app.content.languages import load_texts
from firmware_host.board.json import text
from firmware_host.board.messages import say
from firmware_host.cli import commands
from firmware_host.cli.places import folder_of, journal_in, language_of
from firmware_host.games.transcript import RULES
from firmware_host.journal.reader import Reader


def played(path: str) -> replay.Replay:
    """Return a transcript played by today's rules; say so if it has older ones."""
    lines, where = replay.read_file(path)
    done = replay.replay(lines, where)
    if done.head.rules < RULES:
        print(replay.sentence(done, say("replay-older", file=where)), file=sys.stderr)
    return done


@commands.run.register
def replay_file(given: commands.Replay) -> None:
    """Print what a transcript brings; all of it is checked before."""
    done = played(given.file)
    _print(map(_json, replay.judge(done)) if given.json else replay.story(done))


@commands.run.register
def analyse(given: commands.Analyse) -> None:
    """Explain a transcript; all of it is checked before."""
    done = played(given.file)
    _print(map(_json, analysis.as_json(done)) if given.json else analysis.told(done))


@commands.run.register
def play(given: commands.Play) -> None:
    """Print a game that bots play alone, or its transcript."""
    from firmware_host.app.demo.bots import bots_game  # noqa: PLC0415 - for this alone

    seed = secrets.randbits(32) if given.seed is None else given.seed
    language = language_of(given.language)
    lines = tuple(bots_game(find(given.game), given.bots, seed, language=language))
    done = None if given.json else replay.replay(lines, "the bots' game")
    _print(replay.story(done) if done else lines)


@commands.run.register
def export(given: commands.Export) -> None:
    """Print the transcript of a game of the journal, or one put in order."""
    if given.game and not given.game.isdecimal():
        _print(export_replay(played(given.game)))
        return
    with Reader(journal_in(folder_of(given.folder))) as journal:
        game_id = int(given.game) if given.game else journal.next_game() - 1
        game = KeptGame(journal, game_id)
        names = game.names(text(game.settled, "language"))
        _print(export_game(game, names))


def _json(item: object) -> str:
    return json.dumps(item, ensure_ascii=False)


def _print(lines: Iterable[str]) -> None:
    for line in lines:
        print(line)


@commands.run.register
def backup(given: commands.Backup) -> None:
    """Make a backup, also while a board is playing, and say where it lies."""
    path = journal_in(folder_of(given.folder, make=False))
    backups, texts = Backups(path), load_texts(language_of(given.language))
    made = backups.make_if_new() if given.if_new else backups.make()
    told = say("backup-none")
    if made is not None:
        told = say("backup-made", path=str(backups.path(made)))
    print(texts.say(told))
