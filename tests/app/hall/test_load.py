"""A hall under load: nothing is lost, doubled or told too early, whatever is killed."""

import pytest

from firmware_host.hall.lines import Begun, Ended, Happened, Told, topic, write
from tools.hall_counts import secrets
from tools.hall_load import measure

WORDS = ("FOXES", "OTTER", "HERON")


def row(n, **more):
    """What goes over a broker of a row."""
    return topic("a", "row"), write(Told("s", n, 1, **more))


def test_a_word_that_was_told_too_early_is_found():
    """A later one that is guessed by chance was not, and an earlier one is open."""
    said = lambda word: {"moments": (Happened("out", 0, word=word),)}  # noqa: E731 - short
    over = {"ended": (Ended("FOXES", (1,)),)}
    heard = [
        row(1, begun=Begun("decipher", "en", 5, 1, 3)),
        row(2, **said("HERON")),
        row(3, **said("OTTER"), **over),
        row(4, **said("FOXES")),
    ]
    assert not [*secrets(WORDS, heard)]
    assert [*secrets(WORDS, [*heard, row(5, **said("OTTER"))])] == ["OTTER"]
    assert [*secrets(WORDS, [*heard, row(5, promise="HERON")])] == ["HERON"]
    assert [*secrets(WORDS, [(topic("a", "tail"), b"FOXES")])] == ["FOXES"]


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
