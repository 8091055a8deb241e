"""Requests of people that do not come from pads or buttons."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from firmware_host.board.messages import Refused
from firmware_host.board.pieces import Seat
from firmware_host.games.common import Leave
from firmware_host.games.transcript import BOARD_NAME
from firmware_host.limits import MAKERS, NAME_LETTERS, SEATS
from firmware_host.session import acting, lobby, phones
from firmware_host.session.acting import Now
from firmware_host.session.effects import Store
from firmware_host.session.identities import sitting
from firmware_host.session.modes import choosing
from firmware_host.session.modes.choosing import Choosing
from firmware_host.session.obstacles import obstacle
from firmware_host.session.result import StepResult, remember
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


#: Why a name is none: it has too many letters, or none where there is no button.
_LONG = Refused("name-long", values=(("n", NAME_LETTERS),))

Asked = Sat | Stood | Renamed | Paused | Adopted | Claimed | phones.PhoneWish


def answer(now: Now, event: Asked) -> StepResult:
    """Return the step of *event*."""
    session = now.session
    match event:
        case Sat(player=player):
            done = _sit(now, player)
        case Stood(seat=seat):
            done = _stand(now, seat)
        case Renamed(seat=seat, name=name):
            done = _rename(session, seat, name)
        case Paused(paused=paused):
            done = acting.pause(now, paused=paused)
        case Adopted():
            done = _adopt(now, event)
        case Claimed():
            closed = session.mode.closed()
            done = StepResult(replace(session, code=None, mode=closed), (), ())
        case _:
            return phones.answer(session, event)
    return now.refuse(done, event) if isinstance(done, Refused) else done


# --- coming and going ---------------------------------------------------------


def _sit(now: Now, player: Player) -> StepResult | Refused:
    session, moment, known = now.session, now.in_game, sitting(now.session)
    if not (player.name or player.button):
        return _LONG
    refused = _misnamed(known, player.name)
    if refused is not None:
        return refused
    if player.button and any(one.button == player.button for one in known):
        return Refused("no-seat")
    if moment is not None and not moment.playing.is_over:
        return moment.settle(moment.join(player), player)
    if len(session.setup.players) >= SEATS:
        return Refused("no-seat")
    return _with_players(session, (*session.setup.players, player))


def _misnamed(others: Iterable[Player], name: str) -> Refused | None:
    """Return why nobody beside *others* can be called so; the board has a name too."""
    if len(name) > NAME_LETTERS:
        return _LONG
    known = {BOARD_NAME, *(player.name.casefold() for player in others)}
    return Refused("name-taken") if name and name.casefold() in known else None


def _stand(now: Now, seat: Seat) -> StepResult | Refused:
    """Let somebody go home, whose phones are nobody's from then on."""
    known = sitting(now.session)
    if not 0 <= seat < len(known):
        return Refused("nobody-there")
    goes = known[seat]
    session = phones.parted(now.session, goes.person)
    moment = replace(now, session=session).in_game
    if moment is not None and not moment.playing.is_over:
        done = moment.give(Leave(seat))
        return done if isinstance(done, Refused) else moment.accept(done)
    players = tuple(one for one in session.setup.players if one is not goes)
    return _with_players(session, players)


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
    refused = _misnamed((*known[:seat], *known[seat + 1 :]), name)
    if refused is not None:
        return refused
    before, renamed = known[seat], replace(known[seat], name=name)
    players = tuple(renamed if one is before else one for one in session.setup.players)
    after = replace(session, setup=replace(session.setup, players=players))
    if playing is None or seat >= len(playing.players):
        return StepResult(after, (), ())
    players = (*playing.players[:seat], renamed, *playing.players[seat + 1 :])
    after = replace(after, playing=replace(playing, players=players))
    return StepResult(after, (Store(game_id=playing.game_id, name=(seat, name)),), ())


# --- choosing -----------------------------------------------------------------


def _adopt(now: Now, adopted: Adopted) -> StepResult | Refused:
    session, others = now.session, "players" in adopted.changes
    if session.going is not None and (adopted.begin or others):
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
    refused = _people(after) if "board_makes" in adopted.changes else None
    if refused is not None:
        return refused
    if adopted.begin:
        return obstacle(after) or choosing.begin(replace(now, session=after))
    if isinstance(after.mode, Choosing):
        after = choosing.ask(after, lobby.still(after, after.mode.question))
    elif others:  # other people: the last game's are done
        after = choosing.ask(after, "again" if setup.players else "players")
    return StepResult(after, (remember(after),), ())


def with_words(session: Session, code: str, words: tuple[str, ...]) -> Session:
    """Return the table whose board draws from *words* in a language."""
    language = session.languages[code].with_own(words)
    return replace(session, languages={**session.languages, code: language})


def _people(session: Session) -> Refused | None:
    """Return why people cannot make the words for each other as it was chosen."""
    setup, count = session.setup, len(session.setup.players)
    makes = setup.board_makes or not lobby.game(session).NEEDS.maker
    if makes or lobby.people_fit(session) or not count:
        return None
    if count < lobby.LEAST_PEOPLE:
        return Refused("maker-alone")
    return Refused("maker-many", values=(("n", MAKERS),))
