"""The teacher's remote: three buttons that are the next steps, with phones or cards."""

import pytest

from firmware_host.board.commands import Pause
from tests.browser.axe import LOOKS, violations
from tests.browser.eyes import wait_out_double_click
from tests.browser.served import served
from tests.browser.test_teacher import sign_in
from tests.browser.test_wall import OUTSIDE, SCROLLS, play
from tests.controller.bench import until
from tests.web.school import PASSPHRASE
from tests.web.visitors import Hands

#: A teacher's phone, and a projector's laptop.
SIZES = [(390, 844), (1280, 800)]

#: Those of the three buttons that are not visible without scrolling, or too small.
UNSEEN = """() => [...document.querySelectorAll(".three > *")].filter(one => {
  const box = one.getBoundingClientRect();
  return box.bottom > innerHeight || box.right > innerWidth || box.height < 64
    || one.scrollWidth > one.clientWidth;
}).map(one => one.textContent)"""


async def three(page):
    """Return the labels of the three buttons."""
    return await page.locator(".three b").all_inner_texts()


async def wait_for_labels(page, *words):
    """Wait until the three buttons have these labels and can be pressed again."""
    for at, word in enumerate(words):
        await page.locator(".three > *").nth(at).locator(f"b >> text={word}").wait_for()
    assert await three(page) == [*words]
    assert await page.evaluate(UNSEEN) == []
    await wait_out_double_click(page)


@pytest.mark.parametrize(
    "size", [SIZES[0], pytest.param(SIZES[1], marks=pytest.mark.long)]
)
async def test_a_lesson_by_three_buttons(board, open_page, size):
    """A whole lesson by three buttons, from teams to erased names."""
    page = await open_page(f"{board.address}/teacher", size=size, touch=size[0] < 500)
    await sign_in(board, page)
    await board.school.api.send(
        {"command": "choose", "length": 5, "board_makes": True, "rounds": 2}
    )
    await wait_for_labels(page, "Make teams", "Play without phones", "Shut the door")
    await page.click(".three b >> text=Make teams")
    await page.click("dialog .pads button >> text=3")
    await wait_for_labels(page, "Begin", "Play without phones", "Shut the door")
    await page.click(".three b >> text=Begin")
    await wait_for_labels(page, "Last round", "Pause", "Take back")
    await page.click(".three b >> text=Pause")
    await wait_for_labels(page, "Last round", "Go on", "Take back")
    await page.click(".three b >> text=Go on")
    await wait_for_labels(page, "Last round", "Pause", "Take back")

    game = board.school.table.session.playing.game
    await board.do("guess", by=1, word=game.round.puzzle.word)
    await wait_for_labels(page, "Next", "Pause", "Take back")
    await page.click(".three b >> text=Next")
    await wait_for_labels(page, "Last round", "Pause", "Take back")
    await page.click(".three b >> text=Last round")  # it can be undone: nothing asks
    await wait_for_labels(page, "To the podium", "Pause", "Take back")
    wall = await open_page(f"{board.address}/wall?lang=en")
    await wall.wait_for_selector("footer >> text=This is the last round.")
    await wait_out_double_click(page)
    await page.click(".three b >> text=To the podium")
    await page.click("dialog .main")
    await wait_for_labels(page, "End the lesson", "Print the scoresheet", "Play again")
    assert "Team 2" in [one["name"] for one in board.school.see()["players"]]

    await page.click(".three b >> text=End the lesson")
    await page.click("dialog .main")
    await page.wait_for_selector(".ended table")
    await page.click(".ended >> text=Close")
    await wait_for_labels(page, "Make teams", "Play without phones", "Shut the door")


@pytest.mark.long
async def test_after_a_game_the_scoresheet_is_one_press_away(board, open_page):
    """After a game the scoresheet of finished rounds opens with one press (U9)."""
    page = await open_page(f"{board.address}/teacher", size=SIZES[0])
    await sign_in(board, page)
    await board.people("Tina", "Lee")
    words = ["HOBBY", "PANDA"]
    await board.begin(length=5, board_makes=True, rounds=2, words=words)
    await until(lambda: not board.school.see()["waiting"])
    word = board.school.table.session.playing.game.round.puzzle.word
    await board.do("guess", by=0, word=word)
    await board.do("end")
    await page.click(".three b >> text=Print the scoresheet")
    await page.wait_for_selector("h1 >> text=Scoresheet")
    assert await page.locator("tbody tr .word >> nth=0").inner_text() == word
    assert await page.locator("button >> text=Print").count() == 1


async def test_no_scoresheet_is_promised_where_no_round_was_finished(board, open_page):
    """U9: without a finished round the dialog promises no scoresheet."""
    page = await open_page(f"{board.address}/teacher", size=SIZES[0])
    await sign_in(board, page)
    await board.people("Tina", "Lee")
    await board.begin(length=5, board_makes=True, rounds=2, words=["HOBBY", "PANDA"])
    await board.do("end")
    await page.click(".three b >> text=End the lesson")
    await page.wait_for_selector("dialog >> text=No round is finished")
    assert "You get the scoresheet" not in await page.inner_text("dialog")
    await page.click("dialog .main")
    await page.wait_for_selector(".ended >> text=there is no scoresheet")


@pytest.mark.parametrize(
    "size", [SIZES[0], pytest.param(SIZES[1], marks=pytest.mark.long)]
)
async def test_who_waits_at_the_door_is_let_in_by_the_first_button(
    board, open_page, size
):
    page = await open_page(f"{board.address}/teacher", size=size)
    await sign_in(board, page)
    await board.school.web.room.set_doors(door="admit")
    guest = board.school.browser()
    name = (await guest.get("/api/me"))["nicknames"][0]
    await guest.post("/api/join", code=board.code, name=name)
    await page.click(".three b >> text=1 at the door")
    await until(lambda: not board.school.web.room.door.guests())
    await page.locator(".three b >> text=Make teams").wait_for()


# --- without phones ---------------------------------------------------------


async def cards(board):
    """Let the class play with zone cards, as the remote's button does."""
    teacher = await board.school.teacher()
    await teacher.post("/api/teacher/cards", zone_cards=True)
    return teacher


async def test_a_class_holds_up_cards_and_whoever_was_right_stands_up(board, open_page):
    """In a class with cards the wall asks to hold one up, then shows the right one."""
    await cards(board)
    wall = await open_page(f"{board.address}/wall?lang=en", size=(1920, 1080))
    await wall.wait_for_selector(".lobby >> text=No phone needed")
    assert await wall.locator(".qr, .code").count() == 0
    await board.people("Tina", "Lee", "Ben")
    await board.begin(length=5, board_makes=True, rounds=1, words=["HOBBY"])
    await wall.wait_for_selector(".panel >> text=Hold up your card!")
    await wall.wait_for_selector(".panel >> text=Which zone wants this piece?")
    kind = board.school.see()["view"]["holding"]
    wrong = {"red": 2, "yellow": 2, "blue": 1, "green": 1}[kind]
    right = {"red": 1, "yellow": 1, "blue": 2, "green": 3}[kind]
    await board.do("tap", zone=wrong, kind=kind)
    await wall.wait_for_selector(".panel >> text=Keep your card.")
    await board.do("tap", zone=right, kind=kind)
    await wall.wait_for_selector(".panel >> text=Who was right?")
    await wall.wait_for_selector(".panel >> text=Stand up!")
    card = wall.locator(f".zone-card.card-{right}")
    assert await card.locator("b").inner_text() == str(right)
    assert await card.locator("i").count() == right
    number = await card.locator("b").bounding_box()
    assert number["height"] > 300  # of 1080: read from the last row
    assert (await wall.evaluate(OUTSIDE), await wall.evaluate(SCROLLS)) == (
        [],
        [False, False],
    )
    await wall.reload()  # it is no animation: it stands as long as it holds
    await card.wait_for()
    assert await violations(wall) == []
    assert "of 3" not in await wall.inner_text(".panel")

    await board.do("guess", by=1, word="HAPPY")
    await card.wait_for(state="detached")


@pytest.mark.parametrize(
    ("lang", "size"),
    [("de", (800, 480)), pytest.param("en", (1920, 1080), marks=pytest.mark.long)],
)
async def test_eight_teams_leave_room_for_the_card(board, open_page, lang, size):
    """With eight teams nothing is clipped on the wall, from question to answer."""
    await cards(board)
    await board.people(*(f"Team {n}" for n in range(1, 9)))
    wall = await open_page(f"{board.address}/wall?lang={lang}", lang=lang, size=size)
    await board.begin(length=5, board_makes=True, rounds=1, words=["HOBBY"])
    await wall.wait_for_selector(".panel .hold")
    assert (await wall.evaluate(OUTSIDE), await wall.evaluate(SCROLLS)) == (
        [],
        [False, False],
    )
    kind = board.school.see()["view"]["holding"]
    wrong = {"red": 2, "yellow": 2, "blue": 1, "green": 1}[kind]
    right = {"red": 1, "yellow": 1, "blue": 2, "green": 3}[kind]
    for zone in (wrong, right):
        await board.do("tap", zone=zone, kind=kind)
        name = ".hold" if zone == wrong else ".stand"
        await wall.wait_for_selector(f".panel {name}")
        assert await wall.evaluate(OUTSIDE) == []


@pytest.mark.long
async def test_the_teachers_next_ends_what_the_wall_shows(board, open_page):
    """The Yes with its card, and the word of a round; until then both stay."""
    await cards(board)
    page = await open_page(f"{board.address}/teacher", size=SIZES[0])
    await page.fill("[name=passphrase]", PASSPHRASE)
    await page.click("form .main")
    await play(board, "Tina", "Lee", "Ben")
    wall = await open_page(f"{board.address}/wall?lang=en")
    await board.do("tap", zone=3, kind="red")
    await wall.wait_for_selector(".zone-card.card-3")
    await wall.wait_for_selector(".banner >> text=: take a piece")
    await wait_for_labels(page, "Next", "Pause", "Take back")
    await page.click(".three b >> text=Next")
    await wall.wait_for_selector(".zone-card", state="detached")
    await wall.wait_for_selector("aside .alphabet")

    await board.do("guess", by=2, word="HOBBY")
    await wall.wait_for_selector(".zone .letter")
    await wait_for_labels(page, "Next", "Pause", "Take back")
    await page.click(".three b >> text=Next")
    await wait_for_labels(page, "Last round", "Pause", "Take back")


async def test_the_plan_fits_on_one_side_of_paper(board, open_page):
    """The plan of a lesson fits on one page and has the buttons' labels."""
    for lang, button in (("en", "Make teams"), ("de", "Teams bilden")):
        page = await open_page(f"{board.address}/plan?lang={lang}", lang=lang)
        await page.wait_for_selector(f"tbody b >> text={button}")
        assert await page.locator("tbody tr").count() == 7
        assert await violations(page) == []
        pdf = await page.pdf(prefer_css_page_size=True)
        assert pdf.count(b"/Type /Page\n") == 1


async def test_the_cards_are_printed_by_one_press(board, open_page):
    """A page with all six of them, which a printer finds on any board."""
    teacher = await cards(board)
    kept = [
        {"name": name, "value": value, "url": board.address}
        for name, value in teacher.client.cookies.items()
    ]
    page = await open_page(
        f"{board.address}/teacher", size=SIZES[1], cookies=kept, lang="de"
    )
    await page.click(".three b >> text=Feldkarten drucken")
    await page.wait_for_selector("h1 >> text=Feldkarten")
    drawn = "() => document.querySelector('img').naturalWidth > 100"
    await page.wait_for_function(drawn)
    assert await violations(page) == []


async def test_one_laptop_and_one_mouse_claim_the_class(tmp_path, open_page):
    """U12: at the virtual board a passphrase is all that is asked for."""
    async with served(tmp_path, virtual=Hands()) as board:
        page = await open_page(f"{board.address}/teacher", size=SIZES[1])
        await page.wait_for_selector("text=You sit at the board itself")
        assert await page.locator("#claim-code").count() == 0
        await page.fill("[name=passphrase]", PASSPHRASE)
        await page.click("form .main")
        await page.wait_for_selector(".three")
        await page.close()  # before the board goes: it dials again


@pytest.mark.parametrize("look", LOOKS, ids=str)
async def test_axe_finds_nothing(board, open_page, look):
    """Axe finds nothing before a game, during it, in a pause and afterwards."""
    lang = look.get("lang", "en")
    page = await open_page(f"{board.address}/teacher?lang={lang}", **look)
    await sign_in(board, page)
    assert await violations(page) == []
    await play(board, "Tina", "Lee", "Ben")
    await page.locator(".three svg").nth(2).wait_for()
    assert await violations(page) == []
    assert await page.evaluate(UNSEEN) == []
    await board.school.api.send(Pause(paused=True).line)
    await page.locator(".three .main").nth(0).wait_for()
    assert await violations(page) == []
    await board.do("end")
    await page.wait_for_selector("a.step")
    assert await violations(page) == []
