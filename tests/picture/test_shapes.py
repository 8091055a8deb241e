"""Letters are drawn from the very pieces that they are made of."""

from firmware_host.app.content.languages import load_alphabet
from firmware_host.picture.shapes import LETTERS, build_of, letter_picture


def test_each_letter_is_drawn_with_its_own_pieces():
    """What the reveal shows can be laid by hand."""
    alphabet = load_alphabet()

    assert {
        letter: build_of(letter)
        for letter in LETTERS
        if build_of(letter) != alphabet.build(letter)
    } == {}


def test_every_letter_of_the_alphabet_has_a_picture():
    """The reveal never shows a hole."""
    assert set(LETTERS) == {*"ABCDEFGHIJKLMNOPQRSTUVWXYZ", "-", "'"}
    assert all(letter_picture(letter).getbbox() for letter in LETTERS)


def test_a_letter_nobody_drew_has_no_pieces():
    """The check of builds would see a missing letter."""
    assert build_of("?") == (0, 0, 0, 0)
