"""A hall under load: nothing is lost, doubled or told too early, whatever is killed."""

import pytest

from tools.hall_load import measure


@pytest.mark.long
async def test_a_few_boards_for_a_few_seconds(tmp_path):
    """With real journals, publishers, broker and hall; the table anew is the same."""
    told = await measure(3, 2.0, chaos=False, folder=tmp_path)
    assert told.rows > 3
    assert (told.lost, told.doubled, told.secret) == (0, 0, 0)
    assert told.same
    assert told.waits_ms


@pytest.mark.long
@pytest.mark.parametrize("boards", [300])
async def test_many_boards_while_everything_is_killed(boards, tmp_path):
    """Broker, hall and boards at random, and one board after a week alone."""
    told = await measure(boards, 60.0, chaos=True, folder=tmp_path)
    print(told)  # noqa: T201 - what it was like
    assert told.kills > 5
    assert (told.lost, told.doubled, told.secret) == (0, 0, 0)
    assert told.same
