"""
Who somebody is: a number that stays over games, renames, erasure and a restart.

A seat is a place in the order of one game, a name can be erased; phones hang on this
number instead. It says nothing about anybody.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import field, replace
from json import dumps, loads

from firmware_host.board.entries import Entry
from firmware_host.board.events import PLAYER_BUTTONS, Button
from firmware_host.board.pieces import NOBODY, Person, Seat
from firmware_host.board.players import ANIMALS, Animal
from firmware_host.board.record import Record
from firmware_host.session.play import Playing
from firmware_host.session.setups import Player, Setup
from firmware_host.session.state import Now, Session, StepResult

#: The settings that keep the numbers over a restart: by button for those who wait for
#: a game, and by seat for those of the last one; and what animal each of them is.
BUTTONS, SEATS, ANIMAL_OF = "people-buttons", "people-seats", "people-animals"

#: Bytes of chance in a number, so that nobody is taken for somebody who has gone.
_BYTES = 6


class Kept(Record):
    """
    The numbers that were kept.

    Args:
        game: The game whose seats are meant.
        seats: Who sits there, by seat.
        buttons: Who has which button, for whoever waits for a game.
        animals: What animal somebody is.
    """

    game: int = 0
    seats: tuple[Person, ...] = ()
    buttons: Mapping[str, Person] = field(default_factory=dict)
    animals: Mapping[Person, Animal] = field(default_factory=dict)

    def seated(self, playing: Playing) -> Playing:
        """Return a game whose players have their numbers."""
        if playing.game_id != self.game:
            return playing
        here = (*self.seats, *[NOBODY] * len(playing.players))
        pairs = zip(playing.players, here, strict=False)
        players = tuple(self._who(player, person) for player, person in pairs)
        return replace(playing, players=players)

    def waiting(self, setup: Setup) -> Setup:
        """Return a setup whose players have their numbers."""
        players = tuple(
            self._who(one, self.buttons.get(one.button or "", NOBODY))
            for one in setup.players
        )
        return replace(setup, players=players)

    def _who(self, player: Player, person: Person) -> Player:
        animal = self.animals.get(person) if player.bot is None else player.bot.animal
        return replace(player, person=person, animal=animal)


def read(settings: Mapping[str, str]) -> Kept:
    """Return the stored numbers; none if the setting is unreadable."""
    try:
        item = loads(settings.get(SEATS, "{}"))
        buttons = loads(settings.get(BUTTONS, "{}"))
        animals = loads(settings.get(ANIMAL_OF, "{}"))
        return Kept(
            int(item["game"]) if item else 0,
            tuple(map(_number, item.get("seats", ()))),
            {str(Button(one)): _number(n) for one, n in buttons.items()},
            {Person(int(one)): Animal(name) for one, name in animals.items()},
        )
    except (AttributeError, KeyError, TypeError, ValueError):
        return Kept()


def _number(value: object) -> Person:
    return Person(value) if isinstance(value, int) else NOBODY


def sitting(session: Session) -> tuple[Player, ...]:
    """
    Return who sits at the table now, by seat.

    In a game whoever has left keeps the seat; once it is over, those who came for the
    next one sit behind.
    """
    playing, seated = session.playing, session.setup.players
    if playing is None or playing.tutorial:
        return seated
    if not playing.is_over:
        return playing.players
    here = [_known_by(one) for one in playing.players]
    return playing.players + tuple(one for one in seated if _known_by(one) not in here)


def _known_by(player: Player) -> object:
    """Return by what somebody is the same in this game and the next."""
    return (player, player.person) if player.bot is None else player.bot.animal


def left(session: Session) -> frozenset[Seat]:
    """Return the seats of those who went home during the game."""
    playing = session.playing
    if playing is None:
        return frozenset()
    here = playing.engine.sitting(playing.game)
    return frozenset(map(Seat, range(len(playing.players)))) - frozenset(here)


def number_people(now: Now, _: object, done: StepResult) -> StepResult:
    """Give each new person a number and an animal, and store both with the game."""
    session, entry = done.session, done.entry
    if not all(one.person and one.animal for one in _everybody(session)):
        session = dressed(numbered(session, now.entropy))
        done = replace(done, session=session)
    if entry is None or not (entry.new_game or entry.names or entry.settings):
        return done
    return replace(done, entry=_keeping(entry, session))


def numbered(session: Session, entropy: bytes) -> Session:
    """Return the session with a number for each person who has none yet."""
    here = _everybody(session)
    if all(one.person for one in here):
        return session
    taken, number = {one.person for one in here}, int.from_bytes(entropy[:_BYTES]) or 1
    known: list[tuple[Player, Player]] = []
    for player in here:
        if player.person or any(player is old for old, _ in known):
            continue  # who plays may be who is chosen, the same in both places
        while number in taken:
            number += 1
        taken.add(Person(number))
        known.append((player, replace(player, person=Person(number))))
    return exchanged(session, known)


def dressed(session: Session) -> Session:
    """Return the session with an animal for each person who is none yet."""
    here = _everybody(session)
    if all(one.animal for one in here):
        return session
    known: dict[Person, Player] = {}
    for player in here:
        if player.animal is None and player.person not in known:
            taken = {one.animal for one in (*here, *known.values())}
            animal = animal_for(player, taken)
            known[player.person] = replace(player, animal=animal)
    changed = [
        (one, replace(one, animal=known[one.person].animal))
        for one in here
        if one.animal is None
    ]
    return exchanged(session, changed)


def animal_for(player: Player, taken: Collection[Animal | None]) -> Animal:
    """Return a bot's own animal, that of a button, or the first that nobody is."""
    if player.bot is not None:
        return player.bot.animal
    free = [one for one in ANIMALS if one not in taken] or list(ANIMALS)
    if player.button is None:
        return free[0]
    own = ANIMALS[PLAYER_BUTTONS.index(player.button)]
    return own if own in free else free[0]


def exchanged(session: Session, known: list[tuple[Player, Player]]) -> Session:
    """Return the session with some players exchanged, in the game and for the next."""

    def of(players: tuple[Player, ...]) -> tuple[Player, ...]:
        return tuple(
            next((new for old, new in known if old is one), one) for one in players
        )

    playing, setup = session.playing, session.setup
    if playing is not None:
        playing = replace(playing, players=of(playing.players))
    setup = replace(setup, players=of(setup.players))
    return replace(session, playing=playing, setup=setup)


def _everybody(session: Session) -> tuple[Player, ...]:
    playing = session.playing
    players = playing.players if playing is not None else ()
    return players + session.setup.players


def _keeping(entry: Entry, session: Session) -> Entry:
    """Let the numbers be kept with a game that begins, a seat, or what was chosen."""
    sits = entry.names and entry.rows
    chosen = any(key == "setup" for key, _ in entry.settings)
    if not (entry.new_game or sits or chosen):
        return entry
    return replace(entry, settings=(*entry.settings, *_settings(session)))


def _settings(session: Session) -> Iterator[tuple[str, str]]:
    buttons = {one.button: one.person for one in session.setup.players if one.button}
    yield BUTTONS, dumps(buttons)
    playing = session.playing
    if playing is not None:
        seats = [one.person for one in playing.players]
        yield SEATS, dumps({"game": playing.game_id, "seats": seats})
    yield ANIMAL_OF, animals_text(session)


def animals_text(session: Session) -> str:
    """Return what animal everybody at the table is, as text to keep."""
    return dumps({str(one.person): one.animal for one in _everybody(session)})
