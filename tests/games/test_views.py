"""The common fields of a view, also of an external game."""

from dataclasses import asdict, dataclass, field

import pytest

from firmware_host.board.pieces import Seat
from firmware_host.errors import RuleError
from firmware_host.games.meaning import override
from firmware_host.games.views import (
    Common,
    PublicView,
    SeatView,
    StateView,
    Viewer,
    common,
    view_of,
)

TINA, LEE = Seat(0), Seat(1)


@dataclass(frozen=True, kw_only=True)
class Public(PublicView):
    """A view of another game, with some common fields and one of its own."""

    turn: Seat | None = TINA
    may: tuple[str, ...] = ("roll",)
    maker: Seat | None = LEE
    dice: int = 6

    @override
    def common(self) -> Common:
        """Return who is on turn, and who makes the word."""
        return Common(turn=self.turn, maker=self.maker)

    @override
    def may_on_turn(self) -> tuple[str, ...]:
        """Return the verbs of the seat on turn."""
        return self.may


#: The named fields of a game without views.
NAMED = {"turn": TINA, "maker": LEE, "dice": 6}


@pytest.mark.parametrize(
    ("view", "viewer", "expected"),
    [
        (None, Viewer.PUBLIC, Common()),
        (Public(), TINA, Common(turn=TINA, may=("roll",), maker=LEE)),
        (Public(), LEE, Common(turn=TINA, may=("roll",), maker=LEE)),
        (
            SeatView(public=Public(), seat=LEE, may=("peek",)),
            *(LEE, Common(turn=TINA, may=("peek",), maker=LEE)),
        ),
        (StateView(seat=LEE, named=NAMED), LEE, Common(turn=TINA, maker=LEE)),
        (PublicView(over=True), TINA, Common(over=True)),
    ],
    ids=["none", "on turn", "not on turn", "own", "named", "nothing"],
)
def test_what_the_house_reads_of_a_view(view, viewer, expected):
    """A seat's view has the seat's actions, a public one the seat on turn."""
    assert common(view, viewer) == expected


@dataclass(frozen=True, kw_only=True)
class Seen(PublicView):
    """A view of the game below."""

    pips: int
    turn: Seat | None = None


@dataclass(frozen=True)
class Board:
    """A state that hides the word."""

    pips: int = 3
    over: bool = True
    word: str = field(default="HOBBY", repr=False)


@dataclass(frozen=True)
class Turn:
    """A round."""

    turn: Seat = TINA
    pips: int = 5


def test_a_view_takes_each_field_from_the_first_that_has_it():
    """A view takes each field from the first source that has it."""
    assert view_of(Seen, Turn(), Board()) == Seen(pips=5, turn=TINA, over=True)
    assert view_of(Seen, None, Board()) == Seen(pips=3, over=True)
    assert view_of(Seen, Turn(), pips=1) == Seen(pips=1, turn=TINA)


@dataclass(frozen=True, kw_only=True)
class Leaky(PublicView):
    """A view with a secret word."""

    word: str


def test_a_view_takes_no_field_that_is_secret_where_it_stands():
    with pytest.raises(RuleError, match="Leaky would show"):
        view_of(Leaky, Board())
    assert view_of(Leaky, Board(), word="?").word == "?"


def test_a_view_that_says_nothing_claims_nothing():
    """A view that lacks a field has its default, which is nothing."""
    said = {name: one for name, one in asdict(Common()).items() if one}
    assert said.pop("question")["of"] == ""
    assert said == {}


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
    """There is a secret while a round runs or a word was chosen early."""
    assert common.secret is secret


def test_what_a_state_names_is_a_field_of_its_view():
    """The fields that a state names are those of its view, and no others."""
    view = StateView(seat=TINA, named=NAMED)
    assert (view.dice, view.seat) == (6, TINA)
    with pytest.raises(AttributeError):
        _ = view.word
