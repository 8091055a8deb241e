"""Spelling letter by letter: a zone's button steps its letter, a tile adds one."""

from typing import Any

from firmware_host.board.happenings import ZONE_BUTTONS, Button
from firmware_host.board.messages import Refused
from firmware_host.board.pieces import Millis, Seat
from firmware_host.games.values import replace
from firmware_host.games.wanted import Wanted
from firmware_host.session.state import Playing, Session, Spelling

#: A button that is held begins to run after so long, and gets faster later on.
HOLD_MS, RUN_MS, FAST_MS = 500, 200, 80
FAST_AFTER = 8

#: Nobody holds a button through the alphabet so often: its coming up was lost.
MOST_STEPS = 120

#: Tick or cross is held so long for more than a press: to overrule, or to judge.
SAY_MS = 1000


def wanted(session: Session) -> Wanted | None:
    """Return the word that can be given now; None where there is none."""
    phase = session.phase
    want = phase.engine.wanted(phase.game) if isinstance(phase, Playing) else None
    return want if isinstance(want, Wanted) else None


def is_shown(session: Session) -> bool:
    """Tell whether everybody sees how a word is spelled."""
    now = session.spelling
    shown = now is not None and not (now.secret or now.hidden)
    return shown and wanted(session) is not None


def begun(phase: Playing, want: Wanted, seat: Seat, *, secret: bool) -> Spelling:
    """Return a word without a letter yet."""
    blank = ("",) * want.length
    return Spelling(phase.game_id, want.round, seat, secret=secret, letters=blank)


def place(want: Wanted, button: Button) -> int | None:
    """Return the place in the word that a button steps, if it is a zone's."""
    if button not in ZONE_BUTTONS:
        return None
    return ZONE_BUTTONS.index(button) + 1 - want.first_zone


def outside(want: Wanted, at: int) -> Refused:
    """Return the refusal of a zone that is none of the word's."""
    return Refused("outside-word", values=(("zone", at + want.first_zone),))


def stepped(spelling: Spelling, want: Wanted, at: int, *, now_ms: Millis) -> Spelling:
    """Return the word with the letter *at* one step further, and running from now."""
    runs = (at, 0, Millis(now_ms + HOLD_MS))
    return replace(_turned(spelling, want.choices(at), at), runs=runs)


def ran(spelling: Spelling, want: Wanted, *, now_ms: Millis) -> Spelling:
    """Return the word after one step of the button that is held."""
    assert spelling.runs is not None  # noqa: S101 - it was due
    runs = paced(spelling.runs, now_ms=now_ms)
    at = spelling.runs[0]
    return replace(_turned(spelling, want.choices(at), at), runs=runs)


def paced(
    runs: tuple[int, int, Millis], *, now_ms: Millis
) -> tuple[int, int, Millis] | None:
    """Return how a held button runs on after one more step; None for no more."""
    at, count, _ = runs
    pause_ms = RUN_MS if count < FAST_AFTER else FAST_MS
    return (at, count + 1, Millis(now_ms + pause_ms)) if count < MOST_STEPS else None


def following(letters: tuple[str, ...], now: str) -> str:
    """Return the letter after *now*, the first one after the last or after none."""
    return letters[(letters.index(now) + 1) % len(letters) if now else 0]


def _turned(spelling: Spelling, letters: tuple[str, ...], at: int) -> Spelling:
    return _with(spelling, at, following(letters, spelling.letters[at]))


def added(spelling: Spelling, letter: str) -> Spelling | None:
    """Return the word with *letter* in the first free place; None without one."""
    free = [at for at, known in enumerate(spelling.letters) if not known]
    return _with(spelling, free[0], letter) if free else None


def without_last(spelling: Spelling) -> Spelling | None:
    """Return the word without its last letter; None where it has none."""
    filled = [at for at, known in enumerate(spelling.letters) if known]
    return _with(spelling, filled[-1], "") if filled else None


def _with(spelling: Spelling, at: int, letter: str) -> Spelling:
    letters = (*spelling.letters[:at], letter, *spelling.letters[at + 1 :])
    return replace(spelling, letters=letters, refused=None, runs=None)


def word(spelling: Spelling) -> str:
    """Return what has been spelled so far."""
    return "".join(spelling.letters)


def line(phase: Playing, want: Wanted, seat: Seat, given: str) -> dict[str, Any]:
    """Return the transcript's line that gives a word which is not secret."""
    verb = phase.engine.VERBS[want.do]
    by = {"by": seat} if "by" in (*verb.needs, *verb.may) else {}
    return {"do": want.do, **by, want.key: given}


def keep(session: Session, spelling: Spelling | None) -> Session:
    """Return the session with that word being spelled."""
    return replace(session, spelling=spelling, refusal=None)
