"""Requests of people that do not come from pads or buttons."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from firmware_host.board.messages import Refused
from firmware_host.board.pieces import Millis, Seat
from firmware_host.games.common import Leave
from firmware_host.games.transcript import BOARD_NAME
from firmware_host.limits import MAKERS, NAME_LETTERS, SEATS
from firmware_host.session import acting, lobby, phones, play
from firmware_host.session.effects import Store
from firmware_host.session.identities import sitting
from firmware_host.session.modes import choosing
from firmware_host.session.modes.choosing import Choosing
from firmware_host.session.obstacles import obstacle
from firmware_host.session.result import StepResult, accept, refuse, remember
from firmware_host.session.state import Player, Session


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
    """Somebody is called by another name; an empty one is forgotten."""

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
        words: The list that the board draws from in this language from now on; empty
            for its own words, None for no change.
    """

    changes: Mapping[str, Any]
    begin: bool = False
    words: tuple[str, ...] | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class Claimed:
    """The teacher's code was used, and is no longer valid."""


Asked = Sat | Stood | Renamed | Paused | Adopted | Claimed | phones.PhoneWish


def answer(session: Session, event: Asked, *, now_ms: Millis) -> StepResult:
    """Return the step of *event*."""
    match event:
        case Sat(player=player):
            done = _sit(session, player, now_ms=now_ms)
        case Stood(seat=seat):
            done = _stand(session, seat, now_ms=now_ms)
        case Renamed(seat=seat, name=name):
            done = _rename(session, seat, name)
        case Paused(paused=paused):
            done = acting.pause(session, paused=paused, now_ms=now_ms)
        case Adopted():
            done = _adopt(session, event, now_ms=now_ms)
        case Claimed():
            closed = session.mode.closed()
            done = StepResult(replace(session, code=None, mode=closed), (), ())
        case _:
            return phones.answer(session, event)
    if isinstance(done, Refused):
        return refuse(session, done, event, now_ms=now_ms)
    return done


# --- coming and going ---------------------------------------------------------


def _sit(session: Session, player: Player, *, now_ms: Millis) -> StepResult | Refused:
    known = sitting(session)
    if len(player.name) > NAME_LETTERS or not (player.name or player.button):
        return Refused("name-long", values=(("n", NAME_LETTERS),))
    if _named(known, player.name):
        return Refused("name-taken")
    if player.button and any(one.button == player.button for one in known):
        return Refused("no-seat")
    playing = session.playing
    if playing is not None and not playing.engine.is_over(playing.game):
        done = play.join(playing, player, now_ms=now_ms)
        return done if isinstance(done, Refused) else accept(session, done)
    if len(session.setup.players) >= SEATS:
        return Refused("no-seat")
    return _with_players(session, (*session.setup.players, player))


def _named(players: Iterable[Player], name: str) -> bool:
    """Return whether somebody has that name; the board itself has one."""
    known = {BOARD_NAME, *(player.name.casefold() for player in players)}
    return bool(name) and name.casefold() in known


def _stand(session: Session, seat: Seat, *, now_ms: Millis) -> StepResult | Refused:
    """Let somebody go home, whose phones are nobody's from then on."""
    known, playing = sitting(session), session.playing
    if not 0 <= seat < len(known):
        return Refused("nobody-there")
    goes = known[seat]
    session = phones.parted(session, goes.person)
    if playing is not None and not playing.engine.is_over(playing.game):
        done = play.act(playing, Leave(seat), now_ms=now_ms, entropy=b"")
        return done if isinstance(done, Refused) else accept(session, done)
    return _with_players(
        session, tuple(one for one in session.setup.players if one is not goes)
    )


def _with_players(session: Session, players: tuple[Player, ...]) -> StepResult:
    setup = replace(session.setup, players=players)
    after, mode = replace(session, setup=setup, refusal=None), session.mode
    if isinstance(mode, Choosing):
        question = lobby.still(after, mode.question)
        after = after if question == mode.question else choosing.ask(after, question)
    return StepResult(after, (remember(after),), ())


def _rename(session: Session, seat: Seat, name: str) -> StepResult | Refused:
    known, playing = sitting(session), session.playing
    if not 0 <= seat < len(known):
        return Refused("nobody-there")
    if len(name) > NAME_LETTERS:
        return Refused("name-long", values=(("n", NAME_LETTERS),))
    if _named((*known[:seat], *known[seat + 1 :]), name):
        return Refused("name-taken")
    before, renamed = known[seat], replace(known[seat], name=name)
    players = tuple(renamed if one is before else one for one in session.setup.players)
    after = replace(session, setup=replace(session.setup, players=players))
    if playing is None or seat >= len(playing.players):
        return StepResult(after, (), ())
    players = (*playing.players[:seat], renamed, *playing.players[seat + 1 :])
    after = replace(after, playing=replace(playing, players=players))
    return StepResult(after, (Store(game_id=playing.game_id, name=(seat, name)),), ())


# --- choosing -----------------------------------------------------------------


def _adopt(
    session: Session, adopted: Adopted, *, now_ms: Millis
) -> StepResult | Refused:
    playing = session.playing
    on = playing is not None and not playing.engine.is_over(playing.game)
    if on and (adopted.begin or "players" in adopted.changes):
        return Refused("game-on")
    setup = replace(session.setup, **adopted.changes)
    after = replace(session, setup=setup, refusal=None)
    if "game" in adopted.changes and setup.game != lobby.game(after).NAME:
        needs = session.games[setup.game].NEEDS.zones
        return Refused("zones-needed", values=(("n", needs),))
    if setup.length > session.zones:
        return Refused("zones-few", values=(("n", session.zones),))
    if adopted.words is not None:
        after = with_words(after, setup.language, adopted.words)
    refused = _people(after, asked="board_makes" in adopted.changes)
    if refused is not None:
        return refused
    if adopted.begin:
        return obstacle(after) or choosing.begin(after, now_ms=now_ms)
    if isinstance(after.mode, Choosing):
        after = choosing.ask(after, lobby.still(after, after.mode.question))
    elif "players" in adopted.changes:  # other people: the last game's are done
        after = choosing.ask(after, "again" if setup.players else "players")
    return StepResult(after, (remember(after),), ())


def with_words(session: Session, code: str, words: tuple[str, ...]) -> Session:
    """Return the table whose board draws from *words* in a language."""
    language = session.languages[code].with_own(words)
    return replace(session, languages={**session.languages, code: language})


def _people(session: Session, *, asked: bool) -> Refused | None:
    """Return why people cannot make the words, where that was *asked* for."""
    setup = session.setup
    makes = setup.board_makes or not lobby.game(session).NEEDS.maker
    if makes or not asked or not setup.players:
        return None
    count = len(setup.players)
    if count < lobby.LEAST_PEOPLE:
        return Refused("maker-alone")
    if count > MAKERS:
        return Refused("maker-many", values=(("n", MAKERS),))
    return None
