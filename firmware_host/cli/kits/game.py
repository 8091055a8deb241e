"""`letterzone game`: begin a game of your own, and hold it to what games promise."""

import argparse
from pathlib import Path

from firmware_host.app.content.languages import load_texts
from firmware_host.board.messages import say
from firmware_host.cli.kits.judging import WELL, judged
from firmware_host.cli.places import language_of
from firmware_host.testing import FEW, MANY, verdicts
from firmware_host.testing.making import make


def run(given: argparse.Namespace) -> int:
    """Make a game, or say for each promise whether the games of a package keep it."""
    texts = load_texts(language_of(given))
    if given.act == "check":
        games = MANY if given.long else FEW
        return judged(verdicts(Path(given.folder or "."), games), texts)
    into = make(given.name, Path.cwd())
    for path in sorted(into.iterdir()):
        print(f"{into.name}/{path.name}")
    print(texts.say(say("kit-made", folder=into.name)))
    return WELL
