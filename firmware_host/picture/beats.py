"""
Animations of the zones after a moment: the reveal of a word, or running lights.

Beats are decoration. An answer is shown before the first beat, and no beat changes a
zone that shows an answer. The next change of the zones' faces ends all beats.
"""

from collections.abc import Iterator, Mapping, Sequence

from firmware_host.board.faces import Buzz, Lamp, ZoneFace
from firmware_host.board.moments import Moment, What
from firmware_host.board.pieces import Counts, counts_of, kinds_of
from firmware_host.board.record import Record, replace
from firmware_host.picture.lamps import FLASH_MS, TONES, Tone
from firmware_host.words.poses import POSES, build_of

Zones = tuple[ZoneFace, ...]
Tones = tuple[Tone, ...]

#: The time in ms from one piece to the next, and from a complete letter to the next.
#: Source: the look of the pages, which reveal a word at the same pace.
PIECE_MS, LETTER_MS = 190, 330

#: The time in ms of the ticks after a right guess, and of silence after a lost word.
FOUND_MS, LOST_MS = 900, 600

#: The longest time in ms for all letters of a word; a long word is faster.
LETTERS_MS = 2300

#: The tone of each letter: C D E G A C.
NOTES: Tones = tuple((120, 0, hertz) for hertz in (523, 587, 659, 784, 880, 1047))


class Run(Record):
    """
    Lamps that light one zone after the other.

    Args:
        lamp: The lamp pattern of a pair in its turn, no longer than a flash.
        times: How often the light runs over all zones.
        leftwards: True to begin in the last zone.
    """

    lamp: Lamp
    times: int = 1
    leftwards: bool = False


#: How lamps run at a moment; the weightiest first.
RUNS: Mapping[What, Run] = {
    What.GAME: Run(Lamp.YES, 3),
    What.POWER: Run(Lamp.ELSEWHERE),
    What.BONUS: Run(Lamp.ELSEWHERE, 2),
    What.OUT: Run(Lamp.NO, 3, leftwards=True),
    What.LAST_TOKEN: Run(Lamp.NO, 2, leftwards=True),
    What.WRONG: Run(Lamp.NO, leftwards=True),
    What.RIGHT: Run(Lamp.YES),
    What.ROUND: Run(Lamp.ELSEWHERE),
}


class Beat(Record):
    """
    One step of an animation.

    Args:
        at_ms: Its time in ms since the moment.
        zones: The faces of all zones from then on, zone 1 first.
        tones: The tones that the buzzer plays then.
    """

    at_ms: int
    zones: Zones
    tones: Tones = ()


def beats(
    moments: Sequence[Moment], before: Zones | None, now: Zones
) -> tuple[Beat, ...]:
    """
    Return the beats of new moments; none if no moment has an animation.

    The last beat has the faces *now*.

    Args:
        moments: The new moments.
        before: The faces of the zones before; None if they were dark.
        now: The faces of the zones after the moments.
    """
    whats = {one.what for one in moments}
    new = _new(before, now)
    if before and new and whats & {What.ROUND, What.VOIDED}:
        found = any(one.what is What.ROUND and one.seat is not None for one in moments)
        shown = tuple(_reveal(before, now, new, found=found))
        won = RUNS[What.GAME] if What.GAME in whats else Run(Lamp.DARK, 0)
        return (*shown, *_run(won, now, shown[-1].at_ms + LETTER_MS, TONES[Buzz.END]))
    run = next((one for what, one in RUNS.items() if what in whats), None)
    return () if run is None else tuple(_run(run, now, 0))


def _new(before: Zones | None, now: Zones) -> list[int]:
    """Return the places of letters that are shown now, and were not before."""
    return [
        at
        for at, zone in enumerate(now)
        if zone.letter and before and before[at].letter != zone.letter
    ]


def _reveal(
    before: Zones, now: Zones, new: Sequence[int], *, found: bool
) -> Iterator[Beat]:
    """
    Yield the beats that reveal a word letter by letter, each first as its pieces.

    The ticks of a word that somebody found are lit from the first beat on. Pieces that
    are in a zone already stay, and the missing ones are added one by one.
    """
    lamp = Lamp.YES if found else Lamp.DARK
    zones = [
        replace(zone, lamp=lamp if at in new else Lamp.DARK, word=None)
        for at, zone in enumerate(before)
    ]
    for at in set(range(len(now))).difference(new):
        zones[at] = now[at]
    yield Beat(0, tuple(zones), TONES[Buzz.YES] if found else ())
    at_ms = FOUND_MS if found else LOST_MS
    flown = {at: tuple(_pieces(before[at].placed, now[at])) for at in new}
    needed_ms = sum(LETTER_MS + PIECE_MS * len(one) for one in flown.values())
    pace = min(1.0, LETTERS_MS / needed_ms)
    for note, at in zip(NOTES, new, strict=False):
        for counts in flown[at]:
            zones[at] = ZoneFace(lamp, placed=counts, forms=now[at].letter or "")
            yield Beat(at_ms, tuple(zones))
            at_ms += round(PIECE_MS * pace)
        zones[at] = replace(now[at], lamp=lamp)
        yield Beat(at_ms, tuple(zones), (note,))
        at_ms += round(LETTER_MS * pace)


def _pieces(placed: Counts, zone: ZoneFace) -> Iterator[Counts]:
    """Yield the counts of a zone's pieces, with one more missing piece each time."""
    letter = zone.letter or ""
    if build_of(letter) != zone.build:
        return  # the owner's box builds it another way
    missing = [pose.kind for pose in POSES[letter]]
    for kind in kinds_of(placed):
        if kind in missing:
            missing.remove(kind)
    lying = list(kinds_of(placed))
    for kind in missing:
        lying.append(kind)
        yield counts_of(lying)


def _run(run: Run, now: Zones, at_ms: int, tones: Tones = ()) -> Iterator[Beat]:
    """Yield how lamps run over the zones that answer nothing, and are still again."""
    free = [at for at, zone in enumerate(now) if _is_free(zone)]
    if run.leftwards:
        free.reverse()
    for at in free * run.times:
        lit = replace(now[at], lamp=run.lamp)
        yield Beat(at_ms, (*now[:at], lit, *now[at + 1 :]), tones)
        at_ms, tones = at_ms + FLASH_MS, ()
    yield Beat(at_ms, now, tones)


def _is_free(zone: ZoneFace) -> bool:
    """Return True if a zone shows no answer, so that its lamps may be animated."""
    return zone.lamp is Lamp.DARK and zone.word is None and zone.mark is None
