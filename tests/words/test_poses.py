"""Every letter is laid of the same four shapes, which are turned and moved only."""

import itertools
import math

import pytest

from firmware_host.app.content.languages import load_alphabet
from firmware_host.board.pieces import KINDS, Kind
from firmware_host.words.poses import (
    BOX,
    DEEP,
    LONG,
    MARGIN,
    PARTS,
    POSES,
    Pose,
    build_of,
    points,
)

LETTERS = sorted(POSES)


def test_every_letter_that_can_be_laid_has_a_picture():
    assert set(POSES) == set(load_alphabet().builds)


@pytest.mark.parametrize("letter", LETTERS)
def test_each_letter_is_laid_of_its_own_pieces(letter):
    """Each letter's poses have the pieces of its build."""
    assert build_of(letter) == load_alphabet().build(letter)
    assert all(pose.kind in KINDS for pose in POSES[letter])


@pytest.mark.parametrize("letter", LETTERS)
def test_each_piece_lies_in_the_letters_box(letter):
    """The middle line of each piece is within the letter's box and its margin."""
    for x, y in (point for pose in POSES[letter] for point in points(pose)):
        assert -MARGIN <= x <= BOX[0] + MARGIN
        assert -MARGIN <= y <= BOX[1] + MARGIN


@pytest.mark.parametrize("letter", LETTERS)
def test_no_piece_is_stretched(letter):
    """Each piece has the length and depth of its kind, however it is turned."""
    for pose in POSES[letter]:
        line = points(pose)
        assert math.dist(line[0], line[-1]) == pytest.approx(LONG[pose.kind])
        if pose.kind in DEEP:
            middle = line[PARTS // 2]
            assert math.dist(middle, (pose.x, pose.y)) == pytest.approx(DEEP[pose.kind])


@pytest.mark.parametrize("letter", LETTERS)
def test_a_letter_hangs_together(letter):
    """Each piece touches another one; their lines are as thick as two parts of five."""
    lines = [points(pose) for pose in POSES[letter]]
    for at, line in enumerate(lines):
        others = [one for n, one in enumerate(lines) if n != at]
        assert not others or min(gap(line, other) for other in others) < 2


def gap(line, other):
    """Return how far apart two lines are, looked at every half unit."""
    return min(math.dist(a, b) for a in dense(line) for b in dense(other))


def dense(line):
    """Yield points along a line."""
    for (x, y), (to_x, to_y) in itertools.pairwise(line):
        steps = max(1, round(2 * math.dist((x, y), (to_x, to_y))))
        for step in range(steps + 1):
            part = step / steps
            yield (x + (to_x - x) * part, y + (to_y - y) * part)


def test_an_upright_curve_opens_to_the_right():
    """Turn 0 is the shape of "(" and half a turn that of ")"."""
    assert points(Pose(Kind.TIGHT_CURVE, 10, 20))[PARTS // 2] == pytest.approx((-2, 20))
    turned = points(Pose(Kind.WIDE_CURVE, 10, 20, 180))
    assert turned[PARTS // 2] == pytest.approx((26, 20))


def test_a_turn_goes_clockwise():
    line = points(Pose(Kind.SHORT_STICK, 12, 12, 90))
    assert line == [pytest.approx((24, 12)), pytest.approx((0, 12))]


def test_a_letter_nobody_drew_has_no_pieces():
    """An unknown letter has no pieces, so a missing one is found."""
    assert build_of("?") == (0, 0, 0, 0)
