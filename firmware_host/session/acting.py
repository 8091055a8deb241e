"""Actions in the running game; pausing it and going on."""

from dataclasses import field

from firmware_host.board.commands import On, StateRef
from firmware_host.board.entries import Entry
from firmware_host.board.events import Touch
from firmware_host.board.json import Json
from firmware_host.board.messages import Refused, say
from firmware_host.board.moments import Moment, What
from firmware_host.board.pieces import ZONES, Millis, Seat, Zone
from firmware_host.board.record import Record, replace
from firmware_host.games.common import Check, End, Join, Leave, Undo, Void
from firmware_host.session import play
from firmware_host.session.bots import seats
from firmware_host.session.mode import Mode
from firmware_host.session.moments import noted
from firmware_host.session.play import Done
from firmware_host.session.result import StepResult
from firmware_host.session.state import Player, Playing, Refusal, Session

#: The setting that outlives a restart: the number of the game that is stopped.
PAUSED = "paused"

#: What may be done while the game is stopped.
_ALWAYS = (Check, Undo, Void, Leave, Join, End)


_STOPPED = Moment(What.PAUSED, said=(say("clip-paused"),))
_GOES_ON = Moment(What.GOES_ON, said=(say("clip-go-on"),))

#: How long the lamps of a refusal blink.
REFUSAL_MS = 2000


class Submitted(Record):
    """
    An action that somebody gave in words: a secret, a guess, a way out.

    Args:
        action: The engine's own kind of action.
        player: Who sits down, where the action is a `Join`.
        phone: The phone that gave it, by the hash of its cookie; empty for none.
        made: Whether it makes all that its person hides.
        seen: The state that it was made for; None where nobody looked at one.
        on: What it depends on.
    """

    action: object
    player: Player | None = None
    phone: str = ""
    made: bool = False
    seen: StateRef | None = None
    on: On = On.NOTHING


class Now(Record):
    """
    A table when something happens.

    Args:
        session: The table before.
        now_ms: The clock of this start of the program.
        entropy: 32 fresh bytes of chance, used where a round begins.
    """

    session: Session
    now_ms: Millis
    entropy: bytes = b""

    @property
    def in_game(self) -> "InGame | None":
        """The same in the game that is on, or has just ended; None without."""
        playing = self.session.playing
        if playing is None:
            return None
        return InGame(self.session, self.now_ms, self.entropy, playing=playing)

    def keep(self, mode: Mode) -> StepResult:
        """Return the step into a mode; an earlier refusal is no longer shown."""
        return StepResult(replace(self.session, mode=mode, refusal=None))

    def refuse(self, refused: Refused, event: object) -> StepResult:
        """Return the step that refuses an event, for everybody to see."""
        zones: tuple[Zone, ...] = ()
        if isinstance(event, Touch):
            zones = (event.zone,)
        zones += tuple(
            Zone(value)
            for name, value in refused.values
            if name == "zone" and isinstance(value, int)
        )
        refusal = Refusal(refused, zones, Millis(self.now_ms + REFUSAL_MS))
        after = replace(self.session, refusal=refusal, said=None, lost=0)
        zone = next((one for one in zones if one in ZONES), None)
        told = Moment(What.REFUSED, zone=zone, said=(refused.message,))
        return StepResult(noted(after, told), None, refused)

    def accept(self, done: Done) -> StepResult:
        """Return the step of an accepted action."""
        session, playing = self.session, done.playing
        after = replace(
            session,
            playing=playing,
            refusal=None,
            lost=0,
            said=None,
            racked=None,
            mode=session.mode.acted(),
            paused=session.paused and not playing.is_over,
        )
        before = session.playing
        here = playing.engine.sitting(playing.game)
        if before is not None and here != before.engine.sitting(before.game):
            # Those who play on are offered the next game.
            players = tuple(playing.players[seat] for seat in here)
            after = replace(after, setup=replace(session.setup, players=players))
        return StepResult(noted(after, *done.moments), done.entry, done.facts)


class InGame(Now):
    """
    A table with a game that is on, or has just ended, when something happens.

    Args:
        playing: The game.
    """

    playing: Playing = field(kw_only=True)

    def give(self, action: object, *, mover: Seat | None = None) -> Done | Refused:
        """
        Return the outcome of *action*; in a pause only what the board does goes on.

        Args:
            action: The engine's own kind of action.
            mover: Who does it, where it is nobody at the table: as `play.act` has it.
        """
        playing, stopped = self.playing, self.session.paused
        if mover is None and not isinstance(action, _ALWAYS):
            if stopped:
                return Refused("paused")
            refused = seats.refused(playing, action) if playing.bots else None
            if refused is not None:
                return refused
        return play.act(
            playing, action, now_ms=self.now_ms, entropy=self.entropy, mover=mover
        )

    def line(self, line: dict[str, Json]) -> Done | Refused:
        """Return what a line of the transcript brings, as `give` does."""
        return self.give(self.playing.engine.action(line))

    def end(self, done: Done, mode: Mode) -> StepResult:
        """Return the step of an accepted action, into a mode."""
        step = self.accept(done)
        return replace(step, session=replace(step.session, mode=mode))

    def join(self, player: Player) -> Done | Refused:
        """Return the outcome of a player who sits down from the next round."""
        return play.join(self.playing, player, now_ms=self.now_ms, entropy=self.entropy)

    def settle(self, done: Done | Refused, event: object) -> StepResult:
        """Return the step of what *event* brought, accepted or refused."""
        if isinstance(done, Refused):
            return self.refuse(done, event)
        return self.accept(done)

    def acted(self, action: object, event: object) -> StepResult:
        """Return the step of *action*, which *event* asked for."""
        return self.settle(self.give(action), event)


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
    after = noted(after, _STOPPED if paused else _GOES_ON)
    value = str(playing.game_id) if paused else None
    return StepResult(after, Entry(settings=((PAUSED, value),)), ())


def go_on(now: Now, event: object) -> StepResult:
    """Let a game that is paused go on."""
    if not now.session.paused:
        return StepResult(now.session)
    done = pause(now, paused=False)
    return now.refuse(done, event) if isinstance(done, Refused) else done
