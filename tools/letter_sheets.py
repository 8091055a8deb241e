"""
The letter cards of KEYWORD on paper: 104 orange and 97 blue ones, to be cut out.

An orange card has a round edge, a blue one a double edge: nobody needs their colours to
tell them apart. A line under each letter says which way up it is.
"""

from collections import Counter

from sheets import INK, PALE, Sheet

from firmware_host.app.languages import load_language

#: A card, and how many stand on an A4 page: side by side, and one under the other.
CARD_MM = (44.0, 66.0)
ACROSS, DOWN = 4, 4
PAPER_MM = (210.0, 297.0)

#: Source: Okabe and Ito, "Color Universal Design", darkened for paper.
COLOURS = {"orange": "#b85c00", "blue": "#0072b2"}

LETTER_MM, CORNER_MM = 31.0, 7.0


def letter_sheets(code: str) -> list[Sheet]:
    """
    Return the pages of every card, the orange ones first.

    Args:
        code: The language.
    """
    pages = []
    for colour, counts in load_language(code).cards.items():
        cards = sorted(Counter(dict(counts)).elements())
        title = f"KEYWORD · {code} · {colour} · {len(cards)}"
        a_page = ACROSS * DOWN
        starts = range(0, len(cards), a_page)
        pages += [_page(cards[at : at + a_page], colour, title) for at in starts]
    return pages


def _page(cards: list[str], colour: str, title: str) -> Sheet:
    """Draw up to sixteen cards of one colour."""
    sheet = Sheet(*PAPER_MM)
    wide, high = CARD_MM
    left = (PAPER_MM[0] - ACROSS * wide) / 2
    top = (PAPER_MM[1] - DOWN * high) / 2
    for at, card in enumerate(cards):
        row, column = divmod(at, ACROSS)
        _card(sheet, card, colour, left + column * wide, top + row * high)
    sheet.text(left, top - 4, title, size=3, anchor="start", fill=PALE)
    sheet.line(PAPER_MM[0] - left - 50, top - 4, PAPER_MM[0] - left, top - 4)
    sheet.text(PAPER_MM[0] - left - 58, top - 3, "50 mm", size=2.6, fill=PALE)
    return sheet


def _card(sheet: Sheet, card: str, colour: str, x: float, y: float) -> None:
    wide, high = CARD_MM
    pen = COLOURS[colour]
    sheet.rect(x, y, wide, high, stroke=PALE, dash="1 1.5")
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
