"""Letters of one bit are drawn from the very pieces that they are made of."""

from firmware_host.picture.shapes import LETTER_AT, letter_picture
from firmware_host.words.poses import POSES, points


def test_every_letter_of_the_alphabet_has_a_picture():
    """The reveal never shows a hole: along each piece the picture is lit."""
    for letter, poses in POSES.items():
        *under, top = poses
        picture = letter_picture(letter)
        for x, y in points(top):
            at = (round(x + LETTER_AT[0]), round(y + LETTER_AT[1]))
            assert picture.getpixel(at), f"{letter} at {at}"
        assert len(under) == len(poses) - 1


def test_a_picture_is_not_cut_off():
    """What lies on the edge of the letter's box has room round it."""
    for letter in POSES:
        picture = letter_picture(letter)
        left, top, right, bottom = picture.getbbox()
        assert left > 0
        assert top > 0
        assert right < picture.width
        assert bottom < picture.height
