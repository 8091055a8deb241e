"""A schematic agrees with the tables of pins, and can be read on one page."""

import re
import sys
from functools import partial
from itertools import combinations, pairwise
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from firmware_host.app.system.hardware import profile_path
from firmware_host.settings.profile import load_profile

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tools"))

import bill  # noqa: E402 - needs the path
import build_hardware  # noqa: E402 - needs the path
import schematic  # noqa: E402 - needs the path
import symbols  # noqa: E402 - needs the path
from assembly import drawn  # noqa: E402 - needs the path
from circuit import circuit  # noqa: E402 - needs the path
from rims_circuit import rims_circuit  # noqa: E402 - needs the path
from sheets import Sheet  # noqa: E402 - needs the path

#: The start of a title in pins.md, and the box it is about.
BOXES = {"Raspberry Pi, 40-pin header": "Pi", "Raspberry Pi Pico": "Pico"}


@pytest.fixture(
    params=("full", "station", "buttons", "starter", "direct"), scope="module"
)
def profile(request):
    return load_profile(profile_path(request.param))


@pytest.fixture(scope="module")
def page(profile):
    return schematic.schematic(profile)


def told(name):
    """Return the wires of a board's pins.md: two ends, and the parts in between."""
    box, found = "", set()
    page = (ROOT / "hardware" / name / "pins.md").read_text(encoding="utf-8")
    for line in page.splitlines():
        if line.startswith("## "):
            box = BOXES.get(line[3:], line[3:].partition(":")[0])
        row = [cell.strip() for cell in line.strip("|").split("|")]
        if ": " not in line or not line.startswith("| "):
            continue
        end, look = tuple(row[-2].split(": ", 1)), row[-1]
        through = look.partition(", ")[2]
        if end[0] not in BOXES.values():  # else the other box's table has it as well
            found.add(((box, row[0]), end, through))
    return found


def test_its_nets_are_those_of_the_tables_of_pins(profile, page):
    """Two ends of a wire have one name, or a resistor between their names."""
    nets = nets_by_end(profile, page)
    resistors = {
        tuple(part.pins.values()): part.value
        for part in circuit(profile)
        if part.kind in ("resistor", "diode")
    }
    wires = told(profile.name)
    assert len(wires) > 40
    for begin, end, through in wires:
        if begin[1] == "USB":
            continue
        if through:
            assert resistors[nets[begin], nets[end]] == through
        else:
            assert nets[begin] == nets[end]
    groups = joined(
        [(begin, end) for begin, end, through in wires if not through]
        + [(("Pi", "9"), other) for other in GROUNDS if other in nets]
    )
    for group in groups:
        others = {nets[end] for other in groups if other is not group for end in other}
        (net,) = {nets[end] for end in group if end[1] != "USB"} or {""}
        assert net not in others


#: Terminals that are joined by a USB cable or by a board itself.
GROUNDS = [("Pi", "39"), ("Pico", "38"), ("Strip", "GND"), ("Pico's strip", "GND"),
           ("USB adapter", "GND")]  # fmt: skip


def nets_by_end(profile, page):
    """Return the net at each end of a wire, by place and terminal."""
    drawn = {(one.part, one.pin): one.net for one in page.drawn}
    found = {}
    for part in circuit(profile):
        words = {"screen": "screen ", "reader": "reader "}.get(part.kind, "")
        for pin, net in part.pins.items():
            if not net:
                continue
            assert drawn[part.ref, pin] == net
            found[part.place, f"{words}{pin}"] = net
            if part.kind == "led":
                own = {"red": "cross +", "green": "tick +"}[part.value]
                found[part.place, own if pin == "+" else "lamps -"] = net
            elif part.kind == "button":
                ground = "power -" if part.value == "power" else "buttons -"
                found[part.place, part.value if pin == "1" else ground] = net
            elif part.kind == "buzzer":
                found[part.place, f"buzzer {pin}"] = net
    for row in ("3V3", "GND"):
        found["Strip", row] = row
    supply = "3V3 PICO" if profile.pico is not None and profile.pico.readers else ""
    for row in ("SCK", "MOSI", "MISO", "RST", "GND"):
        found["Pico's strip", row] = row
    found["Pico's strip", "3V3"] = supply
    return found


def joined(pairs):
    """Return the connected groups, as sets."""
    groups = []
    for pair in pairs:
        touched = [group for group in groups if group & set(pair)]
        groups = [group for group in groups if group not in touched]
        groups.append(set(pair).union(*touched))
    return groups


def test_every_net_is_written_where_its_pin_ends(page):
    """Each net's name is at the end of its pin, except grounds and drawn lines."""
    written = {
        (float(one.get("x")), float(one.get("y")), one.text)
        for one in texts(page.sheet)
    }
    named = [one for one in page.drawn if one.y]
    assert len(named) > 60
    for one in named:
        assert (round(one.x, 3), round(one.y, 3), one.net) in written


def test_it_has_every_part_of_the_bill(profile):
    """The schematic has as many parts of each kind as the bill."""
    bought = bill.bill(profile)
    parts = circuit(profile)

    def count(words):
        return sum(one.count for one in bought if words in one.part)

    def drawn(kind, value=""):
        return sum(part.kind == kind and value in part.value for part in parts)

    for ohm in ("330 ohm", "220 ohm", "47 ohm", "1000 ohm", "10 kilohm"):
        assert drawn("resistor", ohm) == count(f"resistor {ohm}")
    for value in ("100 nF", "100 uF"):
        assert drawn("capacitor", value) == count(f"capacitor {value}")
    kinds = {"led": "LED 5 mm", "button": "push button", "screen": "OLED",
             "reader": "tag reader", "buffer": "74HC125", "mux": "TCA9548A",
             "buzzer": "buzzer", "adapter": "serial adapter"}  # fmt: skip
    for kind, words in kinds.items():
        assert drawn(kind) == count(words)
    refs = [part.ref for part in parts]
    assert len(set(refs)) == len(refs)


@pytest.mark.parametrize("language", ["en", "de"])
def test_no_two_texts_meet_and_none_leaves_the_page(profile, language):
    """No text overlaps another one or the edge of the page."""
    page = schematic.schematic(profile)
    page.sheet.reword(partial(drawn, language=language))
    assert meeting(page.sheet) == []
    for one in texts(page.sheet):
        left, top, right, foot = box(one)
        assert 4 < left < right < page.sheet.width - 4
        assert 4 < top < foot < page.sheet.height - 4


def test_rims_have_a_schematic_too():
    """The rims' schematic has all their parts, in a chain from the shifter."""
    profile = build_hardware.with_rims(load_profile(profile_path("full")))
    parts = rims_circuit(profile)
    page = schematic.rims_schematic(profile)
    assert meeting(page.sheet) == []
    drawn = {(one.part, one.pin): one.net for one in page.drawn}
    for part in parts:
        for pin, net in part.pins.items():
            assert drawn.get((part.ref, pin), "") == net
    rims = [part.pins for part in parts if part.kind == "rim"]
    assert len(rims) == profile.zones
    for one, following in pairwise(rims):
        assert one["DOUT"] == following["DIN"]
    (resistor,) = (part.pins for part in parts if part.kind == "resistor")
    (shifter,) = (part.pins for part in parts if part.kind == "buffer")
    assert shifter["3 (1Y)"] == resistor["1"]
    assert resistor["2"] == rims[0]["DIN"]
    bought = {one.part: one.count for one in bill.rims(profile)}
    for kind, words in {"fuse": "fuse, 1000 mA, with holder", "buffer":
                        "74AHCT125 level shifter, DIP"}.items():  # fmt: skip
        assert sum(part.kind == kind for part in parts) == bought[words]


def test_texts_that_meet_are_found():
    sheet = Sheet(60, 20).text(10, 10, "MISO", size=2.5).text(12, 11, "MOSI", size=2.5)
    assert meeting(sheet) == [("MISO", "MOSI")]


def texts(sheet):
    return [
        one for one in ET.fromstring(sheet.svg()).iter()  # noqa: S314 - our own
        if one.tag.endswith("text")
    ]  # fmt: skip


def box(text):
    """Return left, top, right and foot of a text; capitals are 0.72 of its size."""
    size, x, y = (float(text.get(name)) for name in ("font-size", "x", "y"))
    long = symbols.width(text.text, size)
    left = x - {"start": 0, "middle": long / 2, "end": long}[text.get("text-anchor")]
    return left, y - 0.72 * size, left + long, y


def meeting(sheet):
    """Return the pairs of texts that lie on each other."""
    boxes = [(box(one), one.text) for one in texts(sheet)]
    return [
        (one, other)
        for (a, one), (b, other) in combinations(boxes, 2)
        if a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]
    ]


def test_a_schematic_without_room_is_refused(profile, monkeypatch):
    """A schematic that does not fit its page is refused."""
    monkeypatch.setattr(schematic, "PAGES_MM", ((150.0, 297.0),))
    with pytest.raises(SystemExit, match=re.escape(profile.name)):
        schematic.schematic(profile)
