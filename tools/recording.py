"""
Record games at the board's interfaces and compare them with today's program.

A game is a random sequence of events and the result of each: the outcome, the stored
entries, the sounds, the screens, and the state document of everyone who watches, in
JSON. Messages are recorded as code and values, and words come from the tests' own list,
so that new sentences and word lists do not change a recording.

    tools/recording.py make FILE [--games 20000]   record games with this program
    tools/recording.py compare FILE                play them again, print differences
    tools/recording.py digests --write | --check   the digests in the repository

To compare two versions, make the file with one and compare it with the other. For each
game that differs, the first different event is printed, with its result in both
versions; the rest of that game is not compared.
"""

import argparse
import json
import sys
import zlib
from base64 import b64decode, b64encode
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.net.hands import Hands, build_of  # noqa: E402 - a script finds it so
from tests.net.world import World  # noqa: E402 - likewise

#: The file of digests in the repository: a line a game with seed, number of events, and
#: digest.
DIGESTS = ROOT / "tests" / "net" / "digests.txt"
STANDING = 500

#: The number of random actions in a game, and in those of the repository.
MOVES, STANDING_MOVES = 20, 12

GAMES = 20_000

Event = dict[str, Any]
Record = dict[str, Any]


def build(seed: int) -> dict[str, Any]:
    """Return the simulated board of a game."""
    return build_of(Random(seed))  # noqa: S311 - a repeatable game, no secret


def scripted(seed: int, moves: int = MOVES) -> Iterator[tuple[Event, Record]]:
    """Play a random game; yield each event and its result."""
    chance = Random(seed)  # noqa: S311 - likewise
    world = World(build_of(chance))
    hands, look = Hands(chance, world.build), world.look()
    for _ in range(moves):
        for event in hands.next(look, world.offers(), world.insight()):
            came = world.do(event)
            look = world.look()
            yield event, {**came, **look}


def played(board: dict[str, Any], events: list[Event]) -> Iterator[Record]:
    """Play the events of a script; yield the result of each."""
    world = World(board)
    for event in events:
        came = world.do(event)
        yield {**came, **world.look()}


def canonical(value: Any) -> str:
    """Return the canonical JSON text of a value."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def digest(seed: int) -> tuple[int, str]:
    """Return the number of a game's events and the digest of all results."""
    chain, count = sha256(canonical(build(seed)).encode()), 0
    for event, record in scripted(seed, STANDING_MOVES):
        chain.update(canonical([event, record]).encode())
        count += 1
    return count, chain.hexdigest()[:16]


# --- a file of games --------------------------------------------------------------


def written(seed: int) -> str:
    """Return the line of a game: its board, its events, and their results."""
    steps = [[event, record] for event, record in scripted(seed)]
    before: Record = {}
    for step in steps:
        record = json.loads(canonical(step[1]))
        step[1] = {
            key: one
            for key, one in record.items()
            if key not in before or one != before[key]
        }
        before = record
    return packed(canonical({"seed": seed, "build": build(seed), "steps": steps}))


def packed(text: str) -> str:
    """Return a text compressed to one line of the file."""
    return b64encode(zlib.compress(text.encode())).decode()


def read(line: str) -> dict[str, Any]:
    """Return the game in a line of `written`, with complete records."""
    game: dict[str, Any] = json.loads(zlib.decompress(b64decode(line)))
    before: Record = {}
    for step in game["steps"]:
        step[1] = before = {**before, **step[1]}
    return game


def difference(game: dict[str, Any]) -> dict[str, Any] | None:
    """Return the first event whose result differs from the recording; None if none."""
    steps = game["steps"]
    now = played(game["build"], [event for event, _ in steps])
    for number, (event, was) in enumerate(steps, 1):
        try:
            record = json.loads(canonical(next(now)))
        except Exception as fault:  # noqa: BLE001 - whatever it is, the recorded program had none
            record = {"raised": f"{type(fault).__name__}: {fault}"}
        if record != was:
            where = {"game": game["seed"], "event": number, "what": event}
            return {**where, "differs": list(differing(was, record))}
    return None


def differing(was: Any, now: Any, path: str = "") -> Iterator[dict[str, Any]]:
    """Yield each path at which two JSON values differ, with both values."""
    if isinstance(was, dict) and isinstance(now, dict):
        for key in sorted(was.keys() | now.keys()):
            yield from differing(was.get(key), now.get(key), f"{path}/{key}")
    elif isinstance(was, list) and isinstance(now, list) and len(was) == len(now):
        for at, (one, other) in enumerate(zip(was, now, strict=True)):
            yield from differing(one, other, f"{path}/{at}")
    elif was != now:
        yield {"at": path, "was": was, "now": now}


# --- the command ----------------------------------------------------------------------


def make(path: Path, games: int, begin: int) -> int:
    """Record a number of games into a file."""
    with path.open("w", encoding="ascii") as file:
        for seed in range(begin, begin + games):
            file.write(written(seed) + "\n")
    print(f"{games} games are in {path}")
    return 0


def compare(path: Path) -> int:
    """Play the games of a file again; return 1 if any differs."""
    count = different = 0
    with path.open(encoding="ascii") as file:
        for line in file:
            count += 1
            found = difference(read(line))
            if found is not None:
                different += 1
                print(json.dumps(found, ensure_ascii=False, indent=1))
    print(f"{count} games, {different} differ")
    return int(different > 0)


def standing() -> str:
    """Return the content of the file of digests in the repository: a line a game."""
    lines = (f"{seed} {count} {code}" for seed, count, code in digests())
    return "".join(f"{line}\n" for line in lines)


def check() -> int:
    """Print the games whose digest has changed; return 1 if there is one."""
    was = set(DIGESTS.read_text(encoding="ascii").splitlines())
    others = [line.split()[0] for line in standing().splitlines() if line not in was]
    print(f"{STANDING} games, {len(others)} differ: {', '.join(others) or 'none'}")
    return int(bool(others))


def digests() -> Iterator[tuple[int, int, str]]:
    """Yield seed, number of events and digest of each game in the repository."""
    for seed in range(STANDING):
        yield seed, *digest(seed)


def main() -> int:
    """Run the command that the command line names."""
    given = argparse.ArgumentParser(description=__doc__.splitlines()[1])
    commands = given.add_subparsers(dest="command", required=True)
    making = commands.add_parser("make", help="record games with this program")
    making.add_argument("file", type=Path)
    making.add_argument("--games", type=int, default=GAMES)
    making.add_argument("--begin", type=int, default=0, help="the first seed")
    commands.add_parser("compare").add_argument("file", type=Path)
    about = commands.add_parser("digests").add_mutually_exclusive_group(required=True)
    about.add_argument("--write", action="store_true")
    about.add_argument("--check", action="store_true")
    asked = given.parse_args()
    if asked.command == "make":
        return make(asked.file, asked.games, asked.begin)
    if asked.command == "compare":
        return compare(asked.file)
    if asked.write:
        DIGESTS.write_text(standing(), encoding="ascii")
        return 0
    return check()


if __name__ == "__main__":
    sys.exit(main())
