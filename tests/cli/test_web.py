"""`letterzone web`: what it says where it cannot be the pages."""

from pathlib import Path

from firmware_host.app.system.hardware import profile_path
from firmware_host.cli.main import main

AWAY = "/nowhere/table"


def test_a_board_without_pages_has_nothing_to_do(capsys, tmp_path):
    text = Path(profile_path("simulated")).read_text(encoding="utf-8")
    profile = tmp_path / "board.toml"
    profile.write_text(f'{text}\n[web]\nlisten = ""\n', encoding="utf-8")
    assert main(["web", str(profile), "--table", AWAY]) == 0, "systemd lets it rest"
    assert "has no pages" in capsys.readouterr().out


def test_an_ear_that_is_none_is_said(capsys, monkeypatch):
    monkeypatch.setattr("os.nice", lambda _: 0)
    assert main(["web", "--table", AWAY, "--ear", "987"]) == 2
    assert capsys.readouterr().err.startswith("--ear 987: Bad file descriptor;")


def test_a_profile_that_is_none_is_said(capsys, tmp_path):
    assert main(["web", str(tmp_path / "none.toml"), "--table", AWAY]) == 2
    assert "none.toml" in capsys.readouterr().err
