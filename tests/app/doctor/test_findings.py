"""A finding is a value that can be named, ordered, and carried to another process."""

import json

import pytest

from firmware_host.app.content.languages import load_texts
from firmware_host.app.doctor.findings import (
    PartState,
    broken,
    from_json,
    ok,
    part_message,
    untried,
    watch,
    worst,
)
from firmware_host.board.events import Button
from firmware_host.board.json import of_fields
from firmware_host.board.messages import say
from firmware_host.board.pieces import ZONES
from firmware_host.languages import CODES

FINE = ok("power", say("doctor-power"))
DEAD = broken("screen-3", say("doctor-screen-silent", where="0x3C"), say("then-cable"))


@pytest.mark.parametrize("finding", [FINE, DEAD])
def test_a_finding_comes_back_from_json(finding):
    """A finding survives a round trip through JSON, with nested messages."""
    assert from_json(json.loads(json.dumps(of_fields(finding)))) == finding
    inside = ok("buttons", say("walk-other", what=part_message("button-red-3")))
    assert from_json(json.loads(json.dumps(of_fields(inside)))) == inside


@pytest.mark.parametrize("item", [None, [], {}, {**of_fields(FINE), "state": "odd"}])
def test_what_is_no_finding_is_told(item):
    with pytest.raises(ValueError, match=r".*"):
        from_json(item)


def test_the_worst_of_them_counts():
    odd = watch("tags", say("doctor-tags-twice", n=1), say("then-enrol"))
    maybe = untried("lamp-1", say("doctor-eyes", pins="4, 17"))
    assert worst(()) is PartState.OK
    assert worst((FINE, maybe)) is PartState.UNTRIED
    assert worst((FINE, odd, maybe)) is PartState.WATCH
    assert worst((odd, DEAD, FINE)) is PartState.BROKEN


@pytest.mark.parametrize("language", CODES)
def test_every_part_of_every_board_has_a_name_of_its_own(language):
    """Every part has a different name, on pages and on the screen."""
    texts = load_texts(language)
    parts = [f"button-{button}" for button in Button]
    parts += [f"{name}-{n}" for name in ("screen", "lamp", "reader") for n in ZONES]
    parts += ["reader-0", "screen-table", "screen-maker", "buzzer", "controller"]
    parts += ["power", "disk", "groups", "clock", "versions", "journal", "words"]
    parts += [
        "crashes",
        "network",
        "hotspot",
        "board",
        "buses",
        "pins",
        "speaker",
        "tags",
    ]
    for context in ("page", "screen"):
        names = [texts.say(part_message(part), context) for part in parts]
        assert len(set(names)) == len(parts)
        assert not [name for name in names if "-" in name and "part" in name]
