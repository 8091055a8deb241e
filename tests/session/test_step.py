"""One step of the table: an answer to every touch, a row for every action."""

from dataclasses import replace

import pytest

from firmware_host.board.entries import NameEntry
from firmware_host.board.events import (
    Button,
    Damaged,
    Failed,
    Healed,
    Lost,
    Pressed,
    Tapped,
    TooLate,
    Unclear,
    Woke,
)
from firmware_host.board.faces import Lamp
from firmware_host.board.pieces import Kind, Piece, Seat, Zone
from firmware_host.games.decipher.rules import Guess, SetSecret
from firmware_host.games.game import Join
from firmware_host.session.acting import Submitted
from firmware_host.session.modes.choosing import Choosing
from firmware_host.session.setups import Player
from firmware_host.session.step import StepResult, wake_at
from tests.opened import choice
from tests.session.evening import face, first_evening, just, playing, press, then

RED = Piece(Kind.LONG_STICK, 1)
WORD = Submitted(SetSecret(Seat(0), "HOBBY", override=True))


def with_word(**setup):
    return then(playing(board_makes=False, **setup), WORD).session


def test_an_accepted_tap_is_a_row_and_a_sound():
    """An accepted tap gives a row and a moment."""
    before = with_word()
    step = then(before, Tapped(Zone(1), RED), 1234)
    (row,) = step.entry.rows

    assert row.action == '{"do":"tap","zone":1,"kind":"red","number":1}'
    assert row.ms == 1234
    assert just(before, step) == ["yes"]


def test_a_refusal_is_no_row_and_stands_until_something_is_accepted():
    """
    A refusal gives no row.

    Its lamps end after 2 s, its words with the next action.
    """
    before = with_word()
    step = then(before, Tapped(Zone(6), RED), 0)

    assert (step.entry, just(before, step)) == (None, ["refused"])
    shown = face(step.session, 0)
    assert shown.zones[5].lamp is Lamp.REFUSED
    assert shown.zones[5].word.code == "short-outside-word"
    assert shown.table.note.code == "refused-outside-word"
    later = face(step.session, 2000)
    assert later.zones[5].lamp is Lamp.DARK
    assert later.zones[5].word.code == "short-outside-word"
    assert wake_at(step.session, 0) == 2000

    accepted = then(step.session, Tapped(Zone(1), RED), 10).session
    assert accepted.refusal is None


@pytest.mark.parametrize(
    ("event", "code"),
    [
        (Tapped(Zone(2), None), "unknown-tag"),
        (Unclear(Zone(2)), "unclear"),
        (Unclear(Zone(2), again=True), "again"),
        (TooLate(Zone(2)), "too-late"),
    ],
)
def test_a_touch_that_cannot_be_read_names_itself(event, code):
    """A tap that cannot be read is refused with its reason, without a Yes or No."""
    step = then(with_word(), event)

    assert step.outcome.code == code
    assert face(step.session).zones[1].word.code == f"short-{code}"


def test_a_laid_piece_blinks_where_it_lies_too():
    """A tap of a piece that was laid already blinks in both zones."""
    session = then(with_word(), Tapped(Zone(1), RED)).session
    shown = face(then(session, Tapped(Zone(3), RED)).session)

    assert [zone.lamp is Lamp.REFUSED for zone in shown.zones[:3]] == [
        True,
        False,
        True,
    ]


def test_what_only_the_maker_may_know_is_not_shown():
    """A refusal that reveals a secret is shown to others as "not this piece"."""
    session = playing(board_makes=False)
    session = then(
        session, Submitted(SetSecret(Seat(0), "LLAMA", override=True))
    ).session
    step = then(session, Tapped(Zone(1), Piece(Kind.WIDE_CURVE, 1)))

    assert step.outcome.code == "none-hidden"
    assert face(step.session).zones[0].word.code == "short-not-this-piece"


def test_a_tap_before_any_game_says_that_there_is_no_word():
    """A tap before any game is refused as no-round."""
    assert then(first_evening(), Tapped(Zone(1), RED)).outcome.code == "no-round"


def test_the_board_moves_by_itself_when_it_is_its_turn():
    """The board draws its word, and then hands out a piece."""
    session = playing(seats=1)
    assert wake_at(session, 50) == 50

    session = then(session, Woke(), 50).session
    assert session.playing.game.round is not None
    session = then(session, Woke(), 60).session
    assert session.playing.game.round.holding is not None
    assert wake_at(session, 70) is None


def test_a_fault_is_named_until_it_heals_and_stops_nothing():
    """The latest fault is shown until it heals, and taps still count."""
    session = then(with_word(), Failed("screen-3")).session
    session = then(session, Failed("lamp-2")).session
    assert face(session).table.fault.code == "fault-lamp"
    assert face(session).zones[2].word.code == "short-screen"

    assert then(session, Tapped(Zone(1), RED)).outcome[0].yes
    session = then(session, Healed("lamp-2")).session
    assert face(session).table.fault.code == "fault-screen"
    session = then(session, Healed("screen-3")).session
    assert face(session).table.fault is None


@pytest.mark.parametrize(
    "part",
    ["controller", "protocol", "journal", "buzzer", "screen-table", "button-circle"],
)
def test_every_part_has_a_name(part):
    """A fault of each part is shown."""
    shown = face(then(with_word(), Failed(part)).session)

    assert shown.table.fault is not None


def test_a_lost_touch_asks_for_a_new_one():
    """The controller says how many it had no room for."""
    damaged = then(with_word(), Damaged(2)).session
    assert face(damaged).table.note.code == "left-aside"
    session = then(with_word(), Lost(2)).session
    assert face(session).table.note.code == "touches-lost"

    assert then(session, Tapped(Zone(1), RED)).session.lost == 0


def test_a_game_that_is_over_offers_the_same_again():
    """After a game one tick leads to the question whether to play again."""
    session = with_word()
    for seat, word in ((1, "HOBBY"), (0, "PANDA"), (1, "HOBBY"), (0, "PANDA")):
        maker = Seat(1 - seat)
        session = then(
            session, Submitted(SetSecret(maker, word, override=True))
        ).session
        session = then(session, Submitted(Guess(Seat(seat), word))).session
    assert session.playing.game.over

    again = press(session, Button.TICK).session
    assert isinstance(again.mode, Choosing)
    assert again.mode.question == "again"


def test_somebody_with_a_name_joins():
    """The name is kept apart from the row."""
    joined = then(with_word(), Submitted(Join(Seat(2)), Player("Eve")))

    assert joined.entry.names == (NameEntry(1, 2, "Eve"),)
    assert "Eve" not in str(joined.entry.rows)
    twice = then(with_word(), Submitted(Join(Seat(0))))
    assert twice.outcome.code == "no-seat"


def test_a_whole_setup_may_be_given_at_once():
    """A whole setup can be given by one command."""
    chosen = choice((Player("Ann"), Player("Ben")), "de", 4)
    begun = then(first_evening(), chosen)

    assert begun.session.playing.game.header.length == 4
    assert begun.entry.new_game.names == ("Ann", "Ben")


def test_half_of_the_menus_chord_is_no_mistake():
    """A press of the tick alone is not refused, other idle buttons are."""
    step = then(with_word(), Pressed(Button.TICK))

    assert step.outcome is None
    assert then(with_word(), Pressed(Button.STAR)).outcome.code == "button-idle"


def test_a_refused_word_gives_no_letter_away():
    """The table screen is everybody's; the whole reason is for the maker alone."""
    session = playing(board_makes=False)
    for word in ("XQZJK", "EEEEL", "HO8BY"):
        refused = then(session, Submitted(SetSecret(Seat(0), word)))
        shown = face(refused.session).table.note

        assert shown.values == ()
        assert refused.outcome.reason.values


@pytest.mark.parametrize("still", [{"paused": True}, {"scripted": True}])
def test_where_the_board_is_not_to_move_no_waking_moves_it(still):
    """A lamp that stops to blink wakes the table too."""
    session = replace(playing(seats=1), **still)
    assert wake_at(session, 50) is None
    assert then(session, Woke(), 50) == StepResult(session)


def test_a_move_of_the_board_is_nobody_who_goes_on():
    """After a restart the board may have a word to draw; it waits all the same."""
    session = playing(seats=1)
    running = replace(session.playing, resumed=True, stopped_ms=0)
    moved = then(replace(session, playing=running), Woke(), 50).session
    assert moved.playing.number == 1
    assert moved.playing.resumed
    assert moved.playing.elapsed_ms(900) == 0


def test_waking_a_board_on_which_things_are_chosen_changes_nothing():
    session = first_evening()
    assert then(session, Woke(), 50) == StepResult(session)
