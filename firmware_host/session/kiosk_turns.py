"""What comes next at a kiosk: one game, then the next one's turn; and its language."""

from collections.abc import Callable

from firmware_host.board.messages import Refused
from firmware_host.board.record import replace
from firmware_host.games.game import Engine
from firmware_host.session import upcoming
from firmware_host.session.setups import Player, Setup
from firmware_host.session.state import Session, StepResult, Turn

#: Letters of the word of the one game.
LENGTH = 4

#: What is for the house alone is refused with this.
ON = Refused("not-now")


def one_game(session: Session) -> Session | None:
    """
    Return the session with the setup of the one game, of the first minute's kind.

    None where that has been played, or others are next.
    """
    playing, visit = session.playing, session.visit
    if playing is None or visit is None or not playing.tutorial:
        return None
    if visit.turn is Turn.UP:
        return None
    return replace(_for_one_game(session, playing.engine), refusal=None)


def shown(session: Session) -> Session | None:
    """
    Return the session with the setup of a game for bots, of the first minute's kind.

    None where that game has no bots.
    """
    here = (
        session.games[name] for name in session.games if upcoming.fits(session, name)
    )
    taught = next((one for one in here if one.TUTORIAL is not None), None)
    if taught is None or not taught.BOTS:
        return None
    return _for_one_game(session, taught)


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


def seated(session: Session) -> Session:
    """Return the session with somebody who plays alone, where nobody has said who."""
    setup = session.setup
    if setup.players:
        return session
    return replace(session, setup=replace(setup, players=(Player(),)))


def over(session: Session) -> StepResult:
    """Return the step that ends a visit."""
    visit = session.visit
    ended = None if visit is None else replace(visit, over=True)
    return StepResult(replace(session, visit=ended), None, ())


def of_house(session: Session, change: Callable[[Setup], Setup]) -> Session:
    """Return the session with its setup changed, and the house's behind a visit."""
    visit = session.visit
    if visit is not None:
        visit = replace(visit, house=change(visit.house))
    return replace(session, setup=change(session.setup), visit=visit)


def in_language(session: Session, code: str) -> Session:
    """Return the session in the language that its visitors want."""
    setup = replace(session.setup, language=code)
    return replace(session, setup=setup, refusal=None)


def following(session: Session, code: str) -> str:
    """Return the code of the language after the one with that code."""
    codes = tuple(session.languages)
    return codes[(codes.index(code) + 1) % len(codes)]


def next_language(session: Session) -> Session:
    """Return the session in the next language that there is."""
    return in_language(session, following(session, session.setup.language))


def is_untouched(session: Session) -> bool:
    """Tell whether nothing has come of a visit yet: its language is free to choose."""
    return session.visit is not None and not session.visit.begun


def asks(session: Session) -> bool:
    """Tell whether it asks if anybody is still there: any button says so."""
    return session.visit is not None and session.visit.asks
