"""
Draw sheets for printing, with coordinates in mm from the upper left corner.

A sheet is an SVG drawing. svglib converts the same drawing to PDF, as one page or
divided into A4 pages; so the two never differ.
"""

import io
import math
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Self
from xml.etree import ElementTree as ET

from reportlab.graphics import renderPDF
from reportlab.graphics.shapes import Drawing
from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from svglib.fonts import register_font
from svglib.svglib import svg2rlg

from firmware_host.board.pieces import Kind
from firmware_host.picture.shapes import THICK
from firmware_host.words.poses import BOX, DEEP, LONG, POSES, points

ROOT = Path(__file__).resolve().parent.parent
FONT = ROOT / "firmware_host/picture/fonts/LiberationSans-Bold.ttf"

INK, PALE, PAPER = "#1a1a1a", "#8a8a8a", "#ffffff"

#: The colours of the four kinds of pieces, distinguishable by colour-blind people; the
#: shapes differ, too. Source: Okabe and Ito, "Color Universal Design", darkened for
#: paper.
COLOURS = {
    Kind.LONG_STICK: "#c23b22",
    Kind.SHORT_STICK: "#d9a400",
    Kind.WIDE_CURVE: "#0072b2",
    Kind.TIGHT_CURVE: "#00875f",
}

#: The printable size of an A4 page, and the width of the strip for glue, in mm.
PAGE_MM, GLUE_MM = (190.0, 267.0), 6.0


class Sheet:
    """
    A drawing.

    Args:
        width: Its width, in mm.
        height: Its height, in mm.
    """

    def __init__(self, width: float, height: float) -> None:
        self.width, self.height = width, height
        self._svg = ET.Element(
            "svg",
            xmlns="http://www.w3.org/2000/svg",
            width=f"{_n(width)}mm",
            height=f"{_n(height)}mm",
            viewBox=f"0 0 {_n(width)} {_n(height)}",
        )
        self._into, self._cuts = self._svg, ET.Element("g", id="cut")
        self.rect(0, 0, width, height, stroke="none", fill=PAPER)

    @contextmanager
    def cut(self) -> Iterator[None]:
        """Mark everything drawn during the context as lines to cut."""
        before, self._into = self._into, self._cuts
        if self._cuts not in self._svg:
            self._svg.append(self._cuts)
        try:
            yield
        finally:
            self._into = before

    def widen(self, left: float) -> Self:
        """Add room on the left, in mm, for drawings with an *x* below 0."""
        self.width += left
        self._svg.set("width", f"{_n(self.width)}mm")
        own = (-left, 0, self.width, self.height)
        self._svg.set("viewBox", " ".join(map(_n, own)))
        return self.rect(-left, 0, left, self.height, stroke="none", fill=PAPER)

    def _add(self, tag: str, **attributes: str | float) -> ET.Element:
        named = {key.replace("_", "-"): _n(value) for key, value in attributes.items()}
        return ET.SubElement(self._into, tag, named)

    def line(  # noqa: PLR0913 - two points and a pen
        self,
        x: float,
        y: float,
        to_x: float,
        to_y: float,
        *,
        pen: float = 0.3,
        stroke: str = INK,
        dash: str = "none",
    ) -> Self:
        """Draw a line."""
        self._add(
            "line",
            x1=x,
            y1=y,
            x2=to_x,
            y2=to_y,
            stroke=stroke,
            stroke_width=pen,
            stroke_linecap="round",
            stroke_dasharray=dash,
        )
        return self

    def rect(  # noqa: PLR0913 - a box and a pen
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        *,
        pen: float = 0.3,
        stroke: str = INK,
        fill: str = "none",
        round_mm: float = 0,
        dash: str = "none",
    ) -> Self:
        """Draw a rectangle."""
        self._add(
            "rect",
            x=x,
            y=y,
            width=width,
            height=height,
            stroke=stroke,
            fill=fill,
            stroke_width=pen,
            rx=round_mm,
            stroke_dasharray=dash,
        )
        return self

    def circle(  # noqa: PLR0913 - a circle and a pen
        self,
        x: float,
        y: float,
        radius: float,
        *,
        pen: float = 0.3,
        stroke: str = INK,
        fill: str = "none",
        dash: str = "none",
    ) -> Self:
        """Draw a circle."""
        self._add(
            "circle",
            cx=x,
            cy=y,
            r=radius,
            stroke=stroke,
            fill=fill,
            stroke_width=pen,
            stroke_dasharray=dash,
        )
        return self

    def path(
        self,
        d: str,
        *,
        pen: float = 0.3,
        stroke: str = INK,
        fill: str = "none",
        cap: str = "butt",
    ) -> Self:
        """Draw a path as SVG writes it."""
        self._add(
            "path",
            d=d,
            stroke=stroke,
            fill=fill,
            stroke_width=pen,
            stroke_linecap=cap,
            stroke_linejoin="round",
        )
        return self

    def text(  # noqa: PLR0913 - a place and a font
        self,
        x: float,
        y: float,
        words: str,
        *,
        size: float = 4,
        anchor: str = "middle",
        fill: str = INK,
        turn: float = 0,
        weight: str = "bold",
    ) -> Self:
        """Write *words* with their baseline at *y*; *size* in mm, *turn* in degrees."""
        turned = {"transform": f"rotate({_n(turn)} {_n(x)} {_n(y)})"} if turn else {}
        self._add(
            "text",
            **turned,
            x=x,
            y=y,
            font_size=size,
            text_anchor=anchor,
            fill=fill,
            font_family="Liberation Sans" if weight == "bold" else "Helvetica",
            font_weight=weight,
        ).text = words
        return self

    def arc(  # noqa: PLR0913 - an ellipse, two angles and a pen
        self,
        x: float,
        y: float,
        wide: float,
        high: float,
        *,
        start: float,
        end: float,
        pen: float,
        stroke: str,
    ) -> Self:
        """Draw an arc of an ellipse; angles in degrees, clockwise from the right."""
        ends = [
            (x + wide * math.cos(turn), y + high * math.sin(turn))
            for turn in map(math.radians, (start, end))
        ]
        (from_x, from_y), (to_x, to_y) = ends
        large = int(end - start > 180)  # noqa: PLR2004 - half a turn
        return self.path(
            f"M{_n(from_x)} {_n(from_y)}A{_n(wide)} {_n(high)} 0 {large} 1"
            f" {_n(to_x)} {_n(to_y)}",
            pen=pen,
            stroke=stroke,
        )

    def reword(self, said: Callable[[str], str]) -> Self:
        """Replace each text by the result of a function."""
        for one in self._svg.iter("text"):
            one.text = said(one.text or "")
        return self

    def svg(self) -> bytes:
        """Return the sheet as SVG."""
        ET.indent(self._svg, space=" ")
        return ET.tostring(self._svg, encoding="utf-8") + b"\n"

    def drawing(self) -> Drawing:
        """Return the sheet as a reportlab drawing for PDF."""
        register_font("Liberation Sans", str(FONT), weight="bold")
        drawing = svg2rlg(io.BytesIO(self.svg()))
        scale = self.width * mm / drawing.width
        drawing.scale(scale, scale)
        return drawing


def _n(value: str | float) -> str:
    return value if isinstance(value, str) else f"{value:.3f}".rstrip("0").rstrip(".")


# --- what is on the sheets ----------------------------------------------------------


def piece(sheet: Sheet, kind: Kind, x: float, y: float, *, high: float) -> None:
    """Draw a letter piece centred on *x*, *y*; a long one is *high* mm high."""
    pen, colour = high / 8, COLOURS[kind]
    match kind:
        case Kind.LONG_STICK:
            sheet.rect(x - pen / 2, y - high / 2, pen, high, stroke="none", fill=colour)
        case Kind.SHORT_STICK:
            half = high / 2
            sheet.rect(x - pen / 2, y - half / 2, pen, half, stroke="none", fill=colour)
        case Kind.WIDE_CURVE | Kind.TIGHT_CURVE:
            reach = (1 / 3, 1 / 2) if kind is Kind.WIDE_CURVE else (1 / 4, 1 / 4)
            wide, tall = (part * high - pen / 2 for part in reach)
            sheet.arc(
                x + wide / 2, y, wide, tall, start=90, end=270, pen=pen, stroke=colour
            )


def letter(sheet: Sheet, name: str, x: float, y: float, *, high: float) -> None:
    """Draw a letter from its pieces, its upper left at *x*, *y*."""
    unit = high / BOX[1]
    for pose in POSES[name]:
        line = [(x + across * unit, y + down * unit) for across, down in points(pose)]
        (from_x, from_y), (to_x, to_y) = line[0], line[-1]
        pen, stroke = THICK * unit, COLOURS[pose.kind]
        if pose.kind in DEEP:
            wide, tall = DEEP[pose.kind] * unit, LONG[pose.kind] / 2 * unit
            sheet.path(
                f"M{_n(from_x)} {_n(from_y)}A{_n(wide)} {_n(tall)} {_n(pose.turn)} 0 0"
                f" {_n(to_x)} {_n(to_y)}",
                pen=pen,
                stroke=stroke,
                cap="round",
            )
        else:
            sheet.line(from_x, from_y, to_x, to_y, pen=pen, stroke=stroke)


def player(sheet: Sheet, name: str, x: float, y: float, size: float) -> None:
    """Draw a player's symbol centred on *x*, *y*."""
    half = size / 2
    if name == "circle":
        sheet.circle(x, y, half, pen=0.8)
        return
    corners = {
        "square": [(-1, -1), (1, -1), (1, 1), (-1, 1)],
        "triangle": [(0, -1.1), (1.15, 0.95), (-1.15, 0.95)],
        "star": [
            (
                (1.25 if at % 2 == 0 else 0.5) * math.sin(at * math.pi / 5),
                -(1.25 if at % 2 == 0 else 0.5) * math.cos(at * math.pi / 5),
            )
            for at in range(10)
        ],
    }[name]
    points = [f"{_n(x + dx * half)} {_n(y + dy * half)}" for dx, dy in corners]
    sheet.path("M" + "L".join(points) + "Z", pen=0.8)


def mark(sheet: Sheet, name: str, x: float, y: float, size: float) -> None:
    """Draw a tick or a cross centred on *x*, *y*."""
    half = size / 2
    if name == "cross":
        sheet.line(x - half, y - half, x + half, y + half, pen=size / 6)
        sheet.line(x - half, y + half, x + half, y - half, pen=size / 6)
    else:
        sheet.line(x - half, y, x - half / 3, y + half * 0.8, pen=size / 6)
        sheet.line(x - half / 3, y + half * 0.8, x + half, y - half, pen=size / 6)


# --- onto paper ---------------------------------------------------------------------


def whole(sheets: Iterable[Sheet]) -> bytes:
    """Return a PDF with each sheet on a page of its own size."""
    file = io.BytesIO()
    canvas = Canvas(file, invariant=1, pageCompression=1)
    for sheet in sheets:
        canvas.setPageSize((sheet.width * mm, sheet.height * mm))
        renderPDF.draw(sheet.drawing(), canvas, 0, 0)
        canvas.showPage()
    canvas.save()
    return file.getvalue()


def in_parts(sheet: Sheet, title: str) -> bytes:
    """
    Return a PDF of A4 pages that are glued together to a sheet in full size.

    Each page except the last of a row has a strip for glue, which repeats the beginning
    of the next page.
    """
    file = io.BytesIO()
    canvas = Canvas(file, invariant=1, pageCompression=1, pagesize=A4)
    wide, high = (part - GLUE_MM for part in PAGE_MM)
    columns = math.ceil((sheet.width - GLUE_MM) / wide)
    rows = math.ceil((sheet.height - GLUE_MM) / high)
    drawing = sheet.drawing()
    left, foot = (A4[0] / mm - PAGE_MM[0]) / 2, (A4[1] / mm - PAGE_MM[1]) / 2
    for row in range(rows):
        for column in range(columns):
            canvas.saveState()
            shown = (
                min(PAGE_MM[0], sheet.width - column * wide),
                min(PAGE_MM[1], sheet.height - row * high),
            )
            top = foot + PAGE_MM[1]
            clip = canvas.beginPath()
            clip.rect(left * mm, (top - shown[1]) * mm, shown[0] * mm, shown[1] * mm)
            canvas.clipPath(clip, stroke=0)
            under = (sheet.height - row * high) * mm
            renderPDF.draw(
                drawing, canvas, (left - column * wide) * mm, top * mm - under
            )
            canvas.restoreState()
            canvas.setLineWidth(0.2)
            canvas.setDash(1, 2)
            canvas.rect(left * mm, (top - shown[1]) * mm, shown[0] * mm, shown[1] * mm)
            canvas.setFont("Helvetica", 7)
            number = row * columns + column + 1
            place = f"{number}/{rows * columns}  {chr(65 + row)}{column + 1}"
            canvas.drawString(left * mm, (foot - 5) * mm, f"{title}  {place}  100 %")
            canvas.showPage()
    canvas.save()
    return file.getvalue()
