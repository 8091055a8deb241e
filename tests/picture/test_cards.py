"""Cards and marks differ by their shapes, and leave the band free."""

from dataclasses import replace
from itertools import combinations

import pytest
from PIL import ImageChops

from firmware_host.app.content.languages import load_texts
from firmware_host.board.faces import RANKS, CardFace, Lamp, Mark, ZoneFace
from firmware_host.board.messages import say
from firmware_host.board.pieces import Zone
from firmware_host.devices.columns import changes, pack
from firmware_host.languages import CODES
from firmware_host.picture.cards import BAND, HIGH, suit
from firmware_host.picture.zone import CAPITAL_PX, draw_zone

SUITS = ("hearts", "diamonds", "spades", "clubs")


def drawn(language="en", **face):
    texts = load_texts(language)

    def words(message):
        return (
            texts.say(message, "screen") if message.code.startswith("rank") else "HIT"
        )

    return draw_zone(ZoneFace(**face), Zone(3), words)


def card(text, suit_="", language="en"):
    return drawn(language, card=CardFace(text, suit_))


def below(picture):
    """Return the part of a picture below the band."""
    return picture.crop((0, BAND, 128, 64))


@pytest.mark.parametrize("language", CODES)
@pytest.mark.parametrize("rank", RANKS)
def test_a_rank_and_its_suit_are_as_high_as_an_answer(rank, language):
    """A card's rank and suit are as high as an answer, and are not cut off."""
    box = below(card(rank, "hearts", language)).getbbox()

    assert box[3] - box[1] >= CAPITAL_PX
    assert (box[0] > 0, box[2] < 128) == (True, True)


def test_german_cards_are_german():
    """Bube and Dame have their letters there; ace, king and numbers are the same."""
    other = [one for one in RANKS if card(one, "spades") != card(one, "spades", "de")]

    assert other == ["J", "Q"]
    for rank, letter in (("J", "B"), ("Q", "D")):
        words = load_texts("de").say(CardFace(rank, "clubs").rank, "screen")
        assert words == letter


@pytest.mark.parametrize("language", CODES)
def test_no_two_cards_look_alike(language):
    """All 52 playing cards, every letter, a blank and a back differ."""
    playing = [card(rank, one, language).tobytes() for rank in RANKS for one in SUITS]
    others = [card(one).tobytes() for one in (*"ABCDEFGHIJKLMNOPQRSTUVWXYZ", "?", "")]

    assert len(set(playing)) == 52
    assert len({*playing, *others}) == 52 + 28


def test_the_suits_are_told_by_their_shapes():
    """A good part of them differs, whatever colour the screen has."""
    for one, other in combinations(SUITS, 2):
        differs = ImageChops.logical_xor(suit(one), suit(other))
        assert sum(differs.convert("L").tobytes()) // 255 > HIGH * HIGH // 10


@pytest.mark.parametrize("text", ["K", "W", "?", ""])
def test_an_answer_takes_the_band_and_leaves_the_card(text):
    """An answer changes only the band, so at most half the screen is sent."""
    for face in (CardFace(text), CardFace("Q", "spades")):
        before = drawn(card=face)
        after = drawn(card=face, word=say("hit"), lamp=Lamp.YES)
        changed = ImageChops.logical_xor(before, after).getbbox()

        assert changed[3] <= BAND
        bare = drawn(word=say("hit"), lamp=Lamp.YES).crop((0, 0, 128, BAND))
        assert after.crop((0, 0, 128, BAND)).tobytes() == bare.tobytes()


def test_a_games_own_word_has_the_mark_of_its_lamp():
    """A game's own word gets the mark of its lamp, and none with a dark lamp."""
    hit, miss, none = (
        drawn(word=say("own-word"), lamp=lamp)
        for lamp in (Lamp.YES, Lamp.NO, Lamp.DARK)
    )
    yes = draw_zone(ZoneFace(word=say("yes")), Zone(3), lambda _: "HIT")

    assert hit.tobytes() == yes.tobytes()
    assert len({hit.tobytes(), miss.tobytes(), none.tobytes()}) == 3
    refused = [
        drawn(word=say("short-unclear"), lamp=lamp).tobytes()
        for lamp in (Lamp.YES, Lamp.REFUSED)
    ]
    assert refused[0] == refused[1]


def test_what_a_letter_is_worth_is_a_shape():
    """Filled, crossed, and bare; all of it in the band, as answers are."""
    letter = ZoneFace(spelled="E")
    here, elsewhere, none = (
        draw_zone(replace(letter, mark=mark), Zone(3), str) for mark in Mark
    )

    assert len({one.tobytes() for one in (here, elsewhere, none)}) == 3
    for one in (here, elsewhere, none):
        assert one.getbbox()[3] <= BAND
        assert one.getbbox()[3] - one.getbbox()[1] >= CAPITAL_PX
    lit = [sum(one.convert("L").tobytes()) // 255 for one in (here, elsewhere, none)]
    assert lit[0] > 2 * lit[2]
    assert lit[0] / 2 > lit[1] > lit[2] + BAND  # a box of lines, not a filled one
    assert elsewhere.getbbox() == here.getbbox()


def test_a_refusal_covers_a_mark():
    """A refusal replaces a mark in the band."""
    refused = drawn(spelled="E", mark=Mark.HERE, word=say("short-unclear"))

    assert refused.tobytes() == drawn(word=say("short-unclear")).tobytes()


def test_answers_of_several_zones_reach_their_screens_in_time():
    """
    Three hits, or the marks of a word of five, cost less than two whole pictures.

    Source: design, "The parts": a whole one takes 23 ms, six of them 140.
    """
    cards = [CardFace(rank, "hearts") for rank in ("10", "Q", "K")]
    hits = sum(
        cost(drawn(card=one), drawn(card=one, word=say("hit"), lamp=Lamp.YES))
        for one in cards
    )
    blank = drawn(in_word=False)
    marks = sum(
        cost(blank, drawn(spelled=letter, mark=mark))
        for letter, mark in zip("WHOMM", (*Mark, *list(Mark)[:2]), strict=True)
    )

    assert hits < 2 * 1032
    assert marks < 2 * 1032


def cost(before, after):
    """Return how many bytes bring a screen from one picture to another."""
    windows = changes(pack(before), pack(after), overhead=12)
    return sum(len(one.cut(pack(after))) + 12 for one in windows)
