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
from firmware_host.board.table_values import Collected, Offered, Phone, Sight
from firmware_host.texts.texts import Texts
from firmware_host.web import values
from firmware_host.words.rude import RudeWords
from firmware_host.words.unfit import UnfitWords


class PhonesPort(Protocol):
    """The phones at the table, each by the hash of its cookie (`table.api.Phones`)."""

    def all(self) -> list[Phone]:
        """Return every phone, in order of their numbers."""

    def who(self, phone: str) -> Phone | None:
        """Return a phone's owner and rights; None for an unknown phone."""

    def waiting(self, phone: str) -> list[int]:
        """Return the numbers of the phones that this phone's player may admit."""


class TablePort(Protocol):
    """The table, asked in plain values (`table.api.TableApi`)."""

    @property
    def changes(self) -> int:
        """A number that grows with each visible change of the table."""

    @property
    def phones(self) -> PhonesPort:
        """The phones at the table: the owner and the rights of each."""

    def see(self, phone: str = "") -> Sight:
        """Return the table's state as a phone may see it; "" is the public view."""

    def see_hot(self, seat: int) -> Sight | None:
        """Return a seat's view for the shared screen; None if it may not open."""

    def games(self) -> list[Offered]:
        """Return the games that this board can play."""

    async def collection(self) -> Collected:
        """Return the words found and the bots beaten at this board, and the day."""

    async def described(self) -> JsonObject:
        """Return a description of each game's data and inputs, and its ``versions``."""

    def letters(self) -> Mapping[str, Counts]:
        """Return the letter piece alphabet, by letter, as counts of the four kinds."""

    def watch(self) -> AsyncIterator[Sight]:
        """Yield the public state of the table, now and after each change."""

    async def send(self, line: JsonObject) -> Refused | None:
        """Do a command, given as `board.commands.Command.line` writes it."""

    async def do(
        self,
        line: JsonObject,
        phone: str = "",
        seen: Sequence[int] | None = None,
        roles: Sequence[str] | None = None,
    ) -> Refused | None:
        """
        Do an action, given as a line of a transcript; ``by`` is the seat number.

        *seen* is that of the state document it was made for, None for none; *roles*
        are those of its sender, None for a line of the board itself.
        """

    def claim(self, code: str, caller: str) -> str:
        """
        Check a teacher's code; return the right that it gives, or "" for a wrong code.

        ``claimed`` is the right to claim a class without a teacher; ``recovered`` is
        the right to replace the teacher's passphrase as well.
        """

    def rest(self) -> JsonObject:
        """Return the time that the table has been idle (`table.api.TableApi.rest`)."""


class KeyValueStore(Protocol):
    """A store for small texts that survive a restart."""

    def get(self, name: str) -> str | None:
        """Return the text stored under *name*; None if there is none."""

    async def put(self, name: str, text: str | None) -> None:
        """Store *text* under *name*, durably; None removes it."""


class VirtualBoard(Protocol):
    """A simulated board, which a browser can show and operate."""

    def look(self, language: str) -> JsonObject:
        """Return the state of the lamps and screens, and a line of advice."""

    async def touch(self, what: JsonObject) -> Refused | None:
        """Simulate an input: a tap, a press, a release or a broken part."""

    def on_change(self, tell: Callable[[], None]) -> None:
        """Register a function to call when the board's look changes."""


class HistoryPort(Protocol):
    """Reader of the games played; a separate process answers."""

    async def chronicle(self, language: str, before: int = 0) -> values.Chronicle:
        """Return a page of games before number *before*; 0 for the newest games."""

    async def game(self, number: int, language: str) -> values.Sheet | Refused | None:
        """
        Return the scoresheet of one game; None if it is missing or damaged.

        A game from outside that hangs is refused; `positions` and `transcript` do the
        same.
        """

    async def positions(
        self, number: int, language: str, at: int = 0
    ) -> list[values.Position] | Refused:
        """Return positions of a game's finished rounds, from index *at* on."""

    async def longest(self, seat: int) -> list[str]:
        """Return the longest words of a hand in the newest game's last shown round."""

    async def practice(self) -> list[dict[str, str | int]]:
        """
        Return the words that players should practise, the hardest first.

        Each has its ``word``, its ``language``, and counts: ``games``, ``found``,
        ``no`` and ``wrong``.
        """

    async def transcript(
        self, number: int, language: str, at: int = 0
    ) -> str | Refused:
        """Return a part of a game's transcript, from character *at*; "" at its end."""

    async def newest(self) -> int:
        """Return the number of the newest game; 0 if there are no games."""


class ArchivePort(Protocol):
    """Store of the games played, for changes, backups and deletion."""

    def nicknames(self, language: str, n: int) -> list[str]:
        """Return *n* suggested nicknames for players."""

    def is_nickname(self, name: str) -> bool:
        """Return True if a name is a nickname from the list of any language."""

    def fold(self, word: str) -> str:
        """Return a word in capital letters as they are on the letter tiles."""

    async def rename(self, number: int, name: str) -> Refused | None:
        """Set the name of a game; empty removes it."""

    async def correct(
        self, number: int, round_: int, seat: int, *, points: int, note: str = ""
    ) -> Refused | None:
        """Correct the points of a seat in a round; the original points are kept."""

    async def delete(self, number: int) -> Refused | None:
        """Delete a game permanently; refuse the game at the table."""

    async def name_group(self, number: int, name: str) -> Refused | None:
        """Set the name of a game's group of players; empty removes it."""

    async def erase_names(self) -> Refused | None:
        """Erase the names of all players, in backups too."""

    async def backups(self) -> list[dict[str, int]]:
        """Return ``number``, ``bytes``, ``made`` (s), ``own`` (0/1) of backups."""

    async def back_up(self) -> Refused | int:
        """Make a backup and return its number."""

    async def backup(self, number: int, at: int = 0) -> str | None:
        """Return a part of a backup in base64; "" at its end, None if it is missing."""

    async def arrive(self, data: str, *, at: int, last: bool) -> Refused | int:
        """Store a part of an uploaded backup, given in base64."""

    async def restore(self, number: int, *, foreign: bool = False) -> Refused | None:
        """Restore a backup at the next start; *foreign* allows one of another board."""

    def restores(self) -> bool:
        """Return True if the next start will restore a backup."""


class PacksPort(Protocol):
    """The packs of words: built-in packs, and this board's own."""

    async def all(self) -> list[values.Pack]:
        """Return every pack, this board's own first, without its words."""

    def check(
        self, text: str, code: str, *, lines: bool = False
    ) -> list[values.Checked]:
        """Check each word of a text; return the words with the reasons against them."""

    async def look(self, code: str, key: str) -> values.Pack | None:
        """Return a pack with its words and facts about each; None if it is missing."""

    def worth(self, word: str, code: str) -> values.Worth:
        """Return if a word is rare, and the words built of the same pieces."""

    def drawn(
        self, code: str, *, pack: str = "", level: str = "", without: Sequence[str] = ()
    ) -> list[str]:
        """Return the words to draw except *without*; [] if that excludes nothing."""

    def known(self, words: list[str], code: str) -> list[str]:
        """Return those of *words* that the board can draw now."""

    def carried(self, code: str = "", key: str = "") -> str:
        """Return the file of a pack; without a key, a file of all own packs."""

    async def put(
        self,
        said: Mapping[str, str],
        text: str,
        *,
        key: str = "",
        lines: bool = False,
    ) -> values.Pack | Refused:
        """Save the playable words of *text* as a pack."""

    async def take(self, text: str) -> list[values.Pack] | Refused:
        """Import the packs of a file; replace a pack of the same name and language."""

    async def remove(self, key: str) -> Refused | None:
        """Delete a pack."""


class TagsPort(Protocol):
    """The board's RFID tags: lists them, and enrols or removes them."""

    def on_change(self, tell: Callable[[], None]) -> None:
        """Register a function to call when the result of `see` changes."""

    def see(self) -> values.TagCase | None:
        """
        Return the tag sets, the unknown tags, and the enrolment in progress.

        None for a board that reads no tags.
        """

    def items(self, box: str) -> list[values.Tagged]:
        """Return each item of a set, and whether it has a tag."""

    async def start(self, part: str, *, box: str) -> Refused | None:
        """
        Start the enrolment of many tags; return without waiting for taps.

        No game can be played until the enrolment ends.
        """

    async def ask(self, item: str, *, box: str) -> Refused | None:
        """
        Start the enrolment of one item; return without waiting for a tap.

        The next tag that is tapped becomes the item's tag.
        """

    def press(self, button: str, turn: int) -> Refused | None:
        """Answer the question of the enrolment at `turn` with tick or cross."""

    async def stop(self) -> None:
        """End the enrolment; tags already enrolled are kept."""

    async def give(self, uid: str, item: str, *, box: str) -> Refused | None:
        """Assign an unknown tag to an item."""

    async def forget(self, item: str, *, box: str) -> Refused | None:
        """Remove the tags of an item, of the ``spares``, or of a set (``all``)."""

    def carried(self, box: str) -> str:
        """Return the export file of a tag set."""

    async def take(
        self, text: str, *, box: str = "", replace: bool = False
    ) -> Refused | None:
        """Import the tags of a set file: all of them, or none after an error."""


class ServicePort(Protocol):
    """Diagnosis of the board: the state of its parts, and a guided test."""

    @property
    def where(self) -> JsonObject | None:
        """
        The current step of the guided test; None if no test runs.

        It is at stop ``at`` of ``of``; what it ``asks`` is a message, and ``note`` a
        message or None.
        """

    @property
    def walked(self) -> list[JsonObject]:
        """The results of the last or current guided test; as `findings`."""

    async def findings(self) -> list[JsonObject]:
        """
        Return the state of each part, faulty parts first.

        ``part`` and ``state`` are codes, ``name``, ``says`` and ``then`` messages;
        ``then`` may be None.
        """

    def meters(self) -> list[JsonObject]:
        """
        Return the read quality of each tag reader in the last second, by ``zone``.

        ``looks``, ``hits`` and ``conflicts`` are counts; ``since_ms`` is how long ago
        it last read a tag, None for never.
        """

    async def report(self, language: str) -> str:
        """Return a diagnosis report to print or send."""

    async def walk(self) -> Refused | None:
        """Start the guided test of the parts; no game can be played until it ends."""

    def answer(self, at: int, *, seen: bool) -> Refused | None:
        """Answer whether the person has seen what the test shows at stop `at`."""

    async def stop(self) -> None:
        """End the guided test."""


class UpdatesPort(Protocol):
    """The running version, the offered version, and requests for updates."""

    def document(self) -> JsonObject:
        """Return ``now``, ``state``, ``version``, ``why`` (a code) and ``back``."""

    def want(self, wish: str) -> bool:
        """Request ``look``, ``install``, ``leave`` or ``back``; False if ignored."""


class Services(Record):
    """
    All the services that the web layer uses.

    Args:
        table_api: The table.
        texts: The words, by language.
        store: The store of people and lists.
        history: Reads played games.
        archive: Changes, copies and erases played games.
        packs: The packs of words; `tags` those of the board.
        read_table: Reads the table in a file, or its sheet of a name.
        read_text: Reads the text of a file; returns its encoding, too.
        service: The service side of the board; `board` is the virtual board of a demo,
            or None.
        updates: Requests updates; None if the board cannot install any.
        address: Returns the address for phones now, such as
            ``http://192.168.1.7:8080``.
        wifi: The board's own Wi-Fi; None without one.
        hosts: The names of this machine; its addresses are not listed.
        board_key: The key of the virtual board for other machines; empty for none.
        rude: Words that no player may be called, of all languages.
        unfit: Words that the board never says, by language.
        game_files: The folders of files of games from outside, by game.
        clock_ms: A clock that never goes back.
        entropy: Returns a number of fresh random bytes.
    """

    table_api: TablePort
    texts: Mapping[str, Texts]
    store: KeyValueStore
    history: HistoryPort
    archive: ArchivePort
    packs: PacksPort
    read_table: Callable[[bytes, str], values.Table | Refused]
    read_text: Callable[[bytes], tuple[str, str] | Refused]
    tags: TagsPort
    service: ServicePort
    clock_ms: Callable[[], int]
    entropy: Callable[[int], bytes] = field(repr=False)
    board: VirtualBoard | None = None
    updates: UpdatesPort | None = None
    address: Callable[[], str] = lambda: "http://127.0.0.1:8080"
    wifi: values.Wifi | None = None
    hosts: tuple[str, ...] = ("localhost",)
    board_key: str = field(default="", repr=False)
    rude: RudeWords = RudeWords()
    unfit: Mapping[str, UnfitWords] = field(default_factory=dict)
    game_files: Mapping[str, str] = field(default_factory=dict)

    def say(self, message: Message, language: str) -> str:
        """Return the text of *message* in a language."""
        return self.texts[language].say(message)
