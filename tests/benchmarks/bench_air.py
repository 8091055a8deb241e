"""
Tag readers: air time, bytes on the bus, looks, and how long a tap takes to settle.

    PYTHONPATH=. python tests/benchmarks/bench_air.py [--beside REVISION]

The air time is computed from the frames of ISO/IEC 14443-3 at 106 kbit/s. The rest is
measured: the controller's own loop in a real MicroPython, with emulated chips on an
emulated bus that counts its bytes. Frames and silence take their time on the emulated
air; a Pico's own cost is assumed (30 microseconds a call to the bus and 8 a byte, 500
to judge a look, 1 ms a turn of the loop), once so and once twice as high: no Pico was
measured. A look at a pad is timed beside pieces that lie there. `--beside` has the
firmware of another revision run the rest. Then come how quick six pads would be if
fewer or more steps ahead decided, and what is told while nobody is there: ghosts and
misses hang on pad and millisecond alone, so both firmwares look into the same noise.
The anchor: a Scrabble board reads 225 antennas in 974 ms.
"""

import argparse
import json
import re
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from firmware_host.devices.firmware import firmware_folder
from tests.controller.bench import HERE, MICROPYTHON

BIT_US = 9.44  # 128 / 13.56 MHz
DELAY_US = 86.4  # between a frame and its answer, at least: 1172 / 13.56 MHz
GUARD_MS = 5.0
#: How long a chip waits for an answer: the MFRC522's timer with its start; the PN532's
#: wait.
SILENCE_MS = {"mfrc522": 0.5, "pn532": 0.4}
ANCHOR_MS = 974 / 225

#: The longest time that a tap lies on a pad, and the time until the next one.
LONGEST_MS, AWAY_MS = 900, 500

#: A look misleads once in so many; so many steps ahead could decide.
MISLEADS, AHEAD = 20, (2, 3, 4)

#: Number of taps, of which the slowest but one in a hundred is reported.
TAPS = 120

SCRIPT = """
import json, random, sys
import board_config, storm
chip, (pads, cost, taps, longest_ms, away_ms) = sys.argv[1], map(int, sys.argv[2:])
storm.MISS = storm.STRAY = storm.GHOST = 0
storm.CALL_US, storm.JUDGE_US, storm.LOOP_US = 30 * cost, 500 * cost, 1000 * cost
storm.WANTS_US = 100 * cost
readers = sorted(board_config.READERS.items())
readers = readers if pads > 6 else readers[1 : pads + 1]
board_config.READERS = dict(readers)
random.seed(1)
one = storm.Storm(chip)
world, turn = one.world, one._controller

def step():
    one.pi.hear(turn.step(one.pi.say(), world.now))
    world.us += storm.LOOP_US

def run(ms):
    until, bus = world.us + 1000 * ms, world.bus_bytes
    turn._taps.report(world.now)
    while world.us < until:
        step()
    looks = sum([pad[1] for pad in turn._taps.report(world.now)])
    return looks, world.bus_bytes - bus

turn.core._report = lambda now: ()
run(500)
empty = run(5000)
world.hands.append(storm.Hand("tap", readers[0][0], [b"\\x04abcdef"], world.now))
run(1500)
full = run(5000)
world.hands.clear()
run(1000)
settled = []
for number in range(taps):
    run(random.randint(0, 150))
    uid = b"\\x04abcd" + bytes((number // 100 + 1, number % 100 + 1))
    hand = storm.Hand("tap", readers[number % len(readers)][0], [uid], world.now)
    world.hands.append(hand)
    began = world.us
    while not hand.taps and world.us - began < 1000 * longest_ms:
        step()
    settled.append((world.us - began) // 1000)
    world.hands.clear()
    run(away_ms)
settled.sort()
middle, most = settled[taps // 2], settled[taps * 99 // 100]
print(json.dumps([empty, full, middle, most]))
"""

#: So many pieces lie on a pad, alone on its board, for so long.
LYING, LYING_S = (0, 1, 2, 3, 4), 10

LAID = """
import json, random, sys
import board_config, storm
chip, (lie, cost, seconds) = sys.argv[1], map(int, sys.argv[2:])
storm.MISS = storm.STRAY = storm.GHOST = 0
storm.CALL_US, storm.JUDGE_US, storm.LOOP_US = 30 * cost, 500 * cost, 1000 * cost
storm.WANTS_US = 100 * cost
(zone, pin) = sorted(board_config.READERS.items())[1]
board_config.READERS = {zone: pin}
random.seed(1)
one = storm.Storm(chip)
world, turn = one.world, one._controller
world.lies[zone] = [(b"\\x04%c-lies" % (65 + n), 1.0) for n in range(lie)]

def run(seconds):
    until = world.us + 1000000 * seconds
    turn._taps.report(world.now)
    while world.us < until:
        one.pi.hear(turn.step(one.pi.say(), world.now))
        world.us += storm.LOOP_US
    return sum([pad[1] for pad in turn._taps.report(world.now)])

turn.core._report = lambda now: ()
run(3)
print(json.dumps(run(seconds)))
"""

#: Of so many looks one has a ghost; so many pieces lie on every other pad; so long.
GHOSTS, LIE, NOISE_S = (0.01, 0.1), (0, 1, 3), 300

NOISE = """
import json, random, sys
import storm
chip, (ghost, lie, seconds) = sys.argv[1], map(float, sys.argv[2:])
storm.GHOST = ghost
one = storm.Storm(chip)
world, turn, told = one.world, one._controller, []
world.lay(int(lie))
look = world.seen_at

def seen_at(zone):
    random.seed((world.now * 7 + zone + 1) * 2654435761 % 2**32)
    [random.getrandbits(8) for _ in range(4)]
    return look(zone)

def count(what, tell):
    def counted(*body):
        told.append((what, body[-1]))
        tell(*body)
    return counted

world.seen_at = seen_at
turn.core.tap = count("tap", turn.core.tap)
turn.core.unclear = count("unclear", turn.core.unclear)
while world.us < 1000000 * seconds:
    one.pi.hear(turn.step(one.pi.say(), world.now))
    world.us += storm.LOOP_US
late = [what for what, at in told if at > 5000]  # what lies there was told by then
print(json.dumps([late.count("tap"), late.count("unclear")]))
"""


def air_ms(*, chip: str, tag: bool) -> float:
    """Return the air time of a look, with a tag of seven bytes or none."""
    if not tag:
        request = 9 * BIT_US / 1000
        return GUARD_MS + request + SILENCE_MS[chip]
    bits = [9, 19]  # REQA, ATQA
    for _ in range(2):  # two levels of the cascade: anticollision, select
        bits += [20, 46, 83, 28]
    us = sum(bits) * BIT_US + len(bits) * DELAY_US
    halt = (38 + 9) * BIT_US / 1000  # and does another one answer?
    halt += 2 * SILENCE_MS["mfrc522"]
    return GUARD_MS + us / 1000 + halt


def measured(chip: str, pads: int, cost: int, folder: Path) -> list:
    """Run the controller in *folder* for a while; return the results of SCRIPT."""
    return said(SCRIPT, (chip, pads, cost, TAPS, LONGEST_MS, AWAY_MS), folder)


def lying() -> None:
    """Print how long a look takes beside pieces that lie there."""
    head = " | ".join(f"{lie} lying, ms" for lie in LYING)
    print(f"| chip | cost | {head} |")
    print("|---" * (2 + len(LYING)) + "|")
    for chip in ("mfrc522", "pn532"):
        for cost in (1, 2):
            given = ((chip, lie, cost, LYING_S) for lie in LYING)
            looks = [said(LAID, one, firmware_folder()) for one in given]
            row = " | ".join(f"{1000 * LYING_S / one:.1f}" for one in looks)
            print(f"| {chip} | {cost} | {row} |")


def said(script: str, given: tuple, folder: Path) -> Any:
    """Return the output of a script that runs on the firmware in *folder*."""
    process = subprocess.run(
        [MICROPYTHON, "-X", "heapsize=32M", "-c", script, *map(str, given)],
        capture_output=True,
        check=True,
        cwd=HERE,
        env={"MICROPYPATH": f"{folder}:{HERE}"},
        timeout=300,
    )
    return json.loads(process.stdout)


def written(revision: str, folder: Path) -> Path:
    """Write the firmware of another revision into *folder*."""
    git = ["git", "-C", str(firmware_folder())]
    names = subprocess.check_output(
        [*git, "ls-tree", "--name-only", revision], text=True
    )
    for name in names.split():
        text = subprocess.check_output([*git, "show", f"{revision}:./{name}"])
        (folder / name).write_bytes(text)
    return folder


def settling(folders: dict[str, Path]) -> None:
    """Print how long a tap takes to settle, in each firmware and at each cost."""
    columns = [
        f"{name}, cost {cost}: {what}"
        for name in folders
        for cost in (1, 2)
        for what in ("half", "99 %")
    ]
    print(f"| chip | pads | {' | '.join(columns)} |")
    print("|---" * (len(columns) + 2) + "|")
    for chip in ("mfrc522", "pn532"):
        for pads in (1, 3, 6, 7):
            told = [
                ms
                for folder in folders.values()
                for cost in (1, 2)
                for ms in measured(chip, pads, cost, folder)[2:]
            ]
            print(f"| {chip} | {pads} | {' | '.join(map(str, told))} |", flush=True)


def ghosts(folders: dict[str, Path]) -> None:
    """Print what each firmware reports in the same noise without any tap."""
    names = " | ".join(f"{name}: {what}" for name in folders for what in ("tap", "not"))
    print(f"| chip | ghosts, % of looks | pieces that lie there | {names} |")
    print("|---" * (len(folders) * 2 + 3) + "|")
    for chip in ("mfrc522", "pn532"):
        for ghost in GHOSTS:
            for lie in LIE:
                given = chip, ghost, lie, NOISE_S
                told = [n for one in folders.values() for n in said(NOISE, given, one)]
                row = " | ".join(map(str, told))
                print(f"| {chip} | {100 * ghost:.0f} | {lie} | {row} |", flush=True)
    print()


def ahead(steps: int, folder: Path) -> Path:
    """Write a firmware for which so many steps ahead decide into *folder*."""
    for path in firmware_folder().glob("*.py"):
        shutil.copy(path, folder)
    stays = folder / "stays.py"
    text, found = re.subn(
        r"^AHEAD = \d+$", f"AHEAD = {steps}", stays.read_text(), flags=re.MULTILINE
    )
    assert found == 1, "stays.py has no AHEAD"
    stays.write_text(text)
    return folder


def curve() -> None:
    """Print what fewer and more steps would gain, and their cost."""
    print("| steps ahead | a sentence is wrong once in | 99 %, cost 1, ms | cost 2 |")
    print("|---|---|---|---|")
    for steps in AHEAD:
        with tempfile.TemporaryDirectory() as folder:
            own = ahead(steps, Path(folder))
            told = [measured("mfrc522", 6, cost, own)[3] for cost in (1, 2)]
        odds = (MISLEADS - 1) ** steps + 1
        print(f"| {steps} | {odds:,} | {told[0]} | {told[1]} |", flush=True)


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--beside", metavar="REVISION", help="another firmware as well")
    beside = parser.parse_args().beside
    print("| chip | a look at | air, ms |")
    print("|---|---|---|")
    for chip in ("mfrc522", "pn532"):
        for tag in (False, True):
            what = "a tag" if tag else "nothing"
            print(f"| {chip} | {what} | {air_ms(chip=chip, tag=tag):.1f} |")
    print(f"| the anchor | one of 225 antennas | {ANCHOR_MS:.1f} |")
    print()
    print(
        "| chip | pads | sweep by air, ms | looks/s | bytes a look, empty"
        " | with a tag |"
    )
    print("|---|---|---|---|---|---|")
    for chip in ("mfrc522", "pn532"):
        for pads in (1, 6, 7):
            empty, full = measured(chip, pads, 1, firmware_folder())[:2]
            sweep = (pads - 1) * air_ms(chip=chip, tag=False)
            sweep += air_ms(chip=chip, tag=True)
            empty_bytes = empty[1] / empty[0]
            # One look of each sweep met the tag.
            tag_bytes = (full[1] / full[0] - empty_bytes) * pads + empty_bytes
            print(
                f"| {chip} | {pads} | {sweep:.0f} | {full[0] / 5:.0f} |"
                f" {empty_bytes:.0f} | {tag_bytes:.0f} |"
            )
    print()
    lying()
    print()
    with tempfile.TemporaryDirectory() as folder:
        folders = {"before": written(beside, Path(folder))} if beside else {}
        folders["now"] = firmware_folder()
        settling(folders)
        print()
        ghosts(folders)
    curve()


if __name__ == "__main__":
    main()
