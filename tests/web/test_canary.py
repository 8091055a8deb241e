"""
A canary word in each game, which no answer contains before its reveal.

All answers and socket messages to the public, other seats and the teacher are recorded.
So are the log and the files beside the journal. They are searched for the word in many
encodings. After the reveal the search has to find it.
"""

import asyncio
import base64
import contextlib
import hashlib
import logging
import random
import re
from collections import defaultdict

import pytest
from websockets.asyncio.client import connect

from firmware_host.app.pages.place import listen
from firmware_host.board.commands import Pause, SeatPhone
from firmware_host.board.entries import JOURNAL
from firmware_host.board.events import ZONE_BUTTONS, Button, Pressed, Released, Tapped
from firmware_host.board.messages import Refused
from firmware_host.board.moments import KEPT
from firmware_host.board.pieces import KINDS, RACK, ZONES, Piece, Seat, Tile
from firmware_host.session.modes import filling
from firmware_host.table import sight
from firmware_host.web import guard, live
from firmware_host.web.people.codes import key_of
from firmware_host.web.server import serve
from tests.controller.bench import until
from tests.session.evening import form_of
from tests.web.school import made, school

#: Letters of few pieces, so that any six of them can be laid; the others are guessed.
LETTERS, OTHERS = "ACDGILNOPSTUX", "BEFHJK"

#: The paths that each kind of client requests after each event.
PATHS = {
    "public": ("/api/state?as=wall", "/api/state?as=seat", "/api/me"),
    "seat": ("/api/state?as=seat", "/api/me"),
    "teacher": ("/api/state?as=teacher", "/api/teacher/me"),
}

#: The paths of the history; the running game has the number 0 here.
PAST = ("/api/history", "/api/history/0", "/api/history/0.csv", "/api/history/0.jsonl")

#: The paths that the teacher requests once in a game.
PAGES = (
    *("/api/packs", "/api/packs/file.json", "/api/backups"),
    *("/", "/wall", "/seat", "/sheet", "/history", "/teacher", "/check", "/qr.svg"),
)


@pytest.fixture(autouse=True)
def numbered(monkeypatch):
    """Compare the change number as well, so that every change is sent."""
    moving = [name for name in live.MOVING if name != "n"]
    monkeypatch.setattr(live, "MOVING", moving)


def dresses(word):
    """Return a word in every dress it could go out in, without regard to case."""
    found = set()
    for text in {f(word)[::step] for f in CASES for step in (1, -1)}:
        plain = text.encode()
        found |= {plain, plain.hex().encode(), *shifted(plain)}
        found |= {mark.join(text).encode() for mark in (" ", ",", ", ", '","', '", "')}
        for name in ("md5", "sha1", "sha256", "sha512"):
            digest = hashlib.new(name, plain).digest()
            found |= {digest.hex().encode(), base64.b64encode(digest).rstrip(b"=")}
    return {dress.lower() for dress in found}


NUMBER = re.compile(rb'"n":(\d+),"(?:seen|elapsed_ms)"')

CASES = (str.upper, str.lower, str.title)


def shifted(plain):
    """Yield the parts of base64 that a word makes at each of the three offsets."""
    for before in range(3):
        code = base64.b64encode(bytes(before) + plain)
        first, last = -(-before * 8 // 6), (before + len(plain)) * 8 // 6
        yield code[first:last]


class Ears:
    """Recorder of everything that is sent to clients that may not know the word."""

    def __init__(self, now, people, log):
        self.now, self.people, self.log = now, people, log
        self.heard = []

    async def listen(self, name, socket):
        """Record all messages of a socket until it closes."""
        async for text in socket:
            self.heard.append((f"socket {name}", text.encode()))

    def note(self, name, answer):
        """Record an answer with its status and headers."""
        said = f"{answer.status_code} {answer.headers}".encode()
        self.heard.append((name, said + answer.content))

    async def ask(self, who):
        """Request the state and send refused actions as each of these people."""
        for name in who:
            browser = self.people[name]
            client, seen = browser.client, await browser.seen()
            for path in PATHS[name.partition(" ")[0]]:
                self.note(f"{name} {path}", await client.get(path))
            for body in {"do": "secret", "word": "???"}, {"do": "undo", "by": 7}:
                acted = await client.post("/api/do", json={**body, "seen": seen})
                self.note(f"{name} act", acted)

    async def ask_for_the_past(self):
        """Ask for the game as a page of the history has it, and as files."""
        game = await self.now.web.services.history.newest()
        for path in PAST:
            asked = path.replace("/0", f"/{game}")
            answer = await self.people["public"].client.get(asked)
            assert answer.is_success, asked
            self.note(f"public {path}", answer)

    async def look_around(self):
        """Request the pages that do not change in a game, and download all backups."""
        teacher = self.people["teacher"].client
        for path in PAGES:
            self.note(path, await teacher.get(path))
        self.note("make", await teacher.post("/api/backups/make", json={}))
        copies = (await teacher.get("/api/backups")).json()["backups"]
        assert copies, "without a backup there is nothing to carry away"
        for one in copies:
            path = f"/api/backups/{one['number']}.db"
            self.note("backup", await teacher.get(path))

    def files(self):
        """Yield every file, also backups, except the journal's own."""
        for path in self.now.folder.rglob("*"):
            if path.is_file() and not path.name.startswith(JOURNAL):
                yield path.name, path.read_bytes()

    def logged(self):
        """Return the board's log, without the log of the tests' own clients."""
        theirs = ("websockets.client", "httpx")
        return "\n".join(
            record.getMessage() + (record.exc_text or "")
            for record in self.log.records
            if not record.name.startswith(theirs)
        ).encode()

    def hits(self, word):
        """Return the sources that contain the word in any encoding."""
        sought = dresses(word)
        everything = defaultdict(bytes, [*self.files(), ("log", self.logged())])
        for name, said in self.heard:
            everything[name] += said
        return {
            name
            for name, said in everything.items()
            for lower in [said.lower()]
            if any(dress in lower for dress in sought)
        }


@contextlib.asynccontextmanager
async def evening(folder, log):
    """Tina and Ben have phones, the teacher a page, the wall hangs; Lee has a chair."""
    async with school(folder) as now:
        teacher, public = await now.teacher(), now.browser()
        await teacher.post("/api/teacher/settings", place="home", board_makes=False)
        table_api, code = now.api, now.web.room.code
        await table_api.send({"command": "choose", "players": ["Tina", "Ben", "Lee"]})
        people = {"public": public, "teacher": teacher}
        for seat in 0, 1:
            people[f"seat {seat}"] = phone = now.browser()
            assert "phone" in await phone.post("/api/join", code=code, seat=seat)
        await now.web.services.archive.back_up()
        ears = Ears(now, people, log)
        plug = listen("127.0.0.1", 0)
        where = f"127.0.0.1:{plug.getsockname()[1]}"
        async with serve(now.app, plug), contextlib.AsyncExitStack() as stack:
            for name, view in (
                *(("public", "wall"), ("public", "seat")),
                *(("seat 1", "seat"), ("teacher", "teacher"), ("seat 0", "seat")),
                ("public", "events"),
            ):
                jar = people[name].client.cookies.jar
                socket = await stack.enter_async_context(
                    connect(
                        f"ws://{where}/socket?as={view}&lang=de",
                        origin=f"http://{where}",
                        additional_headers={
                            "cookie": "; ".join(f"{c.name}={c.value}" for c in jar)
                        },
                    )
                )
                called = view if view == "events" else name
                task = asyncio.create_task(ears.listen(called, socket))
                stack.push_async_callback(ended, task)
            yield now, ears


async def ended(task):
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def play(now, ears, word, chance):
    """
    Play a round up to its reveal.

    Return the sources that contained the word before.
    """
    table_api = now.api
    board_makes = chance.random() < 0.5
    who = [name for name in ears.people if board_makes or name != "seat 0"]
    await begin(now, word, board_makes=board_makes)
    if not board_makes and chance.random() < 0.5:
        await spell_secret(now, ears, word, chance)
    elif not board_makes:
        ears.note("secret", await say_secret(ears.people["seat 0"], word))
    await until(lambda: round_is_on(now))
    assert word_of(now) == word
    ears.heard.clear()
    await ears.look_around()
    for number in range(1, 4):
        await something(now, ears, word, chance, number=number)
        await ears.ask(who)
    await ears.ask_for_the_past()
    await heard_by_all(now, ears)
    hits = ears.hits(word)
    if not board_makes:
        hits -= {"socket seat 0"}
    else:  # the list of the class is no secret: here it is that one word
        hits -= {"backup", *(name for name in hits if name.endswith(".db"))}
    assert sum(len(said) for _, said in ears.heard) > 50_000
    ears.heard.clear()
    assert not isinstance(
        await table_api.do({"do": "guess", "by": 1, "word": word}), Refused
    )
    await heard_by_all(now, ears)
    await ears.ask(who)
    await ears.ask_for_the_past()
    known = ears.hits(word)
    for name in who:
        assert {f"socket {name}"} <= known, "deaf ears prove nothing"
    assert {f"public {path}" for path in ("/api/state?as=wall", *PAST)} <= known
    await table_api.do({"do": "end"})
    return hits


def word_of(now):
    """Return the secret word from the state, as a planted leak does."""
    return now.table.session.playing.game.round.puzzle.word


def round_is_on(now):
    """Return True if a round with a word is running."""
    game = getattr(now.table.session.playing, "game", None)
    return game is not None and game.round is not None


async def begin(now, word, *, board_makes):
    """Begin a game of one word, which only its maker knows."""
    table_api = now.api
    await table_api.send({"command": "choose", "players": ["Tina", "Ben", "Lee"]})
    wishes = {"language": "en", "length": len(word), "board_makes": board_makes}
    words = {"words": [word], "rounds": 1} if board_makes else {}
    assert not isinstance(
        await table_api.send({"command": "begin", **wishes, **words}), Refused
    )


async def say_secret(maker, word):
    """Set the word at the maker's phone."""
    body = {"do": "secret", "word": word, "override": True, "seen": await maker.seen()}
    answer = await maker.client.post("/api/do", json=body)
    assert answer.is_success, answer.text
    return answer


async def spell_secret(now, ears, word, chance):
    """
    Set the word at the board itself.

    Check that no client gets a message meanwhile.
    """
    await heard_by_all(now, ears)
    heard, changes, zones = len(ears.heard), now.table.changes, now.table.face.zones
    steps = chance.choice((by_tiles, by_buttons))(word)
    for event in [*steps, Pressed(Button.TICK)]:
        now.table.happen(event)
    await until(lambda: form_of(now.table.session).refused is not None)
    assert ears.hits(word) == set()
    assert (len(ears.heard), now.table.changes) == (heard, changes)
    assert now.table.face.zones == zones
    await until(lambda: round_is_on(now))  # the tick is held: no dictionary has it
    now.table.happen(Released(Button.TICK))


def by_tiles(word):
    """Hold each letter to the rack."""
    return [Tapped(RACK, Tile(letter)) for letter in word]


def by_buttons(word):
    """Press each zone's button until its letter is there."""
    return [
        press(button)
        for button, letter in zip(ZONE_BUTTONS, word, strict=True)
        for _ in range(ord(letter) - ord("A") + 1)
        for press in (Pressed, Released)
    ]


async def something(now, ears, word, chance, *, number):
    """Let a tap and some other actions of a game happen."""
    table_api, ben = now.api, ears.people["seat 1"].client
    before = table_api.changes
    now.table.happen(Tapped(chance.choice(ZONES), Piece(chance.choice(KINDS), number)))
    await until(lambda: table_api.changes > before)
    wrong = "".join(chance.choices(OTHERS, k=len(word)))
    touched = now.table.session.playing.game.round.touched  # else the word is undone
    act = chance.choice(
        (
            ("/api/do", {"do": "guess", "word": wrong}),
            ("/api/do", {"do": "guess", "word": wrong[1:]}),
            ("/api/do", {"do": "undo" if touched else "ask"}),
            ("/api/do", {"do": "ask"}),
            ("/api/hunch", {"word": wrong}),
            ("/api/predict", {"answer": 1}),
            ("/api/pause", {"paused": True}),
            ("/api/rename", {"name": "Ben"}),
        )
    )
    ears.note("act", await ben.post(act[0], json=await made(ben, *act)))
    go_on = await made(ben, "/api/pause", {"paused": False})
    await ben.post("/api/pause", json=go_on)


async def heard_by_all(now, ears):
    """Wait until every socket has a state that is as new as this moment."""
    now.web.live.changed()
    number, before = now.web.live.number, len(ears.heard)
    names = {f"socket {name}" for name in ears.people}

    def told():
        for name, said in ears.heard[before:]:
            if name in names and int(NUMBER.search(said)[1]) >= number:
                yield name

    await until(lambda: names <= set(told()))


def words(chance, count):
    """Return words of which no two are the same."""
    found = set()
    while len(found) < count:
        found.add("".join(chance.sample(LETTERS, 6)))
    return sorted(found)


async def games(tmp_path, log, count):
    chance = random.Random(count)  # noqa: S311 - a test that can be repeated
    async with evening(tmp_path, log) as (now, ears):
        for word in words(chance, count):
            assert await play(now, ears, word, chance) == set(), word
            log.clear()


@pytest.mark.ci
async def test_no_canary_is_heard(tmp_path, caplog, monkeypatch):
    """Ten games in each run of the tests; hundreds in a long one."""
    monkeypatch.setattr(filling, "SAY_MS", 300)
    caplog.set_level("INFO", "websockets.client")  # our own, and it has much to say
    with caplog.at_level("DEBUG"):
        await games(tmp_path, caplog, 10)


@pytest.mark.long
async def test_no_canary_is_heard_in_five_hundred_games(tmp_path, caplog, monkeypatch):
    monkeypatch.setattr(filling, "SAY_MS", 300)
    caplog.set_level("INFO", "websockets.client")  # our own, and it has much to say
    with caplog.at_level("DEBUG"):
        await games(tmp_path, caplog, 500)


# --- planted leaks ----------------------------------------------------------

DRESSES = {
    "plain": str,
    "in a sentence": lambda word: f"is it {word.title()}?",
    "reversed": lambda word: word[::-1].lower(),
    "letter by letter": list,
    "base64": lambda word: base64.b64encode(f"1:{word}".encode()).decode(),
    "hex": lambda word: word.encode().hex().upper(),
    "hashed": lambda word: hashlib.sha256(word.encode()).hexdigest(),
}


@pytest.mark.ci
@pytest.mark.parametrize("dress", DRESSES.values(), ids=DRESSES)
async def test_a_leak_is_heard(tmp_path, caplog, monkeypatch, dress):
    """A word planted into the public view is found, in each encoding."""
    view, chance = sight.view, random.Random(7)  # noqa: S311 - repeatable
    async with evening(tmp_path, caplog) as (now, ears):

        def leaky(engine, seen):
            more = {"hint": dress(word_of(now))} if round_is_on(now) else {}
            return {**view(engine, seen), **more}

        monkeypatch.setattr(sight, "view", leaky)
        hits = await play(now, ears, "DOPING", chance)
        assert {"socket public", "socket teacher", "socket seat 1"} <= hits
        assert "public /api/state?as=wall" in hits


def into_the_log(now, _monkeypatch):
    listen_in(now, logging.getLogger("firmware_host.web").debug)


def into_a_file(now, _monkeypatch):
    listen_in(now, (now.folder / "notes.txt").write_text)


def listen_in(now, tell):
    """Call *tell* with the word after each event of a round."""
    now.table.listen(lambda *_: round_is_on(now) and tell(word_of(now)))


def into_a_refusal(now, monkeypatch):
    table_api = now.web.services.table_api
    real = table_api.do

    async def do(line, *sender):
        outcome = await real(line, *sender)
        if isinstance(outcome, Refused) and round_is_on(now):
            return Refused("guess-length", values=(("length", word_of(now)),))
        return outcome

    monkeypatch.setattr(table_api, "do", do)


def into_a_header(now, monkeypatch):
    protect = guard._protect

    def chatty(headers, host):
        protect(headers, host)
        headers["x-debug"] = word_of(now) if round_is_on(now) else ""

    monkeypatch.setattr(guard, "_protect", chatty)


@pytest.mark.ci
@pytest.mark.parametrize(
    "plant", [into_the_log, into_a_file, into_a_refusal, into_a_header]
)
async def test_a_leak_beside_the_documents_is_heard(
    tmp_path, caplog, monkeypatch, plant
):
    """A word planted into the log, a file, a refusal or a header is found."""
    chance = random.Random(7)  # noqa: S311 - a test that can be repeated
    with caplog.at_level("DEBUG"):
        async with evening(tmp_path, caplog) as (now, ears):
            plant(now, monkeypatch)
            assert await play(now, ears, "DOPING", chance)


# --- words with the same answers --------------------------------------------

#: Letters that are built from the same pieces.
TWINS = {"A": "H", "F": "K", "L": "T", "M": "W", "V": "X"}


def pairs(chance, count):
    """Return words that differ in one letter, half of them in twins."""
    for number in range(count):
        word = chance.sample("ACDGILNOPSTVX", 5)
        at = chance.randrange(5)
        if number % 2:
            twins = [place for place, letter in enumerate(word) if letter in TWINS]
            if twins:
                at = chance.choice(twins)
        other = TWINS.get(word[at], "U") if number % 2 else "U"
        yield "".join(word), "".join([*word[:at], other, *word[at + 1 :]])


def told(now, phone, since):
    """
    Return all documents of others than the maker, without times and random values.

    Change numbers are counted from *since*.
    """
    text = "\n".join(
        now.web.shown(view, language, phone if view == "seat" else "").text
        for view in ("wall", "seat", "teacher")
        for language in ("en", "de")
    )
    promise = now.see()["view"]["commitment"]
    for lot in (promise, promise[:8], now.web.room.code):
        text = text.replace(lot or "\0", "*")
    text = re.sub(r'"(n|elapsed_ms)":\d+', "*", text)
    counted = rf'"seen":[1,{now.table.session.changes}]'
    assert text.count(counted) == text.count('"seen":') > 0
    return text.replace(counted, f"{now.table.session.changes - since} changes")


def answers(now):
    """Return the public answers and counters of the game so far."""
    view = now.see()["view"]
    names = ("placed", "covered", "bonus_mode", "hidden", "turn")
    return tuple(view[name] for name in names)


@pytest.mark.ci
async def test_words_with_the_same_answers_cannot_be_told_apart(tmp_path):
    """Two words with the same answers give all but the maker the same documents."""
    chance, compared = random.Random(5), 0  # noqa: S311 - a test that can be repeated
    (tmp_path / "here").mkdir()
    (tmp_path / "there").mkdir()
    async with school(tmp_path / "here") as here, school(tmp_path / "there") as there:
        both = (here, there)
        phones = []
        for now in both:
            await now.api.send({"command": "choose", "players": ["Tina", "Ben"]})
            phones.append(key_of("a phone"))
            await now.api.send(SeatPhone(phones[-1], Seat(1), alone=True).line)
        for two in pairs(chance, 10):
            since = [await set_word(n, w) for n, w in zip(both, two, strict=True)]
            for _ in range(16):
                tap = {
                    "do": "tap",
                    "zone": chance.randint(1, 5),
                    "kind": chance.choice(KINDS),
                }
                if here.see()["view"]["bonus_mode"]:
                    tap = chance.choice((tap, {"do": "ask"}, {"do": "pass"}))
                for now in both:
                    await now.api.do(tap)
                if answers(here) != answers(there) or not answers(here)[0]:
                    break
                if not here.see()["view"]["commitment"]:
                    break  # all have passed: the word is out
                texts = list(map(told, both, phones, since))
                assert texts[0] == texts[1], (two, tap)
                compared += 1
    assert compared > 100


async def set_word(now, word):
    """Begin a new game with a word; return the number of changes before it."""
    table_api = now.api
    await table_api.do({"do": "end"})
    await table_api.send({"command": "choose", "players": ["Tina", "Ben"]})
    wishes = {"language": "en", "length": len(word), "board_makes": False}
    await table_api.send({"command": "begin", **wishes})
    since = now.table.session.changes
    line = {"do": "secret", "by": 0, "word": word, "override": True}
    assert not isinstance(await table_api.do(line), Refused)
    for at in range(KEPT):  # what happened in the game before is forgotten
        await table_api.send(Pause(at % 2 == 0).line)
    return since
