"""One line that says what to do next, and what was just answered."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from firmware_host.app.content.languages import load_texts
from firmware_host.board.events import Button
from firmware_host.board.faces import CardFace, Face, Mark, TableFace, ZoneFace
from firmware_host.board.messages import Refused, say
from firmware_host.board.pieces import Kind, Seat
from firmware_host.games.common import End
from firmware_host.games.decipher.actions import Ask, Guess, Hand, Retire, Secret
from firmware_host.languages import CODES
from firmware_host.session.modes import choosing
from firmware_host.session.modes.menu import Menu
from firmware_host.session.modes.play import Play
from firmware_host.session.step import Submitted
from firmware_host.simulate.coach import advice, told, zones_told
from tests.session.evening import first_evening, playing, press, then

RED = Kind.LONG_STICK


def after(*actions, **setup):
    """Return the session of two after these actions."""
    session = playing(board_makes=False, **setup)
    for action in actions:
        step = then(session, Submitted(action))
        assert not isinstance(step.outcome, Refused)
        session = step.session
    return session


#: What a table screen says.
LINE = say("turn-wait", name="Ann")

HOBBY = Secret(Seat(0), "HOBBY")
ICI = Secret(Seat(0), "ICI", override=True)

#: By what there is to do: how it came to that.
MOMENTS = {
    "coach-choose": first_evening,
    "coach-players": lambda: choosing.ask(first_evening(), "players"),
    "coach-secret": after,
    "coach-take": lambda: after(HOBBY),
    "coach-zone": lambda: after(HOBBY, Hand(RED)),
    "coach-bonus": lambda: after(ICI, length=3),
    "coach-wait": playing,
    "coach-over": lambda: after(End()),
}


@pytest.mark.parametrize("code", MOMENTS)
def test_it_says_what_to_do_now(code):
    assert advice(MOMENTS[code](), LINE).code == code


def test_with_nothing_hidden_there_is_only_guessing_left():
    """A word of one piece, and it lies."""
    session = after(ICI, Ask(), length=3)
    assert advice(session, LINE).code == "coach-take"
    for zone in (2, 3, 4):
        kind = Kind.WIDE_CURVE if zone == 3 else RED
        game = session.playing.game
        if not game.round.asked:
            session = then(session, Submitted(Ask())).session
        tap = session.playing.engine.action({"do": "tap", "zone": zone, "kind": kind})
        session = then(session, Submitted(tap)).session
    assert advice(session, LINE).code == "coach-guess"


def test_an_open_menu_wants_a_choice():
    opened = replace(after(HOBBY), mode=Menu(Play()))
    assert advice(opened, LINE).code == "coach-choose"


@pytest.mark.parametrize("code", CODES)
def test_every_advice_has_words(code):
    """In each language, and each its own."""
    said = [
        load_texts(code).say(advice(moment(), LINE), "page")
        for moment in MOMENTS.values()
    ]
    assert len(set(said)) == len(said)
    assert not any(line.startswith("coach-") for line in said)


#: A board on which nothing changes.
STILL = Face(TableFace(LINE))


def spoken(session, outcome):
    """Return what is said of an outcome."""
    return tuple(told(session.playing, outcome, STILL, STILL))


def test_an_answer_is_spoken_with_its_zone():
    """For those who do not see it."""
    session = after(HOBBY)
    tap = session.playing.engine.action({"do": "tap", "zone": 1, "kind": "red"})
    (line,) = spoken(session, then(session, Submitted(tap)).outcome)
    assert load_texts("en").say(line, "speech") == "Zone 1. Yes."


@pytest.mark.parametrize(
    ("word", "code"), [("HORSE", "told-wrong"), ("HOBBY", "told-right")]
)
def test_a_guess_is_spoken(word, code):
    session = after(HOBBY)
    outcome = then(session, Submitted(Guess(Seat(1), word))).outcome
    assert [line.code for line in spoken(session, outcome)] == [code]


def test_a_refusal_is_spoken_and_tells_no_secret():
    """What only the maker may know is not said aloud."""
    session = after(HOBBY)
    said = spoken(session, Refused("zone-covered"))
    assert said[0].code == "refused-zone-covered"
    hidden = Refused("none-hidden", private=True)
    assert spoken(session, hidden)[0].code == "refused-not-this-piece"


def test_nothing_is_spoken_of_the_rest():
    """The table's own line says it, and the zones' where a game leaves it to them."""
    session = after(HOBBY)
    assert spoken(session, None) == ()
    assert spoken(session, ()) == ()
    retired = then(session, Submitted(Retire(Seat(1)))).outcome
    assert spoken(session, retired) == ()
    assert press(session, Button.CIRCLE).outcome == Refused("not-a-seeker")
    now = replace(STILL, zones=(ZoneFace(word=say("yes")), *STILL.zones[1:]))
    assert tuple(told(session.playing, retired, STILL, now)) == ()
    assert len(tuple(told(None, None, STILL, now))) == 1


def test_a_game_without_a_coach_is_advised_by_the_boards_own_line():
    """Whatever its state is made of."""
    session = playing()
    other = SimpleNamespace(
        is_over=lambda game: game == "over", advice=lambda _game: None
    )
    for game, code in (("running", LINE.code), ("over", "coach-over")):
        running = replace(session.playing, engine=other, game=game)
        assert advice(replace(session, playing=running), LINE).code == code


def test_what_zones_show_anew_is_spoken():
    """Words, marks and cards, each with its zone; a refusal has its own sentence."""
    was = Face(TableFace(LINE))
    zones = (
        ZoneFace(word=say("yes"), card=CardFace("Q", "hearts")),
        ZoneFace(spelled="E", mark=Mark.HERE),
        ZoneFace(spelled="A", mark=Mark.ELSEWHERE),
        ZoneFace(spelled="X", mark=Mark.NONE),
        ZoneFace(card=CardFace("?")),
        ZoneFace(word=say("short-unclear"), card=CardFace("")),
    )
    now = replace(was, zones=zones)
    told = [load_texts("en").say(one, "speech") for one in zones_told(was, now)]

    assert told == [
        "Zone 1. Yes.",
        "Zone 1. queen of hearts",
        "Zone 2. E is in its place.",
        "Zone 3. A belongs elsewhere.",
        "Zone 4. X is not in it.",
        "Zone 5. a blank",
        "Zone 6. a card, face down",
    ]
    assert list(zones_told(now, now)) == []
