"""The `letterzone` command: parses, then calls; what is slow is imported late."""

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from io import TextIOWrapper

from firmware_host import __version__
from firmware_host.cli.parsers import boards, games, kits, spoken
from firmware_host.cli.parsers.common import WRONG, Parser, formatter

#: Commands that stand in the file of another one, or in a folder.
_BESIDE = {
    "analyse": "replay",
    "play": "replay",
    "publish": "web",
    "hall": "web",
    "game": "kits.game",
    "language": "kits.language",
}

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


def _run_command(argv: Sequence[str] | None) -> int:
    given = parser().parse_args(argv)
    if given.command is None:
        parser().print_help()
        return OK
    from firmware_host.errors import LetterzoneError  # noqa: PLC0415 - --help needs none

    file = _BESIDE.get(given.command, given.command)
    module = import_module(f"firmware_host.cli.{file}")
    run: Callable[[argparse.Namespace], int] = module.run
    try:
        return run(given)
    except LetterzoneError as fault:
        asked = vars(given).get("language")
        sys.stderr.write(f"{spoken.error(str(fault), asked or '')}\n")
        return WRONG


def parser() -> argparse.ArgumentParser:
    """Return the parser of the whole command."""
    top = Parser(
        prog="letterzone",
        description="A board of letter zones that answers Yes or No.",
        formatter_class=formatter,
    )
    top.add_argument("--version", action="version", version=f"letterzone {__version__}")
    commands = top.add_subparsers(dest="command", metavar="COMMAND")
    add = partial(commands.add_parser, formatter_class=formatter)
    games.demo(add("demo", help="play on a simulated board"))
    boards.run(add("run", help="be the daemon of a board"))
    boards.web(add("web", help="be its pages, beside that daemon"))
    boards.publish(add("publish", help="tell an MQTT broker what happens at the board"))
    boards.hall(
        add("hall", help="show many boards on one wall, and an evening's table")
    )
    games.replay(add("replay", help="read a transcript aloud, and score it"))
    games.replay(add("analyse", help="explain a transcript, tap by tap"))
    games.play(add("play", help="watch bots play a whole game"))
    games.export(add("export", help="write a game as a transcript"))
    games.words(add("words", help="ask whether a word can be played; packs of words"))
    kits.game(add("game", help="begin a game of your own, and check it"))
    kits.tongue(add("language", help="begin a language of your own, and check it"))
    boards.board(add("board", help="print the board with zones and pins"))
    boards.tags(add("tags", help="say which tag is on which piece, tile or card"))
    boards.doctor(add("doctor", help="say what is wrong with a board, part by part"))
    boards.prove(add("prove", help="walk what only a board can prove"))
    boards.wire(add("wire", help="judge a controller by the page of the wire"))
    boards.flash(add("flash", help="put the controller's program on its Pico"))
    boards.setup(add("setup", help="make this computer a board, or take that back"))
    boards.backup(add("backup", help="copy the journal, also during a game"))
    boards.kiosk(add("kiosk", help="show a page of the board on its own screen"))
    boards.update(add("update", help="install another version, or the one before"))
    return top
