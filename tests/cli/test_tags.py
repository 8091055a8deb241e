"""`letterzone tags`: a set enrolled in the terminal, carried away, and forgotten."""

import asyncio
import contextlib
import json
import signal
import sys

import pytest

from firmware_host.board.catalogue import pieces
from firmware_host.board.entries import JOURNAL, Tag
from firmware_host.board.events import Button
from firmware_host.board.pieces import Card, Kind, Piece, Tile, Zone
from firmware_host.cli.main import main
from firmware_host.games.catalogue import NAMES
from firmware_host.journal.reader import Reader
from firmware_host.journal.store import Journal
from firmware_host.journal.tags import Tags
from firmware_host.simulate.controller import SimulatedController
from tests.cli.command import BOARDS, ROOT, refusal, said

PROFILE = BOARDS / "simulated" / "board.toml"
RED = Piece(Kind.LONG_STICK, 1)


def uid(number):
    """Return the UID of the emulated tag with a number."""
    return bytes((4, 0x77, number, 1, 2, 3, 4))


@pytest.fixture
def folder(tmp_path):
    """A board's folder in which a few things are enrolled."""
    with Journal(tmp_path / JOURNAL) as journal:
        tags = Tags(journal)
        tags.enrol(Tag(uid(1), RED)).result()
        tags.enrol(Tag(uid(2), Tile("A", 2))).result()
        tags.enrol(Tag(uid(3), None)).result()
    return tmp_path


def tags_of(folder):
    with Reader(folder / JOURNAL) as journal:
        return journal.tags()


# --- at the board -----------------------------------------------------------------


class Terminal:
    """The command in a process of its own, and the lines that it prints."""

    def __init__(self, process):
        self._process = process
        self.lines = []

    async def until(self, text):
        """Read until a line begins so, and return it."""
        while True:
            line = await asyncio.wait_for(self._process.stdout.readline(), 20)
            assert line, self.lines
            self.lines.append(line.decode().rstrip())
            if self.lines[-1].startswith(text):
                return self.lines[-1]

    async def kill(self):
        """Take its power away."""
        self._process.send_signal(signal.SIGKILL)
        await self._process.wait()

    async def ended(self):
        """Return the exit code and the rest of the output."""
        rest, _ = await asyncio.wait_for(self._process.communicate(), 20)
        return self._process.returncode, rest.decode().splitlines()


@contextlib.asynccontextmanager
async def at_the_board(board, folder, act, *words):
    """Start the command with a simulated controller at its port."""
    words = ("tags", act, *words, "--profile", PROFILE, "--port", board.path)
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "firmware_host"),
        *map(str, (*words, "--folder", folder, "--language", "en")),
        cwd=ROOT,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        yield Terminal(process)
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.communicate()


@pytest.fixture
async def board(tmp_path):
    with SimulatedController(tmp_path, dwell_ms=0, gone_ms=0) as pads:
        yield pads


async def test_48_pieces_in_two_lives_and_one_pass(board, tmp_path):
    """Killed after a tick, it has that piece, and asks for the next one."""
    async with at_the_board(board, tmp_path, "enrol", "--pieces") as first:
        for number in range(10):
            await first.until("Tap ")
            await board.tap(Zone(1 + number % 6), uid(number))
        await first.until("This is red 10 now.")
        await first.kill()
    assert len(tags_of(tmp_path)) == 10
    async with at_the_board(board, tmp_path, "enrol", "--pieces") as second:
        assert await second.until("Tap ") == "Tap red 11. (11 of 48)"
        for number in range(10, 48):
            if number > 10:
                await second.until("Tap ")
            await board.tap(Zone(1 + number % 6), uid(number))
        assert await second.until("The set ") == "The set 1 has 48 tags now."
        assert (await second.ended())[0] == 0
    assert {tag.uid: tag.item for tag in tags_of(tmp_path)} == {
        uid(at): item for at, item in enumerate(pieces())
    }


async def test_what_is_wrong_is_told_and_the_same_is_asked_again(board, folder):
    """A phone, a tag that is on something; and the tick leaves it out."""
    async with at_the_board(board, folder, "enrol", "--cards") as terminal:
        await terminal.until(f"Tap card start-decipher. (1 of {len(NAMES)})")
        await board.tap(Zone(1), b"\x08abc")
        await terminal.until("! Phones and bank cards change")
        await board.tap(Zone(1), uid(1))
        await terminal.until("! This is red 1 already.")
        for game in (*NAMES[1:], None):
            board.press(Button.TICK)
            board.release(Button.TICK)
            await terminal.until("Left out; it is asked for next time.")
            if game is not None:
                await terminal.until(f"Tap card start-{game}.")
        code, lines = await terminal.ended()
        assert (code, lines[-1]) == (0, "The set 1 has 3 tags now.")


async def test_one_thing_is_added_and_gets_a_new_tag(board, folder):
    """Adding an item that has a tag is refused; replacing prints the tag's old item."""
    async with at_the_board(board, folder, "add", "start-decipher") as terminal:
        await terminal.until("Tap ")
        await board.tap(Zone(1), uid(9))
        await terminal.until("This is card start-decipher now.")
        assert (await terminal.ended())[0] == 0
    async with at_the_board(board, folder, "add", "red-1") as terminal:
        assert await terminal.ended() == (2, [])
    async with at_the_board(board, folder, "replace", "red-1") as terminal:
        await terminal.until("Tap ")
        await board.tap(Zone(1), uid(2))
        await terminal.until("This was tile A 2; now it is red 1.")
        assert (await terminal.ended())[0] == 0
    assert set(tags_of(folder)) == {
        Tag(uid(2), RED),
        Tag(uid(3), None),
        Tag(uid(9), Card("start-decipher")),
    }


async def test_spares_and_a_look_at_what_a_tag_is(board, folder):
    """`spares` enrols tags and `check` names them, until the tick."""
    async with at_the_board(board, folder, "spares") as terminal:
        await terminal.until("Tap one spare")
        await board.tap(Zone(1), uid(4))
        await terminal.until("This is a spare now.")
        board.press(Button.TICK)
        assert (await terminal.ended())[0] == 0
        board.release(Button.TICK)
    async with at_the_board(board, folder, "check") as terminal:
        await terminal.until("Tap a piece")
        for tag, what in (
            (uid(1), "This is red 1 of the set 1."),
            (uid(4), "This is a spare of the set 1."),
            (b"\x08abc", "Phones and bank cards"),
            (uid(8), f"Nobody has enrolled this tag: {uid(8).hex()}"),
        ):
            await board.tap(Zone(2), tag)
            await terminal.until(what)
        board.press(Button.TICK)
        assert await terminal.ended() == (0, [])


# --- beside the board ---------------------------------------------------------------


def test_the_list_tells_what_is_missing(folder, capsys):
    """The list shows the missing items by kind; in German with German tiles."""
    lines = said(capsys, "tags", "list", "--folder", folder, "--language", "en")
    assert lines.splitlines() == [
        "Set 1",
        "  red long stick: 1 of 16, missing: 2-16",
        "  yellow short stick: 0 of 16",
        "  blue wide curve: 0 of 8",
        "  green tight curve: 0 of 8",
        "  letter tiles: 1 of 82, missing: A 1, 3, "
        + ", ".join(f"{one} 1-3" for one in "BCDEFGHIJKLMNOPQRSTUVWXYZ")
        + ", ' 1-2, - 1-2",
        f"  cards: 0 of {len(NAMES)}",
        "  Spares: 1",
    ]
    lines = said(capsys, "tags", "list", "--folder", folder, "--language", "de")
    assert "1 von 78" in lines


def test_a_set_goes_out_and_comes_in(folder, capsys, tmp_path):
    """A set is exported and imported, also under another name, whole or not at all."""
    file, other = folder / "set.jsonl", tmp_path / "other"
    other.mkdir()
    said(capsys, "tags", "export", file, "--folder", folder, "--language", "en")
    text = said(capsys, "tags", "export", "-", "--folder", folder)
    assert file.read_text() == text
    head, *tags = map(json.loads, text.splitlines())
    assert (head["letterzone-set"], head["set"], head["tags"]) == (1, "1", 3)
    assert {"uid": uid(1).hex(), "item": "red-1"} in tags

    told = said(capsys, "tags", "import", file, "--folder", other, "--language", "en")
    assert told == "Tags of the set 1: 3\n"
    assert tags_of(other) == tags_of(folder)
    told = refusal(capsys, "tags", "import", file, "--folder", other, "--set", "4b")
    assert told.startswith(
        f"{file}:2: it has tag {uid(1).hex()} as red-1, but here tag"
    )
    assert "and 2 more" in told or "and 1 more" in told
    words = ("--set", "4b", "--replace", "--folder", other)
    said(capsys, "tags", "import", file, *words)
    assert {tag.box for tag in tags_of(other)} == {"4b"}


def test_several_sets_are_told_apart(folder, capsys):
    """With several sets an export must name one."""
    with Journal(folder / JOURNAL) as journal:
        Tags(journal).enrol(Tag(uid(7), RED, box="4b")).result()
    told = refusal(capsys, "tags", "export", "-", "--folder", folder)
    assert told == "say which set by --set; there are: 1, 4b"
    text = said(capsys, "tags", "export", "-", "--folder", folder, "--set", "4b")
    assert text.count("\n") == 2
    assert uid(7).hex() in text


def test_a_bad_file_is_one_line_with_its_place(folder, capsys):
    """A faulty file is refused with its line, and no tag of it is stored."""
    file = folder / "set.jsonl"
    said(capsys, "tags", "export", file, "--folder", folder)
    before = tags_of(folder)
    file.write_text(file.read_text().replace('"red-1"', '"rde-1"'))
    told = refusal(capsys, "tags", "import", file, "--folder", folder)
    assert told.startswith(f"{file}:2: nothing is called 'rde-1'")
    file.write_bytes(b"\x81\x8d")
    told = refusal(capsys, "tags", "import", file, "--folder", folder)
    assert told.startswith(f"{file}: That is no text and no table.")
    told = refusal(capsys, "tags", "import", folder / "none", "--folder", folder)
    assert told.startswith(f"{folder / 'none'}: cannot be read: No such file")
    assert tags_of(folder) == before


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "cp1252"])
def test_a_list_of_uids_is_taken_as_phones_write_it(folder, capsys, encoding):
    """UIDs with colons, blanks, dashes or 0x are read, with columns in any order."""
    file = folder / "list.csv"
    rows = (
        "UID;Teil\r\n04:A3:B2:C1:D4:E5:F6;red-1\r\n\r\nred 2;04 a3 b2 c2 d4 e5 f6\r\n"
    )
    rows += "04-A3-B2-C3;tile-A-1\r\n0x04 0xA3 0xB2 0xC4;Spare\r\n"
    file.write_bytes(rows.encode(encoding))
    take = ["tags", "import", str(file), "--set", "4b", "--folder", str(folder)]
    assert main(take) == 0
    told = capsys.readouterr().err
    assert ("read as" in told) is (encoding == "utf-16")
    found = {tag.uid.hex(): tag.item for tag in tags_of(folder) if tag.box == "4b"}
    assert found == {
        "04a3b2c1d4e5f6": Piece(Kind.LONG_STICK, 1),
        "04a3b2c2d4e5f6": Piece(Kind.LONG_STICK, 2),
        "04a3b2c3": Tile("A", 1),
        "04a3b2c4": None,
    }
    said(capsys, "tags", "forget", "04:A3:B2:C4", "--set", "4b", "--folder", folder)
    assert len(found) - 1 == sum(tag.box == "4b" for tag in tags_of(folder))
    file.write_text("04:A3:B2:C1;blue-1\n04:A3;blue-2\n", encoding="utf-8")
    told = refusal(capsys, "tags", "import", file, "--folder", folder)
    assert told.startswith(f"{file}:2: there is no UID of 4, 7 or 10 bytes")
    file.write_text("04:A3:B2:C1;blau-1\n", encoding="utf-8")
    told = refusal(capsys, "tags", "import", file, "--folder", folder)
    assert told.startswith(f"{file}:1: nothing is called 'blau-1'")


@pytest.mark.parametrize(
    ("what", "left"),
    [("red-1", {2, 3}), (uid(2).hex(), {1, 3}), ("spares", {1, 2}), ("all", set())],
)
def test_tags_are_forgotten_by_what_they_are_on_or_by_number(
    what, left, folder, capsys
):
    said(capsys, "tags", "forget", what, "--folder", folder)
    assert {tag.uid for tag in tags_of(folder)} == {uid(number) for number in left}


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("forget", "red-9"), "red-9: there is no such tag in the set 1; see: "),
        (("forget", "rde-9"), "rde-9: there is no such tag in the set 1; see: "),
        (("add", "rde-9", "--profile", PROFILE), "there is no 'rde-9'; say red-3"),
        (
            ("enrol", "--set", " ", "--profile", PROFILE),
            "--set ' ': a set needs a name",
        ),
        (("export", "/nowhere/set"), "/nowhere/set: cannot be written: No such file"),
    ],
)
def test_a_mistake_is_one_line(words, told, folder, capsys):
    assert refusal(capsys, "tags", *words, "--folder", folder).startswith(told)


def test_a_board_that_is_on_is_not_disturbed(folder, capsys):
    """While the board is on, tags can be listed and exported, but not changed."""
    with Journal(folder / JOURNAL):
        for words in (
            ("forget", "all"),
            ("enrol", "--profile", PROFILE),
            ("check", "--profile", PROFILE),
        ):
            told = refusal(capsys, "tags", *words, "--folder", folder)
            assert "the board is on; do this on its teacher's page" in told
        assert said(capsys, "tags", "list", "--folder", folder)
        assert said(capsys, "tags", "export", "-", "--folder", folder)


def test_a_folder_without_a_journal_is_told(tmp_path, capsys):
    told = refusal(capsys, "tags", "list", "--folder", tmp_path)
    assert told.startswith(f"{tmp_path / JOURNAL}: there is no journal yet")
