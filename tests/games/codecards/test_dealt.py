"""Code cards that the board deals; and dealt games, counted by people."""

from random import Random

from hypothesis import given, settings, strategies as st

from firmware_host.board.events import Button, Called, Pressed, Tapped
from firmware_host.board.pieces import Card, Seat, Zone
from firmware_host.games import chance
from firmware_host.games.codecards.game import codecards
from firmware_host.games.codecards.state import (
    DECK,
    Break,
    Code,
    Column,
    Deal,
    Done,
    Hide,
    Lot,
    Name,
    Play,
)
from firmware_host.games.common import Leave, Undo, Undone, Void
from firmware_host.games.views import Viewer
from tests.games.codecards_play import (
    ENTROPY,
    LEE,
    TINA,
    begun,
    do,
    header,
    opened,
    refusal,
)

WORTH = {(True, True): 3, (True, False): 1, (False, True): 2, (False, False): 0}


def likeness(one, other):
    return WORTH[one[-1] == other[-1], one[:-1] == other[:-1]]


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


# --- the board deals


DEALT = (("cards", "dealt"),)


def fresh(*options):
    return codecards.start(header(options=(*DEALT, *options)))


def dealt(first=TINA, entropy=ENTROPY, deck=()):
    return do(fresh(), Deal(deck, first, entropy))


def test_codes_and_hands_come_from_the_chance_of_the_table():
    """Which the journal keeps; the same chance deals the same, another one not."""
    game = dealt()
    drawn = chance.draw_cards(ENTROPY, "deck", DECK, 52)
    now = game.round
    cards = [*game.rows[TINA], *game.rows[LEE], *now.held[TINA], *now.held[LEE]]
    assert [*cards, *now.stock] == list(drawn)
    assert tuple(map(len, (*game.rows, *now.held, now.stock))) == (3, 3, 6, 6, 34)
    assert (now.hands, now.deck) == ((6, 6), 34)
    assert dealt(entropy=bytes(32)).rows != game.rows
    assert now.deal.nonce == chance.nonce(ENTROPY)
    text = " ".join(drawn[:6])
    assert now.deal.commitment == chance.commitment(now.deal.nonce, 1, text)
    drawn_by = {
        do(fresh(), Deal((), None, bytes([n] * 32))).round.turn for n in range(20)
    }
    assert drawn_by == {TINA, LEE}


def test_each_sees_the_own_code_and_hand_and_nobody_else_any():
    """Not the public, not the other player; and no log names a card."""
    game = dealt()
    views = [codecards.view(game, seat) for seat in (TINA, LEE)]
    for seat, view in enumerate(views):
        assert (view.code, view.hand) == (game.rows[seat], game.round.held[seat])
    public = codecards.view(game, Viewer.PUBLIC)
    assert public == views[0].public == views[1].public
    everything = repr((game, views, codecards.requests(game)))
    assert [card for card in DECK if f"{card!r}" in everything] == []


def test_only_a_card_of_the_own_hand_is_played_and_all_others_are_refused_alike():
    """U1: hidden, in the other hand, in the deck, or played before."""
    game = dealt()
    hand = game.round.held[TINA]
    outcomes = {
        codecards.act(game, Play(Column(1), card)) for card in DECK if card not in hand
    }
    assert [(one.code, one.values) for one in outcomes] == [("card-impossible", ())]
    game = do(game, Play(Column(1), hand[2]))
    assert game.round.held[TINA] == (*hand[:2], *hand[3:])
    assert refusal(game, Play(Column(2), hand[2])) == "card-impossible"


def test_hands_are_filled_from_the_stock():
    """In its order, behind what is left; a card that is undone comes back."""
    game = dealt()
    before, stock = game.round.held[TINA], game.round.stock
    steps = [Play(Column(at), before[at - 1]) for at in (1, 2, 3)]
    after = do(game, *steps)
    assert after.round.held[TINA] == (*before[3:], *stock[:3])
    assert after.round.stock == stock[3:]
    assert do(after, Undo(), Undo(), Undo()) == game


def test_nothing_but_the_board_deals_here():
    """No card is hidden by name or by a tap, and none is played by a tap."""
    for game in (fresh(), dealt()):
        held = game.round.held[TINA][0] if game.round else DECK[0]
        item = Card(str(held.suit), held.rank)
        for zone in range(1, 7):
            told = codecards.interpret(game, Tapped(Zone(zone), item))
            assert refusal(game, told) == "cards-dealt"
        assert refusal(game, Hide(TINA, 1, DECK[0])) == "cards-dealt"
        assert refusal(game, Code(LEE, DECK[:3])) == "cards-dealt"
        assert refusal(game, Lot(TINA)) == "cards-dealt"
    assert refusal(fresh(), Play(Column(1), DECK[0])) == "deal-waits"
    assert refusal(dealt(), Deal(DECK, TINA)) == "codes-stand"
    for game in (codecards.start(header()), begun(cards="real")):
        assert refusal(game, Deal(DECK, TINA)) == "cards-real"


def test_a_deck_has_each_card_once():
    """A transcript has to name it; nothing is drawn without chance."""
    wrong = [(), DECK[:51], (*DECK[:51], DECK[0]), (*DECK, DECK[0])]
    for deck in wrong:
        assert refusal(fresh(), Deal(deck, TINA)) == "deck-impossible"
    assert refusal(fresh(), Deal(DECK, Seat(2))) == "not-a-player"
    assert dealt(deck=DECK).rows == (DECK[:3], DECK[3:6])
    assert dealt(deck=DECK, entropy=b"").round.deal.commitment == ""


def test_the_tick_deals_and_the_own_button_breaks_nothing():
    """It shows the player's cards behind the lid instead."""
    assert codecards.interpret(fresh(), Pressed(Button.TICK)) == Deal()
    assert codecards.with_entropy(Deal(), ENTROPY) == Deal(entropy=ENTROPY)
    assert codecards.with_entropy(Deal(DECK, TINA), ENTROPY) == Deal(DECK, TINA)
    assert codecards.interpret(dealt(), Pressed(Button.TICK)) == Done()
    assert codecards.interpret(dealt(), Called(TINA)) is None
    over = do(fresh(), Leave(TINA))
    assert codecards.interpret(over, Pressed(Button.TICK)) is None


def test_a_deal_is_not_undone_and_after_a_void_dealt_anew():
    """The voided cards are shown until then."""
    game = dealt()
    assert refusal(game, Undo()) == "nothing-to-undo"
    older = (Undone(1),)  # as a journal of rules 2 may have it
    assert codecards.fold(game, older) == fresh()
    called_off = do(game, Void())
    assert called_off.voided == " ".join(card for row in game.rows for card in row)
    assert (
        codecards.face(called_off, ("Tina", "Lee")).table.note.code
        == "cards-called-off"
    )
    again = do(called_off, Deal((), TINA, bytes(32)))
    assert (again.voided, again.round.hands) == ("", (6, 6))
    assert again.rows != game.rows


def test_a_page_may_say_only_what_its_game_leaves_to_pages():
    """A game from before the rule goes on as it was begun."""
    games = [codecards.start(header()), begun(cards="real"), fresh()]
    closed = [sorted(codecards.at_board(game)) for game in games]
    assert closed == [["deal"], ["code", "deal", "hide", "play"], ["code", "hide"]]
    may = [codecards.view(game, TINA).may for game in (opened(), games[1], games[2])]
    assert may == [("play", "skip", "break"), (), ("deal",)]
    assert codecards.view(dealt(), LEE).may == ()
    assert codecards.view(dealt(), TINA).may == ("play",)


@settings(max_examples=30)
@given(st.binary(min_size=32, max_size=32), st.integers(0, 2**32))
def test_a_game_that_the_board_deals_is_played_to_its_last_card(entropy, seed):
    """No card is in two places, none is lost, and the last one breaks the code."""
    chance_of_people = Random(seed)  # noqa: S311 - nobody's secret
    game = dealt(entropy=entropy)
    while game.round.broken_by is None:
        now = game.round
        lying = [card for row in now.piles for pile in row for card in pile]
        held = [card for hand in now.held for card in hand]
        every = [*lying, *held, *now.stock, *game.rows[TINA], *game.rows[LEE]]
        assert sorted(every) == sorted(DECK)
        assert now.hands == tuple(map(len, now.held))
        game = do(game, Play(now.column, chance_of_people.choice(now.held[now.turn])))
    assert game.round.held[game.round.broken_by] == ()
    assert game.round.stock == ()
