"""Moments: which are new, which one is played, and which clips speak."""

from firmware_host.board.faces import Buzz
from firmware_host.board.messages import say
from firmware_host.board.moments import (
    TUNES,
    Moment,
    What,
    clip_names,
    last,
    listed,
    since,
    tune,
)
from firmware_host.board.pieces import Zone
from firmware_host.picture.lamps import TONES


def test_what_is_new_has_a_higher_number():
    """Moments after a number are returned, after 0 all."""
    moments = tuple(Moment(What.YES, n=n) for n in (4, 5, 6))
    assert [one.n for one in since(moments, 5)] == [6]
    assert since(moments, 0) == moments
    assert (last(moments), last(())) == (6, 0)


def test_of_several_moments_the_weightiest_is_played():
    """The most important moment is played; a turn has no tune."""
    yes, no, turn, over = map(Moment, (What.YES, What.NO, What.TURN, What.GAME))
    assert tune((no, yes, no, turn)) is Buzz.YES
    assert tune((no, turn)) is Buzz.NO
    assert tune((yes, over)) is Buzz.END
    assert tune((turn,)) is tune(()) is None


def test_every_tune_has_its_tones_and_is_played_at_some_moment():
    assert set(TUNES.values()) == set(TONES) == set(Buzz)


def test_a_clip_is_called_by_its_code_and_what_fills_its_gap():
    """A clip's name has its code, and its value only if there is a clip for each."""
    red, circle = say("kind-red"), say("player-circle")
    said = {
        "zone-3": say("clip-zone", n=3),
        "turn-place-red": say("clip-turn-place", kind=red),
        "turn-circle": say("clip-turn", player=circle),
        "bonus": say("clip-bonus"),
        "yes": say("yes"),
        "refused-piece-laid": say("refused-piece-laid", zone=3),
    }
    assert clip_names(said.values()) == list(said)


def test_zones_are_listed_as_a_person_would():
    """The last zone of a list has an "and", a single one the clip of its name."""
    zones = tuple(map(Zone, (1, 2, 4)))
    assert clip_names(listed(zones)) == ["number-1", "number-2", "and-4"]
    assert clip_names(listed(zones[:1])) == ["zone-1"]
