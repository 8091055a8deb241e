"""The parser of the command line, made of the commands."""

import argparse
import os
from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import partial
from typing import NoReturn, get_args

from firmware_host import __version__
from firmware_host.cli import spoken
from firmware_host.cli.commands import COMMANDS, GROUPS, NEEDED, Argument, Command

#: What the command is.
ABOUT = "A board of letter zones that answers Yes or No."

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


def _formatter(prog: str) -> argparse.HelpFormatter:
    """Know the width without `shutil`, which would double the time of --help."""
    try:
        columns = int(os.environ.get("COLUMNS") or os.get_terminal_size().columns)
    except (OSError, ValueError):
        columns = 80
    return _Formatter(prog, width=max(columns - 2, 40))


def parser() -> argparse.ArgumentParser:
    """Return the parser of the whole command line."""
    top = Parser(prog="letterzone", description=ABOUT, formatter_class=_formatter)
    top.add_argument("--version", action="version", version=f"letterzone {__version__}")
    first = top.add_subparsers(metavar="COMMAND")
    groups = {"": partial(first.add_parser, formatter_class=_formatter)}
    for name, command in COMMANDS.items():
        group, _, last = name.rpartition(" ")
        if group not in groups:
            acts = groups[""](group, help=GROUPS[group])
            second = acts.add_subparsers(metavar="ACT", required=True)
            groups[group] = partial(second.add_parser, formatter_class=_formatter)
        leaf = groups[group](last, help=command.says())
        leaf.set_defaults(command=command)
        _add_arguments(leaf, command)
    return top


def parse(argv: Sequence[str] | None) -> Command | None:
    """Return the command of a command line; None where it names none."""
    given = vars(parser().parse_args(argv))
    command: type[Command] | None = given.pop("command", None)
    return None if command is None else command(**given)


def _add_arguments(leaf: argparse.ArgumentParser, command: type[Command]) -> None:
    """Let a parser take the words and options of a command."""
    exclusive: dict[str, argparse._ActionsContainer] = defaultdict(
        leaf.add_mutually_exclusive_group, {"": leaf}
    )
    for one in command.arguments():
        _add_argument(exclusive[one.group], one)


def _add_argument(to: argparse._ActionsContainer, one: Argument) -> None:
    """Let a parser take one word or option."""
    is_needed = one.default is NEEDED
    if one.is_word:
        to.add_argument(
            one.name,
            choices=one.choices or None,
            default=one.default,
            help=one.says,
            metavar=one.metavar or one.name.upper(),
            nargs="+" if one.is_many else None if is_needed else "?",
        )
    elif one.kind is bool:
        to.add_argument(one.options[0], action="store_true", help=one.says)
    elif one.is_switch:
        on_or_off = argparse.BooleanOptionalAction
        to.add_argument(one.options[0], action=on_or_off, help=one.says)
    else:
        to.add_argument(
            one.options[0],
            action="append" if one.is_many else "store",
            choices=one.choices or None,
            default=one.default,
            dest=one.name,
            help=one.says,
            metavar=one.metavar or None,
            required=is_needed,
            type=int if int in (one.kind, *get_args(one.kind)) else str,
        )
