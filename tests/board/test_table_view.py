"""What a viewer sees claims nothing before it is said, and knows what is secret."""

from dataclasses import fields

import pytest

from firmware_host.board.pieces import Seat
from firmware_host.board.table_view import Common, Sitter, TableView


def claims(kind: type, *given: object) -> dict[str, object]:
    """Return what a value says that was given no more than it must be."""
    value = kind(*given)
    rest = fields(kind)[len(given) :]
    return {one.name: said for one in rest if (said := getattr(value, one.name))}


def test_a_view_that_says_nothing_claims_nothing():
    """A game's view that lacks a field has its default; a word begins in zone 1."""
    assert claims(Common) == {"first_zone": 1}
    assert claims(Sitter, Seat(0), "Tina") == {}
    needed = [one for one in fields(TableView) if one.default is one.default_factory]
    assert claims(TableView, *needed) == {"common": Common()}


@pytest.mark.parametrize(
    ("common", "secret"),
    [
        (Common(), True),
        (Common(waiting=True), False),
        (Common(over=True), False),
        (Common(over=True, waiting=True), False),
        (Common(waiting=True, commitment="ab"), True),
        (Common(over=True, sealed=(Seat(1),)), True),
    ],
)
def test_something_is_secret_while_a_round_runs_or_a_secret_lies(common, secret):
    """Before a round nothing is, but a word that was chosen early; nor at the end."""
    assert common.secret is secret
