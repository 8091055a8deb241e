"""Bots: a game's declaration of them, and their entropy."""

import pytest

from firmware_host.app.content.languages import load_language
from firmware_host.board.pieces import Seat
from firmware_host.board.players import Animal
from firmware_host.games import bots
from firmware_host.games.catalogue import GAMES
from firmware_host.games.contract import Header
from firmware_host.games.game import Engine, Game


@pytest.mark.parametrize("engine", GAMES.values(), ids=GAMES)
def test_a_game_without_bots_makes_no_move(engine: Engine) -> None:
    """A game lists its bots by strength; without bots it has no moves."""
    order = tuple(one for one in bots.STRENGTHS if one in engine.BOTS)
    assert order == engine.BOTS
    least = engine.NEEDS.seats[0]
    header = Header(engine.NAME, least, 5, language=load_language("en"))
    view = engine.view(engine.start(header), Seat(0))
    assert Game.bot(engine, view, header, bots.EASY, b"") is None


def test_each_bot_has_a_seed_of_its_own_that_hides_what_it_was_made_of() -> None:
    """Two seats of one moment differ, and so do two moments."""
    one, other = bots.seed(b"\1" * 32, 0), bots.seed(b"\1" * 32, 1)
    assert len(one) == len(other) == bots.SEED_BYTES
    assert one != other
    assert bots.seed(b"\2" * 32, 0) != one


def test_each_move_has_chance_of_its_own_from_the_seed_alone() -> None:
    """The same move of the same bot has the same chance; another one has another."""
    seed = bots.seed(b"\1" * 32, 0)
    assert bots.chance(seed, 3) == bots.chance(seed, 3)
    assert bots.chance(seed, 3) != bots.chance(seed, 4)
    assert len(bots.chance(seed, 3)) == 32
    own = {bots.chance(seed, number)[: bots.SEED_BYTES] for number in range(5)}
    assert len(own) == 1
    assert seed not in own
    assert bots.chance(seed, 3) != bots.chance(bots.seed(b"\1" * 32, 1), 3)


def test_a_bot_is_one_word_for_the_journal() -> None:
    """A bot is stored as one word and read back; an empty word is no bot."""
    panda = bots.Bot(bots.SHARP, Animal.PANDA, b"\1\xff")
    assert panda.text == "panda-sharp-01ff"
    assert bots.Bot.read(panda.text) == panda
    assert bots.Bot.read("") is None
    with pytest.raises(ValueError, match="strong"):
        bots.Bot.read("panda-strong-01ff")
