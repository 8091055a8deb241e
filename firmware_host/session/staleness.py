"""Commands that come too late: what they depend on is not as their sender saw it."""

from firmware_host.board.commands import On, StateRef
from firmware_host.board.messages import Refused
from firmware_host.board.pieces import Seat
from firmware_host.board.record import replace
from firmware_host.games.game import seat_of
from firmware_host.games.meaning import turn_of
from firmware_host.session import play
from firmware_host.session.acting import Submitted
from firmware_host.session.identities import sitting
from firmware_host.session.play import Playing
from firmware_host.session.state import Now, Session, StepResult

#: Why a command is refused whose sender saw another state.
STALE = Refused("stale")


def seen_of(session: Session) -> StateRef:
    """Return what a command carries that is made for this state."""
    return session.start, session.changes


def is_stale(
    session: Session, seen: StateRef | None, on: On, seat: Seat | None = None
) -> bool:
    """
    Return True if what a command depends on has changed since its sender saw it.

    Args:
        session: The table.
        seen: The state that the command was made for; None for a command of the board
            itself, which is never stale.
        on: What it depends on.
        seat: The seat that sends it, for `On.OWN`.
    """
    if seen is None or on is On.NOTHING:
        return False
    start, n = seen
    newest = session.changed.get(On.ROUND if on is On.OWN else on, 0)
    if on is On.OWN and seat is not None:
        newest = max(newest, session.changed.get(seat, 0))
    return start != session.start or not newest <= n <= session.changes


def note_changes(now: Now, event: object, done: StepResult) -> StepResult:
    """Note which things that commands depend on have changed."""
    before, after = now.session, done.session
    changed = _changed(before, after, _actor(event, done), done.outcome)
    if not changed:
        return done
    n = before.changes + 1
    marks = {**before.changed, **dict.fromkeys(changed, n)}
    return replace(done, session=replace(after, changes=n, changed=marks))


def _actor(event: object, done: StepResult) -> Seat | None:
    """Return the seat whose action was accepted; None for no seat in particular."""
    rows = () if done.entry is None else done.entry.rows
    if rows:
        return Seat(rows[0].seat) if rows[0].seat >= 0 else None
    return seat_of(event.action) if isinstance(event, Submitted) else None


def _changed(
    before: Session, after: Session, seat: Seat | None, outcome: object
) -> set[On | Seat]:
    """
    Return what has changed: things that commands depend on, and the seat that acted.

    Args:
        before: The table before the event.
        after: The table after it.
        seat: The seat that acted, if anything was accepted.
        outcome: The facts of what was accepted.
    """
    was, playing, changed = before.playing, after.playing, set[On | Seat]()
    if was is playing and before.setup is after.setup and before.paused == after.paused:
        return changed
    if sitting(before) != sitting(after):
        changed.add(On.PEOPLE)
    if _is_other_game(was, playing):
        return {*On} - {On.NOTHING, On.PEOPLE} | changed
    if was is None or playing is None:
        return changed
    if before.paused != after.paused or was.is_over != playing.is_over:
        changed.add(On.GAME)
    if was.is_over != playing.is_over:
        changed |= {On.ROUND, On.TURN}
    if was.number == playing.number or not isinstance(outcome, tuple):
        return changed
    turn = turn_of(was.game)
    changed.add(On.LAST)
    if play.reveals(playing.engine, outcome):
        changed |= {On.ROUND, On.TURN}
    if seat in (None, turn) or turn != turn_of(playing.game):
        changed.add(On.TURN)
    return changed if seat is None else {*changed, seat}


def _is_other_game(was: Playing | None, playing: Playing | None) -> bool:
    """Return True if a game has begun or has been left."""
    if was is None or playing is None:
        return was is not playing
    return was.header is not playing.header
