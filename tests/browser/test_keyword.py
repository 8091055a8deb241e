"""KEYWORD in real browsers: chosen on a phone, laid by taps, read on the sheet."""

import asyncio
import re
from itertools import count

import pytest
from playwright.async_api import expect

from firmware_host.games.keyword.rules import Deal
from tests.browser.axe import violations
from tests.browser.demo import answer_to
from tests.browser.eyes import BEYOND, SMALL, drag, skip_lesson, swipe
from tests.browser.served import GERMAN_FIRST, come, served
from tests.browser.test_hostility import Still
from tests.web.school import client_at
from tools.game_scenes import Table, blue, longest

WALL, SEAT = (1920, 1080), (800, 480)

#: The hands of Ann and Ben and their words; a blank and its letter come last.
GAMES = {
    "en": {
        "words": ("BEAN", "C", "CAT"),
        "ours": ("The keyword", "House rules"),
        "does": ("Lay {n} cards: {}", "Deal the cards", "Claim BEAN", "Pass"),
        "end": "Ann cracked the keyword!",
    },
    "de": {
        "words": ("HAUS", "T", "TAT"),
        "ours": ("Das Schlüsselwort", "Hausregeln"),
        "does": ("{n} Karten legen: {}", "Karten geben", "HAUS legen", "Passen"),
        "end": "Ann hat das Schlüsselwort geknackt!",
    },
}


async def begin(page, keyword, texts):
    """Choose the game and its keyword in the dialog."""
    label, rules = texts
    await page.locator(".left .pair .main").last.click()
    await page.get_by_label("KEYWORD", exact=True).check()
    await page.get_by_text(rules).first.click()
    await page.get_by_label(label).fill(keyword)
    await page.locator("dialog .main").click()
    await page.wait_for_selector(".play .kw-keyword")


async def tap(page, tone, card):
    """Tap a card of the hand or an open one."""
    places = {"orange": ".fan", "blue": ".kw-open"}
    held = f"{places[tone]} .held:not(.away)"
    exact = re.compile(f"^{re.escape(card)}$")
    found = page.locator(f"{held} b").filter(has_text=exact)
    await (page.locator(f"{held}:has(.blank)") if card == "?" else found).first.click()


async def press(page, name):
    await page.get_by_role("button", name=name, exact=True).click()


async def fits(page):
    """Return True if the page needs no scrolling."""
    return await page.evaluate(
        "document.documentElement.scrollHeight <= innerHeight"
        " && document.documentElement.scrollWidth <= innerWidth"
    )


#: Cards that go over the edge of their container.
CUT = """() => [...document.querySelectorAll(".pad .kw-card, .kw-row .kw-card")]
  .filter(one => {
    const own = one.getBoundingClientRect();
    const box = one.closest(".pad, .kw-wall").getBoundingClientRect();
    return own.left < box.left - 1 || own.right > box.right + 1;
  }).map(one => one.textContent)"""


@pytest.mark.parametrize("lang", ["en", pytest.param("de", marks=pytest.mark.long)])
async def test_two_play_from_choosing_to_the_scoresheet(board, open_page, lang):
    """Ann lays the longer word, the keyword itself, and claims it."""
    game = GAMES[lang]
    long, blank, short = game["words"]
    await board.school.api.send({"command": "choose", "language": lang})
    lay, deal, claim, pass_ = game["does"]
    ann = await come(board, open_page, "Ann", size=SEAT, lang=lang)
    ben = await come(board, open_page, "Ben", size=SEAT, lang=lang)
    wall = await open_page(f"{board.address}/wall?lang={lang}", size=WALL)
    await begin(ann, long, game["ours"])
    await ann.get_by_role("button", name=deal).wait_for()
    hands = (*long, "X", "Z"), tuple("?IYQPG")
    await board.school.table.submit(Deal(hands, tuple("ATRWES"), bytes(32)))

    await wall.locator(".kw-row .kw-card").nth(5).wait_for()
    assert await wall.evaluate(CUT) == []
    for letter in long:
        await tap(ann, "orange", letter)
    assert await fits(ann)
    await press(ann, lay.format(long, n=len(long)))
    await tap(ben, "orange", "?")
    await ben.locator(".kw-abc").get_by_text(blank, exact=True).click()
    for letter in short[1:]:
        await tap(ben, "blue", letter)
    assert await fits(ben)
    assert await violations(ben) == []
    await press(ben, lay.format(short, n=len(short)))
    await wall.locator(".kw-opened .won").get_by_text("★").wait_for()
    assert await fits(wall)
    assert await violations(wall) == []

    await press(ben, deal)
    await press(ben, pass_)
    await ben.locator(".fan .held").first.click()
    await ben.locator(".two .main").click()
    await press(ann, claim)
    await wall.get_by_text(game["end"]).first.wait_for()

    view = board.school.see()["view"]
    assert (view["claimed"], view["keyword"]) == (True, long)
    assert view["results"][0]["words"] == (long, short)
    sheet = await open_page(f"{board.address}/sheet?lang={lang}", size=SEAT)
    for word in (long, short):
        await sheet.get_by_text(word).first.wait_for()


async def thinks(board, open_page, **how):
    """Return the phone of Ann, who thinks about her word; Ben has cards as well."""
    ann = await come(board, open_page, "Ann", **how)
    await board.people("Ben")
    await board.begin(game="keyword", rules={})
    hands = tuple("BEANX?"), tuple("?IYQPG")
    await board.school.table.submit(Deal(hands, tuple("AT?WES"), bytes(32)))
    await ann.wait_for_selector(".fan .held >> nth=5")
    return ann


#: The letters of the word that is made.
MADE = ".kw-rail .held b"


@pytest.mark.parametrize("lang", GERMAN_FIRST)
async def test_cards_are_held_and_no_card_runs_over_the_edge(
    board, open_page, eyes, lang
):
    """U25: six in the hand, six open and a word of nine, on a phone of 360 pixels."""
    eyes.expect("Applying inline style")  # axe's own, while it looks
    await board.school.api.send({"command": "choose", "language": lang})
    ann = await thinks(board, open_page, size=(360, 640), lang=lang)
    assert (await ann.evaluate(BEYOND), await ann.evaluate(SMALL)) == ([False], [])
    for letter in "BEANX":
        await tap(ann, "orange", letter)
    for letter in "ATWE":
        await tap(ann, "blue", letter)
    assert await ann.locator(MADE).all_inner_texts() == list("BEANXATWE")
    assert (await ann.evaluate(BEYOND), await ann.evaluate(SMALL)) == ([False], [])
    assert await violations(ann) == []


@pytest.mark.long
async def test_a_card_is_moved_by_a_tap_a_drag_and_a_key_and_can_go_back(
    board, open_page
):
    """
    Cards can be moved by tap, drag and key, and a blank gets its letter.

    Nothing is sent before the button that lays the word.
    """
    ann = await thinks(board, open_page)
    made, rail = ann.locator(MADE), ann.locator(".kw-rail")
    await swipe(ann, ann.locator(".fan .held").nth(1), rail)  # the hand is sorted
    await ann.locator(".fan .held").nth(2).press("Enter")
    await ann.keyboard.press("ArrowRight")
    await ann.keyboard.press("Enter")
    assert await made.all_inner_texts() == ["A", "B", "E"]
    await drag(ann, rail.locator(".held").nth(0), rail.locator("p, .key").last)
    assert await made.all_inner_texts() == ["B", "E", "A"]
    await rail.locator(".held").nth(2).press("ArrowLeft")
    assert await made.all_inner_texts() == ["B", "A", "E"]
    await rail.locator(".held").nth(2).click()  # back into the hand
    await ann.locator(".kw-open .held").nth(2).click()  # a blue blank
    await ann.locator(".kw-abc").get_by_role("button", name="T", exact=True).click()
    await ann.get_by_role("button", name="Blank, stands for T").wait_for()
    assert board.school.see()["view"]["laid"] == ()
    await press(ann, "Lay 3 cards: BAT")
    await ann.get_by_text("You have laid").wait_for()
    assert board.school.see()["view"]["laid"] == (0,)


async def test_whose_word_scores_fills_each_phone_in_its_own_way(board, open_page):
    """The winner's, one whose word does not count, and one who has passed."""
    ann = await thinks(board, open_page)
    await board.do("pass", by=1, discard=[])
    for letter in "BEAN":
        await tap(ann, "orange", letter)
    await press(ann, "Lay 4 cards: BEAN")
    await ann.locator(".beat.found").get_by_text("Your word scores!").wait_for()
    await ann.get_by_role("button", name="Deal the cards").wait_for()


@pytest.mark.parametrize("lang", GERMAN_FIRST)
async def test_a_phone_alone_names_the_longest_word_of_its_hand(board, open_page, lang):
    """A phone shows its hand's longest words after the round, except when covered."""
    await board.school.api.send({"command": "choose", "language": lang})
    ann = await thinks(board, open_page, size=(360, 640), lang=lang)
    found = ann.locator(".kw-longest b")
    await board.do("lay", by=0, word="BEAN")
    await ann.locator(".kw-look").wait_for()
    assert await found.count() == 0
    await board.do("pass", by=1, discard=[])
    await found.wait_for()
    words = (await board.school.web.services.history.longest(0))[:3]
    assert await found.inner_text() == ", ".join(words)
    assert (await ann.evaluate(BEYOND), await ann.evaluate(SMALL)) == ([False], [])
    await ann.locator(".looks .over").click()
    await found.wait_for(state="detached")
    assert words[0] not in await ann.content()
    wall = await open_page(f"{board.address}/wall?lang={lang}", size=WALL)
    await wall.locator(".kw-opened").wait_for()
    assert words[0] not in await wall.content()


async def test_cards_lie_face_down_while_somebody_looks(board, open_page):
    """Turned over, no letter of the hand is on the page; a tap turns them back."""
    ann = await thinks(board, open_page)
    await press(ann, "Turn cards over")
    await ann.locator(".fan .card.back >> nth=5").wait_for()
    assert "X, orange" not in await ann.content()
    await press(ann, "Show my cards")
    await ann.get_by_role("button", name="X, orange").wait_for()


async def until(page, demo, condition):
    """Return the virtual board's state as soon as it is as expected."""
    for _ in range(150):
        state = await answer_to(page.request, demo.at("/api/state?as=board"))
        if condition(state):
            return state
        await asyncio.sleep(0.1)
    raise AssertionError(state)


async def take(page, letter):
    """Take a letter card out of the tray."""
    await page.locator(".kw-take").click()
    exact = re.compile(f"^{re.escape(letter)}(?![A-Z])")
    await page.locator("dialog .kw-pick").filter(has_text=exact).first.click()


async def button(page, demo, name):
    """Press a button of the board, and let it go."""
    headers = {"X-Letterzone": "1", "origin": demo.at("")}
    for act in ("press", "release"):
        await page.request.post(
            demo.at("/api/board/touch"),
            data={"act": act, "button": name},
            headers=headers,
        )


@pytest.mark.long
@pytest.mark.parametrize("lang", ["en", "de"])
async def test_real_cards_are_played_at_the_virtual_board(demo, open_page, lang):
    """A whole game with real cards can be played on the virtual board."""
    page = await open_page(demo.at("/"), lang=lang, size=SEAT)
    code = (await until(page, demo, lambda state: state["join"]))["join"]["code"]
    async with (
        client_at(demo.at(""), origin=demo.at("")) as ann,
        client_at(demo.at(""), origin=demo.at("")) as ben,
    ):
        wishes = {"game": "keyword", "language": lang, "rules": {"cards": "real"}}
        for phone, path, body in (
            (ann, "/api/join", {"code": code, "seat": 0}),
            (ben, "/api/join", {"code": code, "name": "Ben"}),
            (ann, "/api/begin", wishes),
        ):
            if path == "/api/begin":
                body["seen"] = (await phone.get("/api/state")).json()["seen"]
            answer = await phone.post(path, json=body)
            assert answer.status_code == 200, answer.text
    await until(page, demo, lambda state: state["view"] and state["view"]["real"])
    await skip_lesson(page)
    for at, letter in enumerate("ERNSTA"):
        await take(page, letter)
        await until(page, demo, lambda state, at=at: state["view"]["row"][at])
    for width, height in ((390, 844), (768, 1024), SEAT):
        await page.set_viewport_size({"width": width, "height": height})
        assert await page.locator(".pad .kw-card").count() == 6
        assert (width, await page.evaluate(CUT)) == (width, [])
    await button(page, demo, "tick")
    await until(page, demo, lambda state: state["view"]["thinking"] == [0, 1])
    for seat, word in enumerate(("TEE", "RAT")):
        await button(page, demo, ("circle", "square")[seat])
        for letter in word:
            await take(page, letter)
            await asyncio.sleep(0.8)  # a tag is away before the next one is there
        await button(page, demo, "tick")
        await until(
            page, demo, lambda state, n=seat: n not in state["view"]["thinking"]
        )
    state = await until(page, demo, lambda state: state["view"]["results"])
    assert state["view"]["results"][0]["words"] == ["TEE", "RAT"]
    assert await fits(page)


async def test_the_lesson_opens_once_and_its_turn_counts_nowhere(demo, open_page):
    """Three pictures, then a word whose cards glow one after the other."""
    page = await open_page(demo.at("/"))
    host = Table(demo, (page.context,), "en")
    await host.post(0, "/api/begin", game="keyword", players=["Ann", "Ben"])
    lesson = page.locator("dialog.lesson")
    await lesson.get_by_text("The six blue ones belong to all.").wait_for()
    assert await violations(page) == []
    await lesson.get_by_role("button", name="Try it").click()
    for letter in "FLOWER":
        glows = lesson.locator(".next")
        assert await glows.locator("b").inner_text() == letter
        await glows.click()
    await lesson.get_by_role("button", name="Lay 6 cards: FLOWER").click()
    await lesson.get_by_role("button", name="Start").click()
    await lesson.wait_for(state="detached")
    state = await answer_to(page.request, demo.at("/api/state?as=board"))
    assert (state["view"]["round"], state["view"]["hands"]) == (1, [0, 0])
    await page.reload()
    await page.locator(".kw-next .main").wait_for()
    assert await lesson.count() == 0
    await page.get_by_role("button", name="Menu").click()
    await page.get_by_role("button", name="How it goes").click()
    await lesson.get_by_role("button", name="I know the game").click()
    await lesson.wait_for(state="detached")


async def hold(page):
    """Hold the animal on the lid until the hand behind it is there."""
    await page.locator(".lid-knob").hover()
    await page.mouse.down()
    await page.locator(".hot.open .kw-make").wait_for()
    await page.mouse.up()


async def said(page):
    """Return the announced line and the players' rows at the board's page."""
    seen = await page.locator(".banner [role=status]").inner_text()
    rows = await page.locator(".kw-seats").aria_snapshot()
    return " ".join(seen.split()), re.findall(r'listitem: "?([^"\n]*)', rows)


#: The announcements of a round, by step: the line, and a row for each player.
SAID = {
    "en": (
        (
            "Ann\u2019s turn. Ben looks away.",
            "has not laid yet",
            "has not laid yet",
        ),
        (
            "Ben\u2019s turn. Ann looks away.",
            "has laid a word",
            "has not laid yet",
        ),
        ("Round 1 Everybody is done.", "has laid a word", "has laid a word"),
        (
            "Ann scores BEAN. On to the next round.",
            "BEAN 4 letters BEAN",
            "CTA not in the dictionary",
        ),
    ),
    "de": (
        (
            "Ann ist dran. Ben schaut weg.",
            "hat noch nicht gelegt",
            "hat noch nicht gelegt",
        ),
        (
            "Ben ist dran. Ann schaut weg.",
            "hat ein Wort gelegt",
            "hat noch nicht gelegt",
        ),
        ("Runde 1 Alle sind fertig.", "hat ein Wort gelegt", "hat ein Wort gelegt"),
        (
            "Ann bekommt HAUS. Auf zur nächsten Runde.",
            "HAUS 4 Buchstaben HAUS",
            "CTA nicht im Wörterbuch",
        ),
    ),
}


@pytest.mark.parametrize("lang", ["en", "de"])
async def test_two_at_one_screen_lay_unseen_and_turn_over_together(
    tmp_path, open_page, lang
):
    """Cards laid face down show backs, and no page has the words before the turn."""
    word = GAMES[lang]["words"][0]
    async with served(tmp_path, virtual=Still()) as board:
        await board.school.api.send({"command": "choose", "language": lang})
        await board.people("Ann", "Ben")
        await board.begin(game="keyword", rules={})
        hands = (*word, "X", "Z"), tuple("C?IYQP")
        await board.school.table.submit(Deal(hands, tuple("TRWESL"), bytes(32)))
        page = await open_page(f"{board.address}/?lang={lang}", lang=lang, knows=True)
        await page.locator(".lid-knob").wait_for()
        told = [await said(page)]

        await hold(page)
        await page.keyboard.type(word[:3])
        await page.locator(".kw-rail .held").nth(2).wait_for()
        await page.locator(".hot header button").first.click()  # it is covered
        await page.locator(".lid-knob").wait_for()
        assert "X, orange" not in await page.content()
        await hold(page)
        assert await page.locator(MADE).all_inner_texts() == list(word[:3])
        await tap(page, "orange", word[3])
        await page.locator(".kw-act .main").click()
        await page.locator(".kw-seat .backs").wait_for()
        told.append(await said(page))

        await hold(page)
        await tap(page, "orange", "C")
        await tap(page, "blue", "T")
        await tap(page, "orange", "?")
        await page.keyboard.press("a")
        assert await page.locator(MADE).all_inner_texts() == list("CTA")
        await page.keyboard.press("Enter")
        await page.locator(".kw-next .main").wait_for()
        told.append(await said(page))
        for row in await page.locator(".kw-seat").all():
            assert await row.locator(".kw-card").count() == 3
            assert await row.locator(".kw-card.back").count() == 3
        assert word not in await page.content()
        assert await violations(page) == []

        await page.locator(".kw-next .main").click()
        await page.locator(".kw-next .does").click()
        await page.locator(".kw-seat.best").wait_for()
        await page.locator(".kw-next .main").wait_for()
        told.append(await said(page))
        assert await violations(page) == []
        for (line, rows), (wanted, *parts) in zip(told, SAID[lang], strict=True):
            assert line == wanted
            for row, part in zip(rows, parts, strict=True):
                assert part in row
        await page.close()  # or it would look for a board that is no more


async def test_whoever_has_all_letters_claims_the_keyword_at_the_board(
    tmp_path, open_page, eyes
):
    """A claim is offered after the words are turned, and it wins the game."""
    eyes.expect("Applying inline style")  # axe's own, while it looks
    async with served(tmp_path, virtual=Still()) as board:
        await board.people("Ann", "Ben")
        await board.begin(game="keyword", rules={"keyword": "BEAN"})
        hands = tuple("BEANXZ"), tuple("C?IYQP")
        await board.school.table.submit(Deal(hands, tuple("TRWESL"), bytes(32)))
        page = await open_page(f"{board.address}/?lang=en", knows=True)
        await page.locator(".lid-knob").wait_for()
        await board.do("lay", by=0, word="BEAN")
        await board.do("pass", by=1, discard=[])
        turn = page.locator(".kw-next .main")
        await turn.wait_for()
        assert await page.locator(".kw-claim").count() == 0
        await turn.click()
        await page.locator(".kw-next .does").click()
        claim = page.get_by_role("dialog", name="Ann has all of BEAN!")
        said = " ".join(await claim.locator("small").all_inner_texts()).split()
        assert said == ["B", "BEAN", "E", "BEAN", "A", "BEAN", "N", "BEAN"]
        assert await violations(page) == []
        await claim.get_by_role("button", name="Claim the keyword").click()
        await claim.wait_for(state="detached")
        assert board.school.see()["view"]["claimed"]
        await page.close()  # or it would look for a board that is no more


async def test_of_two_who_have_all_letters_each_is_offered_the_claim(
    tmp_path, open_page
):
    """After the first player has declined, the second is asked in the same round."""
    async with served(tmp_path, virtual=Still()) as board:
        await board.people("Ann", "Ben")
        await board.begin(game="keyword", rules={"keyword": "BEAN"})
        page = await open_page(f"{board.address}/?lang=en", knows=True)
        first = (tuple("BEANXZ"), tuple("BEANYP")), tuple("TRWESL")
        second = (tuple("CDEF"), ()), ()  # for the four cards that Ann has laid
        for lays, (hands, row) in enumerate((first, second)):
            await board.school.table.submit(Deal(hands, row, bytes(32)))
            await page.locator(".lid-knob").wait_for()
            await board.do("lay", by=lays, word="BEAN")
            await board.do("pass", by=1 - lays, discard=[])
            await page.locator(".kw-next .main").click()
            await page.locator(".kw-next .does").click()
            await page.get_by_role("dialog", name="Ann has all of BEAN!").wait_for()
            await page.get_by_role("button", name="Play on").click()
        await page.get_by_role("dialog", name="Ben has all of BEAN!").wait_for()
        await page.get_by_role("button", name="Claim the keyword").click()
        await page.locator(".kw-claim").wait_for(state="detached")
        assert board.school.see()["view"]["claimed"]
        await page.close()  # or it would look for a board that is no more


#: How many rows have something that goes beyond them.
BEYOND_ROWS = """rows => rows.filter(
  one => one.scrollHeight > one.clientHeight + 1).length"""


@pytest.mark.ci
async def test_many_words_keep_to_their_row_and_the_end_says_why(tmp_path, open_page):
    """Ann scores in nearly every round until a deck is empty."""
    async with served(tmp_path, virtual=Still()) as board:
        await board.people("Ann", "Ben")
        await board.begin(game="keyword", rules={"keyword": "PUZZLED"})
        page = None
        for number in count(1):
            await board.school.table.submit(Deal(entropy=bytes([number]) * 32))
            game = board.school.table.session.playing.game
            hand, row = game.hands[0], game.row
            if words := longest("en", hand, row):
                lies = blue(words[0], hand, row)
                await board.do("lay", by=0, word=words[0], blue=lies)
            else:
                await board.do("pass", by=0, discard=list(hand))
            if words and page is None and len(game.words[0]) > 8:
                page = await open_page(f"{board.address}/?lang=en", knows=True)
                await page.locator(".kw-seat .backs").wait_for()
                rows = page.locator(".kw-seat")
                assert await rows.evaluate_all(BEYOND_ROWS) == 0
                await page.close()
            await board.do("pass", by=1, discard=list(game.hands[1])[:3])
            if board.school.table.session.playing.game.over:
                break
        assert page is not None, "she never had many words"
        page = await open_page(f"{board.address}/?lang=en", knows=True)
        why = "The cards have run out: the most words win."
        await page.locator(".kw-after", has_text=why).wait_for()
        await page.close()  # or it would look for a board that is no more


async def test_a_typed_word_has_a_card_of_the_hand_if_one_fits(tmp_path, open_page):
    """A word needs an orange card: the first letter with one takes it."""
    async with served(tmp_path, virtual=Still()) as board:
        await board.people("Ann", "Ben")
        await board.begin(game="keyword", rules={})
        hands = tuple("CJUVYZ"), tuple("C?IYQP")
        await board.school.table.submit(Deal(hands, tuple("AQXCFT"), bytes(32)))
        page = await open_page(f"{board.address}/?lang=en", knows=True)
        await hold(page)
        await page.keyboard.type("fact")
        await page.get_by_role("button", name="Lay 4 cards: FACT").wait_for()
        await page.close()  # or it would look for a board that is no more


async def test_a_letter_key_discards_its_cards_one_by_one(tmp_path, open_page):
    """Of two equal cards each press chooses one; the next one gives a card back."""
    async with served(tmp_path, virtual=Still()) as board:
        await board.people("Ann", "Ben")
        await board.begin(game="keyword", rules={})
        hands = tuple("EXEANZ"), tuple("C?IYQP")
        await board.school.table.submit(Deal(hands, tuple("TRWESL"), bytes(32)))
        page = await open_page(f"{board.address}/?lang=en", knows=True)
        await hold(page)
        await press(page, "Pass")
        chosen = page.locator(".kw-rail ol .held")
        for count in (1, 2, 1, 2):
            await page.keyboard.press("e")
            await expect(chosen).to_have_count(count)
        await page.keyboard.press("x")
        await expect(chosen.locator("b")).to_have_text(["E", "E", "X"])
        await press(page, "Pass, swap 3")
        await page.locator(".kw-seat", has_text="has passed").wait_for()
        await page.close()  # or it would look for a board that is no more
