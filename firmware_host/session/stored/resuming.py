"""
Resume a game from its rows, from a snapshot, and with its running clock.

A snapshot is the state of a game as JSON, so that resuming need not read all rows. It
is taken when no action can be undone, so it contains no earlier states. The settings
are in the game's header. Only the program version that wrote a snapshot reads it; any
other version reads the rows.
"""

from binascii import crc32
from collections.abc import Iterable
from hashlib import sha256
from json import JSONEncoder
from struct import Struct

from firmware_host import __version__
from firmware_host.board.entries import RowEntry, Snapshot
from firmware_host.board.json import inner, number, read_object, read_objects
from firmware_host.board.pieces import Millis
from firmware_host.board.record import replace
from firmware_host.errors import RuleError
from firmware_host.games.codec import read_state, shape, write_state
from firmware_host.games.game import Joined, Left, State
from firmware_host.session import play
from firmware_host.session.play import Playing, Waiting, fold, next_wait
from firmware_host.session.stored import headers

_json = JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def can_take_snapshot(playing: Playing) -> bool:
    """Return True if no action can be undone now; False for a game from outside."""
    return (
        not playing.unwritten
        and isinstance(playing.game, State)
        and playing.game.before is None
    )


def take_snapshot(playing: Playing, *, ms: int) -> Snapshot:
    """
    Return a snapshot of a game, from which it can continue without a replay.

    Args:
        playing: The game.
        ms: The game's own clock at its last row, in ms.

    Raises:
        RuleError: The state of the game cannot be represented as JSON.
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


def from_snapshot(start: Playing, snapshot: Snapshot) -> tuple[Playing, int] | None:
    """
    Return the game of a snapshot, and its own clock in ms.

    Return None if the snapshot does not fit; the rows must then be read from the first
    on.

    Args:
        start: The game before its first row.
        snapshot: The result of `take_snapshot`.
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
        players=players,
        number=snapshot.number,
        waits=None if wake is None or since is None else Waiting(wake, since),
        reveals=reveals,
    )
    return playing, ms


def _maker(state: type) -> str:
    """Return the program's version and a hash of the state's type, as one text."""
    made_of = sha256(shape(state).encode()).hexdigest()[:12]
    return f"{__version__} {state.__module__} {made_of}"


# --- the running clock --------------------------------------------------------

#: The game, its last row, when the wait began, and now, in ms of the game's clock.
_NUMBERS = Struct("<4Q")

_CRC = Struct("<I")


def write_clock(playing: Playing | None, now_ms: Millis) -> bytes | None:
    """
    Encode the running clock of a game as bytes; return None if it is stopped.

    Args:
        playing: The game.
        now_ms: The table's clock.
    """
    if playing is None or playing.unwritten or playing.stopped_ms is not None:
        return None
    if playing.waits is None or play.left_ms(playing, now_ms) is None:
        return None
    at = (playing.game_id, playing.number, playing.waits.since_ms)
    content = _NUMBERS.pack(*at, playing.elapsed_ms(now_ms))
    return content + _CRC.pack(crc32(content))


def read_clock(content: bytes, playing: Playing, ms: int) -> int:
    """
    Decode the elapsed time of a game's clock, in ms; *ms* if it is damaged.

    Damaged bytes, and those of another game or row, change nothing.

    Args:
        content: What `write_clock` returned last.
        playing: The game after its last row.
        ms: How far the clock was at that row.
    """
    waits, numbers = playing.waits, content[: _NUMBERS.size]
    if waits is None or content != numbers + _CRC.pack(crc32(numbers)):
        return ms
    *at, now_ms = map(int, _NUMBERS.unpack(numbers))
    if at != [playing.game_id, playing.number, waits.since_ms]:
        return ms
    return max(ms, min(now_ms, at[2] + waits.wake.ms))


# --- from its rows ---------------------------------------------------------------


def resume(playing: Playing, rows: Iterable[RowEntry], *, ms: int = 0) -> Playing:
    """
    Return a game from the journal: facts are folded, actions are not judged again.

    Args:
        playing: The game before its first row, or from a snapshot.
        rows: The rows after that, in order.
        ms: The time in ms that the game had been played by then.
    """
    playing, ms = fold_rows(playing, rows, ms=ms)
    return replace(
        playing,
        began_ms=Millis(playing.began_ms - ms),
        resumed=playing.number > 0 and not playing.is_over,
        stopped_ms=playing.began_ms if playing.number else None,
    )


def fold_rows(
    playing: Playing, rows: Iterable[RowEntry], *, ms: int = 0
) -> tuple[Playing, int]:
    """Return the game after *rows*, and its own clock then, in ms."""
    engine = playing.engine
    if not playing.number:
        playing = replace(playing, waits=next_wait(playing, 0))
    for row in rows:
        ms = row.ms
        facts = tuple(engine.fact(line) for line in read_objects(row.facts))
        joined = tuple(
            headers.player_of(fact.button, fact.bot)
            for fact in facts
            if isinstance(fact, Joined)
        )
        playing = replace(playing, players=playing.players + joined)
        # People add and remove bots; the row has the bot's seat.
        by_bot = row.seat in playing.bots and not isinstance(facts[0], Joined | Left)
        after = fold(playing, facts, ms, by_bot=by_bot)
        playing = replace(after, number=row.number)
    return playing, ms
