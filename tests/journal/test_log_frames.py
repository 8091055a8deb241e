"""
The frames of a log beyond those in its index.

SQLite writes log and index. The expected result comes from opening copies of them.
"""

import sqlite3
import struct
from contextlib import closing

import pytest

from firmware_host.journal.log import Log

HEAD, FRAME_HEAD = 32, 24


def moments(folder, page_bytes):
    """Return index, log and file before and after each of three commits."""
    file = folder / "live.db"
    kept = []
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute(f"PRAGMA page_size={page_bytes}")
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("CREATE TABLE rows (number INTEGER, text)")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        for number in range(3):
            kept.append(beside(file))
            connection.execute("INSERT INTO rows VALUES (?, ?)", (number, "x" * 1500))
        kept.append(beside(file))
        connection.execute("PRAGMA wal_checkpoint(RESTART)")
        connection.execute("INSERT INTO rows VALUES (9, 'new round')")
        kept.append(beside(file))
    return kept


def beside(file):
    """Return the index and the log of a file, and the file itself, as they are now."""
    ends = ("-shm", "-wal", "")
    return tuple(file.with_name(file.name + end).read_bytes() for end in ends)


def holds_more(folder, index, log):
    """Return the answer of `Log` for a log with an index."""
    path = folder / "j.db"
    for end, content in (("-shm", index), ("-wal", log)):
        path.with_name(path.name + end).write_bytes(content)
    with closing(Log(path)) as asked:
        return asked.holds_more()


@pytest.fixture(params=[512, 4096, 65536])
def kept(request, tmp_path):
    """Return the states after three commits, and after one in a new round."""
    return moments(tmp_path, request.param)


def test_a_log_holds_more_where_a_commit_is_whole_and_not_counted(kept, tmp_path):
    """A log holds more exactly if a whole commit is not in the index."""
    logs = [log for _, log, _ in kept[:4]]
    for then, (index, _, _) in enumerate(kept[:4]):
        found = [holds_more(tmp_path, index, log) for log in logs]
        assert found == [now > then for now in range(4)], then


def test_a_log_that_is_cut_or_altered_holds_no_more(kept, tmp_path):
    """Each byte of it counts: of a header, of a frame's head, of a page."""
    index, log = kept[2][0], kept[3][1]
    begin = len(kept[2][1])
    assert holds_more(tmp_path, index, log + bytes(100))
    for end in (begin, begin + FRAME_HEAD, len(log) - 1):
        assert not holds_more(tmp_path, index, log[:end])
    for at in (0, 3, 8, 11, 12, 15, 16, 23, 24, 600, len(log) - begin - 1):
        broken = bytearray(log)
        broken[begin + at] ^= 1
        assert not holds_more(tmp_path, index, bytes(broken)), at


def test_a_log_that_begins_anew_is_read_from_its_own_header(kept, tmp_path):
    """The index may count nothing yet, or be of a round that is over."""
    new, old = kept[4][1], kept[3][1]
    nothing = bytearray(kept[4][0])
    nothing[16:20] = bytes(4)  # no frame counts; the salt is the new round's
    assert holds_more(tmp_path, bytes(nothing), new)
    assert not holds_more(tmp_path, bytes(nothing), old)  # another salt
    nothing[32:40] = bytes(8)  # no salt is known
    assert holds_more(tmp_path, bytes(nothing), new)
    assert holds_more(tmp_path, bytes(nothing), old)
    for end in (0, HEAD - 1, HEAD):
        assert not holds_more(tmp_path, bytes(nothing), old[:end])
    for at in (16, 23, 24, 27, 28, 31):
        broken = bytearray(old)
        broken[at] ^= 1
        assert not holds_more(tmp_path, bytes(nothing), bytes(broken)), at


def test_a_checksum_may_count_the_big_end_first(kept, tmp_path):
    """Checksums in big-endian order are accepted, if the index has that flag."""
    index, log = bytearray(kept[3][0]), kept[3][1]
    index[13], index[16:20] = 1, bytes(4)
    index[32:40] = log[16:24]
    (page,) = struct.unpack_from(">I", log, 8)
    sums = added((0, 0), log[:24])
    big = log[:24] + struct.pack(">II", *sums)
    for at in range(HEAD, len(log), FRAME_HEAD + page):
        head, body = log[at : at + 16], log[at + FRAME_HEAD : at + FRAME_HEAD + page]
        sums = added(added(sums, head[:8]), body)
        big += head + struct.pack(">II", *sums) + body
    assert holds_more(tmp_path, bytes(index), big)
    index[13] = 0
    assert not holds_more(tmp_path, bytes(index), big)


def added(sums, data):
    """Return SQLite's checksum with *data* added, written as its manual has it."""
    one, two = sums
    words = struct.unpack(f">{len(data) // 4}I", data)
    for at in range(0, len(words), 2):
        one = (one + words[at] + two) % 2**32
        two = (two + words[at + 1] + one) % 2**32
    return one, two


def test_what_the_log_says_is_what_a_start_finds(kept, tmp_path):
    """SQLite finds the expected number of rows in each log."""
    for number, (_, log, file) in enumerate(kept[:4]):
        (tmp_path / "copy.db").write_bytes(file)
        (tmp_path / "copy.db-wal").write_bytes(log)
        with closing(sqlite3.connect(tmp_path / "copy.db")) as copy:
            assert copy.execute("SELECT count(*) FROM rows").fetchone() == (number,)
