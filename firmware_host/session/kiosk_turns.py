"""Choose the next game, turn and language of a kiosk."""

from collections.abc import Callable

from firmware_host.board.messages import Refused
from firmware_host.board.record import replace
from firmware_host.games.game import Engine
from firmware_host.session import upcoming
from firmware_host.session.setups import Player, Setup
from firmware_host.session.state import KioskTurn, Session, StepResult

#: Letters of the word of the one game.
LENGTH = 4

#: The refusal of actions that only the host may do.
ON = Refused("not-now")


def one_game(session: Session) -> Session | None:
    """
    Return the session with the setup of the visitor's one game.

    It is the game of the tutorial. Return None if it has been played, or if it is the
    next visitor's turn.
    """
    playing, visit = session.playing, session.visit
    if playing is None or visit is None or not playing.tutorial:
        return None
    if visit.turn is KioskTurn.UP:
        return None
    return replace(_for_one_game(session, playing.engine), refusal=None)


def bots_game(session: Session) -> Session | None:
    """
    Return the session with the setup of a bots' game, of the tutorial's kind.

    Return None if that game has no bots.
    """
    here = (
        session.games[name]
        for name in session.games
        if upcoming.is_playable(session, name)
    )
    taught = next((one for one in here if one.TUTORIAL is not None), None)
    return _for_one_game(session, taught) if taught and taught.BOTS else None


def _for_one_game(session: Session, engine: Engine) -> Session:
    """Return the session with the setup of a game of one round, by the usual rules."""
    setup = replace(
        session.setup,
        game=engine.NAME,
        length=LENGTH,
        players=(),
        board_makes=True,
        rounds=1,
        rules={},
    )
    return replace(session, setup=setup)


def with_player(session: Session) -> Session:
    """Return the session with one player, if no player has been chosen."""
    setup = session.setup
    if setup.players:
        return session
    return replace(session, setup=replace(setup, players=(Player(),)))


def end_visit(session: Session) -> StepResult:
    """Return the step that ends a visit."""
    visit = session.visit
    ended = None if visit is None else replace(visit, over=True)
    return StepResult(replace(session, visit=ended), None, ())


def change_setup(session: Session, change: Callable[[Setup], Setup]) -> Session:
    """Return the session with its setup and the host's setup both changed."""
    visit = session.visit
    if visit is not None:
        visit = replace(visit, house=change(visit.house))
    return replace(session, setup=change(session.setup), visit=visit)


def in_language(session: Session, code: str) -> Session:
    """Return the session in the language of its visitor."""
    setup = replace(session.setup, language=code)
    return replace(session, setup=setup, refusal=None)


def language_after(session: Session, code: str) -> str:
    """Return the code of the language after *code* in the list."""
    codes = tuple(session.languages)
    return codes[(codes.index(code) + 1) % len(codes)]


def next_language(session: Session) -> Session:
    """Return the session in the next language of the list."""
    return in_language(session, language_after(session, session.setup.language))


def is_untouched(session: Session) -> bool:
    """Return True if no action of this visit was accepted yet."""
    return session.visit is not None and not session.visit.begun


def asks_presence(session: Session) -> bool:
    """Return True if the kiosk asks whether the visitor is still there."""
    return session.visit is not None and session.visit.asks
