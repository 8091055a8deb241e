"""Stale commands: what they depend on has changed since their sender saw it."""

from firmware_host.board.commands import On, StateRef
from firmware_host.board.messages import Refused
from firmware_host.board.pieces import Seat
from firmware_host.board.record import replace
from firmware_host.games.game import seat_of
from firmware_host.games.meaning import turn_of
from firmware_host.session import play
from firmware_host.session.acting import Submitted
from firmware_host.session.identities import players_at_table
from firmware_host.session.state import Now, Session, StepResult

#: The refusal of a stale command.
STALE = Refused("stale")


def seen_of(session: Session) -> StateRef:
    """Return the reference to this state that a command carries."""
    return session.start, session.changes


def is_stale(
    session: Session, seen: StateRef | None, on: On, seat: Seat | None = None
) -> bool:
    """
    Return True if what a command depends on has changed since its sender saw it.

    Args:
        session: The table.
        seen: The state that the sender saw; None for a command of the board itself,
            which is never stale.
        on: What the command depends on.
        seat: The sender's seat, for `On.OWN`.
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
    Return the things that an event changed, and the seat that acted.

    Args:
        before: The table before the event.
        after: The table after it.
        seat: The seat that acted, if an action was accepted.
        outcome: The facts of the accepted action.
    """
    was, playing = before.playing, after.playing
    same = before.setup is after.setup
    if was is playing and same and before.paused == after.paused:
        return set()
    if was is None or playing is None or was.header is not playing.header:
        other = was is not playing  # a game has begun, or has been left
        changed = {*On} - {On.NOTHING, On.PEOPLE} if other else set[On | Seat]()
        return changed | _people(before, after)
    ended = playing.is_over and not was.is_over
    same = same and was.players is playing.players and not ended
    changed = set() if same else _people(before, after)
    if ended:
        changed |= {On.GAME, On.ROUND, On.TURN}
    if before.paused != after.paused:
        changed.add(On.GAME)
    if was.number == playing.number or not isinstance(outcome, tuple):
        return changed
    turn = turn_of(was.game)
    changed.add(On.LAST)
    if play.shows_secrets(playing.engine, outcome):
        changed |= {On.ROUND, On.TURN}
    if seat in (None, turn) or turn != turn_of(playing.game):
        changed.add(On.TURN)
    return changed if seat is None else {*changed, seat}


def _people(before: Session, after: Session) -> set[On | Seat]:
    """Return `On.PEOPLE` if others sit at the table now."""
    return {On.PEOPLE} if players_at_table(before) != players_at_table(after) else set()
