"""A seeker of the board: legal, honest, and as good as its mind."""

import random
from dataclasses import replace

import pytest

from firmware_host.app.content.languages import load_language
from firmware_host.board.events import Woke
from firmware_host.board.messages import Refused
from firmware_host.board.pieces import BOARD, Kind, Seat
from firmware_host.games.contract import Header
from firmware_host.games.decipher.evidence import (
    PERFECT,
    Mind,
    choose_action,
    likeliest_word,
    thinks_of,
)
from firmware_host.games.decipher.game import decipher
from firmware_host.games.decipher.state import Guess, Secret, Tap
from firmware_host.games.views import Viewer
from firmware_host.words.index import index_of

CHILDISH = Mind(knows=(15, 8, 3, 0), overlooks=4, slips=3, dares=0.25)


def sought(code, length, mind, number):
    """Play one round alone; return the game, and what the seeker did."""
    rnd = random.Random(number)  # noqa: S311 - the same rounds in every run
    settled = {"seats": 1, "length": length, "board_makes": True, "rounds": 1}
    header = Header("decipher", **settled, language=load_language(code))
    game, seed, done = decipher.start(header), rnd.randbytes(16), []
    while not game.over and not game.results:
        action = decipher.interpret(game, Woke()) if decipher.wake(game) else None
        if action == Secret(BOARD):
            action = Secret(BOARD, entropy=rnd.randbytes(32))
        if action is None:
            view = decipher.view(game, Viewer.PUBLIC)
            action = choose_action(view, header, Seat(0), mind, seed)
            assert action == choose_action(view, header, Seat(0), mind, seed)
            done.append(action)
        outcome = decipher.act(game, action)
        assert not isinstance(outcome, Refused), (action, outcome)
        game = decipher.fold(game, outcome)
    return game, done


@pytest.mark.parametrize("code", ["en", "de"])
@pytest.mark.parametrize("mind", [PERFECT, CHILDISH])
def test_whatever_it_does_is_never_refused(code, mind):
    """Rounds of every length, to their end."""
    for length in (3, 4, 5, 6):
        for number in range(3):
            game, done = sought(code, length, mind, number)
            assert game.results
            assert any(isinstance(one, Tap) for one in done)


def test_who_knows_every_word_finds_more_than_a_child():
    """Of twenty words of six letters."""
    found = {
        mind: sum(
            sought("en", 6, mind, number)[0].results[0].guessed_by is not None
            for number in range(20)
        )
        for mind in (PERFECT, CHILDISH)
    }
    assert found[PERFECT] >= 19
    assert found[CHILDISH] <= 15


def begun(word):
    settled = {"seats": 2, "length": len(word), "board_makes": False}
    header = Header("decipher", **settled, language=load_language("en"))
    outcome = decipher.act(decipher.start(header), Secret(Seat(0), word))
    return header, decipher.fold(decipher.start(header), outcome)


def test_a_mind_knows_its_share_of_words_and_keeps_to_it():
    """Half of the easy words and no others; another seed knows others."""
    header, game = begun("HOBBY")
    view, index = decipher.view(game, Viewer.PUBLIC), index_of(header.language, 5)
    half = Mind(knows=(8, 0, 0, 0))
    known = thinks_of(view, header, half, b"Ann")
    easy = index.bits(header.language.bands["easy"].words(5))
    assert known & ~easy == 0
    assert 0.3 < known.bit_count() / easy.bit_count() < 0.7
    assert known == thinks_of(view, header, half, b"Ann")
    assert known != thinks_of(view, header, half, b"Ben")


def test_who_overlooks_every_no_thinks_of_words_that_are_out():
    """And whoever overlooks none does not."""
    header, game = begun("HOBBY")
    view = decipher.view(game, Viewer.PUBLIC)
    index = index_of(header.language, 5)
    no = replace(view, covered=((1, 0, 0, 0), *view.covered[1:]))
    blind = thinks_of(no, header, Mind(overlooks=16), b"")
    assert blind & index.needs(0, Kind.LONG_STICK, 1)
    assert not thinks_of(no, header, PERFECT, b"") & index.needs(0, Kind.LONG_STICK, 1)


def test_where_it_knows_no_word_it_reads_the_letters():
    """Who knows nothing thinks of all that fit, and of many it guesses none."""
    header, game = begun("HOBBY")
    view = decipher.view(game, Viewer.PUBLIC)
    nothing = thinks_of(view, header, Mind(knows=(0, 0, 0, 0)), b"")
    assert nothing == thinks_of(view, header, PERFECT, b"")
    assert likeliest_word(view, header, nothing) == ("", 0.0)


def test_the_word_counts_for_nothing_before_the_reveal():
    """Two words with equal answers: the same is done."""
    done = []
    for word in ("HOBBY", "PANDA"):
        header, game = begun(word)
        view = decipher.view(game, Viewer.PUBLIC)
        done.append(thinks_of(view, header, CHILDISH, b"Ann"))
    assert done[0] == done[1]


def test_without_a_guess_token_nobody_guesses():
    """Once all lies and no token is left, a seeker passes."""
    header, game = begun("HOBBY")
    view = decipher.view(game, Viewer.PUBLIC)
    builds = game.round.puzzle.builds
    laid = replace(view, placed=builds, bonus_mode=True, hidden=0)
    assert choose_action(laid, header, Seat(1), PERFECT, b"") == Guess(Seat(1), "HOBBY")
    poor = replace(laid, tokens=(0, 0))
    assert not isinstance(choose_action(poor, header, Seat(1), PERFECT, b""), Guess)
