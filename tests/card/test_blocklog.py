"""The log of writes is read, and a simulated power cut keeps what it may keep."""

import random
import shutil

from tests.card.blocklog import ENTRY, HEAD, MAGIC, Disk, LogFile, Write

SECTOR = 512


def log(*entries):
    """Return a log as QEMU writes one: sector, flags and data of each entry."""
    out = HEAD.pack(MAGIC, 1, len(entries), SECTOR).ljust(SECTOR, b"\0")
    for sector, flags, data in entries:
        head = ENTRY.pack(sector, len(data) // SECTOR, flags, 0)
        out += head.ljust(SECTOR, b"\0") + (b"" if flags & 4 else data)
    return out


def drawn(seed):
    """Return chance that can be had again."""
    return random.Random(seed)  # noqa: S311 - see above


def sector(letter):
    return letter * SECTOR


def test_a_log_is_read_while_it_grows(tmp_path):
    path = tmp_path / "log"
    whole = log((8, 0, sector(b"a") * 2), (0, 1, b""), (3, 2, sector(b"b")))
    path.write_bytes(b"")
    reader = LogFile(path)
    counts = []
    for length in range(0, len(whole) + 1, SECTOR):
        path.write_bytes(whole[:length])
        counts.append(reader.read_on())
    assert counts == [0, 0, 0, 0, 1, 2, 2, 3]
    assert [(one.at, one.data, one.flushes, one.stays) for one in reader.writes] == [
        (8 * SECTOR, sector(b"a") * 2, False, False),
        (0, b"", True, False),
        (3 * SECTOR, sector(b"b"), False, True),
    ]


def test_what_is_discarded_has_no_data(tmp_path):
    path = tmp_path / "log"
    path.write_bytes(log((2, 4, sector(b"x")), (5, 0, sector(b"c"))))
    reader = LogFile(path)
    assert reader.read_on() == 2
    assert [one.data for one in reader.writes] == [sector(b"\0"), sector(b"c")]


def cuts(disk, folder, times=60):
    """Return every content that a cut now may leave."""
    chance, found = drawn(1), set()
    for _ in range(times):
        shutil.copy(disk.path, folder / "cut")
        disk.cut(chance, folder / "cut")
        found.add((folder / "cut").read_bytes())
    return found


def disk(tmp_path, **rest):
    """Return an empty disk of four sectors, which begins at the second of a larger."""
    (tmp_path / "disk").write_bytes(sector(b".") * 4)
    return Disk(tmp_path / "disk", SECTOR, **rest)


def test_what_was_flushed_is_there_and_the_rest_is_chance(tmp_path):
    one, chance = disk(tmp_path), drawn(1)
    one.take(Write(SECTOR, sector(b"a")), chance)
    one.take(Write(0, b"", flushes=True), chance)
    one.take(Write(2 * SECTOR, sector(b"b") * 2), chance)
    found = cuts(one, tmp_path)
    first, last = sector(b"a"), sector(b".")
    middles = {
        x + y for x in map(sector, (b".", b"b")) for y in map(sector, (b".", b"b"))
    }
    assert found == {first + middle + last for middle in middles}


def test_a_write_that_stays_needs_no_flush(tmp_path):
    one, chance = disk(tmp_path), drawn(1)
    one.take(Write(SECTOR, sector(b"a"), stays=True), chance)
    assert cuts(one, tmp_path) == {sector(b"a") + sector(b".") * 3}


def test_what_lies_elsewhere_is_counted(tmp_path):
    one = disk(tmp_path)
    one.take(Write(0, sector(b"a")), drawn(1))
    assert one.outside == 1
    assert cuts(one, tmp_path) == {sector(b".") * 4}


def test_a_card_that_lies_forgets_what_it_has_flushed(tmp_path):
    """A dishonest card loses flushed data in some of 20 cuts."""
    lost = 0
    for seed in range(20):
        one, chance = disk(tmp_path, honest=False), drawn(seed)
        one.take(Write(SECTOR, sector(b"a")), chance)
        one.take(Write(0, b"", flushes=True), chance)
        lost += cuts(one, tmp_path) == {sector(b".") * 4}
    assert 0 < lost < 20
