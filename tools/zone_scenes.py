"""List the contents of a zone's screen: answers, letters, cards and marks."""

from collections.abc import Iterator
from dataclasses import replace

from firmware_host.app.content.languages import load_alphabet
from firmware_host.board.faces import NO_SUIT_YET, CardFace, Lamp, Mark, ZoneFace
from firmware_host.board.messages import say
from firmware_host.board.pieces import Counts, Kind, kinds_of
from firmware_host.texts.texts import Texts
from firmware_host.words import lying


def zone_faces(texts: Texts) -> Iterator[tuple[str, ZoneFace]]:
    """Yield the contents of a zone with words, with every word above a band."""
    pieces = forming((1, 2, 0, 0), "blue")
    yield "idle", ZoneFace()
    yield "pieces", pieces
    yield "all-covered", ZoneFace(covered=(True, True, True, True))
    yield "yes", replace(pieces, lamp=Lamp.YES, word=say("yes"))
    yield "no", replace(pieces, lamp=Lamp.NO, word=say("no"))
    queen = CardFace("Q", "hearts")
    yield "card-yes", ZoneFace(lamp=Lamp.YES, word=say("yes"), card=queen)
    yield "card-jack", ZoneFace(card=CardFace("J", "spades"))
    yield "card-named", ZoneFace(card=CardFace("Q", NO_SUIT_YET))
    blank = CardFace("?")
    yield "card-unclear", ZoneFace(word=say("short-unclear"), card=blank)
    for code in texts.as_json("screen"):
        if code.startswith("short-"):
            word = say(code)
            refused = replace(pieces, lamp=Lamp.REFUSED, word=word)
            yield code.removeprefix("short-"), refused


def in_one_language() -> Iterator[tuple[str, ZoneFace]]:
    """Yield the contents of a zone without words."""
    yield from letters()
    yield from spelled()
    yield from letters_forming()
    yield from cards()
    yield from marked()


def letters() -> Iterator[tuple[str, ZoneFace]]:
    """Yield the screen of every letter when it is revealed."""
    alphabet = load_alphabet()
    names = {"-": "hyphen", "'": "apostrophe"}
    for letter in (*"ABCDEFGHIJKLMNOPQRSTUVWXYZ", "-", "'"):
        face = ZoneFace(letter=letter, build=alphabet.build(letter))
        yield names.get(letter, letter.lower()), face


def spelled() -> Iterator[tuple[str, ZoneFace]]:
    """Yield letters of a guess, with the pieces and tokens that are in the zone."""
    pieces = forming((1, 2, 0, 0), "blue")
    yield "spelled", replace(pieces, spelled="H")
    yield "spelled-e", replace(pieces, spelled="E")
    yield "spelled-q", ZoneFace(spelled="Q")
    yield "not-spelled", replace(pieces, spelled="?")


def forming(placed: Counts, *noes: str) -> ZoneFace:
    """Return a zone with pieces and the NO tokens of some kinds."""
    red, yellow, blue, green = (kind in noes for kind in Kind)
    covered = red, yellow, blue, green
    forms = lying.forms(load_alphabet(), placed, covered)
    return ZoneFace(placed=placed, covered=covered, forms=forms)


def letters_forming() -> Iterator[tuple[str, ZoneFace]]:
    """Yield the stages of letters that grow piece by piece until complete."""
    for letter in "AENRUSGQ":
        placed = [0] * len(Kind)
        for at, kind in enumerate(kinds_of(load_alphabet().build(letter))):
            placed[kind.place] += 1
            yield f"forms-{letter.lower()}-{at + 1}", forming(tuple(placed))
    yield "forms-noes", forming((1, 0, 0, 0), "yellow", "blue")
    yield "forms-all", forming((2, 1, 0, 0), "red", "yellow", "blue", "green")
    yield "forms-row", ZoneFace(placed=(2, 1, 0, 1), covered=(True, False, True, True))


def cards() -> Iterator[tuple[str, ZoneFace]]:
    """Yield cards: one of each suit, letters, a blank, and a back."""
    for rank, suit in (("A", "diamonds"), ("10", "spades"), ("Q", "hearts")):
        yield f"card-{suit}", ZoneFace(card=CardFace(rank, suit))
    yield "card-clubs", ZoneFace(lamp=Lamp.YES, card=CardFace("7", "clubs"))
    for name, text in (("w", "W"), ("q", "Q"), ("blank", "?"), ("back", "")):
        yield f"card-{name}", ZoneFace(card=CardFace(text))


def marked() -> Iterator[tuple[str, ZoneFace]]:
    """Yield the mark of each possible score of a letter in a guess."""
    for mark, letter in zip(Mark, "HUQ", strict=True):
        yield f"mark-{mark}", ZoneFace(spelled=letter, mark=mark)
