"""An action given in words; pausing the game and going on."""

from firmware_host.board.commands import On, StateRef
from firmware_host.board.entries import Entry
from firmware_host.board.messages import Refused, say
from firmware_host.board.moments import Moment, What
from firmware_host.board.record import Record, replace
from firmware_host.session import play
from firmware_host.session.setups import Player
from firmware_host.session.state import Now, StepResult, record_moments

#: The setting that outlives a restart: the number of the game that is stopped.
PAUSED = "paused"


_STOPPED = Moment(What.PAUSED, said=(say("clip-paused"),))
_GOES_ON = Moment(What.GOES_ON, said=(say("clip-go-on"),))


class Submitted(Record):
    """
    A request for an action that was typed: a secret word, a guess, or leaving.

    Args:
        action: An action of the game's rules.
        player: The player who joins, if the action is a `Join`.
        phone: The phone that sent it, by the hash of its cookie; empty for none.
        made: True if the action makes the whole secret of its player.
        seen: The state that its sender saw; None if there was none.
        on: What the action depends on.
    """

    action: object
    player: Player | None = None
    phone: str = ""
    made: bool = False
    seen: StateRef | None = None
    on: On = On.NOTHING


def pause(now: Now, *, paused: bool) -> StepResult | Refused:
    """Return the session with its game paused, or going on."""
    session, playing = now.session, now.session.playing
    if playing is None:
        return Refused("no-round")
    if playing.is_over:
        return Refused("game-over")
    if paused == session.paused:
        return StepResult(session, None, ())
    clock = play.stop_clock if paused else play.start_clock
    playing = replace(clock(playing, now.now_ms), resumed=False)
    after = replace(session, playing=playing, paused=paused, refusal=None)
    after = record_moments(after, _STOPPED if paused else _GOES_ON)
    value = str(playing.game_id) if paused else None
    return StepResult(after, Entry(settings=((PAUSED, value),)), ())


def go_on(now: Now, event: object) -> StepResult:
    """Return the step that continues a paused game."""
    if not now.session.paused:
        return StepResult(now.session)
    done = pause(now, paused=False)
    return now.refuse(done, event) if isinstance(done, Refused) else done
