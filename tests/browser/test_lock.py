"""The sample game Lock on a phone: numbers and a colour, without any JavaScript."""

import pytest_asyncio

from tests.browser.axe import violations
from tests.browser.served import come, served
from tests.controller.bench import until
from tests.testing.test_lock import CHOSEN, installed


@pytest_asyncio.fixture(loop_scope="session")
async def board(tmp_path):
    """A board that has the lock."""
    with installed(tmp_path / "package"):
        async with served(tmp_path) as opened:
            yield opened


async def test_a_phone_picks_numbers_and_a_colour(board, open_page):
    """Each kind of value has its picker; one large button sends the line."""
    phone = await come(board, open_page, "Ann")
    await board.begin(**CHOSEN)
    numbers = phone.get_by_role("group", name="Numbers, from the left")
    for number in (2, 1, 3):
        await numbers.get_by_role("button", name=str(number), exact=True).click()
    await phone.get_by_role("radio", name="blue").check()
    assert await violations(phone) == []
    await phone.get_by_role("button", name="Try 2, 1, 3").click()
    await until(lambda: board.school.see()["view"]["tries"])
    assert board.school.see()["view"]["tries"][0].startswith("2 1 3 blue: ")
