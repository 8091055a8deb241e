"""Whatever file a person brings through a page: an answer in words, and no harm."""

import json
import logging
import subprocess
import sys
from base64 import b64encode
from io import BytesIO
from random import Random
from zipfile import ZIP_LZMA, ZipFile

import pytest

from firmware_host.app.content.spreadsheets import read_sheet
from firmware_host.app.tagging.setfile import write_set
from firmware_host.board.entries import JOURNAL, Tag
from firmware_host.board.messages import Refused
from firmware_host.board.pieces import Kind, Piece
from firmware_host.journal.store import Journal
from firmware_host.words.packs.pack import Pack, write_packs
from tests.app.content.sheets import (
    excel,
    excel_files,
    open_document,
    open_document_files,
    zipped,
)
from tests.cli.command import ROOT
from tests.web.described import hold
from tests.web.school import school

WORDS = {"Klasse 4b": [["Nr", "Wort"], [1, "Bär"], [2, "Äpfel & Co"], [3, "HOBBY"]]}

#: A list as people type it, and as their programs write it.
LIST = "Nr;Wort;Artikel\n1;Bär;der\n2;Äpfel;die\n3;HOBBY;das\n"

PACK = write_packs([Pack("", "Tiere", "de", ("HUND", "KATZE"), licence="CC0")])

TAGS = write_set(
    "5", [Tag(bytes.fromhex("04a3b2c1d4e5f6"), Piece(Kind("red"), 1), "5")]
)

#: A set of tags as a phone's app writes it.
TABLE = "Item,UID\nred-1,04:A3:B2:C1:D4:E5:F6\nspare,04:A3:B2:C1:D4:E5:F7\n"

#: Characters that replace a part of a text or are inserted into it.
ODD = (
    *("\0", "\ufeff", "\u202e", "\ud800", "\u200b", "\U0001f98a", '"', "\\", "&", "<"),
    *("]]>", "{", "[", ",", ";", "\t", "\r", "\n\n", "1e999", "-1", "NaN", "null"),
    *("9" * 400, "0" * 5000, "A" * 3000, "[" * 2000, '{"a":' * 2000),
)

#: The encodings of files from other computers.
ENCODINGS = ("utf-8", "utf-8-sig", "utf-16", "utf-16-be", "cp1252", "cp437", "utf-32")


def spoil_text(rnd, text):
    """Return a text with strange characters inserted, a part removed, or repeated."""
    for _ in range(rnd.randrange(1, 4)):
        at, to = sorted(rnd.randrange(len(text) + 1) for _ in range(2))
        match rnd.randrange(5):
            case 0:
                text = text[:at]
            case 1:
                text = text[:at] + rnd.choice(ODD) + text[at:]
            case 2:
                text = text[:at] + rnd.choice(ODD) + text[to:]
            case 3:
                text = text[:to] + text[at:to] * rnd.randrange(1, 30) + text[to:]
            case _:
                text = text.replace(rnd.choice(text or "a"), rnd.choice(ODD))
        text = text[:150_000]
    return text


def spoil_bytes(rnd, content):
    """Return bytes that were cut, flipped, doubled or filled up on their way."""
    content = bytearray(content)
    for _ in range(rnd.randrange(1, 5)):
        at, to = sorted(rnd.randrange(len(content) + 1) for _ in range(2))
        match rnd.randrange(5):
            case 0:
                del content[at:]
            case 1:
                del content[at : min(to, at + 50)]
            case 2 if at < len(content):
                content[at] ^= 1 << rnd.randrange(8)
            case 3:
                content[at:at] = content[at:to][:2000]
            case _:
                content[at:at] = rnd.randbytes(rnd.randrange(40))
    return bytes(content)


def written(rnd, text):
    """Return a text as bytes, in some encoding, sometimes cut in a character."""
    content = text.encode(rnd.choice(ENCODINGS), "replace")
    return content[: rnd.choice([len(content), max(0, len(content) - 1)])]


def spreadsheet(rnd):
    """Return a spreadsheet whose XML or archive is damaged."""
    make = rnd.choice([excel_files, open_document_files])
    files = make(WORDS)
    name = rnd.choice([one for one in files if one.endswith((".xml", ".rels"))])
    match rnd.randrange(4):
        case 0:
            return spoil_bytes(rnd, zipped(files))
        case 1:
            del files[name]
        case 2:  # an attribute or a name less
            words = files[name].split()
            del words[rnd.randrange(len(words))]
            files[name] = " ".join(words)
        case _:
            files[name] = spoil_text(rnd, files[name])
    texts = {path: text.encode("utf-8", "replace") for path, text in files.items()}
    return zipped(texts)


def some_file(rnd):
    """Return the bytes of a random upload."""
    match rnd.randrange(4):
        case 0:
            return spreadsheet(rnd)
        case 1:
            return rnd.randbytes(rnd.randrange(3000))
        case 2:
            return spoil_bytes(rnd, written(rnd, LIST))
        case _:
            return written(rnd, spoil_text(rnd, LIST))


def in_base64(rnd, content):
    """Return bytes in base64, which is sometimes damaged."""
    data = b64encode(content).decode()
    return data if rnd.randrange(8) else spoil_text(rnd, data)


#: By upload path: returns the body of a request from a random source.
BODIES = {
    "/api/files/table": lambda rnd: {
        "data": in_base64(rnd, some_file(rnd)),
        "sheet": rnd.choice(["", "Klasse 4b", "\0", "Tabelle1"]),
    },
    "/api/files/text": lambda rnd: {"data": in_base64(rnd, some_file(rnd))},
    "/api/packs/check": lambda rnd: {
        "language": rnd.choice(["en", "de"]),
        "text": spoil_text(rnd, LIST),
        "lines": rnd.choice([True, False]),
    },
    "/api/packs/put": lambda rnd: {
        "name": spoil_text(rnd, "Tiere")[:40] or "T",
        "language": "de",
        "text": spoil_text(rnd, "HUND\nKATZE\nBÄR\n"),
        "lines": rnd.choice([True, False]),
        "key": rnd.choice(["", "tiere", "../tiere", "\0"]),
    },
    "/api/packs/take": lambda rnd: {"text": spoil_text(rnd, PACK)},
    "/api/teacher/rude": lambda rnd: {"text": spoil_text(rnd, "MIST\nKÄSE\n")},
    "/api/tags/take": lambda rnd: {
        "text": spoil_text(rnd, rnd.choice([TAGS, TABLE])),
        "box": rnd.choice(["", "5", "\0"]),
        "replace": rnd.choice([True, False]),
    },
    "/api/backups/arrive": lambda rnd: {
        "data": in_base64(rnd, spoil_bytes(rnd, b"SQLite format 3\0" + bytes(200))),
        "at": rnd.choice([0, 0, 216, 2**31]),
        "last": rnd.choice([True, False]),
    },
}


def stand(board):
    """Return the public state without the table's screen, which changes with time."""
    return {key: value for key, value in board.see().items() if key != "screen"}


async def upload(browser, path, content):
    """Send a body that may be any bytes; return the answer, which is as described."""
    kind = {"content-type": "application/json"}
    answer = await browser.client.post(path, content=content, headers=kind)
    hold("post", path, answer.status_code, answer.text)
    return answer


@pytest.mark.parametrize("path", BODIES)
@pytest.mark.parametrize(
    "count", [25, pytest.param(1500, marks=pytest.mark.long)], ids=["sample", "all"]
)
async def test_a_spoilt_file_gets_an_answer_in_words(tmp_path, caplog, path, count):
    """Damaged uploads get a text, no server error, and change nothing."""
    caplog.set_level(logging.INFO)
    rnd = Random(path)  # noqa: S311 - a fuzzer, which another run repeats
    async with school(tmp_path) as board:
        teacher = await board.teacher()
        before = stand(board)
        for number in range(count):
            body = json.dumps(BODIES[path](rnd)).encode()
            if number % 5 == 4:
                body = spoil_bytes(rnd, body)
            board.clock.ahead_ms += 2000  # so that no limit of requests is reached
            answer = await upload(teacher, path, body)
            assert answer.status_code in (200, 400, 409), (number, answer.text)
            if answer.status_code != 200:
                item = answer.json()
                assert item.get("text") or item.get("error"), (number, item)
        assert stand(board) == before
    wrong = [one for one in caplog.records if one.levelno >= logging.ERROR]
    assert not wrong, wrong[0].getMessage()
    assert "Traceback" not in caplog.text
    with Journal(tmp_path / JOURNAL, reserve_bytes=0) as journal:  # and can be read
        assert journal.set_aside is None


async def test_a_file_that_is_too_large_is_refused_before_it_is_read(tmp_path):
    """An upload that is too large is refused with the number of bytes sent."""
    async with school(tmp_path) as board:
        teacher = await board.teacher()
        for path in BODIES:
            answer = await upload(teacher, path, b'{"data": "' + b"A" * 600_000 + b'"}')
            assert answer.status_code == 400
            assert "bytes were sent" in answer.json()["error"]


#: Spreadsheets that take much memory or time once they are unpacked.
BOMBS = {
    "elements": "<c/>",
    "attributes": f"<c {' '.join(f'a{at}=' + chr(34) * 2 for at in range(40))}/>",
    "names": "<c{at}/>",
    "text": "<c>" + "x" * 1000 + "</c>",
    "repeated rows": "<t:table-row t:number-rows-repeated='99999'><c "
    "t:number-columns-repeated='99999'><p>x</p></c></t:table-row>",
    "deep": "<c>",
}


def bomb(part):
    """Return an ods file with a part repeated up to ten megabytes."""
    times = 10_000_000 // len(part)
    parts = (part.replace("{at}", str(at)) for at in range(times))
    table = f'<t:table t:name="a">{"".join(parts)}</t:table>'
    text = f'<d xmlns:t="t"><b><spreadsheet>{table}</spreadsheet></b></d>'
    return zipped({"content.xml": text})


#: Reads a spreadsheet from standard input in 64 megabytes more than the reader takes.
READ = """
import resource, sys
from firmware_host.app.content.tables import table_for_page
from tests.app.content.sheets import excel
table_for_page(excel({"A": [["HOBBY"]]}), "")
content = sys.stdin.buffer.read()
pages = int(open("/proc/self/statm").read().split()[0])
limit = pages * resource.getpagesize() + (64 << 20)
resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
print(getattr(table_for_page(content, ""), "code", "read"))
"""


@pytest.mark.parametrize("name", BOMBS)
def test_a_bomb_takes_little_memory(name):
    """The pages, which read it, have 96 MB in all."""
    done = subprocess.run(
        [sys.executable, "-c", READ],
        input=bomb(BOMBS[name]),
        capture_output=True,
        check=False,
        cwd=ROOT,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr.decode()
    assert done.stdout.decode().strip() in ("file-unpacked", "file-empty", "read")


@pytest.mark.parametrize("make", [excel, open_document])
def test_an_unusual_compression_is_refused(make):
    """A zip entry with LZMA is refused: its dictionary may take gigabytes."""
    into = BytesIO()
    with ZipFile(BytesIO(make(WORDS))) as whole, ZipFile(into, "w", ZIP_LZMA) as other:
        for name in whole.namelist():
            other.writestr(name, whole.read(name))
    assert read_sheet(into.getvalue()) == Refused("file-damaged")
