"""Predictions in the other games: on phones, with the result on the wall."""

import pytest

from tests.browser.axe import violations
from tests.browser.served import GERMAN_FIRST, come, served
from tests.contracts.test_outside import installed
from tests.web.school import until

ASKED = {"en": "How many letters", "de": "Wie viele Buchstaben"}
LONGEST = {
    "en": "How long is the longest word?",
    "de": "Wie lang ist das längste Wort?",
}
RIGHT = {"en": "1 of 2 were right", "de": "1 von 2 lagen richtig"}


@pytest.mark.long
@pytest.mark.parametrize("lang", GERMAN_FIRST)
async def test_a_phone_predicts_the_marks_of_a_query(board, open_page, lang):
    """
    A phone not on turn predicts a query's marks.

    The wall has counts without names.
    """
    phones = [await board.phone(name=name) for name in ("Tina", "Lee")]
    page = await come(board, open_page, "Ben", lang=lang)
    await board.begin(game="wqrdles", length=5, rules={"query": "own"})
    for seat, word in enumerate(("HOUSE", "NEWTS", "PEALS")):
        await board.do("secret", by=seat, word=word)
    await until(lambda: board.school.see()["view"]["phase"] == "query")
    while board.school.see()["turn"] == 2:  # Ben is to look on: let others begin
        await board.do("query", by=2, word="SHAPE")
        for seat in range(3):
            await board.do("pass", by=seat)
    wall = await open_page(f"{board.address}/wall?lang={lang}")
    turn = board.school.see()["turn"]

    await page.get_by_role("heading", name=ASKED[lang]).wait_for()
    four = page.locator(".to-choose button", has_text="4")
    await four.click()
    await page.wait_for_selector('.to-choose [aria-pressed="true"]')
    assert await violations(page) == []
    other = phones[1 - turn]
    answer = await other.post("/api/predict", json={"answer": 2})
    assert answer.status_code == 200, answer.text

    await board.do("query", by=turn, word="SHAPE")
    await wall.wait_for_selector(f".panel >> text={RIGHT[lang]}")
    assert "Ben" not in await wall.inner_text(".panel")
    await page.locator(".outcome.yes").wait_for()
    for phone in phones:
        await phone.aclose()


@pytest.mark.long
@pytest.mark.parametrize("lang", GERMAN_FIRST)
async def test_who_has_passed_predicts_the_longest_word(board, open_page, lang):
    """In KEYWORD a player who has passed predicts the longest word."""
    lee = await board.phone(name="Lee")
    page = await come(board, open_page, "Ben", lang=lang)
    wall = await open_page(f"{board.address}/wall?lang={lang}")
    await board.begin(game="keyword", rules={"sand_s": 0})
    await board.do("deal")
    await board.do("pass", by=1, discard=[])
    await page.get_by_role("heading", name=LONGEST[lang]).wait_for()
    await page.locator(".to-choose button", has_text="0").first.click()
    await page.wait_for_selector('.to-choose [aria-pressed="true"]')
    assert await violations(page) == []
    await board.do("pass", by=0, discard=[])
    await wall.wait_for_selector(".bars .right")
    await lee.aclose()


COINS = {"en": "How many coins lie there?", "de": "Wie viele Münzen liegen da?"}

#: The documented external game with a question; its coin is in zone 4.
ASKING = f"""
class Asking(Treasure):
    TEXTS = {{
        code: TEXTS[code] | {{"predict-coins": asks}}
        for code, asks in {COINS!r}.items()
    }}

    def with_entropy(self, action, entropy):
        hides = isinstance(action, Hide)
        return kit.replace(action, zone=kit.Zone(4)) if hides else action

    def view(self, hunt, viewer):
        seen = super().view(hunt, viewer)
        answers = (0, 1) if hunt.coin else ()
        asked = dict(
            question=kit.Question(str(len(hunt.tried)), "coins", answers),
            may=("tap",) if viewer == hunt.turn else ("predict",),
        )
        return kit.replace(seen, named=dict(seen.named, **asked))

    def moments_of(self, before, fact, after):
        for one in super().moments_of(before, fact, after):
            came = int(fact.yes) if isinstance(fact, Answered) else None
            yield kit.replace(one, answer=came)


treasure = Asking()
"""


@pytest.mark.long
@pytest.mark.parametrize("lang", GERMAN_FIRST)
async def test_a_game_from_outside_asks_too(tmp_path, open_page, lang):
    """An external game can ask for predictions without a script of its own."""
    was = "treasure = Treasure()"
    with installed(tmp_path / "package", was=was, now=ASKING):
        async with served(tmp_path) as board:
            ann = await board.phone(name="Ann")
            page = await come(board, open_page, "Ben", lang=lang)
            wall = await open_page(f"{board.address}/wall?lang={lang}")
            await board.begin(game="treasure")
            chosen = page.locator('.to-choose [aria-pressed="true"]')
            for zone, answer, came in ((1, 0, "yes"), (3, 1, "no")):
                await page.get_by_role("heading", name=COINS[lang]).wait_for()
                await page.locator(".to-choose button", has_text=f"{answer}").click()
                await chosen.wait_for()
                assert await violations(page) == []
                assert await page.locator(".outcome").count() == 0
                await board.do("tap", zone=zone)
                await page.locator(f".outcome.{came}").wait_for()
                await wall.wait_for_selector(".bars .right")
                if zone == 1:
                    await board.do("tap", zone=2)
            await page.close()
            await wall.close()  # or they would look for a board that is no more
            await ann.aclose()
