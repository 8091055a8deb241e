"""
The step of the table: an event goes in, the next session comes out.

Each kind of event has one function, in which stands what comes before the mode and
what after it: `_touch`, `_press`, `_wake`. What lies over a mode's face is listed in
`render.py`.

Nothing is done here. What shall be done comes out as effects, and the table does it
in their order: written down before it is shown.
"""

from dataclasses import dataclass

from firmware_host.board.events import (
    SYMBOL_BUTTONS,
    BoardEvent,
    Button,
    Called,
    Failed,
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
from firmware_host.board.pieces import RACK, Millis, Piece
from firmware_host.games.values import replace
from firmware_host.session import asked, chord, identities, phones, play, rack, service
from firmware_host.session.acting import Moment, go_on
from firmware_host.session.asked import Asked
from firmware_host.session.effects import Sound
from firmware_host.session.modes import check, choosing
from firmware_host.session.modes.check import Check
from firmware_host.session.modes.choosing import Choosing, Chosen
from firmware_host.session.modes.menu import Menu
from firmware_host.session.result import StepResult, accept, refuse
from firmware_host.session.state import Look, Player, Playing, Session

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
        phone: The phone that gave it, by the hash of its cookie; empty for none.
        made: Whether it makes all that its person hides.
    """

    action: object
    player: Player | None = None
    phone: str = ""
    made: bool = False


Event = BoardEvent | Submitted | Chosen | Asked


def step(
    session: Session, event: Event, *, now_ms: Millis, entropy: bytes
) -> StepResult:
    """
    Return the session and the effects after *event*.

    Args:
        session: The table before.
        event: What happened.
        now_ms: The clock of this start of the program.
        entropy: 32 fresh bytes of chance, used where a round begins.
    """
    done = _step(session, event, now_ms=now_ms, entropy=entropy)
    mode = done.session.mode.after(done.session)
    if mode is not done.session.mode:
        done = replace(done, session=replace(done.session, mode=mode))
    if _is_hidden(session, done):
        done = replace(done, quiet=True)
    if isinstance(event, Submitted) and not isinstance(done.outcome, Refused):
        now = phones.played(done.session, event.phone, made=event.made)
        done = replace(done, session=now)
    return phones.after(session, identities.after(done, entropy))


def _is_hidden(before: Session, done: StepResult) -> bool:
    """Tell whether nothing has changed but what one person alone may see."""
    was, now = before.mode, done.session.mode
    if not (was.hides(before, now) or now.hides(before, was)):
        return False
    same = replace(done.session, mode=was, held=before.held)
    return same == before and not done.effects and done.outcome is None


def _step(
    session: Session, event: Event, *, now_ms: Millis, entropy: bytes
) -> StepResult:
    match event:
        case Tapped() | Unclear() | TooLate():
            seen = replace(session, lost=0, said=None)
            return _touch(seen, event, now_ms=now_ms, entropy=entropy)
        case Submitted():
            return _submit(session, event, now_ms=now_ms, entropy=entropy)
        case Pressed(button=button):
            return _press(session, button, now_ms=now_ms, entropy=entropy)
        case Released(button=button):
            held = chord.released(session, button, now_ms)
            after = replace(session, held=held, mode=session.mode.release(button))
            return StepResult(service.release(after, button, now_ms=now_ms))
        case Woke():
            return _wake(session, now_ms=now_ms, entropy=entropy)
        case Failed(part=part) | Healed(part=part):
            others = tuple(one for one in session.faults if one != part)
            faulty = (part,) if isinstance(event, Failed) else ()
            return StepResult(replace(session, faults=(*others, *faulty)))
        case Lost(count=count):
            return StepResult(replace(session, lost=session.lost + count))
        case Chosen():
            return choosing.begin_chosen(session, event, now_ms=now_ms)
        case Called():
            return StepResult(session)  # it is heard where the button is pressed
        case _:
            return asked.answer(session, event, now_ms=now_ms)


# --- touches ----------------------------------------------------------------


def _touch(
    session: Session,
    event: Tapped | Unclear | TooLate,
    *,
    now_ms: Millis,
    entropy: bytes,
) -> StepResult:
    """Offer a tap to the mode, then to what all modes share, then to the game."""
    playing, mode, done = session.playing, session.mode, None
    if playing is None:
        return _gate(session, event, now_ms=now_ms) or refuse(
            session, Refused("no-round"), event, now_ms=now_ms
        )
    moment = Moment(session, playing, now_ms, entropy)
    if isinstance(event, Tapped) and event.zone == RACK:
        done = mode.rack(moment, event)
    done = done or _gate(session, event, now_ms=now_ms) or mode.tap(moment, event)
    if done is not None:
        return done
    action = playing.engine.interpret(playing.game, event)
    if action is None:  # such as a card that another game brought along
        return moment.refuse(Refused("not-a-piece"), event)
    return moment.acted(action, event)


def _gate(
    session: Session, event: Tapped | Unclear | TooLate, *, now_ms: Millis
) -> StepResult | None:
    """Start cards, what cannot be read, and what waits on the rack."""
    chosen = choosing.start_card(session, event, now_ms=now_ms)
    if chosen is not None:
        return chosen
    refused = _unreadable(event, _heard(session.playing))
    if refused is not None:
        return refuse(session, refused, event, now_ms=now_ms)
    return rack.wait(session, event, now_ms=now_ms)


def _heard(playing: Playing | None) -> tuple[type, ...]:
    """Return what can be tapped in the game that is on."""
    return (Piece,) if playing is None else playing.engine.NEEDS.hears


def _unreadable(
    event: Tapped | Unclear | TooLate, heard: tuple[type, ...]
) -> Refused | None:
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


def _submit(
    session: Session, event: Submitted, *, now_ms: Millis, entropy: bytes
) -> StepResult:
    """Somebody sits down, or does what was said in words."""
    action, playing = event.action, session.playing
    if playing is None:
        return refuse(session, Refused("no-round"), event, now_ms=now_ms)
    moment = Moment(session, playing, now_ms, entropy)
    if event.player is not None:
        joined = play.join(playing, event.player, now_ms=now_ms)
        if isinstance(joined, Refused):
            return moment.refuse(joined, event)
        return accept(session, joined)
    if session.scripted:  # what a transcript has not named the board does not draw
        bare = playing.engine.act(playing.game, action)
        if isinstance(bare, Refused):
            return moment.refuse(bare, event)
    return moment.acted(action, event)


# --- buttons ----------------------------------------------------------------


def _press(
    session: Session, button: Button, *, now_ms: Millis, entropy: bytes
) -> StepResult:
    others = tuple(one for one in session.held if one[0] is not button)
    session = replace(session, held=(*others, (button, now_ms)), lost=0, said=None)
    session = service.press(session, button, now_ms=now_ms, entropy=entropy)
    mode, playing = session.mode, session.playing
    if button is Button.SERVICE:
        return StepResult(session)
    if button in SYMBOL_BUTTONS:
        tap = rack.tap_of(button)
        return _touch(session, tap, now_ms=now_ms, entropy=entropy)
    if isinstance(mode, Choosing):
        return mode.choose(session, button, now_ms=now_ms)
    if playing is None:
        return refuse(session, _IDLE, Pressed(button), now_ms=now_ms)
    moment = Moment(session, playing, now_ms, entropy)
    return mode.press(moment, button) or _press_in_game(moment, button)


def _press_in_game(moment: Moment, button: Button) -> StepResult:
    """What the mode has left: a piece on the rack, a question, or the game's own."""
    session, playing = moment.session, moment.playing
    tap = rack.press(session, playing, button, now_ms=moment.now_ms)
    if isinstance(tap, Tapped):
        done = _touch(session, tap, now_ms=moment.now_ms, entropy=moment.entropy)
        return rack.keep(done, playing.engine, session.racked)
    if tap is not None:
        return tap
    if button in _ANSWERS and playing.engine.is_over(playing.game):
        return StepResult(choosing.ask(replace(session, refusal=None), "again"))
    if button in _ANSWERS and playing.resumed and check.possible(session):
        return Check.answer(moment, button)
    if session.paused and button is Button.TICK and session.setup.place == "home":
        return go_on(session, Pressed(button), now_ms=moment.now_ms)
    action = playing.engine.interpret(playing.game, Pressed(button))
    if action is None:
        action = _called(playing, button)
    if action is not None:
        return moment.acted(action, Pressed(button))
    if button in _ANSWERS:
        return StepResult(session)  # half of the menu's chord is no mistake
    return moment.refuse(_IDLE, Pressed(button))


def _called(playing: Playing, button: Button) -> object:
    """Return what a player's own button means, where the button alone means nothing."""
    calls = (
        playing.engine.interpret(playing.game, Called(seat))
        for seat in play.seats_of(playing.players, button)
    )
    return next((action for action in calls if action is not None), None)


# --- time -------------------------------------------------------------------


def wake_at(session: Session, now_ms: Millis) -> Millis | None:
    """Return when the table wants `Woke`, in ms of the same clock; None for never."""
    shown = session.refusal.until_ms if session.refusal is not None else None
    times = [
        one
        for one in (shown, service.wake_at(session))
        if one is not None and one > now_ms
    ]
    held = [chord.held_since(session), chord.cross_since(session)]
    if isinstance(session.mode, Menu):
        held = []
    due_ms = session.mode.due_ms(session)
    times += [] if due_ms is None else [due_ms]
    times += [Millis(since + chord.HOLD_MS) for since in held if since is not None]
    own = _own_ms(session, now_ms)
    if own is not None:  # and each second of it is shown
        times.append(Millis(own - max(own - now_ms - 1, 0) // 1000 * 1000))
    return min(times, default=None)


def _own_ms(session: Session, now_ms: Millis) -> Millis | None:
    """Return when the game has something to do by itself; None for never."""
    playing = session.playing
    if playing is None or session.scripted:
        return None
    if session.paused and not playing.engine.is_over(playing.game):
        return None
    return play.wake_at(playing, now_ms)


def _wake(session: Session, *, now_ms: Millis, entropy: bytes) -> StepResult:
    """Do what is due: the mode's, then a held button's, then the game's own move."""
    mode, playing = session.mode, session.playing
    if playing is not None:
        done = mode.wake(Moment(session, playing, now_ms, entropy))
        if done is not None:
            return done
    since, cross = chord.held_since(session), chord.cross_since(session)
    if not isinstance(mode, Menu):
        if since is not None and now_ms - since >= chord.HOLD_MS:
            return StepResult(replace(session, mode=Menu(mode), refusal=None))
        if cross is not None and now_ms - cross >= chord.HOLD_MS:
            return chord.mute(session)
    own = _own_ms(session, now_ms)
    if playing is None or own is None or own > now_ms:
        return StepResult(session)
    return _move(session, playing, now_ms=now_ms, entropy=entropy)


def _move(
    session: Session, playing: Playing, *, now_ms: Millis, entropy: bytes
) -> StepResult:
    """The game's own move: what it draws, or what has run out."""
    action = playing.engine.interpret(playing.game, Woke())
    done = play.act(playing, action, now_ms=now_ms, entropy=entropy, own=True)
    if isinstance(done, Refused):
        msg = f"the board's own move was refused: {done.code}"
        raise AssertionError(msg)  # noqa: TRY004 - a fault of ours, of no type
    sounds = (Sound(done.buzz),) if done.buzz and session.setup.sound else ()
    after = replace(session, playing=done.playing, look=Look())
    return StepResult(after, (done.store, *sounds), done.facts)
