"""Which words still fit: as whoever answers each tap for each word would find."""

import random
from dataclasses import replace

import pytest

from firmware_host.app.content.languages import load_language
from firmware_host.board.pieces import BOARD, Kind, Seat
from firmware_host.games.contract import Header
from firmware_host.games.decipher import evidence
from firmware_host.games.decipher.game import decipher
from firmware_host.games.decipher.state import Guess, Secret
from firmware_host.games.views import Viewer
from firmware_host.words.index import index_of
from tests.games.decipher.onlooker import a_round, answers
from tests.games.play import ENTROPY


def chance(seed):
    return random.Random(seed)  # noqa: S311 - the same rounds in every run


def differences(code, rounds, seed) -> int:
    """Count the words of which somebody looking on and the bits think differently."""
    rnd, wrong = chance(seed), 0
    for number in range(rounds):
        played = a_round(rnd, code, board_makes=number % 2 == 0)
        if played.game.round is None:
            continue
        view = decipher.view(played.game, Viewer.PUBLIC)
        index = index_of(played.header.language, played.header.length)
        bits = evidence.fitting(view, index)
        words = index.list(index.all)  # unfit words are never counted
        some = {*rnd.sample(words, min(len(words), 400)), *index.list(bits)}
        some.add(played.word)
        fits = set(index.list(bits))
        wrong += sum((word in fits) is not answers(word, played) for word in some)
        assert played.word in fits
    return wrong


@pytest.mark.ci
@pytest.mark.parametrize("code", ["en", "de"])
def test_the_words_that_fit_are_those_that_would_have_answered_so(code):
    """Random states; a sample of all words, each that fits, and the true one."""
    assert differences(code, 60, seed=code) == 0


@pytest.mark.long
@pytest.mark.parametrize("code", ["en", "de"])
def test_ten_thousand_states_bring_no_difference(code):
    """10,000 random states of each language, 0 differences."""
    assert differences(code, 10_000, seed=f"long {code}") == 0


def test_one_who_forgets_the_noes_is_found():
    """The check can fail: with a NO token overlooked too many words fit."""
    rnd = chance(4)
    played = next(
        one
        for one in (a_round(rnd, "en", board_makes=True) for _ in range(99))
        if one.game.round and one.game.round.noes
    )
    view = decipher.view(played.game, Viewer.PUBLIC)
    blind = replace(view, covered=((0, 0, 0, 0),) * len(view.covered))
    index = index_of(played.header.language, played.header.length)
    more = evidence.fitting(blind, index) & ~evidence.fitting(view, index)
    assert more
    assert not any(answers(word, played) for word in index.list(more))


def test_words_that_the_board_has_shown_are_not_drawn_again():
    """Only where the board draws, and only from the list that it draws from."""
    language = load_language("en").with_own(["HOBBY", "PANDA"])
    header = Header("decipher", 1, 5, board_makes=True, rounds=3, language=language)
    game = decipher.start(header)
    outcome = decipher.act(game, Secret(BOARD, entropy=ENTROPY))
    game = decipher.fold(game, outcome)
    first = game.round.puzzle.word
    game = decipher.fold(game, decipher.act(game, Guess(Seat(0), first)))
    game = decipher.fold(game, decipher.act(game, Secret(BOARD, entropy=ENTROPY)))
    view = decipher.view(game, Viewer.PUBLIC)
    drawn = index_of(language, 5, "everyday")
    assert drawn.list(evidence.fitting(view, drawn)) == (game.round.puzzle.word,)
    every = index_of(language, 5)
    assert first in every.list(evidence.fitting(view, every))
    person = replace(view, maker=Seat(0))  # may make it once more
    assert drawn.list(evidence.fitting(person, drawn)) == ("HOBBY", "PANDA")
    word = game.round.puzzle.word
    game = decipher.fold(game, decipher.act(game, Guess(Seat(0), word)))
    game = decipher.fold(game, decipher.act(game, Secret(BOARD, entropy=ENTROPY)))
    view = decipher.view(game, Viewer.PUBLIC)  # all were shown: now any may come
    assert drawn.list(evidence.fitting(view, drawn)) == ("HOBBY", "PANDA")


def test_the_pieces_that_come_first_tell_of_the_word():
    """Two words that fit: the one with more of the kinds that came is likelier."""
    played = a_round(chance(9), "en", board_makes=True)
    view = decipher.view(played.game, Viewer.PUBLIC)
    red = ((2, 0, 0, 0), *((0, 0, 0, 0),) * (len(view.placed) - 1))
    seen = replace(view, placed=red, holding=None)
    alphabet = played.header.language.alphabet
    many = evidence.by_order(seen, alphabet, "NINN")
    few = evidence.by_order(seen, alphabet, "NOOO")
    assert many == 1  # all pieces are red
    assert few == pytest.approx(3 / 9 * 2 / 8)
    person = replace(seen, maker=Seat(0))
    assert evidence.by_order(person, alphabet, "NOOO") == 1
    assert (
        evidence.by_order(replace(seen, holding=Kind.WIDE_CURVE), alphabet, "NN") == 0
    )
