"""What is answered beside the state is listed as types, and named once."""

from typing import is_typeddict

from firmware_host.board.shapes import Shapes
from firmware_host.web import answers, shown, values


def own(module):
    """Return the shapes of a module by name."""
    return {
        name: one
        for name, one in vars(module).items()
        if is_typeddict(one) and one.__module__ == module.__name__ and name[0] != "_"
    }


def test_no_shape_has_the_name_of_another_one():
    """Each stands in the descriptions under its own."""
    assert not own(answers).keys() & own(shown).keys()
    assert not own(answers).keys() & own(values).keys()


def test_a_refusal_says_why_in_words_and_by_a_code():
    shapes = Shapes("#/")
    shapes.of(answers.Refusal)
    assert shapes.named["Refusal"]["required"] == ["refused", "text"]


def test_games_go_by_the_key_that_pages_know():
    assert "knobs" in answers.OfferedGame.__annotations__
