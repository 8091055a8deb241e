"""A button's level, once it has stood still."""

from hypothesis import given, strategies as st

from firmware_host.devices.debounce import SETTLE_MS, Debounce

STEPS = st.lists(st.tuples(st.booleans(), st.integers(0, 60)), max_size=60)


def test_a_press_counts_once_it_has_stood():
    """A press counts once, after 20 ms."""
    pressed = Debounce().sample(level=True, now_ms=1000)

    assert pressed.due_ms == 1020
    assert not pressed.advance(now_ms=1019).down
    assert pressed.advance(now_ms=1020).down
    assert pressed.advance(now_ms=1020).due_ms is None


def test_bouncing_puts_it_off():
    """20 ms of standing still are 20 ms without an edge."""
    button = Debounce().sample(level=True, now_ms=0)
    button = button.sample(level=False, now_ms=3).sample(level=True, now_ms=5)
    assert button.due_ms == 25

    button = button.sample(level=True, now_ms=15, edges=2)  # away and back, unseen
    assert button.due_ms == 35


def test_a_flash_is_no_press():
    """Shorter than the settling, it was noise."""
    button = Debounce().sample(level=True, now_ms=0).sample(level=False, now_ms=10)

    assert button.due_ms is None
    assert not button.advance(now_ms=100).down


@given(STEPS)
def test_what_is_told_had_always_stood(steps):
    """A reported level was on the wire for the whole settling time, in random runs."""
    button, now_ms, history = Debounce(), 0, [(0, False)]
    for level, wait_ms in steps:
        now_ms += wait_ms
        before, button = button.down, button.advance(now_ms=now_ms)
        if button.down is not before:
            stood = [at for at, was in history if was is not button.down]
            assert all(at <= now_ms - SETTLE_MS for at in stood)
            assert history[-1][1] is button.down
            assert history[-1][0] <= now_ms - SETTLE_MS
        if level is not history[-1][1]:
            history.append((now_ms, level))
        button = button.sample(level=level, now_ms=now_ms)
