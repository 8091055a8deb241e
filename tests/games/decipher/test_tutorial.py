"""The first minute of Decipher: the first piece fits everywhere, one idea at a time."""

import pytest

from firmware_host.app.content.languages import load_language
from firmware_host.board.pieces import BOARD, Kind, Seat, Zone
from firmware_host.games import chance
from firmware_host.games.contract import Header
from firmware_host.games.decipher import tutorial
from firmware_host.games.decipher.game import decipher
from firmware_host.games.decipher.rules import (
    AskForPiece,
    Guess,
    HandOver,
    PassTurn,
    SetSecret,
    TapPiece,
)
from firmware_host.languages import CODES
from tests.games.play import do

ME = Seat(0)
RED, YELLOW, _, _ = Kind


def game(code="en", words=()):
    """A game of one round against the board, before its word."""
    language = load_language(code).with_own(tuple(words))
    header = Header(
        game="decipher",
        seats=1,
        length=tutorial.LENGTH,
        board_makes=True,
        rounds=1,
        options=tuple(tutorial.tutorial.rules.items()),
        language=language,
    )
    return decipher.start(header)


def with_word(word, code="en"):
    """A game whose word is settled, with its first piece handed over."""
    return do(game(code), SetSecret(BOARD, word, override=True), HandOver(RED))


def last_three():
    """FIT without its last three pieces: a yellow one of the F, and the T."""
    first = do(with_word("FIT"), TapPiece(Zone(2), RED, 1))
    second = do(first, HandOver(YELLOW), TapPiece(Zone(2), YELLOW, 1))
    return do(second, HandOver(RED), TapPiece(Zone(3), RED, 2))


def told(state):
    """Return the code of the tip, without the common prefix."""
    tip = tutorial.tip(state)
    line, why = tip.line.code, tip.why.code
    assert why == f"{line}-why"
    return line.removeprefix("tutorial-")


@pytest.mark.parametrize("code", CODES)
def test_its_first_piece_fits_wherever_it_is_laid(code):
    """
    The tutorial's first piece fits in any zone of its word.

    The word has three letters and is in the board's list.
    """
    state, words = game(code), set()
    language = state.header.language
    for number in range(300):
        drawn = tutorial.entropy(state, number.to_bytes(32))
        begun = do(state, SetSecret(BOARD, entropy=drawn))
        word = begun.round.puzzle.word
        kind = chance.draw_kind(drawn, begun.round.hidden, 0)
        assert all(language.alphabet.build(letter)[kind.place] for letter in word)
        assert len(word) == 3
        assert not begun.round.bonus_mode
        words.add(word)
    drawn_from = language.drawn(3, "first-readers")
    known = {drawn_from.word(3, at) for at in range(drawn_from.count(3))}
    assert words <= known
    assert len(words) > 20


def test_a_list_without_such_a_word_has_a_first_minute_all_the_same():
    """Z, O and O have no piece in common."""
    state = game(words=("ZOO",))
    drawn = tutorial.entropy(state, bytes(32))
    assert do(state, SetSecret(BOARD, entropy=drawn)).round.puzzle.word == "ZOO"


def test_the_same_chance_draws_the_same_word():
    """The same entropy draws the same word."""
    state = game()
    assert tutorial.entropy(state, b"1" * 32) == tutorial.entropy(state, b"1" * 32)
    assert tutorial.entropy(state, b"1" * 32) != tutorial.entropy(state, b"2" * 32)


def test_it_tells_one_idea_after_the_other():
    """The tips follow the game, with the last result first."""
    assert told(game()) == "begins"
    state = with_word("FIT")
    assert told(state) == "first"
    state = do(state, TapPiece(Zone(2), RED, 1))
    assert told(state) == "yes"
    state = do(state, HandOver(YELLOW), TapPiece(Zone(3), YELLOW, 1))
    assert told(state) == "no"
    assert tutorial.tip(state).line.values == (("zone", 3),)
    state = do(state, TapPiece(Zone(2), YELLOW, 1), HandOver(RED))
    assert told(state) == "turn"
    state = do(state, TapPiece(Zone(3), RED, 2))
    assert told(state) == "bonus"
    assert told(do(state, Guess(ME, "FAT"))) == "wrong"
    state = do(state, AskForPiece())
    assert told(state) == "asked"
    assert told(do(state, Guess(ME, "FIT"))) == "found"
    assert told(do(with_word("FIT"), Guess(ME, "FIT"))) == "found"


def test_a_longer_word_speaks_of_guessing_before_its_last_pieces():
    """With a longer word the tip about guessing comes before the last pieces."""
    state = with_word("EWE")
    for at, kind in enumerate((RED, YELLOW, YELLOW)):
        state = do(state, TapPiece(Zone(2), kind, 1 + at), HandOver(YELLOW))
    assert told(state) == "guess"


def test_it_ends_with_the_word_and_what_it_was_worth():
    """The last tip has the word and its points, or says that it was not found."""
    found = tutorial.tip(do(with_word("FIT"), Guess(ME, "FIT"))).why
    assert dict(found.values)["points"] == 3 - 1 + 5 + 6
    state = do(with_word("AXE"), Guess(ME, "ONE"), Guess(ME, "TWO"), Guess(ME, "SIX"))
    assert told(state) == "lost"
    assert told(do(last_three(), PassTurn())) == "lost"


def test_all_pieces_lie_and_only_a_guess_is_left():
    """With all pieces laid the tip is to guess."""
    state = last_three()
    for zone, kind, number in ((2, YELLOW, 2), (4, RED, 3), (4, YELLOW, 3)):
        state = do(
            state, AskForPiece(), HandOver(kind), TapPiece(Zone(zone), kind, number)
        )
    assert told(state) == "all"
