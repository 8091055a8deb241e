"""The coach's line on what to do next, and its words for what has happened."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from firmware_host.app.content.languages import load_texts
from firmware_host.board.faces import CardFace, Lamp, Mark, ZoneFace
from firmware_host.board.messages import Refused, say
from firmware_host.board.moments import last, since
from firmware_host.board.pieces import Kind, Seat, Zone
from firmware_host.games.decipher.rules import AskForPiece, Guess, HandOver, SetSecret
from firmware_host.games.game import End
from firmware_host.languages import CODES
from firmware_host.session.acting import Submitted
from firmware_host.session.modes import choosing
from firmware_host.session.modes.filling import PlayMode
from firmware_host.session.modes.menu import Menu
from firmware_host.simulate.coach import advice, describe_zone, described_moments
from tests.session.evening import first_evening, playing, then

RED = Kind.LONG_STICK


def after(*actions, **setup):
    """Return the session of two after these actions."""
    session = playing(board_makes=False, **setup)
    for action in actions:
        step = then(session, Submitted(action))
        assert not isinstance(step.outcome, Refused)
        session = step.session
    return session


#: A line of the table screen.
LINE = say("turn-wait", name="Ann")

HOBBY = SetSecret(Seat(0), "HOBBY")
ICI = SetSecret(Seat(0), "ICI", override=True)

#: For each advice the session that leads to it.
MOMENTS = {
    "coach-choose": first_evening,
    "coach-players": lambda: choosing.ask(first_evening(), "players"),
    "coach-secret": after,
    "coach-take": lambda: after(HOBBY),
    "coach-zone": lambda: after(HOBBY, HandOver(RED)),
    "coach-bonus": lambda: after(ICI, length=3),
    "coach-wait": playing,
    "coach-over": lambda: after(End()),
}


@pytest.mark.parametrize("code", MOMENTS)
def test_it_says_what_to_do_now(code):
    assert advice(MOMENTS[code](), LINE).code == code


def test_with_nothing_hidden_there_is_only_guessing_left():
    """If no piece is hidden any more, the advice is to guess."""
    session = after(ICI, AskForPiece(), length=3)
    assert advice(session, LINE).code == "coach-take"
    for zone in (2, 3, 4):
        kind = Kind.WIDE_CURVE if zone == 3 else RED
        game = session.playing.game
        if not game.round.asked:
            session = then(session, Submitted(AskForPiece())).session
        tap = session.playing.engine.action({"do": "tap", "zone": zone, "kind": kind})
        session = then(session, Submitted(tap)).session
    assert advice(session, LINE).code == "coach-guess"


def test_an_open_menu_wants_a_choice():
    opened = replace(after(HOBBY), mode=Menu(PlayMode()))
    assert advice(opened, LINE).code == "coach-choose"


@pytest.mark.parametrize("code", CODES)
def test_every_advice_has_words(code):
    """Each advice has its own words in each language."""
    said = [
        load_texts(code).say(advice(moment(), LINE), "page")
        for moment in MOMENTS.values()
    ]
    assert len(set(said)) == len(said)
    assert not any(line.startswith("coach-") for line in said)


def spoken(*moments):
    """Return the speech for moments, one line each."""
    texts = load_texts("en")
    return [
        " ".join(texts.say(m, "speech") for m in one.said)
        for one in described_moments(moments)
    ]


def brought(session, event):
    """Return the moments that an event causes."""
    return since(then(session, event).session.moments, last(session.moments))


def test_an_answer_is_spoken_with_its_zone_and_what_is_left():
    """An answer is spoken with its zone and the remaining zones."""
    session = after(HOBBY)
    for zone, line in (
        (1, "Zone 1. Yes."),
        (2, "Zone 2. No. Zones 1, 3, 4, and 5 are left."),
    ):
        tap = session.playing.engine.action({"do": "tap", "zone": zone, "kind": "red"})
        assert spoken(*brought(session, Submitted(tap))) == [line]


@pytest.mark.parametrize(("word", "line"), [("HORSE", "Wrong."), ("HOBBY", "Right!")])
def test_a_guess_is_spoken(word, line):
    """A guess is spoken without whose turn it is, which is the table's line."""
    said = brought(after(HOBBY), Submitted(Guess(Seat(1), word)))
    assert spoken(*said) == [line]


def test_a_refusal_is_spoken_and_tells_no_secret():
    """A refusal is spoken only in its public form."""
    hand = HandOver(Kind.TIGHT_CURVE)
    (refused,) = brought(
        after(SetSecret(Seat(0), "ICI", override=True), length=3), Submitted(hand)
    )
    assert refused.said == (say("refused-ask-first"),)
    assert spoken(refused) == [load_texts("en").say(say("refused-ask-first"))]


def test_a_game_without_a_coach_is_advised_by_the_boards_own_line():
    """Without advice of the game the table's line is used."""
    session = playing()
    other = SimpleNamespace(
        is_over=lambda game: game == "over", advice=lambda _game: None
    )
    for game, code in (("running", LINE.code), ("over", "coach-over")):
        running = replace(session.playing, engine=other, game=game)
        assert advice(replace(session, playing=running), LINE).code == code


def test_what_lies_in_a_zone_is_told():
    """Cards, marks and words in a zone are described, answers and refusals are not."""
    zones = (
        ZoneFace(word=say("yes"), lamp=Lamp.YES, card=CardFace("Q", "hearts")),
        ZoneFace(spelled="E", mark=Mark.HERE),
        ZoneFace(spelled="A", mark=Mark.ELSEWHERE),
        ZoneFace(spelled="X", mark=Mark.NONE),
        ZoneFace(card=CardFace("?")),
        ZoneFace(word=say("card-lies"), card=CardFace("")),
        ZoneFace(word=say("card-waits")),
        ZoneFace(word=say("no"), lamp=Lamp.NO),
        ZoneFace(word=say("short-unclear")),
        ZoneFace(),
    )
    described_moments = [describe_zone(Zone(3), zone) for zone in zones]

    assert [
        one and load_texts("en").say(one, "speech") for one in described_moments
    ] == [
        "Zone 3. queen of hearts",
        "Zone 3. E is in its place.",
        "Zone 3. A belongs elsewhere.",
        "Zone 3. X is not in it.",
        "Zone 3. a blank",
        "Zone 3. a card, face down",
        "Zone 3. No card lies here yet.",
        *(None, None, None),
    ]
