"""The teacher's page: claimed at the board, a lesson by its buttons, and its end."""

import re
from dataclasses import replace

import pytest
from playwright.async_api import expect

from firmware_host.board.entries import Tag
from firmware_host.board.events import Button, Pressed, Released
from firmware_host.board.pieces import ZONES, Kind, Piece
from tests.browser.axe import LOOKS, violations
from tests.browser.eyes import wait_out_double_click
from tests.controller.bench import until
from tests.web.school import ADDRESS, PASSPHRASE

SECTIONS = (
    *(
        "Players and teams",
        "Phones",
        "Word packs",
        "Words that are not allowed as names",
    ),
    *("Settings", "Sounds"),
    *("Pieces and tags", "Backups", "Version and update", "Names and passphrase"),
)


async def sign_in(board, page):
    """Claim the class as a teacher does: hold, read, type."""
    await page.goto(f"{board.address}/teacher")
    await page.fill("[name=code]", await board.school.hold())
    await page.fill("[name=passphrase]", PASSPHRASE)
    await page.click("form .main")
    await page.wait_for_selector(".lesson")


@pytest.mark.long
async def test_what_a_phone_has_scanned_leaves_the_passphrase_to_be_typed(
    board, open_page
):
    """
    A scanned code leaves only the passphrase to type, and is not in the address.

    A reload asks for the digits.
    """
    school = board.school
    await until(lambda: school.table.session.pages)
    school.table.happen(Pressed(Button.SERVICE))
    await until(lambda: school.table.face.local is not None)
    path = school.table.face.local.scan.removeprefix(ADDRESS.upper())
    page = await open_page(f"{board.address}{path}", size=(390, 844))
    await page.wait_for_selector("text=The code is scanned")
    assert page.url == f"{board.address}/teacher"
    assert not await page.locator("#claim-code").count()
    assert await violations(page) == []
    await page.fill("[name=passphrase]", PASSPHRASE)
    await page.click("form .main")
    await page.wait_for_selector(".lesson")
    again = await open_page(f"{board.address}{path}")
    await again.fill("[name=passphrase]", PASSPHRASE)
    await again.click("form .main")
    await again.wait_for_selector("text=That is not the code")
    await again.click("text=Sign in without the scanned code")
    await again.wait_for_selector("text=Passphrase forgotten")
    school.table.happen(Released(Button.SERVICE))


def section(page, title):
    return page.locator(".section").filter(has=page.locator(f"h2 >> text={title}"))


async def open_rest(page):
    """Open the section below the three buttons."""
    if not await page.locator(".rest[open]").count():
        await page.click(".rest > summary")
    await page.locator(".sections").wait_for()


async def open_section(page, title):
    await open_rest(page)
    await section(page, title).locator("summary").click()
    await section(page, title).locator(".inside").wait_for()


async def test_a_lesson_by_its_buttons(board, open_page):
    """Claim, make teams, begin, pause, end; the names are gone with the page."""
    page = await open_page(f"{board.address}/teacher", size=(800, 480))
    await sign_in(board, page)
    await open_section(page, "Players and teams")
    await page.click("fieldset button >> text=3")
    await page.locator(".rows li >> nth=2").wait_for()
    await wait_out_double_click(page)
    await page.click(".three b >> text=Begin")
    await page.wait_for_selector(".three b >> text=Pause")
    await wait_out_double_click(page)
    await page.click(".three b >> text=Pause")
    await page.wait_for_selector(".three b >> text=Go on")
    await wait_out_double_click(page)
    assert board.school.see()["paused"]
    await page.click(".three b >> text=Go on")
    await page.wait_for_selector(".three b >> text=Pause")
    await board.do("void")
    await open_rest(page)
    await page.click(".bar >> text=End the lesson")
    await page.click("dialog .main")
    await until(lambda: board.school.web.classroom.acts[-1][0] == "end")
    assert not any(
        isinstance(one["name"], str) for one in board.school.see()["players"]
    )


async def test_the_end_of_a_lesson_says_what_was_erased(board, open_page):
    """Ending a lesson says that names are erased, and if there is no podium."""
    page = await open_page(f"{board.address}/teacher")
    await sign_in(board, page)
    await board.people("Theodora", "Ingeborg")
    await page.click(".three b >> text=Begin")
    await page.wait_for_selector(".three b >> text=Last round")
    await wait_out_double_click(page)
    await page.click(".three b >> text=Last round")
    await page.wait_for_selector(".three b >> text=To the podium")
    await wait_out_double_click(page)
    await page.click(".three b >> text=To the podium")
    await page.wait_for_selector("dialog >> text=so there is no podium")
    await page.click("dialog .main")
    await page.click(".three b >> text=End the lesson")
    await page.click("dialog .main")
    await page.wait_for_selector(".ended >> text=All names are erased")
    await page.click(".ended .main")
    await page.wait_for_selector(".now h1 >> text=The lesson is over")
    await page.wait_for_selector(".now >> text=All names are erased")


async def test_the_next_game_is_seen_while_the_last_one_is_over(board, open_page):
    """After a game the settings and the remote show the game that would begin next."""
    page = await open_page(f"{board.address}/teacher")
    await sign_in(board, page)
    await board.people("Tina", "Lee")
    await board.begin(game="decipher", length=5, rounds=1, words=["HOBBY"])
    await board.do("end")
    await page.wait_for_selector(".three b >> text=Play again")
    await open_section(page, "Settings")
    fields = section(page, "Settings").locator(".fields select")
    await fields.first.select_option("wqrdles")
    await page.wait_for_selector(".three b >> text=Begin")
    await page.wait_for_selector(".now >> text=The next game")
    await page.wait_for_selector(".now >> text=WQRDLES")
    await board.school.api.send({"command": "pause", "paused": False})
    knob = section(page, "Settings").locator("[name=knob-sequence]")
    await knob.first.wait_for()
    assert await fields.first.input_value() == "wqrdles"
    await fields.nth(2).select_option("4")
    await page.wait_for_selector(".now >> text=4 letters")
    assert await fields.nth(2).input_value() == "4"
    await page.click(".three b >> text=Begin")
    await page.wait_for_selector(".three b >> text=Pause")
    now = board.school.see()
    assert (now["game"], now["length"]) == ("wqrdles", 4)


async def test_a_team_without_a_phone_is_named(board, open_page):
    """A team without a phone is named on both pages once there is a phone."""
    page = await open_page(f"{board.address}/teacher?lang=en")
    wall = await open_page(f"{board.address}/wall?lang=en")
    await sign_in(board, page)
    await page.click(".three b >> text=Make teams")
    await page.click("dialog button >> text=2")
    await wall.wait_for_selector(".bench >> nth=1")
    assert await wall.locator(".empty").count() == 0
    phone = await board.phone()
    await page.wait_for_selector(".now >> text=Team 2: no phone yet.")
    await wall.wait_for_selector(".bench:nth-child(2) .empty >> text=No phone yet")
    assert await wall.locator(".empty").count() == 1
    await phone.aclose()


@pytest.mark.long
async def test_the_scoresheet_is_handed_over_at_the_end(board, open_page):
    """At the end the page shows the scoresheet with names, which are stored nowhere."""
    page = await open_page(f"{board.address}/teacher")
    await sign_in(board, page)
    await board.people("Theodora", "Ingeborg")
    await board.begin(board_makes=False)
    await board.do("secret", by=0, word="HOBBY")
    await board.do("guess", by=1, word="HOBBY")
    await open_rest(page)
    await page.click(".bar >> text=End the lesson")
    await page.click("dialog .main")
    await page.wait_for_selector(".ended")
    told = await page.inner_text(".ended table")
    assert "Theodora" in told
    assert "HOBBY" in told
    assert "Theodora" not in repr(board.school.see())


async def test_words_are_looked_through_before_they_are_kept(board, open_page):
    """Each word that cannot be played says why; the board draws from the rest."""
    page = await open_page(f"{board.address}/teacher")
    await sign_in(board, page)
    await open_section(page, "Word packs")
    await page.click("text=New pack")
    await page.fill(".fields input", "4b")
    await page.fill("textarea", "hobby panda butterfly")
    await page.click("text=Check")
    await page.wait_for_selector(".verdict .bad >> text=butterfly")
    await page.click("text=Keep 2 words")
    await page.click("text=Draw from it >> visible=true")
    await page.wait_for_selector("[aria-pressed=true] >> text=Is drawn from")
    known = board.school.web.services.packs.known(["HOBBY", "TIGER"], "en")
    assert known == ["HOBBY"]


async def test_everything_is_folded_up_and_opens_by_keyboard(board, open_page):
    page = await open_page(f"{board.address}/teacher")
    await sign_in(board, page)
    assert await page.locator(".section").count() == 0
    await page.locator(".rest > summary").focus()
    await page.keyboard.press("Enter")
    await page.locator(".sections").wait_for()
    assert await page.locator(".section .inside").count() == 0
    assert await page.locator(".section h2").all_inner_texts() == list(SECTIONS)
    for title in SECTIONS:
        await section(page, title).locator("summary").focus()
        await page.keyboard.press("Enter")
        await section(page, title).locator(".inside").wait_for()


async def test_one_device_in_two_places_is_named(board, open_page):
    """Phones of one device in two seats are listed together."""
    page = await open_page(f"{board.address}/teacher")
    await sign_in(board, page)
    await board.school.web.room.set_doors(door="open")
    for address in ("192.0.2.66", "192.0.2.67", "192.0.2.66"):
        phone = board.school.browser(address)
        name = (await phone.get("/api/me"))["nicknames"][0]
        await phone.post("/api/join", name=name)
    await open_section(page, "Phones")
    await page.wait_for_selector("text=2 phones from one device")
    assert await page.locator("text=in 2 places").count() == 1
    numbers = await section(page, "Phones").locator(".rows label").all_inner_texts()
    assert [one.split("\n")[0] for one in numbers] == ["Phone 1", "Phone 3", "Phone 2"]


async def test_a_board_of_buttons_says_nothing_of_tags(board, open_page):
    """A board of buttons has no section for tags."""
    table = board.school.table
    table.session = replace(table.session, input="buttons")
    page = await open_page(f"{board.address}/teacher")
    await sign_in(board, page)
    await open_rest(page)
    assert await page.locator(".section h2").all_inner_texts() == [
        title for title in SECTIONS if title != "Pieces and tags"
    ]


async def test_an_open_question_can_be_left_by_escape(board, open_page):
    """Escape closes a confirmation without an action."""
    page = await open_page(f"{board.address}/teacher")
    await sign_in(board, page)
    await open_rest(page)
    await page.click(".bar >> text=End the lesson")
    await page.wait_for_selector("dialog[open]")
    await page.keyboard.press("Escape")
    await page.locator("dialog").wait_for(state="detached")
    assert board.school.web.classroom.acts[-1][0] == "claimed"


@pytest.mark.parametrize("look", LOOKS, ids=str)
async def test_axe_finds_nothing(board, open_page, eyes, look):
    """Axe finds nothing before and after signing in, with every section open."""
    eyes.expect("Applying inline style")  # axe's own, while it looks
    page = await open_page(f"{board.address}/teacher", **look)
    await page.wait_for_selector("form")
    assert await violations(page) == []
    await sign_in(board, page)
    await board.people("Tina", "Lee")
    await (await board.phone(seat=0)).aclose()
    assert await violations(page) == []
    await open_rest(page)
    for summary in await page.locator(".section > summary").all():
        await summary.click()
    await page.wait_for_selector(".section:last-child .acts")
    assert await violations(page) == []
    wide = "() => document.documentElement.scrollWidth > innerWidth"
    for width in (page.viewport_size["width"], 390, 360, 320):
        await page.set_viewport_size({"width": width, "height": 800})
        assert not await page.evaluate(wide), width


async def test_a_teacher_begins_a_kiosk_and_ends_it(board, open_page):
    """The settings name the kiosk; the teacher of a kiosk can go back to the class."""
    page = await open_page(f"{board.address}/teacher")
    await sign_in(board, page)
    await open_section(page, "Settings")
    place = page.get_by_label("Who may start and pause")

    def kiosk():
        return board.school.see()["kiosk"]

    for value in ("kiosk", "class"):
        await place.select_option(value)
        await expect(place).to_have_value(value)
        await until(lambda value=value: (kiosk() is not None) == (value == "kiosk"))


async def test_a_refused_backup_can_be_chosen_again(board, open_page, tmp_path):
    """After its refusal no file is chosen, so that the browser sends it once more."""
    wrong = tmp_path / "wrong.db"
    wrong.write_bytes(b"no backup")
    page = await open_page(f"{board.address}/teacher")
    await sign_in(board, page)
    await open_section(page, "Backups")
    chooser = section(page, "Backups").locator("input[type=file]")
    await chooser.set_input_files(wrong)
    await (
        section(page, "Backups")
        .locator(".why")
        .filter(has_text=re.compile("."))
        .wait_for()
    )
    await expect(chooser).to_have_value("")


async def tap(board, number, zone):
    """Tap an unknown tag and lift it again."""
    before = board.school.web.live.number
    board.school.pads.put(zone, bytes((4, 0x77, number, 1, 2, 3, 4)))
    await until(lambda: board.school.web.live.number > before)
    board.school.pads.lift(zone)


@pytest.mark.long
async def test_a_set_is_enrolled_with_the_page_in_sight(board, open_page):
    """During an enrolment the page shows the next item and can take back the last."""
    page = await open_page(f"{board.address}/teacher")
    await sign_in(board, page)
    await open_section(page, "Pieces and tags")
    await page.click(".pair button >> text=Pieces")
    await page.wait_for_selector(".ask >> text=Tap red 1.")
    await tap(board, 1, ZONES[0])
    await page.wait_for_selector(".ask >> text=Tap red 2.")
    await page.wait_for_selector(".enrolling .good >> text=This is red 1 now.")
    await tap(board, 1, ZONES[1])
    await page.wait_for_selector(".enrolling .bad >> text=This is red 1 already.")
    assert await violations(page) == []
    await page.click("text=Take back")
    await page.wait_for_selector(".ask >> text=Tap red 1.")
    await tap(board, 2, ZONES[2])
    await page.wait_for_selector(".ask >> text=Tap red 2.")
    await page.click(".enrolling .main")
    await page.wait_for_selector(".counts >> text=1 of 16")
    assert await page.locator(".counts tbody tr").first.inner_text() == (
        "red long stick\t1 of 16\t2-16"
    )


@pytest.mark.long
async def test_a_strange_tag_is_given_a_piece_by_one_choice(board, open_page):
    """An unknown tag is listed, and can be given a piece by one choice."""
    page = await open_page(f"{board.address}/teacher")
    await sign_in(board, page)
    await open_section(page, "Pieces and tags")
    await tap(board, 7, ZONES[2])
    row = page.locator(".rows li").filter(has_text="Tapped in zone 3")
    await row.locator("select").select_option("tile-A-2")
    assert await violations(page) == []
    await row.locator("button >> text=Enrol").click()
    await row.wait_for(state="detached")
    await page.wait_for_selector(".counts >> text=1 of 82")


async def test_a_set_travels_as_a_file(board, open_page, tmp_path):
    """Saved, forgotten, taken again; a file that was cut is refused with its line."""
    page = await open_page(f"{board.address}/teacher")
    await sign_in(board, page)
    tags = board.school.web.services.tags.behind._tags
    tags.enrol(Tag(b"\x04abcdef", Piece(Kind.LONG_STICK, 1))).result()
    await open_section(page, "Pieces and tags")
    async with page.expect_download() as download:
        await page.click("text=Save this set in a file")
    await (await download.value).save_as(tmp_path / "whole.jsonl")
    await page.click("text=Forget this set")
    await page.click("dialog .main")
    await until(lambda: not tags.all())
    text = (tmp_path / "whole.jsonl").read_text()
    (tmp_path / "cut.jsonl").write_text(text[:-4])
    take = page.locator("input[type=file][accept^='.jsonl']")
    await take.set_input_files(tmp_path / "cut.jsonl")
    await page.wait_for_selector(".why >> text=Line 2 of the file")
    await take.set_input_files(tmp_path / "whole.jsonl")
    await until(lambda: tags.find(b"\x04abcdef"))


@pytest.mark.parametrize("look", LOOKS)
async def test_the_open_pieces_have_no_violation(board, open_page, look):
    """Axe finds nothing in the tags' section, with unknown tags listed."""
    page = await open_page(
        f"{board.address}/teacher?lang={look.get('lang', 'en')}", **look
    )
    await sign_in(board, page)
    await tap(board, 7, ZONES[2])
    board.school.pads.put(ZONES[1], b"\x08abc")
    await until(lambda: len(board.school.table.unknown) > 1)
    await open_rest(page)
    await page.locator(".section").nth(6).locator("summary").click()
    await page.locator(".counts").wait_for()
    await page.locator(".rows select").wait_for()
    assert await violations(page) == []
