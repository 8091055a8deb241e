"""
Turn a sheet into a file for a laser or plotter: layers, and letters as outlines.

Inkscape and LightBurn read each group as a layer. Red lines are cut. Blue ones are
engraved first, while the sheet is still in one piece.
"""

from functools import cache
from xml.etree import ElementTree as ET

from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont
from sheets import FONT, PAPER, Sheet

CUT, ENGRAVE = "#ff0000", "#0000ff"

#: The width of a line that a laser's program reads as a hairline, in mm.
HAIR_MM = "0.1"

INKSCAPE = "http://www.inkscape.org/namespaces/inkscape"


def laser(sheet: Sheet, *, bare: bool = False) -> bytes:
    """
    Return a drawing with a layer to engrave and one to cut.

    Args:
        sheet: The drawing, which knows which of its lines are cut.
        bare: True to leave out what is engraved.
    """
    ET.register_namespace("inkscape", INKSCAPE)
    drawn = ET.fromstring(sheet.svg())  # noqa: S314 - our own
    shapes = [one for one in drawn if one.get("fill") != PAPER]
    page = ET.Element("svg", {"xmlns": "http://www.w3.org/2000/svg"})
    for name in ("width", "height", "viewBox"):
        page.set(name, drawn.get(name, ""))
    engraved = _layer(page, "engrave")
    cut = _layer(page, "cut")
    for shape in shapes:
        if shape.get("id") == "cut":
            cut.extend(_cut(one) for one in shape)
        elif not bare:
            engraved.append(_engraved(shape))
    ET.indent(page, space=" ")
    return ET.tostring(page, encoding="utf-8") + b"\n"


def _layer(page: ET.Element, name: str) -> ET.Element:
    kind = {f"{{{INKSCAPE}}}groupmode": "layer", f"{{{INKSCAPE}}}label": name}
    return ET.SubElement(page, "g", {"id": name, **kind})


def _cut(shape: ET.Element) -> ET.Element:
    own = {name: value for name, value in shape.items() if "dash" not in name}
    own |= {"stroke": CUT, "fill": "none", "stroke-width": HAIR_MM}
    return ET.Element(_tag(shape), own)


def _engraved(shape: ET.Element) -> ET.Element:
    if _tag(shape) == "text":
        return _outlined(shape)
    own = dict(shape.items())
    for name in ("stroke", "fill"):
        if own.get(name, "none") != "none":
            own[name] = ENGRAVE
    return ET.Element(_tag(shape), own)


def _tag(shape: ET.Element) -> str:
    return shape.tag.rpartition("}")[2]


def _outlined(text: ET.Element) -> ET.Element:
    """Return a text as the outlines of its letters."""
    words, size = text.text or "", float(text.get("font-size", "4"))
    font = _font()
    glyphs, names = font.getGlyphSet(), font.getBestCmap()
    scale = size / font["head"].unitsPerEm
    wide = sum(glyphs[names[ord(one)]].width for one in words) * scale
    x = float(text.get("x", "0"))
    x -= {"middle": wide / 2, "end": wide}.get(text.get("text-anchor", ""), 0)
    pen = SVGPathPen(glyphs, lambda number: f"{number:.3f}".rstrip("0").rstrip("."))
    for one in words:
        glyph = glyphs[names[ord(one)]]
        at = (scale, 0, 0, -scale, x, float(text.get("y", "0")))
        glyph.draw(TransformPen(pen, at))
        x += glyph.width * scale
    own = {"d": pen.getCommands(), "fill": ENGRAVE, "stroke": "none"}
    turned = text.get("transform")
    return ET.Element("path", own | ({"transform": turned} if turned else {}))


@cache
def _font() -> TTFont:
    return TTFont(FONT)
