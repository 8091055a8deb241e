"""
Draw the letter cards of KEYWORD, 104 orange and 97 blue, to be cut out.

An orange card has a rounded border, a blue card a double one, so that the colours are
not needed to tell them apart. A line under each letter shows which way up it is. The
number below is the card's number among those of its letter; its tag, which is glued to
the back, is enrolled under that number.
"""

from functools import partial

from card_pages import CardPage
from sheets import INK, Sheet

from firmware_host.app.content.languages import load_language

PAGE = CardPage(44.0, 66.0, across=4, down=4)

#: Source: Okabe and Ito, "Color Universal Design", darkened for paper.
COLOURS = {"orange": "#b85c00", "blue": "#0072b2"}

LETTER_MM, CORNER_MM, NUMBER_MM = 31.0, 7.0, 3.2


def letter_sheets(code: str) -> list[Sheet]:
    """
    Return the pages of all cards, the orange ones first.

    Args:
        code: The language.
    """
    pages = []
    for colour, counts in load_language(code).cards.items():
        cards = [
            (card, number)
            for card, count in sorted(counts.items(), key=_blanks_last)
            for number in range(1, count + 1)
        ]
        title = f"KEYWORD · {code} · {colour} · {len(cards)}"
        card = partial(_card, colour=colour)
        starts = range(0, len(cards), PAGE.room)
        pages += [PAGE.draw(cards[at : at + PAGE.room], title, card) for at in starts]
    return pages


def _blanks_last(count: tuple[str, int]) -> tuple[bool, str]:
    """Return a sort key for cards: the order in which their tags are enrolled."""
    return not count[0].isalpha(), count[0]


def _card(
    sheet: Sheet, one: tuple[str, int], x: float, y: float, *, colour: str
) -> None:
    wide, high = PAGE.wide, PAGE.high
    card, number = one
    pen = COLOURS[colour]
    if colour == "orange":
        sheet.rect(x + 3, y + 3, wide - 6, high - 6, pen=1.6, stroke=pen, round_mm=9)
    else:
        for inset in (3.0, 5.0):
            size = (wide - 2 * inset, high - 2 * inset)
            sheet.rect(x + inset, y + inset, *size, pen=0.9, stroke=pen)
    foot = y + high / 2 + LETTER_MM * 0.36
    sheet.text(x + wide / 2, foot, card, size=LETTER_MM, fill=INK)
    sheet.line(x + 16, foot + 5, x + wide - 16, foot + 5, pen=0.8, stroke=pen)
    sheet.text(x + 10, y + 14, card, size=CORNER_MM, fill=pen)
    sheet.text(x + wide / 2, y + high - 8, str(number), size=NUMBER_MM, fill=pen)
