"""Who knocks too often waits; nobody else does."""

from firmware_host.web.limits import Limiter


class Clock:
    """A clock that a test turns."""

    now = 0

    def __call__(self):
        """Return the time."""
        return self.now


def test_the_third_try_waits_until_the_first_is_old():
    clock = Clock()
    limiter = Limiter(tries=2, within_ms=1000, clock_ms=clock)
    assert limiter.allow("a")
    clock.now = 400
    assert limiter.allow("a")
    assert not limiter.allow("a")
    assert limiter.wait_ms("a") == 600
    clock.now = 1000
    assert limiter.allow("a")
    assert not limiter.allow("a")


def test_others_do_not_wait_and_the_forgiven_neither():
    limiter = Limiter(tries=1, within_ms=1000, clock_ms=Clock())
    assert limiter.allow("a")
    assert limiter.allow("b")
    assert not limiter.allow("a")
    limiter.forgive("a")
    assert limiter.allow("a")


def test_it_remembers_no_more_than_it_can_hold():
    """Somebody who comes from everywhere does not fill the memory."""
    limiter = Limiter(tries=1, within_ms=1000, clock_ms=Clock())
    assert all(limiter.allow(str(number)) for number in range(3 * Limiter.MOST))
    assert len(limiter._past) == Limiter.MOST
