"""A player's phone: by finger or by keyboard, a whole round long."""

from itertools import cycle, islice

import pytest
import pytest_asyncio

from firmware_host.app.archive.archive import JournalArchive
from firmware_host.app.content.languages import load_nicknames
from firmware_host.board.commands import Pause
from firmware_host.board.pieces import KINDS
from firmware_host.words.poses import build_of
from tests.browser.axe import violations
from tests.browser.eyes import SMALL
from tests.browser.served import PHONE, come, served
from tests.controller.bench import until


async def spell(page, word):
    """Spell a word by the keys on the screen."""
    for letter in word:
        await page.get_by_role("button", name=letter, exact=True).click()


async def test_a_pupil_comes_in_by_the_code_alone(board, open_page):
    """Scan, choose one of the names that are offered, come in."""
    page = await open_page(f"{board.address}/seat?code={board.code}", size=PHONE)
    assert await page.input_value("#code") == board.code
    name = await page.locator(".picks label").first.inner_text()
    await page.locator(".picks input").first.check()
    await page.locator(".join .main").click()
    await page.wait_for_selector(".me")

    assert (await page.inner_text(".me")).strip() == name
    assert [one["name"] for one in board.school.see()["players"]] == [name]


async def test_a_wrong_code_is_answered_by_a_sentence(board, open_page):
    page = await open_page(f"{board.address}/seat", size=PHONE)
    await page.fill("#code", "qqqq")
    await page.locator(".picks input").first.check()
    await page.locator(".join .main").click()
    await page.get_by_text("That is not the code.").wait_for()


async def test_a_round_by_touch(board, open_page):
    """A phone sets a word in no dictionary, and the other one finds it."""
    ann = await come(board, open_page, "Ann")
    ben = await come(board, open_page, "Ben")
    await board.begin(length=5, board_makes=False)

    await spell(ann, "HOBBX")
    await ann.get_by_role("button", name="Set the word").click()
    await ann.get_by_text("Play it anyway").click()
    await ann.get_by_text("Hold to see your word").wait_for()

    await ben.get_by_text("Your turn!").wait_for()
    await ben.get_by_role("button", name="I know the word").click()
    await spell(ben, "HAPPY")
    await ben.get_by_role("button", name="Guess it: HAPPY").click()
    await ben.get_by_text("Guessed: Ben HAPPY").wait_for()
    await ann.get_by_text("Guessed: Ben HAPPY").wait_for()
    await spell(ben, "HOBBX")
    await ben.get_by_role("button", name="Guess it: HOBBX").click()
    await ann.locator(".look .strip .lies .body").first.wait_for(state="attached")
    assert board.school.see()["view"]["results"][0]["guessed_by"] == 1


async def test_a_round_by_keyboard_alone(board, open_page):
    """Come in, spell, and press: no pointer is needed."""
    page = await open_page(f"{board.address}/seat?code={board.code}", size=PHONE)
    await page.wait_for_selector(".picks label")
    await page.focus("#code")
    await page.keyboard.press("Tab")
    await page.keyboard.press("Space")
    await page.locator(".join .main").focus()
    await page.keyboard.press("Enter")
    await page.wait_for_selector(".me")
    await board.people("Maker")
    await board.begin(length=5, board_makes=False)
    await page.wait_for_selector(".wordpad")
    for _ in range(12):
        await page.keyboard.press("Tab")
        if await page.evaluate("() => document.activeElement.matches('.boxes input')"):
            break
    await page.keyboard.type("hobby")
    await page.keyboard.press("Enter")

    hold = page.get_by_role("button", name="Hold to see your word")
    await hold.focus()
    assert "HOBBY" not in await page.content()
    await page.keyboard.down("Space")
    await page.wait_for_selector(".secret .word")
    await page.keyboard.up("Space")
    await page.wait_for_selector(".secret .word", state="detached")
    assert "HOBBY" not in await page.content()


async def test_a_makers_word_shows_only_while_it_is_held(board, open_page):
    """The maker's word and hidden pieces are shown only while the button is held."""
    ann = await come(board, open_page, "Ann")
    await board.people("Ben")
    await board.begin(length=5, board_makes=False)
    await spell(ann, "HOBBY")
    await ann.get_by_text("●●●●Y").wait_for()
    await ann.get_by_role("button", name="Set the word").click()
    hold = ann.get_by_role("button", name="Hold to see your word")
    await hold.wait_for()
    assert await ann.locator(".secret .piece").count() == 0

    await hold.hover()
    await ann.mouse.down()
    await ann.wait_for_selector(".secret .word")
    assert await ann.locator(".secret .word .piece").count() == 14
    assert "4 \u00d7 red long stick" in await ann.inner_text(".secret")
    await ann.mouse.up()
    await ann.wait_for_selector(".secret .word", state="detached")


async def test_umlauts_are_laid_as_two_letters(board, open_page):
    """GRÜN has four letters to say and five to lay."""
    page = await come(board, open_page, "Anna", lang="de")
    await board.people("Ben")
    await board.begin(length=5, board_makes=False, language="de")
    await spell(page, "GRÜN")
    await page.wait_for_function(
        "() => document.querySelector('input').value === 'GRUEN'"
    )
    await page.get_by_role("button", name="QWERTZ").click()
    row = await page.locator(".keys.rows > div").first.inner_text()
    assert row.split() == list("QWERTZUIOP")


async def test_a_hunch_is_only_mine(board, open_page):
    """U18: a hunch can be locked while another player is on turn, and costs nothing."""
    await board.people("Ann", "Ben")
    cem = await come(board, open_page, "Cem")
    await board.begin(length=5, board_makes=False)
    await board.do("secret", by=0, word="HOBBY")
    await cem.wait_for_selector(".pad")
    await spell(cem, "HOBBY")
    await cem.get_by_role("button", name="Just a hunch").click()
    await cem.locator(".slip").get_by_text("Locked: HOBBY").wait_for()
    await cem.wait_for_function(SEEN, arg=".slip")
    await cem.get_by_role("button", name="Back to the game").click()
    await cem.locator(".locked-hunch").get_by_text("Locked: HOBBY").wait_for()
    assert board.school.see()["view"]["guesses"] == ()


async def test_a_receipt_of_a_hunch_makes_way_for_a_pause_and_for_a_turn(
    board, open_page
):
    """A phone says what it waits for, also while the receipt of a hunch is open."""
    await board.people("Ann", "Ben")
    cem = await come(board, open_page, "Cem")
    await board.begin(length=5, board_makes=False)
    await board.do("secret", by=0, word="HOBBY")
    await cem.wait_for_selector(".pad")
    await spell(cem, "HAPPY")
    await cem.get_by_role("button", name="Just a hunch").click()
    await cem.locator(".slip").wait_for()
    await board.school.api.send(Pause(paused=True).line)
    await cem.locator(".now h1", has_text="The game waits").wait_for()
    await board.school.api.send(Pause(paused=False).line)
    await cem.locator(".slip").wait_for()
    await board.do("tap", zone=1, kind="red")
    await cem.locator(".now.mine h1", has_text="Your turn").wait_for()
    assert await cem.locator(".slip").count() == 0


#: Whether all of something is on the screen.
SEEN = """(one) => { const box = document.querySelector(one).getBoundingClientRect();
  return box.top >= 0 && box.bottom <= innerHeight && box.right <= innerWidth; }"""


async def test_retiring_is_asked_once_more(board, open_page):
    """U25: retiring is in the list behind "More" and needs a confirmation."""
    await board.people("Ann")
    ben = await come(board, open_page, "Ben")
    await board.people("Cem")
    await board.begin(length=5, board_makes=False)
    await board.do("secret", by=0, word="HOBBY")
    for answer in ("Play on", "Retire"):
        await ben.get_by_role("button", name="More").click()
        await ben.get_by_role("button", name="Retire from this round").click()
        dialog = ben.get_by_role("dialog", name="Really retire?")
        await dialog.get_by_role("button", name=answer, exact=True).click()
        await dialog.wait_for(state="detached")
    assert board.school.see()["view"]["seekers"] == (2,)


async def test_the_alphabet_is_two_touches_away(board, open_page):
    """The alphabet opens with two presses, and Escape closes it."""
    page = await come(board, open_page, "Ann")
    await page.get_by_role("button", name="More").click()
    await page.get_by_role("button", name="Alphabet").click()
    await page.wait_for_selector("dialog .alphabet")
    assert await page.locator("dialog .alphabet li").count() == 28
    await page.keyboard.press("Escape")
    await page.wait_for_selector("dialog", state="detached")


async def test_a_player_begins_a_game_and_leaves(board, open_page):
    """At home a phone can begin a game; leaving frees its seat."""
    page = await come(board, open_page, "Ann")
    await page.get_by_role("button", name="New game").click()
    await page.get_by_role("dialog").get_by_label("4", exact=True).first.check()
    await page.get_by_role("button", name="Begin").click()
    await page.wait_for_selector(".play")
    assert board.school.see()["length"] == 4

    await page.get_by_role("button", name="More").click()
    await page.get_by_role("button", name="Leave").click()
    await page.get_by_role("button", name="Put this phone away").click()
    await page.wait_for_selector(".join")


async def test_the_button_that_begins_is_never_below_the_fold(board, open_page):
    """U25: on a phone of 360 pixels, for each game, the house rules open as well."""
    page = await come(board, open_page, "Ann", size=(360, 640), lang="de")
    await page.get_by_role("button", name="Neues Spiel").click()
    games = page.locator(".choosing-form input[name=game]")
    await games.first.wait_for(state="attached")
    assert await games.count() == 4
    for at in range(4):
        await games.nth(at).check(force=True)
        await page.wait_for_function(SEEN, arg=".choosing-form .main")
        await page.locator(".choosing-form summary").click()
        await page.wait_for_function(SEEN, arg=".choosing-form .main")
        await page.locator(".choosing-form summary").click()


@pytest.mark.parametrize("lang", ["en", pytest.param("de", marks=pytest.mark.long)])
async def test_every_target_is_large_and_axe_finds_nothing(
    board, open_page, eyes, lang
):
    """44 pixels on the smallest phone, in each of a seat's states."""
    eyes.expect("Applying inline style")  # axe's own, while it looks
    url = f"{board.address}/seat?code={board.code}"
    page = await open_page(url, size=(320, 640), lang=lang)
    await page.wait_for_selector(".picks label")
    assert (await page.evaluate(SMALL), await violations(page)) == ([], [])
    page = await come(board, open_page, "Ann", size=(320, 640), lang=lang)
    assert (await page.evaluate(SMALL), await violations(page)) == ([], [])
    await board.people("Ben")
    await board.begin(length=5, board_makes=False, language=lang)
    await page.wait_for_selector(".wordpad")
    assert (await page.evaluate(SMALL), await violations(page)) == ([], [])
    await page.locator("header button").last.click()
    await page.wait_for_selector("dialog")
    assert (await page.evaluate(SMALL), await violations(page)) == ([], [])


@pytest.mark.parametrize("size", [(360, 640), (800, 480), (1920, 1080)])
async def test_a_turn_fits_a_screen_without_scrolling(board, open_page, size):
    """Line, zones, tokens, boxes and every key at once, in bonus mode as well."""
    await board.people("Ann")
    ben = await come(board, open_page, "Ben", size=size, lang="de")
    await board.begin(length=3, board_makes=False, language="de")
    await board.do("secret", by=0, word="UHU")
    for zone, kinds in ((1, "green yellow yellow"), (2, "red red yellow")):
        for kind in kinds.split():
            await board.do("tap", zone=zone, kind=kind)
    await ben.get_by_role("button", name="Nach einem Teil fragen").wait_for()
    await fits(ben)
    await ben.get_by_role("button", name="Ich weiß das Wort").click()
    await ben.wait_for_selector(".pad")
    await fits(ben)
    await ben.get_by_role("button", name="QWERTZ").click()
    await scrolls_nowhere(ben)


async def fits(page):
    """Hold a round to its screen: no scrolling, and nothing too small."""
    await page.wait_for_selector(".play")
    await scrolls_nowhere(page)
    assert await page.evaluate(SMALL) == []


async def scrolls_nowhere(page):
    """Hold a page to its screen; ten keys of a row are narrower than a finger."""
    high, wide = await page.evaluate(
        "() => [document.documentElement.scrollHeight - innerHeight,"
        " document.documentElement.scrollWidth - innerWidth]"
    )
    assert (high <= 0, wide <= 0) == (True, True)


async def test_so_does_a_wait_with_both_buttons_and_the_name_in_one_line(
    board, open_page
):
    """In German both buttons and a long name fit in one line."""
    await board.people("Ann", "Ben")
    cem = await come(board, open_page, "Christiane", size=(800, 480), lang="de")
    await board.begin(length=5, board_makes=False, language="de")
    await board.do("secret", by=0, word="HALLO")
    await cem.get_by_role("button", name="Nur eine Ahnung").wait_for()
    await fits(cem)
    assert (await cem.locator(".me b").bounding_box())["height"] < 40


@pytest.mark.long
async def test_a_name_that_was_erased_is_offered_to_nobody(board, open_page):
    """A phone that stood at the door all the while, and one that was sent home."""
    teacher = await board.school.teacher()
    await board.school.begin(teacher, "Green frogs", "Blue owls", board_makes=True)
    waiting = await open_page(f"{board.address}/seat?code={board.code}", size=PHONE)
    await waiting.locator("text=I am Green frogs").wait_for()
    phone = await board.phone(seat=0)
    kept = [
        {"name": name, "value": value, "url": board.address}
        for name, value in phone.cookies.items()
    ]
    await phone.aclose()
    playing = await open_page(f"{board.address}/seat", size=PHONE, cookies=kept)
    await playing.wait_for_selector(".me >> text=Green frogs")
    await teacher.post("/api/teacher/end")
    for page in (waiting, playing):
        await page.wait_for_selector(".picks")
        await page.wait_for_function(NAMELESS)
    anybody = board.school.browser()
    for path in ("/api/me", "/api/state", "/api/state?as=seat"):
        told = (await anybody.client.get(path)).text
        assert "frogs" not in told
        assert "owls" not in told
    kept_by_browsers = "() => JSON.stringify({...localStorage, ...sessionStorage})"
    for page in (waiting, playing):
        assert "frogs" not in await page.evaluate(kept_by_browsers)


async def test_a_chosen_nickname_stays_when_another_player_joins(
    board, open_page, monkeypatch
):
    """Nicknames stay until other ones are wanted; no choice is sent that is gone."""
    names = cycle(load_nicknames("en"))
    monkeypatch.setattr(
        JournalArchive, "nicknames", lambda _self, _language, n: list(islice(names, n))
    )
    page = await open_page(f"{board.address}/seat?code={board.code}", size=PHONE)
    picks = page.locator(".join .picks label")
    await picks.first.wait_for()
    offered = await picks.all_inner_texts()
    await picks.nth(1).click()
    await board.people("Ann", offered[2])
    ann = page.locator(".picks label", has_text="I am Ann")
    await page.get_by_text(f"I am {offered[2]}").wait_for()
    left = [one for one in offered if one != offered[2]]
    assert (await picks.all_inner_texts())[2:] == left
    assert await page.get_by_label(offered[1], exact=True).is_checked()

    await ann.click()
    phone = await board.phone(seat=0)
    await ann.wait_for(state="detached")
    assert await page.locator(".picks input:checked").count() == 0
    await phone.aclose()

    await page.get_by_label(offered[1], exact=True).check(force=True)
    await page.get_by_role("button", name="Other names").click()
    await page.get_by_label(offered[1], exact=True).wait_for(state="detached")
    assert await page.locator(".picks input:checked").count() == 0
    await page.locator(".join .main").click()
    await page.get_by_text("Choose a name first.").wait_for()


async def test_a_nickname_that_has_just_become_a_players_is_not_offered(
    board, open_page
):
    """The answer about free seats may be newer than the page's list of players."""
    page = await open_page(f"{board.address}/seat?code={board.code}", size=PHONE)
    picks = page.locator(".join .picks label")
    await picks.first.wait_for()
    taken = (await picks.all_inner_texts())[2]

    async def newer(route):
        answer = await (own := await route.fetch()).json()
        answer["free"].append({**answer["free"][0], "seat": 1, "name": taken})
        await route.fulfill(response=own, json=answer)

    await page.route("**/api/me*", newer)
    await board.people("Ann")
    await page.get_by_text(f"I am {taken}").wait_for()
    assert taken not in await picks.all_inner_texts()


#: No player's name is on the page.
NAMELESS = "() => !/frogs|owls/.test(document.body.innerHTML)"


# --- a board of glass -------------------------------------------------------


class Glass:
    """A virtual board that answers each touch at once."""

    api = None

    def look(self, _language):
        """Return an empty document."""
        return {}

    def on_change(self, _tell):
        """Ignore the callback: nothing changes by itself."""

    async def touch(self, what):
        """Tap."""
        line = {"do": "tap", "zone": what["zone"], "kind": what["kind"]}
        await self.api.do(line)


@pytest_asyncio.fixture(loop_scope="session")
async def glass(tmp_path):
    """Return a virtual board that browsers can reach."""
    virtual = Glass()
    async with served(tmp_path, virtual=virtual) as board:
        virtual.api = board.school.api
        yield board


async def in_hand(board):
    """Return the kind in hand, once there is one."""
    await until(lambda: board.school.see()["view"]["holding"])
    return board.school.see()["view"]["holding"]


def zones_of(word, kind, *, wanted):
    """Return the zones whose letter has that kind, or has it not."""
    place = KINDS.index(kind)
    return [n for n, one in enumerate(word, 1) if bool(build_of(one)[place]) is wanted]


async def test_a_tap_chooses_a_zone_and_one_button_lays_the_piece(glass, open_page):
    """U7: a tap chooses a zone, a button lays the piece, the answer fills the page."""
    ann = await come(glass, open_page, "Ann")
    await glass.begin(length=5, board_makes=True, rounds=1, words=["TIGER"])
    kind = await in_hand(glass)
    assert await ann.get_by_role("button", name="Tap a zone").is_disabled()
    wrong, right = (zones_of("TIGER", kind, wanted=one)[0] for one in (False, True))

    await ann.get_by_role("button", name=f"Zone {wrong}: lay").click()
    await ann.get_by_role("button", name=f"Lay it in zone {wrong}").click()
    await ann.locator(".beat.no").get_by_text(f"Not in zone {wrong}.").wait_for()
    await ann.get_by_role("button", name=f"Zone {right}: lay").click()
    await ann.get_by_role("button", name=f"Lay it in zone {right}").click()
    await ann.locator(".beat.yes").get_by_text(f"Zone {right} needs").wait_for()
    assert sum(map(sum, glass.school.see()["view"]["placed"])) == 1


async def test_at_a_real_board_no_zone_looks_like_a_button(board, open_page):
    """With a real board the page says to tap there, and its zones are no buttons."""
    ann = await come(board, open_page, "Ann")
    await board.begin(length=5, board_makes=True, rounds=1, words=["TIGER"])
    await in_hand(board)
    await ann.get_by_text("Tap it on the board").wait_for()
    assert await ann.locator(".strip button").count() == 0


@pytest.mark.long
async def test_letters_that_cannot_be_are_pale_and_say_why(glass, open_page):
    """A letter that cannot be is disabled and says why."""
    ann = await come(glass, open_page, "Ann")
    await glass.begin(length=5, board_makes=True, rounds=1, words=["TIGER"])
    while (kind := await in_hand(glass)) != "red":
        place, placed = KINDS.index(kind), glass.school.see()["view"]["placed"]
        zone = next(
            n
            for n in zones_of("TIGER", kind, wanted=True)[::-1]
            if placed[n - 1][place] < build_of("TIGER"[n - 1])[place]
        )
        await glass.do("tap", zone=zone, kind=kind)
    await glass.do("tap", zone=1, kind="red")
    await ann.get_by_role("button", name="I know the word").click()
    await ann.get_by_role("button", name="O", exact=True).click(force=True)
    await ann.get_by_text("Zone 1 is no O").wait_for()
    await spell(ann, "T")
    assert await ann.locator(".slot").all_inner_texts() == ["T", "", "", "", ""]


async def test_a_paused_game_says_so_and_not_whose_turn_it_is(glass, open_page):
    """In a pause a phone shows that, and not whose turn it is (U10)."""
    ann = await come(glass, open_page, "Ann")
    await glass.begin(length=5, board_makes=True, rounds=1, words=["TIGER"])
    await ann.get_by_text("Your turn!").wait_for()
    await glass.school.api.send(Pause(paused=True).line)
    await ann.get_by_text("Pause. The game waits.").wait_for()
    assert await ann.get_by_text("Your turn!").count() == 0


@pytest.mark.long
async def test_the_winners_phone_says_so_and_no_phone_has_the_turn(glass, open_page):
    """The winner's phone shows the win, and no phone shows a turn (U15)."""
    ann = await come(glass, open_page, "Ann")
    ben = await come(glass, open_page, "Ben")
    await glass.begin(length=5, board_makes=True, rounds=1, words=["TIGER"])
    await in_hand(glass)
    await glass.do("guess", by=1, word="TIGER")
    await ben.get_by_role("heading", name="You won!").wait_for()
    await ann.get_by_role("heading", name="Ben").wait_for()
    for page in (ann, ben):
        assert await page.get_by_text("Your turn!").count() == 0


@pytest.mark.long
async def test_with_nothing_hidden_one_guesses_and_asks_for_no_piece(board, open_page):
    """U8, U25: with no hidden pieces the phone offers a guess and no piece."""
    await board.people("Ann")
    ben = await come(board, open_page, "Ben")
    await board.begin(length=3, board_makes=False)
    await board.do("secret", by=0, word="TIN")
    for zone, kind in (1, "red"), (1, "yellow"), (2, "red"), *[(3, "red")] * 3:
        if board.school.see()["view"]["bonus_mode"]:
            await board.do("ask")
        await board.do("tap", zone=zone, kind=kind)
    assert board.school.see()["view"]["hidden"] == 0
    await ben.get_by_role("button", name="Guess").wait_for()
    assert await ben.locator(".two .main").count() == 1
    assert await ben.get_by_text("Ask for a piece").count() == 0
    text = await ben.inner_text("main")
    assert not any(line.lstrip().startswith(":") for line in text.splitlines())


async def test_an_animal_is_chosen_at_the_door(board, open_page):
    """U18: an animal is chosen at joining, and a taken one is disabled."""
    page = await open_page(f"{board.address}/seat?code={board.code}", size=PHONE)
    await page.locator(".picks input").first.check()
    await page.get_by_label("Penguin").check(force=True)
    await page.locator(".join .main").click()
    await page.wait_for_selector("header .animal.who-penguin")
    other = await open_page(f"{board.address}/seat?code={board.code}", size=PHONE)
    await other.wait_for_selector(".animals input")
    assert await other.get_by_label("Penguin").is_disabled()
