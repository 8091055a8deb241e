"""The files beside each board profile: bill, wiring, pins, pictures, assembly."""

import csv
import importlib
import re
import sys
from html import unescape
from math import ceil
from pathlib import Path

import pytest

from firmware_host.app.prove.claims import has
from firmware_host.app.system.hardware import profile_path
from firmware_host.settings.checks import wired
from firmware_host.settings.profile import load_profile
from firmware_host.settings.uses import pi_uses, pico_uses
from tests.tools import which

ROOT = Path(__file__).resolve().parent.parent
BUILDS = ("full", "station", "buttons", "starter", "direct")


@pytest.fixture(scope="module")
def tools():
    """The scripts, which lie flat in their folder."""
    sys.path.insert(0, str(ROOT / "tools"))
    try:
        yield importlib.import_module
    finally:
        sys.path.remove(str(ROOT / "tools"))


@pytest.fixture(params=BUILDS)
def profile(request):
    return load_profile(profile_path(request.param))


def folder(profile):
    return ROOT / "hardware" / profile.name


def test_who_cuts_a_strip_of_ground_is_asked_whether_it_fits(tools, profile):
    """The profile has `ground-row` exactly if the Pico's strip has only ground."""
    wires = tools("wires")
    rows = {wire.pin for wire in wires.wires(profile) if wire.box == wires.BUS}
    assert ("ground-row" in has(profile)) == (rows == {"GND"})


def test_no_build_has_room_for_screens_on_spi(profile):
    """No build has free pins for screens on SPI, as docs/decisions.md says."""
    mosi, lines = 10, len(profile.screens) + 4
    used = {use.pin for use in pi_uses(profile)}
    free = set(range(2, 28)) - used
    assert mosi in used
    if profile.name == "full":
        assert len(free) == 9 < lines == 8 + 4


@pytest.mark.ci
def test_a_file_that_differs_is_found(tools, capsys, monkeypatch):
    """A changed bill or drawing is reported, other files are not."""
    build = tools("build_hardware")
    assert build.main(["--draw"]) == 2
    monkeypatch.setattr(tools("bill"), "MONTH", "2027-01")
    monkeypatch.setattr(build, "source_mark", lambda _: "<!-- of something else -->")
    capsys.readouterr()
    assert build.main([]) == 1
    told = capsys.readouterr().out
    for name in (*BUILDS, "rims"):
        assert f"hardware/{name}/parts.csv differs: run tools/build" in told
        assert f"hardware/{name}/wiring.svg differs" in told
    assert "pins.md" not in told


def test_each_pin_of_the_profile_has_its_wire(tools, profile):
    """Each used pin of Pi and Pico has a wire; of others only power and ground do."""
    wires = tools("wires")
    laid = wires.wires(profile)
    pi = {wire.pin for wire in laid if wire.box == wires.PI and wire.pin != "USB"}
    named = {wires.PI_PINS[use.pin] for use in pi_uses(profile)}
    power = {wires.PI_3V3, wires.PI_GND}
    assert pi - named == power | ({wires.PI_LAST_GND} if profile.power else set())
    assert named <= pi
    pico = {wire.pin for wire in laid if wire.box == wires.PICO}
    if profile.pico is not None:
        named = {wires.PICO_PINS[use.pin] for use in pico_uses(profile.pico)}
        assert pico - named <= {wires.PICO_3V3, wires.PICO_GND}
        assert named <= pico
    else:
        assert pico == set()


def test_no_wire_joins_two_signals(tools, profile):
    """A terminal has one wire; a pin has several only where it is shared."""
    wires = tools("wires")
    laid = wires.wires(profile)
    ends = [(wire.to, wire.at) for wire in laid]
    assert len(set(ends)) == len(ends)
    begins = [(wire.box, wire.pin) for wire in laid if wire.pin != "USB"]
    shared = {one for one in begins if begins.count(one) > 1}
    assert {box for box, _ in shared} <= {wires.STRIP, wires.BUS}
    assert {pin for _, pin in shared} <= {"3V3", "GND", "SCK", "MOSI", "MISO", "RST"}


#: The pins of a 74HC125. Source: TI's data sheet of the SN74HC125.
BUFFER = ["1OE", "1A", "1Y", "2OE", "2A", "2Y", "GND",
          "3Y", "3A", "3OE", "4Y", "4A", "4OE", "VCC"]  # fmt: skip


def test_each_reader_speaks_through_a_gate_of_its_own(tools, profile):
    """Each reader is connected by a gate of its own, opened by its select line."""
    wires, gates = tools("wires"), tools("gates")
    laid = wires.wires(profile)
    into = {(wire.to, wire.at): wire for wire in laid if wire.to in gates.NAMES}
    out = {(wire.box, wire.pin): wire for wire in laid if wire.box in gates.NAMES}
    for _, terminal in (*into, *out):
        number, name = terminal.split()
        assert name == f"({BUFFER[int(number) - 1]})"
    readers = profile.pico.readers if profile.pico is not None else {}
    shared = readers if len(readers) > 1 else {}
    assert len({box for box, _ in into}) == ceil(len(shared) / 4)
    for zone, pin in shared.items():
        place = wires.place_of(zone)
        (opener,) = (
            one
            for one, wire in into.items()
            if (wire.box, wire.pin) == (wires.PICO, wires.PICO_PINS[pin])
        )
        assert (out[opener].to, out[opener].at) == (place, "reader SDA")
        number = opener[1].rpartition("(")[2][0]
        (speaks,) = (wire for one, wire in out.items() if f"({number}A)" in one[1]
                     and one[0] == opener[0])  # fmt: skip
        assert (speaks.to, speaks.at) == (place, "reader MISO")
        (bus,) = (wire for one, wire in into.items() if f"({number}Y)" in one[1]
                  and one[0] == opener[0])  # fmt: skip
        assert (bus.box, bus.pin) == (wires.BUS, "MISO")
    for box in {box for box, _ in into}:
        wired = {at.split()[1].strip("()") for end, at in (*into, *out) if end == box}
        assert {one for one in BUFFER if one not in wired} <= {"4Y"}


def test_what_a_meter_finds_at_the_gates_is_what_is_told(tools):
    """The assembly page names the joined neighbour pins of the gates."""
    profile = load_profile(profile_path("full"))
    laid = [one for one in tools("wires").wires(profile) if one.step == "gates"]
    nets = {(one.to, int(one.at.split()[0])): (one.box, one.pin) for one in laid}
    joined = [
        (box, pin, other)
        for box in tools("gates").NAMES[:2]
        for pin in range(1, 15)
        for other in {pin + 1, 15 - pin} - {pin, 8 if pin == 7 else 0}
        if pin < other <= 14 and nets.get((box, pin), 0) == nets.get((box, other), 1)
    ]
    assert joined == [("74HC125 II", 13, 14)]
    for name in ("assembly.md", "assembly.de.md"):
        page = (folder(profile) / name).read_text(encoding="utf-8")
        assert re.search(r"13 (and|und) 14 (of|von) 74HC125 II ", page)


def test_a_picture_of_a_step_shows_every_place(tools, profile):
    """A step's picture shows every place, and each wire's name on the module."""
    for step in tools("assembly").steps(profile):
        if not step.picture:
            continue
        drawn = tools("pictures").picture(step.laid).svg().decode()
        lid = [one for one in step.laid if (one.to, one.at) == ("Maker", "buttons -")]
        service = [one for one in step.laid if one.at == "service"]
        assert drawn.count(">Service<") == len(lid) + len(service)
        for wire in step.laid:  # by the name that is printed on the module
            kind, _, terminal = wire.at.partition(" ")
            if kind in ("screen", "reader") and wire.box != "USB adapter":
                assert f">{terminal}<" in drawn


def test_each_resistor_sits_in_a_wire(tools, profile):
    """The bill has as many as the wires; tables and pictures say which and where."""
    laid = tools("wires").wires(profile)
    items = tools("bill").bill(profile)
    pins = (folder(profile) / "pins.md").read_text(encoding="utf-8")
    page = (folder(profile) / "assembly.md").read_text(encoding="utf-8")
    for ohm in ("330", "220", "47", "1000"):
        count = sum(wire.through == f"{ohm} ohm" for wire in laid)
        bought = sum(one.count for one in items if one.part == f"resistor {ohm} ohm")
        assert count == bought
        assert pins.count(f", {ohm} ohm |") == page.count(f", {ohm} ohm |") == count


def test_each_select_line_and_each_gate_input_is_held(tools, profile):
    """Before the Pico's program runs no reader is selected, and no input floats."""
    parts = tools("circuit").circuit(profile)
    held = [(part.pins["1"], part.pins["2"], part.value) for part in parts
            if part.kind == "resistor"]  # fmt: skip
    readers = profile.pico.readers if profile.pico is not None else {}
    selects = [
        part.pins.get("SDA") or part.pins.get("SS")
        for part in parts
        if part.kind == "reader" and profile.pico is not None
    ]
    assert len(set(selects)) == len(readers)
    for line in selects:
        assert held.count(("3V3 PICO", line, "10 kilohm")) == 1
    inputs = [
        net
        for part in parts
        if part.kind == "buffer"
        for pin, net in part.pins.items()
        if pin.endswith("A)") and net != "GND"
    ]
    assert len(inputs) == (len(readers) if len(readers) > 1 else 0)
    for line in inputs:
        assert held.count(("GND", line, "100 kilohm")) == 1
    page = (folder(profile) / "assembly.md").read_text(encoding="utf-8")
    assert page.count("| resistor, 10 kilohm |") == len(readers) + 1  # and RST's
    assert page.count("| resistor, 100 kilohm |") == len(inputs)


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_wiring_shows_each_resistor_and_diode_of_the_bill(tools, profile, language):
    """The wiring has each resistor and diode of the bill."""
    name = tools("build_hardware").in_language("wiring.svg", language)
    drawing = unescape((folder(profile) / name).read_text(encoding="utf-8"))
    drawing = drawing.replace("Kiloohm", "kilohm").replace("Ohm", "ohm")
    rows = re.findall(r">\s*\d+:\w\w:([^<]*?)\s*<", drawing)
    parts = [row for row in tools("bill").bill(profile)
             if row.part.split()[0] in ("resistor", "diode")]  # fmt: skip
    assert parts
    bought = {}
    for row in parts:
        value = row.part.partition(" ")[2]
        bought[value] = bought.get(value, 0) + row.count
    for value, count in bought.items():
        shown = [row for row in rows if re.search(rf"(^|\s){value}$", row)]
        assert len(shown) == count, value


def test_an_active_buzzer_hangs_on_a_transistor(tools, profile):
    """An active buzzer is switched by a transistor, whose base is on the pin."""
    parts = tools("circuit").circuit(profile)
    kinds = {part.kind: part for part in parts}
    buzzer, active = kinds["buzzer"], profile.buzzer_kind == "active"
    assert ("transistor" in kinds) == ("diode" in kinds) == active
    bought = [row.part.split()[0] for row in tools("bill").bill(profile)]
    assert bought.count("transistor") == bought.count("diode") == active
    if not active:
        assert buzzer.pins["-"] == "GND"
        return
    switch, diode = kinds["transistor"].pins, kinds["diode"].pins
    assert buzzer.pins == {"+": "3V3", "-": switch["C"]}
    assert diode == {"1": "3V3", "2": switch["C"]}  # its cathode first
    assert switch["E"] == "GND"
    (base,) = (part for part in parts if part.pins.get("2") == switch["B"])
    assert (base.kind, base.value) == ("resistor", "1000 ohm")
    (pi,) = (part for part in parts if part.kind == "pi")
    pin = str(tools("wires").PI_PINS[profile.buzzer])
    assert pi.pins[pin] == base.pins["1"]


def test_rims_are_an_extra_that_any_board_with_a_pico_can_have(tools, tmp_path):
    """The rims' table fits a profile with a Pico; without it no part is on the bill."""
    build, wires, bill = tools("build_hardware"), tools("wires"), tools("bill")
    full = load_profile(profile_path("full"))
    whole = tmp_path / "board.toml"
    whole.write_text(
        profile_path("full").read_text(encoding="utf-8")
        + (build.RIMS / "rims.toml").read_text(encoding="utf-8"),
        encoding="utf-8",
    )
    profile = load_profile(whole)
    assert profile == build.with_rims(full)
    laid = [wire for wire in wires.wires(profile) if wire.step == "rims"]
    assert set(wires.wires(profile)) - set(laid) == set(wires.wires(full))
    ends = [(wire.to, wire.at) for wire in laid]
    assert len(set(ends)) == len(ends)
    chain = [(wire.box, wire.to) for wire in laid if wire.carries == "data"]
    zones = [f"Zone {zone}" for zone in range(1, profile.zones + 1)]
    assert chain == [
        (wires.PICO, wires.RIMS),
        *zip([wires.RIMS, *zones], zones, strict=False),
    ]
    leds = profile.zones * profile.pico.rims.leds
    assert [row.count for row in bill.rims(profile) if "LED" in row.part] == [leds]
    assert list(bill.rims(full)) == []


def test_each_button_of_the_table_has_a_colour_of_its_own(tools, profile):
    """The table's buttons have wires of different colours."""
    wires = tools("wires")
    table = [
        wire
        for wire in wires.wires(profile)
        if wire.to == wires.TABLE and wire.carries == "button"
    ]
    colours = [wire.colour for wire in table]
    assert len(table) >= 6
    assert len(set(colours)) == len(colours)


def test_the_picture_shows_what_has_no_place_on_the_overlay(tools, profile):
    """The picture shows buzzer, power, screens, and both sizes of a Pi."""
    drawn = tools("pictures").places(profile).svg().decode()
    for name in ("Buzzer", "Pi 3, 4, 5", "Zero"):
        assert drawn.count(f">{name}<") == 1
    assert drawn.count(">Power<") == (profile.power is not None)
    assert drawn.count(">S<") == len(profile.screens)


def test_a_board_is_shown_taken_apart(tools, profile):
    """The exploded view has as many layers as its page, all within the picture."""
    drawn = tools("exploded").exploded(profile)
    svg = drawn.svg().decode()
    numbers = [int(one) for one in re.findall(r">(\d)</text>", svg)]
    page = (folder(profile) / "assembly.md").read_text(encoding="utf-8")
    told = re.search(r"\*From above: (1 .*?)\.\*", page, re.DOTALL)[1]
    assert numbers == list(range(1, len(told.split("; ")) + 1))
    for path in re.findall(r' d="M([^"]+)Z"', svg):
        for point in path.split("L"):
            x, y = map(float, point.split())
            assert 0 < x < drawn.width
            assert 0 < y < drawn.height
    readers = len(profile.pico.readers) if profile.pico else 0
    shared = any(one.box == "Pico's strip" for one in tools("wires").wires(profile))
    boards = 2 + bool(profile.pico) + shared
    green = svg.count(f'fill="{tools("exploded").BOARD}"')
    assert green == 3 * (readers + bool(profile.reader_port) + boards)


def test_every_button_lamp_and_screen_has_its_ground(tools, profile):
    """Each button, lamp and screen has a ground wire at its place."""
    wires = tools("wires")
    laid = wires.wires(profile)
    for wire in laid:
        grounds = {one.at for one in laid if one.to == wire.to and one.carries == "GND"}
        if wire.carries in ("button", "red", "yellow", "blue", "green"):
            assert "buttons -" in grounds or wire.at == "power"
        elif wire.carries in ("cross", "tick"):
            assert "lamps -" in grounds
        elif wire.at in ("screen SDA", "reader SCK"):
            assert f"{wire.at.partition(' ')[0]} GND" in grounds


def test_the_bill_counts_what_the_profile_names(tools, profile):
    """Each button, reader, screen and LED; prices from, to, currency and month."""
    with (folder(profile) / "parts.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))

    def count(*words):
        return sum(
            int(row["quantity"])
            for row in rows
            if any(word in row["part"] for word in words)
        )

    readers = len(profile.pico.readers) if profile.pico is not None else 0
    shared = readers if readers > 1 else 0
    assert count("74HC125") == ceil(shared / 4)
    assert count("capacitor 100 nF") == shared + ceil(shared / 4)
    assert count("OTG") == count("power supply 5.1 V") == 1
    assert count("TCA9548A") == 1
    assert count("resistor 10 kilohm") == readers + 1  # one for the multiplexer's RST
    assert count("resistor 100 kilohm") == shared
    assert count(" mm or more", "floor and cover") == (
        1 if profile.input == "buttons" else 2
    )
    assert count("momentary") == count("push button")
    assert count("standoff") == 4
    assert count("pin header") == count("strip board") + 1
    assert count("push button") == len(wired(profile)) + (profile.power is not None)
    assert count("tag reader") == readers + bool(profile.reader_port)
    assert count("OLED") == len(profile.screens)
    assert count("LED 5 mm") == count("resistor 330") == 2 * profile.zones
    passive = profile.buzzer_kind == "passive"
    assert count("piezo") == count("resistor 220") == passive
    assert count("active buzzer") == (not passive)
    assert count("Pico") >= (profile.pico is not None)
    tags = 48 + 82 + 2 * tools("bill").SPARE_TAGS
    assert count("NTAG213") == (0 if profile.input == "buttons" else tags)
    for row in rows:
        assert 0 < float(row["each from"]) <= float(row["each to"])
        assert (row["currency"], row["price date"]) == ("USD", "2026-11")
        assert row["price is"].startswith("an estimate")


def test_each_row_of_a_bill_names_a_part_or_a_standard(profile):
    """Each row of a bill has an order number with its month, or a standard or size."""
    with (folder(profile) / "parts.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    seen = re.compile(r"(?:public parts lists|the maker's pages), \d{4}-\d\d")
    named = [row for row in rows if seen.fullmatch(row["number seen in"])]
    assert len(named) >= 15
    for row in rows:
        by_standard = row["number seen in"] == "no number: by standard"
        size = re.search(r"\b(?:ISO|EN|DIN|IEC) |\d mm|pins: ", row["for example"])
        assert size if by_standard else row in named
    assert not any("Adafruit 326" in row["for example"] for row in rows)


def test_the_bill_says_which_buttons_fit_the_cover(tools, profile):
    """The bill has the buttons' thread, and the head and nut of the drawings."""
    sheets = tools("overlay_sheets")
    assert 12 < sheets.BUTTON_MM < 12.5
    rows = [row for row in tools("bill").bill(profile) if "12 mm, mom" in row.part]
    assert rows
    for row in rows:
        assert "M12 thread with nut" in row.part
        assert f"head and nut {sheets.HEAD_MM:g} mm across at most" in row.part
        assert ("plunger of 6 mm" in row.part) == (row.where == "players")


def test_each_lamp_gets_the_current_that_it_needs(tools, profile):
    """Each lamp's resistor gives its LED 3 to 16 mA."""
    wires = tools("wires")
    bought = [item.part for item in tools("bill").bill(profile)]
    for wire in wires.wires(profile):
        if wire.carries in wires.LED_V:
            volts = wires.LED_V[wire.carries]
            assert any(f"{volts} V" in part for part in bought if "LED 5 mm" in part)
            assert 3 <= 1000 * (3.3 - volts) / int(wire.through.split()[0]) <= 16


def test_a_serial_reader_gets_its_5_volts(tools):
    """A PN532's field takes more than a pin of 3.3 V on an adapter gives."""
    laid = tools("wires").wires(load_profile(profile_path("direct")))
    (supply,) = (wire for wire in laid if wire.at == "reader VCC")
    assert (supply.box, supply.pin, supply.carries) == ("USB adapter", "5V", "5V")


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_shared_bus_is_calmed_and_the_multiplexer_is_told_its_pins(profile, language):
    """The assembly page has the multiplexer's pins; gates only for the full board."""
    name = "assembly.md" if language == "en" else f"assembly.{language}.md"
    page = (folder(profile) / name).read_text(encoding="utf-8")
    assert ("74HC125" in page) is (profile.name == "full")
    assert all(pin in page for pin in ("A0, A1", "A2", "RST", "0x70"))


@pytest.mark.parametrize("language", ["en", "de"])
def test_each_step_has_a_check_and_a_picture_that_is_there(profile, language):
    """Each step of the assembly has a check and, with wires, a picture."""
    name = "assembly.md" if language == "en" else "assembly.de.md"
    page = (folder(profile) / name).read_text(encoding="utf-8")
    parts = re.split(r"^## \d+\. ", page, flags=re.MULTILINE)[1:]
    check = {"en": "**Check.** ", "de": "**Prüfung.** "}[language]
    for part in parts:
        assert part.count(check) == 1
        if "|---|" in part and "Pi USB" not in part:
            assert "](pictures/" in part
    for picture in re.findall(r"\]\((pictures/[^)]+)\)", page):
        assert (folder(profile) / picture).is_file()
    assert "{" not in page


def test_every_step_is_told_in_both_languages(tools, profile):
    """The same steps in the same order, with the same commands."""
    words = tools("assembly").WORDS
    assert list(words["en"]["steps"]) == list(words["de"]["steps"])
    for key, step in words["en"]["steps"].items():
        told = words["de"]["steps"][key]
        assert re.findall(r"^    (.+)$", step["what"], re.MULTILINE) == re.findall(
            r"^    (.+)$", told["what"], re.MULTILINE
        )
    german = (folder(profile) / "assembly.de.md").read_text(encoding="utf-8")
    rows = "\n".join(line for line in german.splitlines() if line.startswith("| "))
    assert left_in(rows, words["de"]["words"]) == []


def left_in(german, words):
    """Return the English words that are still in a German text."""
    english = set(words) - set(words.values())
    return [word for word in english if re.search(rf"\b{re.escape(word)}\b", german)]


def test_every_drawing_is_told_in_both_languages(tools, profile):
    """The same parts, pins and wires; places and signals are called as in the steps."""
    german = tools("assembly").WORDS["de"]
    words = german["words"] | german["drawings"]
    pins = (folder(profile) / "pins.de.md").read_text(encoding="utf-8")
    assert left_in(pins.partition("##")[2], words) == []
    for name in ("schematic", "wiring"):
        here, there = (
            texts((folder(profile) / f"{name}{code}.svg").read_text(encoding="utf-8"))
            for code in ("", ".de")
        )
        assert len(here) == len(there) > 100
        assert left_in("\n".join(here), words)
        assert left_in("\n".join(there), words) == []


def test_a_drawing_says_in_english_what_its_source_says(tools):
    """English has no words of its own for it; in German the longest one is said."""
    drawn = tools("assembly").drawn
    assert drawn("Zone 3 to the Pico's strip: screen SDA, data", "en") == (
        "Zone 3 to the Pico's strip: screen SDA, data"
    )
    assert drawn("Zone 3 to the Pico's strip: screen SDA, database", "de") == (
        "Feld 3 an Pico-Streifen: Bildschirm SDA, database"
    )


def test_a_table_in_german_has_each_cell_of_the_english_one(tools):
    """Each text of `tables.de.toml` is used, with the same numbers."""
    build, german = tools("build_hardware"), tools("in_german")
    tables = [*build.tag_tables().values(), build.key_table()]
    asked = {cell for table in tables for row in table for cell in german.cells(row)}
    said = german.words()
    assert set(said) - asked == set()
    figures = re.compile(r"0x\w+|\d+")
    assert [
        cell for cell in said if figures.findall(cell) != figures.findall(said[cell])
    ] == []


def test_a_cell_without_german_stops_the_page(tools):
    """
    A sentence without a German text stops the page.

    Numbers, names and links pass.
    """
    german = tools("in_german").in_german
    rows = ["| 3.1 | `a.b` |", "|---|---|", "| MFRC522 | [b.de](c) |"]
    assert german(rows) == ["| 3,1 | `a.b` |", *rows[1:]]
    with pytest.raises(SystemExit, match="no German for 'a new row'"):
        german(["| a new row | 3 |"])


@pytest.mark.ci
def test_wireviz_still_draws_what_lies_there(tools, profile):
    """WireViz draws the stored wiring again with the same texts."""
    which("dot")
    kept = (folder(profile) / "wiring.svg").read_text(encoding="utf-8")
    build = tools("build_hardware")
    drawn = build.drawing(build.source(profile))
    assert texts(drawn) == texts(kept)
    for wire in tools("wires").wires(profile):
        assert any(text.endswith(f":{wire.at}") for text in texts(kept)) or (
            wire.pin == "USB" or wire.to in ("Strip", "Pico's strip")
        )


def texts(svg):
    """Return all that can be read in a drawing."""
    return sorted(unescape(text) for text in re.findall(r"<text[^>]*>([^<]*)<", svg))
