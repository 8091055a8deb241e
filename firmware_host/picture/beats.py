"""
What zones do with a moment once it is answered: a reveal, or lamps that run.

Beats decorate. Whatever answers stands before the first of them, and no beat touches a
zone that answers; the next thing that zones have to show ends them all.
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

#: From a piece that flies in to the next one, and from a whole letter to the next.
#: Source: the look of the pages, which reveal a word at the same pace.
PIECE_MS, LETTER_MS = 190, 330

#: What is played with each letter: C D E G A C.
NOTES: Tones = tuple((120, 0, hertz) for hertz in (523, 587, 659, 784, 880, 1047))


class Run(Record):
    """
    Lamps that light one zone after the other.

    Args:
        lamp: What each pair shows in its turn; no rhythm that is longer than a flash.
        times: How often the light goes over all zones.
        leftwards: True where it begins in the last zone.
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
    What the zones show from a time on.

    Args:
        at_ms: When it begins, from the moment on.
        zones: What each zone shows then, zone 1 first.
        tones: What the buzzer plays then.
    """

    at_ms: int
    zones: Zones
    tones: Tones = ()


def beats(
    moments: Sequence[Moment], before: Zones | None, now: Zones
) -> tuple[Beat, ...]:
    """
    Return what *moments* look like from now on; nothing where nothing decorates them.

    The last beat shows *now*.

    Args:
        moments: What has just happened.
        before: What the zones showed before; None where they were dark.
        now: What they have to show.
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
    Yield how a word is shown: letter by letter, each first as its pieces.

    What lies in a zone already stays there, and the missing pieces fly in.
    """
    zones = [replace(zone, lamp=Lamp.DARK, word=None) for zone in before]
    for at in set(range(len(now))).difference(new):
        zones[at] = now[at]
    yield Beat(0, tuple(zones), TONES[Buzz.YES] if found else ())
    at_ms = LETTER_MS
    for note, at in zip(NOTES, new, strict=False):
        for counts in _pieces(before[at].placed, now[at]):
            zones[at] = ZoneFace(placed=counts, forms=now[at].letter or "")
            yield Beat(at_ms, tuple(zones))
            at_ms += PIECE_MS
        zones[at] = replace(now[at], lamp=Lamp.YES if found else Lamp.DARK)
        yield Beat(at_ms, tuple(zones), (note,))
        at_ms += LETTER_MS


def _pieces(placed: Counts, zone: ZoneFace) -> Iterator[Counts]:
    """Yield what lies in a zone as the missing pieces come, one by one, to the last."""
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
    """Tell whether a zone answers nothing, so that its lamps may decorate."""
    return zone.lamp is Lamp.DARK and zone.word is None and zone.mark is None
