"""The board as text: eighty columns, whatever it has to show."""

import pytest
from PIL import Image

from firmware_host.app.content.languages import load_texts
from firmware_host.board.faces import CardFace, Face, Mark, TableFace, ZoneFace
from firmware_host.board.messages import say
from firmware_host.board.pieces import Kind
from firmware_host.languages import CODES
from firmware_host.session.render import render
from firmware_host.simulate.drawing import (
    COARSE,
    FINE,
    SHORT,
    dots,
    draw,
    pieces,
)
from tests.session.evening import first_evening, playing

WIDEST = "W" * 200
SIGNS = pytest.mark.parametrize("signs", [FINE, COARSE], ids=["fine", "coarse"])


def dark(_zone):
    return False, False


def lines(face, signs=FINE, code="en", lit=dark, zones=6):
    """Return the board's lines, said as on its screens."""
    texts = load_texts(code)
    return draw(
        face, lambda one: texts.say(one, "screen"), lit=lit, zones=zones, signs=signs
    )


def too_wide(drawn):
    """Return the lines that an 80 column terminal would break."""
    return [line for line in drawn if len(line) > 79]


@SIGNS
@pytest.mark.parametrize("code", CODES)
def test_eighty_columns_are_enough_for_every_moment(signs, code):
    """The questions, a game, its menu: no line breaks."""
    first = first_evening(language=code)
    for session in (first, playing(seats=4, language=code)):
        face = render(session, load_texts(code), 0)
        assert too_wide(lines(face, signs, code)) == []


@SIGNS
def test_eighty_columns_are_enough_for_the_longest_text(signs):
    """Names, notes, choices and answers are cut or wrapped."""
    wide = say("who-plays", names=WIDEST)
    table = TableFace(wide, status=wide, choices=(wide,) * 6, note=wide, fault=wide)
    zone = ZoneFace(word=wide, placed=(16, 16, 8, 8), covered=(True,) * 4)
    drawn = lines(Face(table, (zone,) * 6), signs)
    assert too_wide(drawn) == []
    assert {len(line) for line in drawn[:8]} == {78}
    assert {len(line) for line in drawn[8:]} == {6 * 12 + 5}


def test_a_line_that_is_too_wide_is_found():
    """The check above fails for one."""
    assert too_wide(["", "x" * 80]) == ["x" * 80]


@pytest.mark.parametrize("zones", range(3, 7))
def test_as_many_zones_as_the_board_has(zones):
    """Numbered from the seekers' left, at twenty lines at most."""
    drawn = lines(Face(TableFace(say("menu"))), zones=zones)
    head = drawn[8]
    assert [head.count(f" {n} ") for n in range(1, 7)] == [1] * zones + [0] * (
        6 - zones
    )
    assert len(drawn) <= 20


def test_lamps_are_where_they_are_on_the_board():
    """The cross left, the tick right; a dark one is a dot."""
    lit = {1: (True, False), 2: (False, True), 3: (True, True)}
    row = lines(
        Face(TableFace(say("menu"))), lit=lambda zone: lit.get(zone, (False, False))
    )[9]
    assert [cell.split() for cell in row.replace("│", "|").split("|")[1:8:2]] == [
        ["✗", "·"],
        ["·", "✓"],
        ["✗", "✓"],
        ["·", "·"],
    ]


def test_a_zone_shows_its_pieces_and_what_it_has_refused():
    """The pieces that lie, and under them the kinds that a NO token covers."""
    zone = ZoneFace(placed=(2, 1, 0, 0), covered=(False, False, True, True))
    drawn = lines(Face(TableFace(say("menu")), (zone, *[ZoneFace()] * 5)))
    assert drawn[11].startswith("│ r r y")
    assert drawn[12].startswith("│ ✗ b g")


def test_a_zone_outside_the_word_is_empty():
    zone = ZoneFace(in_word=False, placed=(2, 1, 0, 0))
    drawn = lines(Face(TableFace(say("menu")), (zone, *[ZoneFace()] * 5)))
    assert drawn[11].startswith("│          │")


def test_a_revealed_letter_shows_its_build():
    """Not what lies there."""
    zone = ZoneFace(letter="H", build=(2, 1, 0, 0), placed=(1, 0, 0, 0))
    drawn = lines(Face(TableFace(say("menu")), (zone, *[ZoneFace()] * 5)))
    assert "H" in drawn[10][:12]
    assert drawn[11].startswith("│ r r y")


def test_the_marked_choice_is_marked():
    """In signs that the terminal has."""
    table = TableFace(say("menu"), choices=(say("yes"), say("no")), marked=1)
    assert "▸2 NO" in lines(Face(table))[2]
    assert ">2 NO" in lines(Face(table), COARSE)[2]
    assert "▸1" not in lines(Face(table))[2]


def test_the_piece_in_hand_and_the_hourglass_stand_in_the_big_line():
    table = TableFace(say("menu"), kind=Kind.WIDE_CURVE, busy=True)
    assert "[blue" in lines(Face(table))[1]
    assert lines(Face(table))[1].rstrip(" │").endswith("...")


def test_pieces_are_letters():
    """One for each, in the order of the kinds, and no two kinds share one."""
    assert pieces((2, 1, 1, 3)) == "r r y b g g g"
    assert len(set(SHORT.values())) == 4


def test_ascii_is_all_that_a_coarse_terminal_gets():
    """Our own signs and German letters are written otherwise."""
    face = render(playing(language="de"), load_texts("de"), 0)
    drawn = lines(face, COARSE, "de", lit=lambda _: (True, True))
    assert all(COARSE.plain(line).isascii() for line in drawn)
    assert COARSE.plain("Grün ✓ Straße") == "Gruen v Strasse"
    assert FINE.plain("Grün ✓") == "Grün ✓"


@SIGNS
def test_a_screen_is_shown_pixel_for_pixel(signs):
    """128 by 64 of them in 64 columns and 16 lines, the last corner too."""
    image = Image.new("1", (128, 64))
    image.putpixel((0, 0), 1)
    image.putpixel((126, 60), 1)
    shown = dots(image, signs)
    assert len(shown) == 16
    assert len(shown[15]) == 64
    empty = "\u2800" if signs.dots else " "
    assert shown[15].count(empty) == 63
    assert shown[0][0] != empty


def test_each_dot_of_braille_is_one_pixel():
    """Source: The Unicode Standard, "Braille Patterns": 1-2-3-7, 4-5-6-8."""
    for bit, (x, y) in enumerate(
        [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3)]
    ):
        image = Image.new("1", (128, 64))
        image.putpixel((x, y), 1)
        assert ord(dots(image, FINE)[0][0]) == 0x2800 + (1 << bit)


def test_what_the_board_alone_shows_takes_the_place_of_the_rest():
    """As on the table screen of a real one."""
    local = TableFace(say("teacher-code", digits="123 456"))
    drawn = "\n".join(lines(Face(TableFace(say("menu")), local=local)))
    assert "123 456" in drawn


def test_a_german_card_is_drawn_with_its_german_letter():
    face = Face(TableFace(say("menu")), (ZoneFace(card=CardFace("Q", "hearts")),) * 6)
    assert "|D" in lines(face, code="de")[11]


@SIGNS
def test_a_card_lies_below_its_answer(signs):
    """With its suit, a letter's own, or face down."""
    cards = ("Q", "hearts"), ("K", ""), ("?", ""), ("", "")
    zones = [ZoneFace(card=CardFace(*one), word=say("yes")) for one in cards]
    drawn = lines(Face(TableFace(say("menu")), (*zones, *[ZoneFace()] * 2)), signs)
    assert drawn[10].count("YES") == 4
    for shown in (f"|Q{'♥' if signs is FINE else 'H'}|", "|K|", "|?|", "|##|"):
        assert shown in drawn[11]


def test_a_letters_worth_is_seen_in_its_brackets():
    """A letter that is being spelled has none."""
    zones = [ZoneFace(spelled="E", mark=mark) for mark in (*Mark, None)]
    row = lines(Face(TableFace(say("menu")), (*zones, *[ZoneFace()] * 2)))[10]
    assert [cell.strip() for cell in row.split("│")[1:8:2]] == [
        "[E]",
        "(E)",
        "-E-",
        "E",
    ]


@SIGNS
def test_the_time_that_is_left_runs_out(signs):
    """In digits and as sand, and never too wide."""
    rows = [
        lines(Face(TableFace(say("menu"), left_s=left_s)), signs)[2]
        for left_s in (900, 61, 60, 3, 0)
    ]
    assert too_wide(rows) == []
    assert "15:00" in rows[0]
    assert "1:01" in rows[1]
    sand = [row.count(signs.sand) for row in rows]
    assert sand == sorted(sand, reverse=True)
    assert (sand[2], sand[3], sand[4]) == (20, 1, 0)
