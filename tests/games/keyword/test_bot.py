"""Bots in KEYWORD: they play on, they know their own hand, some play better."""

import random
from math import sqrt

import pytest

from firmware_host.app.content.languages import load_language
from firmware_host.board.pieces import Seat
from firmware_host.board.record import replace
from firmware_host.games.bots import EASY, FAIR, SHARP, STRENGTHS, Move
from firmware_host.games.contract import Header
from firmware_host.games.keyword.evidence import (
    HURRIES_MS,
    MINDS,
    bot,
    choose_move,
    known_words,
    laying,
    longest,
)
from firmware_host.games.keyword.game import keyword
from firmware_host.games.keyword.state import Claim, Lay, Pass, Round, Word
from firmware_host.games.views import Viewer
from tests.games.rivals import played

CHANCE = bytes(range(32))

#: 1.96 deviations of the normal distribution: 95 %.
Z95 = 1.96


def header(seats: int, *options, language: str = "en") -> Header:
    words = load_language(language)
    return Header("keyword", seats, 0, options=options, language=words)


def holding(hand: str, row: str, *options, **changes):
    """Return a game of two in which the first one has this hand, in a round."""
    game = keyword.start(header(2, *options))
    hands = (tuple(hand), tuple("QQQQQQ"))
    round_ = Round(game.players)
    return replace(game, hands=hands, row=tuple(row), round=round_, **changes)


@pytest.mark.parametrize(
    ("settled", "strengths"),
    [
        (header(2), (EASY, SHARP)),
        (header(3, ("sand_s", 0), language="de"), (FAIR, SHARP, EASY)),
    ],
)
def test_bots_play_to_the_end(settled, strengths):
    """Nothing that they do is refused; what they lay is a word."""
    words = []
    for before, action, last in played(keyword, settled, strengths, 1):
        if isinstance(action, Lay):
            words.append(action.word)
        faults = [one.faults for one in last.opened]
        assert not any(faults), before
    assert last.over
    assert words


def test_the_sharp_one_lays_the_longest_word_with_most_blue_cards():
    """As long as the board draws it; one of the hand is needed."""
    seen = keyword.view(holding("TREXQZ", "EAS?BL"), Seat(0))
    lay = choose_move(seen, header(2), MINDS[SHARP], CHANCE)
    words = longest(seen, known_words(header(2).language, ()))
    assert lay.word in words
    counts = {sum(map(bool, laying(seen, word).blue)) for word in words}
    assert len(counts) > 1
    assert sum(map(bool, lay.blue)) == max(counts)


def test_whoever_has_laid_waits_a_moment_for_a_bot():
    """Till then it takes its time, as somebody does who looks for the longest word."""
    game = holding("TREXQZ", "EAS?BL")
    settled = header(2)
    alone = bot(keyword.view(game, Seat(0)), settled, EASY, CHANCE)
    passed = replace(game, round=replace(game.round, passed=(Seat(1),)))
    last = bot(keyword.view(passed, Seat(0)), settled, EASY, CHANCE)
    assert alone.action == last.action
    assert last.after_ms <= HURRIES_MS < MINDS[EASY].thinks_ms <= alone.after_ms


def test_whoever_lays_no_word_takes_new_cards():
    """All of them; of real cards nobody knows which, and none go."""
    game = holding("QXQXQX", "ZZZZZZ")
    assert choose_move(
        keyword.view(game, Seat(0)), header(2), MINDS[SHARP], CHANCE
    ) == Pass(Seat(0), tuple("QXQXQX"))
    game = holding("******", "TEASER", ("cards", "real"))
    assert choose_move(
        keyword.view(game, Seat(0)), header(2), MINDS[SHARP], CHANCE
    ) == Pass(Seat(0))


def test_a_bot_claims_the_keyword_as_soon_as_it_can():
    """Nobody has to remind it."""
    won = (Word("CAT", 0),)
    game = holding("TREXQZ", "EAS?QQ", ("keyword", "CAT"), words=(won, ()))
    move = keyword.bot(keyword.view(game, Seat(0)), header(2), EASY, CHANCE)
    assert move == Move(Claim(Seat(0)))


def test_a_bot_waits_for_others_and_never_for_longer_than_the_sand():
    """It lays once, with half of the sand left; between rounds it has nothing to do."""
    game = holding("TREXQZ", "EAS?QQ", ("sand_s", 30))
    seen = keyword.view(game, Seat(0))
    move = keyword.bot(seen, header(2), EASY, CHANCE)
    assert move.after_ms == 15_000
    assert move == keyword.bot(seen, header(2), EASY, CHANCE)
    laid = keyword.fold(game, keyword.act(game, move.action))
    for seen in (
        keyword.view(laid, Seat(0)),
        keyword.view(replace(game, round=None), Seat(0)),
        keyword.view(game, Viewer.PUBLIC),
    ):
        assert keyword.bot(seen, header(2), EASY, CHANCE) is None


def twins(settled: Header, seed: int, ask=keyword.bot) -> tuple[int, int]:
    """
    Return how often a bot was asked again, and did something else.

    Others hold other cards then, of those that it has not seen.
    """
    rnd = random.Random(seed)  # noqa: S311 - the same in every run
    asked = other = 0
    strengths = tuple(STRENGTHS[(seed + at) % 3] for at in range(settled.seats))
    for game, _, _ in played(keyword, settled, strengths, seed):
        if game.round is None:
            continue
        seat = rnd.choice(game.players)
        unseen = [*game.orange]
        for at, hand in enumerate(game.hands):
            unseen += hand if at != seat else ()
        rnd.shuffle(unseen)
        hands = tuple(
            hand if at == seat else tuple(unseen.pop() for _ in hand)
            for at, hand in enumerate(game.hands)
        )
        twin = replace(game, hands=hands, orange=tuple(sorted(unseen)))
        chance, strength = rnd.randbytes(32), rnd.choice(STRENGTHS)
        one, two = (
            ask(keyword.view(state, seat), settled, strength, chance)
            for state in (game, twin)
        )
        asked += 1
        other += one != two
    return asked, other


def test_what_others_hold_changes_no_move():
    """At every moment of a game."""
    asked, other = twins(header(3), 1)
    assert asked > 20
    assert other == 0


@pytest.mark.long
def test_in_two_thousand_games_no_bot_knows_more_than_it_sees():
    """Of two and of three, in both languages."""
    for seed in range(2000):
        settled = header(2 + seed % 2, language=("en", "de")[seed // 2 % 2])
        assert twins(settled, seed)[1] == 0


def test_a_bot_that_does_not_go_by_its_view_alone_is_found():
    """One that plays otherwise the second time it is asked."""
    moves = []

    def fickle(*asked):
        moves.append(asked)
        return Move(len(moves))

    asked, other = twins(header(2), 1, fickle)
    assert asked == other > 0


def won(better: str, worse: str, games: int) -> float:
    """Return in what share of games the better one wins; a shared win is a part."""
    wins = 0.0
    for number in range(games):
        pair = (better, worse) if number % 2 else (worse, better)
        *_, (_, _, last) = played(keyword, header(2), pair, number)
        wins += (Seat(pair.index(better)) in last.winners) / len(last.winners)
    return wins / games


@pytest.mark.long
@pytest.mark.parametrize(("better", "worse"), [(FAIR, EASY), (SHARP, FAIR)])
def test_strengths_are_apart_over_two_thousand_games(better, worse):
    """By 95 %: chance alone would not bring it."""
    games = 2000
    share = won(better, worse, games)
    assert share - Z95 * sqrt(share * (1 - share) / games) > 0.5
