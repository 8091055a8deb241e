"""
Pieces, players, Yes and No in rendered pixels, with simulated colour blindness.

With no colours at all they differ by their shapes.
"""

import time
from functools import cache
from io import BytesIO
from itertools import combinations

import pytest
from PIL import Image

from firmware_host.board.commands import Dress
from firmware_host.board.pieces import KINDS
from firmware_host.board.players import ANIMALS
from tests.browser import demo as demos
from tests.browser.newcomer import PAGE_S, Newcomer, sit_down
from tests.browser.served import PHONE
from tests.browser.test_board import person_makes
from tests.browser.test_endings import WHERE_NOT, cookies_of
from tests.controller.bench import until
from tests.eyesight import EYES, apart, seen

#: A step between two pixels that anybody sees. CIEDE2000; 1 is just seen.
STEP = 12.0

#: Of all pixels where one of two pictures has an edge, so many differ at least.
APART = 0.3

#: The crops are this large: fine enough for a tick and a cross.
SIDE = 72

#: Some eyes see no colour at all.
ALL_EYES = (*EYES, "grey")

#: Of those who see fewer colours than most, two that stand for all in every run.
HARDEST = ("deutan", "grey")
REST = tuple(eye for eye in ALL_EYES if eye not in HARDEST)

#: A zone of HOBBY where a kind belongs.
WHERE = {"red": 1, "yellow": 1, "blue": 2, "green": 3}

#: Places in a picture, counted row by row.
Dots = frozenset[int]


@cache
def colour_of(red: int, green: int, blue: int, eye: str) -> tuple[float, float, float]:
    """Return how an eye sees a pixel."""
    return seen(f"#{red:02x}{green:02x}{blue:02x}", "normal" if eye == "grey" else eye)


def outline(picture: Image.Image, eye: str) -> Dots:
    """Return where an eye sees an edge."""
    small = picture.convert("RGB").resize((SIDE, SIDE), Image.Resampling.BOX)
    if eye == "grey":
        small = small.convert("L").convert("RGB")
    dots = list(small.getdata())

    def edge(at: int, step: int) -> bool:
        a, b = dots[at], dots[at + step]
        return a != b and apart(colour_of(*a, eye), colour_of(*b, eye)) > STEP

    inside = [x + y * SIDE for x in range(SIDE - 1) for y in range(SIDE - 1)]
    return frozenset(at for at in inside if edge(at, 1) or edge(at, SIDE))


def shapes_apart(one: Image.Image, other: Image.Image, eye: str) -> float:
    """Return which part of all edges only one of two pictures has."""
    return outlines_apart(outline(one, eye), outline(other, eye))


def outlines_apart(one: Dots, other: Dots) -> float:
    """Return which part of all edges only one of two outlines has."""
    return len(one ^ other) / max(len(one | other), 1)


def taken_for_one(
    pictures: dict[str, Image.Image], eyes: tuple[str, ...]
) -> list[tuple[str, ...]]:
    """Return pairs of pictures that an eye takes for the same shape, and the eye."""
    found = []
    for eye in eyes:
        outlines = {name: outline(one, eye) for name, one in pictures.items()}
        found += [
            (eye, one, other)
            for one, other in combinations(outlines, 2)
            if outlines_apart(outlines[one], outlines[other]) <= APART
        ]
    return found


@pytest.fixture
def new_demo(tmp_path):
    """Yield a demo on which no game was ever played."""
    running = demos.start(tmp_path / "demo")
    yield running
    running.kill()


async def foot(someone: Newcomer, zone: int) -> Image.Image:
    """Return a picture of the bottom of a zone, below its pieces."""
    box = await someone.sight.box((await someone.zones())[zone])
    assert box
    x, y, wide, high = box
    clip = {"x": x, "y": y + high, "width": wide, "height": wide * 0.6}
    return Image.open(BytesIO(await someone.sight.page.screenshot(clip=clip)))


@pytest.mark.long
async def test_yes_and_no_have_shapes_that_every_eye_tells_apart(new_demo, open_page):
    """On the board's page the marks of Yes and No differ by shape, in each vision."""
    page = await open_page(new_demo.at("/"), lang="en")
    someone = await sit_down(page, "keys", "en")
    answers: dict[str, Image.Image] = {}

    async def look() -> None:
        yes, no = (someone.texts.find(one, "screen") for one in ("yes", "no"))
        for told in await someone.answers():
            zone = int(told.split(":")[0][-1]) - 1
            for word in (yes, no):
                if told.endswith(word):
                    answers.setdefault(word, await foot(someone, zone))

    someone.after = look
    await someone.first_answer()
    while len(answers) < 2:
        assert await someone.go_on()
    for eye in ALL_EYES:
        assert shapes_apart(*answers.values(), eye) > APART, eye


@pytest.mark.parametrize("eye", ALL_EYES)
def test_colours_alone_would_not_do(eye):
    """Two fields that differ by colour only have no difference of shapes."""
    fields = [Image.new("RGB", (90, 60), colour) for colour in ("#0b7350", "#a81e1a")]
    assert shapes_apart(*fields, eye) == 0


#: Hides the text on the heaps of pieces, so that only shapes differ.
WORDLESS = """() => document.querySelectorAll(".heap > span")
  .forEach(one => { one.style.visibility = "hidden"; })"""


async def boxed(page, places, side):
    """Return pictures of things, each in the middle of a box of the same size."""
    pictures = {}
    for name, place in places.items():
        box = await page.locator(place).first.bounding_box()
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        clip = {"x": x - side / 2, "y": y - side / 2, "width": side, "height": side}
        pictures[name] = Image.open(BytesIO(await page.screenshot(clip=clip)))
    return pictures


async def test_pieces_have_shapes_that_every_eye_tells_apart(demo, open_page):
    """The kinds of pieces in the heaps differ by shape, in each vision."""
    page = await open_page(demo.at("/"), size=(1280, 800))
    await person_makes(page, demo)
    await page.locator(".heap").first.wait_for()
    await page.evaluate(WORDLESS)
    places = {kind: f".heap.{kind} .piece" for kind in KINDS}
    boxes = [await page.locator(one).first.bounding_box() for one in places.values()]
    side = max(max(box["width"], box["height"]) for box in boxes)
    pictures = await boxed(page, places, side)
    assert taken_for_one(pictures, ALL_EYES) == []


async def come(page, selector):
    """Let a page's time pass step by step until something is shown; stop there."""
    until = time.monotonic() + PAGE_S
    while not await page.locator(selector).count():
        assert time.monotonic() < until, selector
        await page.clock.run_for(20)
    await page.clock.run_for(20)


async def stopped(open_page, url, ready, **how):
    """Return a page whose clock stands still."""
    page = await open_page("about:blank", **how)
    await page.clock.install()
    await page.goto(url)
    await page.locator(ready).first.wait_for()
    await page.clock.pause_at(await page.evaluate("Date.now() / 1000 + 60"))
    return page


async def crop(page, selector):
    """Return a picture of an element."""
    return Image.open(BytesIO(await page.locator(selector).first.screenshot()))


@pytest.mark.parametrize(
    "seers", [HARDEST, pytest.param(REST, marks=pytest.mark.long)], ids=str
)
async def test_players_yes_and_no_are_told_apart_by_shape(board, open_page, seers):
    """Eight animals in the lobby and in a ranking; answers on the wall and a phone."""
    await board.people(*(f"Team {at}" for at in range(len(ANIMALS))))
    for seat, animal in enumerate(ANIMALS):
        await board.school.api.send(Dress(animal, seat).line)
    phone = await board.phone(seat=0)
    kept = cookies_of(board, phone)
    await phone.aclose()
    wall = await open_page(f"{board.address}/wall")
    await wall.locator(".bench .animal").nth(len(ANIMALS) - 1).wait_for()
    benches = {one: f".bench.who-{one} .animal" for one in ANIMALS}
    lobby = {name: await crop(wall, one) for name, one in benches.items()}
    assert taken_for_one(lobby, seers) == []
    await wall.context.close()

    await board.begin(length=5, board_makes=True, rounds=1, words=["HOBBY"])
    await until(lambda: board.school.see()["view"]["holding"])
    pages = {
        ".banner.{0} h1 svg": await stopped(
            open_page, f"{board.address}/wall", ".banner .bowl"
        ),
        ".beat.{0} .huge svg": await stopped(
            open_page, f"{board.address}/seat", ".bowl .piece", size=PHONE, cookies=kept
        ),
    }
    kind = board.school.see()["view"]["holding"]
    answers = {page: {} for page in pages.values()}
    for answer, zone in (("no", WHERE_NOT[kind]), ("yes", WHERE[kind])):
        await board.do("tap", zone=zone, kind=kind)
        for selector, page in pages.items():
            await come(page, selector.format(answer))
            answers[page][answer] = await crop(page, selector.format(answer))
    for both in answers.values():
        assert taken_for_one(both, seers) == []
    for page in pages.values():
        await page.context.close()

    await board.do("guess", by=0, word="HOBBY")
    seat = await open_page(f"{board.address}/seat", size=PHONE, cookies=kept)
    await seat.locator(".ranks .animal").nth(len(ANIMALS) - 1).wait_for()
    ranks = {one: f".ranks .animal.who-{one}" for one in ANIMALS}
    ranking = {name: await crop(seat, one) for name, one in ranks.items()}
    assert taken_for_one(ranking, seers) == []
