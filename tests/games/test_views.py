"""What the house reads of a view, also of a game that somebody else has made."""

from dataclasses import asdict, dataclass, field

import pytest

from firmware_host.board.pieces import Seat
from firmware_host.errors import RuleError
from firmware_host.games.views import Common, PublicView, Viewer, common, view_of

TINA, LEE = Seat(0), Seat(1)


@dataclass(frozen=True)
class Public:
    """A view of another game: some of what the house knows, and something else."""

    turn: Seat | None = TINA
    may: tuple[str, ...] = ("roll",)
    maker: Seat | None = LEE
    dice: int = 6


@dataclass(frozen=True)
class Own:
    """A seat's own."""

    public: Public
    may: tuple[str, ...] = ("peek",)


@dataclass(frozen=True)
class Silent:
    """A seat's own that does not say what may be done."""

    public: Public


@pytest.mark.parametrize(
    ("view", "viewer", "expected"),
    [
        (None, Viewer.PUBLIC, Common()),
        (Public(), TINA, Common(turn=TINA, may=("roll",), maker=LEE)),
        (Silent(Public()), TINA, Common(turn=TINA, may=("roll",), maker=LEE)),
        (Silent(Public()), LEE, Common(turn=TINA, may=(), maker=LEE)),
        (Own(Public()), LEE, Common(turn=TINA, may=("peek",), maker=LEE)),
        (object(), TINA, Common()),
    ],
    ids=["none", "public", "on turn", "not on turn", "own", "nothing"],
)
def test_what_the_house_reads_of_a_view(view, viewer, expected):
    """What everybody's view says may be done, counts for the seat on turn alone."""
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
    """What is given counts first; a round that is not there has nothing."""
    assert view_of(Seen, Turn(), Board()) == Seen(pips=5, turn=TINA, over=True)
    assert view_of(Seen, None, Board()) == Seen(pips=3, over=True)
    assert view_of(Seen, Turn(), pips=1) == Seen(pips=1, turn=TINA)


@dataclass(frozen=True, kw_only=True)
class Leaky(PublicView):
    """A view that somebody has put the word into."""

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
    """Before a round nothing is, but a word that was chosen early; nor at the end."""
    assert common.secret is secret
