"""Ten thousand taps over both chips, in a real MicroPython, and no wrong answer."""

import json
import subprocess

import pytest

from tests.controller.bench import HERE, micropython

#: Hands of the normal run and of the long ones, chip by chip; the second with pieces
#: that lie about.
FEW, MANY, SOME = 57, 5000, 400


def storm(chip, taps, *, seed, lie=0, script=HERE / "storm.py"):
    """Return the results of a storm; it needs more memory than a Pico has."""
    process = micropython(
        *("-X", "heapsize=32M", str(script), chip, str(taps), str(seed), str(lie)),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    said, _ = process.communicate(timeout=1200)
    assert process.returncode == 0, said.decode()
    return json.loads(said)


def hold(told, taps):
    """Assert that a storm's results are within the limits."""
    assert told["wrong"] == []
    assert told["most_lit"] == 1
    kinds = told["kinds"]
    assert sum(kind["hands"] for kind in kinds.values()) == taps
    assert kinds["brush"]["taps"] == kinds["two"]["taps"] == 0
    for kind in ("tap", "hung", "dead", "torn", "late"):
        answered = kinds[kind]["taps"] + kinds[kind]["unclear"]
        assert answered == kinds[kind]["hands"]  # every touch gets an answer
    assert kinds["tap"]["taps"] >= 0.9 * kinds["tap"]["hands"]
    assert told["harmed"] == 0  # each reader that hung or was dead is back
    assert told["back_ms"] < 3000


@pytest.mark.parametrize("chip", ["mfrc522", "pn532"])
def test_no_tap_is_answered_wrongly_and_every_reader_comes_back(chip):
    """No tap gets a wrong answer despite faults of hands, antennas and chips."""
    hold(storm(chip, FEW, seed=4), FEW)


@pytest.mark.long
@pytest.mark.parametrize("chip", ["mfrc522", "pn532"])
def test_no_tap_of_ten_thousand_is_answered_wrongly(chip):
    """
    Five thousand with each chip; quick taps of 200 ms and more are answered.

    Of 1,580 quick taps a PN532 leaves five without a word, where other hands kept its
    looks elsewhere, and both chips those on a pad whose fault was told.
    """
    told = storm(chip, MANY, seed=7)
    hold(told, MANY)
    share, silent = {"mfrc522": (0.99, 1), "pn532": (0.92, 8)}[chip]
    quick = told["quick"]
    assert quick["long_taps"] >= share * quick["long"]
    assert quick["silent"] <= silent


@pytest.mark.long
@pytest.mark.parametrize(
    ("chip", "lie", "share", "silent"),
    [
        ("mfrc522", 1, 0.97, 1),
        ("mfrc522", 3, 0.82, 1),
        ("pn532", 1, 0.85, 2),
        ("pn532", 3, 0.52, 6),
    ],
)
def test_pieces_that_lie_about_cost_time_and_hardly_an_answer(chip, lie, share, silent):
    """With one or three faint pieces on every other pad most quick taps count."""
    told = storm(chip, SOME, seed=4, lie=lie)
    assert told["wrong"] == []
    quick = told["quick"]
    assert quick["long_taps"] >= share * quick["long"]
    assert quick["silent"] <= silent


def test_pieces_that_lie_about_are_no_taps_and_silence_no_pad():
    """With a piece on every other pad no answer is wrong, and 90 % of taps count."""
    told = storm("mfrc522", FEW, seed=4, lie=1)
    assert told["wrong"] == []
    for kind in ("tap", "torn", "late"):
        answered = told["kinds"][kind]["taps"] + told["kinds"][kind]["unclear"]
        assert answered == told["kinds"][kind]["hands"]
    assert told["kinds"]["tap"]["taps"] >= 0.9 * told["kinds"]["tap"]["hands"]


@pytest.mark.ci
@pytest.mark.parametrize(
    "harm",
    [
        "import board_config; board_config.DWELL_MS = 0",
        "import taps; taps.Taps._rivals = taps.Taps._weigh = lambda *_: []",
        "import readers; readers.RETRY_MS = 10**9",
    ],
    ids=["one look is enough", "no neighbours", "never tried again"],
)
def test_a_controller_that_is_less_careful_does_not_pass(harm, tmp_path):
    """The storm finds each of these planted faults."""
    script = tmp_path / "careless.py"
    script.write_text(
        f"{harm}\nimport sys, storm\nstorm.main(*sys.argv[1:])\n", encoding="ascii"
    )
    with pytest.raises(AssertionError):
        hold(storm("mfrc522", FEW, seed=4, script=script), FEW)
