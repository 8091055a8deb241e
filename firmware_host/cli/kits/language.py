"""`letterzone language`: begin one of your own, and hold it to what all promise."""

import argparse
from collections.abc import Iterator
from pathlib import Path

from firmware_host.app.content.languages import load_texts
from firmware_host.board.messages import say
from firmware_host.cli.kits.judging import WELL, judged
from firmware_host.cli.places import language_of
from firmware_host.languages import FOLDER
from firmware_host.testing import Verdict
from firmware_host.testing.languages import (
    CHECKS,
    Made,
    begin,
    faults,
    opened,
    untranslated,
)


def run(given: argparse.Namespace) -> int:
    """Make the folder of a language, or say for each promise whether it keeps it."""
    texts = load_texts(language_of(given))
    if given.act == "new":
        into = begin(given.code, Path.cwd())
        print(texts.say(say("kit-language", folder=into.name, place=str(FOLDER))))
        return WELL
    made = opened(Path(given.folder))
    print(texts.say(say("kit-english", n=untranslated(made))))
    return judged(_verdicts(made), texts)


def _verdicts(made: Made) -> Iterator[Verdict]:
    for check in CHECKS:
        found = faults(made, check)
        yield Verdict(made.folder.name, check.__name__, "; ".join(found))
