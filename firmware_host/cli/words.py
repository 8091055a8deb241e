"""`letterzone words`: can this word be played?"""

import argparse

from firmware_host.app.content.languages import (
    languages_with,
    load_texts,
    owners_letters,
)
from firmware_host.board.messages import say
from firmware_host.cli.places import folder_of, language_of
from firmware_host.words.folding import fold


def run(given: argparse.Namespace) -> int:
    """Print each word as playable, or every reason why it is not."""
    code = language_of(given)
    letters = owners_letters(folder_of(given, make=False))
    language, texts = languages_with(letters)[code], load_texts(code)
    for word in given.words:
        folded = fold(word)
        faults = language.faults(folded, given.length)
        if not faults:
            print(f"{folded}: {texts.say(say('word-playable'))}")
            continue
        print(f"{folded}:")
        for fault in faults:
            print(f"  - {texts.say(fault.reason)}")
    return 0
