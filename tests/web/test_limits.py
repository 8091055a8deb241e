"""A client with too many attempts has to wait; other clients do not."""

import asyncio

from firmware_host.web.limits import Limiter, Turns


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
    """The limiter remembers at most `MOST` keys."""
    limiter = Limiter(tries=1, within_ms=1000, clock_ms=Clock())
    assert all(limiter.allow(str(number)) for number in range(3 * Limiter.MOST))
    assert len(limiter._past) == Limiter.MOST


async def test_whoever_has_tried_least_goes_first_and_the_latest_of_equals():
    turns, done = Turns(), []

    async def come(name, tries):
        async with turns.turn(tries):
            done.append(name)

    async with asyncio.TaskGroup() as tasks, turns.turn(0):
        for name, tries in (("b", 4), ("c", 2), ("d", 1), ("e", 1)):
            tasks.create_task(come(name, tries))
            await asyncio.sleep(0)
    assert done == ["e", "d", "c", "b"]
    assert not turns._busy


async def test_a_turn_that_nobody_waits_for_any_more_goes_to_the_next():
    turns, done = Turns(), []

    async def come(name):
        async with turns.turn(1):
            done.append(name)

    async with turns.turn(0):
        gone, stays = (asyncio.create_task(come(name)) for name in ("gone", "stays"))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        stays_first = turns._line[0][2]
        gone.cancel()
        await asyncio.sleep(0)
    assert stays_first.done()
    await stays
    assert done == ["stays"]
    async with asyncio.timeout(5), turns.turn(0):
        pass


async def test_who_leaves_just_as_the_turn_comes_passes_it_on():
    turns = Turns()
    async with turns.turn(0):
        late = asyncio.create_task(turns.turn(1).__aenter__())
        await asyncio.sleep(0)
    late.cancel()
    await asyncio.gather(late, return_exceptions=True)
    async with asyncio.timeout(5), turns.turn(0):
        pass
