"""The screen behind the lid as text, and a round played with it."""

import pytest

from firmware_host.app.content.languages import load_texts
from firmware_host.board.faces import (
    CardFace,
    CardsFace,
    Face,
    HandFace,
    TableFace,
    WordFace,
)
from firmware_host.board.messages import say
from firmware_host.board.pieces import NO_PIECES, Zone
from firmware_host.languages import CODES
from firmware_host.simulate.own import describe_lid_screen
from tests.opened import choice
from tests.session.evening import form_of
from tests.simulate.evening import ANN, BOB, at_the_board, soon, talk

TABLE = TableFace(say("keyword-line-all"))


def told(own):
    return [one.code for one in describe_lid_screen(Face(TABLE, maker=own))]


def test_cards_word_and_what_can_be_done_are_told():
    hand = HandFace(tuple("AB?"), (True, False, False), word=("A",), blue=(False,))
    cards, word = describe_lid_screen(Face(TABLE, maker=hand))
    assert (cards["cards"], word["word"]) == ("1 A, 2 B, 3 ?", "A")
    passes = HandFace(tuple("AB?"), (True, False, True), passes=True)
    assert describe_lid_screen(Face(TABLE, maker=passes))[1]["cards"] == "A, ?"
    assert told(HandFace(("A", ""), (False,) * 2, opened=True)) == ["own-open"]


def test_playing_cards_are_told_with_the_numbers_of_their_buttons():
    cards = CardFace("Q", "hearts"), CardFace("10", "spades")
    held = CardsFace(cards, chosen=1, note=say("hold-choose"))
    assert told(held) == ["own-card", "own-chosen", "hold-choose"]
    _, chosen, _ = describe_lid_screen(Face(TABLE, maker=held))
    assert load_texts("de").say(chosen, "page") == "2: Pik 10, gewählt"


def test_a_word_is_told_while_it_is_made_and_never_once_it_stands():
    """The word is described while it is made, and not once it is finished."""
    assert told(None) == told(WordFace(Zone(1), ("", ""))) == []
    assert told(WordFace(Zone(1), ("H", ""))) == ["own-word"]
    builds = (NO_PIECES, NO_PIECES)
    assert told(WordFace(Zone(1), ("H", "I"), builds, builds, say("own-change"))) == []


@pytest.mark.parametrize("language", CODES)
async def test_a_round_of_keyword_is_played_line_by_line(tmp_path, language):
    """A round of KEYWORD is played with buttons: one player lays, the other passes."""
    texts = load_texts(language)

    def said(code, **values):
        return texts.say(say(code, **values), "speech")

    async with at_the_board(tmp_path) as demo:
        chosen = choice((ANN, BOB), language, 0, game="keyword")
        await demo.table.choose(chosen)
        await talk(demo, "tick", "circle", "tick")
        game = demo.doing.playing.game
        hand = game.hands[0]
        cards = ", ".join(f"{at} {card}" for at, card in enumerate(hand, 1))
        heard = await talk(demo, "cross", "circle", "circle")
        row = ", ".join(f"{at} {card}" for at, card in enumerate(game.row, 1))
        assert said("own-open", cards=row) in heard
        heard = await talk(demo, "circle", "1")
        assert said("own-cards", cards=cards) not in heard
        assert any(said("own-word", word=hand[0]) == one for one in heard)
        at = 1 + next(n for n, card in enumerate(hand) if card != "?")
        await talk(demo, "cross", "zone " + str(at), "tick")
        await soon(lambda: demo.doing.playing.game.round.laid)
        await talk(demo, "square", "tick", "cross", "1", "tick")
        await soon(lambda: demo.doing.playing.game.round is None)
        laid, passed = demo.doing.playing.game.results[0].words
        assert (laid, passed) == (hand[at - 1], "")


async def test_a_round_with_real_cards_is_played_line_by_line(tmp_path):
    """Blue ones on zones, orange ones on the rack; each by its name and number."""
    async with at_the_board(tmp_path) as demo:
        options = (("cards", "real"),)
        chosen = choice((ANN, BOB), length=0, game="keyword", options=options)
        await demo.table.choose(chosen)
        for zone, letter in enumerate("erns", 1):
            await talk(demo, f"card blue-{letter}-1 {zone}")
        await talk(demo, "card blue-t-1 5", "card blue-blank-1", "6", "tick")
        assert demo.doing.playing.game.row == tuple("ERNST?")
        await talk(demo, "circle", "rack orange-t-1")
        heard = await talk(demo, "rack orange-e-2")
        assert any("Your word so far: TE." in one for one in heard)
        await talk(demo, "3", "tick")
        assert demo.doing.playing.game.round.laid[0].word == "TEN"
        await talk(demo, "square", "rack orange-e-2")
        assert form_of(demo.table.session).word == ()
        await demo.doing.take_card("orange-a-1")  # as the terminal's prompt does
        assert [put.letter for put in form_of(demo.table.session).word] == ["A"]
        assert not await demo.doing.take_card("orange-e-99")
