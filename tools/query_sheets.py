"""
The query cards of WQRDLES on paper: two sides each, for a printer that prints both.

A page of fronts is followed by the page of their backs, in the other order, so that
the two of a card meet when the paper is turned over its long edge.
"""

from sheets import INK, PALE, Sheet

from firmware_host.app.languages import load_language
from firmware_host.words.query_cards import SIDES, QueryCards

#: A card, and how many stand on an A4 page: side by side, and one under the other.
CARD_MM = (60.0, 86.0)
ACROSS, DOWN = 3, 3
PAPER_MM = (210.0, 297.0)

#: Words in two columns, read from above; the card's number at its foot.
COLUMNS, WORD_MM, NUMBER_MM = 2, 5.8, 4.0


def query_sheets(code: str, length: int) -> list[Sheet]:
    """
    Return the pages of every query card, fronts and backs in turn.

    Args:
        code: The language.
        length: Letters of each word, 4 or 5.
    """
    cards = QueryCards(load_language(code), length)
    a_page = ACROSS * DOWN
    pages = []
    for first in range(1, SIDES, 2 * a_page):
        fronts = [side for side in range(first, first + 2 * a_page, 2) if side < SIDES]
        title = f"WQRDLES · {code} · {length}"
        pages.append(_page(cards, fronts, title, turned=False))
        pages.append(_page(cards, [one + 1 for one in fronts], title, turned=True))
    return pages


def _page(cards: QueryCards, sides: list[int], title: str, *, turned: bool) -> Sheet:
    """Draw up to nine sides; *turned* where they lie on the back of others."""
    sheet = Sheet(*PAPER_MM)
    wide, high = CARD_MM
    left = (PAPER_MM[0] - ACROSS * wide) / 2
    top = (PAPER_MM[1] - DOWN * high) / 2
    for at, side in enumerate(sides):
        row, column = divmod(at, ACROSS)
        column = ACROSS - 1 - column if turned else column
        _side(sheet, cards, side, left + column * wide, top + row * high)
    sheet.text(left, top - 4, title, size=3, anchor="start", fill=PALE)
    sheet.line(PAPER_MM[0] - left - 50, top - 4, PAPER_MM[0] - left, top - 4)
    sheet.text(PAPER_MM[0] - left - 58, top - 3, "50 mm", size=2.6, fill=PALE)
    return sheet


def _side(sheet: Sheet, cards: QueryCards, side: int, x: float, y: float) -> None:
    wide, high = CARD_MM
    sheet.rect(x, y, wide, high, stroke=PALE, dash="1 1.5")
    words = cards.card(side)
    rows = len(words) // COLUMNS
    step = (high - 16) / rows
    for at, word in enumerate(words):
        column, row = divmod(at, rows)
        middle = x + wide * (1 + 2 * column) / (2 * COLUMNS)
        sheet.text(middle, y + 12 + row * step, word, size=WORD_MM)
    sheet.text(x + wide / 2, y + high - 4, str(side), size=NUMBER_MM, fill=INK)
