"""`letterzone replay`: a transcript, told and scored."""

import argparse
import json
import sys

from firmware_host.app.replay import judge, read_file, replay
from firmware_host.app.story import story


def run(given: argparse.Namespace) -> int:
    """Print what the transcript brings; the whole file is checked before."""
    done = replay(*read_file(given.file))
    if given.json:
        for item in judge(done):
            sys.stdout.write(json.dumps(item, ensure_ascii=False) + "\n")
    else:
        for line in story(done):
            sys.stdout.write(line + "\n")
    return 0
