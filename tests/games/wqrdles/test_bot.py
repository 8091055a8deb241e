"""Rivals in WQRDLES: they play on, they know what their seat sees, some play better."""

import random
from math import sqrt

import pytest

from firmware_host.app.content.languages import load_language
from firmware_host.board.pieces import Seat
from firmware_host.board.record import replace
from firmware_host.games.bots import EASY, FAIR, SHARP, STRENGTHS, Move
from firmware_host.games.contract import Header
from firmware_host.games.views import Viewer
from firmware_host.games.wqrdles.evidence import MINDS, choose_action, fitting
from firmware_host.games.wqrdles.game import wqrdles
from firmware_host.games.wqrdles.state import Decode, Guess, Phase, Query, Secret
from firmware_host.words.index import index_of
from tests.games.rivals import played
from tests.games.wqrdles.test_rules import BEN, HAND, LEE, TINA, do, hidden, row

CHANCE = bytes(range(32))

#: 1.96 deviations of the normal distribution: 95 %.
Z95 = 1.96


def header(seats: int, *options, language: str = "en", length: int = 5) -> Header:
    words = load_language(language)
    return Header("wqrdles", seats, length, options=options, language=words)


@pytest.mark.parametrize(
    ("settled", "strengths"),
    [
        (header(2), (EASY, SHARP)),
        (header(2, *HAND, language="de", length=4), (FAIR, FAIR)),
        (header(3), (EASY, FAIR, SHARP)),
        (header(4, ("sequence", "off"), *HAND), (SHARP, FAIR, EASY, EASY)),
    ],
)
def test_rivals_play_whatever_is_chosen_to_the_end(settled, strengths):
    """Nothing that they do is refused, and somebody has points."""
    *_, (_, _, last) = played(wqrdles, settled, strengths, 1)
    assert last.over
    assert max(last.totals) > 0
    assert last.round.slipped == ()


def test_a_rival_waits_until_it_is_asked():
    """While others hide, ask or try, and once the game is over."""
    game = hidden("HOUSE", "ABOUT")
    seen = [wqrdles.view(game, seat) for seat in (TINA, LEE)]
    settled = header(2)
    assert wqrdles.bot(seen[1], settled, FAIR, CHANCE) is None
    move = wqrdles.bot(seen[0], settled, FAIR, CHANCE)
    assert isinstance(move.action, Query)
    assert move.after_ms >= MINDS[FAIR].thinks_ms
    assert move == wqrdles.bot(seen[0], settled, FAIR, CHANCE)
    assert wqrdles.bot(wqrdles.view(game, Viewer.PUBLIC), settled, FAIR, CHANCE) is None


def test_a_rival_says_words_that_the_board_draws_as_long_as_one_fits():
    """So nobody has to look one up, and a child may be shown all of them."""
    settled = header(2, language="de")
    drawn = settled.language.common.words(5)
    called = [
        action.word
        for seed in range(3, 6)
        for _, action, _ in played(wqrdles, settled, (SHARP, EASY), seed)
        if isinstance(action, Secret | Query | Guess)
    ]
    assert len(called) > 10
    assert {*called} <= {*drawn}


def test_a_rival_marks_its_own_word_by_hand_without_a_slip():
    """The board would take the points of the round."""
    game = do(hidden("HOUSE", "ABOUT", "LEMON", options=HAND), Query(TINA, "SHAPE"))
    seen = wqrdles.view(game, BEN)
    assert choose_action(seen, header(3, *HAND), MINDS[EASY], CHANCE) == Decode(
        BEN, "----y"
    )


def test_a_word_that_no_list_has_is_found_all_the_same():
    """Once no word of its own fits, a rival takes the dictionary: else no race ends."""
    settled = header(2)
    assert "XERIC" not in settled.language.common
    game = do(row(hidden("XERIC", "ABOUT"), "SHAPE"), Query(LEE, "XERIC"))
    for mind in MINDS.values():
        tried = choose_action(wqrdles.view(game, LEE), settled, mind, CHANCE)
        assert tried == Guess(LEE, "XERIC", TINA)


def any_of(rnd: random.Random, index, bits: int) -> str:
    """Return some word of *bits*."""
    at = rnd.randrange(bits.bit_length())
    behind = bits >> at
    return index.word(at + (behind & -behind).bit_length() - 1)


def twins(settled: Header, strengths, seed: int, ask=wqrdles.bot) -> tuple[int, int]:
    """
    Return how often a rival was asked again, and did something else.

    Another word that fits all that was answered stands in for each that is hidden.
    """
    rnd = random.Random(seed)  # noqa: S311 - the same in every run
    index = index_of(settled.language, settled.length, laid=False)
    asked = other = 0
    for game, _, _ in played(wqrdles, settled, strengths, seed):
        if game.phase not in (Phase.QUERY, Phase.ATTEMPTS):
            continue
        seat = game.round.turn
        words = list(game.round.words)
        for owner in game.round.seats:
            bits = fitting(wqrdles.view(game, seat), owner, index)
            if owner != seat and bits:
                words[owner] = any_of(rnd, index, bits)
        twin = replace(game, round=replace(game.round, words=tuple(words)))
        chance, strength = rnd.randbytes(32), rnd.choice(STRENGTHS)
        one, two = (
            ask(wqrdles.view(state, seat), settled, strength, chance)
            for state in (game, twin)
        )
        asked += 1
        other += one != two
    return asked, other


def test_two_secrets_that_were_answered_alike_bring_the_same_move():
    """At every moment of a game."""
    for seed, seats in enumerate((2, 3)):
        asked, other = twins(header(seats), (EASY, FAIR, SHARP)[:seats], seed)
        assert asked > 20
        assert other == 0


@pytest.mark.long
def test_in_two_thousand_games_no_rival_knows_more_than_it_sees():
    """Of two and of three, in both languages."""
    for seed in range(2000):
        settled = header(2 + seed % 2, language=("en", "de")[seed // 2 % 2])
        strengths = tuple(STRENGTHS[(seed + at) % 3] for at in range(settled.seats))
        assert twins(settled, strengths, seed)[1] == 0


def test_a_rival_that_peeks_is_found():
    """One that looks into a promise, which differs, does another thing."""

    def peeks(view, settled, strength, chance):
        move = wqrdles.bot(view, settled, strength, chance)
        word = view.public.commitments[1 - view.seat][:5]
        return move and Move(Guess(view.seat, word, Seat(1 - view.seat)))

    asked, other = twins(header(2), (EASY, FAIR), 1, peeks)
    assert 0 < other <= asked


def won(better: str, worse: str, games: int, seed: int = 0) -> float:
    """Return in what share of races the better one wins."""
    wins = 0.0
    for number in range(games):
        pair = (better, worse) if number % 2 else (worse, better)
        *_, (_, _, last) = played(wqrdles, header(2), pair, seed + number)
        wins += (Seat(pair.index(better)) in last.winners) / len(last.winners)
    return wins / games


@pytest.mark.long
@pytest.mark.parametrize(("better", "worse"), [(FAIR, EASY), (SHARP, FAIR)])
def test_strengths_are_apart_over_two_thousand_races(better, worse):
    """By 95 %: chance alone would not bring it."""
    games = 2000
    share = won(better, worse, games)
    margin = Z95 * sqrt(share * (1 - share) / games)
    assert share - margin > 0.5


def test_the_sharp_one_wins_most_races_against_the_easy_one():
    """A few games are enough for that."""
    assert won(SHARP, EASY, 10) > 0.5
