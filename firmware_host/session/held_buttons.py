"""What is held: tick and cross for the menu, the cross alone for the sound."""

from dataclasses import replace

from firmware_host.board.commands import CLASS, KIOSK
from firmware_host.board.events import Button
from firmware_host.board.messages import say
from firmware_host.board.pieces import Millis
from firmware_host.session.modes.menu import Menu
from firmware_host.session.state import Session, StepResult, remember

#: How long tick and cross are held for the menu.
HOLD_MS = 3000

#: Tick and cross that go down within this time are for the menu, and neither acts. So
#: one alone acts when it is released, or after this time: within 100 ms of the finger.
TOGETHER_MS = 80

_MENU: tuple[Button, ...] = (Button.TICK, Button.CROSS)


def may_be_chord(session: Session, button: Button) -> bool:
    """Return True if *button* may be the first of the two that open the menu."""
    in_play = session.playing is not None and session.setup.place not in (CLASS, KIOSK)
    return in_play and button in _MENU and not isinstance(session.mode, Menu)


def decides_ms(session: Session) -> Millis | None:
    """Return when the undecided button acts, if no other follows; None without one."""
    since_ms = dict(session.held).get(session.undecided) if session.undecided else None
    return None if since_ms is None else Millis(since_ms + TOGETHER_MS)


def due_ms(session: Session) -> tuple[Millis | None, Millis | None]:
    """Return when the menu opens, and when the sound turns; None for never."""
    held = dict(session.held)
    chord = _MENU
    if session.setup.place in (CLASS, KIOSK):
        chord = (Button.SERVICE,)
    opens = mutes = None
    if session.playing is not None and held.keys() >= {*chord}:
        opens = Millis(max(held[one] for one in chord) + HOLD_MS)
    if held.keys() == {Button.CROSS}:
        mutes = Millis(held[Button.CROSS] + HOLD_MS)
    return (None, None) if isinstance(session.mode, Menu) else (opens, mutes)


def released(
    session: Session, button: Button, now_ms: Millis
) -> tuple[tuple[Button, Millis], ...]:
    """Return the buttons still held; a cross that is left alone counts from now."""
    others = tuple(one for one in session.held if one[0] is not button)
    if len(others) < len(session.held) and dict(others).keys() == {Button.CROSS}:
        return ((Button.CROSS, now_ms),)
    return others


def mute(session: Session) -> StepResult:
    """Turn the sound off or on; once for each time the cross is held."""
    setup = replace(session.setup, sound=not session.setup.sound)
    said = say("sound-on" if setup.sound else "sound-off")
    after = replace(session, setup=setup, held=(), refusal=None, said=said)
    return StepResult(after, remember(after))
