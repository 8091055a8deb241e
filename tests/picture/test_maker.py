"""The maker's own screen: every letter and every piece of any word has its place."""

import pytest

from firmware_host.app.content.languages import load_alphabet, load_texts
from firmware_host.board.faces import TableFace, WordFace
from firmware_host.board.messages import say
from firmware_host.board.pieces import NO_PIECES, Zone
from firmware_host.languages import CODES
from firmware_host.picture.maker import NOTE_PX, SPELLED_NOTE_PX, draw_maker
from firmware_host.picture.table import draw_table
from firmware_host.picture.type import PLAIN, fits

SPELLING = ("own-spell", "own-give", "own-unknown", "own-attempt")
STANDING = ("own-change", "own-hands", "own-judge")


def words(language="en"):
    texts = load_texts(language)
    return lambda message: texts.say(message, "screen")


def standing(word, found=None, note=None):
    """Return the face of a finished word, starting in zone 1 or 2."""
    builds = tuple(load_alphabet().build(letter) for letter in word)
    first = Zone(1 if len(word) > 4 else 2)
    none = (NO_PIECES,) * len(word)
    return WordFace(first, tuple(word), builds, found or none, note)


def lit(image):
    return sum(1 for dot in image.tobytes() for bit in range(8) if dot >> bit & 1)


def test_it_is_dark_where_there_is_nothing_to_show():
    assert draw_maker(None, words()).getbbox() is None


def test_a_sentence_stands_there_as_on_the_table_screen():
    """The walk over the board says where one is."""
    face = TableFace(say("walk-here"))
    table = draw_table(face, words(), alive=False)
    assert draw_maker(face, words()).tobytes() == table.tobytes()


@pytest.mark.parametrize("word", ["HOBBY", "MEMBER", "WEWEWE", "CAT", "-'-"])
def test_letters_and_pieces_stay_in_their_columns(word):
    """Six letters of four pieces each are the most there can be."""
    image = draw_maker(standing(word, note=say("own-change")), words())
    first = 1 if len(word) > 4 else 2
    for at in range(len(word)):
        left = 1 + (first - 1 + at) * 21
        column = image.crop((left, 0, left + 19, 64 - NOTE_PX))
        assert column.getbbox() is not None
        gap = image.crop((left + 19, 0, left + 21, 64 - NOTE_PX))
        assert gap.getbbox() is None


def test_a_piece_that_was_found_is_lit_and_the_others_stay():
    before = draw_maker(standing("HOBBY"), words())
    found = ((1, 0, 0, 0), *(NO_PIECES,) * 4)
    after = draw_maker(standing("HOBBY", found), words())
    assert (
        after.crop((21, 0, 128, 64)).tobytes()
        == before.crop((21, 0, 128, 64)).tobytes()
    )
    assert lit(after) > lit(before)


def test_each_letter_that_is_chosen_is_seen_and_none_before():
    blank = draw_maker(WordFace(Zone(1), ("",) * 5), words())
    one = draw_maker(WordFace(Zone(1), ("H", "", "", "", "")), words())
    assert lit(one) > lit(blank) > 0
    assert (
        one.crop((21, 0, 128, 64)).tobytes() == blank.crop((21, 0, 128, 64)).tobytes()
    )


@pytest.mark.parametrize("language", CODES)
@pytest.mark.parametrize(
    ("rows", "note"),
    [
        *((SPELLED_NOTE_PX, say(code, name="Triangle")) for code in SPELLING),
        *((NOTE_PX, say(code, name="Triangle")) for code in STANDING),
        (SPELLED_NOTE_PX, say("refused-word-length", has=4, needs=5)),
        (SPELLED_NOTE_PX, say("refused-word-letters", letters="-")),
        (SPELLED_NOTE_PX, say("refused-word-tiles", letter="E", needs=4, has=3)),
        (
            SPELLED_NOTE_PX,
            say("refused-word-pieces", kind=say("kind-green"), needs=9, has=8),
        ),
    ],
)
def test_every_note_is_read_to_its_end(language, rows, note):
    """Each note of the maker's screen fits its box in every language."""
    assert fits(words(language)(note), 128, rows, PLAIN)
