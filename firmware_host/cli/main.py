"""The `letterzone` command: parses, then calls; what is slow is imported late."""

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from io import TextIOWrapper

from firmware_host.cli import commands, spoken
from firmware_host.cli.parser import WRONG, parse, parser

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
