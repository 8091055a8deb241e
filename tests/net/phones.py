"""
Phones at a board, by chance; `holders` says which secrets they may be shown.

Phones come by a name, to a place, to a team or in place of a lost one; they are moved,
let in, sent away, and play. Each is known by its key (see `tests.net.world`).
"""

from random import Random
from typing import Any

from tests.net.hands import NAMES

#: As many phones as can be at a board of these tests.
KEYS = ("ann's", "ben's", "cem's", "dora's", "emil's")


def next_event(
    chance: Random, look: dict[str, Any], phones: dict[str, Any]
) -> dict[str, Any]:
    """
    Return a random next event of a phone.

    Args:
        chance: What decides.
        look: What is seen at the board (`World.look`).
        phones: The phones there (`World.phones`).
    """
    key, seat = chance.choice(KEYS), chance.randint(0, len(look["public"]["players"]))
    number = chance.choice([*(one["number"] for one in phones.values()), 99])
    events: list[dict[str, Any]] = [
        {"phone": key, "come": seat},
        {"phone": key, "team": seat},
        {"phone": key, "team": None},
        {"phone": key, "join": chance.choice(NAMES)},
        {"phone": key, "back": number},
        {"phone": key, "let_in": number},
        {"move": number, "seat": seat},
        {"free": seat},
        {"part": [number]},
        {"forget": number},
    ]
    return chance.choice([*events[:6], *events])


def played_by(
    event: dict[str, Any], chance: Random, phones: dict[str, Any]
) -> dict[str, Any]:
    """Return a line of the game as a phone of its seat sends it, where there is one."""
    if "do" not in event or "phone" in event:
        return event
    theirs = [
        key
        for key, one in phones.items()
        if not one["looks_on"] and one["seat"] == event["do"].get("by", one["seat"])
    ]
    return {**event, "phone": chance.choice(theirs)} if theirs else event
