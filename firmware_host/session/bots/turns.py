"""The bots' turns: when they are asked, how long they think, and their moves."""

from functools import partial

from firmware_host.board.events import Button, Pressed
from firmware_host.board.faces import Face, Lamp
from firmware_host.board.messages import Message, Refused, say
from firmware_host.board.moments import Moment, What
from firmware_host.board.pieces import ZONES, Kind, Millis, Seat, Zone
from firmware_host.board.record import put, replace
from firmware_host.errors import RuleError, place_of
from firmware_host.games import bots
from firmware_host.games.bots import Move
from firmware_host.games.contract import AT_ONCE
from firmware_host.games.game import Leave
from firmware_host.games.meaning import TapsPiece
from firmware_host.session.bots import seats
from firmware_host.session.play import Playing, Thought
from firmware_host.session.setups import name_of
from firmware_host.session.state import InGame, Mode, Now, Session, StepResult

#: The time in ms for which a bot's move is announced.
TRIES_MS = 1500

#: The time in ms for which bots without people show a finished round.
LOOKS_MS = Millis(3000)

#: No bot thinks longer.
LONGEST_MS = 20_000

#: Bots wait while one of these buttons is held: it may open the menu.
_CHORD = frozenset({Button.TICK, Button.CROSS, Button.SERVICE})


# --- when it is due ---------------------------------------------------------------


def due_ms(session: Session, now_ms: Millis) -> Millis | None:
    """Return the time of the bots' next move in ms; None if no bot may move."""
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
    """Return True if bots may move now: no pause, menu or menu button stops them."""
    if not playing.bots or session.scripted or session.paused or playing.is_over:
        return False
    if _waits(session.mode, session) or not _CHORD.isdisjoint(dict(session.held)):
        return False
    return (
        bool(seats.active_bots(playing))
        and playing.engine.wake(playing.game) != AT_ONCE
    )


def _waits(mode: Mode, session: Session) -> bool:
    """Return True if bots wait for a person in a menu, or making a word."""
    return mode.covers or mode.announces(session)


def forget_old_thoughts(_now: Now, _event: object, done: StepResult) -> StepResult:
    """Drop the next moves of the bots if no bot may move now."""
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
        return _ask_bots(now)
    if not thought.tries:
        return _thinking(now, replace(thought, tries=True))
    assert thought.seat is not None  # noqa: S101 - somebody's move is due
    assert thought.move is not None  # noqa: S101 - as above
    return _make_move(now, thought.seat, thought.move)


def _thinking(now: InGame, thought: Thought) -> StepResult:
    playing = replace(now.playing, thought=thought)
    return StepResult(replace(now.session, playing=playing))


def _ask_bots(now: InGame) -> StepResult:
    """Ask every bot for its next move; remove a bot that raises an exception."""
    session, playing = now.session, now.playing
    first = Thought(now.now_ms)
    for seat in seats.active_bots(playing):
        bot, engine = playing.bots[seat], playing.engine
        chance = bots.chance(bot.seed, playing.number)
        view = playing.view(seat)
        ask = partial(engine.bot, view, playing.header, bot.strength, chance)
        try:
            move = session.think(engine.NAME, ask)
        except Exception as fault:  # noqa: BLE001 - it costs that bot alone
            return _remove_bot(now, seat, place_of(fault))
        best = first.move
        if move and (best is None or move.after_ms < best.after_ms):
            first = replace(first, seat=seat, move=move)
    first = first if first.move else _go_on(playing, first)
    return replace(_thinking(now, first), quiet=first.seat is None)


def _go_on(playing: Playing, first: Thought) -> Thought:
    """Return the bots' press of the tick if only bots are left and none moves."""
    action = playing.engine.interpret(playing.game, Pressed(Button.TICK))
    if action is None or not seats.only_bots_left(playing):
        return first
    return replace(
        first, seat=seats.active_bots(playing)[0], move=Move(action, LOOKS_MS)
    )


def _make_move(now: InGame, seat: Seat, move: Move) -> StepResult:
    """Do a bot's move as a person's; remove the bot if the move is refused or fails."""
    playing, action = now.playing, move.action
    if not seats.may_act(playing, seat, action):
        return _remove_bot(now, seat, "what it wants is not its own to do")
    try:
        done = now.give(action, mover=seat)
    except Exception as fault:  # noqa: BLE001 - the game goes on without that bot
        return _remove_bot(now, seat, place_of(fault))
    if isinstance(done, Refused):
        return _remove_bot(now, seat, f"what it wants is refused: {done.code}")
    step = now.accept(done)
    said = (_describe_move(playing, seat, one) for one in done.moments)
    told = next((one for one in said if one is not None), None)
    if now.session.visit is not None:  # a show: nobody lays a piece
        told = None
    return replace(step, session=replace(step.session, said=told))


def _remove_bot(now: InGame, seat: Seat, fault: str) -> StepResult:
    """Remove a bot that has failed; the game continues without it."""
    name = name_of(now.playing.players[seat], seat)
    done = now.give(Leave(seat), mover=seat)
    if isinstance(done, Refused):
        msg = f"{now.playing.engine.NAME} lets no bot leave: {done.code}"
        raise RuleError(msg)
    step = now.accept(done)
    session = replace(step.session, said=say("bot-gone", name=name))
    return replace(step, session=session, fault=fault)


def _describe_move(playing: Playing, seat: Seat, moment: Moment) -> Message | None:
    """Return a message about a bot's move, and what people do with its piece."""
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


def hasten(now: Now) -> StepResult:
    """
    Let the bot whose move is next act at once.

    The session is unchanged if a person is on turn, or if no bot has a move.
    """
    here, due = now.in_game, due_ms(now.session, now.now_ms)
    thought = here.playing.thought if here else None
    if here is None or due is None or thought is None or thought.seat is None:
        return StepResult(now.session, None, ())
    if seats.seat_on_turn(here.playing) not in (None, thought.seat):
        return StepResult(now.session, None, ())
    since_ms = Millis(thought.since_ms - max(0, due - now.now_ms))
    return replace(_thinking(here, replace(thought, since_ms=since_ms)), outcome=())


# --- what it looks like -----------------------------------------------------------


def render(session: Session, face: Face, _: Millis) -> Face:
    """Show that the bot on turn is thinking, and then its announced move."""
    playing = session.playing
    thought = None if playing is None else playing.thought
    if playing is None or thought is None or thought.seat is None:
        return face
    if _waits(session.mode, session) or seats.seat_on_turn(playing) != thought.seat:
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
