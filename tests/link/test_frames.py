"""The wire's frames, without a wire."""

import random
import time
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from firmware_host.link.frames import (
    MAX_PAYLOAD_BYTES,
    VERSION,
    Decoder,
    Frame,
    Noise,
    encode,
)
from tests.controller.vectors import lines, spell

LINES = lines(Path(__file__).with_name("frames.hex").read_text(encoding="ascii"))

frames = st.builds(
    Frame,
    st.integers(0, 255),
    st.integers(0, 255),
    st.binary(max_size=MAX_PAYLOAD_BYTES),
)


def written(found):
    """Return a decoder's result as frames.hex writes it."""
    if isinstance(found, Noise):
        return f"noise {found.size_bytes}"
    return spell(found.version, found.type, found.seq, found.payload)


@pytest.mark.parametrize(
    ("data", "told"), [line[1:] for line in LINES], ids=[line[0] for line in LINES]
)
def test_the_lines_of_frames_hex_are_read_as_they_say(data, told):
    """The Pi reads every line as the controller does."""
    assert (
        [written(found) for found in Decoder().receive(data)] or ["nothing"]
    ) == told
    if len(told) == 1 and told[0].startswith("frame 01"):
        (frame,) = Decoder().receive(data)
        assert encode(frame) == data


@given(st.lists(frames, max_size=5), st.integers(1, 40))
def test_where_the_bytes_are_cut_does_not_matter(sent, step):
    """Frames are decoded whether they come whole, in pieces or together."""
    wire = b"".join(map(encode, sent))
    decoder = Decoder()

    got = [
        found
        for at in range(0, len(wire), step)
        for found in decoder.receive(wire[at : at + step])
    ]

    assert got == sent


@given(st.binary(max_size=600), frames)
def test_after_any_noise_the_next_frame_arrives(noise, frame):
    """After any noise the next frame is decoded."""
    decoder = Decoder()
    list(decoder.receive(noise))

    *_, last = decoder.receive(encode(frame))

    assert last == frame


@given(frames, st.data())
def test_a_frame_with_one_wrong_byte_is_noise(frame, data):
    """A byte lost, doubled or changed never makes another frame."""
    wire = encode(frame)
    at = data.draw(st.integers(1, len(wire) - 2))
    wrong = data.draw(st.integers(0, 255).filter(lambda byte: byte != wire[at]))
    for harm in (b"", wire[at : at + 1] * 2, bytes((wrong,))):
        found = list(Decoder().receive(wire[:at] + harm + wire[at + 1 :]))
        assert all(isinstance(one, Noise) for one in found)


def test_a_million_random_bytes_hold_no_frame():
    """Garbage is noise, every byte of it accounted for, and costs little memory."""
    garbage = random.Random(7).randbytes(1_000_000)  # noqa: S311 - noise
    decoder = Decoder()

    found = [
        one
        for at in range(0, len(garbage), 97)
        for one in decoder.receive(garbage[at : at + 97])
    ]
    found += decoder.receive(b"\0")

    thrown_bytes = sum(one.size_bytes for one in found if isinstance(one, Noise))
    assert not [one for one in found if isinstance(one, Frame)]
    assert thrown_bytes == len(garbage) - garbage.count(0)


@pytest.mark.long
def test_ten_million_bytes_that_begin_like_frames_hold_no_frame():
    """Ten million bytes of damaged frames are never decoded as another frame."""
    chance = random.Random(11)  # noqa: S311 - noise
    decoder = Decoder()
    until = time.monotonic() + 120
    sent_bytes = 0
    while sent_bytes < 10_000_000 and time.monotonic() < until:
        payload = chance.randbytes(chance.randrange(24))
        wire = bytearray(encode(Frame(0x10, 1, payload)))
        for _ in range(chance.randrange(1, 4)):
            wire[chance.randrange(1, len(wire) - 1)] ^= 1 << chance.randrange(8)
        sent_bytes += len(wire)
        for found in decoder.receive(bytes(wire)):
            assert isinstance(found, Noise) or found.payload == payload


def test_an_endless_frame_is_given_up_on():
    """A stuck controller costs one buffer of memory, not all of it."""
    decoder = Decoder()
    found = [one for _ in range(100) for one in decoder.receive(b"\x55" * 50)]

    assert sum(one.size_bytes for one in found) >= 5000 - 209
    assert all(one.size_bytes < 300 for one in found)


def test_a_payload_too_long_is_our_own_mistake():
    """Encoding a longer payload raises an exception that names the limit."""
    with pytest.raises(ValueError, match="201 bytes; a frame holds 200"):
        encode(Frame(1, 0, bytes(201)))


def test_a_frame_says_how_it_is_laid_out():
    """A frame has its version, even an unknown one."""
    (frame,) = Decoder().receive(encode(Frame(1, 0, b"x", version=9)))
    assert (frame.version, VERSION) == (9, 1)
