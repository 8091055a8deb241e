"""What the board shows, as values."""

from firmware_host.board.faces import Face, Lamp, TableFace, ZoneFace
from firmware_host.board.messages import say
from firmware_host.board.pieces import KINDS


def test_a_new_face_claims_nothing() -> None:
    """Six dark zones outside any word, and no maker's screen."""
    face = Face(TableFace(say("welcome")))
    assert len(face.zones) == 6
    assert {(zone.lamp, zone.in_word, zone.word) for zone in face.zones} == {
        (Lamp.DARK, False, None)
    }
    assert face.maker is None


def test_a_zone_has_a_cover_for_each_kind() -> None:
    """None of them covered at first, nothing placed, no letter given away."""
    zone = ZoneFace()
    assert zone.covered == (False,) * len(KINDS)
    assert zone.placed == zone.build == (0,) * len(KINDS)
    assert zone.letter is None
