"""Words that are given at the board: whose turn it is to spell, and what was called."""

from firmware_host.board.pieces import Zone
from firmware_host.games.common import End, Leave, Undo
from firmware_host.games.decipher.game import decipher
from firmware_host.games.decipher.state import Guess
from firmware_host.games.requests import GuessRequest, SecretRequest
from tests.games.play import BEN, LEE, RED, TINA, begun, do, guess, header, refusal, tap

WRONG = Guess(LEE, "", spoken=True)


def asked(game, kind):
    """Return what of a kind can be given now; None for nothing."""
    found = [one for one in decipher.requests(game) if type(one) is kind]
    return found[0] if found else None


def test_the_maker_is_asked_for_a_word_of_the_games_length():
    (request,) = decipher.requests(decipher.start(header(length=4)))
    assert request == asked(decipher.start(header(length=4)), SecretRequest)
    assert (request.maker, request.replaces, request.overrules) == (TINA, False, True)
    assert (request.round, request.length, request.first_zone) == (1, 4, Zone(2))
    assert "".join(request.letters[:3]) == "ABC"


def test_a_word_can_be_replaced_until_somebody_has_touched_it():
    """And again once the first touch was taken back."""
    game = begun("HOBBY")
    assert asked(game, SecretRequest).replaces
    tapped = do(game, tap(1, RED))
    assert asked(tapped, SecretRequest) is None
    assert asked(tapped, GuessRequest).judge == TINA
    assert asked(tapped, GuessRequest).seekers == (LEE, BEN)
    assert asked(do(tapped, Undo()), SecretRequest).maker == TINA


def test_nobody_is_asked_where_the_board_makes_the_words_or_all_is_over():
    (request,) = decipher.requests(begun("HOBBY", board_makes=True))
    assert (request.judge, request.turn) == (None, TINA)
    assert decipher.requests(do(begun("HOBBY"), End())) == ()


def test_a_maker_who_has_gone_hears_nothing():
    game = do(begun("HOBBY"), Leave(TINA))
    assert asked(game, GuessRequest).judge is None
    assert refusal(game, WRONG) == "guess-length"


def test_a_wrong_guess_that_was_called_out_costs_a_token_and_counts_for_the_maker():
    game = do(begun("HOBBY"), decipher.spoken_guess(begun("HOBBY"), LEE, right=False))
    assert game.round.tokens == (0, 2, 3)
    assert game.round.guesses == ((LEE, ""),)
    ended = do(game, guess(BEN, "HOBBY"))
    assert ended.results[-1].points == (2, 2, 13)


def test_a_right_one_is_the_word_itself():
    """The transcript has it, as if it had been spelled."""
    game = begun("HOBBY")
    right = decipher.spoken_guess(game, LEE, right=True)
    assert decipher.action_json(right) == {"do": "guess", "by": LEE, "word": "HOBBY"}
    assert do(game, right).results[-1].guessed_by == LEE


def test_only_a_maker_at_the_table_can_have_heard_it():
    """And nobody spells it beside that."""
    assert refusal(begun("HOBBY"), WRONG) == ""
    assert refusal(begun("HOBBY"), Guess(TINA, "", spoken=True)) == "not-a-seeker"
    assert refusal(begun("HOBBY"), Guess(LEE, "")) == "guess-length"
    assert refusal(begun("HOBBY"), Guess(LEE, "HO", spoken=True)) == "guess-length"
    assert refusal(begun("HOBBY", board_makes=True), WRONG) == "guess-length"


def test_a_guess_that_was_called_out_is_read_as_it_was_written():
    line = decipher.action_json(WRONG)
    assert line == {"do": "guess", "by": LEE, "word": "", "spoken": True}
    assert decipher.action(line) == WRONG
