"""
Choosing what to play, question by question, with two buttons.

The tick takes the marked answer, the cross marks the next one, a zone's button
takes the answer of that number.
"""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from json import JSONDecodeError, dumps, loads
from typing import Any

from firmware_host.board.happenings import (
    PLAYER_BUTTONS,
    ZONE_BUTTONS,
    Button,
)
from firmware_host.board.messages import Message, say
from firmware_host.session.state import PLACES, Lobby, Player, Session, Setup

LENGTHS = (3, 4, 5, 6)
ROUNDS = (1, 2, 3, 4, 5, 6)

#: A game among people needs a maker and a seeker; and the box is for four.
#: Source: rules, part 1, "Who".
LEAST_PEOPLE, MOST_PEOPLE = 2, 4


@dataclass(frozen=True, slots=True)
class Question:
    """
    One question of the lobby.

    Args:
        code: The message that asks it.
        choices: The answers there are now.
        take: Writes the chosen answer into the setup.
        chosen: The number of the answer that the setup holds.
    """

    code: str
    choices: Callable[[Session], tuple[Message, ...]]
    take: Callable[[Session, int], Setup]
    chosen: Callable[[Session], int]


def _of(field: str, values: Callable[[Session], tuple[Any, ...]]) -> dict[str, Any]:
    """Make `take` and `chosen` for a field of the setup with known values."""

    def take(session: Session, at: int) -> Setup:
        return replace(session.setup, **{field: values(session)[at]})

    def chosen(session: Session) -> int:
        value = getattr(session.setup, field)
        known = values(session)
        return known.index(value) if value in known else 0

    return {"take": take, "chosen": chosen}


def _languages(session: Session) -> tuple[str, ...]:
    return tuple(session.languages)


def _games(session: Session) -> tuple[str, ...]:
    return tuple(session.games)


def lengths(session: Session) -> tuple[int, ...]:
    """Return how long a word can be on this board."""
    return tuple(length for length in LENGTHS if length <= session.zones)


def on_board(
    session: Session, *, zones: int, way: str, maker_screen: bool = False
) -> Session:
    """
    Return the session on its board.

    Args:
        session: The session.
        zones: How many letter zones there are.
        way: How pieces come in.
        maker_screen: Whether the maker has a screen of one's own.
    """
    setup = replace(session.setup, length=min(session.setup.length, zones))
    board = replace(session, zones=zones, input=way, maker_screen=maker_screen)
    return replace(board, setup=setup)


def _makers(session: Session) -> tuple[bool, ...]:
    return (True, False) if people_fit(session) else (True,)


def people_fit(session: Session) -> bool:
    """Tell whether so many people can make words for each other."""
    return LEAST_PEOPLE <= len(session.setup.players) <= MOST_PEOPLE


#: Every question, in the order in which they are asked.
QUESTIONS: Mapping[str, Question] = {
    "language": Question(
        "choose-language",
        lambda session: tuple(say(f"language-{code}") for code in session.languages),
        **_of("language", _languages),
    ),
    "place": Question(
        "choose-place",
        lambda _: (say("place-home"), say("place-class")),
        **_of("place", lambda _: ("home", "class")),
    ),
    "game": Question(
        "choose-game",
        lambda session: tuple(say(f"game-{name}") for name in session.games),
        **_of("game", _games),
    ),
    "length": Question(
        "choose-length",
        lambda session: tuple(say("length", n=length) for length in lengths(session)),
        **_of("length", lengths),
    ),
    "players": Question(
        "choose-players",
        lambda _: (),
        lambda session, _: session.setup,
        lambda _: 0,
    ),
    "maker": Question(
        "choose-maker",
        lambda session: tuple(
            say("maker-board" if board else "maker-person")
            for board in _makers(session)
        ),
        **_of("board_makes", _makers),
    ),
    "rounds": Question(
        "choose-rounds",
        lambda _: tuple(say("rounds", n=count) for count in ROUNDS),
        **_of("rounds", lambda _: ROUNDS),
    ),
    "again": Question(
        "same-again",
        lambda _: (say("again-yes"), say("again-change")),
        lambda session, _: session.setup,
        lambda _: 0,
    ),
}

_ORDER = tuple(QUESTIONS)[:-1]

#: Where choosing ends and the game begins.
DONE = ""


def ask(session: Session, question: str) -> Session:
    """Return the session with *question* asked, its known answer marked."""
    marked = QUESTIONS[question].chosen(session)
    return replace(session, phase=Lobby(question, marked))


def following(session: Session, question: str) -> str:
    """Return the question after *question* that leaves a choice, or `DONE`."""
    for name in _ORDER[_ORDER.index(question) + 1 :]:
        if name == "rounds" and not session.setup.board_makes:
            continue
        if name == "players" or len(QUESTIONS[name].choices(session)) > 1:
            return name
    return DONE


def press(session: Session, lobby: Lobby, button: Button) -> Session | None:
    """
    Return the session after a button; None where it means nothing here.

    The phase is left at the last question when everything is chosen; the caller
    sees that by `following`.
    """
    choices = QUESTIONS[lobby.question].choices(session)
    if lobby.question == "players" and button in PLAYER_BUTTONS:
        setup = _sit(session.setup, button)
        fits = len(setup.players) <= PLACES
        return replace(session, setup=setup) if fits else None
    if button is Button.CROSS and choices:
        return _mark(session, lobby, (lobby.marked + 1) % len(choices))
    if button in ZONE_BUTTONS and ZONE_BUTTONS.index(button) < len(choices):
        return _mark(session, lobby, ZONE_BUTTONS.index(button))
    return None


def _mark(session: Session, lobby: Lobby, marked: int) -> Session:
    return replace(session, phase=replace(lobby, marked=marked))


def _sit(setup: Setup, button: Button) -> Setup:
    """Let the player of *button* sit down, or stand up again."""
    others = tuple(player for player in setup.players if player.button != button)
    if len(others) < len(setup.players):
        return replace(setup, players=others)
    return replace(setup, players=(*others, Player(button=button)))


def take(session: Session, lobby: Lobby) -> Session | None:
    """
    Return the session with the marked answer taken and the next question asked.

    Returns:
        None where the answer is not enough: nobody has sat down yet.
    """
    if lobby.question == "players" and not session.setup.players:
        return None
    setup = QUESTIONS[lobby.question].take(session, lobby.marked)
    session = replace(session, setup=setup)
    if not people_fit(session):
        session = replace(session, setup=replace(setup, board_makes=True))
    return session


def setup_text(setup: Setup) -> str:
    """Return the setup as text to remember; names are not in it."""
    item = asdict(setup)
    item["players"] = [player.button for player in setup.players if player.button]
    return dumps(item, ensure_ascii=False)


def read_setup(text: str) -> Setup:
    """Return the setup that was remembered; the usual one where it is unreadable."""
    try:
        item = loads(text)
        buttons = tuple(Button(name) for name in item.pop("players"))
        setup = Setup(**item)
    except (AttributeError, KeyError, TypeError, ValueError, JSONDecodeError):
        return Setup()
    return replace(setup, players=tuple(Player(button=button) for button in buttons))
