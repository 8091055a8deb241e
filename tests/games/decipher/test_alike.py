"""
Bots, hints and analysis do not use the word: one with equal answers changes nothing.

The contract's own check replaces the word at the start of a game. Here it is replaced
in the middle, when few words are left.
"""

import random
from copy import copy

import pytest

from firmware_host.app.content.languages import load_language
from firmware_host.board.record import replace
from firmware_host.games.analysis import Insight
from firmware_host.games.bots import STRENGTHS, Move
from firmware_host.games.contract import Header
from firmware_host.games.decipher import evidence
from firmware_host.games.decipher.game import decipher
from firmware_host.games.decipher.rules import ABOUT, Guess, Hint, Hinted
from firmware_host.games.views import Viewer
from firmware_host.words.index import index_of
from tests.games.rivals import played


def settled(number: int) -> Header:
    """Return one of many kinds of game, the board being the maker."""
    rnd = random.Random(number)  # noqa: S311 - the same games in every run
    return Header(
        "decipher",
        seats=rnd.choice((1, 2, 3)),
        length=rnd.choice((3, 4, 5, 6)),
        board_makes=True,
        rounds=2,
        options=(("hints", "on"), ("words", rnd.choice(("everyday", "all")))),
        language=load_language(rnd.choice(("en", "de"))),
    )


def with_word(game, word: str):
    """Return the game with another word that has equal answers."""
    now, alphabet = game.round, game.header.language.alphabet
    handed = evidence.handed_over(decipher.view(game, Viewer.PUBLIC))
    pairs = zip(alphabet.pieces(word), handed, strict=True)
    hidden = tuple(has - come for has, come in pairs)
    builds = tuple(map(alphabet.build, word))
    puzzle = replace(now.puzzle, word=word, builds=builds)
    return replace(game, round=replace(now, puzzle=puzzle, hidden=hidden))


def told(engine, step: tuple, strength: str, chance: bytes) -> dict:
    """Return the bot's move, all hints and the insight for a step."""
    before, action, after = step
    header, seat = after.header, after.round.turn
    seen = [engine.view(game, Viewer.PUBLIC) for game in (before, after)]
    own = engine.view(after, seat)
    return {
        "bot": engine.bot(own, header, strength, chance),
        "hint": [engine.act(after, Hint(seat, about)) for about in ABOUT],
        "insight": engine.insight(seen[0], action, seen[1], header),
    }


def differences(number: int, engine=decipher, share: float = 1.0):
    """
    Return how many words were replaced, and the functions whose result differed.

    Args:
        number: The game's.
        engine: What is tried.
        share: Of how many of its moments.
    """
    rnd = random.Random(f"alike {number}")  # noqa: S311 - the same in every run
    header, asked, found = settled(number), 0, set()
    index = index_of(header.language, header.length)
    strengths = tuple(rnd.choice(STRENGTHS) for _ in range(header.seats))
    for before, action, after in played(decipher, header, strengths, number):
        if before.round is None or after.round is None or rnd.random() >= share:
            continue
        fits = index.list(evidence.fitting(decipher.view(after, Viewer.PUBLIC), index))
        assert after.round.puzzle.word in fits, (number, action)
        word = rnd.choice(fits)
        by = rnd.choice(STRENGTHS), rnd.randbytes(32)
        one = told(engine, (before, action, after), *by)
        other = with_word(before, word), action, with_word(after, word)
        two = told(engine, other, *by)
        asked += word != after.round.puzzle.word
        found |= {who for who, what in one.items() if two[who] != what}
    return asked, found


def test_another_word_that_answers_alike_brings_the_same():
    """
    At every moment of some games another word gives the same results.

    The true word is never excluded.
    """
    asked = 0
    for number in range(6):
        some, found = differences(number)
        asked += some
        assert found == set(), number
    assert asked > 150


@pytest.mark.long
def test_in_two_thousand_games_nobody_knows_more_than_everybody_sees():
    """In 2,000 games another word gives the same results, at every fourth moment."""
    asked = 0
    for number in range(2000):
        some, found = differences(number, share=0.25)
        asked += some
        assert found == set(), number
    assert asked > 10_000


def peeking():
    """Return a game whose views have the word where its promise should be."""
    changed = copy(decipher)

    def view(game, viewer):
        seen = decipher.view(game, viewer)
        public = seen if viewer is Viewer.PUBLIC else seen.public
        word = game.round.puzzle.word if game.round else ""
        public = replace(public, commitment=word)
        return public if viewer is Viewer.PUBLIC else replace(seen, public=public)

    changed.view = view
    return changed


def bot_that_peeks(engine):
    """Make the bot guess the word."""
    engine.bot = lambda own, *_: Move(Guess(own.seat, own.public.commitment))


def hint_that_peeks(engine):
    """Make the hint reveal a letter of the word."""

    def act(game, hint):
        word = engine.view(game, Viewer.PUBLIC).commitment
        return (Hinted(hint.by, hint.about, 1, letter=word[0]),)

    engine.act = act


def insight_that_peeks(engine):
    """Make the insight name the word."""
    engine.insight = lambda *of: Insight(None, 1, words=(of[2].commitment,))


@pytest.mark.parametrize("leak", [bot_that_peeks, hint_that_peeks, insight_that_peeks])
def test_whoever_looks_at_the_word_is_found(leak):
    """A function that uses the word is found, and no other one is."""
    engine = peeking()
    assert differences(1, engine)[1] == set()
    leak(engine)
    assert differences(1, engine)[1] == {leak.__name__.removesuffix("_that_peeks")}
