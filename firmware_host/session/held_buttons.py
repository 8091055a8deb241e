"""Held buttons: tick and cross open the menu, the cross alone switches the sound."""

from dataclasses import replace

from firmware_host.board.commands import CLASS, KIOSK
from firmware_host.board.events import Button
from firmware_host.board.messages import say
from firmware_host.board.pieces import Millis
from firmware_host.session.modes.menu import Menu
from firmware_host.session.state import Session, StepResult, remember

#: The time for which tick and cross are held to open the menu, in ms.
HOLD_MS = 3000

#: If tick and cross go down within this time in ms, they open the menu and have no
#: other effect. So a single one takes effect when it is released, or after this time:
#: within 100 ms.
TOGETHER_MS = 80

_MENU: tuple[Button, ...] = (Button.TICK, Button.CROSS)


def may_be_chord(session: Session, button: Button) -> bool:
    """Return True if *button* may be the first of the two that open the menu."""
    in_play = session.playing is not None and session.setup.place not in (CLASS, KIOSK)
    return in_play and button in _MENU and not isinstance(session.mode, Menu)


def decides_ms(session: Session) -> Millis | None:
    """
    Return the time in ms at which the undecided button takes effect.

    None without one.
    """
    since_ms = dict(session.held).get(session.undecided) if session.undecided else None
    return None if since_ms is None else Millis(since_ms + TOGETHER_MS)


def due_ms(session: Session) -> tuple[Millis | None, Millis | None]:
    """Return the times in ms for opening the menu and switching the sound."""
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


def without_button(
    session: Session, button: Button, now_ms: Millis
) -> tuple[tuple[Button, Millis], ...]:
    """Return the held buttons without *button*; restart the time of a lone cross."""
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
