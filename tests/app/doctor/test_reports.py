"""A reader is judged by the seconds in which a tag was on it."""

import pytest

from firmware_host.app.daemon.meter import KEPT, Meter
from firmware_host.app.doctor.reports import Quality, quality
from firmware_host.board.pieces import Zone
from firmware_host.link.events import Reads


@pytest.fixture
def meter():
    return Meter(lambda: 0)


def read(meter):
    """Return how well the reader of zone 3 has read."""
    return quality(meter.seconds[Zone(3)])


def second(meter, hits, conflicts=0, *, zone=3, looks=20):
    meter.hear(Reads(Zone(zone), looks, hits, conflicts, 0))


def test_a_reader_is_judged_by_the_seconds_in_which_a_tag_lay_there(meter):
    """The first and the last second with a tag are left out of a reader's quality."""
    for hits in (0, 0, 7, 20, 19, 20, 4, 0):
        second(meter, hits)
    assert read(meter) == Quality(60, 59, 70, 0)


def test_a_tap_is_too_short_to_judge_by(meter):
    for hits in (0, 5, 0, 3, 4, 0):
        second(meter, hits)
    assert read(meter) == Quality(0, 0, 12, 0)


def test_what_was_seen_long_ago_is_forgotten_and_idle_time_is_none(meter):
    """An hour without a touch forgets nothing; many touches forget the first ones."""
    second(meter, 0, conflicts=9)
    for _ in range(3600):
        second(meter, 0)
    assert read(meter).conflicts == 9
    for _ in range(KEPT):
        second(meter, 20)
    assert read(meter).conflicts == 0
    assert meter.reads[Zone(3)].hits == 20
