"""The letters on a page are drawn from the same strokes as on the board's screens."""

import json
import re
from pathlib import Path

import firmware_host
from firmware_host.app.content.languages import load_alphabet
from firmware_host.board.pieces import KINDS
from firmware_host.picture.shapes import LETTERS, REACH

SCRIPT = Path(firmware_host.__file__).parent / "web" / "static/parts/letters.js"


def strokes():
    """Return what the script draws, by letter."""
    script = SCRIPT.read_text(encoding="utf-8")
    [table] = re.findall(r"export const STROKES = (\{.*?\n\});", script, re.DOTALL)
    return json.loads(table)


def test_a_page_draws_what_a_screen_draws():
    """Stroke by stroke: kind, and where."""
    drawn = {
        letter: [[KINDS.index(kind), *where] for kind, *where in lines]
        for letter, lines in LETTERS.items()
    }
    assert strokes() == drawn


def test_its_curves_reach_as_far():
    script = SCRIPT.read_text(encoding="utf-8")
    [table] = re.findall(r"const REACH = \{ (.*?) \};", script)
    reach = {KINDS.index(kind): list(far) for kind, far in REACH.items()}
    assert json.loads("{" + re.sub(r"(\d+):", r'"\1":', table) + "}") == {
        str(place): far for place, far in reach.items()
    }


def test_every_letter_of_the_box_is_drawn_from_its_pieces():
    """Where an owner's box differs, a row of pieces takes its place."""
    for letter, build in load_alphabet().builds.items():
        kinds = [stroke[0] for stroke in strokes()[letter]]
        assert tuple(kinds.count(place) for place in range(4)) == build
