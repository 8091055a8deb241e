"""The values of an external game are checked before board and pages use them."""

from dataclasses import replace

import pytest

from firmware_host.app.archive.replay import header_from
from firmware_host.app.content import stranger, time_limit
from firmware_host.board.messages import Refused, say
from firmware_host.errors import RuleError
from firmware_host.games.decipher.game import Decipher, decipher
from firmware_host.games.decipher.rules import Guess, SetSecret
from firmware_host.games.transcript import Head
from firmware_host.limits import GAME_BYTES
from firmware_host.testing.walks import read_case
from tests.contracts.cases import cases


@pytest.fixture
def state():
    head = Head("decipher", 2, 5, language="en", players=("Tina", "Ben"))
    return decipher.start(header_from(head, decipher, "a test"))


def test_what_a_game_of_the_house_says_passes(state):
    """Valid facts, views, faces and wake times pass unchanged."""
    secret = SetSecret(0, "HOBBY", override=True)
    secret = decipher.with_entropy(secret, bytes(32))
    facts = stranger.check_facts(decipher, state, secret, own=False)
    assert facts == decipher.act(state, secret)
    assert stranger.check_view(decipher, state, 0) == decipher.view(state, 0)
    assert stranger.check_face(decipher, state, ("a", "b")) == decipher.face(
        state, ("a", "b")
    )
    assert stranger.check_wake(decipher, state) is None


@pytest.mark.parametrize("case", cases(), ids=lambda case: case.engine.NAME)
def test_no_game_of_the_house_shows_a_secret(case):
    """Each line that holds one is done again with others in its place."""
    engine, looked = case.engine, 0
    for example in case.examples:
        header, lines = read_case(case, example)
        at = engine.start(header)
        for line in lines:
            action = engine.action(line)
            facts = engine.act(at, action)
            after = engine.fold(at, facts)
            stranger.check_secret(engine, at, action, facts, after)
            looked += line["do"] in case.secrets
            at = after
    assert looked


def test_a_refusal_is_none_of_the_boards_own_moves(state):
    """A refusal is valid for a player's action, but not for the board's own."""
    guess = Guess(1, "HOBBY")
    assert isinstance(stranger.check_facts(decipher, state, guess, own=False), Refused)
    with pytest.raises(RuleError):
        stranger.check_facts(decipher, state, guess, own=True)


class Empty(Decipher):
    """A game that brings nothing, and has no zones."""

    act = staticmethod(lambda _state, _action: ())
    face = staticmethod(lambda state, names: bare(decipher.face(state, names)))


def bare(face):
    return replace(face, zones=())


def test_neither_facts_nor_a_refusal_is_a_fault(state):
    with pytest.raises(TypeError, match="neither facts nor a refusal"):
        stranger.check_facts(Empty(), state, Guess(1, "HOBBY"), own=False)


def test_a_face_has_a_face_for_each_zone(state):
    with pytest.raises(ValueError, match="zone"):
        stranger.check_face(Empty(), state, ("a", "b"))


@pytest.mark.parametrize("value", [float("nan"), object(), "x" * GAME_BYTES])
def test_what_no_page_can_be_told_is_a_fault(value):
    with pytest.raises((TypeError, ValueError)):
        stranger.as_json(value)


def test_a_sentence_with_a_gap_is_a_fault():
    stranger.sayable((say("turn-tap", name="Ben", kind="red"), None, 7))
    with pytest.raises(KeyError):
        stranger.sayable((say("fault-game", who="Ben"),))


def test_where_a_fault_was_names_its_kind_and_line_alone():
    """
    The place of an error is its type and line, without its text.

    The text may contain a secret.
    """
    with pytest.raises(TypeError) as fault:
        stranger.as_json({"word": object()})
    assert time_limit.error_place(fault.value).startswith("TypeError at encoder.py:")
    assert "word" not in time_limit.error_place(fault.value)
