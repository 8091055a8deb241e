"""The `letterzone` command: parses, then calls; what is slow is imported late."""

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from io import TextIOWrapper
from typing import NoReturn

from firmware_host import __version__

#: Exit codes: done, a bug of ours, and something wrong with what was given.
OK, WRONG = 0, 2


def main(argv: Sequence[str] | None = None) -> int:
    """
    Run the command.

    Returns:
        0 when done, 2 when what was given cannot be used; then one line on standard
        error says what, where and what to do.
    """
    if isinstance(sys.stdout, TextIOWrapper):
        # A character that the terminal has not is no reason to stop.
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        try:
            return _run_command(argv)
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
        sys.stderr.write(f"cannot write the output: {fault.strerror}\n")
        return WRONG


def _run_command(argv: Sequence[str] | None) -> int:
    given = parser().parse_args(argv)
    if given.command is None:
        parser().print_help()
        return OK
    from firmware_host.errors import LetterzoneError  # noqa: PLC0415 - --help needs none

    module = import_module(f"firmware_host.cli.{given.command}")
    run: Callable[[argparse.Namespace], int] = module.run
    try:
        return run(given)
    except LetterzoneError as fault:
        sys.stderr.write(f"{_one_line(str(fault))}\n")
        return WRONG


def _one_line(text: str) -> str:
    return " ".join(text.split())


class _Parser(argparse.ArgumentParser):
    """A parser whose complaint is one line, like every other one of ours."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong and what to do, and end with 2."""
        self.exit(WRONG, f"{self.prog}: {message}; see {self.prog} --help\n")


def parser() -> argparse.ArgumentParser:
    """Return the parser of the whole command."""
    top = _Parser(
        prog="letterzone",
        description="A board of letter zones that answers Yes or No.",
        formatter_class=_formatter,
    )
    top.add_argument("--version", action="version", version=f"letterzone {__version__}")
    commands = top.add_subparsers(dest="command", metavar="COMMAND")
    add = partial(commands.add_parser, formatter_class=_formatter)
    _demo(add("demo", help="play on a simulated board"))
    _run(add("run", help="be the daemon of a board"))
    _replay(add("replay", help="read a transcript aloud, and score it"))
    _export(add("export", help="write a game as a transcript"))
    _words(add("words", help="ask whether a word can be played"))
    _board(add("board", help="print the board with zones and pins"))
    return top


def _formatter(prog: str) -> argparse.HelpFormatter:
    """Know the width without `shutil`, which would double the time of --help."""
    try:
        columns = int(os.environ.get("COLUMNS") or os.get_terminal_size().columns)
    except (OSError, ValueError):
        columns = 80
    return argparse.HelpFormatter(prog, width=max(columns - 2, 40))


def _demo(demo: argparse.ArgumentParser) -> None:
    demo.add_argument("--lan", action="store_true", help="let phones in, by a QR code")
    demo.add_argument(
        "--port", type=int, help="the web's port; else the first free one"
    )
    demo.add_argument(
        "--no-open", dest="open", action="store_false", help="open no browser"
    )
    demo.add_argument("--terminal", action="store_true", help="here in the terminal")
    demo.add_argument("--script", metavar="FILE", help="play a transcript by itself")
    demo.add_argument("--plain", action="store_true", help="line by line, for a reader")
    demo.add_argument("--first", action="store_true", help="as at the first switch-on")
    _language(demo)
    _folder(demo)


def _run(run: argparse.ArgumentParser) -> None:
    run.add_argument("profile", metavar="PROFILE", help="the board's profile (TOML)")
    run.add_argument("--port", default="", help="the controller's serial port")
    run.add_argument("--web", metavar="HOST:PORT", help="where browsers find the board")
    _folder(run)


def _replay(replay: argparse.ArgumentParser) -> None:
    replay.add_argument("file", metavar="FILE", help="a transcript, - for input")
    replay.add_argument("--json", action="store_true", help="one object an action")


def _export(export: argparse.ArgumentParser) -> None:
    export.add_argument(
        "game", metavar="GAME", nargs="?", help="its number, or a transcript to tidy"
    )
    _folder(export)


def _words(words: argparse.ArgumentParser) -> None:
    acts = words.add_subparsers(dest="act", metavar="ACT", required=True)
    check = acts.add_parser(
        "check",
        help="say playable, or every reason why not",
        formatter_class=_formatter,
    )
    check.add_argument("words", metavar="WORD", nargs="+")
    check.add_argument("--length", type=int, help="zones the word must fill, 3 to 6")
    _language(check)
    _folder(check)


def _board(board: argparse.ArgumentParser) -> None:
    board.add_argument(
        "profile", metavar="PROFILE", nargs="?", help="the board's profile (TOML)"
    )


def _language(any_parser: argparse.ArgumentParser) -> None:
    any_parser.add_argument(
        "--language", choices=("en", "de"), help="en or de; else as the terminal's"
    )


def _folder(any_parser: argparse.ArgumentParser) -> None:
    any_parser.add_argument("--folder", metavar="DIR", help="where the journal lies")
