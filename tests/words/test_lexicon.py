"""Word lists that are searched as bytes, beside a plain set."""

import pytest
from hypothesis import given, strategies as st

from firmware_host.errors import RuleError, SettingsError
from firmware_host.words.lexicon import Lexicon

words = st.text(alphabet="ABYZ'-", min_size=3, max_size=6)


def in_order(some: set[str]) -> list[str]:
    """The words as a file has them."""
    return sorted(some, key=lambda word: (len(word), word))


def packed(some: set[str]) -> bytes:
    """A file of these words."""
    return "".join(f"{word}\n" for word in in_order(some)).encode()


@given(st.sets(words), st.lists(st.text(alphabet="ABYZ'-Ä\n", max_size=7)))
def test_it_holds_what_a_set_holds(some, asked):
    """Membership is the same as in a set of the words."""
    lexicon = Lexicon(packed(some))

    for word in [*some, *asked]:
        assert (word in lexicon) is (word in some), word


@given(st.sets(words))
def test_every_word_can_be_drawn_by_its_place(some):
    """Drawing by length and place gives each word once, in order."""
    lexicon = Lexicon(packed(some))

    drawn = [
        lexicon.word(length, index)
        for length in range(3, 7)
        for index in range(lexicon.count(length))
    ]

    assert drawn == in_order(some)


def test_what_is_no_word_at_all_is_not_in_it():
    """A number, nothing, and a length that no list has are simply absent."""
    lexicon = Lexicon(b"CAT\nDOG\n")

    assert 7 not in lexicon
    assert "" not in lexicon
    assert "CATS" not in lexicon
    assert "CAT\nDOG" not in lexicon
    assert lexicon.count(4) == lexicon.count(99) == 0


def test_lists_of_the_same_words_are_equal():
    """Two readings of one file are one list; another file is another."""
    assert Lexicon(b"CAT\n") == Lexicon(b"CAT\n")
    assert hash(Lexicon(b"CAT\n")) == hash(Lexicon(b"CAT\n"))
    assert Lexicon(b"CAT\n") != Lexicon(b"DOG\n")


@pytest.mark.parametrize("index", [-1, 2])
def test_the_first_place_outside_the_list_is_our_bug(index):
    """A place outside the list raises an error with the place and the length."""
    with pytest.raises(RuleError, match=f"word {index} of the 2 with 3 letters"):
        Lexicon(b"CAT\nDOG\n").word(3, index)


@pytest.mark.parametrize(
    ("text", "line", "word"),
    [
        (b"CAT\nHOBBY\nBOOK\n", 3, "BOOK"),
        (b"CAT\nDOG\nAT\n", 3, "AT"),
        (b"CAT\nPUZZLES\n", 2, "PUZZLES"),
        (b"CAT\n\nDOG\n", 2, ""),
        (b"CAT\nDOG", 2, "DOG"),
        (b"CAT\r\nDOG\r\nBOOKS\n" * 9, 4, "CAT\\r"),
        (b"HOBBY\nPANDA\nBOOK\nQUEEN\n", 3, "BOOK"),
    ],
)
def test_a_list_that_was_edited_by_hand_is_refused(text, line, word):
    """The error names the line, the word and the tool that rebuilds the list."""
    with pytest.raises(SettingsError) as fault:
        Lexicon(text)

    assert str(fault.value) == (
        f"word list, line {line}: '{word}' does not stand among words of its length, 3"
        " to 6 letters, each with a line end; rebuild the list with"
        " tools/build_words.py"
    )
