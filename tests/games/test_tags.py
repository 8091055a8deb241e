"""
Names in stored data are tags: code can be renamed and old journals still be read.

``python -m tests.games.test_tags`` writes tests/golden/tags.json again.
"""

import json
from dataclasses import field, fields
from pathlib import Path
from typing import TypedDict

import pytest

from firmware_host.board.record import Record, field_tag, tag_of, tagged
from firmware_host.board.shapes import Shapes
from firmware_host.games.catalogue import GAMES, NAMES
from firmware_host.games.codec import Codec

GOLDEN = Path(__file__).parents[1] / "golden" / "tags.json"


class Renamed(Record, tag="tap"):
    """An action that had another name, and a field that had another name."""

    place: int = field(metadata={"tag": "zone"})


class Other(Record, tag="other"):
    """A second action, so that there is a union."""


@tagged("OldName")
class NewName(TypedDict):
    """A published shape that had another name."""

    zone: int


def stored_names() -> dict[str, dict[str, dict[str, list[str]]]]:
    """Return the tags of all actions and facts with those of their fields, by game."""
    return {
        name: {
            codec.key: {
                tag: [field_tag(one) for one in fields(cls)]
                for tag, cls in sorted(codec.classes.items())
            }
            for codec in (GAMES[name].ACTIONS, GAMES[name].FACTS)
        }
        for name in NAMES
    }


def test_no_stored_name_changes_without_notice():
    """A name that is missing here makes journals and backups unreadable."""
    assert stored_names() == json.loads(GOLDEN.read_text(encoding="utf-8"))


def test_a_renamed_action_is_stored_under_its_tags():
    codec: Codec = Codec("do", Renamed | Other)
    assert codec.write(Renamed(3)) == {"do": "tap", "zone": 3}
    assert codec.read({"do": "tap", "zone": 3}) == Renamed(3)


def test_a_renamed_shape_is_published_under_its_tag():
    shapes = Shapes("#/")
    assert shapes.of(NewName) == {"$ref": "#/OldName"}
    assert shapes.of(Renamed) == {"$ref": "#/tap"}
    assert shapes.named["tap"]["properties"] == {"zone": {"type": "integer"}}


def test_a_class_without_a_tag_of_its_own_is_refused():
    class Heir(Renamed):
        """A class that would be stored under the tag of another one."""

    assert tag_of(Heir) == "Heir"
    with pytest.raises(TypeError, match="Heir needs a tag of its own"):
        Codec("do", Renamed | Heir)


def test_two_classes_with_one_tag_are_refused():
    class Twin(Record, tag="tap"):
        """A class with the tag of another one."""

    with pytest.raises(TypeError, match="Twin needs a tag of its own"):
        Codec("do", Renamed | Twin)


if __name__ == "__main__":
    GOLDEN.write_text(json.dumps(stored_names(), indent=1) + "\n", encoding="utf-8")
