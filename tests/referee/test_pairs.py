"""If two refusals apply, the one that docs/transcript.md lists first is given."""

import re
from pathlib import Path

import pytest

from tests.referee.pairs import PAIRS
from tests.referee.test_rulings import said

PAGE = Path(__file__).parents[2] / "docs" / "transcript.md"


def order() -> dict[tuple[str, str], list[str]]:
    """Return the documented order of refusal codes, by game and action."""
    text = PAGE.read_text("utf-8").split("<!-- order -->")[1]
    found = {}
    for row in text.split("<!-- end of order -->")[0].splitlines():
        if row.startswith(("| game", "|---")) or not row.startswith("|"):
            continue
        game, verbs, codes = row.strip("|").split("|")
        for verb in re.findall("`([^`]+)`", verbs):
            found[game.strip(), verb] = re.findall("`([^`]+)`", codes)
    return found


@pytest.mark.parametrize("name", PAIRS)
def test_the_first_of_two_refusals_is_given(name):
    lines, first, other = PAIRS[name]
    told = [one for one in said(*lines) if "line" in one]
    assert [one for one in told[:-1] if "refused" in one] == []
    assert told[-1]["refused"] == first
    if first != "game-over":
        codes = order()[lines[0]["game"], lines[-1]["do"]]
        assert codes.index(first) < codes.index(other)


def test_the_page_orders_every_refusal_that_the_set_shows():
    """The page's order has every refusal that its table of answers has."""
    table = PAGE.read_text("utf-8").split("<!-- answers:")[1]
    shared = {"game-over", "no-seat", "nothing-to-undo"}
    for row in table.split("<!-- end of answers -->")[0].splitlines():
        if not row.startswith(("| decipher", "| codecards", "| wqrdles", "| keyword")):
            continue
        game, verb, _, codes = (part.strip() for part in row.strip("|").split("|"))
        if verb.strip("`") in ("join", "leave", "undo", "end"):
            continue
        shown = {*re.findall("`([^`]+)`", codes)} - shared
        assert shown <= {*order()[game, verb.strip("`")]}, row
