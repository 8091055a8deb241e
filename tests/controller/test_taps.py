"""Dwell, and all that fingers do, with a clock in the hand."""

import pytest

from firmware_host.devices.firmware import import_firmware

(TAPS,) = import_firmware("taps")
A, B, C, BLUR = b"\x04aaa", b"\x04bbb", b"\x04ccc", TAPS.BLUR
BOTH = A, B
SWEEP_MS = 50


def found(*pads, taps=None, start=0):
    """
    Sweep over pads and return what was found, with its time.

    Args:
        pads: For each pad, zone 1 first, what its reader sees sweep by sweep: pairs of
            a tag, or several, and how long that lies there in milliseconds.
        taps: Carries on with these.
        start: When it begins.
    """
    taps = taps or TAPS.Taps()
    rows = [[uid for uid, ms in pad for _ in range(ms // SWEEP_MS)] for pad in pads]
    told = []
    for sweep in range(max(map(len, rows))):
        now = start + sweep * SWEEP_MS
        for zone, row in enumerate(rows, start=1):
            seen = row[sweep] if sweep < len(row) else ()
            uids = [seen] if isinstance(seen, bytes) else seen or ()
            told += [(now, *one) for one in taps.see(zone, uids, now)]
    return told


def test_a_tag_must_be_seen_three_times_to_be_a_tap():
    """Each look misleads once in twenty; three are wrong together once in 6860."""
    assert found([(A, 150)]) == [(100, TAPS.TAP, 1, A)]
    assert [one[1] for one in found([(A, 100), (None, 500)])] == [TAPS.UNCLEAR]


def test_a_tag_must_stay_for_a_third_of_the_dwell():
    """A tag is a tap after a third of the dwell, however often it is seen before."""
    taps = TAPS.Taps()
    assert [now for now in range(0, 100, 5) if taps.see(0, [A], now)] == [50]
    taps = TAPS.Taps(dwell_ms=250)
    assert [now for now in range(0, 100, 5) if taps.see(0, [A], now)] == [85]


def test_a_class_may_ask_for_a_longer_stay():
    """Thirty pupils reach over the board more often."""
    assert found([(A, 1000)], taps=TAPS.Taps(dwell_ms=450)) == [(150, TAPS.TAP, 1, A)]


def test_it_stays_one_tap_as_long_as_it_lies():
    """A piece that stays on a pad for ten seconds is one tap."""
    assert len(found([(A, 10_000)])) == 1


@pytest.mark.parametrize(("away_ms", "taps"), [(350, 1), (450, 2)])
def test_it_is_a_new_tap_after_400_ms_away(away_ms, taps):
    """A trembling hand taps once, a second try counts."""
    assert len(found([(A, 300), (None, away_ms), (A, 300)])) == taps


def test_one_missed_read_does_not_begin_the_dwell_anew():
    """Readers miss a tag now and then."""
    assert found([(A, 100), (None, 50), (A, 100)]) == [(200, TAPS.TAP, 1, A)]


def test_two_brushes_are_no_tap():
    """Time away is not time on the pad."""
    assert found([(A, 50), (None, 200), (A, 50), (None, 500)]) == []


def test_what_left_too_soon_is_asked_for_again_once():
    """A piece lifted too soon gets one "unclear" event that asks for it again."""
    told = found([(A, 100), (None, 1000)])
    assert told == [(200, TAPS.UNCLEAR, 1, TAPS.AGAIN)]
    told = found([(None, 100), *[(A, 50), (None, 50)] * 30])
    assert [one[1:] for one in told] == [(TAPS.UNCLEAR, 1, TAPS.AGAIN)]


# Who lives there


def test_one_piece_that_stays_silences_nothing():
    """A stays; B is tapped; B leaves; C is tapped: all are answered."""
    pad = [(A, 500), (BOTH, 300), (A, 500), ((A, C), 300), (A, 500)]
    told = [one[1:] for one in found(pad)]
    assert told == [(TAPS.TAP, 1, A), (TAPS.TAP, 1, B), (TAPS.TAP, 1, C)]


def test_what_has_had_its_answer_is_no_news_until_it_was_away():
    """A piece that has had an answer gets the next one only after it was away."""
    pad = [(BOTH, 500), (A, 500), ((A, C), 500), (A, 100), (None, 450), (A, 300)]
    told = [one[1:] for one in found(pad)]
    assert told == [
        (TAPS.UNCLEAR, 1, TAPS.TWO_PIECES),
        (TAPS.TAP, 1, C),
        (TAPS.TAP, 1, A),
    ]


def test_many_that_lie_there_keep_no_pad_from_answering():
    """Six pieces laid, one after the other, and each is a tap."""
    tags = [b"\x04%3d" % n for n in range(7)]
    pad = [(tuple(tags[:n]), 300) for n in range(1, 8)]
    assert [one[3] for one in found(pad)] == tags


def test_a_faint_piece_that_lies_there_does_not_come_and_go():
    """A piece at the edge of the field, seen now and then, gets one answer."""
    faint = [(A, 50), (None, 200), (A, 50), (None, 500)] * 10
    told = found([(A, 150), (None, 50), *faint])
    assert [one[1] for one in told] == [TAPS.TAP]
    beside = [((A, B), 50), (B, 300), (None, 600)] * 2
    told = found([(A, 150), (None, 50), (A, 50), (None, 200), *faint, *beside])
    assert [one[3] for one in told] == [A, B, B]


def test_a_faint_piece_is_news_again_once_it_was_long_away():
    """A faint piece counts as new after 1.5 seconds and 25 looks without it."""
    faint = [(A, 150), (None, 50), (A, 50), (None, 250), (A, 50)]
    told = found([*faint, (None, 1450), (A, 300)])
    assert len(told) == 1
    told = found([*faint, (None, 1550), (A, 300)])
    assert [one[3] for one in told] == [A, A]


def test_a_faint_piece_that_is_left_there_is_told_once():
    """Seen three times on end, missed for half a second, and seen so again."""
    faint = [(A, 150), (None, 450), (A, 150), (None, 500), (A, 100), (None, 450)]
    assert [one[:2] for one in found([*faint, (A, 200)])] == [(100, TAPS.TAP)]
    flickers = [*[(A, 50), (None, 50)] * 4, (None, 450)] * 3
    assert [one[:2] for one in found([*faint, *flickers])] == [(100, TAPS.TAP)]


def test_the_same_piece_tapped_quickly_twice_are_two_taps_or_asked_for_again():
    """Five looks on end see no faint one; four are worth a word."""
    quick = [(A, 150), (None, 450)]
    assert [one[1] for one in found([*quick, (A, 250)])] == [TAPS.TAP] * 2
    told = found([*quick, (A, 200), (None, 500)])
    assert [one[1] for one in told] == [TAPS.TAP, TAPS.UNCLEAR]
    told = found([*quick, (None, 3000), (A, 150)])  # it was long away
    assert [one[1] for one in told] == [TAPS.TAP] * 2
    told = found([(A, 100), (None, 500), (A, 150)])  # it was asked for again
    assert [one[1] for one in told] == [TAPS.UNCLEAR, TAPS.TAP]


def test_what_lies_on_the_next_pad_and_is_seen_here_too_is_no_news():
    """
    A piece that lies on the next pad gets its answer there.

    Other pieces are read.
    """
    lies = [(A, 3000)]
    strays = [*[(None, 250), (A, 50)] * 4, ((A, B), 300), (B, 150), (None, 600)]
    told = [one[1:] for one in found(strays, lies)]
    assert told == [(TAPS.TAP, 2, A), (TAPS.TAP, 1, B)]


def test_a_blur_that_stays_silences_nothing():
    """A blur that stays is unclear once; other tags beside it are read."""
    pad = [(BLUR, 500), ((BLUR, A), 400), (BLUR, 500), ((BLUR, B), 400)]
    told = [one[1:] for one in found(pad)]
    assert told == [
        (TAPS.UNCLEAR, 1, TAPS.TWO_PIECES),
        (TAPS.TAP, 1, A),
        (TAPS.TAP, 1, B),
    ]


def test_without_dwell_what_lies_there_counts_as_well():
    """A script in a hurry lays two where it wants them to be unclear."""
    taps = TAPS.Taps(dwell_ms=0, gone_ms=0)
    told = found([(A, 50), (BOTH, 50), (A, 50), (BLUR, 50)], taps=taps)
    assert [one[1] for one in told] == [TAPS.TAP, TAPS.UNCLEAR, TAPS.UNCLEAR]
    taps = TAPS.Taps(dwell_ms=0, gone_ms=0)
    told = found([(A, 100)], [(None, 50), (A, 50)], taps=taps)
    assert told[1][1:] == (TAPS.UNCLEAR, 2, TAPS.TWO_ZONES)


# Order of looks


def test_a_pad_that_saw_something_is_looked_at_first_and_then_its_neighbours():
    """The pad is looked at next and then its neighbours, until it is decided."""
    taps = TAPS.Taps()
    for zone in range(7):
        taps.see(zone, [], 0)
    assert taps.wants(0) == set()
    assert taps.glimpsed() == set()
    taps.see(3, [A], 10)
    assert taps.wants(10) == taps.glimpsed() == {3}  # a ghost, most often
    taps.see(3, [A], 20)
    assert taps.glimpsed() == set()
    assert taps.wants(20) == {2, 4}  # and itself once a hand could have passed
    for now in (30, 40, 50):
        taps.see(2, [], now)
        assert taps.wants(now) == ({2, 4} if now < 50 else {4})
        taps.see(4, [], now)
    assert taps.wants(60) == {3}
    assert taps.see(3, [A], 60) == [(TAPS.TAP, 3, A)]
    assert taps.wants(60) == set()


def test_what_was_seen_once_is_looked_for_twice_at_once():
    """A tag that was seen once has priority for two more looks."""
    taps = TAPS.Taps()
    for zone in (3, 4):
        taps.see(zone, [], 0)
    taps.see(3, [A], 10)
    taps.see(3, [], 20)
    assert taps.glimpsed() == {3}
    taps.see(3, [], 30)
    assert taps.glimpsed() == set()
    taps.see(4, [B], 40)
    taps.see(4, [B], 50)
    taps.see(3, [B], 60)
    assert taps.glimpsed() == set()


def test_a_ghost_and_a_neighbours_piece_keep_nobody_waiting():
    """A ghost has priority for two looks, a piece that is already reported for none."""
    taps = TAPS.Taps()
    taps.see(3, [A], 0)
    taps.see(3, [], 10)
    assert taps.wants(10) == {3}
    taps.see(3, [], 20)
    assert taps.wants(20) == set()
    assert len(found([], [(B, 200)], [], taps=taps, start=1000)) == 1
    taps.see(3, [B], 1210)
    assert taps.wants(1210) == set()


def test_one_piece_after_the_other_on_a_pad_are_two_taps():
    """One piece after the other gives two taps."""
    assert [one[3] for one in found([(A, 300), (None, 50), (B, 300)])] == [A, B]


@pytest.mark.parametrize(
    "pad",
    [
        [(BOTH, 300)],
        [(BLUR, 300)],
        [(A, 50), (BOTH, 300)],
    ],
    ids=["told apart", "not told apart", "one after the other"],
)
def test_two_pieces_on_a_pad_are_unclear_once(pad):
    """Two pieces give one "unclear" event and no tap."""
    told = [one[1:] for one in found(pad) if one[1] == TAPS.UNCLEAR]
    assert told == [(TAPS.UNCLEAR, 1, TAPS.TWO_PIECES)]


def test_two_pieces_of_which_the_next_pad_saw_one_a_little_are_unclear():
    """Two pieces are unclear even if the next pad has seen one of them before."""
    taps = TAPS.Taps()
    for zone in (4, 5, 6):
        taps.see(zone, [], 0)
    for now in (10, 20):
        assert taps.see(4, [B], now) == []
    for now in (30, 40):
        assert taps.see(5, [A, B], now) == []
    for now in (50, 60, 70):
        assert taps.see(4, [], now) == taps.see(6, [], now) == []
    assert taps.see(5, [A, B], 90) == [(TAPS.UNCLEAR, 5, TAPS.TWO_PIECES)]


def test_after_two_pieces_the_one_that_stays_is_no_tap():
    """The piece that stays is a tap only after it was away."""
    pad = [(BOTH, 300), (A, 2000), (None, 450), (A, 300)]
    assert [one[1:3] for one in found(pad)] == [(TAPS.UNCLEAR, 1), (TAPS.TAP, 1)]


def test_a_ghost_does_not_keep_a_pad_spoilt():
    """After two pieces a ghost does not delay the next piece's answer."""
    pad = [(BOTH, 300), (None, 300), (C, 50), (None, 100), (A, 300)]
    assert [one[1:3] for one in found(pad)] == [(TAPS.UNCLEAR, 1), (TAPS.TAP, 1)]


def test_a_second_piece_that_only_passes_does_no_harm():
    """A second piece that passes briefly only restarts the dwell of the first."""
    assert [one[1:] for one in found([(A, 50), (BOTH, 50), (A, 600)])] == [
        (TAPS.TAP, 1, A)
    ]


def test_one_piece_on_two_pads_is_unclear_once():
    """A piece between two zones gives one "unclear" event."""
    told = found([(A, 1000)], [(A, 1000)])
    assert [one[1:] for one in told] == [(TAPS.UNCLEAR, 1, TAPS.TWO_ZONES)]


def test_a_piece_slid_from_one_pad_to_the_next_is_two_taps():
    """A piece slid from one pad to the next gives two taps."""
    told = found([(A, 300)], [(None, 300), (A, 300)])
    assert [one[2] for one in told] == [1, 2]


def test_a_single_stray_read_of_a_neighbour_is_forgiven():
    """A single read by a neighbour does not make a tap unclear."""
    told = found([(A, 300)], [(A, 50)])
    assert [one[1:] for one in told] == [(TAPS.TAP, 1, A)]


def test_different_pieces_on_different_pads_do_not_disturb_each_other():
    """Two seekers may tap at once; the table takes them one after the other."""
    told = found([(A, 300)], [(B, 300)])
    assert [one[1:] for one in told] == [(TAPS.TAP, 1, A), (TAPS.TAP, 2, B)]


def test_without_dwell_the_first_look_is_a_tap():
    """With a dwell of 0 each look at a tag is a tap."""
    taps = TAPS.Taps(dwell_ms=0, gone_ms=0)
    told = found([(A, 100), (None, 50), (A, 50)], taps=taps)
    assert [one[0] for one in told] == [0, 150]


def test_it_is_busy_until_everything_was_away_long_enough():
    """The simulation sweeps no longer than there is something to see."""
    taps = TAPS.Taps()
    assert not taps.busy()
    found([(A, 300), (None, 350)], taps=taps)
    assert taps.busy()
    taps.see(1, [], 700)
    assert not taps.busy()


# Ghosts and neighbours

LONG = bytes.fromhex("04a1b2c3d4e5f6")
TORN = bytes.fromhex("a1b2c3d4e5f600")


def test_a_miss_takes_a_look_back():
    """A reader that sees every other look has not seen a tap yet."""
    pad = [(A, 50), (None, 50), (A, 50), (None, 50), (A, 50)]
    assert found(pad) == []
    assert [one[:2] for one in found([*pad[:4], (A, 150)])] == [(300, TAPS.TAP)]


def test_a_tap_needs_three_looks_of_each_neighbour():
    """A tap is decided only after three looks of each neighbour."""
    taps = TAPS.Taps()
    for zone in (1, 2, 3):
        taps.see(zone, [], 0)
    for now in range(5, 205, 5):
        assert taps.see(2, [A], now) == []
    for now in (205, 210, 215):
        assert taps.see(1, [], now) == []
    for now in (215, 220, 225):
        assert taps.see(3, [], now) == []
    assert taps.see(2, [A], 230) == [(TAPS.TAP, 2, A)]


def test_what_neighbours_do_not_see_once_the_hand_is_off_is_no_tap_elsewhere():
    """Pad 2 read the piece on pad 1 three times; then it was lifted."""
    taps = TAPS.Taps()
    assert len(found([(A, 150)], [], [], taps=taps)) == 1
    for now in (160, 180, 200):
        assert taps.see(1, [A] if now < 200 else [], now) == []
        assert taps.see(2, [A], now) == taps.see(3, [], now) == []
    for now in range(205, 300, 5):
        assert taps.see(1, [], now) == []
    assert taps.wants(300) == {2}
    assert taps.see(2, [], 300) == []


def test_a_tag_beside_a_blur_may_be_one_of_it():
    """A tag next to a blur is unclear, one pad further it is a tap."""
    told = found([(A, 900)], [(BLUR, 900)])
    assert sorted(one[1:] for one in told) == [
        (TAPS.UNCLEAR, 1, TAPS.TWO_ZONES),
        (TAPS.UNCLEAR, 2, TAPS.TWO_PIECES),
    ]
    told = found([(A, 600)], [], [(BLUR, 600)])
    assert (TAPS.TAP, 1, A) in [one[1:] for one in told]  # too far away


@pytest.mark.parametrize("ghost", [B, BLUR, TORN])
def test_a_single_ghost_counts_for_nothing_and_only_delays(ghost):
    """A tag, blur or torn UID seen once is ignored, or delays another tap."""
    tag = LONG if ghost is TORN else A
    assert found([(None, 100), (ghost, 50), (None, 500)]) == []
    told = found([(tag, 100), (ghost, 50), (tag, 400)])
    assert [one[1:] for one in told] == [(TAPS.TAP, 1, tag)]
    assert told[0][0] <= 350


def test_a_tag_that_was_torn_at_first_is_told_whole():
    """The complete UID, which was seen more often, is reported."""
    told = found([(TORN, 50), (LONG, 200)])
    assert [one[1:] for one in told] == [(TAPS.TAP, 1, LONG)]


def test_a_tag_that_its_neighbour_reads_in_part_counts_for_neither():
    """Antennas side by side can tear a UID, look after look."""
    told = found([(LONG, 600)], [(TORN, 600)])
    assert [one[1:] for one in told] == [(TAPS.UNCLEAR, 1, TAPS.TWO_ZONES)]


def test_a_neighbour_that_sees_a_tag_again_and_again_makes_it_unclear():
    """If the neighbour sees the tag in two looks of three it is unclear, in one not."""
    told = found([(A, 1000)], [(A, 100), (None, 50)] * 5)
    assert [one[1:] for one in told] == [(TAPS.UNCLEAR, 1, TAPS.TWO_ZONES)]
    told = found([(A, 1000)], [(A, 50), (None, 150)] * 5)
    assert [one[1:] for one in told] == [(TAPS.TAP, 1, A)]


def test_what_stays_in_doubt_is_unclear_in_the_end():
    """A tag that the neighbour sees half of the time is unclear after a time limit."""
    told = found([(A, 2000)], [(A, 50), (None, 50)] * 20)
    assert [one[1:] for one in told] == [(TAPS.UNCLEAR, 1, TAPS.TWO_ZONES)]
    assert told[0][0] <= 150 + TAPS.PATIENCE_MS


def test_what_was_tapped_stays_so_when_the_neighbour_sees_a_little_of_it_later():
    """A tap counts although the neighbour sees the tag later."""
    told = found([(A, 2000)], [(None, 300), *[(A, 100), (None, 50)] * 8])
    assert [one[1:] for one in told] == [(TAPS.TAP, 1, A)]


def test_an_unclear_piece_is_shown_where_it_lies():
    """The neighbour saw it more often, so it is the neighbour's."""
    mine = [(A, 50), (None, 50), (A, 50), (None, 50), (A, 200)]
    told = found([(None, 400)], mine, [(A, 400)])
    assert [one[1:] for one in told] == [(TAPS.UNCLEAR, 3, TAPS.TWO_ZONES)]
    told = found([(None, 400)], [(A, 400)], [(A, 400)])
    assert [one[1:] for one in told] == [(TAPS.UNCLEAR, 2, TAPS.TWO_ZONES)]


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
    """The rack is apart from the zones, and no antenna reaches two pads further."""
    assert TAPS.judge(zone, mine, others) == whose


def test_the_same_tag_on_pads_far_apart_is_unclear():
    """The same UID on two pads far apart is unclear."""
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
    """Missed looks do not count as the piece's absence."""
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
    assert found([(A, 100)], taps=taps) == []
    taps.miss(1, 100)
    assert found([(A, 300)], taps=taps, start=150) == [(250, TAPS.TAP, 1, A)]
    taps = TAPS.Taps()
    found([(A, 100)], taps=taps)
    taps.miss(1, 100)
    assert found([(None, 900)], taps=taps, start=150) == []  # it may lie there still


def test_a_reader_that_hangs_leaves_nothing_to_its_neighbours():
    """If a reader hangs with a piece on it, its neighbours decide nothing."""
    taps = TAPS.Taps()
    for zone in (1, 2, 3):
        taps.see(zone, [], 0)
    for now in (20, 40, 80):
        taps.see(2, [A], now)
    taps.miss(2, 100)
    for now in (110, 120, 130):
        assert taps.see(1, [], now) == taps.see(3, [], now) == []


def test_beside_a_blind_reader_every_look_must_see_the_tag():
    """Next to a broken reader a tag counts only if every look sees it."""
    taps = TAPS.Taps()
    taps.miss(2, 0)
    assert found([(A, 200)], taps=taps) == []
    assert len(found([(A, 50)], taps=taps, start=200)) == 1
    assert len(found([(A, 150)], taps=TAPS.Taps())) == 1


def test_each_pad_has_a_dwell_of_its_own():
    """Each pad uses its own dwell."""
    taps = TAPS.Taps()
    taps.tune(2, 450)
    told = found([(A, 500)], [(B, 500)], taps=taps)
    assert [one[0] for one in told] == [100, 150]


def test_how_each_pad_has_read_is_counted_and_begun_anew():
    """Looks, whole reads, conflicts, and how long ago the last good one was."""
    taps = TAPS.Taps()
    found([(A, 200), (BLUR, 100), (None, 100)], [(None, 100)], taps=taps)
    assert taps.report(1000) == [(1, 8, 4, 2, 850), (2, 8, 0, 0, 0xFFFFFFFF)]
    taps.see(2, [B], 1000)
    assert taps.report(1100) == [(1, 0, 0, 0, 950), (2, 1, 1, 0, 100)]
    taps = TAPS.Taps()
    found([(A, 400)], [(A, 400)], taps=taps)
    assert taps.report(400) == [(1, 8, 1, 7, 400), (2, 8, 0, 8, 0xFFFFFFFF)]
