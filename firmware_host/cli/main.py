"""The `letterzone` command: parse, import what the command needs, and run it."""

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
from firmware_host.cli.commands import COMMANDS, GROUPS, NEEDED, Argument, CliCommand

#: The exit code for success.
OK = 0


def main(argv: Sequence[str] | None = None) -> int:
    """
    Run the command.

    Returns:
        0 for success, 2 for unusable input. Then one line on standard error says
        what is wrong, where, and what to do.
    """
    _open_what_is_closed()
    if isinstance(sys.stdout, TextIOWrapper):
        # A character that the terminal cannot show is not an error.
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        try:
            return _run(argv)
        finally:
            sys.stdout.flush()
    except KeyboardInterrupt:
        return OK
    except BrokenPipeError:
        # The reader has closed the pipe, which is no error. Python must not complain
        # about output that it cannot flush at the end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return OK
    except OSError as fault:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        output = f"cannot write the output: {fault.strerror}"
        sys.stderr.write(f"{spoken.error(_of_a_file(fault) or output)}\n")
        return WRONG


def _of_a_file(fault: OSError) -> str:
    """Return which file may not be used, and what to do; empty if none is named."""
    if not (isinstance(fault, PermissionError) and fault.filename):
        return ""
    return f"{fault.filename!s}: {fault.strerror}; write sudo before the command"


def _open_what_is_closed() -> None:
    """
    Open each standard stream that the caller closed (``>&-``).

    Python's own stream would be None, and the journal might get its file number. The
    input is empty, the output fails, and errors are discarded.
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
        if given.FILE == "archive":  # each of these may ask a game from outside
            from firmware_host.app.content.time_limit import watch_games  # noqa: PLC0415 - as above

            if (code := watch_games()) is not None:
                return code
        return commands.run(given) or OK
    except LetterzoneError as fault:
        asked = given.language if isinstance(given, commands.InLanguage) else ""
        sys.stderr.write(f"{spoken.error(str(fault), asked)}\n")
        return WRONG


#: The description of the command.
ABOUT = "A board of letter zones that answers Yes or No."

#: The exit code for invalid input.
WRONG = 2

#: The largest number that an option may have; the system knows no larger socket.
MOST = 2**31 - 1


class Parser(argparse.ArgumentParser):
    """A parser that reports an error in one line."""

    def error(self, message: str) -> NoReturn:
        """Print the error and the command for help, and exit with 2."""
        line = f"{self.prog}: {message}; see {self.prog} --help"
        self.exit(WRONG, f"{spoken.error(line)}\n")


class _Formatter(argparse.HelpFormatter):
    """Translates the help into the language of the terminal."""

    def add_usage(
        self,
        usage: str | None,
        actions: Iterable[argparse.Action],
        groups: Iterable[argparse._MutuallyExclusiveGroup],
        prefix: str | None = None,
    ) -> None:
        """Add the usage line with a translated prefix."""
        if prefix is None:
            prefix = spoken.help_text("usage: ")
        super().add_usage(usage, actions, groups, prefix)

    def add_text(self, text: str | None) -> None:
        """Add a translated description."""
        super().add_text(text and spoken.help_text(text))

    def start_section(self, heading: str | None) -> None:
        """Start a section with a translated heading."""
        super().start_section(heading and spoken.help_text(heading))

    def _get_help_string(self, action: argparse.Action) -> str | None:
        return action.help and spoken.help_text(action.help)


def _formatter(prog: str) -> argparse.HelpFormatter:
    """
    Return a formatter of the terminal's width.

    It does not use `shutil`, whose import would double the time of --help.
    """
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


def parse(argv: Sequence[str] | None) -> CliCommand | None:
    """Return the command of a command line, or None if it names none."""
    given = vars(parser().parse_args(argv))
    command: type[CliCommand] | None = given.pop("command", None)
    return None if command is None else command(**given)


def _add_arguments(leaf: argparse.ArgumentParser, command: type[CliCommand]) -> None:
    """Add the words and options of a command to a parser."""
    exclusive: dict[str, argparse._ActionsContainer] = defaultdict(
        leaf.add_mutually_exclusive_group, {"": leaf}
    )
    for one in command.arguments():
        _add_argument(exclusive[one.group], one)


def _add_argument(to: argparse._ActionsContainer, one: Argument) -> None:
    """Add one word or option to a parser."""
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
            type=_number if int in (one.kind, *get_args(one.kind)) else str,
        )


def _number(text: str) -> int:
    """Return a whole number that fits into any option."""
    if not text.isdecimal() or len(text) > len(str(MOST)) or int(text) > MOST:
        msg = f"a whole number from 0 to {MOST}, not {text!r}"
        raise argparse.ArgumentTypeError(msg)
    return int(text)
