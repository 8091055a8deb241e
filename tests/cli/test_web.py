"""`letterzone web`: its messages if it cannot serve the pages."""

import sys
from pathlib import Path

import pytest

from firmware_host.app.hall import publisher
from firmware_host.app.system.hardware import profile_path
from firmware_host.cli import places
from firmware_host.cli.main import main

AWAY = "/nowhere/table"


def test_a_board_without_pages_has_nothing_to_do(capsys, tmp_path):
    text = Path(profile_path("simulated")).read_text(encoding="utf-8")
    profile = tmp_path / "board.toml"
    profile.write_text(f'{text}\n[web]\nlisten = ""\n', encoding="utf-8")
    assert main(["web", str(profile), "--table", AWAY]) == 0, "systemd lets it rest"
    assert "has no pages" in capsys.readouterr().out


def test_publishing_without_a_broker_is_refused(capsys, tmp_path):
    """The unit of a board without a broker ends well with that exit status."""
    profile = profile_path("simulated")
    assert main(["publish", str(profile), "--folder", str(tmp_path)]) == 2
    assert "names no broker under [mqtt]" in capsys.readouterr().err
    unit = Path(__file__).parents[2] / "systemd/letterzone-publish.service"
    assert "SuccessExitStatus=2\n" in unit.read_text(encoding="utf-8")


def test_an_installed_board_publishes_without_a_folder(monkeypatch, tmp_path):
    """Without an option it is the journal of this machine's board."""
    monkeypatch.setattr(places, "FOLDER", tmp_path)
    made = []

    class Publisher:
        def __init__(self, _at, folder, *, name):
            made.append((folder, name))

        async def run(self):
            """End at once."""

    monkeypatch.setattr(publisher, "Publisher", Publisher)
    text = Path(profile_path("simulated")).read_text(encoding="utf-8")
    profile = tmp_path / "board.toml"
    profile.write_text(f'{text}\n[mqtt]\nbroker = "mqtt://127.0.0.1"\n', "utf-8")
    assert main(["publish", str(profile)]) == 0
    assert [folder for folder, _ in made] == [tmp_path]


@pytest.mark.parametrize("command", ["hall", "publish"])
def test_a_missing_library_is_one_line(capsys, monkeypatch, tmp_path, command):
    """A missing library is reported with one line before the start."""
    monkeypatch.setitem(sys.modules, "aiomqtt", None)
    text = Path(profile_path("simulated")).read_text(encoding="utf-8")
    profile = tmp_path / "board.toml"
    at = "mqtt://127.0.0.1"
    profile.write_text(f'{text}\n[mqtt]\nbroker = "{at}"\n', encoding="utf-8")
    last = ["--broker", at] if command == "hall" else [str(profile)]
    assert main([command, *last, "--folder", str(tmp_path)]) == 2
    said = capsys.readouterr()
    assert (said.out, said.err.count("\n")) == ("", 1)
    assert "pip install aiomqtt" in said.err


def test_an_ear_that_is_none_is_said(capsys, monkeypatch):
    monkeypatch.setattr("os.nice", lambda _: 0)
    assert main(["web", "--table", AWAY, "--ear", "987"]) == 2
    assert capsys.readouterr().err.startswith("--ear 987: Bad file descriptor;")


def test_a_profile_that_is_none_is_said(capsys, tmp_path):
    assert main(["web", str(tmp_path / "none.toml"), "--table", AWAY]) == 2
    assert "none.toml" in capsys.readouterr().err
