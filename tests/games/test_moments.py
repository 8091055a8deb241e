"""What has just happened in most games, and that a voice can say it in any of them."""

import json
import re

import pytest

from firmware_host.board.messages import say
from firmware_host.board.moments import Moment, What
from firmware_host.board.pieces import Seat
from firmware_host.games.common import GameEnded, Joined, Left, Scored, Undone, Voided
from firmware_host.games.contract import Result
from firmware_host.games.moments import of_fact
from firmware_host.languages import CODES
from tests.games.stories import FOLDER, moment
from tools.build_clips import MANIFEST

ANN = Seat(0)


class Answer:
    """A fact of some game, with what it has."""

    def __init__(self, **has):
        self.__dict__.update(has)


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
        (Answer(yes=True, zone=3, by=ANN), "just yes Tina zone 3 | yes"),
        (Answer(yes=False), "just no | no"),
        (Answer(right=True, yes=True, by=ANN), "just right Tina | told-right"),
        (Answer(right=False), "just wrong | told-wrong"),
        (Answer(yes=None), ""),
        (
            Answer(result=Result("CAT", ANN, None, (0,))),
            "just round | round-unguessed",
        ),
    ],
)
def test_a_fact_is_told_by_what_it_has(fact, told):
    """Its class, or its fields; nothing where it has none that everybody knows."""
    assert " ".join(map(moment, of_fact(fact))) == told


#: Lines that are read on the table screen alone: nobody has spoken them yet.
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
    """In every language, in every game of the house."""
    clips = json.loads(MANIFEST.read_text(encoding="utf-8"))["clips"]
    assert len(said()) > 30
    for code in CODES:
        assert said() - clips[code].keys() == UNSPOKEN


def test_the_search_for_clips_finds_one_that_is_missing():
    """And the line of a moment is read to its end."""
    told = moment(Moment(What.YES, ANN, said=(say("yes"), say("hum"))))
    assert told == "just yes Tina | yes hum"
