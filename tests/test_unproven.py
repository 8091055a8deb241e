"""Only an owner's report changes rows in docs/unproven.md."""

import importlib.util
from dataclasses import replace
from pathlib import Path

import pytest

from firmware_host.app.prove.proof import Proof, ProofAnswer, Ruling, save_proof
from firmware_host.languages import CODES
from tests.app.prove.test_proof import ABOUT

ROOT = Path(__file__).parents[1]

PROOF = Proof(
    ABOUT,
    {},
    {
        "own-pad": ProofAnswer(Ruling.PROVEN, "board", "2026-12-24", times=20),
        "one-metre": ProofAnswer(Ruling.REFUTED, "person", "2026-12-20"),
        "prices": ProofAnswer(Ruling.SKIPPED, why="later"),
        "a-row-that-is-gone": ProofAnswer(Ruling.PROVEN, "person", "2026-12-20"),
    },
)


@pytest.fixture
def tool(tmp_path, monkeypatch):
    """The script that writes the pages, with a folder of proofs of its own."""
    path = ROOT / "tools" / "build_unproven.py"
    spec = importlib.util.spec_from_file_location("build_unproven", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setattr(module, "DOCS", tmp_path)
    monkeypatch.setattr(module, "PROVEN", tmp_path / "proven")
    return module


def taken(tool, proof, tmp_path, monkeypatch):
    """Take a proof as the command does; return its exit code."""
    file = tmp_path / "sent.json"
    save_proof(file, proof)
    monkeypatch.setattr("sys.argv", ["build_unproven.py", "--take", str(file)])
    return tool.main()


def row(page, name):
    """Return a row of a page."""
    return next(line for line in page.splitlines() if line.startswith(f"| `{name}` "))


def test_what_an_owner_sends_is_kept_and_marks_its_rows(
    tool, tmp_path, monkeypatch, capsys
):
    before = tool.page("en")
    assert taken(tool, PROOF, tmp_path, monkeypatch) == 0
    assert "2026-12-24-full-" in capsys.readouterr().out
    assert len(list((tmp_path / "proven").iterdir())) == 1
    page = (tmp_path / "unproven.md").read_text("utf-8")
    about = "Raspberry Pi Zero 2 W Rev 1.0, full"
    assert f"**✔ proven** (2026-12-24, {about}, 20 of 20)" in row(page, "own-pad")
    assert f"**✘ not so** (2026-12-20, {about})" in row(page, "one-metre")
    assert row(page, "prices") == row(before, "prices")
    german = (tmp_path / "unproven.de.md").read_text("utf-8")
    assert "**✔ bewiesen** (2026-12-24" in row(german, "own-pad")
    assert taken(tool, PROOF, tmp_path, monkeypatch) == 0  # once more is one file
    assert len(list((tmp_path / "proven").iterdir())) == 1


def test_a_simulated_board_and_a_spoilt_file_mark_nothing(
    tool, tmp_path, monkeypatch, capsys
):
    for change in (
        {"build": "simulated"},
        {"computer": "x86_64"},
        {"build": "annabel"},
    ):
        proof = replace(PROOF, about={**PROOF.about, **change})
        assert taken(tool, proof, tmp_path, monkeypatch) == 1
        assert "nothing was taken" in capsys.readouterr().out
    (tmp_path / "sent.json").write_text("{}")
    assert tool.main() == 1
    assert "is no proof" in capsys.readouterr().out
    assert not (tmp_path / "proven").exists()


@pytest.mark.parametrize("language", CODES)
def test_each_language_has_its_page(tool, language):
    assert language in tool.HEADS
    assert row(tool.page(language), "own-pad").count("|") == 4
