"""A form of an external game that fails ends that game and nothing else."""

from dataclasses import replace

import pytest

from firmware_host.app.content.stranger import StrangersGame
from firmware_host.app.content.time_limit import Limited
from firmware_host.board.events import Button, Woke
from firmware_host.board.pieces import Seat
from firmware_host.games.forms import Row
from tests.session.evening import face, form_of, playing, press, then
from tests.session.modes.strangers import riddle
from tests.session.modes.test_filling import OWN, WORD, guess, hushed, secret

SQUARE, TICK = Button.SQUARE, Button.TICK


def broken(name, does):
    """Return a factory of rows in which one method is replaced."""
    odd = type("Odd", (Row,), {name: lambda _, *given: does(*given)})
    return lambda at: odd(at, *WORD, **OWN, turn=Seat(0))


def raises(*_given):
    raise ZeroDivisionError


def offering(form):
    """A board with a game from outside that offers a form."""
    session = replace(playing(board_makes=False), maker_screen=True)
    engine = StrangersGame(riddle, Limited(None))
    at = engine.start(session.playing.header)
    at.state = replace(at.state, offered=(form,))
    at.asked.clear()
    return replace(session, playing=replace(session.playing, engine=engine, game=at))


@pytest.mark.parametrize(
    ("form", "buttons", "said"),
    [
        (guess, (SQUARE, Button.ZONE_1, Button.ZONE_2, TICK), (1, "AA")),
        (secret, (Button.ZONE_1, Button.ZONE_2, TICK), (1, "AA")),
        (hushed, (Button.CIRCLE, Button.ZONE_1, Button.ZONE_2, TICK), (0, "AA")),
    ],
)
def test_a_sound_form_is_filled_in_as_any_other(form, buttons, said):
    session = press(offering(form), *buttons).session
    assert session.playing.game.state.said == (said,)


@pytest.mark.parametrize(
    ("name", "does"),
    [
        *(
            (name, raises)
            for name in ("open", "tick", "zone", "current", "show", "own")
        ),
        ("tick", lambda: "no answer"),
        ("zone", lambda _zone: 7),
        ("show", lambda _face: None),
        ("hint", lambda _face: None),
    ],
)
def test_a_form_that_goes_wrong_ends_its_game(name, does):
    """If any function of a form fails, the game is ended with a fault on the board."""
    session = offering(broken(name, does))
    at = session.playing.game
    for button in (SQUARE, SQUARE, Button.ZONE_1, TICK):
        face(session)
        session = session if at.fault else press(session, button).session
    assert at.fault
    ended = then(session, Woke()).session
    assert ended.playing.is_over
    assert form_of(ended) is None
    assert face(ended).table.fault.code == "fault-game"


def test_what_is_no_form_ends_the_game_too():
    session = offering(lambda _at: "no form")
    assert session.forms == ()
    assert then(session, Woke()).session.playing.is_over
