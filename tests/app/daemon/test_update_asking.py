"""An update at the board: offered between games and answered by buttons."""

import asyncio

import pytest

from firmware_host.app.content.languages import load_texts
from firmware_host.app.daemon.update_asking import UpdateAsking, face_of
from firmware_host.app.system.updates import (
    News,
    UpdateRequests,
    UpdateState,
    Wish,
    take_wish,
    tell,
)
from firmware_host.board.events import Button
from firmware_host.errors import NoUpdate
from firmware_host.games.game import End
from firmware_host.picture.table import DOT_PX, HEIGHT, SENTENCE_PX, WIDTH
from firmware_host.picture.type import BOLD, PLAIN, fits
from tests.controller.bench import until
from tests.table.evening import evening

OFFER = News(UpdateState.OFFERED, "0.2.0")


class Asked:
    """A board with a running game and the two files that root reads and writes."""

    def __init__(self, now, folder):
        self.now, self.table = now, now.table
        self.news, self.wish = folder / "run" / "news.json", folder / "wish"
        self.updates = UpdateRequests(self.news, self.wish)

    def shows(self, code):
        """Whether the table's screen says that."""
        return self.table.face.table.line.code == code

    async def wished(self):
        """Return the wish that is written for root."""
        await until(self.wish.exists)
        return take_wish(self.wish)

    def press(self, button):
        """Press a button of the controller's, and let it go."""
        self.now.board.press(button)
        self.now.board.release(button)


@pytest.fixture
async def asked(tmp_path):
    async with evening(tmp_path) as now:
        made = Asked(now, tmp_path)
        asking = UpdateAsking(now.table, made.updates, every_s=0.02)
        task = asyncio.create_task(asking.run())
        yield made
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def test_a_game_is_never_disturbed(asked):
    tell(OFFER, asked.news)
    before = asked.table.face
    await asyncio.sleep(0.1)
    assert asked.table.face == before
    await asked.table.submit(End())
    await until(lambda: asked.shows("update-ask"))


@pytest.mark.parametrize(
    ("button", "wish"),
    [(Button.TICK, Wish.INSTALL), (Button.CROSS, Wish.LEAVE)],
)
async def test_tick_is_yes_and_cross_is_not_now(asked, button, wish):
    """Tick means install and cross means later; then the board shows the usual page."""
    await asked.table.submit(End())
    tell(OFFER, asked.news)
    await until(lambda: asked.shows("update-ask"))
    asked.press(button)
    assert await asked.wished() is wish
    tell(News(), asked.news)
    await until(lambda: not asked.shows("update-wait"))
    assert asked.table.face.table.line.code not in ("update-ask", "update-wait")


async def test_no_other_button_means_anything(asked):
    await asked.table.submit(End())
    tell(OFFER, asked.news)
    await until(lambda: asked.shows("update-ask"))
    asked.press(Button.CIRCLE)
    asked.press(Button.ZONE_1)
    asked.press(Button.CROSS)
    assert await asked.wished() is Wish.LEAVE


async def test_what_came_of_it_stays_until_somebody_has_read_it(asked):
    """The result of an update is shown until a button confirms it."""
    await asked.table.submit(End())
    tell(News(UpdateState.WORKING, "0.2.0"), asked.news)
    await until(lambda: asked.shows("update-working"))
    tell(News(UpdateState.FAILED, why="update-failed"), asked.news)
    await until(lambda: asked.shows("update-no"))
    asked.press(Button.TICK)
    assert await asked.wished() is Wish.LEAVE


async def test_an_answer_on_the_teachers_page_ends_the_question(asked):
    await asked.table.submit(End())
    tell(OFFER, asked.news)
    await until(lambda: asked.shows("update-ask"))
    tell(News(), asked.news)
    await until(lambda: not asked.shows("update-ask"))


async def test_where_root_does_nothing_the_board_goes_on(asked, monkeypatch):
    monkeypatch.setattr("firmware_host.app.daemon.update_asking.BEGINS_S", 0.1)
    await asked.table.submit(End())
    tell(OFFER, asked.news)
    await until(lambda: asked.shows("update-ask"))
    asked.press(Button.TICK)
    await until(lambda: asked.shows("update-wait"))
    await until(lambda: not asked.shows("update-wait"))


async def test_who_has_the_board_out_of_play_is_let_be(asked):
    await asked.table.submit(End())
    async with asked.table.service_mode():
        tell(OFFER, asked.news)
        await asyncio.sleep(0.1)
        assert not asked.shows("update-ask")
    await until(lambda: asked.shows("update-ask"))


EVERY = [
    OFFER,
    News(UpdateState.WORKING, "0.2.0"),
    News(UpdateState.DONE, "0.2.0"),
    *(News(UpdateState.FAILED, why=why) for why in NoUpdate),
]


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("news", EVERY, ids=lambda one: one.why or one.state)
def test_all_of_it_fits_the_screen(news, language):
    """The line fits in large type, and the note below it, in each language."""
    texts, face = load_texts(language), face_of(news)
    assert face.note is not None
    line, note = (texts.say(one, "screen") for one in (face.line, face.note))
    assert fits(line, WIDTH - DOT_PX, HEIGHT - SENTENCE_PX, BOLD)
    assert fits(note, WIDTH, SENTENCE_PX, PLAIN)
