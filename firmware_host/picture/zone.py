"""
A zone's screen: on the left its incomplete letter, on the right its NO tokens.

Without an answer the letter is as high as the screen. With an answer, which has the
upper half, the letter is small below it. The tokens never move.
"""

from dataclasses import replace
from functools import cache, lru_cache

from PIL import Image

from firmware_host.board.faces import Lamp, ZoneFace
from firmware_host.board.messages import Say
from firmware_host.board.pieces import KINDS, Zone, kinds_of
from firmware_host.picture.cards import BAND, paste_card, paste_marked
from firmware_host.picture.shapes import (
    COLUMN_PX,
    ICON,
    LETTER,
    SMALL,
    column,
    icon,
    laid_picture,
    letter_picture,
)
from firmware_host.picture.type import canvas, capitals, printed
from firmware_host.words.lying import choose_poses, missing
from firmware_host.words.poses import build_of

SIZE = (128, 64)

#: Readable at a metre. Source: design, "What lamps and screens say".
CAPITAL_PX = 29

#: The row of the answer, with room above for the dots of an Ä. An answer changes
#: nothing below its band, so at most half of the screen is sent.
ANSWER_AT = BAND - CAPITAL_PX

#: The positions of a letter of pieces: without an answer, and below the band.
LETTER_AT, SMALL_AT = (8, 2), (17, 33)

#: The column of the centre of the printed letter, and of the first NO token.
BESIDE, TOKENS_AT = 96, 67

#: The height in pixels of the printed letter beside the letter of pieces.
PRINTED_PX = 38

#: The height in pixels of the zone's number beside a letter that is being chosen.
NUMBER_PX = 12

#: Room for a mark and a gap in front of the word.
MARK_PX = 30

#: The mark of an answer, that of its lamp; what refuses has an exclamation mark.
MARKS = {"yes": "yes", "no": "no", "short-from": "no", "short-to": "yes"}

#: The marks of words that occur in one game only, by the state of the lamps.
LAMPS = {Lamp.YES: "yes", Lamp.NO: "no"}

#: The number of cached screens, 8 KB each: enough for a game.
KEPT = 64


def draw_zone(face: ZoneFace, number: Zone, say: Say) -> Image.Image:
    """
    Return a zone's screen, 128x64 of mode "1"; it is cached and must not be changed.

    Args:
        face: The face of the zone.
        number: The number of the zone, 1 to 6.
        say: Returns a message in the words of a screen.
    """
    if face.card is not None and face.card.rank is not None:
        face = replace(face, card=replace(face.card, text=say(face.card.rank)))
    return _drawn(face, number, "" if face.word is None else say(face.word))


@lru_cache(maxsize=KEPT)
def _drawn(face: ZoneFace, number: Zone, text: str) -> Image.Image:
    image = Image.new("1", SIZE)
    if face.letter is not None and face.word is None:
        _draw_reveal(image, face)
        return image
    _above(image, face, number, text)
    if face.in_word:
        _draw_pieces(image, face)
        for at, kind in enumerate(KINDS):
            if face.covered[at]:
                x = TOKENS_AT + at * COLUMN_PX
                image.paste(icon(kind, covered=True), (x, BAND + 3))
    return image


def _above(image: Image.Image, face: ZoneFace, number: Zone, text: str) -> None:
    """Draw the upper half: a card, an answer, a letter and its mark, or the number."""
    if face.card is not None:
        paste_card(image, face.card)
    if face.word is not None:
        image.paste(0, (0, 0, SIZE[0], BAND))
        _draw_answer(image, _mark_of(face.word.code, face.lamp), text)
    elif face.card is not None:
        image.paste(capitals(str(number), 40, NUMBER_PX), (4, 2))
    elif face.mark is not None and face.spelled:
        paste_marked(image, face.spelled, face.mark)
    elif face.spelled is not None:
        image.paste(capitals(str(number), 40, NUMBER_PX), (4, 2))
        letter = capitals(face.spelled, SIZE[0], CAPITAL_PX)
        image.paste(letter, ((SIZE[0] - letter.width) // 2, ANSWER_AT))
    elif face.in_word:
        digit = capitals(str(number), 40, CAPITAL_PX)
        image.paste(digit, (BESIDE - digit.width // 2, ANSWER_AT))


def _draw_pieces(image: Image.Image, face: ZoneFace) -> None:
    """
    Draw the zone's pieces in the poses of the spelled letter, if they can become it.

    Else draw them in the poses of another letter that they can become, or in a row.
    """
    spelled = face.spelled or ""
    meant = spelled if spelled and spelled in face.forms else ""
    if face.forms:
        lie, _ = choose_poses(face.placed, meant or face.forms)
        if face.word is None and not spelled:
            image.paste(laid_picture(lie, LETTER), LETTER_AT)
        else:
            lacks = missing(lie, meant) if meant else ()
            image.paste(laid_picture(lie, SMALL, lacks), SMALL_AT)
        return
    for at, kind in enumerate(KINDS):
        if face.placed[at]:
            x = 2 + at * COLUMN_PX
            image.paste(column(kind, face.placed[at]), (x, BAND + 3))


def _mark_of(code: str, lamp: Lamp) -> str:
    """Return the name of the mark beside a word; empty for a word without one."""
    if code in MARKS:
        return MARKS[code]
    return "refused" if code.startswith("short-") else LAMPS.get(lamp, "")


def _draw_answer(image: Image.Image, what: str, text: str) -> None:
    """Write the word into the band, its mark before it."""
    sign = mark(what)
    word = capitals(text, SIZE[0] - sign.width - 6, CAPITAL_PX)
    left = (SIZE[0] - sign.width - 4 - word.width) // 2
    image.paste(sign, (left, ANSWER_AT))
    image.paste(word, (left + sign.width + 4, ANSWER_AT + CAPITAL_PX - word.height))


@cache
def mark(what: str) -> Image.Image:
    """Return a tick, a cross, an exclamation mark, or nothing, as high as capitals."""
    width = {"": 1, "refused": 8}.get(what, MARK_PX)
    image, draw = canvas((width, CAPITAL_PX))
    match what:
        case "yes":
            draw.line((2, 16, 10, 25, 27, 3), fill=1, width=5, joint="curve")
        case "no":
            draw.line((3, 3, 26, 26), fill=1, width=5)
            draw.line((26, 3, 3, 26), fill=1, width=5)
        case "refused":
            draw.rectangle((1, 0, 6, 18), fill=1)
            draw.rectangle((1, 23, 6, 28), fill=1)
        case _:
            pass
    return image


def _draw_reveal(image: Image.Image, face: ZoneFace) -> None:
    """Draw the letter as its pieces, and beside it as a printed capital."""
    letter = face.letter or ""
    if build_of(letter) == face.build:
        image.paste(letter_picture(letter), LETTER_AT)
    else:  # the owner's box builds it another way
        for at, kind in enumerate(kinds_of(face.build)):
            image.paste(icon(kind), (4 + at * (ICON[0] + 1), 18))
    capital = printed(letter, PRINTED_PX)
    image.paste(capital, (BESIDE - capital.width // 2, (SIZE[1] - PRINTED_PX) // 2))
