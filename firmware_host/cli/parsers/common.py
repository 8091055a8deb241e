"""What the parsers of all commands share."""

import argparse
import os
from typing import NoReturn

from firmware_host.languages import CODES

#: What takes arguments: a parser, or a group of them.
Arguments = argparse._ActionsContainer  # noqa: SLF001 - it has no public name

#: The exit code where something is wrong with what was given.
WRONG = 2


class Parser(argparse.ArgumentParser):
    """A parser whose complaint is one line, like every other one of ours."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong and what to do, and end with 2."""
        self.exit(WRONG, f"{self.prog}: {message}; see {self.prog} --help\n")


def formatter(prog: str) -> argparse.HelpFormatter:
    """Know the width without `shutil`, which would double the time of --help."""
    try:
        columns = int(os.environ.get("COLUMNS") or os.get_terminal_size().columns)
    except (OSError, ValueError):
        columns = 80
    return argparse.HelpFormatter(prog, width=max(columns - 2, 40))


def language(any_parser: argparse.ArgumentParser) -> None:
    """Let a command be told its language."""
    any_parser.add_argument(
        "--language",
        choices=CODES,
        help=f"{' or '.join(CODES)}; else as the terminal's",
    )


def folder(any_parser: argparse.ArgumentParser) -> None:
    """Let a command be told where the journal lies."""
    any_parser.add_argument("--folder", metavar="DIR", help="where the journal lies")


def flag(to: Arguments, name: str, help_text: str) -> None:
    """Add an option that takes no value."""
    to.add_argument(name, action="store_true", help=help_text)


def word(to: Arguments, name: str, help_text: str, *, needed: bool = True) -> None:
    """Add a word that stands without an option; *name* is what ``--help`` calls it."""
    nargs = None if needed else "?"
    to.add_argument(name.lower(), metavar=name, nargs=nargs, help=help_text)
