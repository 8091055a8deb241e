"""What a game asks for begins its mode, with that game's own verbs."""

from dataclasses import replace

import pytest

from firmware_host.board.events import Button
from firmware_host.board.pieces import Seat
from firmware_host.games.requests import (
    AttemptRequest,
    GuessRequest,
    MarkRequest,
    SecretRequest,
)
from firmware_host.words.marks import GREEN, NONE
from tests.session.evening import playing, press
from tests.session.modes.strangers import WORD, riddle

ZONE_1, ZONE_2 = Button.ZONE_1, Button.ZONE_2
OWN = {"do": "say", "key": "text"}

#: By what is asked for: the buttons that give it, and what is given by whom.
KINDS = {
    "a secret": (
        SecretRequest(*WORD, **OWN, maker=Seat(1)),
        (ZONE_1, ZONE_2, ZONE_2, Button.TICK),
        (1, "AB"),
    ),
    "a guess": (
        GuessRequest(*WORD, **OWN, turn=Seat(0)),
        (Button.SQUARE, ZONE_1, ZONE_1, ZONE_2, Button.TICK),
        (1, "BA"),
    ),
    "marks": (
        MarkRequest(*WORD, **OWN, turn=Seat(0), word="AB", places=((GREEN, NONE),) * 2),
        (Button.CIRCLE, ZONE_1, Button.TICK),
        (0, GREEN + NONE),
    ),
    "an attempt": (
        AttemptRequest(*WORD, **OWN, whose={Seat(0): (Seat(1),)}, skip="hush"),
        (Button.CIRCLE, Button.SQUARE, ZONE_1, ZONE_2, Button.TICK),
        (0, "AA"),
    ),
}


@pytest.mark.parametrize("kind", KINDS)
def test_a_strangers_game_is_given_what_it_asks_for(kind):
    request, buttons, (by, text) = KINDS[kind]
    session = replace(playing(board_makes=False), maker_screen=True)
    state = replace(riddle.start(session.playing.header), asked=(request,))
    running = replace(session.playing, engine=riddle, game=state)
    given = press(replace(session, playing=running), *buttons)
    assert given.session.playing.game.said == ((by, text),)


def test_what_is_not_asked_for_is_not_given():
    """Nor does a button begin anything."""
    session = replace(playing(board_makes=False), maker_screen=True)
    running = replace(
        session.playing, engine=riddle, game=riddle.start(session.playing.header)
    )
    session = replace(session, playing=running)
    for button in (ZONE_1, Button.CIRCLE):
        assert press(session, button).session.mode == session.mode
