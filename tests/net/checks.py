"""What must hold after each event: each check yields the faults it finds."""

import json
import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

from firmware_host.board.pieces import RACK
from tests.net.hands import PLAYERS
from tests.net.world import CANARIES, World

#: Words that were guessed, and by which seats.
Heard = Mapping[str, set[int]]

#: Parts of a game that are public by then, though they were secret once.
OPEN = ("found", "opened", "results", "voided", "named", "nonces")

#: How a sentence begins that answers a touch, and would answer the same one again.
ANSWERS = ("refused-", "zone-", "wqrdles-row")

#: Matches a line that names the player who spells or lays a word, or sees cards.
WHOSE = re.compile(r"(\w+-spell|query-take|marking|attempt-unseen|lay-turn|hold-lid) ")

#: Matches a line that asks for the zone of a piece on the rack.
RACKED = re.compile(r"turn-press|card-press|tutorial-press")

#: Buttons of a chord, or held to show something: no answer is due.
SILENT = ("tick", "cross", "service")


def answered(
    event: dict[str, Any],
    came: dict[str, Any],
    before: Any,
    after: Any,
) -> Iterator[str]:
    """
    Every touch gets an answer: something that is stored, shown or played.

    Args:
        event: What happened.
        came: What `World.do` said of it.
        before: What `World.look` said before.
        after: And afterwards.
    """
    touch = "tap" in event or "unclear" in event or "press" in event
    if not touch or event.get("press") in SILENT:
        return
    seen = before["face"] != after["face"] or stands(event, after["face"])
    if not (came["stored"] or came["sounds"] or seen):
        yield f"{event} got no answer"


def stands(event: dict[str, Any], face: dict[str, Any]) -> bool:
    """Return whether the answer to a touch may be on the screen already."""
    table, button = face["table"], event.get("press", "")
    said = (table["line"], table.get("status", ""))
    if event.get("tap") == RACK and RACKED.match(table["line"]):
        return True  # a piece of that kind waits for its zone
    if button in PLAYERS and any(map(WHOSE.match, said)):
        return True  # it is said whose button counts
    if button == f"zone-{table.get('marked', 0) + 1}" and table.get("choices"):
        return True  # that answer is marked
    if button.startswith("zone-") and any(
        "mark" in one for one in face.get("zones", ())
    ):
        return True  # that row of marks is shown
    notes = (face[name].get("note", "") for name in ("table", "maker") if name in face)
    return any(note.startswith(ANSWERS) for note in notes)


def kept(world: World) -> Iterator[str]:
    """Nothing fails, no timer is set in the past, and a restart forgets nothing."""
    yield from world.wrong()
    yield from (f"a restart would change {one}" for one in world.forgotten())


def secrets_of(own: dict[str, Any]) -> Iterator[Any]:
    """Yield what a seat's own document hides from the others: cards, canaries."""
    held = own["secret"] or {}
    word, tried = held.get("word"), held.get("tried")
    yield from (one for one in (word, tried and tried[1]) if one in CANARIES)
    if held.get("hand"):
        yield held["hand"]
    yield from (card for card in held.get("code") or () if card)


def hushed(
    look: dict[str, Any], word: str, heard: Heard = MappingProxyType({})
) -> Iterator[str]:
    """
    No document or face that others see holds a secret of a seat or of the board.

    Args:
        look: What is seen.
        word: The word that the board has drawn; empty where there is none.
        heard: Words that were guessed, and by which seats.
    """
    look = json.loads(json.dumps(look))
    public = {"face": dict(look["face"]), "public": dict(look["public"])}
    public["face"].pop("maker", None)
    view = look["public"]["view"] or {}
    public["public"]["view"] = {k: v for k, v in view.items() if k not in OPEN}
    shown = json.dumps([view.get(name) for name in OPEN], default=str)
    said = json.dumps(public)
    if word and word not in heard and word not in shown and _stands(word, said):
        yield f"everybody reads {word}"
    for seat, own in enumerate(look["seats"]):
        for secret in secrets_of(own):
            if _is_heard(secret, seat, own, heard):
                continue
            if _holds(public, said, secret, shown):
                yield f"everybody reads {secret} of seat {seat}"
            for at, other in enumerate(look["seats"]):
                same = at == seat or secret in secrets_of(other)
                if not same and _holds(other, json.dumps(other), secret, shown):
                    yield f"seat {at} reads {secret} of seat {seat}"


def _is_heard(secret: Any, seat: int, own: dict[str, Any], heard: Heard) -> bool:
    """Return whether another player has guessed this very canary aloud."""
    by = heard.get(secret, set()) if isinstance(secret, str) else set()
    return bool(by if own["secret"].get("word") == secret else by - {seat})


def _holds(document: Any, said: str, secret: Any, shown: str) -> bool:
    if isinstance(secret, list):
        wanted = sorted(map(str, secret))
        return len(secret) > 3 and any(one == wanted for one in _lists(document))
    return f'"{secret}"' not in shown and _stands(secret, said)


def _stands(word: str, said: str) -> bool:
    """
    Return whether a text has *word* as a whole word.

    A canary in upper or lower case.
    """
    flags = re.IGNORECASE if word in CANARIES else 0
    return (
        re.search(rf"(?<![A-Za-z0-9]){re.escape(word)}(?![A-Za-z0-9])", said, flags)
        is not None
    )


def _lists(value: Any) -> Iterator[list[str]]:
    if isinstance(value, dict):
        for one in value.values():
            yield from _lists(one)
    elif isinstance(value, list):
        yield sorted(map(str, value))
        for one in value:
            yield from _lists(one)


def after(
    world: World, before: Any, event: dict[str, Any]
) -> tuple[dict[str, Any], list[str]]:
    """
    Apply an event; return the new look and all faults that were found.

    Args:
        world: The board.
        before: What was seen before.
        event: What happens.
    """
    came = world.do(event)
    look = world.look()
    wrong = ["nobody was ever answered"] * (came["outcome"] == "no answer")
    wrong += kept(world)
    wrong += answered(event, came, before, look)
    wrong += hushed(look, world.insight()["word"], world.heard)
    wrong += world.intruders(event)
    wrong += [f"cut off: {text}" for text in world.overfull()]
    return look, wrong
