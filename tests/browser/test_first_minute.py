"""
Ten first minutes, by people who have only eyes and hands.

They see screenshots and the accessibility tree, and nothing of the code. Before there
was a first minute the same people needed five actions or more for their first answer:
`tools/build_first_minute.py --count` counts them at any address.
"""

import pytest

from tests.browser import demo as demos
from tests.browser.axe import violations
from tests.browser.newcomer import sit_down

HARDER = pytest.mark.long

#: Ten people: their input, language and window.
PEOPLE = [
    pytest.param("mouse", "en", {"size": (1280, 800)}, marks=HARDER),
    ("finger", "de", {"size": (390, 844), "touch": True}),
    pytest.param("keys", "en", {"size": (800, 480), "scheme": "dark"}, marks=HARDER),
    pytest.param("mouse", "de", {"size": (1920, 1080)}, marks=HARDER),
    pytest.param("clicks", "en", {"size": (800, 480), "still": False}, marks=HARDER),
    pytest.param(
        "clicks", "de", {"size": (1280, 800), "forced_colors": True}, marks=HARDER
    ),
    pytest.param("finger", "en", {"size": (768, 1024), "touch": True}, marks=HARDER),
    pytest.param("taps", "de", {"size": (800, 480), "touch": True}, marks=HARDER),
    pytest.param(
        "taps",
        "en",
        {"size": (360, 640), "touch": True, "scheme": "dark"},
        marks=HARDER,
    ),
    pytest.param("keys", "de", {"size": (1280, 800)}, marks=HARDER),
]


@pytest.fixture
def new_demo(tmp_path):
    """Yield a demo on which no game was ever played."""
    running = demos.start(tmp_path / "demo")
    yield running
    running.kill()
    assert "Traceback" not in running.printed


@pytest.mark.parametrize(("hands", "language", "seen"), PEOPLE)
async def test_a_first_minute(new_demo, open_page, hands, language, seen):
    """A newcomer gets an answer by one action, finds the word, and begins a game."""
    page = await open_page(new_demo.at("/"), lang=language, **seen)
    someone = await sit_down(page, hands, language)
    await someone.until(someone.piece)  # nobody acts before the page is drawn
    assert await someone.first_answer() == 1
    found = await someone.find_word()
    assert found == someone.says("tutorial-found", word=found.split("!")[0])
    await someone.press("web-who-plays")
    await someone.press("web-who-start")
    await someone.until(someone.piece)
    assert len(await someone.zones()) > 3


#: A page with a button that does nothing, and a picture that looks like one. None looks
#: otherwise below a pointer, which could be drawn after it was pressed.
VAIN = """<style>button { appearance: none; border: 0; }</style>
<button onclick="this.textContent = 'Pressed'">Press</button>
<button>In vain</button><p style="cursor: pointer">A picture</p>"""

#: The controls that lead out of the tutorial.
LEAVE = ("web-tutorial-skip", "web-who-plays", "web-ask")


@pytest.mark.parametrize(
    ("hands", "language", "size"),
    [
        pytest.param("clicks", "en", (1280, 800), marks=HARDER),
        pytest.param("taps", "de", (390, 844), marks=HARDER),
    ],
)
async def test_no_press_is_in_vain(new_demo, open_page, hands, language, size):
    """Every control has an effect: at the start, after an answer, and when spelling."""
    page = await open_page(
        new_demo.at("/"), lang=language, size=size, touch=hands == "taps"
    )
    someone = await sit_down(page, hands, language)
    await someone.until(someone.piece)
    assert await someone.dead(*LEAVE) == await someone.pretends() == []
    await someone.first_answer()
    assert await someone.dead(*LEAVE) == await someone.pretends() == []
    while not await someone.slot(1):
        await someone.go_on()
    assert await someone.dead(*LEAVE) == await someone.pretends() == []


async def test_a_button_without_a_use_would_be_found(open_page):
    """A button without an effect and a picture that looks like a button are found."""
    page = await open_page("data:text/html," + VAIN)
    someone = await sit_down(page, "clicks", "en")
    await someone.until(lambda: someone.sight.named("In vain"))
    assert await someone.dead() == ["In vain"]
    assert await someone.pretends()


async def test_the_first_minute_can_be_skipped(new_demo, open_page):
    """The tutorial can be skipped, and is not offered again."""
    page = await open_page(new_demo.at("/"), lang="en")
    someone = await sit_down(page, "clicks", "en")
    await someone.press("web-tutorial-skip")
    await someone.until(lambda: someone.sight.named(someone.says("web-who-start")))
    await page.reload()
    await someone.until(lambda: someone.sight.named(someone.says("web-who-start")))
    assert await someone.sight.named(someone.says("web-tutorial-skip")) is None


async def test_who_has_a_board_finds_it_as_it_was(demo, open_page):
    """On a board that was used before the tutorial is not offered."""
    page = await open_page(demo.at("/"), lang="en")
    someone = await sit_down(page, "clicks", "en")
    await someone.until(lambda: someone.sight.named(someone.says("web-who-start")))
    assert await someone.sight.named(someone.says("web-tutorial-skip")) is None


#: Sizes, colours and languages; a zoom of 200 % halves what is seen of a screen.
LOOKS = [
    ({"size": (390, 844), "scheme": "dark", "lang": "de"}),
    pytest.param({"size": (1280, 800), "lang": "en"}, marks=HARDER),
    pytest.param({"size": (640, 400), "lang": "de"}, marks=HARDER),
    pytest.param({"size": (390, 844), "forced_colors": True}, marks=HARDER),
]

#: How much wider a page is than what is seen of it; and what moves in it.
WIDER = "() => document.documentElement.scrollWidth - innerWidth"
MOVING = """() => document.getAnimations().filter(one => one.playState === "running")
  .map(one => one.animationName ?? one.transitionProperty)"""


@pytest.mark.parametrize("look", LOOKS)
async def test_everybody_can_have_a_first_minute(new_demo, open_page, eyes, look):
    """Axe finds nothing, nothing is wider than the screen, nothing moves unasked."""
    eyes.expect("Applying inline style")  # axe's own, while it looks
    page = await open_page(new_demo.at("/"), **look)
    someone = await sit_down(page, "keys", look.get("lang", "en"))

    async def fine() -> None:
        assert await violations(page) == []
        assert await page.evaluate(WIDER) <= 0
        assert await page.evaluate(MOVING) == []

    await someone.until(someone.piece)
    await fine()
    await someone.first_answer()
    await fine()
    await someone.press("web-tutorial-skip")
    await someone.until(lambda: someone.sight.named(someone.says("web-who-start")))
    await fine()
    await someone.press("web-who-start")
    await someone.until(someone.piece)
    await fine()
