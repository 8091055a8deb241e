"""How colours look: to the eye, beside each other, and to eyes that see fewer."""

import math

Rgb = tuple[float, float, float]

#: The red, green and blue that eyes without one of them see, in linear light.
#: Source: Machado, Oliveira and Fernandes, "A Physiologically-based Model for
#: Simulation of Color Vision Deficiency", 2009, severity 1.0.
EYES: dict[str, tuple[Rgb, Rgb, Rgb]] = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}

#: From linear light to CIE XYZ, divided by the white of daylight (D65).
XYZ = (
    (0.4124564 / 0.95047, 0.3575761 / 0.95047, 0.1804375 / 0.95047),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339 / 1.08883, 0.1191920 / 1.08883, 0.9503041 / 1.08883),
)


def light(colour: str) -> Rgb:
    """Return the linear light of a colour such as "#174b4c"."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in parts
    )
    return red, green, blue


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours. Source: WCAG 2.2, "contrast ratio"."""
    dark, bright = sorted(
        sum(share * part for share, part in zip(XYZ[1], light(colour), strict=True))
        for colour in (one, other)
    )
    return (bright + 0.05) / (dark + 0.05)


def seen(colour: str, eye: str) -> Rgb:
    """Return the CIE L*a*b* of a colour as one of `EYES` sees it."""
    linear = _times(EYES[eye], light(colour))
    red, green, blue = (min(max(part, 0.0), 1.0) for part in linear)
    x, y, z = (
        part ** (1 / 3) if part > (6 / 29) ** 3 else part / (3 * (6 / 29) ** 2) + 4 / 29
        for part in _times(XYZ, (red, green, blue))
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _times(rows: tuple[Rgb, Rgb, Rgb], column: Rgb) -> Rgb:
    first, second, third = (
        sum(a * b for a, b in zip(row, column, strict=True)) for row in rows
    )
    return first, second, third


def apart(one: Rgb, other: Rgb) -> float:
    """
    Return how far apart two colours are, in CIEDE2000; 1 is just seen.

    Source: Sharma, Wu and Dalal, "The CIEDE2000 Color-Difference Formula", 2005.
    """
    mean = (math.hypot(*one[1:]) + math.hypot(*other[1:])) / 2
    widen = 1.5 - 0.5 * math.sqrt(mean**7 / (mean**7 + 25**7))
    chroma = [math.hypot(colour[1] * widen, colour[2]) for colour in (one, other)]
    hue = [
        math.degrees(math.atan2(colour[2], colour[1] * widen)) % 360
        for colour in (one, other)
    ]
    turn = (hue[1] - hue[0] + 180) % 360 - 180 if all(chroma) else 0.0
    middle = hue[0] + turn / 2 if all(chroma) else sum(hue)
    far = 2 * math.sqrt(chroma[0] * chroma[1]) * math.sin(math.radians(turn / 2))
    lightness, colourful = (one[0] + other[0]) / 2, sum(chroma) / 2
    shape = (
        1
        - 0.17 * math.cos(math.radians(middle - 30))
        + 0.24 * math.cos(math.radians(2 * middle))
        + 0.32 * math.cos(math.radians(3 * middle + 6))
        - 0.20 * math.cos(math.radians(4 * middle - 63))
    )
    fade = (lightness - 50) ** 2
    dl = (other[0] - one[0]) / (1 + 0.015 * fade / math.sqrt(20 + fade))
    dc = (chroma[1] - chroma[0]) / (1 + 0.045 * colourful)
    dh = far / (1 + 0.015 * colourful * shape)
    bend = 60 * math.exp(-(((middle % 360 - 275) / 25) ** 2))
    rotate = -2 * math.sqrt(colourful**7 / (colourful**7 + 25**7))
    return math.sqrt(
        dl**2 + dc**2 + dh**2 + rotate * math.sin(math.radians(bend)) * dc * dh
    )
