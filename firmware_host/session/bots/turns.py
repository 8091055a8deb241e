"""When bots are asked, how long one thinks, and what it does then."""

from functools import partial

from firmware_host.board.events import Button, Pressed
from firmware_host.board.faces import Face, Lamp
from firmware_host.board.messages import Message, Refused, say
from firmware_host.board.moments import Moment, What
from firmware_host.board.pieces import ZONES, Kind, Millis, Seat, Zone
from firmware_host.board.record import put, replace
from firmware_host.errors import place_of
from firmware_host.games import bots
from firmware_host.games.bots import Move
from firmware_host.games.contract import AT_ONCE
from firmware_host.games.game import Leave
from firmware_host.games.meaning import TapsPiece
from firmware_host.session.bots import seats
from firmware_host.session.play import Playing, Thought
from firmware_host.session.setups import name_of
from firmware_host.session.state import InGame, Mode, Now, Session, StepResult

#: So long the board says what a bot is about to do.
TRIES_MS = 1500

#: So long bots among themselves look at a round that is over.
LOOKS_MS = Millis(3000)

#: No bot thinks longer.
LONGEST_MS = 20_000

#: While one of these is held, somebody is about to open the menu.
_CHORD = frozenset({Button.TICK, Button.CROSS, Button.SERVICE})


# --- when it is due ---------------------------------------------------------------


def due_ms(session: Session, now_ms: Millis) -> Millis | None:
    """Return when bots have something to do; None for never."""
    playing = session.playing
    if playing is None or not _may_move(session, playing):
        return None
    thought = playing.thought
    if thought is None:
        return now_ms
    if thought.move is None:
        return None
    waits_ms = min(max(thought.move.after_ms, 0), LONGEST_MS)
    return Millis(thought.since_ms + waits_ms + thought.tries * TRIES_MS)


def _may_move(session: Session, playing: Playing) -> bool:
    """Tell whether bots may go on: nothing else comes first, and nobody stops them."""
    if not playing.bots or session.scripted or session.paused or playing.is_over:
        return False
    if _waits(session.mode, session) or not _CHORD.isdisjoint(dict(session.held)):
        return False
    return bool(seats.here(playing)) and playing.engine.wake(playing.game) != AT_ONCE


def _waits(mode: Mode, session: Session) -> bool:
    """Tell whether bots wait for what somebody does at the board: a menu, a word."""
    return mode.covers or mode.announces(session)


def forget_old_thoughts(_now: Now, _event: object, done: StepResult) -> StepResult:
    """Drop the next moves of the bots if no bot may move now; they are chosen anew."""
    session, playing = done.session, done.session.playing
    if playing is None or playing.thought is None or _may_move(session, playing):
        return done
    playing = replace(playing, thought=None)
    return replace(done, session=replace(session, playing=playing))


# --- what it does -----------------------------------------------------------------


def wake(now: InGame) -> StepResult | None:
    """Return the step of a bot that is due; None where none is."""
    due, thought = due_ms(now.session, now.now_ms), now.playing.thought
    if due is None or due > now.now_ms:
        return None
    if thought is None:
        return _asked(now)
    if not thought.tries:
        return _thinking(now, replace(thought, tries=True))
    assert thought.seat is not None  # noqa: S101 - somebody's move is due
    assert thought.move is not None  # noqa: S101 - as above
    return _moved(now, thought.seat, thought.move)


def _thinking(now: InGame, thought: Thought) -> StepResult:
    playing = replace(now.playing, thought=thought)
    return StepResult(replace(now.session, playing=playing))


def _asked(now: InGame) -> StepResult:
    """Ask every bot what it wants; one that raises goes home."""
    session, playing = now.session, now.playing
    first = Thought(now.now_ms)
    for seat in seats.here(playing):
        bot, engine = playing.bots[seat], playing.engine
        chance = bots.chance(bot.seed, playing.number)
        view = playing.view(seat)
        ask = partial(engine.bot, view, playing.header, bot.strength, chance)
        try:
            move = session.think(engine.NAME, ask)
        except Exception as fault:  # noqa: BLE001 - it costs that bot alone
            return _gone(now, seat, place_of(fault))
        if move is not None and _is_sooner(move, first.move):
            first = replace(first, seat=seat, move=move)
    first = first if first.move else _go_on(playing, first)
    return replace(_thinking(now, first), quiet=first.seat is None)


def _go_on(playing: Playing, first: Thought) -> Thought:
    """Return what bots among themselves press the tick for, when no one moves."""
    action = playing.engine.interpret(playing.game, Pressed(Button.TICK))
    if action is None or not seats.alone(playing):
        return first
    return replace(first, seat=seats.here(playing)[0], move=Move(action, LOOKS_MS))


def _is_sooner(move: Move, other: Move | None) -> bool:
    return other is None or move.after_ms < other.after_ms


def _moved(now: InGame, seat: Seat, move: Move) -> StepResult:
    """Do what a bot wants, as anybody would; one that is refused goes home."""
    playing, action = now.playing, move.action
    if not seats.may(playing, seat, action):
        return _gone(now, seat, "what it wants is not its own to do")
    try:
        done = now.give(action, mover=seat)
    except Exception as fault:  # noqa: BLE001 - the game goes on without that bot
        return _gone(now, seat, place_of(fault))
    if isinstance(done, Refused):
        return _gone(now, seat, f"what it wants is refused: {done.code}")
    step = now.accept(done)
    said = (_told(playing, seat, one) for one in done.moments)
    told = next((one for one in said if one is not None), None)
    if now.session.visit is not None:  # a show: nobody lays a piece
        told = None
    return replace(step, session=replace(step.session, said=told))


def _gone(now: InGame, seat: Seat, fault: str) -> StepResult:
    """Let a bot go home that cannot go on; everybody else plays on."""
    name = name_of(now.playing.players[seat], seat)
    done = now.give(Leave(seat), mover=seat)
    if isinstance(done, Refused):
        msg = f"a bot cannot leave: {done.code}"
        raise AssertionError(msg)  # noqa: TRY004 - a fault of the game, of no type
    step = now.accept(done)
    session = replace(step.session, said=say("bot-gone", name=name))
    return replace(step, session=session, fault=fault)


def _told(playing: Playing, seat: Seat, moment: Moment) -> Message | None:
    """Return in words what a bot has done, and what is to be done with its piece."""
    name = name_of(playing.players[seat], seat)
    if moment.what in (What.YES, What.NO) and moment.zone and moment.kind:
        piece = say(f"kind-{moment.kind}")
        return say(
            "bot-yes" if moment.what is What.YES else "bot-no",
            name=name,
            piece=piece,
            zone=moment.zone,
        )
    if moment.what in (What.RIGHT, What.WRONG) and moment.word:
        return say("bot-word", name=name, word=moment.word)
    return None


# --- what it looks like -----------------------------------------------------------


def render(session: Session, face: Face, _: Millis) -> Face:
    """Say that the bot on turn thinks, and then what it is about to tap."""
    playing = session.playing
    thought = None if playing is None else playing.thought
    if playing is None or thought is None or thought.seat is None:
        return face
    if _waits(session.mode, session) or seats.turn(playing) != thought.seat:
        return face
    name = name_of(playing.players[thought.seat], thought.seat)
    tap = _tap(thought)
    if tap is None:
        line = say("bot-thinks", name=name)
        return replace(face, table=replace(face.table, line=line))
    zone, kind = tap
    line = say("bot-taps", name=name, piece=say(f"kind-{kind}"), zone=zone)
    asks = replace(face.zones[zone - 1], lamp=Lamp.DARK, word=say("bot-here"))
    zones = put(face.zones, zone - 1, asks)
    return replace(face, table=replace(face.table, line=line), zones=zones)


def _tap(thought: Thought) -> tuple[Zone, Kind] | None:
    """Return the zone and the piece of a tap that is said already; None for others."""
    action = None if thought.move is None else thought.move.action
    if not thought.tries or not isinstance(action, TapsPiece):
        return None
    return (action.zone, action.kind) if action.zone in ZONES else None
