"""The rows of what is not proven: whole, in both languages, for real boards."""

from pathlib import Path

import pytest

from firmware_host.app.prove.claims import (
    _parts,
    every_claim,
    has,
    plain,
    sections,
)
from firmware_host.errors import SettingsError
from firmware_host.languages import CODES
from firmware_host.settings.profile import load_profile

ROOT = Path(__file__).parents[3]

ROW = """\
[readers]
title.en = "Readers"

[readers.own-pad]
claim.en = "a claim"
check.en = "a check"
"""


@pytest.mark.parametrize("language", CODES)
def test_every_row_is_there_in_each_language(language):
    """A person at a board reads the questions in their own."""
    for section in sections():
        assert section.titles[language]
        assert not section.notes or section.notes[language]
    for claim in every_claim().values():
        assert claim.claim(language), claim.id
        assert claim.check(language), claim.id
        assert "|" not in claim.claim(language) + claim.check(language), claim.id


def test_each_need_is_one_that_some_board_can_have():
    parts = dict(_parts(load_profile(ROOT / "hardware/full/board.toml")))
    for claim in every_claim().values():
        assert set(claim.needs) <= parts.keys(), claim.id


def test_a_board_has_what_its_profile_says():
    """So nobody is asked for a part that the board has not."""
    full, direct, buttons, simulated = (
        has(load_profile(ROOT / f"hardware/{name}/board.toml"))
        for name in ("full", "direct", "buttons", "simulated")
    )
    assert {"mfrc522", "pads", "pico", "mux", "maker", "passive"} <= full
    assert not {"pn532", "rims", "symbols", "speaker"} & full
    assert {"pn532", "usb-reader", "tags"} <= direct
    assert not {"pico", "pads"} & direct
    assert {"symbols", "service"} <= buttons
    assert "tags" not in buttons
    assert "pins" in full - simulated


@pytest.mark.parametrize(
    ("spoilt", "says"),
    [
        (ROW + ROW.replace("readers", "words"), "the id own-pad stands twice"),
        (ROW + 'chek.en = "a slip"\n', "own-pad has no key chek"),
        (ROW.replace("own-pad", "Own_Pad"), "Own_Pad is no id"),
        (ROW.replace("check.en", "check.de"), "en"),
        (ROW + "count = 'many'\n", "count"),
    ],
)
def test_a_spoilt_row_is_named_with_its_file(spoilt, says, tmp_path):
    file = tmp_path / "claims.toml"
    file.write_text(spoilt)
    with pytest.raises(SettingsError, match=r"claims\.toml") as caught:
        sections(file)
    assert says in str(caught.value)
    file.write_text(ROW)
    sections.cache_clear()
    assert list(every_claim(file)) == ["own-pad"]


def test_a_terminal_shows_no_targets_of_links():
    assert plain("see [the table](tags.md#far), `x`") == "see the table, `x`"
