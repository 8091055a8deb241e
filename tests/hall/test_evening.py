"""The key of a duplicate evening: what it says, and what promises it."""

from firmware_host.hall import evening

CHANCE = bytes(range(16))


def key(**more):
    """A key of an evening, always the same."""
    given = {"language": "en", "length": 5, "rounds": 3} | more
    return evening.new_key(CHANCE, **given)


def test_a_key_says_what_is_played_and_no_other_word():
    """Twelve letters, read out in groups, typed in any way."""
    for length in (3, 4, 5, 6):
        for rounds in (1, 4, 8):
            made = key(length=length, rounds=rounds)
            assert evening.read_key(made.spoken.lower()) == made
            assert (made.length, made.rounds) == (length, rounds)
            assert made.language == evening.mark_of("en") != evening.mark_of("de")


def test_a_slip_of_the_pen_is_noticed():
    """Each wrong letter, and each two neighbours that have changed places."""
    right = key().text
    for at, had in enumerate(right):
        for other in set(evening.LETTERS) - {had}:
            assert evening.read_key(right[:at] + other + right[at + 1 :]) is None
        pair = right[at : at + 2]
        if len(set(pair)) == 2:
            turned = right[:at] + pair[::-1] + right[at + 2 :]
            assert evening.read_key(turned) is None
    for wrong in ("", "ABC", right + "A", right.replace(right[0], "I", 1)):
        assert evening.read_key(wrong) is None


def test_the_promise_is_no_plain_hash_of_the_key():
    """Without the nonce nobody can try keys against it."""
    made = key()
    first, second = (evening.commitment(made, bytes([n]) * 32) for n in (1, 2))
    assert first != second
    assert len(first) == 64


def test_each_round_has_chance_of_its_own():
    """The same on each board, and by no other key."""
    seed, other = evening.seed_of(key()), evening.seed_of(key(rounds=4))
    drawn = {evening.chance(one, at) for one in (seed, other) for at in (1, 2, 3)}
    assert len(drawn) == 6
    assert all(len(one) == 32 for one in drawn)
    assert evening.chance(seed, 1) == evening.chance(evening.seed_of(key()), 1)
    assert evening.code(seed) != evening.code(other)
