"""Code cards at the table: cards, buttons, a pulled plug, from choosing to points."""

from dataclasses import replace

from firmware_host.board.events import Button, Tapped, Woke
from firmware_host.board.faces import NO_SUIT_YET, CardFace, Lamp
from firmware_host.board.messages import Refused, say
from firmware_host.board.pieces import Card, Kind, Piece, Seat, Zone
from firmware_host.games import chance
from firmware_host.games.codecards.rules import (
    NAMED_BY,
    PlayingCard,
    facing,
    name_of,
    other,
    zone_of,
)
from firmware_host.games.game import Undo
from firmware_host.session import lobby, upcoming
from firmware_host.session.acting import Submitted
from firmware_host.session.modes.choosing import Choosing
from firmware_host.session.setups import Setup
from firmware_host.session.step import wake_at
from firmware_host.session.stored import resuming
from tests.games.codecards_play import LEES, TINA, TINAS, cards
from tests.session.evening import ENTROPY, face, first_evening, form_of, press, then

TICK, CROSS = Button.TICK, Button.CROSS
OWN_BUTTON = (Button.CIRCLE, Button.SQUARE)
LATER = "3S 4S 5S 3H 4H 5H 6S"
BACK, WOKE = CardFace(""), Woke()


def chosen():
    """Two people at a board where the game was chosen by its card."""
    session = then(first_evening(), Tapped(Zone(1), Card("start-codecards"))).session
    assert session.mode == Choosing("players")
    return press(session, *OWN_BUTTON, TICK, TICK).session


def tap(session, zone, card):
    """Tap a card on a zone and take the wake-ups that are due."""
    played = PlayingCard(card)
    done = then(session, Tapped(Zone(zone), Card(str(played.suit), played.rank)))
    assert not isinstance(done.outcome, Refused), (card, done.outcome)
    return done.session


def begun():
    """Return the game after six cards tapped face down, and the lot."""
    session = chosen()
    for zone, card in zip((1, 2, 3, 6, 5, 4), f"{TINAS} {LEES}".split(), strict=True):
        assert {one.card for one in face(session).zones if one.card} <= {BACK}
        session = tap(session, zone, card)
    assert wake_at(session, 0) == 0
    return then(session, WOKE).session


def turn(session):
    return session.playing.game.round.turn


def pile(session, column):
    """Return the zone with the pile of a column for the seat on turn."""
    return zone_of(other(turn(session)), facing(column))


def first_turns(session):
    for row in ("3S 4S 5S", "3H 4H 5H"):
        for column, card in enumerate(row.split(), 1):
            session = tap(session, pile(session, column), card)
    return session


def name(session, card):
    """Name a card with buttons: own, zone 1 for rank, zone 2 for suit, tick."""
    ranks, suits = NAMED_BY
    steps = ranks.index(card[:-1]) + 1, suits.index(card[-1]) + 1
    session = press(session, OWN_BUTTON[turn(session)]).session
    session = press(session, *(Button.ZONE_1,) * steps[0]).session
    assert face(session).zones[0].card == CardFace(card[:-1], NO_SUIT_YET)
    assert face(session).table.line["card"] == say(f"rank-{card.rank}")
    session = press(session, *(Button.ZONE_2,) * steps[1]).session
    assert face(session).zones[1].card == CardFace(card[:-1], card.suit)
    assert face(session).table.line["card"] == name_of(card)
    return press(session, TICK)


def lamps(session):
    return [zone.lamp for zone in face(session).zones]


def test_from_the_card_that_chooses_it_to_the_points():
    """A whole game at the board: cards, tick, cross and own buttons, and no phone."""
    session = first_turns(begun())
    first = turn(session)
    session = press(session, CROSS).session
    session = tap(session, pile(session, 2), "6S")
    session = press(session, TICK).session
    assert turn(session) == other(first)
    session = press(session, OWN_BUTTON[turn(session)]).session
    assert session.playing.game.round.broken_by == other(first)
    for card in cards(f"{TINAS} {LEES}"):
        session = name(session, card).session

    game = session.playing.game
    assert game.over
    assert len(game.results[0].points) == 2
    assert face(session).table.line.code.startswith("game-")
    asked = press(session, TICK).session
    assert asked.mode.question == "again"


def test_only_whoever_names_names_and_a_whole_card():
    """
    Only the seat that broke the code names cards, and only whole ones.

    The cross cancels the form.
    """
    session = first_turns(begun())
    first = turn(session)
    session = press(session, OWN_BUTTON[first]).session
    assert press(session, OWN_BUTTON[other(first)]).outcome.code == "not-your-turn"
    half = press(session, OWN_BUTTON[first], Button.ZONE_2).session
    assert press(half, TICK).outcome.code == "guess-length"
    assert form_of(press(half, CROSS).session) is None
    assert session.playing.game.round.named == ((), ())


def test_only_a_player_on_turn_breaks_the_code_by_button():
    """Only the seat on turn can break the code, and not on its first turn."""
    early = press(begun(), OWN_BUTTON[turn(begun())])
    assert early.outcome.code == "break-later"
    session = first_turns(begun())
    assert (
        press(session, OWN_BUTTON[other(turn(session))]).outcome.code == "button-idle"
    )


def test_all_three_columns_are_answered_in_one_face():
    """The answers of all three columns are shown together after the third card."""
    session = begun()
    owner = other(turn(session))
    row = cards(TINAS if owner == TINA else LEES)
    # Another card of the same suit on every column: three hits.
    spare = [card for card in cards("2H 2C 2S") if owner == TINA] or cards("3D 4D 3C")
    assert {card.suit for card in spare} == {card.suit for card in row}
    for column in (1, 2, 3):
        assert set(lamps(session)) == {Lamp.DARK}
        hidden = row[facing(column) - 1]
        card = next(one for one in spare if one.suit == hidden.suit)
        spare = [one for one in spare if one is not card]
        session = tap(session, pile(session, column), card)

    assert sorted(lamps(session)) == sorted([Lamp.YES] * 3 + [Lamp.DARK] * 3)


def test_a_refused_card_says_one_thing_whatever_the_reason():
    """All refused cards, played, own or hidden ones, give the same refusal."""
    session = first_turns(begun())
    seen = set()
    for text in ("3S", "3H", "QH", "2D"):
        card = PlayingCard(text)
        item = Card(str(card.suit), card.rank)
        done = then(session, Tapped(pile(session, 1), item))
        assert isinstance(done.outcome, Refused)
        seen.add((done.outcome, face(done.session)))
        assert done.session.playing == session.playing
    assert len(seen) == 1


def test_a_letter_piece_is_no_card():
    done = then(begun(), Tapped(Zone(1), Piece(Kind("red"))))
    assert done.outcome.code == "not-a-piece"


def test_undo_takes_a_card_back_and_its_column_is_open_again():
    """An undo takes a card back."""
    session = first_turns(begun())
    before = session.playing.game
    after = tap(session, pile(session, 1), "6S")
    undone = then(after, Submitted(Undo())).session
    assert undone.playing.game == before


def test_a_pulled_plug_loses_nothing():
    """After a restart at any row the game and its face are the same."""
    for count in range(1, 15):
        rows, session, start = kept(count)
        again = resuming.resume(start, rows)
        assert again.game == session.playing.game
        looks = replace(session, playing=replace(session.playing, resumed=False))
        assert face(replace(session, playing=replace(again, resumed=False))) == face(
            looks
        )


def kept(count):
    """Return the rows of the first *count* actions, and the table then."""
    session = chosen()
    start, rows = session.playing, []
    steps = [*zip((1, 2, 3, 6, 5, 4), f"{TINAS} {LEES}".split(), strict=True), None]
    steps += [(at, card) for at, card in enumerate(LATER.split(), 1)]
    for step in steps[:count]:
        if step is None:
            done = then(session, WOKE)
        else:
            where, text = step
            card, now = PlayingCard(text), session.playing.game.round
            zone = where if now is None else pile(session, (where - 1) % 3 + 1)
            done = then(session, Tapped(Zone(zone), Card(str(card.suit), card.rank)))
        session = done.session
        rows += () if done.entry is None else done.entry.rows
    assert len(rows) == count
    return rows, session, start


def test_the_board_offers_it_only_where_it_has_six_zones():
    """Code cards are not offered on a board with five zones."""
    small = upcoming.on_board(first_evening(), zones=5, way="pads")
    names = [one.text.code for one in lobby.QUESTIONS["game"].answers(small)]
    assert "game-codecards" not in names


def test_a_virtual_board_deals_the_cards():
    """A virtual board deals by default, a real one does not."""
    real = replace(first_evening(), setup=Setup(game="codecards"))
    virtual = replace(real, virtual=True)
    for session, expected in ((real, "real"), (virtual, "dealt")):
        cards = next(one for one in upcoming.options(session) if one.name == "cards")
        assert (cards.default, cards.choices) == (expected, ("real", "dealt"))
        assert dict(upcoming.changed_options(session))["cards"] == expected


def test_what_the_lot_draws_comes_from_the_chance_of_the_table():
    """The draw comes from the table's stored entropy."""
    game = begun().playing.game
    assert game.round.deal.nonce == chance.nonce(ENTROPY)
    assert game.round.turn in (Seat(0), Seat(1))
