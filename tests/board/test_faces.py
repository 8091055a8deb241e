"""The faces of a board, as values."""

from firmware_host.board.faces import (
    NO_SUIT_YET,
    CardFace,
    CardsFace,
    Face,
    HandFace,
    Lamp,
    TableFace,
    WordFace,
    ZoneFace,
)
from firmware_host.board.messages import say
from firmware_host.board.pieces import KINDS, ZONES


def test_a_new_face_claims_nothing() -> None:
    """A new face has six dark zones outside any word, and no maker's screen."""
    face = Face(TableFace(say("welcome")))
    assert len(face.zones) == 6
    assert {(zone.lamp, zone.in_word, zone.word) for zone in face.zones} == {
        (Lamp.DARK, False, None)
    }
    assert face.maker is None


def test_a_zone_has_a_cover_for_each_kind() -> None:
    """By default no kind is covered, nothing is placed and no letter is shown."""
    zone = ZoneFace()
    assert zone.covered == (False,) * len(KINDS)
    assert zone.placed == zone.build == (0,) * len(KINDS)
    assert zone.letter is None


def test_a_face_that_nobody_filled_in_says_nothing() -> None:
    """The defaults of each face."""
    assert repr(ZoneFace()) == (
        "ZoneFace(lamp=<Lamp.DARK: 'dark'>, word=None, in_word=True,"
        " placed=(0, 0, 0, 0), covered=(False, False, False, False), forms='',"
        " letter=None, build=(0, 0, 0, 0), spelled=None, mark=None, card=None)"
    )
    assert repr(TableFace(say("welcome"))) == (
        "TableFace(line=Message(code='welcome', values=()), kind=None, status=None,"
        " choices=(), marked=0, note=None, fault=None, busy=False, left_s=None)"
    )
    hand = HandFace(("A",))
    assert (hand.used, hand.opened, hand.passes, hand.word) == ((), False, False, ())
    assert CardsFace(()).chosen is None


def test_what_only_the_maker_may_see_is_not_printed() -> None:
    """`repr` of a face does not contain the maker's part."""
    note = say("word-unknown", word="HOBBY")
    word = WordFace(ZONES[0], tuple("HOBBY"), ((2, 1, 0, 0),), ((1, 0, 0, 0),), note)
    hand = HandFace(("H",), (True,), word=("O",), blue=(True,), note=note)

    assert repr(word) == "WordFace(first_zone=1, found=((1, 0, 0, 0),))"
    assert repr(hand) == "HandFace()"
    cards = CardsFace((CardFace("K", "hearts"),), chosen=0, note=note)
    assert repr(cards) == "CardsFace()"
    for maker in (word, hand, cards, TableFace(note)):
        face = Face(TableFace(say("welcome")), maker=maker, local=TableFace(note))
        assert repr(face) == repr(Face(TableFace(say("welcome"))))


def test_a_playing_card_has_a_rank_and_no_other_card_has_one() -> None:
    """A playing card has a rank from 1 to 13; letter cards have none."""
    ranks = [CardFace(text, "hearts").rank for text in ("A", "2", "10", "K")]
    assert ranks == [say(f"rank-{n}") for n in (1, 2, 10, 13)]
    others = CardFace("A"), CardFace("?", NO_SUIT_YET), CardFace("", "clubs")
    assert [card.rank for card in others] == [None, None, None]


def test_a_playing_card_has_a_name_once_rank_and_suit_are_known() -> None:
    """A playing card has a name only with rank and suit; a letter card has none."""
    king = say("card-name", rank=say("rank-13"), suit=say("suit-hearts"))
    assert CardFace("K", "hearts").name == king
    others = CardFace("K", NO_SUIT_YET), CardFace("?", "hearts"), CardFace("A")
    assert [card.name for card in others] == [None, None, None]
