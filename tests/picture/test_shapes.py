"""Letters of one bit are drawn from the very pieces that they are made of."""

import pytest

from firmware_host.picture.shapes import (
    LETTER,
    SMALL,
    laid_picture,
    letter_picture,
)
from firmware_host.words.poses import POSES, points


def test_every_letter_of_the_alphabet_has_a_picture():
    """The reveal never shows a hole: along each piece the picture is lit."""
    for letter, poses in POSES.items():
        *under, top = poses
        picture = letter_picture(letter)
        for x, y in points(top):
            at = (round(x + LETTER.at[0]), round(y + LETTER.at[1]))
            assert picture.getpixel(at), f"{letter} at {at}"
        assert len(under) == len(poses) - 1


@pytest.mark.parametrize("scale", [LETTER, SMALL])
def test_a_picture_is_not_cut_off(scale):
    """A letter's picture has a margin on all sides."""
    for poses in POSES.values():
        picture = laid_picture(tuple(poses), scale)
        left, top, right, bottom = picture.getbbox()
        assert left > 0
        assert top > 0
        assert right < picture.width
        assert bottom < picture.height


def test_every_letter_forms_with_a_picture_of_its_own():
    """No two letters have the same picture, large or small."""
    for scale in (LETTER, SMALL):
        pictures = {laid_picture(tuple(one), scale).tobytes() for one in POSES.values()}
        assert len(pictures) == len(POSES)


def test_what_is_missing_is_thinner_than_what_lies():
    """A piece to come is not taken for one that is there."""
    stem, *bars = POSES["E"]
    lit = [
        sum(map(bool, laid_picture(lie, SMALL, missing).getdata()))
        for lie, missing in (((stem,), ()), ((stem,), tuple(bars)), ((stem, *bars), ()))
    ]
    alone, thin, whole = lit
    assert alone < thin < (alone + whole) / 2
