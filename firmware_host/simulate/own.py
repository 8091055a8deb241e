"""The screen behind the lid as text, for a simulated board without screens."""

from collections.abc import Iterator

from firmware_host.board.faces import CardsFace, Face, HandFace, TableFace, WordFace
from firmware_host.board.messages import Message, say


def describe_lid_screen(face: Face) -> tuple[Message, ...]:
    """
    Return the texts of the screen behind the lid while a form is filled in there.

    A finished word is omitted: its maker knows it, and it is hidden from the others.
    """
    own = face.maker
    if isinstance(own, HandFace):
        return tuple(_hand(own))
    if isinstance(own, CardsFace):
        return tuple(_playing(own))
    if isinstance(own, TableFace):
        return tuple(one for one in (own.line, own.note) if one is not None)
    if isinstance(own, WordFace) and any(own.letters) and not own.builds:
        word = "".join(letter or "." for letter in own.letters)
        note = () if own.note is None else (own.note,)
        return (say("own-word", word=word), *note)
    return ()


def _hand(own: HandFace) -> Iterator[Message]:
    """Yield the cards with their numbers, the chosen ones, and the advice."""
    cards = ", ".join(
        f"{number} {card}" for number, card in enumerate(own.cards, 1) if card
    )
    yield say("own-open", cards=cards) if own.opened else say("own-cards", cards=cards)
    gone = [card for card, is_used in zip(own.cards, own.used, strict=True) if is_used]
    if own.passes and gone:
        yield say("own-goes", cards=", ".join(gone))
    if own.word:
        yield say("own-word", word="".join(own.word))
    if own.note is not None:
        yield own.note


def _playing(own: CardsFace) -> Iterator[Message]:
    """Yield playing cards with their numbers, the chosen one, and the advice."""
    for number, card in enumerate(own.cards, 1):
        called = card.name or card.text
        chosen = number - 1 == own.chosen
        yield say("own-chosen" if chosen else "own-card", n=number, card=called)
    if own.note is not None:
        yield own.note
