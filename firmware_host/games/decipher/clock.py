"""
A clock for turns in Decipher, for houses that want one.

Source: docs/rules/decipher.md, "A clock for turns"; a ruling of ours.
"""

from firmware_host.board.messages import Refused
from firmware_host.board.pieces import Millis
from firmware_host.games.contract import Wake
from firmware_host.games.decipher.actions import TimedOut
from firmware_host.games.decipher.end import next_seeker
from firmware_host.games.decipher.state import BONUS_TOKENS, Round, State


def time(game: State) -> Wake | None:
    """
    Return the time of the turn; None where none runs.

    It runs from the first answer of a round on, while the seeker on turn has something
    to do. Once it has run out for everybody it stands still until somebody acts.
    """
    now = game.round
    if not game.turn_s or game.over or now is None:
        return None
    if now.timed_out >= len(now.seekers) or not _has_begun(now) or _waits(game, now):
        return None
    return Wake(Millis(game.turn_s * 1000), (game.number, now.turns, now.asked))


def time_up(game: State, now: Round) -> tuple[TimedOut] | Refused:
    """Return the fact that the turn timed out; refuse it if no timer runs."""
    if time(game) is None:
        return Refused("too-late")
    return (TimedOut(next_seeker(now, now.turn)),)


def _has_begun(now: Round) -> bool:
    """Tell whether anybody has done something: until then there is much to read."""
    asked = now.asked or now.bonus_left < BONUS_TOKENS
    laid = now.noes or any(map(any, now.placed))
    return bool(asked or laid or now.guesses or now.passed)


def _waits(game: State, now: Round) -> bool:
    """Tell whether the seeker waits for the maker, who hands a piece over."""
    decides = now.bonus_mode and not now.asked
    by_maker = game.hand == "confirm" or game.board_plays
    return by_maker and now.holding is None and not decides
