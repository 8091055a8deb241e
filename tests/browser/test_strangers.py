"""Attacks: a page on another port of this machine, and names with markup."""

import contextlib

import pytest

from firmware_host.app.pages.place import listen
from firmware_host.board.commands import Sit
from firmware_host.board.messages import Refused
from firmware_host.errors import AskedError
from firmware_host.web import app, guard
from firmware_host.web.server import serve
from tests.app.written import GAME, write
from tests.controller.bench import until
from tests.web.school import PASSPHRASE

#: Tries every request that a foreign page can send; returns the results.
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
  await attempt("image", () => new Promise((done, failed) => {
    const image = document.createElement("img");
    image.src = `${board}/qr.svg`;  // the code for joining stands in it
    image.onload = () => done("loaded");
    image.onerror = failed;
    document.body.append(image);
  }));
  await attempt("form", () => new Promise((done) => {
    const frame = document.createElement("iframe");
    frame.name = "there";
    const form = document.createElement("form");
    Object.assign(form, {action: `${board}/api/leave`, method: "post",
      enctype: "text/plain", target: "there"});
    document.body.append(frame, form);
    frame.onload = () => done(null);  // what it does is looked at on the other side
    form.submit();
  }));
  return got;
}"""

#: Markup that typically breaks out of its context.
OPENERS = ("", '"', "'>", "`", "</b>", "-->", "]]>", "{{", "${", "\\\\", "%00", "&#0;")

#: And then, to run something, or to fetch something from elsewhere.
BITES = (
    *("<svg onload=hit()>", "<img src=x onerror=hit()>", "<script>hit()</script>"),
    *("<a href=javascript:hit()>", "<b onclick=hit()>", "<style>*{color:red}"),
    *("<img src=//a.example>", "<base href=//a.example>", "<iframe srcdoc=hit()>"),
    *("javascript:hit()", "hit()}", "onload=hit()", "&lt;script&gt;", "%3Cscript%3E"),
    *("__proto__", "constructor", "=HYPERLINK(1)", "$&$`$'"),
)

#: The function that the attacks would call.
ARM = "window.bitten = false; window.hit = () => { window.bitten = true; };"


def biting(longest):
    """Return 200 texts that bite, each of them another and no longer than that."""
    every = dict.fromkeys(
        f"{opener}{bite}"[:longest] for bite in BITES for opener in OPENERS
    )
    different = {one.casefold(): one for one in every}
    return list(different.values())[:200]


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
    page = await open_page(f"{board.address}/seat?code={board.code}")
    await page.context.request.post(
        f"{board.address}/api/join",
        data={"code": board.code, "name": "Tina"},
        headers={"x-letterzone": "1", "origin": board.address},
    )
    await board.people("Ben")
    await board.begin(length=5, board_makes=False)
    await board.do("secret", by=0, word="HOBBY")
    async with foreign_page() as address:
        await page.goto(address)
        return await page.evaluate(TRY, board.address)


async def test_a_page_on_another_port_gets_nothing(board, open_page, eyes):
    """A page on another port gets no data and may not act, even with our cookie."""
    got = await try_it(board, open_page, eyes)
    assert {name for name, what in got.items() if what is not None} == set()
    assert len(board.school.api.phones.all()) == 1  # and it could send nobody home


async def test_without_the_gate_it_would(board, open_page, eyes, monkeypatch):
    """The very same tries, with the checks of Host and Origin taken away."""
    monkeypatch.setattr(guard.RequestGuard, "_wrong", lambda *_: "")
    monkeypatch.setattr(guard, "_protect", lambda *_: None)
    got = await try_it(board, open_page, eyes)
    assert '"word":"HOBBY"' in got["socket"]  # the secret itself
    assert got["image"] == "loaded"


async def test_without_the_gate_it_could_act(board, open_page, eyes, monkeypatch):
    """Without the guard and the body check the attack works, so the test can fail."""
    monkeypatch.setattr(guard.RequestGuard, "_wrong", lambda *_: "")

    async def anything(_request, _check):
        return {}

    monkeypatch.setattr(app, "read_body", anything)
    await try_it(board, open_page, eyes)
    assert not board.school.api.phones.all()  # it was sent home


# --- names that bite --------------------------------------------------------


async def armed(open_page, url):
    """Open a page on which whatever bites is noticed."""
    page = await open_page(url)
    await page.add_init_script(ARM)
    await page.reload()
    await page.wait_for_selector("main > *")
    return page


async def unharmed(page):
    """Make sure that nothing ran, and nothing was made of a text."""
    assert await page.evaluate("window.bitten") is False
    made = "script:not([src^='/static/']), iframe, base[href*='a.example'], "
    made += "svg[onload], b[onclick], img[onerror], main style, [href^='javascript']"
    assert await page.locator(made).count() == 0


@pytest.mark.parametrize("every", [5, pytest.param(1, marks=pytest.mark.long)])
async def test_names_that_bite_are_only_names(board, open_page, eyes, every):
    """Each fifth of two hundred, eight at a time, on all pages that show who plays."""
    pages = [
        await armed(open_page, f"{board.address}{path}?lang=en")
        for path in ("/wall", "/seat", "/sheet")
    ]
    names, table_api = biting(24)[::every], board.school.api
    assert len(names) == 200 // every
    for start in range(0, len(names), 8):
        eight = [" ".join(name.split()) for name in names[start : start + 8]]
        await table_api.do({"do": "end"})
        assert not isinstance(
            await table_api.send({"command": "choose", "players": eight}), Refused
        )
        await board.begin(length=5, board_makes=True, language="en")
        last = "name => document.body.innerText.includes(name)"
        await pages[0].wait_for_function(last, arg=eight[-1])
        shown = await pages[0].inner_text("main")
        assert [name for name in eight if name not in shown] == []
    for page in pages:
        await unharmed(page)
    assert eyes.faults == []


async def test_a_name_that_turns_the_line_around_is_none(board):
    """A name with control or invisible characters is refused."""
    for name in "\u202egnirts", "a\u200bb", "\x00", "a\x1b[2J", "\u3164":
        with pytest.raises(AskedError):
            await board.school.api.send(Sit(name).line)


@pytest.mark.long
async def test_lists_and_games_that_bite_are_only_texts(board, open_page, eyes):
    """Packs and games with markup are shown as text, on all pages."""
    services, texts = board.school.web.services, biting(40)
    page = await armed(open_page, f"{board.address}/teacher?lang=en")
    await page.fill("[name=code]", await board.school.hold())
    await page.fill("[name=passphrase]", PASSPHRASE)
    await page.click("form .main")
    await page.wait_for_selector(".lesson")
    for name in texts[::2]:
        made = await services.packs.put({"name": name, "language": "en"}, "hobby panda")
        assert not isinstance(made, Refused)
    await page.reload()
    await page.click("summary >> text=Everything else")
    lists = page.locator(".section").filter(has=page.locator("h2 >> text=Word packs"))
    await lists.locator("summary").click()
    await lists.locator(".rows li >> nth=99").wait_for()
    shown = await lists.inner_text()
    assert [one for one in texts[::2] if " ".join(one.split()) not in shown] == []
    await page.click("text=New pack")
    await page.fill(".fields input", texts[1])
    await page.fill("textarea", "\n".join(texts))
    await page.click("text=Check")
    await page.locator(".verdict li >> nth=50").wait_for()
    await unharmed(page)
    write(board.school.journal, *GAME)
    await services.table_api.send(
        {"command": "choose", "place": "home"}
    )  # where others may look as well
    history = await armed(open_page, f"{board.address}/history?lang=en")
    for text in texts[::20]:
        await services.archive.rename(1, text)
        await history.reload()
        await history.get_by_text(text).first.wait_for()
        await unharmed(history)
    assert eyes.faults == []


async def test_a_script_that_makes_markup_is_stopped_and_seen(board, open_page, eyes):
    """A script that makes markup is stopped by the browser, and the fault is found."""
    careless = "document.body.innerHTML = '<img src=x onerror=hit()>';"
    page = await armed(open_page, f"{board.address}/wall?lang=en")

    async def add(route):
        answer = await route.fetch()
        await route.fulfill(response=answer, body=await answer.text() + careless)

    await page.route("**/static/pages/wall.js", add)
    await page.reload()
    await until(lambda: any("TrustedHTML" in fault for fault in eyes.faults))
    assert await page.evaluate("window.bitten") is False
    eyes.faults.clear()
