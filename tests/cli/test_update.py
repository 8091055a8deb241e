"""`letterzone update`: the checks before anything is changed."""

import os

from firmware_host.app.doctor import doctor
from firmware_host.app.doctor.doctor import Diagnosis
from firmware_host.app.doctor.findings import broken
from firmware_host.board.messages import say
from firmware_host.cli import computer
from tests.cli.command import refusal, said


def test_it_wants_to_know_what(capsys):
    assert "--stick" in refusal(capsys, "update")


def test_only_root_may(capsys, monkeypatch):
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    for words in (["x.deb"], ["--stick"], ["--back"]):
        assert "sudo letterzone update" in refusal(capsys, "update", *words)


def test_it_installs_nothing_that_is_not_signed(capsys, monkeypatch, tmp_path):
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(computer, "alone", lambda **_: os.scandir(tmp_path))
    file = tmp_path / "letterzone_9_all.deb"
    file.touch()
    assert "is not signed" in refusal(capsys, "update", file)


def test_it_names_the_parts_that_are_broken(capsys, monkeypatch):
    """`--examine` prints the broken parts, one a line."""
    nothing = say("then-restart")
    findings = tuple(broken(part, nothing, nothing) for part in ("words", "screen-3"))

    async def diagnose(_target):
        return Diagnosis(findings)

    monkeypatch.setattr(doctor, "diagnose", diagnose)
    assert said(capsys, "update", "--examine") == "screen-3\nwords\n"
