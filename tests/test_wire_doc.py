"""docs/wire.md agrees with the code."""

import importlib.util
import re
from pathlib import Path

import pytest

from tests.controller.vectors import lines

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "wire.md"


@pytest.fixture
def tool():
    """The script that writes the page."""
    spec = importlib.util.spec_from_file_location(
        "build_wire_doc", ROOT / "tools" / "build_wire_doc.py"
    )
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_diagram_and_the_tables_are_those_of_the_code(tool):
    """The page is what `tools/build_wire_doc.py --write` would write."""
    assert tool.main(["--check"]) == 0


@pytest.mark.parametrize(
    "word",
    ["WAITING --> WELCOMED", "| `10` | TAP", "| GP13 | SDA", "three heartbeats missed"],
)
def test_a_page_that_is_out_of_date_is_found(tool, word, tmp_path, monkeypatch, capsys):
    """An outdated diagram or table is found, and written again."""
    stale = tmp_path / "wire.md"
    text = PAGE.read_text(encoding="utf-8")
    assert word in text
    stale.write_text(text.replace(word, "gone"), encoding="utf-8")
    monkeypatch.setattr(tool, "PAGE", stale)
    assert tool.main(["--check"]) == 1
    assert "--write" in capsys.readouterr().out

    assert tool.main(["--write"]) == 0
    assert word in stale.read_text(encoding="utf-8")


def test_a_page_without_a_place_for_a_table_is_found(tool, tmp_path, monkeypatch):
    """A marker that was deleted by hand does not pass."""
    spoilt = tmp_path / "wire.md"
    text = PAGE.read_text(encoding="utf-8")
    spoilt.write_text(text.replace("<!-- states", "<!-- "), encoding="utf-8")
    monkeypatch.setattr(tool, "PAGE", spoilt)
    with pytest.raises(SystemExit, match="0 places for states"):
        tool.main(["--check"])


def test_the_example_is_the_tap_of_frames_hex():
    """Byte by byte, as the page explains it."""
    text = PAGE.read_text(encoding="utf-8")
    example = text[text.index("byte by byte") : text.index("Bytes whose length")]
    shown = re.findall(r"^    ((?:[0-9a-f]{2} {1,2})+) ", example, re.MULTILINE)
    vectors = lines((PAGE.parents[1] / "tests/link/frames.hex").read_text("ascii"))
    (tap,) = [data for name, data, _ in vectors if name == "tap"]
    assert bytes.fromhex("".join(shown)) == tap
