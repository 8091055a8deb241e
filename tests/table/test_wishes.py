"""What somebody wants to play, and with whom, is checked before the table hears it."""

from dataclasses import replace

import pytest

from firmware_host.board.animals import BY_ANIMAL
from firmware_host.board.events import Button
from firmware_host.errors import AskedError
from firmware_host.games.bots import Bot
from firmware_host.session.asked import Adopted
from firmware_host.session.setups import Player
from firmware_host.table.wishes import adopted, shown
from tests.session.evening import first_evening

UMA = Player("Uma", Button.STAR)
SESSION = first_evening(players=(UMA, Player()))


def test_bots_stand_among_the_names_with_their_strength_and_animal():
    """What a page calls one is not kept: the board has a name for it."""
    wishes = {
        "players": ["Uma", "Bot Cat"],
        "animals": ["fox", "cat"],
        "bots": ["", "sharp"],
    }
    uma = replace(UMA, animal="fox")
    changes = {"players": (uma, Player(bot=Bot("sharp", "cat")))}
    assert adopted(SESSION, wishes, begin=True) == Adopted(changes, begin=True)


def test_bots_without_an_animal_get_one_each():
    """No two are called the same."""
    wishes = {"players": ["A", "B", "C"], "bots": ["easy", "", "easy"]}
    one, _, other = adopted(SESSION, wishes, begin=True).changes["players"]
    assert (one.bot.animal, other.bot.animal) == ("panda", "cat")


def test_players_without_a_name_are_known_by_their_animals():
    """Two may be: each keeps its button, whatever the order."""
    fox, owl = (
        Player(BY_ANIMAL, button, animal=animal)
        for button, animal in ((Button.CIRCLE, "fox"), (Button.SQUARE, "owl"))
    )
    session = first_evening(players=(fox, owl))
    wishes = {"players": [BY_ANIMAL] * 3, "animals": ["owl", "frog", "fox"]}
    frog = Player(BY_ANIMAL)
    assert adopted(session, wishes, begin=True).changes["players"] == (owl, frog, fox)
    with pytest.raises(AskedError):
        adopted(session, {"players": ["Ann", "ann"]}, begin=True)


def test_animals_and_bots_without_names_mean_nobody():
    """Who plays stays as it was."""
    wishes = {"animals": ["fox"], "bots": ["easy"], "length": 4}
    assert adopted(SESSION, wishes, begin=False) == Adopted({"length": 4})


@pytest.mark.parametrize(
    "wishes",
    [{"bots": ["strong"]}, {"bots": "easy"}, {"animals": ["dog"]}, {"colour": 1}],
    ids=str,
)
def test_what_there_is_not_is_refused_in_one_sentence(wishes):
    """Nothing of it reaches the table."""
    with pytest.raises(AskedError):
        adopted(SESSION, wishes, begin=True)


def test_a_name_is_shown_as_it_is_kept():
    """Without what nobody could see."""
    assert shown("  Uma  T ") == "Uma T"
    with pytest.raises(AskedError):
        shown("\x07")
