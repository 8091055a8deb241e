"""Compare what a hall has received with what each board should have sent."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from firmware_host.app.hall import evenings
from firmware_host.app.hall.numbers import NUMBERS
from firmware_host.app.hall.publisher import Outbox
from firmware_host.app.hall.store import Store
from firmware_host.board.entries import JOURNAL
from firmware_host.hall.lines import board_of, read_told, write
from firmware_host.journal.reader import Reader


def kept(folder: Path) -> dict[str, list[bytes]]:
    """Return the lines that the hall has stored, by the name of the board."""
    store = Store(folder)
    names = {board: name for board, _, name in store.boards()}
    found: dict[str, list[bytes]] = {}
    for one in store.heard():
        found.setdefault(names[one.board], []).append(one.line)
    store.close()
    return found


def committed(folder: Path, number: int) -> tuple[str, int]:
    """Return a board's name and the number of rows in its journal."""
    own = folder / f"b{number:03}"
    with Reader(own / JOURNAL) as reader:
        many = sum(1 + (reader.row_count(one.id) or 0) for one in reader.games())
    return own.name, many


def expected(folder: Path, name: str, lines: Sequence[bytes]) -> Iterator[bytes]:
    """Yield the lines that a board should have sent, made from its journal alone."""
    if not lines:
        return
    copy = folder / "again" / name
    copy.mkdir(parents=True, exist_ok=True)
    for path in (folder / name).iterdir():
        if path.name.startswith(JOURNAL) and NUMBERS not in path.name:
            (copy / path.name).write_bytes(path.read_bytes())
    outbox = Outbox(copy)
    outbox.look()
    stream = read_told(lines[0]).stream
    for one in outbox.next(1_000_000):
        yield write(replace(one, stream=stream))
    outbox.close()


def rounds(folder: Path) -> dict[tuple[str, int], tuple[int, int]]:
    """Return the number of finished rounds before and after each row."""
    found: dict[tuple[str, int], tuple[int, int]] = {}
    over = 0
    store = Store(folder)
    for one in store.heard():
        told = read_told(one.line)
        before = 0 if told.begun is not None else over
        over = before + len(told.ended)
        found[one.board, one.n] = before, over
    store.close()
    return found


def secrets(
    words: Sequence[str],
    over: Mapping[tuple[str, int], tuple[int, int]],
    heard: Iterable[tuple[str, bytes]],
) -> Iterator[str]:
    """
    Yield each hidden word that a message contained before its round was over.

    A later round's word that a player happens to say does not count; the current
    round's word always does.

    Args:
        words: The word of each round.
        over: The result of `rounds`; a listener may have missed a row.
        heard: The topics and payloads of the messages.
    """
    for where, line in heard:
        said = line.decode(errors="replace")
        if not where.endswith("/row"):
            yield from (word for word in words if word in said)
            continue
        told = read_told(line)
        before, after = over.get((board_of(where), told.n), (0, 0))
        unsaid = (replace(moment, word="") for moment in told.moments)
        rest = write(replace(told, moments=tuple(unsaid))).decode()
        for number, word in enumerate(words[after:], after):
            if word in (said if number == before else rest):
                yield word


def words_of(folder: Path) -> Sequence[str]:
    """Return the word of each round of the evening."""
    store = Store(folder)
    found = evenings.find(store)
    store.close()
    return [] if found is None else evenings.judge_of(found).words
