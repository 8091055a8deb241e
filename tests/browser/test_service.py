"""The service page: it shows broken parts and starts the walk."""

from firmware_host.board.events import Button
from firmware_host.board.pieces import Zone
from tests.browser.axe import violations
from tests.browser.test_teacher import sign_in


async def test_whoever_is_no_teacher_is_shown_the_way(board, open_page):
    """A pupil who finds the page finds nothing on it."""
    page = await open_page(f"{board.address}/service")
    await page.click("text=sign in on the teacher's page")
    await page.wait_for_url("**/teacher")


async def test_a_fault_and_its_next_step_are_seen_and_gone(board, open_page):
    page = await open_page(f"{board.address}/teacher", size=(800, 480))
    await sign_in(board, page)
    await page.click(".rest > summary")
    await page.click("text=Service")
    await page.locator(".parts .ok").first.wait_for()
    board.school.pads.fail(Zone(2), 1)
    first = page.locator(".parts .broken").first
    await first.wait_for()
    told = await first.inner_text()
    assert "pad of zone 2" in told
    assert "→ Look at its plug" in told
    board.school.pads.fail(Zone(2), 0)
    await first.wait_for(state="detached")


async def test_the_walk_is_led_from_the_page_and_from_the_board(board, open_page):
    page = await open_page(f"{board.address}/teacher", size=(320, 640))
    await sign_in(board, page)
    await page.goto(f"{board.address}/service")
    await page.click("text=Begin the walk")
    await page.wait_for_selector(".asks >> text=Press: button tick")
    await page.click("text=It works")
    await page.wait_for_selector(".asks >> text=Press: button cross")
    assert await violations(page) == []
    board.school.pads.press(Button.CROSS)
    board.school.pads.release(Button.CROSS)
    await page.wait_for_selector(".asks >> text=Press: button Circle")
    await page.click("text=It does not")
    await page.click("text=End the walk")
    await page.wait_for_selector("text=What was seen")
    walked = await page.inner_text(".walk .parts")
    assert "button Circle broken" in " ".join(walked.split())
    assert board.school.web.services.service.where is None


async def test_the_report_is_saved_as_a_file(board, open_page):
    page = await open_page(f"{board.address}/teacher")
    await sign_in(board, page)
    await page.goto(f"{board.address}/service?lang=de")
    async with page.expect_download() as saving:
        await page.click("text=Bericht speichern")
    saved = await saving.value
    assert saved.suggested_filename == "letterzone-report.txt"
    text = (await saved.path()).read_text(encoding="utf-8")
    assert text.startswith("# Bericht über ein Letterzone-Brett")
