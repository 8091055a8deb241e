"""Findings in words: a line a part, in either language; cli/test_doctor.py reads it."""

import pytest

from firmware_host.app.content.languages import load_texts
from firmware_host.app.daemon.crashes import Crashes
from firmware_host.app.doctor.board import DiagnosisTarget
from firmware_host.app.doctor.findings import broken, ok, untried, watch
from firmware_host.app.doctor.report import lines, report
from firmware_host.app.doctor.reports import ReportedParts
from firmware_host.board.messages import say
from firmware_host.board.pieces import Zone
from firmware_host.languages import CODES
from firmware_host.link.events import Reads
from tests.app.ward import PROFILE, healthy

FOUND = (
    ok("power", say("doctor-power")),
    watch("disk", say("doctor-disk-little", mb=90), say("then-room")),
    broken("screen-3", say("doctor-screen-silent", where="0x3C"), say("then-cable")),
    untried("lamp-1", say("doctor-eyes", pins="4, 17")),
)


def test_each_part_has_a_sign_a_word_and_its_next_step():
    """Each finding has a sign, a word, the part and the remedy."""
    text = list(lines(FOUND, load_texts("en").say))
    assert text[0] == "✔ ok         power: The supply is strong enough."
    assert text[1].startswith("! watch      memory card: Only 90 MB")
    assert text[2].startswith("             → Delete")
    assert text[3].startswith("✘ broken     screen of zone 3: ")
    assert text[5].startswith("? not tried  lamps of zone 1: ")
    assert len(text) == 6


@pytest.mark.parametrize("language", CODES)
def test_coarse_signs_are_ascii_beside_any_language(language):
    text = list(lines(FOUND, load_texts(language).say, fine=False))
    assert [line[0] for line in text if line[0] != " "] == ["+", "!", "x", "?"]
    assert text[2].split()[0] == "->"


def test_a_report_has_the_machine_the_findings_and_the_meters(tmp_path):
    told = ReportedParts(reads={Zone(2): Reads(Zone(2), 16, 12, 1, None)})
    target = DiagnosisTarget(PROFILE, tmp_path, machine=healthy(tmp_path))
    text = list(report(target, told, FOUND, load_texts("en").say))
    assert "computer: Raspberry Pi 5 Model B Rev 1.0" in text
    assert "✔ ok         power: The supply is strong enough." in text
    assert text[-1] == "  2: 16, 12, 1, -"
    assert PROFILE.name not in "\n".join(text)


def test_the_newest_crash_is_in_it(tmp_path):
    target = DiagnosisTarget(PROFILE, tmp_path, machine=healthy(tmp_path))
    speak = load_texts("en").say
    before = list(report(target, ReportedParts(), FOUND, speak))
    for kind in ("KeyError", "ValueError"):
        Crashes(tmp_path).write([kind])
    crash = ["", "## crash-2.txt", "", "ValueError"]
    assert list(report(target, ReportedParts(), FOUND, speak)) == [*before, *crash]
