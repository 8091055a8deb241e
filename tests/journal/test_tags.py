"""Which tag is which piece, and which tags can be none."""

import pytest

from firmware_host.board.messages import Refused
from firmware_host.board.pieces import Kind, Piece
from firmware_host.journal.store import Journal
from firmware_host.journal.tags import Tags, is_random

RED = Piece(Kind.LONG_STICK, 1)


@pytest.fixture
def tags(tmp_path):
    with Journal(tmp_path / "j.db", reserve_bytes=0) as journal:
        yield Tags(journal)


def test_an_enrolled_tag_is_its_piece(tags):
    """From then on."""
    tags.enrol(b"\x04abcdef", RED).result()

    assert tags.all() == {b"\x04abcdef": RED}


def test_a_phone_or_a_bank_card_is_refused_with_its_reason(tags):
    """Its number would be another one next time."""
    assert tags.enrol(b"\x08abc", RED) == Refused("tag-random")
    assert tags.all() == {}
    assert not is_random(b"\x08abcdef")


def test_a_numbered_piece_has_one_tag_and_a_tag_one_piece(tags):
    """Enrolling again moves it."""
    tags.enrol(b"tag-one", RED).result()
    tags.enrol(b"tag-two", RED).result()
    assert tags.all() == {b"tag-two": RED}

    tags.enrol(b"tag-two", Piece(Kind.TIGHT_CURVE, 2)).result()
    assert tags.all() == {b"tag-two": Piece(Kind.TIGHT_CURVE, 2)}


def test_pieces_that_are_not_told_apart_share_no_tag_and_lose_none(tags):
    """Number 0: one of its kind, no matter which."""
    tags.enrol(b"one", Piece(Kind.WIDE_CURVE)).result()
    tags.enrol(b"two", Piece(Kind.WIDE_CURVE)).result()

    assert set(tags.all()) == {b"one", b"two"}
