"""The menu of the board's page, and its confirmations."""

import re

from playwright.async_api import expect

from tests.browser.axe import violations
from tests.browser.demo import command
from tests.browser.eyes import wait_out_double_click
from tests.browser.test_board import Player, begun
from tests.browser.test_wqrdles import race


async def opened(demo, open_page):
    """Return a player in a game of two."""
    player = Player(await open_page(demo.at("/")), demo)
    await player.page.get_by_role("button", name="Owl", exact=True).click()
    await begun(player)
    await player.page.locator(".chips").wait_for()
    return player


async def pressed(player, *names):
    """Press one button after the other."""
    for name in names:
        await player.page.get_by_role("button", name=name, exact=True).click()


async def opened_group(player, name):
    """Open a group of the menu."""
    await player.page.locator("dialog summary", has_text=name).click()


async def test_the_menu_has_nine_entries_at_most(demo, open_page, eyes):
    """The menu has at most nine entries; the others are in groups."""
    eyes.expect("Applying inline style")  # axe's own, while it looks
    player = await opened(demo, open_page)
    await pressed(player, "Menu")
    entries = player.page.locator(
        "dialog .inside > .menu-grid > button, dialog summary"
    )
    names = await entries.all_inner_texts()
    assert len(names) <= 9
    assert names[-4:] == ["Settings", "Read aloud", "End", "Other pages"]
    for name in names[-4:]:
        await opened_group(player, name)  # opening one shuts the others
        assert await player.page.locator("dialog details[open]").count() == 1
    assert await violations(player.page) == []


async def test_a_listener_is_told_how_it_stands(demo, open_page):
    """Keys and the menu announce the state, the last message, and the zones' pieces."""
    player = await opened(demo, open_page)
    page = player.page
    told = page.locator(".board > p.unseen[role=status]")
    state = await player.state()

    await page.keyboard.press("F2")
    await expect(told).to_contain_text("Fox.")
    await expect(told).to_contain_text("Points: Fox")
    await page.keyboard.press("F8")
    await expect(told).to_have_text("No zone has a piece.")
    zone = state["view"]["first_zone"]
    await player.lay(state["view"]["holding"], zone)
    answer = page.locator("[role=status]").filter(has_text=f"one {zone}")
    await answer.first.wait_for()
    await page.keyboard.press("F4")
    await expect(told).to_contain_text(f"{zone}")

    await pressed(player, "Menu")
    await opened_group(player, "Read aloud")
    await page.get_by_role("button", name="What is going on?").click()
    await expect(told).to_contain_text("Points: Fox")
    await page.locator("dialog").wait_for(state="detached")


async def test_who_plays_is_changed_in_the_middle_of_a_game(demo, open_page):
    """U5: players can join and leave by the menu without ending the game."""
    player = await opened(demo, open_page)
    before = await player.state()
    await pressed(player, "Menu", "Who plays?", "Frog")
    came = await player.until(lambda one: len(one["players"]) == 3)
    assert [one["name"] for one in came["players"]] == ["Fox", "Owl", "Frog"]
    await pressed(player, "Play on")
    await player.page.locator(".chips >> text=Frog").wait_for()

    await pressed(player, "Menu", "Who plays?", "Frog")
    await player.until(lambda one: one["players"][2]["left"])
    await pressed(player, "Play on")
    await player.page.locator(".chips >> text=Frog").wait_for(state="detached")
    after = await player.state()
    assert (after["phase"], after["view"]["round"]) == ("playing", 1)
    assert after["view"]["holding"] == before["view"]["holding"]


async def test_a_race_of_two_offers_no_seat(demo, open_page):
    """Animals that cannot join are disabled, and no bot is offered."""
    page, table = await race(demo, open_page)
    player = Player(page, demo)
    await pressed(player, "Menu", "Who plays?")
    assert (await table.see())["open"] is False
    frog = page.get_by_role("button", name="Frog", exact=True)
    await expect(frog).to_be_disabled()
    await expect(page.get_by_role("button", name="Ann", exact=True)).to_be_enabled()
    assert await page.get_by_text("Add a bot").count() == 0


async def test_who_plays_stays_open_and_becomes_german(demo, open_page):
    """Changing the language keeps the page and all choices, before and in a game."""
    player = Player(await open_page(demo.at("/")), demo)
    await pressed(player, "Owl", "Frog")
    await player.page.evaluate("window.same = true")
    await player.page.locator(".who .line").click()
    seats = player.page.locator(".who .typed input")
    await seats.nth(1).fill("Ada")
    letters = player.page.locator(".segment", has_text="Letters")
    await letters.get_by_role("button", name="3").click()
    await pressed(player, "Deutsch")
    await player.page.get_by_role("heading", name="Wer spielt mit?").wait_for()
    await expect(seats.first).to_have_attribute("placeholder", "Fuchs")
    await expect(seats.nth(1)).to_have_value("Ada")
    assert await seats.count() == 3
    await wait_out_double_click(player.page)  # the other language lies in its place
    await pressed(player, "English")
    await expect(seats.first).to_have_attribute("placeholder", "Fox")
    await expect(seats.nth(1)).to_have_value("Ada")
    assert await letters.locator("[aria-pressed=true]").inner_text() == "3"
    assert await player.page.evaluate("window.same")  # the page was never left
    await begun(player)

    await pressed(player, "Menu", "Who plays?", "Deutsch")
    await player.page.get_by_role("heading", name="Wer spielt mit?").wait_for()
    assert await player.page.evaluate("window.same")
    state = await player.state()
    assert [one["name"] for one in state["players"]] == ["Fuchs", "Ada", "Frosch"]
    await pressed(player, "Weiterspielen")
    await player.page.locator(".chips >> text=Frosch").wait_for()


async def test_what_ends_a_game_asks_once(demo, open_page, eyes):
    """U19: two presses to the question, one more to end it, and the way back first."""
    eyes.expect("Applying inline style")  # axe's own, while it looks
    player = await opened(demo, open_page)
    await pressed(player, "Menu")
    await opened_group(player, "End")
    await pressed(player, "End the game")
    await player.page.get_by_role("dialog", name="End the game?").wait_for()
    assert await violations(player.page) == []  # its button was red on green
    await pressed(player, "Play on")
    assert (await player.state())["phase"] == "playing"
    await expect(player.page.get_by_role("button", name="Menu")).to_be_focused()
    await pressed(player, "Menu")
    await opened_group(player, "End")
    await pressed(player, "End the game", "End the game")
    await player.until(lambda one: one["phase"] == "over")


async def test_there_is_something_to_take_back_before_the_button_can_be_pressed(
    demo, open_page
):
    """The button for the last action waits for one, and then it names it."""
    player = await opened(demo, open_page)
    undo = player.page.locator("dialog button").filter(has_text="Take back")
    await pressed(player, "Menu")
    await expect(undo).to_be_disabled()
    await pressed(player, "Close")
    state = await player.state()
    await player.lay(state["view"]["holding"], state["view"]["first_zone"])
    await pressed(player, "Menu")
    zone = state["view"]["first_zone"]
    await expect(undo).to_have_text(re.compile(f"Take back: Fox.s tap in zone {zone}"))
    await undo.click()
    await player.until(lambda one: one["undo"] == "")


async def test_a_half_typed_name_outlives_an_event_of_the_game(demo, open_page):
    """During a game, a document leaves a name that is typed; the name is then sent."""
    player = await opened(demo, open_page)
    before = await player.state()
    await pressed(player, "Menu", "Who plays?")
    name = player.page.locator(".who .typed input").first
    await name.focus()
    await player.page.keyboard.type("Benj")
    page, at = player.page, demo.at("").rstrip("/")
    stand_up = await command(page.request, at, {"seat": before["players"][1]["seat"]})
    headers = {"X-Letterzone": "1"}
    answer = await page.request.post(f"{at}/api/stand", data=stand_up, headers=headers)
    assert answer.ok, await answer.text()
    await expect(page.locator(".who .typed input")).to_have_count(1)
    await expect(name).to_have_value("Benj")
    await page.keyboard.type("amin")
    await page.keyboard.press("Tab")
    await player.until(lambda one: one["players"][0]["name"] == "Benjamin")
    await expect(name).to_have_value("Benjamin")
