"""Cross and tick differ by place and rhythm, so no colour is needed."""

import pytest

from firmware_host.board.faces import Buzz, Lamp
from firmware_host.picture.lamps import FLASH_MS, RUN_MS, TONES, levels


def film(lamp: Lamp) -> list[tuple[bool, bool]]:
    """Return the pair's states one after the other, until nothing changes."""
    seen, age_ms = [], 0
    while True:
        cross, tick, next_ms = levels(lamp, age_ms)
        seen.append((cross, tick))
        if next_ms is None:
            return seen
        assert next_ms > age_ms
        age_ms = next_ms


OFF, CROSS, TICK = (False, False), (True, False), (False, True)


def test_yes_is_a_steady_tick():
    """Yes lights the tick steadily."""
    assert film(Lamp.YES) == [TICK]


def test_elsewhere_is_both_steady():
    """Elsewhere lights both lamps steadily, unlike either answer."""
    assert film(Lamp.ELSEWHERE) == [(True, True)]


def test_no_blinks_the_cross_twice_and_then_stays():
    """No blinks the cross twice, and then leaves it on."""
    assert film(Lamp.NO) == [CROSS, OFF, CROSS, OFF, CROSS]


def test_a_refusal_swaps_both_three_times_and_goes_dark():
    """A refusal swaps both lamps three times and then goes dark."""
    assert film(Lamp.REFUSED) == [CROSS, TICK] * 3 + [OFF]


@pytest.mark.parametrize(("lamp", "lit"), [(Lamp.FROM, CROSS), (Lamp.TO, TICK)])
def test_a_piece_to_be_moved_blinks_until_it_is(lamp, lit):
    """The cross or the tick blinks without end."""
    states, age_ms = [], 0
    for _ in range(20):
        cross, tick, next_ms = levels(lamp, age_ms)
        states.append((cross, tick))
        age_ms = next_ms
    assert states == [lit, OFF] * 10


def test_a_light_that_calls_runs_over_the_board():
    """One tick after the other is lit, none long enough for a Yes."""
    now = [
        [levels(Lamp.CALLING, RUN_MS * step, at) for at in range(6)]
        for step in (0, 1, 7)
    ]
    assert [[tick for _, tick, _ in pairs].index(True) for pairs in now] == [0, 1, 1]
    assert [sum(tick for _, tick, _ in pairs) for pairs in now] == [1, 1, 1]
    assert not any(cross for pairs in now for cross, _, _ in pairs)
    assert {next_ms for _, _, next_ms in now[2]} == {RUN_MS * 8}


@pytest.mark.parametrize("lamp", [Lamp.DARK, Lamp.FAULT])
def test_a_faulty_pair_is_dark(lamp):
    """A lamp that may lie says nothing."""
    assert film(lamp) == [OFF]


def test_a_refusal_is_over_within_two_seconds():
    """A refusal ends within two seconds."""
    assert levels(Lamp.REFUSED, 1999) == (False, False, None)
    assert FLASH_MS >= 100


def test_each_sound_can_be_told_by_its_rhythm():
    """Yes is rising, No low and long, a refusal two short tones."""
    yes, no, refused = (TONES[buzz] for buzz in (Buzz.YES, Buzz.NO, Buzz.REFUSED))

    assert [hz for _, _, hz in yes] == sorted(hz for _, _, hz in yes)
    assert max(hz for _, _, hz in no) < min(hz for _, _, hz in yes) / 2
    assert rhythm(yes) == [240]
    assert rhythm(no) == [500]
    assert rhythm(refused) == [60, 60]
    assert len({tuple(rhythm(tones)) for tones in TONES.values()}) == len(Buzz)


def rhythm(tones):
    """Return how long an active buzzer sounds, from pause to pause."""
    heard = [0]
    for on_ms, off_ms, _ in tones:
        heard[-1] += on_ms
        if off_ms:
            heard.append(0)
    return heard


def test_every_tone_is_one_that_a_small_buzzer_can_play():
    """Each tone is between 150 Hz, a small piezo's limit, and lgpio's 10,000 Hz."""
    every = [tone for tones in TONES.values() for tone in tones]
    assert all(150 < hz < 10_000 and on_ms > 40 for on_ms, _, hz in every)
