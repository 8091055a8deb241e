"""
A canary in each game: a word that only its maker knows, and every byte that goes out.

What the public, another seat and the teacher get is recorded, by question and by
socket, with what is logged and what lies in files beside the journal; before the
reveal nobody finds the word in it, in whatever dress.
"""

import asyncio
import base64
import contextlib
import hashlib
import random

import pytest
from websockets.asyncio.client import connect

from firmware_host.app.daemon import JOURNAL
from firmware_host.board.happenings import Tapped
from firmware_host.board.pieces import KINDS, ZONES, Piece
from firmware_host.web import documents
from firmware_host.web.server import listen, serve
from tests.controller.bench import until
from tests.web.school import school

#: Letters of few pieces, so that any six of them can be laid.
LETTERS = "ACDGILNOPSTUX"

PATHS = (
    *("/api/state?as=wall", "/api/state?as=seat", "/api/state?as=teacher"),
    *("/api/me", "/api/history", "/openapi.json", "/wall", "/sheet", "/check"),
)


def dresses(word):
    """Return a word in every dress it could go out in."""
    found = set()
    for text in {word, word.lower(), word[::-1], word.lower()[::-1], f"1:{word}"}:
        plain = text.encode()
        found |= {plain, plain.hex().encode(), base64.b64encode(plain).rstrip(b"=")}
        for name in ("md5", "sha1", "sha256", "sha512"):
            digest = hashlib.new(name, plain).digest()
            found |= {digest.hex().encode(), base64.b64encode(digest)}
    return found


class Ears:
    """Hear everything that goes to those who may not know."""

    def __init__(self, now, people, log):
        self.now, self.people, self.log = now, people, log
        self.heard = []

    async def listen(self, socket):
        """Hear a socket until it ends."""
        async for text in socket:
            self.heard.append(text.encode())

    async def ask(self):
        """Ask everything, as everybody; also what is refused."""
        for person in self.people:
            for path in PATHS:
                self.heard.append((await person.client.get(path)).content)
            for body in {"do": "guess"}, {"do": "secret", "word": "???"}, {"do": 5}:
                answer = await person.client.post("/api/do", json=body)
                self.heard.append(answer.content + str(answer.headers).encode())

    def all(self):
        """Return it, with the log and all files but the journal's own."""
        files = [
            path.read_bytes()
            for path in self.now.folder.rglob("*")
            if path.is_file() and not path.name.startswith(JOURNAL)
        ]
        return b"\n".join([*self.heard, *files, self.log.text.encode()])


@contextlib.asynccontextmanager
async def evening(folder, log):
    """Tina makes each word; Ben has a phone, the teacher a page, the wall hangs."""
    async with school(folder) as now:
        teacher, public = await now.teacher(), now.browser()
        await teacher.post("/api/teacher/settings", place="home", board_makes=False)
        desk, code = now.web.services.desk, now.web.room.code
        await desk.adopt({"players": ["Tina", "Ben"]})
        ben = now.browser()
        assert "phone" in await ben.post("/api/join", code=code, seat=1)
        ears = Ears(now, (public, ben, teacher), log)
        plug = listen("127.0.0.1", 0)
        where = f"127.0.0.1:{plug.getsockname()[1]}"
        async with serve(now.app, plug), contextlib.AsyncExitStack() as stack:
            for view, person in (("wall", public), ("seat", ben), ("teacher", teacher)):
                jar = "; ".join(f"{one.name}={one.value}" for one in cookies(person))
                socket = await stack.enter_async_context(
                    connect(
                        f"ws://{where}/socket?as={view}&lang=de",
                        origin=f"http://{where}",
                        additional_headers={"cookie": jar} if jar else None,
                    )
                )
                task = asyncio.create_task(ears.listen(socket))
                stack.push_async_callback(ended, task)
            yield now, ears


def cookies(person):
    return list(person.client.cookies.jar)


async def ended(task):
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def play(now, ears, word, chance):
    """Play a round up to its reveal; return where the word was found before it."""
    desk, table = now.web.services.desk, now.table
    ears.heard.clear()
    assert not is_refused(await desk.begin({"language": "en", "length": len(word)}))
    assert not is_refused(
        await desk.do({"do": "secret", "by": 0, "word": word, "override": True})
    )
    assert desk.see(0).view.word == word
    for number in range(1, 4):
        piece = Piece(chance.choice(KINDS), number)
        before = desk.see(None).number
        table.happen(Tapped(chance.choice(ZONES), piece))
        await until(lambda n=before: desk.see(None).number > n)
        await ears.ask()
    sent = now.web.live.number
    now.web.live.changed()
    mark = f'"n":{sent + 1}'.encode()
    await until(lambda: sum(mark in one for one in ears.heard) >= 3)  # each socket
    blob = ears.all()
    found = [dress for dress in dresses(word) if dress in blob]
    assert len(blob) > 20_000  # there was something to be heard
    await desk.do({"do": "end"})
    return found


def is_refused(outcome):
    return outcome is not None and not isinstance(outcome, tuple)


def words(chance, count):
    return ["".join(chance.sample(LETTERS, 6)) for _ in range(count)]


async def games(tmp_path, log, count):
    chance = random.Random(count)  # noqa: S311 - a test that can be repeated
    async with evening(tmp_path, log) as (now, ears):
        for word in words(chance, count):
            assert await play(now, ears, word, chance) == [], word


async def test_no_canary_is_heard(tmp_path, caplog):
    """Forty games in each run of the tests."""
    with caplog.at_level("DEBUG"):
        await games(tmp_path, caplog, 40)


@pytest.mark.long
async def test_no_canary_is_heard_in_five_hundred_games(tmp_path, caplog):
    with caplog.at_level("DEBUG"):
        await games(tmp_path, caplog, 500)


@pytest.mark.parametrize(
    "dress",
    [
        str,
        lambda word: word[::-1].lower(),
        lambda word: base64.b64encode(word.encode()).decode(),
        lambda word: word.encode().hex(),
        lambda word: hashlib.sha256(word.encode()).hexdigest(),
    ],
    ids=["plain", "reversed", "base64", "hex", "hashed"],
)
async def test_a_leak_is_heard(tmp_path, caplog, monkeypatch, dress):
    """Ears that could hear nothing would prove nothing."""
    chance = random.Random(7)  # noqa: S311 - a test that can be repeated
    view = documents.view
    async with evening(tmp_path, caplog) as (now, ears):

        def leaky(seen):
            state = now.table.session.phase.game.round
            return {**view(seen), "hint": dress(state.puzzle.word)} if state else {}

        monkeypatch.setattr(documents, "view", leaky)
        (word,) = words(chance, 1)
        assert await play(now, ears, word, chance)
