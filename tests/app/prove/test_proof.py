"""The report that an owner sends: it can be read again and has no names."""

import json

import pytest

from firmware_host.app.prove.proof import (
    Proof,
    ProofAnswer,
    Ruling,
    load_proof,
    read_proof,
    save_proof,
    write_proof,
)
from firmware_host.errors import SettingsError

ABOUT = {
    "version": "0.1.0",
    "computer": "Raspberry Pi Zero 2 W Rev 1.0",
    "system": "Debian GNU/Linux 13 (trixie)",
    "build": "full",
    "zones": 6,
    "input": "pads",
    "chip": "mfrc522",
    "controller": "1.1.0",
}
PROOF = Proof(
    ABOUT,
    {"throttled": 0, "up_s": 14000},
    {
        "own-pad": ProofAnswer(Ruling.PROVEN, "board", "2026-12-24", times=20),
        "edge-reads": ProofAnswer(Ruling.REFUTED, "board", figures={"percent": 90}),
        "prices": ProofAnswer(Ruling.SKIPPED, why="no-tool"),
    },
)


def test_a_proof_is_read_as_it_was_written():
    assert read_proof(write_proof(PROOF)) == PROOF


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"owner": "Annabel"}, "no key owner"),
        ({"build": "Annabel's board, in the kitchen\nat home"}, "build must be"),
        ({"claims": {"Annabel": {"result": "proven"}}}, "no id of a row"),
        ({"claims": {"own-pad": {"result": "proven", "by": "Ben"}}}, "by must be"),
        ({"claims": {"own-pad": {"result": "skipped", "why": "Ben"}}}, "why must be"),
        ({"figures": {"serial": 4711}}, "no key serial"),
        ({"letterzone-proof": 2}, "must be 1"),
        ({"zones": 99}, "zones must be 3 to 6"),
    ],
)
def test_what_does_not_belong_there_is_refused(change, says):
    """A report with an unknown key or value is refused with its key."""
    spoilt = {**json.loads(write_proof(PROOF)), **change}
    with pytest.raises(ValueError, match=says):
        read_proof(json.dumps(spoilt))


def test_a_file_is_whole_or_as_it_was(tmp_path):
    path = tmp_path / "proof.json"
    assert load_proof(path) is None
    save_proof(path, PROOF)
    assert load_proof(path) == PROOF
    assert list(tmp_path.iterdir()) == [path]
    with pytest.raises(SettingsError, match="cannot be written"):
        save_proof(tmp_path / "no" / "proof.json", PROOF)
    path.write_text("a letter to Annabel")
    with pytest.raises(SettingsError, match=r"proof\.json: is no proof: .+; name"):
        load_proof(path)
    path.write_bytes(b"\x81\0\0\0")
    with pytest.raises(SettingsError, match=r"proof\.json:1: this is no text; name"):
        load_proof(path)


def test_a_simulated_board_proves_nothing():
    assert PROOF.is_of_metal
    assert not Proof({**ABOUT, "build": "simulated"}).is_of_metal
    assert not Proof({**ABOUT, "computer": "x86_64"}).is_of_metal


def test_a_proof_is_of_one_board():
    """A report belongs to a build: another firmware fits it, another build does not."""
    assert PROOF.is_of({**ABOUT, "version": "0.2.0", "controller": ""})
    assert not PROOF.is_of({**ABOUT, "build": "station"})


def test_only_what_was_said_stands_in_the_file():
    claims = json.loads(write_proof(PROOF))["claims"]
    assert claims["prices"] == {"result": "skipped", "why": "no-tool"}
