"""The values in a command are checked before the table gets it."""

from dataclasses import replace

import pytest

from firmware_host.board.commands import Choose, PagesAt, read_command
from firmware_host.board.events import Button
from firmware_host.board.players import BY_ANIMAL, Animal
from firmware_host.errors import AskedError
from firmware_host.games.bots import Bot
from firmware_host.session.setups import Player
from firmware_host.table.wishes import check_command, display_name
from tests.session.evening import first_evening, then

UMA = Player("Uma", Button.STAR)
SESSION = first_evening(players=(UMA, Player()))


def chosen(**wishes):
    """Return the players after the table has taken the command."""
    command = check_command(SESSION, read_command({"command": "choose", **wishes}))
    return then(SESSION, command).session.setup.players


def test_bots_stand_among_the_names_with_their_strength_and_animal():
    """
    Bots are given among the names, by strength and animal.

    Their names are dropped.
    """
    uma, bot = chosen(
        players=["Uma", "Bot Cat"], animals=["fox", "cat"], bots=["", "sharp"]
    )
    assert replace(uma, person=0) == replace(UMA, animal="fox")
    assert uma.animal is Animal.FOX
    assert bot.bot == Bot("sharp", Animal.CAT)


def test_bots_without_an_animal_get_one_each():
    """Bots without an animal get different ones."""
    one, _, other = chosen(players=["A", "B", "C"], bots=["easy", "", "easy"])
    assert (one.bot.animal, other.bot.animal) == ("panda", "cat")


def test_players_without_a_name_are_known_by_their_animals():
    """Two may be: each keeps its button, whatever the order."""
    fox, owl = (
        Player(BY_ANIMAL, button, animal=animal)
        for button, animal in ((Button.CIRCLE, "fox"), (Button.SQUARE, "owl"))
    )
    session = first_evening(players=(fox, owl))
    wishes = {"players": [BY_ANIMAL] * 3, "animals": ["owl", "frog", "fox"]}
    command = check_command(session, read_command({"command": "choose", **wishes}))
    frog = Player(BY_ANIMAL)
    assert then(session, command).session.setup.players == (owl, frog, fox)


def test_animals_and_bots_without_names_mean_nobody():
    """Animals and bots without names leave the players as they are."""
    before = [one.button for one in SESSION.setup.players]
    after = chosen(animals=["fox"], bots=["easy"], length=4)
    assert [one.button for one in after] == before


@pytest.mark.parametrize(
    "wishes",
    [
        {"players": ["Uma"], "bots": ["strong"]},
        {"bots": "easy"},
        {"animals": ["dog"]},
        {"colour": 1},
        {"players": ["Uma", "uma"]},
        {"players": ["Board"]},
        {"players": [" "]},
    ],
    ids=str,
)
def test_what_there_is_not_is_refused_in_one_sentence(wishes):
    """An invalid value raises AskedError."""
    with pytest.raises(AskedError):
        chosen(**wishes)


def test_rules_that_are_as_usual_are_left_out():
    """Rules with their default values are left out."""
    rules = {"guess_tokens": 3, "hand": "confirm"}
    command = check_command(SESSION, Choose(game="decipher", rules=rules))
    assert command.rules == {"hand": "confirm"}


@pytest.mark.parametrize("address", ["https://a.b", "http://A", "http://a.b/c", "x"])
def test_pages_are_at_an_address_that_a_phone_can_be_shown(address):
    assert check_command(SESSION, PagesAt("")) == PagesAt("")
    assert check_command(SESSION, PagesAt("http://a.b:80")) == PagesAt("http://a.b:80")
    with pytest.raises(AskedError):
        check_command(SESSION, PagesAt(address))


def test_a_name_is_shown_as_it_is_kept():
    """
    A name is stored without surplus spaces.

    One without visible letters is refused.
    """
    assert display_name("  Uma  T ") == "Uma T"
    with pytest.raises(AskedError):
        display_name("\x07")
