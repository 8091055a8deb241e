"""Home Assistant's own schemas take what a board tells, and the page's ten lines."""

import re
import subprocess
from pathlib import Path

import pytest

from tests import tools

pytestmark = pytest.mark.long

ROOT = Path(__file__).parents[3]

#: A version of this year, with what its MQTT needs. It takes Python 3.13 or newer.
PACKAGES = ("homeassistant==2026.2.3", "paho-mqtt==2.1.0")
PYTHONS = ("python3.13", "python3.14")

#: An event and two lamps.
THINGS = 3

#: Asked of Home Assistant itself: its schemas of discovery, and of automations.
ASKED = """
import asyncio, json, sys, yaml
from homeassistant.components.automation.config import PLATFORM_SCHEMA
from homeassistant.components.mqtt import binary_sensor, event
from homeassistant.components.mqtt.schemas import DEVICE_DISCOVERY_SCHEMA
from homeassistant.components.mqtt.trigger import TRIGGER_SCHEMA
from homeassistant.core import HomeAssistant

SCHEMAS = {"event": event, "binary_sensor": binary_sensor}
SHARED = ("availability_topic", "payload_available", "payload_not_available",
          "state_topic", "qos", "device", "origin")


async def check(told, rule):
    hass = HomeAssistant("/tmp")  # templates are checked in one alone
    for where, device in told.items():
        assert where.startswith("homeassistant/device/"), where
        DEVICE_DISCOVERY_SCHEMA(device)
        for component in device["components"].values():
            of = {key: device[key] for key in SHARED} | component
            SCHEMAS[of.pop("platform")].DISCOVERY_SCHEMA(of)
    for trigger in PLATFORM_SCHEMA(rule)["triggers"]:
        TRIGGER_SCHEMA(trigger)
    await hass.async_stop(force=True)


told = json.load(open(sys.argv[1]))
(rule,) = yaml.safe_load(open(sys.argv[2]))
asyncio.run(check(told, rule))
print(sum(len(one["components"]) for one in told.values()))
"""


@pytest.fixture(scope="module")
def assistant():
    """A Python in which Home Assistant is installed; made once."""
    folder = ROOT / ".venv-assistant"
    python = folder / "bin/python"
    if not (folder / "ready").exists():
        newest = tools.which_python(*PYTHONS)
        subprocess.run([newest, "-m", "venv", "--clear", folder], check=True)
        pip = [python, "-m", "pip", "install", "-q", "--ignore-requires-python"]
        if subprocess.run([*pip, *PACKAGES], check=False).returncode:
            pytest.skip("Home Assistant cannot be installed here")
        (folder / "ready").touch()
    return python


def ten_lines(page):
    """The automation of a page."""
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    (found,) = re.findall(r"```yaml\n(.*?)```", text, re.DOTALL)
    return found


@pytest.mark.parametrize("page", ["home-automation.md", "home-automation.de.md"])
def test_home_assistant_takes_it(assistant, page, tmp_path):
    """What is discovered, and the lamp in the living room in ten lines."""
    rule = tmp_path / "automations.yaml"
    rule.write_text(ten_lines(page), encoding="utf-8")
    assert ten_lines(page).count("\n") == 10
    told = ROOT / "tests/golden/home_assistant.json"
    done = subprocess.run(
        [assistant, "-W", "ignore", "-c", ASKED, told, rule],
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) == THINGS


def test_a_wrong_word_would_be_noticed(assistant, tmp_path):
    """The check above can fail."""
    told, rule = tmp_path / "told.json", tmp_path / "automations.yaml"
    rule.write_text(ten_lines("home-automation.md"), encoding="utf-8")
    golden = (ROOT / "tests/golden/home_assistant.json").read_text(encoding="utf-8")
    told.write_text(golden.replace("state_topic", "state_subject"), encoding="utf-8")
    words = [assistant, "-W", "ignore", "-c", ASKED, told, rule]
    assert subprocess.run(words, check=False, capture_output=True).returncode
