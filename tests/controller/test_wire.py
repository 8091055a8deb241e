"""The controller's frames, on CPython; test_files.py has them on MicroPython."""

from hypothesis import given, strategies as st

from firmware_host.devices.firmware import import_firmware
from firmware_host.link import frames
from tests.controller.bench import HERE
from tests.controller.vectors import faults

(WIRE,) = import_firmware("wire")
TEXT = (HERE.parent / "link" / "frames.hex").read_text(encoding="ascii")

numbers = st.integers(0, 255)
payloads = st.binary(max_size=200)


def test_frames_hex_is_read_as_the_pi_reads_it():
    """The firmware's codec agrees with each line of frames.hex."""
    assert faults(WIRE, TEXT) == []


def test_a_wrong_line_of_frames_hex_is_found():
    """A fault in a frame, in its noise or in the encoder's result is found."""
    assert faults(WIRE, TEXT.replace("frame 01 90 01 -", "frame 01 90 02 -"))
    assert faults(WIRE, TEXT.replace("noise 25", "noise 26"))
    longer = TEXT.replace("update: 00", "update: 0000")
    assert faults(WIRE, longer) == ["update (encode)"]


@given(numbers, numbers, payloads)
def test_both_ends_write_the_same_bytes(kind, seq, payload):
    """The firmware's codec writes and reads the same bytes as the Pi's."""
    theirs = frames.encode(frames.Frame(kind, seq, payload))
    assert WIRE.encode(kind, seq, payload) == theirs
    assert WIRE.Decoder().receive(theirs) == [(1, kind, seq, payload)]


@given(st.binary(max_size=600), st.integers(1, 50), numbers)
def test_any_noise_costs_no_more_than_itself(noise, step, seq):
    """The next frame arrives, however the bytes were cut."""
    data = noise + WIRE.encode(2, seq)
    decoder = WIRE.Decoder()
    found = []
    for at in range(0, len(data), step):
        found += decoder.receive(data[at : at + step])
    assert found[-1] == (1, 2, seq, b"")


def test_an_endless_frame_costs_one_buffer():
    """The Pico has no memory to waste."""
    decoder = WIRE.Decoder()
    decoder.receive(b"\x55" * 10_000)
    assert len(decoder._pending) <= 209
    assert decoder.noise_bytes >= 10_000 - 209
