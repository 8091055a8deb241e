"""What each game brings for the first minute can be played and said."""

import pytest

from firmware_host.app.content.languages import load_language, load_texts
from firmware_host.games.catalogue import GAMES
from firmware_host.games.contract import ENTROPY_BYTES, Header
from firmware_host.languages import CODES

TAUGHT = [name for name in GAMES if GAMES[name].TUTORIAL is not None]


def test_one_game_of_the_house_has_one():
    """The first that is offered."""
    assert next(iter(GAMES)) in TAUGHT


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("name", TAUGHT)
def test_its_round_begins_with_what_it_draws(name, code):
    """In each language, with a word of its length."""
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
