"""The defaults of a game, and its tutorial."""

from types import SimpleNamespace

import pytest

from firmware_host.app.content.languages import load_language, load_texts
from firmware_host.board.messages import say
from firmware_host.games.catalogue import GAMES
from firmware_host.games.contract import ENTROPY_BYTES, Header
from firmware_host.games.game import End, Game, Leave
from firmware_host.games.meaning import RightOrWrong, TakesTurns, YesOrNo
from firmware_host.games.wqrdles.game import wqrdles
from firmware_host.languages import CODES


class Turns(SimpleNamespace, TakesTurns):
    """A state with a seat on turn, or none."""


class Judged(SimpleNamespace, RightOrWrong, YesOrNo):
    """A fact that judges a word, and answers yes."""


class Answered(SimpleNamespace, YesOrNo):
    """A fact that answers yes or no."""


def test_a_game_says_for_whom_it_waits() -> None:
    """The default line names the player on turn, then the winner."""
    on_turn = Turns(over=False, turn=1)
    assert Game.line(wqrdles, on_turn, ("Ann", "Ben")) == say(
        "turn-wqrdles", name="Ben"
    )
    nobodys = Turns(over=False, turn=None)
    assert Game.line(wqrdles, nobodys, ("Ann",)) == say("wait-wqrdles")
    over = Turns(over=True, turn=None, winners=(0,))
    assert Game.line(wqrdles, over, ("Ann",)).code == "game-won"


def answer(fact: object) -> object:
    """Return a game's answer for a fact."""
    return Game.answer(wqrdles, (fact,))["answer"]


def test_a_fact_that_is_right_or_says_yes_is_an_answer() -> None:
    """A fact is an answer by its base class, not by its field's name."""
    assert answer(Judged(right=True, yes=False)) == "right"
    assert answer(Judged(right=False, yes=True)) == "wrong"
    assert answer(Answered(yes=True)) == "yes"
    assert answer(Answered(yes=False)) == "no"
    assert answer(SimpleNamespace(right=True, yes=True)) == "ok"


def test_what_every_game_has_is_told_with_a_name_where_it_has_one() -> None:
    """Leaving and ending have default texts, with the name if there is one."""
    describe = wqrdles.describe_action
    assert describe(Leave(0), "Ann") == say("told-leave", name="Ann")
    assert describe(End(), "") == say("told-end")


# --- the first minute ---------------------------------------------------------------

TAUGHT = [name for name in GAMES if GAMES[name].TUTORIAL is not None]


def test_one_game_of_the_house_has_one():
    """The first game of the catalogue has a tutorial."""
    assert next(iter(GAMES)) in TAUGHT


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("name", TAUGHT)
def test_its_round_begins_with_what_it_draws(name, code):
    """Each tutorial begins in each language, with a word of its length and a tip."""
    engine = GAMES[name]
    taught = engine.TUTORIAL
    header = Header(
        game=name,
        seats=1,
        length=taught.length,
        board_makes=True,
        rounds=1,
        language=load_language(code),
    )
    assert taught.length in engine.NEEDS.lengths
    state = engine.start(header)
    drawn = taught.entropy(state, bytes(ENTROPY_BYTES))
    assert len(drawn) == ENTROPY_BYTES
    texts, tip = load_texts(code), taught.tip(state)
    for message in (tip.line, tip.why):
        assert texts.say(message) != message.code
