"""Everything that leaves the board is listed as a type without secret fields."""

from typing import get_args, is_typeddict

from firmware_host.board import table_values
from firmware_host.board.record import tag_of
from firmware_host.board.shapes import Shapes
from firmware_host.web import shown, values

SHAPES = {
    name: one
    for name, one in vars(shown).items()
    if is_typeddict(one) and one.__module__ == shown.__name__ and name[0] != "_"
}


def test_every_shape_says_what_it_is():
    """Every schema type has a docstring for the API description."""
    assert all((one.__doc__ or "").strip().count(".") for one in SHAPES.values())


def test_no_two_shapes_have_one_name():
    """No two schema types share a name in the API description."""
    given = {name for name in vars(values) if name[0].isupper()}
    tags = {tag_of(one) for one in SHAPES.values()}
    assert len(tags) == len(SHAPES)
    assert tags & given <= {"UnknownTag"}  # the table's is never given out
    shapes = Shapes("#/")
    for one in SHAPES.values():
        shapes.of(one)
    assert tags <= shapes.named.keys()


def test_a_player_is_shown_without_the_person():
    """A shown player has all fields but `person`, the identity over all games."""
    inside = table_values.Sitter.__annotations__.keys()
    outside = shown.ShownPlayer.__annotations__.keys()
    assert inside - outside == {"person"}


def test_only_you_has_a_secret():
    """Only `You` has a secret, and the state has none of the seat's own fields."""
    having = {name for name, one in SHAPES.items() if "secret" in one.__annotations__}
    assert having == {"You"}
    assert shown.You in get_args(get_args(shown.State.__annotations__["you"])[0])
    private = {"secret", "may", "lines", "commitment", "turn", "words", "laid"}
    assert not private & shown.State.__annotations__.keys()


def test_a_refusal_says_why_in_words_and_by_a_code():
    shapes = Shapes("#/")
    shapes.of(shown.Refusal)
    assert shapes.named["Refusal"]["required"] == ["refused", "text"]


def test_games_go_by_the_key_that_pages_know():
    assert "knobs" in shown.OfferedGame.__annotations__
