"""The joining code changes with time, and the previous code stays valid for a while."""

import pytest

from firmware_host.web.people.codes import (
    AFTER_MS,
    LETTERS,
    MISSES,
    SHOWN_MS,
    JoiningCode,
)


class Clock:
    """A clock, and bytes that never come again."""

    now_ms = drawn = 0

    def clock_ms(self):
        """Return the time."""
        return self.now_ms

    def entropy(self, count):
        """Return *count* bytes."""
        self.drawn += 1
        return bytes((self.drawn * 37 + at * 11) % 256 for at in range(count))


@pytest.fixture
def clock():
    return Clock()


def test_a_code_spells_nothing_and_is_read_off_without_doubt(clock):
    """A code has four characters: no vowels, and no digits that look alike."""
    code = JoiningCode(clock)
    assert len(code.now) == 4
    assert set(code.now) <= set(LETTERS)
    assert not set("AEIOUY0125") & set(LETTERS)


def test_it_changes_after_so_many_wrong_ones_and_counts_anew(clock):
    code = JoiningCode(clock, "BCDF")
    for _ in range(2):
        before = code.now
        assert [code.miss() for _ in range(MISSES)] == [False] * (MISSES - 1) + [True]
        assert code.now != before
        assert code.takes(before)
    assert not code.takes("BCDF")
    clock.now_ms += AFTER_MS
    assert not code.takes(before)


def test_it_changes_and_the_one_before_is_good_for_a_little_while(clock):
    code = JoiningCode(clock, "BCDF")
    clock.now_ms += SHOWN_MS - 1
    assert not code.turn()
    clock.now_ms += 1
    assert code.turn()
    assert code.now != "BCDF"
    assert (code.takes(code.now), code.takes(" bcdf ")) == (True, True)
    clock.now_ms += AFTER_MS - 1
    assert code.takes("BCDF")
    clock.now_ms += 1
    assert (code.takes(code.now), code.takes("BCDF")) == (True, False)


def test_a_new_one_that_somebody_asked_for_voids_the_one_before(clock):
    code = JoiningCode(clock, "BCDF")
    code.change()
    assert (code.takes(code.now), code.takes("BCDF")) == (True, False)


@pytest.mark.parametrize("typed", ["", " ", "BCD", "BCDFF", "BCDG"])
def test_nothing_else_is_taken(clock, typed):
    assert not JoiningCode(clock, "BCDF").takes(typed)


def test_the_double_of_chance_never_says_the_same_twice():
    """The fake source of randomness never repeats itself."""
    clock = Clock()
    assert clock.entropy(4) != clock.entropy(4)
