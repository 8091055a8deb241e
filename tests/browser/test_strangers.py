"""What strangers try: a page on another port of this machine, and names that bite."""

import contextlib

import pytest
import pytest_asyncio

from firmware_host.errors import AskedError
from firmware_host.web import guard
from firmware_host.web.server import listen, serve
from tests.browser.served import served

#: Tries everything that a foreign page can; returns what it got.
TRY = """async (board) => {
  const got = {};
  const attempt = async (name, act) => {
    try { got[name] = await act(); } catch (fault) { got[name] = null; }
  };
  await attempt("fetch", async () =>
    (await fetch(`${board}/api/state?as=seat`, {credentials: "include"})).text());
  await attempt("opaque", async () => (await (await fetch(
    `${board}/api/state?as=seat`, {credentials: "include", mode: "no-cors"})).text())
    || null);
  await attempt("post", async () => (await fetch(`${board}/api/leave`, {
    method: "POST", credentials: "include", body: "{}",
    headers: {"content-type": "application/json", "x-letterzone": "1"}})).status);
  await attempt("plain", async () => (await fetch(`${board}/api/leave`, {
    method: "POST", credentials: "include", mode: "no-cors", body: "{}"
  })).status || null);
  await attempt("socket", () => new Promise((done, failed) => {
    const line = new WebSocket(`${board.replace("http", "ws")}/socket?as=seat`);
    line.onmessage = (event) => done(event.data);
    line.onerror = failed;
    setTimeout(failed, 3000);
  }));
  await attempt("script", () => new Promise((done, failed) => {
    const script = document.createElement("script");
    script.src = `${board}/api/state?as=seat`;
    script.onload = () => done("loaded");
    script.onerror = failed;
    document.head.append(script);
  }));
  await attempt("frame", () => new Promise((done, failed) => {
    const frame = document.createElement("iframe");
    frame.src = `${board}/seat`;
    frame.onload = () => { try { done(frame.contentDocument.body.innerText || null); }
                           catch { failed(); } };
    document.body.append(frame);
    setTimeout(failed, 3000);
  }));
  return got;
}"""

#: Names as somebody types them who has heard of markup.
BITING = (
    "<img src=x onerror=hit()>",
    "<script>hit()</script>",
    '"><svg onload=hit()>',
    "javascript:hit()",
    "${hit()}",
    "{{hit()}}",
    "' onclick='hit()",
    "A\u0300\u0301\u0302\u0303\u0304",
)


@pytest_asyncio.fixture(loop_scope="session")
async def board(tmp_path):
    async with served(tmp_path) as opened:
        yield opened


@contextlib.asynccontextmanager
async def foreign_page():
    """Serve an empty page on another port of this machine, with no policy at all."""

    async def app(_scope, _receive, send):
        kind = [(b"content-type", b"text/html")]
        await send({"type": "http.response.start", "status": 200, "headers": kind})
        await send({"type": "http.response.body", "body": b"<!doctype html><body>"})

    ears = listen("127.0.0.1", 0)
    async with serve(app, ears):
        yield f"http://127.0.0.1:{ears.getsockname()[1]}"


async def try_it(board, open_page, eyes):
    """Be the maker with a phone, and open the foreign page in the same browser."""
    eyes.expect("")  # whatever a browser says to what is tried here
    await board.people("Ben")
    page = await open_page(f"{board.address}/seat?code={board.code}")
    await page.context.request.post(
        f"{board.address}/api/join",
        data={"code": board.code, "name": "Tina"},
        headers={"x-letterzone": "1", "origin": board.address},
    )
    await board.begin(length=5, board_makes=False)
    await board.do("secret", by=0, word="HOBBY")
    async with foreign_page() as address:
        await page.goto(address)
        return await page.evaluate(TRY, board.address)


async def test_a_page_on_another_port_gets_nothing(board, open_page, eyes):
    """Though the browser sends it our cookie: the two are one site."""
    got = await try_it(board, open_page, eyes)
    assert {name for name, what in got.items() if what is not None} == set()
    assert len(board.school.web.room.phones) == 1  # and it could send nobody home


async def test_without_the_gate_it_would(board, open_page, eyes, monkeypatch):
    """The very same tries, with the checks of Host and Origin taken away."""
    monkeypatch.setattr(guard.Guard, "_wrong", lambda *_: "")
    got = await try_it(board, open_page, eyes)
    assert '"phase":"playing"' in got["socket"]


async def test_names_that_bite_are_only_names(board, open_page, eyes):
    """On the wall, at a seat, at the board: text, and nothing runs."""
    desk = board.school.web.services.desk
    for name in BITING:
        await desk.sit(name[:24])
    with pytest.raises(AskedError):  # it would turn the line around
        await desk.sit("\u202egnirts")
    await board.begin(length=5, board_makes=True)
    for path in "/wall", "/seat", "/sheet", "/history":
        page = await open_page(f"{board.address}{path}?lang=en")
        await page.evaluate("() => { window.hit = () => { window.bitten = true; }; }")
        await page.wait_for_selector("main > :not(noscript)")
        assert await page.evaluate("window.bitten") is None
        assert await page.locator("main :is(script, img[src=x])").count() == 0
    wall = await open_page(f"{board.address}/wall?lang=en")
    await wall.get_by_text("<script>hit()</script>"[:24]).first.wait_for()
    assert eyes.faults == []
