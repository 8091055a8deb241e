"""What a zone's screen shows can be read at a metre, and in one bit."""

from itertools import combinations

import pytest
from PIL import Image, ImageChops

from firmware_host.app.languages import CODES, load_texts
from firmware_host.board.faces import ZoneFace
from firmware_host.board.messages import Message, say
from firmware_host.board.pieces import Kind, Zone
from firmware_host.picture.shapes import icon
from firmware_host.picture.zone import BAND, draw_zone
from tools.build_contact_sheet import GOLDEN, screens, zone_faces


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


@pytest.mark.parametrize("language", CODES)
def test_every_answer_has_capitals_of_29_pixels_and_fits(language):
    """Readable at a metre; nothing is cut off at either side."""
    for message in short_words(language):
        picture = draw_zone(ZoneFace(word=message), Zone(3), words(language))
        band = picture.crop((0, 0, 128, BAND))
        box = band.getbbox()

        assert height(band) >= 29, message
        assert box[0] > 0, message
        assert box[2] < 128, message


def test_the_check_of_heights_would_see_small_type():
    """The measure itself can fail."""
    small = Image.new("1", (128, 32))
    small.paste(1, (4, 4, 20, 20))

    assert height(small) < 29


def test_an_answer_changes_nothing_below_its_band():
    """So that half the screen is the most that has to be sent."""
    lying = {"placed": (1, 0, 0, 0), "covered": (True, False, False, False)}
    before = draw_zone(ZoneFace(**lying), Zone(1), words("en"))
    after = draw_zone(ZoneFace(word=say("no"), **lying), Zone(1), words("en"))
    changed = ImageChops.logical_xor(before, after).getbbox()

    assert changed[3] <= BAND


def test_the_four_pieces_can_be_told_by_their_shapes():
    """Nobody needs to see a colour."""
    for one, other in combinations(Kind, 2):
        assert icon(one).tobytes() != icon(other).tobytes()
        assert icon(one, covered=True).tobytes() != icon(one).tobytes()


def test_a_zone_outside_the_word_is_empty():
    """Four letters leave zones that nobody shall look at."""
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
    assert len(list(zone_faces())) > 15
