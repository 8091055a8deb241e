"""The rules of WQRDLES, one promise each."""

from dataclasses import replace
from functools import reduce

import pytest
from hypothesis import given, settings, strategies as st

from firmware_host.app.content.languages import load_language
from firmware_host.board.events import Button, Pressed, Woke
from firmware_host.board.messages import Refused
from firmware_host.board.pieces import Millis, Seat
from firmware_host.errors import SettingsError
from firmware_host.games.contract import AT_ONCE, Header, Result, Wake
from firmware_host.games.game import End, GameEnded, Join, Leave, Undo, Void
from firmware_host.games.views import Viewer
from firmware_host.games.wqrdles.game import wqrdles
from firmware_host.games.wqrdles.rules import (
    Deal,
    Decode,
    Guess,
    HideWord,
    Pass,
    Phase,
    Query,
    RoundOver,
    Swap,
    TimeUp,
    WqrdlesState,
    card,
    is_last,
    keeps,
    value,
)
from firmware_host.words.marks import mark

TINA, LEE, BEN, MIA = map(Seat, range(4))
NAMES = ("Tina", "Lee", "Ben", "Mia", "Jo", "Kim", "Lou")
ENTROPY = bytes(range(32))
OWN = (("query", "own"),)
HAND = (*OWN, ("decode", "hand"))


def start(seats=3, options=OWN, length=5, language="en") -> WqrdlesState:
    words = load_language(language)
    return wqrdles.start(
        Header("wqrdles", seats, length, options=options, language=words)
    )


def do(game: WqrdlesState, *actions) -> WqrdlesState:
    """Return the game after actions that must be accepted."""
    for action in actions:
        outcome = wqrdles.act(game, action)
        assert not isinstance(outcome, Refused), (action, outcome)
        game = wqrdles.fold(game, outcome)
    return game


def refusal(game: WqrdlesState, action) -> str:
    outcome = wqrdles.act(game, action)
    return outcome.code if isinstance(outcome, Refused) else ""


def hidden(*words, options=OWN) -> WqrdlesState:
    """Return a game in which everybody has hidden a word."""
    game = start(len(words), options, len(words[0]))
    secrets = [HideWord(Seat(at), word, ENTROPY) for at, word in enumerate(words)]
    return do(game, *secrets)


def row(game: WqrdlesState, word="ABOUT", *attempts) -> WqrdlesState:
    """Fill a row; who makes no attempt passes."""
    game = do(game, Query(game.round.turn, word), *attempts)
    return game if game.phase is not Phase.ATTEMPTS else time_up(game)


def time_up(game: WqrdlesState) -> WqrdlesState:
    return do(game, Pass(game.round.turn) if game.race else TimeUp())


def again(game: WqrdlesState, *words) -> WqrdlesState:
    return do(
        game, *(HideWord(seat, w) for seat, w in zip(game.active, words, strict=True))
    )


# --- marks


@pytest.mark.parametrize(
    ("secret", "query", "marks"),
    [
        ("HOUSE", "SHAPE", "yy--g"),
        ("NEWTS", "PECAN", "-g--y"),
        ("ROAST", "PEALS", "--g-y"),
    ],
)
def test_the_rule_books_own_examples(secret, query, marks):
    """Marks and clues of the rule book's examples are right."""
    game = do(hidden(secret, "ABOUT", "LEMON"), Query(TINA, query))
    sign = ">" if secret == "ROAST" else "<"  # noqa: S105 - a word of the game

    assert game.round.rows[0].marks[0] == (TINA, marks, sign)


def test_without_the_clue_there_is_none():
    """With `sequence` off no mark has a clue."""
    game = do(
        hidden("HOUSE", "ABOUT", "LEMON", options=(*OWN, ("sequence", "off"))),
        Query(TINA, "SHAPE"),
    )

    assert {clue for _, _, clue in game.round.rows[0].marks} == {""}


def test_a_query_equal_to_a_secret_is_all_green_and_finds_nothing():
    """A query equal to a hidden word is all green and does not count as found."""
    game = do(hidden("HOUSE", "ABOUT", "LEMON"), Query(TINA, "HOUSE"))

    assert game.round.rows[0].marks[0] == (TINA, "ggggg", "")
    assert game.round.found == ()


def test_absent_letters_are_listed_for_each_secret():
    """Absent letters are listed in order, without those marked elsewhere."""
    game = row(hidden("HOUSE", "ABOUT", "LEMON"), "SHEEP")
    seen = wqrdles.view(game, Viewer.PUBLIC)

    assert seen.absent == ("P", "EHPS", "HPS")


# --- attempts


def test_attempts_are_secret_until_everybody_has_made_one_or_passed():
    """
    Attempts are secret until all players have made one or passed.

    Then they are opened together, and a hit gets the row's value.
    """
    game = do(
        hidden("HOUSE", "ABOUT", "LEMON"),
        Query(TINA, "SHAPE"),
        Guess(LEE, "HOUSE", TINA),
    )
    assert game.round.found == ()
    assert "HOUSE" not in repr(wqrdles.view(game, Viewer.PUBLIC))

    game = do(game, Guess(TINA, "ROAST", LEE), Pass(BEN))
    assert game.round.opened == ((LEE, TINA, "HOUSE", 6), (TINA, LEE, "ROAST", 0))
    assert wqrdles.view(game, Viewer.PUBLIC).points == (0, 6, 0)
    assert game.round.turn == LEE


def test_two_who_hit_the_same_word_both_score_and_its_owner_guesses_on():
    """Two who find the same word both score, and its owner goes on guessing."""
    game = hidden("HOUSE", "ABOUT", "LEMON")
    game = row(game, "SHAPE", Guess(LEE, "HOUSE", TINA), Guess(BEN, "HOUSE", TINA))
    game = row(game, "PECAN", Guess(TINA, "ABOUT", LEE), Guess(BEN, "ABOUT", LEE))

    assert wqrdles.view(game, Viewer.PUBLIC).points == (5, 6, 11)


def test_equal_secrets_are_allowed_and_a_hit_counts_for_the_named_owner():
    """Equal words are allowed, and a hit counts for the named owner."""
    game = row(hidden("HOUSE", "HOUSE", "LEMON"), "SHAPE", Guess(BEN, "HOUSE", LEE))

    assert game.round.found == (LEE,)


def test_time_up_opens_what_there_is():
    """The time is a fact, not a clock."""
    game = do(
        hidden("HOUSE", "ABOUT", "LEMON"),
        Query(TINA, "SHAPE"),
        Guess(LEE, "HOUSE", TINA),
    )

    assert wqrdles.wake(game) == Wake(Millis(120_000), (0, 1))
    assert wqrdles.interpret(game, Woke()) == TimeUp()
    assert do(game, TimeUp()).round.found == (TINA,)


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (Guess(LEE, "ABOUT", LEE), "nothing-to-find"),
        (Guess(LEE, "ABCD", TINA), "guess-length"),
        (Guess(LEE, "AB-DE", TINA), "guess-letters"),
        (Guess(MIA, "HOUSE", TINA), "out-of-round"),
        (Guess(BEN, "HOUSE", TINA), "already-tried"),
        (Query(TINA, "SHAPE"), "not-now"),
        (HideWord(TINA, "PECAN"), "too-late"),
        (Decode(TINA, "-----"), "not-to-decode"),
        (Swap(TINA), "no-cards"),
        (Deal(), "already-dealt"),
    ],
)
def test_what_is_refused_while_attempts_are_made(action, code):
    """During the attempts each other action is refused with its code."""
    game = do(hidden("HOUSE", "ABOUT", "LEMON"), Query(TINA, "SHAPE"), Pass(BEN))

    assert refusal(game, action) == code


@pytest.mark.parametrize(
    ("word", "code"),
    [("HOUS", "word-length"), ("DON'T", "word-letters"), ("XXXXX", "word-unknown")],
)
def test_a_secret_is_a_word_of_the_dictionary(word, code):
    """A hidden word and an own query must be in the dictionary."""
    assert refusal(start(), HideWord(TINA, word)) == code
    assert refusal(hidden("HOUSE", "ABOUT", "LEMON"), Query(TINA, word)) == code


# --- rounds and the game


def test_after_the_sixth_row_the_round_ends_and_the_starter_moves_on():
    """Words that were not found stay unscored."""
    game = reduce(lambda g, _: row(g), range(6), hidden("HOUSE", "LEMON", "PECAN"))

    assert game.results[0].words == ("HOUSE", "LEMON", "PECAN")
    assert game.results[0].points == (0, 0, 0)
    assert game.round.starter == LEE


def test_five_rounds_and_a_tie_plays_three_more_at_most():
    """After five rounds a tie is played on for up to three rounds, then shared."""
    game = hidden("HOUSE", "LEMON", "PECAN")
    for number in range(8):
        assert not game.over
        game = reduce(lambda g, _: row(g), range(6), game)
        if number < 7:
            game = again(game, "HOUSE", "LEMON", "PECAN")

    assert game.over
    assert len(game.results) == 8
    assert game.winners == (TINA, LEE, BEN)


def test_without_a_tie_the_fifth_round_is_the_last():
    """Without a tie the fifth round is the last, and the most points win."""
    game = hidden("HOUSE", "HOUSE", "HOUSE")
    for number in range(5):
        game = row(game, "SHAPE", Guess(BEN, "HOUSE", TINA))
        game = reduce(lambda g, _: row(g), range(5), game)
        if number < 4:
            game = again(game, "HOUSE", "HOUSE", "HOUSE")

    assert (game.over, game.winners, game.totals) == (True, (BEN,), (0, 0, 30))


# --- query cards


def test_a_query_is_picked_from_the_card_which_may_be_swapped_once():
    """A query is chosen from the card, which may be swapped once."""
    game = hidden("HOUSE", "ABOUT", "LEMON", options=())
    assert (wqrdles.wake(game), wqrdles.interpret(game, Woke())) == (AT_ONCE, Deal())
    game = do(game, wqrdles.with_entropy(Deal(), ENTROPY))
    old = dict(game.round.hands)[TINA]
    game = do(game, Swap(TINA))

    assert game.pile[-1] == old
    assert refusal(game, Swap(TINA)) == "already-swapped"
    word = card(game, dict(game.round.hands)[TINA])[3]
    assert refusal(game, Query(TINA, "XXXXX")) == "not-on-card"
    assert do(game, Query(TINA, word)).round.rows[0].word == word


# --- two players


@pytest.mark.parametrize(
    ("word", "refused"),
    [
        ("SHAPE", True),  # E was in its place, N was marked
        ("OPENS", True),  # E has another place
        ("NEWER", False),
        ("NEWTS", False),
    ],
)
def test_with_the_hard_house_rule_a_query_uses_what_is_known(word, refused):
    """Green letters keep their place, and each marked letter is there as often."""
    hard = hidden("HOUSE", "NEWTS", options=(("hard", "on"),))
    game = row(row(hard, "PECAN"), "ROAST")
    assert refusal(game, Query(TINA, word)) == ("known-unused" if refused else "")
    free = row(row(hidden("HOUSE", "NEWTS"), "PECAN"), "ROAST")
    assert refusal(free, Query(TINA, word)) == ""
    assert refusal(game, Query(TINA, word, drawn=True)) == ""  # as it was taken once


@pytest.mark.parametrize(
    ("word", "query", "secret", "kept"),
    [
        ("NEWER", "PECAN", "NEWTS", True),
        ("SHAPE", "PECAN", "NEWTS", False),  # E has another place, N is left out
        ("THREE", "EERIE", "SPREE", True),  # R and the last E stay, one more E is there
        ("SHAPE", "EERIE", "SPREE", False),
        ("HOUSE", "FLICK", "HOUSE", True),  # nothing is marked
    ],
)
def test_a_word_keeps_what_is_marked_or_does_not(word, query, secret, kept):
    """Green letters in their place, each marked letter as often as it is marked."""
    assert keeps(word, query, mark(query, secret)) == kept


def test_of_more_players_a_query_uses_what_is_known_of_one_word():
    """Whichever can still be found; cards are picked from freely."""
    options = (*OWN, ("hard", "on"))
    game = row(hidden("HOUSE", "NEWTS", "ROAST", options=options), "PECAN")
    assert game.round.turn == LEE  # ROAST: A elsewhere; HOUSE: E elsewhere
    assert refusal(game, Query(LEE, "ABOUT")) == ""
    assert refusal(game, Query(LEE, "HORSE")) == ""
    assert refusal(game, Query(LEE, "MOUTH")) == "known-unused"


def test_in_a_race_each_has_rows_of_ones_own_and_both_go_on():
    """
    In a race each player has rows; the other goes on after a find.

    A seventh row gets one point.
    """
    game = row(hidden("HOUSE", "ABOUT"), "LEMON", Guess(TINA, "ABOUT", LEE))
    assert game.round.turn == LEE
    for _ in range(6):
        game = row(game, "PECAN")
        assert game.round.turn == LEE
    game = row(game, "PECAN", Guess(LEE, "HOUSE", TINA))

    assert game.results[0].points == (6, 1)
    assert game.round.starter == LEE


def test_a_race_marks_the_other_word_only_and_asks_only_the_active_player():
    """In a race only the other word is marked, and only the asker may attempt."""
    game = do(hidden("HOUSE", "ABOUT"), Query(TINA, "SHAPE"))

    assert [owner for owner, _, _ in game.round.rows[0].marks] == [LEE]
    assert refusal(game, Guess(LEE, "HOUSE", TINA)) == "not-your-turn"
    assert wqrdles.interpret(game, Pressed(Button.CROSS)) == Pass(TINA)
    assert wqrdles.wake(game) is None


def test_a_race_is_over_when_somebody_has_more_than_twenty():
    """A race ends when a player has more than twenty points; a tie is played on."""
    game = hidden("HOUSE", "ABOUT")
    while not game.over and len(game.results) < 4:
        finder = game.round.turn
        other = Seat(1 - finder)
        words = game.round.words
        game = row(game, "LEMON", Guess(finder, words[other], other))
        game = row(game, "LEMON", Guess(other, words[finder], finder))
        game = again(game, "HOUSE", "ABOUT")
    assert (game.totals, game.over) == ((24, 24), False)

    game = row(game, "LEMON", Guess(TINA, game.round.words[LEE], LEE))
    game = row(row(game, "LEMON"), "LEMON", Guess(LEE, game.round.words[TINA], TINA))
    assert (game.over, game.winners) == (True, (TINA,))


# --- decoding by hand


def test_a_wrong_mark_costs_the_owner_every_point_of_the_round():
    """The board shows the right ones; a slip cannot be undone."""
    game = hidden("HOUSE", "ABOUT", "LEMON", options=HAND)
    game = do(game, Query(TINA, "SHAPE"), Decode(TINA, "yy--g"), Decode(LEE, "-----"))
    assert refusal(game, Undo()) == "nothing-to-undo"
    game = do(game, Decode(BEN, "----y"))
    assert game.round.rows[0].marks[1][:2] == (LEE, "--y--")

    game = do(game, Guess(LEE, "HOUSE", TINA), Guess(BEN, "HOUSE", TINA), Pass(TINA))
    assert wqrdles.view(game, Viewer.PUBLIC).points == (0, 0, 6)


# --- for all games


def test_undo_takes_the_last_action_back_but_no_reveal():
    """An undo takes back a query, but not a found word."""
    game = do(hidden("HOUSE", "ABOUT", "LEMON"), Query(TINA, "SHAPE"))
    assert do(game, Undo()).phase is Phase.QUERY
    game = row(do(game, Undo()), "SHAPE", Guess(LEE, "HOUSE", TINA))
    assert refusal(game, Undo()) == "nothing-to-undo"


def test_void_shows_the_words_and_the_same_player_begins_again():
    """A voided round shows the words and does not count; the same player begins."""
    game = do(row(hidden("HOUSE", "ABOUT", "LEMON")), Void())

    assert (game.voided, game.round.starter) == (("HOUSE", "ABOUT", "LEMON"), TINA)
    assert game.results == ()


def test_the_words_of_a_void_are_the_note_until_the_next_query():
    """The first query of the next round has its own note: the clue and the letters."""
    game = do(row(hidden("HOUSE", "ABOUT", "LEMON"), "SHAPE"), Void())
    assert wqrdles.face(game, NAMES).table.note.code == "wqrdles-voided"

    game = again(game, "TIGER", "OCEAN", "PIANO")
    assert wqrdles.face(game, NAMES).table.note.code == "wqrdles-voided"
    game = do(game, Query(TINA, "TRAIN"))
    assert wqrdles.face(game, NAMES).table.note.code == "wqrdles-row"
    game = do(game, Guess(TINA, "OCEAN", LEE), TimeUp())
    assert wqrdles.face(game, NAMES).table.note.code == "wqrdles-opened"


def test_words_without_a_clue_are_named_also_after_a_void():
    """Before the first query all read which words get no clue."""
    game = hidden("HOUSE", "ABOUT", "LEMON", options=(*OWN, ("sequence", "each")))
    game = do(game, Void(), HideWord(TINA, "TIGER", sequence="off"))
    game = do(game, HideWord(LEE, "OCEAN"), HideWord(BEN, "PIANO"))
    note = wqrdles.face(game, NAMES).table.note
    assert (note.code, note["names"]) == ("wqrdles-clueless", "Tina")


def test_a_leavers_word_stays_and_who_joins_plays_from_the_next_round():
    """A leaver's word can still be found; a new player plays from the next round."""
    game = do(hidden("HOUSE", "ABOUT", "LEMON"), Leave(TINA), Join(MIA))
    assert game.round.turn == LEE
    game = row(game, "SHAPE", Guess(LEE, "HOUSE", TINA))
    assert game.round.found == (TINA,)
    assert refusal(game, Guess(MIA, "ABOUT", LEE)) == "not-now"

    game = reduce(lambda g, _: row(g), range(5), game)
    assert game.round.seats == (BEN, MIA, LEE)


def test_with_one_player_left_the_game_ends_after_the_round():
    """With one player left the game ends, and points count."""
    game = row(hidden("HOUSE", "ABOUT"), "LEMON", Guess(TINA, "ABOUT", LEE))
    game = do(game, Leave(LEE))

    assert (game.over, game.winners, game.totals) == (True, (TINA,), (6, 0))
    assert refusal(game, End()) == "game-over"


def test_it_is_for_two_to_six_and_four_or_five_letters():
    """The game has two to six players and words of four or five letters."""
    assert start(6, length=4).header.length == 4
    for wrong in ({"seats": 7}, {"seats": 1}, {"length": 6}):
        with pytest.raises(SettingsError):
            start(**wrong)


# --- secrets

WORDS = ("HOUSE", "ABOUT", "LEMON", "PECAN", "SHAPE", "ROAST", "SHEEP", "NEWTS")
seats = st.integers(0, 3).map(Seat)
words = st.sampled_from(WORDS)
actions = st.one_of(
    st.builds(HideWord, seats, words, st.just(ENTROPY)),
    st.builds(Query, seats, words),
    st.builds(Query, seats, words),
    st.builds(Guess, seats, words, seats),
    st.builds(Guess, seats, words, seats),
    st.builds(Decode, seats, st.sampled_from(["-----", "yy--g"])),
    st.builds(Pass, seats),
    st.builds(Leave, seats),
    st.builds(Join, seats),
    st.sampled_from([Swap(TINA), TimeUp(), Deal((), ENTROPY), Undo(), Void(), End()]),
)
rare = st.lists(actions, max_size=60)


def seen(game, owner):
    """Return the views of all but *owner*, without the commitments."""
    views = [
        wqrdles.view(game, who) for who in (Viewer.PUBLIC, LEE, BEN) if who != owner
    ]
    bare = [replace(getattr(view, "public", view), commitments=()) for view in views]
    own = [(getattr(v, "word", ""), getattr(v, "tried", None)) for v in views]
    return repr((bare, own, wqrdles.face(game, NAMES)))


@settings(max_examples=150, deadline=None)
@given(words, words, st.lists(actions, max_size=12))
def test_two_secrets_that_answered_alike_look_alike(one, other, script):
    """Two words with equal answers give equal views, faces and refusals."""
    a, b = (hidden(word, "ABOUT", "LEMON") for word in (one, other))
    for action in script:
        assert seen(a, TINA) == seen(b, TINA)
        if isinstance(action, HideWord) and action.by == TINA:
            continue
        outcomes = [wqrdles.act(game, action) for game in (a, b)]
        if isinstance(outcomes[0], Refused):
            assert outcomes[0] == outcomes[1]
            continue
        after = [
            wqrdles.fold(g, facts) for g, facts in zip((a, b), outcomes, strict=True)
        ]
        if seen(after[0], TINA) != seen(after[1], TINA):
            told = [fact for facts in outcomes for fact in facts]
            kinds = {type(fact).__name__ for fact in told}
            assert kinds & {"Marked", "Opened", "Voided", "RoundOver"}
            return
        a, b = after


def test_the_comparison_can_fail():
    """The owner's view differs between the words, so the comparison can fail."""
    views = [wqrdles.view(hidden(w, "ABOUT", "LEMON"), TINA).word for w in WORDS[:2]]

    assert views[0] != views[1]


def test_no_log_of_a_state_or_a_fact_tells_a_word():
    """No repr of a state, a fact or an attempt has a word."""
    game = do(
        hidden("HOUSE", "ABOUT", "LEMON"),
        Query(TINA, "SHAPE"),
        Guess(LEE, "NEWTS", TINA),
    )
    facts = wqrdles.act(start(), HideWord(TINA, "HOUSE", ENTROPY))

    for word in ("HOUSE", "NEWTS"):
        assert word not in repr(game) + repr(facts) + repr(Guess(LEE, "NEWTS", TINA))


@settings(max_examples=200, deadline=None)
@given(st.integers(2, 4), st.sampled_from([(), OWN, HAND]), rare)
def test_any_actions_are_decided_or_refused_and_facts_are_enough(
    count, options, script
):
    """Random actions are accepted or refused, and facts survive JSON."""
    begun = game = start(count, options)
    opening = [HideWord(Seat(seat), WORDS[seat], ENTROPY) for seat in range(count)]
    told = []
    for action in (*opening, *script):
        assert wqrdles.action(wqrdles.action_json(action)) == action
        if isinstance(action, Query) and game.round.hands and game.active:
            hand = dict(game.round.hands).get(game.round.turn, 1)
            action = Query(game.round.turn, card(game, hand)[0])  # noqa: PLW2901 - any from the card
        before = game
        outcome = wqrdles.act(game, action)
        assert game == before
        if isinstance(outcome, Refused):
            continue
        told.append(tuple(wqrdles.fact(wqrdles.fact_json(f)) for f in outcome))
        assert told[-1] == outcome
        game = wqrdles.fold(game, outcome)
        wqrdles.face(game, NAMES)
        assert wqrdles.view(game, Viewer.PUBLIC).over == game.over
        assert (
            game.over
            or wqrdles.wake(game) == AT_ONCE
            or wqrdles.view(game, TINA).public.awaited
        )
        assert any(isinstance(f, GameEnded) for f in outcome) == game.over
        for ended in (f for f in outcome if isinstance(f, RoundOver)):
            assert len(ended.points) == game.seats
    assert reduce(wqrdles.fold, told, begun) == game


def test_nobody_is_on_turn_where_everybody_is_asked():
    """No seat is on turn while all hide or attempt."""
    game = start(3, OWN, 5)
    views = [public(game)]
    game = hidden("HOUSE", "LEMON", "PECAN")
    asked = do(game, Query(TINA, "ABOUT"))
    views += [public(game), public(asked)]

    assert [view.turn for view in views] == [None, TINA, None]
    assert [view.waiting for view in views] == [True, False, False]
    assert [view.awaited for view in views] == [(0, 1, 2), (0,), (0, 1, 2)]


def public(game):
    return wqrdles.view(game, Viewer.PUBLIC)


# --- the end -----------------------------------------------------------------


def scored(game, *rounds):
    """Return a game with such finished rounds."""
    return replace(game, results=tuple(Result("", None, None, one) for one in rounds))


@pytest.mark.parametrize(
    ("seats", "rounds", "last"),
    [
        (2, [(20, 0)], False),
        (2, [(21, 0)], True),
        (2, [(11, 0), (10, 20)], True),
        (2, [(10, 0), (10, 20)], False),
        (2, [(21, 21)], False),
        (2, [(10, 10), (12, 11)], True),
        (3, [(6, 0, 0)] * 4, False),
        (3, [(6, 0, 0)] * 5, True),
        (3, [(30, 0, 0)], False),
        (3, [(6, 6, 0)] * 5, False),
        (3, [(6, 6, 0)] * 7, False),
        (3, [(6, 6, 0)] * 8, True),
        (3, [(6, 6, 0)] * 5 + [(5, 6, 0)], True),
        (3, [(6, 0, 0)] * 2 + [(0, 0, 0)] * 3, True),
    ],
)
def test_the_last_round_is_the_fifth_or_what_breaks_a_tie(seats, rounds, last):
    """Three more at most; a race of two ends over twenty, and not by a tie."""
    game = hidden(*("HOUSE", "ABOUT", "LEMON")[:seats])

    assert is_last(scored(game, *rounds)) is last


def test_nobody_plays_on_alone():
    """With one player left this is the last round, whatever the score."""
    game = replace(hidden("HOUSE", "ABOUT", "LEMON"), players=(BEN,))
    assert is_last(scored(game, (0, 0, 0)))
    game = replace(game, players=(TINA, BEN))
    assert not is_last(scored(game, (0, 0, 0)))


@pytest.mark.parametrize(
    ("words", "values"),
    [
        (("HOUSE", "ABOUT", "LEMON"), [6, 5, 4, 3, 2, 1]),
        (("HOUSE", "ABOUT"), [6, 6, 5, 5, 4, 4, 3, 3, 2, 2, 1, 1, 1, 1]),
    ],
)
def test_each_row_is_worth_one_less(words, values):
    """Each row is worth one point less; in a race each player has rows."""
    game, worth = hidden(*words), []
    for _ in values:
        asked = do(game, Query(game.round.turn, "PECAN"))
        worth.append(value(asked))
        game = time_up(asked)

    assert worth == values


def test_six_sit_down_and_no_seventh():
    """Up to six players can join, and none a race of two."""
    five = start(5)
    assert refusal(five, Join(Seat(6))) == "no-seat"
    six = do(five, Join(Seat(5)))
    assert refusal(six, Join(Seat(6))) == "no-seat"
    assert refusal(start(2), Join(Seat(2))) == "no-seat"


@pytest.mark.parametrize(
    "action", [HideWord(TINA, "HOUSE"), Deal(), Query(TINA, "HOUSE"), Undo()], ids=repr
)
def test_chance_comes_to_what_needs_it_and_is_not_changed(action):
    """A word's promise and the cards are drawn from it."""
    drawn = wqrdles.with_entropy(action, ENTROPY)

    needs = isinstance(action, HideWord | Deal)
    assert drawn == (replace(action, entropy=ENTROPY) if needs else action)
    assert wqrdles.with_entropy(drawn, bytes(32)) == drawn
