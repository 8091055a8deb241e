"""
An hour of strangers at a kiosk: it is always back at its start, and keeps nothing.

Time is the loop's own, so the hour takes seconds; `tests/browser` has some minutes of
it in a real browser.
"""

import gc
import random

import pytest

from tests.net.hands import press
from tests.net.world import CANARIES, World

HOUR_MS = 3_600_000

#: A visit is over at the latest after so long without a touch.
GONE_MS = 80_000

#: How long people take from one touch to the next, at most: quick ones, slow ones, and
#: those who look at it for long.
PACES_MS = (1500, 4000, 20_000)

#: So many objects more or less are the last stranger's word, and no heap that grows.
SOME_OBJECTS = 400


def at_start(world):
    """Return whether the tutorial waits, in the default language, or bots play."""
    seen = world.look()["public"]
    kiosk, view, players = seen["kiosk"], seen["view"], seen["players"]
    if kiosk["here"] or seen["language"] != "de":
        return False
    if not seen["tutorial"]:
        return bool(players) and all(one["bot"] for one in players)
    return not any(map(any, view["placed"])) and view["holding"] is not None


class Stranger:
    """
    A visitor who plays with the board for a while and goes away.

    Args:
        world: The kiosk's.
        chance: What they make of it.
    """

    def __init__(self, world, chance):
        self.world, self.chance = world, chance
        self.pace_ms = chance.choice(PACES_MS)
        self.seen = set()
        self.doings = (
            *[self.tap] * 6,
            *(self.stray, self.guess, self.know, self.player, self.tick, self.tick),
            *(self.cross, self.talk, self.phone, self.wish, self.dawdle),
        )

    def visit(self):
        """Play a random number of times, then leave; return all that was seen."""
        for _ in range(self.chance.randrange(1, 40)):
            self.chance.choice(self.doings)()
            self.world.do({"wait": self.chance.randrange(200, self.pace_ms)})
            self.look()
        self.world.do({"wait": GONE_MS})
        return self.seen

    def look(self):
        """Note how far they have come."""
        seen = self.world.look()["public"]
        stage = "lesson" if seen["tutorial"] else seen["phase"]
        asks = seen["kiosk"] is not None and seen["kiosk"]["asks"]
        self.seen |= {stage, "asks"} if asks else {stage}

    def tap(self):
        """Lay the piece in hand in one of the zones."""
        kind = self.world.look()["public"]["kind"] or "red"
        number, zone = self.chance.randrange(1, 9), self.chance.randrange(1, 7)
        self.world.do({"tap": zone, "item": f"{kind}-{number}"})

    def stray(self):
        """Hold something else to it: a phone with a tag, a bus ticket, a card."""
        item = self.chance.choice(("?", "card-start-keyword", "blue-1", "tile-A-1"))
        self.world.do({"tap": self.chance.randrange(0, 7), "item": item})

    def guess(self):
        """Say a word that it is not."""
        word = self.chance.choice(CANARIES)
        self.world.do({"do": {"do": "guess", "by": 0, "word": word}})

    def know(self):
        """Say the word that it is."""
        playing = self.world.table.session.playing
        if playing is not None and playing.game.round is not None:
            word = playing.game.round.puzzle.word
            self.world.do({"do": {"do": "guess", "by": 0, "word": word}})

    def press(self, button):
        """Press a button, and let it go."""
        for event in press(button):
            self.world.do(event)

    def player(self):
        """Press a player's button."""
        self.press(self.chance.choice(("circle", "square", "star")))

    def tick(self):
        """Press the tick."""
        self.press("tick")

    def cross(self):
        """Press the cross."""
        self.press("cross")

    def talk(self):
        """Choose a language on the page."""
        language = self.chance.choice(("en", "de"))
        self.world.do({"kiosk": "stay", "language": language})

    def phone(self):
        """Try to leave a name."""
        self.world.do({"phone": "theirs", "join": "Mallory"})
        self.world.do({"sit": "Mallory"})
        self.world.do({"name": "Mallory", "seat": 0})

    def wish(self):
        """Press one of the extra buttons on the page."""
        self.world.do({"kiosk": self.chance.choice(("stay", "game", "over"))})

    def dawdle(self):
        """Look out of the window."""
        self.world.do({"wait": self.chance.randrange(30_000, 79_000)})
        self.look()


def drawn(seed):
    """Return chance that can be had again."""
    return random.Random(seed)  # noqa: S311 - the same strangers each time


def opened(seed):
    """Return a kiosk at its start."""
    build = {"seed": seed, "place": "kiosk", "language": "de"}
    world = World(build)
    world.do({"wait": 1000})
    return world


@pytest.mark.ci
@pytest.mark.parametrize("seed", range(3))
def test_an_hour_of_strangers_leaves_nothing(seed):
    """After each visitor the kiosk is at its start, and nothing is stored."""
    world, chance = opened(seed), drawn(seed)
    stored, seen = len(world.journal.entries), set()
    while world.loop.now_ms() < HOUR_MS:
        seen |= Stranger(world, chance).visit()
        assert at_start(world)
    session = world.table.session
    assert {"lesson", "choosing", "playing", "over", "asks"} <= seen
    assert len(world.journal.entries) == stored
    assert "Mallory" not in str(world.look())
    house = session.visit.house
    assert (session.phones, house.players, session.next_game) == ((), (), 1)


@pytest.mark.long
def test_a_day_of_strangers_needs_no_more_memory():
    """The number of objects does not grow in the second half of a day of visitors."""
    world, chance, held = opened(9), drawn(9), []
    while world.loop.now_ms() < 8 * HOUR_MS:
        Stranger(world, chance).visit()
        gc.collect()
        held.append(len(gc.get_objects()))
    half = len(held) // 2
    assert half > 50
    assert max(held[half:]) < max(held[:half]) + SOME_OBJECTS


def test_who_stays_for_long_makes_room():
    """A visitor who does not play must make room after a notice."""
    world = opened(5)
    Stranger(world, drawn(5)).tap()
    for _ in range(20):
        world.do({"wait": 30_000})
        world.do({"kiosk": "stay"})
    assert world.look()["public"]["kiosk"]["turn"] == "up"
    world.do({"wait": 15_000})
    world.do({"kiosk": "stay"})
    assert not at_start(world)
    world.do({"wait": 6000})
    assert at_start(world)


def test_a_kiosk_that_loses_its_power_begins_again():
    """After a power failure during a visit the kiosk starts with the tutorial."""
    world = opened(7)
    Stranger(world, drawn(7)).tap()
    world.do({"restart": True})
    world.do({"wait": 1000})
    assert at_start(world)


def test_these_strangers_would_be_seen_to_stay():
    """The same hands at a board at home leave rows behind them."""
    world = World({"seed": 1, "players": ()})
    world.do({"begin": {"players": ["Mallory"]}})
    stored = len(world.journal.entries)
    Stranger(world, drawn(1)).visit()
    assert len(world.journal.entries) > stored
    assert "Mallory" in str(world.look())
