"""The maker's word, entered at the board alone and in private."""

from dataclasses import replace

import pytest

from firmware_host.board.events import ZONE_BUTTONS, Button, Failed, Tapped, Woke
from firmware_host.board.faces import WordFace
from firmware_host.board.pieces import RACK, Kind, Piece, Seat, Tile, Zone
from firmware_host.games.decipher.rules import RoundBegun, SetSecret
from firmware_host.games.game import Leave
from firmware_host.session.acting import Submitted
from firmware_host.session.state import StepResult
from firmware_host.session.step import wake_at
from tests.session.evening import face, form_of, hold, just, playing, press, then

TICK, CROSS, ONE, TWO = Button.TICK, Button.CROSS, Button.ZONE_1, Button.ZONE_2
RED = Kind.LONG_STICK


def waiting(*, maker_screen=True, way="pads", **setup):
    """A game whose first maker has made no word yet."""
    session = playing(board_makes=False, **setup)
    return replace(session, maker_screen=maker_screen, input=way)


def lay(session, word):
    """Hold a tile of each letter to the rack."""
    for letter in word:
        session = then(session, Tapped(RACK, Tile(letter, 1))).session
    return session


def spell(session, word, first=1):
    """Press each zone's button until its letter is there."""
    for at, letter in enumerate(word):
        for _ in range(ord(letter) - ord("A") + 1):
            session = press(session, ZONE_BUTTONS[first - 1 + at]).session
    return session


def letters(session):
    """Return the letters on the maker screen."""
    return "".join(letter or "." for letter in face(session).maker.letters)


def public(session):
    """Return the face without the maker screen."""
    return replace(face(session), maker=None)


def word_of(session):
    return session.playing.game.round.puzzle.word


@pytest.mark.parametrize("how", [lay, spell])
def test_a_word_is_spelled_and_stands_with_the_tick(how):
    session = how(waiting(), "HOBBY")
    assert letters(session) == "HOBBY"
    done = hold(session, TICK)
    assert isinstance(done.outcome[0], RoundBegun)
    assert word_of(done.session) == "HOBBY"
    assert done.session.playing.game.round.puzzle.nonce
    assert form_of(done.session) is None


def test_a_word_of_three_letters_begins_in_its_own_zone():
    session = spell(waiting(length=3), "CAT", first=2)
    assert letters(session) == "CAT"
    assert face(session).maker.first_zone == Zone(2)
    assert letters(press(session, ONE).session) == "CAT"
    assert not just(session, press(session, ONE))


def test_the_cross_takes_the_last_letter_back():
    session = press(lay(waiting(), "HOB"), CROSS).session
    assert letters(session) == "HO..."
    assert letters(lay(session, "WL")) == "HOWL."


def test_what_cannot_be_played_is_told_to_its_maker_alone():
    session = lay(waiting(), "HOBZZ")
    before = public(session)
    done = hold(session, TICK)
    assert done == StepResult(done.session, quiet=True)
    assert public(done.session) == before
    assert face(done.session).maker.note.code == "own-unknown"
    short = press(lay(waiting(), "HOB"), TICK).session
    assert face(short).maker.note.code == "refused-word-length"
    full = lay(waiting(), "HOBBYS")
    assert letters(full) == "HOBBY"
    assert face(full).maker.note.code == "refused-word-length"
    other = lay(waiting(language="de"), "-")
    assert face(other).maker.note.code == "refused-word-letters"
    tiles = press(lay(waiting(length=4), "AAAA"), TICK).session
    assert face(tiles).maker.note.code == "refused-word-tiles"


def test_the_tick_held_overrules_the_dictionary():
    """The held tick accepts a word in no dictionary, and no other invalid word."""
    session = hold(lay(waiting(), "HOBZZ"), TICK, 100).session
    assert wake_at(session, 100) == 1100
    early = then(session, Woke(), 1099)
    assert early.session.playing.number == 0
    done = then(session, Woke(), 1100)
    assert word_of(done.session) == "HOBZZ"
    tiles = hold(lay(waiting(length=4), "AAAA"), TICK, 100).session
    assert wake_at(tiles, 100) is None


def test_the_makers_screen_lists_the_pieces_and_ticks_what_was_found():
    session = press(lay(waiting(), "HOBBY"), TICK).session
    maker = face(session).maker
    assert maker.letters == tuple("HOBBY")
    assert maker.builds[0] == (2, 1, 0, 0)
    assert sum(map(sum, maker.found)) == 0
    session = then(session, Tapped(Zone(1), Piece(RED, 1))).session
    maker = face(session).maker
    assert maker.found[0] == (1, 0, 0, 0)
    assert maker.note.code == "own-hands"


def test_the_makers_screen_is_dark_where_the_board_makes_the_words():
    assert face(replace(playing(), maker_screen=True)).maker is None


def test_the_cross_replaces_the_word_until_the_first_touch():
    session = press(press(lay(waiting(), "HOBBY"), TICK).session, CROSS).session
    assert letters(session) == "....."
    assert word_of(session) == "HOBBY"
    assert word_of(press(lay(session, "PANDA"), TICK).session) == "PANDA"
    assert face(press(session, CROSS).session).maker.letters == tuple("HOBBY")


def test_a_piece_on_the_rack_has_the_cross_before_the_maker():
    session = press(lay(waiting(), "HOBBY"), TICK).session
    session = then(session, Tapped(RACK, Piece(RED, 1))).session
    session = press(session, CROSS).session
    assert (session.racked, form_of(session)) == (None, None)


def test_in_bonus_mode_from_the_start_the_cross_is_the_seekers():
    """A word of three pieces: the cross passes the turn."""
    session = then(
        waiting(length=3), Submitted(SetSecret(Seat(0), "III", override=True))
    ).session
    assert form_of(press(session, CROSS).session) is None


def test_without_a_makers_screen_tiles_are_counted_and_never_shown():
    session = waiting(maker_screen=False)
    assert face(session).table.note.code == "secret-tiles"
    session = lay(session, "HOB")
    shown = face(session)
    assert shown.maker is None
    counted = {"name": "Circle", "n": 3, "needs": 5}
    assert dict(shown.table.note.values) == counted
    assert word_of(press(lay(session, "BY"), TICK).session) == "HOBBY"


def test_without_a_makers_screen_a_word_is_refused_without_its_letters():
    done = press(lay(waiting(maker_screen=False), "HOBZZ"), TICK)
    assert done.outcome.code == "word-unknown"
    note = face(done.session).table.note
    assert (note.code, note.values) == ("hush-word-unknown", ())


def test_the_next_maker_sees_no_letter_of_one_who_has_gone():
    """The next maker does not see the letters of one who has left."""
    session = lay(waiting(seats=3), "HOB")
    gone = then(session, Submitted(Leave(Seat(0)))).session
    assert letters(gone) == "....."
    assert letters(lay(gone, "A")) == "A...."


def test_in_a_pause_no_letter_is_chosen():
    """The refusal names the pause; a page ends it."""
    session = replace(waiting(), paused=True)
    assert press(session, ONE).outcome.code == "paused"
    assert letters(press(session, ONE).session) == "....."


def test_a_makers_screen_that_failed_costs_only_itself():
    """The rack takes the word, and no letter is shown elsewhere."""
    session = then(waiting(), Failed("screen-maker")).session
    session = lay(session, "HOBBY")
    assert face(session).maker is None
    assert form_of(press(session, ONE).session).letters == tuple("HOBBY")
    assert word_of(press(session, TICK).session) == "HOBBY"


def test_without_screen_and_rack_a_phone_is_asked_for():
    session = waiting(way="buttons", maker_screen=False)
    assert face(session).table.note.code == "secret-phone"


def test_only_an_accepted_word_is_written_down():
    session = waiting()
    for letter in "HOBZZ":
        done = then(session, Tapped(RACK, Tile(letter, 1)))
        assert (done.entry, just(session, done)) == (None, [])
        session = done.session
    assert not just(session, press(session, TICK))
    stands = press(lay(press(session, CROSS, CROSS).session, "BY"), TICK)
    assert stands.entry.rows


def test_the_face_of_the_maker_shows_no_letter_when_it_is_printed():
    """A log of faces gives nothing away."""
    shown = face(lay(waiting(), "HOBBY"))
    assert isinstance(shown.maker, WordFace)
    assert "'H'" not in repr(shown)
    assert "'H'" not in repr(shown.maker)


@pytest.mark.parametrize(
    ("word", "code"),
    [("HOBBY", "own-give"), ("AALII", "own-rare"), ("LIGHT", "own-twin")],
)
def test_a_maker_is_told_what_a_word_is_worth(word, code):
    """A complete word gets a remark on the maker screen, and is accepted."""
    session = lay(waiting(), word[:-1])
    assert face(session).maker.note.code == "own-spell"
    session = lay(session, word[-1])
    assert face(session).maker.note.code == code
    assert word_of(hold(session, TICK).session) == word


def test_nobody_else_can_tell_that_a_word_has_a_warning():
    """The public face is the same for words with and without a remark."""
    words = [lay(waiting(), word) for word in ("HOBBY", "AALII", "LIGHT")]
    first = words[0]
    assert [one for one in words if public(one) != public(first)] == []


def test_without_a_screen_of_ones_own_there_is_no_warning():
    """Without the maker's screen no remark on the word is shown."""
    words = [
        lay(waiting(maker_screen=False), word) for word in ("HOBBY", "AALII", "LIGHT")
    ]
    assert {face(one).table.note.code for one in words} == {"secret-count"}
    assert len({face(one) for one in words}) == 1


def test_where_no_letter_is_built_of_pieces_a_twin_is_no_matter():
    """In WQRDLES there is no remark on words with a twin."""
    session = lay(waiting(game="wqrdles"), "LIGHT")
    assert face(session).maker.note.code == "own-give"
