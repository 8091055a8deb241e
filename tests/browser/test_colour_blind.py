"""Yes and No on rendered pixels, as eyes see them that see fewer colours, or none."""

from io import BytesIO

import pytest
from PIL import Image

from tests.browser import demo as demos
from tests.browser.newcomer import Newcomer, sit_down
from tests.eyesight import EYES, apart, seen

#: A step between two pixels that anybody sees. CIEDE2000; 1 is just seen.
STEP = 12.0

#: Of all pixels where one of two pictures has an edge, so many differ at least.
APART = 0.3

#: The crops are this large: fine enough for a tick and a cross.
SIDE = 72

#: Some eyes see no colour at all.
ALL_EYES = (*EYES, "grey")

Dots = frozenset[tuple[int, int]]


def outline(picture: Image.Image, eye: str) -> Dots:
    """Return where an eye sees an edge."""
    small = picture.convert("RGB").resize((SIDE, SIDE), Image.Resampling.BOX)
    if eye == "grey":
        small = small.convert("L").convert("RGB")
    known: dict[tuple[int, ...], tuple[float, float, float]] = {}

    def at(x: int, y: int) -> tuple[float, float, float]:
        colour = small.getpixel((x, y))
        if colour not in known:
            red, green, blue = colour
            text = f"#{red:02x}{green:02x}{blue:02x}"
            known[colour] = seen(text, "normal" if eye == "grey" else eye)
        return known[colour]

    return frozenset(
        (x, y)
        for x in range(SIDE - 1)
        for y in range(SIDE - 1)
        if max(apart(at(x, y), at(x + 1, y)), apart(at(x, y), at(x, y + 1))) > STEP
    )


def shapes_apart(one: Image.Image, other: Image.Image, eye: str) -> float:
    """Return which part of all edges only one of two pictures has."""
    first, second = outline(one, eye), outline(other, eye)
    return len(first ^ second) / max(len(first | second), 1)


@pytest.fixture
def new_demo(tmp_path):
    """A demo that nobody has ever played on."""
    running = demos.start(tmp_path / "demo")
    yield running
    running.kill()


async def foot(someone: Newcomer, zone: int) -> Image.Image:
    """Return what is seen at the foot of a zone, below what lies there."""
    box = await someone.sight.box((await someone.zones())[zone])
    assert box
    x, y, wide, high = box
    clip = {"x": x, "y": y + high, "width": wide, "height": wide * 0.6}
    return Image.open(BytesIO(await someone.sight.page.screenshot(clip=clip)))


async def test_yes_and_no_have_shapes_that_every_eye_tells_apart(new_demo, open_page):
    """On the board's page, just after the answer."""
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
    """Two fields that differ in nothing but colour have no shape to tell them by."""
    fields = [Image.new("RGB", (90, 60), colour) for colour in ("#0b7350", "#a81e1a")]
    assert shapes_apart(*fields, eye) == 0
