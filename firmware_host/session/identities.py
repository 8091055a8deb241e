"""
Identities: a person's number stays the same over games, new names and a restart.

A seat belongs to one game, and a name can be erased; so phones are assigned to this
number. The number is random and contains no personal data.
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

#: The settings that store the numbers: by button for players of the next game, by seat
#: for those of the last one; and the animal of each person.
BUTTONS, SEATS, ANIMAL_OF = "people-buttons", "people-seats", "people-animals"

#: Random bytes in a number, so that no number of a former player is used again.
_BYTES = 6


class StoredNumbers(Record):
    """
    The stored numbers and animals of people.

    Args:
        game: The number of the game to which *seats* refers.
        seats: The number of the person in each seat.
        buttons: The number of each person in the next game, by button.
        animals: The animal of each person.
    """

    game: int = 0
    seats: tuple[Person, ...] = ()
    buttons: Mapping[str, Person] = field(default_factory=dict)
    animals: Mapping[Person, Animal] = field(default_factory=dict)

    def seated(self, playing: Playing) -> Playing:
        """Return a game whose players have their stored numbers."""
        if playing.game_id != self.game:
            return playing
        here = (*self.seats, *[NOBODY] * len(playing.players))
        pairs = zip(playing.players, here, strict=False)
        players = tuple(self._who(player, person) for player, person in pairs)
        return replace(playing, players=players)

    def waiting(self, setup: Setup) -> Setup:
        """Return a setup whose players have their stored numbers."""
        players = tuple(
            self._who(one, self.buttons.get(one.button or "", NOBODY))
            for one in setup.players
        )
        return replace(setup, players=players)

    def _who(self, player: Player, person: Person) -> Player:
        animal = self.animals.get(person) if player.bot is None else player.bot.animal
        return replace(player, person=person, animal=animal)


def read(settings: Mapping[str, str]) -> StoredNumbers:
    """Return the stored numbers; none if the setting is unreadable."""
    try:
        item = loads(settings.get(SEATS, "{}"))
        buttons = loads(settings.get(BUTTONS, "{}"))
        animals = loads(settings.get(ANIMAL_OF, "{}"))
        return StoredNumbers(
            int(item["game"]) if item else 0,
            tuple(map(_number, item.get("seats", ()))),
            {str(Button(one)): _number(n) for one, n in buttons.items()},
            {Person(int(one)): Animal(name) for one, name in animals.items()},
        )
    except (AttributeError, KeyError, TypeError, ValueError):
        return StoredNumbers()


def _number(value: object) -> Person:
    return Person(value) if isinstance(value, int) else NOBODY


def players_at_table(session: Session) -> tuple[Player, ...]:
    """
    Return the players at the table now, by seat.

    During a game the list includes players who have left. After the game, new players
    of the next game follow at the end.
    """
    playing, seated = session.playing, session.setup.players
    if playing is None or playing.tutorial:
        return seated
    if not playing.is_over:
        return playing.players
    here = [_same_key(one) for one in playing.players]
    return playing.players + tuple(one for one in seated if _same_key(one) not in here)


def _same_key(player: Player) -> object:
    """Return a key that is equal for a player in this game and in the next one."""
    return (player, player.person) if player.bot is None else player.bot.animal


def departed_seats(session: Session) -> frozenset[Seat]:
    """Return the seats of the players who left during the game."""
    playing = session.playing
    if playing is None:
        return frozenset()
    here = playing.engine.sitting(playing.game)
    return frozenset(map(Seat, range(len(playing.players)))).difference(here)


def number_people(now: Now, _: object, done: StepResult) -> StepResult:
    """Give each new person a number and an animal, and store both with the game."""
    session, entry = done.session, done.entry
    if not all(one.person and one.animal for one in _everybody(session)):
        session = with_animals(with_numbers(session, now.entropy))
        done = replace(done, session=session)
    if entry is None or not (entry.new_game or entry.names or entry.settings):
        return done
    return replace(done, entry=_with_settings(entry, session))


def with_numbers(session: Session, entropy: bytes) -> Session:
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
    return replace_players(session, known)


def with_animals(session: Session) -> Session:
    """Return the session with an animal for each player who has none yet."""
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
    return replace_players(session, changed)


def animal_for(player: Player, taken: Collection[Animal | None]) -> Animal:
    """Return a bot's own animal, the animal of a button, or the first free one."""
    if player.bot is not None:
        return player.bot.animal
    free = [one for one in ANIMALS if one not in taken] or list(ANIMALS)
    if player.button is None:
        return free[0]
    own = ANIMALS[PLAYER_BUTTONS.index(player.button)]
    return own if own in free else free[0]


def replace_players(session: Session, known: list[tuple[Player, Player]]) -> Session:
    """Return the session with some players replaced, in the game and for the next."""

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


def _with_settings(entry: Entry, session: Session) -> Entry:
    """Add the people's numbers to an entry with a new game, a seat or a setup."""
    sits = entry.names and entry.rows
    chosen = any(key == "setup" for key, _ in entry.settings)
    if not (entry.new_game or sits or chosen):
        return entry
    return entry.with_settings(*_settings(session))


def _settings(session: Session) -> Iterator[tuple[str, str]]:
    buttons = {one.button: one.person for one in session.setup.players if one.button}
    yield BUTTONS, dumps(buttons)
    playing = session.playing
    if playing is not None:
        seats = [one.person for one in playing.players]
        yield SEATS, dumps({"game": playing.game_id, "seats": seats})
    yield ANIMAL_OF, animals_text(session)


def animals_text(session: Session) -> str:
    """Return the animals of all people at the table, as text to store."""
    return dumps({str(one.person): one.animal for one in _everybody(session)})
