"""
All numbers and sentences of explained rounds agree with brute force.

`brute.py` uses the transcript only, and computes for every word of the list what its
maker would have answered.
"""

import json
import random

import pytest

from firmware_host.app.archive.replay import analyse, replay
from firmware_host.games.decipher import evidence
from tests.games.decipher.brute import (
    Explained,
    a_round,
    can_lie,
    explained,
    without_hands,
    words,
)


def product_analysis(lines) -> list[Explained]:
    """Return the program's analysis of a round as `Explained` values."""
    done = replay([json.dumps(line) for line in lines], "-")
    (one,) = analyse(done)
    return [_as_explained(move) for move in one.moves]


def _as_explained(move) -> Explained:
    one = move.insight
    code = one.said.code if one.said else ""
    values = dict(one.said.values) if one.said else {}
    words = tuple(sorted(one.words))
    figures = one.left, words, one.bits, one.skill, one.luck
    zone, n = values.get("zone"), values.get("n")
    return Explained(move.played.number, one.by, *figures, code, zone, n)


def differences(seed, code, rounds, *, first=0) -> list:
    """Return each line from round *first* on that the two analyse differently."""
    rnd, wrong = random.Random(f"{seed} {code}"), []  # noqa: S311 - the same in every run
    for _ in range(first):
        a_round(rnd, code)
    for _ in range(first, rounds):
        lines = a_round(rnd, code)
        forms = [lines] if "maker" in lines[0] else [lines, without_hands(lines)]
        for form in forms:
            for ours, theirs in zip(
                product_analysis(form), explained(form), strict=True
            ):
                if not are_equal(ours, theirs):
                    wrong.append((ours, theirs, form))
    return wrong


def are_equal(ours: Explained, theirs: Explained) -> bool:
    """Return True if two analyses are equal, with numbers equal to 1e-6."""
    figures = zip(ours[4:7], theirs[4:7], strict=True)
    return (
        ours[:4] == theirs[:4]
        and all(abs(one - other) < 1e-6 for one, other in figures)
        and ours.code == theirs.code
        and ours.zone == theirs.zone
        and (theirs.n is None or ours.n == theirs.n)
    )


@pytest.mark.parametrize("code", ["en", "de"])
def test_brute_force_finds_the_same_in_a_few_rounds(code):
    """Brute force agrees in a few rounds, with and without lines for handed pieces."""
    assert differences("few", code, 4) == []


@pytest.mark.parametrize("at", [78, 207, 1258])
def test_the_last_digit_of_a_sum_decides_nothing(at):
    """Rounding errors decide nothing between equal zones or a loss and its limit."""
    assert differences("many", "en", at + 1, first=at) == []


@pytest.mark.long
@pytest.mark.parametrize("code", ["en", "de"])
def test_brute_force_finds_the_same_in_two_thousand_rounds(code):
    """Brute force agrees in 2,000 rounds; half of the words are rare ones."""
    assert differences("many", code, 2000) == []


def test_a_slip_of_the_analysis_is_seen(monkeypatch):
    """A planted error of the analysis is found."""
    monkeypatch.setattr(evidence, "information", lambda *_: 1.0)
    assert differences("few", "en", 1)


def test_a_tap_explains_the_same_with_and_without_hands():
    """A tap is explained alike with and without its hand line (W2)."""
    rnd = random.Random(2)  # noqa: S311 - the same in every run
    for _ in range(6):
        lines = a_round(rnd, "en")
        if "maker" in lines[0]:
            continue
        taps = [one[1:] for one in product_analysis(lines) if one.seat is not None]
        assert taps == [one[1:] for one in product_analysis(without_hands(lines))]


def test_words_that_nobody_may_play_are_not_counted():
    """NENNEN needs four tiles of N, BUSSES nine tight curves."""
    assert not can_lie("NENNEN")
    assert not can_lie("BUSSES")
    assert all(word.text != "NENNEN" for word in words("de", 6))
