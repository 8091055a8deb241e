"""Cards on A4 pages, to be cut out: a title, and a line to check the size by."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from sheets import PALE, Sheet

T = TypeVar("T")

PAPER_MM = (210.0, 297.0)

#: The length of the line for checking the scale in mm, and its label.
RULER_MM = 50


@dataclass(frozen=True, slots=True)
class CardPage:
    """
    The layout of cards on a page.

    Args:
        wide: The width of a card in mm.
        high: The height of a card in mm.
        across: The number of cards in a row.
        down: The number of rows.
    """

    wide: float
    high: float
    across: int
    down: int

    @property
    def room(self) -> int:
        """The number of cards on a page."""
        return self.across * self.down

    def draw(
        self,
        cards: Sequence[T],
        title: str,
        card: Callable[[Sheet, T, float, float], None],
        *,
        turned: bool = False,
    ) -> Sheet:
        """
        Return a page of *cards*.

        Args:
            cards: At most as many as fit on a page.
            title: The text above them.
            card: Draws one card; its upper left corner is at x, y in mm.
            turned: True for the backs of cards: the rows run from right to left.
        """
        sheet = Sheet(*PAPER_MM)
        left = (PAPER_MM[0] - self.across * self.wide) / 2
        right = PAPER_MM[0] - left
        top = (PAPER_MM[1] - self.down * self.high) / 2
        for at, one in enumerate(cards):
            row, column = divmod(at, self.across)
            column = self.across - 1 - column if turned else column
            x, y = left + column * self.wide, top + row * self.high
            sheet.rect(x, y, self.wide, self.high, stroke=PALE, dash="1 1.5")
            card(sheet, one, x, y)
        sheet.text(left, top - 4, title, size=3, anchor="start", fill=PALE)
        sheet.line(right - RULER_MM, top - 4, right, top - 4)
        sheet.text(right - RULER_MM - 8, top - 3, f"{RULER_MM} mm", size=2.6, fill=PALE)
        return sheet
