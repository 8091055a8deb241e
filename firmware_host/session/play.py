"""A game at the table: begin it, act in it, resume it."""

from collections.abc import Iterable
from json import JSONEncoder

from firmware_host.board.entries import Entry, Name, NewGame, Row
from firmware_host.board.json import read_objects
from firmware_host.board.messages import Refused
from firmware_host.board.moments import Moment
from firmware_host.board.pieces import BOARD, Millis, Seat
from firmware_host.board.record import Record, replace
from firmware_host.games import bots
from firmware_host.games.common import (
    CALLED_OFF,
    End,
    Join,
    Joined,
    State,
    Undo,
    Undone,
    seat_of,
    unseated,
)
from firmware_host.games.contract import Header, first_zone
from firmware_host.games.game import Engine
from firmware_host.games.views import Viewer, common
from firmware_host.session import upcoming
from firmware_host.session.state import Player, Playing, Session, Waiting
from firmware_host.session.stored import headers

#: Rows are short: no spaces, and letters as they are.
_json = JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


class Done(Record):
    """What an accepted action brought; nothing to write where no row is written."""

    playing: Playing
    entry: Entry | None
    facts: tuple[object, ...]
    moments: tuple[Moment, ...] = ()


def header_of(session: Session) -> Header:
    """
    Return the header of the game that the session's setup asks for.

    On a board that is too small, the word begins further left than the game has it.
    """
    setup, engine = session.setup, upcoming.game(session)
    board_makes = setup.board_makes and engine.NEEDS.maker
    options, day = upcoming.turned(session), upcoming.of_day(session)
    if day is not None:
        options = (*options, (day.name, max(1, upcoming.day(session))))
    header = Header(
        game=engine.NAME,
        seats=len(setup.players),
        length=upcoming.length(session),
        board_makes=board_makes,
        rounds=setup.rounds if board_makes and day is None else 1,
        language=upcoming.language(session),
        options=options,
    )
    wished = upcoming.begins(session) or first_zone(header)
    last = session.zones + 1 - header.length
    moved = header.length and wished > last
    return replace(header, first_zone=last) if moved else header


def begin(
    session: Session,
    *,
    now_ms: Millis,
    header: Header | None = None,
    entropy: bytes = b"",
) -> Done:
    """Return the game of the session's setup, or of *header*, before its first word."""
    players = tuple(
        _seeded(one, seat, entropy) for seat, one in enumerate(session.setup.players)
    )
    engine = upcoming.game(session)
    header = header or header_of(session)
    state = engine.start(header)
    playing = Playing(
        session.next_game, engine, state, players, header, began_ms=now_ms
    )
    entry = Entry(
        new_game=NewGame(
            session.next_game,
            headers.with_players(
                header, players, letter_cards=engine.NEEDS.letter_cards
            ),
            tuple(player.name for player in players),
        )
    )
    moments = engine.moments(None, (), state)
    return Done(replace(playing, waits=_waits(playing, 0)), entry, (), moments)


def _seeded(player: Player, seat: int, entropy: bytes) -> Player:
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
    after = _folded(playing, facts, ms, by_bot=bot is not None)
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
        seat=_doer(action) if bot is None else bot,
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


def _doer(action: object) -> Seat:
    seat = seat_of(action)
    return BOARD if seat is None else seat


def _folded(
    playing: Playing, facts: tuple[object, ...], ms: int, *, by_bot: bool
) -> Playing:
    """Return the game after *facts*, *ms* after it began on its own clock."""
    engine = playing.engine
    after = replace(playing, game=engine.fold(playing.game, facts))
    trail = _trail(playing.trail, facts[0], after.game, by_bot=by_bot)
    return replace(
        after,
        waits=_waits(after, ms),
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


def _waits(playing: Playing, ms: int) -> Waiting | None:
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
    player = _seeded(player, seat, entropy)
    bot = "" if player.bot is None else player.bot.text
    action = Join(seat, player.button or "", bot)
    done = act(playing, action, now_ms=now_ms, entropy=b"")
    if isinstance(done, Refused) or done.entry is None:
        return done if isinstance(done, Refused) else Refused("no-seat")
    joined = replace(done.playing, players=(*playing.players, player))
    entry = replace(done.entry, names=(Name(playing.game_id, seat, player.name),))
    return replace(done, playing=joined, entry=entry)


def resume(playing: Playing, rows: Iterable[Row], *, ms: int = 0) -> Playing:
    """
    Return the game as the journal has it: facts are folded, not judged again.

    Args:
        playing: The game before its first row, or as a snapshot has it.
        rows: Its rows from there on, in order.
        ms: How far the game's own clock had come there.
    """
    playing, ms = folded(playing, rows, ms=ms)
    return replace(
        playing,
        began_ms=Millis(playing.began_ms - ms),
        resumed=playing.number > 0 and not playing.is_over,
        stopped_ms=playing.began_ms if playing.number else None,
    )


def folded(
    playing: Playing, rows: Iterable[Row], *, ms: int = 0
) -> tuple[Playing, int]:
    """Return the game after *rows*, and how far its own clock has come then."""
    engine = playing.engine
    if not playing.number:
        playing = replace(playing, waits=_waits(playing, 0))
    for row in rows:
        ms = row.ms
        facts = tuple(engine.fact(line) for line in read_objects(row.facts))
        joined = tuple(
            headers.player_of(fact.button, fact.bot)
            for fact in facts
            if isinstance(fact, Joined)
        )
        playing = replace(playing, players=playing.players + joined)
        after = _folded(playing, facts, ms, by_bot=row.seat in playing.bots)
        playing = replace(after, number=row.number)
    return playing, ms
