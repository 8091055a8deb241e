"""Bots come and go, at the board and from pages, as players do."""

import json
from dataclasses import replace

import pytest

from firmware_host.board.commands import (
    ANY_SEAT,
    Choose,
    Dress,
    MovePhone,
    Rename,
    SeatBot,
    SeatPhone,
    Sit,
    Stand,
)
from firmware_host.board.events import Button
from firmware_host.board.messages import Refused, say
from firmware_host.board.pieces import Seat
from firmware_host.games.bots import STRENGTHS
from firmware_host.games.game import End, Leave, Undo
from firmware_host.session import lobby
from firmware_host.session.acting import Submitted
from firmware_host.session.bots import seats
from firmware_host.session.identities import players_at_table
from firmware_host.session.modes import choosing
from firmware_host.session.modes.menu import Menu, items
from firmware_host.session.setups import Player, read_setup, setup_text
from firmware_host.session.stored import resuming
from tests.session.bots.seekers import BOT, GAMES_HERE, OWL, begun, woken
from tests.session.evening import face, first_evening, press, then

TICK, CROSS = Button.TICK, Button.CROSS
CIRCLE = Player(button=Button.CIRCLE)


def asked(*players, **setup):
    """Return a board that asks who plays a game with bots."""
    session = replace(first_evening(players=players, **setup), games=GAMES_HERE)
    return choosing.ask(session, "players")


# --- at the board -------------------------------------------------------------------


def test_whoever_wants_no_bot_is_asked_nothing_more():
    """The tick begins without bots; the cross shows a list of them."""
    session = asked(CIRCLE)
    shown = face(session).table
    assert shown.choices == ()
    assert shown.note == say("bots-cross")
    assert "Circle" in shown.status["names"]
    assert press(session, TICK).session.mode.question != "players"


def test_the_cross_offers_a_bot_of_each_strength_and_the_tick_takes_it():
    """The screen says who plays, and asks again: there may be more."""
    session = press(asked(CIRCLE), CROSS).session
    shown = face(session).table
    assert [one.code for one in shown.choices] == ["bots-enough", *["bot-comes"] * 3]
    assert shown.marked == 1
    session = press(session, CROSS, TICK).session
    _, bot = session.setup.players
    assert (bot.bot.strength, bot.bot.animal) == ("fair", "panda")
    assert session.mode.question == "players"
    assert "Bot Panda" in face(session).table.status["names"]


def test_a_bot_is_sent_away_by_the_same_question():
    """The last choice of the players' question removes a bot."""
    session = press(asked(CIRCLE, BOT), *[CROSS] * 4).session
    assert face(session).table.choices[4].code == "bot-goes"
    session = press(session, TICK).session
    assert session.setup.players == (CIRCLE,)


def test_the_question_for_players_stands_when_the_marked_bot_has_gone():
    """A page removes the marked bot; the tick then removes no other one."""
    session = press(asked(CIRCLE, BOT, OWL), *[CROSS] * 4).session
    assert face(session).table.choices[4].code == "bot-goes"
    session = then(session, SeatBot(seat=1, strength="")).session
    assert face(session).table.note.code == "bots-cross"
    after = press(session, TICK).session
    assert after.setup.players == (CIRCLE, OWL)
    assert after.mode.question != "players"


def test_the_mark_goes_with_the_offer_of_bots_when_the_seats_fill():
    """A full table offers no bot to join; the tick removes none that sits there."""
    session = asked(CIRCLE, BOT, game="wqrdles")
    session = press(session, CROSS).session
    assert face(session).table.choices[1].code == "bot-comes"
    for name in ("Ann", "Ben", "Cid", "Dee"):
        session = then(session, Sit(name)).session
    assert face(session).table.marked == 0
    assert BOT in press(session, TICK).session.setup.players
    marked = press(session, CROSS).session
    assert [one.code for one in face(marked).table.choices] == [
        "bots-enough",
        "bot-goes",
    ]


def test_a_zones_button_marks_a_bot_only_where_bots_are_shown():
    """A zone's button marks a bot only while the list of bots is shown."""
    session = asked(CIRCLE)
    refused = press(session, Button.ZONE_3)
    assert refused.session.mode == session.mode
    shown = press(session, CROSS, Button.ZONE_3).session
    assert shown.mode.marked == 2


def test_a_game_without_bots_offers_none_and_lets_those_go_who_came():
    """A game without bots offers none, and removes chosen ones at its start."""
    session = asked(CIRCLE, Player(button=Button.STAR), BOT, game="codecards")
    assert lobby.QUESTIONS["players"].answers(session) == ()
    assert face(session).table.note is None
    assert lobby.count_refusal(session) is None
    kept = lobby.with_makers(session).setup.players
    assert [one.bot for one in kept] == [None, None]


def test_bots_alone_are_nobody():
    """A game with bots only is refused, because bots cannot lay pieces."""
    assert lobby.count_refusal(asked(BOT, OWL)).code == "nobody-sits"


def test_with_a_bot_the_board_makes_the_words():
    """With a bot the board makes the words, without asking."""
    session = asked(CIRCLE, Player(button=Button.STAR), BOT, board_makes=False)
    session = press(session, TICK).session
    assert session.setup.board_makes
    assert session.mode.question != "maker"
    wish = Choose(board_makes=False)
    assert then(asked(CIRCLE, BOT), wish).outcome.code == "maker-bots"


def test_no_more_come_than_can_play():
    """Eight at a table, and as many animals."""
    players = tuple(Player(f"P{n}") for n in range(8))
    session = asked(*players)
    assert lobby.QUESTIONS["players"].answers(session) == ()
    taken = tuple(
        Player(f"P{n}", animal=one.animal)
        for n, one in enumerate(then(session, Stand(Seat(0))).session.setup.players)
    )
    assert len(taken) == 7
    session = asked(*taken)
    assert [one.text.code for one in lobby.QUESTIONS["players"].answers(session)][1:]


def test_every_bot_is_another_animal():
    """Every bot has a different animal."""
    session = asked(CIRCLE)
    for _ in range(3):
        session = then(session, SeatBot("easy")).session
    animals = [one.animal for one in session.setup.players]
    assert len(set(animals)) == 4


# --- over a restart -----------------------------------------------------------------


def test_bots_are_remembered_with_their_strengths():
    """Like the buttons of the last evening; no name is kept."""
    setup = asked(CIRCLE, BOT, OWL).setup
    text = setup_text(setup)
    assert json.loads(text)["players"] == ["circle", "easy", "sharp"]
    again, whole = read_setup(text, ["en", "de"])
    assert whole
    assert [one.key for one in again.players] == ["circle", "easy", "sharp"]
    assert len({one.bot.animal for one in again.players[1:]}) == 2


# --- in a game ----------------------------------------------------------------------


def bot_menu(session):
    """Open the menu at the item for bots."""
    at = items(session.playing).index("bot")
    return press(replace(session, mode=Menu(session.mode, at)), TICK).session


def test_the_menu_lets_a_bot_come_from_the_next_round():
    """The menu adds a bot from the next round on, with a seed that is stored."""
    start = begun(CIRCLE)
    session = bot_menu(start)
    assert [one.code for one in face(session).table.choices] == [
        "menu-go-on",
        *["bot-comes"] * 3,
    ]
    done = press(session, CROSS, TICK)
    session = done.session
    bot = session.playing.players[1].bot
    assert (bot.strength, bot.animal) == ("easy", "panda")
    assert bot.seed
    assert session.playing.bots == {1: bot}


def test_a_bot_that_came_later_is_the_same_after_a_restart():
    """A bot that joined in a game is restored from its row after a restart."""
    start = begun(CIRCLE)
    closed = replace(bot_menu(start), refusal=None)
    sat = then(closed, SeatBot("sharp"))
    again = resuming.resume(start.playing, sat.entry.rows)
    assert again.bots == sat.session.playing.bots != {}


def test_joining_is_taken_back_like_anybodys():
    """An undo removes a bot that has just joined."""
    session = begun(CIRCLE)
    sat = then(session, SeatBot("easy")).session
    undone = then(sat, Submitted(Undo())).session
    assert undone.playing.bots == {}


def test_the_menu_lets_a_bot_go():
    """The menu removes a bot, whose seat needs no button."""
    session = bot_menu(begun(CIRCLE, BOT))
    done = press(session, *[CROSS] * 4, TICK).session
    assert done.playing.game.players == (0,)
    assert seats.active_bots(done.playing) == ()


def test_the_tick_removes_no_other_bot_when_the_marked_one_has_gone():
    """A page removes the marked bot; then "go on" is marked, not the next bot."""
    session = press(bot_menu(begun(CIRCLE, BOT, OWL)), *[CROSS] * 4).session
    assert face(session).table.choices[4].code == "bot-goes"
    session = then(session, SeatBot(seat=1, strength="")).session
    table = face(session).table
    assert (len(table.choices), table.marked) == (5, 0)
    assert press(session, TICK).session.playing.game.players == (0, 2)


def test_the_mark_stays_on_its_bot_when_another_one_goes():
    """A page removes another bot; the marked one keeps its mark, and goes."""
    session = press(bot_menu(begun(CIRCLE, BOT, OWL)), *[CROSS] * 5).session
    session = then(session, SeatBot(seat=1, strength="")).session
    assert face(session).table.marked == 4
    assert press(session, TICK).session.playing.game.players == (0,)


def test_the_menu_of_bots_is_left_by_its_first_item():
    """The first item of the bots' menu returns to the game."""
    start = begun(CIRCLE)
    done = press(bot_menu(start), TICK).session
    assert done.mode == start.mode


def test_no_bot_joins_where_people_make_the_words():
    """No bot can join a game in which players make the words."""
    people = replace(
        first_evening(players=(CIRCLE, Player(button=Button.STAR)), board_makes=False),
        games=GAMES_HERE,
    )
    session = press(choosing.ask(people, "again"), TICK).session
    assert "bot" not in items(session.playing)
    assert then(session, SeatBot("easy")).outcome.code == "bots-none"


def test_the_same_again_is_with_the_same_bots():
    """Another game with the same players has the same bots."""
    session = then(begun(CIRCLE, BOT), Submitted(End())).session
    session = press(session, TICK).session
    assert "Bot Panda" in face(session).table.status["names"]
    again = press(session, TICK).session
    assert list(again.playing.bots) == [1]


# --- from pages ---------------------------------------------------------------------


@pytest.mark.parametrize("strength", STRENGTHS)
def test_a_bot_of_each_strength_comes_from_a_page(strength):
    """A page can seat a bot of each strength before a game."""
    done = then(asked(CIRCLE), SeatBot(strength))
    assert done.outcome == ()
    assert done.session.setup.players[1].bot.strength == strength


def test_a_strength_that_the_game_has_not_is_refused():
    """A bot is refused in a game without bots."""
    session = asked(CIRCLE, game="codecards")
    assert then(session, SeatBot("easy")).outcome.code == "bots-none"


def test_a_bot_keeps_its_name_and_its_animal():
    """A bot cannot be renamed, and its animal cannot be taken or changed."""
    session = begun(CIRCLE, BOT)
    for wish in (
        Rename(Seat(1), "Ben"),
        Dress("fox", Seat(1)),
        Dress("panda", Seat(0)),
    ):
        assert then(session, wish).outcome.code == "bot-name"


def test_no_phone_comes_to_the_place_of_a_bot():
    """A phone cannot take or be moved to the seat of a bot."""
    session = begun(CIRCLE, BOT)
    assert then(session, SeatPhone("a", Seat(1))).outcome == Refused("join-taken")
    session = then(session, SeatPhone("a", ANY_SEAT)).session
    (phone,) = session.phones
    assert phone.person == players_at_table(session)[0].person
    assert then(session, MovePhone(phone.number, Seat(1))).outcome.code == "join-taken"


def test_a_button_stands_for_no_bot():
    """The four are shared among people alone."""
    playing = begun(Player("Ann"), BOT).playing
    assert playing.seats_of(Button.SQUARE) == ()


def test_a_bot_that_leaves_is_asked_no_more():
    """A bot that has left does not act."""
    session = begun(CIRCLE, BOT)
    session = then(session, Submitted(Leave(Seat(1)))).session
    session, *_ = woken(session, 0)
    assert session.playing.thought is None


def test_after_a_game_a_bot_sits_there_once():
    """After a game its bots are players for the next one, without a seed."""
    session = then(begun(CIRCLE, BOT), Submitted(End())).session
    assert [one.bot is None for one in players_at_table(session)] == [True, False]
