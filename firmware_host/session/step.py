"""
The step of the table: an event goes in, the next session comes out.

`handle` handles the event: each kind of event has one function, such as `_touch`,
`_press` and `_wake`. `PIPELINE` lists the functions that run after it, in order.
`OVERLAYS` of `render.py` lists what is shown over a mode's face.

This module has no side effects. The table executes the result: it stores the entry
before it shows anything.
"""

from collections.abc import Callable

from firmware_host.board.events import (
    SYMBOL_BUTTONS,
    BoardEvent,
    Button,
    Called,
    Compared,
    Damaged,
    Failed,
    Healed,
    Lost,
    Pressed,
    Released,
    Tapped,
    TooLate,
    Touch,
    Unclear,
    Woke,
)
from firmware_host.board.messages import Refused, say
from firmware_host.board.moments import Moment, What
from firmware_host.board.pieces import BOARD, RACK, Card, Millis, Piece
from firmware_host.board.record import replace
from firmware_host.errors import RuleError
from firmware_host.games.game import seat_of
from firmware_host.session import (
    asked,
    collecting,
    held_buttons,
    holders,
    identities,
    kiosk_turns as turns,
    phones,
    play,
    rack,
    service,
    staleness,
    tutorial,
)
from firmware_host.session.acting import Submitted, go_on
from firmware_host.session.asked import Asked
from firmware_host.session.bots import turns as bot_turns
from firmware_host.session.modes import check, choosing
from firmware_host.session.modes.check import CheckMode
from firmware_host.session.modes.choosing import ChosenGame
from firmware_host.session.modes.filling import PlayMode
from firmware_host.session.modes.menu import Menu
from firmware_host.session.play import Playing
from firmware_host.session.state import (
    Extra,
    InGame,
    Now,
    QuestionMode,
    Session,
    StepResult,
    Visit,
    record_moments,
)

#: What answers a question.
_ANSWERS = (Button.TICK, Button.CROSS)

#: The refusal of a button that has no meaning now.
_IDLE = Refused("button-idle")

Event = BoardEvent | Submitted | ChosenGame | Asked


def step(
    session: Session, event: Event, *, now_ms: Millis, entropy: bytes, today: int = 0
) -> StepResult:
    """
    Return the session after *event*, and the outputs to carry out.

    Args:
        session: The table before.
        event: What happened.
        now_ms: The clock of this start of the program.
        entropy: 32 fresh random bytes, used if a round begins.
        today: The number of the day; 0 if it is unknown or not needed.
    """
    if today and today != session.today:
        session = replace(session, today=today)
    now = Now(session, now_ms, entropy, holders.hot_seats(session))
    done = handle(now, event)
    extras = session.extras | done.session.extras
    for hook, only in PIPELINE:
        if only is None or only in extras:
            done = hook(now, event, done)
    return done


def call_off(session: Session, *, now_ms: Millis) -> StepResult | None:
    """Return the end of a game that has raised; None where none is on."""
    playing = session.playing
    if playing is None or playing.is_over:
        return None
    done = Now(session, now_ms).accept(play.call_off(playing, now_ms=now_ms))
    said = say("fault-game", name=say(f"game-{playing.engine.NAME}"))
    done = replace(done, session=replace(done.session, mode=PlayMode(), said=said))
    now = Now(session, now_ms)
    return staleness.note_changes(now, None, phones.store_phones(now, None, done))


# --- the hooks ----------------------------------------------------------------------


def _leave_tutorial(now: Now, _: Event, done: StepResult) -> StepResult:
    """Go on to the choice of a game if the tutorial was ended in the menu."""
    playing = done.session.playing
    if playing is None or not (playing.tutorial and playing.is_over):
        return done
    if playing.engine.results(playing.game):
        return done
    return choosing.go_on(replace(now, session=done.session))


def _update_mode(_now: Now, _event: Event, done: StepResult) -> StepResult:
    """Update the mode, as a command of a phone may have changed the game."""
    mode = done.session.mode.after(done.session)
    if mode is done.session.mode:
        return done
    return replace(done, session=replace(done.session, mode=mode))


def _mark_quiet(now: Now, _: Event, done: StepResult) -> StepResult:
    """Mark the step as quiet if only private data of one player has changed."""
    if done.entry is not None or done.outcome is not None:
        return done
    before, was, mode = now.session, now.session.mode, done.session.mode
    if not (was.hides(before, mode) or mode.hides(before, was)):
        return done
    same = replace(done.session, mode=was, held=before.held, undecided=before.undecided)
    is_quiet = same == before and done == StepResult(done.session)
    return replace(done, quiet=True) if is_quiet else done


def _note_phone(_now: Now, event: Event, done: StepResult) -> StepResult:
    """Note that the phone of an accepted action is not lost."""
    if not isinstance(event, Submitted) or isinstance(done.outcome, Refused):
        return done
    played = phones.confirm_phone(done.session, event.phone, made=event.made)
    return replace(done, session=played)


def _follow_visit(now: Now, event: Event, done: StepResult) -> StepResult:
    """Begin or end the visit of a person at a kiosk, and store no game of theirs."""
    from firmware_host.session.kiosk import follow_visit  # noqa: PLC0415 - few boards are a kiosk

    return follow_visit(now, event, done)


Hook = Callable[[Now, Event, StepResult], StepResult]

#: What runs after each event is handled, in this order; some only at a table that has
#: something before the event or after it. Each hook gets the table before the event,
#: the event, and the result so far; it returns the next result.
PIPELINE: tuple[tuple[Hook, Extra | None], ...] = (
    (tutorial.follow_language, Extra.TUTORIAL),
    (_leave_tutorial, Extra.TUTORIAL),
    (_update_mode, None),
    (_mark_quiet, None),
    (_note_phone, Extra.PHONES),
    (bot_turns.forget_old_thoughts, Extra.BOTS),
    (_follow_visit, Extra.KIOSK),
    (collecting.collect, None),
    (identities.number_people, None),
    (phones.store_phones, Extra.PHONES),
    (staleness.note_changes, None),
)


# --- handling an event --------------------------------------------------------------


def handle(now: Now, event: Event) -> StepResult:
    """Pass the event to mode, table or game; a touch during a show only ends it."""
    session = now.session
    if session.visit is not None and _stops_show(session.visit, event):
        return StepResult(session)
    match event:
        case Tapped() | Unclear() | TooLate():
            return _touch(now, event)
        case Submitted():
            return _submit(now, event)
        case Pressed(button=button):
            return _press(now, button)
        case Released(button=button):
            return _release(now, button)
        case Woke():
            return _wake(now)
        case Failed() | Healed() | Lost() | Damaged() | Compared():
            return StepResult(_told(session, event))
        case ChosenGame():
            return choosing.begin_chosen(now, event)
        case Called():
            return StepResult(session)  # it is heard where the button is pressed
        case _:
            return asked.answer(now, event)


def _stops_show(visit: Visit, event: Event) -> bool:
    from firmware_host.session.kiosk import stops_show  # noqa: PLC0415 - few boards are a kiosk

    return stops_show(visit, event)


def _told(
    session: Session, event: Failed | Healed | Lost | Damaged | Compared
) -> Session:
    """Return a table that shows a fault, lost touches, or a comparison of a game."""
    if isinstance(event, Failed | Healed):
        others = tuple(one for one in session.faults if one != event.part)
        faulty = (event.part,) if isinstance(event, Failed) else ()
        return replace(session, faults=(*others, *faulty))
    if isinstance(event, Damaged):
        return replace(session, said=say("left-aside", n=event.count))
    if isinstance(event, Compared):
        return _compared(session, event)
    lost = session.lost + event.count
    told = Moment(What.REFUSED, said=(say("touches-lost", n=lost),))
    return record_moments(replace(session, lost=lost), told)


def _compared(session: Session, event: Compared) -> Session:
    """Return the table with a message that compares the ended game with others."""
    playing = session.playing
    shown = playing and playing.is_over and playing.game_id == event.game
    return replace(session, said=event.said) if shown else session


# --- touches ----------------------------------------------------------------


def _touch(now: Now, event: Touch) -> StepResult:
    """Offer a tap to the mode, then to what all modes share, then to the game."""
    if now.session.lost or now.session.said is not None:
        now = replace(now, session=replace(now.session, lost=0, said=None))
    here = now.in_game
    mode, racked = now.session.mode, None
    if here is None:
        if isinstance(mode, QuestionMode) and isinstance(event, Tapped):
            racked = mode.rack(now, event) if event.zone == RACK else None
        return racked or _gate(now, event) or now.refuse(Refused("no-round"), event)
    if isinstance(event, Tapped) and event.zone == RACK:
        racked = mode.rack(here, event)
    heard = racked or _gate(now, event) or mode.tap(here, event)
    if heard is not None:
        return heard
    action = here.playing.means(event)
    if action is None:  # such as a card that another game brought along
        return here.refuse(Refused("not-a-piece"), event)
    return here.acted(action, event)


def _gate(now: Now, event: Touch) -> StepResult | None:
    """Start cards, what cannot be read, and what waits on the rack."""
    if isinstance(event, Tapped) and isinstance(event.piece, Card):
        chosen = choosing.start_card(now, event)
        if chosen is not None:
            return chosen
    refused = _unreadable(event, now.session.playing)
    if refused is not None:
        return now.refuse(refused, event)
    return rack.wait(now, event) if event.zone == RACK else None


def _unreadable(event: Touch, playing: Playing | None) -> Refused | None:
    heard = (Piece,) if playing is None else playing.engine.NEEDS.hears
    match event:
        case Unclear(again=again):
            return Refused("again" if again else "unclear")
        case TooLate():
            return Refused("too-late")
        case Tapped(piece=None):
            return Refused("unknown-tag")
        case Tapped(piece=item) if not isinstance(item, heard):
            return Refused("not-a-piece")
        case _:
            return None


def _submit(now: Now, event: Submitted) -> StepResult:
    """Seat a player, or act by a submitted action."""
    action, here = event.action, now.in_game
    if staleness.is_stale(now.session, event.seen, event.on, seat_of(action)):
        return StepResult(now.session, None, staleness.STALE, quiet=True)
    if here is None:
        return now.refuse(Refused("no-round"), event)
    if event.player is not None and now.session.visit is not None:
        return now.refuse(turns.ON, event)
    if event.player is not None:
        return here.settle(here.join(event.player), event)
    if now.session.scripted:  # what a transcript has not named the board does not draw
        bare = here.playing.engine.act(here.playing.game, action)
        if isinstance(bare, Refused):
            return here.refuse(bare, event)
    return here.acted(action, event)


# --- buttons ----------------------------------------------------------------


def _press(now: Now, button: Button) -> StepResult:
    others = tuple(one for one in now.session.held if one[0] is not button)
    held = (*others, (button, now.now_ms))
    now = replace(now, session=replace(now.session, held=held, lost=0, said=None))
    if now.session.undecided and held_buttons.may_be_chord(now.session, button):
        return StepResult(replace(now.session, undecided=None))  # both: for the menu
    if held_buttons.may_be_chord(now.session, button):
        return StepResult(replace(now.session, undecided=button))
    return _act(now, button)


def _release(now: Now, button: Button) -> StepResult:
    """Execute an undecided button, and note the release of the button."""
    done = StepResult(now.session)
    if now.session.undecided is button:
        done = _decide(now, button)
    session = done.session
    held = held_buttons.without_button(session, button, now.now_ms)
    after = replace(session, held=held, mode=session.mode.release(button))
    return replace(done, session=service.release(after, button, now_ms=now.now_ms))


def _decide(now: Now, button: Button) -> StepResult:
    """Execute an undecided button, since no second one has followed."""
    return _act(replace(now, session=replace(now.session, undecided=None)), button)


def _act(now: Now, button: Button) -> StepResult:
    """Execute a button that is not part of the menu's chord."""
    if button is Button.SERVICE:
        return StepResult(service.press(now))
    if button in SYMBOL_BUTTONS:
        return _touch(now, rack.tap_of(button))
    if turns.asks_presence(now.session):
        return StepResult(now.session)  # only: I am here
    mode, here = now.session.mode, now.in_game
    if isinstance(mode, QuestionMode):
        return mode.choose(now, button)
    if here is None:
        return now.refuse(_IDLE, Pressed(button))
    return mode.press(here, button) or _press_in_game(here, button)


def _press_in_game(now: InGame, button: Button) -> StepResult:
    """Return the step of a button that the mode did not handle."""
    session, playing, event = now.session, now.playing, Pressed(button)
    tap = rack.press(now, button)
    if isinstance(tap, Tapped):
        return rack.keep(_touch(now, tap), playing.engine, session.racked)
    if tap is not None:
        return tap
    if button in _ANSWERS and playing.is_over:
        return choosing.go_on(now)
    if button in _ANSWERS and playing.resumed and check.can_check(session):
        return CheckMode.answer(now, button)
    if session.paused and button is Button.TICK and session.setup.place == "home":
        return go_on(now, event)
    action = playing.means(event)
    if action is None:
        action = _called(playing, button)
    return now.acted(action, event) if action is not None else _idle(now, button)


def _idle(now: InGame, button: Button) -> StepResult:
    """A button that means nothing now; the tick skips the first minute."""
    if now.playing.tutorial and button is Button.TICK:
        return choosing.go_on(now)
    if button is Button.CROSS and turns.is_untouched(now.session):
        return StepResult(turns.next_language(now.session))
    if button in _ANSWERS:
        return StepResult(now.session)  # half of the menu's chord is no mistake
    return now.refuse(_IDLE, Pressed(button))


def _called(playing: Playing, button: Button) -> object:
    """Return the action of a player's own button, if the button alone means nothing."""
    calls = (playing.means(Called(seat)) for seat in playing.seats_of(button))
    return next((action for action in calls if action is not None), None)


# --- time -------------------------------------------------------------------


def wake_at(session: Session, now_ms: Millis) -> Millis | None:
    """Return the time in ms at which the table needs `Woke`; None for never."""
    later = [session.refusal.until_ms if session.refusal is not None else None]
    extras, due = session.extras, [session.mode.due_ms(session)]
    if Extra.CODE in extras:
        later.append(service.wake_at(session))
    own = _own_ms(session, now_ms)
    if own is not None:  # and each second of it is shown
        due.append(Millis(own - max(own - now_ms - 1, 0) // 1000 * 1000))
    if session.held:
        due += (held_buttons.decides_ms(session), *held_buttons.due_ms(session))
    if Extra.KIOSK in extras:
        from firmware_host.session.kiosk import due_ms  # noqa: PLC0415 - few boards are a kiosk

        due.append(due_ms(session, now_ms))
    if Extra.BOTS in extras:
        due.append(bot_turns.due_ms(session, now_ms))
    due += (one for one in later if one is not None and one > now_ms)
    return min((one for one in due if one is not None), default=None)


def _own_ms(session: Session, now_ms: Millis) -> Millis | None:
    """Return the time in ms of the game's next own move; None for never."""
    playing = session.playing
    if playing is None or session.scripted:
        return None
    if session.paused and not playing.is_over:
        return None
    return play.wake_at(playing, now_ms)


def _wake(now: Now) -> StepResult:
    """Do what is due: for the mode, a held button, or the game's own move."""
    session, now_ms, here = now.session, now.now_ms, now.in_game
    decides_ms = held_buttons.decides_ms(session)
    if session.undecided and decides_ms is not None and decides_ms <= now_ms:
        return _decide(now, session.undecided)
    mode, done = session.mode, None
    if isinstance(mode, QuestionMode):
        done = mode.wake(now)
    elif here is not None:
        done = mode.wake(here)
    if done is not None:
        return done
    opens, mutes = held_buttons.due_ms(session)
    if opens is not None and opens <= now_ms:
        opened = replace(session, mode=Menu(session.mode), held=(), refusal=None)
        return StepResult(opened)  # once for each time that they are held
    if mutes is not None and mutes <= now_ms:
        return held_buttons.mute(session)
    own = _own_ms(session, now_ms)
    if here is not None and own is not None and own <= now_ms:
        return _move(here)
    return (here and bot_turns.wake(here)) or StepResult(session)


def _move(now: InGame) -> StepResult:
    """Return the step of the game's own move, such as a draw or the end of a time."""
    session, action = now.session, now.playing.means(Woke())
    done = now.give(action, mover=BOARD)
    if isinstance(done, Refused):
        msg = f"{now.playing.engine.NAME} refuses the board's own move: {done.code}"
        raise RuleError(msg)
    after = replace(session, playing=done.playing)
    return StepResult(record_moments(after, *done.moments), done.entry, done.facts)
