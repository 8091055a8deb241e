"""A kiosk begins by itself, asks for presence, goes back, and stores nothing."""

from dataclasses import replace

import pytest

from firmware_host.board.commands import (
    ANY_SEAT,
    Begin,
    Choose,
    Kiosk,
    PagesAt,
    Pause,
    Rename,
    SeatPhone,
    Sit,
    TutorialCommand,
)
from firmware_host.board.events import Button, Failed, Pressed, Tapped, Woke
from firmware_host.board.messages import Refused
from firmware_host.board.pieces import Card, Piece, Seat, Zone
from firmware_host.games.catalogue import GAMES
from firmware_host.games.decipher.rules import Guess
from firmware_host.games.game import Join
from firmware_host.session.acting import Submitted
from firmware_host.session.asked import PackKept
from firmware_host.session.kiosk import AFTER_MS
from firmware_host.session.modes.choosing import Choosing
from firmware_host.session.setups import Player
from firmware_host.session.state import KioskTurn, Phone
from firmware_host.session.step import wake_at
from firmware_host.session.tutorial import HAD
from firmware_host.words.packs.kept import pack_setting
from firmware_host.words.packs.pack import Pack
from tests.session.evening import first_evening, playing, press, then
from tests.session.kiosk.house import (
    ASK_MS,
    BACK_MS,
    TURN_MS,
    kiosk,
    moved,
    tapped,
    waited,
)

TICK, CROSS, CIRCLE, STAR = Button.TICK, Button.CROSS, Button.CIRCLE, Button.STAR
ME = Seat(0)


def found(session, now_ms=0):
    """Guess the word that is hidden."""
    word = session.playing.game.round.puzzle.word
    return then(session, Submitted(Guess(ME, word)), now_ms)


def is_at_start(session):
    """Return True if the tutorial waits for a visitor."""
    visit, now = session.visit, session.playing
    return now.tutorial and visit.since_ms is None and now.game.round.holding


# --- it runs by itself ------------------------------------


def test_a_board_that_was_made_a_kiosk_begins_by_itself_at_each_start():
    """A kiosk begins the tutorial by itself at each start."""
    session = first_evening(place="kiosk", players=(Player("Mia"),))
    assert wake_at(session, 5) == 5
    done = then(session, Woke(), 5)
    assert done.session.playing.tutorial
    assert (HAD, "1") in done.entry.settings
    assert is_at_start(moved(done.session))


def test_it_is_chosen_where_home_and_class_are():
    """The kiosk is one of the places to choose at the first start."""
    session = replace(first_evening(), mode=Choosing("place", 2))
    assert is_at_start(moved(then(session, Pressed(TICK)).session))


def test_a_game_that_counts_is_finished_first():
    """A teacher's page cannot throw it away."""
    done = then(playing(), Choose(place="kiosk"))
    assert done.outcome == Refused("game-on")
    assert done.session.visit is None


def test_at_the_start_it_asks_nothing_of_nobody():
    """
    At its start a kiosk does not ask for presence.

    It waits without a limit if there are no bots to show.
    """
    session = kiosk()
    assert wake_at(session, 0) == AFTER_MS
    bare = replace(session, games={"codecards": GAMES["codecards"]})
    assert wake_at(bare, 10**9) is None
    assert waited(bare, 10**9) == bare


# --- who stands there -------------------------------------


def test_the_first_touch_begins_a_visit():
    """The first touch begins a visit, and its piece is a Yes in any zone."""
    done = tapped(kiosk(), 7, zone=2)
    assert done.session.visit.since_ms == 7
    assert done.session.visit.begun
    assert done.entry is None


def test_after_silence_it_asks_and_then_goes_back():
    """Without a touch the kiosk asks, and then returns to its start, at exact times."""
    session = tapped(kiosk(), 0).session
    assert not waited(session, ASK_MS - 1).visit.asks
    asked = waited(session, ASK_MS)
    assert asked.visit.asks
    late = waited(asked, ASK_MS + BACK_MS - 1, ASK_MS)
    assert not is_at_start(late)
    gone = waited(late, ASK_MS + BACK_MS, ASK_MS + BACK_MS - 1)
    assert is_at_start(gone)
    assert gone.visit.number == session.visit.number + 1


def test_whoever_touches_is_still_there_and_the_touch_counts():
    """A touch answers the question for presence; a tap counts, a button does not."""
    asked = waited(tapped(kiosk(), 0).session, ASK_MS)
    laid = tapped(asked, ASK_MS + 1, number=2).session
    assert not laid.visit.asks
    assert sum(map(sum, laid.playing.game.round.placed)) == 2
    pressed = then(asked, Pressed(TICK), ASK_MS + 1).session
    assert (pressed.visit.asks, pressed.playing) == (False, asked.playing)
    assert not waited(pressed, 2 * ASK_MS, ASK_MS + 1).visit.asks


@pytest.mark.parametrize("event", [Woke(), Failed("screen-3"), PagesAt("http://a.b")])
def test_what_happens_by_itself_is_no_touch(event):
    """A loose cable does not keep a kiosk awake."""
    session = tapped(kiosk(), 0).session
    after = then(session, event, 1000).session
    assert after.visit.seen_ms == 0
    start = then(kiosk(), event, 1000).session
    assert start.visit.since_ms is None


def test_a_page_can_say_that_somebody_is_there():
    """`stay` from a page counts as a touch; other boards refuse it."""
    session = then(tapped(kiosk(), 0).session, Kiosk("stay"), 50_000).session
    assert session.visit.seen_ms == 50_000
    assert then(first_evening(), Kiosk("stay")).outcome == Refused("not-now")


# --- a fair turn ------------------------------------------


def test_others_have_their_turn_it_is_said_before_and_no_round_is_cut():
    """The end of a turn is announced, and a running round can be finished."""
    session, now_ms, turns = tapped(kiosk(), 0).session, 0, {}
    while now_ms < TURN_MS + 10_000:
        session = waited(session, now_ms + 10_000, now_ms)
        now_ms += 10_000
        turns[now_ms] = session.visit.turn
        session = then(session, Kiosk("stay"), now_ms).session
    first = {turn: min(at for at in turns if turns[at] is turn) for turn in KioskTurn}
    assert (first[KioskTurn.SOON], first[KioskTurn.UP]) == (TURN_MS - 60_000, TURN_MS)
    assert session.visit.turn is KioskTurn.UP
    laid = tapped(session, now_ms, number=2).session
    assert laid.playing.tutorial
    assert sum(map(sum, laid.playing.game.round.placed)) == 2
    kept = waited(laid, now_ms + BACK_MS - 1, now_ms)
    assert not is_at_start(kept)
    assert is_at_start(waited(kept, now_ms + BACK_MS, now_ms + BACK_MS - 1))


def test_moving_pieces_about_does_not_keep_the_turn():
    """Requests without a tap do not prolong the turn once others are next."""
    session = tapped(kiosk(), TURN_MS).session
    up = replace(session, visit=replace(session.visit, since_ms=0, turn=KioskTurn.UP))
    after = then(up, Kiosk("stay"), TURN_MS + 9000).session
    assert after.visit.seen_ms == TURN_MS


def test_after_the_first_minute_there_is_one_game_and_then_others_play():
    """After the tutorial there is one game, and then the next visitors' turn."""
    session = press(found(kiosk()).session, TICK).session
    assert session.mode == Choosing("players")
    game = moved(press(session, CIRCLE, STAR, TICK).session)
    now = game.playing
    assert (now.passing, now.tutorial, now.header.rounds) == (True, False, 1)
    assert (now.header.length, len(now.players)) == (4, 2)
    over = found(moved(game)).session
    assert over.playing.is_over
    assert is_at_start(moved(press(over, TICK).session))


def test_whoever_knows_the_game_skips_the_first_minute():
    """The tutorial can be skipped by the tick or a page; then one may play alone."""
    by_page = then(kiosk(), Kiosk("game")).session
    assert press(kiosk(), TICK).session.mode == by_page.mode == Choosing("players")
    alone = press(by_page, TICK).session
    assert len(alone.playing.players) == 1
    assert not alone.playing.tutorial


def test_no_game_begins_once_others_are_next():
    """After the first minute it is their turn."""
    session = found(kiosk()).session
    up = replace(session, visit=replace(session.visit, turn=KioskTurn.UP))
    assert is_at_start(moved(press(up, TICK).session))


def test_a_visit_can_be_given_away():
    """The command "over" ends a visit and returns to the start."""
    session = tapped(kiosk(), 0).session
    assert is_at_start(moved(then(session, Kiosk("over")).session))


# --- nothing is left --------------------------------------


def test_nothing_of_a_visit_is_written():
    """No step of a visit stores anything."""
    session, entries = kiosk(), []
    for event in (Pressed(TICK), Pressed(CIRCLE), Pressed(TICK)):
        done = then(session, event)
        entries.append(done.entry)
        session = moved(done.session)
    done = tapped(session)
    entries += [done.entry, found(done.session).entry]
    assert entries == [None] * 5
    assert session.next_game == kiosk().next_game
    assert session.playing.game_id == 0


def test_language_and_sound_are_the_houses_again():
    """Each stranger finds the board as the first one did."""
    session = press(kiosk(), CROSS).session
    assert session.setup.language == "en"
    assert moved(session).playing.header.language.code == "en"
    quiet = replace(session, setup=replace(session.setup, sound=False))
    back = waited(quiet, ASK_MS + BACK_MS)
    assert (back.setup.language, back.setup.sound) == ("de", True)
    assert back.setup == kiosk().setup


def test_whoever_was_here_before_is_forgotten():
    """A new kiosk forgets the players' names and all phones."""
    session = first_evening(place="kiosk", players=(Player("Mia"),))
    phoned = replace(session, phones=(Phone("abc", 1),))
    done = then(phoned, Woke())
    assert done.session.phones == ()
    assert ("people-phones", "[]") in done.entry.settings
    assert "Mia" not in str(done.session.setup)


@pytest.mark.parametrize(
    "event",
    [
        Sit("Zoe"),
        Rename(ME, "Zoe"),
        SeatPhone("abc", ANY_SEAT),
        Pause(paused=True),
        TutorialCommand(wanted=True),
        Choose(language="en"),
        Begin(place="home"),
    ],
)
def test_what_would_leave_something_is_refused_and_nobody_is_told(event):
    """
    A kiosk refuses commands that would change players, phones or settings.

    The refusal is quiet, so the board shows nothing.
    """
    session = kiosk()
    done = then(session, event)
    assert done.outcome == Refused("not-now")
    assert (done.session, done.quiet) == (session, True)


def test_nobody_sits_down_in_the_middle_with_a_phone():
    """A join during a game is refused at a kiosk."""
    done = then(kiosk(), Submitted(Join(Seat(1), ""), Player("Zoe")))
    assert done.outcome == Refused("not-now")


def test_a_start_card_chooses_nothing():
    """A start card is refused at a kiosk."""
    done = then(kiosk(), Tapped(Zone(1), Card("start-keyword")))
    assert done.outcome == Refused("not-now")
    assert done.session.playing.tutorial


# --- the house --------------------------------------------


def test_the_menu_is_behind_the_service_button():
    """Tick and cross, held as at home, open nothing."""
    session = kiosk()
    held = then(then(session, Pressed(TICK)).session, Pressed(CROSS)).session
    assert type(waited(held, 5000).mode).__name__ != "Menu"
    served = waited(then(session, Pressed(Button.SERVICE)).session, 5000)
    assert type(served.mode).__name__ == "Menu"


def test_the_house_can_end_the_kiosk_and_change_its_language():
    """The service menu changes the stored language and ends the kiosk."""
    served = waited(then(kiosk(), Pressed(Button.SERVICE)).session, 5000)
    at_language = replace(served, mode=replace(served.mode, marked=3))
    done = then(at_language, Pressed(TICK))
    assert done.session.visit.house.language == done.session.setup.language == "en"
    assert done.entry.settings[0][0] == "setup"
    at_end = replace(served, mode=replace(served.mode, marked=1))
    asked = then(at_end, Pressed(TICK))
    assert (asked.session.visit, asked.session.mode.asks) == (served.visit, "kiosk")
    ended = then(asked.session, Pressed(TICK))
    assert (ended.session.visit, ended.session.setup.place) == (None, "home")
    assert '"place": "home"' in ended.entry.settings[0][1]


@pytest.mark.parametrize("pack", [None, Pack("1", "Cats", "en", ("CAT", "LION"))])
@pytest.mark.parametrize("visited", [False, True])
def test_a_pack_that_the_host_adds_or_removes_is_stored(pack, visited):
    """A pack belongs to the board, with and without a visitor."""
    session = then(kiosk(), Pressed(TICK)).session if visited else kiosk()
    done = then(session, PackKept("en", "1", pack))
    assert done.entry.settings == (pack_setting("1", pack),)
    assert (done.session.visit.since_ms is not None) == visited


def test_a_teacher_who_signs_in_takes_the_board_over():
    """The kiosk ends, and a visit with it."""
    visited = press(kiosk(), CROSS).session
    done = then(visited, Choose(place="class"))
    assert (done.session.visit, done.session.playing) == (None, None)
    assert (done.session.setup.place, done.session.setup.language) == ("class", "de")


def test_a_piece_of_another_kind_is_a_touch_too():
    """A refused piece counts as a touch, but does not begin the tutorial."""
    session = kiosk()
    held = session.playing.game.round.holding
    other = next(kind for kind in type(held) if kind is not held)
    done = then(session, Tapped(Zone(1), Piece(other, 1)), 9)
    assert isinstance(done.outcome, Refused)
    assert (done.session.visit.since_ms, done.session.visit.begun) == (9, False)
