"""The key of a duplicate evening, given at the board itself."""

import pytest

from firmware_host.board.commands import BeginEvening, Choose, Sit
from firmware_host.board.events import (
    ZONE_BUTTONS,
    Button,
    Pressed,
    Released,
    Tapped,
    Woke,
)
from firmware_host.board.messages import Refused, say
from firmware_host.board.pieces import RACK, Card, Tile
from firmware_host.hall.evening import LETTERS, new_key, seed_of
from firmware_host.session.modes import choosing
from firmware_host.session.modes.choosing import Choosing
from firmware_host.session.modes.evening_key import EveningKey
from firmware_host.session.modes.filling import HOLD_MS, RUN_MS
from firmware_host.session.setups import Player
from tests.session.evening import face, first_evening, press, then

TICK, CROSS = Button.TICK, Button.CROSS
CIRCLE = (Player(button=Button.CIRCLE),)
KEY = new_key(bytes(range(16)), language="en", length=4, rounds=2)


def asked(**setup):
    """A board after a game, at which a duplicate evening was chosen."""
    session = choosing.ask(first_evening(**{"players": CIRCLE, **setup}), "again")
    session = press(session, CROSS, CROSS, TICK).session
    return press(session, Button.ZONE_3, TICK).session


def chosen(letters):
    """The buttons that choose a group's letters."""
    return [
        button
        for button, letter in zip(ZONE_BUTTONS, letters, strict=False)
        for _ in range(LETTERS.index(letter) + 1)
    ]


def given(session, text=KEY.text):
    """Give a key by buttons, each group with a tick; return the last step."""
    for at in range(0, len(text), 3):
        done = press(session, *chosen(text[at : at + 3]), TICK)
        session = done.session
    return done


def evening(key=KEY, **more):
    """Return the command that begins a tournament, with its key and seed."""
    return BeginEvening(key=key.text, seed=seed_of(key).hex(), **more)


def reckoned(done):
    """Return the command that comes after the key's seed was computed."""
    return evening(done.key, at_board=True)


def local(session):
    """Return the line of the local table screen."""
    return face(session).local.line


def test_an_evening_is_chosen_with_the_rules_and_asks_for_its_key():
    """
    A tournament is chosen among the rules and asks for its key.

    Games without words do not offer it.
    """
    session = asked()
    assert isinstance(session.mode, EveningKey)
    assert session.mode.under == Choosing("rules", 2)
    assert local(session) == say("key-group", n=1, letters="???")
    other = choosing.ask(first_evening(game="codecards", players=CIRCLE), "rules")
    assert "rules-evening" not in [one.code for one in face(other).table.choices]


def test_four_groups_of_three_letters_are_given_by_three_buttons():
    """Four groups of three letters are entered, and then the seed is computed."""
    session = asked()
    for number in range(4):
        letters = KEY.text[3 * number : 3 * number + 3]
        session = press(session, *chosen(letters)).session
        assert local(session) == say("key-group", n=number + 1, letters=letters)
        done = press(session, TICK)
        session = done.session
        assert done.key == (KEY if number == 3 else None)
    assert local(session) == say("key-whole", letters=KEY.spoken)
    assert face(session).local.note == say("key-moment")

    begun = then(session, reckoned(done)).session
    assert begun.playing.seed == seed_of(KEY)
    assert (begun.playing.header.length, begun.playing.header.rounds) == (4, 2)
    settled = {"length": say("length", n=4), "rounds": say("rounds", n=2)}
    said = say("evening-begins", language=say("language-en"), **settled)
    assert begun.said == said == face(begun).table.note


def test_a_slip_is_told_and_nothing_is_lost():
    """Each group is looked at again; one letter is put right."""
    wrong = KEY.text[:4] + ("A" if KEY.text[4] != "A" else "B") + KEY.text[5:]
    done = given(asked(), wrong)
    assert (done.outcome, done.key) == (Refused("evening-key"), None)
    assert local(done.session) == say("key-group", n=1, letters=wrong[:3])
    assert face(done.session).local.note.code == "refused-evening-key"

    again = press(done.session, TICK).session
    ahead = (LETTERS.index(KEY.text[4]) - LETTERS.index(wrong[4])) % len(LETTERS)
    again = press(again, *[Button.ZONE_2] * ahead, TICK, TICK).session
    assert press(again, TICK).key == KEY


def test_the_cross_takes_back_letter_by_letter_and_then_the_evening():
    """Into the group before it, where there is one."""
    session = press(asked(), *chosen("BCD"), TICK, *chosen("EF")).session
    seen = []
    while isinstance(session.mode, EveningKey):
        seen.append(local(session)["letters"])
        session = press(session, CROSS).session
    assert seen == ["EF?", "E??", "???", "BCD", "BC?", "B??", "???"]
    assert session.mode == Choosing("rules", 2)


def test_a_whole_key_is_taken_back_into_its_last_group():
    """
    A cross returns from the whole key to its last group.

    A seed that arrives meanwhile begins nothing.
    """
    done = given(asked())
    back = press(done.session, CROSS).session
    assert local(back) == say("key-group", n=4, letters=KEY.text[9:])
    late = then(back, reckoned(done))
    assert (late.session, late.outcome) == (back, None)
    assert then(press(back, TICK).session, reckoned(done)).session.playing is not None


def test_a_group_goes_on_with_three_letters_alone():
    """A group needs three letters; the buttons of other zones choose none."""
    for session in (asked(), press(asked(), *chosen("AB")).session):
        assert press(session, TICK).outcome == Refused("evening-letters")
    assert press(asked(), Button.ZONE_4).outcome == Refused("button-idle")
    assert press(given(asked()).session, Button.ZONE_1).outcome.code == "button-idle"


def test_a_held_button_runs_through_the_letters_that_a_key_has():
    """A held button runs through the letters of a key, without I and O."""
    assert local(press(asked(), *[Button.ZONE_1] * 9).session)["letters"] == "J??"
    assert local(press(asked(), *[Button.ZONE_1] * 25).session)["letters"] == "A??"
    session = then(asked(), Pressed(Button.ZONE_2)).session
    session = then(session, Woke(), HOLD_MS - 1).session
    assert local(session)["letters"] == "?A?"
    session = then(session, Woke(), HOLD_MS).session
    session = then(session, Woke(), HOLD_MS + RUN_MS).session
    assert local(session)["letters"] == "?C?"
    session = then(session, Released(Button.ZONE_2), HOLD_MS + RUN_MS + 1).session
    assert then(session, Woke(), 2 * HOLD_MS).session == session


def test_letter_tiles_give_it_too():
    """The key can be entered with letter tiles on the rack."""
    session = asked()
    assert then(session, Tapped(RACK, Tile("I"))).outcome.code == "evening-letters"
    for letter in KEY.text:
        session = then(session, Tapped(RACK, Tile(letter))).session
    assert local(session) == say("key-group", n=4, letters=KEY.text[9:])
    assert then(session, Tapped(RACK, Tile("A"))).outcome.code == "evening-letters"
    assert press(session, TICK).key == KEY


def test_a_key_for_words_of_another_language_is_refused():
    """A key for another language is refused, and its letters stay."""
    done = given(asked(language="de"))
    assert (done.outcome, done.key) == (Refused("evening-language"), None)


def test_who_plays_sits_down_meanwhile():
    """Without players the key waits; players can join, and the tick tries again."""
    done = given(asked(players=()))
    alone = then(done.session, reckoned(done))
    assert alone.outcome == Refused("nobody-sits")
    assert local(alone.session) == say("key-whole", letters=KEY.spoken)
    sat = press(alone.session, Button.STAR).session
    assert "who-plays" in face(sat).local.status.code
    by_phone = then(sat, Sit("Tina")).session
    again = press(by_phone, TICK)
    begun = then(again.session, reckoned(again)).session
    assert len(begun.playing.players) == 2


def test_a_game_that_has_begun_meanwhile_goes_on():
    """A page was quicker; the second seed begins nothing."""
    done = given(asked())
    begun = then(
        done.session, evening(new_key(bytes(16), language="en", length=5, rounds=3))
    ).session
    assert then(begun, reckoned(done)).session == begun


@pytest.mark.parametrize("letters", ["", "AB", "ABCDEF", KEY.text])
def test_nobody_else_sees_a_letter(letters):
    """Entering letters is quiet: nothing public, stored or printed has them."""
    public = face(asked())
    session = asked()
    for at, letter in enumerate(letters):
        before = session
        button = ZONE_BUTTONS[at % 3]
        for _ in range(LETTERS.index(letter) + 1):
            done = press(session, button)
            assert (done.quiet, done.entry) == (True, None)
            session = done.session
        if at % 3 == 2 and at < len(letters) - 1:
            done = press(session, TICK)
            assert (done.quiet, done.entry) == (True, None)
            session = done.session
        assert session.moments == before.moments
    shown = face(session)
    assert (shown.table, shown.zones) == (public.table, public.zones)
    printed = repr((session, shown, shown.local, done if letters else None))
    assert not letters or letters[-3:] not in printed


def test_a_page_does_not_disturb_it_and_may_begin_the_evening_first():
    """A command from a page keeps the entered letters, and may begin the tournament."""
    session = press(asked(), *chosen("ABC")).session
    named = then(session, Choose(players=("Tina",))).session
    assert named.mode == session.mode
    begun = then(named, evening()).session
    assert begun.playing.players[0].name == "Tina"


def test_a_start_card_chooses_another_game_in_its_place():
    """The key is gone with the evening."""
    taken = then(asked(), Tapped(RACK, Card("start-keyword"))).session
    assert (taken.mode.question, taken.setup.game) == ("players", "keyword")
