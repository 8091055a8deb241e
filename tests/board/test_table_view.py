"""What a viewer sees claims nothing before it is said, and knows what is secret."""

from dataclasses import fields, replace

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


def seen(common: Common, **more: object) -> TableView:
    """Return what is seen of a game with nothing in it but what is said."""
    needed = [one for one in fields(TableView) if one.default is one.default_factory]
    return replace(TableView(*[None] * len(needed)), common=common, **more)


@pytest.mark.parametrize(
    ("common", "own", "view", "sealed"),
    [
        (Common(), ("word",), 1, True),
        (Common(), (), 1, False),
        (Common(), ("word",), None, False),
        (Common(waiting=True), ("word",), 1, False),
        (Common(over=True), ("word",), 1, False),
        (Common(sealed=()), ("word",), 1, False),
        (Common(sealed=(Seat(0),)), ("word",), 1, False),
        (Common(sealed=(Seat(0), Seat(2))), (), None, True),
    ],
)
def test_a_seats_secret_lies_where_the_game_says_so(common, own, view, sealed):
    """A game that does not say is taken to mean the whole round, if seats have any."""
    assert seen(common, own=own, view=view).is_sealed(Seat(2)) is sealed


def test_a_secret_is_known_by_its_round_and_its_own_promise():
    """Or by the one promise of all, where each seat has none of its own."""
    common = Common(commitment="ab", commitments=("cd", "ef"), making=(Seat(1),))
    told = [seen(common, epoch="3.1").secret_of(Seat(seat)) for seat in range(3)]
    assert told == ["3.1:cd", "3.1:ef", "3.1:ab"]
    assert [seen(common).is_making(Seat(seat)) for seat in (0, 1)] == [False, True]
