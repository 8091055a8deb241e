"""The letters on a page are drawn from the same poses as on the board's screens."""

import re
from pathlib import Path

import firmware_host
from firmware_host.app.content.languages import load_alphabet
from firmware_host.board.pieces import KINDS
from firmware_host.web import documents
from firmware_host.words.poses import DEEP, LONG, POSES

PARTS = Path(firmware_host.__file__).parent / "web" / "static/parts"


def test_a_page_is_told_how_each_piece_lies():
    told = documents.alphabet(load_alphabet().builds)["poses"]
    assert told == {
        letter: [(KINDS.index(one.kind), one.x, one.y, one.turn) for one in poses]
        for letter, poses in POSES.items()
    }


def test_a_letter_that_a_box_builds_otherwise_is_not_drawn():
    """A row of pieces takes its place."""
    builds = load_alphabet({"Q": ["red", "green"]}).builds
    told = documents.alphabet(builds)["poses"]
    assert set(told) == set(POSES) - {"Q"}


def test_a_page_draws_the_same_four_shapes():
    """The pages' shapes have the lengths and depths of the alphabet."""
    script = (PARTS / "pieces.js").read_text(encoding="utf-8")
    [table] = re.findall(r"export const LINES = \{(.*?)\};", script, re.DOTALL)
    lines = dict(re.findall(r'(\w+): "(.*?)"', table))
    for kind in KINDS:
        half = LONG[kind] // 2
        curve = f"A{DEEP[kind]} {half} 0 0 0 0 {half}" if kind in DEEP else f"V{half}"
        assert lines.pop(kind.value) == f"M0-{half}{curve}"
    assert lines == {}


def test_no_script_has_a_table_of_letters_of_its_own():
    script = (PARTS / "letters" / "letters.js").read_text(encoding="utf-8")
    assert not re.search(r"\[\s*-?\d", script)
