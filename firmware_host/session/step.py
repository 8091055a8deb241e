"""
The one step of the table: what happens goes in, the next session comes out.

Nothing is done here. What shall be done comes out as effects, and the table does it
in their order: written down before it is shown.
"""

from dataclasses import dataclass, replace
from typing import Any

from firmware_host.board.happenings import (
    SYMBOL_BUTTONS,
    Button,
    Called,
    Failed,
    Happening,
    Healed,
    Lost,
    Pressed,
    Released,
    Tapped,
    TooLate,
    Unclear,
    Woke,
)
from firmware_host.board.messages import Refused
from firmware_host.board.pieces import Millis, Piece
from firmware_host.session import (
    asked,
    check,
    choosing,
    grip,
    guess,
    holding,
    identities,
    laying,
    lobby,
    menu,
    play,
    rack,
    service,
    spell,
)
from firmware_host.session.asked import Asked
from firmware_host.session.choosing import Chosen
from firmware_host.session.effects import Sound, SwitchOff
from firmware_host.session.result import Step, accept, refuse, remember
from firmware_host.session.state import (
    Lobby,
    Look,
    Menu,
    Player,
    Playing,
    Session,
)

#: What answers a question.
_ANSWERS = (Button.TICK, Button.CROSS)

#: What a button is refused for that means nothing now.
_IDLE = Refused("button-idle")


@dataclass(frozen=True, slots=True)
class Submitted:
    """
    An action that somebody gave in words: a secret, a guess, a way out.

    Args:
        action: The engine's own kind of action.
        player: Who sits down, where the action is a `Join`.
    """

    action: Any
    player: Player | None = None


Event = Happening | Submitted | Chosen | Asked


def step(session: Session, event: Event, *, now_ms: Millis, entropy: bytes) -> Step:
    """
    Return what *event* makes of the table.

    Args:
        session: The table before.
        event: What happened.
        now_ms: The clock of this start of the program.
        entropy: 32 fresh bytes of chance, used where a round begins.
    """
    done = _step(session, event, now_ms=now_ms, entropy=entropy)
    done = laying.after(session, spell.after(session, done))
    return identities.after(holding.after(session, done), entropy)


def _step(session: Session, event: Event, *, now_ms: Millis, entropy: bytes) -> Step:
    match event:
        case Tapped() | Unclear() | TooLate() | Submitted():
            return _touch(session, event, now_ms=now_ms, entropy=entropy)
        case Pressed(button=button):
            return _press(session, button, now_ms=now_ms, entropy=entropy)
        case Released(button=button):
            after = replace(session, held=grip.released(session, button, now_ms))
            after = laying.release(spell.release(after, button), button)
            return Step(service.release(after, button, now_ms=now_ms))
        case Woke():
            return _wake(session, now_ms=now_ms, entropy=entropy)
        case Failed(part=part):
            others = tuple(one for one in session.faults if one != part)
            return Step(replace(session, faults=(*others, part)))
        case Healed(part=part):
            others = tuple(one for one in session.faults if one != part)
            return Step(replace(session, faults=others))
        case Lost(count=count):
            return Step(replace(session, lost=session.lost + count))
        case Chosen():
            return choosing.begin_chosen(session, event, now_ms=now_ms)
        case Called():
            return Step(session)  # it is heard where the button is pressed
        case _:
            return asked.answer(session, event, now_ms=now_ms)


def wake_at(session: Session, now_ms: Millis) -> Millis | None:
    """Return when the table wants `Woke`, in ms of the same clock; None for never."""
    times = []
    if session.refusal and session.refusal.until_ms > now_ms:
        times.append(session.refusal.until_ms)
    recovers_ms = service.wake_at(session)
    if recovers_ms is not None and recovers_ms > now_ms:
        times.append(recovers_ms)
    runs_ms = (spell.wake_at(session), laying.wake_at(session))
    times += [own_ms for own_ms in runs_ms if own_ms is not None]
    held = (grip.held_since(session), grip.cross_since(session))
    if session.menu is None:
        times += [Millis(since + grip.HOLD_MS) for since in held if since is not None]
    if isinstance(session.phase, Playing) and not (session.scripted or session.paused):
        own = play.wake_at(session.phase, now_ms)
        if own is not None:  # and each second of it is shown
            times.append(Millis(own - max(own - now_ms - 1, 0) // 1000 * 1000))
    return min(times, default=None)


def _is_due(session: Session, now_ms: Millis) -> bool:
    """Tell whether the game has something to do by itself, now."""
    phase = session.phase
    if not isinstance(phase, Playing) or session.scripted or session.paused:
        return False
    due_ms = play.wake_at(phase, now_ms)
    return due_ms is not None and due_ms <= now_ms


# --- touches ----------------------------------------------------------------


def _touch(
    session: Session,
    event: Tapped | Unclear | TooLate | Submitted,
    *,
    now_ms: Millis,
    entropy: bytes,
) -> Step:
    """A piece or a word: the game answers, or a refusal does."""
    if not isinstance(event, Submitted):  # what was said before hides no answer
        session = replace(session, lost=0, said=None)
    spelled = spell.tile(session, event, now_ms=now_ms)
    spelled = spelled or laying.tap(session, event, now_ms=now_ms)
    if spelled is not None:
        return spelled
    chosen = choosing.start_card(session, event, now_ms=now_ms)
    if chosen is not None:
        return chosen
    refused = _unreadable(event, _heard(session))
    if refused is not None:
        return refuse(session, refused, event, now_ms=now_ms)
    waits = rack.wait(session, event, now_ms=now_ms)
    if waits is not None:
        return waits
    if session.checking is not None and isinstance(event, Tapped):
        return check.tap(session, event, now_ms=now_ms)
    phase = session.phase
    if not isinstance(phase, Playing):
        return refuse(session, Refused("no-round"), event, now_ms=now_ms)
    if isinstance(event, Submitted):
        return _submit(session, phase, event, now_ms=now_ms, entropy=entropy)
    action = phase.engine.hear(phase.game, event)
    if action is None:  # such as a card that another game brought along
        return refuse(session, Refused("not-a-piece"), event, now_ms=now_ms)
    return _act(session, action, event, now_ms=now_ms, entropy=entropy)


def _submit(
    session: Session,
    phase: Playing,
    event: Submitted,
    *,
    now_ms: Millis,
    entropy: bytes,
) -> Step:
    """Somebody sits down, or does what was said in words."""
    action = event.action
    if event.player is not None:
        joined = play.join(phase, event.player, now_ms=now_ms)
        if isinstance(joined, Refused):
            return refuse(session, joined, event, now_ms=now_ms)
        return accept(session, joined)
    if session.scripted:  # what a transcript has not named the board does not draw
        bare = phase.engine.decide(phase.game, action)
        if isinstance(bare, Refused):
            return refuse(session, bare, event, now_ms=now_ms)
    return _act(session, action, event, now_ms=now_ms, entropy=entropy)


def _heard(session: Session) -> tuple[type, ...]:
    """Return what can be tapped in the game that is on."""
    phase = session.phase
    return phase.engine.NEEDS.hears if isinstance(phase, Playing) else (Piece,)


def _unreadable(event: Event, heard: tuple[type, ...]) -> Refused | None:
    match event:
        case Unclear():
            return Refused("unclear")
        case TooLate():
            return Refused("too-late")
        case Tapped(piece=None):
            return Refused("unknown-tag")
        case Tapped(piece=item) if not isinstance(item, heard):
            return Refused("not-a-piece")
        case _:
            return None


def _act(
    session: Session, action: Any, event: Event, *, now_ms: Millis, entropy: bytes
) -> Step:
    done = asked.act(session, action, now_ms=now_ms, entropy=entropy)
    if isinstance(done, Refused):
        return refuse(session, done, event, now_ms=now_ms)
    return accept(session, done)


# --- buttons ----------------------------------------------------------------


def _press(session: Session, button: Button, *, now_ms: Millis, entropy: bytes) -> Step:
    others = tuple(one for one in session.held if one[0] is not button)
    session = replace(session, held=(*others, (button, now_ms)), lost=0, said=None)
    session = service.press(session, button, now_ms=now_ms, entropy=entropy)
    if button is Button.SERVICE:
        return Step(session)
    if button in SYMBOL_BUTTONS:
        tap = rack.tap_of(button)
        return _touch(session, tap, now_ms=now_ms, entropy=entropy)
    if session.menu is not None:
        return _press_in_menu(session, session.menu, button, now_ms=now_ms)
    if isinstance(session.phase, Lobby):
        return choosing.press(session, session.phase, button, now_ms=now_ms)
    return _press_in_play(
        session, session.phase, button, now_ms=now_ms, entropy=entropy
    )


def _press_in_play(
    session: Session,
    phase: Playing,
    button: Button,
    *,
    now_ms: Millis,
    entropy: bytes,
) -> Step:
    done = None
    if session.checking is None:
        done = spell.press(session, phase, button, now_ms=now_ms, entropy=entropy)
        done = done or laying.press(session, phase, button, now_ms=now_ms)
        done = done or holding.press(session, phase, button, now_ms=now_ms)
    done = done or _press_for_rack(session, phase, button, now_ms=now_ms)
    if done is None and session.checking is not None:
        done = _press_in_check(session, button, now_ms=now_ms)
    if done is not None:
        return done
    if phase.engine.is_over(phase.game) and button in _ANSWERS:
        return Step(lobby.ask(replace(session, refusal=None), "again"))
    if phase.resumed and check.possible(session) and button in _ANSWERS:
        return check.answer(session, button, now_ms=now_ms)
    if session.paused and button is Button.TICK and session.setup.place == "home":
        return _go_on(session, now_ms=now_ms)
    action = phase.engine.hear(phase.game, Pressed(button))
    if action is None:
        action = _called(phase, button)
    if action is None:
        if button in _ANSWERS:
            return Step(session)  # half of the menu's grip is no mistake
        return refuse(session, _IDLE, Pressed(button), now_ms=now_ms)
    return _act(session, action, Pressed(button), now_ms=now_ms, entropy=entropy)


def _called(phase: Playing, button: Button) -> Any | None:
    """Return what a player's own button means, where the button alone means nothing."""
    calls = (
        phase.engine.hear(phase.game, Called(seat))
        for seat in guess.seats_of(phase.players, button)
    )
    return next((action for action in calls if action is not None), None)


def _press_for_rack(
    session: Session, phase: Playing, button: Button, *, now_ms: Millis
) -> Step | None:
    """Let a zone's button try the piece that waits on the rack."""
    tap = rack.press(session, phase, button, now_ms=now_ms)
    if not isinstance(tap, Tapped):
        return tap
    done = _touch(session, tap, now_ms=now_ms, entropy=b"")
    return rack.keep(done, session.racked)


def _press_in_check(session: Session, button: Button, *, now_ms: Millis) -> Step:
    told = check.press(session, button, now_ms=now_ms)
    if isinstance(told, Step):
        return told
    return _act(session, told, Pressed(button), now_ms=now_ms, entropy=b"")


# --- the menu ---------------------------------------------------------------


def _press_in_menu(
    session: Session, open_menu: Menu, button: Button, *, now_ms: Millis
) -> Step:
    phase = session.phase
    assert isinstance(phase, Playing)  # noqa: S101 - the menu opens in play only
    result = menu.press(session, open_menu, button)
    closed = replace(session, menu=None)
    match result:
        case Menu():
            return Step(replace(session, menu=result, refusal=None))
        case menu.Act(action=action):
            return _act(closed, action, Pressed(button), now_ms=now_ms, entropy=b"")
        case menu.Sit(player=player):
            done = play.join(phase, player, now_ms=now_ms)
            if isinstance(done, Refused):
                return refuse(closed, done, Pressed(button), now_ms=now_ms)
            return accept(closed, done)
        case menu.Turn(setup=setup):
            after = replace(closed, setup=setup)
            return Step(after, (remember(after),))
        case menu.Look():
            return check.look_now(session, Pressed(button), now_ms=now_ms)
        case menu.Off():
            return Step(closed, (SwitchOff(),))
        case menu.Close():
            closed = replace(closed, refusal=None)
            return Step(closed) if open_menu.asks else _go_on(closed, now_ms=now_ms)
        case None:
            return refuse(session, _IDLE, Pressed(button), now_ms=now_ms)


def _go_on(session: Session, *, now_ms: Millis) -> Step:
    """Let a game that is paused go on."""
    if not session.paused:
        return Step(session)
    return asked.answer(session, asked.Paused(paused=False), now_ms=now_ms)


# --- time -------------------------------------------------------------------


def _wake(session: Session, *, now_ms: Millis, entropy: bytes) -> Step:
    phase = session.phase
    if isinstance(phase, Playing):
        spelled = spell.wake(session, phase, now_ms=now_ms, entropy=entropy)
        spelled = spelled or laying.wake(session, now_ms=now_ms)
        if spelled is not None:
            return spelled
    since, cross = grip.held_since(session), grip.cross_since(session)
    if session.menu is None and since is not None and now_ms - since >= grip.HOLD_MS:
        return Step(replace(session, menu=Menu(), refusal=None))
    if session.menu is None and cross is not None and now_ms - cross >= grip.HOLD_MS:
        return grip.mute(session)
    if _is_due(session, now_ms) and isinstance(phase, Playing):
        action = phase.engine.hear(phase.game, Woke())
        done = play.act(phase, action, now_ms=now_ms, entropy=entropy, own=True)
        if isinstance(done, Refused):
            msg = f"the board's own move was refused: {done.code}"
            raise AssertionError(msg)
        sounds = (Sound(done.buzz),) if done.buzz and session.setup.sound else ()
        after = replace(session, phase=done.playing, look=Look())
        return Step(after, (done.store, *sounds), done.facts)
    return Step(session)
