"""
Drawing and packing screens, beside bare Pillow, in one run, in turn.

    PYTHONPATH=. python tests/benchmarks/bench_picture.py [--rounds 5] [--count 1000]

"New" pictures differ each time in what lies in the zone; "again" is the same one. The
floor draws one word in the same type on an empty screen.
"""

import argparse
import itertools
import statistics
import time
from collections.abc import Callable

from PIL import Image, ImageDraw

from firmware_host.app.content.languages import load_texts
from firmware_host.board.faces import TableFace, ZoneFace
from firmware_host.board.messages import Message, say
from firmware_host.board.pieces import Kind, Zone
from firmware_host.devices.columns import pack
from firmware_host.picture.table import draw_table
from firmware_host.picture.type import BOLD, font
from firmware_host.picture.zone import draw_zone

TEXTS = load_texts("en")
STATES = itertools.cycle(
    ZoneFace(
        word=say("yes") if yes else say("no"),
        placed=placed,
        covered=covered,
    )
    for placed in itertools.product(range(3), repeat=4)
    for covered in itertools.product((False, True), repeat=4)
    for yes in (False, True)
)


def words(message: Message) -> str:
    """Return a screen's words."""
    return TEXTS.say(message, "screen")


def floor() -> None:
    """Draw one word."""
    image = Image.new("1", (128, 64))
    ImageDraw.Draw(image).text(
        (0, 0), "YES", fill=1, font=font(BOLD[1].name, BOLD[1].size)
    )
    pack(image)


def zone_new() -> None:
    """Draw a zone that has changed."""
    pack(draw_zone(next(STATES), Zone(3), words))


def zone_again() -> None:
    """Draw the zone that was drawn before."""
    pack(draw_zone(ZoneFace(word=say("yes")), Zone(3), words))


NUMBERS = itertools.count()


def table_new() -> None:
    """Draw a table screen with a new status and a new commitment."""
    number = next(NUMBERS) % 100
    status = say("status-round", round=1, rounds=3, guesses=3, bonus=2, noes=number)
    note = say("commitment", hex=f"{number:064x}")
    line = say("turn-place", name="Tina")
    face = TableFace(line, kind=Kind.WIDE_CURVE, status=status, note=note)
    pack(draw_table(face, words, alive=True))


def micros(draw: Callable[[], None]) -> float:
    """Return the time of one drawing, in µs."""
    began = time.perf_counter_ns()
    draw()
    return (time.perf_counter_ns() - began) / 1000


def main() -> None:
    """Measure, and print medians."""
    given = argparse.ArgumentParser(description=__doc__.splitlines()[1])
    given.add_argument("--rounds", type=int, default=5)
    given.add_argument("--count", type=int, default=1000)
    options = given.parse_args()
    contestants = (floor, zone_new, zone_again, table_new)
    times: dict[str, list[float]] = {one.__name__: [] for one in contestants}
    for _ in range(options.rounds * options.count):
        for one in contestants:
            times[one.__name__].append(micros(one))
    bare = statistics.median(times["floor"])
    for name, taken in times.items():
        median = statistics.median(taken)
        print(f"{name:<12} {median:7.1f} µs, {median / bare:.2f} of the floor")


if __name__ == "__main__":
    main()
