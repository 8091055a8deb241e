"""The hand behind the lid: every card has its place, and every note its end."""

import pytest
from PIL import ImageChops

from firmware_host.app.content.languages import load_texts
from firmware_host.board.faces import RANKS, CardFace, CardsFace, HandFace
from firmware_host.board.messages import say
from firmware_host.picture.hand import (
    CARD_PX,
    CARDS_NOTE_PX,
    LEFT_PX,
    NOTE_PX,
    WORD_AT,
    draw_cards,
    draw_hand,
)
from firmware_host.picture.maker import draw_maker
from firmware_host.picture.table import CROWD_PX, NOTE_PX as SMALL_PX
from firmware_host.picture.type import BOLD, PLAIN, fits
from tests.picture.test_type import LANGUAGES, LINE_PX, texts_of

NOTES = (
    *("lay-empty", "lay-hand", "lay-row", "lay-blank"),
    *("lay-cards-empty", "lay-cards", "lay-blank-cards"),
)
#: The texts of the table screen and of the cover of a hand, with their boxes.
TABLE = (
    ("turn", (LINE_PX, BOLD)),
    ("cover", (LINE_PX, BOLD)),
    ("lid", (CROWD_PX, PLAIN)),
    ("hint", (CROWD_PX, PLAIN)),
    ("hint-cards", (CROWD_PX, PLAIN)),
    ("tapped", (CROWD_PX, PLAIN)),
    ("away", (CROWD_PX, PLAIN)),
    ("covered", (SMALL_PX, PLAIN)),
)
REFUSED = ("nothing", "letters", "places", "hand", "deck")


def words(language="en"):
    texts = load_texts(language)
    return lambda message: texts.say(message, "screen")


def hand(cards="BEAN?Q", used=(), **more):
    marked = tuple(at in used for at in range(len(cards)))
    return HandFace(tuple(cards), marked, **more)


def column(image, at):
    left = LEFT_PX + at * CARD_PX
    return image.crop((left, 0, left + CARD_PX, WORD_AT))


def changed(one, other):
    """The columns of cards in which two screens differ."""
    return {
        at
        for at in range(6)
        if ImageChops.logical_xor(column(one, at), column(other, at)).getbbox()
    }


def test_each_card_stands_alone_above_its_button():
    """Six of the widest cards fit, each in its column with a gap."""
    image = draw_hand(hand("WMQWMQ"), words())
    for at in range(6):
        assert column(image, at).getbbox() is not None
        gap = column(image, at).crop((CARD_PX - 2, 0, CARD_PX, WORD_AT))
        assert gap.getbbox() is None


def test_a_card_that_is_used_or_goes_is_told_by_its_shape():
    """A used and a passed card differ by their shape, and change nothing else."""
    before, used = draw_hand(hand(), words()), draw_hand(hand(used={1}), words())
    goes = draw_hand(hand(used={1}, passes=True), words())
    assert changed(before, used) == changed(before, goes) == {1}
    assert used.tobytes() != goes.tobytes()


def test_open_cards_are_told_from_ones_own_by_their_shape():
    assert changed(draw_hand(hand(), words()), draw_hand(hand(opened=True), words()))
    own = draw_hand(hand(word=("A",), blue=(False,)), words())
    blue = draw_hand(hand(word=("A",), blue=(True,)), words())
    assert own.tobytes() != blue.tobytes()


def test_twelve_letters_stand_in_a_word():
    """A word of all six cards of the hand and all six open ones fits."""
    twelve = draw_hand(
        hand(word=tuple("WMWMWMWMWMWM"), blue=(False, True) * 6), words()
    )
    eleven = draw_hand(
        hand(word=tuple("WMWMWMWMWMW"), blue=(False, True) * 5 + (False,)), words()
    )
    box = ImageChops.logical_xor(twelve, eleven).getbbox()
    assert box[0] >= 110
    assert box[2] <= 128


def test_a_place_without_a_card_stays_dark():
    assert column(draw_hand(hand(("", *"EAN?Q")), words()), 0).getbbox() is None


def test_it_is_the_makers_screen():
    assert draw_maker(hand(), words()).tobytes() == draw_hand(hand(), words()).tobytes()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_note_is_read_to_its_end(language):
    """Each note of the hand's screen fits its box in every language."""
    texts = texts_of(language)
    notes = [say(code) for code in NOTES] + [say("lay-pass", n=6)]
    notes.append(say("lay-pass-cards", n=6))
    notes += [say(f"refused-keyword-{code}") for code in REFUSED]
    boxes = [(one, NOTE_PX, PLAIN) for one in notes]
    boxes += [(say(f"lay-{code}", name="Konstantin", n=6), *box) for code, box in TABLE]
    said = [(texts.say(one, "screen"), *box) for one, *box in boxes]
    assert [one for one, rows, type_ in said if not fits(one, 122, rows, type_)] == []


# --- playing cards


HOLDS = ("choose", "zone", "wait", "code", "pile", "pile-named")
SUITS = ("clubs", "diamonds", "hearts", "spades")


def playing(*cards, **more):
    return CardsFace(tuple(CardFace(rank, suit) for rank, suit in cards), **more)


def test_every_playing_card_looks_different():
    """All 52 playing cards differ, by rank and by the shape of the suit."""
    seen = {
        column(draw_cards(playing((rank, suit)), words()), 0).tobytes()
        for rank in RANKS
        for suit in SUITS
    }
    assert len(seen) == len(RANKS) * len(SUITS)


def test_the_chosen_card_alone_looks_chosen():
    """Choosing a card changes only its own column."""
    six = (("10", "hearts"),) * 6
    none = draw_cards(playing(*six), words())
    assert {column(none, at).getbbox() is not None for at in range(6)} == {True}
    for at in range(6):
        chosen = draw_cards(playing(*six, chosen=at), words())
        assert changed(none, chosen) == {at}
    spade = draw_cards(playing(("10", "spades"), chosen=0), words())
    heart = draw_cards(playing(("10", "hearts"), chosen=0), words())
    assert changed(spade, heart) == {0}


def test_a_german_queen_has_a_d():
    queen = playing(("Q", "hearts"))
    assert (
        draw_cards(queen, words("de")).tobytes() != draw_cards(queen, words()).tobytes()
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_player_can_do_with_cards_fits_below_them(language):
    """Whole, in both languages; the question whether to break has the screen."""
    texts = texts_of(language)
    for code in HOLDS:
        said = texts.say(say(f"hold-{code}", zones="4, 5, 6"), "screen")
        assert fits(said, 128, CARDS_NOTE_PX, PLAIN), said
    assert fits(texts.say(say("hold-break"), "screen"), 128, 64, PLAIN)
    for code in ("card-impossible", "no-pile", "first-turn", "column-behind"):
        said = texts.say(say(f"refused-{code}"), "screen")
        assert fits(said, 128, CARDS_NOTE_PX, PLAIN), said
    face = playing(("Q", "hearts"), note=say("hold-choose"))
    assert draw_maker(face, words()).tobytes() == draw_cards(face, words()).tobytes()
