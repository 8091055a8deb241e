"""Tick and cross held for three seconds: everything else a table may want."""

import json
from dataclasses import replace

import pytest

from firmware_host.board.entries import NameEntry
from firmware_host.board.events import Button, Pressed, Released, Tapped, Woke
from firmware_host.board.messages import say
from firmware_host.board.pieces import RACK, Kind, Piece, Seat, Tile, Zone
from firmware_host.games.decipher.rules import Guess, SetSecret
from firmware_host.games.game import Leave
from firmware_host.session.acting import Submitted
from firmware_host.session.held_buttons import TOGETHER_MS
from firmware_host.session.modes import choosing
from firmware_host.session.modes.menu import ENDS, Menu, items
from firmware_host.session.setups import Player
from firmware_host.session.step import StepResult, wake_at
from tests.session.evening import (
    face,
    first_evening,
    form_of,
    hold,
    playing,
    press,
    then,
)

TICK, CROSS = Button.TICK, Button.CROSS

#: The menu is promised after three seconds.
HOLD_MS = 3000


def opened(session, now_ms=1000):
    """Hold the chord long enough, and let go."""
    session = then(session, Pressed(TICK), now_ms).session
    session = then(session, Pressed(CROSS), now_ms + 100).session
    session = then(session, Woke(), now_ms + 100 + HOLD_MS).session
    session = then(session, Released(TICK), now_ms + 4000).session
    return then(session, Released(CROSS), now_ms + 4000).session


def choose(session, item):
    """Mark an item and take it; what ends something is confirmed by a second tick."""
    for _ in range(items(session.playing).index(item)):
        session = press(session, CROSS).session
    done = press(session, TICK)
    return press(done.session, TICK) if item in ENDS and asks(done) else done


def asks(done):
    """Return True if the menu asks once more, and nothing has happened yet."""
    menu = Menu.at(done.session)
    return menu is not None and menu.asks in ENDS and done == StepResult(done.session)


def with_word(**setup):
    session = playing(board_makes=False, **setup)
    return then(session, Submitted(SetSecret(Seat(0), "HOBBY", override=True))).session


def test_the_menu_opens_after_three_seconds_and_not_before():
    """A short press of both is no menu."""
    session = playing(board_makes=False)
    session = then(session, Pressed(TICK), 0).session
    session = then(session, Pressed(CROSS), 500).session

    assert wake_at(session, 500) == 500 + HOLD_MS
    assert Menu.at(then(session, Woke(), 500 + HOLD_MS - 1).session) is None
    assert Menu.at(then(session, Woke(), 500 + HOLD_MS).session) is not None


@pytest.mark.parametrize("pair", [(TICK, CROSS), (CROSS, TICK)], ids=["tick", "cross"])
def test_who_holds_both_for_the_menu_presses_neither(pair):
    """Holding both for the menu neither gives the guess nor removes a letter."""
    first, second = pair
    session = press(with_word(), Button.SQUARE).session
    for letter in "HORSE":
        session = then(session, Tapped(RACK, Tile(letter, 1))).session
    before = form_of(session)
    down = then(session, Pressed(first), 1000)
    both = then(down.session, Pressed(second), 1000 + TOGETHER_MS - 1)
    assert (down.outcome, both.outcome) == (None, None)
    assert wake_at(both.session, 1100) == 1000 + TOGETHER_MS - 1 + HOLD_MS
    menu = then(both.session, Woke(), wake_at(both.session, 1100)).session
    assert Menu.at(menu) is not None
    for button in pair:
        menu = then(menu, Released(button), 5000).session
    assert form_of(then(menu, Woke(), 5100).session) == before


def test_tick_or_cross_alone_acts_within_the_time_of_an_answer():
    """A tick or cross alone acts on its release, or after 80 ms."""
    session = then(with_word(), Pressed(Button.SQUARE), 0).session
    for letter in "HORSE":
        session = then(session, Tapped(RACK, Tile(letter, 1))).session
    down = then(session, Pressed(TICK), 1000).session
    assert wake_at(down, 1000) == 1000 + TOGETHER_MS <= 1100
    for event, now_ms in ((Woke(), 1000 + TOGETHER_MS), (Released(TICK), 1010)):
        done = then(down, event, now_ms)
        assert done.outcome[0].word == "HORSE"
        assert done.session.undecided is None


def test_every_item_of_the_menu_can_be_reached():
    """Twelve of them with hints, by the cross alone."""
    session = opened(with_word(rules={"decipher": {"hints": "on"}}))
    offered = items(session.playing)

    assert len(face(session).table.choices) == len(offered) == 12
    for at in range(len(offered)):
        assert face(session).table.marked == at
        session = press(session, CROSS).session


def test_going_on_changes_nothing():
    """Choosing "go on" closes the menu and does not change the game."""
    session = with_word()
    after = choose(opened(session), "go-on").session

    assert Menu.at(after) is None
    assert after.playing == session.playing


def test_undo_void_and_end_are_actions_of_the_game():
    """Undo, void and end in the menu are stored as actions."""
    for item, code in (("undo", "undo"), ("void", "void"), ("end", "end")):
        chosen = choose(opened(with_word()), item)
        assert json.loads(chosen.entry.rows[0].action)["do"] == code


def test_undo_names_what_it_takes_back_while_it_is_marked():
    """The menu's undo item names the action that it takes back."""
    menu = press(opened(playing(board_makes=False)), CROSS).session
    assert face(menu).table.choices[1] == say("menu-undo")
    tapped = then(with_word(), Tapped(Zone(1), Piece(Kind.LONG_STICK, 1))).session
    menu = opened(tapped)
    assert face(menu).table.choices[1] == say("menu-undo")
    menu = press(menu, CROSS).session
    done = say("undo-tap", name=say("player-square"), n=1)
    assert face(menu).table.choices[1] == say("menu-undo-of", what=done)
    guessed = then(tapped, Submitted(Guess(Seat(1), "PANDA"))).session
    menu = press(opened(guessed), CROSS).session
    done = say("undo-guess", name=say("player-square"))
    assert face(menu).table.choices[1] == say("menu-undo-of", what=done)


def test_the_mark_stays_on_its_item_when_a_phone_shortens_the_menu():
    """The hint goes with the round; the tick still takes the marked item, the last."""
    session = with_word(rules={"decipher": {"hints": "on"}})
    menu = press(opened(session), *[CROSS] * 11).session
    assert face(menu).table.choices[11] == say("menu-off")
    menu = then(menu, Submitted(Guess(Seat(1), "HOBBY"))).session
    table = face(menu).table
    assert (len(table.choices), table.choices[table.marked]) == (11, say("menu-off"))
    assert face(press(menu, CROSS).session).table.marked == 0


def test_the_tick_does_nothing_else_when_the_marked_item_has_gone():
    """If the marked item is gone, "go on" is marked, which changes nothing."""
    session = with_word(rules={"decipher": {"hints": "on"}})
    menu = press(opened(session), CROSS, CROSS).session
    assert face(menu).table.choices[2] == say("menu-hint")
    menu = then(menu, Submitted(Guess(Seat(1), "HOBBY"))).session
    table = face(menu).table
    assert table.choices[table.marked] == say("menu-go-on")
    done = press(menu, TICK)
    assert (done.entry, done.outcome) == (None, None)
    assert Menu.at(done.session) is None


def test_undo_takes_back_nothing_but_what_it_named_when_it_was_marked():
    """After a newer action of a phone the tick does not take that action back."""
    tapped = then(with_word(), Tapped(Zone(1), Piece(Kind.LONG_STICK, 1))).session
    menu = press(opened(tapped), CROSS).session
    assert face(menu).table.choices[1].code == "menu-undo-of"
    menu = then(menu, Submitted(Guess(Seat(1), "PANDA"))).session
    assert face(menu).table.marked == 0
    assert press(menu, TICK).entry is None
    named = press(menu, CROSS, TICK)
    assert json.loads(named.entry.rows[0].action)["do"] == "undo"


def test_leaving_asks_for_the_players_own_button():
    """Leaving asks for the player's button; an unused button does nothing."""
    asked = choose(opened(with_word()), "leave").session
    assert face(asked).table.line.code == "menu-who-leave"

    assert press(asked, Button.STAR).outcome.code == "button-idle"
    left = press(asked, Button.SQUARE)
    assert left.entry.rows[0].action == '{"do":"leave","by":1}'


def test_retiring_asks_for_the_players_own_button():
    """Retiring asks for the player's button; the maker is refused."""
    asked = choose(opened(with_word()), "retire").session
    assert face(asked).table.line.code == "menu-who-retire"
    assert press(asked, Button.CIRCLE).outcome.code == "not-a-seeker"

    retired = press(asked, Button.SQUARE)
    assert retired.entry.rows[0].action == '{"do":"retire","by":1}'


def test_joining_takes_a_free_button():
    """The newcomer plays from the next round."""
    asked = choose(opened(with_word()), "join").session
    assert press(asked, Button.CIRCLE).outcome.code == "button-idle"

    joined = press(asked, Button.STAR)
    assert [player.button for player in joined.session.playing.players][
        -1
    ] == Button.STAR
    assert joined.entry.names == (NameEntry(1, 2, ""),)


def named(*names, **setup):
    """Begin a game of people who sat down by name on a page, without a button."""
    players = tuple(Player(name) for name in names)
    session = first_evening(players=players, rules={"decipher": {"hints": "on"}})
    session = replace(session, setup=replace(session.setup, **setup))
    begun = press(choosing.ask(session, "again"), TICK).session
    return then(begun, Woke()).session


@pytest.mark.parametrize(
    ("button", "seat"), [(Button.CIRCLE, 0), (Button.SQUARE, 1), (Button.TRIANGLE, 2)]
)
def test_players_without_a_button_have_one_of_the_four_in_the_menu(button, seat):
    """They leave, retire and ask for a hint by the button that they share."""
    session = named("Ann", "Ben", "Cid")
    for item in ("leave", "retire"):
        asked = choose(opened(session), item).session
        assert press(asked, Button.STAR).outcome.code == "button-idle"
        done = press(asked, button)
        assert json.loads(done.entry.rows[0].action) == {"do": item, "by": seat}
    asked = press(choose(opened(session), "hint").session, button).session
    assert form_of(asked).seat == seat


def test_the_menu_names_the_players_who_share_a_button():
    """The fifth player has the first player's button; the tick takes the marked one."""
    session = named("Ann", "Ben", "Cid", "Dee", "Eve")
    asked = choose(opened(session), "leave").session
    for presses, name, seat in ((1, "Ann", 0), (2, "Eve", 4)):
        shown = press(asked, *[Button.CIRCLE] * presses)
        table = face(shown.session).table
        assert table.choices[0] == say("menu-go-on")
        assert table.choices[table.marked] == say("menu-player", name=name)
        left = press(shown.session, TICK)
        assert json.loads(left.entry.rows[0].action) == {"do": "leave", "by": seat}
    nobody = press(asked, Button.CIRCLE, CROSS, CROSS, TICK)
    assert (nobody.entry, Menu.at(nobody.session)) == (None, None)


def test_nobody_leaves_for_a_marked_player_who_has_left_meanwhile():
    """If the marked player leaves on a phone, "go on" is marked, and not the next."""
    session = named("Ann", "Ben", "Cid", "Dee", "Eve")
    menu = press(choose(opened(session), "leave").session, Button.CIRCLE).session
    menu = then(menu, Submitted(Leave(Seat(0)))).session
    table = face(menu).table
    assert table.choices == (say("menu-go-on"), say("menu-player", name="Eve"))
    assert table.marked == 0


def test_the_button_of_a_player_who_left_is_free_in_the_menu():
    """Whoever has left can join again, and the new seat has the button."""
    session = playing(seats=4, game="wqrdles")
    left = press(choose(opened(session), "leave").session, Button.STAR).session
    asked = choose(opened(left), "leave").session
    assert press(asked, Button.STAR).outcome.code == "button-idle"
    asked = choose(opened(left), "join").session
    assert "Star" not in face(asked).table.status["names"]
    for button in (Button.CIRCLE, Button.SQUARE, Button.TRIANGLE):
        assert press(asked, button).outcome.code == "button-idle"
    joined = press(asked, Button.STAR)
    (row,) = joined.entry.rows
    assert json.loads(row.action) == {"do": "join", "by": 4, "button": "star"}
    assert joined.session.playing.seats_of(Button.STAR) == (4,)
    asked = choose(opened(joined.session), "leave").session
    again = press(asked, Button.STAR)
    assert json.loads(again.entry.rows[0].action) == {"do": "leave", "by": 4}


def test_sound_and_language_are_remembered():
    """Sound and language from the menu are stored as settings."""
    for item in ("sound", "language"):
        chosen = choose(opened(with_word()), item)
        assert dict(chosen.entry.settings)

    german = choose(opened(with_word()), "language").session
    assert german.setup.language == "de"


@pytest.mark.parametrize("item", ["void", "end", "off"])
def test_what_ends_something_asks_once_more(item):
    """The first tick asks and does nothing; the second one does it."""
    session = opened(with_word())
    first = press(session, *[CROSS] * items(session.playing).index(item), TICK)
    assert asks(first)
    assert not first.off
    table = face(first.session).table
    assert table.line == say(f"menu-sure-{item}")
    assert table.choices == (say("menu-go-on"), say(f"menu-{item}"))
    assert table.marked == 1

    done = press(first.session, TICK)
    assert done.off == (item == "off")
    if item != "off":
        assert json.loads(done.entry.rows[0].action)["do"] == item


def test_the_cross_takes_the_end_back():
    """Cross and tick leave the question, and the game goes on as it was."""
    session = with_word()
    menu = opened(session)
    asked = press(menu, *[CROSS] * items(menu.playing).index("end"), TICK).session
    assert face(asked).table.line == say("menu-sure-end")
    kept = press(asked, CROSS, TICK)
    assert (kept.entry, Menu.at(kept.session)) == (None, None)
    assert kept.session.playing == session.playing


def test_the_question_about_a_round_ends_with_the_round():
    """After a right guess on a phone the tick calls off no other round."""
    menu = opened(with_word())
    asked = press(menu, *[CROSS] * items(menu.playing).index("void"), TICK).session
    tapped = then(asked, Submitted(Guess(Seat(1), "HAPPY"))).session
    assert face(tapped).table.line == say("menu-sure-void")
    over = then(tapped, Submitted(Guess(Seat(1), "HOBBY"))).session
    assert Menu.at(over) is None
    word = SetSecret(Seat(1), "PANDA", override=True)
    begun = then(over, Submitted(word)).session
    assert press(begun, TICK).session.playing.game.round is not None


def test_what_cannot_end_is_refused_without_a_question():
    """Between rounds nothing can be voided, and the first tick says so."""
    session = then(with_word(), Submitted(Guess(Seat(1), "HOBBY"))).session
    menu = opened(session)
    at = items(menu.playing).index("void")
    assert press(menu, *[CROSS] * at, TICK).outcome.code == "no-round"


def test_switching_off_ends_the_program_in_order():
    """The menu's last item ends the program."""
    assert choose(opened(with_word()), "off").off


def test_in_class_only_the_service_button_opens_the_menu():
    """In class tick and cross do not open the menu, the service button does."""
    session = playing(board_makes=False, place="class")
    chord = then(session, Pressed(TICK), 0).session
    chord = then(chord, Pressed(CROSS), 0).session
    assert Menu.at(then(chord, Woke(), HOLD_MS).session) is None

    service = then(session, Pressed(Button.SERVICE), 0).session
    assert Menu.at(then(service, Woke(), HOLD_MS).session) is not None


def test_a_refused_item_is_said_and_closes_the_menu():
    """A refused menu item is shown with its reason and closes the menu."""
    session = then(with_word(), Submitted(Guess(Seat(1), "HOBBY"))).session
    refused = choose(opened(session), "undo")

    assert refused.outcome.code == "nothing-to-undo"
    assert Menu.at(refused.session) is None


# --- the sound, without the menu ------------------------------------------------


def held_cross(session, until_ms=HOLD_MS):
    session = hold(session, CROSS).session
    return then(session, Woke(), until_ms)


def test_the_cross_held_alone_switches_the_sound():
    """The held cross switches the sound off and on, which is stored and shown."""
    done = held_cross(playing())
    assert done.session.setup.sound is False
    assert '"sound": false' in dict(done.entry.settings)["setup"]
    assert face(done.session).table.note.code == "sound-off"

    again = then(done.session, Released(CROSS), HOLD_MS + 1).session
    assert face(again).table.note.code == "sound-off"
    again = held_cross(again).session
    assert again.setup.sound is True
    assert face(again).table.note.code == "sound-on"
    assert face(press(again, TICK).session).table.note != face(again).table.note


def test_it_switches_once_and_not_too_early():
    """The sound is switched once after the hold time, not earlier or again."""
    session = playing(board_makes=False)
    early = held_cross(session, HOLD_MS - 1)
    assert early.session.setup.sound is True
    assert wake_at(early.session, 0) == HOLD_MS

    done = held_cross(session)
    assert wake_at(done.session, HOLD_MS) is None
    assert then(done.session, Woke(), 9 * HOLD_MS).session.setup.sound is False


def test_with_the_tick_it_is_the_menu():
    """With the tick the held cross opens the menu and does not switch the sound."""
    session = then(playing(board_makes=False), Pressed(CROSS), 0).session
    session = then(session, Pressed(TICK), 100).session
    both = then(session, Woke(), HOLD_MS + 100).session
    assert Menu.at(both) is not None
    assert both.setup.sound is True

    alone = then(session, Released(TICK), 2000).session
    assert then(alone, Woke(), 2000 + HOLD_MS - 1).session.setup.sound is True
    assert then(alone, Woke(), 2000 + HOLD_MS).session.setup.sound is False


def test_each_language_comes_after_the_one_before():
    """However many there are; and the first one again."""
    session = with_word()
    three = dict.fromkeys(("de", "en", "fr"), session.languages["en"])
    session, seen = replace(session, languages=three), []
    for _ in range(4):
        session = choose(opened(session), "language").session
        seen.append(session.setup.language)
    assert seen == ["fr", "de", "en", "fr"]


def test_a_button_that_was_not_down_comes_up_and_changes_nothing():
    """The release of a button that was not down does not affect a held one."""
    session = hold(with_word(), CROSS, 100).session
    session = then(session, Released(Button.STAR), 2000).session
    assert wake_at(session, 2000) == 100 + HOLD_MS
