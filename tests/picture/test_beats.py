"""Beats show what has happened, and end with the zones as they are to be seen."""

from dataclasses import replace
from itertools import pairwise

import pytest

from firmware_host.app.content.languages import load_alphabet
from firmware_host.board.faces import Buzz, Lamp, Mark, ZoneFace
from firmware_host.board.messages import say
from firmware_host.board.moments import Moment, What
from firmware_host.board.pieces import Seat
from firmware_host.picture.beats import (
    FOUND_MS,
    LETTER_MS,
    NOTES,
    PIECE_MS,
    RUNS,
    beats,
)
from firmware_host.picture.lamps import FLASH_MS, TONES

ALPHABET = load_alphabet()
FREE = (ZoneFace(),) * 6
OUTSIDE = ZoneFace(in_word=False)
FOUND = (Moment(What.RIGHT), Moment(What.ROUND, Seat(0)))


def lit(script):
    """Return which zones are lit in each beat, and how."""
    return [
        [
            (at, zone.lamp)
            for at, zone in enumerate(beat.zones, 1)
            if zone.lamp != "dark"
        ]
        for beat in script
    ]


def word(letters):
    """Return the zones of a word that is shown, from zone 1 on."""
    zones = [ZoneFace(letter=one, build=ALPHABET.build(one)) for one in letters]
    return (*zones, *(OUTSIDE,) * (6 - len(letters)))


def shown(zone):
    """Return a zone's letter, or its forms and its number of pieces."""
    return zone.letter or (zone.forms, sum(zone.placed))


@pytest.mark.parametrize("what", sorted(set(What) - set(RUNS)))
def test_most_moments_are_answered_and_no_more(what):
    """A Yes, a No or a turn needs no beats."""
    assert beats((Moment(what),), FREE, FREE) == ()


@pytest.mark.parametrize("what", RUNS)
def test_lamps_run_one_zone_after_the_other(what):
    """The lamps run from left to right, or back after a fault; then all are dark."""
    run = RUNS[what]
    script = beats((Moment(what),), FREE, FREE)
    order = [*range(1, 7)][:: -1 if run.leftwards else 1]

    assert lit(script) == [*([(at, run.lamp)] for at in order * run.times), []]
    assert [beat.at_ms for beat in script] == [FLASH_MS * n for n in range(len(script))]
    assert script[-1].zones == FREE
    assert run.leftwards is (run.lamp is Lamp.NO)


def test_a_zone_that_answers_is_left_alone():
    """A zone with an answer keeps its lamp, its word and its marks."""
    zones = (
        *(ZoneFace(lamp=Lamp.YES, word=say("yes")), ZoneFace(word=say("short-x"))),
        *(ZoneFace(), ZoneFace(spelled="E", mark=Mark.NONE), ZoneFace(), OUTSIDE),
    )
    for what in RUNS:
        for beat in beats((Moment(what),), FREE, zones):
            assert (beat.zones[:2], beat.zones[3]) == (zones[:2], zones[3])


def test_the_weightiest_of_several_moments_runs():
    """Bonus mode begins with a Yes; the end of the game is above all."""
    assert beats((Moment(What.YES), Moment(What.BONUS)), FREE, FREE) == beats(
        (Moment(What.BONUS),), FREE, FREE
    )
    both = (Moment(What.WRONG), Moment(What.GAME))
    assert beats(both, FREE, FREE) == beats(both[1:], FREE, FREE)


def test_a_word_is_shown_letter_by_letter_each_first_as_its_pieces():
    """Pieces that lie in the zone stay, and the missing ones are added one by one."""
    lying = (1, 0, 0, 0)
    before = (ZoneFace(placed=lying, forms="FHIL"), ZoneFace(), *(OUTSIDE,) * 4)
    script = beats(FOUND, before, word("FI"))

    assert [[shown(zone) for zone in beat.zones[:2]] for beat in script] == [
        [("FHIL", 1), ("", 0)],
        *([("F", 2), ("", 0)], [("F", 3), ("", 0)], ["F", ("", 0)]),
        *(["F", ("I", 1)], ["F", "I"]),
        ["F", "I"],
    ]
    steps = [later.at_ms - one.at_ms for one, later in pairwise(script)]
    assert steps == [FOUND_MS, *(PIECE_MS,) * 2, LETTER_MS, PIECE_MS, LETTER_MS]
    tick = Lamp.YES
    assert lit(script) == [*[[(1, tick), (2, tick)]] * 6, []]
    assert script[-1].zones == word("FI")


def test_the_ticks_of_a_right_guess_are_lit_at_once():
    """The ticks of the word's zones are lit in every beat but the last."""
    before = (ZoneFace(), ZoneFace(), *(OUTSIDE,) * 4)
    script = beats(FOUND, before, word("FI"))
    assert script[0].at_ms == 0
    lamps = [[zone.lamp for zone in beat.zones] for beat in script]
    assert lamps[0] == [Lamp.YES] * 2 + [Lamp.DARK] * 4
    assert all(one[:2] == [Lamp.YES] * 2 for one in lamps[:-1])


def test_a_reveal_is_heard_a_note_for_each_letter():
    """First that it is right, then the scale, at last the end of the round."""
    script = beats(FOUND, FREE, word("HOBBY"))
    heard = [beat.tones for beat in script if beat.tones]

    assert heard == [TONES[Buzz.YES], *((note,) for note in NOTES[:5]), TONES[Buzz.END]]
    assert script[0].at_ms == 0


def test_a_word_that_nobody_found_is_shown_without_a_tick():
    """The word is shown without a tick and without the tune of a Yes."""
    for missed in (Moment(What.ROUND), Moment(What.VOIDED)):
        script = beats((missed,), FREE, word("PANDA"))
        assert lit(script) == [[]] * len(script)
        assert script[0].tones == ()
        assert len(script) > 10


def test_an_answer_of_before_ends_with_the_first_beat():
    """The first beat of a found word replaces an earlier answer."""
    before = (ZoneFace(lamp=Lamp.NO, word=say("no"), placed=(1, 0, 0, 0)), *FREE[1:])
    first = beats(FOUND, before, word("HOBBY"))[0].zones[0]

    assert (first.lamp, first.word, first.placed) == (Lamp.YES, None, (1, 0, 0, 0))


def test_the_winners_lamps_run_once_the_last_word_is_shown():
    """The run of the winner's lamps starts after the last letter."""
    script = beats((*FOUND, Moment(What.GAME)), FREE, word("CAT"))
    at = next(n for n, beat in enumerate(script) if beat.tones == TONES[Buzz.END])

    assert len(lit(script)[at:]) == 6 * RUNS[What.GAME].times + 1
    assert all(beat.zones[2].letter == "T" for beat in script[at:])
    assert script[-1].zones == word("CAT")


def test_what_an_owners_box_builds_another_way_is_shown_at_once():
    """A letter that another build changes is shown at once, without its pieces."""
    own = replace(word("N")[0], build=(2, 1, 0, 0))
    script = beats(FOUND, FREE, (own, *(OUTSIDE,) * 5))

    assert [shown(beat.zones[0]) for beat in script] == [("", 0), "N", "N"]


def test_pieces_that_lay_wrong_are_no_part_of_the_letter():
    """Even with a wrong piece in the zone the letter is shown in the end."""
    before = (ZoneFace(placed=(0, 0, 1, 0)), *FREE[1:])
    script = beats(FOUND, before, word("I"))

    assert shown(script[-1].zones[0]) == "I"


@pytest.mark.parametrize("before", [None, word("HOBBY")])
def test_a_word_that_is_there_already_is_not_shown_again(before):
    """After a restart, or with the word still there, every beat has the letter."""
    script = beats((Moment(What.ROUND, Seat(0)),), before, word("HOBBY"))

    assert all(beat.zones[0].letter == "H" for beat in script)


def test_a_reveal_is_short_enough_to_be_watched():
    """Six letters of four pieces are the most that there is."""
    script = beats(FOUND, FREE, word("WEMWEM"))

    assert script[-1].at_ms < 5000
