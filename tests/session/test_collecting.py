"""The collection of a board: words of the day and beaten bots, without any name."""

from dataclasses import replace

import pytest

from firmware_host.board.commands import Begin, EmptyCollection
from firmware_host.board.events import Button, Woke
from firmware_host.board.pieces import Seat
from firmware_host.games.bots import Bot
from firmware_host.games.contract import Result
from firmware_host.games.decipher.rules import Guess
from firmware_host.games.game import End
from firmware_host.games.keyword.rules import Claim, CollectedWord
from firmware_host.session.acting import Submitted
from firmware_host.session.collection import (
    COLLECTION,
    Collection,
    FoundWord,
    read_collection,
)
from firmware_host.session.setups import Player
from tests.session.evening import first_evening, then

CIRCLE = Player(button=Button.CIRCLE)
PLAYERS = ("*",)
DAY = Begin(
    players=PLAYERS,
    game="decipher",
    length=5,
    rules={"words": "day"},
    board_makes=True,
    rounds=1,
    day=330,
    once=True,
)


def word_of(session):
    """Return the word that is hidden."""
    return session.playing.game.round.puzzle.word


def begun(**setup):
    """Return a board where the word of day 330 is played."""
    session = then(first_evening(players=(CIRCLE,), **setup), DAY).session
    return then(session, Woke()).session


def found(session):
    """Return the step of a guess of the right word."""
    return then(session, Submitted(Guess(Seat(0), word_of(session))))


def test_a_found_word_of_the_day_is_stored_with_the_end_of_its_game():
    """A found word of the day is stored in the same entry as the end of its game."""
    session = begun()
    word = word_of(session)
    done = found(session)

    assert done.session.playing.is_over
    assert done.session.collection.found == (FoundWord(330, "en", word),)
    stored = dict(done.entry.settings)[COLLECTION]
    assert read_collection(stored) == done.session.collection
    assert done.entry.rows


@pytest.mark.parametrize("place", ["class", "kiosk"])
def test_nothing_is_collected_in_a_class_or_at_a_kiosk(place):
    """Nothing is collected in a class or at a kiosk."""
    assert found(begun(place=place)).session.collection == Collection()


def test_a_word_that_nobody_found_is_not_collected():
    """A missed word is no failure: nothing is stored of it."""
    done = then(begun(), Submitted(End()))
    assert done.session.playing.is_over
    assert done.session.collection == Collection()


def test_the_same_word_is_stored_once():
    """A second game of that day adds nothing."""
    session = found(begun()).session
    again = found(then(then(session, DAY).session, Woke()).session)
    assert len(again.session.collection.found) == 1
    assert COLLECTION not in dict(again.entry.settings)


def test_the_word_of_the_day_leaves_the_next_game_as_it_was_chosen():
    """The word of the day does not change the setup for the next game."""
    session = begun(length=4, rounds=5)
    assert session.playing.header.rounds == 1
    setup = session.setup
    assert (setup.length, setup.rounds, setup.rules) == (4, 5, {})
    assert setup.day == 330


BOTS = [("easy",), ("fair", "sharp")]


def against(*strengths, people=1):
    """Return a game of one round against bots, which the first person is to win."""
    bots = tuple(Player(bot=Bot(one, "panda")) for one in strengths)
    session = first_evening(players=(*[CIRCLE] * people, *bots), rounds=1)
    session = then(session, Begin(game="decipher", length=4)).session
    return then(session, Woke()).session


@pytest.mark.parametrize("strengths", BOTS)
def test_bots_that_a_single_person_beats_are_stored(strengths):
    """Bots that a single player beats are stored by game and strengths."""
    done = found(against(*strengths))
    assert done.session.playing.is_over
    assert done.session.collection.beaten == {"decipher": ("+".join(strengths),)}


def test_two_people_beat_no_rung():
    """The ladder is for one person alone."""
    assert found(against("easy", people=2)).session.collection.beaten == {}


def test_a_game_against_bots_that_is_ended_early_beats_nobody():
    """A game against a bot that is ended with equal points is not a win."""
    done = then(against("easy"), Submitted(End()))
    assert done.session.playing.is_over
    assert done.session.collection.beaten == {}


def ready_to_claim(seat):
    """Return a KEYWORD game: *seat* has the keyword, the other one more words."""
    players = (CIRCLE, Player(bot=Bot("easy", "panda")))
    session = then(first_evening(players=players), Begin(game="keyword")).session
    words = [(CollectedWord("CAT", 1), CollectedWord("DOG", 1))] * 2
    words[seat] = (CollectedWord("KEYWORDS", 2),)
    results = tuple(
        Result("X", None, Seat(by), (int(by == 0), int(by == 1)))
        for by in (0, 1, 1 - seat)
    )
    game = replace(session.playing.game, results=results, words=tuple(words))
    return replace(session, playing=replace(session.playing, game=game))


def test_who_claims_the_keyword_beats_a_bot_with_more_words():
    """The winner of the game counts, not the number of points."""
    done = then(ready_to_claim(0), Submitted(Claim(Seat(0))))
    assert done.session.playing.game.winners == (Seat(0),)
    assert done.session.collection.beaten == {"keyword": ("easy",)}


def test_a_bot_that_claims_the_keyword_is_not_beaten():
    """A person with more words than the bot has lost, if the bot has the keyword."""
    done = then(ready_to_claim(1), Woke())
    for now_ms in range(0, 60_000, 20_000):  # the bot wakes, thinks and acts
        done = then(done.session, Woke(), now_ms)
    assert done.session.playing.game.winners == (Seat(1),)
    assert done.session.collection.beaten == {}


def test_the_collection_can_be_emptied():
    """The collection can be erased, in memory and in the stored setting."""
    session = found(begun()).session
    done = then(session, EmptyCollection())
    assert done.session.collection == Collection()
    assert read_collection(dict(done.entry.settings)[COLLECTION]) == Collection()


@pytest.mark.parametrize("text", ["", "{", "[]", '{"found": [[1]], "beaten": {}}'])
def test_a_damaged_collection_is_an_empty_one(text):
    """A damaged collection is read as an empty one."""
    assert read_collection(text) == Collection()


def test_a_resumed_board_has_its_collection():
    """A stored collection is read back."""
    known = replace(
        Collection(),
        found=(FoundWord(3, "de", "TIGER"),),
        beaten={"decipher": ("easy",)},
    )
    assert read_collection(known.text) == known
