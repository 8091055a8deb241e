"""Whole processes are killed, with phones and every game; a thousand under --all."""

import pytest

from tests.table.kill.cold import GAMES, BrokenPromiseError, Evening

#: It costs much and finds little that cheaper tests do not find.
pytestmark = pytest.mark.ci


@pytest.mark.parametrize("kills", [6, pytest.param(1000, marks=pytest.mark.long)])
async def test_nothing_is_lost_doubled_or_made_up(tmp_path, kills):
    """After each kill every answered action counts once, in each game."""
    evening = Evening(tmp_path)
    await evening.run(kills)
    assert evening.kills == kills
    if kills > 6:
        assert evening.starting * 10 >= kills
        assert evening.games > len(GAMES)


async def test_a_board_that_forgets_what_it_has_answered_is_found(tmp_path):
    with pytest.raises(BrokenPromiseError, match=r"are kept of|before it was|a hole"):
        await Evening(tmp_path, fault="forgetful").run(20)
