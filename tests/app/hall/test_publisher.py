"""A board and a hall at a real broker: nothing is lost, and nothing counts twice."""

import asyncio
import subprocess
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from pathlib import Path
from shutil import copy

import pytest

from firmware_host.app.hall.broker import connected
from firmware_host.app.hall.hub import Hub
from firmware_host.app.hall.publisher import Outbox, Publisher
from firmware_host.app.hall.store import HALL, Store
from firmware_host.board.entries import JOURNAL
from firmware_host.hall.lines import read_told, topic, write as written
from firmware_host.settings.board import Broker
from tests.app.hall.evenings import entries, journal_in, write
from tests.app.hall.mosquitto import Mosquitto, slow
from tests.tools import which

aiomqtt = pytest.importorskip("aiomqtt")


@pytest.fixture
def broker(tmp_path):
    """A broker that keeps nothing on the card."""
    folder = tmp_path / "broker"
    folder.mkdir()
    with Mosquitto(folder) as running:
        yield running


def at(broker: Mosquitto, **more: object) -> Broker:
    """Where it is."""
    return Broker("localhost", broker.port, **more)


@asynccontextmanager
async def beside(*running):
    """Let something run meanwhile."""
    tasks = [asyncio.create_task(one) for one in running]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def until(is_so, seconds=10.0):
    """Wait until something is so."""
    async with asyncio.timeout(seconds):
        while not is_so():  # noqa: ASYNC110 - a file and a broker have no event
            await asyncio.sleep(0.01)


def heard_of(hub: Hub, publisher: Publisher) -> int:
    """How many rows of a board count in a hall."""
    board = hub.boards.get(publisher.board)
    return board.heard if board else 0


def told(folder: Path) -> list:
    """All that a board has to tell, made of its journal alone."""
    outbox = Outbox(folder)
    outbox.look()
    outbox.numbers.hear(0)
    rows = outbox.next(100_000)
    outbox.close()
    return rows


async def test_a_game_reaches_the_hall_row_by_row(broker, tmp_path):
    """Each row once, in order; and the hall's points are the board's."""
    hub = Hub(Store(tmp_path))
    with journal_in(tmp_path / "board") as journal:
        publisher = Publisher(at(broker), tmp_path / "board", name="Fox")
        async with beside(hub.run(at(broker)), publisher.run()):
            for entry in entries("decipher", board_makes=True, rounds=2):
                write(journal, entry)
                await asyncio.sleep(0)
            rows = len(list(journal.rows(1))) + 1
            await until(lambda: heard_of(hub, publisher) == rows)
    board = hub.boards[publisher.board]
    assert board.name == "Fox"
    assert board.now.over
    assert len(board.now.ended) == 2
    assert board.now.totals == tuple(
        map(sum, zip(*(one.points for one in board.now.ended), strict=True))
    )


async def test_a_week_without_a_network_loses_nothing_and_doubles_nothing(
    broker, tmp_path
):
    """Broker and hall are gone; what was played meanwhile counts once they are back."""
    broker.kill()
    with journal_in(tmp_path / "board") as journal:
        publisher = Publisher(at(broker), tmp_path / "board", name="Fox")
        for number in range(1, 4):
            for entry in entries("decipher", seed=number, number=number):
                write(journal, entry)
        hub = Hub(Store(tmp_path))
        broker.start()
        async with beside(hub.run(at(broker)), publisher.run()):
            last = len(told(tmp_path / "board"))
            await until(lambda: heard_of(hub, publisher) == last)
    kept = list(Store(tmp_path).heard())
    assert [one.line for one in kept] == [*map(written, told(tmp_path / "board"))]
    assert len(hub.boards[publisher.board].games) == 3


async def test_a_week_comes_quickly_over_a_slow_line_too(broker, tmp_path):
    """Its rows wait for the line by dozens, and not one by one."""
    with journal_in(tmp_path / "board") as journal:
        for number in range(1, 7):
            for entry in entries("decipher", seed=number, number=number):
                write(journal, entry)
        last = len(told(tmp_path / "board"))
        hub = Hub(Store(tmp_path))
        with slow(broker.port, 0.1) as port:
            far = Broker("localhost", port)
            publisher = Publisher(far, tmp_path / "board", name="Fox")
            async with beside(hub.run(at(broker)), publisher.run()):
                await until(lambda: heard_of(hub, publisher) == last, last / 35)


async def test_what_the_broker_has_forgotten_is_told_again(broker, tmp_path):
    """It said that it had it, and was killed before the hall was there."""
    with journal_in(tmp_path / "board") as journal:
        publisher = Publisher(at(broker), tmp_path / "board", name="Fox")
        for entry in entries("wqrdles"):
            write(journal, entry)
        async with beside(publisher.run()):
            last = len(told(tmp_path / "board"))
            numbers = publisher.outbox.numbers
            await until(lambda: numbers.heard == last)
        broker.kill()
        broker.start()
        hub = Hub(Store(tmp_path))
        again = Publisher(at(broker), tmp_path / "board", name="Fox")
        async with beside(hub.run(at(broker)), again.run()):
            await until(lambda: heard_of(hub, again) == last)


@pytest.mark.long
async def test_a_hall_that_begins_anew_comes_to_the_same(broker, tmp_path):
    """Its file is gone; the boards tell everything once more."""
    with journal_in(tmp_path / "board") as journal:
        publisher = Publisher(at(broker), tmp_path / "board", name="Fox")
        for entry in entries("keyword"):
            write(journal, entry)
        hub = Hub(Store(tmp_path))
        async with beside(publisher.run()):
            async with beside(hub.run(at(broker))):
                last = len(told(tmp_path / "board"))
                await until(lambda: heard_of(hub, publisher) == last)
            (tmp_path / HALL).unlink()
            anew = Hub(Store(tmp_path))
            async with beside(anew.run(at(broker))):
                await until(lambda: heard_of(anew, publisher) == last)
        assert anew.boards == hub.boards
    assert Hub(Store(tmp_path)).boards == hub.boards  # and from its own file


@pytest.mark.long
async def test_another_journal_is_another_telling(broker, tmp_path):
    """A backup has come back: games have the numbers of others, and still count."""
    folder = tmp_path / "board"
    with journal_in(folder) as journal:
        for entry in entries("decipher", seed=1):
            write(journal, entry)
    copy(folder / JOURNAL, tmp_path / "backup")
    with journal_in(folder) as journal:
        for entry in entries("decipher", seed=2, number=2):
            write(journal, entry)
    hub, publisher = Hub(Store(tmp_path)), Publisher(at(broker), folder, name="Fox")
    async with beside(hub.run(at(broker)), publisher.run()):
        await until(lambda: heard_of(hub, publisher) == len(told(folder)))
        before = hub.boards[publisher.board]
        (tmp_path / "backup").replace(folder / JOURNAL)
        with journal_in(folder) as journal:
            for entry in entries("decipher", seed=3, number=2):
                write(journal, entry)
        await until(lambda: hub.boards[publisher.board].stream != before.stream)
        await until(lambda: heard_of(hub, publisher) == len(told(folder)))
    now = hub.boards[publisher.board]
    first = before.games[1]  # the hall has heard the same rows once more, later
    times = {"begins": first.begins, "began_ms": first.began_ms}
    assert replace(now.games[1], **times) == first
    assert now.games[2] != before.games[2]


async def test_a_house_sees_whether_the_board_is_there(broker, tmp_path):
    """And what its lamps say, until the next action."""
    heard = []

    async def listen():
        async with aiomqtt.Client("localhost", broker.port) as client:
            await client.subscribe(topic("+", "state"), qos=1)
            await client.subscribe(topic("+", "answer"), qos=1)
            async for message in client.messages:
                heard.append(message.payload.decode())  # noqa: PERF401 - seen at once

    with journal_in(tmp_path / "board") as journal:
        publisher = Publisher(at(broker), tmp_path / "board", name="Fox")
        running = asyncio.create_task(publisher.run())
        async with beside(listen()):
            await until(lambda: "online" in heard)
            for n, entry in enumerate(entries("decipher", board_makes=True), start=1):
                write(journal, entry)  # alone: of several only the last is shown
                await until(lambda n=n: publisher.outbox.numbers.heard == n)
            await until(lambda: {"yes", "no", "none"} <= set(heard))
            running.cancel()
            with suppress(asyncio.CancelledError):
                await running


@pytest.mark.parametrize("turns", range(5))
async def test_a_cancellation_is_never_lost(broker, turns):
    """Not even one that comes in the same turn of the loop as the broker's answer."""
    async with connected(at(broker), name="fox") as client:
        publishing = asyncio.create_task(client.publish("a", "b", qos=1))
        await asyncio.sleep(0)  # it is under way
        next(iter(client._pending_publishes.values())).set()
        for _ in range(turns):
            await asyncio.sleep(0)
        cancelled = publishing.cancel()
        await asyncio.wait([publishing])
        assert publishing.cancelled() == cancelled


@pytest.fixture
def guarded(tmp_path):
    """What a broker with a certificate and a password is told; and what a board is."""
    key, ca = tmp_path / "key.pem", tmp_path / "ca.pem"
    words = "req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost"
    own = ["-addext", "subjectAltName=DNS:localhost", "-keyout", key, "-out", ca]
    subprocess.run(
        [which("openssl"), *words.split(), *own], check=True, capture_output=True
    )
    names, secret = tmp_path / "names", tmp_path / "password"
    secret.write_text("four green bicycles\n", encoding="utf-8")
    given = ["-b", "-c", names, "fox", "four green bicycles"]
    subprocess.run([which("mosquitto_passwd"), *given], check=True)
    lines = f"password_file {names}\ncertfile {ca}\nkeyfile {key}\n"
    sealed = {"tls": True, "ca": str(ca)}
    return lines, sealed, {**sealed, "user": "fox", "password_file": str(secret)}


async def test_a_password_and_a_sealed_line(guarded, tmp_path):
    """As a broker of a school has them; who has no password tells nothing."""
    lines, sealed, known = guarded
    with journal_in(tmp_path / "board") as journal:
        for entry in entries("decipher"):
            write(journal, entry)
        with Mosquitto(tmp_path, lines, way="mqtts") as broker:
            hub = Hub(Store(tmp_path))
            publisher = Publisher(at(broker, **sealed), tmp_path / "board", name="Fox")
            async with beside(hub.run(at(broker, **known)), publisher.run()):
                await asyncio.sleep(0.5)
                assert not hub.boards
            publisher = Publisher(at(broker, **known), tmp_path / "board", name="Fox")
            async with beside(hub.run(at(broker, **known)), publisher.run()):
                await until(lambda: heard_of(hub, publisher) > 10)
    assert read_told(written(told(tmp_path / "board")[0])).begun is not None
