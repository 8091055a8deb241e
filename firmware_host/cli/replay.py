"""`letterzone replay` and `analyse`: a transcript told and scored, or explained."""

import argparse
import json
import sys

from firmware_host.app.archive import analysis
from firmware_host.app.archive.replay import Replay, judge, read_file, replay, sentence
from firmware_host.app.archive.story import story
from firmware_host.board.messages import say
from firmware_host.games.transcript import RULES


def played(path: str) -> Replay:
    """Return a transcript played by today's rules; say so if it has older ones."""
    lines, where = read_file(path)
    done = replay(lines, where)
    if done.head.rules < RULES:
        print(sentence(done, say("replay-older", file=where)), file=sys.stderr)
    return done


def run(given: argparse.Namespace) -> int:
    """Print what the transcript brings, or explain it; all of it is checked before."""
    done = played(given.file)
    explains = given.command == "analyse"
    if given.json:
        for item in analysis.as_json(done) if explains else judge(done):
            print(json.dumps(item, ensure_ascii=False))
    else:
        for line in analysis.told(done) if explains else story(done):
            print(line)
    return 0
