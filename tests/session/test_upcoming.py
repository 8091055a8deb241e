"""The computed options of the next game, and how often they are computed."""

from collections import Counter

from firmware_host.board.events import Button
from firmware_host.games.catalogue import GAMES
from firmware_host.session import upcoming
from firmware_host.session.modes import choosing
from firmware_host.session.setups import Player
from tests.session.evening import first_evening, press

PAIR = (Player(button=Button.CIRCLE), Player(button=Button.SQUARE))


def test_a_game_that_begins_computes_its_options_once(monkeypatch):
    """Each option of it once, from "Same again?" until its first word is waited for."""
    real, counted = upcoming._on_this_board, Counter()

    def count(option, session):
        counted[option.name] += 1
        return real(option, session)

    monkeypatch.setattr(upcoming, "_on_this_board", count)
    session = choosing.ask(first_evening(players=PAIR), "again")
    assert press(session, Button.TICK).session.playing is not None

    options = [one.name for one in GAMES["decipher"].OPTIONS if one.number is None]
    assert counted == dict.fromkeys(options, 1)


def test_another_setup_has_options_of_its_own():
    """Each setup has its own computed options."""
    session = first_evening(players=PAIR)
    names = [one.name for one in upcoming.options(session)]
    other = first_evening(players=PAIR, game="keyword")
    assert [one.name for one in upcoming.options(other)] != names
    turned = first_evening(players=PAIR, rules={"decipher": {"hints": "on"}})
    assert dict(upcoming.changed_options(turned)) == {"hints": "on"}
    assert upcoming.changed_options(session) == ()
