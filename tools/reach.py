"""
Estimate the reading distance of tags by a model; list published measurements.

Reader and tag are two coils on one axis. A tag can be read if the coupling is at least
as strong as that of a card at the greatest distance at which the same reader reads a
card. So no parameter of a chip is needed, only how far *your* reader reads the card of
its kit.

    M = mu0 * a * b * integral from 0 to pi of cos t / sqrt(h^2 + a^2 + b^2 - 2ab cos t)
    k ~ M / sqrt(a * b)

Source of M: NIST, Digital Library of Mathematical Functions, 19.34.1. A coil's
inductance grows with its radius and its turns squared, and every tag is tuned by the
same 50 pF, so k takes the turns out. The model leaves out metal, a bent tag and a
second tag. Beside the axis the flux through the tag is computed: `sideways`.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass

#: The size of a card's coil: the middle of the area that ISO/IEC 14443-1 defines for
#: it, class 1, from 64 x 34 to 81 x 49 mm; and of an RC522's: four turns of about 40 x
#: 35 mm (revspace.nl/RC522Hacking). A PN532 V3 has a board of the same size and is
#: assumed to be equal.
CARD_MM, READER_MM = (72.5, 41.5), (40.0, 35.0)

#: The mean diameter of a round tag's coil, as a part of the tag's. Our estimate.
COIL = 0.84

#: The safety factor: the reading distance must be this many times the tag's distance.
SPARE = 1.5

STEPS = 200


@dataclass(frozen=True, slots=True)
class Measured:
    """
    A published measurement of a reading distance.

    Args:
        reader: The chip, and the known facts about the module.
        thing: The object that was read.
        far: The distance, in the words of the source.
        address: The web address of the source.
        card_mm: The distance in mm at which the same reader read a card; None if not
            stated.
        tag_mm: The size of the object in mm; None for a card or if unknown.
    """

    reader: str
    thing: str
    far: str
    address: str
    card_mm: float = 0
    tag_mm: float = 0


@dataclass(frozen=True, slots=True)
class Build:
    """
    The layers of a build with tags, from a piece's tag to the antenna, in mm.

    Args:
        chip: The chip of its readers.
        tag_mm: The diameter of a letter piece's tag.
        layers: The thickness of each layer between tag and antenna, by name.
    """

    chip: str
    tag_mm: int
    layers: Mapping[str, float]

    @property
    def deep(self) -> float:
        """The distance of the antenna below the tag, in mm."""
        return sum(self.layers.values())

    @property
    def wanted(self) -> float:
        """The reading distance that the tag needs, in mm."""
        return SPARE * self.deep


#: The layers in mm: a tag lies 0.3 mm deep in its foot; below are the overlay, a sheet
#: of 1 mm and the reader's circuit board, whose bare side is up.
LAYERS = {"foot": 0.3, "overlay": 0.2, "sheet": 1.0, "reader's board": 1.6}

BUILDS = {
    "full": Build("MFRC522", 15, LAYERS),
    "station": Build("PN532", 15, LAYERS),
    "direct": Build("PN532", 15, LAYERS),
}

MEASURED = (
    Measured("MFRC522, module RC522", "card of the kit", "about 25 mm",
             "https://kb7kmo.blogspot.com/2019/01/a-quick-look-at-rfid.html", 25),
    Measured("the same", "key fob of the kit", "less than 10 mm",
             "https://kb7kmo.blogspot.com/2019/01/a-quick-look-at-rfid.html", 25, 25),
    Measured("MFRC522 with its gain at the most", "card", "through 40 mm of acrylic",
             "https://github.com/mxgxw/MFRC522-python/issues/30", 40),
    Measured("the same", "small bracelet tag", "through 10 mm of acrylic",
             "https://github.com/mxgxw/MFRC522-python/issues/30", 40),
    Measured("MFRC522, gain as it comes", "the same bracelet tag",
             "through 2 to 3 mm of acrylic",
             "https://github.com/mxgxw/MFRC522-python/issues/30"),
    Measured("MFRC522, module RC522", "key fob", "at 10 mm once in ten times",
             "https://forum.arduino.cc/t/distance-between-fob-and-rc522-reader/1279453"),
    Measured("the same", "card", "at 10 mm each time",
             "https://forum.arduino.cc/t/distance-between-fob-and-rc522-reader/1279453"),
    Measured("MFRC522, module RC522", "card",
             "through 5 mm of glass, and through 8 mm of wood",
             "https://forum.espuino.de/t/kompatible-nfc-tags/90"),
    Measured("MFRC522, on more than the 3.6 V that its data sheet allows",
             "MIFARE card", "50 mm",
             "https://github.com/miguelbalboa/rfid/issues/168", 50),
    Measured("MFRC522, two coils of the module exchanged", "NTAG203 card",
             "about 70 mm",
             "https://forum.mikroe.com/viewtopic.php?f=147&t=64203", 70),
    Measured("MFRC522, module RC522", "glass capsule under the skin",
             "through 3 mm of acrylic, just, over the antenna's trace only",
             "https://0xfred.wordpress.com/2014/11/16/nfc-reader-for-the-xnt-part-one/"),
    Measured("PN532, Adafruit's board", "card", "close to 95 mm",
             "https://forums.adafruit.com/viewtopic.php?f=53&t=178314", 95),
    Measured("the same", "round clear tag, about 25 mm", "about 55 mm",
             "https://forums.adafruit.com/viewtopic.php?f=53&t=178314", 95, 25),
    Measured("PN532, Adafruit's board", "MIFARE Classic tag; Ultralight tag",
             "about 100 mm; 50 mm",
             "https://github.com/mozilla/project_haiku.iot/wiki/NFC"),
    Measured("PN532, a small module", "tags", "from 30 mm on",
             "https://github.com/biologist79/ESPuino/pull/45"),
    Measured("PN532, two modules that look alike", "tags and cards",
             "50 mm one, 25 mm the other",
             "https://github.com/Seeed-Studio/PN532/issues/102"),
)  # fmt: skip


def radius(size: tuple[float, float]) -> float:
    """Return the radius of the circle with the area of a rectangle."""
    return math.sqrt(size[0] * size[1] / math.pi)


def mutual(one: float, other: float, high: float) -> float:
    """Return the mutual inductance of two coaxial loops over mu0; radii in mm."""
    square = high * high + one * one + other * other
    angles = ((step + 0.5) * math.pi / STEPS for step in range(STEPS))
    parts = (
        math.cos(turn) / math.sqrt(square - 2 * one * other * math.cos(turn))
        for turn in angles
    )
    return one * other * sum(parts) * math.pi / STEPS


def coupling(tag: float, high: float) -> float:
    """Return the relative coupling of a reader and a coil, for comparisons only."""
    own = radius(READER_MM)
    return mutual(own, tag, high) / math.sqrt(own * tag)


def farthest(tag: float, least: float) -> float:
    """Return the greatest distance in mm with at least a given coupling; 0 if none."""
    low, high = 0.01, 400.0
    if coupling(tag, low) < least:
        return 0.0
    while high - low > 0.01:  # noqa: PLR2004 - a hundredth of a millimetre
        middle = (low + high) / 2
        low, high = (middle, high) if coupling(tag, middle) >= least else (low, middle)
    return low


def reach(tag_mm: float, card_mm: float) -> float:
    """Return the reading distance of a tag if the reader reads cards at *card_mm*."""
    return farthest(COIL * tag_mm / 2, coupling(radius(CARD_MM), card_mm))


def card_needed(tag_mm: float, wanted: float) -> float:
    """Return the card distance that a reader needs to read a tag at *wanted* mm."""
    return farthest(radius(CARD_MM), coupling(COIL * tag_mm / 2, wanted))


def field(x: float, y: float, high: float) -> float:
    """
    Return the relative magnetic field of the reader's coil at a point in mm.

    The sum of the Biot-Savart fields of its four straight sides, for comparisons only.
    """
    total = 0.0
    for along, across, half, far in (
        (x, y, READER_MM[0] / 2, READER_MM[1] / 2),
        (y, x, READER_MM[1] / 2, READER_MM[0] / 2),
    ):
        for side in (-1, 1):
            off = across - side * far
            near = off * off + high * high
            ends = sum(
                end / math.sqrt(end * end + near)
                for end in (half - along, half + along)
            )
            total -= side * off / near * ends
    return total


def flux(tag_mm: float, high: float, x: float, y: float) -> float:
    """Return the relative magnetic flux through a flat round tag at x and y, in mm."""
    rings, turns = 12, 24
    own = COIL * tag_mm / 2
    places = (
        (own * math.sqrt((ring + 0.5) / rings), 2 * math.pi * (turn + 0.5) / turns)
        for ring in range(rings)
        for turn in range(turns)
    )
    return sum(
        field(x + far * math.cos(angle), y + far * math.sin(angle), high)
        for far, angle in places
    )


def sideways(tag_mm: float, high: float, x: float, y: float) -> float:
    """Return the flux through a tag at x and y relative to that at the centre."""
    return flux(tag_mm, high, x, y) / flux(tag_mm, high, 0, 0)


# --- for docs/tags.md ---------------------------------------------------------------

#: Measured reading distances of cards in mm, from the weakest module to the best.
CARDS_MM = (25, 40, 50, 95)


def model_table(tags: tuple[int, ...]) -> list[str]:
    """Return the Markdown table of the model's reading distance of each tag."""
    head = " | ".join(f"card at {card} mm" for card in CARDS_MM)
    rows = [f"| tag, mm | {head} |", "|---" * (1 + len(CARDS_MM)) + "|"]
    for tag in tags:
        cells = (f"{reach(tag, card):.0f}" for card in CARDS_MM)
        rows.append(f"| {tag} | " + " | ".join(cells) + " |")
    return rows


def measured_table() -> list[str]:
    """Return the Markdown table of published measurements with the model's values."""
    rows = ["| reader | what | how far | by the model, mm | where it stands |"]
    rows.append("|---|---|---|---|---|")
    for one in MEASURED:
        model = f"{reach(one.tag_mm, one.card_mm):.0f}" if one.tag_mm else ""
        if one.card_mm and "card" in one.thing and not one.tag_mm:
            model = "(the basis)"
        site = one.address.split("/")[2]
        cells = (one.reader, one.thing, one.far, model, f"[{site}]({one.address})")
        rows.append("| " + " | ".join(cells) + " |")
    return rows


#: The distances of a tag from the middle of the antenna, in mm.
OFFSETS_MM = (0, 4, 8, 12, 15, 18, 20)


def sideways_table() -> list[str]:
    """Return a Markdown table of the relative flux for a tag off centre."""
    build = BUILDS["full"]
    rows = ["| moved, mm | to a far side | to a near side | to a corner |"]
    rows.append("|---|---|---|---|")
    for off in OFFSETS_MM:
        slant = off / math.sqrt(2)
        places = ((off, 0), (0, off), (slant, slant))
        cells = (f"{sideways(build.tag_mm, build.deep, *one):.2f}" for one in places)
        rows.append(f"| {off} | " + " | ".join(cells) + " |")
    return rows


def build_table() -> list[str]:
    """Return the Markdown table of the layers of each build with tags."""
    heads = ("build", "reader", "tag, mm", "over the antenna, mm",
             "it has to be read at, mm", "and the kit's card, mm")  # fmt: skip
    rows = [f"| {' | '.join(heads)} |", "|---" * len(heads) + "|"]
    for name, build in BUILDS.items():
        card = math.ceil(card_needed(build.tag_mm, build.wanted))
        cells = (name, build.chip, str(build.tag_mm), f"{build.deep:.1f}",
                 f"{build.wanted:.1f}", str(card))  # fmt: skip
        rows.append("| " + " | ".join(cells) + " |")
    return rows
