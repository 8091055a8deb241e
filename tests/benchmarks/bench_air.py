"""
Tag readers: air time, bytes on the bus, looks and taps a second, for 1 to 7 pads.

    PYTHONPATH=. python tests/benchmarks/bench_air.py

The air time is computed from the frames of ISO/IEC 14443-3 at 106 kbit/s. The rest is
measured: the controller's own loop in a real MicroPython, with emulated chips on an
emulated bus that counts its bytes and takes its time (30 microseconds a call, 2 a byte;
no Pico was measured). The anchor: a Scrabble board reads 225 antennas in 974 ms.
"""

import argparse
import json
import subprocess

from tests.controller.bench import HERE, micropython

BIT_US = 9.44  # 128 / 13.56 MHz
DELAY_US = 86.4  # between a frame and its answer, at least: 1172 / 13.56 MHz
GUARD_MS = 5.0
SILENCE_MS = 2.0  # the MFRC522's timer: nobody answers any more
ANCHOR_MS = 974 / 225

SCRIPT = """
import sys, json
import board_config, storm
chip, pads, seconds = sys.argv[1], int(sys.argv[2]), 20
storm.MISS = storm.STRAY = storm.GHOST = 0
board_config.READERS = dict(sorted(board_config.READERS.items())[:pads])
one = storm.Storm(chip)
world, turn = one.world, one._controller

def run(ms):

    until, bus = world.now + ms, world.bus_bytes
    turn._taps.report(world.now)
    while world.now < until:
        one.pi.hear(turn.step(one.pi.say(), world.now))
        world.us += storm.LOOP_US
    told = turn._taps.report(world.now)
    looks = sum([pad[1] for pad in told])
    return looks, world.bus_bytes - bus

turn.core._report = lambda now: ()
run(500)
empty = run(1000 * seconds)
hand = storm.Hand("tap", 0, [b"\\x04abcdef"], world.now)
world.hands.append(hand)
run(500)
full = run(1000 * seconds)
world.hands.clear()
run(1000)
settled = []
for number in range(30):
    run(137 * number % 61)
    hand = storm.Hand("tap", 0, [b"\\x04abcde" + bytes((number,))], world.now)
    world.hands.append(hand)
    began = world.now
    while not hand.taps:
        run(1)
    settled.append(world.now - began)
    world.hands.clear()
    run(700)
settled.sort()
print(json.dumps([seconds, empty, full, settled[15], settled[-1]]))
"""


def air_ms(*, chip: str, tag: bool) -> float:
    """Return how long a look needs the air, with a tag of seven bytes or none."""
    if not tag:
        request = 9 * BIT_US / 1000
        return GUARD_MS + request + (SILENCE_MS if chip == "mfrc522" else 1.0)
    bits = [9, 19]  # REQA, ATQA
    for _ in range(2):  # two levels of the cascade: anticollision, select
        bits += [20, 46, 83, 28]
    us = sum(bits) * BIT_US + len(bits) * DELAY_US
    halt = (38 + 9) * BIT_US / 1000 + 2 * SILENCE_MS  # and does another one answer?
    return GUARD_MS + us / 1000 + halt


def measured(chip: str, pads: int) -> list:
    """Run the controller for a while; see SCRIPT for what comes back."""
    process = micropython(
        *("-X", "heapsize=8M", "-c", SCRIPT, chip, str(pads)),
        stdout=subprocess.PIPE,
        cwd=HERE,
    )
    said, _ = process.communicate(timeout=300)
    return json.loads(said)


def main() -> None:
    """Print the tables."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    print("| chip | a look at | air, ms |")
    print("|---|---|---|")
    for chip in ("mfrc522", "pn532"):
        for tag in (False, True):
            what = "a tag" if tag else "nothing"
            print(f"| {chip} | {what} | {air_ms(chip=chip, tag=tag):.1f} |")
    print(f"| the anchor | one of 225 antennas | {ANCHOR_MS:.1f} |")
    print()
    print(
        "| chip | pads | sweep by air, ms | looks/s | bytes a look, empty | with a tag"
        " | a tap settles, ms | at most |"
    )
    print("|---|---|---|---|---|---|---|---|")
    for chip in ("mfrc522", "pn532"):
        for pads in range(1, 8):
            seconds, empty, full, middle, most = measured(chip, pads)
            sweep = (pads - 1) * air_ms(chip=chip, tag=False)
            sweep += air_ms(chip=chip, tag=True)
            empty_bytes = empty[1] / empty[0]
            # One look of each sweep met the tag.
            tag_bytes = (full[1] / full[0] - empty_bytes) * pads + empty_bytes
            print(
                f"| {chip} | {pads} | {sweep:.0f} | {full[0] / seconds:.0f} |"
                f" {empty_bytes:.0f} | {tag_bytes:.0f} | {middle} | {most} |"
            )


if __name__ == "__main__":
    main()
