"""`letterzone game`: begin a game of your own, and hold it to what games promise."""

import argparse
from pathlib import Path

from firmware_host.app.content.languages import load_texts
from firmware_host.board.messages import say
from firmware_host.cli.places import language_of

#: Exit codes: every promise is kept; one is broken.
WELL, BROKEN = 0, 1


def run(given: argparse.Namespace) -> int:
    """Make a game, or say for each promise whether the games of a package keep it."""
    return _new(given) if given.act == "new" else _check(given)


def _new(given: argparse.Namespace) -> int:
    from firmware_host.testing.making import make  # noqa: PLC0415 - --help needs none

    texts = load_texts(language_of(given))
    into = make(given.name, Path.cwd())
    for path in sorted(into.iterdir()):
        print(f"{into.name}/{path.name}")
    print(texts.say(say("kit-made", folder=into.name)))
    return WELL


def _check(given: argparse.Namespace) -> int:
    from firmware_host.testing import FEW, MANY, verdicts  # noqa: PLC0415 - as above

    texts, broken, kept = load_texts(language_of(given)), 0, 0
    games = MANY if given.long else FEW
    for verdict in verdicts(Path(given.folder or "."), games):
        if verdict.fault:
            broken += 1
            print(f"{verdict.game}  {verdict.promise}: {verdict.fault}", flush=True)
        else:
            kept += 1
            print(f"{verdict.game}  {verdict.promise}", flush=True)
    if broken:
        print(texts.say(say("kit-broken", n=broken)))
        return BROKEN
    print(texts.say(say("kit-kept", n=kept)))
    return WELL
