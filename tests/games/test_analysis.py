"""The figures of an action's value."""

from firmware_host.board.messages import say
from firmware_host.board.pieces import Seat
from firmware_host.games.analysis import Insight


def test_figures_are_told_to_a_hundredth():
    """Sentences are not among them: they have a language."""
    one = Insight(Seat(1), 7, 1.23456, skill=-0.5, luck=2 / 3, said=say("insight-sure"))
    assert one.plain() == {
        "seat": 1,
        "left": 7,
        "words": [],
        "bits": 1.23,
        "skill": -0.5,
        "luck": 0.67,
    }
