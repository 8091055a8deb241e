"""
Stories of a board: events, and everything shown, played and stored for each.

A story begins with its board, as `tests.net.world` builds it. A line with ``>`` is an
event: buttons pressed one after another, ``hold 3000 tick cross``, ``press tick``,
``release tick``, ``wait 100``, ``tap 1 red-1``, or an event in JSON. Below it are the
changes, by message codes. A line says if the step was quiet or changed nothing. After
an intended change write the stories again and read them: ``python -m
tests.session.test_stories``.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from firmware_host.session import held_buttons
from tests.net.hands import hold, press
from tests.net.world import World

STORIES = sorted((Path(__file__).parent / "stories").glob("*.txt"))


def events(line: str) -> list[dict[str, Any]]:
    """Return the events of a line."""
    if line.startswith("{"):
        return [json.loads(line)]
    match line.split():
        case ["hold", ms, *buttons]:
            return hold(int(ms), *buttons)
        case ["wait", ms]:
            return [{"wait": int(ms)}]
        case ["tap", zone, *items]:
            return [{"tap": int(zone), "item": item} for item in items]
        case ["press" | "release" as what, button]:
            return [{what: button}]
        case buttons:
            return press(*buttons)


def parts(face: dict[str, Any]) -> dict[str, str]:
    """Return what each screen and its lamps show, in one line each."""
    zones = face.get("zones", ())
    seen = {f"zone {number}": zone for number, zone in enumerate(zones, 1) if zone}
    seen |= {name: one for name, one in face.items() if name != "zones"}
    return {
        name: ", ".join(f"{key} {plain(one)}" for key, one in part.items())
        for name, part in seen.items()
    }


def plain(value: Any) -> str:
    """Return a value in few signs."""
    if isinstance(value, list):
        return "[" + " ".join(map(plain, value)) + "]"
    if isinstance(value, dict):
        return " ".join(map(plain, value.values()))
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "." if value == "" else str(value)


def kept(stored: list[dict[str, Any]]) -> Iterator[str]:
    """Yield what was stored: games, actions, settings and names."""
    for one in stored:
        if game := one.get("new_game"):
            header = json.loads(game["header"])
            header.pop("letters")
            yield f"begins: {json.dumps(header)} {plain(game['names'])}"
        for row in one.get("rows", ()):
            action = json.loads(row["action"])
            said = ", ".join(f"{key} {plain(value)}" for key, value in action.items())
            yield f"row {row['number']}, {row['ms']} ms, seat {row['seat']}: {said}"
        for name, value in one.get("settings", ()):
            yield f"keeps {name}: {value}"
        yield from (f"name: {plain(name)}" for name in one.get("names", ()))
        if "ended" in one:
            yield f"ended: {one['ended']}"


def came(world: World, event: dict[str, Any]) -> Iterator[str]:
    """Take an event; yield its refusal, what was stored, and sounds."""
    said = world.do(event)
    if isinstance(said["outcome"], dict):
        values = "".join(
            f" {key} {plain(one)}" for key, one in said["outcome"]["values"]
        )
        yield f"refused: {said['outcome']['refused']}{values}"
    yield from kept(said["stored"])
    if said["sounds"]:
        yield f"sounds: {said['sounds']}"
    yield from (f"wrong: {one}" for one in world.wrong())


def told(story: str) -> str:
    """Return the story as the current program tells it."""
    board, *lines = [line for line in story.splitlines() if not line.startswith(" ")]
    world, said = World(json.loads(board)), [board]
    before: dict[str, str] = {}
    for line in lines:
        said.append(line)
        seen = world.table_api.changes
        for event in events(line.removeprefix("> ")):
            said += [f"    {one}" for one in came(world, event)]
        now = parts(world.look()["face"])
        for name in sorted(before.keys() | now.keys()):
            if before.get(name) != now.get(name):
                said.append(f"    {name}: {now.get(name) or '-'}")
        waited = line.startswith("> wait") and now == before
        if seen == world.table_api.changes and not waited:
            said.append("    unseen by anybody else")
        before = now
    return "\n".join(said) + "\n"


@pytest.mark.parametrize("path", STORIES, ids=lambda path: path.stem)
def test_a_story_is_told_as_it_is_written(path: Path) -> None:
    """Everything shown, played and stored is as in the file."""
    story = path.read_text("utf-8")
    assert told(story) == story


def test_a_planted_difference_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A chord that opens the menu a fifth of a second later."""
    monkeypatch.setattr(held_buttons, "HOLD_MS", 3200)
    story = next(path for path in STORIES if path.stem == "menu").read_text("utf-8")
    assert told(story) != story


if __name__ == "__main__":
    for one in STORIES:
        one.write_text(told(one.read_text("utf-8")), "utf-8")
