"""Words as bits: each question is answered as a plain scan of the list answers it."""

import pytest

from firmware_host.app.content.languages import load_language
from firmware_host.board.pieces import KINDS, PIECES_IN_BOX
from firmware_host.words.index import WordIndex, index_of
from firmware_host.words.levels import EVERYDAY

LENGTHS = (3, 4, 5, 6)


def buildable_words(language, length):
    """Return all words of a length that the pieces and tiles in the box can build."""
    pieces = language.alphabet.pieces
    return [
        word
        for word in language.accepted.words(length)
        if word not in language.unfit
        and all(n <= most for n, most in zip(pieces(word), PIECES_IN_BOX, strict=True))
        and all(word.count(letter) <= language.tiles[letter] for letter in word)
    ]


@pytest.mark.ci
@pytest.mark.parametrize("code", ["en", "de"])
@pytest.mark.parametrize("length", LENGTHS)
def test_each_kind_in_each_place_is_found_as_a_scan_finds_it(code, length):
    """The index finds the words with at least so many pieces, as a scan does."""
    language = load_language(code)
    index, words = index_of(language, length), buildable_words(language, length)
    build, pieces = language.alphabet.build, language.alphabet.pieces
    assert index.list(index.all) == tuple(words)
    assert len(index) == len(words)
    for kind in KINDS:
        for count in range(6):
            for at in range(length):
                found = index.list(index.needs(at, kind, count))
                assert list(found) == [
                    word for word in words if build(word[at])[kind.place] >= count
                ]
            found = index.list(index.kind_total(kind, count))
            assert list(found) == [
                word for word in words if pieces(word)[kind.place] >= count
            ]
    for count in (0, 3, 8, 12, 25, 300):
        found = index.list(index.pieces_total(count))
        assert list(found) == [word for word in words if sum(pieces(word)) >= count]


def test_letters_are_found_in_their_place():
    """Words are found by letters in places, and none for an unknown letter."""
    index = index_of(load_language("en"), 5)
    found = index.list(index.letter(0, "Q") & index.letter(4, "N"))
    assert found == tuple(
        word
        for word in load_language("en").accepted.words(5)
        if word[0] == "Q" and word[4] == "N"
    )
    assert "QUEEN" in found
    assert not index.letter(0, "-")


def test_words_are_named_by_their_bits():
    """Words become bits; unknown words and those of another length are ignored."""
    index = index_of(load_language("en"), 5)
    bits = index.bits(["HOBBY", "PANDA", "CAT", "XXXXX", "", "ÄÄÄÄÄ"])
    assert index.list(bits) == ("HOBBY", "PANDA")
    assert index.list(0) == ()


def test_a_word_with_more_pieces_than_the_box_has_never_fits():
    """HOODOO needs ten wide curves, and the box has eight."""
    index = index_of(load_language("en"), 6)
    assert "HOODOO" in load_language("en").accepted
    assert not index.bits(["HOODOO"])
    assert index.bits(["HOODIE"])


def test_somebodys_own_words_may_be_played_too():
    """A list of one's own is among all that may be played, and is drawn from alone."""
    language = load_language("en").with_own(["ZZYZX", "HOBBY"])
    assert index_of(language, 5).bits(["ZZYZX"])
    drawn = index_of(language, 5, EVERYDAY)
    assert drawn.list(drawn.all) == ("HOBBY", "ZZYZX")
    assert drawn.drawn
    assert not index_of(language, 5).drawn


def test_a_length_without_words_has_none():
    """An index of an empty list is empty."""
    language = load_language("en")
    index = WordIndex(language.own, 5, language.alphabet.builds)
    assert (len(index), index.all, index.pieces_total(3)) == (0, 0, 0)


def test_many_words_have_their_bits_as_a_few_have():
    """The bits of many words are the sum of each word's; unknown ones have none."""
    language = load_language("de")
    index = index_of(language, 5)
    words = (*language.common.words(5), "XXXXX", "OTTO", "ZU")
    one_by_one = [index.bits([word]) for word in words]
    assert index.bits(words) == sum(one_by_one)
    common, fit = {*language.common.words(5)}, buildable_words(language, 5)
    assert index.list(index.bits(words)) == tuple(w for w in fit if w in common)
