"""The moments of common facts, and their clips in each language."""

import json
import re

import pytest

from firmware_host.board.messages import say
from firmware_host.board.moments import Moment, What
from firmware_host.board.pieces import Seat
from firmware_host.board.record import Record
from firmware_host.games.game import (
    BySeat,
    GameEnded,
    Joined,
    Left,
    RoundEnded,
    Scored,
    Undone,
    Voided,
    of_fact,
)
from firmware_host.games.meaning import InZone, RightOrWrong, YesOrNo
from firmware_host.languages import CODES
from tests.games.stories import FOLDER, moment
from tools.build_clips import MANIFEST

ANN = Seat(0)


class Marked(Record, YesOrNo):
    """A fact of the board's own."""

    yes: bool | None


class Tapped(BySeat, InZone, YesOrNo):
    """A fact of a player, in a zone."""

    zone: int
    yes: bool


class Guessed(BySeat, RightOrWrong, YesOrNo):
    """A fact that judges a word."""

    right: bool
    yes: bool = True


class Slipped(Record, RightOrWrong):
    """A fact about right or wrong marks without a seat."""

    right: bool


class Nameless(Record):
    """A fact with fields of a base, but without the base."""

    yes: bool = True
    right: bool = True


@pytest.mark.parametrize(
    ("fact", "told"),
    [
        (Undone(1), "just undone | told-undo"),
        (Joined(ANN), "just joined Tina"),
        (Left(ANN), "just left Tina"),
        (Voided(), "just voided | round-voided"),
        (GameEnded((3, 1), (ANN,)), "just game Tina | game-won"),
        (GameEnded((1, 1), (ANN, Seat(1))), "just game | game-shared"),
        (GameEnded((0, 0), ()), "just game | game-unfinished"),
        (Scored(ANN, (1, 0)), "just round Tina"),
        (Tapped(ANN, 3, yes=True), "just yes Tina zone 3 | yes"),
        (Marked(yes=False), "just no | no"),
        (Guessed(ANN, right=True), "just right Tina | told-right"),
        (Slipped(right=False), "just wrong | told-wrong"),
        (Marked(yes=None), ""),
        (Nameless(), ""),
        (RoundEnded("CAT", ANN, None, (0,), ""), "just round | round-unguessed"),
    ],
)
def test_a_fact_is_told_by_what_it_has(fact, told):
    """A fact's moment depends on its class or its base classes."""
    assert " ".join(map(moment, of_fact(fact))) == told


#: Lines for the table screen only, without a clip.
UNSPOKEN = {
    *("cards-deal", "cards-first-break", "cards-turn-dealt"),
    *("keyword-line-count", "keyword-line-open"),
}


def said():
    """Return every clip that is said in the stories of the games of the house."""
    lines = "".join(one.read_text(encoding="utf-8") for one in FOLDER.glob("*.txt"))
    told = re.findall(r"^  just .* \| (.+)$", lines, re.MULTILINE)
    return {clip for line in told for clip in line.split()}


def test_there_is_a_clip_of_whatever_is_said():
    """Every spoken text has a clip, in each language and game."""
    clips = json.loads(MANIFEST.read_text(encoding="utf-8"))["clips"]
    assert len(said()) > 30
    for code in CODES:
        assert said() - clips[code].keys() == UNSPOKEN


def test_the_search_for_clips_finds_one_that_is_missing():
    """The search for clips finds a missing one."""
    told = moment(Moment(What.YES, ANN, said=(say("yes"), say("hum"))))
    assert told == "just yes Tina | yes hum"
