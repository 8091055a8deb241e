"""The model of a tag's reach: its formula, its limits, and the needs of builds."""

import math
import sys
from pathlib import Path

import pytest

from firmware_host.app.system.hardware import profile_path
from firmware_host.settings.profile import load_profile

sys.path.insert(0, str(Path(__file__).parent.parent / "tools"))

import build_prints
import feet
import overlay_sheets
import reach


@pytest.mark.parametrize(("wide", "small", "high"), [(20, 0.2, 15), (21, 0.1, 40)])
def test_a_small_loop_has_the_field_on_the_axis(wide, small, high):
    """For a small loop the coupling is Biot and Savart's field times the area."""
    field = wide**2 / (2 * (wide**2 + high**2) ** 1.5)
    area = math.pi * small**2
    assert reach.mutual(wide, small, high) == pytest.approx(field * area, rel=1e-3)


def test_two_far_loops_are_two_dipoles_and_change_places():
    dipoles = math.pi * 20**2 * 10**2 / (2 * 900**3)
    assert reach.mutual(20, 10, 900) == pytest.approx(dipoles, rel=0.01)
    assert reach.mutual(20, 10, 30) == pytest.approx(reach.mutual(10, 20, 30))


def test_a_larger_tag_is_read_farther_and_a_better_reader_reads_each_farther():
    for card in reach.CARDS_MM:
        far = [reach.reach(tag, card) for tag in feet.TAGS_MM]
        assert far == sorted(far)
    for tag in feet.TAGS_MM:
        far = [reach.reach(tag, card) for card in reach.CARDS_MM]
        assert far == sorted(far)


def test_too_small_a_tag_is_not_read_at_all():
    """A tag that is too small is not read at all."""
    assert reach.reach(10, 25) == 0


def test_the_model_agrees_with_what_was_measured():
    """The model agrees within 3 mm with measurements of both a card and a tag."""
    told = {"less than 10 mm": 10, "about 55 mm": 55}
    both = [one for one in reach.MEASURED if one.tag_mm]
    assert len(both) == len(told)
    for one in both:
        assert abs(reach.reach(one.tag_mm, one.card_mm) - told[one.far]) < 3


def test_a_tenth_of_a_reach_needs_more_than_a_tenth_of_the_size():
    """If 25 mm are read at 30 mm, 10 mm are read at about a third of that."""
    least = reach.coupling(reach.COIL * 25 / 2, 30)
    assert reach.farthest(reach.COIL * 10 / 2, least) == pytest.approx(11, abs=1)


@pytest.mark.parametrize("name", reach.BUILDS)
def test_each_build_with_tags_has_half_as_much_again(name):
    """Each build's reader reads its tags at half as much again as needed."""
    build, profile = reach.BUILDS[name], load_profile(profile_path(name))
    assert overlay_sheets.chip_of(profile) == build.chip.lower()
    assert build.tag_mm == feet.OURS_MM
    card = math.ceil(reach.card_needed(build.tag_mm, build.wanted))
    assert reach.reach(build.tag_mm, card) >= 1.5 * build.deep
    assert reach.reach(build.tag_mm, card - 2) < 1.5 * build.deep


def test_every_build_with_tags_is_named():
    tagged = {
        path.parent.name
        for path in build_prints.HARDWARE.glob("*/board.toml")
        if path.parent.name != "simulated" and load_profile(path).input != "buttons"
    }
    assert tagged == set(reach.BUILDS)


def test_what_was_measured_says_where_it_stands():
    for one in reach.MEASURED:
        assert one.address.startswith("https://")
        assert any(letter.isdigit() for letter in one.far)


def test_far_above_a_rectangular_coil_has_the_field_of_a_round_one():
    """Far above it a rectangular coil has the field of a round one of the same area."""
    own = reach.radius(reach.READER_MM)
    round_one = 2 * math.pi * own**2 / (own**2 + 400**2) ** 1.5
    assert reach.field(0, 0, 400) == pytest.approx(round_one, rel=0.01)


def test_a_flat_tag_loses_its_field_over_the_trace_and_not_before():
    """Within 12 mm no place is worse than the middle; at 20 mm most is lost."""
    deep = reach.BUILDS["full"].deep
    around = [math.radians(15 * turn) for turn in range(24)]
    for far in (4, 8, 12):
        for angle in around:
            place = far * math.cos(angle), far * math.sin(angle)
            assert reach.sideways(15, deep, *place) > 1
    for place in ((20, 0), (0, 18)):
        assert reach.sideways(15, deep, *place) < 0.5
    corner = reach.sideways(15, deep, 10, 8)
    assert corner > reach.sideways(15, deep, 8, 0)
