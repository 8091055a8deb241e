"""How a game ends is told alike on every page, and nobody gets what is not theirs."""

from tests.browser.served import come
from tests.browser.test_teacher import open_section, sign_in
from tests.controller.bench import until


async def alone(board, word="HOBBY"):
    """Let Tina find the board's only word with her second guess: 12 to 2."""
    await board.people("Tina")
    await board.begin(length=5, board_makes=True, rounds=1, words=[word])
    await until(lambda: not board.school.see().common.waiting)
    await board.do("guess", by=0, word="HAPPY")
    await board.do("guess", by=0, word=word)


def row(page, name):
    """Return a player's entry on the wall."""
    return page.locator(".player").filter(has=page.locator(f"text={name}"))


async def test_who_comes_after_a_game_has_none_of_its_points(board, open_page):
    """Neither on the wall nor on the phone, the sheet or the teacher's page."""
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
    """The points stand on the sheet; nobody is left to be sent home."""
    await board.people("Tina", "Lee", "Ben")
    await board.begin(length=5, board_makes=True, rounds=1)
    await board.do("leave", by=1)
    teacher = await open_page(f"{board.address}/teacher")
    await sign_in(board, teacher)
    await open_section(teacher, "Players and teams")
    rows = await teacher.locator(".rows li .who b").all_inner_texts()
    assert rows == ["Tina", "Ben"]
