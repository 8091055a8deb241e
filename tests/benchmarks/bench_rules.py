"""
The rules beside a bare reducer of frozen dataclasses, in one run, in turn.

    PYTHONPATH=. python tests/benchmarks/bench_rules.py [--rounds 5] [--count 20000]

An event is an accepted tap: decided, folded, and kept for undo. The floor counts it
and keeps the last sixteen.
"""

import argparse
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass

from firmware_host.app.content.languages import load_language
from firmware_host.board.messages import Refused
from firmware_host.board.pieces import KINDS, Kind, Seat, Zone
from firmware_host.games.contract import Header
from firmware_host.games.decipher import rules
from firmware_host.games.decipher.game import decipher
from firmware_host.games.decipher.rules import SetSecret, TapPiece


@dataclass(frozen=True, slots=True)
class Event:
    """An event of the floor."""

    zone: int
    kind: Kind


@dataclass(frozen=True, slots=True)
class State:
    """The state of the floor."""

    count: int
    log: tuple[Event, ...]
    turn: int


def reduce(state: State, event: Event) -> State:
    """Return the next state of the floor, built whole."""
    return State(state.count + 1, (*state.log[-15:], event), state.turn ^ 1)


def floor(count: int) -> None:
    """Reduce *count* events."""
    state, event = State(0, (), 0), Event(1, Kind.LONG_STICK)
    for _ in range(count):
        state = reduce(state, event)


def whole_round() -> tuple[rules.DecipherState, list[TapPiece]]:
    """Return a game with its word, and the taps of its round that are accepted."""
    header = Header("decipher", 3, 6, language=load_language("en"))
    start = decipher.start(header)
    secret = SetSecret(Seat(0), "SUMMER", override=True, entropy=bytes(32))
    game = begun = decipher.fold(start, decipher.act(start, secret))
    accepted = []
    for zone in range(1, 7):
        for kind in KINDS:
            for _ in range(3):
                tap = TapPiece(Zone(zone), kind)
                facts = decipher.act(game, tap)
                if not isinstance(facts, Refused):
                    game = decipher.fold(game, facts)
                    accepted.append(tap)
    return begun, accepted


def ours(count: int) -> None:
    """Decide and fold *count* accepted taps, round after round."""
    begun, taps = whole_round()
    done = 0
    while done < count:
        game = begun
        for tap in taps:
            facts = decipher.act(game, tap)
            game = decipher.fold(game, facts)  # type: ignore[arg-type]  # known to be accepted
        done += len(taps)


def rate(run: Callable[[int], None], count: int) -> float:
    """Return events a second."""
    began = time.perf_counter()
    run(count)
    return count / (time.perf_counter() - began)


def main() -> None:
    """Measure, and print."""
    given = argparse.ArgumentParser(description=__doc__.splitlines()[1])
    given.add_argument("--rounds", type=int, default=5)
    given.add_argument("--count", type=int, default=20000)
    options = given.parse_args()
    pairs = [
        (rate(floor, options.count), rate(ours, options.count))
        for _ in range(options.rounds)
    ]
    floors, rates = zip(*pairs, strict=True)
    ratio = statistics.median(own / bare for bare, own in pairs)
    print(f"floor {statistics.median(floors):,.0f} events/s")
    print(f"ours  {statistics.median(rates):,.0f} events/s, ratio {ratio:.3f}")


if __name__ == "__main__":
    main()
