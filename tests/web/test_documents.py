"""Only listed fields leave the board, whatever fields a view has."""

from dataclasses import fields, make_dataclass

import pytest

from firmware_host.board.faces import Face, TableFace, ZoneFace
from firmware_host.board.messages import say
from firmware_host.board.pieces import Seat
from firmware_host.games.decipher.game import decipher
from firmware_host.games.decipher.view import DecipherView, MakerView
from firmware_host.games.views import Viewer
from firmware_host.table import sight
from firmware_host.web import documents
from tests.web.school import school


@pytest.fixture
async def now(tmp_path):
    """Lee and Tina, and a word that only Lee knows."""
    async with school(tmp_path) as school_now:
        table_api = school_now.api
        await table_api.send(
            {"command": "choose", "players": ["Lee", "Tina"], "board_makes": False}
        )
        await table_api.send({"command": "begin", "language": "en", "length": 5})
        await table_api.do({"do": "secret", "by": 0, "word": "HOBBY"})
        yield school_now


def test_every_listed_field_is_one_of_the_views():
    """The listed public and own fields are those of the views."""
    public = {one.name for one in fields(DecipherView)}
    assert set(decipher.PUBLIC) == public - {"results"}
    assert set(decipher.OWN) == {one.name for one in fields(MakerView)} - {
        "public",
        "seat",
        "may",
    }


async def test_the_public_gets_no_letter_of_the_word(now):
    texts = now.web.services.texts["en"]
    for viewer in None, Seat(1):
        seen = now.api.sight_of(viewer)
        assert "HOBBY" not in str(documents.public(seen, texts))
        assert seen["secret"] is None


async def test_the_maker_gets_the_word_and_the_pieces_of_it(now):
    seen = now.api.sight_of(Seat(0))
    assert seen["secret"]["word"] == "HOBBY"
    texts = now.web.services.texts["en"]
    assert "HOBBY" not in str(documents.public(seen, texts))


async def test_a_field_that_is_not_listed_stays_here(now):
    """A field that is not listed is left out, even if the public view has it."""
    playing = now.table.session.playing
    real = playing.view(Viewer.PUBLIC)
    wider = make_dataclass("Wider", ["hint"], bases=(DecipherView,), frozen=True)
    values = {one.name: getattr(real, one.name) for one in fields(DecipherView)}
    leaky = wider(**values, hint="HOBBY")
    assert sight.view(playing.engine, leaky) == sight.view(playing.engine, real)


async def test_what_is_for_the_boards_own_screen_stays_there(now):
    code = TableFace(say("teacher-code", digits="123 456"))
    face = Face(now.table.face.table, (ZoneFace(),) * 6, local=code, maker=code)
    seen = sight.sight(now.table.session, face, None)
    assert "123 456" not in str(seen)
    assert "123 456" in str(sight.sight(now.table.session, Face(code), None))


async def test_letters_that_a_zone_can_become_are_for_its_screen_alone(now):
    """
    Zone documents leave out the letters that a zone can become.

    Pages compute them from the pieces.
    """
    zones = (ZoneFace(placed=(1, 0, 0, 0), forms="ABDEF"), *(ZoneFace(),) * 5)
    seen = sight.sight(now.table.session, Face(now.table.face.table, zones), None)
    assert seen["zones"][0]["placed"] == (1, 0, 0, 0)
    assert all("forms" not in zone for zone in seen["zones"])


async def test_sentences_come_in_the_language_of_whoever_asks(now):
    lines = [
        documents.public(now.see(), now.web.services.texts[code])["line"]
        for code in ("en", "de")
    ]
    assert lines[0].startswith("Tina: ")
    assert lines[0] != lines[1]


def test_the_alphabet_names_its_kinds():
    assert documents.alphabet({"I": (1, 0, 0, 0)}) == {
        "kinds": ["red", "yellow", "blue", "green"],
        "letters": {"I": (1, 0, 0, 0)},
        "poses": {"I": [(0, 16, 24, 0)]},
    }


async def test_only_clips_that_there_are_are_asked_for(now):
    """Only sentences with a recorded clip are in a moment's `said`."""
    seen = now.api.sight_of(None)
    moment = {**seen["moments"][-1], "said": ["turn-treasure", "bonus"]}
    told = documents.public({**seen, "moments": [moment]}, now.web.services.texts["en"])
    assert told["moments"][0]["said"] == ["bonus"]
