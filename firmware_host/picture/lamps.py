"""
The patterns of a pair of lamps over time, and the tunes of the buzzer.

Cross and tick differ by place and rhythm, not only by colour: a No blinks twice, a Yes
never blinks, a refusal alternates, and both at once mean that a letter belongs
elsewhere.
"""

from firmware_host.board.faces import Buzz, Lamp
from firmware_host.board.pieces import ZONES

#: The duration of each flash and of each gap between flashes, in ms.
FLASH_MS = 150

#: A refusal's cross and tick, three times each in turn.
SWAPS = 6

#: The time that a calling light stays in a zone, in ms.
RUN_MS = 450

#: Milliseconds of sound, of silence, and hertz.
Tone = tuple[int, int, int]

#: The tones of each tune. The tunes differ in rhythm, not only in pitch, which an
#: active buzzer cannot change. Yes rises from G5 to D6, No falls from C4 to G3, the
#: lowest audible range; a wrong word falls, the end is C E G C.
TONES: dict[Buzz, tuple[Tone, ...]] = {
    Buzz.YES: ((80, 0, 784), (160, 0, 1175)),
    Buzz.NO: ((180, 0, 262), (320, 0, 196)),
    Buzz.WRONG: ((110, 50, 622), (110, 50, 587), (360, 0, 494)),
    Buzz.REFUSED: ((60, 80, 440), (60, 0, 440)),
    Buzz.BONUS: ((90, 30, 660), (90, 30, 880), (90, 30, 660), (220, 0, 880)),
    Buzz.END: ((120, 20, 523), (120, 20, 659), (120, 20, 784), (400, 0, 1047)),
}


def levels(lamp: Lamp, age_ms: int, at: int = 0) -> tuple[bool, bool, int | None]:
    """
    Return the cross, the tick, and the age at which either changes next.

    Args:
        lamp: The pattern of the pair.
        age_ms: The time since the pattern began, in ms.
        at: The index of the pair from 0, for patterns that run over all zones.

    Returns:
        Whether the cross and the tick are lit; then the age in ms of the next change,
        None where nothing changes any more.
    """
    step = age_ms // FLASH_MS
    following = (step + 1) * FLASH_MS
    match lamp:
        case Lamp.YES:
            return False, True, None
        case Lamp.ELSEWHERE:
            return True, True, None
        case Lamp.NO:  # lit, dark, lit, dark, then lit for good
            return step % 2 == 0 or step > 3, False, following if step <= 3 else None  # noqa: PLR2004 - two blinks have four parts
        case Lamp.FROM | Lamp.TO:  # until the piece has been moved
            lit = step % 2 == 0
            return lit and lamp is Lamp.FROM, lit and lamp is Lamp.TO, following
        case Lamp.CALLING:
            run = age_ms // RUN_MS
            return False, run % len(ZONES) == at, (run + 1) * RUN_MS
        case Lamp.REFUSED if step < SWAPS:
            return step % 2 == 0, step % 2 == 1, following
    return False, False, None
