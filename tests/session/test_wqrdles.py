"""WQRDLES at the board alone: words on the maker's screen, marks on the zones."""

from dataclasses import replace

import pytest

from firmware_host.app.content.languages import load_texts
from firmware_host.board.events import (
    PLAYER_BUTTONS,
    ZONE_BUTTONS,
    Button,
    Tapped,
    Woke,
)
from firmware_host.board.faces import Lamp, Mark
from firmware_host.board.messages import Refused
from firmware_host.board.pieces import RACK, Card, Seat, Zone
from firmware_host.games.game import Undo
from firmware_host.games.wqrdles.rules import Guess, HideWord, Pass, Query, card
from firmware_host.session import play
from firmware_host.session.acting import Submitted
from firmware_host.session.modes.menu import items
from firmware_host.session.step import wake_at
from firmware_host.session.stored import resuming
from tests.session.evening import face, form_of, hold, playing, press, then
from tests.session.modes.test_secret import lay

TICK, CROSS = Button.TICK, Button.CROSS
TINA, LEE, BEN = map(Seat, range(3))
MINUTES_MS = 120_000


def at_board(seats=2, **setup):
    """Return a game of WQRDLES with four letters; words begin in zone 2."""
    session = playing(seats=seats, game="wqrdles", length=4, **setup)
    return replace(session, maker_screen=True, input="pads")


def spell_open(session, word, first=2):
    """Press each zone's button until its letter is there."""
    for at, letter in enumerate(word):
        for _ in range(ord(letter) - ord("A") + 1):
            session = press(session, ZONE_BUTTONS[first - 1 + at]).session
    return session


def spell(session, word, first=2):
    """Spell a word, and then press the tick."""
    return press(spell_open(session, word, first), TICK).session


def say(session, seat, word):
    """Let a player press the own button and spell a word on the zones."""
    return spell(press(session, PLAYER_BUTTONS[seat]).session, word)


def given(session, *actions, now_ms=0):
    """Submit actions as seats do on pages."""
    for action in actions:
        done = then(session, Submitted(action), now_ms)
        assert not isinstance(done.outcome, Refused), (action, done.outcome)
        session = done.session
    return session


def test_a_players_button_says_whether_the_own_word_gets_a_clue():
    """A player's button turns the own word's clue off and on, as the note shows."""
    rules = {"wqrdles": {"sequence": "each", "query": "own"}}
    session = at_board(seats=3, rules=rules)
    for own, word in (((0,), "CAKE"), ((), "LAMP"), ((2, 2), "DESK")):
        session = spell_open(session, word)
        assert face(session).maker.note.code == "own-sequence-on"
        for seat in own:
            session = press(session, PLAYER_BUTTONS[seat]).session
        off = len(own) % 2
        note = face(session).maker.note.code
        assert note == ("own-sequence-off" if off else "own-sequence-on")
        session = press(session, TICK).session

    note = face(session).table.note
    assert (note.code, session.playing.game.round.clueless) == (
        "wqrdles-clueless",
        (0,),
    )
    session = given(session, Query(TINA, "LAKE"))
    clues = [clue for _, _, clue in session.playing.game.round.rows[-1].marks]
    assert clues == ["", ">", "<"]


def test_two_play_a_race_with_nothing_but_the_board():
    """Two players play a whole race with buttons only."""
    session = at_board()
    hidden = face(session)
    session = spell(session, "CAKE")
    assert replace(face(session), maker=None, table=hidden.table) == replace(
        hidden, maker=None
    )
    session = spell(session, "LAMP")
    assert face(session).table.line.code == "wqrdles-query"

    session = say(session, TINA, "LAKE")
    zones = face(session).zones[1:5]
    assert [zone.spelled for zone in zones] == list("LAKE")
    assert [zone.mark for zone in zones] == [Mark.HERE, Mark.HERE, *[Mark.NONE] * 2]
    assert [zone.lamp for zone in zones[1:3]] == [Lamp.YES, Lamp.DARK]
    session = press(session, CROSS).session  # no attempt
    session = say(session, LEE, "LAKE")
    session = say(session, LEE, "CAKE")
    session = say(session, TINA, "PALM")
    assert face(session).zones[1].lamp is Lamp.ELSEWHERE
    session = say(session, TINA, "LAMP")

    assert session.playing.game.results[0].points == (5, 6)
    assert face(session).table.note.code == "wqrdles-words"


def test_a_query_is_announced_as_one_and_an_attempt_as_a_guess():
    """A query is announced as a query, an attempt as a guess."""
    session = spell(spell(at_board(), "CAKE"), "LAMP")
    lines = []
    for _ in range(2):
        called = press(session, PLAYER_BUTTONS[TINA]).session
        lines.append(face(called).table.line)
        session = spell(called, "LAKE")

    assert [line.code for line in lines] == ["query-spell", "guess-spell"]
    for language, verb in (("en", "asks"), ("de", "fragt")):
        assert verb in load_texts(language).say(lines[0])


def test_only_whoever_is_on_turn_gives_a_query_word():
    """Only the seat on turn can enter a query word."""
    session = spell(spell(at_board(), "CAKE"), "LAMP")

    assert press(session, PLAYER_BUTTONS[LEE]).outcome.code == "not-your-turn"
    assert form_of(press(session, PLAYER_BUTTONS[TINA]).session) is not None


def three():
    """Return a game of three: the cards are dealt, and a query has been called out."""
    words = zip((TINA, LEE, BEN), ("CAKE", "LAMP", "SNOW"), strict=True)
    session = given(at_board(3), *(HideWord(*one) for one in words))
    assert wake_at(session, 0) == 0
    session = then(session, Woke()).session
    word = face_card(session)[0]
    return given(session, Query(TINA, word))


def face_card(session):
    """Return the words on the card of the seat on turn."""
    game = session.playing.game
    return card(game, dict(game.round.hands)[game.round.turn])


def test_the_cross_swaps_the_card_and_a_word_of_it_is_spelled():
    """Printed cards and the board's own are the same."""
    words = zip((TINA, LEE, BEN), ("CAKE", "LAMP", "SNOW"), strict=True)
    session = given(at_board(3), *(HideWord(*one) for one in words))
    session = then(session, Woke()).session
    before = face_card(session)
    session = press(session, CROSS).session
    assert face_card(session) != before
    session = say(session, TINA, face_card(session)[0])
    assert len(session.playing.game.round.rows) == 1


def test_the_sand_runs_for_a_row_and_a_pulled_plug_stops_it():
    """The timer runs for a row, and an attempt does not restart it."""
    session = three()
    assert play.left_ms(session.playing, 0) == MINUTES_MS
    session = given(session, Guess(LEE, "CAKE", TINA), now_ms=30_000)
    assert play.left_ms(session.playing, 30_000) == MINUTES_MS - 30_000
    early = then(session, Woke(), MINUTES_MS - 1).session
    assert early.playing.game.round.trying

    session = then(session, Woke(), MINUTES_MS).session
    assert session.playing.game.round.found == (TINA,)
    assert play.left_ms(session.playing, MINUTES_MS) is None


def test_a_game_resumed_from_its_facts_is_the_same():
    """A game resumed in a row has its unopened attempts."""
    session, rows = at_board(3), []
    begun = session.playing
    words = zip((TINA, LEE, BEN), ("CAKE", "LAMP", "SNOW"), strict=True)
    events = [Submitted(HideWord(*one)) for one in words]
    for event in (*events, Woke(), None, Submitted(Guess(LEE, "CAKE", TINA))):
        query = event or Submitted(Query(TINA, face_card(session)[0]))
        done = then(session, query)
        session, rows = done.session, [*rows, done.entry.rows[0]]
    again = resuming.resume(begun, rows)

    assert again.game == session.playing.game
    assert again.game.round.tries == ((LEE, TINA, "CAKE"),)


def test_undo_takes_an_attempt_back_before_it_is_opened():
    """An attempt can be undone before it is opened."""
    session = given(three(), Guess(LEE, "CAKE", TINA), Undo(), Pass(LEE))

    assert session.playing.game.round.tries == ()
    assert session.playing.game.round.passed == (LEE,)


@pytest.mark.parametrize("pad", [RACK, Zone(2)], ids=["rack", "zone"])
def test_a_card_is_nothing_of_this_game(pad):
    """A playing card is refused, and the game goes on."""
    done = then(three(), Tapped(pad, Card("hearts", "Q")))
    assert done.outcome.code == "not-a-piece"


@pytest.mark.parametrize("maker_screen", [True, False], ids=["screen", "tiles"])
def test_whoever_hides_next_is_told_how(maker_screen):
    """Players are asked by name to hide a word; the last round's words stay shown."""
    session = replace(at_board(), maker_screen=maker_screen)
    for name, word in (("Circle", "CAKE"), ("Square", "LAMP")):
        assert told_to_hide(session) == name
        session = press(lay(session, word), TICK).session
    for seat, word in ((TINA, "LAMP"), (LEE, "CAKE")):
        session = given(session, Query(seat, "LAKE"), Guess(seat, word))
    assert face(session).table.note.code == "wqrdles-words"
    assert told_to_hide(session) == "Square"  # who begins the second round


def told_to_hide(session):
    """Return the name of the player whom the board asks for a word."""
    seen = face(session)
    hints = (getattr(seen.maker, "note", None), seen.table.note, seen.table.status)
    codes = ("own-spell", "secret-tiles")
    return next(one["name"] for one in hints if one and one.code in codes)


def test_no_held_tick_hides_a_word_that_no_dictionary_has():
    """A word in no dictionary cannot be hidden by holding the tick (rules, part 4)."""
    session = hold(lay(at_board(), "ZZZZ"), TICK, 100).session
    assert face(session).maker.note.code == "refused-word-unknown"
    assert wake_at(session, 100) is None


def test_a_race_of_two_has_no_free_seat():
    """The menu offers to join only a game that further players can join."""
    seat = {"join", "bot"}
    assert not seat & set(items(at_board().playing))
    own = {"wqrdles": {"query": "own"}}
    assert seat <= set(items(at_board(seats=3, rules=own).playing))
