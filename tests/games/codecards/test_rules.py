"""The rules of Code cards, one promise each."""

from random import Random

import pytest
from hypothesis import given, settings, strategies as st

from firmware_host.board.events import Button, Called, Pressed, Tapped, Woke
from firmware_host.board.faces import Buzz
from firmware_host.board.moments import tune
from firmware_host.board.pieces import Card, Kind, Piece, Seat, Zone
from firmware_host.errors import SettingsError
from firmware_host.games import chance
from firmware_host.games.codecards.game import codecards
from firmware_host.games.codecards.rules import (
    DECK,
    Break,
    Code,
    Column,
    Deal,
    Done,
    Hide,
    Lot,
    Name,
    Place,
    Play,
    PlayingCard,
    Skip,
)
from firmware_host.games.codecards.view import hits
from firmware_host.games.contract import AT_ONCE
from firmware_host.games.game import End, Join, Leave, Undo, Undone, Void
from firmware_host.games.views import Viewer
from firmware_host.testing.walks import context
from tests.games.codecards_play import (
    ENTROPY,
    LEE,
    LEES,
    TINA,
    TINAS,
    begun,
    cards,
    do,
    header,
    last_cards,
    names,
    opened,
    play,
    refusal,
    three,
)


def pennies(game, seat):
    return game.round.pennies[seat]


# --- the codes


def test_six_cards_tapped_face_down_are_the_codes():
    """
    Six cards tapped face down are the codes, one pad for each column and side.

    After the sixth the board draws the first player.
    """
    game = codecards.start(header())
    for zone, card in zip((1, 2, 3, 6, 5, 4), cards(f"{TINAS} {LEES}"), strict=True):
        assert codecards.wake(game) is None
        item = Card(card.suit, card.rank)
        game = do(game, codecards.interpret(game, Tapped(Zone(zone), item)))

    assert game.codes == (cards(TINAS), cards(LEES))
    assert codecards.wake(game) is AT_ONCE
    lot = codecards.with_entropy(codecards.interpret(game, Woke()), ENTROPY)
    game = do(game, lot)
    assert game.round.turn in (TINA, LEE)
    assert game.round.deal.nonce
    assert codecards.wake(game) is None


def test_the_lot_falls_on_either_player():
    """The first player is drawn from the round's entropy alone."""
    game = codecards.start(header())
    game = do(game, Code(TINA, cards(TINAS)), Code(LEE, cards(LEES)))
    drawn = {do(game, Lot(entropy=bytes([n] * 32))).round.turn for n in range(20)}

    assert drawn == {TINA, LEE}
    assert refusal(game, Lot(first=Seat(2))) == "not-a-player"


def test_a_card_tapped_over_another_one_takes_its_place():
    """A hidden card can be replaced until both codes are complete."""
    game = do(codecards.start(header()), Hide(TINA, Place(1), PlayingCard("QH")))
    game = do(game, Hide(TINA, Place(1), PlayingCard("KH")))
    assert game.rows[TINA] == (PlayingCard("KH"), None, None)
    assert refusal(game, Hide(TINA, Place(2), PlayingCard("QH"))) == ""

    stands = Hide(TINA, Place(1), PlayingCard("9H"))
    assert refusal(begun(), stands) == "codes-stand"
    assert refusal(begun(), Code(LEE, cards(LEES))) == "codes-stand"
    assert refusal(begun(), Lot()) == "codes-stand"


def test_a_hidden_card_that_cannot_be_is_refused_in_one_wording():
    """A hidden card that is in either row gets the same refusal."""
    game = do(codecards.start(header()), Code(TINA, cards(TINAS)))

    refused = {
        refusal(game, action)
        for action in (
            Code(LEE, cards("2D 2D KC")),
            Code(LEE, cards("2D QH KC")),
            Hide(LEE, Place(1), PlayingCard("7C")),
        )
    }
    assert refused == {"card-impossible"}


def test_nothing_is_played_before_both_codes_stand():
    """Before both codes are complete, and before the draw, actions are refused."""
    game = do(codecards.start(header()), Code(TINA, cards(TINAS)))
    early = (play(1, "3S"), Skip(), Done(), Break(), Name(DECK[0]), Void())

    assert {refusal(game, one) for one in (*early, Lot())} == {"codes-wait"}
    hidden = do(game, Code(LEE, cards(LEES)))
    assert {refusal(hidden, action) for action in early} == {"lot-waits"}
    assert refusal(game, Hide(Seat(2), Place(1), DECK[0])) == "not-a-player"
    assert refusal(game, Hide(LEE, Place(4), DECK[0])) == "no-such-place"
    assert refusal(game, Code(LEE, cards("2D"))) == "code-length"


def test_two_play_and_no_others():
    """Codecards has exactly two seats."""
    assert refusal(begun(), Join(Seat(2))) == "no-seat"
    with pytest.raises(SettingsError, match="3 do not play codecards"):
        codecards.start(header(seats=3))


# --- a turn


def test_the_first_turn_lays_one_card_on_each_column_from_the_left():
    """The first turn puts one card on each column, from the left, and then ends."""
    game = begun()
    for action in (play(2, "3S"), Skip(), Done()):
        assert refusal(game, action) == "first-turn"

    game = do(game, play(1, "3S"))
    assert refusal(game, play(3, "4S")) == "first-turn"
    game = do(game, play(2, "4S"))
    assert refusal(game, Done()) == "first-turn"
    game = do(game, play(3, "5S"))
    assert (game.round.turn, game.round.fresh) == (LEE, TINA)
    assert refusal(game, Skip()) == "first-turn"


def test_a_column_faces_the_card_counted_from_the_other_side():
    """Tina's column 1 faces Lee's third card, and the other way round."""
    game = do(begun(), *three("KS 10H 2S"))
    assert pennies(game, TINA) == (True, True, True)

    game = do(game, *three("AC QD 7H"))
    assert pennies(game, LEE) == (True, False, True)


def test_a_hit_is_the_suit_or_the_rank():
    """KC is hit by a club and by a king, not by anything else."""
    for card, hit in (("3C", True), ("KS", True), ("QS", False)):
        game = do(begun(), *three(f"{card} 4S 5S"))
        assert pennies(game, TINA) == (hit, False, False)


def test_a_penny_stays_as_long_as_its_card_is_on_top():
    """A column that is not played on keeps its answer."""
    game = do(begun(), *three("KS 10H 5S"), *three("3H 4H 5H"))
    game = do(game, play(1, "9S"))
    assert pennies(game, TINA) == (False, True, False)

    game = do(game, Done())
    assert pennies(game, TINA) == (False, True, False)


def test_from_the_second_turn_one_to_three_columns_get_a_card():
    """A later turn puts a card on one to three columns, from the left."""
    game = opened()
    assert refusal(game, Done()) == "play-one"
    assert refusal(do(game, Skip(), Skip()), Skip()) == "play-one"

    game = do(game, play(2, "6S"))
    assert refusal(game, play(1, "7S")) == "column-behind"
    assert refusal(game, play(2, "7S")) == "column-behind"
    assert do(game, Skip()).round.turn == LEE
    assert do(game, Done()).round.turn == LEE
    assert do(game, play(3, "7S")).round.turn == LEE
    assert refusal(do(game, Undo(), Skip()), play(1, "7S")) == "column-behind"


def test_a_card_before_ones_own_code_has_no_pile():
    """A card is refused in the zones of the player's own code."""
    game = begun()
    item = Card("spades", 3)

    own = codecards.interpret(game, Tapped(Zone(1), item))
    assert refusal(game, own) == "no-pile"
    assert codecards.interpret(game, Tapped(Zone(4), item)) == play(1, "3S")
    game = do(game, *three("3S 4S 5S"))
    assert codecards.interpret(game, Tapped(Zone(3), item)) == play(1, "3S")
    assert refusal(game, Play(Column(4), PlayingCard("9C"))) == "no-pile"


def test_an_impossible_card_is_refused_in_one_wording():
    """A card that was played, is one's own or is hidden gets the same refusal."""
    game = opened()
    outcomes = {codecards.act(game, play(1, card)) for card in ("3S", "3H", "QH", "2D")}

    assert [one.code for one in outcomes] == ["card-impossible"]
    assert [one.values for one in outcomes] == [()]


def test_what_is_refused_changes_nothing_at_all():
    """A refused action does not change the game."""
    game = opened()
    assert refusal(game, play(1, "2D"))
    assert game == opened()


def test_the_hand_is_refilled_while_the_deck_lasts():
    """Fifty-two less six hidden and twelve in hands are thirty-four."""
    game = begun()
    assert (game.round.hands, game.round.deck) == ((6, 6), 34)

    game = do(game, play(1, "3S"))
    assert game.round.hands == (5, 6)
    game = do(game, play(2, "4S"), play(3, "5S"))
    assert (game.round.hands, game.round.deck) == ((6, 6), 31)


# --- breaking the code


def test_the_code_is_broken_at_the_start_of_a_turn_only():
    """The code can be broken only at the start of a turn, and not on the first."""
    assert refusal(begun(), Break()) == "break-later"
    assert refusal(do(opened(), play(1, "6S")), Break()) == "break-first"
    assert refusal(do(opened(), Skip()), Break()) == "break-first"

    game = do(opened(), Break())
    assert (game.round.broken_by, game.round.turn) == (TINA, TINA)
    for action in (play(1, "6S"), Skip(), Done(), Break()):
        assert refusal(game, action) == "code-broken"


def test_the_house_may_allow_to_break_the_code_on_the_first_turn():
    """Before any card of it, as in any other turn; and it may be played as well."""
    for first in (TINA, LEE):
        game = begun(first=first, early_break="on")
        assert do(game, Break()).round.broken_by == first
        assert refusal(do(game, play(1, "3S")), Break()) == "break-first"
        second = do(game, *three("3S 4S 5S"))
        assert do(second, Break()).round.broken_by == 1 - first


def test_a_perfect_code_is_worth_nine():
    """Column by column, so Lee's row is named from its other end."""
    game = do(opened(), Break(), *names("KC 10D 2D"), *names("3C 3C 3C"))

    assert game.results[0].points == (9, 1)
    assert (game.over, game.winners) == (True, (TINA,))


def test_the_suit_is_worth_one_the_rank_two():
    """KC, 10D, 2D are hidden: right suit, right rank, nothing."""
    game = do(opened(), Break(), *names("3C 10S 5S"), *names("9S 9H 9D"))

    assert game.results[0].points == (3, 1)


@pytest.mark.parametrize(
    ("option", "earned"), [("1-1-3", 5), ("2-1-3", 6), ("0-0-3", 3)]
)
def test_the_table_may_agree_on_other_points(option, earned):
    """With other points for suit, rank and both, the result has those points."""
    game = do(opened(points=option), Break(), *names("3C 10S 2D"), *names("4D 4D 4D"))

    assert game.results[0].points[TINA] == earned


def test_equal_points_share_the_win():
    """Players with equal points share the win."""
    game = do(opened(), Break(), *names("KC 5S 5S"), *names("AS 5D 5D"))

    assert game.results[0].points == (3, 3)
    assert game.winners == (TINA, LEE)


def test_nothing_is_revealed_until_both_have_named():
    """Nothing is revealed until both players have named three cards."""
    game = do(opened(), Break(), *names("KC 10D 2D"), *names("9S 9H"))

    assert (game.results, game.over, game.round.turn) == ((), False, LEE)
    facts = codecards.act(game, Name(PlayingCard("9D")))
    assert [type(one).__name__ for one in facts] == ["Named", "Revealed", "GameEnded"]


def test_any_card_may_be_named():
    """Any card may be named, as a refusal would tell which ones are played."""
    game = do(opened(), Break())

    assert {refusal(game, Name(card)) for card in DECK} == {""}
    assert refusal(opened(), Name(DECK[0])) == "not-broken"


def test_whoever_plays_the_last_card_must_break_the_code():
    """The player of the last card must break the code, after that turn's answer."""
    game = last_cards(begun())
    now = game.round

    assert now.deck == 0
    assert now.hands[now.broken_by] == 0
    assert (now.turn, now.column, now.fresh) == (now.broken_by, 1, now.broken_by)
    played = sum(len(pile) for row in now.piles for pile in row)
    assert played + sum(now.hands) + now.deck == 46


# --- going back, and home


def test_undo_takes_back_one_action_after_the_other():
    """A third card with its answers; before the lot, the card that brought it."""
    game = begun()
    steps = [game]
    for action in three("3S 4S 5S"):
        game = do(game, action)
        steps.append(game)
    for earlier in reversed(steps[:-1]):
        game = do(game, Undo())
        assert game == earlier

    game = do(game, Undo())
    assert (game.round, game.rows[LEE]) == (None, (None,) * 3)
    game = do(game, Undo())
    assert refusal(game, Undo()) == "nothing-to-undo"


def test_undo_takes_back_a_named_card_and_the_breaking():
    """Named cards and the breaking can be undone before the reveal."""
    game = do(opened(), Break(), Name(DECK[0]))

    assert do(game, Undo(), Undo()) == opened()


def test_a_void_round_shows_its_codes_and_asks_for_others():
    """A voided round reveals its codes and asks for others; it cannot be undone."""
    game = do(opened(), Void())

    assert game.voided == f"{TINAS} {LEES}"
    assert (game.round, game.codes, game.over) == (None, None, False)
    assert refusal(game, Undo()) == "nothing-to-undo"


@pytest.mark.parametrize("seat", [TINA, LEE])
@pytest.mark.parametrize("game", [codecards.start(header()), begun(), opened()])
def test_a_leaver_loses(game, seat):
    """A player who leaves loses at any time, and the codes are revealed."""
    after = do(game, Leave(seat))

    assert after.over
    assert after.winners == (1 - seat,)
    assert codecards.sitting(after) == (1 - seat,)
    if game.round:
        assert after.results[0].word == f"{TINAS} {LEES}"
        assert after.results[0].nonce == game.round.deal.nonce.hex()
    assert refusal(begun(), Leave(Seat(2))) == "not-a-player"


def test_end_counts_no_unfinished_round():
    """An ended game has no result of its unfinished round and takes no action."""
    game = do(opened(), End())

    assert (game.over, game.results, game.winners) == (True, (), ())
    for action in (End(), Undo(), Leave(TINA), play(1, "6S")):
        assert refusal(game, action) == "game-over"


# --- events and sounds of the board


def test_buttons_skip_finish_and_break():
    """Cross skips a column, tick ends, and the player's own button breaks the code."""
    game = opened()
    heard = {
        button: codecards.interpret(game, Pressed(button))
        for button in (Button.CROSS, Button.TICK, Button.STAR, Button.ZONE_1)
    }

    assert list(heard.values()) == [Skip(), Done(), None, None]
    assert codecards.interpret(game, Called(TINA)) == Break()
    assert codecards.interpret(game, Called(LEE)) is None
    assert codecards.interpret(codecards.start(header()), Called(TINA)) is None
    assert codecards.interpret(codecards.start(header()), Pressed(Button.TICK)) is None
    assert codecards.interpret(do(game, Break()), Pressed(Button.TICK)) is None


def test_what_is_no_card_of_the_deck_means_nothing():
    """
    A tapped piece, start card or invalid card means no action.

    Nor does a tapped card while cards are named.
    """
    for item in (Card("start-codecards"), Card("hearts", 14), Piece(Kind("red"))):
        assert codecards.interpret(begun(), Tapped(Zone(4), item)) is None
    card = Card("hearts", 9)
    assert codecards.interpret(begun(), Tapped(Zone(0), card)) is None
    assert codecards.interpret(do(opened(), Break()), Tapped(Zone(4), card)) is None


def sound(game, action):
    """Return the tune of an action."""
    facts = codecards.act(game, action)
    return tune(codecards.moments(game, facts, codecards.fold(game, facts)))


def test_one_sound_answers_a_turn():
    """A turn has one sound, for any hit or none; it does not count the hits."""
    game = do(begun(), play(1, "KS"), play(2, "10H"))
    hit, miss = play(3, "2S"), play(3, "5S")
    none = do(begun(), play(1, "3S"), play(2, "4S"))

    assert sound(begun(), play(1, "KS")) is None
    for action in (hit, miss):
        assert sound(game, action) is Buzz.YES
    assert sound(none, miss) is Buzz.NO
    facts = codecards.act(game, miss)
    assert hits(facts) == (True, True, False)
    assert codecards.answer(facts) == {"answer": "ok", "hits": [True, True, False]}
    assert hits(codecards.act(begun(), play(1, "KS"))) is None


# --- the deal ----------------------------------------------------------------

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
        """Return the points of *seat*."""
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
    """
    Codes and hands come from the table's entropy.

    The same entropy deals the same.
    """
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
    """Each player's view has the own code and hand only, and no repr has a card."""
    game = dealt()
    views = [codecards.view(game, seat) for seat in (TINA, LEE)]
    for seat, view in enumerate(views):
        assert (view.code, view.hand) == (game.rows[seat], game.round.held[seat])
    public = codecards.view(game, Viewer.PUBLIC)
    assert public == views[0].public == views[1].public
    everything = repr((game, views, codecards.forms(context(codecards, game))))
    assert [card for card in DECK if f"{card!r}" in everything] == []


def test_only_a_card_of_the_own_hand_is_played_and_all_others_are_refused_alike():
    """Cards that are not in the hand give the same refusal, wherever they are (U1)."""
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
    """Hands are filled from the stock in its order, and an undo restores them."""
    game = dealt()
    before, stock = game.round.held[TINA], game.round.stock
    steps = [Play(Column(at), before[at - 1]) for at in (1, 2, 3)]
    after = do(game, *steps)
    assert after.round.held[TINA] == (*before[3:], *stock[:3])
    assert after.round.stock == stock[3:]
    assert do(after, Undo(), Undo(), Undo()) == game


def test_nothing_but_the_board_deals_here():
    """If the board deals, hiding and tapping cards are refused."""
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
    """If the board deals, the tick deals and the own button does not break the code."""
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
    """A page may only take the actions that its game does not leave to the board."""
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
    """In a dealt game every card is in one place until the last one is played."""
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
