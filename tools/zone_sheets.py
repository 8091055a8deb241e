"""
Draw zone cards: pupils without phones hold one up to show a zone.

The first page has six cards for one pupil, to be cut out. Then each card follows on a
page of its own, for teams or for the corners of a room. A card has its number, as many
dots, and a colour that is none of the pieces'.
"""

from collections.abc import Callable

from card_pages import CardPage
from sheets import Sheet

from firmware_host.board.pieces import ZONES

PUPIL = CardPage(95.0, 88.0, across=2, down=3)
LARGE = CardPage(180.0, 250.0, across=1, down=1)

#: The colour of each card; the wall page uses the same (pages/wall.css).
COLOURS = ("#332288", "#117799", "#6b6b00", "#aa3377", "#7a2200", "#4a4a4a")

#: As parts of a card's height: frame, number, dot, and distance of dots.
FRAME, NUMBER, DOT, STEP = 0.06, 0.68, 0.035, 0.1

TITLE = "Letterzone · 1-6"


def zone_sheets() -> list[Sheet]:
    """Return a page with all cards for a pupil, and a page for each card."""
    return [
        PUPIL.draw(ZONES, TITLE, _card(PUPIL)),
        *(LARGE.draw((zone,), TITLE, _card(LARGE)) for zone in ZONES),
    ]


def _card(page: CardPage) -> Callable[[Sheet, int, float, float], None]:
    """Return a function that draws one card of a page."""
    wide, high = page.wide, page.high
    unit = min(1.15 * wide, high)

    def draw(sheet: Sheet, zone: int, x: float, y: float) -> None:
        colour, pen = COLOURS[zone - 1], unit * FRAME
        edge = pen / 2 + 3
        sheet.rect(
            x + edge,
            y + edge,
            wide - 2 * edge,
            high - 2 * edge,
            pen=pen,
            stroke=colour,
            round_mm=unit * 0.08,
        )
        middle, size = x + wide / 2, unit * NUMBER
        foot = y + high / 2 + size * 0.36 - unit * STEP / 2
        sheet.text(middle, foot, str(zone), size=size)
        for at in range(zone):
            left = middle + (at - (zone - 1) / 2) * unit * STEP
            under = foot + unit * STEP
            sheet.circle(left, under, unit * DOT, stroke="none", fill=colour)

    return draw
