"""All random values of a round come from its entropy and can be verified."""

import hashlib
import hmac
from collections import Counter

from hypothesis import given, strategies as st

from firmware_host.board.pieces import Kind
from firmware_host.games import chance

entropies = st.binary(min_size=32, max_size=32)


def test_a_commitment_is_what_anyone_would_compute():
    """A commitment is the HMAC-SHA256 of "ROUND:WORD" with the nonce, in hex."""
    key = bytes(range(32))
    expected = hmac.new(key, b"2:HOBBY", hashlib.sha256).hexdigest()

    assert chance.commitment(key, 2, "HOBBY") == expected


@given(entropies, entropies)
def test_a_nonce_tells_nothing_of_what_is_drawn(one, other):
    """Each is drawn with a label of its own; equal chance, equal nonce."""
    assert chance.nonce(one) not in (one, one[::-1])
    assert (chance.nonce(one) == chance.nonce(other)) is (one == other)


@given(entropies, st.integers(1, 5000), st.integers(0, 5))
def test_a_word_is_drawn_from_those_there_are(entropy, count, attempt):
    """A drawn index is within the list."""
    assert 0 <= chance.draw_index(entropy, count, attempt) < count


@given(
    entropies,
    st.tuples(*[st.integers(0, 5)] * 4).filter(any),
    st.integers(0, 20),
)
def test_only_a_hidden_piece_is_handed_over(entropy, hidden, handed):
    """A drawn kind has a hidden piece left."""
    assert hidden[chance.draw_kind(entropy, hidden, handed).place] > 0


def test_each_hidden_piece_is_as_likely_as_any_other():
    """Three red ones come three times as often as one blue."""
    drawn = Counter(
        chance.draw_kind(number.to_bytes(32), (3, 0, 1, 0), 0) for number in range(4000)
    )

    assert 0.7 < drawn[Kind.LONG_STICK] / 4000 < 0.8
    assert set(drawn) == {Kind.LONG_STICK, Kind.WIDE_CURVE}
