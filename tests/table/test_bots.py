"""Bots at a whole table: by its clock alone, written before it is shown."""

import logging

from firmware_host.board.events import Button, Pressed, Released
from firmware_host.games.decipher.rules import Answered
from firmware_host.session.bots.turns import TRIES_MS
from firmware_host.session.setups import Player
from tests.session.bots.seekers import BOT, THINKS_MS, Seekers, begun
from tests.table.fake import played

CIRCLE = Player(button=Button.CIRCLE)


def answers(fake):
    """Return when each tap was answered, and how."""
    return [
        (ms, one)
        for ms, _, outcome in fake.told
        if isinstance(outcome, tuple)
        for one in outcome
        if isinstance(one, Answered)
    ]


def test_a_bot_plays_by_the_tables_clock_and_its_row_is_written_first():
    """A bot thinks, shows its try, and is answered, after its row is written."""

    async def play(fake):
        await fake.at(1 + THINKS_MS / 1000 + 0.1)
        assert fake.table.face.table.line.code == "bot-taps"
        await fake.at(1 + (THINKS_MS + TRIES_MS) / 1000 + 0.1)

    fake = played(play, session=begun(BOT, CIRCLE))
    ((ms, answer),) = answers(fake)
    assert ms == 1000 + THINKS_MS + TRIES_MS
    written = [at for at, entry in fake.written for row in entry.rows if row.seat == 0]
    assert written == [ms]
    assert fake.lamps[answer.zone] == (not answer.yes, answer.yes)


def test_a_bot_waits_while_somebody_holds_the_menu_open():
    """While the menu is open a bot waits, and then its time begins again."""

    async def play(fake):
        await fake.at(2)
        for button in (Button.TICK, Button.CROSS):
            fake.table.happen(Pressed(button))
        await fake.at(60)
        for button in (Button.TICK, Button.CROSS):
            fake.table.happen(Released(button))
        assert answers(fake) == []
        fake.table.happen(Pressed(Button.TICK))  # the menu's first item goes on
        fake.table.happen(Released(Button.TICK))
        await fake.at(60 + (THINKS_MS + TRIES_MS) / 1000 + 0.1)

    fake = played(play, session=begun(BOT, CIRCLE))
    assert [ms for ms, _ in answers(fake)] == [60_000 + THINKS_MS + TRIES_MS]


def test_a_bot_that_raises_goes_home_and_the_log_says_where(caplog):
    """
    A bot that raises leaves the game, which goes on.

    The log has the place of the error and not its text.
    """

    class Broken(Seekers):
        def bot(self, *_asked):
            msg = "HOBBY"
            raise KeyError(msg)

    async def play(fake):
        await fake.at(1.1)
        assert fake.table.face.table.note.code == "bot-gone"
        assert fake.table.session.going

    with caplog.at_level(logging.ERROR):
        played(play, session=begun(BOT, CIRCLE, engine=Broken()))
    assert "a bot has gone home for a fault: KeyError at" in caplog.text
    assert "HOBBY" not in caplog.text
