"""The wall: read from five metres, on any screen, and never a letter too early."""

import pytest

from firmware_host.board.commands import Pause
from firmware_host.web.people import door
from tests.browser.axe import violations

SIZES = [(800, 480), (1920, 1080)]

#: As long as a name that a phone offers can be.
TEAMS = ("Gentle Zebra", "Sunny Badger", "Lucky Rabbit", "Zippy Turtle") * 2

#: Wide words that may be guessed and that the board never draws.
NOT_DRAWN = ("GNOMON", "ABACUS", "WIGWAM")

#: Elements that go over the edge of the window or of their clipping container.
OUTSIDE = """() => [...document.querySelectorAll(
    ".wall h1, .progress span, .zone .answer, .zone .lies, .zone .no-token, .player *,"
    + " .panel *, .said, .said *, .door *, .choices li, .bench *"
  )].filter(one => {
    const own = one.getBoundingClientRect();
    const box = one.closest(".zone, .player, .panel, .bench, .wall")
      .getBoundingClientRect();
    const hidden = one.closest(".unseen") || getComputedStyle(one).clipPath !== "none";
    const clips = getComputedStyle(one).overflowX === "hidden";
    const cut = clips && one.scrollWidth > one.clientWidth + 1;
    return !hidden && own.width && (own.left < box.left - 1 || own.right > box.right + 1
      || own.top < box.top - 1 || own.bottom > box.bottom + 1 || cut);
  }).map(one => `${one.tagName} ${one.getAttribute("class")} ${one.textContent}`)"""

SCROLLS = """() => [document.documentElement.scrollWidth > innerWidth,
  document.documentElement.scrollHeight > innerHeight]"""


async def play(board, *names, word="HOBBY"):
    """Let a round be under way: two Yes, a No, and a guess."""
    await board.people(*names)
    await board.begin(length=len(word), board_makes=False)
    await board.do("secret", by=0, word=word)
    first = 1 if len(word) >= 5 else 2
    await board.do("tap", zone=first, kind="red")
    await board.do("tap", zone=first, kind="yellow")
    await board.do("guess", by=1, word="HAPPY")
    await board.do("tap", zone=first + 1, kind="red")


async def test_it_shows_a_round_and_no_letter_of_its_word(board, open_page):
    """The wall shows turn, pieces, NO tokens, points, guesses; the word at the end."""
    await play(board, "Tina", "Lee", "Ben")
    wall = await open_page(f"{board.address}/wall")
    await wall.wait_for_selector("text=HAPPY")

    headline = " ".join((await wall.inner_text("h1")).split())
    assert headline == "Lee: where to? red long stick"
    assert await wall.locator(".zone").count() == 5
    assert await wall.locator(".zone").nth(0).locator(".laid").count() == 2
    assert await wall.locator(".zone").nth(1).locator(".no-token.red").count() == 1
    assert "NO" in await wall.locator(".zone").nth(1).inner_text()
    assert await wall.locator(".player.turn").inner_text() != ""
    assert await wall.locator(".player").nth(1).locator(".token").count() == 3
    assert await wall.locator(".player").nth(1).locator(".token.spent").count() == 1
    assert board.code in await wall.inner_text(".door")
    assert "HOBBY" not in await wall.content()

    await board.do("guess", by=2, word="HOBBY")
    await wall.wait_for_selector(".zone .letter")
    assert await wall.locator(".zone .letter").count() == 5
    assert "HOBBY" in await wall.inner_text(".said")


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("size", SIZES)
async def test_it_fills_a_screen_and_cuts_nothing_off(board, open_page, size, lang):
    """While things are chosen, in a round, in bonus mode, and after the word is out."""
    wall = await open_page(f"{board.address}/wall?lang={lang}", size=size, lang=lang)
    await wall.wait_for_selector(".choices")
    assert (await wall.evaluate(OUTSIDE), await wall.evaluate(SCROLLS)) == (
        [],
        [False, False],
    )
    names = [f"{name[:10]} {at}" for at, name in enumerate(TEAMS)]
    await board.people(*names)
    await board.begin(length=6, board_makes=True, rounds=2)
    await wall.wait_for_selector(".zones")
    for by, word in enumerate(NOT_DRAWN):
        await board.do("guess", by=by, word=word)
    await wall.locator(".said").get_by_text(word).wait_for()
    assert (await wall.evaluate(OUTSIDE), await wall.evaluate(SCROLLS)) == (
        [],
        [False, False],
    )


async def test_on_a_phone_it_is_no_wider_than_that(board, open_page):
    """On a phone the wall is as wide as the window, with any number of players."""
    wall = await open_page(f"{board.address}/wall?lang=de", size=(390, 844), lang="de")
    await board.people("Ann", "Ben", "Cem")
    await board.begin(length=6, board_makes=True, rounds=2)
    await wall.locator(".player").nth(3).wait_for()
    for width in (390, 320):
        await wall.set_viewport_size({"width": width, "height": 844})
        assert (await wall.evaluate(SCROLLS))[0] is False


async def test_the_line_can_be_read_at_five_metres(board, open_page):
    """On a screen of 1080 lines the line has at least 125 px, points 100, pieces 90."""
    await play(board, "Tina", "Lee")
    wall = await open_page(f"{board.address}/wall", size=(1920, 1080))
    await wall.wait_for_selector("text=HAPPY")

    size = "one => parseFloat(getComputedStyle(one).fontSize)"
    assert await wall.eval_on_selector("h1", size) >= 125
    assert await wall.eval_on_selector(".points", size) >= 100
    piece = await wall.locator(".zone .laid").first.bounding_box()
    assert piece["height"] >= 90


async def test_a_stream_can_lie_under_it(board, open_page):
    """With `?overlay` the wall has a transparent background, for a stream."""
    wall = await open_page(f"{board.address}/wall?overlay")
    await wall.wait_for_selector(".wall")
    for name in ("html", "body", ".wall"):
        colour = "one => getComputedStyle(one).backgroundColor"
        assert await wall.eval_on_selector(name, colour) == "rgba(0, 0, 0, 0)"


async def test_it_counts_hunches_once_the_word_is_out(board, open_page):
    await board.people("Tina")
    ben = await board.phone(name="Ben")
    await board.people("Lee")
    await board.begin(length=5, board_makes=False)
    await board.do("secret", by=0, word="HOBBY")
    await board.do("tap", zone=1, kind="red")
    wall = await open_page(f"{board.address}/wall")
    await wall.wait_for_selector(".zones")
    assert (await ben.post("/api/hunch", json={"word": "HOBBY"})).status_code == 200

    await board.do("guess", by=2, word="HOBBY")
    await wall.wait_for_selector("text=One of you had it after piece 1")
    await wall.wait_for_selector(".believed .right >> text=HOBBY")
    await ben.aclose()


async def test_a_closed_door_shows_no_code(board, open_page):
    wall = await open_page(f"{board.address}/wall")
    await wall.wait_for_selector(".qr")
    await board.school.web.room.set_doors(locked=True)
    board.school.web.live.changed()
    await wall.wait_for_selector("text=The door is closed just now.")
    assert board.code not in await wall.content()


async def test_a_wall_keeps_its_code_when_the_class_is_claimed(
    board, open_page, monkeypatch
):
    """
    A wall that was open before the class was claimed keeps showing the code.

    It is not reloaded.
    """
    monkeypatch.setattr(door, "LOOPBACK", ())
    wall = await open_page(f"{board.address}/wall")
    await wall.wait_for_selector(".qr")
    await board.school.teacher()
    await board.school.web.room.new_code()
    board.school.web.live.changed()
    await wall.wait_for_selector(f".code >> text={board.code}")


async def test_a_screen_shows_the_code_once_the_teacher_lets_it(
    board, open_page, monkeypatch
):
    """A wall asks for the code, and shows it after the teacher's permission."""
    monkeypatch.setattr(door, "LOOPBACK", ())
    teacher = await board.school.teacher()
    wall = await open_page(f"{board.address}/wall")
    await wall.click("text=Show the joining code here")
    await wall.wait_for_selector("text=let screen 1 show the code")
    assert board.code not in await wall.content()
    let = {"number": 1, "shows": True}
    assert await teacher.post("/api/teacher/walls", **let) == {"ok": True}
    await wall.wait_for_selector(f".code >> text={board.code}")


@pytest.mark.long
async def test_it_speaks_the_language_that_is_chosen_for_it(board, open_page):
    """A wall has the board's language, or the one in its address."""
    wall = await open_page(f"{board.address}/wall")
    asked = await open_page(f"{board.address}/wall?lang=en")
    for page in (wall, asked):
        await page.wait_for_selector("h1 >> text=Come to the table!")
    await board.school.api.send({"command": "choose", "language": "de"})

    await wall.wait_for_selector("html[lang=de] h1 >> text=Kommt an den Tisch!")
    assert await asked.get_attribute("html", "lang") == "en"


async def test_a_tab_that_saw_the_promise_finds_it_kept(board, open_page):
    """A tab that has stored the commitment verifies it; another value is reported."""
    await play(board, "Tina", "Lee", "Ben")
    wall = await open_page(f"{board.address}/wall")
    await wall.wait_for_selector(".promise")
    await board.do("guess", by=2, word="HOBBY")
    await wall.wait_for_selector(".zone .letter")

    await wall.goto(f"{board.address}/check")
    await wall.wait_for_selector(".verdict.good")
    store = "letterzone-promises"
    await wall.evaluate(
        "drawer => sessionStorage.setItem(drawer,"
        " JSON.stringify({1: {hex: 'ab'.repeat(32), sealed: true}}))",
        store,
    )
    await wall.reload()
    await wall.wait_for_selector(".verdict.bad")


async def test_typed_values_are_checked_too(board, open_page):
    """A typed word and nonce give the HMAC-SHA256 and a verdict."""
    import hmac  # noqa: PLC0415 - the referee

    right = hmac.digest(b"\xab" * 32, b"1:HOBBY", "sha256").hex()
    page = await open_page(f"{board.address}/check")
    for shown, verdict in ((right, "good"), ("0" * 64, "bad")):
        for name, value in (
            ("word", "hobby"),
            ("nonce", "ab" * 32),
            ("shown", shown),
        ):
            await page.fill(f"#{name}", value)
        await page.click("text=Check >> nth=-1")
        await page.wait_for_selector(f"form .verdict.{verdict}")
        assert right in await page.inner_text("form")


@pytest.mark.parametrize(
    ("size", "scheme"),
    [((1280, 800), "dark"), pytest.param((320, 640), "light", marks=pytest.mark.long)],
)
async def test_axe_finds_nothing(board, open_page, eyes, size, scheme):
    """Axe finds nothing on the wall in a round and after it, nor on other pages."""
    eyes.expect("Applying inline style")  # axe's own, while it looks
    await play(board, "Tina", "Lee", "Ben")
    wall = await open_page(f"{board.address}/wall", size=size, scheme=scheme)
    await wall.wait_for_selector("text=HAPPY")
    assert await violations(wall) == []
    await board.do("guess", by=2, word="HOBBY")
    await wall.wait_for_selector(".zone .letter")
    assert await violations(wall) == []
    for path in ("sheet", "check", "quick", "privacy"):
        await wall.goto(f"{board.address}/{path}")
        await wall.wait_for_selector("h1")
        assert (path, await violations(wall)) == (path, [])


@pytest.mark.long
@pytest.mark.parametrize("lang", ["en", "de"])
async def test_a_pause_is_the_headline_of_every_page(board, open_page, lang):
    """U10: in a pause each page's heading says so and no piece is shown."""
    await play(board, "Tina", "Lee", "Ben")
    wall = await open_page(f"{board.address}/wall?lang={lang}", lang=lang)
    phone = await board.phone(seat=1)
    kept = [
        {"name": name, "value": value, "url": board.address}
        for name, value in phone.cookies.items()
    ]
    await phone.aclose()
    seat = await open_page(f"{board.address}/seat?lang={lang}", cookies=kept)
    places = ((wall, ".banner .bowl .piece"), (seat, ".bowl .piece"))
    for page, piece in places:
        await page.wait_for_selector(piece)
    await board.school.api.send(Pause(paused=True).line)
    for page, piece in places:
        await page.wait_for_selector("h1 >> text=Pause.")
        assert await page.locator(piece).count() == 0
        assert "Lee" not in await page.inner_text("h1")
    await wall.wait_for_selector(".paused")
    await board.school.api.send(Pause(paused=False).line)
    for page, piece in places:
        await page.wait_for_selector(piece)


@pytest.mark.parametrize(
    ("lang", "told"), [("en", "Phones cannot reach"), ("de", "Handys erreichen")]
)
async def test_no_code_leads_a_phone_to_itself(demo, open_page, lang, told):
    """U13: without ``--lan`` the wall has no QR code, but the advice to use it."""
    wall = await open_page(demo.at(f"/wall?lang={lang}"), lang=lang, size=(800, 480))
    await wall.locator(f".door >> text={told}").wait_for()
    assert "--lan" in await wall.inner_text(".door")
    assert await wall.locator(".qr").count() == 0
    assert "127.0.0.1" not in await wall.inner_text("body")
    assert (await wall.evaluate(OUTSIDE), await wall.evaluate(SCROLLS)) == (
        [],
        [False, False],
    )


async def test_animals_arrive_in_the_lobby_as_phones_join(board, open_page):
    """Name, animal and how many there are; a team has a hat for each phone."""
    wall = await open_page(f"{board.address}/wall?lang=en")
    await wall.wait_for_selector(".lobby .qr")
    assert await wall.locator(".bench, .here").count() == 0
    ben = await board.phone(name="Ben")
    await wall.wait_for_selector(".bench.who-fox >> text=Ben")
    assert await wall.inner_text(".here") == "1 here"
    assert await wall.locator(".hats").count() == 0
    await ben.aclose()


async def test_the_class_predicts_and_is_told_how_many_were_right(board, open_page):
    """The wall shows how many have predicted, then how many which zone, and no name."""
    tina, lee, ben = [await board.phone(name=name) for name in ("Tina", "Lee", "Ben")]
    await board.begin(length=5, board_makes=False)
    await board.do("secret", by=0, word="HOBBY")
    await board.do("tap", zone=2, kind="red")
    wall = await open_page(f"{board.address}/wall?lang=en")
    await wall.wait_for_selector(".panel >> text=0 of 1 have chosen")
    turn = board.school.see()["turn"]
    other = lee if turn == 2 else ben
    answer = await other.post("/api/predict", json={"answer": 1})
    assert answer.status_code == 200, answer.text
    await wall.wait_for_selector(".panel >> text=1 of 1 have chosen")
    assert await wall.locator(".bars").count() == 0

    await board.do("tap", zone=1, kind="red")
    await wall.wait_for_selector(".panel >> text=1 of 1 were right")
    assert await wall.locator(".bars li").count() == 5
    right = wall.locator(".bars .right")
    assert "zone 1: 1." in await right.inner_text()
    assert "Ben" not in await wall.inner_text(".panel")
    for phone in (tina, lee, ben):
        await phone.aclose()


async def test_without_phones_whoever_was_right_stands_up(board, open_page):
    """Without phones the wall asks who said the zone, for a while after a Yes."""
    await board.people("Tina", "Lee")
    await board.begin(length=5, board_makes=False)
    await board.do("secret", by=0, word="HOBBY")
    wall = await open_page(f"{board.address}/wall?lang=en")
    await wall.wait_for_selector(".zones")
    await board.do("tap", zone=1, kind="red")
    await wall.wait_for_selector(".panel >> text=Who said zone 1?")
    await wall.wait_for_selector(".banner.yes >> text=Yes! Zone 1 needs it.")
    await board.do("tap", zone=2, kind="red")
    await wall.wait_for_selector(".banner.no >> text=Not in zone 2.")
    await wall.wait_for_selector("text=Who said zone 1?", state="detached")


async def test_a_game_ends_on_the_podium_and_late_phones_stand_aside(
    board, open_page, eyes
):
    """U2: the podium shows the game's players; one who joins later has no points."""
    eyes.expect("Applying inline style")  # axe's own, while it looks
    await board.people("Tina", "Lee", "Ben")
    await board.begin(length=5, board_makes=True, rounds=1)
    wall = await open_page(f"{board.address}/wall?lang=en")
    await wall.wait_for_selector(".banner .bowl")
    word = board.school.table.session.playing.game.round.puzzle.word
    await board.do("guess", by=1, word=word)
    await wall.wait_for_selector(".podium .step")
    steps = wall.locator(".podium .step")
    assert await steps.count() == 3
    assert "Lee" in await wall.locator(".place-1").first.inner_text()
    late = await board.phone(name="Mia")
    row = wall.locator(".player", has_text="Mia")
    await row.wait_for()
    assert await row.locator(".points").count() == 0
    assert await steps.count() == 3
    assert await violations(wall) == []
    await late.aclose()
