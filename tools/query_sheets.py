"""
Draw the query cards of WQRDLES for printing on both sides.

Each page of fronts is followed by the page of their backs in reverse order, so that
front and back of a card match when the paper is turned over its long edge.
"""

from functools import partial

from card_pages import CardPage
from sheets import INK, Sheet

from firmware_host.app.content.languages import load_language
from firmware_host.words.query_cards import SIDES, QueryCards

PAGE = CardPage(60.0, 86.0, across=3, down=3)

#: The layout of a card: words in two columns, and the card's number below.
COLUMNS, WORD_MM, NUMBER_MM = 2, 5.8, 4.0


def query_sheets(code: str, length: int) -> list[Sheet]:
    """
    Return the pages of all query cards, fronts and backs alternately.

    Args:
        code: The language.
        length: The number of letters of each word, 4 or 5.
    """
    cards = QueryCards(load_language(code), length)
    title = f"WQRDLES · {code} · {length}"
    draw = partial(_side, cards=cards)
    pages = []
    for first in range(1, SIDES, 2 * PAGE.room):
        last = min(first + 2 * PAGE.room, SIDES)
        fronts, backs = range(first, last, 2), range(first + 1, last + 1, 2)
        pages.append(PAGE.draw(fronts, title, draw))
        pages.append(PAGE.draw(backs, title, draw, turned=True))
    return pages


def _side(sheet: Sheet, side: int, x: float, y: float, *, cards: QueryCards) -> None:
    wide, high = PAGE.wide, PAGE.high
    words = cards.card(side)
    rows = len(words) // COLUMNS
    step = (high - 16) / rows
    for at, word in enumerate(words):
        column, row = divmod(at, rows)
        middle = x + wide * (1 + 2 * column) / (2 * COLUMNS)
        sheet.text(middle, y + 12 + row * step, word, size=WORD_MM)
    sheet.text(x + wide / 2, y + high - 4, str(side), size=NUMBER_MM, fill=INK)
