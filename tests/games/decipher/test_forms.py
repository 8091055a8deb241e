"""The forms that Decipher offers at the board, and their actions."""

from firmware_host.board.events import Button
from firmware_host.board.pieces import Zone
from firmware_host.games.decipher.forms import GuessForm
from firmware_host.games.decipher.game import decipher
from firmware_host.games.forms import Form, SecretRow
from firmware_host.games.game import End, Leave, Undo
from firmware_host.testing.walks import context
from tests.games.play import BEN, LEE, RED, TINA, begun, do, guess, header, tap


def offered(game, kind):
    """Return the offered form of that kind, or None."""
    forms = decipher.forms(context(decipher, game))
    return next((one for one in forms if type(one) is kind), None)


def test_the_maker_is_asked_for_a_word_of_the_games_length():
    game = decipher.start(header(length=4))
    (form,) = decipher.forms(context(decipher, game))
    assert form == offered(game, SecretRow)
    assert (form.seat, form.replaces, form.overrules) == (TINA, False, True)
    assert (form.key[1], len(form.choices), form.first_zone) == (1, 4, Zone(2))
    assert "".join(form.choices[0][:3]) == "ABC"


def test_a_word_can_be_replaced_until_somebody_has_touched_it():
    """A word can be replaced until the first touch, and again after its undo."""
    game = begun("HOBBY")
    assert offered(game, SecretRow).replaces
    tapped = do(game, tap(1, RED))
    assert offered(tapped, SecretRow) is None
    form = offered(tapped, GuessForm)
    assert form.judge == TINA
    able = [s for s in (TINA, LEE, BEN) if isinstance(form.open(s), Form)]
    assert able == [LEE, BEN]
    assert offered(do(tapped, Undo()), SecretRow).seat == TINA


def test_nobody_is_asked_where_the_board_makes_the_words_or_all_is_over():
    game = begun("HOBBY", board_makes=True)
    (form,) = decipher.forms(context(decipher, game))
    assert (form.judge, form.turn) == (None, TINA)
    over = do(begun("HOBBY"), End())
    assert decipher.forms(context(decipher, over)) == ()


def test_a_maker_who_has_gone_hears_nothing():
    form = offered(do(begun("HOBBY"), Leave(TINA)), GuessForm).open(LEE)
    assert form.judge is None
    assert form.held(Button.CROSS) is None


def heard(game, button):
    """Return the action of a guess that the maker has heard."""
    form = offered(game, GuessForm).open(LEE)
    return decipher.action(form.held(button).line)


def test_a_wrong_guess_that_was_called_out_costs_a_token_and_counts_for_the_maker():
    game = do(begun("HOBBY"), heard(begun("HOBBY"), Button.CROSS))
    assert game.round.tokens == (0, 2, 3)
    assert game.round.guesses == ((LEE, ""),)
    ended = do(game, guess(BEN, "HOBBY"))
    assert ended.results[-1].points == (2, 2, 13)


def test_a_right_one_is_the_word_itself():
    """The transcript has it, as if it had been spelled."""
    game = begun("HOBBY")
    right = heard(game, Button.TICK)
    assert decipher.action_json(right) == {"do": "guess", "by": LEE, "word": "HOBBY"}
    assert do(game, right).results[-1].guessed_by == LEE
