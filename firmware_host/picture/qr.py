"""QR codes for the table screen, which a phone's camera reads."""

from PIL import Image

from firmware_host.picture.zone import SIZE

#: The square that a code has: all rows of the screen.
SIDE = SIZE[1]

#: Pixels of a module; a smaller one is lost on a screen of 0.96 inches.
MODULE_PX = 2


def draw_qr(text: str) -> Image.Image:
    """
    Return a square of `SIDE` pixels with *text* as a QR code, on lit ground.

    With 47 capitals and digits a code has 25 modules a side, and three and a half of
    lit ground around it. Source: ISO/IEC 18004, tables 1 and 7.

    Raises:
        ValueError: The text is too long for that square.
    """
    import segno  # noqa: PLC0415 - 100 modules, which the first picture need not wait for

    rows = segno.make(text, error="l", boost_error=False, micro=False).matrix
    side = len(rows) * MODULE_PX
    if side >= SIDE:
        msg = f"{len(text)} characters do not fit on the screen"
        raise ValueError(msg)
    image = Image.new("1", (SIDE, SIDE), 1)
    code = Image.new("1", (len(rows), len(rows)))
    code.putdata([255 * (not dark) for row in rows for dark in row])
    margin = (SIDE - side) // 2
    image.paste(code.resize((side, side), Image.Resampling.NEAREST), (margin, margin))
    return image
