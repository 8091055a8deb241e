"""Word packs as a teacher, a family and a player who makes a word use them."""

import json

import pytest

from tests.app.content.sheets import excel
from tests.browser.axe import violations
from tests.browser.demo import Demo
from tests.browser.served import come
from tests.browser.test_seat import spell
from tests.browser.test_teacher import open_section, section, sign_in
from tests.controller.bench import until
from tests.words.packs.test_pack import PETS, write_packs

pytestmark = pytest.mark.long


async def test_a_pack_comes_from_a_phone_is_drawn_from_and_goes_out_again(
    board, open_page, tmp_path
):
    """A typed pack is saved, deleted and imported again, with the same file."""
    page = await open_page(f"{board.address}/teacher", size=(390, 844))
    await sign_in(board, page)
    await open_section(page, "Word packs")
    await page.click("text=New pack")
    await page.fill(".fields input >> nth=0", "Week 12")
    await page.click("text=For whom, topic, licence, author")
    await page.get_by_label("Licence").fill("CC0-1.0")
    await page.fill("textarea", "hobby panda zyblo")
    await page.click("text=Check")
    await page.click("text=Keep 3 words")
    own = section(page, "Word packs").locator(".rows").first
    async with page.expect_download() as saved:
        await own.get_by_text("Save").click()
    first = tmp_path / "first.json"
    await (await saved.value).save_as(first)
    (pack,) = json.loads(first.read_text("utf-8"))["packs"]
    assert (pack["name"], pack["licence"]) == ("Week 12", "CC0-1.0")
    await own.get_by_text("Delete").click()
    await page.click("dialog .main")
    await own.locator("li").first.wait_for(state="detached")
    take = page.locator("input[accept='application/json,.json']")
    await take.set_input_files(first)
    await page.wait_for_selector("text=Taken: Week 12")
    await own.get_by_text("Draw from it").click()
    await own.locator("[aria-pressed=true] >> text=Is drawn from").wait_for()
    async with page.expect_download() as saved:
        await page.click("text=Save our own in a file")
    second = tmp_path / "second.json"
    await (await saved.value).save_as(second)
    assert second.read_bytes() == first.read_bytes()
    assert await violations(page) == []
    await board.begin(board_makes=True, players=["Ann"], length=5, rounds=2)
    header = board.school.table.session.playing.header
    assert header.language.own.words(5) == ("HOBBY", "PANDA", "ZYBLO")


async def test_a_teacher_taps_the_column_of_a_list_from_a_spreadsheet(
    board, open_page, tmp_path
):
    """Each refused cell has its reason; the words of the column are kept."""
    page = await open_page(f"{board.address}/teacher", size=(390, 844))
    await sign_in(board, page)
    await open_section(page, "Word packs")
    await page.click("text=New pack")
    await page.fill(".fields input >> nth=0", "Week 12")
    file = tmp_path / "list.xlsx"
    rows = [
        ["Class", "Word"],
        ["4b", "the hobby"],
        ["4b", "ice cream"],
        ["4b", "panda"],
    ]
    file.write_bytes(excel({"Week 12": rows, "Week 13": [["a", "light"]] * 2}))
    pick = page.locator("form input[type=file]")
    await pick.set_input_files(file)
    await page.wait_for_selector("text=Tap the column")
    assert await page.locator(".brought thead .main").inner_text() == "Word"
    assert await page.locator(".brought td >> text=the hobby").count() == 1
    assert await violations(page) == []
    await page.click(".brought thead >> text=Word")
    await page.click("text=Check")
    await page.wait_for_selector(".bad >> text=There are several words in one cell.")
    await page.wait_for_selector(".good >> text=Read as HOBBY.")
    await page.wait_for_selector("text=Keep 2 words")
    await pick.set_input_files(file)
    await page.get_by_label("Sheet").select_option("Week 13")
    await page.wait_for_selector(".brought td >> text=light")
    file.write_bytes("bread\nTür\n".encode("cp1252"))
    await pick.set_input_files(file)
    await page.wait_for_selector("text=Read as Windows-1252")
    assert await page.locator("textarea").input_value() == "bread\nTür"
    file.write_bytes(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")
    await pick.set_input_files(file)
    await page.wait_for_selector(".why >> text=That is an old Excel file")


@pytest.mark.parametrize(
    ("spoilt", "says"),
    [
        ({"words": ["BAER"]}, "Prüfsumme"),
        ({"language": "fr"}, "Prüfsumme"),
        (None, "keine Datei mit Wörterpaketen"),
    ],
)
async def test_a_spoilt_file_is_refused_in_one_sentence(
    board, open_page, tmp_path, spoilt, says
):
    """A damaged file is refused with one sentence, and a good one is then accepted."""
    page = await open_page(f"{board.address}/teacher?lang=de", lang="de")
    await page.fill("[name=code]", await board.school.hold())
    await page.fill("[name=passphrase]", "four green bicycles")
    await page.click("form .main")
    await page.wait_for_selector(".lesson")
    await open_section(page, "Wörterpakete")
    right, wrong = tmp_path / "right.json", tmp_path / "wrong.json"
    file = json.loads(write_packs([PETS]))
    right.write_text(json.dumps(file), "utf-8")
    if spoilt:
        file["packs"][0] |= spoilt
    wrong.write_text(json.dumps(file if spoilt else {}), "utf-8")
    take = page.locator("input[accept='application/json,.json']")
    await take.set_input_files(wrong)
    await page.wait_for_selector(f".why >> text={says}")
    await take.set_input_files(right)
    await page.wait_for_selector("text=Übernommen: Tiere")


async def test_a_family_looks_through_a_pack_and_plays_it(demo: Demo, open_page):
    """At home a family can view a pack and play with it, without a teacher."""
    page = await open_page(demo.at("/packs?from=board"), size=(800, 480))
    await page.locator("select").select_option(label="Animals (English)")
    await page.wait_for_selector("th >> text=PANDA")
    assert await page.locator("td >> text=GOAL").count() == 1  # GOAT's twin
    assert await violations(page) == []
    await page.click("nav.back a")
    await page.click(".who .line")
    await page.click("text=All house rules")
    await page.get_by_label("Words").select_option(label="Pack: Animals")
    await page.click("text=Begin")
    await page.wait_for_selector(".chips")
    state = await page.evaluate("fetch('/api/state').then((one) => one.json())")
    assert state["pack"] == "animals"


async def test_a_maker_alone_reads_that_a_word_is_rare_or_has_a_twin(board, open_page):
    """
    Only the phone that makes a word gets the remark that it is rare or has a twin.

    The twin is not named, and any word may be set.
    """
    ann, ben = await come(board, open_page, "Ann"), await come(board, open_page, "Ben")
    await board.begin(length=5, board_makes=False)
    await spell(ann, "AALII")
    await ann.wait_for_selector("text=Hardly anybody knows this word")
    before = await ben.locator("main").inner_text()
    for _ in range(5):
        await ann.get_by_text("⌫").click()
    await ann.wait_for_selector("text=Hardly anybody knows", state="detached")
    await spell(ann, "LIGHT")
    await ann.wait_for_selector("text=Another word fits the same pieces")
    assert "TIGHT" not in await ann.content()
    assert await violations(ann) == []
    assert await ben.locator("main").inner_text() == before
    await ann.get_by_role("button", name="Set the word").click()
    await until(lambda: board.school.see()["view"]["commitment"])
