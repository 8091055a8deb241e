"""The pages *Home automation* and *A tournament in an hour* tell the truth."""

import re
from pathlib import Path

import pytest

from firmware_host.app.system.hardware import profile_path
from firmware_host.hall.lines import read_ask, read_told
from firmware_host.settings.profile import load_profile

DOCS = Path(__file__).parents[3] / "docs"
PAGES = [DOCS / f"home-automation{end}.md" for end in ("", ".de")]


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.stem)
def test_what_the_page_shows_is_read(page, tmp_path):
    """The lines of the profile, the row, and the question."""
    text = page.read_text(encoding="utf-8")
    (written,) = re.findall(r"```toml\n(.*?)```", text, re.DOTALL)
    profile = tmp_path / "board.toml"
    own = profile_path("simulated").read_text(encoding="utf-8")
    profile.write_text(f"{own}\n{written}", encoding="utf-8")
    broker = load_profile(profile).broker
    assert (broker.host, broker.port, broker.tls) == ("192.168.1.10", 1883, False)
    assert Path(broker.password_file).name == "mqtt.password"
    (row,) = re.findall(r"```json\n(.*?)\n```", text, re.DOTALL)
    assert read_told(row.encode()).moments[0].what == "yes"
    (ask,) = re.findall(r'`(\{"stream":.*?"after".*?\})`', text)
    assert read_ask(ask.encode()).after == read_told(row.encode()).n - 1
