"""The last setup is offered again, in spite of damaged settings."""

import json
from dataclasses import replace

import pytest

from firmware_host.board.commands import Choose
from firmware_host.board.events import Button
from firmware_host.languages import CODES
from firmware_host.session import lobby, upcoming
from firmware_host.session.modes import choosing
from firmware_host.session.play import Playing
from firmware_host.session.setups import Player, Setup, at_place, read_setup, setup_text
from tests.session.evening import face, first_evening, press, then

SETUP = Setup(
    language="de",
    players=(Player("Tina", Button.STAR), Player("Ben"), Player("", Button.CIRCLE)),
    rules={"decipher": {"first_zone": 1, "guess_tokens": "x"}},
)


@pytest.mark.parametrize("text", ["", "[]", "{", "7", "null", '"x"', '{"players": 3}'])
def test_an_unreadable_setup_is_the_usual_one(text):
    """An unreadable setup is replaced by the default."""
    assert read_setup(text, CODES) == (Setup(), False)


def test_a_setup_reads_back_as_it_was_written():
    """Names are not in it: they are erased by themselves."""
    read, whole = read_setup(setup_text(SETUP), CODES)

    assert whole
    assert read.language == "de"
    assert read.players == (Player(button=Button.STAR), Player(button=Button.CIRCLE))
    assert read.rules == SETUP.rules
    assert "Tina" not in setup_text(SETUP)


def test_a_board_is_heard_at_home_and_quiet_in_a_class():
    """A board has sound at home and none in a class, until it is chosen."""
    there = at_place(Setup(), "class")
    assert (Setup().place, Setup().sound) == ("home", True)
    assert (there.place, there.sound) == ("class", False)
    assert at_place(there, "home").sound
    loud = replace(there, sound=True)
    assert at_place(loud, "class") == loud


def test_both_ways_to_a_class_make_the_board_quiet():
    """Choosing "class" at the board or on a page turns the sound off."""
    answers = lobby.QUESTIONS["place"].answers(first_evening())
    assert [(one.setup.place, one.setup.sound, one.chosen) for one in answers] == [
        ("home", True, True),
        ("class", False, False),
        ("kiosk", False, False),
    ]
    for changes, sound in (
        ({"place": "class"}, False),
        ({"place": "class", "sound": True}, True),
        ({"place": "home"}, True),
    ):
        after = then(first_evening(), Choose(**changes)).session
        assert (after.setup.place, after.setup.sound) == (changes["place"], sound)


def test_a_setup_of_before_a_choice_came_is_no_damage():
    """A setup without a newer choice has the default for it and is not damaged."""
    assert read_setup('{"language": "de"}', CODES) == (Setup(language="de"), True)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(("language", "xn"), ("language", []), ("place", "hoMe"), ("length", "5")),
        *(("length", 9), ("rounds", 0), ("rounds", True), ("sound", 1)),
        *(("board_makes", None), ("players", ["stas"]), ("players", "star")),
        *(("rules", {"decipher": 3}), ("rules", {"decipher": {"hand": [1]}})),
    ],
)
def test_what_cannot_be_right_is_as_usual_and_the_rest_stays(name, value):
    """An invalid value is replaced by the default, others stay, and it is reported."""
    item = json.loads(setup_text(SETUP)) | {name: value}
    read, whole = read_setup(json.dumps(item), CODES)

    assert not whole
    assert getattr(read, name) == getattr(Setup(), name)
    others = {"rounds", "place", "sound", "language"} - {name}
    assert all(getattr(read, one) == getattr(SETUP, one) for one in others)


@pytest.mark.parametrize(
    ("name", "right", "wrong"),
    [
        ("length", [3, 6], [2, 7, -1, True, 5.0, "5"]),
        ("rounds", [1, 20], [0, 21, True, 3.0, None]),
        ("place", ["home", "class"], ["", "school", 0]),
        ("board_makes", [True, False], [1, 0, None, "yes"]),
        ("sound", [True, False], [1, 0, None, "on"]),
        ("players", [[], ["star"] * 8], [["star"] * 9, ["tick"], [3], "star", None]),
        ("rules", [{}, {"decipher": {"hand": "tap", "n": 3}}], [[], {"decipher": []}]),
        ("language", ["de"], ["xn", 3, None]),
        ("game", ["keyword", "one that is gone"], [3, None]),
    ],
)
def test_each_choice_has_its_edges(name, right, wrong):
    """The last one that is right, and the first one that is not."""
    for value in right:
        read, whole = read_setup(json.dumps({name: value}), CODES)
        buttons = [one.button for one in read.players]
        assert whole, value
        assert (buttons if name == "players" else getattr(read, name)) == value
    for value in wrong:
        assert read_setup(json.dumps({name: value}), CODES) == (Setup(), False), value


def test_no_flipped_bit_keeps_anybody_from_playing():
    """With any bit of the stored setup changed the board can still start a game."""
    text = setup_text(SETUP).encode()
    for at in range(8 * len(text)):
        flipped = bytearray(text)
        flipped[at // 8] ^= 1 << at % 8
        setup, _ = read_setup(flipped.decode(errors="replace"), CODES)
        known = replace(first_evening(), setup=setup)
        session = choosing.ask(upcoming.on_board(known, zones=6, way="pads"), "again")
        assert face(session).table.line
        if setup.players:
            begun = press(session, Button.TICK).session
            assert isinstance(begun.playing, Playing) or face(begun).table.line
