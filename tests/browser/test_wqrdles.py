"""WQRDLES in real browsers: chosen on a phone, raced to the end, read on the sheet."""

import re

import pytest
from playwright.async_api import expect

from tests.browser.axe import violations
from tests.browser.eyes import BEYOND, COVERED, SMALL, skip_lesson
from tests.browser.served import GERMAN_FIRST, PHONE, come, served
from tests.browser.test_hostility import Still
from tools.game_scenes import NAMES, Table, card

WALL, SEAT = (1920, 1080), (800, 480)

#: The hidden words of Ann and Ben by round, and the query words of both.
WORDS = {
    "en": {
        "asks": "LAKE",
        "hidden": "CAKE LAMP SNOW BIRD FISH TREE MOON SAND",
        "buttons": ("Hide it", "Ask:", "Try:", "Not yet"),
        "beat": "{name} had {word}!",
        "end": "Ann wins",
    },
    "de": {
        "asks": "LAND",
        "hidden": "BAUM HAUS WIND KERN HERZ TIER HUND SAND",
        "buttons": ("Verstecken", "Frag:", "Rate:", "Noch nicht"),
        "beat": "{name} hatte {word}!",
        "end": "Gewonnen hat Ann",
    },
}


async def give(page, word, button):
    """Type a word into the pad and press a button, once it can be pressed."""
    asked = page.get_by_role("button", name=button)
    await asked.wait_for()
    await page.fill(".boxes input:not([inert] *)", word)  # once the tiles have turned
    await asked.click()


def batched(words):
    """Return words two by two."""
    return zip(words[::2], words[1::2], strict=True)


async def fits(page):
    """Return True if the page needs no scrolling."""
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


@pytest.mark.ci
async def test_no_key_is_covered_on_a_phone_on_its_side(board, open_page):
    """Words and keys stand side by side while three players ask and try."""
    ann = await come(board, open_page, "Ann", size=SEAT)
    await board.people("Ben", "Cem")
    await board.begin(game="wqrdles", length=4, rules={"query": "own"})
    for seat, word in enumerate(("LAMP", "SNOW", "TREE")):
        await board.do("secret", by=seat, word=word)
    for button in ("Ask: …", "Not yet"):
        await ann.get_by_role("button", name=button).wait_for()
        for wide, high in (SEAT, (667, 375), (844, 390), (1280, 800)):
            await ann.set_viewport_size({"width": wide, "height": high})
            assert await ann.evaluate(COVERED) == [], (button, wide)
        if button != "Not yet":
            await board.do("query", by=0, word="LAKE")


@pytest.mark.long
async def test_of_three_a_phone_says_what_became_of_an_attempt(board, open_page):
    """A phone shows that its attempt was sent, its result, and all words at the end."""
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
    assert "Ben" not in await ann.inner_text(".wq-about")  # nothing is left to try
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
    """Notes are filled in from marks, stay on their phone, and end with the round."""
    ann, ben = await raced(board, open_page)
    await ann.get_by_role("button", name="A not in it").wait_for()
    await ann.get_by_role("button", name="My notes").click()
    sheet = ann.get_by_role("dialog")
    await sheet.get_by_role("button", name="S in it").wait_for()
    sent = []  # its script has come
    ann.on("request", lambda one: sent.append(one.method))
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
    """U3: after the lesson neither the page nor the browser's storage has notes."""
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
    await ann.locator(".wq-rack .full >> nth=5").wait_for()
    assert (await ann.evaluate(BEYOND), await ann.evaluate(SMALL)) == ([False], [])
    assert (await ben.evaluate(BEYOND), await ben.evaluate(SMALL)) == ([False], [])
    box = await ann.locator(".wq-rack").evaluate(
        "(one) => one.scrollHeight - one.clientHeight"
    )
    assert box <= 0
    letter = ann.locator(".wq-letter.here").first
    assert (await letter.inner_text()).strip()[0].isalpha()
    assert (await violations(ann), await violations(ben)) == ([], [])
    await ann.get_by_role(
        "button", name="My notes" if lang == "en" else "Meine Notizen"
    ).click()
    await ann.wait_for_selector("dialog .pens")
    assert (await ann.evaluate(SMALL), await violations(ann)) == ([], [])


#: Notes that do not lie on their keys.
ASTRAY = """() => [...document.querySelectorAll(".key.noted")].filter((key) => {
  const of = key.getBoundingClientRect();
  const note = key.querySelector("[aria-hidden]").getBoundingClientRect();
  return note.left < of.left || note.right > of.right
    || note.top < of.top || note.bottom > of.bottom;
}).map((key) => key.innerText)"""


async def test_a_card_is_picked_from_on_the_boards_page(demo, open_page):
    """One of a card's twelve words can be chosen; it is then on each rack."""
    page = await open_page(demo.at("/"), size=(1280, 800))
    phones = [(await open_page(demo.at("/privacy"))).context for _ in NAMES]
    table = Table(demo, tuple(phones), "en")
    await table.post(0, "/api/stand", seat=0)  # Circle, who has played before
    turn = await card(table)
    await skip_lesson(page)
    words = (await table.see())["view"]["cards"][turn]
    picks = page.locator(".wq-card .wq-pick button")
    await picks.nth(11).wait_for()
    assert await picks.all_inner_texts() == words
    await picks.nth(2).click()
    for rack in await page.locator(".wq-rack").all():
        typed = await rack.locator(".next .typed").all_inner_texts()
        assert "".join(typed) == words[2]
    await page.get_by_role("button", name=f"Ask: {words[2]}").click()
    await page.locator(
        ".wq-rack .full .here, .wq-rack .full .elsewhere"
    ).first.wait_for()
    assert await page.locator(".wq-rack .full").count() == len(NAMES)
    assert await page.evaluate(ASTRAY) == []


async def race(demo, open_page, *, size=(1280, 800), lang="en", rules=(), **look):
    """Return a board at which Ann is to ask; Ann hides HOUSE, Ben SHEEP."""
    page = await open_page(demo.at("/"), size=size, lang=lang, **look)
    table = Table(demo, (page.context,), lang)
    begin = {"players": ["Ann", "Ben"], "length": 5, "rules": dict(rules)}
    await table.post(0, "/api/begin", game="wqrdles", language=lang, **begin)
    await skip_lesson(page)
    hidden = ("HOUSE", "SHEEP") if lang == "en" else ("BLUME", "KATZE")
    for seat, word in enumerate(hidden):
        await table.do(0, "secret", by=seat, word=word)
    await page.locator(".wq-desk").wait_for()
    return page, table


FIELD = ".wq-desk .boxes input"


async def sends(page, word):
    """Type a word, and press Enter."""
    await page.fill(FIELD, word)
    if len(word) == len("SHEEP"):
        await page.get_by_role("button", name=f": {word.upper()}").wait_for()
    await page.press(FIELD, "Enter")


async def state(table):
    """Return the view of the board."""
    return (await table.see())["view"]


async def test_enter_sends_an_attempt_and_never_passes(demo, open_page):
    """P3: however often it is pressed, and with any letters."""
    page, table = await race(demo, open_page, still=False)
    await sends(page, "sheet")
    await page.get_by_role("button", name="Not yet").wait_for()
    for word in ("", "SHE"):
        await sends(page, word)
        await page.press(FIELD, "Enter")
    assert (await state(table))["phase"] == "attempts"
    await sends(page, "SHEET")
    await page.get_by_text("Ann says").wait_for()
    after = await state(table)
    assert (after["missed"], after["phase"], after["turn"]) == (
        [[1, "SHEET"]],
        "query",
        1,
    )
    await page.locator(".wq-missed s").get_by_text("SHEET").wait_for()


#: The page's content that only comes from the newest row: on keys, tiles and strip.
KNOWN = """() => document.querySelectorAll(
  ".wq-desk .noted, .wq-tile em, .wq-strip b").length"""


async def test_tiles_answer_before_the_keys_do(demo, open_page):
    """Meanwhile nothing else is new, and nothing can be sent; a touch ends it."""
    page, _ = await race(demo, open_page, still=False)
    await sends(page, "sheet")
    await page.locator(".wq-rows .flips").wait_for()
    assert await page.evaluate(KNOWN) == 0
    assert await page.get_by_role("button", name="Not yet").count() == 0
    await page.mouse.click(640, 300)
    await page.locator(".wq-desk .noted").first.wait_for()
    assert await page.locator(".flips").count() == 0
    assert await page.evaluate(KNOWN) > 0


async def test_the_time_left_counts_while_a_scene_is_played(tmp_path, open_page, eyes):
    """The clock has run during the scene of a row, and runs on without a line."""
    eyes.expect("ERR_INTERNET_DISCONNECTED")
    async with served(tmp_path, virtual=Still()) as board:
        await board.people("Ann", "Ben", "Cem")
        own = {"query": "own", "attempt_s": 60}
        await board.begin(game="wqrdles", length=5, rules=own)
        for seat, word in enumerate(("HOUSE", "SHEEP", "PANDA")):
            await board.do("secret", by=seat, word=word)
        page = await open_page(f"{board.address}/?lang=en", still=False, knows=True)
        await page.locator(".wq-desk").wait_for()
        await page.clock.install(time=0)
        await sends(page, "sheet")
        await page.locator(".wq-rows .flips").first.wait_for()
        sand = page.locator(".sand")
        assert await sand.count() == 0
        # The scene is over, and 5 seconds have passed.
        await page.clock.pause_at(5 + await page.evaluate("Date.now() / 1000"))
        await expect(sand).to_have_text(re.compile(r"0:5[0-5]"))
        await page.context.set_offline(True)
        await page.locator("#line-down").wait_for()
        await expect(sand).to_have_text(re.compile(r"0:5[0-5]"))
        await page.close()  # or it would look for a board that is no more


async def test_a_found_word_is_no_headline_before_its_letters(demo, open_page):
    """Points and the next turn are shown only after the found word's letters."""
    page, _ = await race(demo, open_page, still=False)
    for word in ("sheet", "sheep"):
        await sends(page, word)
        if word == "sheet":
            await page.get_by_role("button", name="Not yet").wait_for()
    await page.locator(".wq-hit").wait_for()
    assert "6" not in await page.locator(".chips").inner_text()
    assert "Ben" not in await page.locator(".banner .whose").inner_text()
    await page.get_by_text("Ask about Ann\u2019s word.").wait_for()
    assert "+6" in await page.locator(".chips").inner_text()
    found = page.locator(".wq-rack.solved .wq-secret .shown")
    assert await found.all_inner_texts() == [*"SHEEP"]


async def test_with_the_hard_rule_the_page_says_what_a_word_leaves_out(demo, open_page):
    """P21: before it is sent, so no query is refused."""
    page, table = await race(demo, open_page, rules=[("hard", "on")])
    await table.do(0, "query", by=0, word="SHEET")
    for by, word in ((0, "HOUSE"), (1, "")):
        await table.do(0, "pass", by=by)
        if word == "HOUSE":
            await table.do(0, "query", by=1, word=word)
    await page.get_by_text("Ask about Ben\u2019s word.").wait_for()
    await sends(page, "house")
    await page.get_by_text("S must be at place 1.").wait_for()
    assert await page.get_by_role("button", name="Ask: HOUSE").is_disabled()
    await sends(page, "sheer")
    await page.get_by_role("button", name="Not yet").wait_for()


@pytest.mark.parametrize("lang", GERMAN_FIRST)
async def test_one_sentence_says_how_it_stands(demo, open_page, lang):
    """P20: a button announces the awaited player and the newest row's marks."""
    page, table = await race(demo, open_page, lang=lang)
    await table.do(0, "query", by=0, word="SHARE" if lang == "en" else "LAMPE")
    await page.locator(".wq-acts button").nth(1).wait_for()
    name = "How does it stand?" if lang == "en" else "Wie steht es?"
    await page.get_by_role("button", name=name).focus()
    await page.keyboard.press("Enter")
    said = page.locator(".wq-stands [role=status]")
    await said.get_by_text("Ben").wait_for()
    told = {
        "en": "Round 1. Ann: try a word, worth 6. Ben\u2019s word, row 1, SHARE: "
        "S in its place; H in its place; E elsewhere in the word; Not in it: A, R; "
        "the hidden word comes later in the alphabet.",
        "de": "Runde 1. Ann: ein Versuch, Wert 6. Wort von Ben, Reihe 1, LAMPE: "
        "A an seinem Platz; E an seinem Platz; Nicht darin: L, M, P; "
        "das versteckte Wort steht im Alphabet früher.",
    }
    assert await said.inner_text() == told[lang]


@pytest.mark.parametrize("size", [(390, 844), (800, 480), (768, 1024), (1280, 800)])
async def test_one_screen_tells_all_that_is_known_of_a_word(
    demo, open_page, eyes, size
):
    """One screen shows all rows and the alphabetical order of the words."""
    eyes.expect("Applying inline style")  # axe's own, while it looks
    page, table = await race(demo, open_page, size=size)
    for by, word in enumerate(("SHEET", "HORSE", "SHARE")):
        await page.locator(".wq-desk").wait_for()
        await table.do(0, "query", by=by % 2, word=word)
        await page.get_by_role("button", name="Not yet").wait_for()
        if word != "SHARE":
            await table.do(0, "pass", by=by % 2)
    rack = page.locator(".wq-rack.on")
    assert "Ben" in await rack.inner_text()
    clues = await rack.locator(".clue .unseen").all_inner_texts()
    assert [clue.split()[3] for clue in clues] == ["comes", "comes"]
    assert await page.locator(".wq-strip > b").all_inner_texts() == ["SHARE", "SHEET"]
    assert await page.evaluate(BEYOND) == [False]
    assert await page.evaluate(SMALL) == []
    assert await page.evaluate(COVERED) == []
    assert await violations(page) == []


@pytest.mark.ci
async def test_the_keys_stay_apart_in_a_window_that_is_narrowed(demo, open_page):
    """The rows of a wide window are kept, and no key lies under another."""
    page, _ = await race(demo, open_page, size=(1280, 800))
    for wide, high in ((390, 844), (800, 480), (768, 1024)):
        await page.set_viewport_size({"width": wide, "height": high})
        assert await page.locator(".wq-desk .keys.rows .key").count() == 28
        assert await page.evaluate(COVERED) == []


@pytest.mark.parametrize("lang", GERMAN_FIRST)
async def test_the_lesson_opens_once_and_its_turn_counts_nowhere(demo, open_page, lang):
    """The lesson opens once, and its row does not count in the game."""
    page = await open_page(demo.at("/"), lang=lang)
    table = Table(demo, (page.context,), lang)
    players = {"players": ["Ann", "Ben"], "length": 5}
    await table.post(0, "/api/begin", game="wqrdles", language=lang, **players)
    lesson = page.locator("dialog.lesson")
    await lesson.locator(".pictures li").nth(2).wait_for()
    await lesson.locator(".go .main").click()
    for _ in range(2):
        for _ in range(5):
            await lesson.locator(".key.press").click()
        await lesson.locator(".wq-acts .main").click()
    await lesson.locator(".wq-rack.solved").wait_for()
    await lesson.locator(".wq-lesson > .main").click()
    await lesson.wait_for(state="detached")
    await page.locator(".lid-knob:focus").wait_for()  # so keys reach it
    view = await state(table)
    assert (view["phase"], view["rows"], view["commitments"]) == (
        "secrets",
        [],
        ["", ""],
    )
    await page.reload()
    await page.locator(".lid-knob").wait_for()
    assert await lesson.count() == 0
