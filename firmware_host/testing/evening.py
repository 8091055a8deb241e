"""
The check that plays an evening at a simulated board: hands, wire, journal and pages.

Only the hardware is simulated: `letterzone demo` opens the same board.
"""

import asyncio
import json
import logging
import random
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import HTTPCookieProcessor, OpenerDirector, Request, build_opener

from firmware_host.app.content import stranger
from firmware_host.app.demo.demo import DemoBoard, open_demo
from firmware_host.app.demo.virtual import Virtual
from firmware_host.app.pages.child import open_pages
from firmware_host.app.pages.place import LOOPBACK, ListenPlace
from firmware_host.board.commands import Begin
from firmware_host.board.events import ZONE_BUTTONS, Tapped
from firmware_host.board.json import JsonObject, inner, read_object, texts
from firmware_host.board.pieces import RACK, Item, Zone
from firmware_host.errors import AskedError
from firmware_host.games import grammar
from firmware_host.session.play import Playing
from firmware_host.session.setups import Setup
from firmware_host.table.api import TableApi
from firmware_host.testing.hands import touches
from firmware_host.testing.walks import NAMES, Case, random_value

#: The number of actions at the board and on phones.
DOINGS = 40

#: Where: a pad in each zone, and after the plug was pulled a station.
BUILDS = ("simulated", "station")

#: The paths of the other documents that a page requests.
DOCUMENTS = (
    *("/api/state?as=seat", "/api/state?as=wall", "/api/games", "/api/history"),
)

#: The longest time in seconds for a page on a busy machine.
PATIENCE_S = 20.0

#: Answers of a server that has failed; a refusal is none.
FAILED = 500


class PartBroken(Exception):  # noqa: N818 - a promise that is not kept
    """A part of the board has failed because of a game."""


class Client:
    """An HTTP client of the pages at `address`, with its own cookie."""

    def __init__(self) -> None:
        self.address = ""
        self._opener: OpenerDirector = build_opener(HTTPCookieProcessor(CookieJar()))

    async def ask(self, path: str, body: JsonObject | None = None) -> JsonObject:
        """
        Send a GET, or a POST with *body*; return the JSON answer, also of a refusal.

        Raises:
            Broken: The server has failed.
        """
        return await asyncio.to_thread(self._ask, path, body)

    def _ask(self, path: str, body: JsonObject | None) -> JsonObject:
        headers = {"x-letterzone": "1", "origin": self.address}
        data = None if body is None else json.dumps(body).encode()
        request = Request(f"{self.address}{path}", data, headers)  # noqa: S310 - our own
        try:
            with self._opener.open(request, timeout=PATIENCE_S) as answer:
                return read_object(answer.read())
        except HTTPError as fault:
            if fault.code < FAILED:
                return {}
            msg = f"{request.get_method()} {path} is answered {fault.code}"
            raise PartBroken(msg) from fault


async def faults_of(case: Case, seed: int) -> str:
    """
    Play a random game at a complete board; return what failed, or an empty text.

    Two or more people play with phones. They tap items and send the lines that their
    phones offer; after each action all pages are read. During the game the power fails,
    and the game must continue after it; then at a station, where a piece is laid on the
    rack and a button selects its zone.

    Args:
        case: The game.
        seed: The seed of their random actions.
    """
    rnd = random.Random(seed)  # noqa: S311 - a repeatable game is wanted, not a secret
    phones, until = [Client() for _ in _names(case)], rnd.randrange(2, DOINGS // 4)
    with tempfile.TemporaryDirectory(prefix="letterzone-") as made, _overheard() as log:
        stood: Playing | None = None
        try:
            for build, doings in zip(BUILDS, (until, DOINGS - until), strict=True):
                async with _opened(Path(made), phones, build) as demo:
                    if stood is None:
                        await _begin(case, demo, phones)
                    elif not _stands(demo.table.session.playing, stood):
                        return "after a power cut another game stands there"
                    for _ in range(doings):
                        await _do(case, rnd, demo, phones)
                    stood = demo.table.session.playing
                if stood is None or stood.is_over:
                    break
        except PartBroken as fault:
            return "; ".join([str(fault), *log])
    return "; ".join(log)


def _stands(again: Playing | None, before: Playing) -> bool:
    """Return True if a restart has resumed the same game in the same state."""
    if again is None:
        return False
    same = again.players == before.players and again.number == before.number
    return same and bool(again.game == before.game)


def _names(case: Case) -> tuple[str, ...]:
    """Return the names of two players, or of as many as the game needs."""
    least, most = case.engine.NEEDS.seats
    return NAMES[: max(least, min(2, most))]


@asynccontextmanager
async def _opened(
    folder: Path, phones: list[Client], build: str
) -> AsyncIterator[DemoBoard]:
    """Open a simulated board of a build with its pages for phones."""
    with tempfile.TemporaryDirectory(prefix="letterzone-") as port:
        opened = open_demo(folder, Path(port), setup=Setup(), haste=True, build=build)
        async with opened as demo:
            pages = open_pages(
                demo.running,
                folder,
                place=ListenPlace(LOOPBACK, 0),
                board=Virtual(demo),
            )
            async with pages as address:
                for phone in phones:
                    phone.address = address
                yield demo


@contextmanager
def _overheard() -> Iterator[list[str]]:
    """Collect the log messages about a game that is called off."""
    heard: list[str] = []

    class Ear(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            heard.append(record.getMessage())

    ear, log = Ear(logging.WARNING), logging.getLogger(stranger.__name__)
    log.addHandler(ear)
    try:
        yield heard
    finally:
        log.removeHandler(ear)


async def _begin(case: Case, demo: DemoBoard, phones: list[Client]) -> None:
    """Join with all phones, and begin a game of their players."""
    names = _names(case)
    for name, phone in zip(names, phones, strict=True):
        state = await phone.ask("/api/state?as=seat")
        code = inner(state, "join")["code"]
        await phone.ask("/api/join", {"code": code, "name": name})
    begin = Begin(players=names, game=case.engine.NAME, rounds=2, board_makes=True)
    try:
        refused = await TableApi(demo.table).send(begin.line)
    except AskedError as fault:
        msg = f"it cannot begin: {fault}"
        raise PartBroken(msg) from fault
    if refused is not None:
        msg = f"it cannot begin: {refused.code}"
        raise PartBroken(msg)


async def _tap(demo: DemoBoard, zone: Zone, item: Item) -> None:
    """Tap an item in a zone; at a station use the rack and the zone's button."""
    if demo.table.session.input != "station" or zone == RACK:
        await demo.hands.tap(zone, item)
        return
    await demo.hands.tap(RACK, item)
    if demo.table.session.racked is not None:
        await demo.hands.press(ZONE_BUTTONS[zone - 1])


async def _do(
    case: Case, rnd: random.Random, demo: DemoBoard, phones: list[Client]
) -> None:
    """Tap an item, or send a line that a phone offers; then request all pages."""
    playing = demo.table.session.playing
    if playing is None or playing.is_over:
        return
    phone = rnd.choice(phones)
    state = await phone.ask("/api/state?as=seat")
    told = texts(inner(state, "you"), "may") if state.get("you") else ()
    verbs = grammar.sendable(case.engine)
    may = [verb for verb in told if verb in verbs]
    taps = [
        (one.zone, one.piece)
        for one in touches(case.engine)
        if isinstance(one, Tapped) and one.piece is not None
    ]
    if may and (not taps or rnd.random() < 0.6):
        do = rnd.choice(may)
        keys = [key for key in case.engine.VERBS[do].needs if key in verbs[do]]
        seats = len(phones)
        line = {key: random_value(rnd, case.engine, key, [], seats) for key in keys}
        await phone.ask("/api/do", {**line, "do": do})
    elif taps:
        await _tap(demo, *rnd.choice(taps))
    for one in phones:
        for path in DOCUMENTS:
            await one.ask(path)
