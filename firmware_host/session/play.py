"""A game in progress: its actions, clocks, undo and spoken messages."""

from collections.abc import Callable, Iterator
from dataclasses import field
from json import JSONEncoder
from typing import Any

from firmware_host.board.entries import Entry, NameEntry, RowEntry
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
from firmware_host.games.views import View, Viewer, common, public_of
from firmware_host.session.setups import Player, name_of, names_of

ZERO_MS = Millis(0)

#: The pieces on the board, each with its zone.
LaidPieces = tuple[tuple[Zone, Piece], ...]


class Waiting(Record):
    """
    The wake that a game waits for.

    Args:
        wake: The wake, with its duration.
        since_ms: The start of the wait, on the game's own clock.
    """

    wake: Wake
    since_ms: int


#: Calls the function of a bot of the named game; it may raise what the bot raises.
Think = Callable[[str, Callable[[], Move | None]], Move | None]


def ask_directly(game: str, ask: Callable[[], Move | None]) -> Move | None:
    """Call a bot's function without a time limit."""
    del game
    return ask()


class Thought(Record):
    """
    The next action of a bot, which is chosen before the time at which it is made.

    Args:
        since_ms: The start of the bots' thinking time, in ms since this program start.
        seat: The bot that moves first; None if all of them wait for others.
        move: Its move; secret until it is made.
        tries: True once the board has announced the move.
    """

    since_ms: Millis
    seat: Seat | None = None
    move: Move | None = field(default=None, repr=False)
    tries: bool = False


class Playing(Record):
    """
    A game in progress, or the last one.

    Args:
        game_id: The game's number in the journal.
        engine: The rules.
        game: The state of the game.
        players: The players by seat.
        header: The settings of the game.
        number: The number of actions so far, which is the number of the last row.
        began_ms: The start of the game in ms since this program start, moved later by
            the length of every pause.
        resumed: True after a restart until the first action of a person.
        tutorial: True for the tutorial: it is not stored and does not count.
        passing: True for a game at a kiosk: it is not stored.
        stopped_ms: The time at which the game's clock was stopped: by a pause, a
            restart or the end of the game; None while it runs.
        waits: The `Wake` that the game waits for, with its start; None for none.
        reveals: The number of rounds that ended or were called off and have no secret
            left.
        thought: The bots' next move; None if they have not been asked.
        trail: One letter for each action that can be undone, the last action last:
            ``b`` for a bot's, ``-`` for any other.
        acts: The facts of each of these actions.
        told: The moments of the last action; None if unknown, as after a restart.
        seed: The seed of a duplicate evening; empty in any other game.
        known: Cached results of the rules for this state of the game.
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
        """Whether no row of the game is stored."""
        return self.tutorial or self.passing

    @property
    def bots(self) -> "dict[Seat, Bot]":
        """The bots among its players, by seat; also those who have left."""
        return {Seat(at): p.bot for at, p in enumerate(self.players) if p.bot}

    @property
    def sitting(self) -> dict[Seat, Player]:
        """The players who have not left, by seat."""
        return {at: self.players[at] for at in self.engine.sitting(self.game)}

    def context(
        self, *, zones: int = len(ZONES), lid: bool = False, rack: bool = True
    ) -> AnyContext:
        """Return the context of the game's forms, on a board with these parts."""
        names = names_of(self.players)
        return Context(self.game, names, zones, lid, rack, self.refusal)

    def forms(self, at: AnyContext) -> tuple[AnyForm, ...]:
        """Return the forms that the game offers now in a context."""
        key = "forms", at.zones, at.lid, at.rack
        of = self.engine, self.game, self.players
        return self.known(key, of, lambda: self.engine.forms(at))

    def refusal(self, line: JsonObject) -> Refused | None:
        """Return the refusal of a transcript line; None if the game would accept it."""
        done = self.engine.act(self.game, self.engine.action(line))
        return done if isinstance(done, Refused) else None

    @property
    def is_over(self) -> bool:
        """Whether the game is over: after its last round, or ended by a fault."""
        return self.engine.is_over(self.game)

    @property
    def is_open(self) -> bool:
        """
        Whether one more player can join, to play from the next round on.

        Always True for an installed game: its guarded state cannot be asked in advance.
        """
        asks, action = isinstance(self.game, State), Join(Seat(len(self.players)))
        return not (asks and isinstance(self.engine.join(self.game, action), Refused))

    def means(self, event: BoardEvent) -> Any:
        """Return the action that an event means in the game; None for none."""
        return self.engine.interpret(self.game, event)

    def pieces(self) -> LaidPieces | None:
        """Return the letter pieces on the board; None in a game without such pieces."""
        return self.engine.pieces_on_board(self.game)

    def seats_of(self, button: Button) -> tuple[Seat, ...]:
        """
        Return the seats of a player's button, its own player first.

        People without a button share the four of them in turn order. Players who have
        left have none.
        """
        here = self.sitting
        own = [seat for seat, one in here.items() if one.button == button]
        shared = [
            seat
            for seat, one in here.items()
            if not one.symbol and PLAYER_BUTTONS[seat % len(PLAYER_BUTTONS)] is button
        ]
        return (*own, *shared)

    def view(self, viewer: Viewer | Seat) -> View:
        """Return the view of *viewer*."""
        of = self.engine, self.game
        key = "view", viewer
        return self.known(key, of, lambda: self.engine.view(self.game, viewer))

    def elapsed_ms(self, now_ms: Millis) -> int:
        """Return the time in ms that the game has been played, without pauses."""
        return (now_ms if self.stopped_ms is None else self.stopped_ms) - self.began_ms


#: Encodes JSON for rows: without spaces, and without escapes for letters.
_json = JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


class AcceptedAction(Record):
    """The result of an accepted action; no entry if no row is stored."""

    playing: Playing
    entry: Entry | None
    facts: tuple[object, ...]
    moments: tuple[Moment, ...] = ()


def with_chance(player: Player, seat: int, entropy: bytes) -> Player:
    """Return a player for a seat of a game; a bot gets its own random seed."""
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
) -> AcceptedAction | Refused:
    """
    Return the game after *action*, with the row to store; or the refusal.

    Args:
        playing: The game before.
        action: An action of the game's rules.
        now_ms: The time in ms since this program start.
        entropy: 32 fresh random bytes, used if the action begins a round. A tutorial
            derives its own from them; an evening derives its own from its seed.
        mover: `BOARD` for a move of the board itself, a seat for a bot's move; None for
            a person's.
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


def _taken_back(
    playing: Playing, done: AcceptedAction, now_ms: Millis
) -> AcceptedAction | Refused:
    """
    Return an undo extended to the bots' actions that followed the person's action.

    A round in which only bots have acted cannot be undone: the bots would repeat it.

    Args:
        playing: The game before.
        done: The result of the undo alone.
        now_ms: The time in ms since this program start.
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
    """Return True if *undone* reverts a bot's action."""
    count = undone.count if isinstance(undone, Undone) else 0
    return trail[-count:].startswith(BY_BOT) if count else False


def _together(first: Entry | None, then: Entry | None) -> Entry | None:
    """Return one journal entry for two actions; None if no rows are stored."""
    if first is None or then is None:
        return then
    return replace(then, rows=first.rows + then.rows, names=first.names + then.names)


def call_off(playing: Playing, *, now_ms: Millis) -> AcceptedAction:
    """End a game whose rules have raised an exception; nobody gets points."""
    return _acted(playing, End(), (CALLED_OFF,), now_ms=now_ms, mover=BOARD)


def _acted(
    playing: Playing,
    action: object,
    facts: tuple[object, ...],
    *,
    now_ms: Millis,
    mover: Seat | None,
) -> AcceptedAction:
    """Return the game after an accepted action with its *facts*, and its row."""
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
        return AcceptedAction(after, None, facts, moments)
    row = RowEntry(
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
        names=(NameEntry(playing.game_id, stands[0], None),) if stands else (),
        ended=playing.game_id if over else None,
    )
    return AcceptedAction(after, entry, facts, moments)


def fold(
    playing: Playing, facts: tuple[object, ...], ms: int, *, by_bot: bool
) -> Playing:
    """Return the game after *facts*, *ms* after its start without pauses."""
    engine, players = playing.engine, playing.players
    if gone := unseated(facts):
        players = tuple(one for at, one in enumerate(players) if at not in gone)
    after = replace(playing, game=engine.fold(playing.game, facts))
    trail = _trail(playing.trail, facts[0], after.game, by_bot=by_bot)
    return replace(
        after,
        waits=next_wait(after, ms),
        reveals=playing.reveals + _opens(after, facts),
        players=players,
        thought=None,
        trail=trail,
        acts=(*playing.acts, facts)[: len(trail)],
        told=None,
    )


#: The signs in `Playing.trail` of a bot's action, and of any other action.
BY_BOT, BY_OTHERS = "b", "-"


def _trail(trail: str, fact: object, game: object, *, by_bot: bool) -> str:
    """Return the trail after *fact*: ``b`` for each action of a bot, else ``-``."""
    if isinstance(game, State) and not game.undoable:
        return ""
    if isinstance(fact, Undone):
        return trail[: max(len(trail) - fact.count, 0)]
    return trail + (BY_BOT if by_bot else BY_OTHERS)


def shows_secrets(engine: Engine, facts: tuple[object, ...]) -> bool:
    """Return True if *facts* end a round or call it off, which reveals its secrets."""
    return engine.result(facts) is not None or engine.voided(facts) is not None


def _opens(playing: Playing, facts: tuple[object, ...]) -> bool:
    """Return True if *facts* reveal the last secret; a hand may outlast its round."""
    if not shows_secrets(playing.engine, facts):
        return False
    return not common(playing.view(Viewer.PUBLIC), Viewer.PUBLIC).sealed


# --- time limits --------------------------------------------------------------


def next_wait(playing: Playing, ms: int) -> Waiting | None:
    """
    Return the `Wake` that a game waits for now, with the start of the wait.

    A wait that was already running keeps its start. None if the game needs no `Wake`.

    Args:
        playing: The game.
        ms: The time on the game's clock at which a new wait starts.
    """
    wake, before = playing.engine.wake(playing.game), playing.waits
    if wake is None:
        return None
    if wake.since_ms is not None:
        return Waiting(wake, wake.since_ms)
    same = before is not None and before.wake.of == wake.of
    return Waiting(wake, before.since_ms if before and same else ms)


def left_ms(playing: Playing, now_ms: Millis) -> int | None:
    """Return the rest of the running time limit in ms; None if none is running."""
    waits = playing.waits
    if waits is None or not waits.wake.ms:
        return None
    return max(waits.since_ms + waits.wake.ms - playing.elapsed_ms(now_ms), 0)


def wake_at(playing: Playing, now_ms: Millis) -> Millis | None:
    """
    Return the time in ms at which the game needs `Woke`; None for never.

    A move of the board itself is due at once. A running time stops with the game's
    clock.
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
) -> AcceptedAction | Refused:
    """Add *player* to the game from the next round on."""
    seat = Seat(len(playing.players))
    player = with_chance(player, seat, entropy)
    bot = "" if player.bot is None else player.bot.text
    action = Join(seat, player.button or "", bot)
    done = act(playing, action, now_ms=now_ms, entropy=b"")
    if isinstance(done, Refused) or done.entry is None:
        return done if isinstance(done, Refused) else Refused("no-seat")
    joined = replace(done.playing, players=(*playing.players, player))
    entry = replace(done.entry, names=(NameEntry(playing.game_id, seat, player.name),))
    return replace(done, playing=joined, entry=entry)


# --- what an undo reverts -------------------------------------------------------

#: The text that names an action, by the moment that it made.
_NAMES = {
    **dict.fromkeys((What.WRONG, What.LAST_TOKEN, What.OUT), say("undo-guess")),
    What.ASKED: say("undo-ask"),
    What.HINT: say("undo-hint"),
    What.JOINED: say("undo-join"),
    What.LEFT: say("undo-leave"),
}


def last_action(playing: Playing) -> Message | None:
    """
    Return a message that names the action which an undo reverts; None for none.

    Later actions of bots and of the board are reverted with it.
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
    """Return a message that names an action by its first moment or by its player."""
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


# --- spoken messages --------------------------------------------------------------

#: The spoken message for a player with a symbol; no name is ever spoken.
BY_SYMBOL = {
    "clip-turn-next": "clip-turn",
    "clip-secret-waits": "clip-makes",
    "clip-round-guessed": "clip-found",
    "clip-game-won": "clip-wins",
}

#: The messages after which the points of all players are spoken.
_WON = {"clip-game-won", "clip-game-shared"}

#: The most points that there is a clip for.
MOST_POINTS = 40


def spoken_messages(
    moment: Moment, playing: Playing | None, *, bot: bool
) -> tuple[Message, ...]:
    """
    Return the spoken messages of a moment: its zone first, players by their symbols.

    For a bot's tap they include the kind of piece, since people cannot see it. A bot's
    turn is not announced.
    """
    messages = list[Message]()
    if bot and moment.kind and moment.zone and moment.said:
        messages.append(say(f"kind-{moment.kind}"))
    if moment.zone and moment.said:
        messages.append(say("clip-zone", n=moment.zone))
    for one in moment.said:
        named = BY_SYMBOL.get(one.code, "")
        if bot and moment.what is What.TURN and not named:
            continue
        symbol = _symbol(playing, moment.seat) if named else None
        messages.append(say(named, player=symbol) if symbol else one)
        if playing and one.code in _WON:
            messages += _points(playing)
    return tuple(messages)


def _symbol(playing: Playing | None, seat: int | None) -> Message | None:
    """Return the message for the symbol of a seat's player; None without a symbol."""
    if playing is None or seat is None or not 0 <= seat < len(playing.players):
        return None
    symbol = playing.players[seat].symbol
    return say(f"player-{symbol}") if symbol else None


def _points(playing: Playing) -> Iterator[Message]:
    """Yield the symbol and the points of each player who has a symbol."""
    totals = public_of(playing.view(Viewer.PUBLIC)).totals
    for seat, points in enumerate(totals):
        symbol = _symbol(playing, seat)
        if symbol and points <= MOST_POINTS:
            yield from (symbol, say("clip-points", n=points))
