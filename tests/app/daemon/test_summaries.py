"""The summaries of the history's first page are stored while the board is idle."""

from firmware_host.app.daemon.history import keep_summaries
from firmware_host.app.daemon.resume import take_up
from firmware_host.board.pieces import Millis
from firmware_host.board.record import replace
from firmware_host.errors import JournalError
from tests.app.daemon.test_snapshots import Watched
from tests.app.written import GAME, write


def sessions(journal):
    """Return a session with a running game, and the same without the game."""
    playing = take_up(journal, setup=None, now_ms=Millis(0))
    assert playing.playing is not None
    return playing, replace(playing, playing=None)


async def test_a_game_is_written_down_once_it_is_over(journal, path):
    write(journal, *GAME)
    write(journal, *GAME[:9], game=2)
    playing, nobody = sessions(journal)
    await keep_summaries(Watched(playing), journal, path)
    assert journal.summary(1) is None
    await keep_summaries(Watched(playing, nobody, nobody), journal, path)
    assert journal.summary(1)
    assert journal.summary(2) is None


async def test_a_card_that_does_not_take_it_stops_nothing(
    journal, path, monkeypatch, caplog
):
    write(journal, *GAME[:9])
    playing, nobody = sessions(journal)

    def full(_entry):
        msg = "full"
        raise JournalError(msg)

    write(journal, *GAME, game=3)
    monkeypatch.setattr(journal, "append", full)
    caplog.set_level("INFO")
    await keep_summaries(Watched(nobody, playing), journal, path)
    assert "game 3 cannot be told: JournalError" in caplog.text
    await keep_summaries(Watched(nobody), journal, path.with_name("none.db"))
    assert "the history cannot be read" in caplog.text
