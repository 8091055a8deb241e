"""What the commands take for whoever makes something of their own for a board."""

import argparse

from firmware_host.cli.parsers.common import flag, formatter, language, word


def game(game: argparse.ArgumentParser) -> None:
    """Let `letterzone game` take its arguments."""
    acts = game.add_subparsers(dest="act", metavar="ACT", required=True)
    new = acts.add_parser(
        "new", help="make a folder with a game that plays", formatter_class=formatter
    )
    word(new, "NAME", "what it is called: 2 to 20 small letters and digits")
    check = acts.add_parser(
        "check",
        help="say for each promise of docs/games.md whether a game keeps it",
        formatter_class=formatter,
    )
    word(check, "FOLDER", "where its pyproject.toml lies; else here", needed=False)
    flag(check, "--long", "play hundreds of games by chance for each")
    for one in (new, check):
        language(one)


def tongue(tongue: argparse.ArgumentParser) -> None:
    """Let `letterzone language` take its arguments."""
    acts = tongue.add_subparsers(dest="act", metavar="ACT", required=True)
    new = acts.add_parser(
        "new", help="make a folder with a copy of English", formatter_class=formatter
    )
    word(new, "CODE", "its code, such as es")
    check = acts.add_parser(
        "check",
        help="say for each promise of a language whether a folder keeps it",
        formatter_class=formatter,
    )
    word(check, "FOLDER", "where its files lie")
    for one in (new, check):
        language(one)
