"""The letter piece alphabet, and an owner's changes to it."""

from typing import Any

import pytest

from firmware_host.app.content.languages import load_alphabet
from firmware_host.board.pieces import KINDS
from firmware_host.errors import RuleError, SettingsError
from firmware_host.words.alphabet import MOST_PIECES, read_alphabet
from tests.referee.alphabet_by_hand import LETTERS

TABLE = {
    "I": {"pieces": ["red"], "source": "attested"},
    "Q": {"pieces": ["blue", "blue", "yellow"], "source": "ruling"},
}
ATTESTED = set("AHMWLTRFKZEUIB")


def test_the_shipped_alphabet_is_the_rules():
    """Every letter is built as a second person typed it off the rules."""
    names = {"r": "red", "y": "yellow", "b": "blue", "g": "green"}
    builds = load_alphabet().builds

    assert set(builds) == set(LETTERS)
    for letter, pieces in LETTERS.items():
        colours = [names[piece] for piece in pieces]
        expected = tuple(colours.count(kind.value) for kind in KINDS)
        assert builds[letter] == expected, letter


def test_every_letter_says_how_it_is_known():
    """Each letter's source is "attested" or "ruling"."""
    sources = load_alphabet().sources

    assert {letter for letter, how in sources.items() if how == "attested"} == ATTESTED
    assert set(sources.values()) == {"attested", "ruling"}


def test_only_a_letter_with_red_and_yellow_has_both():
    """Exactly these letters have both red and yellow pieces."""
    alphabet = load_alphabet()
    both = {one for one, (red, yellow, *_) in alphabet.builds.items() if red and yellow}

    assert both == set("AHMWLTRFKZE")


def test_a_word_needs_the_pieces_of_its_letters():
    """Pieces are counted by kind, over all letters."""
    alphabet = read_alphabet(TABLE, where="alphabet.toml")

    assert alphabet.build("Q") == (0, 1, 2, 0)
    assert alphabet.pieces("QIQ") == (1, 2, 4, 0)
    assert alphabet.pieces("") == (0, 0, 0, 0)


def test_a_letter_without_a_build_is_our_bug_and_is_named():
    """Asking for the pieces of an unknown letter raises an error that names it."""
    with pytest.raises(RuleError, match="the letter 'É' has no build"):
        read_alphabet(TABLE, where="alphabet.toml").pieces("É")


@pytest.mark.parametrize(
    "item",
    [["red", "blue"], {"pieces": ["red", "blue"]}],
    ids=["a bare list", "a table"],
)
def test_an_owner_changes_a_single_letter(item):
    """The rest stays as it was, and the letter says whose it is."""
    alphabet = read_alphabet(TABLE, override={"Q": item}, where="mine.toml")

    assert alphabet.build("Q") == (1, 0, 1, 0)
    assert alphabet.build("I") == (1, 0, 0, 0)
    assert alphabet.sources == {"Q": "owner", "I": "attested"}


def test_an_owner_may_say_how_it_is_known():
    """A source that the owner gives is kept."""
    item = {"pieces": ["blue"], "source": "side of the box"}

    changed = read_alphabet(TABLE, override={"Q": item}, where="mine.toml")

    assert changed.sources["Q"] == "side of the box"


WRONG: list[tuple[Any, str]] = [
    (["purple"], "letter Q: 'purple' is not a piece; use red, yellow, blue, green"),
    ([7], "letter Q: 7 is not a piece; use red, yellow, blue, green"),
    ([], 'letter Q: list its pieces, such as ["red", "yellow"]'),
    ("red", 'letter Q: list its pieces, such as ["red", "yellow"]'),
    (["red"] * (MOST_PIECES + 1), "letter Q: 5 pieces; a letter has at most 4"),
    ({"piece": ["red"]}, "letter Q: 'piece' is not known; use pieces and source"),
    (
        {"pieces": ["red"], "source": 7},
        "letter Q: say in source how its pieces are known",
    ),
]


@pytest.mark.parametrize(("item", "text"), WRONG, ids=[text for _, text in WRONG])
def test_what_is_wrong_in_an_owners_file_is_said(item, text):
    """The error names the file, the letter and what to write instead."""
    with pytest.raises(SettingsError) as fault:
        read_alphabet(TABLE, override={"Q": item}, where="mine.toml")

    assert str(fault.value) == f"mine.toml: {text}"


def test_a_letter_that_the_game_lacks_is_named():
    """An owner cannot add a letter, as there are no tiles of it."""
    with pytest.raises(SettingsError) as fault:
        read_alphabet(TABLE, override={"Ä": ["red"]}, where="mine.toml")

    assert str(fault.value) == "mine.toml: 'Ä' is no letter; use I Q"


def test_the_shipped_alphabet_has_to_name_its_sources():
    """In the shipped alphabet a letter without a source is refused."""
    with pytest.raises(SettingsError, match="letter I: say in source"):
        read_alphabet({"I": ["red"]}, where="alphabet.toml")


def test_what_an_owner_changed_can_be_written_and_read_again():
    """Only the owner's changes are written, and can be read again."""
    alphabet = read_alphabet(TABLE, override={"Q": ["red", "green", "red"]}, where="x")
    assert alphabet.changed() == {"Q": ["red", "red", "green"]}
    assert read_alphabet(TABLE, override=alphabet.changed(), where="x") == alphabet
    assert hash(alphabet) == hash(read_alphabet(TABLE, where="x"))
