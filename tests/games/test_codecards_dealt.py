"""Whole games of Code cards with a dealt deck and hands, counted by people."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_host.games import codecards
from firmware_host.games.codecards_deck import DECK, Column
from firmware_host.games.codecards_facts import Break, Code, Done, Lot, Name, Play
from tests.games.codecards_play import LEE, TINA, do, header

WORTH = {(True, True): 3, (True, False): 1, (False, True): 2, (False, False): 0}


def likeness(one, other):
    return WORTH[one.value[-1] == other.value[-1], one.value[:-1] == other.value[:-1]]


class People:
    """Two people with real cards, who count for themselves."""

    def __init__(self, chance):
        self.chance = chance
        self.deck = chance.sample(DECK, len(DECK))
        self.codes = [self.draw(3), self.draw(3)]
        self.hands = [self.draw(6), self.draw(6)]
        self.tops = [[None] * 3, [None] * 3]

    def draw(self, count):
        """Return the next cards of the deck, as many as there are."""
        drawn, self.deck = self.deck[:count], self.deck[count:]
        return drawn

    def turn(self, seat, *, first):
        """Play some cards from the hand; return them as actions."""
        hand = self.hands[seat]
        most = min(3, len(hand))
        count = 3 if first else self.chance.randint(1, most)
        columns = sorted(self.chance.sample(range(3), count))
        plays = []
        for column in columns:
            card = hand.pop(self.chance.randrange(len(hand)))
            self.tops[seat][column] = card
            plays.append(Play(Column(column + 1), card))
        if hand and columns[-1] < 2:
            plays.append(Done())
        hand += self.draw(6 - len(hand))
        return plays

    def hits(self, seat):
        """Return the pennies before *seat*, looking at the row from the other side."""
        row = self.codes[1 - seat][::-1]
        return tuple(
            top is not None and likeness(top, hidden) > 0
            for top, hidden in zip(self.tops[seat], row, strict=True)
        )

    def score(self, seat, named):
        """Return what *seat* has earned."""
        row = self.codes[1 - seat][::-1]
        return sum(map(likeness, named, row))


@settings(max_examples=60)
@given(st.integers(0, 2**32), st.integers(2, 40))
def test_a_dealt_game_agrees_with_people_who_count(seed, breaks_at):
    """Pennies, hands, deck and points, to the code that is broken or the last card."""
    chance = Random(seed)  # noqa: S311 - nobody's secret
    people = People(chance)
    game = codecards.start(header())
    game = do(game, *(Code(seat, tuple(people.codes[seat])) for seat in (TINA, LEE)))
    seat = chance.choice((TINA, LEE))
    game = do(game, Lot(seat))
    turns = 0
    while turns < breaks_at and all(people.hands):
        game = do(game, *people.turn(seat, first=turns < 2))
        now = game.round
        assert now.pennies[seat] == people.hits(seat)
        assert now.hands == tuple(map(len, people.hands))
        assert now.deck == len(people.deck)
        seat, turns = 1 - seat, turns + 1
    if all(people.hands):
        game = do(game, Break())
    breaker = game.round.turn
    assert people.hands[breaker] == [] or breaker == seat
    named = [chance.sample(DECK, 3), chance.sample(DECK, 3)]
    game = do(game, *map(Name, [*named[breaker], *named[1 - breaker]]))
    points = tuple(people.score(one, named[one]) for one in (TINA, LEE))
    assert game.results[0].points == points
    best = max(points)
    assert game.winners == tuple(one for one in (TINA, LEE) if points[one] == best)
