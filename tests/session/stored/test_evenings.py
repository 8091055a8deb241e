"""The seed of an evening: on the board until its game is over, and in no copy."""

import json

from firmware_host.app.archive.cutting import leaves
from firmware_host.app.daemon.resume import take_up
from firmware_host.board.commands import BeginEvening, Sit
from firmware_host.board.entries import JOURNAL
from firmware_host.board.events import Woke
from firmware_host.board.messages import Refused
from firmware_host.board.pieces import Millis
from firmware_host.games.game import Void
from firmware_host.hall import evening
from firmware_host.journal.store import Journal
from firmware_host.session.acting import Submitted
from firmware_host.session.upcoming import EVENING, resume_evening
from tests.session.evening import first_evening, then

SEED = bytes(range(32))


def begin(length, rounds):
    """Return the command that begins a tournament with such words."""
    key = evening.new_key(bytes(16), language="en", length=length, rounds=rounds)
    return BeginEvening(key=key.text, seed=SEED.hex())


def asked(length=5, rounds=2):
    """Return a session with one player after the tournament's command."""
    session = then(first_evening(), Sit("Tina")).session
    return then(session, begin(length, rounds))


def test_an_evening_begins_as_its_key_says():
    """
    A tournament has the key's length and rounds.

    The header has its code, but neither key nor seed.
    """
    done = asked()
    playing = done.session.playing
    assert (playing.header.length, playing.header.rounds) == (5, 2)
    assert playing.header.board_makes
    assert playing.seed == SEED
    header = json.loads(done.entry.new_game.header)
    assert header["evening"] == evening.code(SEED)
    assert SEED.hex() not in done.entry.new_game.header
    assert SEED.hex() not in repr(playing)
    assert SEED.hex() in dict(done.entry.settings)[EVENING]


def test_a_board_that_is_too_small_says_so():
    """A second tournament during a game is refused."""
    assert asked().session.playing is not None
    again = then(asked().session, begin(5, 2)).outcome
    assert again == Refused("game-on")


def test_a_restart_goes_on_with_the_evenings_words(tmp_path):
    """After a restart the game has the same seed, which no backup contains."""
    done = asked()
    with Journal(tmp_path / JOURNAL, reserve_bytes=0) as journal:
        journal.append(done.entry).result()
        session = take_up(journal, setup=None, now_ms=Millis(0))
        assert session.playing.seed == SEED
        known = journal.settings()
    other = resume_evening(session.playing, {EVENING: '{"game": 9, "seed": "00"}'})
    assert other == session.playing
    for torn in ('{"game": 1}', "[", '{"game": 1, "seed": "zz"}'):
        assert resume_evening(session.playing, {EVENING: torn}) == session.playing
    assert EVENING in known
    assert not leaves(EVENING)


def test_a_word_that_was_shown_by_a_void_does_not_come_again():
    """However often a round of an evening is called off."""
    session, words = asked().session, []
    for voided in range(4):
        while session.playing.engine.wake(session.playing.game):
            session = then(session, Woke()).session
        assert session.playing.reveals == voided
        words.append(session.playing.game.round.puzzle.word)
        session = then(session, Submitted(Void())).session
    assert len(set(words)) == len(words)
    assert evening.chance(SEED, 1, 0) == evening.chance(SEED, 1)
