"""`letterzone replay`, `analyse`, `play`: a game told, explained, played by bots."""

import argparse
import json
import secrets
import sys

from firmware_host.app.archive import analysis
from firmware_host.app.archive.replay import Replay, judge, read_file, replay, sentence
from firmware_host.app.archive.story import story
from firmware_host.app.content.games import find
from firmware_host.board.messages import say
from firmware_host.cli.places import language_of
from firmware_host.games.transcript import RULES


def played(path: str) -> Replay:
    """Return a transcript played by today's rules; say so if it has older ones."""
    lines, where = read_file(path)
    done = replay(lines, where)
    if done.head.rules < RULES:
        print(sentence(done, say("replay-older", file=where)), file=sys.stderr)
    return done


def by_bots(given: argparse.Namespace) -> tuple[str, ...]:
    """Return the transcript of a game that bots play alone."""
    from firmware_host.app.demo.bots import bots_game  # noqa: PLC0415 - for this alone

    seed = secrets.randbits(32) if given.seed is None else given.seed
    language = language_of(given)
    return tuple(bots_game(find(given.game), given.bots, seed, language=language))


def run(given: argparse.Namespace) -> int:
    """Print what the transcript brings, or explain it; all of it is checked before."""
    if given.command == "play":
        lines = by_bots(given)
        told = lines if given.json else story(replay(lines, "the bots' game"))
        for line in told:
            print(line)
        return 0
    done = played(given.file)
    explains = given.command == "analyse"
    if given.json:
        for item in analysis.as_json(done) if explains else judge(done):
            print(json.dumps(item, ensure_ascii=False))
    else:
        for line in analysis.told(done) if explains else story(done):
            print(line)
    return 0
