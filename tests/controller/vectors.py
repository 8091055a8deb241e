"""
The lines of tests/link/frames.hex, for every implementation of the wire.

Runs on MicroPython and on CPython; started as a script it holds `wire` to them.
"""

import sys


def lines(text):
    """Return each line of *text* as its name, its bytes, and their description."""
    found = []
    for line in text.split("\n"):
        if line and not line.startswith("#"):
            name, rest = line.split(": ")
            data, told = rest.split(" = ")
            found.append((name, bytes.fromhex(data), told.split(", ")))
    return found


def spoken(text, who):
    """Return the bytes of *who* in tests/link/protocol1.hex, in pairs with their ms."""
    found = []
    for line in text.split("\n"):
        if line.startswith(who + " "):
            when, data = line[len(who) + 1 :].split(": ")
            found.append((int(when), bytes.fromhex(data)))
    return found


def spell(version, kind, seq, payload):
    """Return a frame as frames.hex writes it."""
    return f"frame {version:02x} {kind:02x} {seq:02x} {payload.hex() or '-'}"


def faults(wire, text):
    """Return the names of the lines that the controller's *wire* reads wrongly."""
    wrong = []
    for name, data, told in lines(text):
        decoder = wire.Decoder()
        found = decoder.receive(data)
        frames = [spell(*frame) for frame in found]
        noise = sum([int(one.split(" ")[1]) for one in told if one.startswith("noise")])
        if frames != [one for one in told if one.startswith("frame")]:
            wrong.append(name)
        elif decoder.noise_bytes != noise:
            wrong.append(name + " (noise)")
        elif (
            len(told) == 1
            and "frame 01" in told[0]
            and wire.encode(*found[0][1:]) != data
        ):
            wrong.append(name + " (encode)")
    return wrong


if __name__ == "__main__":
    import wire

    with open(sys.argv[1]) as file:  # noqa: PTH123 - MicroPython has no pathlib
        print(faults(wire, file.read()))  # noqa: T201 - the test reads this
