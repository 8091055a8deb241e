"""What the commands for games and words take."""

import argparse
from functools import partial

from firmware_host.cli.parsers.common import flag, folder, formatter, language, word
from firmware_host.games.catalogue import NAMES
from firmware_host.limits import LONGEST_WORD, SHORTEST_WORD


def demo(demo: argparse.ArgumentParser) -> None:
    """Let `letterzone demo` take its arguments."""
    flag(demo, "--lan", "let phones in, by a QR code")
    demo.add_argument("--port", type=int, help="the web's; else the first free one")
    demo.add_argument(
        "--no-open", dest="open", action="store_false", help="open no browser"
    )
    flag(demo, "--terminal", "in the terminal, line by line; fit for a screen reader")
    demo.add_argument("--script", metavar="FILE", help="play a transcript by itself")
    flag(demo, "--first", "as at the first switch-on")
    flag(demo, "--kiosk", "for a corner where nobody looks after it")
    language(demo)
    folder(demo)


def replay(replay: argparse.ArgumentParser) -> None:
    """Let `letterzone replay` take its arguments."""
    word(replay, "FILE", "a transcript, - for input")
    flag(replay, "--json", "one object an action")


def play(play: argparse.ArgumentParser) -> None:
    """Let `letterzone play` take its arguments."""
    play.add_argument("--bots", metavar="N", type=int, default=3, help="how many; 3")
    play.add_argument("--game", metavar="NAME", default=NAMES[0], help=NAMES[0])
    play.add_argument("--seed", metavar="N", type=int, help="the same game once more")
    flag(play, "--json", "its transcript, which replay reads")
    language(play)


def export(export: argparse.ArgumentParser) -> None:
    """Let `letterzone export` take its arguments."""
    word(export, "GAME", "its number, or a transcript to tidy", needed=False)
    folder(export)


def words(words: argparse.ArgumentParser) -> None:
    """Let `letterzone words` take its arguments."""
    acts = words.add_subparsers(dest="act", metavar="ACT", required=True)
    act = partial(acts.add_parser, formatter_class=formatter)
    check = act("check", help="say whether a word can be played, and why")
    check.add_argument("words", metavar="WORD", nargs="+", help="- for standard input")
    check.add_argument("--json", action="store_true", help="a JSON object a word")
    check.add_argument(
        "--length",
        type=int,
        choices=range(SHORTEST_WORD, LONGEST_WORD + 1),
        help="zones the word must fill, 3 to 6",
    )
    listed = act("packs", help="say which packs of words there are")
    taken = act("import", help="take the packs of a file")
    word(taken, "FILE", "a file of packs")
    given = act("export", help="write packs for other boards")
    word(given, "FILE", "a file of packs, - for output")
    given.add_argument("--pack", default="", help="one of `packs`, such as en/animals")
    made = act("make", help="make a pack of a table of words")
    word(made, "FILE", "a list or a table: text, CSV, TSV, xlsx, ods")
    made.add_argument("--from", dest="kind", default="", help="a list that is known")
    for name in ("column", "name", "level", "topic", "licence", "author"):
        made.add_argument(f"--{name}", default="", help="as docs/packs.md says")
    for name in ("where", "at-most"):
        made.add_argument(f"--{name}", action="append", default=[], help="which rows")
    made.add_argument("--sheet", default="", help="which one of a spreadsheet")
    made.add_argument(
        "--head", choices=("yes", "no"), help="whether its first row has names"
    )
    made.add_argument("--most", type=int, default=5000, help="so many words")
    made.add_argument("--to", default="-", metavar="FILE", help="else to the output")
    for one in (check, listed, taken, given, made):
        language(one)
        folder(one)
