"""
Handlers of the commands of pages, and of other requests without a pad or button.

A command is declared in `board/commands.py`; what handles it is registered here.
"""

from collections.abc import Iterable
from dataclasses import field, replace
from functools import singledispatch
from typing import TYPE_CHECKING

from firmware_host.board import commands
from firmware_host.board.entries import Entry, NameEntry
from firmware_host.board.messages import Refused
from firmware_host.board.pieces import Seat
from firmware_host.board.players import BY_ANIMAL, Animal
from firmware_host.board.record import Record
from firmware_host.games.game import Leave
from firmware_host.limits import MAKERS, NAME_LETTERS, SEATS
from firmware_host.session import (
    acting,
    collecting,
    holders,
    kiosk_turns as turns,
    lobby,
    phones,
    setups,
    staleness,
    tutorial,
    upcoming,
)
from firmware_host.session.bots import seats, turns as bot_turns
from firmware_host.session.identities import (
    ANIMAL_OF,
    animals_text,
    players_at_table,
    replace_players,
    with_animals,
    with_numbers,
)
from firmware_host.session.lobby import start_refusal
from firmware_host.session.modes import choosing
from firmware_host.session.modes.choosing import Choosing
from firmware_host.session.setups import Player
from firmware_host.session.state import Now, QuestionMode, Session, StepResult, remember

if TYPE_CHECKING:  # most boards need none of these before somebody asks
    from firmware_host.words.packs.pack import Pack


class PackKept(Record):
    """
    A word pack of the board was added, changed or removed.

    Args:
        language: The code of its language.
        key: Its key.
        pack: The new pack; None for a removed one.
    """

    language: str
    key: str
    pack: "Pack | None" = field(repr=False)


class CodeUsed(Record):
    """The teacher's code was used, and is no longer valid."""


Asked = commands.AnyCommand | CodeUsed | PackKept


def answer(now: Now, event: Asked) -> StepResult:
    """Return the step of the session after an event that a program sends."""
    if now.session.visit is not None and not _is_kiosks(event):
        return StepResult(now.session, None, turns.ON, quiet=True)
    if isinstance(event, commands.Command) and staleness.is_stale(
        now.session, event.seen, event.ON
    ):
        return StepResult(now.session, None, staleness.STALE, quiet=True)
    done = _handle(event, now)
    return now.refuse(done, event) if isinstance(done, Refused) else done


@singledispatch
def _handle(event: object, _: Now) -> StepResult | Refused:
    """Return the step of an event, or why it is refused."""
    raise AssertionError(event)


@_handle.register
def _sit(command: commands.Sit, now: Now) -> StepResult | Refused:
    return _seat(now, Player(command.name, command.button), command)


def _seat(now: Now, player: Player, event: object) -> StepResult | Refused:
    """Seat a player or a bot; during a game from the next round on."""
    session, here = now.session, now.in_game
    known = players_at_table(session)
    if not (player.name or player.symbol):
        return _LONG
    refused = _misnamed(known, player.name)
    if refused is not None:
        return refused
    going, next_ones = session.going, session.setup.players
    sitting = going.sitting.values() if going else next_ones
    if player.button and player.button in {one.button for one in sitting}:
        return Refused("no-seat")
    if here is not None and going is not None:
        return here.settle(here.join(player), event)
    if len(next_ones) >= SEATS:
        return Refused("no-seat")
    return _with_players(session, (*next_ones, player))


@_handle.register
def _seat_bot(command: commands.SeatBot, now: Now) -> StepResult | Refused:
    """Seat a bot if the game has one of that strength; or remove a bot."""
    session, seat = now.session, Seat(command.seat)
    if not command.strength:
        known = dict(enumerate(players_at_table(session)))
        is_bot = seat in known and known[seat].bot is not None
        return _stand(commands.Stand(seat), now) if is_bot else Refused("nobody-there")
    if command.strength not in lobby.available_bots(session):
        return Refused("bots-none")
    player = seats.make_bot(session.setup, session.playing, command.strength)
    return Refused("no-seat") if player is None else _seat(now, player, command)


@_handle.register
def _join(command: commands.JoinCommand, now: Now) -> StepResult | Refused:
    """Seat a player, and the phone with that player."""
    if command.name == BY_ANIMAL:
        return StepResult(now.session, None, Refused("join-name"), quiet=True)
    sat = _seat(now, Player(command.name), command)
    if isinstance(sat, Refused) or isinstance(sat.outcome, Refused):
        return sat
    session = with_animals(with_numbers(sat.session, now.entropy))
    people = players_at_table(session)
    seat = next(at for at, one in enumerate(people) if one.name == command.name)
    done = phones.answer(session, commands.SeatPhone(command.phone, seat))
    return replace(sat, session=done.session)


@_handle.register
def _stand(command: commands.Stand, now: Now) -> StepResult | Refused:
    """Remove a player from the table, and release that player's phones."""
    known, seat = players_at_table(now.session), Seat(command.seat)
    if not 0 <= seat < len(known):
        return Refused("nobody-there")
    goes = known[seat]
    session = phones.release_phones(now.session, goes.person)
    here = replace(now, session=session).in_game
    if here is not None and session.going is not None:
        done = here.give(Leave(seat))
        return done if isinstance(done, Refused) else here.accept(done)
    players = tuple(one for one in session.setup.players if one is not goes)
    return _with_players(session, players)


@_handle.register
def _rename(command: commands.Rename, now: Now) -> StepResult | Refused:
    """Rename a player of this game or of the next one, or of both."""
    session, seat, name = now.session, Seat(command.seat), command.name
    known, playing = players_at_table(session), session.playing
    if not 0 <= seat < len(known):
        return Refused("nobody-there")
    if known[seat].bot is not None:
        return _BOTS
    refused = _misnamed((*known[:seat], *known[seat + 1 :]), name)
    if refused is not None:
        return refused
    renamed = replace(known[seat], name=name)
    after = replace_players(session, [(known[seat], renamed)])
    if playing is None or playing.unwritten or seat >= len(playing.players):
        return StepResult(after, None, ())
    named = NameEntry(playing.game_id, seat, name)
    return StepResult(after, Entry(names=(named,)), ())


@_handle.register
def _dress(command: commands.Dress, now: Now) -> StepResult | Refused:
    """Change a player's animal; if another player has it, swap."""
    session, known, animal = now.session, players_at_table(now.session), command.animal
    if not 0 <= command.seat < len(known):
        return Refused("nobody-there")
    player = known[command.seat]
    if player.bot or any(one.bot and one.bot.animal is animal for one in known):
        return _BOTS
    changed: list[tuple[Player, Animal | None]] = [(player, animal)]
    changed += [
        (one, player.animal)
        for one in known
        if one.animal is animal and one is not player
    ]
    pairs = [(one, replace(one, animal=animal)) for one, animal in changed]
    after = replace_players(session, pairs)
    kept = Entry(settings=((ANIMAL_OF, animals_text(after)),))
    return StepResult(after, kept, ())


@_handle.register
def _choose(command: commands.Choose, now: Now) -> StepResult | Refused:
    """Store the chosen settings; begin the game, or ask for missing ones."""
    session = now.session
    others, kiosk = command.players is not None, command.place == commands.KIOSK
    begins = isinstance(command, commands.Begin)
    if session.going is not None and (begins or others or kiosk):
        return Refused("game-on")
    setup = setups.chosen(session.setup, command, players_at_table(session))
    after = replace(session, setup=setup, refusal=None)
    refused = _misfit(after, command)
    if refused is not None:
        return refused
    pack_alone = command.words is None and command.pack is not None
    words = () if pack_alone else command.words
    if words is not None:
        after = upcoming.with_words(after, after.setup.language, words)
    if isinstance(command, commands.Begin):
        refused = start_refusal(after)
        if refused is not None:
            return refused
        done = choosing.begin(replace(now, session=after))
        return choosing.keep_setup(done, session.setup) if command.once else done
    if command.place == commands.CLASS:
        return _set_class(after)
    if isinstance(after.mode, Choosing):
        after = choosing.ask(after, lobby.valid_question(after, after.mode.question))
    elif others and not isinstance(after.mode, QuestionMode):
        # Other people: the last game's are done.
        after = choosing.ask(after, "again" if after.setup.players else "players")
    return StepResult(after, remember(after), ())


def _set_class(session: Session) -> StepResult:
    """
    Set the board's place to a classroom, without tutorials; return the step.

    A teacher who claims the board has a class waiting. The board then does not ask for
    its place.
    """
    playing, mode = session.playing, session.mode
    taught = playing is not None and playing.tutorial
    asked = isinstance(mode, Choosing) and mode.question == "place"
    after = replace(session, newcomers=False)
    if taught or asked:
        after = choosing.ask(after, "players")
    return StepResult(after, remember(after).with_settings((tutorial.HAD, "1")), ())


@_handle.register
def _begin_evening(command: commands.BeginEvening, now: Now) -> StepResult | Refused:
    """Begin an evening with default options and the words of the language."""
    from firmware_host.hall.evening import read_key  # noqa: PLC0415 - evenings are rare
    from firmware_host.session.modes.evening_key import EveningKey  # noqa: PLC0415 - as above

    session, mode, key = now.session, now.session.mode, read_key(command.key)
    if key is None:
        return Refused("evening-key")
    if command.at_board and not (isinstance(mode, EveningKey) and mode.is_given(key)):
        return StepResult(session, quiet=True)
    if session.going is not None:
        return Refused("game-on")
    setup = setups.with_players(session.setup, command, players_at_table(session))
    after = replace(session, setup=setup)
    after = upcoming.prepare_evening(after, length=key.length, rounds=key.rounds)
    if upcoming.length(after) != key.length:
        return Refused("zones-needed", values=(("n", key.length),))
    refused, now = start_refusal(after), replace(now, session=after)
    return refused or choosing.begin(now, seed=bytes.fromhex(command.seed))


@_handle.register
def _keep_pack(event: PackKept, now: Now) -> StepResult:
    """Store a pack; its language has it from the next game on."""
    from firmware_host.words.packs.kept import pack_setting  # noqa: PLC0415 - packs are rare

    code, known = event.language, now.session.languages
    changed = known[code].with_kept(event.key, event.pack)
    after = replace(now.session, languages={**known, code: changed})
    if isinstance(after.mode, Choosing):
        after = choosing.ask(after, lobby.valid_question(after, after.mode.question))
    kept = pack_setting(event.key, event.pack)
    return StepResult(after, Entry(settings=(kept,)), ())


@_handle.register
def _tutorial(command: commands.TutorialCommand, now: Now) -> StepResult | Refused:
    """Begin the tutorial, or leave it; a game that counts is not interrupted."""
    playing = now.session.playing
    if now.session.going is not None:
        return Refused("game-on")
    if command.wanted:
        return tutorial.begin(now) or Refused("no-round")
    if playing is not None and not playing.tutorial:
        return Refused("game-over")
    return choosing.go_on(now)


@_handle.register
def _kiosk(command: commands.Kiosk, now: Now) -> StepResult | Refused:
    """Execute the command of a kiosk's page; refuse it on any other board."""
    session, playing, language = now.session, now.session.playing, command.language
    if session.visit is None or language not in ("", *session.languages):
        return Refused("not-now")
    if language:
        return StepResult(turns.in_language(session, language), None, ())
    if command.does == "game" and playing is not None and playing.tutorial:
        return choosing.go_on(now)
    return turns.end_visit(session) if command.does == "over" else StepResult(session)


@_handle.register
def _look(command: commands.Look, now: Now) -> StepResult | Refused:
    """Report to the game that a player looks at the shared screen, if it needs that."""
    session, here, seat = now.session, now.in_game, Seat(command.seat)
    if here is None or seat not in holders.hot_seats(session):
        return Refused("not-now")
    if session.paused:
        return Refused("paused")
    action = here.playing.engine.look(here.playing.game, seat)
    if action is None:
        return StepResult(session, quiet=True)
    return here.acted(action, command)


@_handle.register
def _use_code(_: CodeUsed, now: Now) -> StepResult:
    """Close the menu that was opened with the teacher's code."""
    closed = now.session.mode.closed()
    return StepResult(replace(now.session, code=None, mode=closed), None, ())


@_handle.register
def _pages_at(command: commands.PagesAt, now: Now) -> StepResult:
    """Store the address of the pages for the QR code with the teacher's code."""
    return StepResult(replace(now.session, pages=command.address), None, ())


@_handle.register
def _empty_collection(_: commands.EmptyCollection, now: Now) -> StepResult:
    session, entry = collecting.emptied(now.session)
    return StepResult(session, entry, ())


@_handle.register
def _pause(command: commands.Pause, now: Now) -> StepResult | Refused:
    return acting.pause(now, paused=command.paused)


@_handle.register
def _hasten(_: commands.Hasten, now: Now) -> StepResult:
    return bot_turns.hasten(now)


@_handle.register
def _phone(command: commands.PhoneCommand, now: Now) -> StepResult:
    return phones.answer(now.session, command)


#: The commands that a kiosk accepts: there nobody joins by a phone or a name, and pages
#: do not choose the game.
_KIOSKS = (
    *(commands.Kiosk, commands.Look, commands.Hasten),
    *(commands.PagesAt, commands.ForgetPhone, commands.PartPhones),
)


def _is_kiosks(event: Asked) -> bool:
    """Return True if a kiosk accepts *event*; only a host may change the place."""
    if isinstance(event, commands.Choose) and not isinstance(event, commands.Begin):
        return event.place not in (None, commands.KIOSK)
    return isinstance(event, (*_KIOSKS, CodeUsed, PackKept))


#: The refusal to rename a bot, or to change its animal.
_BOTS = Refused("bot-name")

#: The refusal of a name that is too long, or empty without a button.
_LONG = Refused("name-long", values=(("n", NAME_LETTERS),))


def _misnamed(others: Iterable[Player], name: str) -> Refused | None:
    """Return the refusal of a name that is too long or already used, or None."""
    if len(name) > NAME_LETTERS:
        return _LONG
    from firmware_host.games.transcript import BOARD_NAME  # noqa: PLC0415 - when a name is given

    known = {BOARD_NAME, *(player.name.casefold() for player in others)}
    known -= {"", BY_ANIMAL}
    return Refused("name-taken") if name.casefold() in known else None


def _with_players(session: Session, players: tuple[Player, ...]) -> StepResult:
    setup = replace(session.setup, players=players)
    after, mode = replace(session, setup=setup, refusal=None), session.mode
    if isinstance(mode, Choosing):
        question = lobby.valid_question(after, mode.question)
        after = after if question == mode.question else choosing.ask(after, question)
    return StepResult(after, remember(after), ())


def _misfit(session: Session, command: commands.Choose) -> Refused | None:
    """Return the refusal of a choice that this board or these players cannot play."""
    setup, chosen = session.setup, upcoming.game(session)
    count = len(setup.players)
    if command.game is not None and setup.game != chosen.NAME:
        needs = session.games[setup.game].NEEDS.zones
        return Refused("zones-needed", values=(("n", needs),))
    if setup.length > session.zones:
        return Refused("zones-few", values=(("n", session.zones),))
    makes = setup.board_makes or not chosen.NEEDS.maker
    if command.board_makes is None or makes or not count:
        return None
    if upcoming.people_fit(session):
        return None
    if setup.bots:
        return Refused("maker-bots")
    if count < upcoming.LEAST_PEOPLE:
        return Refused("maker-alone")
    return Refused("maker-many", values=(("n", MAKERS),))
