"""What Home Assistant is told of a board."""

import json
from pathlib import Path

from firmware_host.hall.house import discovery

#: What Home Assistant's own schema takes; tests/app/hall/test_assistant.py asks it.
GOLDEN = Path(__file__).parents[1] / "golden/home_assistant.json"


def test_what_home_assistant_takes_is_what_a_board_says():
    """A change here has to be shown to Home Assistant's own schema again."""
    told = {where: json.loads(what) for where, what in discovery("fox", "Fox", "1.0")}
    assert told == json.loads(GOLDEN.read_text(encoding="utf-8"))


def test_every_thing_belongs_to_one_board_and_has_a_name_of_its_own():
    """So that two boards in a house are two."""
    both = [json.loads(what) for one in "ab" for _, what in discovery(one, "X", "1")]
    things = [one for board in both for one in board["components"].values()]
    names = [one["unique_id"] for one in things]
    assert len(set(names)) == len(names) == 6
    assert [one["device"]["identifiers"] for one in both] == [
        ["letterzone-a"],
        ["letterzone-b"],
    ]
    assert all(one["availability_topic"].endswith("/state") for one in both)
