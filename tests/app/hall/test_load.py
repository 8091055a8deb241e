"""A hall under load: nothing is lost, doubled or told too early, whatever is killed."""

import pytest

from firmware_host.app.hall.store import Heard, Store
from firmware_host.hall.lines import Begun, Ended, Happened, Told, topic, write
from tools.hall_counts import rounds, secrets
from tools.hall_load import measure

WORDS = ("FOXES", "OTTER", "HERON")


def row(n, **more):
    """What goes over a broker of a row."""
    return topic("a", "row"), write(Told("s", n, 1, **more))


def test_a_word_that_was_told_too_early_is_found(tmp_path):
    """A later one that is guessed by chance was not, and an earlier one is open."""
    said = lambda word: {"moments": (Happened("out", 0, word=word),)}  # noqa: E731 - short
    heard = [
        row(1, begun=Begun("decipher", "en", 5, 1, 3)),
        row(2, **said("HERON")),
        row(3, **said("OTTER"), ended=(Ended("FOXES", (1,)),)),
        row(4, ended=(Ended("OTTER", (1,)),)),
        row(5, **said("FOXES")),
    ]
    store = Store(tmp_path)
    lines = [Heard("a", n, 0, line) for n, (_, line) in enumerate(heard, 1)]
    store.keep([("a", "s", "Fox")], [], lines)
    store.close()
    over = rounds(tmp_path)
    assert over["a", 3] == (0, 1)
    assert not [*secrets(WORDS, over, heard)]
    assert not [*secrets(WORDS, over, heard[3:])]  # who came late has missed a row
    for early in (row(2, **said("FOXES")), row(4, **said("HERON"), promise="HERON")):
        assert len([*secrets(WORDS, over, [early])]) == 1
    assert [*secrets(WORDS, over, [(topic("a", "tail"), b"FOXES")])] == ["FOXES"]


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
