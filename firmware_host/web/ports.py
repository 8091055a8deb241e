"""
The ports of the web: it knows no engine, no journal, no device and no path.

A port takes and returns JSON, or a `Refused`: it is in another process (`web.remote`).
What only looks is answered at once; what waits is awaited. Each may raise `AwayError`.
"""

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import field
from typing import Protocol

from firmware_host.board.json import JsonObject
from firmware_host.board.messages import Message, Refused
from firmware_host.board.pieces import Counts
from firmware_host.board.record import Record
from firmware_host.board.table_values import Offered, Phone, Sight
from firmware_host.texts.texts import Texts
from firmware_host.web import values
from firmware_host.words.rude import RudeWords
from firmware_host.words.unfit import UnfitWords


class Phones(Protocol):
    """The phones at the table, each by the hash of its cookie (`table.phones`)."""

    def all(self) -> list[Phone]:
        """Return every phone, by number."""

    def who(self, phone: str) -> Phone | None:
        """Return whose a phone is, and what it may see; None for an unknown one."""

    def waiting(self, phone: str) -> list[int]:
        """Return the phones that a holder could let in, by number."""

    async def come(self, phone: str, seat: int) -> Refused | None:
        """Let a phone have a place that no other one has."""

    async def join_team(self, phone: str, seat: int | None) -> Refused | None:
        """Let a phone play for a team; None for the one with the fewest phones."""

    async def come_back(self, phone: str, lost: int) -> Refused | None:
        """Let a phone take the place of a lost one."""

    async def move(self, number: int, seat: int) -> Refused | None:
        """Give a phone another place; a secret there it does not see."""

    async def let_in(self, phone: str, number: int) -> Refused | None:
        """Let a holder's mate see their secret."""

    async def free(self, seat: int) -> Refused | None:
        """Take a place from its phones, unless it has a secret."""

    async def part(self, numbers: list[int]) -> Refused | None:
        """Take their places from these phones."""

    async def forget(self, number: int | None) -> Refused | None:
        """Send a phone home; None for all of them."""


class TableApi(Protocol):
    """The table, asked in plain values (`table.api.TableApi`)."""

    @property
    def changes(self) -> int:
        """A number that grows with each visible change."""

    @property
    def phones(self) -> Phones:
        """Whose each phone is, and what it may see."""

    def see(self, phone: str = "") -> Sight:
        """Return what a phone may know now; empty for the public."""

    def games(self) -> list[Offered]:
        """Return the games that this board can play."""

    async def described(self) -> JsonObject:
        """Return what its games show and take, and its ``versions``."""

    def letters(self) -> Mapping[str, Counts]:
        """Return the letter piece alphabet, by letter, as counts of the four kinds."""

    def watch(self) -> AsyncIterator[Sight]:
        """Yield what everybody may know, now and whenever it has changed."""

    async def do(self, line: JsonObject, phone: str = "") -> Refused | None:
        """Do a transcript's line; ``by`` is a seat's number."""

    async def begin(self, wishes: JsonObject) -> Refused | None:
        """Begin a game."""

    async def adopt(self, changes: JsonObject) -> Refused | None:
        """Take over what was chosen elsewhere than on the board."""

    async def join(self, phone: str, name: str) -> Refused | None:
        """Let somebody sit down with a phone."""

    async def sit(self, name: str, button: str = "", bot: str = "") -> Refused | None:
        """Let somebody sit down, or a bot."""

    async def stand(self, seat: int) -> Refused | None:
        """Let somebody go home."""

    async def rename(self, seat: int, name: str) -> Refused | None:
        """Call somebody by another name."""

    async def dress(self, seat: int, animal: str) -> Refused | None:
        """Let somebody be another animal."""

    async def evening(self, key: str, who: JsonObject) -> Refused | None:
        """Begin a duplicate evening by its key."""

    async def tutorial(self, wanted: bool) -> Refused | None:  # noqa: FBT001 - its only argument
        """Begin the first minute, or leave it."""

    async def kiosk(self, does: str, language: str = "") -> Refused | None:
        """Do at a kiosk what no pad or button says (`session.asked.AtKiosk`)."""

    async def pause(self, paused: bool) -> Refused | None:  # noqa: FBT001 - its only argument
        """Stop, or go on."""

    def claim(self, code: str, caller: str) -> str:
        """Return ``claimed``, ``recovered``, or nothing; tries count by caller."""

    def rest(self) -> JsonObject:
        """Return how long nobody has done anything (`table.api.TableApi.rest`)."""

    def pages_at(self, address: str) -> None:
        """Note at which address phones find the pages; empty for none."""


class KeyValueStore(Protocol):
    """A store for small texts that outlive a restart."""

    def get(self, name: str) -> str | None:
        """Return the text stored under *name*; None if there is none."""

    async def put(self, name: str, text: str | None) -> None:
        """Store *text* under *name*, durably; None removes it."""


class VirtualBoard(Protocol):
    """A simulated board, as a browser sees and touches it."""

    def look(self, language: str) -> JsonObject:
        """Return what lamps and screens show, and one line of advice."""

    async def touch(self, what: JsonObject) -> Refused | None:
        """Tap, press, release, or make a part fail."""

    def on_change(self, tell: Callable[[], None]) -> None:
        """Call *tell* whenever the board looks different."""


class History(Protocol):
    """Games played, as they are read; another process than the table answers."""

    async def chronicle(self, language: str, before: int = 0) -> values.Chronicle:
        """Return a page of the games before one, or of the newest ones for 0."""

    async def game(self, number: int, language: str) -> values.Sheet | None:
        """Return one game; None where there is none, or it is damaged."""

    async def positions(
        self, number: int, language: str, at: int = 0
    ) -> list[values.Position]:
        """Return some positions of a game's finished rounds; none after the last."""

    async def practice(self) -> list[values.Practice]:
        """Return the words that are needed again, the most trouble first."""

    async def transcript(self, number: int, language: str, at: int = 0) -> str:
        """Return a piece of a game as a transcript; empty where there is none."""

    async def newest(self) -> int:
        """Return the number of the newest game; 0 where there is none."""


class Archive(Protocol):
    """Games played: what changes them, copies them or erases them."""

    def nicknames(self, language: str, n: int) -> list[str]:
        """Return some names to pick from."""

    def is_nickname(self, name: str) -> bool:
        """Tell whether a name is one of those, in any language."""

    def fold(self, word: str) -> str:
        """Return a word as it is laid in letter tiles."""

    async def rename(self, number: int, name: str) -> Refused | None:
        """Call a game by a name; empty for none."""

    async def correct(
        self, number: int, round_: int, seat: int, *, points: int, note: str = ""
    ) -> Refused | None:
        """Put a cell of a scoresheet right; what was counted stays beside it."""

    async def delete(self, number: int) -> Refused | None:
        """Delete a game for ever; not the one at the table."""

    async def name_group(self, number: int, name: str) -> Refused | None:
        """Call the players of a game by a name; empty for none."""

    async def erase_names(self) -> Refused | None:
        """Erase every name, in backups too."""

    async def backups(self) -> list[dict[str, int]]:
        """Return ``number``, ``bytes``, ``made`` (s), ``own`` 0/1; the newest first."""

    async def back_up(self) -> Refused | int:
        """Make a backup, and return its number."""

    async def backup(self, number: int, at: int = 0) -> str | None:
        """Return a piece of a backup, in base64; empty at its end, None without one."""

    async def arrive(self, data: str, *, at: int, last: bool) -> Refused | int:
        """Take a part of an uploaded backup, in base64."""

    async def restore(self, number: int, *, foreign: bool = False) -> Refused | None:
        """Let the next start begin with a backup; another board's where it may be."""

    def restores(self) -> bool:
        """Tell whether the next start will begin with a backup."""


class Packs(Protocol):
    """The packs of words: those that every board has, and this board's own."""

    async def all(self) -> list[values.Pack]:
        """Return every pack, this board's own first, without its words."""

    def check(
        self, text: str, code: str, *, lines: bool = False
    ) -> list[values.Checked]:
        """Return each word and its refusals; with *lines*, each line is one word."""

    async def look(self, code: str, key: str) -> values.Pack | None:
        """Return a pack with its words, and what is known of each; None without one."""

    def worth(self, word: str, code: str) -> values.Worth:
        """Return what its maker may want to know of a word."""

    def drawn(
        self, code: str, *, pack: str = "", level: str = "", without: Sequence[str] = ()
    ) -> list[str]:
        """Return the words that are drawn where some are left out; else none."""

    def known(self, words: list[str], code: str) -> list[str]:
        """Return those of some words that the board could draw now."""

    def carried(self, code: str = "", key: str = "") -> str:
        """Return the file of a pack; of all that this board keeps for no key."""

    async def put(
        self,
        said: Mapping[str, str],
        text: str,
        *,
        key: str = "",
        lines: bool = False,
    ) -> values.Pack | Refused:
        """Keep the good words of *text* as a pack."""

    async def take(self, text: str) -> list[values.Pack] | Refused:
        """Take the packs of a file; one of the same name and language is replaced."""

    async def remove(self, key: str) -> Refused | None:
        """Throw a pack away."""


class TagCase(Protocol):
    """The tags of the board: which there are, and what is done with them."""

    def on_change(self, tell: Callable[[], None]) -> None:
        """Call *tell* whenever `see` would show something new."""

    def see(self) -> values.TagCase | None:
        """
        Return the sets, the tags that nobody knows, and what is being enrolled.

        None for a board that reads no tags.
        """

    def items(self, box: str) -> list[values.Tagged]:
        """Return everything there is or could be in a set, and whether it has a tag."""

    async def start(self, part: str, *, box: str) -> Refused | None:
        """Enrol in bulk; the board is out of play until it is done."""

    async def ask(self, item: str, *, box: str) -> Refused | None:
        """Let somebody tap the tag of one thing."""

    def press(self, button: str) -> Refused | None:
        """Press tick or cross at what goes on."""

    async def stop(self) -> None:
        """Give the board back; what was enrolled stays."""

    async def give(self, uid: str, item: str, *, box: str) -> Refused | None:
        """Let a tag that nobody knew be something."""

    async def forget(self, item: str, *, box: str) -> Refused | None:
        """Forget the tags of a thing, of the ``spares``, or of a set (``all``)."""

    def carried(self, box: str) -> str:
        """Return the file of a set."""

    async def take(
        self, text: str, *, box: str = "", replace: bool = False
    ) -> Refused | None:
        """Enrol what a set file says, all of it or nothing."""


class Service(Protocol):
    """The service side of the board: how its parts are, and a walk over them."""

    @property
    def where(self) -> JsonObject | None:
        """
        How far the walk has come; None where nobody walks.

        It is at stop ``at`` of ``of``; what it ``asks`` is a message, and ``note`` a
        message or None.
        """

    @property
    def walked(self) -> list[JsonObject]:
        """What was found on the last walk, or so far on this one; as `findings`."""

    async def findings(self) -> list[JsonObject]:
        """
        Return how each part is, the worst first.

        ``part`` and ``state`` are codes, ``name``, ``says`` and ``then`` messages;
        ``then`` may be None.
        """

    def meters(self) -> list[JsonObject]:
        """
        Return how well each reader has read in the last second, by ``zone``.

        ``looks``, ``hits`` and ``conflicts`` are counts; ``since_ms`` is how long ago
        it last read a tag, None for never.
        """

    async def report(self, language: str) -> str:
        """Return a report to print or send."""

    async def walk(self) -> Refused | None:
        """Begin the walk; the board is out of play until it is done."""

    def answer(self, *, seen: bool) -> None:
        """Say whether what the walk asks for was seen."""

    async def stop(self) -> None:
        """Give the board back."""


class Updates(Protocol):
    """Which version runs, which one is offered, and who may be asked for it."""

    def document(self) -> JsonObject:
        """Return ``now``, ``state``, ``version``, ``why`` (a code) and ``back``."""

    def want(self, wish: str) -> bool:
        """Ask to ``look``, ``install``, ``leave`` or go ``back``; False: unheard."""


class Services(Record):
    """
    Everything the web works with.

    Args:
        table_api: The table.
        texts: The words, by language.
        store: Where it remembers people and lists.
        history: Games played, as they are read.
        archive: Games played: what changes them, copies them or erases them.
        packs: The packs of words; `tags` those of the board.
        read_table: Reads the table in a file, or its sheet of that name.
        read_text: Reads the text of a file; with it comes the encoding.
        service: The board's service side; `board` the virtual one of a demo, or None.
        updates: Where updates are asked for; None where nobody installs any.
        address: Where a phone finds us now, such as ``http://192.168.1.7:8080``.
        wifi: The board's own Wi-Fi; None without one.
        hosts: Names of this machine, beside its addresses.
        board_key: Opens the virtual board from another machine; empty for nobody.
        rude: Words that nobody is called by, of all languages.
        unfit: Words that the board never says, by language.
        game_files: Where the files of games from outside lie, by the game's name.
        clock_ms: A clock that never goes back.
        entropy: So many fresh bytes of chance.
    """

    table_api: TableApi
    texts: Mapping[str, Texts]
    store: KeyValueStore
    history: History
    archive: Archive
    packs: Packs
    read_table: Callable[[bytes, str], values.Table | Refused]
    read_text: Callable[[bytes], tuple[str, str] | Refused]
    tags: TagCase
    service: Service
    clock_ms: Callable[[], int]
    entropy: Callable[[int], bytes] = field(repr=False)
    board: VirtualBoard | None = None
    updates: Updates | None = None
    address: Callable[[], str] = lambda: "http://127.0.0.1:8080"
    wifi: values.Wifi | None = None
    hosts: tuple[str, ...] = ("localhost",)
    board_key: str = field(default="", repr=False)
    rude: RudeWords = RudeWords()
    unfit: Mapping[str, UnfitWords] = field(default_factory=dict)
    game_files: Mapping[str, str] = field(default_factory=dict)

    def say(self, message: Message, language: str) -> str:
        """Return the words of *message*."""
        return self.texts[language].say(message)
