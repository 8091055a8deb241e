"""
A game as it stands, as JSON: going on with it need not begin at its first row.

Taken where nothing before can be taken back, so the way back is not in it; what was
settled before the game the journal has already. A snapshot is read by the program that
wrote it, and ignored by any other: the rows are there.
"""

from hashlib import sha256
from json import JSONEncoder

from firmware_host import __version__
from firmware_host.board.entries import Snapshot
from firmware_host.board.json import inner, number, read_object
from firmware_host.board.record import replace
from firmware_host.errors import RuleError
from firmware_host.games.codec import read_state, shape, write_state
from firmware_host.games.game import State
from firmware_host.session.play import Playing, Waiting
from firmware_host.session.stored import headers

_json = JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def can_take(playing: Playing) -> bool:
    """Tell whether nothing of a game can be taken back now; not of one from outside."""
    return (
        not playing.unwritten
        and isinstance(playing.game, State)
        and playing.game.before is None
    )


def take(playing: Playing, *, ms: int) -> Snapshot:
    """
    Return a game as it stands.

    Args:
        playing: The game.
        ms: How far its own clock had come at its last row.

    Raises:
        RuleError: Its state holds what no JSON can be made of.
    """
    state = {
        "ms": ms,
        "since": None if playing.waits is None else playing.waits.since_ms,
        "reveals": playing.reveals,
        "buttons": [player.button or "" for player in playing.players],
        "bots": [player.bot.text if player.bot else "" for player in playing.players],
        "game": write_state(playing.game),
    }
    return Snapshot(
        playing.game_id, playing.number, _maker(type(playing.game)), _json(state)
    )


def go_on(start: Playing, snapshot: Snapshot) -> tuple[Playing, int] | None:
    """
    Return the game as it stood, and how far its clock had come.

    None where the snapshot does not fit: its rows are to be read from the first on.

    Args:
        start: The game before its first row.
        snapshot: What `take` returned.
    """
    if not isinstance(start.game, State) or snapshot.maker != _maker(type(start.game)):
        return None
    try:
        state = read_object(snapshot.state)
        game = read_state(type(start.game), inner(state, "game"), start.game.header)
        since = None if state["since"] is None else number(state, "since")
        reveals, ms = number(state, "reveals"), number(state, "ms")
        players = headers.players_of(state)
    except (RuleError, KeyError, ValueError):  # as only another program writes it
        return None
    wake = start.engine.wake(game)
    playing = replace(
        start,
        game=game,
        is_over=start.engine.is_over(game),
        players=players,
        number=snapshot.number,
        waits=None if wake is None or since is None else Waiting(wake, since),
        reveals=reveals,
    )
    return playing, ms


def _maker(state: type) -> str:
    """Return which program writes a state: its version, and what the state is of."""
    made_of = sha256(shape(state).encode()).hexdigest()[:12]
    return f"{__version__} {state.__module__} {made_of}"
