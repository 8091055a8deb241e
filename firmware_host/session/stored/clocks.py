"""
The running clock of a game, as bytes.

A row has the time of an action. Between two rows these bytes say how far the clock is,
so that a killed board does not give that time back.
"""

from binascii import crc32
from struct import Struct

from firmware_host.board.pieces import Millis
from firmware_host.session import play
from firmware_host.session.play import Playing

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
