"""What people ask of the table from elsewhere than its pads and buttons."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from firmware_host.board.happenings import Button, Tapped
from firmware_host.board.messages import Refused
from firmware_host.board.pieces import Millis, Seat
from firmware_host.games.common import End, Leave, Undo, Void
from firmware_host.session import lobby, play
from firmware_host.session.effects import Store
from firmware_host.session.result import Step, accept, begin, refuse, remember
from firmware_host.session.state import Lobby, Player, Playing, Session

#: A table has so many places. Source: rules, "Who".
PLACES = 8

#: The most letters of a name, so that the table screen can say it.
NAME_LETTERS = 24

#: What may be done while the game is stopped.
_ALWAYS = (Undo, Void, Leave, End)


@dataclass(frozen=True, slots=True)
class Sat:
    """Somebody wants to sit down."""

    player: Player


@dataclass(frozen=True, slots=True)
class Stood:
    """Somebody goes home."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Renamed:
    """Somebody is called by another name."""

    seat: Seat
    name: str


@dataclass(frozen=True, slots=True)
class Paused:
    """The game is to stop, or to go on."""

    paused: bool


@dataclass(frozen=True, slots=True)
class Adopted:
    """
    Things are chosen all at once.

    Args:
        changes: Fields of the setup, all checked before.
        begin: True where a game shall begin with them.
        words: What the board draws its words from; empty for its own list.
    """

    changes: Mapping[str, Any]
    begin: bool = False
    words: tuple[str, ...] = field(default=(), repr=False)


@dataclass(frozen=True, slots=True)
class Claimed:
    """The teacher's code was used: it opens nothing any more."""


Asked = Sat | Stood | Renamed | Paused | Adopted | Claimed


def answer(session: Session, event: Asked, *, now_ms: Millis) -> Step:
    """Return what comes of *event*."""
    match event:
        case Sat(player=player):
            done = _sit(session, player, now_ms=now_ms)
        case Stood(seat=seat):
            done = _stand(session, seat, now_ms=now_ms)
        case Renamed(seat=seat, name=name):
            done = _rename(session, seat, name)
        case Paused(paused=paused):
            store = Store(settings=(("paused", "1" if paused else ""),))
            done = Step(replace(session, paused=paused, refusal=None), (store,), ())
        case Adopted():
            done = _adopt(session, event, now_ms=now_ms)
        case Claimed():
            done = Step(replace(session, code=None))
    if isinstance(done, Refused):
        return refuse(session, done, event, now_ms=now_ms)
    return done


def stopped(session: Session, event: Any) -> Refused | None:
    """Return why a touch counts nothing while the game is stopped; None if it may."""
    if not session.paused:
        return None
    action = getattr(event, "action", None)
    if isinstance(event, Tapped) or not isinstance(action, _ALWAYS):
        return Refused("paused")
    return None


# --- coming and going ---------------------------------------------------------


def sitting(session: Session) -> tuple[Player, ...]:
    """Return who sits at the table now."""
    phase = session.phase
    return phase.players if isinstance(phase, Playing) else session.setup.players


def _named(session: Session, name: str, *, besides: Seat | None = None) -> bool:
    return any(
        player.name.casefold() == name.casefold() and seat != besides
        for seat, player in enumerate(sitting(session))
        if name
    )


def _sit(session: Session, player: Player, *, now_ms: Millis) -> Step | Refused:
    if len(player.name) > NAME_LETTERS or not (player.name or player.button):
        return Refused("name-long", values=(("n", NAME_LETTERS),))
    if _named(session, player.name):
        return Refused("name-taken")
    session = _between_games(session)
    if len(sitting(session)) >= PLACES:
        return Refused("no-seat")
    phase = session.phase
    if isinstance(phase, Playing):
        done = play.join(phase, player, now_ms=now_ms)
        return done if isinstance(done, Refused) else accept(session, done)
    return _with_players(session, (*session.setup.players, player))


def _stand(session: Session, seat: Seat, *, now_ms: Millis) -> Step | Refused:
    session = _between_games(session)
    players = sitting(session)
    if not 0 <= seat < len(players):
        return Refused("nobody-sits")
    phase = session.phase
    if isinstance(phase, Playing):
        done = play.act(phase, Leave(seat), now_ms=now_ms, entropy=b"")
        return done if isinstance(done, Refused) else accept(session, done)
    return _with_players(session, (*players[:seat], *players[seat + 1 :]))


def _rename(session: Session, seat: Seat, name: str) -> Step | Refused:
    players = sitting(session)
    if not 0 <= seat < len(players):
        return Refused("nobody-sits")
    if len(name) > NAME_LETTERS:  # none at all: the name is to be forgotten
        return Refused("name-long", values=(("n", NAME_LETTERS),))
    if _named(session, name, besides=seat):
        return Refused("name-taken")
    renamed = replace(players[seat], name=name)
    players = (*players[:seat], renamed, *players[seat + 1 :])
    phase = session.phase
    if not isinstance(phase, Playing):
        return _with_players(session, players)
    after = replace(session, phase=replace(phase, players=players))
    setup = replace(session.setup, players=players)
    store = Store(game_id=phase.game_id, name=(seat, name))
    return Step(replace(after, setup=setup), (store,), ())


def _between_games(session: Session) -> Session:
    """Return to choosing where the last game is over."""
    phase = session.phase
    if isinstance(phase, Playing) and phase.engine.is_over(phase.game):
        setup = replace(session.setup, players=phase.players)
        return lobby.ask(replace(session, setup=setup, refusal=None), "again")
    return session


def _with_players(session: Session, players: tuple[Player, ...]) -> Step:
    setup = replace(session.setup, players=players)
    after = replace(session, setup=setup, refusal=None)
    if isinstance(after.phase, Lobby) and not players:
        after = lobby.ask(after, "players")
    return Step(after, (remember(after),), ())


# --- choosing -----------------------------------------------------------------


def _adopt(session: Session, adopted: Adopted, *, now_ms: Millis) -> Step | Refused:
    phase = session.phase
    on = isinstance(phase, Playing) and not phase.engine.is_over(phase.game)
    if on and (adopted.begin or "players" in adopted.changes):
        return Refused("game-on")
    session = _between_games(session) if adopted.begin or adopted.changes else session
    setup = replace(session.setup, **adopted.changes)
    if not adopted.begin:
        after = replace(session, setup=setup, refusal=None)
        return Step(after, (remember(after),), ())
    if not setup.players:
        return Refused("nobody-sits")
    if len(setup.players) < lobby.LEAST_PEOPLE and not setup.board_makes:
        return Refused("maker-alone")
    fitting = [word for word in adopted.words if len(word) == setup.length]
    if adopted.words and len(fitting) < setup.rounds:
        needs = (("n", setup.rounds), ("has", len(fitting)), ("length", setup.length))
        return Refused("words-few", values=needs)
    ready = replace(session, setup=setup, words=tuple(fitting), paused=False)
    return begin(ready, now_ms=now_ms)


def player_of(item: Mapping[str, str]) -> Player:
    """Return a player from a name and a button's name."""
    button = item.get("button")
    return Player(item.get("name", ""), Button(button) if button else None)
