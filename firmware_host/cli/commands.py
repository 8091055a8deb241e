"""
Every command of `letterzone` as a class: its docstring and fields are the help.

The parser, ``--help``, the manual page and the shell completion are generated from
these classes.
"""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import singledispatch
from itertools import chain
from typing import ClassVar, TypeVar, cast, get_origin

from firmware_host.games.catalogue import NAMES
from firmware_host.languages import CODES
from firmware_host.limits import LONGEST_WORD, SHORTEST_WORD

T = TypeVar("T")

#: The help of a hidden argument.
HIDDEN = argparse.SUPPRESS

#: The default of a required field.
NEEDED = "needed"

#: Every command by its words, such as ``tags enrol``, in the order of ``--help``.
COMMANDS: dict[str, type["CliCommand"]] = {}


@dataclass
class Argument:
    """
    An argument of a command: a positional word or an option.

    Args:
        says: Its help, in English; `HIDDEN` for none.
        default: Its value if it is not given, or `NEEDED`.
        metavar: The name of its value in the help; empty for that of the field.
        choices: Every value that it may have; empty for any.
        group: Only one option of a group may be given; empty for no group.
        is_word: True for a positional word.
        name: The name of the field, set by the class that has it.
        kind: The type of the field, set by that class too.
    """

    says: str
    default: object
    metavar: str = ""
    choices: Sequence[object] = ()
    group: str = ""
    is_word: bool = False
    name: str = field(init=False)
    kind: object = field(init=False)

    def __set_name__(self, owner: type["CliCommand"], name: str) -> None:
        self.name, self.kind = name, owner.__annotations__[name]

    @property
    def options(self) -> tuple[str, ...]:
        """The options on the command line: none for a word, else ``--name``."""
        name = self.name.rstrip("_").replace("_", "-")
        if self.is_word:
            return ()
        return (f"--{name}", f"--no-{name}") if self.is_switch else (f"--{name}",)

    @property
    def is_switch(self) -> bool:
        """True if it has the three states on, off and unchanged."""
        return self.kind == bool | None

    @property
    def is_many(self) -> bool:
        """True if it may be given several times."""
        return get_origin(self.kind) is Sequence


def word(
    says: str, default: T, metavar: str = "", *, choices: Sequence[object] = ()
) -> T:
    """Declare a positional word."""
    return cast("T", Argument(says, default, metavar, choices, is_word=True))


def option(
    says: str, default: T, metavar: str = "", *, choices: Sequence[object] = ()
) -> T:
    """
    Declare an option with a value.

    A field of type ``bool | None`` becomes a switch.
    """
    return cast("T", Argument(says, default, metavar, choices))


def flag(says: str, *, group: str = "") -> bool:
    """Declare an option without a value."""
    return cast("bool", Argument(says, default=False, group=group))


class CliCommand:
    """
    A command with the values of its arguments.

    Args:
        name: The words that call it; empty for a base class.
        file: The module of `firmware_host.cli` that runs it; empty if its name is
            the first of these words.
    """

    FILE: ClassVar[str]

    def __init_subclass__(cls, *, name: str = "", file: str = "") -> None:
        cls.FILE = file or name.partition(" ")[0]
        if name:
            COMMANDS[name] = cls

    def __init__(self, **given: object) -> None:
        for one in self.arguments():
            setattr(self, one.name, given.get(one.name, one.default))

    @classmethod
    def says(cls) -> str:
        """Return the help: the docstring in the style of ``--help``."""
        text = cls.__doc__ or ""
        return text[:1].lower() + text[1:].removesuffix(".")

    @classmethod
    def arguments(cls) -> list[Argument]:
        """
        Return the arguments.

        Words before options, own ones before those of bases.
        """
        values = chain.from_iterable(vars(base).values() for base in cls.__mro__)
        found = (one for one in values if isinstance(one, Argument))
        return sorted(found, key=lambda one: not one.is_word)


@singledispatch
def run(command: CliCommand) -> int | None:
    """
    Run a command. Its module registers the function for it.

    Returns:
        The exit code; None for 0.
    """
    raise NotImplementedError(command)


# --- what several commands take ---

#: The help of the first word of command groups.
GROUPS = {
    "words": "ask whether a word can be played; packs of words",
    "game": "begin a game of your own, and check it",
    "language": "begin a language of your own, and check it",
    "tags": "say which tag is on which piece, tile or card",
    "wire": "judge a controller by the page of the wire",
}

_ITEM = f"red-3, tile-A-2, start-{NAMES[0]}, card-hearts-12"

#: The names of the lists that `known_lists.toml` describes.
KNOWN_LISTS = ("childlex", "kuperman", "cefr-j", "ngsl", "grundwortschatz")

_LENGTHS = range(SHORTEST_WORD, LONGEST_WORD + 1)


class InLanguage(CliCommand):
    """A command with texts in a language."""

    language: str = option("%(choices)s; else as the terminal's", "", choices=CODES)


class InFolder(CliCommand):
    """A command that reads or writes the journal."""

    folder: str = option("where the journal lies", "", "DIR")


class OfBoard(CliCommand):
    """A command for this computer's board, or another one."""

    profile: str = word("the board's profile (TOML)", "")


class OfBuild(CliCommand):
    """A command for this computer's board, another one, or a build."""

    profile: str = word("a build, or a profile (TOML)", "")


# --- games and words ---


class DemoCommand(InLanguage, InFolder, name="demo"):
    """Play on a simulated board."""

    lan: bool = flag("let phones in, by a QR code")
    port: int | None = option("the web's; else the first free one", None)
    no_open: bool = flag("open no browser")
    terminal: bool = flag("in the terminal, line by line; fit for a screen reader")
    script: str = option("play a transcript by itself", "", "FILE")
    first: bool = flag("as at the first switch-on")
    kiosk: bool = flag("for a corner where nobody looks after it")


class RunCommand(InFolder, name="run"):
    """Be the daemon of a board."""

    profile: str = word("the board's profile (TOML)", NEEDED)
    port: str = option("the controller's serial port", "")
    web: str = option("where browsers find the board", "", "HOST:PORT")
    screens: str = option(
        "keep what the screens show there (PNG), in place of real ones", "", "FOLDER"
    )


class WebCommand(OfBoard, name="web"):
    """Be its pages, beside that daemon."""

    table: str = option("of its daemon", NEEDED, "SOCKET")
    # The sockets of a daemon that starts its own pages.
    ear: Sequence[int] = option(HIDDEN, [])


class Publish(OfBoard, InFolder, name="publish", file="web"):
    """Tell an MQTT broker what happens at the board."""


class HallCommand(InLanguage, InFolder, name="hall", file="web"):
    """Show many boards on one wall, and an evening's table."""

    broker: str = option("mqtt://HOST or mqtts://HOST", "")
    user: str = option("what the broker knows the hall by", "")
    password_file: str = option("the file with its password", "")
    ca: str = option("what the broker's certificate is signed by", "")
    web: str = option("HOST:PORT, where the wall is shown", "")
    new: str = option("make an evening of that title, and its key", "")
    take: str = option("a transcript of a board that no network has", "")
    name: str = option("what that board is called", "")
    length: int = option("letters of an evening's words, 3 to 6", 5)
    rounds: int = option("rounds of an evening, 1 to 8", 4)
    delay: int = option("seconds that spectators are late", 300)
    open: bool = flag("the evening is over: tell its key, and what promised it")
    now: bool = flag("with --open: also while boards still play")


class ReplayCommand(CliCommand, name="replay", file="archive"):
    """Read a transcript aloud, and score it."""

    file: str = word("a transcript, - for input", NEEDED)
    json: bool = flag("one object an action")


class Analyse(ReplayCommand, name="analyse", file="archive"):
    """Explain a transcript, tap by tap."""


class PlayCommand(InLanguage, name="play", file="archive"):
    """Watch bots play a whole game."""

    bots: int = option("how many; 3", 3, "N")
    game: str = option(NAMES[0], NAMES[0], "NAME")
    seed: int | None = option("the same game once more", None, "N")
    json: bool = flag("its transcript, which replay reads")


class Export(InFolder, name="export", file="archive"):
    """Write a game as a transcript."""

    game: str = word("its number, or a transcript to tidy", "")


class WordsCheck(InLanguage, InFolder, name="words check"):
    """Say whether a word can be played, and why."""

    words: Sequence[str] = word("- for standard input", NEEDED, "WORD")
    json: bool = flag("a JSON object a word")
    length: int | None = option(
        "zones the word must fill, 3 to 6", None, choices=_LENGTHS
    )


class WordsPacks(InLanguage, InFolder, name="words packs"):
    """Say which packs of words there are."""


class WordsImport(InLanguage, InFolder, name="words import"):
    """Take the packs of a file."""

    file: str = word("a file of packs", NEEDED)


class WordsExport(InLanguage, InFolder, name="words export"):
    """Write packs for other boards."""

    file: str = word("a file of packs, - for output", NEEDED)
    pack: str = option("one of `packs`, such as en/animals", "")


class WordsMake(InLanguage, InFolder, name="words make"):
    """Make a pack of a table of words."""

    file: str = word("a list or a table: text, CSV, TSV, xlsx, ods", NEEDED)
    from_: str = option("a list that is known", "", "KIND", choices=KNOWN_LISTS)
    column: str = option("as docs/packs.md says", "")
    name: str = option("as docs/packs.md says", "")
    level: str = option("as docs/packs.md says", "")
    topic: str = option("as docs/packs.md says", "")
    licence: str = option("as docs/packs.md says", "")
    author: str = option("as docs/packs.md says", "")
    where: Sequence[str] = option("which rows", [])
    at_most: Sequence[str] = option("which rows", [])
    sheet: str = option("which one of a spreadsheet", "")
    head: str = option("whether its first row has names", "", choices=("yes", "no"))
    most: int = option("so many words", 5000)
    to: str = option("else to the output", "-", "FILE")


# --- what people make for a board ---


class GameNew(InLanguage, name="game new", file="kits"):
    """Make a folder with a game that plays."""

    name: str = word("what it is called: 2 to 20 small letters and digits", NEEDED)


class GameCheck(InLanguage, name="game check", file="kits"):
    """Say for each promise of docs/games.md whether a game keeps it."""

    folder: str = word("where its pyproject.toml lies; else here", ".")
    long: bool = flag("play hundreds of games by chance for each")


class LanguageNew(InLanguage, name="language new", file="kits"):
    """Make a folder with a copy of English."""

    code: str = word("its code, such as es", NEEDED)


class LanguageCheck(InLanguage, name="language check", file="kits"):
    """Say for each promise of a language whether a folder keeps it."""

    folder: str = word("where its files lie", NEEDED)


# --- a board of wood and wire ---


class BoardCommand(OfBuild, name="board"):
    """Print the board with zones and pins."""


class AtBoard(InLanguage, InFolder):
    """A command that has tags tapped on the board."""

    profile: str = option("the board's (TOML)", "", "PROFILE")
    port: str = option("the controller's serial port", "")


class OfSet(InLanguage, InFolder):
    """A command for one set of tags."""

    set: str = option("which set of pieces", "", "NAME")


class TagsList(InLanguage, InFolder, name="tags list"):
    """What has a tag, and what has none."""


class Tapping(AtBoard, OfSet):
    """A command that gives tags to things."""


class OfItem(Tapping):
    """A command that gives one thing a tag."""

    item: str = word(_ITEM, NEEDED)


class TagsEnrol(Tapping, name="tags enrol"):
    """Tap a whole set in one pass."""

    pieces: bool = flag("only pieces")
    tiles: bool = flag("only tiles")
    cards: bool = flag("only cards")
    deck: bool = flag("only deck")
    letters: bool = flag("only letters")


class TagsAdd(OfItem, name="tags add"):
    """Tap the first tag of one thing."""


class TagsReplace(OfItem, name="tags replace"):
    """Tap a new tag of one thing."""


class TagsSpares(Tapping, name="tags spares"):
    """Tap tags that are on nothing yet."""


class TagsCheck(AtBoard, name="tags check"):
    """Tap anything, and read what it is."""


class TagsForget(OfSet, name="tags forget"):
    """Forget tags."""

    item: str = word(f"{_ITEM}, a UID, spares, or all", NEEDED, "ITEM|UID")


class TagsExport(OfSet, name="tags export"):
    """Write a set for other boards."""

    file: str = word("a set file, - for output", NEEDED)


class TagsImport(OfSet, name="tags import"):
    """Take a set of another board."""

    file: str = word("a set file", NEEDED)
    replace: bool = flag("where the two differ the file is right")


class Doctor(OfBoard, InLanguage, InFolder, name="doctor"):
    """Say what is wrong with a board, part by part."""

    port: str = option("the controller's serial port", "")
    report: str = option("write a report, without names or words", "", "FILE")
    walk: bool = flag("each part in turn: do you see it?", group="way")
    building: bool = flag("name whatever begins to answer", group="way")
    calibrate: bool = flag("find gain and dwell of each pad", group="way")


class Prove(OfBoard, InLanguage, InFolder, name="prove", file="doctor"):
    """Walk what only a board can prove."""

    port: str = option("the controller's serial port", "")
    report: str = option(
        "what is proven so far, without names; letterzone-proof.json",
        "letterzone-proof.json",
        "FILE",
    )
    list: bool = flag("say what there is to prove, and what came of it")
    only: Sequence[str] = option("this row alone, also once more", [], "ID")


class WireCheck(InLanguage, name="wire check", file="controller"):
    """Say for each rule of docs/wire.md whether a controller keeps it."""

    port: str = word("the controller's serial port", NEEDED)


class Flash(OfBuild, InLanguage, name="flash", file="controller"):
    """Put the controller's program on its Pico."""

    port: str = option("the Pico's serial port", "")
    dry_run: bool = flag("say what would be written, and write nothing")
    uf2: str = option("first MicroPython's file, to a new Pico's drive", "")


class SetupCommand(InLanguage, name="setup", file="computer"):
    """Make this computer a board, or take that back."""

    profile: str = word(
        "a build, such as starter or full, or a file; else the one in place", ""
    )
    yes: bool = flag("ask nothing")
    undo: bool = flag("take it all back")
    at_board: bool = flag("ask on the table's screen, as a new card does")
    hotspot: bool | None = option("open a Wi-Fi of the board's own, or close it", None)
    kiosk: bool | None = option(
        "show the wall on the computer's own screen, or no longer", None
    )
    root: str = option("another system's files, such as a card", "/", "DIR")


class Backup(InLanguage, InFolder, name="backup", file="archive"):
    """Copy the journal, also during a game."""

    if_new: bool = flag("only if anything was played since")


class KioskCommand(CliCommand, name="kiosk", file="computer"):
    """Show a page of the board on its own screen."""

    page: str = word("wall (as without it), board or another", "")
    profile: str = option("the board's profile (TOML)", "/etc/letterzone/board.toml")
    folder: str = option("where the browser keeps its own", "", "DIR")


class UpdateCommand(CliCommand, name="update", file="computer"):
    """Install another version, or the one before."""

    file: str = word("a package, its signature beside it", "")
    stick: bool = flag("the newest on a stick labelled LETTERZONE")
    back: bool = flag("alone: the version before; else: older ones too")
    # For letterzone-update.service: execute the request of the board, or ask there.
    ask: bool = flag(HIDDEN)
    # For the update itself: print the broken parts.
    examine: bool = flag(HIDDEN)


# --- the command itself ---


class Completion(InLanguage, name="completion", file="manual"):
    """Print the script with which a shell completes commands."""

    shell: str = word("bash, zsh or fish", NEEDED, choices=("bash", "zsh", "fish"))


class Man(InLanguage, name="man", file="manual"):
    """Print the manual page."""
