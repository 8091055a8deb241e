"""
What commands of pages, and other requests that come from no pad or button, do.

A command is declared in `board/commands.py`; `answer` lists what handles each.
"""

from collections.abc import Iterable, Mapping
from dataclasses import field, replace
from typing import TYPE_CHECKING, Any, ClassVar

from firmware_host.board.animals import BY_ANIMAL, Animal
from firmware_host.board.commands import (
    AnyCommand,
    Command,
    Dress,
    ForgetPhone,
    Hire,
    Kiosk,
    On,
    PartPhones,
    Pause,
    PhoneCommand,
    Rename,
    Sit,
    Stand,
    StateRef,
    Tutorial,
)
from firmware_host.board.entries import Entry, Name
from firmware_host.board.messages import Refused
from firmware_host.board.pieces import Seat
from firmware_host.board.record import Record
from firmware_host.games.game import Leave
from firmware_host.limits import MAKERS, NAME_LETTERS, SEATS
from firmware_host.session import (
    acting,
    kiosk_turns as turns,
    lobby,
    phones,
    staleness,
    tutorial,
    upcoming,
)
from firmware_host.session.bots import seats
from firmware_host.session.identities import (
    ANIMAL_OF,
    animals_text,
    exchanged,
    sitting,
)
from firmware_host.session.modes import choosing
from firmware_host.session.modes.choosing import Choosing
from firmware_host.session.obstacles import obstacle
from firmware_host.session.setups import CLASS, KIOSK, Player, at_place
from firmware_host.session.state import Asking, Now, Session, StepResult, remember

if TYPE_CHECKING:  # most boards need none of these before somebody asks
    from firmware_host.hall.evening import Key
    from firmware_host.words.packs.pack import Pack


def _sit(now: Now, player: Player, event: object) -> StepResult | Refused:
    """Seat a player or a bot; during a game from the next round on."""
    session, here = now.session, now.in_game
    known = sitting(session)
    if not (player.name or player.symbol):
        return _LONG
    refused = _misnamed(known, player.name)
    if refused is not None:
        return refused
    if player.button and any(one.button == player.button for one in known):
        return Refused("no-seat")
    if here is not None and session.going is not None:
        return here.settle(here.join(player), event)
    if len(session.setup.players) >= SEATS:
        return Refused("no-seat")
    return _with_players(session, (*session.setup.players, player))


def _hire(now: Now, command: Hire) -> StepResult | Refused:
    """Seat a bot, where the game has one of that strength."""
    if command.strength not in lobby.bots(now.session):
        return Refused("bots-none")
    session = now.session
    player = seats.new(session.setup, session.playing, command.strength)
    return Refused("no-seat") if player is None else _sit(now, player, command)


def _stand(now: Now, command: Stand) -> StepResult | Refused:
    """Let somebody go home, whose phones are nobody's from then on."""
    known = sitting(now.session)
    if not 0 <= command.seat < len(known):
        return Refused("nobody-there")
    goes = known[command.seat]
    session = phones.parted(now.session, goes.person)
    here = replace(now, session=session).in_game
    if here is not None and session.going is not None:
        done = here.give(Leave(Seat(command.seat)))
        return done if isinstance(done, Refused) else here.accept(done)
    players = tuple(one for one in session.setup.players if one is not goes)
    return _with_players(session, players)


def _rename(now: Now, command: Rename) -> StepResult | Refused:
    """Rename somebody who plays, who is chosen for the next game, or both."""
    session, seat, name = now.session, Seat(command.seat), command.name
    known, playing = sitting(session), session.playing
    if not 0 <= seat < len(known):
        return Refused("nobody-there")
    if known[seat].bot is not None:
        return _BOTS
    refused = _misnamed((*known[:seat], *known[seat + 1 :]), name)
    if refused is not None:
        return refused
    renamed = replace(known[seat], name=name)
    after = exchanged(session, [(known[seat], renamed)])
    if playing is None or playing.unwritten or seat >= len(playing.players):
        return StepResult(after, None, ())
    named = Name(playing.game_id, seat, name)
    return StepResult(after, Entry(names=(named,)), ())


def _dress(now: Now, command: Dress) -> StepResult | Refused:
    """Change somebody's animal, and exchange it with a player who has it."""
    session, known, animal = now.session, sitting(now.session), command.animal
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
    after = exchanged(session, pairs)
    kept = Entry(settings=((ANIMAL_OF, animals_text(after)),))
    return StepResult(after, kept, ())


class Adopted(Record):
    """
    Things are chosen all at once.

    Args:
        changes: Fields of the setup, all checked before.
        begin: True where a game shall begin with them.
        words: What the board draws from in this language from now on, where words are
            left out; empty for its own words or the pack, None for no change.
        seen: The state that it was made for; None where nobody looked at one.
    """

    ON: ClassVar[On] = On.GAME

    changes: Mapping[str, Any]
    begin: bool = False
    words: tuple[str, ...] | None = field(default=None, repr=False)
    seen: StateRef | None = None

    def outcome(self, now: Now) -> StepResult | Refused:
        """Take what was chosen, and begin or ask for the rest."""
        session, others = now.session, "players" in self.changes
        kiosk = self.changes.get("place") == KIOSK
        if session.going is not None and (self.begin or others or kiosk):
            return Refused("game-on")
        place = self.changes.get("place", session.setup.place)
        setup = replace(at_place(session.setup, place), **self.changes)
        after = replace(session, setup=setup, refusal=None)
        refused = _misfit(after, self.changes)
        if refused is not None:
            return refused
        words = () if self.words is None and "pack" in self.changes else self.words
        if words is not None:
            after = upcoming.with_words(after, setup.language, words)
        if self.begin:
            return obstacle(after) or choosing.begin(replace(now, session=after))
        if place == CLASS and "place" in self.changes:
            return _set_class(after)
        if isinstance(after.mode, Choosing):
            after = choosing.ask(after, lobby.still(after, after.mode.question))
        elif others and not isinstance(after.mode, Asking):
            # Other people: the last game's are done.
            after = choosing.ask(after, "again" if setup.players else "players")
        return StepResult(after, remember(after), ())


def _set_class(session: Session) -> StepResult:
    """
    Set the board's place to a classroom, without tutorials; return the step.

    A teacher who claims the board has a class waiting. The question where the board
    stands is answered.
    """
    playing, mode = session.playing, session.mode
    taught = playing is not None and playing.tutorial
    asked = isinstance(mode, Choosing) and mode.question == "place"
    after = replace(session, newcomers=False)
    if taught or asked:
        after = choosing.ask(after, "players")
    entry = remember(after)
    seen = (*entry.settings, (tutorial.HAD, "1"))
    return StepResult(after, replace(entry, settings=seen), ())


class EveningAsked(Record):
    """
    A duplicate evening begins: its seed gives each board the same words.

    Args:
        seed: All its chance, 32 bytes, as `hall.evening.seed_of` makes them of its key.
        length: Letters of the words.
        rounds: How many rounds are played.
        key: Its key, where it was given at the board itself, which may have gone on.
        seen: The state that it was made for; None where nobody looked at one.
    """

    ON: ClassVar[On] = On.GAME

    seed: bytes = field(repr=False)
    length: int
    rounds: int
    key: "Key | None" = None
    seen: StateRef | None = None

    def outcome(self, now: Now) -> StepResult | Refused:
        """Begin, with the usual rules and the words that come with the language."""
        from firmware_host.session.modes.evening_key import EveningKey  # noqa: PLC0415 - evenings are rare

        session, mode = now.session, now.session.mode
        if self.key and not (isinstance(mode, EveningKey) and mode.is_given(self.key)):
            return StepResult(session, quiet=True)
        if session.going is not None:
            return Refused("game-on")
        after = upcoming.of_evening(session, length=self.length, rounds=self.rounds)
        if upcoming.length(after) != self.length:
            return Refused("zones-needed", values=(("n", self.length),))
        refused, now = obstacle(after), replace(now, session=after)
        return refused or choosing.begin(now, seed=self.seed)


class PackKept(Record):
    """
    A pack of words comes, changes or goes.

    Args:
        language: The code of its language.
        key: Its key.
        pack: What it is now; None for no pack any more.
    """

    language: str
    key: str
    pack: "Pack | None" = field(repr=False)

    def outcome(self, now: Now) -> StepResult:
        """Write it down, and let its language have it from the next game on."""
        code, known = self.language, now.session.languages
        changed = known[code].with_kept(self.key, self.pack)
        after = replace(now.session, languages={**known, code: changed})
        if isinstance(after.mode, Choosing):
            after = choosing.ask(after, lobby.still(after, after.mode.question))
        from firmware_host.words.packs.kept import written  # noqa: PLC0415 - packs are rare

        kept = written(self.key, self.pack)
        return StepResult(after, Entry(settings=(kept,)), ())


def _tutorial(now: Now, command: Tutorial) -> StepResult | Refused:
    """Begin the tutorial, or leave it; a game that counts is not interrupted."""
    playing = now.session.playing
    if now.session.going is not None:
        return Refused("game-on")
    if command.wanted:
        return tutorial.begin(now) or Refused("no-round")
    if playing is not None and not playing.tutorial:
        return Refused("game-over")
    return choosing.go_on(now)


def _kiosk(now: Now, command: Kiosk) -> StepResult | Refused:
    """Do what a page of a kiosk asks, at a kiosk alone."""
    session, playing, language = now.session, now.session.playing, command.language
    if session.visit is None or language not in ("", *session.languages):
        return Refused("not-now")
    if language:
        return StepResult(turns.in_language(session, language), None, ())
    if command.does == "game" and playing is not None and playing.tutorial:
        return choosing.go_on(now)
    return turns.over(session) if command.does == "over" else StepResult(session)


class Claimed(Record):
    """The teacher's code was used, and is no longer valid."""

    def outcome(self, now: Now) -> StepResult | Refused:
        """Close the menu that was opened with it."""
        closed = now.session.mode.closed()
        return StepResult(replace(now.session, code=None, mode=closed), None, ())


class PagesAt(Record):
    """The pages are at another address; an empty one is where no phone finds them."""

    address: str

    def outcome(self, now: Now) -> StepResult:
        """Note it, for whoever scans the teacher's code."""
        return StepResult(replace(now.session, pages=self.address), None, ())


Asked = AnyCommand | Adopted | Claimed | PagesAt | EveningAsked | PackKept


def answer(now: Now, event: Asked) -> StepResult:
    """Return the step of *event*."""
    if now.session.visit is not None and not _is_kiosks(event):
        return StepResult(now.session, None, turns.ON, quiet=True)
    if isinstance(event, Command | Adopted | EveningAsked) and staleness.is_stale(
        now.session, event.seen, event.ON
    ):
        return StepResult(now.session, None, staleness.STALE, quiet=True)
    done = _outcome(now, event)
    return now.refuse(done, event) if isinstance(done, Refused) else done


def _outcome(now: Now, event: Asked) -> StepResult | Refused:
    match event:
        case PhoneCommand():
            return phones.answer(now.session, event)
        case Sit(name=name, button=button):
            return _sit(now, Player(name, button), event)
        case Hire():
            return _hire(now, event)
        case Stand():
            return _stand(now, event)
        case Rename():
            return _rename(now, event)
        case Dress():
            return _dress(now, event)
        case Pause(paused=paused):
            return acting.pause(now, paused=paused)
        case Tutorial():
            return _tutorial(now, event)
        case Kiosk():
            return _kiosk(now, event)
        case _:
            return event.outcome(now)


#: What may come to a kiosk from elsewhere: nobody sits down there with a phone or a
#: name, and what is played is not chosen there.
_KIOSKS = (Kiosk, Claimed, PagesAt, PackKept, ForgetPhone, PartPhones)


def _is_kiosks(event: Asked) -> bool:
    """Tell whether *event* may be at a kiosk; the house alone takes it elsewhere."""
    if isinstance(event, Adopted):
        return not event.begin and event.changes.get("place", KIOSK) != KIOSK
    return isinstance(event, _KIOSKS)


#: A bot keeps its name and its animal.
_BOTS = Refused("bot-name")

#: Why a name is none: it has too many letters, or none where there is no button.
_LONG = Refused("name-long", values=(("n", NAME_LETTERS),))


def _misnamed(others: Iterable[Player], name: str) -> Refused | None:
    """Return why nobody beside *others* can be called so; the board has a name too."""
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
        question = lobby.still(after, mode.question)
        after = after if question == mode.question else choosing.ask(after, question)
    return StepResult(after, remember(after), ())


def _misfit(session: Session, changes: Mapping[str, Any]) -> Refused | None:
    """Return why this board, or so many people, cannot play what was chosen."""
    setup, chosen = session.setup, upcoming.game(session)
    count = len(setup.players)
    if "game" in changes and setup.game != chosen.NAME:
        needs = session.games[setup.game].NEEDS.zones
        return Refused("zones-needed", values=(("n", needs),))
    if setup.length > session.zones:
        return Refused("zones-few", values=(("n", session.zones),))
    makes = setup.board_makes or not chosen.NEEDS.maker
    if (
        "board_makes" not in changes
        or makes
        or upcoming.people_fit(session)
        or not count
    ):
        return None
    if session.setup.bots:
        return Refused("maker-bots")
    if count < upcoming.LEAST_PEOPLE:
        return Refused("maker-alone")
    return Refused("maker-many", values=(("n", MAKERS),))
