"""Claims one after another: measured or asked, saved at once, resumed after a stop."""

import asyncio
from dataclasses import replace

import pytest

from firmware_host.app.doctor import doctor
from firmware_host.app.doctor.board import DiagnosisTarget
from firmware_host.app.prove.asking import (
    Prover,
    Stopped,
    about,
    is_for,
    is_open_yet,
)
from firmware_host.app.prove.claims import every_claim
from firmware_host.app.prove.proof import Proof, ProofAnswer, Ruling, write_proof
from tests.app.ward import PROFILE, healthy, ward

CLAIMS = every_claim()
NOW_S = 1_798_113_600.0  # 2026-12-24


class Sitting:
    """A person at a terminal who types prepared lines."""

    def __init__(self, folder, *lines, pins="lgpio"):
        machine = replace(healthy(folder / "computer"), now_s=lambda: NOW_S)
        self.target = DiagnosisTarget(
            replace(PROFILE, pins=pins), folder / "board", machine=machine
        )
        self.lines = list(lines)
        self.said, self.saved = [], []

    async def typed(self):
        """Return the next line, or None after the last."""
        return self.lines.pop(0) if self.lines else None

    async def ask(self, *names, proof=None):
        """Go through some claims; return their answers."""
        asking = Prover(
            self.target,
            proof or Proof(about(self.target)),
            "de",
            tell=lambda message: self.said.append(message.code),
            show=self.said.append,
            typed=self.typed,
            save=self.saved.append,
        )
        await asking.run(tuple(CLAIMS[name] for name in names))
        return asking.proof.answers


async def test_a_person_answers_in_words_and_numbers(tmp_path):
    sitting = Sitting(tmp_path, "j", "n", "18", "20", "viel", "y")
    names = "one-metre", "left-right", "laid-pieces", "through-cover", "from-to"
    answers = await sitting.ask(*names)
    day = "2026-12-24"
    assert answers == {
        "one-metre": ProofAnswer(Ruling.PROVEN, "person", day),
        "left-right": ProofAnswer(Ruling.REFUTED, "person", day),
        "laid-pieces": ProofAnswer(Ruling.REFUTED, "person", day, times=18),
        "through-cover": ProofAnswer(Ruling.PROVEN, "person", day, times=20),
        "from-to": ProofAnswer(Ruling.PROVEN, "person", day),
    }
    assert len(sitting.saved) == 5
    assert "  JA und NEIN sind bei Lampenlicht auf einen Meter lesbar" in sitting.said


async def test_what_is_left_out_says_why_by_a_number(tmp_path):
    answers = await Sitting(tmp_path, "s", "warum?", "2", "s", "4").ask(
        "frame-time", "one-metre"
    )
    assert {name: one.why for name, one in answers.items()} == {
        "frame-time": "no-tool",
        "one-metre": "later",
    }
    proof = Proof({}, {}, answers)
    assert not is_open_yet(CLAIMS["frame-time"], proof)
    assert is_open_yet(CLAIMS["one-metre"], proof)
    assert is_open_yet(CLAIMS["left-right"], proof)


async def test_whoever_stops_has_saved_what_was_answered(tmp_path):
    for end in (["q"], []):
        sitting = Sitting(tmp_path / str(len(end)), "j", *end)
        with pytest.raises(Stopped):
            await sitting.ask("one-metre", "left-right")
        assert [list(one.answers) for one in sitting.saved] == [["one-metre"]]


async def test_a_clock_that_cannot_be_right_dates_nothing(tmp_path):
    sitting = Sitting(tmp_path, "j")
    machine = replace(sitting.target.machine, now_s=lambda: 0.0)
    sitting.target = replace(sitting.target, machine=machine)
    answers = await sitting.ask("one-metre")
    assert answers["one-metre"].on == ""


async def test_a_board_in_play_keeps_its_rows_open(tmp_path):
    """On a board in play a measured claim stays open, and questions are asked."""
    async with ward(tmp_path / "plays") as now:
        sitting = Sitting(tmp_path, "j")
        sitting.target = replace(sitting.target, folder=now.folder)
        assert set(await sitting.ask("own-pad", "one-metre")) == {"one-metre"}
        assert "prove-stop-first" in sitting.said


async def test_a_measure_is_left_by_a_line(tmp_path):
    """A typed line stops a measurement."""
    sitting = Sitting(tmp_path, "", "1", pins="mock")
    profile = replace(sitting.target.profile, screens={}, pico=None)
    sitting.target = replace(sitting.target, profile=profile)
    async with asyncio.timeout(10):
        answers = await sitting.ask("own-pad")
    assert answers["own-pad"].why == "no-part"


async def test_a_board_without_its_controller_is_asked_for_another_time(
    tmp_path, monkeypatch
):
    """Without its controller a board's measurement is postponed at once."""
    monkeypatch.setattr(doctor, "HELLO_S", 0.1)
    sitting = Sitting(tmp_path, pins="mock")
    pico = replace(PROFILE.pico, port=str(tmp_path / "none"))
    profile = replace(sitting.target.profile, screens={}, pico=pico)
    sitting.target = replace(sitting.target, profile=profile)
    async with asyncio.timeout(10):
        answers = await sitting.ask("own-pad")
    assert answers["own-pad"].why == "later"


async def test_a_simulated_board_measures_and_asks_nobody(tmp_path):
    sitting = Sitting(tmp_path, pins="mock")
    assert (await sitting.ask("one-metre"))["one-metre"].why == "no-metal"


def test_a_claim_is_for_boards_that_have_its_parts():
    assert is_for(CLAIMS["own-pad"], PROFILE)
    assert not is_for(CLAIMS["rim-data"], PROFILE)


def test_what_kind_of_board_it_is_names_nobody(tmp_path):
    sitting = Sitting(tmp_path)
    profile = replace(PROFILE, name="Zauberbrett")
    target = replace(sitting.target, profile=profile)
    text = write_proof(Proof(about(target, "1.1.0")))
    assert "Zauberbrett" not in text
    assert '"build": "own"' in text
    assert about(sitting.target)["build"] == "simulated"
