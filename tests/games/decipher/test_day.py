"""The word of the day on the board, and its result without the word."""

import pytest

from firmware_host.app.content.languages import load_language
from firmware_host.board.events import Woke
from firmware_host.board.pieces import BOARD, Seat, Zone
from firmware_host.board.record import replace
from firmware_host.games.contract import Header
from firmware_host.games.decipher import rules
from firmware_host.games.decipher.evidence import make_hint
from firmware_host.games.decipher.game import decipher
from firmware_host.games.decipher.rules import LEFT, Hint, SetSecret, longest_row, taps
from firmware_host.games.game import Join, Leave, Void
from firmware_host.games.views import Viewer
from firmware_host.words.day import words_of_day
from firmware_host.words.language import DAY
from tests.games.decipher.onlooker import BUILDS
from tests.games.play import (
    BEN,
    ENTROPY,
    GREEN,
    LEE,
    RED,
    TINA,
    YELLOW,
    begun,
    do,
    guess,
    tap,
)

ME = Seat(0)
NAMES = ("Tina", "Lee", "Ben")


def of_day(day=329, language=None, **changes):
    """Return a game of the day whose word the board has made."""
    language = language or load_language("en")
    options = (("hints", "on"), ("words", DAY), ("day", day))
    settled = {"length": 5, "board_makes": True, "options": options} | changes
    game = decipher.start(Header("decipher", 1, language=language, **settled))
    return do(game, SetSecret(BOARD, entropy=ENTROPY))


def test_the_board_plays_the_word_of_the_day():
    """The word of the day does not depend on own lists, only on the day."""
    word = words_of_day(load_language("en"), 5, 329)[0]
    assert of_day().round.puzzle.word == word

    own = load_language("en").with_own(("HOBBY", "PANDA", "TIGER"))
    other = of_day(language=own)
    assert other.round.puzzle.word == word
    assert of_day(330).round.puzzle.word != word


def test_a_word_that_was_called_off_is_followed_by_the_next():
    """After a voided word of the day the next one is drawn."""
    first, second, *_ = words_of_day(load_language("en"), 5, 329)
    game = do(of_day(), Void(), SetSecret(BOARD, entropy=ENTROPY))

    assert (game.voided, game.round.puzzle.word) == (first, second)


def test_no_word_that_was_called_off_is_drawn_again():
    """Neither a second void nor the next round brings a voided word back."""
    ranked = words_of_day(load_language("en"), 5, 329)
    game = of_day(rounds=2)
    for _ in range(2):
        game = do(game, Void(), SetSecret(BOARD, entropy=ENTROPY))
    assert game.round.puzzle.word == ranked[2]

    game = do(game, guess(ME, ranked[2]), SetSecret(BOARD, entropy=ENTROPY))
    assert game.round.puzzle.word == ranked[3]


def test_a_word_that_cannot_be_laid_here_is_followed_by_the_next(monkeypatch):
    """A word of the day that cannot be laid is replaced by the next one."""
    first, second, *_ = words_of_day(load_language("en"), 5, 329)
    real = type(load_language("en")).faults
    monkeypatch.setattr(
        type(load_language("en")),
        "faults",
        lambda self, word, *more, **given: (
            ("no",) if word == first else real(self, word, *more, **given)
        ),
    )
    game = decipher.start(of_day().header)
    assert rules.draw_word(game, ENTROPY) == second


def test_hints_go_by_the_words_of_which_it_is_one():
    """Hints for the word of the day use its list, not a chosen one."""
    own = load_language("en").with_own(("HOBBY", "PANDA", "TIGER"))
    view = decipher.view(of_day(language=own), Viewer.PUBLIC)
    words = load_language("en").drawn(5, DAY).count(5)

    assert words - 5 <= make_hint(view, own, DAY, Hint(ME, LEFT)).left <= words


def played(game):
    """Tap twice wrongly, guess wrongly, ask, and find the word."""
    word, first, fits = game.round.puzzle.word, Zone(1), _fits(game)
    game = do(game, decipher.interpret(game, Woke()))
    kind, wrong, right = game.round.holding, fits.index(False), fits.index(True)
    game = do(game, tap(first + wrong, kind), tap(first + right, kind))
    return do(game, guess(ME, "XXXXX"), Hint(ME, LEFT), guess(ME, word))


def _fits(game):
    """Return for each zone whether the first piece fits there."""
    kind = decipher.interpret(game, Woke()).kind.value[0]
    return [bool(BUILDS[letter][kind]) for letter in game.round.puzzle.word]


def test_what_is_shared_has_guesses_noes_and_hints_and_not_the_word():
    """The shared text has guesses, NO tokens and hints, and neither word nor zones."""
    game = played(of_day())
    shared = decipher.view(game, Viewer.PUBLIC).shared

    assert shared == "Letterzone 329 en 5\n?★\n✗\ni"


def test_nothing_is_shared_before_the_end_or_of_another_word():
    """Nothing is shared before the end, nor for another word."""
    assert decipher.view(of_day(), Viewer.PUBLIC).shared == ""
    header = Header(
        "decipher", 1, length=3, board_makes=True, language=load_language("en")
    )
    other = do(decipher.start(header), SetSecret(BOARD, "SUN", entropy=ENTROPY))
    assert decipher.view(do(other, guess(ME, "SUN")), Viewer.PUBLIC).shared == ""


def test_two_words_that_were_played_alike_are_shared_alike():
    """Two words with the same play have the same shared text."""
    games = [of_day(day) for day in range(1, 30)]
    wholes = [played(game) for game in games if any(_fits(game)) > all(_fits(game))]
    texts = {decipher.view(game, Viewer.PUBLIC).shared for game in wholes}

    assert len(wholes) > 20
    assert {text.partition("\n")[2] for text in texts} == {"?★\n✗\ni"}


def test_few_taps_are_praised():
    """The number of taps is shown at the end, for the player who found the word."""
    game = played(of_day())
    note = decipher.face(game, ("Tina",)).table.note

    assert note.code == "round-taps"
    assert (note["n"], note["name"]) == (2, "Tina")


def test_no_tap_of_others_is_counted():
    """With several seekers no number of taps is shown."""
    game = do(begun("HOBBY"), tap(2, RED), guess(LEE, "HOBBY"))
    note = decipher.face(game, ("Tina", "Lee", "Ben")).table.note
    assert note.code == "round-guessed"


def test_no_tap_of_a_seeker_who_has_left_is_counted():
    """The last seeker is not praised for the taps of one who was there before."""
    game = do(begun("HOBBY", seats=3), tap(1, RED), tap(1, RED), tap(1, YELLOW))
    note = decipher.face(do(game, Leave(LEE), guess(BEN, "HOBBY")), NAMES).table.note
    assert note.code == "round-guessed"


def test_the_only_seeker_is_praised_also_when_others_come_and_go():
    """Who joins during the round, and a maker who leaves, have tapped nothing."""
    game = do(begun("HOBBY", seats=2), tap(1, RED), Join(BEN), Leave(TINA))
    note = decipher.face(do(game, guess(LEE, "HOBBY")), NAMES).table.note
    assert (note.code, note["n"], note["name"]) == ("round-taps", 1, "Lee")


@pytest.mark.parametrize(
    ("trail", "row"), [("", 0), ("✗✗", 0), ("✓✗✓✓✓★", 3), ("✓✓?✓✗", 2)]
)
def test_yes_in_a_row_are_counted(trail, row):
    """A No, a wrong guess and a hint come between."""
    assert longest_row(replace(begun("HOBBY"), trail=trail)) == row


def test_taps_of_a_round_are_those_of_that_round_alone():
    """Taps are counted for one round, also if players make the words."""
    game = do(begun("HOBBY"), tap(2, RED), tap(1, RED), tap(3, GREEN))
    game = do(game, guess(LEE, "HOBBY"))
    assert taps(game) == 3

    game = do(game, SetSecret(LEE, "PANDA", entropy=ENTROPY), tap(2, YELLOW))
    game = do(game, guess(TINA, "PANDA"))
    assert taps(game) == 1
