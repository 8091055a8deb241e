"""
Which words still fit a round of Decipher: how long it takes, and how much it holds.

    PYTHONPATH=. python tests/benchmarks/bench_evidence.py [--count 2000]

The floor is a plain scan of the list, word by word and zone by zone; both have to name
the same words. Time is the processor's, so that a busy machine spoils little.
"""

import argparse
import random
import time
import tracemalloc

from firmware_host.app.content.languages import load_language
from firmware_host.board.pieces import KINDS
from firmware_host.games.decipher import evidence
from firmware_host.games.decipher.evidence import PERFECT, choose_action
from firmware_host.games.decipher.game import decipher
from firmware_host.games.views import Viewer
from firmware_host.languages import CODES
from firmware_host.words.index import WordIndex, index_of
from tests.games.decipher.onlooker import a_round

#: Limits: ms at the 99th percentile, ms to build, MB. Source: issue 15.
FIT_MS, BUILD_MS, SIZE_MB, MOVE_MS = 0.1, 20, 1.0, 5

#: So many states are held against the scan.
CHECKED = 50


def scan(view, language, words):
    """The floor: each word, zone by zone."""
    build, pieces = language.alphabet.build, language.alphabet.pieces
    handed, guessed = evidence.handed_over(view), {word for _, word in view.guesses}
    fits = []
    for word in words:
        has = pieces(word)
        left = sum(has) - sum(handed)
        enough = (
            left == view.hidden
            if view.hidden is not None
            else (sum(has) - sum(map(sum, view.placed)) > 3)
        )
        if (
            enough
            and word not in guessed
            and all(h >= n for h, n in zip(has, handed, strict=True))
            and all(
                build(letter)[k.place] >= placed[k.place]
                and not (no[k.place] and build(letter)[k.place] > placed[k.place])
                for letter, placed, no in zip(
                    word, view.placed, view.covered, strict=True
                )
                for k in KINDS
            )
        ):
            fits.append(word)
    return fits


def building(code, length):
    """Return the ms that an index takes, and the MB it holds with every letter."""
    language = load_language(code)
    builds, lexicon = language.alphabet.builds, language.accepted
    took = []
    for _ in range(5):
        began = time.thread_time()
        WordIndex(lexicon, length, builds)
        took.append((time.thread_time() - began) * 1000)
    tracemalloc.start()
    index = WordIndex(lexicon, length, builds)
    for at in range(length):
        for letter in builds:
            index.letter(at, letter)
    size = tracemalloc.get_traced_memory()[0] / 1e6
    tracemalloc.stop()
    return sorted(took)[2], size


def measure(code, count):
    """Print one language's figures: states of random rounds of every length."""
    rnd = random.Random(15)  # noqa: S311 - the same rounds in every run
    language = load_language(code)
    fit, floor, move, wrong = [], [], [], 0
    while len(fit) < count:
        length = 3 + 4 * len(fit) // count  # one after the other, as games are played
        played = a_round(rnd, code, board_makes=len(fit) % 2 == 0, length=length)
        now = played.game.round
        if now is None or not now.seekers:
            continue
        header, view = played.header, decipher.view(played.game, Viewer.PUBLIC)
        index = index_of(language, length)
        began = time.thread_time()
        bits = evidence.fitting(view, index)
        fit.append((time.thread_time() - began) * 1000)
        if len(floor) < CHECKED:
            words = index.list(index.all)
            began = time.thread_time()
            found = scan(view, language, words)
            floor.append((time.thread_time() - began) * 1000)
            wrong += tuple(found) != index.list(bits)
        began = time.thread_time()
        choose_action(view, header, now.turn, PERFECT, b"")
        move.append((time.thread_time() - began) * 1000)
    fit.sort()
    move.sort()
    ratio = (sum(floor) / len(floor)) / (sum(fit) / len(fit))
    p99 = fit[count * 99 // 100]
    print(
        f"{code} fitting: p50 {fit[count // 2]:.3f} ms, p99 {p99:.3f}"
        f" ms (asked {FIT_MS}); a scan takes {ratio:,.0f}x as long,"
        f" {wrong} of {CHECKED} differ"
    )
    print(
        f"{code} a seeker's move: p50 {move[count // 2]:.2f} ms,"
        f" p99 {move[count * 99 // 100]:.2f} ms (asked {MOVE_MS})"
    )


def main() -> None:
    """Measure each language."""
    given = argparse.ArgumentParser(description=__doc__.splitlines()[1])
    given.add_argument("--count", type=int, default=2000)
    count = given.parse_args().count
    for code in CODES:
        each = [building(code, length) for length in (3, 4, 5, 6)]
        print(
            f"{code} index of one length: at most {max(ms for ms, _ in each):.1f} ms"
            f" to build (asked {BUILD_MS}), {max(mb for _, mb in each):.2f} MB"
            f" (asked {SIZE_MB})"
        )
        measure(code, count)


if __name__ == "__main__":
    main()
