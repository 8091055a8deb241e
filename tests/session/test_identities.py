"""Everybody has a number that stays: over seats, names, games and a restart."""

from dataclasses import replace

import pytest

from firmware_host.board.commands import Begin, Choose, Dress, Rename, Sit, Stand
from firmware_host.board.events import Button
from firmware_host.board.messages import Refused
from firmware_host.board.pieces import NOBODY, Seat
from firmware_host.board.players import Animal
from firmware_host.session import identities
from firmware_host.session.modes import choosing
from firmware_host.session.setups import read_setup
from firmware_host.session.step import step
from tests.session.evening import ENTROPY, first_evening, playing, press, then


def persons(session):
    return [one.person for one in identities.players_at_table(session)]


def sat(session, *names):
    for name in names:
        session = then(session, Sit(name)).session
    return session


def kept(done):
    """Return the settings that a step keeps."""
    return {} if done.entry is None else dict(done.entry.settings)


def test_everybody_who_comes_gets_a_number_of_their_own():
    """Every player who joins gets a different number and keeps it."""
    session = sat(first_evening(), "Tina", "Lee")
    first = persons(session)
    session = press(choosing.ask(session, "players"), Button.STAR).session
    assert persons(session)[:2] == first
    assert len({*persons(session), NOBODY}) == 4


def test_the_number_comes_by_chance():
    """The number is random, so that it is never another player's."""
    one, other = [
        step(first_evening(), Sit("Tina"), now_ms=0, entropy=entropy).session
        for entropy in (ENTROPY, ENTROPY[::-1])
    ]
    assert persons(one) != persons(other)


def test_it_stays_when_the_name_or_the_seat_changes():
    session = sat(first_evening(), "Tina", "Lee", "Ben")
    tina, lee, ben = persons(session)
    session = then(session, Rename(Seat(1), "")).session
    session = then(session, Stand(Seat(0))).session
    assert persons(session) == [lee, ben]
    assert tina not in persons(session)


def test_it_stays_from_game_to_game():
    """Players keep their numbers from game to game."""
    session = sat(playing(board_makes=True), "Uma")
    before = persons(session)
    session = then(session, Stand(Seat(0))).session
    session = then(session, Choose(game="wqrdles")).session
    assert persons(session) == before
    assert [one.person for one in session.setup.players] == before[1:]


def test_two_without_name_and_button_are_two():
    """Two players without a name and a button have two numbers."""
    session = sat(playing(board_makes=True), "Uma")
    session = then(session, Rename(Seat(2), "")).session
    running = session.playing
    game = replace(running.game, over=True)
    over = replace(session, playing=replace(running, game=game))
    session = sat(over, "Ida")
    session = then(session, Rename(Seat(3), "")).session
    assert len(persons(session)) == 4


def test_it_is_kept_with_a_game_and_with_what_was_chosen():
    """Numbers alone: no name is in these settings."""
    done = then(sat(first_evening(), "Tina", "Lee"), Begin())
    session, settings = done.session, kept(done)
    assert "Tina" not in settings[identities.SEATS]
    read = identities.read(settings)
    bare = tuple(replace(one, person=NOBODY) for one in session.playing.players)
    again = read.seated(replace(session.playing, players=bare))
    assert [one.person for one in again.players] == persons(session)
    another = replace(session.playing, players=bare, game_id=7)
    assert [one.person for one in read.seated(another).players] == [NOBODY, NOBODY]

    joined = then(session, Sit("Uma"))
    again = identities.read(kept(joined)).seated(joined.session.playing)
    assert [one.person for one in again.players] == persons(joined.session)


def test_those_with_buttons_are_known_before_any_game():
    session = press(choosing.ask(first_evening(), "players"), Button.STAR).session
    done = then(session, Choose(rounds=2))
    setup, _ = read_setup(kept(done)["setup"], ("en",))
    assert setup.players[0].person == NOBODY
    known = identities.read(kept(done)).waiting(setup)
    assert [one.person for one in known.players] == persons(session)


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "7", "null", '{"game": []}', '{"game": 1, "seats": 3}']
)
def test_a_setting_that_cannot_be_read_is_nothing(text):
    """An unreadable setting counts as empty."""
    for key in (identities.SEATS, identities.BUTTONS):
        assert identities.read({key: text}) == identities.StoredNumbers()
    assert (
        identities.read({identities.BUTTONS: '{"moon": 3}'})
        == identities.StoredNumbers()
    )
    bare = identities.read({identities.BUTTONS: '{"star": 3}'})
    assert (bare.game, bare.seats, dict(bare.buttons)) == (0, (), {"star": 3})


def test_a_number_is_of_six_bytes():
    """A number has at most 48 bits, so that JavaScript can represent it."""
    event, entropy = Sit("Tina"), b"\xff" * 32
    session = step(first_evening(), event, now_ms=0, entropy=entropy).session
    assert persons(session) == [2**48 - 1]


# --- animals -----------------------------------------------------------------


def animals(session):
    """Return the animals of the players."""
    return [one.animal for one in identities.players_at_table(session)]


def test_everybody_is_an_animal_of_their_own():
    """Four buttons have one each, and all others the first that is free."""
    session = sat(playing(seats=3, board_makes=True), "Uma", "Ida")
    fox, owl, frog, rabbit, penguin, *_ = Animal
    assert animals(session) == [fox, owl, frog, rabbit, penguin]
    star = press(choosing.ask(first_evening(), "players"), Button.STAR).session
    assert animals(star) == [rabbit]


def test_whoever_wants_to_be_another_one_changes_with_whoever_was_it():
    """A player who takes another's animal swaps with them, also for the next game."""
    fox, owl, *_ = Animal
    done = then(playing(board_makes=True), Dress(owl, Seat(0)))
    assert animals(done.session) == [owl, fox]
    assert [one.animal for one in done.session.setup.players] == [owl, fox]
    lone = then(done.session, Dress(Animal.PANDA, Seat(1))).session
    assert animals(lone) == [owl, Animal.PANDA]
    nobody = then(lone, Dress(fox, Seat(5)))
    assert nobody.outcome == Refused("nobody-there")


def test_animals_outlive_a_restart():
    """Animals survive a restart."""
    done = then(playing(board_makes=True), Dress(Animal.CAT, Seat(0)))
    settings = {**kept(then(done.session, Choose(rounds=2))), **kept(done)}
    bare = [replace(one, animal=None) for one in done.session.playing.players]
    read = identities.read(settings)
    again = read.seated(replace(done.session.playing, players=tuple(bare)))
    assert [one.animal for one in again.players] == animals(done.session)
    unknown = identities.read({identities.ANIMAL_OF: '{"3": "unicorn"}'})
    assert unknown == identities.StoredNumbers()
