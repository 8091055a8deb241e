"""
Play scenes at a board while build_web_sheet.py takes pictures of its pages.

Each scene is played on a complete demo board, with screenshots in between. The words
are fixed, so that answers can be chosen right or wrong; the pieces are drawn at random.
"""

import re
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from firmware_host.app.content.languages import load_texts
from firmware_host.board.commands import KIOSK, Choose, TutorialCommand
from firmware_host.board.events import Button
from tests.browser.opener import Opener
from tools.game_scenes import NAMES, SCENES
from tools.web_camera import Camera
from tools.web_stage import Stage, staged

WORDS = ["TIGER", "PANDA", "ROBOT", "RADIO"]
ANIMALS = ["fox", "owl", "frog"]
PASSPHRASE = "a picture for the sheet"  # noqa: S105 - of a class that is gone at once

#: The milliseconds from an event to its screenshot.
LATER = {
    "yes": 450,
    "no": 600,
    "refused": 300,
    "wrong": 500,
    "bonus": 500,
    "right": 900,
}
REVEAL_MS, ENDED_MS, POWER_MS = 7000, 9000, 800

#: Pages that are taken once, without any event.
BESIDE = ("quick", "check", "privacy", "cards", "plan", "packs")


async def first_minute(stage: Stage) -> None:
    """Open an unused board and play up to the question who plays."""
    await stage.demo.table.ask(TutorialCommand(wanted=True))
    await stage.watch(board=("/", None))
    await stage.moment("first minute", 2000)
    for name in ("yes", "no"):
        await stage.tap(needed=name == "yes")
        await stage.moment(f"first minute, {name}", LATER[name])
    await stage.demo.table.ask(TutorialCommand(wanted=False))
    await stage.moment("who plays", 400)


async def round_of_three(stage: Stage) -> None:
    """Play a round of Decipher with every kind of event, up to the winner."""
    await stage.begin(rounds=2, words=WORDS, players=[*NAMES], animals=ANIMALS)
    await stage.come_in()
    await stage.until(lambda seen: seen["view"]["holding"])
    await stage.watch(
        board=("/", None),
        wall=("/wall", None),
        seat=("/seat", 0),
        tablet=("/tablet", None),
    )
    await stage.moment("begun", 400)
    await predict(stage)
    await stage.tap(needed=True)
    await stage.moment("yes", LATER["yes"])
    kind, zone = await stage.tap(needed=False)
    await stage.moment("no", LATER["no"])
    await stage.do("tap", zone=zone, kind=kind)
    await stage.moment("refused", LATER["refused"])
    await opened(stage)
    await stage.do("guess", by=0, word="PIANO")
    await stage.moment("wrong guess", LATER["wrong"])
    await stage.do("guess", by=0, word="TIMER")
    await stage.moment("last token", LATER["wrong"])
    while not stage.see()["view"]["bonus_mode"]:
        await stage.tap(needed=True)
    await stage.moment("bonus", LATER["bonus"])
    await stage.guess(by=0)
    await stage.moment("right", LATER["right"])
    await stage.moment("revealed, points", REVEAL_MS)
    await stage.guess(by=1)
    await stage.moment("winner", 1500)
    for name, path in (("scoresheet", "/sheet"), ("history", "/history")):
        await stage.take(name, path)
    await stage.take("replay", "/history?game=1")
    for page in BESIDE:
        await stage.take(page, f"/{page}")


async def predict(stage: Stage) -> None:
    """Let the waiting players predict where the piece belongs."""
    _, zones = await stage.zones(needed=True)
    turn = stage.see()["turn"]
    for seat in {0, 1, 2} - {turn}:
        await stage.ask("/api/predict", seat, answer=zones[0] if seat else 1)


async def opened(stage: Stage) -> None:
    """Take the dialogues of the board's page and of a phone in a round."""
    board = stage.pages["board"]
    await board.locator(".menu").click()
    await stage.camera.take("menu: board", board)
    await board.locator(".menu-groups summary").last.click()
    await stage.camera.take("menu, the last group: board", board)
    await board.locator(".menu-grid button").last.click()
    await board.locator(".door").wait_for()
    await stage.camera.take("maker's door: board", board)
    await board.keyboard.press("Escape")
    for seat in (1, 2):
        await stage.take(f"waits or on turn: seat {seat}", "/seat", seat)
    seat = await stage.camera.open(stage.page("/seat"), await stage.cookies(0))
    name = load_texts(stage.language).find("web-seat-know", "page")
    know = seat.get_by_role("button", name=name)
    if await know.count():
        await know.click()
    await seat.keyboard.type("TIM")
    await stage.camera.take("guessing: seat", seat)
    await seat.context.close()


async def alone(stage: Stage) -> None:
    """Play two games alone; the second one is compared with the best so far."""
    for noes in (0, 2):
        await stage.begin(
            rounds=1, words=WORDS, players=[NAMES[0]], animals=ANIMALS[:1]
        )
        for _ in range(noes):
            await stage.tap(needed=False)
        if noes:
            await stage.watch(
                board=("/", None), wall=("/wall", None), seat=("/seat", 0)
            )
        await stage.guess(by=0)
    await stage.until(lambda _: "best" in str(stage.demo.table.face.table.note))
    await stage.moment("best alone", ENDED_MS)


async def with_a_bot(stage: Stage) -> None:
    """Play with a bot and with hints, and look through the game afterwards."""
    words = load_texts(stage.language)
    bot = words.find("bot-name", "page").format(
        animal=words.find("animal-panda", "page")
    )
    await stage.take("who plays, no bot yet: board", "/")
    board = await stage.camera.open(stage.page("/"))
    await board.locator(".who [data-rung='0']").click()
    await stage.camera.take("who plays, with a bot: board", board)
    await board.locator(".who .line").click()
    await board.locator(".who .rest > p button").click()
    await board.locator(".knobs[open]").wait_for()
    await stage.camera.take("house rules: board", board)
    await board.context.close()
    await stage.begin(
        rounds=1,
        words=WORDS,
        players=[NAMES[0], bot],
        animals=["fox", "panda"],
        bots=["", "easy"],
        rules={"hints": "on"},
    )
    await stage.ask("/api/join", 0, code=await stage.table.code(), seat=0)
    await stage.until(lambda seen: seen["view"]["holding"])
    await hints(stage)
    await stage.watch(board=("/", None), wall=("/wall", None), seat=("/seat", 0))
    await stage.do("hint", by=0, about="left")
    await stage.moment("a hint", 400)
    await stage.tap(needed=True)
    await stage.until(lambda _: "bot-taps" in str(stage.demo.table.face.table.line))
    await stage.moment("a bot taps", 400)
    await stage.until(lambda seen: seen["view"]["turn"] == 0)
    await stage.moment("after a bot's turn", 400)
    await stage.guess(by=0)
    await stage.moment("found beside a bot", ENDED_MS)
    await explained(stage)


async def explained(stage: Stage) -> None:
    """Take the review of the first game, with every move explained."""
    say = partial(load_texts(stage.language).find, context="page")
    replay = await stage.camera.open(stage.page("/history?game=1"))
    await replay.locator(".replay, [type=range]").first.wait_for()
    await replay.get_by_role("button", name=say("web-explain")).click()
    for _ in range(3):
        await replay.keyboard.press("ArrowRight")
    await replay.locator(".replay").scroll_into_view_if_needed()
    await stage.camera.take("analysis: history", replay)
    await replay.context.close()


async def hints(stage: Stage) -> None:
    """Take the hints that the board's page and a phone offer."""
    say = partial(load_texts(stage.language).find, context="page")
    board = await stage.camera.open(stage.page("/"))
    phone = await stage.camera.open(stage.page("/seat"), await stage.cookies(0))
    await phone.get_by_role("button", name=say("web-more"), exact=True).click()
    named = {"board": (board, "web-hints-ask"), "seat": (phone, "web-hints")}
    for name, (page, code) in named.items():
        hint = page.get_by_role("button", name=say(code))
        await hint.wait_for()
        await stage.camera.take(f"where hints are: {name}", page)
        await hint.click()
        await stage.camera.take(f"hints: {name}", page)
        await page.context.close()


async def power(stage: Stage) -> None:
    """Show a board that was started again during a round."""
    await stage.watch(board=("/", None), wall=("/wall", None))
    await stage.moment("power came back", POWER_MS)


async def half_a_round(stage: Stage) -> None:
    """Leave a round unfinished."""
    await stage.begin(rounds=2, words=WORDS, players=[*NAMES], animals=ANIMALS)
    for _ in range(3):
        await stage.tap(needed=True)


async def of_cards(stage: Stage, game: str) -> None:
    """Play a card game to its middle and end it early."""
    turn = await SCENES[game](stage.table)
    await stage.take(f"{game}: board", "/")
    await stage.take(f"{game}: wall", "/wall")
    await stage.take(f"{game}: seat, on turn", "/seat", turn)
    await stage.take(f"{game}: seat, waits", "/seat", 0 if turn else 1)
    await stage.do("end")
    await stage.take(f"{game}: seat, ended", "/seat", turn)
    await stage.take(f"{game}: wall, ended", "/wall")


#: The index of the teacher's section with the settings.
SETTINGS = 4


async def lesson(stage: Stage) -> None:
    """Run a lesson: the lobby, the remote and its sections, the podium, the end."""
    await stage.take("door: seat", "/seat")
    await claim(stage)
    teacher = await stage.cookies(0)
    await stage.ask("/api/teacher/settings", place="class")
    for name in NAMES:
        await stage.ask("/api/teacher/sit", name=name)
    await stage.camera.take_at("lobby: wall", stage.page("/wall"), teacher)
    await stage.camera.take_at("lobby: remote", stage.page("/teacher"), teacher)
    await stage.camera.take_at("service", stage.page("/service"), teacher)
    await stage.begin(rounds=1, words=WORDS)
    for _ in range(4):
        await stage.tap(needed=True)
    page = await stage.camera.open(stage.page("/teacher"), teacher)
    await stage.camera.take("in a round: remote", page)
    await page.locator(".rest > summary").click()
    await page.locator(".sections").wait_for()
    await stage.camera.take("all of it: teacher", page)
    settings = page.locator(".sections summary").nth(SETTINGS)
    await settings.click()
    await settings.evaluate("(summary) => summary.scrollIntoView()")
    await stage.camera.take("settings: teacher", page)
    await page.context.close()
    await stage.guess(by=1)
    await stage.camera.take_at("podium: wall", stage.page("/wall"), teacher)
    await stage.camera.take_at("podium: remote", stage.page("/teacher"), teacher)


async def claim(stage: Stage) -> None:
    """Sign in as teacher with the code that is shown while the button is held."""
    stage.demo.controller.press(Button.SERVICE)
    await stage.until(lambda _: stage.demo.table.face.local)
    local: Any = stage.demo.table.face.local
    code = re.sub(r"\D", "", str(dict(local.line.values)["digits"]))
    await stage.ask("/api/teacher/claim", code=code, passphrase=PASSPHRASE)
    stage.demo.controller.release(Button.SERVICE)


async def kiosk(stage: Stage) -> None:
    """Show a kiosk that invites players, and its questions."""
    await stage.demo.table.ask(Choose(place=KIOSK))
    await stage.watch(board=("/", None))
    await stage.moment("kiosk calls", 400)
    board = stage.pages["board"]
    await board.locator(".skip").click()
    await board.locator(".who .last .main").wait_for()
    await stage.moment("kiosk, who plays", 400)


#: The scenes by name, each on a new board; "NAME-again" uses the board that the scene
#: NAME has left.
STORIES: Mapping[str, tuple[Callable[[Stage], Awaitable[None]], ...]] = {
    "home": (first_minute, round_of_three, alone, half_a_round),
    "home-again": (power,),
    **{game: (partial(of_cards, game=game),) for game in SCENES},
    "bot": (with_a_bot,),
    "class": (lesson,),
    "corner": (kiosk,),
}


async def play(story: str, folder: Path, camera: Camera, open_page: Opener) -> None:
    """Play a scene on its board."""
    home = folder / story.partition("-again")[0]
    async with staged(home, camera, open_page) as stage:
        for part in STORIES[story]:
            await part(stage)
