"""The menu of the board's page: one press away, and what ends something asks once."""

from playwright.async_api import expect

from tests.browser.axe import violations
from tests.browser.test_board import Player, begun


async def opened(demo, open_page):
    """Return somebody in a game with one other player."""
    player = Player(await open_page(demo.at("/")), demo)
    await player.page.get_by_role("button", name="One more").click()
    await begun(player)
    await player.page.locator(".chips").wait_for()
    return player


async def pressed(player, *names):
    """Press one button after the other."""
    for name in names:
        await player.page.get_by_role("button", name=name, exact=True).click()


async def test_who_plays_is_changed_in_the_middle_of_a_game(demo, open_page):
    """U5: found in the menu; who comes and who goes shows at once, and nothing ends."""
    player = await opened(demo, open_page)
    before = await player.state()
    await pressed(player, "Menu", "Who plays?", "One more")
    came = await player.until(lambda one: len(one["players"]) == 3)
    assert [one["name"] for one in came["players"]] == ["Fox", "Owl", "Frog"]
    await pressed(player, "Play on")
    await player.page.locator(".chips >> text=Frog").wait_for()

    await pressed(player, "Menu", "Who plays?", "Frog does not play")
    await player.until(lambda one: one["players"][2]["left"])
    await pressed(player, "Play on")
    await player.page.locator(".chips >> text=Frog").wait_for(state="detached")
    after = await player.state()
    assert (after["phase"], after["view"]["round"]) == ("playing", 1)
    assert after["view"]["holding"] == before["view"]["holding"]


async def test_who_plays_stays_open_and_becomes_german(demo, open_page):
    """Before a game with what was chosen; in the middle of one; and so do the names."""
    player = Player(await open_page(demo.at("/")), demo)
    await pressed(player, "One more", "One more", "Deutsch")
    seats = player.page.locator(".who .seat input")
    await expect(seats.first).to_have_value("Fuchs")
    assert await seats.count() == 3
    await seats.nth(1).fill("Ada")
    await pressed(player, "English")
    await expect(seats.first).to_have_value("Fox")
    await expect(seats.nth(1)).to_have_value("Ada")
    await begun(player)

    await pressed(player, "Menu", "Who plays?", "Deutsch")
    await player.page.get_by_role("heading", name="Wer spielt mit?").wait_for()
    state = await player.state()
    assert [one["name"] for one in state["players"]] == ["Fuchs", "Ada", "Frosch"]
    await pressed(player, "Weiterspielen")
    await player.page.locator(".chips >> text=Frosch").wait_for()


async def test_what_ends_a_game_asks_once(demo, open_page, eyes):
    """U19: two presses to the question, one more to end it, and the way back first."""
    eyes.expect("Applying inline style")  # axe's own, while it looks
    player = await opened(demo, open_page)
    await pressed(player, "Menu", "End the game")
    await player.page.get_by_role("dialog", name="End the game?").wait_for()
    assert await violations(player.page) == []  # its button was red on green
    await pressed(player, "Play on")
    assert (await player.state())["phase"] == "playing"
    await expect(player.page.get_by_role("button", name="Menu")).to_be_focused()
    await pressed(player, "Menu", "End the game", "End the game")
    await player.until(lambda one: one["phase"] == "over")
