"""KEYWORD at the table: buttons, sand, a pulled plug, from choosing to the keyword."""

from dataclasses import replace

from firmware_host.board import commands
from firmware_host.board.events import Button, Tapped, Woke
from firmware_host.board.faces import Lamp
from firmware_host.board.messages import Refused
from firmware_host.board.pieces import Card, Seat, Zone
from firmware_host.games.game import Undo
from firmware_host.games.keyword.rules import Deal, Lay, Pass
from firmware_host.session import play
from firmware_host.session.acting import Submitted
from firmware_host.session.step import wake_at
from firmware_host.session.stored import resuming
from tests.session.evening import face, first_evening, press, then

TICK, CIRCLE, SQUARE = Button.TICK, Button.CIRCLE, Button.SQUARE
ANN, BEN = Seat(0), Seat(1)
SAND_MS = 90_000

#: Two rounds in which Ben collects the letters of KEYWORD.
FIRST = Deal((tuple("BEANXZ"), tuple("OKDPYT")), tuple("AERWTS"))
SECOND = Deal((tuple("QUIL"), tuple("GHI")), tuple("ENO"))
WORDS = (
    Lay(ANN, "BEAN", (0, 0, 0, 0)),
    Lay(BEN, "WORKED", (4, 0, 3, 0, 2, 0)),
)


def chosen():
    """Two people at a board where the game was chosen by its card."""
    session = then(first_evening(), Tapped(Zone(1), Card("start-keyword"))).session
    return press(session, CIRCLE, SQUARE, TICK, TICK).session


def give(session, *actions, now_ms=0):
    """Submit actions that must all be accepted."""
    for action in actions:
        done = then(session, Submitted(action), now_ms)
        assert not isinstance(done.outcome, Refused), (action, done.outcome)
        session = done.session
    return session


def begun():
    return give(chosen(), FIRST)


def row(session):
    return "".join(zone.card.text if zone.card else "-" for zone in face(session).zones)


def line(session):
    return face(session).table.line.code


def test_from_the_card_that_chooses_it_to_the_keyword():
    """A whole game: the tick deals, phones lay, and an own button claims."""
    session = chosen()
    assert line(session) == "keyword-line-start"
    session = give(session, FIRST)
    assert row(session) == "AERWTS"
    session = give(session, *WORDS)
    assert face(session).table.note.code == "keyword-note-scored"
    assert row(session) == "A---TS"
    assert [zone.lamp for zone in face(session).zones].count(Lamp.YES) == 3
    assert press(session, SQUARE).outcome.code == "button-idle"

    session = give(session, SECOND, Lay(BEN, "TYPE", (5, 0, 0, 2)), Pass(ANN))
    assert face(session).table.note.code == "keyword-note-claim"
    assert press(session, CIRCLE).outcome.code == "button-idle"
    session = press(session, SQUARE).session

    assert session.playing.game.over
    assert line(session) == "keyword-line-cracked"
    assert press(session, TICK).session.mode.question == "again"


def test_the_tick_deals_from_the_decks():
    """The tick deals six hidden cards to each player and six to the zones."""
    session = press(chosen(), TICK).session
    game = session.playing.game

    assert tuple(map(len, game.hands)) == (6, 6)
    assert row(session) == "".join(game.row)
    assert line(session) == "keyword-line-all"


def test_a_transcript_has_to_name_the_cards():
    """A scripted board refuses a deal without cards."""
    session = replace(chosen(), scripted=True)
    assert then(session, Submitted(Deal())).outcome == Refused("keyword-deck")
    assert row(give(session, FIRST)) == "AERWTS"


def test_the_sand_runs_from_the_deal_and_shows_what_lies_there():
    """The timer runs from the deal, is not restarted by a lay, and ends the round."""
    session = give(chosen(), FIRST, now_ms=1000)
    session = give(session, WORDS[0], now_ms=60_000)
    assert play.left_ms(session.playing, 60_000) == SAND_MS - 59_000
    assert face(session, 60_000).table.left_s == 31
    early = then(session, Woke(), 70_000).session
    assert early.playing.game.round is not None

    late = then(session, Woke(), 1000 + SAND_MS).session

    assert late.playing.game.round is None
    assert late.playing.game.results[-1].guessed_by == ANN
    assert wake_at(late, 200_000) is None


def test_the_sand_stands_still_on_a_pause():
    """The timer stops in a pause and goes on from there."""
    session = then(begun(), commands.Pause(paused=True), 30_000).session
    assert wake_at(session, 30_000) is None

    session = then(session, commands.Pause(paused=False), 500_000).session

    assert play.left_ms(session.playing, 500_000) == SAND_MS - 30_000


def test_a_word_is_taken_back_but_not_once_it_was_shown():
    session = give(begun(), WORDS[0], Undo())
    assert session.playing.game.round.laid == ()

    session = give(session, *WORDS)

    assert then(session, Submitted(Undo())).outcome.code == "nothing-to-undo"


def test_after_a_pulled_plug_everything_lies_as_it_did():
    """
    After a restart at any row the game and the zones are the same.

    The timer stands still until an action.
    """
    start = chosen()
    session, rows = start, []
    for number, action in enumerate((FIRST, *WORDS, SECOND, Pass(ANN))):
        done = then(session, Submitted(action), number * 1000)
        rows += done.entry.rows
        session = done.session
        again = replace(session, playing=resuming.resume(start.playing, rows))
        assert again.playing.game == session.playing.game
        assert again.playing.resumed
        assert wake_at(again, 0) is None
        awake = replace(again, playing=replace(again.playing, resumed=False))
        assert face(awake).zones == face(session).zones
        assert line(awake) == line(session)
