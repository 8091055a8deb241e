"""Sockets get the newest state, and none of them waits for a slow one."""

import asyncio
import json

import pytest
from starlette.websockets import WebSocketDisconnect

from firmware_host.web import live as module
from firmware_host.web.live import BEAT, Live, LiveDocument, watch_document
from tests.controller.bench import until


def plain(text):
    """Return a document in which nothing moves on by itself."""
    return LiveDocument({}, text)


class Client:
    """A socket whose reader can stall."""

    def __init__(self):
        self.got = []
        self.reads = asyncio.Event()
        self.reads.set()
        self.leaves = asyncio.Event()
        self.closed = False

    async def receive_text(self):
        """Wait until it leaves."""
        await self.leaves.wait()
        raise WebSocketDisconnect

    async def send_text(self, text):
        """Take a text, unless it stalls."""
        await self.reads.wait()
        self.got.append(text)

    async def close(self):
        """Be hung up on."""
        self.closed = True


@pytest.fixture
async def crowd():
    live, tasks = Live(), []

    def enter(text=None):
        client = Client()
        words = text or (lambda: plain(str(live.number)))
        tasks.append(asyncio.create_task(live.show(client, watch_document(words))))
        return client

    yield live, enter
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def test_who_comes_in_gets_what_is_and_then_each_change(crowd):
    live, enter = crowd
    client = enter()
    await until(lambda: client.got == ["0"])
    live.changed()
    await until(lambda: client.got == ["0", "1"])


async def test_a_slow_one_misses_the_past_and_never_the_present(crowd):
    live, enter = crowd
    slow, quick = enter(), enter()
    await until(lambda: slow.got == quick.got == ["0"])
    slow.reads.clear()
    for number in range(1, 51):
        live.changed()
        await until(lambda n=number: quick.got[-1] == str(n))
    slow.reads.set()
    await until(lambda: slow.got[-1] == "50")
    assert len(quick.got) == 51
    assert len(slow.got) <= 3  # the first, the one it stalled at, the newest


async def test_what_has_not_changed_for_somebody_is_not_sent_again(crowd):
    live, enter = crowd
    same = enter(lambda: plain("as ever"))
    news = enter()
    await until(lambda: same.got == ["as ever"])
    live.changed()
    await until(lambda: news.got[-1] == "1")
    assert same.got == ["as ever"]


async def test_who_may_not_look_any_more_is_shown_out(crowd):
    live, enter = crowd
    texts = ["hello"]
    client = enter(lambda: texts[0] and plain(texts[0]))
    await until(lambda: client.got == ["hello"])
    texts[0] = None
    live.changed()
    await until(lambda: client.closed)
    assert len(live) == 0


async def test_who_leaves_is_forgotten(crowd):
    live, enter = crowd
    client = enter()
    await until(lambda: client.got)
    client.leaves.set()
    await until(lambda: len(live) == 0)


def test_a_document_is_made_once_for_all_who_read_the_same():
    live, made = Live(), []
    for _ in range(200):
        live.shown("wall", lambda: made.append(1) or {"n": len(made)})
    assert len(made) == 1
    live.changed()
    assert live.shown("wall", lambda: {"ü": [1, 2]}).text == '{"ü":[1,2]}'


async def test_a_clock_that_moves_on_is_no_reason_to_send(crowd):
    """A document that differs only in its clock and number is not sent again."""
    live, enter = crowd
    word = ["A"]

    def look():
        made = {"n": live.number, "elapsed_ms": 100 * live.number, "word": word[0]}
        return live.shown("wall", lambda: made)

    client, other = enter(look), enter()
    await until(lambda: len(client.got) == 1)
    live.changed()
    await until(lambda: other.got[-1] == "1")
    assert len(client.got) == 1
    word[0] = "B"
    live.changed()
    await until(lambda: len(client.got) == 2)
    assert client.got[1] == '{"n":2,"elapsed_ms":200,"word":"B"}'


async def test_a_silent_socket_beats_and_no_document_is_made_for_it(crowd, monkeypatch):
    """A silent socket gets heartbeats, and no document is made for them."""
    monkeypatch.setattr(module, "BEAT_S", 0.01)
    _, enter = crowd
    looks = []
    client = enter(lambda: looks.append(1) or plain("as ever"))
    await until(lambda: client.got[:3] == ["as ever", BEAT, BEAT])
    assert len(looks) == 1


async def test_changes_that_a_page_does_not_show_keep_no_beat_from_it(
    crowd, monkeypatch
):
    """A page gets heartbeats while changes do not change its document."""
    monkeypatch.setattr(module, "BEAT_S", 0.2)
    live, enter = crowd
    client = enter(lambda: plain("as ever"))
    for _ in range(200):
        live.changed()
        await asyncio.sleep(0.01)
        if BEAT in client.got:
            break
    assert client.got[:2] == ["as ever", BEAT]


def test_a_document_is_encoded_once(monkeypatch):
    """
    A document is encoded once for all clients: the moving fields and the rest.

    `still` has the rest only, for comparisons.
    """
    encoded = []

    def encode(value):
        encoded.append(value)
        return json.dumps(value)

    monkeypatch.setattr(module, "to_json", encode)
    document = {"v": 1, "start": "ab", "line": "Who?", "n": 3, "left_ms": None}
    live = Live()
    shown = [live.shown("wall", lambda: document) for _ in range(2)]
    assert [json.loads(one.text) for one in shown] == [document] * 2
    assert json.loads(shown[0].still) == {"v": 1, "line": "Who?"}
    assert [sorted(one) for one in encoded] == [
        ["line", "v"],
        ["left_ms", "n", "start"],
    ]
    assert Live().shown("hall", lambda: {"v": 1}).text == '{"v": 1}'
