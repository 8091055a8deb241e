"""The results of `letterzone analyse` for other games, confirmed by brute force."""

import json
from collections import Counter

import pytest

from firmware_host.app.archive.replay import analyse, as_json, replay
from firmware_host.app.content.languages import load_language
from firmware_host.games.codecards.rules import PlayingCard, is_hit
from tests.judged import judge_lines
from tests.referee import codecards, keyword, wqrdles
from tests.referee.scored import example


def done(lines):
    return replay([json.dumps(line) for line in lines], "-")


def analysed_moves(lines):
    """Analyse a game; return each analysed move with the number of its line."""
    told = analyse(done(lines))
    return [(move.played.number, move.insight) for one in told for move in one.moves]


# --- WQRDLES: words left after each row ---


def words_left(lines, secrets, code):
    """Return, for each guess of a round, its line and the words left by owner."""
    length, found = lines[0]["length"], []
    language = load_language(code)
    words = language.accepted.words(length)
    every = [one for one in words if one.isalpha() and one not in language.unfit]
    left = dict.fromkeys(secrets, every)
    for number, line in enumerate(lines, 1):
        if line["do"] == "query":
            query = line["word"]
            for who, secret in secrets.items():
                shown = wqrdles.marks(query, secret)
                higher = secret > query
                left[who] = [
                    word
                    for word in left[who]
                    if wqrdles.marks(query, word) == shown
                    and (word == query or (word > query) is higher)
                ]
            found.append((number, {who: sorted(some) for who, some in left.items()}))
    return found


def test_words_left_after_each_row_are_those_that_would_be_marked_alike():
    """After each row the words left are those that a slow search finds."""
    secrets = {"Ann": "HOUSE", "Bob": "NEWTS", "Cem": "ROAST"}
    head = {"letterzone": 1, "rules": 3, "game": "wqrdles", "language": "en"}
    lines = [head | {"players": list(secrets), "length": 5, "query": "own"}]
    lines[0]["do"] = ""
    lines += [{"do": "secret", "by": by, "word": word} for by, word in secrets.items()]
    for at, query in enumerate(("PECAN", "SHAPE", "LEMON", "STORM", "HORSE", "TRAIN")):
        by = ["Ann", "Bob", "Cem"][at % 3]
        lines.append({"do": "query", "by": by, "word": query, "drawn": True})
        lines += [{"do": "pass", "by": who} for who in secrets]
    expected = words_left(lines, secrets, "en")
    del lines[0]["do"]
    said = [one for one in as_json(done(lines)) if "each" in one]
    assert [one["line"] for one in said] == [number for number, _ in expected]
    for one, (_, left) in zip(said, expected, strict=True):
        for who, words in left.items():
            assert one["each"][who]["left"] == len(words)
            few = words if len(words) <= 12 else []
            assert sorted(one["each"][who]["words"]) == few
        assert one["left"] == min(map(len, left.values()))


# --- Code cards: codes left after each turn ---


def codes_left(lines, line):
    """Count by trial the codes that agree with all answers up to a line."""
    table = codecards.Table(lines[0])
    answers = []
    seen = set()
    for number, one in enumerate(lines[1:], 2):
        acts = table.turn
        said = table.hear(one)
        if one["do"] == "play":
            seen.add(one["card"])
        if number == line:
            seat = acts
        if said and "hits" in said:
            tops = [pile[-1] if pile else None for pile in table.piles[acts]]
            answers.append((acts, tops, said["hits"]))
        if number == line:
            break
    mine = [one[1:] for one in answers if one[0] == seat]
    free = [PlayingCard(card) for card in codecards.DECK if card not in seen]
    places = [
        [
            card
            for card in free
            if all(
                tops[at] is None or is_hit(PlayingCard(tops[at]), card) is hits[at]
                for tops, hits in mine
            )
        ]
        for at in range(3)
    ]
    return sum(len({*code}) == 3 for code in _product(places))


def _product(places):
    return ((a, b, c) for a in places[0] for b in places[1] for c in places[2])


def test_codes_left_are_those_that_would_be_answered_alike():
    """After each turn the codes left are those that a slow search finds."""
    lines = example("codecards.jsonl")
    said = analysed_moves(lines)
    assert len(said) >= 6
    for line, one in said:
        assert one.left == codes_left(lines, line), line
        assert len(one.words) == (one.left if one.left <= 12 else 0)


# --- KEYWORD: the longest words of each hand ---


def longest_by_hand(hand, row, language):
    """Find the longest words that cards can form, by testing every word."""
    cards, jokers = Counter(hand) + Counter(row), (hand + row).count("?")
    best = []
    for word in language.wide:
        needs = Counter(word) - cards
        if needs.total() > jokers or len(word) < 2 or not word.isalpha():
            continue
        if "?" not in hand and not set(word) & set(hand):
            continue
        if word in language.unfit:
            continue
        if not best or len(word) >= len(best[0]):
            best = [one for one in best if len(one) == len(word)] + [word]
    return best


@pytest.mark.ci
def test_the_longest_words_of_each_hand_are_those_that_counting_finds():
    """For each hand the longest words are those of a slow search."""
    lines = example("keyword.jsonl")
    deal = lines[1]
    said = analysed_moves(lines)
    language = load_language(lines[0]["language"])
    for of in said[0][1].each:
        words = longest_by_hand(deal["hands"][of.seat], deal["row"], language)
        assert of.left == len(words[0])
        assert sorted(of.words) == sorted(words)[:12]


def test_hands_stay_secret_while_the_game_goes_on():
    """The same game, cut before its end: cards are still held."""
    lines = example("keyword.jsonl")
    for cut in range(3, len(lines)):
        over = any("totals" in one for one in judge_lines(map(json.dumps, lines[:cut])))
        assert bool(analysed_moves(lines[:cut])) is over


@pytest.mark.long
def test_no_game_by_chance_is_explained_with_a_fault():
    """Analysing forty random games of each kind raises no error."""
    for play in (codecards.play, keyword.play, wqrdles.play):
        for seed in range(40):
            list(as_json(done(play(seed))))
