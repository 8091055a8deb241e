"""A game at the table: its state, acting in it, its clocks, what an undo reverts."""

from collections.abc import Callable
from dataclasses import field
from json import JSONEncoder
from typing import Any

from firmware_host.board.entries import Entry, Name, Row
from firmware_host.board.events import PLAYER_BUTTONS, BoardEvent, Button
from firmware_host.board.json import JsonObject
from firmware_host.board.messages import Message, Refused, say
from firmware_host.board.moments import Moment, What
from firmware_host.board.once import Once
from firmware_host.board.pieces import BOARD, ZONES, Millis, Piece, Seat, Zone
from firmware_host.board.record import Record, replace
from firmware_host.games import bots
from firmware_host.games.bots import Bot, Move
from firmware_host.games.contract import Header, Wake
from firmware_host.games.forms import AnyContext, AnyForm, Context
from firmware_host.games.game import (
    CALLED_OFF,
    End,
    Engine,
    Join,
    State,
    Undo,
    Undone,
    seat_of,
    unseated,
)
from firmware_host.games.views import View, Viewer, common
from firmware_host.session.setups import Player, name_of, names_of

ZERO_MS = Millis(0)

#: Pieces, each with the zone where it lies.
LaidPieces = tuple[tuple[Zone, Piece], ...]


class Waiting(Record):
    """
    What a game waits for by itself.

    Args:
        wake: What it is, and how long it takes.
        since_ms: Since when it waits, on the game's own clock.
    """

    wake: Wake
    since_ms: int


#: Asks a bot, of the game with that name; it may raise, as `at_once` does.
Think = Callable[[str, Callable[[], Move | None]], Move | None]


def at_once(game: str, ask: Callable[[], Move | None]) -> Move | None:
    """Ask a bot, and wait as long as that takes."""
    del game
    return ask()


class Thought(Record):
    """
    What the bots want.

    Args:
        since_ms: Since when they think, on the clock of this start of the program.
        seat: The bot that moves first; None where all of them wait for others.
        move: What it will do; secret until it has.
        tries: True once the board says what it is about to do.
    """

    since_ms: Millis
    seat: Seat | None = None
    move: Move | None = field(default=None, repr=False)
    tries: bool = False


class Playing(Record):
    """
    A game is on, or has just ended.

    Args:
        game_id: Its number in the journal.
        engine: Its rules.
        game: How far it has come.
        players: Who plays, by seat.
        header: What was settled before it began.
        number: Rows written so far.
        began_ms: When it began, on the clock of this start of the program, later by
            every pause.
        resumed: True after a restart until somebody acts.
        tutorial: True for the first minute: it counts nowhere, and no row is written.
        passing: True for what is played at a kiosk: no row is written either.
        stopped_ms: Since when the game's clock stands still: paused, taken up again
            and not touched yet, or over; None while it runs.
        waits: What the game waits for by itself; None for nothing.
        reveals: How many rounds ended, or were called off, and left no secret.
        thought: What its bots want now; None where they have not been asked.
        trail: Of each action that can be taken back, the last one last, ``b`` where it
            was a bot's and ``-`` where it was not.
        acts: The facts of each of these actions.
        told: What everybody was told of the last of them; None where that is not known
            any more, as after a restart.
        seed: All chance of a duplicate evening; empty in any other game.
        known: What the rules have said of this state of the game.
    """

    game_id: int
    engine: Engine = field(repr=False)
    game: object = field(repr=False)
    players: tuple[Player, ...]
    header: Header = field(repr=False)
    number: int = 0
    began_ms: Millis = ZERO_MS
    resumed: bool = False
    tutorial: bool = False
    passing: bool = False
    stopped_ms: Millis | None = None
    waits: Waiting | None = None
    reveals: int = 0
    thought: Thought | None = None
    trail: str = ""
    acts: tuple[tuple[object, ...], ...] = field(default=(), repr=False)
    told: tuple[Moment, ...] | None = None
    seed: bytes = field(default=b"", repr=False)
    known: Once = field(default_factory=Once, repr=False, compare=False)

    @property
    def unwritten(self) -> bool:
        """Whether no row of it is written, so that nothing is left of it."""
        return self.tutorial or self.passing

    @property
    def bots(self) -> "dict[Seat, Bot]":
        """The bots among its players, by seat; also those who have left."""
        return {
            Seat(seat): one.bot
            for seat, one in enumerate(self.players)
            if one.bot is not None
        }

    def context(
        self, *, zones: int = len(ZONES), lid: bool = False, rack: bool = True
    ) -> AnyContext:
        """Return what the game's forms are filled in at, on a board with such parts."""
        names = names_of(self.players)
        return Context(self.game, names, zones, lid, rack, self.refusal)

    def forms(self, at: AnyContext) -> tuple[AnyForm, ...]:
        """Return the forms that the game offers now."""
        key = "forms", at.zones, at.lid, at.rack
        of = self.engine, self.game, self.players
        return self.known(key, of, lambda: self.engine.forms(at))

    def refusal(self, line: JsonObject) -> Refused | None:
        """Return why the game would not take a transcript's line; None if it would."""
        done = self.engine.act(self.game, self.engine.action(line))
        return done if isinstance(done, Refused) else None

    @property
    def is_over(self) -> bool:
        """Whether the last round has been played, or a fault has ended the game."""
        return self.engine.is_over(self.game)

    def means(self, event: BoardEvent) -> Any:
        """Return the action that an event means in the game; None for none."""
        return self.engine.interpret(self.game, event)

    def pieces(self) -> LaidPieces | None:
        """Return the letter pieces on the board; None without a round of such."""
        return self.engine.pieces_on_board(self.game)

    def seats_of(self, button: Button) -> tuple[Seat, ...]:
        """
        Return whom a player's button stands for, its own player first.

        People without a button share the four of them in turn order.
        """
        own = [at for at, one in enumerate(self.players) if one.button == button]
        shared = [
            at
            for at, one in enumerate(self.players)
            if not one.symbol and PLAYER_BUTTONS[at % len(PLAYER_BUTTONS)] is button
        ]
        return tuple(map(Seat, own + shared))

    def view(self, viewer: Viewer | Seat) -> View:
        """Return what *viewer* may know of the game."""
        of = self.engine, self.game
        key = "view", viewer
        return self.known(key, of, lambda: self.engine.view(self.game, viewer))

    def elapsed_ms(self, now_ms: Millis) -> int:
        """Return how long the game has been played."""
        return (now_ms if self.stopped_ms is None else self.stopped_ms) - self.began_ms


#: Rows are short: no spaces, and letters as they are.
_json = JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


class Done(Record):
    """What an accepted action brought; nothing to write where no row is written."""

    playing: Playing
    entry: Entry | None
    facts: tuple[object, ...]
    moments: tuple[Moment, ...] = ()


def with_chance(player: Player, seat: int, entropy: bytes) -> Player:
    """Return a player at a seat of a game; a bot gets chance of its own there."""
    if player.bot is None:
        return player
    bot = replace(player.bot, seed=bots.seed(entropy, seat))
    return replace(player, bot=bot)


def act(
    playing: Playing,
    action: object,
    *,
    now_ms: Millis,
    entropy: bytes,
    mover: Seat | None = None,
) -> Done | Refused:
    """
    Return the outcome of *action*, with the rows to store.

    Args:
        playing: The game before.
        action: The engine's own kind of action.
        now_ms: The clock the game began on.
        entropy: 32 fresh bytes; they become the action's where a round begins, or what
            is drawn from them for a tutorial. An evening has chance of its own.
        mover: `BOARD` for a move of the board itself, the seat for a bot's; None for
            what somebody does.
    """
    engine = playing.engine
    if playing.tutorial and engine.TUTORIAL is not None and not playing.number:
        entropy = engine.TUTORIAL.entropy(playing.game, entropy)
    if playing.seed:
        ended = len(engine.results(playing.game))
        voided = playing.reveals - ended
        from firmware_host.hall import evening  # noqa: PLC0415 - evenings are rare

        entropy = evening.chance(playing.seed, ended + 1, voided)
    action = engine.with_entropy(action, entropy)
    facts = engine.act(playing.game, action)
    if isinstance(facts, Refused):
        return facts
    done = _acted(playing, action, facts, now_ms=now_ms, mover=mover)
    return _taken_back(playing, done, now_ms) if isinstance(action, Undo) else done


def _taken_back(playing: Playing, done: Done, now_ms: Millis) -> Done | Refused:
    """
    Return an undo with all that goes back together: what bots did after somebody.

    What nobody but bots has done in a round cannot be taken back: they would do it
    again.

    Args:
        playing: The game before.
        done: The undo alone.
        now_ms: The clock the game began on.
    """
    while _is_bots(playing.trail, done.facts[0]):
        playing = done.playing
        facts = playing.engine.act(playing.game, Undo())
        if isinstance(facts, Refused):
            return facts
        more = _acted(playing, Undo(), facts, now_ms=now_ms, mover=None)
        done = replace(more, entry=_together(done.entry, more.entry))
    return done


def _is_bots(trail: str, undone: object) -> bool:
    """Tell whether it was a bot's action that is *undone*."""
    count = undone.count if isinstance(undone, Undone) else 0
    return trail[-count:].startswith(BY_BOT) if count else False


def _together(first: Entry | None, then: Entry | None) -> Entry | None:
    """Return the entry of two actions; None where no rows are written."""
    if first is None or then is None:
        return then
    return replace(then, rows=first.rows + then.rows, names=first.names + then.names)


def call_off(playing: Playing, *, now_ms: Millis) -> Done:
    """Return the end of a game that has raised: nobody knows its points."""
    return _acted(playing, End(), (CALLED_OFF,), now_ms=now_ms, mover=BOARD)


def _acted(
    playing: Playing,
    action: object,
    facts: tuple[object, ...],
    *,
    now_ms: Millis,
    mover: Seat | None,
) -> Done:
    """Return what has come of an action that brings *facts*, with its row."""
    engine, ms = playing.engine, playing.elapsed_ms(now_ms)
    bot = mover if mover is not None and mover in playing.bots else None
    doer = seat_of(action) if bot is None else bot
    after = fold(playing, facts, ms, by_bot=bot is not None)
    moments = engine.moments(playing.game, facts, after.game)
    after = replace(
        after,
        number=playing.number + 1,
        resumed=playing.resumed and mover is not None,
        told=None if isinstance(facts[0], Undone) else moments,
    )
    over = after.is_over
    if over:
        after = stop_clock(after, now_ms)
    elif playing.resumed and mover is None:
        after = start_clock(after, now_ms)
    if playing.unwritten:
        return Done(after, None, facts, moments)
    row = Row(
        game=playing.game_id,
        number=after.number,
        ms=ms,
        seat=BOARD if doer is None else doer,
        action=_json(engine.action_json(action)),
        facts=_json([engine.fact_json(fact) for fact in facts]),
    )
    stands = unseated(facts)
    entry = Entry(
        rows=(row,),
        names=(Name(playing.game_id, stands[0], None),) if stands else (),
        ended=playing.game_id if over else None,
    )
    return Done(after, entry, facts, moments)


def fold(
    playing: Playing, facts: tuple[object, ...], ms: int, *, by_bot: bool
) -> Playing:
    """Return the game after *facts*, *ms* after it began on its own clock."""
    engine = playing.engine
    after = replace(playing, game=engine.fold(playing.game, facts))
    trail = _trail(playing.trail, facts[0], after.game, by_bot=by_bot)
    return replace(
        after,
        waits=next_wait(after, ms),
        reveals=playing.reveals + _opens(after, facts),
        players=_without(playing.players, unseated(facts)),
        thought=None,
        trail=trail,
        acts=(*playing.acts, facts)[: len(trail)],
        told=None,
    )


#: How `Playing.trail` has a bot's action, and anybody else's.
BY_BOT, BY_OTHERS = "b", "-"


def _trail(trail: str, fact: object, game: object, *, by_bot: bool) -> str:
    """Return who has done what can be taken back in *game*, once it has this fact."""
    if isinstance(game, State) and game.before is None:
        return ""
    if isinstance(fact, Undone):
        return trail[: max(len(trail) - fact.count, 0)]
    return trail + (BY_BOT if by_bot else BY_OTHERS)


def reveals(engine: Engine, facts: tuple[object, ...]) -> bool:
    """Tell whether *facts* show the secrets of a round: it ended, or was called off."""
    return engine.result(facts) is not None or engine.voided(facts) is not None


def _opens(playing: Playing, facts: tuple[object, ...]) -> bool:
    """Tell whether *facts* leave no secret: a hand of cards may outlast its round."""
    if not reveals(playing.engine, facts):
        return False
    return not common(playing.view(Viewer.PUBLIC), Viewer.PUBLIC).sealed


def _without(
    players: tuple[Player, ...], seats: tuple[Seat, ...]
) -> tuple[Player, ...]:
    """Return the players by seat without those who have not sat down after all."""
    if not seats:
        return players
    return tuple(one for at, one in enumerate(players) if at not in seats)


# --- what runs out ----------------------------------------------------------


def next_wait(playing: Playing, ms: int) -> Waiting | None:
    """Return what the game waits for, since *ms* on its own clock if that is new."""
    wake, before = playing.engine.wake(playing.game), playing.waits
    if wake is None:
        return None
    same = before is not None and before.wake.of == wake.of
    return Waiting(wake, before.since_ms if before and same else ms)


def left_ms(playing: Playing, now_ms: Millis) -> int | None:
    """Return how long the game still waits for what runs out; None for nothing."""
    waits = playing.waits
    if waits is None or not waits.wake.ms:
        return None
    return max(waits.since_ms + waits.wake.ms - playing.elapsed_ms(now_ms), 0)


def wake_at(playing: Playing, now_ms: Millis) -> Millis | None:
    """
    Return when the game wants `Woke`, in ms of *now_ms*'s clock; None for never.

    What the board does by itself it does at once; what runs out stands still as long
    as the game's clock does.
    """
    if playing.waits is None:
        return None
    left = left_ms(playing, now_ms)
    if left is None:
        return now_ms
    return None if playing.stopped_ms is not None else Millis(now_ms + left)


# --- the clock --------------------------------------------------------------


def stop_clock(playing: Playing, now_ms: Millis) -> Playing:
    """Return the game with its clock stopped."""
    if playing.stopped_ms is not None:
        return playing
    return replace(playing, stopped_ms=now_ms)


def start_clock(playing: Playing, now_ms: Millis) -> Playing:
    """Return the game with its clock running again."""
    if playing.stopped_ms is None:
        return playing
    stood_ms = now_ms - playing.stopped_ms
    return replace(
        playing, began_ms=Millis(playing.began_ms + stood_ms), stopped_ms=None
    )


def join(
    playing: Playing, player: Player, *, now_ms: Millis, entropy: bytes = b""
) -> Done | Refused:
    """Return the game with *player* sitting down from the next round."""
    seat = Seat(len(playing.players))
    player = with_chance(player, seat, entropy)
    bot = "" if player.bot is None else player.bot.text
    action = Join(seat, player.button or "", bot)
    done = act(playing, action, now_ms=now_ms, entropy=b"")
    if isinstance(done, Refused) or done.entry is None:
        return done if isinstance(done, Refused) else Refused("no-seat")
    joined = replace(done.playing, players=(*playing.players, player))
    entry = replace(done.entry, names=(Name(playing.game_id, seat, player.name),))
    return replace(done, playing=joined, entry=entry)


# --- what an undo takes back ----------------------------------------------------

#: How an action is named by the moment that it made.
_NAMES = {
    **dict.fromkeys((What.WRONG, What.LAST_TOKEN, What.OUT), say("undo-guess")),
    What.ASKED: say("undo-ask"),
    What.HINT: say("undo-hint"),
    What.JOINED: say("undo-join"),
    What.LEFT: say("undo-leave"),
}


def last_action(playing: Playing) -> Message | None:
    """
    Return a text that names the action which an undo reverts; None if none.

    What bots and the board did after it goes back together with it.
    """
    after, told = playing.game, playing.told
    for facts, by in zip(reversed(playing.acts), reversed(playing.trail), strict=True):
        if not isinstance(after, State) or after.before is None:
            return None
        before = after.before
        if by != BY_BOT and not after.by_board:
            if told is None:
                told = playing.engine.moments(before, facts, after)
            return _name(playing, told, facts[0])
        after, told = before, None
    return None


def _name(playing: Playing, moments: tuple[Moment, ...], fact: object) -> Message:
    """Return a text that names an action by its first event or by its player."""
    done = next((one for one in moments if one.what is not What.TURN), None)
    seat = seat_of(fact) if done is None else done.seat
    if seat is None or not 0 <= seat < len(playing.players):
        return say("undo-last")
    name = name_of(playing.players[seat], seat)
    if done is not None and done.what in _NAMES:
        return say(_NAMES[done.what].code, name=name)
    if done is not None and done.zone:
        return say("undo-tap" if done.kind else "undo-zone", name=name, n=done.zone)
    return say("undo-move", name=name)
