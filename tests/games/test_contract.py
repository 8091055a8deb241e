"""What the house reads of a view, also of a game that somebody else has made."""

from dataclasses import dataclass

import pytest

from firmware_host.board.pieces import Seat
from firmware_host.board.table_view import Common
from firmware_host.games.contract import Viewer, common

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
