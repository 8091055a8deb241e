"""`letterzone game`, `language`: create games and languages, and check them."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from firmware_host.app.content.languages import load_texts
from firmware_host.app.content.time_limit import watch_games
from firmware_host.board.messages import say
from firmware_host.cli import commands
from firmware_host.cli.places import language_of
from firmware_host.languages import FOLDER
from firmware_host.testing import FEW, MANY, Verdict, verdicts
from firmware_host.testing.languages import (
    CHECKS,
    Locale,
    begin,
    faults,
    open_language,
    untranslated,
)
from firmware_host.testing.making import make
from firmware_host.texts.texts import Texts

#: Exit codes: every promise is kept; one is broken.
WELL, BROKEN = 0, 1


@commands.run.register
def new_game(given: commands.GameNew) -> None:
    """Create the folder of a game, and print its files."""
    into = make(given.name, Path.cwd())
    for path in sorted(into.iterdir()):
        print(f"{into.name}/{path.name}")
    texts = load_texts(language_of(given.language))
    print(texts.say(say("kit-made", folder=into.name)))


@commands.run.register
def check_game(given: commands.GameCheck) -> int:
    """Print for each promise whether the games of a package keep it."""
    if (code := watch_games(always=True)) is not None:
        return code
    found = verdicts(Path(given.folder), MANY if given.long else FEW)
    return _judge(found, load_texts(language_of(given.language)))


@commands.run.register
def new_language(given: commands.LanguageNew) -> None:
    """Create the folder of a language."""
    into = begin(given.code, Path.cwd())
    texts = load_texts(language_of(given.language))
    print(texts.say(say("kit-language", folder=into.name, place=str(FOLDER))))


@commands.run.register
def check_language(given: commands.LanguageCheck) -> int:
    """Print for each promise whether the folder of a language keeps it."""
    texts = load_texts(language_of(given.language))
    made = open_language(Path(given.folder))
    print(texts.say(say("kit-english", n=untranslated(made))))
    return _judge(_language_verdicts(made), texts)


def _language_verdicts(made: Locale) -> Iterator[Verdict]:
    for check in CHECKS:
        found = faults(made, check)
        yield Verdict(made.folder.name, check.__name__, "; ".join(found))


def _judge(found: Iterable[Verdict], texts: Texts) -> int:
    """Print each verdict as soon as it is known; return the exit code."""
    broken = kept = 0
    for one in found:
        broken, kept = broken + bool(one.fault), kept + (not one.fault)
        told = f": {one.fault}" if one.fault else ""
        print(f"{one.name}  {one.promise}{told}", flush=True)
    print(texts.say(say("kit-broken", n=broken) if broken else say("kit-kept", n=kept)))
    return BROKEN if broken else WELL
