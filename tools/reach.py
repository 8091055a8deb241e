"""
How far a tag of a size is read, by a model, and what others have measured.

Reader and tag are two coils on one axis. A tag is read as long as the two couple at
least as well as at the distance at which the same reader just reads a card; so no
figure of a chip has to be known, only how far *your* reader reads the card of its kit.

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

#: A card's coil: the middle of the zone that ISO/IEC 14443-1 keeps for it, class 1,
#: from 64 x 34 to 81 x 49 mm; an RC522's: revspace.nl/RC522Hacking, four turns of about
#: 40 x 35 mm. A PN532 V3 is as large a board, and is taken as the same.
CARD_MM, READER_MM = (72.5, 41.5), (40.0, 35.0)

#: The coil of a round tag is in the mean so large, of the tag. Ours: an estimate.
COIL = 0.84

#: How much farther than it lies a tag has to be read.
SPARE = 1.5

STEPS = 200


@dataclass(frozen=True, slots=True)
class Measured:
    """
    What somebody has measured and published.

    Args:
        reader: The chip, and what is known of the module.
        thing: What was read.
        far: At which distance, as it was told.
        address: Where it stands.
        card_mm: How far the same person's reader read a card, where it is told.
        tag_mm: How large the thing is, where it is no card and about known.
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
    What a build with tags is made of, from a piece's tag down to the antenna, in mm.

    Args:
        chip: Of its readers.
        tag_mm: The tag of a letter piece.
        layers: What lies between tag and antenna.
    """

    chip: str
    tag_mm: int
    layers: Mapping[str, float]

    @property
    def deep(self) -> float:
        """How far the antenna is below the tag."""
        return sum(self.layers.values())

    @property
    def wanted(self) -> float:
        """How far the tag has to be read."""
        return SPARE * self.deep


#: A tag lies 0.3 mm deep in its foot; over the antenna lie the overlay, a sheet of 1 mm
#: and the reader's own board, whose bare side looks up.
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
    """Return the radius of the circle that is as large as a rectangle."""
    return math.sqrt(size[0] * size[1] / math.pi)


def mutual(one: float, other: float, high: float) -> float:
    """Return the mutual inductance of two loops on one axis, over mu0; radii in mm."""
    square = high * high + one * one + other * other
    angles = ((step + 0.5) * math.pi / STEPS for step in range(STEPS))
    parts = (
        math.cos(turn) / math.sqrt(square - 2 * one * other * math.cos(turn))
        for turn in angles
    )
    return one * other * sum(parts) * math.pi / STEPS


def coupling(tag: float, high: float) -> float:
    """Return how well a reader and a tag's coil couple; only good to compare."""
    own = radius(READER_MM)
    return mutual(own, tag, high) / math.sqrt(own * tag)


def farthest(tag: float, least: float) -> float:
    """Return how far a tag's coil couples at least so well; 0 where it never does."""
    low, high = 0.01, 400.0
    if coupling(tag, low) < least:
        return 0.0
    while high - low > 0.01:  # noqa: PLR2004 - a hundredth of a millimetre
        middle = (low + high) / 2
        low, high = (middle, high) if coupling(tag, middle) >= least else (low, middle)
    return low


def reach(tag_mm: float, card_mm: float) -> float:
    """Return how far a round tag is read where a card is read at *card_mm*."""
    return farthest(COIL * tag_mm / 2, coupling(radius(CARD_MM), card_mm))


def card_needed(tag_mm: float, wanted: float) -> float:
    """Return how far a reader has to read a card, to read a tag at *wanted*."""
    return farthest(radius(CARD_MM), coupling(COIL * tag_mm / 2, wanted))


def field(x: float, y: float, high: float) -> float:
    """
    Return the relative magnetic field of the reader's coil at a point in mm.

    The sum of Biot and Savart's field of its four straight sides; only good to compare.
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
    """Return the flux through a tag at x and y, relative to the antenna's centre."""
    return flux(tag_mm, high, x, y) / flux(tag_mm, high, 0, 0)


# --- for docs/tags.md ---------------------------------------------------------------

#: Cards' distances that were measured, from the weakest module to the best.
CARDS_MM = (25, 40, 50, 95)


def model_table(tags: tuple[int, ...]) -> list[str]:
    """Return the rows of how far each tag is read, by the model."""
    head = " | ".join(f"card at {card} mm" for card in CARDS_MM)
    rows = [f"| tag, mm | {head} |", "|---" * (1 + len(CARDS_MM)) + "|"]
    for tag in tags:
        cells = (f"{reach(tag, card):.0f}" for card in CARDS_MM)
        rows.append(f"| {tag} | " + " | ".join(cells) + " |")
    return rows


def measured_table() -> list[str]:
    """Return the rows of what others have measured, and the model's figure beside."""
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


#: How far a tag is moved from the middle, in mm.
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
    """Return the rows of what each build with tags is made of."""
    heads = ("build", "reader", "tag, mm", "over the antenna, mm",
             "it has to be read at, mm", "and the kit's card, mm")  # fmt: skip
    rows = [f"| {' | '.join(heads)} |", "|---" * len(heads) + "|"]
    for name, build in BUILDS.items():
        card = math.ceil(card_needed(build.tag_mm, build.wanted))
        cells = (name, build.chip, str(build.tag_mm), f"{build.deep:.1f}",
                 f"{build.wanted:.1f}", str(card))  # fmt: skip
        rows.append("| " + " | ".join(cells) + " |")
    return rows
