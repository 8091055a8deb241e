"""The unproven claims: complete, in both languages, for real boards."""

import tomllib
from pathlib import Path

import pytest

from firmware_host.app.prove.claims import (
    FILE,
    OWN,
    _parts,
    every_claim,
    has,
    is_id,
    plain,
    sections,
)
from firmware_host.languages import CODES
from firmware_host.settings.profile import load_profile

ROOT = Path(__file__).parents[3]

#: The allowed keys of a row.
KEYS = {"claim", "check", "needs", "count", "measure"}


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
    """A board's parts come from its profile, so that no missing part is asked for."""
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


def test_each_row_has_an_id_of_its_own_and_no_key_that_nobody_reads():
    tables = tomllib.loads(FILE.read_text("utf-8")).values()
    rows = [
        (name, row)
        for table in tables
        for name, row in table.items()
        if name not in OWN
    ]
    assert all(row.keys() <= KEYS for _, row in rows)
    ids = [name for name, _ in rows]
    assert all(map(is_id, ids))
    assert len(ids) == len({*ids}) == len(every_claim())
    assert not is_id("Own_Pad")


def test_a_terminal_shows_no_targets_of_links():
    assert plain("see [the table](tags.md#far), `x`") == "see the table, `x`"
