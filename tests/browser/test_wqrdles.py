"""WQRDLES in real browsers: chosen on a phone, raced to the end, read on the sheet."""

import re

import pytest

from tests.browser.axe import violations
from tests.browser.eyes import BEYOND, SMALL
from tests.browser.served import GERMAN_FIRST, PHONE, come
from tools.game_scenes import NAMES, Table, card

WALL, SEAT = (1920, 1080), (800, 480)

#: What Ann and Ben hide, round by round, and what both ask with.
WORDS = {
    "en": {
        "asks": "LAKE",
        "hidden": "CAKE LAMP SNOW BIRD FISH TREE MOON SAND",
        "buttons": ("Hide it", "Ask with", "has this word", "No attempt"),
        "beat": "{name} had {word}!",
        "end": "Ann wins",
    },
    "de": {
        "asks": "LAND",
        "hidden": "BAUM HAUS WIND KERN HERZ TIER HUND SAND",
        "buttons": ("Verstecken", "Mit", "hat dieses Wort", "Kein Versuch"),
        "beat": "{name} hatte {word}!",
        "end": "Gewonnen hat Ann",
    },
}


async def give(page, word, button):
    """Type a word into the pad and press a button, once it can be pressed."""
    asked = page.get_by_role("button", name=button)
    await asked.wait_for()
    await page.fill(".boxes input", word)
    await asked.click()


def batched(words):
    """Return words two by two."""
    return zip(words[::2], words[1::2], strict=True)


async def fits(page):
    """Tell whether a page is shown without scrolling."""
    return await page.evaluate(
        "document.documentElement.scrollHeight <= innerHeight"
        " && document.documentElement.scrollWidth <= innerWidth"
    )


@pytest.mark.parametrize(
    ("lang", "rounds"),
    [
        ("en", 1),
        pytest.param("en", 4, marks=pytest.mark.long),
        pytest.param("de", 4, marks=pytest.mark.long),
    ],
)
async def test_two_race_from_choosing_to_the_scoresheet(board, open_page, lang, rounds):
    """Ann finds every word in her first row, Ben once in his second; or they stop."""
    words = WORDS[lang]
    hide, ask, attempt, none = words["buttons"]
    await board.school.api.send({"command": "choose", "language": lang})
    ann = await come(board, open_page, "Ann", size=SEAT, lang=lang)
    ben = await come(board, open_page, "Ben", size=SEAT, lang=lang)
    wall = await open_page(f"{board.address}/wall?lang={lang}", size=WALL)
    await ann.locator(".left .pair .main").last.click()
    await ann.get_by_label("WQRDLES").check()
    await ann.get_by_label("4", exact=True).check()
    await ann.locator("dialog .main").click()

    hidden = list(batched(words["hidden"].split()))[:rounds]
    for number, (anns, bens) in enumerate(hidden):
        await give(ann, anns, hide)
        await give(ben, bens, hide)
        turns = [(ann, bens), (ben, anns)]
        for page, found in turns if number % 2 == 0 else turns[::-1]:
            await give(page, words["asks"], ask)
            if number == 0 and page is ben:
                await page.get_by_role("button", name=none).click()
                await give(page, words["asks"], ask)
            assert await fits(page)
            assert await fits(wall)
            await give(page, found, attempt)
            owner, second = ("Ben", False) if page is ann else ("Ann", number == 0)
            beat = page.locator(".beat.correct")
            had = words["beat"].format(name=owner, word=found)
            await beat.get_by_text(had).wait_for()
            await beat.get_by_text("+5" if second else "+6").wait_for()
    if rounds == 1:
        await board.do("end")
    await wall.get_by_text(words["end"]).first.wait_for()

    results = board.school.see()["view"]["results"]
    assert [one["points"] for one in results] == [(6, 5), *[(6, 6)] * (rounds - 1)]
    sheet = await open_page(f"{board.address}/sheet?lang={lang}", size=SEAT)
    await sheet.get_by_text(str(6 * rounds)).first.wait_for()
    for word in hidden[0]:
        await sheet.get_by_text(word).first.wait_for()
    await wall.goto(f"{board.address}/check?lang={lang}")
    await wall.wait_for_selector(".verdict")
    assert await wall.locator(".verdict.good").count() == 2 * rounds


@pytest.mark.long
async def test_of_three_a_phone_says_what_became_of_an_attempt(board, open_page):
    """That it is in, what it brings, who has found one's word; then all the words."""
    ann = await come(board, open_page, "Ann")
    await board.people("Ben", "Cem")
    await board.begin(game="wqrdles", length=4, rules={"query": "own"})
    for seat, word in enumerate(("LAMP", "SNOW", "TREE")):
        await board.do("secret", by=seat, word=word)
    await board.do("query", by=0, word="LAKE")
    await ann.get_by_role("button", name="Ben", exact=True).click()
    await give(ann, "SNOW", "Ben has this word")
    await ann.get_by_text("word is in. All open together.").wait_for()
    await board.do("pass", by=1)
    await board.do("guess", by=2, of=0, word="LAMP")
    await ann.get_by_text("Cem has found your word!").wait_for()

    await board.do("query", by=1, word="LAKE")
    await ann.get_by_role("button", name="Cem has this word").wait_for()
    assert "Ben" not in await ann.inner_text(".wq-others")  # nothing is left to try
    await board.do("guess", by=0, of=2, word="TREE")
    await board.do("pass", by=1)
    await ann.locator(".beat.correct").get_by_text("Cem had TREE!").wait_for()
    last = await ann.locator(".wq-last li").all_inner_texts()
    told = [" ".join(one.split()) for one in last]
    assert told == ["Ann LAMP +11", "Ben SNOW +0", "Cem TREE +6"]


async def raced(board, open_page, *, lang="en", size=PHONE):
    """Return Ann's and Ben's phones; Ann has asked with SHAPE, and Ben hides NEWTS."""
    ann, ben = [
        await come(board, open_page, name, lang=lang, size=size)
        for name in ("Ann", "Ben")
    ]
    await board.begin(game="wqrdles", length=5)
    hidden = ("HOUSE", "NEWTS") if lang == "en" else ("BLUME", "KATZE")
    for seat, word in enumerate(hidden):
        await board.do("secret", by=seat, word=word)
    await board.do("query", by=0, word="SHAPE" if lang == "en" else "LAMPE")
    return ann, ben


KEPT = "() => sessionStorage.getItem('letterzone-kept') ?? ''"


@pytest.mark.long
async def test_notes_stay_on_their_phone_and_go_with_the_round(board, open_page):
    """What the marks say is filled in, unless that is switched off; no note is sent."""
    ann, ben = await raced(board, open_page)
    await ann.get_by_role("button", name="A not in it").wait_for()
    sent = []
    ann.on("request", lambda one: sent.append(one.method))
    await ann.get_by_role("button", name="My notes").click()
    sheet = ann.get_by_role("dialog")
    await sheet.get_by_role("button", name="S in it").wait_for()
    await sheet.get_by_role("button", name="in it", exact=True).click()
    await sheet.get_by_role("button", name="W", exact=True).click()
    await sheet.get_by_role("button", name="at place 3", exact=True).click()
    await sheet.get_by_role("button", name="W in it").click()
    await sheet.get_by_role("button", name="at place 4", exact=True).click()
    await sheet.get_by_role("button", name="W at place 3").click()
    await sheet.get_by_role("button", name="W at place 3, 4").click()
    await sheet.get_by_role("button", name="Fill in for me").click()
    await sheet.get_by_role("button", name="A", exact=True).wait_for()
    await sheet.get_by_role("button", name="Close").click()
    assert sent == []
    await ann.reload()
    await ann.get_by_role("button", name="W at place 3").wait_for()
    assert "W" not in await ben.evaluate(KEPT)

    await board.do("guess", by=0, of=1, word="NEWTS")
    await board.do("query", by=1, word="HOUSE")
    await board.do("guess", by=1, of=0, word="HOUSE")
    await ann.get_by_text("Hide a word.").wait_for()
    await ann.wait_for_function(f"() => !({KEPT})().includes('W')")


async def test_no_note_outlives_the_lesson(board, open_page):
    """U3: neither on the page nor in what the browser keeps."""
    ann, _ = await raced(board, open_page)
    await ann.get_by_role("button", name="My notes").click()
    await ann.get_by_role("dialog").get_by_role("button", name="W", exact=True).click()
    assert "W" in await ann.evaluate(KEPT)
    teacher = await board.school.teacher()
    await teacher.post("/api/teacher/end")
    await ann.wait_for_selector(".join")
    assert await ann.evaluate(KEPT) == ""


@pytest.mark.parametrize("lang", GERMAN_FIRST)
async def test_marks_notes_and_keys_fit_a_small_phone(board, open_page, eyes, lang):
    """Six rows, on 360 pixels; a letter in its place can be read in its green box."""
    eyes.expect("Applying inline style")  # axe's own, while it looks
    await board.school.api.send({"command": "choose", "language": lang})
    ann, ben = await raced(board, open_page, lang=lang, size=(360, 640))
    asked = (
        "DREAM SPORT CLEAN TEAMS NORTH"
        if lang == "en"
        else "TASSE KLEIN ERNST MONAT STERN"
    )
    for word in asked.split():
        await board.do("pass", by=0)
        await board.do("query", by=1, word=word)
        await board.do("pass", by=1)
        await board.do("query", by=0, word=word)
    await ann.locator(".wq-others li >> nth=5").wait_for()
    assert (await ann.evaluate(BEYOND), await ann.evaluate(SMALL)) == ([False], [])
    assert (await ben.evaluate(BEYOND), await ben.evaluate(SMALL)) == ([False], [])
    box = await ann.locator(".wq-others").evaluate(
        "(one) => one.scrollHeight - one.clientHeight"
    )
    assert box <= 0
    letter = ann.locator(".wq-letter.here").first
    assert (await letter.inner_text()).strip()[0].isalpha()
    margins = "(one) => [getComputedStyle(one).margin, getComputedStyle(one).gap]"
    assert await letter.evaluate(margins) == ["0px", "normal"]
    assert (await violations(ann), await violations(ben)) == ([], [])
    await ann.locator(".key.look").first.click()
    await ann.wait_for_selector("dialog .pens")
    assert (await ann.evaluate(SMALL), await violations(ann)) == ([], [])


#: Notes that do not lie on their keys.
ASTRAY = """() => [...document.querySelectorAll(".key.noted")].filter((key) => {
  const of = key.getBoundingClientRect();
  const note = key.querySelector("[aria-hidden]").getBoundingClientRect();
  return note.left < of.left || note.right > of.right
    || note.top < of.top || note.bottom > of.bottom;
}).map((key) => key.innerText)"""


async def test_a_word_of_the_card_is_chosen_by_a_tap_on_its_zone(demo, open_page):
    """The six words of the card stand in the zones, large, on the board's page."""
    page = await open_page(demo.at("/"), size=(1280, 800))
    phones = [(await open_page(demo.at("/privacy"))).context for _ in NAMES]
    table = Table(demo, tuple(phones), "en")
    await table.post(0, "/api/stand", seat=0)  # Circle, who has played before
    turn = await card(table)
    words = (await table.see())["view"]["cards"][turn][:6]
    await page.locator(".offer").nth(5).wait_for()
    assert await page.locator(".offer").all_inner_texts() == words
    await page.locator("[data-zone='3'] .pad").click()
    await page.locator(".marked").first.wait_for()
    marked = await page.locator(".marked").all_inner_texts()
    assert "".join(one[0] for one in marked) == words[2]

    # Whoever tries a word there then chooses whose; each note lies on its key.
    assert await table.do(turn, "query", word=words[2])
    await page.get_by_role("button", name=f"{NAMES[0]}: try a word").click()
    whose = page.get_by_role("group", name="Whose word")
    await whose.get_by_role("button", name=NAMES[2]).click()
    await page.get_by_role("button", name=f"{NAMES[2]} has this word").wait_for()
    await page.locator(".key.noted").first.wait_for()
    assert await page.evaluate(ASTRAY) == []


@pytest.mark.parametrize("size", [(390, 844), (800, 480)])
async def test_one_screen_tells_all_that_is_known_of_a_word(demo, open_page, size):
    """Row after row, and where it stands in the alphabet: nobody needs a phone."""
    page = await open_page(demo.at("/"), size=size)
    table = Table(demo, (page.context,), "en")
    begin = {"players": ["Ann", "Ben"], "length": 5}
    await table.post(0, "/api/begin", game="wqrdles", **begin)
    for seat, word in enumerate(("HOUSE", "SHEEP")):
        await table.do(0, "secret", by=seat, word=word)
    for by, word in enumerate(("SHEET", "HORSE", "SHARE")):
        await page.get_by_role("button", name=re.compile("query word$")).wait_for()
        await table.do(0, "query", by=by % 2, word=word)
        await page.get_by_role("button", name=re.compile("try a word$")).wait_for()
        said = page.locator(".banner").get_by_text(f"{word} in the alphabet")
        await said.wait_for()
        if word != "SHARE":
            await table.do(0, "pass", by=by % 2)
    await page.get_by_role("button", name="Ann: try a word").click()
    about = page.locator("dialog .wq-hidden")
    assert "Ben" in await about.inner_text()
    assert await about.locator(".clue").all_inner_texts() == ["<", ">"]
    assert await page.evaluate(BEYOND) == [False]
    assert await violations(page) == []
