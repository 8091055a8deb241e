"""A short way to play Code cards in tests."""

from firmware_host.app.content.languages import load_language
from firmware_host.board.messages import Refused
from firmware_host.board.pieces import Seat
from firmware_host.games.codecards.game import codecards
from firmware_host.games.codecards.rules import (
    DECK,
    CardsState,
    Code,
    Column,
    Lot,
    Name,
    Play,
    PlayingCard,
)
from firmware_host.games.contract import Header

TINA, LEE = Seat(0), Seat(1)
NAMES = ("Tina", "Lee")
ENTROPY = bytes(range(32))

#: Hidden cards, each row from its owner's own left.
TINAS, LEES = "QH 7C AS", "2D 10D KC"


def cards(text: str) -> tuple[PlayingCard, ...]:
    return tuple(map(PlayingCard, text.split()))


def header(**changes) -> Header:
    settled = {"game": "codecards", "seats": 2, "length": 0} | changes
    return Header(language=load_language("en"), **settled)


def do(game: CardsState, *actions) -> CardsState:
    """Return the game after actions that must be accepted."""
    for action in actions:
        outcome = codecards.act(game, action)
        assert not isinstance(outcome, Refused), (action, outcome)
        game = codecards.fold(game, outcome)
    return game


def refusal(game: CardsState, action) -> str:
    """Return the code that *action* is refused with; empty where it is accepted."""
    outcome = codecards.act(game, action)
    return outcome.code if isinstance(outcome, Refused) else ""


def begun(tinas=TINAS, lees=LEES, first=TINA, **options) -> CardsState:
    """Return a game whose codes are hidden, and whose starter is drawn."""
    game = codecards.start(header(options=tuple(options.items())))
    game = do(game, Code(TINA, cards(tinas)), Code(LEE, cards(lees)))
    return do(game, Lot(first, ENTROPY))


def play(column: int, card: str) -> Play:
    return Play(Column(column), PlayingCard(card))


def three(text: str) -> tuple[Play, ...]:
    """Return a card on each column, from the left."""
    return tuple(play(at, card) for at, card in enumerate(text.split(), 1))


def names(text: str) -> tuple[Name, ...]:
    return tuple(map(Name, cards(text)))


def opened(**changes) -> CardsState:
    """Return a game after both first turns; Tina is on."""
    return do(begun(**changes), *three("3S 4S 5S"), *three("3H 4H 5H"))


def unseen(game: CardsState) -> list[PlayingCard]:
    """Return every card that can still come from a hand."""
    known = {card for row in game.rows for card in row}
    known |= {card for row in game.round.piles for pile in row for card in pile}
    return [card for card in DECK if card not in known]


def last_cards(game: CardsState) -> CardsState:
    """Play one card a turn until a player without cards must break the code."""
    while game.round.broken_by is None:
        now = game.round
        card = unseen(game)[0]
        game = do(game, Play(now.column, card))
        if not now.first_turn and game.round.broken_by is None:
            game = do(game, codecards.action({"do": "done"}))
    return game
