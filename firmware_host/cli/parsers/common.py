"""What the parsers of all commands share."""

import argparse
import os
from collections.abc import Iterable
from typing import NoReturn

from firmware_host.cli.parsers import spoken
from firmware_host.languages import CODES

#: What takes arguments: a parser, or a group of them.
Arguments = argparse._ActionsContainer  # noqa: SLF001 - it has no public name

#: The exit code where something is wrong with what was given.
WRONG = 2


class Parser(argparse.ArgumentParser):
    """A parser whose complaint is one line, like every other one of ours."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong and what to do, and end with 2."""
        line = f"{self.prog}: {message}; see {self.prog} --help"
        self.exit(WRONG, f"{spoken.error(line)}\n")


class _Formatter(argparse.HelpFormatter):
    """Says all that is written in English in the language of the terminal."""

    def add_usage(
        self,
        usage: str | None,
        actions: Iterable[argparse.Action],
        groups: Iterable[argparse._MutuallyExclusiveGroup],
        prefix: str | None = None,
    ) -> None:
        """Begin with the word for usage."""
        if prefix is None:
            prefix = spoken.help_text("usage: ")
        super().add_usage(usage, actions, groups, prefix)

    def add_text(self, text: str | None) -> None:
        """Say what a command is."""
        super().add_text(text and spoken.help_text(text))

    def start_section(self, heading: str | None) -> None:
        """Say what stands below."""
        super().start_section(heading and spoken.help_text(heading))

    def _get_help_string(self, action: argparse.Action) -> str | None:
        return action.help and spoken.help_text(action.help)


def formatter(prog: str) -> argparse.HelpFormatter:
    """Know the width without `shutil`, which would double the time of --help."""
    try:
        columns = int(os.environ.get("COLUMNS") or os.get_terminal_size().columns)
    except (OSError, ValueError):
        columns = 80
    return _Formatter(prog, width=max(columns - 2, 40))


def language(any_parser: argparse.ArgumentParser) -> None:
    """Let a command be told its language."""
    any_parser.add_argument(
        "--language",
        choices=CODES,
        help="%(choices)s; else as the terminal's",
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
