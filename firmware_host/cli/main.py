"""The `letterzone` command: parses, then calls; what is slow is imported late."""

import argparse
import os
import sys
from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import partial
from importlib import import_module
from io import TextIOWrapper
from typing import NoReturn, get_args

from firmware_host import __version__
from firmware_host.cli import commands, spoken
from firmware_host.cli.commands import COMMANDS, GROUPS, NEEDED, Argument, Command

#: The exit code where all is done.
OK = 0


def main(argv: Sequence[str] | None = None) -> int:
    """
    Run the command.

    Returns:
        0 when done, 2 when what was given cannot be used; then one line on standard
        error says what, where and what to do.
    """
    _open_what_is_closed()
    if isinstance(sys.stdout, TextIOWrapper):
        # A character that the terminal has not is no reason to stop.
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        try:
            return _run(argv)
        finally:
            sys.stdout.flush()
    except KeyboardInterrupt:
        return OK
    except BrokenPipeError:
        # Whoever read our output has had enough; nothing is wrong with that, nor
        # shall Python complain of what it cannot flush at the end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return OK
    except OSError as fault:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        output = f"cannot write the output: {fault.strerror}"
        sys.stderr.write(f"{spoken.error(_of_a_file(fault) or output)}\n")
        return WRONG


def _of_a_file(fault: OSError) -> str:
    """Say which file may not be used, and what to do; empty where none is named."""
    if not (isinstance(fault, PermissionError) and fault.filename):
        return ""
    return f"{fault.filename!s}: {fault.strerror}; write sudo before the command"


def _open_what_is_closed() -> None:
    """
    Give each standard stream that the caller closed (``>&-``) a file again.

    Without one, Python's own is None, and the journal might get its number. The input
    ends at once, the output refuses what is written, and complaints go nowhere.
    """
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            way = os.O_WRONLY if name == "stderr" else os.O_RDONLY
            nothing = os.open(os.devnull, way)
            stream = open(nothing, "w" if number else "r", encoding="utf-8")  # noqa: PTH123, SIM115 - open as long as the program runs
            setattr(sys, name, stream)


def _run(argv: Sequence[str] | None) -> int:
    given = parse(argv)
    if given is None:
        parser().print_help()
        return OK
    from firmware_host.errors import LetterzoneError  # noqa: PLC0415 - --help needs none

    import_module(f"firmware_host.cli.{given.FILE}")
    try:
        return commands.run(given) or OK
    except LetterzoneError as fault:
        asked = given.language if isinstance(given, commands.InLanguage) else ""
        sys.stderr.write(f"{spoken.error(str(fault), asked)}\n")
        return WRONG


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
