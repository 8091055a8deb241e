"""Pictures of cards in a zone, and of letters with their marks."""

from functools import cache

from PIL import Image, ImageDraw

from firmware_host.board.faces import CardFace, Mark
from firmware_host.picture.type import canvas, capitals

#: A screen's width, and the rows of the band that answers are written into.
WIDTH, BAND = 128, 32

#: Rank, suit and letter: as high as the words of an answer, readable at a metre.
HIGH = 29

#: The row of a letter within its card, and that of a rank and its suit: below the band.
LETTER_AT, RANK_AT = 33, 35

#: A card's edges: left and right, its top, its bottom; the corners' radius.
LEFT, RIGHT, TOP, BOTTOM, ROUND = 36, 91, 24, 63, 4

#: The row at which the pattern of a card's back begins, below a word.
BACK_AT = BAND + 3

#: Columns between a rank and its suit.
APART = 10

#: The row of a letter with a mark: clear of the upper edge of its box.
MARKED_AT = 2

#: The columns of a box beside a card's letter, and the gap in them.
BOX_PX, GAP_PX = 20, 4


def paste_card(image: Image.Image, card: CardFace) -> None:
    """
    Draw a card below the band; only the top edge of a letter card is in the band.

    Args:
        image: The zone's screen, before an answer is drawn into its band.
        card: The card in the zone.
    """
    if card.suit:
        _paste_playing_card(image, card)
        return
    ImageDraw.Draw(image).rounded_rectangle(
        (LEFT, TOP, RIGHT, BOTTOM), ROUND, outline=1, width=1
    )
    if card.text:
        letter = capitals(card.text, RIGHT - LEFT - 7, HIGH)
        middle = (LEFT + RIGHT + 1) // 2
        image.paste(letter, (middle - letter.width // 2, LETTER_AT))
    else:
        image.paste(_back(), (LEFT + 4, BACK_AT))


def _paste_playing_card(image: Image.Image, card: CardFace) -> None:
    """Draw rank and suit beside each other; suits differ in shape, not in colour."""
    rank, sign = capitals(card.text, WIDTH // 2, HIGH), suit(card.suit)
    left = (WIDTH - rank.width - APART - sign.width) // 2
    top = RANK_AT + HIGH - rank.height
    image.paste(rank, (left, top))
    image.paste(sign, (left + rank.width + APART, RANK_AT))


def paste_marked(image: Image.Image, letter: str, mark: Mark) -> None:
    """
    Draw a letter with its mark into the band; marks differ in shape, not in colour.

    Args:
        image: The zone's screen.
        letter: The letter.
        mark: Drawn as a filled box if the letter is right, a crossed box if it belongs
            elsewhere, and nothing if it is not in the word.
    """
    picture = capitals(letter, WIDTH // 2, HIGH)
    left = (WIDTH - picture.width) // 2
    right = left + picture.width - 1
    box = (left - BOX_PX, 0, right + BOX_PX, BAND - 1)
    draw = ImageDraw.Draw(image)
    if mark is Mark.HERE:
        draw.rectangle(box, fill=1)
        image.paste(0, (left, MARKED_AT), picture)
        return
    if mark is Mark.ELSEWHERE:
        _crossed(draw, box)
        clear = (left - GAP_PX, 1, right + GAP_PX, BAND - 2)
        draw.rectangle(clear, fill=0)
    image.paste(picture, (left, MARKED_AT))


def _crossed(draw: ImageDraw.ImageDraw, box: tuple[int, int, int, int]) -> None:
    """Draw a box that is crossed from corner to corner."""
    left, top, right, base = box
    draw.line((left, top, right, base - 1), fill=1, width=2)
    draw.line((left, base - 1, right, top), fill=1, width=2)
    draw.rectangle(box, outline=1)


@cache
def suit(name: str) -> Image.Image:
    """Return a suit's shape, 29 pixels high; an empty picture for an unknown suit."""
    image, draw = canvas((HIGH, HIGH))
    match name:
        case "hearts":
            draw.ellipse((0, 1, 14, 15), fill=1)
            draw.ellipse((14, 1, 28, 15), fill=1)
            draw.polygon(((1, 11), (27, 11), (14, 28)), fill=1)
        case "diamonds":
            draw.polygon(((14, 0), (25, 14), (14, 28), (3, 14)), fill=1)
        case "spades":
            draw.polygon(((14, 0), (1, 15), (27, 15)), fill=1)
            draw.ellipse((0, 10, 13, 23), fill=1)
            draw.ellipse((15, 10, 28, 23), fill=1)
            draw.polygon(((14, 14), (8, 28), (20, 28)), fill=1)
        case "clubs":
            for box in ((8, 0, 20, 12), (0, 11, 12, 23), (16, 11, 28, 23)):
                draw.ellipse(box, fill=1)
            draw.rectangle((13, 12, 15, 28), fill=1)
            draw.rectangle((10, 16, 18, 18), fill=1)
            draw.rectangle((9, 27, 19, 28), fill=1)
        case _:
            pass
    return image


@cache
def _back() -> Image.Image:
    """Return the lattice of a card's back, below the band."""
    image, draw = canvas((RIGHT - LEFT - 7, BOTTOM - BACK_AT - 3))
    for start in range(-image.height, image.width, 8):
        ends = (start, start + image.height)
        draw.line((ends[0], 0, ends[1], image.height), fill=1)
        draw.line((ends[1], 0, ends[0], image.height), fill=1)
    return image
