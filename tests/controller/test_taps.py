"""Dwell, and all that fingers do, with a clock in the hand."""

import pytest

from firmware_host.devices.firmware import firmware

(TAPS,) = firmware("taps")
A, B, CROWD = b"\x04aaa", b"\x04bbb", TAPS.CROWD
SWEEP_MS = 50


def found(*pads, taps=None, start=0):
    """
    Sweep over pads and return what was found, with its time.

    Args:
        pads: For each pad, zone 1 first, what its reader sees sweep by sweep: pairs of
            a tag and how long it lies there in milliseconds.
        taps: Carries on with these.
        start: When it begins.
    """
    taps = taps or TAPS.Taps()
    rows = [[uid for uid, ms in pad for _ in range(ms // SWEEP_MS)] for pad in pads]
    told = []
    for sweep in range(max(map(len, rows))):
        now = start + sweep * SWEEP_MS
        for zone, row in enumerate(rows, start=1):
            one = taps.see(zone, row[sweep] if sweep < len(row) else None, now)
            told += [(now, *one)] if one else []
    return told


def test_a_tag_must_stay_150_ms_to_be_a_tap():
    """Brushing over a pad is none."""
    assert found([(A, 150)]) == []
    assert found([(A, 200)]) == [(150, TAPS.TAP, 1, A)]


def test_a_class_may_ask_for_a_longer_stay():
    """Thirty pupils reach over the board more often."""
    assert found([(A, 1000)], taps=TAPS.Taps(dwell_ms=250)) == [(250, TAPS.TAP, 1, A)]


def test_it_stays_one_tap_as_long_as_it_lies():
    """Nobody has to be quick in lifting."""
    assert len(found([(A, 10_000)])) == 1


@pytest.mark.parametrize(("away_ms", "taps"), [(350, 1), (450, 2)])
def test_it_is_a_new_tap_after_400_ms_away(away_ms, taps):
    """A trembling hand taps once, a second try counts."""
    assert len(found([(A, 300), (None, away_ms), (A, 300)])) == taps


def test_one_missed_read_does_not_begin_the_dwell_anew():
    """Readers miss a tag now and then."""
    assert found([(A, 100), (None, 50), (A, 100)]) == [(150, TAPS.TAP, 1, A)]


def test_two_brushes_are_no_tap():
    """Time away is not time on the pad."""
    assert found([(A, 50), (None, 200), (A, 50)]) == []


def test_one_piece_after_the_other_on_a_pad_are_two_taps():
    """The first is off before the second comes."""
    assert [one[3] for one in found([(A, 300), (None, 50), (B, 300)])] == [A, B]


@pytest.mark.parametrize(
    "pad",
    [
        [(CROWD, 300)],
        [(A, 50), (B, 50), (A, 50), (B, 50), (A, 50)],
        [(A, 400), (CROWD, 300)],
    ],
    ids=["collision", "seen in turn", "one was tapped before"],
)
def test_two_pieces_on_a_pad_are_unclear_once(pad):
    """Neither of them counts."""
    told = [one[1:] for one in found(pad) if one[1] == TAPS.UNCLEAR]
    assert told == [(TAPS.UNCLEAR, 1, TAPS.TWO_PIECES)]


def test_after_two_pieces_the_one_that_stays_is_no_tap():
    """The pad must be empty first."""
    pad = [(CROWD, 300), (A, 2000), (None, 450), (A, 300)]
    assert [one[1:3] for one in found(pad)] == [(TAPS.UNCLEAR, 1), (TAPS.TAP, 1)]


def test_a_second_piece_that_only_passes_does_no_harm():
    """Gone before it settled, and the first one's dwell begins anew."""
    assert [one[1:] for one in found([(A, 50), (CROWD, 100), (A, 600)])] == [
        (TAPS.TAP, 1, A)
    ]


def test_one_piece_on_two_pads_is_unclear_once():
    """It lies between two zones."""
    told = found([(A, 1000)], [(A, 1000)])
    assert [one[1:] for one in told] == [(TAPS.UNCLEAR, 1, TAPS.TWO_ZONES)]


def test_a_piece_slid_from_one_pad_to_the_next_is_two_taps():
    """It was never on both."""
    told = found([(A, 300)], [(None, 300), (A, 300)])
    assert [one[2] for one in told] == [1, 2]


def test_a_single_stray_read_of_a_neighbour_is_forgiven():
    """Antennas see a little too far now and then."""
    told = found([(A, 300)], [(A, 50)])
    assert [one[1:] for one in told] == [(TAPS.TAP, 1, A)]


def test_different_pieces_on_different_pads_do_not_disturb_each_other():
    """Two seekers may tap at once; the table takes them one after the other."""
    told = found([(A, 300)], [(B, 300)])
    assert [one[1:] for one in told] == [(TAPS.TAP, 1, A), (TAPS.TAP, 2, B)]


def test_without_dwell_the_first_look_is_a_tap():
    """For scripts in a hurry."""
    taps = TAPS.Taps(dwell_ms=0, gone_ms=0)
    assert [one[0] for one in found([(A, 100), (None, 50), (A, 50)], taps=taps)] == [
        0,
        150,
    ]


def test_it_is_busy_until_everything_was_away_long_enough():
    """The simulation sweeps no longer than there is something to see."""
    taps = TAPS.Taps()
    assert not taps.busy()
    found([(A, 300), (None, 350)], taps=taps)
    assert taps.busy()
    taps.see(1, None, 700)
    assert not taps.busy()
