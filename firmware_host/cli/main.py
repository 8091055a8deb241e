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
from firmware_host.games.catalogue import NAMES
from firmware_host.languages import CODES

#: What takes arguments: a parser, or a group of them.
Arguments = argparse._ActionsContainer  # noqa: SLF001 - it has no public name

#: Commands that stand in the file of another one.
_BESIDE = {"analyse": "replay", "play": "replay"}

#: Exit codes: done, a bug of ours, and something wrong with what was given.
OK, WRONG = 0, 2


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
        output = f"cannot write the output: {fault.strerror}\n"
        sys.stderr.write(_of_a_file(fault) or output)
        return WRONG


def _of_a_file(fault: OSError) -> str:
    """Say which file may not be used, and what to do; empty where none is named."""
    if not (isinstance(fault, PermissionError) and fault.filename):
        return ""
    return f"{fault.filename!s}: {fault.strerror}; write sudo before the command\n"


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
        one_line = " ".join(str(fault).split())
        sys.stderr.write(f"{one_line}\n")
        return WRONG


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
    _web(add("web", help="be its pages, beside that daemon"))
    _replay(add("replay", help="read a transcript aloud, and score it"))
    _replay(add("analyse", help="explain a transcript, tap by tap"))
    _play(add("play", help="watch bots play a whole game"))
    _export(add("export", help="write a game as a transcript"))
    _words(add("words", help="ask whether a word can be played; packs of words"))
    _board(add("board", help="print the board with zones and pins"))
    _tags(add("tags", help="say which tag is on which piece, tile or card"))
    _doctor(add("doctor", help="say what is wrong with a board, part by part"))
    _prove(add("prove", help="walk what only a board can prove"))
    _wire(add("wire", help="judge a controller by the page of the wire"))
    _flash(add("flash", help="put the controller's program on its Pico"))
    _setup(add("setup", help="make this computer a board, or take that back"))
    _backup(add("backup", help="copy the journal, also during a game"))
    _kiosk(add("kiosk", help="show a page of the board on its own screen"))
    _update(add("update", help="install another version, or the one before"))
    return top


def _formatter(prog: str) -> argparse.HelpFormatter:
    """Know the width without `shutil`, which would double the time of --help."""
    try:
        columns = int(os.environ.get("COLUMNS") or os.get_terminal_size().columns)
    except (OSError, ValueError):
        columns = 80
    return argparse.HelpFormatter(prog, width=max(columns - 2, 40))


def _demo(demo: argparse.ArgumentParser) -> None:
    _flag(demo, "--lan", "let phones in, by a QR code")
    demo.add_argument("--port", type=int, help="the web's; else the first free one")
    demo.add_argument(
        "--no-open", dest="open", action="store_false", help="open no browser"
    )
    _flag(demo, "--terminal", "here in the terminal")
    demo.add_argument("--script", metavar="FILE", help="play a transcript by itself")
    _flag(demo, "--plain", "line by line, for a reader")
    _flag(demo, "--first", "as at the first switch-on")
    _flag(demo, "--kiosk", "for a corner where nobody looks after it")
    _language(demo)
    _folder(demo)


def _run(run: argparse.ArgumentParser) -> None:
    _word(run, "PROFILE", "the board's profile (TOML)")
    run.add_argument("--port", default="", help="the controller's serial port")
    run.add_argument("--web", metavar="HOST:PORT", help="where browsers find the board")
    run.add_argument(
        "--screens",
        metavar="FOLDER",
        help="keep what the screens show there (PNG), in place of real ones",
    )
    _folder(run)


def _web(web: argparse.ArgumentParser) -> None:
    _word(web, "PROFILE", "the board's profile (TOML)", needed=False)
    web.add_argument("--table", metavar="SOCKET", required=True, help="of its daemon")
    # For a daemon that starts its own pages: what listens already.
    web.add_argument("--ear", type=int, action="append", help=argparse.SUPPRESS)


def _replay(replay: argparse.ArgumentParser) -> None:
    _word(replay, "FILE", "a transcript, - for input")
    _flag(replay, "--json", "one object an action")


def _play(play: argparse.ArgumentParser) -> None:
    play.add_argument(
        "--bots",
        metavar="N",
        type=int,
        nargs="?",
        const=3,
        required=True,
        help="how many of them, 3 without N",
    )
    play.add_argument("--game", metavar="NAME", default=NAMES[0], help=NAMES[0])
    play.add_argument("--seed", metavar="N", type=int, help="the same game once more")
    _flag(play, "--json", "its transcript, which replay reads")
    _language(play)


def _export(export: argparse.ArgumentParser) -> None:
    _word(export, "GAME", "its number, or a transcript to tidy", needed=False)
    _folder(export)


def _words(words: argparse.ArgumentParser) -> None:
    acts = words.add_subparsers(dest="act", metavar="ACT", required=True)
    act = partial(acts.add_parser, formatter_class=_formatter)
    check = act("check", help="say playable, or every reason why not")
    check.add_argument("words", metavar="WORD", nargs="+")
    check.add_argument("--length", type=int, help="zones the word must fill, 3 to 6")
    listed = act("packs", help="say which packs of words there are")
    taken = act("import", help="take the packs of a file")
    _word(taken, "FILE", "a file of packs")
    given = act("export", help="write packs for other boards")
    _word(given, "FILE", "a file of packs, - for output")
    given.add_argument("--pack", default="", help="one of `packs`, such as en/animals")
    made = act("make", help="make a pack of a table of words")
    _word(made, "FILE", "text, or a table (CSV, TSV) with names above its columns")
    made.add_argument("--from", dest="kind", default="", help="a list that is known")
    for name in ("column", "name", "level", "topic", "licence", "author"):
        made.add_argument(f"--{name}", default="", help="as docs/packs.md says")
    for name in ("where", "at-most"):
        made.add_argument(f"--{name}", action="append", default=[], help="which rows")
    made.add_argument("--most", type=int, default=5000, help="so many words")
    made.add_argument("--to", default="-", metavar="FILE", help="else to the output")
    for one in (check, listed, taken, given, made):
        _language(one)
        _folder(one)


def _board(board: argparse.ArgumentParser) -> None:
    _word(board, "PROFILE", "a build, or a profile (TOML)", needed=False)


def _tags(tags: argparse.ArgumentParser) -> None:
    acts = tags.add_subparsers(dest="act", metavar="ACT", required=True)

    def act(name: str, says: str, *, board: bool = False) -> argparse.ArgumentParser:
        one = acts.add_parser(name, help=says, formatter_class=_formatter)
        if board:
            one.add_argument("--profile", metavar="PROFILE", help="the board's (TOML)")
            one.add_argument("--port", default="", help="the controller's serial port")
        if name not in ("list", "check"):
            one.add_argument("--set", metavar="NAME", help="which set of pieces")
        _language(one)
        _folder(one)
        return one

    act("list", "what has a tag, and what has none")
    enrol = act("enrol", "tap a whole set in one pass", board=True)
    for part in ("pieces", "tiles", "cards", "deck", "letters"):
        _flag(enrol, f"--{part}", f"only {part}")
    item = f"red-3, tile-A-2, start-{NAMES[0]}, card-hearts-12"
    _word(act("add", "tap the first tag of one thing", board=True), "ITEM", item)
    _word(act("replace", "tap a new tag of one thing", board=True), "ITEM", item)
    act("spares", "tap tags that are on nothing yet", board=True)
    act("check", "tap anything, and read what it is", board=True)
    act("forget", "forget tags").add_argument(
        "item", metavar="ITEM|UID", help=f"{item}, a UID, spares, or all"
    )
    _word(
        act("export", "write a set for other boards"),
        "FILE",
        "a set file, - for output",
    )
    taking = act("import", "take a set of another board")
    _word(taking, "FILE", "a set file")
    _flag(taking, "--replace", "where the two differ the file is right")


def _doctor(doctor: argparse.ArgumentParser) -> None:
    _word(doctor, "PROFILE", "the board's profile (TOML)", needed=False)
    doctor.add_argument("--port", default="", help="the controller's serial port")
    doctor.add_argument(
        "--report", metavar="FILE", help="write a report, without names or words"
    )
    ways = doctor.add_mutually_exclusive_group()
    _flag(ways, "--walk", "each part in turn: do you see it?")
    _flag(ways, "--building", "name whatever begins to answer")
    _flag(ways, "--calibrate", "find gain and dwell of each pad")
    _language(doctor)
    _folder(doctor)


def _prove(prove: argparse.ArgumentParser) -> None:
    _word(prove, "PROFILE", "the board's profile (TOML)", needed=False)
    prove.add_argument("--port", default="", help="the controller's serial port")
    prove.add_argument(
        "--report",
        metavar="FILE",
        default="letterzone-proof.json",
        help="what is proven so far, without names; letterzone-proof.json",
    )
    _flag(prove, "--list", "say what there is to prove, and what came of it")
    prove.add_argument(
        "--only", metavar="ID", action="append", help="this row alone, also once more"
    )
    _language(prove)
    _folder(prove)


def _wire(wire: argparse.ArgumentParser) -> None:
    acts = wire.add_subparsers(dest="act", metavar="ACT", required=True)
    check = acts.add_parser(
        "check",
        help="say for each rule of docs/wire.md whether a controller keeps it",
        formatter_class=_formatter,
    )
    _word(check, "PORT", "the controller's serial port")
    _language(check)


def _flash(flash: argparse.ArgumentParser) -> None:
    _word(flash, "PROFILE", "a build, or a profile (TOML)", needed=False)
    flash.add_argument("--port", default="", help="the Pico's serial port")
    _flag(flash, "--dry-run", "say what would be written, and write nothing")
    flash.add_argument("--uf2", help="first MicroPython's file, to a new Pico's drive")
    _language(flash)


def _setup(setup: argparse.ArgumentParser) -> None:
    _word(
        setup,
        "PROFILE",
        "a build, such as starter or full, or a file; else the one in place",
        needed=False,
    )
    _flag(setup, "--yes", "ask nothing")
    _flag(setup, "--undo", "take it all back")
    _flag(setup, "--at-board", "ask on the table's screen, as a new card does")
    setup.add_argument(
        "--hotspot",
        action=argparse.BooleanOptionalAction,
        help="open a Wi-Fi of the board's own, or close it",
    )
    setup.add_argument(
        "--kiosk",
        action=argparse.BooleanOptionalAction,
        help="show the wall on the computer's own screen, or no longer",
    )
    setup.add_argument(
        "--root",
        metavar="DIR",
        default="/",
        help="another system's files, such as a card",
    )
    _language(setup)


def _backup(backup: argparse.ArgumentParser) -> None:
    _flag(backup, "--if-new", "only if anything was played since")
    _language(backup)
    _folder(backup)


def _kiosk(kiosk: argparse.ArgumentParser) -> None:
    _word(kiosk, "PAGE", "wall (as without it), board or another", needed=False)
    kiosk.add_argument(
        "--profile",
        metavar="PROFILE",
        default="/etc/letterzone/board.toml",
        help="the board's profile (TOML)",
    )
    kiosk.add_argument(
        "--folder", metavar="DIR", help="where the browser keeps its own"
    )


def _update(update: argparse.ArgumentParser) -> None:
    _word(update, "FILE", "a package, its signature beside it", needed=False)
    _flag(update, "--stick", "the newest on a stick labelled LETTERZONE")
    _flag(update, "--back", "alone: the version before; else: older ones too")
    # For letterzone-update.service: do what was asked at the board, or ask there.
    _flag(update, "--ask", argparse.SUPPRESS)
    # For the update itself: name the parts that are broken.
    _flag(update, "--examine", argparse.SUPPRESS)


def _language(any_parser: argparse.ArgumentParser) -> None:
    any_parser.add_argument(
        "--language",
        choices=CODES,
        help=f"{' or '.join(CODES)}; else as the terminal's",
    )


def _folder(any_parser: argparse.ArgumentParser) -> None:
    any_parser.add_argument("--folder", metavar="DIR", help="where the journal lies")


def _flag(to: Arguments, name: str, help_text: str) -> None:
    """Add an option that takes no value."""
    to.add_argument(name, action="store_true", help=help_text)


def _word(to: Arguments, name: str, help_text: str, *, needed: bool = True) -> None:
    """Add a word that stands without an option; *name* is what ``--help`` calls it."""
    nargs = None if needed else "?"
    to.add_argument(name.lower(), metavar=name, nargs=nargs, help=help_text)
