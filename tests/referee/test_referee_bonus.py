"""The referee on bonus mode and on taking back, worked out by hand."""

from tests.referee.spoken import (
    ASK,
    BOARD,
    BOARDS_CAT,
    CAT,
    HOBBY,
    ICE,
    PASS,
    THREE,
    TO_BONUS,
    TWO,
    UNDO,
    VOID,
    answers,
    guess,
    hand,
    last,
    leave,
    points,
    retire,
    rows,
    tap,
)

# --- bonus mode ---


def bonus(header=TWO, secret=CAT):
    """A round of CAT in which three pieces are left: A yellow, T red and yellow."""
    return [header, secret, *(tap(*t) for t in TO_BONUS)]


def test_bonus_mode_begins_with_three_hidden():
    """Two yeses are too few to ask, three are enough."""
    assert last(*bonus()[:-1], ASK) == "not-bonus"
    assert last(*bonus()[:-1], PASS) == "not-bonus"
    assert last(*bonus(), ASK) == "ok"


def test_bonus_mode_begins_at_once_with_a_small_word():
    """ICV has four pieces, ICI has three."""
    small = CAT | {"word": "ICV"}
    assert last(TWO, small, ASK) == "not-bonus"
    assert last(TWO, CAT | {"word": "ICI"}, ASK) == "ok"


def test_piece_must_be_asked_for_once():
    """In bonus mode a piece must be asked for first, and only once."""
    assert last(*bonus(), tap(4, "red")) == "ask-first"
    assert last(*bonus(), hand("red")) == "ask-first"
    assert last(*bonus(), ASK, ASK) == "already-asked"
    assert last(*bonus(), ASK, PASS) == "already-asked"
    assert last(*bonus(), ASK, tap(3, "yellow")) == "yes"
    assert last(*bonus(), ASK, tap(4, "red"), tap(4, "yellow")) == "ask-first"


def test_asked_piece_waits_for_the_hand_of_the_board():
    """After asking, a tap is refused until the board's hand line."""
    header = BOARD | {"length": 3}
    past = [BOARDS_CAT | {"word": "ICI"}, ASK]
    assert last(header, *past, tap(2, "red")) == "no-piece"
    assert last(header, *past, hand("red"), tap(2, "red")) == "yes"


def test_asking_is_refused_when_nothing_is_hidden():
    """After the last piece seekers guess, pass or retire."""
    done = [ASK, tap(3, "yellow"), ASK, tap(4, "red"), ASK, tap(4, "yellow")]
    assert last(*bonus(), *done, ASK) == "none-left"
    assert last(*bonus(), *done, PASS) == "ok"


def test_a_lone_seeker_who_passes_ends_the_round():
    """The maker has the decipher token then, and each bonus token paid."""
    assert points(*bonus(), PASS) == {"Ann": 5, "Bob": 3}
    assert points(*bonus(), ASK, tap(4, "red"), PASS) == {"Ann": 7, "Bob": 3}


def three_in_bonus():
    """Tina made CAT for Lee and Ben; Lee, Ben and Lee each placed a piece."""
    header = THREE | {"length": 3}
    return [header, CAT | {"by": "Tina"}, *(tap(*t) for t in TO_BONUS)]


def test_round_ends_when_all_have_passed_since_a_piece_was_asked_for():
    """A piece asked for in between makes everybody think again."""
    assert not rows(*three_in_bonus(), PASS)
    assert rows(*three_in_bonus(), PASS, PASS)
    between = [PASS, ASK, tap(4, "red"), PASS]
    assert not rows(*three_in_bonus(), *between)
    assert rows(*three_in_bonus(), *between, PASS)


def test_round_ends_when_the_last_who_had_not_passed_is_out():
    """Ben passed; Lee retires, leaves or guesses for the third time."""
    wrong = [guess("Lee", word) for word in ("DOG", "SUN", "HAT")]
    for goes in ([retire("Lee")], [leave("Lee")], wrong):
        assert len(rows(*three_in_bonus(), PASS, *goes)) == 1
    assert not rows(*three_in_bonus(), PASS, retire("Ben"))


def test_pass_counts_for_the_one_on_turn():
    """Lee is on turn after Ben passed; when Lee is out, Ben passes alone."""
    past = [*(guess("Ben", word) for word in ("DOG", "SUN", "HAT")), PASS]
    assert points(*three_in_bonus(), *past) == {"Tina": 8, "Lee": 3, "Ben": 0}


def test_turn_passes_with_the_piece():
    """When Ben retires, Lee gets his piece, pays once for it, and then passes."""
    past = [ASK, tap(3, "red"), retire("Ben")]
    assert last(*three_in_bonus(), *past, ASK) == "already-asked"
    assert last(*three_in_bonus(), *past, tap(4, "red")) == "yes"
    ended = [*past, tap(4, "red"), PASS]
    assert points(*three_in_bonus(), *ended) == {"Tina": 8, "Lee": 3, "Ben": 3}


# --- undo and void ---


def test_undo_goes_back_one_by_one_to_the_secret():
    """A tap that handed its own piece over takes the piece back too."""
    past = [CAT, tap(3, "blue"), UNDO]
    assert last(TWO, *past, tap(3, "red")) == "yes"
    assert answers(TWO, *past, UNDO, UNDO)[-2:] == ["ok", "nothing-to-undo"]
    assert last(TWO, *past, UNDO, tap(3, "red")) == "no-round"


def test_undo_gives_the_token_back_and_the_old_word():
    """Points are counted as if it had not been."""
    past = [CAT, guess("Bob", "DOG"), UNDO, guess("Bob", "CAT")]
    assert points(TWO, *past)["Bob"] == 13
    assert last(TWO, CAT, ICE, UNDO, guess("Bob", "CAT")) == "right"


def test_undo_never_crosses_a_reveal():
    """After a right guess or a void round there is nothing to undo."""
    assert last(TWO, CAT, guess("Bob", "CAT"), UNDO) == "nothing-to-undo"
    assert last(TWO, CAT, VOID, UNDO) == "nothing-to-undo"


def test_board_undoes_its_own_with_a_persons_action():
    """Undo takes back the tap and the board's next hand, not its first hand or word."""
    past = [BOARDS_CAT, hand("red"), tap(3, "red"), hand("blue"), UNDO]
    assert last(BOARD, *past, tap(2, "blue")) == "other-kind"
    assert last(BOARD, *past, tap(4, "red")) == "yes"
    assert last(BOARD, *past, UNDO) == "nothing-to-undo"


def test_leaving_can_be_undone():
    """After an undo of a leave the player may guess again."""
    past = [HOBBY, leave("Lee"), UNDO]
    assert last(THREE, *past, guess("Lee", "TABLE")) == "wrong"


def test_void_counts_nothing_and_the_same_maker_goes_on():
    """A void round has no result, and the same maker makes the next word."""
    past = [CAT, guess("Bob", "DOG"), VOID]
    assert not rows(TWO, *past)
    assert last(TWO, *past, ICE) == "ok"
    assert points(TWO, *past, ICE, guess("Bob", "ICE")) == {"Ann": 1, "Bob": 13}
