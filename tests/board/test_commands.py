"""Each command is declared once: its line is read back, and nothing else is."""

from typing import get_args

import pytest

from firmware_host.board.commands import (
    ANY_SEAT,
    COMMANDS,
    AdmitPhone,
    AnyCommand,
    Begin,
    BeginEvening,
    Choose,
    Dress,
    EmptyCollection,
    ForgetPhone,
    FreeSeat,
    Hasten,
    JoinCommand,
    Kiosk,
    Look,
    MovePhone,
    PagesAt,
    PartPhones,
    Pause,
    Rename,
    ReplacePhone,
    SeatBot,
    SeatPhone,
    Sit,
    Stand,
    TutorialCommand,
    read_command,
)
from firmware_host.board.events import Button
from firmware_host.board.players import Animal
from firmware_host.errors import AskedError
from tests.web.ported import sent

EACH = [
    Sit("Uma"),
    Sit("", Button.STAR),
    SeatBot("fair"),
    Stand(2),
    Rename(0, "Ann"),
    Dress(Animal.OWL),
    Dress(Animal.FOX, 1),
    EmptyCollection(),
    Hasten(),
    Pause(paused=True),
    TutorialCommand(wanted=False),
    Kiosk("over"),
    Kiosk(language="de"),
    Look(1),
    Choose(language="de", place="class", sound=False),
    Choose(players=("Ann", "Ben"), animals=(Animal.OWL,), bots=("", "easy"), words=()),
    Begin(game="decipher", rules={"hand": "tap", "guess_tokens": 5}, seen=(1, 2)),
    BeginEvening(key="ABC DEF", at_board=True, seed="00"),
    Look(3),
    PagesAt("http://a.b"),
    JoinCommand("hash", "Ann"),
    SeatPhone("hash", ANY_SEAT),
    SeatPhone("hash", 1, alone=True),
    ReplacePhone("hash", 3),
    MovePhone(3, 1),
    AdmitPhone(3, "hash"),
    FreeSeat(1),
    PartPhones((1, 2)),
    ForgetPhone(3),
]


@pytest.mark.parametrize("command", EACH, ids=repr)
def test_a_command_comes_out_of_its_line_as_it_was(command):
    """The line passes the socket as JSON."""
    assert read_command(sent(command.line)) == command


def test_each_command_has_a_tag_of_its_own_and_is_tried_here():
    assert len(COMMANDS) == len(get_args(AnyCommand))
    assert {type(one) for one in EACH} == {*COMMANDS.values()}


@pytest.mark.parametrize(
    "line",
    [
        {},
        {"command": "fly"},
        {"command": 5},
        {"command": "stand"},
        {"command": "stand", "seat": "1"},
        {"command": "stand", "seat": True},
        {"command": "stand", "seat": 1, "name": "Ann"},
        {"command": "stand", "ROLE": "host", "seat": 1},
        {"command": "pause", "paused": 1},
        {"command": "rename", "seat": 0, "name": None},
        {"command": "dress", "animal": "dragon"},
        {"command": "sit", "name": "Ann", "button": "tick"},
        {"command": "sit", "name": "Ann", "button": "nothing"},
        {"command": "part-phones", "numbers": [1, "2"]},
        {"command": "choose", "animals": ["dragon"]},
        {"command": "choose", "rules": {"hand": [1]}},
        {"command": "choose", "length": "5"},
        {"command": "choose", "players": None, "bots": None},
        {"command": "evening"},
    ],
)
def test_nothing_else_is_a_command(line):
    """A wrong type never reaches the rules: an exception there calls a game off."""
    with pytest.raises(AskedError, match="no command"):
        read_command(line)
