"""Cards dealt by the board, used at the board alone and kept private there."""

from dataclasses import replace

import pytest

from firmware_host.board import commands
from firmware_host.board.commands import Begin, SeatPhone
from firmware_host.board.events import (
    ZONE_BUTTONS,
    Button,
    Failed,
    Pressed,
    Released,
    Tapped,
    Woke,
)
from firmware_host.board.faces import CardFace, CardsFace, TableFace
from firmware_host.board.messages import Refused
from firmware_host.board.pieces import Card, Seat, Zone
from firmware_host.games.codecards.rules import (
    Break,
    Deal,
    Done,
    Play,
    drawn,
    facing,
    of_item,
    other,
    zone_of,
)
from firmware_host.games.game import Undo
from firmware_host.session import lobby, upcoming
from firmware_host.session.acting import Submitted
from firmware_host.session.modes.menu import Menu
from firmware_host.session.setups import Player
from firmware_host.session.state import StepResult
from tests.games.codecards_play import ENTROPY
from tests.session.evening import face, first_evening, form_of, press, then

TICK, CROSS = Button.TICK, Button.CROSS
CIRCLE, SQUARE = Button.CIRCLE, Button.SQUARE
OWN = (CIRCLE, SQUARE)


def chosen(*, maker_screen=True, way="pads", **rules):
    """Two people who have chosen cards that the board deals."""
    players = tuple(Player(button=one) for one in OWN)
    session = first_evening(
        game="codecards", players=players, rules={"codecards": rules}
    )
    return upcoming.on_board(session, zones=6, way=way, maker_screen=maker_screen)


def begin(session):
    return then(session, Begin())


def begun(first=0, **how):
    session = begin(chosen(**{"cards": "dealt"} | how)).session
    return then(session, Submitted(Deal(first=Seat(first), entropy=ENTROPY))).session


def now(session):
    return session.playing.game.round


def own(session):
    return face(session).maker


def public(session):
    """Return the face without the maker screen."""
    return replace(face(session), maker=None)


def zone(session, column):
    """Return the button of the zone with the pile of a column."""
    return ZONE_BUTTONS[zone_of(other(now(session).turn), facing(column)) - 1]


def turn(session, *columns):
    """Play the first card of the hand on each column; the cards stay open."""
    seat = now(session).turn
    session = press(session, OWN[seat], TICK).session
    for column in columns:
        session = press(session, ZONE_BUTTONS[0], zone(session, column)).session
    return session


def test_a_turn_is_played_by_buttons_behind_the_lid():
    """Own button, tick, a card, its zone; then the next card, and the turn is over."""
    session = begun()
    hand = now(session).held[0]
    session = press(session, CIRCLE).session
    assert isinstance(own(session), TableFace)
    session = press(session, TICK).session
    assert own(session).cards == tuple(map(drawn, hand))
    session = press(session, ZONE_BUTTONS[3]).session
    assert own(session).chosen == 3
    session = press(session, zone(session, 1)).session
    assert now(session).tops[0] == (hand[3], None, None)
    assert len(own(session).cards) == 5
    session = press(session, ZONE_BUTTONS[0], zone(session, 2)).session
    session = press(session, ZONE_BUTTONS[4 - 1], zone(session, 3)).session
    assert now(session).tops[0] == (hand[3], hand[0], hand[5])
    assert (now(session).turn, form_of(session), own(session)) == (1, None, None)


def test_the_tick_deals_and_a_tapped_card_is_refused():
    """Before and after: the board deals here, whatever the card is."""
    session = begin(chosen(cards="dealt")).session
    for at, item in enumerate((Card("hearts", 12), Card("spades", 1))):
        assert of_item(item)
        refused = then(session, Tapped(Zone(1 + at), item))
        assert refused.outcome == Refused("cards-dealt")
    assert press(session, CROSS).outcome is None
    session = press(session, TICK).session
    assert now(session) is not None
    for item in (Card("hearts", 12), Card("spades", 1)):
        assert then(session, Tapped(Zone(4), item)).outcome.code == "cards-dealt"


def test_the_own_button_turns_to_the_code_the_pile_and_to_breaking():
    """
    The own button turns from the hand to the code, the pile, and the break.

    Without a pile or a break those pages are left out.
    """
    session = press(begun(), CIRCLE, TICK, CIRCLE).session
    codes = now(session).deal.codes
    assert own(session).cards == tuple(map(drawn, codes[0]))
    assert form_of(press(session, CIRCLE).session).page == "hand"

    session = turn(turn(begun(), 1, 2, 3), 1, 2, 3)
    session = press(session, CIRCLE, TICK, CIRCLE, CIRCLE).session
    assert own(session).cards == (drawn(now(session).tops[0][0]),)
    session = press(session, CIRCLE).session
    assert (own(session).cards, form_of(session).page) == ((), "break")
    broken = press(session, TICK).session
    assert (now(broken).broken_by, form_of(broken)) == (0, None)


def test_the_code_may_be_broken_on_the_first_turn_where_the_house_says_so():
    """With `early_break` the page for breaking the code is there on the first turn."""
    session = press(begun(early_break="on"), CIRCLE, TICK, CIRCLE, CIRCLE).session
    assert form_of(session).page == "break"
    assert now(press(session, TICK).session).broken_by == 0


def test_whoever_names_sees_the_pile_of_that_column_alone():
    """While the name is chosen, the newest card first."""
    session = turn(turn(begun(), 1, 2, 3), 1, 2, 3)
    session = then(session, Submitted(Break())).session
    assert own(session) is None
    top = now(session).tops[0][0]
    assert own(press(session, CIRCLE).session).cards == (drawn(top),)


def test_nobody_else_is_told_what_is_looked_at_or_chosen():
    """Zones, table, sounds, watchers: only who is at the lid."""
    session = press(begun(), CIRCLE, TICK).session
    shown = public(session)
    for button in (*ZONE_BUTTONS[:2], CROSS, CIRCLE, TICK, *ZONE_BUTTONS, CIRCLE):
        done = then(session, Pressed(button))
        assert done == StepResult(done.session, quiet=True)
        assert public(done.session) == shown
        session = then(done.session, Released(button)).session
    assert "K" not in repr(form_of(session))


def test_a_card_in_the_wrong_zone_is_told_to_the_player_alone():
    """A wrong zone for a card is shown on the private screen only."""
    session = press(begun(), CIRCLE, TICK, ZONE_BUTTONS[0]).session
    shown = public(session)
    session = press(session, ZONE_BUTTONS[0]).session
    assert (own(session).note.code, public(session)) == ("refused-no-pile", shown)
    session = press(session, CROSS).session
    assert own(session).chosen is None
    assert form_of(press(session, CROSS).session) is None


def test_a_choice_ends_where_a_phone_plays_another_card_of_the_hand():
    """
    A chosen card is dropped when a phone plays from the same hand.

    Its position may be another card's by then.
    """
    session = turn(begun())
    hand = form_of(session).hand
    session = press(session, ZONE_BUTTONS[len(hand) - 1]).session
    assert own(session).chosen == len(hand) - 1
    session = then(session, Submitted(Play(1, hand[0]), phone="one's")).session
    assert own(session).chosen is None
    stays = press(session, zone(session, 1)).session
    assert stays.playing.game == session.playing.game


def test_who_is_not_on_turn_only_looks():
    """The hand and the code; no card of it can be played."""
    session = press(begun(), SQUARE, TICK).session
    held = now(session).held[1]
    assert own(session).cards == tuple(map(drawn, held))
    after = press(session, ZONE_BUTTONS[0], ZONE_BUTTONS[0]).session
    assert (own(after).chosen, now(after)) == (None, now(session))
    assert form_of(press(after, SQUARE, SQUARE).session).page == "hand"


def test_another_players_button_covers_the_cards_first():
    session = press(begun(), CIRCLE, TICK, SQUARE).session
    assert (form_of(session).seat, form_of(session).page) == (1, "cover")
    assert form_of(press(session, CROSS).session) is None


def test_a_choice_of_the_one_on_turn_does_not_close_anothers_cards():
    """The other player's next tick shows the own hand, and plays nothing."""
    session = press(begun(), CIRCLE, TICK, ZONE_BUTTONS[0], SQUARE).session
    assert (form_of(session).seat, form_of(session).page) == (1, "cover")
    done = press(session, TICK)
    assert (done.outcome, form_of(done.session).page) == (None, "hand")


@pytest.mark.parametrize(("pages", "page"), [(2, "pile"), (3, "break")])
def test_what_is_for_the_turn_goes_with_the_turn(pages, page):
    """A phone ended it: no tick at the lid breaks the code in the other's place."""
    session = turn(turn(begun(), 1, 2, 3), 1, 2, 3)
    session = then(session, Submitted(Play(1, now(session).held[0][0]))).session
    session = then(session, Submitted(Undo())).session
    session = press(session, CIRCLE, TICK, *[CIRCLE] * pages).session
    assert form_of(session).page == page
    session = then(session, Submitted(Play(1, now(session).held[0][0]))).session
    session = then(session, Submitted(Done())).session
    assert (form_of(session).page, own(session).note.code) == ("hand", "hold-wait")
    done = press(session, TICK)
    assert (done.outcome, now(done.session).turn) == (None, 1)


def test_a_code_that_can_be_broken_no_more_is_not_broken():
    """A phone has played the first card; the tick at the lid means nothing then."""
    session = turn(turn(begun(), 1, 2, 3), 1, 2, 3)
    session = press(session, CIRCLE, TICK, CIRCLE, CIRCLE, CIRCLE).session
    assert form_of(session).page == "break"
    session = then(session, Submitted(Play(1, now(session).held[0][0]))).session
    assert (form_of(session).page, own(session).note.code) == ("hand", "hold-choose")
    done = press(session, TICK)
    assert (done.outcome, form_of(done.session)) == (None, form_of(session))


def test_two_who_share_a_button_look_one_after_the_other():
    """Two who share a button see their cards in turn, beginning with its owner."""
    shares = (Player(), Player(button=CIRCLE))
    session = replace(chosen(cards="dealt"), zones=6)
    session = replace(session, setup=replace(session.setup, players=shares))
    deal = Submitted(Deal(first=Seat(0), entropy=ENTROPY))
    session = then(begin(session).session, deal).session
    seats = []
    for _ in range(3):
        session = press(session, CIRCLE).session
        seats.append(form_of(session).seat)
    assert seats == [1, 0, 1]


def test_what_others_see_too_is_told_to_everybody():
    """A part that fails changes nothing behind the lid."""
    session = press(begun(), CIRCLE, TICK).session
    failed = then(session, Failed("lamps"))
    assert form_of(failed.session) == form_of(session)
    assert not failed.quiet


@pytest.mark.parametrize(
    ("cards", "pages"), [(6, [6]), (7, [6, 1]), (12, [6, 6]), (13, [6, 6, 1])]
)
def test_a_long_pile_is_turned_over_by_a_zones_button(cards, pages):
    """Six at a time, the newest first; and after the last ones the first again."""
    session = begun()
    for _ in range(2 * cards):
        seat = now(session).turn
        columns = (1, 2, 3) if now(session).first_turn else (1,)
        for column in columns:
            play = Play(column, now(session).held[seat][0])
            session = then(session, Submitted(play)).session
        if now(session).turn == seat:
            session = press(session, TICK).session
    pile = now(session).piles[0][0]
    assert len(pile) == cards
    session = press(session, CIRCLE, TICK, CIRCLE, CIRCLE).session
    seen = []
    for count in pages:
        assert len(own(session).cards) == count
        seen += own(session).cards
        session = press(session, ZONE_BUTTONS[2]).session
    assert seen == list(map(drawn, pile[::-1]))
    assert own(session).cards == tuple(seen[:6])
    alone = own(session).note.code == "refused-button-idle"
    assert alone == (len(pages) == 1)


def test_cards_close_when_the_lid_the_turn_or_the_game_is_gone():
    """A dead screen, a pause; a deal cannot be undone."""
    session = press(begun(), CIRCLE, TICK).session
    assert form_of(then(session, Failed("screen-maker")).session) is None
    assert form_of(then(session, commands.Pause(paused=True)).session) is None
    assert then(session, Submitted(Undo())).outcome.code == "nothing-to-undo"
    dead = then(begun(), Failed("screen-maker")).session
    assert press(dead, CIRCLE).outcome.code == "cards-no-screen"
    paused = then(begun(), commands.Pause(paused=True)).session
    assert press(paused, CIRCLE).outcome.code == "paused"
    held = then(then(session, Pressed(TICK)).session, Pressed(CROSS)).session
    assert form_of(held) == form_of(session)
    opened = then(held, Woke(), 3000).session
    assert (Menu.at(opened).marked, form_of(opened)) == (0, None)


# --- who may have cards dealt -----------------------------------------------------


@pytest.mark.parametrize(
    ("way", "code"), [("pads", "cards-unseen-real"), ("buttons", "cards-unseen")]
)
def test_dealt_cards_need_a_lid_or_a_phone_for_everybody(way, code):
    """Dealt cards need a maker screen or a phone for each player."""
    bare = chosen(cards="dealt", maker_screen=False, way=way)
    assert begin(bare).outcome == Refused(code)
    bare = then(bare, Released(TICK)).session  # everybody has a number now
    one = then(bare, SeatPhone("a", Seat(0))).session
    assert begin(one).outcome == Refused(code)
    both = then(one, SeatPhone("b", Seat(1))).session
    assert begin(both).session.playing.game.dealt
    lid = replace(bare, maker_screen=True)
    assert begin(lid).session.playing.game.dealt
    broken = then(lid, Failed("screen-maker")).session
    assert begin(broken).outcome == Refused(code)


@pytest.mark.parametrize(("way", "cards"), [("pads", "real"), ("buttons", "dealt")])
def test_without_a_reader_the_board_deals(way, cards):
    """
    Without a card reader the board deals, whatever the rules say.

    Each game's header has it.
    """
    for rules in ({}, {"cards": "real"}):
        session = chosen(way=way, **rules)
        assert lobby.question(session, "rules").marked(session) == 0
        game = begin(session).session.playing.game
        assert game.header.options == (("cards", cards),)


def test_a_card_face_is_a_card():
    """The private screen shows cards as the zones do."""
    session = press(begun(), CIRCLE, TICK).session
    assert isinstance(own(session), CardsFace)
    assert all(isinstance(card, CardFace) for card in own(session).cards)
