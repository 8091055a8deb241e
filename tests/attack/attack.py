"""
Attack a board on the loopback, and tell whether anybody at the table would notice.

    ./run test --attack [--seconds 30] [NAME ...]

The board is the real one: the daemon at a pty with the controller's own core, its pages
in their process, each with what its unit gives it. Under each flood it is measured how
long a tap waits for its lamp, how long an honest phone and the teacher wait for theirs,
the memory of both processes, and what is logged. Then all is tried that somebody has
done to a board before, by the tests in which they do it. It ends with 1 where a line is
not met.
"""

import argparse
import asyncio
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

import httpx2 as httpx

from firmware_host.app.daemon.daemon import Running
from firmware_host.app.daemon.priority import go_first
from firmware_host.board.entries import JOURNAL
from firmware_host.board.events import Button, Pressed, Released
from firmware_host.journal.store import Journal
from tests.app.written import GAME, write
from tests.attack.floods import AT_HOME, FLOODS
from tests.attack.tries import tried
from tests.attack.units import Share, share_of, shared
from tests.benchmarks.bench_tap import Contestant, begin_two, contestant, serve_ours
from tests.benchmarks.bench_web import child_of, memory_mib

ROOT = Path(__file__).parents[2]
PASSPHRASE = "four green bicycles"  # noqa: S105 - of a board that lives for minutes

#: What has to hold: a tap's p99 in ms or as many times the calm one, what an honest
#: phone and the teacher wait for (s), memory (MB), and the log (bytes).
TAP_MS, TAP_TIMES, HONEST_S, PAGES_MB, LOG_BYTES = 10.0, 1.5, 2.0, 96.0, 1 << 20

#: A board at home has so many games of so many times two rounds.
GAMES, ROUNDS = 30, 4

#: One thread measures taps and another one is the honest: Python lets them take turns
#: after so long, in seconds. Its usual 5 ms would be measured as a tap's.
TURN_S = 0.0005

#: The headers that an honest browser sends.
HEADERS = {"x-letterzone": "1", "sec-fetch-site": "same-origin"}


#: Each part has of the processor and of memory what its unit gives it; laptops have
#: processors of their own, and take next to nothing of the board's.
TABLE, PAGES = share_of("letterzone"), share_of("letterzone-web")
LAPTOPS = Share("laptops", cpu=1)

#: Brings a process into a share.
Enter = Callable[[str, int], None]


@dataclass
class Told:
    """
    What was measured.

    Args:
        taps: How long each tap waited for its lamp, in ms.
        phones: How long an honest phone waited for page and state, in s.
        teachers: How long the teacher waited to be signed in, in s.
        seated: How long a phone with a seat waited for the answer to its guess, in s.
        calls: How long the teacher, signed in, waited for the answer to a call, in s.
        table_mib: The most memory of the table's process.
        pages_mib: The most memory of the pages' process.
        log: How much was logged, in bytes.
    """

    taps: list[float] = field(default_factory=list)
    phones: list[float] = field(default_factory=list)
    teachers: list[float] = field(default_factory=list)
    seated: list[float] = field(default_factory=list)
    calls: list[float] = field(default_factory=list)
    table_mib: float = 0.0
    pages_mib: float = 0.0
    log: int = 0

    @property
    def p99(self) -> float:
        """The time within which 99 of 100 taps were answered, in ms."""
        return statistics.quantiles(self.taps, n=100)[98]

    def wrong(self, calm: "Told") -> list[str]:
        """Return the limits that are exceeded."""
        tap_ms = max(TAP_MS, TAP_TIMES * calm.p99)
        waits = {
            "a phone": self.phones,
            "a teacher": self.teachers,
            "a guess": self.seated,
            "a teacher's call": self.calls,
        }
        lines = {
            f"{who} waits {longest(times):.1f} s": longest(times) <= HONEST_S
            for who, times in waits.items()
        } | {
            f"a tap waits {self.p99:.1f} ms": self.p99 <= tap_ms,
            f"the pages take {self.pages_mib:.0f} MB": self.pages_mib <= PAGES_MB,
            f"{self.log} bytes are logged": self.log <= LOG_BYTES,
        }
        return [line for line, holds in lines.items() if not holds]


def longest(times: list[float]) -> float:
    """Return the longest of some times; 0 if there are none."""
    return max(times, default=0.0)


def board(tty: str, folder: Path, lit: int, ready: int) -> None:
    """Run a class board with its web pages in this process."""
    _serve(tty, folder, lit, ready, _claimed)


def home(tty: str, folder: Path, lit: int, ready: int) -> None:
    """Run a board at home with a history of games in this process."""
    with Journal(folder / JOURNAL, reserve_bytes=0) as journal:
        for game in range(1, GAMES + 1):
            write(journal, *GAME[:-1] * ROUNDS, GAME[-1], game=game)
    _serve(tty, folder, lit, ready, _at_home)


def _serve(
    tty: str,
    folder: Path,
    lit: int,
    ready: int,
    beside: Callable[[Running, Path], Coroutine[object, object, None]],
) -> None:
    log = os.open(folder / "log", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    os.dup2(log, 2)
    os.environ["PYTHONPATH"] = str(ROOT)
    serve_ours(tty, folder, lit, ready, beside=beside, begin=_begin)


async def _begin(running: Running) -> None:
    """Let the threads of the table go first, as the daemon does, and begin a round."""
    go_first()
    await begin_two(running)


async def _at_home(running: Running, folder: Path) -> None:
    from firmware_host.app.pages.child import open_pages  # noqa: PLC0415 - in the child
    from firmware_host.app.pages.place import ListenPlace  # noqa: PLC0415 - likewise

    async with open_pages(running, folder, place=ListenPlace(port=0)) as url:
        await asyncio.to_thread((folder / "url").write_text, url)
        await asyncio.Event().wait()


async def _claimed(running: Running, folder: Path) -> None:
    from firmware_host.app.pages.child import open_pages  # noqa: PLC0415 - in the child
    from firmware_host.app.pages.place import ListenPlace  # noqa: PLC0415 - likewise

    async with open_pages(running, folder, place=ListenPlace(port=0)) as url:
        table = running.table
        table.happen(Pressed(Button.SERVICE))
        while (shown := table.face.local) is None:  # noqa: ASYNC110 - it has no event
            await asyncio.sleep(0.01)
        code = str(dict(shown.line.values)["digits"])
        async with httpx.AsyncClient(base_url=url, headers=HEADERS) as client:
            body = {"code": code, "passphrase": PASSPHRASE}
            (await client.post("/api/teacher/claim", json=body)).raise_for_status()
        table.happen(Released(Button.SERVICE))
        await asyncio.to_thread((folder / "url").write_text, url)
        await asyncio.Event().wait()


class Honest:
    """
    An honest phone and the teacher, each on a machine of one's own, now and then.

    Args:
        url: Where the pages are.
        told: Where it says what it waited for.
        at_home: Whether there is no teacher, and nobody sits with a phone.
    """

    def __init__(self, url: str, told: Told, *, at_home: bool) -> None:
        self._at_home = at_home
        self._url = url
        self._told = told
        self._over = threading.Event()
        self._cookies: dict[str, httpx.Cookies] = {}
        #: Set once the teacher is signed in and the phone has a seat.
        self.ready = threading.Event()
        self._thread = threading.Thread(target=self._live)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    def _sign_in(self) -> None:
        """Log the teacher in, seat a phone, and keep the cookies of both."""
        with self._client("127.0.8.3", None) as client:
            self._teacher(client)
            self._cookies["call"] = client.cookies
            code = client.get("/api/state?as=teacher").json()["join"]["code"]
        with self._client("127.0.8.4", None) as client:
            body = {"code": code, "seat": 1}
            client.post("/api/join", json=body).raise_for_status()
            self._cookies["guess"] = client.cookies
            client.get("/api/me").raise_for_status()

    def _live(self) -> None:
        told = self._told
        try:
            if not self._at_home:
                self._sign_in()
        finally:
            self.ready.set()
        while not self._over.wait(0.5):
            told.phones.append(self._timed("127.0.8.1", self._phone))
            if self._at_home:
                continue
            told.teachers.append(self._timed("127.0.8.2", self._teacher))
            told.calls.append(self._timed("127.0.8.3", self._call, "call"))
            told.seated.append(self._timed("127.0.8.4", self._guess, "guess"))
        if not self._at_home:
            with self._client("127.0.8.4", self._cookies["guess"]) as client:
                client.post("/api/leave", json={})

    def _client(self, source: str, cookies: httpx.Cookies | None) -> httpx.Client:
        return httpx.Client(
            base_url=self._url,
            headers=HEADERS,
            cookies=cookies,
            transport=httpx.HTTPTransport(local_address=source, retries=3),
            timeout=30,
        )

    def _timed(
        self, source: str, act: Callable[[httpx.Client], None], known: str = ""
    ) -> float:
        began = time.monotonic()
        try:
            with self._client(source, self._cookies.get(known)) as client:
                act(client)
        except httpx.HTTPError as fault:
            why = f"{fault!r} after {time.monotonic() - began:.1f} s"
            if isinstance(fault, httpx.HTTPStatusError):
                why += f": {fault.response.text}"
            print(f"{act.__name__.strip('_')}: {why}", flush=True)
            return 30.0
        return time.monotonic() - began

    @staticmethod
    def _call(client: httpx.Client) -> None:
        client.post("/api/teacher/next", json={"moment": 0}).raise_for_status()

    @staticmethod
    def _guess(client: httpx.Client) -> None:
        """Send a guess of the wrong length, and require status 409."""
        seen = client.get("/api/state").json()["seen"]
        body = {"do": "guess", "word": "HAP", "seen": seen}
        answer = client.post("/api/do", json=body)
        if answer.status_code != httpx.codes.CONFLICT:
            answer.raise_for_status()

    @staticmethod
    def _phone(client: httpx.Client) -> None:
        for path in ("/seat", "/api/me", "/api/state?as=seat"):
            client.get(path).raise_for_status()

    @staticmethod
    def _teacher(client: httpx.Client) -> None:
        body = {"passphrase": PASSPHRASE}
        client.post("/api/teacher/login", json=body).raise_for_status()
        client.get("/api/state?as=teacher").raise_for_status()


def measure(  # noqa: PLR0913 - a board, and what is done to it
    one: Contestant,
    folder: Path,
    name: str,
    seconds: float,
    enter: Enter,
    *,
    at_home: bool,
) -> Told:
    """Return how it is under a flood; in calm where that has no name."""
    told, url = Told(), (folder / "url").read_text()
    logged = (folder / "log").stat().st_size
    pid = one.process.pid or 0
    where = url.removeprefix("http://")
    words = [sys.executable, "-m", "tests.attack.floods", name, where, str(seconds)]
    with Honest(url, told, at_home=at_home) as honest:
        while not honest.ready.is_set():
            one.rest(0.1)
        flood = subprocess.Popen(words, cwd=ROOT) if name else None
        if flood is not None:
            enter(LAPTOPS.name, flood.pid)
            # What the laptops' side of each connection costs is not the board's: it
            # keeps to one core.
            os.sched_setaffinity(flood.pid, {max(os.sched_getaffinity(0))})
        until = time.monotonic() + seconds
        while time.monotonic() < until or not told.phones:
            told.taps.append(one.once())
            told.table_mib = max(told.table_mib, memory_mib(pid))
            told.pages_mib = max(told.pages_mib, memory_mib(child_of(pid)))
    if flood is not None:
        flood.kill()
        flood.wait()
    told.log = (folder / "log").stat().st_size - logged
    return told


@contextmanager
def groups() -> Iterator[Enter]:
    """Share this computer as the units do; where that cannot be, say so."""
    with ExitStack() as hold:
        try:
            enter = hold.enter_context(shared(TABLE, PAGES, LAPTOPS))
        except OSError as fault:
            print(f"without the units' weights and bounds: {fault}")
            enter = _stay
        yield enter


def _stay(_name: str, _pid: int) -> None:
    """Leave a process where it is."""


def row(name: str, told: Told, wrong: list[str]) -> str:
    """Return a line of the table."""
    return (
        f"{name:10} {statistics.median(told.taps):7.2f} {told.p99:7.2f}"
        f" {longest(told.phones):7.2f} {longest(told.teachers):8.2f}"
        f" {longest(told.seated):7.2f} {longest(told.calls):7.2f}"
        f" {told.table_mib:7.1f}"
        f" {told.pages_mib:7.1f} {told.log:9}  {'; '.join(wrong) or 'holds'}"
    )


def attack(names: list[str], seconds: float, *, at_home: bool) -> bool:
    """Run each named flood against a board; return True if all limits hold."""
    with ExitStack() as hold:
        folder = Path(hold.enter_context(tempfile.TemporaryDirectory()))
        one = contestant(home if at_home else board, folder, wired=True)
        sys.setswitchinterval(TURN_S)
        # This process is the finger, the controller and the honest: they have
        # processors of their own, so it waits for none of this one.
        with suppress(PermissionError):
            os.setpriority(os.PRIO_PROCESS, 0, -10)
        for _ in range(20):
            one.once()
        while not (folder / "url").exists():
            time.sleep(0.1)
        enter = hold.enter_context(groups())
        enter(TABLE.name, one.process.pid or 0)
        enter(PAGES.name, child_of(one.process.pid or 0))
        calm = measure(one, folder, "", seconds, enter, at_home=at_home)
        print(row("home" if at_home else "none", calm, []), flush=True)
        held = True
        for name in names:
            told = measure(one, folder, name, seconds, enter, at_home=at_home)
            wrong = told.wrong(calm)
            held = held and not wrong
            print(row(name, told, wrong), flush=True)
            time.sleep(3)  # what is left of it goes
        one.process.terminate()
        one.process.join()
    return held


def main() -> None:
    """Run all floods or the given ones, and print a table of the measurements."""
    parser = argparse.ArgumentParser(description=__doc__)
    every = [*FLOODS, *AT_HOME]
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(every))
    parser.add_argument("--seconds", type=float, default=30)
    given = parser.parse_args()
    socket.setdefaulttimeout(30)
    print(
        "flood      tap p50 p99(ms) phone s  login s guess s  call s table MB"
        " pages MB log"
    )
    held = True
    for floods, at_home in ((FLOODS, False), (AT_HOME, True)):
        if names := [one for one in given.names or every if one in floods]:
            held = attack(names, given.seconds, at_home=at_home) and held
    held = (bool(given.names) or tried()) and held
    sys.exit(not held)


if __name__ == "__main__":
    main()
