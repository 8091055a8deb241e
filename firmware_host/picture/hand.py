"""A player's cards on the screen behind the lid, with the chosen ones."""

from PIL import Image, ImageChops, ImageDraw

from firmware_host.board.faces import CardFace, CardsFace, HandFace
from firmware_host.board.messages import Say
from firmware_host.picture.cards import suit
from firmware_host.picture.type import capitals, paste_note, tiny
from firmware_host.picture.zone import SIZE

#: Columns of a card with the gap behind it, and free ones at the left.
CARD_PX, LEFT_PX = 21, 1

#: A card: the row of its zone's number, its own box, and the letter in it.
NUMBER_AT, CARD_AT, CARD_HIGH, LETTER_PX = 0, 6, 18, 12

#: The word so far: its row, the columns of a letter, and its height.
WORD_AT, LETTER_WIDE, WORD_PX = 26, 10, 9

#: A playing card: its height, the height of its rank, and its suit's edge.
PLAYING_HIGH, RANK_PX, SUIT_PX = 28, 11, 11

#: The height in pixels of the small print of three lines.
NOTE_PX = 26

#: The height in pixels of the small print below playing cards.
CARDS_NOTE_PX = 28


def draw_hand(face: HandFace, say: Say) -> Image.Image:
    """
    Return the screen with cards and a word, 128x64 of mode "1".

    An open card is filled, and so is its letter in the word. A used card has only its
    corners; a card to discard is crossed out.

    Args:
        face: The hand to show.
        say: Returns a message in the words of a screen.
    """
    image = Image.new("1", SIZE)
    used = face.used or (False,) * len(face.cards)
    for at, (card, is_used) in enumerate(zip(face.cards, used, strict=True)):
        if card:
            _draw_card(image, at, card, face, used=is_used)
    for at, (letter, is_blue) in enumerate(zip(face.word, face.blue, strict=True)):
        box = (at * LETTER_WIDE, WORD_AT, (at + 1) * LETTER_WIDE - 2, WORD_AT + 10)
        _draw_letter(image, letter, box, WORD_PX, filled=is_blue)
    paste_note(image, face.note, say, NOTE_PX)
    return image


def _draw_card(
    image: Image.Image, at: int, card: str, face: HandFace, *, used: bool
) -> None:
    """Draw one card below the number of its button."""
    left = LEFT_PX + at * CARD_PX
    right, base = left + CARD_PX - 4, CARD_AT + CARD_HIGH - 1
    image.paste(tiny(str(at + 1)), (left + 7, NUMBER_AT))
    draw = ImageDraw.Draw(image)
    if not used or face.passes:
        _draw_letter(
            image, card, (left, CARD_AT, right, base), LETTER_PX, filled=face.opened
        )
        draw.rounded_rectangle((left, CARD_AT, right, base), 2, outline=1)
    if used and face.passes:
        draw.line((left + 1, base, right - 1, CARD_AT), fill=1, width=2)
    elif used:
        for x, inward in ((left, 3), (right, -3)):
            for y in (CARD_AT, base):
                draw.line((x, y, x + inward, y), fill=1)


def _draw_letter(
    image: Image.Image,
    letter: str,
    box: tuple[int, int, int, int],
    height: int,
    *,
    filled: bool,
) -> None:
    """Draw a letter in the middle of a box: lit, or dark in a filled box."""
    left, top, right, base = box
    picture = capitals(letter, right - left - 1, height)
    at = (
        left + (right - left + 1 - picture.width) // 2,
        top + (base - top + 1 - height) // 2 - (picture.height - height),
    )
    if filled:
        ImageDraw.Draw(image).rounded_rectangle(box, 2, fill=1)
        image.paste(0, at, picture)
    else:
        image.paste(picture, at, picture)


# --- playing cards ------------------------------------------------------------


def draw_cards(face: CardsFace, say: Say) -> Image.Image:
    """
    Return the screen with playing cards, 128x64 of mode "1"; the chosen one is filled.

    Args:
        face: The cards to show.
        say: Returns a message in the words of a screen.
    """
    image = Image.new("1", SIZE)
    for at, card in enumerate(face.cards):
        left = LEFT_PX + at * CARD_PX
        image.paste(tiny(str(at + 1)), (left + 7, NUMBER_AT))
        picture = _draw_playing_card(
            card, card.text if card.rank is None else say(card.rank)
        )
        if at == face.chosen:
            picture = ImageChops.invert(picture)
        image.paste(picture, (left, CARD_AT))
    paste_note(image, face.note, say, CARDS_NOTE_PX if face.cards else SIZE[1])
    return image


def _draw_playing_card(card: CardFace, rank: str) -> Image.Image:
    """Return a small playing card: its rank over its suit."""
    wide = CARD_PX - 3
    image = Image.new("1", (wide, PLAYING_HIGH))
    box = (0, 0, wide - 1, PLAYING_HIGH - 1)
    ImageDraw.Draw(image).rounded_rectangle(box, 2, outline=1)
    word = capitals(rank, wide - 4, RANK_PX)
    image.paste(word, ((wide - word.width) // 2, 2))
    sign = suit(card.suit).resize((SUIT_PX, SUIT_PX), Image.Resampling.BOX)
    image.paste(255, ((wide - SUIT_PX) // 2, PLAYING_HIGH - SUIT_PX - 2), sign)
    return image
