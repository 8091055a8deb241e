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


def test_a_ghost_does_not_keep_a_pad_spoilt():
    """Else the next piece would get no answer until it is lifted."""
    pad = [(CROWD, 300), (None, 300), (B, 50), (None, 100), (A, 300)]
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


# N of M, ghosts and neighbours

LONG = bytes.fromhex("04a1b2c3d4e5f6")
TORN = bytes.fromhex("a1b2c3d4e5f600")


def test_three_of_the_last_four_looks_make_a_tap():
    """A reader that sees every other look has not seen a tap yet."""
    assert found([(A, 50), (None, 50), (A, 50), (None, 50), (A, 50)]) == []
    pad = [(A, 50), (None, 50), (A, 50), (None, 50), (A, 100)]
    assert [one[:2] for one in found(pad)] == [(250, TAPS.TAP)]


def test_a_tap_needs_four_looks_so_that_each_neighbour_has_had_three():
    """However short the dwell is, and however often the tag was seen."""
    assert found([(A, 150)], taps=TAPS.Taps(dwell_ms=50)) == []
    assert found([(A, 200)], taps=TAPS.Taps(dwell_ms=50)) == [(150, TAPS.TAP, 1, A)]
    told = found([(A, 400)], [(None, 100), (A, 300)], taps=TAPS.Taps(dwell_ms=50))
    assert [one[1:] for one in told] == [(TAPS.UNCLEAR, 1, TAPS.TWO_ZONES)]


def test_a_tag_beside_two_pieces_may_be_one_of_them():
    """The crowd does not say who is in it, and antennas reach a little far."""
    strays = [(A, 100), (None, 50), (A, 50)]
    for pads in ((strays, [(CROWD, 600)]), ([(CROWD, 600)], strays)):
        assert {one[1] for one in found(*pads)} == {TAPS.UNCLEAR}
    told = found([(A, 600)], [(CROWD, 600)])
    assert sorted(one[1:] for one in told) == [
        (TAPS.UNCLEAR, 1, TAPS.TWO_ZONES),
        (TAPS.UNCLEAR, 2, TAPS.TWO_PIECES),
    ]
    told = found([(A, 600)], [], [(CROWD, 600)])
    assert (TAPS.TAP, 1, A) in [one[1:] for one in told]  # too far away


@pytest.mark.parametrize("ghost", [B, CROWD, TORN])
def test_a_single_ghost_counts_for_nothing_and_only_delays(ghost):
    """Until it is out of the last four looks."""
    tag = LONG if ghost is TORN else A
    assert found([(None, 100), (ghost, 50), (None, 500)]) == []
    told = found([(tag, 100), (ghost, 50), (tag, 400)])
    assert told == [(300, TAPS.TAP, 1, tag)]


def test_a_tag_that_its_neighbour_reads_in_part_counts_for_neither():
    """Antennas side by side can tear a UID, look after look."""
    told = found([(LONG, 600)], [(TORN, 600)])
    assert [one[1:] for one in told] == [(TAPS.UNCLEAR, 1, TAPS.TWO_ZONES)]


def test_a_neighbour_that_sees_a_tag_again_and_again_makes_it_unclear():
    """Not every look, but never long enough not to."""
    strays = [(A, 50), (None, 150)] * 5
    told = found([(A, 1000)], strays)
    assert [one[1:] for one in told] == [(TAPS.UNCLEAR, 1, TAPS.TWO_ZONES)]
    assert told[0][0] <= 150 + TAPS.PATIENCE_MS


def test_what_was_tapped_stays_so_when_the_neighbour_sees_a_little_of_it_later():
    """It has had its answer."""
    told = found([(A, 2000)], [(None, 300), *[(A, 100), (None, 50)] * 8])
    assert [one[1:] for one in told] == [(TAPS.TAP, 1, A)]


def test_an_unclear_piece_is_shown_where_it_lies():
    """The neighbour saw it more often, so it is the neighbour's."""
    mine = [(A, 50), (None, 50), (A, 50), (None, 50), (A, 50)]
    told = found([(None, 250)], mine, [(A, 200)])
    assert [one[1:] for one in told] == [(TAPS.UNCLEAR, 3, TAPS.TWO_ZONES)]
    told = found([(None, 300)], [(A, 150), (None, 50), (A, 100)], [(A, 300)])
    assert [one[1:] for one in told] == [(TAPS.UNCLEAR, 3, TAPS.TWO_ZONES)]


@pytest.mark.parametrize(
    ("zone", "mine", "others", "whose"),
    [
        (3, 4, {}, TAPS.MINE),
        (3, 3, {4: 4}, TAPS.NEIGHBOURS),
        (3, 4, {2: 4}, TAPS.UNKNOWN),
        (3, 4, {4: 2}, TAPS.UNKNOWN),
        (3, 4, {5: 2}, TAPS.IMPOSSIBLE),
        (3, 3, {4: 4, 5: 4}, TAPS.IMPOSSIBLE),
        (1, 4, {0: 2}, TAPS.IMPOSSIBLE),
        (0, 4, {1: 2}, TAPS.IMPOSSIBLE),
    ],
)
def test_whose_a_tag_is(zone, mine, others, whose):
    """The rack lies apart from the zones, and no antenna reaches two pads far."""
    assert TAPS.judge(zone, mine, others) == whose


def test_the_same_tag_on_pads_far_apart_is_unclear():
    """No tag can be there: two have the same UID, or a wire is crossed."""
    told = found([(A, 600)], [], [], [(A, 600)])
    assert [one[1:] for one in told] == [(TAPS.UNCLEAR, 1, TAPS.TWO_ZONES)]


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        (LONG, LONG, True),
        (LONG, TORN, True),
        (TORN, LONG, True),
        (LONG, bytes.fromhex("000004a1b2c3d4"), True),
        (LONG, bytes.fromhex("04a1b2c3d4e5f7"), False),
        (LONG, LONG[:4], False),
        (b"\x04aaa", b"aaa\x04", False),
    ],
)
def test_a_torn_uid_is_known_by_its_rest(one, other, same):
    """Four bytes alone have too little of it left."""
    assert TAPS.alike(one, other) == same


def test_a_piece_that_lies_there_while_its_reader_hangs_is_no_new_tap():
    """Being blind is not being away."""
    taps = TAPS.Taps()
    assert len(found([(A, 300)], taps=taps)) == 1
    for now in (1300, 2300):
        taps.miss(1, now)
    assert found([(A, 500)], taps=taps, start=3300) == []
    assert found([(None, 500)], taps=taps, start=3800) == []
    assert len(found([(A, 500)], taps=taps, start=4300)) == 1


def test_a_dwell_that_a_hanging_reader_breaks_begins_anew():
    """The piece may have been away and back."""
    taps = TAPS.Taps()
    assert found([(A, 150)], taps=taps) == []
    taps.miss(1, 150)
    assert found([(A, 300)], taps=taps, start=200) == [(350, TAPS.TAP, 1, A)]


def test_beside_a_blind_reader_every_look_must_see_the_tag():
    """The neighbour cannot object, and may be where the piece lies."""
    taps = TAPS.Taps()
    taps.miss(2, 0)
    pad = [(A, 50), (None, 50), (A, 100)]
    assert found(pad, taps=taps) == []
    assert len(found([(A, 100)], taps=taps, start=200)) == 1
    assert len(found(pad, taps=TAPS.Taps())) == 1


def test_each_pad_has_a_dwell_of_its_own():
    """As it was measured."""
    taps = TAPS.Taps()
    taps.tune(2, 250)
    told = found([(A, 500)], [(B, 500)], taps=taps)
    assert [one[0] for one in told] == [150, 250]


def test_how_each_pad_has_read_is_counted_and_begun_anew():
    """Looks, whole reads, conflicts, and how long ago the last good one was."""
    taps = TAPS.Taps()
    found([(A, 200), (CROWD, 100), (None, 100)], [(None, 100)], taps=taps)
    assert taps.report(1000) == [(1, 8, 4, 2, 850), (2, 8, 0, 0, 0xFFFFFFFF)]
    taps.see(2, B, 1000)
    assert taps.report(1100) == [(1, 0, 0, 0, 950), (2, 1, 1, 0, 100)]
    taps = TAPS.Taps()
    found([(A, 400)], [(A, 400)], taps=taps)
    assert taps.report(400) == [(1, 8, 7, 1, 50), (2, 8, 8, 0, 50)]
