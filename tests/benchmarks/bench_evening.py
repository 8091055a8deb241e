"""
How much memory hints, bots and the explanation of a game add to a family's evening.

    PYTHONPATH=. python tests/benchmarks/bench_evening.py [--rounds 3] [--games 4]

Two evenings, each in a process of its own, in turn: as many games of three rounds, with
five letters in English and six in German by turns, by the same two people. The floor
has two people alone. In the other evening a sharp bot sits with them, each person asks
for every hint in every round, and each game is explained afterwards, as the
page of a game does. Memory is VmRSS at the end, and what it was at its highest.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
from collections import Counter
from pathlib import Path
from resource import RUSAGE_SELF, getrusage
from typing import Any

from bench_start import as_the_service, memory_mib

#: Limits in added MiB. Source: issue 15.
ALLOWED_MIB = 6.0

#: When memory is looked at.
LEVELS = ("end", "highest")

#: So much happens in a game at most.
MOST_STEPS = 3_000


def evening(*, rich: bool, games: int) -> dict[str, float]:
    """Play; return the MiB at the end and at most, and the counts of helps."""
    from firmware_host.app.archive.export import transcript  # noqa: PLC0415 - weighed
    from firmware_host.board.json import (  # noqa: PLC0415 - weighed
        read_object,
        read_objects,
    )
    from firmware_host.games.contract import settled_of  # noqa: PLC0415 - weighed
    from firmware_host.games.transcript import Head, Names  # noqa: PLC0415 - weighed

    had: Counter[str] = Counter()
    for number in range(games):
        language, length = ("en", "de")[number % 2], (5, 6)[number % 2]
        playing, rows = played(language, length, number, rich=rich)
        engine, names = playing.engine, ("Ann", "Ben", "Bot")[: 2 + rich]
        accepted = [
            (
                engine.action(read_object(row.action)),
                tuple(map(engine.fact, read_objects(row.facts))),
            )
            for row in rows
        ]
        had["hints"] += sum('"hinted"' in row.facts for row in rows)
        had["taps of the bot"] += sum(row.seat in playing.bots for row in rows)
        head = Head(**settled_of(playing.header), language=language, players=names)
        lines = list(transcript(head, engine, Names(names), accepted))
        if rich:
            from firmware_host.app.archive.replay import (  # noqa: PLC0415 - weighed  # noqa: PLC0415 - weighed
                analyse,
                replay,
            )

            explained = list(analyse(replay(lines, "evening")))
            had["rounds explained"] += len(explained)
    return {"end": memory_mib(os.getpid()), "highest": highest_mib(), **had}


def highest_mib() -> float:
    """Return the most that this process has ever had resident."""
    return getrusage(RUSAGE_SELF).ru_maxrss / 1024


def played(
    language: str, length: int, seed: int, *, rich: bool
) -> tuple[Any, list[Any]]:
    """Return a game that is over, and its rows."""
    from firmware_host.app.content.languages import (  # noqa: PLC0415 - weighed
        load_language,
    )
    from firmware_host.board.events import Woke  # noqa: PLC0415 - weighed
    from firmware_host.board.once import Lazy  # noqa: PLC0415 - weighed
    from firmware_host.board.pieces import Millis  # noqa: PLC0415 - weighed
    from firmware_host.board.players import ANIMALS  # noqa: PLC0415 - weighed
    from firmware_host.games.bots import Bot  # noqa: PLC0415 - weighed
    from firmware_host.games.catalogue import GAMES  # noqa: PLC0415 - weighed
    from firmware_host.languages import CODES  # noqa: PLC0415 - weighed
    from firmware_host.session.modes import choosing  # noqa: PLC0415 - weighed
    from firmware_host.session.setups import Player, Setup  # noqa: PLC0415 - weighed
    from firmware_host.session.state import Now, Session  # noqa: PLC0415 - weighed
    from firmware_host.session.step import step, wake_at  # noqa: PLC0415 - weighed

    players: tuple[Player, ...] = (Player("Ann"), Player("Ben"))
    if rich:
        players += (Player(bot=Bot("sharp", ANIMALS[-1])),)
    session = Session(
        languages=Lazy(CODES, load_language),
        games=GAMES,
        setup=Setup(
            language=language,
            length=length,
            players=players,
            rules={"decipher": {"hints": "on"}} if rich else {},
        ),
        mode=choosing.Choosing("language"),
    )
    entropy, now_ms = bytes([seed + 1]) * 32, Millis(0)
    done = choosing.begin(Now(session, now_ms, entropy))
    rows = [*(done.entry.rows if done.entry else ())]
    for _ in range(MOST_STEPS):
        playing = done.session.playing
        if playing is None or playing.is_over:
            return playing, rows
        events = deeds(playing, rich=rich)
        if not events:
            now_ms = max(now_ms, wake_at(done.session, now_ms) or now_ms)
            events = [Woke()]
        for event in events:
            done = step(done.session, event, now_ms=now_ms, entropy=entropy)
            rows += done.entry.rows if done.entry else ()
    sys.exit("the game comes to no end")


def deeds(playing: Any, *, rich: bool) -> list[Any]:
    """Return the actions of a person on turn: hints, a tap, in bonus mode a guess."""
    from firmware_host.games.decipher.rules import (  # noqa: PLC0415 - weighed
        ABOUT,
        Guess,
        Hint,
        TapPiece,
    )
    from firmware_host.session.acting import Submitted  # noqa: PLC0415 - weighed

    now = playing.game.round
    if now is None or now.turn in playing.bots:
        return []
    if now.bonus_mode and now.holding is None:
        return [Submitted(Guess(now.turn, now.puzzle.word))]
    if now.holding is None:
        return []
    # The rules refuse a hint that was had already.
    asked = [Submitted(Hint(now.turn, about)) for about in ABOUT] if rich else []
    place, covered = now.holding.place, enumerate(now.covered, now.puzzle.first_zone)
    free = [zone for zone, one in covered if not one[place]]
    return [*asked, Submitted(TapPiece(free[0], now.holding))]


def told(*, rich: bool, games: int) -> dict[str, float]:
    """Return the measurements of a process of its own."""
    command = [sys.executable, __file__, "--games", str(games)]
    command += ["--evening", "rich" if rich else "bare"]
    done = subprocess.run(
        command, check=True, stdout=subprocess.PIPE, env=as_the_service()
    )
    found: dict[str, float] = json.loads(done.stdout)
    return found


def main() -> None:
    """Measure, and print medians; or be the evening that is measured."""
    sys.path.insert(0, str(Path(__file__).parent.parent.parent))
    given = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[1])
    given.add_argument("--rounds", type=int, default=3)
    given.add_argument("--games", type=int, default=4)
    given.add_argument("--evening", choices=("rich", "bare"), help=argparse.SUPPRESS)
    asked = given.parse_args()
    if asked.evening:
        rich = asked.evening == "rich"
        print(json.dumps(evening(rich=rich, games=asked.games)))
        return
    pairs = [
        (told(rich=False, games=asked.games), told(rich=True, games=asked.games))
        for _ in range(asked.rounds)
    ]
    had = [f"{n} {what}" for what, n in pairs[0][1].items() if what not in LEVELS]
    print(*had, sep=", ")
    for what in LEVELS:
        bare = statistics.median(one[what] for one, _ in pairs)
        more = statistics.median(other[what] - one[what] for one, other in pairs)
        print(
            f"memory, {what}: floor {bare:.1f} MiB, with hints, a bot and analysis"
            f" {more:+.1f} (asked {ALLOWED_MIB:+.1f})"
        )


if __name__ == "__main__":
    main()
