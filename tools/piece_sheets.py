"""
Draw the 48 letter pieces and the tokens, to be cut out of card.

For players without the original box. Each piece has the shape given in
`words/poses.py`, so that letters can be formed. A piece is white with a coloured border
and its name in both languages, which works in grey and saves ink.
"""

import math

import sheets
from card_pages import PAPER_MM, RULER_MM
from sheets import COLOURS, INK, PALE, PAPER, Sheet

from firmware_host.app.content.languages import load_texts
from firmware_host.board.pieces import PIECES_IN_BOX, Kind
from firmware_host.languages import CODES
from firmware_host.words.poses import DEEP, LONG, Pose, points

#: The length in mm of a 48th of a letter: a long stick is about as long as the
#: original.
UNIT_MM = 1.3

#: The widths of a piece, of its white part and of the cutting line, in mm.
BROAD_MM, WHITE_MM, CUT_MM = 9.0, 6.4, 0.3

#: The height of the text on a piece, and half the gap between two pieces, in mm.
WORD_MM, GAP_MM = 2.0, 2.0

#: The distances from the left edge to the rows, and from the upper edge, in mm.
LEFT_MM, TOP_MM = 12.0, 22.0

#: The diameter of a token in mm, as on the overlay; the numbers of NO, guess and bonus
#: tokens.
TOKEN_MM, NOES, GUESSES, BONUSES = 20.0, 20, 3, 3
PLAYERS = ("circle", "square", "triangle", "star")

#: The values of a bonus token and of the Decipher token.
BONUS, DECIPHER = "+2", "+5"


def piece_sheets() -> list[Sheet]:
    """Return the pages: sticks, curves, tokens."""
    sticks = _page("16 + 16")
    curves = _page("8 + 8")
    rows = {
        Kind.LONG_STICK: (sticks, 0.0),
        Kind.SHORT_STICK: (sticks, _high(Kind.LONG_STICK) + 2 * GAP_MM),
        Kind.WIDE_CURVE: (curves, 0.0),
        Kind.TIGHT_CURVE: (curves, 2 * (_high(Kind.WIDE_CURVE) + 2 * GAP_MM)),
    }
    for kind, (sheet, down) in rows.items():
        _pieces(sheet, kind, PIECES_IN_BOX[kind.place], TOP_MM + down)
    return [sticks, curves, _tokens()]


def _page(what: str) -> Sheet:
    """Return an empty page with its title, and a line to check the size by."""
    sheet = Sheet(*PAPER_MM)
    right = PAPER_MM[0] - LEFT_MM
    title = f"Letterzone · {what} · 100 %"
    sheet.text(LEFT_MM, 14, title, size=3, anchor="start", fill=PALE)
    sheet.line(right - RULER_MM, 14, right, 14)
    return sheet.text(right - RULER_MM - 8, 15, f"{RULER_MM} mm", size=2.6, fill=PALE)


def _high(kind: Kind) -> float:
    return LONG[kind] * UNIT_MM + BROAD_MM


def _wide(kind: Kind) -> float:
    return DEEP.get(kind, 0) * UNIT_MM + BROAD_MM


def _pieces(sheet: Sheet, kind: Kind, count: int, top: float) -> None:
    """Draw *count* pieces of a kind in rows, the first one's upper edge at *top*."""
    step = _wide(kind) + GAP_MM
    across = int((PAPER_MM[0] - 2 * LEFT_MM + GAP_MM) // step)
    rows = -(-count // across)
    across = -(-count // rows)  # alike in each row
    for at in range(count):
        row, column = divmod(at, across)
        right = LEFT_MM + column * step + _wide(kind)
        y = top + row * (_high(kind) + 2 * GAP_MM) + _high(kind) / 2
        _piece(sheet, kind, right - BROAD_MM / 2, y)


def _piece(sheet: Sheet, kind: Kind, x: float, y: float) -> None:
    """Draw an upright piece with the middle of its chord at *x*, *y*, in mm."""
    line = [(x + dx * UNIT_MM, y + dy * UNIT_MM) for dx, dy in points(Pose(kind, 0, 0))]
    d = "M" + "L".join(f"{across:.3f} {down:.3f}" for across, down in line)
    for pen, colour in (
        (BROAD_MM, INK),
        (BROAD_MM - 2 * CUT_MM, COLOURS[kind]),
        (WHITE_MM, PAPER),
    ):
        sheet.path(d, pen=pen, stroke=colour, cap="round")
    places = _along(line) if kind in DEEP else [(x - 1.5, y, -90), (x + 1.5, y, -90)]
    for code, (across, down, turn) in zip(CODES, places, strict=True):
        word = load_texts(code).find(f"kind-{kind.value}", "page")
        foot = WORD_MM * 0.36  # so that the middle of the letters is there
        dx, dy = -math.sin(math.radians(turn)), math.cos(math.radians(turn))
        sheet.text(across + foot * dx, down + foot * dy, word, size=WORD_MM, turn=turn)


def _along(line: list[tuple[float, float]]) -> list[tuple[float, float, float]]:
    """Return a point in each half of a curve, and the angle of the text there."""
    found = []
    for part in (0.27, 0.73):
        at = round(part * (len(line) - 1))
        (x, y), (to_x, to_y) = line[at + 1], line[at - 1]
        turn = math.degrees(math.atan2(to_y - y, to_x - x))
        found.append((*line[at], turn))
    return found


def _tokens() -> Sheet:
    """Return the page of NO tokens, guess tokens, bonus and Decipher tokens."""
    guesses = GUESSES * len(PLAYERS)
    sheet = _page(f"{NOES} NO · {guesses} ? · {BONUSES} {BONUS} · {DECIPHER}")
    drawn = 0

    def place() -> tuple[float, float]:
        nonlocal drawn
        row, column = divmod(drawn, 8)
        drawn += 1
        step = TOKEN_MM + 3
        return LEFT_MM + 12 + column * step, TOP_MM + 12 + row * step

    for _ in range(NOES):
        x, y = place()
        sheet.circle(x, y, TOKEN_MM / 2)
        sheets.mark(sheet, "cross", x, y, 9)
    for name in PLAYERS:
        for _ in range(GUESSES):
            x, y = place()
            sheet.circle(x, y, TOKEN_MM / 2)
            sheets.player(sheet, name, x, y - 3, 7)
            sheet.text(x, y + 7, "?", size=7)
    for worth in (*[BONUS] * BONUSES, DECIPHER):
        x, y = place()
        sheet.circle(x, y, TOKEN_MM / 2, pen=0.8 if worth == DECIPHER else 0.3)
        sheet.text(x, y + 2.6, worth, size=7.5)
    return sheet
