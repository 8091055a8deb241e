"""Home Assistant's own schemas take what a board tells, and the page's ten lines."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.long

ROOT = Path(__file__).parents[3]

#: The newest that Python 3.11 can have, with what its MQTT needs.
PACKAGES = ("homeassistant==2024.3.3", "paho-mqtt==1.6.1", "pyyaml")

#: Asked of Home Assistant itself: its schemas of discovery, and of automations.
ASKED = """
import json, sys, yaml
from homeassistant.components.automation.config import PLATFORM_SCHEMA
from homeassistant.components.mqtt import binary_sensor as binary, sensor
from homeassistant.components.mqtt.trigger import TRIGGER_SCHEMA
schemas = {"sensor": sensor, "binary_sensor": binary}
told = json.load(open(sys.argv[1]))
for where, what in told.items():
    schemas[where.split("/")[1]].DISCOVERY_SCHEMA(what)
(rule,) = yaml.safe_load(open(sys.argv[2]))
TRIGGER_SCHEMA(rule["trigger"])
PLATFORM_SCHEMA(rule)
print(len(told))
"""


@pytest.fixture(scope="module")
def assistant():
    """A Python in which Home Assistant is installed; made once."""
    folder = ROOT / ".venv-assistant"
    python = folder / "bin/python"
    if not (folder / "ready").exists():
        subprocess.run([sys.executable, "-m", "venv", "--clear", folder], check=True)
        done = subprocess.run(
            [python, "-m", "pip", "install", "-q", *PACKAGES], check=False
        )
        if done.returncode:
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
    assert int(done.stdout) == len(json.loads(told.read_text(encoding="utf-8")))


def test_a_wrong_word_would_be_noticed(assistant, tmp_path):
    """The check above can fail."""
    told, rule = tmp_path / "told.json", tmp_path / "automations.yaml"
    rule.write_text(ten_lines("home-automation.md"), encoding="utf-8")
    golden = (ROOT / "tests/golden/home_assistant.json").read_text(encoding="utf-8")
    told.write_text(golden.replace("state_topic", "state_subject"), encoding="utf-8")
    words = [assistant, "-W", "ignore", "-c", ASKED, told, rule]
    assert subprocess.run(words, check=False, capture_output=True).returncode
