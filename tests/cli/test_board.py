"""`letterzone board`: the use of each pin, before soldering."""

import re
from pathlib import Path

import pytest

from firmware_host.cli.board import EDGE, HEADER, edge, header, screens, zones
from firmware_host.settings.keys import PICO_PINS
from firmware_host.settings.profile import load_profile
from firmware_host.settings.uses import pi_uses, pico_uses
from tests.cli.command import BOARDS, refusal, said
from tests.settings.texts import LEAST

FULL = load_profile(BOARDS / "full" / "board.toml")


def pin_rows(text, kind):
    """Return by pin number the use in a printed header or edge."""
    left = re.findall(rf"^ *(.*?) +{kind}(\d+) \(", text, re.MULTILINE)
    right = re.findall(rf"\) {kind}(\d+) *(.*)$", text, re.MULTILINE)
    return {int(pin): use for use, pin in left} | {int(pin): u for pin, u in right}


def test_every_pin_of_the_profile_is_printed_with_its_use(capsys):
    """Every used pin of the Pi and of the Pico is printed with its use, no other."""
    printed = said(capsys, "board")
    for kind, uses in (("GPIO", pi_uses(FULL)), ("GP", pico_uses(FULL.pico))):
        rows = pin_rows(printed, kind)
        assert {pin: use for pin, use in rows.items() if use} == {
            use.pin: use.short for use in uses
        }
    header = pin_rows(printed, "GPIO")
    assert (header[2], header[3]) == ("screens SDA", "screens SCL")
    assert (header[18], header[21]) == ("buzzer", "power button")
    for zone, (cross, tick) in FULL.lamps.items():
        assert (header[cross], header[tick]) == (f"zone {zone} x", f"zone {zone} v")
    pico = pin_rows(printed, "GP")
    assert (pico[0], pico[13], pico[26]) == (
        "button tick",
        "reader rack",
        "readers RESET",
    )


def test_the_header_is_the_pis():
    """Forty pins; each GPIO from 2 to 27 once."""
    pins = [pin for row in HEADER for pin in row]
    assert len(pins) == 40
    assert sorted(p for p in pins if isinstance(p, int)) == list(range(2, 28))
    assert [p for p in pins if not isinstance(p, int)].count("GND") == 8
    for at, pin in {12: 18, 3: 2, 5: 3, 7: 4, 40: 21}.items():
        assert pins[at - 1] == pin
    assert len(list(header(FULL))) == 21


def test_the_edge_is_the_picos():
    """Forty pins; each GP that a profile may name once, in the order of the pinout."""
    left, right = zip(*EDGE, strict=True)
    pins = [pin for pin in (*left, *reversed(right)) if isinstance(pin, int)]
    assert pins == list(PICO_PINS)
    assert (*left, *right).count("GND") == 7
    assert EDGE[0] == (0, "VBUS")
    assert EDGE[4] == (3, "3V3")
    assert len(list(edge(FULL.pico))) == 21


def test_zones_and_screens_lie_as_on_the_board():
    """Zone 1 on the seekers' left; each screen with its place on the bus."""
    assert list(zones(FULL))[2] == "|" + "".join(f"   {n}   |" for n in range(1, 7))
    shown = list(screens(FULL))
    assert shown[1] == "  zone 1   ssd1306 at 0x3C, bus 1, multiplexer channel 0"
    assert shown[-1] == "  maker    ssd1306 at 0x3C, bus 1, multiplexer channel 7"
    assert len(shown) == 9


def test_a_board_of_ones_own(tmp_path, capsys):
    """Three zones, no Pico, a reader on USB, one screen on the bus itself."""
    path = Path(tmp_path, "mine.toml")
    screen = '[screens]\ntable = { chip = "sh1106" }\n'
    path.write_text(LEAST + screen, encoding="utf-8")
    out = said(capsys, "board", path)
    assert out.startswith("least: 3 letter zones")
    assert pin_rows(out, "GPIO")[5] == "button tick"
    assert "a PN532 at /dev/ttyUSB0 reads the tags\n" in out
    assert "  table    sh1106 at 0x3C, bus 1\n" in out
    assert "Pico" not in out


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ("zones = [", 1, "this is not TOML"),
        ("zones = 6\n", 1, "name is missing"),
        ('name = "x"\nzones = 9\n', 2, "zones must be 3 to 6"),
        ('name = "x"\ncolour = 1\n', 2, "there is no key colour"),
    ],
)
def test_a_wrong_profile_is_one_line(tmp_path, capsys, text, line, says):
    """A wrong profile is reported with its file, line and fault."""
    path = tmp_path / "board.toml"
    path.write_text(text, encoding="utf-8")
    told = refusal(capsys, "board", path)
    assert told.startswith(f"{path}:{line}: ")
    assert says in told


def test_a_profile_that_is_not_there_is_one_line(tmp_path, capsys):
    for path in (tmp_path / "missing.toml", tmp_path):
        assert refusal(capsys, "board", path).startswith(f"{path}: cannot be read")
