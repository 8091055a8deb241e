"""The current that each supply gives; a profile that needs more is refused."""

import re
from math import ceil
from pathlib import Path

import pytest

from firmware_host.app.system.hardware import profile_path
from firmware_host.settings import power
from firmware_host.settings.power import rails
from firmware_host.settings.profile import load_profile

#: More readers than the Pico can feed; each PN532 takes 45 mA with its field off.
SEVEN = """\
name = "mine"
zones = 6
input = "pads"

[controller]
chip = "pn532"
sck = 18
mosi = 19
miso = 16
reset = 26

[controller.readers]
rack = 13
1 = 14
2 = 15
3 = 17
4 = 20
5 = 21
6 = 22

[pins]
factory = "mock"

[lamps]
1 = { cross = 4, tick = 17 }
2 = { cross = 27, tick = 22 }
3 = { cross = 10, tick = 9 }
4 = { cross = 11, tick = 5 }
5 = { cross = 6, tick = 13 }
6 = { cross = 19, tick = 26 }

[buttons]
tick = 14
cross = 15
"""


def test_a_supply_that_cannot_feed_its_parts_is_refused(load, refused):
    """Seven PN532 on the Pico's 3V3 are refused, unless a larger supply is named."""
    named, why = refused(SEVEN)
    assert named == "[controller]"
    assert why == (
        "Pico 3V3 has to give up to 458 mA (1 pn532, its field on, 6 pn532, field"
        " off), and it gives 300; take fewer parts, or a supply that gives more"
        " (docs/devices.md, Power)"
    )
    own = 'chip = "pn532"\nsupply_ma = {}\n'
    named, _ = refused(SEVEN.replace('chip = "pn532"\n', own.format(457)))
    assert named == "supply_ma = 457"
    assert load(SEVEN.replace('chip = "pn532"\n', own.format(458))).pico
    assert load(SEVEN.replace("pn532", "mfrc522")).pico


def test_screens_that_the_pis_3v3_cannot_feed_are_refused(load, refused):
    """Three screens of 2.42 inch on the Pi's 3V3 are refused, two are accepted."""
    rows = [f'{n} = {{ chip = "ssd1309", channel = {n} }}\n' for n in range(1, 7)]
    text = SEVEN.replace("pn532", "mfrc522") + "\n[screens]\n"
    _, why = refused(text + "".join(rows[:3]))
    begins = "Pi 3V3 has to give up to 633 mA (3 ssd1309, the multi"
    assert why.startswith(begins)
    assert load(text + "".join(rows[:2])).screens


@pytest.mark.parametrize("name", ["full", "station", "buttons", "starter", "direct"])
def test_each_build_has_a_supply_for_all_its_parts(name):
    """Each part that takes current is among the loads; each supply gives enough."""
    profile = load_profile(profile_path(name))
    found = {rail.name: rail for rail in rails(profile)}
    assert all(0 < rail.takes_ma <= rail.gives_ma for rail in found.values())
    told = [load.part for load in found["Pi 3V3"].loads]
    screens = sum(int(part.split()[0]) for part in told if part[0].isdigit())
    assert screens == len(profile.screens)
    readers = profile.pico.readers if profile.pico else {}
    assert ("Pico 3V3" in found) == bool(readers)
    fed = [load.part for rail in found.values() for load in rail.loads
           if "field" in load.part or "on USB" in load.part]  # fmt: skip
    count = sum(int(part.split()[0]) for part in fed)
    assert count == len(readers) + bool(profile.reader_port)


def test_the_page_names_each_figure_and_counts_an_estimate_with_its_margin():
    """The page has each figure, and estimates with a quarter added."""
    page = (Path(__file__).parents[2] / "docs/devices.md").read_text("utf-8")
    table = page.partition("| part | counted, mA |")[2].partition("\n\n")[0]
    rows = [row.strip("|").split("|") for row in table.splitlines()[2:]]
    told = [
        ceil(float(one)) for _, counted, _ in rows for one in counted.split(" and ")
    ]
    parts = (*power.SCREEN_MA.values(), *power.IDLE_MA.values(),
             *power.FIELD_MA.values(), power.BUZZER_MA, power.LAMP_MA,
             power.PI_MA, power.PICO_MA)  # fmt: skip
    assert sorted(told) == sorted(map(ceil, parts))
    for _, counted, source in rows:
        if "estimate" not in source:
            continue
        base = re.search(r"estimate, ([\d and]+)", source)[1].split(" and ")
        with_margin = [ceil(float(one) * power.MARGIN) for one in base]
        assert [int(one) for one in counted.split(" and ")] == with_margin
