"""The rules of Decipher, one promise each. The referee holds them all together."""

import pytest

from firmware_host.board.events import Button, Pressed, Tapped, Woke
from firmware_host.board.messages import Refused
from firmware_host.board.moments import What
from firmware_host.board.pieces import BOARD, Piece, Seat, Zone
from firmware_host.games.contract import AT_ONCE
from firmware_host.games.decipher.game import decipher
from firmware_host.games.decipher.rules import (
    Answered,
    AskForPiece,
    Guess,
    HandOver,
    PassTurn,
    Retire,
    SetSecret,
    TimedOut,
    TurnTimeUp,
)
from firmware_host.games.game import (
    Check,
    Checked,
    End,
    Join,
    Leave,
    RoundEnded,
    Undo,
    Undone,
    Void,
)
from firmware_host.words.levels import EASY, EVERYDAY, LEVELS
from tests.games.play import (
    BEN,
    BLUE,
    ENTROPY,
    GREEN,
    LEE,
    RED,
    TINA,
    YELLOW,
    begun,
    do,
    guess,
    header,
    lay_all_but,
    refusal,
    tap,
    wrong_guesses,
)


def last_points(game):
    return game.results[-1].points


# --- a turn


def test_yes_while_the_letter_lacks_the_piece_and_no_after_that():
    """H is two red and one yellow: the third red one is a No."""
    game = begun("HOBBY")
    answers = []
    for _ in range(2):
        outcome = decipher.act(game, tap(1, RED))
        answers.append(outcome[0].yes)
        game = decipher.fold(game, outcome)

    assert answers == [True, True]
    assert decipher.act(game, tap(1, RED))[0].yes is False


def test_after_yes_the_next_seeker_is_on_and_after_no_the_same_one():
    """After a No the same seeker goes on, after a Yes the next one."""
    game = begun("HOBBY")
    assert game.round.turn == LEE

    game = do(game, tap(2, RED))
    assert game.round.turn == LEE

    game = do(game, tap(1, RED))
    assert game.round.turn == BEN


def test_no_covers_the_kind_in_that_zone_for_good():
    """A No covers the kind in its zone, and the maker gets a point."""
    game = do(begun("HOBBY"), tap(2, RED), tap(1, RED))

    assert game.round.noes == 1
    assert refusal(game, tap(2, RED)) == "zone-covered"


@pytest.mark.parametrize(
    ("word", "first", "last"), [("CAT", 2, 4), ("FROG", 2, 5), ("HOBBY", 1, 5)]
)
def test_a_word_begins_where_the_board_says(word, first, last):
    """Zones before and after the word are refused."""
    game = begun(word)

    assert refusal(game, tap(last + 1, RED)) == "outside-word"
    assert refusal(game, tap(first, RED)) == ""
    if first > 1:
        assert refusal(game, tap(first - 1, RED)) == "outside-word"


def test_what_is_refused_changes_nothing_at_all():
    """A refused tap does not change the game or hand over a piece."""
    game = begun("HOBBY")

    assert refusal(game, tap(6, RED)) == "outside-word"
    assert game.round.holding is None
    assert game == begun("HOBBY")


def test_a_piece_of_which_none_is_hidden_is_told_to_the_maker_alone():
    """A piece of which none is hidden has another public refusal than the maker's."""
    refused = decipher.act(begun("CLL"), tap(2, GREEN))

    assert refused.code == "none-hidden"
    assert refused.public_code == "not-this-piece"


def test_another_kind_than_the_one_in_hand_is_refused():
    """The piece in hand must be tried first."""
    game = do(begun("HOBBY"), HandOver(RED))

    assert refusal(game, tap(1, YELLOW)) == "other-kind"
    assert refusal(game, HandOver(YELLOW)) == "piece-in-hand"


def test_a_laid_piece_is_refused_everywhere_and_says_where_it_lies():
    """A laid piece is refused in every zone, with the zone in which it is."""
    game = do(begun("HOBBY"), tap(1, RED, 7))
    refused = decipher.act(game, tap(2, RED, 7))

    assert refused == Refused("piece-laid", values=(("zone", 1),))
    assert refusal(game, tap(1, RED, 8)) == ""


def test_with_confirm_a_tap_hands_nothing_over():
    """The option for tables that want every piece said."""
    game = begun("HOBBY", options=(("hand", "confirm"),))

    assert refusal(game, tap(1, RED)) == "no-piece"
    assert refusal(do(game, HandOver(RED)), tap(1, RED)) == ""


# --- bonus mode


def test_bonus_mode_begins_when_exactly_three_pieces_are_hidden():
    """Bonus mode begins with three hidden pieces, by the Yes that leads to it."""
    game = lay_all_but(begun("HOBBY"), 4)
    assert not game.round.bonus_mode

    game = lay_all_but(begun("HOBBY"), 3)
    assert game.round.bonus_mode
    assert decipher.view(game, BEN).public.hidden == 3


def test_a_word_of_three_pieces_begins_in_bonus_mode():
    """The round of III starts in bonus mode."""
    assert begun("III").round.bonus_mode
    assert refusal(begun("III"), tap(2, RED)) == "ask-first"


def test_each_asking_moves_a_bonus_token_and_pays_for_one_piece():
    """
    Each request for a piece costs one bonus token.

    The piece passes on with the turn.
    """
    game = do(begun("III"), AskForPiece())

    assert game.round.bonus_left == 2
    assert refusal(game, AskForPiece()) == "already-asked"
    assert refusal(game, PassTurn()) == "already-asked"

    game = do(game, Retire(LEE))
    assert game.round.turn == BEN
    assert refusal(game, tap(2, RED)) == ""
    assert do(game, tap(2, RED)).round.bonus_left == 2


def test_the_round_ends_when_all_have_passed_since_the_last_asking():
    """A round ends when all have passed since the last request."""
    game = do(begun("III"), PassTurn(), AskForPiece(), tap(2, RED), PassTurn())
    assert game.round is not None

    game = do(game, PassTurn())
    assert game.round is None
    assert game.results[-1].guessed_by is None


def test_a_lone_seeker_ends_the_round_by_passing():
    """A single seeker ends the round by passing."""
    game = do(begun("III", seats=2), PassTurn())

    assert game.round is None


def test_the_round_ends_when_the_last_who_had_not_passed_leaves():
    """The round ends if the last seeker who had not passed leaves it."""
    game = do(begun("III"), PassTurn(), Retire(BEN))

    assert game.round is None


def test_with_nothing_hidden_asking_is_refused():
    """With no hidden piece a player may pass but not ask; before bonus mode neither."""
    game = do(
        begun("III"),
        AskForPiece(),
        tap(2, RED),
        AskForPiece(),
        tap(3, RED),
        AskForPiece(),
        tap(4, RED),
    )

    assert refusal(game, AskForPiece()) == "none-left"
    assert refusal(game, PassTurn()) == ""
    assert refusal(begun("HOBBY"), AskForPiece()) == "not-bonus"
    assert refusal(begun("HOBBY"), PassTurn()) == "not-bonus"


# --- guessing


def test_a_right_guess_ends_the_round_and_is_worth_its_tokens():
    """Five, two for each bonus token left, one for each guess token left."""
    game = do(begun("HOBBY"), tap(2, RED), guess(BEN, "PANDA"), guess(BEN, "HOBBY"))

    assert last_points(game) == (1 + 2, 3, 1 + 5 + 6)


def test_whoever_has_no_token_left_is_out_and_the_piece_goes_on():
    """After three wrong guesses the seeker is out, and the next one gets the piece."""
    game = do(begun("HOBBY"), HandOver(RED), *wrong_guesses(LEE, 3))

    assert game.round.turn == BEN
    assert game.round.holding is RED
    assert refusal(game, guess(LEE, "HOBBY")) == "out-of-round"


def test_the_round_ends_when_nobody_seeks_any_more():
    """Without seekers the round ends, and the maker gets the decipher token."""
    game = do(begun("HOBBY"), Retire(LEE), *wrong_guesses(BEN, 3))

    assert last_points(game) == (3 + 5, 3, 0)


@pytest.mark.parametrize(
    ("seat", "word", "code"),
    [
        (TINA, "HOBBY", "not-a-seeker"),
        (LEE, "HOBB", "guess-length"),
        (LEE, "HOB1Y", "guess-letters"),
    ],
)
def test_a_guess_that_cannot_be_right_costs_nothing(seat, word, code):
    """
    An impossible guess is refused and costs nothing.

    One in no dictionary is allowed.
    """
    game = begun("HOBBY")

    assert refusal(game, guess(seat, word)) == code
    assert refusal(game, guess(LEE, "XXXXX")) == ""


def test_a_word_that_was_wrong_before_is_refused_and_costs_nothing():
    """A word that was wrong before is refused to all seekers, within the round."""
    game = do(begun("HOBBY"), guess(LEE, "PANDA"))

    for seat in (LEE, BEN):
        assert refusal(game, guess(seat, "PANDA")) == "guess-again"
    assert game.round.tokens == (0, 2, 3)
    assert refusal(game, guess(LEE, "PANDAS")) == "guess-length"
    assert refusal(do(game, Undo()), guess(BEN, "PANDA")) == ""
    after = do(game, Void(), SetSecret(TINA, "HORSE", entropy=ENTROPY))
    assert refusal(after, guess(LEE, "PANDA")) == ""


def test_a_guess_that_was_called_out_has_no_word_to_be_said_again():
    """A spoken guess has no word and is never refused as a repetition."""
    heard = Guess(LEE, "", spoken=True)
    game = do(begun("HOBBY"), heard)

    assert refusal(game, heard) == ""


def test_handicaps_give_other_numbers_of_guess_tokens():
    """The option is for each player alone."""
    game = begun("HOBBY", options=(("guess_tokens", "315"),))

    assert game.round.tokens == (0, 1, 5)


# --- words


@pytest.mark.parametrize(
    ("word", "code"),
    [
        ("CAT", "word-length"),
        ("CA7ER", "word-letters"),
        ("EEEEL", "word-tiles"),
        ("XQZJK", "word-unknown"),
    ],
)
def test_a_word_that_cannot_be_played_is_refused(word, code):
    """Each unplayable word is refused with its reason."""
    game = decipher.start(header())

    assert refusal(game, SetSecret(TINA, word, entropy=ENTROPY)) == code


def test_a_human_maker_may_overrule_the_dictionary_and_nothing_else():
    """XQZJK is playable, EEEEL has no tiles."""
    game = decipher.start(header())

    assert refusal(game, SetSecret(TINA, "XQZJK", override=True)) == ""
    assert refusal(game, SetSecret(TINA, "EEEEL", override=True)) == "word-tiles"


def test_the_word_may_be_replaced_until_the_first_touch():
    """The word can be replaced until the first touch."""
    game = begun("HOBBY")
    assert refusal(game, SetSecret(TINA, "PANDA")) == ""
    assert refusal(game, SetSecret(LEE, "PANDA")) == "not-the-maker"

    for touch in (HandOver(RED), tap(1, RED), guess(LEE, "PANDA")):
        assert refusal(do(game, touch), SetSecret(TINA, "PANDA")) == "too-late"


# --- the board as maker


def test_the_board_draws_word_and_pieces_by_itself():
    """The board draws the word and the pieces by itself."""
    game = decipher.start(header(seats=1, board_makes=True, rounds=2))
    assert decipher.wake(game) == AT_ONCE

    secret = decipher.interpret(game, Woke())
    game = do(game, SetSecret(BOARD, entropy=ENTROPY))
    assert secret == SetSecret(BOARD)
    assert game.round.puzzle.word in game.header.language.common

    handed = decipher.interpret(game, Woke())
    assert isinstance(handed, HandOver)
    game = do(game, handed)
    assert game.round.holding is handed.kind
    assert decipher.wake(game) is None


@pytest.mark.parametrize("level", [*LEVELS, "easy", "all"])
def test_the_board_draws_words_of_the_chosen_level(level):
    """
    The board draws words of the chosen level, everyday words by default.

    Any word may be played; the levels of earlier versions are known.
    """
    asked = {} if level == EVERYDAY else {"options": (("words", level),)}
    game = decipher.start(header(seats=1, board_makes=True, rounds=1, **asked))
    known = game.header.language.drawn(5, level)
    words = {
        do(game, SetSecret(BOARD, entropy=bytes([number]) * 32)).round.puzzle.word
        for number in range(200)
    }

    assert [word for word in words if word not in known] == []
    first = game.header.language.bands[EASY]
    assert all(word in first for word in words) == (level in ("first-readers", EASY))
    assert do(game, SetSecret(BOARD, "ABACK")).round.puzzle.word == "ABACK"


def test_the_same_chance_draws_the_same_pieces():
    """The same entropy draws the same pieces, so the draw can be verified."""
    game = begun("HOBBY", seats=1, board_makes=True)

    assert decipher.interpret(game, Woke()) == decipher.interpret(game, Woke())


def test_the_board_does_not_repeat_a_word_within_a_game():
    """In six rounds the board draws six different words."""
    game = decipher.start(header(seats=1, board_makes=True, rounds=6))
    for number in range(6):
        game = do(game, SetSecret(BOARD, entropy=bytes([number // 3]) * 32))
        game = do(game, Retire(TINA))
    words = [result.word for result in game.results]

    assert len(set(words)) == 6


def test_the_board_wins_only_where_a_lone_seeker_missed_a_word():
    """The board can only win against a single seeker who missed a word."""
    alone = do(begun("HOBBY", seats=1, board_makes=True), Retire(TINA))
    many = do(begun("HOBBY", seats=2, board_makes=True), Retire(TINA), Retire(LEE))

    assert alone.results[-1].points == (3, 5)
    assert alone.winners == (BOARD,)
    assert many.winners == (TINA, LEE)


def test_with_the_board_each_round_begins_with_the_next_name():
    """Round n starts with the nth, cyclically."""
    game = decipher.start(header(seats=2, board_makes=True, rounds=3))
    firsts = []
    for _ in range(3):
        game = do(game, SetSecret(BOARD, "HOBBY", entropy=ENTROPY))
        firsts.append(game.round.turn)
        game = do(game, Retire(TINA), Retire(LEE))

    assert firsts == [0, 1, 0]


# --- the course of a game


def test_two_players_make_a_word_twice_each_in_turn():
    """Two players make two words each in turn, three make one each."""
    assert decipher.start(header(seats=2)).makers == (0, 1, 0, 1)
    assert decipher.start(header(seats=3)).makers == (0, 1, 2)


def test_undo_takes_back_the_last_action_and_then_the_one_before():
    """Undos take back one action each, up to and including the secret."""
    start = decipher.start(header())
    word = do(start, SetSecret(TINA, "HOBBY", entropy=ENTROPY))
    tapped = do(word, tap(1, RED))

    assert do(tapped, Undo()) == word
    assert do(tapped, Undo(), Undo()) == start
    assert refusal(start, Undo()) == "nothing-to-undo"


def test_undo_takes_the_boards_own_move_along():
    """An undo takes back the tap and the board's next hand."""
    game = begun("HOBBY", seats=1, board_makes=True)
    handed = do(game, decipher.interpret(game, Woke()))
    kind = handed.round.holding
    zone = next(
        at + 1
        for at, build in enumerate(handed.round.puzzle.builds)
        if build[list(type(kind)).index(kind)]
    )
    after = do(handed, tap(zone, kind))
    after = do(after, decipher.interpret(after, Woke()))

    assert do(after, Undo()) == handed
    assert refusal(handed, Undo()) == "nothing-to-undo"


def test_undo_never_crosses_a_reveal():
    """A revealed round cannot be undone."""
    game = do(begun("HOBBY"), guess(LEE, "HOBBY"))

    assert refusal(game, Undo()) == "nothing-to-undo"


def test_a_void_round_counts_nothing_and_the_same_maker_makes_another():
    """A voided round has no points, and the same maker makes another word."""
    game = do(begun("HOBBY"), guess(LEE, "PANDA"), Void())

    assert game.results == ()
    assert game.makers[0] == TINA
    assert game.voided == "HOBBY"


def test_a_leaver_is_skipped_and_keeps_the_points():
    """A player who leaves is skipped and keeps the points."""
    game = do(begun("HOBBY"), Leave(LEE), guess(BEN, "HOBBY"))

    assert last_points(game)[LEE] == 3
    assert game.makers == (BEN,)
    assert refusal(game, Leave(LEE)) == "out-of-round"


def test_when_the_maker_leaves_the_board_finishes_the_round():
    """If the maker leaves, the board hands over pieces, and the maker gets points."""
    game = do(begun("HOBBY"), Leave(TINA))

    assert decipher.wake(game) == AT_ONCE
    assert refusal(game, tap(1, RED)) == "no-piece"
    game = do(game, decipher.interpret(game, Woke()), guess(LEE, "HOBBY"))
    assert last_points(game)[TINA] == 1


def test_with_fewer_than_two_players_the_game_ends_after_the_round():
    """With one player left the game ends after the round."""
    game = do(begun("HOBBY", seats=2), Leave(TINA), guess(LEE, "HOBBY"))

    assert game.over


def test_a_newcomer_plays_from_the_next_round():
    """A player who joins plays and makes words from the next round."""
    game = do(begun("HOBBY"), Join(Seat(3)))
    assert refusal(game, guess(Seat(3), "HOBBY")) == "not-a-seeker"

    game = do(game, guess(LEE, "HOBBY"))
    assert game.makers == (LEE, BEN, 3)
    assert refusal(game, Join(Seat(2))) == "no-seat"


def test_end_scores_the_finished_rounds():
    """The running one counts nothing; afterwards nothing is possible."""
    game = do(begun("HOBBY"), guess(LEE, "HOBBY"))
    game = do(
        game, SetSecret(LEE, "PANDA", entropy=ENTROPY), guess(BEN, "HOBBY"), End()
    )

    assert game.over
    assert game.winners == (LEE,)
    assert refusal(game, End()) == "game-over"


def test_tied_players_share_the_win():
    """Players with equal points share the win."""
    game = do(begun("HOBBY", board_makes=True), Retire(LEE), Retire(BEN), Retire(TINA))

    assert game.winners == (TINA, LEE, BEN)
    assert do(decipher.start(header()), End()).winners == ()


def test_nothing_but_setting_a_word_works_before_there_is_one():
    """Before a word is set all other actions are refused."""
    game = decipher.start(header())

    for action in (
        tap(1, RED),
        HandOver(RED),
        AskForPiece(),
        PassTurn(),
        Void(),
        Retire(LEE),
    ):
        assert refusal(game, action) == "no-round"


# --- events of the board


def test_a_tapped_piece_is_a_tap_and_the_buttons_ask_and_pass():
    """The same event means nothing where it has no meaning."""
    game, bonus = begun("HOBBY"), begun("III")

    assert decipher.interpret(game, Tapped(Zone(2), Piece(BLUE, 3))) == tap(2, BLUE, 3)
    assert decipher.interpret(game, Pressed(Button.TICK)) is None
    assert decipher.interpret(bonus, Pressed(Button.TICK)) == AskForPiece()
    assert decipher.interpret(bonus, Pressed(Button.CROSS)) == PassTurn()
    assert decipher.interpret(bonus, Pressed(Button.STAR)) is None


def test_what_facts_say_is_what_a_reader_is_told():
    """The answers of a transcript are yes, no, wrong, right and ok."""
    game = begun("HOBBY")
    told = {
        decipher.answer(decipher.act(game, action))["answer"]
        for action in (
            tap(1, RED),
            tap(2, RED),
            guess(LEE, "PANDA"),
            guess(LEE, "HOBBY"),
            Void(),
        )
    }

    assert told == {"yes", "no", "wrong", "right", "ok"}


def test_a_finished_round_is_a_fact_with_its_points():
    """The end of a round is a fact with its points."""
    facts = decipher.act(begun("HOBBY"), guess(LEE, "HOBBY"))

    assert isinstance(facts[1], RoundEnded)
    assert facts[1].points == (1, 2 + 5 + 6, 3)


# --- a check of the board ----------------------------------------------------

ONE, TWO = Zone(1), Zone(2)


def game():
    """HOBBY, with two red pieces in its H and a blue one in its O."""
    return do(begun(), tap(1, RED, 1), tap(1, RED, 2), tap(2, BLUE, 1))


def check(*seen):
    return Check(tuple((kind, number, Zone(zone)) for kind, number, zone in seen))


def laid(game, *seen):
    after = do(game, check(*seen))
    assert after.round.placed == game.round.placed
    return set(after.round.laid)


def test_every_piece_on_the_board_is_told_with_its_zone():
    """
    Every piece on the board is listed with its zone.

    An unknown one has no number.
    """
    assert decipher.pieces_on_board(do(game(), tap(2, BLUE))) == (
        (ONE, Piece(RED, 1)),
        (ONE, Piece(RED, 2)),
        (TWO, Piece(BLUE, 1)),
        (TWO, Piece(BLUE)),
    )


def test_between_rounds_there_is_nothing_to_look_at():
    """Between rounds a check is refused, as no pieces are on the board."""
    before = decipher.start(header())
    assert decipher.pieces_on_board(before) is None
    assert refusal(before, check()) == "no-round"


def test_a_piece_from_the_box_takes_the_place_of_one_that_was_lost():
    """The lost one may be tapped anywhere from now on."""
    assert laid(game(), (RED, 1, 1), (RED, 7, 1)) == {
        (RED, 1, ONE),
        (RED, 7, ONE),
        (BLUE, 1, TWO),
    }
    after = do(game(), check((RED, 1, 1), (RED, 7, 1)))
    assert refusal(after, tap(5, RED, 2)) == ""
    assert refusal(after, tap(5, RED, 7)) == "piece-laid"


def test_pieces_of_a_kind_that_changed_places_are_known_again():
    before = do(game(), tap(3, RED, 3))
    assert laid(before, (RED, 3, 1), (RED, 1, 3)) == {
        (RED, 3, ONE),
        (RED, 1, Zone(3)),
        (RED, 2, ONE),
        (BLUE, 1, TWO),
    }


def test_a_piece_that_came_without_a_number_gets_one():
    """A piece without a number gets the number of the tapped one."""
    assert (BLUE, 5, TWO) in laid(do(game(), tap(2, BLUE)), (BLUE, 5, 2))


def test_what_was_not_looked_at_stays_as_it_was_known():
    assert laid(game()) == set(game().round.laid)


@pytest.mark.parametrize(
    "seen",
    [
        [(GREEN, 1, 1)],
        [(RED, 1, 6)],
        [(RED, 1, 1), (RED, 2, 1), (RED, 3, 1)],
    ],
    ids=["kind", "outside", "too many"],
)
def test_a_count_that_differs_is_refused_since_it_would_change_an_answer(seen):
    outcome = decipher.act(game(), check(*seen))
    assert isinstance(outcome, Refused)
    assert (outcome.code, outcome.values) == (
        "check-count",
        (("zone", seen[-1][2]),),
    )


def test_a_correction_is_taken_back_like_any_action():
    """A correction can be undone like any action."""
    before = game()
    after = do(before, check((RED, 7, 1)), Undo())
    assert after.round == before.round
    assert (BLUE, 1, TWO) not in do(after, Undo()).round.laid


def test_it_reads_back_from_the_journal_as_it_was():
    action = check((RED, 7, 1))
    facts = decipher.act(game(), action)
    assert decipher.action(decipher.action_json(action)) == action
    assert decipher.fact(decipher.fact_json(facts[0])) == facts[0]
    assert isinstance(facts[0], Checked)


def test_it_says_ok_and_makes_no_sound():
    before = game()
    facts = decipher.act(before, check())
    assert decipher.answer(facts) == {"answer": "ok"}
    assert not decipher.moments(before, facts, decipher.fold(before, facts))


def test_the_last_answer_stays_on_its_lamp():
    """A correction keeps the last answer's lamp."""
    assert do(game(), check()).round.last == (TWO, True)
    assert isinstance(decipher.act(game(), tap(2, BLUE))[0], Answered)


# --- a clock for turns -------------------------------------------------------

CLOCK = (("turn_s", 30),)
CONFIRM = (*CLOCK, ("hand", "confirm"))


def timed(word="HOBBY", options=CLOCK, **changes):
    """A round with a clock of 30 seconds; Lee is on turn."""
    return begun(word, options=options, **changes)


def runs(game):
    """Return True if a turn's time runs."""
    wake = decipher.wake(game)
    return wake is not None and wake != AT_ONCE


def test_without_the_rule_no_turn_runs_out():
    """Without the rule no turn has a time limit."""
    game = do(begun(), tap(1, RED))
    assert decipher.wake(game) is None
    assert decipher.interpret(game, Woke()) is None
    assert refusal(game, TurnTimeUp()) == "too-late"


def test_it_begins_after_the_first_answer_of_a_round():
    """The time limit begins after a round's first answer."""
    game = timed()
    assert not runs(game)
    after = do(game, tap(1, RED))
    assert decipher.wake(after).ms == 30_000
    assert runs(do(game, guess(LEE, "PANDA")))


def test_a_no_does_not_begin_it_anew_and_a_yes_does():
    """The wait is the same one as long as it has the same name."""
    first = do(timed(), tap(2, RED))
    second = do(first, tap(5, RED))
    assert decipher.wake(first) == decipher.wake(second)
    third = do(second, tap(1, RED))
    assert decipher.wake(third).of != decipher.wake(second).of


def test_when_it_is_up_the_next_seeker_is_on():
    """After the time limit the next seeker is on turn, and nothing else changes."""
    game = do(timed(), tap(1, RED))
    assert game.round.turn == BEN
    action = decipher.interpret(game, Woke())
    assert action == TurnTimeUp()
    facts = decipher.act(game, action)
    assert facts == (TimedOut(LEE),)
    after = do(game, action)
    for name in ("placed", "covered", "tokens", "hidden", "bonus_left", "passed"):
        assert getattr(after.round, name) == getattr(game.round, name)
    assert after.round.turn == LEE
    moments = [one.what for one in decipher.moments(game, facts, after)]
    assert moments == [What.TIME, What.TURN]


def test_a_piece_in_hand_goes_on_with_the_turn():
    """A piece in hand passes on with the turn after the time limit."""
    game = do(timed(), tap(1, RED), HandOver(RED), tap(2, RED))
    assert game.round.holding is RED
    after = do(game, TurnTimeUp())
    assert (after.round.turn, after.round.holding) == (LEE, RED)
    assert refusal(after, tap(2, RED)) == "zone-covered"


def test_it_stands_still_once_it_was_up_for_everybody():
    """A table that has gone to dinner is not rung at all night."""
    game = do(timed(), tap(1, RED))
    for _ in range(2):
        assert runs(game)
        game = do(game, TurnTimeUp())
    assert not runs(game)
    assert runs(do(game, tap(4, YELLOW)))
    assert runs(do(game, guess(BEN, "PANDA")))


def test_alone_it_only_rings():
    """For a single seeker the time limit is only a signal."""
    game = do(timed(seats=1, board_makes=True, rounds=1))
    game = do(game, HandOver(YELLOW))
    assert not runs(game)
    game = do(game, guess(0, "PANDA"))
    after = do(game, TurnTimeUp())
    assert after.round.turn == game.round.turn
    assert not runs(after)


def test_it_waits_for_whoever_hands_a_piece_over():
    """The maker's time is not the seeker's."""
    game = do(timed(options=CONFIRM), HandOver(RED), tap(1, RED))
    assert not runs(game)
    assert runs(do(game, HandOver(RED)))


def test_in_bonus_mode_nobody_passes_by_it():
    """In bonus mode a timeup does not count as a pass."""
    game = lay_all_but(timed(), 3)
    assert runs(game)
    first = do(game, TurnTimeUp(), PassTurn())
    assert first.round is not None
    assert len(first.round.passed) == 1
    asked = do(game, AskForPiece())
    assert decipher.wake(asked).of != decipher.wake(game).of


def test_undo_gives_the_turn_back_with_its_whole_time():
    """The wait of that turn is another one than that which ran out."""
    game = do(timed(), tap(1, RED))
    late = do(game, TurnTimeUp())
    back = do(late, Undo())
    assert isinstance(decipher.act(late, Undo())[0], Undone)
    assert back.round == game.round
    assert decipher.wake(back).of != decipher.wake(late).of


@pytest.mark.parametrize("seconds", [30, 60, 90])
def test_a_turn_takes_as_long_as_the_table_says(seconds):
    game = do(timed(options=(("turn_s", seconds),)), tap(1, RED))
    assert decipher.wake(game).ms == 1000 * seconds
