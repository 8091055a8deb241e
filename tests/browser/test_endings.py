"""All pages show the same result of a game, and no page shows another's data."""

import asyncio

import pytest

from tests.browser.served import come
from tests.browser.test_teacher import open_rest, open_section, sign_in
from tests.controller.bench import until


async def alone(board, word="HOBBY"):
    """Let Tina find the board's only word with her second guess: 12 to 2."""
    await board.people("Tina")
    await board.begin(length=5, board_makes=True, rounds=1, words=[word])
    await until(lambda: not board.school.see()["waiting"])
    await board.do("guess", by=0, word="HAPPY")
    await board.do("guess", by=0, word=word)


def row(page, name):
    """Return a player's entry on the wall."""
    return page.locator(".player").filter(has=page.locator(f"text={name}"))


@pytest.mark.long
async def test_who_comes_after_a_game_has_none_of_its_points(board, open_page):
    """U2: a player who joins after a game has none of its points on any page."""
    await alone(board)
    phone = await come(board, open_page, "Ben")
    wall = await open_page(f"{board.address}/wall")
    await row(wall, "Ben").wait_for()
    assert await row(wall, "Tina").locator(".points").inner_text() == "12\npoints"
    assert await row(wall, "board").locator(".points").inner_text() == "2\npoints"
    assert await row(wall, "Ben").locator(".points").count() == 0

    await phone.wait_for_selector(".strip")
    assert "Points" not in await phone.inner_text("body")

    sheet = await open_page(f"{board.address}/sheet")
    await sheet.wait_for_selector("thead")
    heads = await sheet.locator("thead th").all_inner_texts()
    assert heads == ["Round", "Word", "Tina", "The board"]

    teacher = await open_page(f"{board.address}/teacher")
    await sign_in(board, teacher)
    await open_section(teacher, "Players and teams")
    rows = await teacher.locator(".rows li .who").all_inner_texts()
    assert [one.split()[0] for one in rows] == ["Tina", "Ben"]
    assert ["oints" in one for one in rows] == [True, False]


async def test_who_left_the_game_is_gone_from_the_teachers_list(board, open_page):
    """A player who left the game is not in the teacher's list."""
    await board.people("Tina", "Lee", "Ben")
    await board.begin(length=5, board_makes=True, rounds=1)
    await board.do("leave", by=1)
    teacher = await open_page(f"{board.address}/teacher")
    await sign_in(board, teacher)
    await open_section(teacher, "Players and teams")
    rows = await teacher.locator(".rows li .who b").all_inner_texts()
    assert rows == ["Tina", "Ben"]


#: A zone of HOBBY where a kind does not belong.
WHERE_NOT = {"red": 2, "yellow": 2, "blue": 1, "green": 1}


async def headline(page):
    """Return the one big line of a page."""
    return " ".join((await page.inner_text("h1")).split())


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        pytest.param(
            "en", "1 of 1 words found with 1 NO token.", marks=pytest.mark.long
        ),
        ("de", "1 von 1 Wörtern gefunden, mit 1 Nein-Marker."),
    ],
)
async def test_alone_the_words_found_count_on_every_page(board, open_page, lang, line):
    """
    U9: a single player's result is the number of found words, on every page.

    Beside it is the best result of such games on this board.
    """
    await board.people("Tina")
    for noes in range(2):
        await board.begin(length=5, board_makes=True, rounds=1, words=["HOBBY"])
        await until(lambda: board.school.see()["view"]["holding"])
        kind = board.school.see()["view"]["holding"]
        if noes:
            await board.do("tap", zone=WHERE_NOT[kind], kind=kind)
        await board.do("guess", by=0, word="HOBBY")
    best = {"en": "Best so far: all found, 0 NO tokens."}
    best["de"] = "Bisher am besten: alle gefunden, 0 Nein-Marker."
    phone = await board.phone(seat=0)
    kept = cookies_of(board, phone)
    await phone.aclose()
    pages = [
        await open_page(f"{board.address}/wall?lang={lang}"),
        await open_page(f"{board.address}/seat?lang={lang}", cookies=kept),
    ]
    for page in pages:
        await page.wait_for_selector("h1")
        assert await headline(page) == line
        await page.locator(f"text={best[lang]}").wait_for()
    assert await pages[0].locator(".player.won .name").inner_text() == "★Tina"


def cookies_of(board, phone):
    """Return a phone's cookies as a browser keeps them."""
    return [
        {"name": name, "value": value, "url": board.address}
        for name, value in phone.cookies.items()
    ]


@pytest.mark.parametrize(
    ("lang", "aside"),
    [
        pytest.param("en", "does not compete", marks=pytest.mark.long),
        ("de", "außer Konkurrenz"),
    ],
)
async def test_the_boards_points_win_nothing_against_several(
    board, open_page, lang, aside
):
    """U9: Tina wins, though more points stand beside the board's name."""
    await board.people("Tina", "Lee", "Ben")
    await board.begin(length=5, board_makes=True, rounds=1, words=["HOBBY"])
    await until(lambda: not board.school.see()["waiting"])
    for seat in (1, 2, 1, 2, 1, 2):
        await board.do("guess", by=seat, word="HAPPY")
    await board.do("guess", by=0, word="HOBBY")
    wall = await open_page(f"{board.address}/wall?lang={lang}", lang=lang)
    name = {"en": "board", "de": "Brett"}[lang]
    await row(wall, name).locator(f"text={aside}").wait_for()
    assert "Tina" in await headline(wall)
    assert "Tina" in await wall.locator(".player.won").inner_text()
    assert await wall.locator(".player.won").count() == 1
    sheet = await open_page(f"{board.address}/sheet?lang={lang}", lang=lang)
    await sheet.locator(f"text={aside}").wait_for()


@pytest.mark.parametrize(
    ("lang", "line", "none"),
    [
        ("en", "The game ended before the first round was finished.", "no scoresheet"),
        pytest.param(
            "de",
            "Das Spiel endete, bevor die erste Runde fertig war.",
            "kein Wertungsblatt",
            marks=pytest.mark.long,
        ),
    ],
)
async def test_a_lesson_that_ends_in_its_first_round_says_so(
    board, open_page, lang, line, none
):
    """U9: no victory is shared, no round numbered 0, and no scoresheet is missing."""
    teacher = await open_page(f"{board.address}/teacher")
    await sign_in(board, teacher)
    await board.people("Tina", "Lee")
    await board.begin(length=5, board_makes=True, rounds=2, words=["HOBBY", "PANDA"])
    await teacher.goto(f"{board.address}/teacher?lang={lang}")
    wall = await open_page(f"{board.address}/wall?lang={lang}", lang=lang)
    await wall.wait_for_selector(".zones")
    await open_rest(teacher)
    await teacher.click(".bar .danger")
    await teacher.click("dialog .main")
    await teacher.locator(f".ended >> text={none}").wait_for()
    await wall.wait_for_selector(".wall.over")
    assert await headline(wall) == line
    assert await wall.locator(".player.won").count() == 0
    assert "nd" not in await wall.inner_text(".progress")  # no round, in no language
    sheet = await open_page(f"{board.address}/sheet?lang={lang}", lang=lang)
    await sheet.locator(f"text={none}").wait_for()


async def test_points_of_a_round_that_was_broken_off_are_not_shown(board, open_page):
    """U9: a race that ends in its first round has no winner and shows no points."""
    phone = await come(board, open_page, "Ann")
    await board.people("Ben")
    await board.begin(game="wqrdles", length=5)
    await board.do("secret", by=0, word="HOUSE")
    await board.do("secret", by=1, word="LEMON")
    starter = board.school.see()["view"]["turn"]
    words = ("LEMON", "HOUSE")
    await board.do("query", by=starter, word="PECAN")
    await board.do("guess", by=starter, of=1 - starter, word=words[starter])
    assert max(board.school.see()["view"]["points"]) == 6
    await board.do("end")
    assert "6" not in str(board.school.see()["screen"]["status"])
    await phone.locator("text=ended before the first round").wait_for()
    assert (await phone.inner_text("main")).split()[:2] == ["Ann", "0"]


async def test_no_name_is_left_on_any_page_after_the_lesson(board, open_page):
    """U3: after the lesson no page has a name, even if it was open before."""
    page = await open_page(f"{board.address}/teacher")
    await sign_in(board, page)
    await board.school.web.room.set_doors(door="open")
    await board.people("Green frogs", "Blue owls")
    phone = await board.phone(seat=0)
    kept = cookies_of(board, phone)
    await phone.aclose()
    await board.begin(length=5, board_makes=True, rounds=2, words=["HOBBY", "PANDA"])
    await until(lambda: not board.school.see()["waiting"])
    word = board.school.table.session.playing.game.round.puzzle.word
    await board.do("guess", by=1, word=word)
    pages = [
        await open_page(f"{board.address}/{path}", cookies=cookies)
        for path, cookies in (("wall", ()), ("seat", kept), ("seat", ()), ("sheet", ()))
    ]
    for one, name in zip(pages, ("frogs", "frogs", "owls", "frogs"), strict=True):
        await one.locator(f"text={name}").first.wait_for()
    await open_rest(page)
    await page.click(".bar >> text=End the lesson")
    await page.click("dialog .main")
    await page.wait_for_selector(".ended >> text=Green frogs")  # to be printed, once
    gone = "() => !/frogs|owls/i.test(document.documentElement.outerHTML)"
    for one in pages:
        await one.wait_for_function(gone)
    await page.click(".ended >> text=Close")
    await page.wait_for_function(gone)


async def test_an_offer_that_comes_late_brings_no_name_back(board, open_page):
    """U3: a phone at the door has asked for the free places before the names went."""
    teacher = await board.school.teacher()
    await board.people("Green frogs", "Blue owls")
    phone = await open_page(f"{board.address}/seat?code={board.code}")
    await phone.wait_for_selector("text=I am Green frogs")
    late, asked = asyncio.Event(), []

    async def answer(route):
        own = await route.fetch()
        asked.append(await own.text())
        if len(asked) == 1:
            await late.wait()
        await route.fulfill(response=own)

    await phone.route("**/api/me*", answer)
    await teacher.post("/api/teacher/rename", seat=1, name="Red foxes")
    await until(lambda: asked)
    assert "Green frogs" in asked[0]
    await teacher.post("/api/teacher/end")
    await phone.locator("text=Green frogs").wait_for(state="detached")
    async with phone.expect_event("requestfinished"):
        late.set()
    await phone.evaluate("() => new Promise(requestAnimationFrame)")
    assert "frogs" not in await phone.inner_text("body")
    await phone.unroute_all(behavior="wait")
