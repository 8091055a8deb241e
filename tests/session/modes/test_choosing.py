"""A game is chosen by buttons, card or program, and with rules of the house."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from firmware_host.board.commands import Begin
from firmware_host.board.events import Button, Tapped
from firmware_host.board.messages import Refused
from firmware_host.board.pieces import Card, Zone
from firmware_host.session import lobby, upcoming
from firmware_host.session.modes import choosing, menu
from firmware_host.session.modes.choosing import Choosing
from firmware_host.session.modes.filling import PlayMode
from firmware_host.session.play import Playing
from firmware_host.session.setups import Player
from tests.session.evening import first_evening, playing, press, then
from tests.session.othergame import OTHER

TICK, CROSS = Button.TICK, Button.CROSS
PAIR = (Player(button=Button.CIRCLE), Player(button=Button.SQUARE))


def with_other(session):
    """The same table, that knows another game too."""
    return replace(session, games={**session.games, "other": OTHER})


def chosen(**setup):
    """A table where the other game is chosen and two sit."""
    session = with_other(first_evening(game="other", players=PAIR, **setup))
    return choosing.ask(session, "players")


def card(name):
    return Tapped(Zone(3), Card(name))


def test_a_start_card_chooses_its_game():
    """A start card chooses its game and leads to the question for players."""
    done = then(with_other(first_evening()), card("start-other"))

    assert done.session.setup.game == "other"
    assert done.session.mode == Choosing("players")
    assert dict(done.entry.settings)["setup"]


@pytest.mark.parametrize(
    ("session", "name", "code"),
    [
        (first_evening(), "start-chess", "card-game"),
        (playing(), "start-decipher", "game-on"),
        (first_evening(), "hearts", "not-a-piece"),
        (
            upcoming.on_board(with_other(first_evening()), zones=3, way="pads"),
            "start-other",
            "zones-needed",
        ),
    ],
)
def test_another_card_says_why_not(session, name, code):
    done = then(session, card(name))

    assert done.outcome.code == code
    assert done.session.setup == session.setup


def test_a_board_with_few_zones_does_not_offer_it():
    """A board with too few zones does not offer the game, and plays another one."""
    small = upcoming.on_board(chosen(), zones=3, way="pads")

    assert len(lobby.QUESTIONS["game"].answers(small)) == 1
    assert upcoming.game(small).NAME == "decipher"


def test_each_rule_of_the_house_is_asked_where_somebody_wants_that():
    """The usual rules are one tick away."""
    session, asked = chosen(), []
    for buttons in [(TICK,), (CROSS, TICK), (CROSS, TICK), (TICK,)]:
        asked.append(session.mode.question)
        session = press(session, *buttons).session

    assert asked == ["players", "rules", "knob-0", "knob-1"]
    assert isinstance(session.playing, Playing)
    # 60 was marked, so the cross came round to 0.
    assert session.playing.game.header.options == (("sand", 0),)
    assert session.setup.rules == {"other": {"sand": 0}}


def test_the_usual_rules_forget_those_of_the_house():
    session = chosen(rules={"other": {"sand": 0}})
    asked = press(session, TICK).session
    begun = press(asked, CROSS, TICK).session

    assert asked.mode.marked == 1
    assert begun.playing.game.header.options == ()


def test_a_rule_that_no_longer_is_one_is_left_out():
    """Unknown rules in the setup are ignored."""
    session = chosen(rules={"other": {"sand": 7, "moon": 1}})

    assert upcoming.changed_options(session) == ()


@pytest.mark.parametrize(
    ("count", "code"), [(0, "nobody-sits"), (1, "players-few"), (4, "players-many")]
)
def test_so_many_cannot_play_it(count, code):
    """A wrong number of players is refused, by button and by command."""
    buttons = (Button.CIRCLE, Button.SQUARE, Button.TRIANGLE, Button.STAR)
    players = tuple(Player(button=button) for button in buttons[:count])
    session = choosing.ask(
        replace(chosen(), setup=replace(chosen().setup, players=players)), "players"
    )

    assert press(session, TICK).outcome == Refused(
        code, values=press(session, TICK).outcome.values
    )
    assert press(session, TICK).outcome.code == code
    assert then(session, Begin()).outcome.code == code


def test_a_card_of_the_game_is_heard_and_a_piece_is_not():
    session = begun()
    assert then(session, card("hearts")).outcome.code == "nothing-to-undo"
    assert press(session, Button.RED_1).outcome.code == "not-a-piece"


def test_a_card_waits_on_the_rack_for_a_zones_button():
    """A card on the rack waits for a zone's button; the cross drops it."""
    session = begun()
    waits = then(session, Tapped(Zone(0), Card("hearts", 3))).session

    assert waits.racked == Card("hearts", 3)
    assert press(waits, Button.ZONE_2).outcome.code == "nothing-to-undo"
    assert press(waits, CROSS).session.racked is None


def test_a_players_own_button_calls():
    done = press(begun(), Button.SQUARE)
    assert done.session.playing.game.over


def test_a_button_of_nobody_is_idle():
    assert press(begun(), Button.STAR).outcome.code == "button-idle"


def begun():
    return press(chosen(), TICK, TICK).session


def test_the_menu_offers_what_the_game_has():
    """The menu has only the items whose actions the game has."""
    verbs = {name: verb for name, verb in OTHER.VERBS.items() if name != "retire"}
    running = begun().playing
    engine = SimpleNamespace(**{**vars(OTHER), "VERBS": verbs})
    session = replace(begun(), playing=replace(running, engine=engine))

    never = ("retire", "hint")
    offered = tuple(one for one in menu.ITEMS if one not in never)
    assert menu.items(session.playing) == offered
    assert len(menu.choices(session.setup, session.playing)) == len(offered)
    last = replace(session, mode=menu.Menu(PlayMode(), len(offered) - 1))
    assert press(last, CROSS).session.mode == menu.Menu(PlayMode(), 0)


def test_hints_are_allowed_at_the_board_alone():
    """After a game: other rules, each in turn; the words stay as they are."""
    rules = {"decipher": {"words": "mean"}}
    session = first_evening(players=PAIR, length=5, rules=rules)
    asked = press(choosing.ask(session, "again"), CROSS, CROSS, TICK).session
    assert asked.mode == Choosing("rules")
    asked = press(asked, CROSS, TICK).session
    while lobby.question(asked, asked.mode.question).code != "knob-hints":
        asked = press(asked, TICK).session
    begun = press(asked, CROSS, TICK, TICK).session

    options = {"hints": "on", "words": "mean"}
    assert dict(begun.playing.game.header.options) == options
    again = press(choosing.ask(begun, "again"), CROSS, CROSS, TICK).session
    assert again.mode.marked == 1
    usual = press(again, CROSS, CROSS, TICK).session
    assert dict(usual.playing.game.header.options) == {"words": "mean"}


def test_other_rules_ask_for_the_day_where_its_word_is_played():
    """With the word of the day the day's number is asked for."""
    rules = {"decipher": {"words": "day"}}
    session = first_evening(players=PAIR, length=5, rules=rules)
    asked = press(choosing.ask(session, "again"), CROSS, CROSS, TICK, TICK).session
    assert asked.mode.question == "day"
