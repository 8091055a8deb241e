"""The games by chance reach everything that the rules know."""

from collections import Counter

import pytest

from tests.referee.differences import referees_judgement
from tests.referee.random_game import random_transcript

CODES = {
    "no-round",
    "no-seat",
    "not-the-maker",
    "word-length",
    "word-letters",
    "word-tiles",
    "word-pieces",
    "word-unknown",
    "none-hidden",
    "piece-in-hand",
    "no-piece",
    "other-kind",
    "outside-word",
    "zone-covered",
    "too-late",
    "ask-first",
    "not-bonus",
    "none-left",
    "already-asked",
    "not-a-seeker",
    "out-of-round",
    "guess-length",
    "guess-letters",
    "guess-again",
    "hints-off",
    "hint-again",
    "nothing-to-undo",
    "game-over",
}


@pytest.fixture(scope="module")
def games():
    return [random_transcript(seed) for seed in range(120)]


@pytest.fixture(scope="module")
def judged(games):
    return [referees_judgement(game) for game in games]


@pytest.mark.ci
def test_random_games_meet_every_refusal_and_every_end(games, judged):
    """Random games have every refusal, answer, setting and action."""
    objects = [o for game in judged for o in game]
    assert {o["refused"] for o in objects if "refused" in o} == CODES
    assert {o["answer"] for o in objects if "answer" in o} == {
        "ok",
        "yes",
        "no",
        "right",
        "wrong",
    }
    assert {bool(o["guessed_by"]) for o in objects if "round" in o} == {True, False}
    headers = [game[0] for game in games]
    assert {h["language"] for h in headers} == {"en", "de"}
    assert {h["length"] for h in headers} == {3, 4, 5, 6}
    for option in ("maker", "hand", "guess_tokens", "first_zone", "letters", "hints"):
        assert 0 < sum(option in h for h in headers) < len(headers)
    done = {line["do"] for game in games for line in game[1:]}
    assert done == {
        "secret",
        "hand",
        "tap",
        "ask",
        "pass",
        "guess",
        "retire",
        "hint",
        "check",
        "timeup",
        "undo",
        "void",
        "leave",
        "join",
        "end",
    }


def test_random_games_end_and_are_mostly_legal(judged):
    """Each game has its totals once; about one action in seven is refused."""
    for game in judged:
        assert sum("totals" in o for o in game) == 1
    lines = [o for game in judged for o in game if "line" in o]
    assert 0.08 < sum("refused" in o for o in lines) / len(lines) < 0.22


def test_a_seed_is_always_the_same_game(games):
    """A failing seed can be played again."""
    assert [random_transcript(seed) for seed in range(10)] == games[:10]
    assert games[0] != games[1]


def test_totals_are_the_sums_of_the_rows(judged):
    """The totals of each game are the sums of its rounds' points."""
    for game in judged:
        sums = Counter()
        for line in game:
            sums.update(line.get("points", {}))
        final = next(o["totals"] for o in game if "totals" in o)
        assert {name: sums[name] for name in final} == final


def test_a_refused_line_changes_nothing(games, judged):
    """A game without its refused lines gives the same output."""
    for game, said in zip(games[:40], judged[:40], strict=True):
        refused = {o["line"] for o in said if "refused" in o}
        kept = [line for n, line in enumerate(game, 1) if n not in refused]
        again = [strip(o) for o in referees_judgement(kept)]
        assert again == [strip(o) for o in said if "refused" not in o]


def strip(said):
    return {key: value for key, value in said.items() if key != "line"}
