"""A command acts on the state that its sender saw, or it is refused as stale."""

import json
from dataclasses import replace

import pytest

from firmware_host.board.commands import (
    Begin,
    On,
    Pause,
    Rename,
    SeatBot,
    Stand,
    TutorialCommand,
)
from firmware_host.board.events import Button, Tapped
from firmware_host.board.messages import Refused
from firmware_host.board.pieces import RACK, Kind, Piece, Seat, Tile, Zone
from firmware_host.games import grammar
from firmware_host.games.catalogue import GAMES
from firmware_host.games.decipher.rules import Guess, SetSecret
from firmware_host.games.game import Undo, Void
from firmware_host.session.acting import Submitted
from firmware_host.session.modes.filling import PlayMode
from firmware_host.session.play import Playing
from firmware_host.session.setups import Player
from firmware_host.session.staleness import STALE, seen_of
from tests.games.stories import FOLDER, NAMES, Story
from tests.session.evening import first_evening, playing, press, then

STORIES = sorted(FOLDER.glob("*.txt"))

MAKER, FOX, OWL = map(Seat, range(3))
RED = Tapped(Zone(1), Piece(Kind.LONG_STICK, 1))


def round_of(seats=3):
    """Return a session in a round whose word is HOBBY; the first seat is the maker."""
    session = playing(seats=seats, board_makes=False)
    return then(session, Submitted(SetSecret(MAKER, "HOBBY"))).session


def guess(session, seat, word):
    """Return a phone's guess that is made for this state."""
    return Submitted(Guess(seat, word), seen=seen_of(session), on=On.OWN)


def undo(session):
    """Return a page's undo that is made for this state."""
    return Submitted(Undo(), seen=seen_of(session), on=On.LAST)


def tap(session, zone=1):
    """Return a page's tap for the seat on turn, made for this state."""
    line = {"do": "tap", "zone": zone, "kind": "red"}
    action = session.playing.engine.action(line)
    return Submitted(action, seen=seen_of(session), on=On.TURN)


def check_stale(session, event):
    """Check that an event is refused as stale and changes nothing at all."""
    done = then(session, event)
    assert done.outcome == STALE
    assert (done.session, done.entry, done.quiet) == (session, None, True)


def test_a_second_guess_for_the_same_state_changes_nothing():
    before = round_of()
    first, second = guess(before, FOX, "PANDA"), guess(before, FOX, "TIGER")
    after = then(before, first).session
    check_stale(after, first)
    check_stale(after, second)
    assert not isinstance(then(after, guess(after, FOX, "TIGER")).outcome, Refused)


def test_what_others_do_makes_no_guess_stale():
    """A guess is not stale after other seats' guesses and taps."""
    before = round_of()
    mine = guess(before, OWL, "PANDA")
    session = then(before, guess(before, FOX, "TIGER")).session
    session = then(session, RED).session
    session = then(session, Rename(MAKER, "Ann")).session
    assert not isinstance(then(session, mine).outcome, Refused)


def test_a_guess_is_stale_once_its_round_is_over():
    """A guess is stale after the end of its round."""
    before = round_of()
    late = guess(before, OWL, "PANDA")
    session = then(before, guess(before, FOX, "HOBBY")).session
    check_stale(session, late)
    check_stale(then(before, Submitted(Void())).session, late)


def test_a_guess_that_was_taken_back_does_not_come_again():
    before = round_of()
    first = guess(before, FOX, "PANDA")
    session = then(before, first).session
    session = then(session, undo(session)).session
    check_stale(session, first)


def test_an_undo_takes_back_the_action_that_its_sender_saw():
    """An undo is stale after any other action than the one that its sender saw."""
    session = then(then(round_of(), RED).session, Rename(FOX, "Ann")).session
    wanted = undo(session)
    check_stale(then(session, wanted).session, wanted)
    check_stale(then(session, guess(session, OWL, "PANDA")).session, wanted)


def test_a_tap_of_a_page_is_for_the_turn_that_its_sender_saw():
    """A tap is stale after an action of the seat on turn, not after others' guesses."""
    session = round_of()
    wanted = tap(session)
    other = then(session, guess(session, OWL, "PANDA")).session
    assert not isinstance(then(other, wanted).outcome, Refused)
    check_stale(then(session, wanted).session, wanted)
    check_stale(then(session, RED).session, wanted)


@pytest.mark.parametrize("paused", [True, False])
def test_a_pause_is_for_the_game_that_its_sender_saw(paused):
    session = round_of()
    session = then(session, Pause(paused=not paused)).session
    wanted = Pause(paused=paused, seen=seen_of(session))
    after = then(session, wanted).session
    assert after.paused is paused
    again = then(after, Pause(paused=not paused)).session
    check_stale(again, wanted)


def test_a_game_begins_once():
    """A second start of a game is stale, even if the game ended at once."""
    before = playing(board_makes=False)
    over = then(before, Submitted(before.playing.engine.action({"do": "end"}))).session
    wanted = Begin(seen=seen_of(over))
    after = then(over, wanted).session
    assert after.playing is not over.playing
    check_stale(after, wanted)


def test_the_tutorial_is_left_once():
    session = then(first_evening(), TutorialCommand(wanted=True)).session
    wanted = TutorialCommand(wanted=False, seen=seen_of(session))
    check_stale(then(session, wanted).session, wanted)


def test_nobody_is_sent_home_for_another_one():
    """A second command to remove a seat is stale, because later seats move up."""
    players = playing(seats=3).setup.players
    session = first_evening(players=players)
    wanted = Stand(0, seen=seen_of(session))
    after = then(session, wanted).session
    assert len(after.setup.players) == 2
    check_stale(after, wanted)
    hired = SeatBot("easy", seen=seen_of(after))
    check_stale(then(after, hired).session, hired)


def test_names_depend_on_nothing():
    wanted = Rename(FOX, "Ann", seen=(7, 99))
    assert then(round_of(), wanted).outcome == ()


@pytest.mark.parametrize(("starts", "changes"), [(-1, 0), (1, 0), (0, 1)])
def test_another_start_or_the_future_is_never_the_state_of_now(starts, changes):
    """A command from before a restart or from a later state is stale."""
    session = replace(round_of(), start=5)
    start, n = seen_of(session)
    wrong = replace(guess(session, FOX, "PANDA"), seen=(start + starts, n + changes))
    check_stale(session, wrong)


def test_what_is_only_shown_is_no_change():
    """A tap that is refused leaves each command as good as it was."""
    session = round_of()
    refused = then(session, Tapped(Zone(1), None))
    assert isinstance(refused.outcome, Refused)
    assert seen_of(refused.session) == seen_of(session)


def test_a_secret_from_a_phone_is_stale_once_the_seat_has_made_one_at_the_board():
    """A secret from a phone is stale once its seat has set a word at the board."""
    session = playing(board_makes=False)
    late = Submitted(SetSecret(MAKER, "TIGER"), seen=seen_of(session), on=On.OWN)
    for letter in "HOBBY":
        session = then(session, Tapped(RACK, Tile(letter))).session
    session = press(session, Button.TICK).session
    assert session.playing.game.round is not None
    check_stale(session, late)


@pytest.mark.parametrize("path", STORIES, ids=lambda path: path.stem)
def test_each_line_of_each_story_counts_once(path):
    """Every accepted action of whole games is stale when it is sent again."""
    head, *lines = path.read_text(encoding="utf-8").splitlines()
    game = Story(head).game
    engine = GAMES[game.header.game]
    players = tuple(Player(name) for name in NAMES[: game.header.seats])
    playing_it = Playing(1, engine, game, players, game.header)
    session = replace(
        first_evening(players=players), playing=playing_it, mode=PlayMode()
    )
    accepted = 0
    for line in map(json.loads, filter(lambda one: one.startswith("{"), lines)):
        verb = grammar.verbs_of(engine)[line["do"]]
        by_board = verb.board or line.get("by", 0) < 0
        seen = None if by_board else seen_of(session)
        comes = Player(NAMES[line["by"]]) if line["do"] == "join" else None
        event = Submitted(engine.action(line), comes, seen=seen, on=verb.depends)
        done = then(session, event)
        assert done.outcome != STALE
        session = done.session
        if by_board or isinstance(done.outcome, Refused):
            continue
        check_stale(session, event)
        accepted += 1
    assert accepted > 3
