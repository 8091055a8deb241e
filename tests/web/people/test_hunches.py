"""Hunches: private until the word is out; then counted, as words of the list."""

import pytest

from firmware_host.web.people.beliefs import SHOWN, Hunches

#: The words that the board can draw.
LIST = ("HOBBY", "HAPPY", "PANDA", "LEMON", "HOUSE", "TIGER", "ZEBRA")


def phone(number):
    """Return a phone."""
    return {"number": number, "seat": None, "person": 0, "looks_on": False}


def shown(commitment="", *words, laid=1):
    """Return a game as anybody sees it, after rounds of these words."""
    return {
        "commitment": commitment,
        "words": list(words),
        "laid": laid,
        "language": "en",
    }


@pytest.fixture
def made():
    return Hunches(lambda words, _code: [word for word in words if word in LIST])


def right(made, seen):
    """Return how many had it after how many pieces."""
    told = made.document(seen)["hunches"]
    return [(one["after"], one["count"]) for one in told]


def words(made, seen):
    """Return how often each word was believed in, and how often another one."""
    told = made.document(seen)["hunch_words"]
    return {one["word"]: one["count"] for one in told["words"]}, told["others"]


def test_hunches_add_up_over_the_pieces(made):
    """Three had it in the end, one of them after the first piece."""
    made.lock(phone(0), "HOBBY", shown("x"))
    later = shown("x", laid=3)
    for number, word in enumerate(("HOBBY", "HOBBY", "HAPPY"), 1):
        made.lock(phone(number), word, later)

    assert right(made, later) == []
    assert right(made, shown("", "HOBBY")) == [(1, 1), (3, 3)]


def test_a_later_hunch_takes_the_place_of_an_earlier_one(made):
    made.lock(phone(1), "HAPPY", shown("x"))
    made.lock(phone(1), "HOBBY", shown("x", laid=2))

    assert made.of(phone(1), shown("x")) == "HOBBY"
    assert right(made, shown("", "HOBBY")) == [(2, 1)]


def test_a_new_round_forgets_the_old_ones_hunches(made):
    made.lock(phone(1), "HOBBY", shown("x"))

    assert made.of(phone(1), shown("y", "HAPPY")) == ""
    assert right(made, shown("", "HAPPY", "HOBBY")) == []


def test_the_board_makes_the_next_word_at_once_and_they_are_told_still(made):
    """Right hunches are shown until the next word is out; a voided round has none."""
    made.lock(phone(1), "HOBBY", shown("x"))

    assert right(made, shown("y", "HOBBY")) == [(1, 1)]
    made.lock(phone(1), "HAPPY", shown("y", "HOBBY"))
    assert right(made, shown("z", "HOBBY")) == []


def test_without_a_game_there_are_no_hunches(made):
    assert right(made, shown()) == []


def test_a_wall_shows_words_of_the_list_alone(made):
    """U21: the wall shows hunches that are dictionary words and counts the others."""
    typed = ("HAPPY", "HOBBY", "STUPD", "HAPPY", "MRFOX")
    for number, word in enumerate(typed):
        made.lock(phone(number), word, shown("x"))

    assert words(made, shown("x")) == ({}, 0)  # not before the word is out
    assert words(made, shown("", "HOBBY")) == ({"HAPPY": 2, "HOBBY": 1}, 2)
    told = made.document(shown("", "HOBBY"))["hunch_words"]["words"]
    assert [one["word"] for one in told] == ["HAPPY", "HOBBY"]  # the most first


def test_the_word_itself_is_shown_wherever_it_comes_from(made):
    """A predicted word is shown once it is revealed, even one that is never drawn."""
    made.lock(phone(1), "ZYBLO", shown("x"))
    assert words(made, shown("", "ZYBLO")) == ({"ZYBLO": 1}, 0)


def test_rare_words_are_counted_among_the_others(made):
    """A wall has room for few; each phone is counted once."""
    for number, word in enumerate((*LIST, "HOBBY")):
        made.lock(phone(number), word, shown("x"))
    told, others = words(made, shown("", "HOBBY"))
    assert len(told) == SHOWN
    assert next(iter(told)) == "HOBBY"
    assert sum(told.values()) + others == len(LIST) + 1


def test_the_lesson_is_over_and_nothing_is_known(made):
    made.lock(phone(1), "HOBBY", shown("x"))
    assert right(made, shown("y", "HOBBY")) == [(1, 1)]
    made.forget()
    assert right(made, shown("y", "HOBBY")) == []
    assert words(made, shown("y", "HOBBY")) == ({}, 0)
