"""What the commands for a board of wood and wire take."""

import argparse

from firmware_host.cli.parsers.common import flag, folder, formatter, language, word
from firmware_host.games.catalogue import NAMES


def run(run: argparse.ArgumentParser) -> None:
    """Let `letterzone run` take its arguments."""
    word(run, "PROFILE", "the board's profile (TOML)")
    run.add_argument("--port", default="", help="the controller's serial port")
    run.add_argument("--web", metavar="HOST:PORT", help="where browsers find the board")
    run.add_argument(
        "--screens",
        metavar="FOLDER",
        help="keep what the screens show there (PNG), in place of real ones",
    )
    folder(run)


def web(web: argparse.ArgumentParser) -> None:
    """Let `letterzone web` take its arguments."""
    word(web, "PROFILE", "the board's profile (TOML)", needed=False)
    web.add_argument("--table", metavar="SOCKET", required=True, help="of its daemon")
    # For a daemon that starts its own pages: what listens already.
    web.add_argument("--ear", type=int, action="append", help=argparse.SUPPRESS)


def publish(publish: argparse.ArgumentParser) -> None:
    """Let `letterzone publish` take its arguments."""
    word(publish, "PROFILE", "the board's profile (TOML)", needed=False)
    folder(publish)


def hall(hall: argparse.ArgumentParser) -> None:
    """Let `letterzone hall` take its arguments."""
    given = hall.add_argument
    given("--broker", default="", help="mqtt://HOST or mqtts://HOST")
    given("--user", default="", help="what the broker knows the hall by")
    given("--password-file", default="", help="the file with its password")
    given("--ca", default="", help="what the broker's certificate is signed by")
    given("--web", default="", help="HOST:PORT, where the wall is shown")
    given("--new", default="", help="make an evening of that title, and its key")
    given("--take", default="", help="a transcript of a board that no network has")
    given("--name", default="", help="what that board is called")
    given("--length", type=int, default=5, help="letters of an evening's words, 3 to 6")
    given("--rounds", type=int, default=4, help="rounds of an evening, 1 to 8")
    given("--delay", type=int, default=300, help="seconds that spectators are late")
    flag(hall, "--open", "the evening is over: tell its key, and what promised it")
    flag(hall, "--now", "with --open: also while boards still play")
    language(hall)
    folder(hall)


def board(board: argparse.ArgumentParser) -> None:
    """Let `letterzone board` take its arguments."""
    word(board, "PROFILE", "a build, or a profile (TOML)", needed=False)


def tags(tags: argparse.ArgumentParser) -> None:
    """Let `letterzone tags` take its arguments."""
    acts = tags.add_subparsers(dest="act", metavar="ACT", required=True)

    def act(name: str, says: str, *, board: bool = False) -> argparse.ArgumentParser:
        one = acts.add_parser(name, help=says, formatter_class=formatter)
        if board:
            one.add_argument("--profile", metavar="PROFILE", help="the board's (TOML)")
            one.add_argument("--port", default="", help="the controller's serial port")
        if name not in ("list", "check"):
            one.add_argument("--set", metavar="NAME", help="which set of pieces")
        language(one)
        folder(one)
        return one

    act("list", "what has a tag, and what has none")
    enrol = act("enrol", "tap a whole set in one pass", board=True)
    for part in ("pieces", "tiles", "cards", "deck", "letters"):
        flag(enrol, f"--{part}", f"only {part}")
    item = f"red-3, tile-A-2, start-{NAMES[0]}, card-hearts-12"
    word(act("add", "tap the first tag of one thing", board=True), "ITEM", item)
    word(act("replace", "tap a new tag of one thing", board=True), "ITEM", item)
    act("spares", "tap tags that are on nothing yet", board=True)
    act("check", "tap anything, and read what it is", board=True)
    act("forget", "forget tags").add_argument(
        "item", metavar="ITEM|UID", help=f"{item}, a UID, spares, or all"
    )
    word(
        act("export", "write a set for other boards"),
        "FILE",
        "a set file, - for output",
    )
    taking = act("import", "take a set of another board")
    word(taking, "FILE", "a set file")
    flag(taking, "--replace", "where the two differ the file is right")


def doctor(doctor: argparse.ArgumentParser) -> None:
    """Let `letterzone doctor` take its arguments."""
    word(doctor, "PROFILE", "the board's profile (TOML)", needed=False)
    doctor.add_argument("--port", default="", help="the controller's serial port")
    doctor.add_argument(
        "--report", metavar="FILE", help="write a report, without names or words"
    )
    ways = doctor.add_mutually_exclusive_group()
    flag(ways, "--walk", "each part in turn: do you see it?")
    flag(ways, "--building", "name whatever begins to answer")
    flag(ways, "--calibrate", "find gain and dwell of each pad")
    language(doctor)
    folder(doctor)


def prove(prove: argparse.ArgumentParser) -> None:
    """Let `letterzone prove` take its arguments."""
    word(prove, "PROFILE", "the board's profile (TOML)", needed=False)
    prove.add_argument("--port", default="", help="the controller's serial port")
    prove.add_argument(
        "--report",
        metavar="FILE",
        default="letterzone-proof.json",
        help="what is proven so far, without names; letterzone-proof.json",
    )
    flag(prove, "--list", "say what there is to prove, and what came of it")
    prove.add_argument(
        "--only", metavar="ID", action="append", help="this row alone, also once more"
    )
    language(prove)
    folder(prove)


def wire(wire: argparse.ArgumentParser) -> None:
    """Let `letterzone wire` take its arguments."""
    acts = wire.add_subparsers(dest="act", metavar="ACT", required=True)
    check = acts.add_parser(
        "check",
        help="say for each rule of docs/wire.md whether a controller keeps it",
        formatter_class=formatter,
    )
    word(check, "PORT", "the controller's serial port")
    language(check)


def flash(flash: argparse.ArgumentParser) -> None:
    """Let `letterzone flash` take its arguments."""
    word(flash, "PROFILE", "a build, or a profile (TOML)", needed=False)
    flash.add_argument("--port", default="", help="the Pico's serial port")
    flag(flash, "--dry-run", "say what would be written, and write nothing")
    flash.add_argument("--uf2", help="first MicroPython's file, to a new Pico's drive")
    language(flash)


def setup(setup: argparse.ArgumentParser) -> None:
    """Let `letterzone setup` take its arguments."""
    word(
        setup,
        "PROFILE",
        "a build, such as starter or full, or a file; else the one in place",
        needed=False,
    )
    flag(setup, "--yes", "ask nothing")
    flag(setup, "--undo", "take it all back")
    flag(setup, "--at-board", "ask on the table's screen, as a new card does")
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
    language(setup)


def backup(backup: argparse.ArgumentParser) -> None:
    """Let `letterzone backup` take its arguments."""
    flag(backup, "--if-new", "only if anything was played since")
    language(backup)
    folder(backup)


def kiosk(kiosk: argparse.ArgumentParser) -> None:
    """Let `letterzone kiosk` take its arguments."""
    word(kiosk, "PAGE", "wall (as without it), board or another", needed=False)
    kiosk.add_argument(
        "--profile",
        metavar="PROFILE",
        default="/etc/letterzone/board.toml",
        help="the board's profile (TOML)",
    )
    kiosk.add_argument(
        "--folder", metavar="DIR", help="where the browser keeps its own"
    )


def update(update: argparse.ArgumentParser) -> None:
    """Let `letterzone update` take its arguments."""
    word(update, "FILE", "a package, its signature beside it", needed=False)
    flag(update, "--stick", "the newest on a stick labelled LETTERZONE")
    flag(update, "--back", "alone: the version before; else: older ones too")
    # For letterzone-update.service: do what was asked at the board, or ask there.
    flag(update, "--ask", argparse.SUPPRESS)
    # For the update itself: name the parts that are broken.
    flag(update, "--examine", argparse.SUPPRESS)
