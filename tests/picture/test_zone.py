"""A zone's screen can be read from a metre, in one bit a pixel."""

from itertools import combinations, pairwise

import pytest
from PIL import Image

from firmware_host.app.content.languages import load_texts
from firmware_host.board.faces import ZoneFace
from firmware_host.board.messages import Message, say
from firmware_host.board.pieces import Kind, Zone
from firmware_host.languages import CODES
from firmware_host.picture.shapes import icon
from firmware_host.picture.zone import BAND, draw_zone
from tools.build_contact_sheet import GOLDEN, screens


def words(language):
    texts = load_texts(language)
    return lambda message: texts.say(message, "screen")


def height(image: Image.Image) -> int:
    box = image.getbbox()
    return 0 if box is None else box[3] - box[1]


def short_words(language) -> list[Message]:
    codes = load_texts(language).as_json("screen")
    return [say(code) for code in codes if code.startswith("short-")] + [
        say("yes"),
        say("no"),
    ]


def runs(image: Image.Image) -> list[Image.Image]:
    """Cut a picture where columns are dark: into the letters of a word."""
    lit = [
        image.crop((x, 0, x + 1, image.height)).getbbox() is not None
        for x in range(image.width)
    ]
    edges = [
        x
        for x, (before, now) in enumerate(pairwise([False, *lit, False]))
        if before != now
    ]
    starts, ends = edges[::2], edges[1::2]
    return [
        image.crop((start, 0, end, image.height))
        for start, end in zip(starts, ends, strict=True)
    ]


@pytest.mark.parametrize("language", CODES)
def test_every_answer_has_capitals_of_29_pixels_and_fits(language):
    """Readable at a metre; no letter touches the next, or the edge of the screen."""
    for message in short_words(language):
        word = words(language)(message)
        picture = draw_zone(ZoneFace(word=message), Zone(3), words(language))
        band = picture.crop((0, 0, 128, BAND))
        box = band.getbbox()
        sign, *letters = runs(band)

        assert len(letters) == len(word.replace(" ", "")), word
        assert min(height(letter) for letter in letters) >= 29, word
        assert height(sign) >= 25, word
        assert box[0] > 0, word
        assert box[2] < 128, word


def test_the_check_of_heights_would_see_small_and_touching_type():
    """The measures find letters that are too small or that touch."""
    small = Image.new("1", (128, 32))
    small.paste(1, (4, 4, 20, 20))
    small.paste(1, (30, 0, 40, 32))

    assert [height(run) for run in runs(small)] == [16, 32]
    small.paste(1, (20, 4, 30, 20))
    assert len(runs(small)) == 1


def test_seven_of_the_widest_letters_fit():
    """Seven letters W fit in a zone's band at full height."""
    picture = draw_zone(ZoneFace(word=say("short-x")), Zone(1), lambda _: "WWWWWWW")
    sign, *letters = runs(picture.crop((0, 0, 128, BAND)))

    assert sign.width < 10
    assert [height(letter) for letter in letters] == [29] * 7


def test_an_answer_is_whole_within_its_band():
    """The band of an answer does not depend on the pieces below it."""
    lying = {"placed": (1, 0, 0, 0), "covered": (True, False, False, False)}
    zones = (ZoneFace(word=say("no")), ZoneFace(word=say("no"), forms="HI", **lying))
    bands = [
        draw_zone(zone, Zone(1), words("en")).crop((0, 0, 128, BAND)).tobytes()
        for zone in zones
    ]

    assert bands[0] == bands[1]


@pytest.mark.parametrize("word", [None, say("yes"), say("short-x")])
def test_no_tokens_stay_where_they_are(word):
    """The NO tokens do not move for letters or answers."""
    covered = (True, False, True, True)
    alone = draw_zone(ZoneFace(covered=covered), Zone(1), str)
    beside = ZoneFace(covered=covered, placed=(1, 1, 0, 0), forms="FHL", word=word)
    box = (64, BAND, 128, 64)

    assert (
        draw_zone(beside, Zone(1), str).crop(box).tobytes() == alone.crop(box).tobytes()
    )


def test_a_letter_forms_as_high_as_the_screen_until_a_word_stands_above_it():
    """A letter is as high as the screen, or as the part below an answer."""
    lying = {"placed": (2, 1, 0, 0), "forms": "A"}
    left = (0, 0, 64, 64)
    high = draw_zone(ZoneFace(**lying), Zone(1), words("en")).crop(left)
    low = draw_zone(ZoneFace(word=say("yes"), **lying), Zone(1), words("en"))

    assert height(high) > 50
    assert 20 < height(low.crop((0, BAND, 64, 64))) < 32


def test_a_spelled_letter_shows_what_it_still_lacks():
    """Pieces lie as in the letter that is called out, where they can become it."""
    lying = {"placed": (1, 1, 0, 0), "forms": "EFHLT"}
    called = [
        draw_zone(ZoneFace(spelled=letter, **lying), Zone(1), str)
        .crop((0, BAND, 64, 64))
        .tobytes()
        for letter in "ELTV"
    ]
    at_rest = draw_zone(ZoneFace(spelled="?", **lying), Zone(1), str)

    assert len(set(called)) == 4
    assert called[3] == at_rest.crop((0, BAND, 64, 64)).tobytes()


def test_pieces_without_a_letter_lie_in_a_row():
    """Without a letter each kind of piece has its own column."""
    row = draw_zone(ZoneFace(placed=(1, 1, 1, 1)), Zone(1), str)

    assert len(runs(row.crop((0, BAND, 64, 64)))) == 4


def test_the_four_pieces_can_be_told_by_their_shapes():
    """The icons of all kinds, covered or not, differ by shape."""
    shapes = [icon(kind) for kind in Kind] + [icon(kind, covered=True) for kind in Kind]

    for one, other in combinations(shapes, 2):
        assert one.tobytes() != other.tobytes()


def test_a_zone_outside_the_word_is_empty():
    """A zone outside the word is drawn empty."""
    picture = draw_zone(ZoneFace(in_word=False), Zone(6), words("en"))

    assert picture.getbbox() is None


def test_an_owners_letter_is_shown_as_its_own_pieces():
    """A box with another alphabet is never contradicted."""
    usual = draw_zone(ZoneFace(letter="N", build=(3, 0, 0, 0)), Zone(1), str)
    owners = draw_zone(ZoneFace(letter="N", build=(2, 1, 0, 0)), Zone(1), str)

    assert usual.tobytes() != owners.tobytes()


def test_pictures_are_those_that_were_looked_at():
    """The golden pictures are on the contact sheet in docs/."""
    pictures = dict(screens())
    kept = {path.stem for path in GOLDEN.glob("*.png")}
    changed = [
        name
        for name, picture in pictures.items()
        if Image.open(GOLDEN / f"{name}.png").tobytes() != picture.tobytes()
    ]

    assert set(pictures) == kept
    assert changed == []
    assert all(name in pictures for name in ("en-zone-yes", "de-zone-no", "letter-q"))
