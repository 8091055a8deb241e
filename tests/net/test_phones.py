"""Phones of the net: late ones look on, and a board that lets them see is found."""

from firmware_host.games.decipher.game import decipher
from firmware_host.session import holders
from tests.net import checks
from tests.net.test_found import played
from tests.net.world import World

SECRET = {"do": {"do": "secret", "by": 0, "word": "DUXIL"}, "phone": "ann's"}


def with_a_secret():
    """Return a board where Ann has made a word with a phone."""
    world = World({})
    begin = {"players": ["Ann", "Ben"], "length": 5, "board_makes": False}
    played(world, {"begin": begin}, {"phone": "ann's", "team": 0}, SECRET)
    return world


def test_a_late_phone_looks_on_until_it_is_let_in():
    world = with_a_secret()
    late = {"phone": "emil's", "team": 0}
    played(world, late, {"phone": "emil's", "let_in": 2}, {"restart": True})
    phones = world.phones()
    assert phones["ann's"]["shown"]
    assert not phones["emil's"]["shown"]
    played(world, {"phone": "ann's", "let_in": phones["emil's"]["number"]})
    assert world.phones()["emil's"]["shown"] == phones["ann's"]["shown"]


def test_a_late_phone_that_is_shown_the_secret_is_found(monkeypatch):
    """The check finds a board that does not test whether a phone only looks on."""
    world = with_a_secret()
    monkeypatch.setattr(holders, "looks_on", lambda *_: False)
    late = {"phone": "emil's", "team": 0}
    _, wrong = checks.after(world, world.look(), late)
    assert wrong == ["emil's phone is shown a secret of before it came"]


def test_a_phone_that_came_while_the_word_was_made_is_found(monkeypatch):
    """The check finds a board that tests only whether a word is sealed already."""
    world = World({})
    begin = {"players": ["Ann", "Ben"], "length": 5, "board_makes": False}
    sealed = holders.Secrets.is_sealed
    monkeypatch.setattr(holders.Secrets, "is_begun", sealed)
    come = [{"phone": key, "team": 0} for key in ("ann's", "emil's")]
    played(world, come[0], {"begin": begin}, come[1])
    _, wrong = checks.after(world, world.look(), SECRET)
    assert wrong == ["emil's phone is shown a secret of before it came"]


def test_a_phone_that_a_stranger_let_in_is_found(monkeypatch):
    """The check finds a board that accepts a phone let in by one that only looks on."""
    world = with_a_secret()
    played(world, *({"phone": key, "team": 0} for key in ("ben's", "emil's")))
    monkeypatch.setattr(holders, "looks_on", lambda _, one: one.key == "ben's")
    _, wrong = checks.after(world, world.look(), {"phone": "ben's", "let_in": 3})
    assert wrong == ["emil's phone is shown a secret of before it came"]


def test_a_lost_phone_is_let_go_when_its_game_is_called_off(monkeypatch):
    """A replaced phone and the right to its secret end with the game."""
    world = with_a_secret()
    played(world, {"phone": "emil's", "back": 1})
    assert set(world.phones()) == {"ann's", "emil's"}
    monkeypatch.setattr(type(decipher), "decide", None)
    played(world, {"do": {"do": "guess", "by": 1, "word": "HOUSE"}})
    assert set(world.phones()) == {"emil's"}


def test_a_lost_phone_that_stays_for_too_long_is_found(monkeypatch):
    world = with_a_secret()
    played(world, {"phone": "emil's", "back": 1})
    monkeypatch.setattr(
        "firmware_host.session.phones.without_lost", lambda same, *_: same
    )
    _, wrong = checks.after(world, world.look(), {"do": {"do": "end"}})
    assert wrong == ["phone 1 is kept, though its round is over"]


def test_phones_that_a_restart_forgets_are_found(monkeypatch):
    """The check finds a board that does not store its phones."""
    world = with_a_secret()
    monkeypatch.setattr("firmware_host.session.phones.read", lambda _: ())
    assert "a restart would change the phones" in checks.kept(world)
