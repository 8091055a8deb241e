"""The moments of a table: numbered, spoken by symbols, the last ones stored."""

from dataclasses import replace

import pytest

from firmware_host.board.commands import Pause, SeatPhone
from firmware_host.board.events import Lost, Tapped
from firmware_host.board.messages import say
from firmware_host.board.moments import KEPT, Moment, What, clip_names, last, since
from firmware_host.board.pieces import Kind, Piece, Seat, Zone
from firmware_host.board.players import Animal
from firmware_host.games.bots import Bot
from firmware_host.games.decipher.rules import Guess, SetSecret
from firmware_host.games.game import NEXT, End
from firmware_host.session.acting import Submitted
from firmware_host.session.setups import Player
from firmware_host.session.state import record_moments
from tests.session.evening import first_evening, just, playing, then

HOBBY = Submitted(SetSecret(Seat(0), "HOBBY"))
RED = Piece(Kind.LONG_STICK, 1)


def round_of_hobby():
    """Circle has made HOBBY, square is to tap."""
    return then(playing(board_makes=False), HOBBY).session


def said(before, event):
    """Return the clips of the moments that an event adds."""
    moments = since(then(before, event).session.moments, last(before.moments))
    return " ".join(clip_names(one for moment in moments for one in moment.said))


def test_moments_are_numbered_and_the_last_are_kept():
    """Moments are numbered, and the last eight are stored."""
    session = first_evening()
    for _ in range(KEPT + 3):
        session = record_moments(session, Moment(What.NO), Moment(What.YES))
    assert [one.n for one in session.moments] == list(range(15, 23))
    assert record_moments(session) is session


def test_whoever_has_a_symbol_is_named_by_it():
    """Turn, maker, finder and winner are spoken by their symbols, with the points."""
    session = playing(board_makes=False)
    assert said(session, HOBBY) == "turn-square turn-take"
    session = then(session, HOBBY).session
    found = Submitted(Guess(Seat(1), "HOBBY"))
    assert said(session, found) == "told-right found-square makes-square"
    ended = said(then(session, found).session, Submitted(End()))
    assert ended.split()[:2] == ["wins-square", "player-circle"]
    assert ended.split()[3] == "player-square"


def test_nobody_is_named_without_a_symbol():
    """Players without a symbol are not named in clips."""
    session = round_of_hobby()
    players = tuple(replace(one, button=None) for one in session.playing.players)
    session = replace(session, playing=replace(session.playing, players=players))
    found = said(session, Submitted(Guess(Seat(1), "HOBBY")))
    assert found == "told-right round-guessed secret-waits"


def test_a_bot_is_named_with_what_it_tries_and_told_nothing():
    """A bot is spoken as "bot" with its move, and gets no instruction."""
    session = playing(seats=2, board_makes=True)
    bot = Player(bot=Bot("easy", Animal.PANDA))
    players = (session.playing.players[0], bot)
    session = replace(session, playing=replace(session.playing, players=players))
    moments = (
        Moment(What.TURN, Seat(1), said=(NEXT, say("clip-turn-place"))),
        Moment(What.NO, Seat(1), Zone(2), Kind.LONG_STICK, said=(say("no"),)),
        Moment(What.GAME, Seat(1), said=(say("clip-game-won"),)),
    )
    told = record_moments(replace(session, moments=()), *moments).moments
    first, second, last_ = (" ".join(clip_names(one.said)) for one in told)
    assert first == "turn-bot"
    assert second == "kind-red zone-2 no"
    assert last_.split()[0] == "wins-bot"
    assert "player-bot" in last_


def test_a_zone_is_said_before_its_answer():
    assert said(round_of_hobby(), Tapped(Zone(1), RED)) == "zone-1 yes"


@pytest.mark.parametrize(
    ("zone", "told"), [(6, "zone-6 refused-outside-word"), (0, "")]
)
def test_a_refusal_is_a_moment_with_its_reason(zone, told):
    """A refusal is a moment with its zone and reason; an unknown zone gives none."""
    session = round_of_hobby()
    assert said(session, Tapped(Zone(zone), RED)) == told


def test_a_refused_phone_is_no_moment():
    """The refusal of a phone is no moment."""
    session = round_of_hobby()
    assert just(session, then(session, SeatPhone("phone", Seat(7)))) == []


def test_a_pause_its_end_and_lost_touches_are_moments():
    session = round_of_hobby()
    stopped = then(session, Pause(paused=True))
    assert just(session, stopped) == ["paused"]
    assert just(session, then(stopped.session, Pause(paused=True))) == ["paused"]
    assert said(stopped.session, Pause(paused=False)) == "go-on"
    assert said(session, Lost(2)) == "touches-lost"


def test_what_is_said_is_no_name_and_no_word():
    session = playing(board_makes=False)
    guess = Submitted(Guess(Seat(1), "HORSE"))
    moments = then(then(session, HOBBY).session, guess).session.moments
    assert moments[-1].word == "HORSE"
    assert "HORSE" not in str([one.said for one in moments])
    assert say("told-wrong") in moments[-1].said
